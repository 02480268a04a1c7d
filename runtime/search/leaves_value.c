/* leaves_value.c - what the leaves of a round are worth: by playouts, one at a time or in lanes. */
#include <string.h>

#include "runtime/search/eval.h"
#include "runtime/search/leaves.h"
#include "runtime/search/playout.h"

/* A playout as the reasoner plays; false: it was given up. */
static bool plain_playout(ludc_search *s, double *payoff)
{
    uint64_t rng = ludc_next_word(&s->rng);
    if (!search_play(s, s->state, &rng))
        return false;
    search_payoffs(s, payoff);
    return true;
}

/* The mean of the playouts from one leaf; false: one was given up. */
static bool by_playouts(ludc_search *s, const Leaf *leaf)
{
    double *mean = s->leaves->payoff + (size_t)leaf->state * s->players, one[TREE_ROLES];
    bool ruled = s->leaves->by != NULL;
    if (ruled) {
        leaf_take(s, leaf);
        playout_from_leaf(s);
    }
    for (uint32_t p = 0; p < s->players; p++)
        mean[p] = 0;
    for (uint32_t k = 0; k < s->o.playouts; k++) {
        memcpy(s->state, leaf_state(s->leaves, leaf->state), search_game(s)->state_size);
        if (!(ruled ? playout_by_rule : plain_playout)(s, one))
            return false;
        for (uint32_t p = 0; p < s->players; p++)
            mean[p] += one[p];
    }
    for (uint32_t p = 0; p < s->players; p++)
        mean[p] /= s->o.playouts;
    return true;
}

static ludc_status by_lanes(ludc_search *s)
{
    const Leaves *l = s->leaves;
    ludc_status status = l->lanes.playouts(l->lanes.data, l->memory, l->state, l->stride, l->open, s->o.playouts,
                                           ludc_next_word(&s->rng), l->payoff);
    for (size_t i = 0; i < (size_t)l->open * s->players; i++)
        l->payoff[i] /= s->o.playouts;
    return status;
}

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
    for (uint32_t k = 0; k < s->o.playouts && !status && done; k++)
        status = add_cut(s, &done);
    for (size_t i = 0; i < values; i++)
        l->payoff[i] /= s->o.playouts;
    s->playouts += done ? (uint64_t)l->open * s->o.playouts : 0;
    return status;
}

ludc_status leaves_value(ludc_search *s)
{
    const Leaves *l = s->leaves;
    bool done = true;
    if (s->eval && s->eval->by.evaluate) {
        ludc_status status = eval_leaves(s);
        if (status || !s->eval->by.at_cut)
            return status;
    }
    if (s->eval && s->eval->by.at_cut && !l->by)
        return by_cut(s);
    if (l->lanes.playouts) {
        s->playouts += (uint64_t)l->open * s->o.playouts;
        return by_lanes(s);
    }
    for (uint32_t i = 0; i < l->n && done; i++)
        if (!l->leaf[i].over) {
            done = by_playouts(s, &l->leaf[i]);
            s->playouts += done ? s->o.playouts : 0;
        }
    return LUDC_OK;
}
