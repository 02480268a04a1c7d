/* api_lanes.c - lanes of a game that libludc compiled. */
#include "driver/engine/api.h"

#include "base/memory.h"
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

static ludc_lane_game *lanes_of(const ludc_game *game, const IrGame *ir, ludc_error *error)
{
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

typedef struct {
    const ludc_game *game;
    const IrGame *ir;
    ludc_error *error;
    ludc_lane_game *made;
} Call;

static void run_call(void *data)
{
    Call *c = data;
    c->made = lanes_of(c->game, c->ir, c->error);
}

ludc_lane_game *ludc_lanes_new(const ludc_game *game, ludc_error *error)
{
    Call call = {game, game ? ludc_compiled_ir(game) : NULL, error, NULL};
    if (!call.ir) {
        ludc_error_set(error, game ? LUDC_UNSUPPORTED : LUDC_USAGE, "",
                       game ? "lanes are made for games that this library compiled to code" : "there is no game");
        return NULL;
    }
    if (memory_run(run_call, &call))
        return call.made;
    ludc_error_set(error, LUDC_IO, call.ir->name, MEMORY_GONE);
    return NULL;
}
