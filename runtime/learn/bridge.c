/* bridge.c - the way from one anchor to another. */
#include "runtime/learn/bridge.h"

#include "runtime/learn/pose.h"

/* Where a way has come to; places are those of the rings on it. */
typedef struct {
    const FeatureBoard *b;
    int32_t there;
    uint32_t n, most;
    double turn[MOST_BRIDGE];
    double ahead;
} Way;

static long place_of(const FeatureBoard *b, int32_t site, int32_t neighbour)
{
    for (uint32_t k = 0; k < ring_size(b, site); k++)
        if (b->ring[b->ring_at[site] + k] == neighbour)
            return (long)k;
    return -1;
}

/* Goes on from `site`, where `ahead` (a place) is straight ahead; with `straight` alone along it, but for the first step. */
static bool go_on(Way *w, int32_t site, long ahead, bool straight)
{
    const long size = (long)ring_size(w->b, site);
    if (site == w->there) {
        w->ahead = (double)ahead / (double)size;
        return true;
    }
    if (w->n == w->most)
        return false;
    for (long k = 0; k < size; k++) {
        const int32_t next = w->b->ring[w->b->ring_at[site] + (uint32_t)k];
        const long back = next >= 0 ? place_of(w->b, next, site) : -1, around = next >= 0 ? (long)ring_size(w->b, next) : 0;
        if (back < 0 || around % 2 || (straight && w->n && k != ahead))
            continue;
        w->turn[w->n] = pose_turned((double)(w->n ? k - ahead : k) / (double)size);
        w->n++;
        if (go_on(w, next, (back + around / 2) % around, straight))
            return true;
        w->n--;
    }
    return false;
}

/* Does the walk lead there, and nowhere else? */
static bool leads(const Way *w, int32_t here)
{
    const Walk walk = {w->n, w->turn};
    SiteList ends = {0};
    const bool ok = walk_ends(w->b, &walk, here, 0, 1, LUDC_TIES_SPLIT, &ends) && ends.n == 1 && ends.at[0] == w->there;
    LIST_FREE(&ends);
    return ok;
}

bool bridge_find(const FeatureBoard *b, int32_t here, int32_t there, Bridge *out)
{
    Way w = {.b = b, .there = there};
    if (here == there || !ring_size(b, here) || ring_size(b, here) % 2)
        return false;
    for (uint32_t steps = 1; steps <= MOST_BRIDGE; steps++)
        for (int straight = 1; straight >= 0; straight--) {
            w.n = 0;
            w.most = steps;
            if (!go_on(&w, here, 0, straight != 0))
                continue;
            *out = (Bridge){.n = w.n, .ahead = w.ahead};
            for (uint32_t i = 0; i < w.n; i++)
                out->turn[i] = w.turn[i];
            return leads(&w, here);
        }
    return false;
}
