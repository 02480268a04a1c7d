/* report_text.c - a report for people. */
#include "driver/report/report.h"

#include <stdio.h>

#include "driver/match/match_stats.h"
#include "runtime/include/ludc.h"

static unsigned long long ull(uint64_t n) { return (unsigned long long)n; }

static double share(uint64_t n, uint64_t of) { return of ? (double)n / (double)of : 0; }


/* A share of the games and its interval of 95 %. */
static void put_share(const Report *report, const char *what, uint64_t n, Out *out)
{
    const Sample sample = {(double)report->s.games, (double)n, (double)n};
    const Interval i = match_sample_interval(&sample);
    out_printf(out, "  %-24s %5.1f %%  [%.1f, %.1f]\n", what, 100 * share(n, report->s.games), 100 * i.low, 100 * i.high);
}

/* ---- what the game is ---------------------------------------------------------------------------- */

static void put_board(const Report *report, Out *out)
{
    static const char *const type_name[LUDC_SITE_TYPES] = {"points", "edges", "cells"};
    const int type = ludc_board_type(report->r);
    if (type >= 0)
        out_printf(out, "board: %zu %s\n", ludc_sites(report->r, (ludc_site_type)type), type_name[type]);
    for (size_t i = 0; i < ludc_containers(report->r); i++) {
        ludc_container c;
        if (ludc_container_of(report->r, i, &c) == LUDC_OK && c.kind != LUDC_BOARD)
            out_printf(out, "%s: %u place%s\n", c.name, (unsigned)c.size, out_plural((uint64_t)c.size));
    }
}

static void put_names(const char *what, const Items *items, Out *out)
{
    bool first = true;
    for (size_t i = 0; i < items->n; i++) {
        if (!items->at[i].name || items->at[i].at.hi == 0)
            continue;
        out_printf(out, "%s%s", first ? what : ", ", items->at[i].name);
        first = false;
    }
    out_puts(out, first ? "" : "\n");
}

static void put_game(const Report *report, Out *out)
{
    const ludc_reasoner *r = report->r;
    out_printf(out, "%s: %u player%s%s\n", r->name, r->players, out_plural(r->players), r->joint ? ", who move at the same time" : "");
    put_board(report, out);
    put_names("pieces: ", &report->s.piece, out);
    put_names("phases: ", &report->s.phase, out);
}

/* ---- how games go ------------------------------------------------------------------------------------ */

static void put_counts(const char *what, const Counts *c, Out *out)
{
    out_printf(out, "%s: mean %.2f, quartiles %llu %llu %llu, least %llu, most %llu\n", what, survey_counts_mean(c),
               ull(survey_counts_quantile(c, 0.25)), ull(survey_counts_quantile(c, 0.5)), ull(survey_counts_quantile(c, 0.75)),
               ull(survey_counts_quantile(c, 0)), ull(survey_counts_quantile(c, 1)));
}

static void put_outcomes(const Report *report, Out *out)
{
    const Survey *s = &report->s;
    out_puts(out, "outcomes, with intervals of 95 %:\n");
    for (unsigned p = 0; p < report->r->players; p++) {
        char what[48];
        snprintf(what, sizeof what, report->r->players > 1 ? "player %u wins alone" : "player %u wins", p + 1);
        put_share(report, what, s->wins[p], out);
    }
    if (report->r->players > 1)
        put_share(report, "drawn or shared", s->draws, out);
    put_share(report, "ended by limit of turns", s->by_turns, out);
    if (report->job->options->has_max_moves)
        put_share(report, "cut by --max-moves", s->cut, out);
    for (unsigned p = 0; p < report->r->players; p++) {
        const Sample sample = {(double)s->games, s->score[p], s->squares[p]};
        const Interval i = match_sample_interval(&sample);
        out_printf(out, "  mean payoff of player %u  %.4f  [%.4f, %.4f]\n", p + 1, s->score[p] / (double)s->games, i.low, i.high);
    }
}

/* What the one who begins has of it: his payoff over the mean of all. */
static void put_first(const Report *report, Out *out)
{
    const Survey *s = &report->s;
    const unsigned n = report->r->players;
    double all = 0;
    for (unsigned p = 0; p < n; p++)
        all += s->score[p];
    if (n > 1 && !report->r->joint)
        out_printf(out, "advantage of player 1, in mean payoff over that of all: %+.4f\n",
                   (s->score[0] - all / n) / (double)s->games);
}

void report_summary(const Report *report, Out *out)
{
    const Survey *s = &report->s;
    put_game(report, out);
    out_printf(out, "%llu random games, seed %llu, %llu moves\n", ull(s->games), ull(report->seed), ull(s->plies));
    put_counts("choices a turn", &s->choices, out);
    put_counts("moves a game", &s->lengths, out);
    put_outcomes(report, out);
    put_first(report, out);
}

/* ---- which rules did it --------------------------------------------------------------------------------- */

/* A bar for each class of lengths, of equal width, at most twelve. */
static void put_lengths(const Report *report, Out *out)
{
    enum { BARS = 12, WIDE = 40 };
    const Counts *c = &report->s.lengths;
    const uint64_t low = survey_counts_quantile(c, 0), high = survey_counts_quantile(c, 1), wide = (high - low) / BARS + 1;
    uint64_t bar[BARS] = {0}, most = 1;
    for (uint64_t i = low; i <= high && i < c->n; i++)
        bar[(i - low) / wide] += c->count[i];
    for (size_t b = 0; b < BARS; b++)
        most = bar[b] > most ? bar[b] : most;
    out_puts(out, "\nlengths:\n");
    for (size_t b = 0; b < BARS && low + b * wide <= high; b++) {
        out_printf(out, "  %6llu %6llu ", ull(low + b * wide), ull(bar[b]));
        for (uint64_t k = 0; k < bar[b] * WIDE / most; k++)
            out_char(out, '#');
        out_char(out, '\n');
    }
}

static void put_item(const Report *report, const Item *item, Out *out)
{
    if (item->name)
        out_printf(out, "`%s` ", item->name);
    else
        report_words(report, item->at, out);
    out_puts(out, "  ");
    report_place(report, item->at, out);
    out_char(out, '\n');
}

static void put_ends(const Report *report, Out *out)
{
    const Survey *s = &report->s;
    out_puts(out, s->end.n ? "\nwhat ended games:\n" : "");
    for (size_t i = 0; i < s->end.n; i++) {
        if (!s->end.at[i].games && !report_own(report, &s->end.at[i]))
            continue;
        out_printf(out, "  %5.1f %%  ", 100 * share(s->end.at[i].games, s->games));
        put_item(report, &s->end.at[i], out);
    }
    if (s->end.n && s->by_turns)
        out_printf(out, "  %5.1f %%  the limit of turns or moves\n", 100 * share(s->by_turns, s->games));
}

static void put_unused(const Report *report, const char *what, const Items *items, Out *out)
{
    bool first = true;
    for (size_t i = 0; i < items->n; i++) {
        if (items->at[i].games || !report_own(report, &items->at[i]))
            continue;
        if (first)
            out_printf(out, "\n%s:\n", what);
        first = false;
        out_puts(out, "  ");
        put_item(report, &items->at[i], out);
    }
}

static void put_speeds(const Report *report, Out *out)
{
    out_puts(out, report->nspeed ? "\nspeed, a second of processor time:\n" : "");
    for (size_t i = 0; i < report->nspeed; i++) {
        const Speed *s = &report->speed[i];
        out_printf(out, "  %-5s %-24s %12.0f playouts %14.0f moves\n", s->engine, s->plan, s->playouts_per_s, s->moves_per_s);
    }
}

void report_text(const Report *report, Out *out)
{
    report_summary(report, out);
    out_printf(out, "state: %lu bytes\n", (unsigned long)report->state_size);
    put_lengths(report, out);
    put_ends(report, out);
    put_unused(report, "rules that gave no legal move", &report->s.rule, out);
    put_unused(report, "phases that nobody came to", &report->s.phase, out);
    put_unused(report, "pieces that were nowhere", &report->s.piece, out);
    put_speeds(report, out);
}
