/* match_json.c - what stands in a match, for machines. */
#include <math.h>
#include <stdlib.h>

#include "driver/json_text.h"
#include "driver/match/match.h"

/* Infinite or unknown numbers are null. */
static json_t *number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static json_t *band(Interval i) { return json_pack("[o, o]", number(i.low), number(i.high)); }

static json_t *count(uint64_t n) { return json_integer((json_int_t)n); }

static json_t *seat_json(const SeatSum *s)
{
    return json_pack("{s:o, s:o, s:o}", "games", count(s->games), "payoff",
                     s->games ? number(s->payoff / (double)s->games) : json_null(), "payoff95",
                     s->games ? band(match_sample_interval(&s->units)) : json_null());
}

static json_t *forfeits(const AgentSum *a)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "time", count(a->forfeit[LUDC_AGENT_LATE]), "illegal",
                     count(a->forfeit[LUDC_AGENT_ILLEGAL]), "crash", count(a->forfeit[LUDC_AGENT_CRASHED]), "stall",
                     count(a->forfeit[LUDC_AGENT_STALLED]));
}

/* Lists with an entry for each agent. */
static void add_agents(const Match *m, const Sums *s, json_t *all)
{
    static const char *const key[] = {"agents", "wins", "winrate", "ci95", "payoff", "payoff95", "seats", "forfeits",
                                      "resigned", "iterations_per_s"};
    json_t *list[sizeof key / sizeof *key];
    for (size_t k = 0; k < sizeof key / sizeof *key; k++)
        json_object_set_new(all, key[k], list[k] = json_array());
    for (unsigned i = 0; i < m->agents; i++) {
        const AgentSum *a = &s->agent[i];
        const double n = (double)a->games;
        json_t *seats = json_array();
        for (unsigned p = 0; p < s->players; p++)
            json_array_append_new(seats, seat_json(&a->seat[p]));
        json_t *value[] = {json_text(m->agent[i]), count(a->wins), a->games ? number(a->score / n) : json_null(),
                           band(match_sample_interval(&a->units)), a->games ? number(a->all.payoff / n) : json_null(),
                           band(match_sample_interval(&a->all.units)), seats, forfeits(a),
                           count(a->forfeit[LUDC_AGENT_RESIGNED]),
                           number(a->seconds > 0 ? (double)a->iterations / a->seconds : NAN)};
        for (size_t k = 0; k < sizeof key / sizeof *key; k++)
            json_array_append_new(list[k], value[k]);
    }
}

static void add_duel(const Match *m, const Sums *s, json_t *all)
{
    static const char *const verdict[] = {"open", "H0", "H1"};
    const bool duel = s->players == 2 && s->agents == 2;
    Duel d = duel ? match_sums_duel(s) : (Duel){0};
    json_t *pairs = json_array();
    for (int k = 0; k < 5 && duel; k++)
        json_array_append_new(pairs, count((uint64_t)s->pair[k]));
    json_object_set_new(all, "elo", duel ? number(d.elo) : json_null());
    json_object_set_new(all, "elo95", duel ? band(d.elo95) : json_null());
    json_object_set_new(all, "los", duel ? number(d.superior) : json_null());
    json_object_set_new(all, "pairs", pairs);
    json_object_set_new(all, "llr", m->has_sprt ? number(m->llr) : json_null());
    json_object_set_new(all, "sprt", m->has_sprt ? json_string(verdict[m->verdict]) : json_null());
}

/* Of a round robin: ratings, and what each scored against each. */
static void add_ratings(const Sums *s, json_t *all)
{
    double elo[MATCH_AGENTS];
    Interval interval[MATCH_AGENTS];
    if (s->players != 2 || s->agents < 3)
        return;
    bool good = match_stats_ratings(s->met, s->nmet, s->agents, elo, interval);
    json_t *ratings = json_array(), *bands = json_array(), *cross = json_array();
    for (unsigned a = 0; a < s->agents; a++) {
        json_array_append_new(ratings, good ? number(elo[a]) : json_null());
        json_array_append_new(bands, good ? band(interval[a]) : json_null());
        json_t *row = json_array();
        for (unsigned b = 0; b < s->agents; b++) {
            double games = 0, score = 0;
            for (size_t i = 0; i < s->nmet; i++)
                if (a != b && ((s->met[i].a == a && s->met[i].b == b) || (s->met[i].a == b && s->met[i].b == a))) {
                    games += s->met[i].games;
                    score += s->met[i].a == a ? s->met[i].score : s->met[i].games - s->met[i].score;
                }
            json_array_append_new(row, json_pack("{s:I, s:f}", "games", (json_int_t)games, "score", score));
        }
        json_array_append_new(cross, row);
    }
    json_object_set_new(all, "ratings", ratings);
    json_object_set_new(all, "ratings95", bands);
    json_object_set_new(all, "cross", cross);
}

void match_json(const Match *m, const Sums *s, Out *out)
{
    json_t *all = json_object();
    json_object_set_new(all, "game", json_text(m->r->name));
    json_object_set_new(all, "games", count(s->games));
    json_object_set_new(all, "draws", count(s->draws));
    add_agents(m, s, all);
    add_duel(m, s, all);
    add_ratings(s, all);
    json_object_set_new(all, "moves", count(s->steps));
    json_object_set_new(all, "cut", count(s->cut));
    json_object_set_new(all, "proved", count(s->proved));
    json_object_set_new(all, "hidden", json_boolean(job_hides(m->job)));
    json_object_set_new(all, "interrupted", json_boolean(m->interrupted));
    json_object_set_new(all, "seconds", json_real((clock_ms() - m->began) / 1e3));
    json_object_set_new(all, "seed", json_integer((json_int_t)m->seed));
    json_line(all, JSON_COMPACT | JSON_REAL_PRECISION(9), out);
}
