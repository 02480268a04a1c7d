/* engine_c.c - the C back end as something that plays: the system's compiler makes
 * a shared object, which is opened. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/c/build.h"
#include "backends/tools.h"
#include "driver/engine/compile.h"
#include "driver/engine/tcc_process.h"
#include "ir/plan/plan.h"

static bool build_object(Session *session, IrGame *game, const char *path, Player *player)
{
    CBuildOptions options = {.compiler = tools_compiler(), .text.describe = true};
    Out messages = {0};
    CBuildResult result = c_build(game, &options, C_SHARED, path, &messages);
    const char *said = messages.n ? messages.text : strerror(errno);
    player->io = result == C_NOT_WRITTEN;
    if (result == C_NOT_WRITTEN)
        session_error(session, (Span){0, 0}, "cannot write the compiled game: %s", said);
    else if (result == C_NO_COMPILER)
        session_error(session, (Span){0, 0}, "the C compiler (LUDC_CC, else cc) failed: %s", said);
    out_free(&messages);
    return result == C_BUILT && object_open(session, path, "c", player);
}

static bool c_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    (void)options;
    Tools tools;
    Out messages = {0};
    bool begun = tools_begin(&tools, session->arena, &messages);
    player->io = !begun;
    bool made = begun ? build_object(session, game, tools_file(&tools, "game.so"), player)
                      : session_error(session, (Span){0, 0}, "cannot make a temporary directory: %s", messages.text);
    if (begun)
        tools_end(&tools);
    out_free(&messages);
    return made;
}

const Maker maker_c = {"c", true, IR_PLAN_ALL | IR_PLAN_FILL, c_make};
