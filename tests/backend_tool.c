/* backend_tool.c - a game's compiled reasoner beside the evaluator.
 *
 *   backend_tool c GAME.gir [PASSES]            prints the generated C
 *   backend_tool bare GAME.gir [PASSES]         the same, with what playouts need only
 *   backend_tool compare GAME.gir PASSES SO..   compares: `ok SO`, `skip SO: why` or `not ok SO: why` of each
 *   backend_tool time GAME.gir PASSES N [SO]    N playouts, playouts a second
 *   backend_tool build GAME.gir PASSES FILE     the artefact that FILE's suffix names
 *
 * PASSES is `none`, `all` or names separated by commas.  SO is a shared object, `tcc` (the one that is meant where
 * none is said), `llvm`, or `llvm-lines`, which knows its places in the rules.  Compared are every list of moves,
 * mover, over, every view and description along seeded playouts, where the reasoner's own playout must take the same
 * path; and leaf counts.  The evaluator plays each playout once, all reasoners beside it. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backends/backend.h"
#include "backends/build/build.h"
#include "backends/tcc/tcc.h"
#include "base/rng.h"
#include "driver/engine/llvm_module.h"
#include "ir/eval/eval.h"
#include "ir/core/ir.h"
#include "ir/passes/pass.h"
#include "runtime/abi.h"

enum { LIST = 1000000, PLAYOUTS = 20, LONGEST = 300, LEAVES = 20000 };

static int complain(Session *session, const char *what)
{
    Out out = {0};
    diags_print(session->diags, session->sources, ~0u, 20, &out);
    printf("Bail out! %s\n%s", what, out.text ? out.text : "");
    out_free(&out);
    return diags_exit_code(session->diags) ? diags_exit_code(session->diags) : 1;
}

/* everything: keep all views, and verify after each pass */
static bool run_passes(IrGame *game, const char *names, bool everything)
{
    if (strcmp(names, "none") == 0)
        return true;
    IrPassOptions options = {.keep_all = everything, .describe = everything, .verify = everything};
    const char *list[64];
    if (strcmp(names, "all") != 0) {
        char *copy = arena_strdup(game->session->arena, names);
        for (char *p = strtok(copy, ","); p && options.nrun < 64; p = strtok(NULL, ","))
            list[options.nrun++] = p;
        options.run = list;
    }
    return ir_passes_run(game, &options);
}

static IrGame *load(Session *session, const char *path)
{
    const Source *source = source_read(session->sources, path);
    IrGame *game = source ? ir_read(session, source) : NULL;
    return game && ir_verify(game) ? game : NULL;
}

/* --- comparing --- */

/* A reasoner and what it needs to live. */
typedef struct {
    const char *name;
    const ludc_reasoner *r; /* NULL: there is none, `why` and `code` say why */
    bool differs;           /* from the evaluator; `why` says where */
    int code;
    char why[400];
    _Alignas(16) unsigned char mine[65536], whole[65536];
    TccProgram *tcc;
    const LlvmModule *module;
    LlvmProgram *llvm;
    void *handle;
} Side;

typedef struct {
    Side *side;
    int n;
    IrEval *eval;
    const IrGame *game;
    _Alignas(16) unsigned char theirs[65536];
    uint32_t a[LIST], b[LIST];
} Match;

static void differ(const Match *m, Side *s, const char *what, long long mine, long long theirs)
{
    const char *error = ir_eval_error(m->eval);
    s->differs = true;
    snprintf(s->why, sizeof s->why, "%s: reasoner %lld, evaluator %lld%s%s", what, mine, theirs,
             error ? ", which says " : "", error ? error : "");
}

/* Sides that still agree, from i on; NULL: there are no more. */
static Side *next_side(const Match *m, int *i)
{
    while (*i < m->n && (!m->side[*i].r || m->side[*i].differs))
        ++*i;
    return *i < m->n ? &m->side[(*i)++] : NULL;
}

#define EACH_SIDE(m, s) for (int at_ = 0; (s = next_side(m, &at_));)

static Side *any_side(const Match *m)
{
    int i = 0;
    return next_side(m, &i);
}

/* All reasoners of a game have the same views, columns and players. */
static void compare_views(const Match *m)
{
    Side *s = any_side(m);
    const ludc_reasoner *r = s ? s->r : NULL;
    for (uint32_t i = 0; r && i < r->nview; i++) {
        int fn = ir_fn_find(m->game, r->view_item[i].name);
        uint32_t n = r->view_item[i].size ? r->view_item[i].size : 1;
        for (uint32_t j = 0; j < n; j++) {
            long long theirs = ir_eval_view(m->eval, m->theirs, fn, j);
            EACH_SIDE(m, s) {
                long long mine = s->r->view(s->r, s->mine, i, j);
                if (mine != theirs)
                    differ(m, s, s->r->view_item[i].name, mine, theirs);
            }
        }
    }
}

static void compare_description(const Match *m, uint32_t move)
{
    Side *s = any_side(m);
    int64_t theirs[64] = {0};
    if (!s || s->r->ncolumn > 64)
        return;
    ir_eval_describe(m->eval, m->theirs, move, s->r->ncolumn, s->r->column, theirs);
    EACH_SIDE(m, s) {
        int32_t mine[64] = {0};
        s->r->describe(s->r, s->mine, move, mine);
        for (uint32_t i = 0; i < s->r->ncolumn && !s->differs; i++)
            if (mine[i] != theirs[i])
                differ(m, s, s->r->column[i], mine[i], theirs[i]);
    }
}

static uint32_t list(const Side *s, uint32_t player, uint32_t *out)
{
    return player ? s->r->moves_of(s->r, s->mine, player, out) : s->r->moves(s->r, s->mine, out);
}

/* The number of moves, of one player in a joint game; m->b holds them. */
static uint32_t compare_moves(Match *m, uint32_t player)
{
    uint32_t n = player ? ir_eval_moves_of(m->eval, m->theirs, (int)player, m->b) : ir_eval_moves(m->eval, m->theirs, m->b);
    Side *s;
    EACH_SIDE(m, s) {
        uint32_t mine = list(s, player, m->a);
        if (mine != n || list(s, player, NULL) != n)
            differ(m, s, "number of moves", mine, n);
        for (uint32_t i = 0; i < n && !s->differs; i++)
            if (m->a[i] != m->b[i])
                differ(m, s, "a move", m->a[i], m->b[i]);
    }
    for (uint32_t i = 0; i < n; i++)
        compare_description(m, m->b[i]);
    return n;
}

/* Makes one move in the reasoner and in the evaluator, whose state is advanced by the last side only. */
static void apply_all(Match *m, const uint32_t *move, uint64_t *rng)
{
    Side *s = any_side(m);
    const ludc_reasoner *r = s->r;
    uint64_t before = *rng;
    EACH_SIDE(m, s) {
        uint64_t same = before;
        if (r->joint)
            s->r->apply_joint(s->r, s->mine, move);
        else if (r->apply_random)
            s->r->apply_random(s->r, s->mine, move[0], &same);
        else
            s->r->apply(s->r, s->mine, move[0]);
        *rng = same;
    }
    uint64_t same = before;
    if (r->joint)
        ir_eval_apply_joint(m->eval, m->theirs, move, NULL);
    else if (r->apply_random)
        ir_eval_apply_rng(m->eval, m->theirs, move[0], &same);
    else
        ir_eval_apply(m->eval, m->theirs, move[0]);
}

/* Plays a random move, or one of each player; false at the end, or when no side is left. */
static bool step(Match *m, uint64_t *rng)
{
    Side *s = any_side(m);
    uint32_t move[16];
    bool joint = s && s->r->joint;
    uint32_t last = joint ? s->r->players : 0;
    for (uint32_t player = joint; s && player <= last; player++) {
        uint32_t n = compare_moves(m, player);
        if (n == 0 || !any_side(m))
            return false;
        move[player ? player - 1 : 0] = m->b[n > 1 || !player ? rng_below(rng, n) : 0];
    }
    if (s)
        apply_all(m, move, rng);
    return s != NULL;
}

static void compare_playout(Match *m, uint64_t seed)
{
    Side *s;
    uint64_t rng = seed;
    uint32_t length = 0;
    EACH_SIDE(m, s) {
        s->r->init(s->r, s->mine);
        s->r->init(s->r, s->whole);
    }
    ir_eval_init(m->eval, m->theirs);
    while (length < LONGEST && step(m, &rng)) {
        compare_views(m);
        length++;
    }
    compare_views(m);
    EACH_SIDE(m, s) {
        uint64_t own = seed;
        uint32_t made = s->r->playout(s->r, s->whole, &own, length);
        if (ir_eval_error(m->eval))
            differ(m, s, "error", 0, 0);
        else if (made != length)
            differ(m, s, "length of its own playout", made, length);
        else if (memcmp(s->whole, s->mine, s->r->state_size) != 0)
            differ(m, s, "state after its own playout", 0, 0);
    }
}

static uint64_t leaves(const ludc_reasoner *r, const void *state, int depth)
{
    if (depth <= 1)
        return depth == 0 ? 1 : r->moves(r, state, NULL);
    uint32_t n = r->moves(r, state, NULL);
    uint32_t *list = malloc(sizeof *list * (n + 1));
    _Alignas(16) unsigned char after[65536];
    uint64_t sum = 0;
    r->moves(r, state, list);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(after, state, r->state_size);
        r->apply(r, after, list[i]);
        sum += leaves(r, after, depth - 1);
    }
    free(list);
    return sum;
}

/* The first reasoner's leaf counts are printed; all others must have them. */
static void compare_leaves(Match *m)
{
    Side *s, *first = any_side(m);
    uint64_t want[8] = {0};
    int known = 0;
    if (!first || first->r->joint)
        return;
    EACH_SIDE(m, s) {
        uint64_t n = 0;
        s->r->init(s->r, s->mine);
        for (int depth = 1; s == first ? depth < 8 && n < LEAVES : depth <= known && !s->differs; depth++) {
            n = leaves(s->r, s->mine, depth);
            if (s == first)
                printf("# perft %d %llu\n", known = depth, (unsigned long long)(want[depth] = n));
            else if (n != want[depth])
                differ(m, s, "leaves", (long long)n, (long long)want[depth]);
        }
    }
}

static bool fits(const Match *m, Side *s)
{
    bool fits = s->r->state_size <= sizeof s->mine && s->r->max_moves <= LIST &&
                ir_eval_state_size(m->eval) <= sizeof m->theirs;
    if (!fits) {
        s->r = NULL;
        s->code = 4;
        snprintf(s->why, sizeof s->why, "the game is too large for this test");
    }
    return fits;
}

static int compare(Side *side, int n, IrGame *game, Arena *arena)
{
    Match *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    *m = (Match){.side = side, .n = n, .eval = ir_eval_new(arena, game), .game = game};
    for (int i = 0; i < n; i++)
        if (side[i].r)
            fits(m, &side[i]);
    for (uint64_t seed = 1; any_side(m) && seed <= PLAYOUTS; seed++)
        compare_playout(m, seed);
    compare_leaves(m);
    int code = 0;
    for (int i = 0; i < n; i++) {
        bool ok = side[i].r && !side[i].differs;
        const char *word = ok ? "ok" : side[i].code == 4 ? "skip" : "not ok";
        printf("%s %s%s%s\n", word, side[i].name, *side[i].why ? ": " : "", side[i].why);
        code |= !ok && side[i].code != 4;
    }
    free(m);
    return code;
}

static int measure(const ludc_reasoner *r, uint32_t n)
{
    _Alignas(16) unsigned char state[65536];
    uint64_t rng = 1, moves = 0, wins[17] = {0};
    clock_t start = clock();
    for (uint32_t i = 0; i < n; i++) {
        r->init(r, state);
        moves += r->playout(r, state, &rng, UINT32_MAX);
        for (uint32_t p = 1; p <= r->players; p++)
            wins[p] += r->rank2(r, state, p) == 2;
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%s: %.1f k playouts/s, mean length %.3f, first player wins %.5f\n", r->name,
           n / seconds / 1000, (double)moves / n, (double)wins[1] / n);
    return 0;
}

/* --- command line --- */

/* There is no reasoner: what was said, on one line. */
static void without(Side *s, Session *session, const Out *errors)
{
    Out out = {0};
    s->code = session->diags ? diags_exit_code(session->diags) : 0;
    if (s->code)
        diags_print(session->diags, session->sources, ~0u, 20, &out);
    const char *text = s->code ? out.text : errors->text;
    s->code = s->code ? s->code : 1;
    snprintf(s->why, sizeof s->why, "%s", text ? text : "dlopen");
    for (char *p = s->why; *p; p++)
        if (*p == '\n')
            *p = p[1] ? ' ' : '\0';
    out_free(&out);
}

static void open_llvm(Side *s, const char *verb, IrGame *game, Session *session, Out *errors)
{
    const char *level = getenv("LUDC_TEST_LEVEL");
    LlvmOptions options = {.text = {.describe = true, .shared = true}, .debug = !strcmp(s->name, "llvm-lines"),
                           .level = level ? atoi(level) : 0};
    LlvmTimes times = {0};
    Out object = {0};
    s->module = llvm_open(session);
    if (s->module && llvm_emit(s->module, game, &options, LLVM_OBJECT, &times, &object, errors))
        s->llvm = s->module->load(&object, "ludc_reasoner", &times, errors);
    if (s->llvm && strcmp(verb, "time") == 0)
        printf("# llvm: build %.2f passes %.2f code %.2f link %.2f ms, O%d, %zu functions, %zu instructions\n", times.build,
               times.passes, times.code, times.link, times.level, times.functions, times.instructions);
    s->r = s->llvm ? s->module->exported(s->llvm) : NULL;
    out_free(&object);
}

static void open_tcc(Side *s, const char *verb, IrGame *game, Out *errors)
{
    Out text = {0};
    Images images = {.arena = arena_new(), .least = 1}; /* all tables by address */
    BackendOptions options = {.shared = true, .describe = true, .images = &images};
    clock_t start = clock();
    if (backend_find("c")->emit(game, &options, &text))
        s->tcc = tcc_compile(text.text, &images, errors);
    else
        arena_free(images.arena);
    if (strcmp(verb, "time") == 0)
        printf("# libtcc: %.2f ms\n", (double)(clock() - start) * 1000 / CLOCKS_PER_SEC);
    s->r = s->tcc ? tcc_reasoner(s->tcc) : NULL;
    out_free(&text);
}

static void open_side(Side *s, const char *verb, IrGame *game, Session *session)
{
    Out errors = {0};
    if (!strncmp(s->name, "llvm", 4))
        open_llvm(s, verb, game, session, &errors);
    else if (!strcmp(s->name, "tcc"))
        open_tcc(s, verb, game, &errors);
    else if ((s->handle = dlopen(s->name, RTLD_NOW | RTLD_LOCAL)))
        s->r = dlsym(s->handle, "ludc_reasoner");
    if (!s->r)
        without(s, session, &errors);
    out_free(&errors);
}

static void close_side(Side *s)
{
    tcc_program_free(s->tcc);
    if (s->llvm)
        s->module->release(s->llvm);
    if (s->handle)
        dlclose(s->handle);
}

enum { SIDES = 8 };

static int with_reasoners(int argc, char **argv, IrGame *game, Session *session)
{
    bool time = strcmp(argv[1], "time") == 0;
    int first = time ? 5 : 4, n = argc > first ? argc - first : 1;
    Side *side = n <= SIDES ? calloc((size_t)n, sizeof *side) : NULL;
    if (!side)
        return 2;
    for (int i = 0; i < n; i++) {
        side[i].name = argc > first ? argv[first + i] : "tcc";
        open_side(&side[i], argv[1], game, session);
    }
    int code = !time ? compare(side, n, game, session->arena)
                     : side->r ? measure(side->r, (uint32_t)atoi(argv[4])) : 1;
    if (time && !side->r)
        printf("Bail out! %s\n", side->why);
    for (int i = 0; i < n; i++)
        close_side(&side[i]);
    free(side);
    return code;
}

static int print_c(IrGame *game, Session *session)
{
    Out text = {0};
    BackendOptions options = {.shared = true, .describe = true};
    bool ok = backend_find("c")->emit(game, &options, &text);
    int code = ok ? 0 : complain(session, "not emitted");
    fputs(ok ? text.text : "", stdout);
    out_free(&text);
    return code;
}

static int build(IrGame *game, Session *session, const char *path)
{
    CBuildOptions options = {.compiler = getenv("CC"), .text = {.describe = true}};
    CArtefact kind;
    Out messages = {0};
    if (!c_artefact_of(path, &kind))
        return 2;
    CBuildResult result = c_build(game, &options, kind, path, &messages);
    if (result != C_BUILT)
        complain(session, messages.n ? messages.text : "not built");
    out_free(&messages);
    return result == C_BUILT ? 0 : result == C_NOT_WRITTEN ? 3 : 1;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    Session *session = session_new();
    IrGame *game = load(session, argv[2]);
    int code;
    bool bare = strcmp(argv[1], "time") == 0 || strcmp(argv[1], "bare") == 0;
    if (!game || !run_passes(game, argc > 3 ? argv[3] : "none", !bare))
        code = complain(session, "cannot be read");
    else if (strcmp(argv[1], "c") == 0 || strcmp(argv[1], "bare") == 0)
        code = print_c(game, session);
    else if (strcmp(argv[1], "build") == 0)
        code = argc > 4 ? build(game, session, argv[4]) : 2;
    else
        code = with_reasoners(argc, argv, game, session);
    session_free(session);
    return code;
}
