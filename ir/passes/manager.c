/* manager.c - runs the passes: order, timing, verification, dumps, remarks. */
#include "ir/passes/pass.h"

#include <string.h>
#include <time.h>

typedef struct {
    IrPassInfo info;
    IrPassFn *run;
} PassRow;

static const PassRow passes[] = {
#define PASS(name, needs, breaks, doc) {{#name, needs, breaks, doc}, ir_pass_##name},
#include "ir/passes/passes.def"
#undef PASS
};

enum { NPASSES = sizeof passes / sizeof passes[0] };

/* The default order.  `ranges` and `dce` profit from constants, `specialise`
 * makes new ones, `loops_to_sets` wants the mover constant, `layout` comes once and
 * late: nothing abstract is left after it. */
static const char *const order[] = {
    "bloom_history",
    "fold", "inline", "fold", "dce", "ranges", "value_sets", "load_forward", "fold", "dce",
    "flatten", "fold", "specialise", "load_forward", "fold", "value_sets", "load_forward", "fold", "dce", "ranges", "fold",
    "loops_to_sets", "ray_fill", "load_forward", "fold",
    "narrow_loops", "precheck", "layout", "fold", "cse_sets", "split_generators", "dce",
    "lazy_end_tests", "atari", "trial_slice",
};

/* A joint game is born with its fields laid out and its conditions as bits. */
static const char *const joint_order[] = {"flatten"};

enum { NORDER = sizeof order / sizeof order[0] };

const IrPassInfo *ir_pass_info(size_t i)
{
    return i < NPASSES ? &passes[i].info : NULL;
}

const char *ir_pass_order(size_t i)
{
    return i < NORDER ? order[i] : NULL;
}

static const PassRow *find_pass(const char *name)
{
    for (size_t i = 0; i < NPASSES; i++)
        if (strcmp(passes[i].info.name, name) == 0)
            return &passes[i];
    return NULL;
}

static bool is_listed(const char *const *list, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

void ir_pass_remark(const IrPass *pass, Span at, const char *format, ...)
{
    if (!pass->options->remarks)
        return;
    va_list args;
    va_start(args, format);
    diag_v(pass->game->session->diags, DIAG_REMARK, at, format, args);
    va_end(args);
}

bool ir_pass_keeps_view(const IrPass *pass, const char *name)
{
    static const char *const always[] = {"over", "mover", "rank"};
    const IrPassOptions *o = pass->options;
    return o->keep_all || is_listed(always, 3, name) ||
           is_listed(o->keep, o->nkeep, name);
}

static double now_ms(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

enum { MUCH = 16 << 20 }; /* bytes */

/* Leaves behind what earlier passes made and nobody needs any more. */
static void move_on(IrGame *game, const Arena *home)
{
    Arena *from = game->arena;
    *game = *ir_game_move(game, arena_beside(game->arena), home);
    arena_free(from);
}

/* Runs one pass; false if the game is not sound after it. */
static bool run_pass(IrGame *game, const IrPassOptions *options,
                     const PassRow *row, size_t index)
{
    IrPass pass = {game, options, row->info.name};
    double start = now_ms();
    bool changed = row->run(&pass);
    if (options->time && index < options->ntime)
        options->time[index] =
            (IrPassTime){row->info.name, now_ms() - start, changed};
    if (options->dump)
        options->dump(game, row->info.name, options->data);
    if (!options->verify || ir_verify(game))
        return true;
    return session_error(game->session, (Span){0, 0},
                         "internal: the game is not sound after pass %s",
                         row->info.name);
}

/* What passes were called once: who types an old name is told the new one. */
static const struct {
    const char *old, *now;
} renamed[] = {
    {"calm", "atari"},       {"sieve", "bloom_history"}, {"aim", "narrow_loops"},   {"sure", "precheck"},
    {"sights", "ray_fill"},  {"setform", "loops_to_sets"}, {"once", "cse_sets"},    {"values", "value_sets"},
    {"forward", "load_forward"}, {"live", "dce"},        {"split", "split_generators"}, {"defer", "lazy_end_tests"},
    {"slice", "trial_slice"},
};

static bool unknown(IrGame *game, const char *name)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i].old, name) == 0)
            return session_error(game->session, (Span){0, 0}, "there is no pass `%s`: it is called `%s`", name,
                                 renamed[i].now);
    return session_error(game->session, (Span){0, 0}, "there is no pass `%s`", name);
}

static bool names_known(IrGame *game, const char *const *list, size_t n)
{
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        if (!find_pass(list[i]))
            ok = unknown(game, list[i]);
    return ok;
}

bool ir_passes_run(IrGame *game, const IrPassOptions *options)
{
    const char *const *run = options->run ? options->run : game->joint ? joint_order : order;
    size_t n = options->run ? options->nrun : game->joint ? 1 : (size_t)NORDER;
    if (!names_known(game, run, n) ||
        !names_known(game, options->disabled, options->ndisabled))
        return false;
    Arena *home = game->arena;
    bool sound = true;
    game->arena = arena_beside(game->arena);
    size_t lean = 0; /* of what is needed */
    for (size_t i = 0; i < n && sound; i++) {
        if (is_listed(options->disabled, options->ndisabled, run[i]))
            continue;
        sound = run_pass(game, options, find_pass(run[i]), i);
        if (arena_size(game->arena) > lean + MUCH) {
            move_on(game, home);
            lean = arena_size(game->arena);
        }
    }
    arena_join(home, game->arena);
    game->arena = home;
    return sound;
}
