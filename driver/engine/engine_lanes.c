/* engine_lanes.c - the back end lanes as something that plays: see engine_lanes.h. */
#include "driver/engine/engine_lanes.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "backends/lanes/build.h"
#include "backends/build/tools.h"
#include "driver/engine/llvm_module.h"
#include "ir/logic/sat_sweep.h"
#include "runtime/reading.h"

static void close_object(void *handle) { dlclose(handle); }

static LanePlan *plan_of(Session *session, BitsGame *bits, const LaneMakeOptions *options, const char **why)
{
    if (!options->unswept)
        bits = bits_sweep(session, bits);
    const LaneOptions how = {.seed = 1, .round_bits = options->round_bits, .from_start = options->from_start};
    return lane_plan(bits, &how, session->arena, why);
}

/* Networks of sizes so near to one another that what is left of them decides. */
static bool are_near(const BitsGame *one, const BitsGame *two)
{
    const uint64_t a = bits_size(one), b = bits_size(two);
    return 10 * a <= 11 * b && 10 * b <= 11 * a;
}

/* Of the same game in two forms the plan that takes fewer operations. */
static LanePlan *cheaper(Session *session, BitsGame *one, BitsGame *two, const LaneMakeOptions *options, const char **why)
{
    const char *aside = NULL;
    LanePlan *plan = plan_of(session, one, options, why), *second = plan_of(session, two, options, &aside);
    if (!plan || !second)
        return plan ? plan : second;
    double cost = lane_plan_cost(plan, 512), other = lane_plan_cost(second, 512);
    diag(session->diags, DIAG_REMARK, (Span){0, 0}, "lanes: %.2f operations a move, %.2f without layout: the cheaper circuit is taken", cost, other);
    return other < cost ? second : plan;
}

LanePlan *lanes_plan(Session *session, const IrGame *game, const LaneMakeOptions *options, const char **why)
{
    const char *aside = NULL;
    const IrGame *other = options->other;
    *why = NULL;
    BitsGame *one = bits_of_game(session->arena, game, &(BitsOptions){.whole = options->whole}, why);
    BitsGame *two = other ? bits_of_game(session->arena, other, &(BitsOptions){0}, &aside) : NULL;
    if (one && two && are_near(one, two))
        return cheaper(session, one, two, options, why);
    if (one && two)
        diag(session->diags, DIAG_REMARK, (Span){0, 0}, "lanes: %u gates, %u without layout: the smaller network is taken",
             bits_size(one), bits_size(two));
    BitsGame *bits = !two || (one && bits_size(one) <= bits_size(two)) ? one : two;
    return bits ? plan_of(session, bits, options, why) : NULL;
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

/* ---- compilers ------------------------------------------------------------------------- */

static const char *symbol_of(const LaneProgram *p) { return p->forced ? "ludc_lanes_forced" : "ludc_lanes_exported"; }

/* The object may go as soon as it is open. */
static bool by_system(Session *session, const LaneProgram *program, const char *compiler, LaneCompiled *code)
{
    Out text = {0}, messages = {0};
    Tools tools;
    if (!tools_begin(&tools, session->arena, &messages)) {
        session_error(session, (Span){0, 0}, "cannot make a temporary directory: %s", messages.text);
        out_free(&messages);
        return false;
    }
    const char *path = tools_file(&tools, "lanes.so");
    lane_emit(program, &text);
    bool built = lane_build(&text, compiler, path, &messages);
    void *handle = built ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const void *symbol = handle ? dlsym(handle, symbol_of(program)) : NULL;
    tools_end(&tools);
    if (symbol)
        *code = (LaneCompiled){symbol, compiler ? compiler : "cc", close_object, handle};
    else
        session_error(session, (Span){0, 0}, "the C compiler (LUDC_CC, else cc) failed: %s",
                      built ? dlerror() : messages.n ? messages.text : "it cannot be run");
    if (handle && !symbol)
        dlclose(handle);
    out_free(&text);
    out_free(&messages);
    return symbol != NULL;
}

static bool in_memory(Session *session, const LaneProgram *program, const LaneMemoryCompiler *memory, LaneCompiled *code)
{
    Out text = {0}, errors = {0};
    lane_emit(program, &text);
    void *made = memory->compile(text.text, symbol_of(program), &errors);
    if (made)
        *code = (LaneCompiled){memory->symbol(made), "tcc", memory->release, made};
    else
        session_error(session, (Span){0, 0}, "internal: libtcc refused the lanes: %s", errors.n ? errors.text : "");
    out_free(&text);
    out_free(&errors);
    return made != NULL;
}

typedef struct {
    const LlvmModule *module;
    LlvmProgram *program;
} InModule;

static void release_module(void *owned)
{
    InModule *in = owned;
    in->module->release(in->program);
    free(in);
}

static bool by_module(Session *session, const LaneProgram *program, LaneCompiled *code)
{
    InModule in = {.module = llvm_open(session)};
    Out object = {0}, errors = {0};
    LlvmTimes times = {0};
    if (in.module && in.module->lanes(program, LLVM_OBJECT, &times, &object, &errors))
        in.program = in.module->load(&object, symbol_of(program), &times, &errors);
    if (errors.n)
        session_error(session, (Span){0, 0}, "internal: LLVM refused the lanes: %s", errors.text);
    out_free(&object);
    out_free(&errors);
    if (!in.program)
        return false;
    InModule *owned = malloc(sizeof *owned);
    if (!owned) {
        in.module->release(in.program);
        return session_unsupported(session, (Span){0, 0}, "the lanes take more memory than there is");
    }
    *owned = in;
    *code = (LaneCompiled){in.module->exported(in.program), "llvm", release_module, owned};
    return true;
}

bool lanes_compile(Session *session, const LaneProgram *program, const LaneMakeOptions *options, LaneCompiled *code)
{
    if (options->by == LANES_BY_TCC)
        return in_memory(session, program, options->memory, code);
    if (options->by == LANES_BY_LLVM || (options->by == LANES_BY_ANY && llvm_present()))
        return by_module(session, program, code);
    return by_system(session, program, tools_compiler(), code);
}

void lanes_compiled_free(LaneCompiled *code)
{
    if (code->release)
        code->release(code->owned);
    *code = (LaneCompiled){0};
}

/* What to compile for; false: a diagnostic says why not. */
static bool find_target(Session *session, const LaneMakeOptions *options, LaneTarget *target)
{
    bool tcc = options->by == LANES_BY_TCC;
    *target = (LaneTarget){64, false};
    if (!tcc && !options->lanes)
        *target = lane_target_here();
    else if (options->lanes && !lane_target_of(options->lanes, target))
        return session_error(session, (Span){0, 0}, "this processor has no words of %u lanes", options->lanes);
    if (tcc && (!options->memory || target->lanes != 64))
        return session_error(session, (Span){0, 0}, "libtcc makes 64 lanes, where it is built in");
    return true;
}

/* ---- players --------------------------------------------------------------------------- */

/* The bits that phases know, packed. */
static void pack_fixed(Arena *arena, const LaneFrame *frame, ludc_lanes *l)
{
    uint32_t n = (l->nstate + 63) / 64;
    uint64_t *fixed = ARENA_ARRAY(arena, uint64_t, (size_t)l->shape.nphase * n + 1);
    uint64_t *to = ARENA_ARRAY(arena, uint64_t, (size_t)l->shape.nphase * n + 1);
    for (uint32_t q = 0; q < l->shape.nphase; q++)
        for (uint32_t i = 0; i < l->nstate; i++)
            if (frame->place[i] < 0) {
                fixed[q * n + i / 64] |= UINT64_C(1) << i % 64;
                to[q * n + i / 64] |= (uint64_t)(frame->known[q][i] == 1) << i % 64;
            }
    l->npacked = n;
    l->fixed = fixed;
    l->fixed_to = to;
}

static const ludc_lanes *player_of(Arena *arena, const LanePlan *plan, const LaneProgram *program, const ludc_lanes_code *code)
{
    const BitsGame *g = plan->game;
    ludc_lanes *l = ARENA_NEW(arena, ludc_lanes);
    unsigned char *init = ARENA_ARRAY(arena, unsigned char, g->nstate + 1);
    for (uint32_t i = 0; i < g->nstate; i++)
        init[i] = g->init[i] != 0;
    *l = (ludc_lanes){.players = g->nrole, .joint = g->joint, .nstate = g->nstate, .nrow = plan->rows.nrow,
                      .whole = plan->rows.joint, .value = plan->rows.value, .init = init, .place = plan->frame.place,
                      .known = (const int8_t *const *)plan->frame.known, .shape = program->shape, .code = *code};
    pack_fixed(arena, &plan->frame, l);
    return l;
}

bool lanes_of_plan(Session *session, LanePlan *plan, const LaneMakeOptions *options, LanePlayer *player)
{
    LaneTarget target;
    if (!find_target(session, options, &target))
        return false;
    Arena *arena = arena_new();
    const LaneProgram *program = lane_program(plan, &target, arena);
    LaneCompiled code = {0};
    bool made = lanes_compile(session, program, options, &code);
    const ludc_lanes_code *c = code.symbol;
    if (made && (c->abi != LUDC_LANES_ABI || c->memory != lanes_memory(&program->shape, target.lanes))) {
        lanes_compiled_free(&code);
        made = session_error(session, (Span){0, 0}, "internal: the lanes' code is laid out otherwise");
    }
    if (made)
        *player = (LanePlayer){player_of(session->arena, plan, program, c), plan->game, plan, code};
    arena_free(arena);
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
    return ludc_value_payoff(l->joint, l->players, value);
}

void lanes_release(LanePlayer *player)
{
    lanes_compiled_free(&player->code);
    *player = (LanePlayer){0};
}
