/* make_lanes.c - the back end lanes as something that plays: see make_lanes.h. */
#include "driver/make_lanes.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "backends/lanes/build.h"
#include "runtime/reading.h"

static void close_object(void *handle) { dlclose(handle); }

/* The smaller one of the networks of a game in two forms, or whichever fits. */
static BitsGame *network(Session *session, const IrGame *game, const IrGame *other, const char **why)
{
    const char *aside = NULL;
    BitsGame *one = bits_of_game(session->arena, game, &(BitsOptions){0}, why);
    BitsGame *two = other ? bits_of_game(session->arena, other, &(BitsOptions){0}, &aside) : NULL;
    if (one && two)
        diag(session->diags, DIAG_REMARK, (Span){0, 0}, "lanes: %u gates, %u without layout: the smaller network is taken",
             bits_size(one), bits_size(two));
    return !two || (one && bits_size(one) <= bits_size(two)) ? one : two;
}

LanePlan *lanes_plan(Session *session, const IrGame *game, const LaneMakeOptions *options, const char **why)
{
    *why = NULL;
    BitsGame *bits = network(session, game, options->other, why);
    return bits ? lane_plan(bits, &(LaneOptions){1, options->round_bits}, session->arena, why) : NULL;
}

IrGame *lanes_other_form(Session *session, const Source *source, const CompileOptions *options)
{
    static const char *const layout[] = {"layout"};
    CompileOptions compile = *options;
    StageTimes times = {0};
    if (source_language(source) == LANG_GDL)
        return NULL;
    compile.passes.disabled = layout;
    compile.passes.ndisabled = 1;
    compile.passes.remarks = false;
    compile.passes.dump = NULL;
    return compile_game(session, source, &compile, &times);
}

/* The object may go as soon as it is open. */
static bool by_system(Session *session, const Out *text, const char *compiler, LanePlayer *player)
{
    const char *base = getenv("TMPDIR");
    char *path = arena_printf(session->arena, "%s/ludc-lanes-XXXXXX", base && *base ? base : "/tmp");
    int file = mkstemp(path);
    if (file < 0)
        return session_error(session, (Span){0, 0}, "cannot make a temporary file");
    close(file);
    Out messages = {0};
    bool built = lane_build(text, compiler, path, &messages);
    void *handle = built ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const ludc_lanes *lanes = handle ? dlsym(handle, "ludc_lanes_exported") : NULL;
    unlink(path);
    if (lanes)
        *player = (LanePlayer){.lanes = lanes, .compiler = compiler ? compiler : "cc", .release = close_object,
                               .owned = handle};
    else
        session_error(session, (Span){0, 0}, "the C compiler (LUDC_CC, else cc) failed: %s",
                      built ? dlerror() : messages.n ? messages.text : "it cannot be run");
    if (handle && !lanes)
        dlclose(handle);
    out_free(&messages);
    return lanes != NULL;
}

static bool in_memory(Session *session, const Out *text, const LaneMemoryCompiler *memory, LanePlayer *player)
{
    Out errors = {0};
    void *program = memory->compile(text->text, "ludc_lanes_exported", &errors);
    if (program)
        *player = (LanePlayer){.lanes = memory->symbol(program), .compiler = "tcc", .release = memory->release,
                               .owned = program};
    else
        session_error(session, (Span){0, 0}, "internal: libtcc refused the lanes: %s", errors.n ? errors.text : "");
    out_free(&errors);
    return program != NULL;
}

/* What to compile for; false: a diagnostic says why not. */
static bool find_target(Session *session, const LaneMakeOptions *options, LaneTarget *target)
{
    *target = (LaneTarget){64, false};
    if (!options->in_memory && !options->lanes)
        *target = lane_target_here();
    else if (options->lanes && !lane_target_of(options->lanes, target))
        return session_error(session, (Span){0, 0}, "this processor has no words of %u lanes", options->lanes);
    if (options->in_memory && (!options->memory || target->lanes != 64))
        return session_error(session, (Span){0, 0}, "libtcc makes 64 lanes, where it is built in");
    return true;
}

bool lanes_of_plan(Session *session, LanePlan *plan, const LaneMakeOptions *options, LanePlayer *player)
{
    LaneTarget target;
    if (!find_target(session, options, &target))
        return false;
    Out text = {0};
    lane_emit(plan, &target, &text);
    bool made = options->in_memory ? in_memory(session, &text, options->memory, player)
                                   : by_system(session, &text, getenv("LUDC_CC"), player);
    out_free(&text);
    if (made) {
        player->plan = plan;
        player->bits = plan->game;
    }
    return made;
}

bool lanes_make(Session *session, const IrGame *game, const LaneMakeOptions *options, LanePlayer *player)
{
    LaneTarget target;
    const char *why;
    if (!find_target(session, options, &target))
        return false;
    LanePlan *plan = lanes_plan(session, game, options, &why);
    if (plan)
        return lanes_of_plan(session, plan, options, player);
    session_unsupported(session, (Span){0, 0}, "the back end lanes for this game: %s", why);
    return false;
}

uint32_t lanes_width_here(void) { return lane_target_here().lanes; }

double lanes_payoff(const ludc_lanes *l, int32_t value)
{
    if (value < 0)
        return value == -3 ? 0.5 : 0;
    if (l->joint)
        return value / 100.0;
    return ludc_rank_payoff(value / 2.0, l->players);
}

void lanes_release(LanePlayer *player)
{
    if (player->release)
        player->release(player->owned);
    *player = (LanePlayer){0};
}
