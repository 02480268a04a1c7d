/* match_text.c - what stands in a match, for people. */
#include <math.h>
#include <string.h>

#include "driver/match/match.h"

void match_time(double seconds, Out *out)
{
    unsigned long long s = seconds > 0 && seconds < 1e9 ? (unsigned long long)seconds : 0;
    if (s >= 3600)
        out_printf(out, "%llu:%02llu:%02llu", s / 3600, s / 60 % 60, s % 60);
    else
        out_printf(out, "%llu:%02llu", s / 60, s % 60);
}

/* ---- a game -------------------------------------------------------------------------------- */

static void put_payoffs(const Match *m, const Game *g, Out *out)
{
    const RefereeResult *r = &g->result;
    const double *p = r->payoff;
    if (m->r->players == 2 && p[0] != p[1]) {
        unsigned winner = p[0] > p[1] ? 0 : 1;
        out_printf(out, "player %u, %s, wins against %s", winner + 1, m->agent[g->seat[winner]], m->agent[g->seat[1 - winner]]);
        if (p[winner] + p[1 - winner] != 1 || (p[winner] != 1 && p[winner] != 0))
            out_printf(out, ", %g to %g", p[winner], p[1 - winner]);
        return;
    }
    if (m->r->players == 2)
        out_printf(out, "%s and %s draw", m->agent[g->seat[0]], m->agent[g->seat[1]]);
    if (m->r->players == 2 && p[0] == 0.5)
        return;
    for (unsigned i = 0; i < m->r->players; i++)
        out_printf(out, "%splayer %u, %s, gets %g", i || m->r->players == 2 ? "; " : "", i + 1, m->agent[g->seat[i]], p[i]);
}

void match_result_words(const Match *m, const Game *g, Out *out)
{
    static const char *const how[] = {"time ran out", "an illegal move", "a crash", "a stall"};
    const RefereeResult *r = &g->result;
    put_payoffs(m, g, out);
    if (r->end == REFEREE_RESIGNED)
        out_printf(out, " (player %u resigned)", r->role);
    else if (r->end == REFEREE_FORFEIT)
        out_printf(out, " (player %u forfeits: %s)", r->role,
                   r->status >= LUDC_AGENT_LATE ? how[r->status - LUDC_AGENT_LATE] : "no answer");
    else if (r->end == REFEREE_CUT)
        out_printf(out, " (cut after %llu moves)", (unsigned long long)r->steps);
    else if (r->end == REFEREE_PROVED)
        out_puts(out, " (proved)");
}

/* ---- lines ------------------------------------------------------------------------------------- */

/* "+38", "+38 [-12, +90]"; what is infinite has no number. */
static void put_elo(double elo, Out *out)
{
    if (isfinite(elo))
        out_printf(out, "%+.0f", fabs(elo) < 0.5 ? 0 : elo);
    else
        out_puts(out, isnan(elo) ? "-" : elo > 0 ? "+inf" : "-inf");
}

static void put_band(double elo, Interval i, Out *out)
{
    put_elo(elo, out);
    out_puts(out, " [");
    put_elo(i.low, out);
    out_puts(out, ", ");
    put_elo(i.high, out);
    out_char(out, ']');
}

static void put_llr(const Match *m, Out *out)
{
    static const char *const verdict[] = {"open", "H0 is accepted", "H1 is accepted"};
    Interval b = match_sprt_bounds(&m->sprt);
    out_printf(out, "llr %.2f in (%.2f, %.2f), elo0 %g, elo1 %g: %s", m->llr, b.low, b.high, m->sprt.elo0, m->sprt.elo1,
               verdict[m->verdict]);
}

void match_progress(const Match *m, Out *out)
{
    Sums s;
    uint64_t all = m->last - m->first + 1;
    match_sums_make(&s, &m->seating, m->agents, m->game, m->ngame);
    out_printf(out, "[%zu/%llu]", m->ngame, (unsigned long long)all);
    for (unsigned a = 0; a < m->agents && a < 6; a++)
        out_printf(out, "%s%g", a ? " - " : " ", s.players == 2 ? s.agent[a].score : s.agent[a].all.payoff);
    if (s.players == 2 && s.agents == 2) {
        Duel d = match_sums_duel(&s);
        out_puts(out, ", Elo ");
        put_band(d.elo, d.elo95, out);
    }
    if (m->has_sprt)
        out_printf(out, ", llr %.2f (%.2f, %.2f)", m->llr, match_sprt_bounds(&m->sprt).low, match_sprt_bounds(&m->sprt).high);
    out_puts(out, ", ");
    double done = (double)(m->ngame - m->resumed);
    match_time(done > 0 ? (clock_ms() - m->began) / 1e3 / done * (double)(all - m->ngame) : 0, out);
    out_puts(out, " left");
    match_sums_free(&s);
}

/* ---- the table ----------------------------------------------------------------------------------- */

static int width_of(const Match *m)
{
    size_t width = 5;
    for (unsigned a = 0; a < m->agents; a++)
        width = strlen(m->agent[a]) > width ? strlen(m->agent[a]) : width;
    return (int)(width < 60 ? width : 60);
}

static void agent_rows(const Match *m, const Sums *s, Out *out)
{
    const int width = width_of(m);
    out_printf(out, "%4s %-*s %7s %7s %8s %18s %8s %18s\n", "", width, "agent", "games", "wins", "score", "95 %", "payoff", "95 %");
    for (unsigned i = 0; i < s->agents; i++) {
        const AgentSum *a = &s->agent[i];
        if (!a->games) {
            out_printf(out, "%4u %-*s %7d %7d %8s %18s %8s %18s\n", i + 1, width, m->agent[i], 0, 0, "-", "-", "-", "-");
            continue;
        }
        double n = (double)a->games;
        Interval score = match_sample_interval(&a->units), payoff = match_sample_interval(&a->all.units);
        out_printf(out, "%4u %-*s %7llu %7llu %8.4f   [%.4f, %.4f] %8.4f   [%.4f, %.4f]\n", i + 1, width, m->agent[i],
                   (unsigned long long)a->games, (unsigned long long)a->wins, a->score / n, score.low, score.high,
                   a->all.payoff / n, payoff.low, payoff.high);
    }
}

static void cross_rows(const Match *m, const Sums *s, Out *out)
{
    double elo[MATCH_AGENTS], score[MATCH_AGENTS][MATCH_AGENTS] = {{0}}, games[MATCH_AGENTS][MATCH_AGENTS] = {{0}};
    Interval band[MATCH_AGENTS];
    const int width = width_of(m);
    bool good = match_stats_ratings(s->met, s->nmet, s->agents, elo, band);
    for (size_t i = 0; i < s->nmet; i++) {
        const Encounter *e = &s->met[i];
        games[e->a][e->b] += e->games;
        games[e->b][e->a] += e->games;
        score[e->a][e->b] += e->score;
        score[e->b][e->a] += e->games - e->score;
    }
    out_printf(out, "\n%4s %-*s %22s", "", width, "rating", "Elo 95 %");
    for (unsigned b = 0; b < s->agents; b++)
        out_printf(out, " %10u", b + 1);
    out_char(out, '\n');
    for (unsigned a = 0; a < s->agents; a++) {
        Out rating = {0};
        if (good)
            put_band(elo[a], band[a], &rating);
        out_printf(out, "%4u %-*s %22s", a + 1, width, m->agent[a], good ? rating.text : "-");
        out_free(&rating);
        for (unsigned b = 0; b < s->agents; b++) {
            char cell[32] = "";
            if (games[a][b] > 0)
                snprintf(cell, sizeof cell, "%g/%g", score[a][b], games[a][b]);
            out_printf(out, " %10s", cell);
        }
        out_char(out, '\n');
    }
}

static void seat_rows(const Match *m, const Sums *s, Out *out)
{
    const int width = width_of(m);
    out_printf(out, "\n%4s %-*s", "", width, "payoff by seat");
    for (unsigned p = 1; p <= s->players; p++)
        out_printf(out, " %26u", p);
    out_char(out, '\n');
    for (unsigned i = 0; i < s->agents; i++) {
        out_printf(out, "%4u %-*s", i + 1, width, m->agent[i]);
        for (unsigned p = 0; p < s->players; p++) {
            const SeatSum *seat = &s->agent[i].seat[p];
            char cell[64] = "";
            Interval band = match_sample_interval(&seat->units);
            if (seat->games)
                snprintf(cell, sizeof cell, "%.4f [%.4f, %.4f]", seat->payoff / (double)seat->games, band.low, band.high);
            out_printf(out, " %26s", cell);
        }
        out_char(out, '\n');
    }
}

static void forfeit_rows(const Match *m, const Sums *s, Out *out)
{
    static const ludc_agent_status status[] = {LUDC_AGENT_LATE, LUDC_AGENT_ILLEGAL, LUDC_AGENT_CRASHED, LUDC_AGENT_STALLED,
                                               LUDC_AGENT_RESIGNED};
    for (unsigned a = 0; a < s->agents; a++)
        for (size_t k = 0; k < sizeof status / sizeof *status; k++)
            if (s->agent[a].forfeit[status[k]])
                out_printf(out, "%s: %llu games lost by %s\n", m->agent[a], (unsigned long long)s->agent[a].forfeit[status[k]],
                           status[k] == LUDC_AGENT_RESIGNED ? "resigning" : referee_status_name(status[k]));
}

void match_text(const Match *m, const Sums *s, Out *out)
{
    const double moves = s->games ? (double)s->steps / (double)s->games : 0;
    out_printf(out, "%s, %llu game%s, %llu draw%s, %.1f moves a game, seed %llu\n", m->r->name, (unsigned long long)s->games, out_plural(s->games),
               (unsigned long long)s->draws, out_plural(s->draws), moves, (unsigned long long)m->seed);
    agent_rows(m, s, out);
    if (s->players == 2 && s->agents > 2)
        cross_rows(m, s, out);
    if (s->players > 1)
        seat_rows(m, s, out);
    out_char(out, '\n');
    if (s->players == 2 && s->agents == 2) {
        Duel d = match_sums_duel(s);
        out_printf(out, "Elo of %s over %s: ", m->agent[0], m->agent[1]);
        put_band(d.elo, d.elo95, out);
        out_printf(out, ", likelihood of superiority %.1f %%\n", d.superior * 100);
        if (s->paired)
            out_printf(out, "pairs of games by the score of %s: 0: %g, 1/2: %g, 1: %g, 3/2: %g, 2: %g\n", m->agent[0], s->pair[0],
                       s->pair[1], s->pair[2], s->pair[3], s->pair[4]);
    }
    if (m->has_sprt) {
        put_llr(m, out);
        out_char(out, '\n');
    }
    forfeit_rows(m, s, out);
    if (job_hides(m->job))
        out_puts(out, "the rules hide some of the position from players; agents that are no persons saw all of it\n");
    if (s->cut)
        out_printf(out, "%llu games were cut short\n", (unsigned long long)s->cut);
    if (s->proved)
        out_printf(out, "%llu games ended as their result was proved\n", (unsigned long long)s->proved);
    if (m->interrupted)
        out_printf(out, "interrupted: %llu games were asked for%s\n", (unsigned long long)(m->last - m->first + 1),
                   m->options->record_to ? "; --resume goes on" : "");
}
