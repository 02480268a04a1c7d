/* search_lots.c - games with lots, searched with an open loop: a node stands for the moves that led
 * to it, whatever was drawn on the way, and its children are edges by move, of which those are
 * selected from that are legal this time (R. Weber, 2010; D. Perez Liebana et al., GECCO 2015). */
#include <math.h>

#include "runtime/search/amaf.h"

/* An edge's mean of a kept role, with mmcts mixed with the memory's. */
static float mean_of(const ludc_search *s, Place at, uint32_t kept)
{
    const Tree *t = &s->tree;
    float mean = (float)*tree_value(t, at, kept) / (float)TREE_ONE;
    if (s->memory && *tree_cell(t, at, t->extra))
        mean += (float)s->o.lambda * ((float)(int32_t)*tree_cell(t, at, t->extra + 1 + kept) / (float)TREE_ONE - mean);
    return mean;
}

/* UCB1 among the moves that are legal now; those never visited come first, at random. */
static ludc_move by_ucb(ludc_search *s, uint32_t block, uint32_t n, uint32_t *edge)
{
    const Tree *t = &s->tree;
    uint32_t fresh = 0, visits = 0, best = 0, mover = search_game(s)->mover(search_game(s), s->state), p = s->constant ? 1 : mover;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t e = search_edge_find(s, block, &s->list[i]);
        visits += e ? *tree_visits(t, (Place){e, 0}) : 0;
        if (!e)
            s->list[fresh++] = s->list[i];
    }
    *edge = 0;
    if (fresh)
        return s->list[search_below(s, fresh)];
    float top = -INFINITY, explore = (float)(s->o.c * s->o.c) * search_log(s, visits);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t e = search_edge_find(s, block, &s->list[i]);
        Place at = {e, 0};
        float mean = mean_of(s, at, p - 1);
        mean = s->constant && mover == 2 ? 1 - mean : mean;
        float score = mean + sqrtf(explore / (float)*tree_visits(t, at));
        if (s->amaf)
            score += search_history_bonus(s, s->list[i], mover, *tree_visits(t, at), mean);
        if (score > top) {
            top = score;
            best = i;
            *edge = e;
        }
    }
    return s->list[best];
}

/* The same by GRAVE: all moves have a score that came up anywhere. */
static ludc_move by_grave(ludc_search *s, uint32_t block, uint32_t n, uint32_t *edge)
{
    const Tree *t = &s->tree;
    uint32_t visits = 0, best = 0, mover = search_game(s)->mover(search_game(s), s->state), ties = 0;
    *edge = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t e = search_edge_find(s, block, &s->list[i]);
        visits += e ? *tree_visits(t, (Place){e, 0}) : 0;
    }
    uint32_t least = search_grave_least(s, visits, n);
    float top = -1, log = search_log(s, visits);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t e = search_edge_find(s, block, &s->list[i]), seen = e ? *tree_visits(t, (Place){e, 0}) : 0;
        float mean = e ? (float)search_value_at(s, (Place){e, 0}, mover) : 0;
        float score = seen < least ? INFINITY : search_grave_score(s, s->list[i], mover, seen, mean, log);
        bool tie = score >= top && score <= top;
        ties = tie ? ties + 1 : 1;
        if (score > top || (tie && search_below(s, ties) == 0)) {
            best = i;
            *edge = e;
        }
        top = score > top ? score : top;
    }
    return s->list[best];
}

uint32_t search_lots_choose(ludc_search *s, uint32_t block, Place parent)
{
    const ludc_reasoner *r = search_game(s);
    /* asked first, so that nothing of this is left in a program whose game has no lots */
    uint32_t n = r->apply_random ? r->moves(r, s->state, s->list) : 0, edge;
    if (!n)
        return 0;
    bool grave = s->o.agent == LUDC_AGENT_GRAVE;
    if (grave)
        amaf_reference(s, parent);
    s->joint_block[s->depth + 1] = r->mover(r, s->state);
    ludc_move move = grave ? by_grave(s, block, n, &edge) : by_ucb(s, block, n, &edge);
    if (!edge)
        edge = search_edge_make(s, block, &move);
    if (edge)
        r->apply_random(r, s->state, move, &s->rng);
    return edge;
}
