/* reach.h - where walks lead from each anchor in each pose, each found once: sets have few walks beside their features. */
#ifndef LUDC_FEATURES_REACH_H
#define LUDC_FEATURES_REACH_H

#include "runtime/features/board.h"
#include "runtime/features/intern.h"

typedef struct {
    uint32_t n;
    int32_t site[];
} ReachEnds;

typedef struct {
    const FeatureBoard *board;
    ludc_ties ties;
    Store store;
    Intern walk;                   /* their turns, as words */
    LIST(const ReachEnds **) ends; /* of each walk: [2 * places of all rings]; NULL: not yet known */
} Reach;

void reach_open(Reach *reach, const FeatureBoard *board, ludc_ties ties);
void reach_close(Reach *reach);

/* No such table: there are many walks, or memory is out. */
#define REACH_NONE UINT32_MAX
uint32_t reach_walk(Reach *reach, const Walk *walk);
/* Of the walk of that number from an anchor with a ring in the pose 2 k + mirrored, its first turn rotated by k places of the ring;
 * NULL: memory is out. */
const ReachEnds *reach_ends(Reach *reach, uint32_t number, const Walk *walk, int32_t anchor, uint32_t pose);

#endif
