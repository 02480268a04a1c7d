/* leaves_value.c - what the leaves of a round are worth: by playouts, one at a time or in lanes. */
#include <string.h>

#include "runtime/search/leaves.h"

/* The mean of the playouts from one leaf. */
static void by_playouts(ludc_search *s, uint32_t state)
{
    const ludc_reasoner *r = search_game(s);
    double *mean = s->leaves->payoff + (size_t)state * s->players, one[TREE_ROLES];
    uint32_t limit = s->o.cut ? s->o.cut : NO_LIMIT_OF_MOVES;
    for (uint32_t p = 0; p < s->players; p++)
        mean[p] = 0;
    for (uint32_t k = 0; k < s->o.playouts; k++) {
        uint64_t rng = ludc_next_word(&s->rng);
        memcpy(s->state, leaf_state(s->leaves, state), r->state_size);
        r->playout(r, s->state, &rng, limit);
        search_payoffs(s, one);
        for (uint32_t p = 0; p < s->players; p++)
            mean[p] += one[p];
    }
    for (uint32_t p = 0; p < s->players; p++)
        mean[p] /= s->o.playouts;
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

ludc_status leaves_value(ludc_search *s)
{
    const Leaves *l = s->leaves;
    s->playouts += (uint64_t)l->open * s->o.playouts;
    if (l->lanes.playouts)
        return by_lanes(s);
    for (uint32_t i = 0; i < l->open; i++)
        by_playouts(s, i);
    return LUDC_OK;
}
