/* walk.c - where walks lead on a board. */
#include <math.h>

#include "runtime/features/board.h"

/* A turn that is so near to the middle between two places is a tie. */
#define TIE 0.02

/* Where a walk has come to, and from where; off the board `site` is OFF_BOARD. */
typedef struct {
    int32_t site, before;
} Stand;

typedef LIST(Stand) Stands;

static bool add_stand(Stands *stands, Stand stand)
{
    for (size_t i = 0; i < stands->n; i++)
        if (stands->at[i].site == stand.site && stands->at[i].before == stand.before)
            return true;
    return LIST_PUSH(stands, stand);
}

static bool is_tie(double place)
{
    double part = place - trunc(place);
    return fabs(fabs(part) - 0.5) < TIE;
}

/* Goes from `site` to the place of its ring; at a tie to both neighbours of it, or the lower. */
static bool go(const FeatureBoard *b, int32_t site, double place, ludc_ties ties, Stands *out)
{
    const long size = (long)ring_size(b, site);
    const bool tie = is_tie(place);
    long low = (long)(tie ? floor(place) : floor(place + 0.5)), high = tie && ties == LUDC_TIES_SPLIT ? low + 1 : low;
    for (long at = low; at <= high; at++) {
        long index = (at % size + size) % size;
        if (!add_stand(out, (Stand){b->ring[b->ring_at[site] + (uint32_t)index], site}))
            return false;
    }
    return true;
}

/* The first place in the ring of `site` where `neighbour` stands; -1: there is none. */
static long place_of(const FeatureBoard *b, int32_t site, int32_t neighbour)
{
    const uint32_t size = ring_size(b, site);
    for (uint32_t k = 0; k < size; k++)
        if (b->ring[b->ring_at[site] + k] == neighbour)
            return (long)k;
    return -1;
}

/* One more step from each stand.  Straight ahead is half a ring from where we came; in a ring with an odd number of
 * places that is between two of them: both, or the lower. */
static bool step(const FeatureBoard *b, const Stands *from, double turn, ludc_ties ties, Stands *to)
{
    bool ok = true;
    for (size_t i = 0; ok && i < from->n; i++) {
        const Stand s = from->at[i];
        if (s.site == OFF_BOARD || !ring_size(b, s.site)) {
            ok = add_stand(to, (Stand){OFF_BOARD, OFF_BOARD});
            continue;
        }
        const long size = (long)ring_size(b, s.site), ahead = place_of(b, s.site, s.before) + size / 2;
        ok = go(b, s.site, (double)ahead + turn * (double)size, ties, to);
        if (ok && size % 2 && ties == LUDC_TIES_SPLIT)
            ok = go(b, s.site, (double)(ahead + 1) + turn * (double)size, ties, to);
    }
    return ok;
}

/* Sites of the stands, each once. */
static bool sites_of(const Stands *stands, SiteList *out)
{
    for (size_t i = 0; i < stands->n; i++) {
        bool known = false;
        for (size_t k = 0; k < out->n && !known; k++)
            known = out->at[k] == stands->at[i].site;
        if (!known && !LIST_PUSH(out, stands->at[i].site))
            return false;
    }
    return true;
}

bool walk_ends(const FeatureBoard *b, const Walk *walk, int32_t anchor, double rotation, int mirror, ludc_ties ties,
               SiteList *out)
{
    out->n = 0;
    if (!walk->n)
        return LIST_PUSH(out, anchor);
    Stands here = {0}, next = {0};
    bool ok = go(b, anchor, (walk->turn[0] + rotation) * mirror * (double)ring_size(b, anchor), ties, &here);
    for (uint32_t i = 1; ok && i < walk->n; i++) {
        next.n = 0;
        ok = step(b, &here, walk->turn[i] * mirror, ties, &next);
        Stands swap = here;
        here = next;
        next = swap;
    }
    ok = ok && sites_of(&here, out);
    LIST_FREE(&here);
    LIST_FREE(&next);
    return ok;
}
