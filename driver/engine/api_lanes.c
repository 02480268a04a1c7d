/* api_lanes.c - lanes of a game that libludc compiled. */
#include "driver/engine/api.h"
#include "driver/engine/lane_game.h"
#include "runtime/game.h"

typedef struct {
    Session *session;
    const IrGame *ir;
    const ludc_reasoner *r;
    ludc_lane_game *made;
} Lanes;

static void make_lanes(void *data)
{
    Lanes *l = data;
    const LaneMakeOptions options = lane_game_options();
    const char *why;
    LanePlan *plan = lanes_plan(l->session, l->ir, &options, &why);
    if (plan)
        l->made = lane_game_new(l->session, plan, l->ir, l->r);
    else
        session_unsupported(l->session, (Span){0, 0}, "the back end lanes for this game: %s", why);
}

ludc_lane_game *ludc_lanes_new(const ludc_game *game, ludc_error *error)
{
    const IrGame *ir = game ? ludc_compiled_ir(game) : NULL;
    if (!ir) {
        ludc_error_set(error, game ? LUDC_UNSUPPORTED : LUDC_USAGE, "",
                       game ? "lanes are made for games that this library compiled to code" : "there is no game");
        return NULL;
    }
    Session *session = session_new();
    limit_set(session->limit, limit_most_bytes(ir->session->limit), 0);
    Lanes lanes = {session, ir, ludc_game_reasoner(game), NULL};
    if (within_limits(session, NULL, "making lanes of this", make_lanes, &lanes) && lanes.made) {
        lane_game_own(lanes.made, session);
        return lanes.made;
    }
    ludc_report(session, ir->name, error, NULL);
    session_free(session);
    return NULL;
}
