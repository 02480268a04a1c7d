/* shared_edges.c - steps of several roles and lots where threads share a tree: edges are made and chained without locks. */
#include "runtime/search/shared.h"

#include <math.h>

/* ---- edges ---------------------------------------------------------------------- */

/* The edge of these moves in a chain; 0: none, and *end is where the next one goes. */
static uint32_t find(const ludc_search *s, uint32_t *link, const uint32_t *moves, uint32_t **end)
{
    const Tree *t = &s->tree;
    uint32_t edge;
    while ((edge = word_get(link)) != 0 && !search_edge_is(s, edge, moves))
        link = tree_next(t, edge);
    *end = link;
    return edge;
}

static uint32_t edge_of(const ludc_search *s, uint32_t block, const uint32_t *moves)
{
    uint32_t *end;
    return find(s, search_edge_bucket(s, block, moves), moves, &end);
}

/* The same, which is made if it is not there; 0: no room.  Whoever comes too late with an edge makes another, so that
 * edges stand in a chain in the order of their addresses; what was made in vain goes with the next sweep. */
static uint32_t edge_get(ludc_search *s, uint32_t block, const uint32_t *moves)
{
    uint32_t *end = search_edge_bucket(s, block, moves);
    for (;;) {
        uint32_t none = 0, edge = find(s, end, moves, &end);
        if (edge || !(edge = shared_alloc(s, 1, EDGE_MOVER, 0)))
            return edge;
        search_edge_name(s, edge, moves);
        if (word_swap(end, &none, edge))
            return edge;
        s->tree.nodes--;
    }
}

/* ---- several roles ------------------------------------------------------------------- */

/* UCB1 over the actions first .. end-1 of a role (decoupled UCT); those never visited come first, at random. */
static uint32_t by_ucb(ludc_search *s, uint32_t block, uint32_t first, uint32_t end, float explore)
{
    const uint32_t *visits = tree_column(&s->tree, block, 0), *value = tree_column(&s->tree, block, 1);
    uint32_t best = first, fresh = 0;
    float top = -INFINITY;
    for (uint32_t i = first; i < end; i++) {
        uint32_t n = word_look(&visits[i]);
        float score = n ? (float)(int32_t)word_look(&value[i]) / (float)TREE_ONE + sqrtf(explore / (float)n) : INFINITY;
        fresh += n == 0;
        if (n ? score > top : search_below(s, fresh) == 0) {
            top = score;
            best = i;
        }
    }
    return best;
}

uint32_t shared_joint(ludc_search *s, uint32_t block, Place parent)
{
    const ludc_reasoner *r = search_game(s);
    Tree *t = &s->tree;
    uint32_t moves[TREE_ROLES], level = s->depth + 1, *slot = s->joint_slot + (size_t)level * s->players;
    float explore = (float)(s->o.c * s->o.c) * search_log(s, word_look(tree_visits(t, parent)));
    for (uint32_t p = 1; p <= s->players; p++) {
        slot[p - 1] = by_ucb(s, block, search_joint_first(s, block, p), search_joint_first(s, block, p + 1), explore);
        moves[p - 1] = tree_move(t, (Place){block, slot[p - 1]});
    }
    uint32_t edge = edge_get(s, block, moves);
    s->joint_block[level] = block;
    if (!edge || !r->apply_joint)
        return 0;
    int32_t *put = s->shared->put + (size_t)level * s->shared->width + s->players + 1;
    for (uint32_t p = 0; p < s->players; p++) {
        Place at = {block, slot[p]};
        word_add(tree_visits(t, at), 1);
        shared_enter(s, at, 1, 0, &put[p]);
    }
    r->apply_joint(r, s->state, moves);
    return edge;
}

/* ---- lots -------------------------------------------------------------------------------- */

/* UCB1 among the moves that are legal now, of which those never made come first, at random. */
static ludc_move move_by_ucb(ludc_search *s, uint32_t block, uint32_t n, uint32_t mover)
{
    const Tree *t = &s->tree;
    uint32_t visits = 0, fresh = 0, best = 0, kept = s->constant ? 0 : mover - 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t edge = edge_of(s, block, &s->list[i]), seen = edge ? word_look(tree_visits(t, (Place){edge, 0})) : 0;
        visits += seen;
        fresh += seen == 0;
        if (!seen && search_below(s, fresh) == 0)
            best = i;
    }
    float top = -INFINITY, explore = (float)(s->o.c * s->o.c) * search_log(s, visits);
    for (uint32_t i = 0; i < n && !fresh; i++) {
        Place at = {edge_of(s, block, &s->list[i]), 0};
        float mean = (float)(int32_t)word_look((uint32_t *)tree_value(t, at, kept)) / (float)TREE_ONE;
        mean = s->constant && mover == 2 ? 1 - mean : mean;
        float score = mean + sqrtf(explore / (float)word_look(tree_visits(t, at)));
        if (score > top) {
            top = score;
            best = i;
        }
    }
    return s->list[best];
}

uint32_t shared_lots(ludc_search *s, uint32_t block)
{
    const ludc_reasoner *r = search_game(s);
    uint32_t n = r->apply_random ? r->moves(r, s->state, s->list) : 0;
    if (!n)
        return 0;
    ludc_move move = move_by_ucb(s, block, n, r->mover(r, s->state));
    uint32_t edge = edge_get(s, block, &move);
    if (edge)
        r->apply_random(r, s->state, move, &s->rng);
    return edge;
}
