/* lane_game.h - a ludc_lane_game of a game at hand. */
#ifndef LUDC_DRIVER_LANE_GAME_H
#define LUDC_DRIVER_LANE_GAME_H

#include "driver/engine/engine_lanes.h"
#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/include/ludc_search.h"

/* How its network is to be made (lanes_plan). */
static inline LaneMakeOptions lane_game_options(void)
{
    return (LaneMakeOptions){.round_bits = LANE_ROUND_BITS, .whole = true};
}
/* For states of the reasoner, which is generated code of `game`; NULL: the code could not be compiled, as a diagnostic
 * says.  What it consists of lives in the session's arena; ludc_lanes_free. */
ludc_lane_game *lane_game_new(Session *session, LanePlan *plan, const IrGame *game, const ludc_reasoner *r);
/* As searches take them. */
ludc_search_lanes lane_game_searches(const ludc_lane_game *g);
/* The session goes with the lanes. */
void lane_game_own(ludc_lane_game *g, Session *session);

#endif
