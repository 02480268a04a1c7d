/* passes_tool.c - the passes of the IR on their own, for tests.
 *
 *   passes_tool run PASS,PASS,.. FILE   the game after these passes, as text
 *   passes_tool play FILE               after all, for playouts: few views kept
 *   passes_tool same DEPTH PLAYOUTS FILE
 *       After each pass of the default order, and in every layout, the game must
 *       be the one it was: perft to DEPTH, and in seeded playouts the moves of
 *       every state in order, as codes, and the views that are always kept.
 *       Where a pass changed nothing of the game's text nothing is played again;
 *       all passes are run one at a time, and all at once in each layout.
 *
 * Exit code 0, 1 wrong or different, 2 usage, 3 cannot read. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "ir/eval/eval.h"
#include "ir/passes/pass.h"
#include "tests/tool.h"

enum { MAX_PASSES = 64, MAX_PLIES = 400 };

/* ---- run --------------------------------------------------------------- */

static size_t split(char *list, const char **name)
{
    size_t n = 0;
    for (char *p = strtok(list, ","); p && n < MAX_PASSES; p = strtok(NULL, ","))
        name[n++] = p;
    return n;
}

static int run(char *passes, const char *path)
{
    Session *session = session_new();
    IrGame *game = tool_read_game(session, path);
    const char *name[MAX_PASSES];
    IrPassOptions options = {.keep_all = true, .describe = true, .verify = true};
    if (passes) {
        options.run = name;
        options.nrun = split(passes, name);
    } else {
        options.keep_all = options.describe = false;
        options.remarks = true;
    }
    bool ok = ir_passes_run(game, &options);
    Out out = {0};
    if (ok)
        ir_print(game, &out);
    fputs(out.text ? out.text : "", stdout);
    out_free(&out);
    tool_print_diags(session);
    session_free(session);
    return ok ? 0 : 1;
}

/* ---- same -------------------------------------------------------------- */

typedef struct {
    const IrGame *game;
    IrEval *eval;
    uint32_t *moves; /* of the state at hand */
    uint64_t hash;
    int depth, playouts;
} Play;

static void mix(Play *p, uint64_t x)
{
    p->hash = (p->hash ^ x) * UINT64_C(0x100000001b3);
    p->hash ^= p->hash >> 29;
}

static uint64_t perft(Play *p, const void *state, int depth)
{
    uint32_t n = ir_eval_moves(p->eval, state, NULL);
    if (depth <= 1 || n == 0 || ir_eval_error(p->eval))
        return depth == 0 ? 1 : n;
    uint32_t *moves = malloc(n * sizeof *moves);
    size_t size = ir_eval_state_size(p->eval);
    char *next = malloc(size);
    uint64_t total = 0;
    ir_eval_moves(p->eval, state, moves);
    for (uint32_t i = 0; i < n && !ir_eval_error(p->eval); i++) {
        memcpy(next, state, size);
        ir_eval_apply(p->eval, next, moves[i]);
        total += perft(p, next, depth - 1);
    }
    free(next);
    free(moves);
    return total;
}

static void mix_views(Play *p, const void *state)
{
    int over = ir_fn_find(p->game, "over"), mover = ir_fn_find(p->game, "mover");
    int rank = ir_fn_find(p->game, "rank");
    bool ended = over >= 0 && ir_eval_view(p->eval, state, over, 0);
    mix(p, ended);
    if (mover >= 0)
        mix(p, (uint64_t)ir_eval_view(p->eval, state, mover, 0));
    for (int i = 1; ended && rank >= 0 && i <= p->game->players; i++)
        mix(p, (uint64_t)ir_eval_view(p->eval, state, rank, i));
}

static void playout(Play *p, uint64_t seed)
{
    char *state = malloc(ir_eval_state_size(p->eval));
    uint64_t rng = seed;
    ir_eval_init(p->eval, state);
    for (int ply = 0; ply < MAX_PLIES && !ir_eval_error(p->eval); ply++) {
        uint32_t n = ir_eval_moves(p->eval, state, p->moves);
        mix_views(p, state);
        mix(p, n);
        for (uint32_t i = 0; i < n; i++)
            mix(p, p->moves[i]);
        if (n == 0)
            break;
        ir_eval_apply_rng(p->eval, state, p->moves[rng_below(&rng, n)], &rng);
    }
    free(state);
}

/* A text that says all of the game's behaviour that we look at. */
static void behaviour(IrGame *game, int depth, int playouts, char *text, size_t size)
{
    Arena *arena = arena_new();
    Play p = {.game = game, .eval = ir_eval_new(arena, game)};
    p.moves = malloc(sizeof *p.moves * (1u << 20));
    char *state = malloc(ir_eval_state_size(p.eval));
    size_t at = 0;
    ir_eval_init(p.eval, state);
    for (int d = 1; d <= depth; d++)
        at += (size_t)snprintf(text + at, size - at, "%" PRIu64 " ", perft(&p, state, d));
    for (int i = 0; i < playouts; i++)
        playout(&p, (uint64_t)i + 1);
    snprintf(text + at, size - at, "%016" PRIx64 "%s%s", p.hash,
             ir_eval_error(p.eval) ? " error: " : "",
             ir_eval_error(p.eval) ? ir_eval_error(p.eval) : "");
    free(state);
    free(p.moves);
    arena_free(arena);
}

typedef struct {
    const char *path, *expected;
    Out text; /* of the game that was played last */
    int depth, playouts;
    int failures;
} Same;

/* Is the game's text, with all that a back end may use, what was played last?  From now on it is. */
static bool played(Same *s, const IrGame *game)
{
    Out text = {0};
    ir_print(game, &text);
    bool same = s->text.n == text.n && text.n && memcmp(s->text.text, text.text, text.n) == 0;
    out_free(&s->text);
    s->text = text;
    return same;
}

/* Runs passes of the default order, from `first` to `end`; false: they fail, which is said. */
static bool run_some(Same *s, IrGame *game, size_t first, size_t end, IrLayout layout)
{
    const char *name[MAX_PASSES];
    for (size_t i = first; i < end; i++)
        name[i - first] = ir_pass_order(i);
    IrPassOptions options = {.run = name, .nrun = end - first, .layout = layout, .verify = true};
    bool ok = ir_passes_run(game, &options);
    if (!ok) {
        tool_print_diags(game->session);
        s->failures++;
    }
    return ok;
}

/* The game after the first n passes. */
static void compare(Same *s, IrGame *game, size_t n, const char *what)
{
    char found[512];
    if (played(s, game))
        return;
    behaviour(game, s->depth, s->playouts, found, sizeof found);
    if (strcmp(found, s->expected) != 0) {
        printf("after %zu passes (%s, %s): expected %s, found %s\n", n, ir_pass_order(n - 1), what, s->expected, found);
        s->failures++;
    }
}

/* The game after all passes at once, as they are run by everybody else. */
static void whole(Same *s, size_t n, IrLayout layout, const char *what)
{
    Session *session = session_new();
    IrGame *game = tool_read_game(session, s->path);
    if (run_some(s, game, 0, n, layout))
        compare(s, game, n, what);
    session_free(session);
}

static int same(int depth, int playouts, const char *path)
{
    static const char *const layout[] = {"auto", "bytes", "onehot", "both"};
    char expected[512];
    Session *session = session_new();
    IrGame *game = tool_read_game(session, path);
    behaviour(game, depth, playouts, expected, sizeof expected);
    Same s = {.path = path, .expected = expected, .depth = depth, .playouts = playouts};
    played(&s, game);
    size_t n = 0;
    printf("%s\n", expected);
    bool sound = true;
    for (; ir_pass_order(n) && sound; n++)
        if ((sound = run_some(&s, game, n, n + 1, IR_LAYOUT_AUTO)))
            compare(&s, game, n + 1, "auto");
    for (int i = IR_LAYOUT_AUTO; i <= IR_LAYOUT_BOTH && sound; i++)
        whole(&s, n, (IrLayout)i, layout[i]);
    out_free(&s.text);
    session_free(session);
    return s.failures || strstr(expected, "error") ? 1 : 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "run") == 0)
        return run(argv[2], argv[3]);
    if (argc == 3 && strcmp(argv[1], "play") == 0)
        return run(NULL, argv[2]);
    if (argc == 5 && strcmp(argv[1], "same") == 0)
        return same(atoi(argv[2]), atoi(argv[3]), argv[4]);
    fputs("usage: passes_tool run PASSES FILE | play FILE | same DEPTH PLAYOUTS FILE\n", stderr);
    return 2;
}
