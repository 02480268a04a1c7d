/* api_lanes.c - lanes of a game that libludc compiled. */
#include "driver/engine/api.h"
#include "driver/engine/lane_game.h"
#include "runtime/game.h"

ludc_lane_game *ludc_lanes_new(const ludc_game *game, ludc_error *error)
{
    const IrGame *ir = game ? ludc_compiled_ir(game) : NULL;
    if (!ir) {
        ludc_error_set(error, game ? LUDC_UNSUPPORTED : LUDC_USAGE, "",
                       game ? "lanes are made for games that this library compiled to code" : "there is no game");
        return NULL;
    }
    Session *session = session_new();
    const LaneMakeOptions options = lane_game_options();
    const char *why;
    LanePlan *plan = lanes_plan(session, ir, &options, &why);
    ludc_lane_game *g = plan ? lane_game_new(session, plan, ir, ludc_game_reasoner(game)) : NULL;
    if (g) {
        lane_game_own(g, session);
        return g;
    }
    if (!plan)
        session_unsupported(session, (Span){0, 0}, "the back end lanes for this game: %s", why);
    ludc_report(session, ir->name, error, NULL);
    session_free(session);
    return NULL;
}
