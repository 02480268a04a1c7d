/* leaves_value.c - what the leaves of a round are worth: by playouts, one at a time or in lanes. */
#include <math.h>
#include <string.h>

#include "runtime/search/eval.h"
#include "runtime/search/leaves.h"
#include "runtime/search/playout.h"

/* ---- the clock ----------------------------------------------------------------------- */

/* After a playout: is it time to end?  The clock is asked about every half millisecond. */
static bool time_up(ludc_search *s)
{
    Leaves *l = s->leaves;
    if ((isinf(s->end) && !s->watched_run) || ++l->since < l->piece)
        return false;
    double before = l->looked;
    l->since = 0;
    l->looked = search_clock();
    if (l->looked - before < 2.5e-4)
        l->piece *= l->piece < 1 << 20 ? 2 : 1;
    else if (l->looked - before > 1e-3)
        l->piece -= l->piece / 2;
    return search_late(s);
}

/* ---- one at a time --------------------------------------------------------------------- */

/* A playout as the reasoner plays; false: it was given up. */
static bool plain_playout(ludc_search *s, double *payoff)
{
    uint64_t rng = ludc_next_word(&s->rng);
    if (!search_play(s, s->state, &rng))
        return false;
    search_payoffs(s, payoff);
    return true;
}

/* The mean of the playouts from one leaf; how many: fewer than asked where time was up. */
static uint32_t by_playouts(ludc_search *s, const Leaf *leaf)
{
    double *mean = s->leaves->payoff + (size_t)leaf->state * s->players, one[TREE_ROLES];
    bool ruled = s->leaves->by != NULL;
    if (ruled) {
        leaves_take(s, leaf);
        playout_from_leaf(s);
    }
    for (uint32_t p = 0; p < s->players; p++)
        mean[p] = 0;
    uint32_t made = 0;
    for (bool up = false; made < s->o.playouts && !up; up = time_up(s)) {
        memcpy(s->state, leaf_state(s->leaves, leaf->state), search_game(s)->state_size);
        if (!(ruled ? playout_by_rule : plain_playout)(s, one))
            break;
        made++;
        for (uint32_t p = 0; p < s->players; p++)
            mean[p] += one[p];
    }
    for (uint32_t p = 0; p < s->players; p++)
        mean[p] /= made ? made : 1;
    return made;
}

/* ---- lanes -------------------------------------------------------------------------------- */

/* So many games from each leaf in the next piece: what takes a millisecond or two, and is over in time. */
static uint32_t piece_of(ludc_search *s, uint32_t left, double took)
{
    Leaves *l = s->leaves;
    double rest = s->end - l->looked, per = took / l->since;
    if (took < 5e-4)
        l->piece *= l->piece < 1 << 20 ? 2 : 1;
    else if (took > 2e-3)
        l->piece -= l->piece / 2;
    if (per * l->piece > rest)
        l->piece = rest > per ? (uint32_t)(rest / per) : 1;
    return l->piece < left ? l->piece : left;
}

/* A count of iterations gives one result, so a round is then one piece. */
static ludc_status by_lanes(ludc_search *s)
{
    Leaves *l = s->leaves;
    size_t values = (size_t)l->open * s->players;
    bool timed = !isinf(s->end);
    uint32_t made = 0, some = !timed || l->piece >= s->o.playouts ? s->o.playouts : l->piece;
    ludc_status status = LUDC_OK;
    for (size_t i = 0; i < values; i++)
        l->sum[i] = 0;
    do {
        double before = timed ? search_clock() : 0;
        status = l->lanes.playouts(l->lanes.data, l->memory, l->state, l->stride, l->open, some, ludc_next_word(&s->rng), l->payoff);
        for (size_t i = 0; i < values; i++)
            l->sum[i] += l->payoff[i];
        made += some;
        l->since = some;
        l->looked = timed ? search_clock() : 0;
        some = timed ? piece_of(s, s->o.playouts - made, l->looked - before) : 0;
    } while (made < s->o.playouts && !status && !search_late(s));
    for (size_t i = 0; i < values; i++)
        l->payoff[i] = l->sum[i] / made;
    s->playouts += (uint64_t)l->open * made;
    return status;
}

/* ---- values at the cut --------------------------------------------------------------------- */

/* A playout from each leaf; where they were cut somebody else is asked for values, of all together. */
static ludc_status add_cut(ludc_search *s, bool *done)
{
    const Leaves *l = s->leaves;
    const Eval *e = s->eval;
    uint32_t n = 0;
    double one[TREE_ROLES];
    for (uint32_t i = 0; i < l->open && *done; i++) {
        uint64_t rng = ludc_next_word(&s->rng);
        memcpy(s->state, leaf_state(l, i), search_game(s)->state_size);
        *done = search_play(s, s->state, &rng);
        double *sum = l->payoff + (size_t)i * s->players;
        if (!search_game(s)->over(search_game(s), s->state)) {
            memcpy(e->cut + n * e->stride, s->state, search_game(s)->state_size);
            e->cut_of[n++] = i;
            continue;
        }
        search_payoffs(s, one);
        for (uint32_t p = 0; p < s->players; p++)
            sum[p] += one[p];
    }
    ludc_status status = *done ? eval_at_cut(s, n) : LUDC_OK;
    for (size_t i = 0; i < (size_t)n * s->players && *done && !status; i++)
        l->payoff[(size_t)e->cut_of[i / s->players] * s->players + i % s->players] += e->value[i];
    return status;
}

static ludc_status by_cut(ludc_search *s)
{
    Leaves *l = s->leaves;
    size_t values = (size_t)l->open * s->players;
    ludc_status status = LUDC_OK;
    bool done = true;
    for (size_t i = 0; i < values; i++)
        l->payoff[i] = 0;
    uint32_t made = 0;
    for (bool up = false; made < s->o.playouts && !up && !status && done; up = time_up(s)) {
        status = add_cut(s, &done);
        made++;
    }
    for (size_t i = 0; i < values; i++)
        l->payoff[i] /= made;
    l->valued = done ? l->n : 0;
    s->playouts += done ? (uint64_t)l->open * made : 0;
    return status;
}

ludc_status leaves_value(ludc_search *s)
{
    Leaves *l = s->leaves;
    if (s->eval && s->eval->by.evaluate) {
        ludc_status status = eval_leaves(s);
        if (status || !s->eval->by.at_cut)
            return status;
    }
    if (s->eval && s->eval->by.at_cut && !l->by)
        return by_cut(s);
    if (l->lanes.playouts)
        return by_lanes(s);
    for (uint32_t i = 0; i < l->valued; i++)
        if (!l->leaf[i].over) {
            uint32_t made = s->late ? 0 : by_playouts(s, &l->leaf[i]);
            s->playouts += made;
            l->valued = made ? l->valued : i;
        }
    return LUDC_OK;
}
