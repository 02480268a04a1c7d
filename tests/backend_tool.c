/* backend_tool.c - a game's compiled reasoner beside the evaluator.
 *
 *   backend_tool c GAME.gir [PASSES]            prints the generated C
 *   backend_tool bare GAME.gir [PASSES]         the same, with what playouts need only
 *   backend_tool compare GAME.gir PASSES [SO]   compares: TAP on standard output
 *   backend_tool time GAME.gir PASSES N [SO]    N playouts, playouts a second
 *   backend_tool build GAME.gir PASSES FILE     the artefact that FILE's suffix names
 *
 * PASSES is `none`, `all` or names separated by commas.  SO is a shared object, or
 * `llvm`; without it the reasoner comes from libtcc.  Compared are every list of moves, mover, over, every view
 * and description along seeded playouts, where the reasoner's own playout must
 * take the same path; and leaf counts. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backends/backend.h"
#include "backends/c/build.h"
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
    if (strcmp(names, "none") == 0) {
        return true;
    }
    IrPassOptions options = {.keep_all = everything, .describe = everything, .verify = everything};
    const char *list[64];
    if (strcmp(names, "all") != 0) {
        char *copy = arena_strdup(game->session->arena, names);
        for (char *p = strtok(copy, ","); p && options.nrun < 64; p = strtok(NULL, ",")) {
            list[options.nrun++] = p;
        }
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

typedef struct {
    const ludc_reasoner *r;
    IrEval *eval;
    const IrGame *game;
    _Alignas(16) unsigned char mine[65536], theirs[65536];
    uint32_t a[LIST], b[LIST];
    char why[400];
} Pair;

static bool differ(Pair *p, const char *what, long long mine, long long theirs)
{
    snprintf(p->why, sizeof p->why, "%s: reasoner %lld, evaluator %lld%s%s", what, mine, theirs,
             ir_eval_error(p->eval) ? ", which says " : "",
             ir_eval_error(p->eval) ? ir_eval_error(p->eval) : "");
    return false;
}

static bool same_views(Pair *p)
{
    for (uint32_t i = 0; i < p->r->nview; i++) {
        const ludc_view_item *item = &p->r->view_item[i];
        int fn = ir_fn_find(p->game, item->name);
        uint32_t n = item->size ? item->size : 1;
        for (uint32_t j = 0; j < n; j++) {
            long long mine = p->r->view(p->r, p->mine, i, j);
            long long theirs = ir_eval_view(p->eval, p->theirs, fn, j);
            if (mine != theirs) {
                return differ(p, item->name, mine, theirs);
            }
        }
    }
    return true;
}

static bool same_description(Pair *p, uint32_t move)
{
    int32_t mine[64] = {0};
    int64_t theirs[64] = {0};
    if (p->r->ncolumn > 64) {
        return true;
    }
    p->r->describe(p->r, p->mine, move, mine);
    ir_eval_describe(p->eval, p->theirs, move, p->r->ncolumn, p->r->column, theirs);
    for (uint32_t i = 0; i < p->r->ncolumn; i++) {
        if (mine[i] != theirs[i]) {
            return differ(p, p->r->column[i], mine[i], theirs[i]);
        }
    }
    return true;
}

static uint32_t list(const Pair *p, uint32_t player, uint32_t *out)
{
    return player ? p->r->moves_of(p->r, p->mine, player, out) : p->r->moves(p->r, p->mine, out);
}

/* The number of moves, of one player in a joint game, or -1 when the lists differ. */
static long same_moves(Pair *p, uint32_t player)
{
    uint32_t n = list(p, player, p->a);
    uint32_t m = player ? ir_eval_moves_of(p->eval, p->theirs, (int)player, p->b)
                        : ir_eval_moves(p->eval, p->theirs, p->b);
    if (n != m || list(p, player, NULL) != n) {
        differ(p, "number of moves", n, m);
        return -1;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (p->a[i] != p->b[i]) {
            differ(p, "a move", p->a[i], p->b[i]);
            return -1;
        }
        if (!same_description(p, p->a[i])) {
            return -1;
        }
    }
    return n;
}

/* Plays a random move, or one of each player; false at the end and where the two
 * differ, which *n < 0 tells. */
static bool step(Pair *p, uint64_t *rng, long *n)
{
    uint32_t move[16];
    for (uint32_t player = p->r->joint; player <= (p->r->joint ? p->r->players : 0); player++) {
        *n = same_moves(p, player);
        if (*n <= 0) {
            return false;
        }
        move[player ? player - 1 : 0] = p->a[*n > 1 || !player ? rng_below(rng, (uint32_t)*n) : 0];
    }
    if (p->r->joint) {
        p->r->apply_joint(p->r, p->mine, move);
        ir_eval_apply_joint(p->eval, p->theirs, move, NULL);
    } else if (p->r->apply_random) {
        uint64_t same = *rng;
        p->r->apply_random(p->r, p->mine, move[0], rng);
        ir_eval_apply_rng(p->eval, p->theirs, move[0], &same);
    } else {
        p->r->apply(p->r, p->mine, move[0]);
        ir_eval_apply(p->eval, p->theirs, move[0]);
    }
    return true;
}

static bool same_playout(Pair *p, uint64_t seed)
{
    const ludc_reasoner *r = p->r;
    _Alignas(16) unsigned char whole[65536];
    uint64_t rng = seed, own = seed;
    r->init(r, p->mine);
    r->init(r, whole);
    ir_eval_init(p->eval, p->theirs);
    uint32_t length = 0;
    long n = 0;
    while (length < LONGEST && step(p, &rng, &n)) {
        if (!same_views(p)) {
            return false;
        }
        length++;
    }
    uint32_t made = r->playout(r, whole, &own, length);
    if (n < 0 || !same_views(p)) {
        return false;
    }
    if (ir_eval_error(p->eval)) {
        return differ(p, "error", 0, 0);
    }
    if (made != length) {
        return differ(p, "length of its own playout", made, length);
    }
    return memcmp(whole, p->mine, r->state_size) == 0 || differ(p, "state after its own playout", 0, 0);
}

static uint64_t leaves(const ludc_reasoner *r, const void *state, int depth)
{
    if (depth <= 1) {
        return depth == 0 ? 1 : r->moves(r, state, NULL);
    }
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

static int compare(const ludc_reasoner *r, IrGame *game, Arena *arena)
{
    Pair *p = calloc(1, sizeof *p);
    p->r = r;
    p->game = game;
    p->eval = ir_eval_new(arena, game);
    bool ok = r->state_size <= sizeof p->mine && r->max_moves <= LIST &&
              ir_eval_state_size(p->eval) <= sizeof p->theirs;
    if (!ok) {
        printf("1..0 # SKIP the game is too large for this test\n");
        free(p);
        return 0;
    }
    for (uint64_t seed = 1; ok && seed <= PLAYOUTS; seed++) {
        ok = same_playout(p, seed);
    }
    printf("1..1\n%sok 1 - %s: %d playouts%s%s\n", ok ? "" : "not ", game->name, (int)PLAYOUTS,
           ok ? "" : ": ", p->why);
    if (ok && !r->joint) {
        r->init(r, p->mine);
        uint64_t n = 0;
        for (int depth = 1; depth < 8 && n < LEAVES; depth++) {
            n = leaves(r, p->mine, depth);
            printf("# perft %d %llu\n", depth, (unsigned long long)n);
        }
    }
    free(p);
    return ok ? 0 : 1;
}

static int measure(const ludc_reasoner *r, uint32_t n)
{
    _Alignas(16) unsigned char state[65536];
    uint64_t rng = 1, moves = 0, wins[17] = {0};
    clock_t start = clock();
    for (uint32_t i = 0; i < n; i++) {
        r->init(r, state);
        moves += r->playout(r, state, &rng, UINT32_MAX);
        for (uint32_t p = 1; p <= r->players; p++) {
            wins[p] += r->rank2(r, state, p) == 2;
        }
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%s: %.1f k playouts/s, mean length %.3f, first player wins %.5f\n", r->name,
           n / seconds / 1000, (double)moves / n, (double)wins[1] / n);
    return 0;
}

/* --- command line --- */

static int use(const ludc_reasoner *r, char **argv, IrGame *game, Session *session, const Out *errors)
{
    if (!r && session->diags && diags_exit_code(session->diags)) {
        return complain(session, "no reasoner");
    }
    if (!r) {
        printf("Bail out! no reasoner: %s\n", errors->text ? errors->text : "dlopen");
        return 1;
    }
    return strcmp(argv[1], "time") == 0 ? measure(r, (uint32_t)atoi(argv[4])) : compare(r, game, session->arena);
}

static int with_llvm(char **argv, IrGame *game, Session *session)
{
    const LlvmModule *module = llvm_open(session);
    const char *level = getenv("LUDC_TEST_LEVEL");
    LlvmOptions options = {.text = {.describe = true, .shared = true}, .debug = getenv("LUDC_TEST_DEBUG") != NULL,
                           .level = level ? atoi(level) : 0};
    LlvmTimes times = {0};
    Out errors = {0}, object = {0};
    LlvmProgram *program = module && llvm_emit(module, game, &options, LLVM_OBJECT, &times, &object, &errors)
                               ? module->load(&object, "ludc_reasoner", &times, &errors)
                               : NULL;
    if (program && strcmp(argv[1], "time") == 0) {
        printf("# llvm: build %.2f passes %.2f code %.2f link %.2f ms, O%d, %zu functions, %zu instructions\n",
               times.build, times.passes, times.code, times.link, times.level, times.functions,
               times.instructions);
    }
    int code = use(program ? module->exported(program) : NULL, argv, game, session, &errors);
    if (program) {
        module->release(program);
    }
    out_free(&object);
    out_free(&errors);
    return code;
}

static int with_tcc(char **argv, IrGame *game, Session *session)
{
    Out text = {0}, errors = {0};
    Images images = {.arena = arena_new(), .least = 1}; /* all tables by address */
    BackendOptions options = {.shared = true, .describe = true, .images = &images};
    if (!backend_find("c")->emit(game, &options, &text)) {
        return complain(session, "not emitted");
    }
    clock_t start = clock();
    TccProgram *program = tcc_compile(text.text, &images, &errors);
    if (strcmp(argv[1], "time") == 0) {
        printf("# libtcc: %.2f ms\n", (double)(clock() - start) * 1000 / CLOCKS_PER_SEC);
    }
    int code = use(program ? tcc_reasoner(program) : NULL, argv, game, session, &errors);
    tcc_program_free(program);
    out_free(&text);
    out_free(&errors);
    return code;
}

static int with_reasoner(int argc, char **argv, IrGame *game, Session *session)
{
    int at = strcmp(argv[1], "time") == 0 ? 5 : 4;
    if (argc <= at) {
        return with_tcc(argv, game, session);
    }
    if (strcmp(argv[at], "llvm") == 0) {
        return with_llvm(argv, game, session);
    }
    const Out none = {0};
    void *handle = dlopen(argv[at], RTLD_NOW | RTLD_LOCAL);
    int code = use(handle ? dlsym(handle, "ludc_reasoner") : NULL, argv, game, session, &none);
    if (handle) {
        dlclose(handle);
    }
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
    if (!c_artefact_of(path, &kind)) {
        return 2;
    }
    CBuildResult result = c_build(game, &options, kind, path, &messages);
    if (result != C_BUILT) {
        complain(session, messages.n ? messages.text : "not built");
    }
    out_free(&messages);
    return result == C_BUILT ? 0 : result == C_NOT_WRITTEN ? 3 : 1;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        return 2;
    }
    Session *session = session_new();
    IrGame *game = load(session, argv[2]);
    int code;
    bool bare = strcmp(argv[1], "time") == 0 || strcmp(argv[1], "bare") == 0;
    if (!game || !run_passes(game, argc > 3 ? argv[3] : "none", !bare)) {
        code = complain(session, "cannot be read");
    } else if (strcmp(argv[1], "c") == 0 || strcmp(argv[1], "bare") == 0) {
        code = print_c(game, session);
    } else if (strcmp(argv[1], "build") == 0) {
        code = argc > 4 ? build(game, session, argv[4]) : 2;
    } else {
        code = with_reasoner(argc, argv, game, session);
    }
    session_free(session);
    return code;
}
