/* report_json.c - a report as JSON: one object (doc/report.md). */
#include "driver/report/report.h"

#include "driver/json_text.h"
#include "driver/match/match_stats.h"
#include "runtime/include/ludc.h"

static json_t *number(uint64_t n) { return json_integer((json_int_t)n); }

static json_t *counts(const Counts *c)
{
    json_t *all = json_array();
    for (size_t i = 0; i < c->n; i++)
        if (c->count[i])
            json_array_append_new(all, json_pack("[I, I]", (json_int_t)i, (json_int_t)c->count[i]));
    return json_pack("{s:f, s:[o, o, o], s:o, s:o, s:o}", "mean", survey_counts_mean(c), "quartiles", number(survey_counts_quantile(c, 0.25)),
                     number(survey_counts_quantile(c, 0.5)), number(survey_counts_quantile(c, 0.75)), "least", number(survey_counts_quantile(c, 0)), "most",
                     number(survey_counts_quantile(c, 1)), "histogram", all);
}

static json_t *interval(const Sample *sample)
{
    const Interval i = match_sample_interval(sample);
    return json_pack("[f, f]", i.low, i.high);
}

static json_t *share_of(uint64_t n, uint64_t games)
{
    const Sample sample = {(double)games, (double)n, (double)n};
    return json_pack("{s:I, s:f, s:o}", "games", (json_int_t)n, "share", games ? (double)n / (double)games : 0.0, "interval",
                     interval(&sample));
}

static json_t *players(const Report *report)
{
    const Survey *s = &report->s;
    json_t *all = json_array();
    for (unsigned p = 0; p < report->r->players; p++) {
        const Sample sample = {(double)s->games, s->score[p], s->squares[p]};
        json_array_append_new(all, json_pack("{s:i, s:o, s:f, s:o}", "player", (int)p + 1, "wins", share_of(s->wins[p], s->games),
                                             "payoff", s->games ? s->score[p] / (double)s->games : 0.0, "interval", interval(&sample)));
    }
    return all;
}

static json_t *items(const Report *report, const Items *list)
{
    json_t *all = json_array();
    for (size_t i = 0; i < list->n; i++) {
        const Item *item = &list->at[i];
        Out words = {0}, place = {0};
        if (item->name && item->at.hi == 0)
            continue;
        report_words(report, item->at, &words);
        report_place(report, item->at, &place);
        json_array_append_new(all, json_pack("{s:o, s:o, s:o, s:I, s:b}", "name", item->name ? json_text(item->name) : json_null(), "text",
                                             json_text(words.n ? words.text : ""), "place", json_text(place.n ? place.text : ""),
                                             "games", (json_int_t)item->games, "own", report_own(report, item)));
        out_free(&words);
        out_free(&place);
    }
    return all;
}

static json_t *speeds(const Report *report)
{
    json_t *all = json_array();
    for (size_t i = 0; i < report->nspeed; i++)
        json_array_append_new(all, json_pack("{s:s, s:s, s:f, s:f}", "engine", report->speed[i].engine, "plan", report->speed[i].plan,
                                             "playouts_per_s", report->speed[i].playouts_per_s, "moves_per_s",
                                             report->speed[i].moves_per_s));
    return all;
}

void report_json(const Report *report, Out *out)
{
    const Survey *s = &report->s;
    const int type = ludc_board_type(report->r);
    json_t *all = json_pack("{s:o, s:i, s:b, s:I, s:I, s:I, s:I}", "game", json_text(report->r->name), "players", (int)report->r->players, "joint",
                            (int)report->r->joint, "seed", (json_int_t)report->seed, "games", (json_int_t)s->games, "moves",
                            (json_int_t)s->plies, "state_bytes", (json_int_t)report->state_size);
    json_object_set_new(all, "sites", number(type < 0 ? 0 : ludc_sites(report->r, (ludc_site_type)type)));
    json_object_set_new(all, "complete", json_boolean(s->complete));
    json_object_set_new(all, "choices", counts(&s->choices));
    json_object_set_new(all, "lengths", counts(&s->lengths));
    json_object_set_new(all, "outcomes", players(report));
    json_object_set_new(all, "draws", share_of(s->draws, s->games));
    json_object_set_new(all, "by_turn_limit", share_of(s->by_turns, s->games));
    json_object_set_new(all, "cut", share_of(s->cut, s->games));
    json_object_set_new(all, "ends", items(report, &s->end));
    json_object_set_new(all, "rules", items(report, &s->rule));
    json_object_set_new(all, "phases", items(report, &s->phase));
    json_object_set_new(all, "pieces", items(report, &s->piece));
    json_object_set_new(all, "speeds", speeds(report));
    json_line(all, JSON_COMPACT | JSON_REAL_PRECISION(9), out);
}
