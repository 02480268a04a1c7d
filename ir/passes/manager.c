/* manager.c - runs the passes: order, timing, verification, dumps, remarks. */
#include "ir/analysis/analyses.h"
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

#include <string.h>
#include <time.h>

typedef struct {
    IrPassInfo info;
    IrPassFn *run;
} PassRow;

enum { FLAT = IR_FORM_FLAT, ABSTRACT = IR_FORM_ABSTRACT, ALL = IR_KEEPS_ALL };
#define FACT(name) IR_KEEPS_##name

static const PassRow passes[] = {
#define PASS(name, needs, gives, breaks, keeps, doc) {{#name, needs, gives, breaks, keeps, doc}, ir_pass_##name},
#include "ir/passes/passes.def"
#undef PASS
};

enum { NPASSES = sizeof passes / sizeof passes[0] };

#define PIPELINE(name, doc, ...) static const char *const order_##name[] = {__VA_ARGS__, NULL};
#include "ir/passes/pipelines.def"
#undef PIPELINE

static const IrPipeline pipelines[] = {
#define PIPELINE(name, doc, ...) {#name, doc, order_##name},
#include "ir/passes/pipelines.def"
#undef PIPELINE
};

enum { NPIPELINES = sizeof pipelines / sizeof pipelines[0] };

const IrPipeline *ir_pipeline(size_t i) { return i < NPIPELINES ? &pipelines[i] : NULL; }

const IrPassInfo *ir_pass_info(size_t i)
{
    return i < NPASSES ? &passes[i].info : NULL;
}

const char *ir_pass_order(size_t i)
{
    return i < sizeof order_default / sizeof *order_default ? order_default[i] : NULL;
}

const char *ir_form_name(unsigned bits, size_t i)
{
    static const char *const name[] = {"flat", "abstract"};
    for (size_t bit = 0; bit < sizeof name / sizeof *name; bit++)
        if (bits & 1U << bit && i-- == 0)
            return name[bit];
    return NULL;
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
    ir_facts_drop(game, row->info.keeps);
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

static const IrPipeline *find_pipeline(const char *name)
{
    for (size_t i = 0; i < NPIPELINES; i++)
        if (strcmp(pipelines[i].name, name) == 0)
            return &pipelines[i];
    return NULL;
}

typedef VEC(const char *) Names;

/* Pipelines by what they name, passes as they are. */
static Names expanded(Arena *arena, const char *const *list, size_t n)
{
    Names all = {0};
    for (size_t i = 0; i < n; i++) {
        const IrPipeline *p = find_pipeline(list[i]);
        for (size_t j = 0; p && p->pass[j]; j++)
            vec_push(arena, &all, p->pass[j]);
        if (!p)
            vec_push(arena, &all, list[i]);
    }
    return all;
}

/* What is to run of the list, which is known; its needs are checked.  false: one is not met. */
static bool chosen(IrGame *game, const IrPassOptions *o, const Names *list, bool *run)
{
    unsigned form = IR_FORM_ABSTRACT | (game->flat ? (unsigned)IR_FORM_FLAT : 0), missed = 0;
    for (size_t i = 0; i < list->n; i++) {
        const IrPassInfo *info = &find_pass(list->at[i])->info;
        const unsigned lacks = info->needs & ~form;
        run[i] = !lacks && !is_listed(o->disabled, o->ndisabled, info->name);
        if (run[i])
            form = (form & ~info->breaks) | info->gives;
        else if (!lacks)
            missed |= info->gives;
        else if (lacks & ~missed)
            return session_error(game->session, (Span){0, 0}, "pass %s needs a game that is `%s`, and none before it leaves one", info->name,
                                 ir_form_name(lacks, 0));
    }
    return true;
}

bool ir_passes_run(IrGame *game, const IrPassOptions *options)
{
    static const char *const usual[] = {"default"}, *const of_joint[] = {"joint"};
    Arena *home = game->arena;
    const Names list = options->run ? expanded(home, options->run, options->nrun) : expanded(home, game->joint ? of_joint : usual, 1);
    bool *run = ARENA_ARRAY(home, bool, list.n + 1);
    if (!names_known(game, list.at, list.n) || !names_known(game, options->disabled, options->ndisabled) ||
        !chosen(game, options, &list, run))
        return false;
    const IrFn *lowered = options->high ? NULL : tree_lowered(game);
    if (lowered)
        return session_unsupported(game->session, lowered->at, "passes do not know `recursive`, `aside`, `collect` and `note`, which lowering writes");
    bool sound = true;
    game->arena = arena_beside(game->arena);
    size_t lean = 0; /* of what is needed */
    for (size_t i = 0; i < list.n && sound; i++) {
        if (!run[i])
            continue;
        sound = run_pass(game, options, find_pass(list.at[i]), i);
        if (arena_size(game->arena) > lean + MUCH) {
            move_on(game, home);
            lean = arena_size(game->arena);
        }
    }
    arena_join(home, game->arena);
    game->arena = home;
    return sound;
}
