/* reach.c - where walks lead, found once. */
#include "runtime/features/reach.h"

#include <string.h>

enum { MOST_PLACES = 1 << 22 }; /* of all tables */

static size_t places(const FeatureBoard *b) { return 2 * (size_t)b->ring_at[b->sites]; }

void reach_open(Reach *r, const FeatureBoard *board, ludc_ties ties) { *r = (Reach){.board = board, .ties = ties}; }

void reach_close(Reach *r)
{
    store_free(&r->store);
    intern_free(&r->walk);
    LIST_FREE(&r->ends);
}

uint32_t reach_walk(Reach *r, const Walk *walk)
{
    uint32_t key[2 * MOST_STEPS];
    if (walk->n)
        memcpy(key, walk->turn, walk->n * sizeof *walk->turn);
    const uint32_t number = intern_of(&r->walk, key, 2 * walk->n);
    if (number == NO_NUMBER || number < r->ends.n)
        return number == NO_NUMBER ? REACH_NONE : number;
    if (number > r->ends.n || (number + 1) * places(r->board) > MOST_PLACES)
        return REACH_NONE;
    const ReachEnds **ends = STORE_ARRAY(&r->store, const ReachEnds *, places(r->board));
    return ends && LIST_PUSH(&r->ends, ends) ? number : REACH_NONE;
}

/* A list as it is kept. */
static const ReachEnds *kept(Reach *r, const SiteList *list)
{
    ReachEnds *ends = store_take(&r->store, sizeof *ends + list->n * sizeof *list->at);
    if (!ends)
        return NULL;
    ends->n = (uint32_t)list->n;
    if (list->n)
        memcpy(ends->site, list->at, list->n * sizeof *list->at);
    return ends;
}

const ReachEnds *reach_ends(Reach *r, uint32_t number, const Walk *walk, int32_t anchor, uint32_t pose)
{
    const ReachEnds **place = &r->ends.at[number][2 * (size_t)r->board->ring_at[anchor] + pose];
    SiteList found = {0};
    if (*place)
        return *place;
    const double rotation = (double)(pose >> 1) / ring_size(r->board, anchor);
    if (walk_ends(r->board, walk, anchor, rotation, pose & 1 ? -1 : 1, r->ties, &found))
        *place = kept(r, &found);
    LIST_FREE(&found);
    return *place;
}
