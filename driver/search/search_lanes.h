/* search_lanes.h - lanes for the playouts of searches: of `ludc search`, and of agents in matches. */
#ifndef LUDC_DRIVER_SEARCH_LANES_H
#define LUDC_DRIVER_SEARCH_LANES_H

#include "driver/command.h"
#include "driver/engine/lane_game.h"

/* Lanes of the job's game, for one search or for several; all zero: not asked for yet. */
typedef struct {
    bool planned;
    LanePlan *plan; /* NULL: `why` not */
    const char *why;
    ludc_lane_game *game; /* NULL: not made yet */
} SearchLanes;

/* What options->lanes says becomes on, and there is lanes->game then, or off.  An exit code. */
int search_lanes(Job *job, ludc_search_options *options, SearchLanes *lanes);

#endif
