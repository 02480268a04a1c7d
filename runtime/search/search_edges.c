/* search_edges.c - which moves a place of the tree stands for, and edges of several moves: the blocks of a joint step, or of what
 * lots can give, by a hash of the moves. */
#include "runtime/search/search.h"

void search_step_of(const ludc_search *s, Place at, uint32_t *moves)
{
    const Tree *t = &s->tree;
    uint32_t mover = tree_mover(t, at.block);
    if (mover != EDGE_MOVER)
        others_of(&s->others, t, at.block, moves);
    for (uint32_t p = 0; p < s->players && mover == EDGE_MOVER; p++)
        moves[p] = tree_tail(t, at.block, p);
    if (mover != EDGE_MOVER)
        moves[mover - 1] = tree_move(t, at);
}

uint32_t search_joint_first(const ludc_search *s, uint32_t block, uint32_t p)
{
    return p > 1 ? tree_tail(&s->tree, block, p - 2) : 0;
}

static uint32_t width(const ludc_search *s) { return search_game(s)->joint ? s->players : 1; }

bool search_edge_is(const ludc_search *s, uint32_t edge, const uint32_t *moves)
{
    if (!search_game(s)->joint)
        return tree_move(&s->tree, (Place){edge, 0}) == *moves;
    return tree_tail_is(&s->tree, edge, moves, s->players);
}

uint32_t *search_edge_bucket(const ludc_search *s, uint32_t block, const uint32_t *moves)
{
    uint32_t hash = 0;
    for (uint32_t p = 0; p < width(s); p++)
        hash = (hash ^ moves[p]) * UINT32_C(0x9e3779b1);
    return tree_links(&s->tree, block) + (((uint64_t)(hash ^ hash >> 15) * tree_count(&s->tree, block)) >> 32);
}

uint32_t search_edge_find(const ludc_search *s, uint32_t block, const uint32_t *moves)
{
    const Tree *t = &s->tree;
    uint32_t edge = *search_edge_bucket(s, block, moves);
    while (edge && !search_edge_is(s, edge, moves))
        edge = *tree_next(t, edge);
    return edge;
}

void search_edge_name(ludc_search *s, uint32_t edge, const uint32_t *moves)
{
    if (search_game(s)->joint)
        tree_set_tail(&s->tree, edge, moves, s->players);
    else
        tree_set_move(&s->tree, (Place){edge, 0}, *moves);
}

uint32_t search_edge_make(ludc_search *s, uint32_t block, const uint32_t *moves)
{
    Tree *t = &s->tree;
    uint32_t edge = tree_alloc(t, 1, EDGE_MOVER, 0, search_open(s));
    if (!edge)
        return 0;
    /* at the end of the chain, so that what links to a block lies before it */
    uint32_t *link = search_edge_bucket(s, block, moves);
    while (*link)
        link = tree_next(t, *link);
    *link = edge;
    *tree_next(t, edge) = 0;
    search_edge_name(s, edge, moves);
    return edge;
}
