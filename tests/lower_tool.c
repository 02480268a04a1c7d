/* lower_tool.c - the low form on its own, for tests.
 *
 *   lower_tool print FILE           the functions that lowering makes, as text, and names of rules that are sums
 *   lower_tool same PLAYOUTS FILE   the game as read, and after all passes, without and with its plans, beside its low form: in seeded
 *       playouts every state has the same moves, and every view the same value for each of its
 *       parameter's.  The procedure that plays a random move plays the one that the same word picks from the list, or,
 *       where a plan says how, a legal one.  The text of the low form must be read as the same text.
 *   lower_tool sound FILE           the game as read, after all passes, and with its plans: its low form is sound, and its text is read as the same
 *       text
 *
 * Exit code 0, 1 wrong or different, 2 usage, 3 cannot read. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "ir/core/tree.h"
#include "ir/eval/eval.h"
#include "ir/lower/lower.h"
#include "ir/passes/lowering.h"
#include "ir/plan/plan.h"
#include "tests/tool.h"

enum { MAX_PLIES = 200, MAX_MOVES = 1 << 16, MAX_VALUES = 1024 };

static const IrPassOptions checked = {.verify = true};

static IrGame *lowered(IrGame *game)
{
    IrGame *low = ir_lower(game, arena_beside(game->arena), &checked);
    if (low)
        ir_lower_ways(low); /* what back ends without lanes do */
    return low && ir_verify(low) ? low : NULL;
}

/* ---- print --------------------------------------------------------------- */

/* The names of rules' headers that are lookups no more. */
static void print_names(const IrGame *low)
{
    for (size_t i = 0; i < low->fn.n; i++) {
        const IrFn *fn = low->fn.at[i];
        for (int k = 0; fn->kind == IR_RULE && fn->header && k < fn->header->n; k++) {
            const Ir *let = fn->header->a[k];
            Out text = {0};
            if (let->op != IR_OP_LET || (let->a[0]->op != IR_OP_ADD && let->a[0]->op != IR_OP_SUB))
                continue;
            ir_print_node(low, fn, let, &text);
            printf("rule %s: %s\n", fn->name, text.text);
            out_free(&text);
        }
    }
}

static int print(const char *path)
{
    Session *session = session_new();
    IrGame *game = tool_read_game(session, path), *low = lowered(game);
    Out out = {0};
    if (low) {
        print_names(low);
        ir_print(low, &out);
        /* what is behind the game's own functions */
        const char *at = out.text;
        for (size_t i = game->fn.n; at && i < low->fn.n; i++) {
            Out name = {0};
            const IrFn *fn = low->fn.at[i];
            const char *word = fn->kind == IR_GEN ? "gen" : fn->kind == IR_PROC ? "proc" : "fn";
            out_printf(&name, "\n%s %s%s", word, fn->name, fn->nparam || fn->kind != IR_GEN ? "(" : " {");
            const char *from = strstr(at, name.text), *end = from ? strstr(from + 1, "\n\n") : NULL;
            if (from)
                printf("%.*s", end ? (int)(end + 1 - from) : (int)strlen(from), from);
            out_free(&name);
        }
    }
    tool_print_diags(session);
    out_free(&out);
    return low ? 0 : 1;
}

/* ---- same ---------------------------------------------------------------- */

typedef struct {
    const IrGame *game;
    IrEval *eval;
    char *state;
    uint32_t *moves, n;
} Side;

static Side side_of(const IrGame *game)
{
    Side s = {.game = game, .eval = ir_eval_new(arena_new(), (IrGame *)game)};
    s.state = malloc(ir_eval_state_size(s.eval));
    s.moves = malloc(MAX_MOVES * sizeof *s.moves);
    if (!s.state || !s.moves)
        abort();
    ir_eval_init(s.eval, s.state);
    return s;
}

/* Does the view tell the same of both? */
static bool view_agrees(const Side *a, const Side *b, int view)
{
    const IrFn *fn = a->game->fn.at[view];
    int64_t lo = fn->nparam ? ir_code_low(fn->local.at[0].type) : 0, hi = fn->nparam ? fn->local.at[0].type.hi : 0;
    for (int64_t x = lo; x <= hi && x < lo + MAX_VALUES; x++) {
        int64_t one = ir_eval_view(a->eval, a->state, view, x), two = ir_eval_view(b->eval, b->state, view, x);
        if (one != two) {
            printf("view %s(%" PRId64 ") is %" PRId64 ", of the low form %" PRId64 "\n", fn->name, x, one, two);
            return false;
        }
    }
    return true;
}

static bool state_agrees(Side *a, Side *b)
{
    a->n = ir_eval_moves(a->eval, a->state, a->moves);
    b->n = ir_eval_moves(b->eval, b->state, b->moves);
    if (a->n != b->n || memcmp(a->moves, b->moves, a->n * sizeof *a->moves) != 0) {
        printf("%u moves, of the low form %u, or others\n", a->n, b->n);
        return false;
    }
    for (size_t i = 0; i < a->game->fn.n; i++)
        if (a->game->fn.at[i]->kind == IR_VIEW && !view_agrees(a, b, (int)i))
            return false;
    const char *error = ir_eval_error(a->eval) ? ir_eval_error(a->eval) : ir_eval_error(b->eval);
    if (error)
        printf("%s\n", error);
    return !error;
}

/* Is `after` the position behind one of a's moves, the `picked` one if it is one of them? */
static bool is_behind(Side *a, const char *after, uint32_t picked, uint64_t rng)
{
    const size_t size = ir_eval_state_size(a->eval);
    char *state = malloc(size);
    bool found = false;
    for (uint32_t i = 0; state && i < a->n && !found; i++) {
        uint64_t word = rng;
        if (picked < a->n && i != picked)
            continue;
        memcpy(state, a->state, size);
        ir_eval_apply_rng(a->eval, state, a->moves[i], &word);
        found = memcmp(state, after, size) == 0;
    }
    free(state);
    return found;
}

/* Does the procedure that plays a random move, with the words from rng on, play what is picked from a's list?  A plan may draw
 * another one. */
static bool choice_agrees(Side *a, Side *b, uint64_t rng)
{
    const size_t size = ir_eval_state_size(b->eval);
    const bool planned = ir_plan_chooses(b->game);
    uint64_t own = rng;
    char *after = malloc(size);
    if (!after)
        abort();
    memcpy(after, b->state, size);
    const bool played = ir_eval_choose(b->eval, after, &own);
    const uint32_t picked = a->n ? rng_below(&rng, a->n) : 0;
    const bool lots = planned && ir_draws(a->game); /* with the words behind those of moves that were refused */
    const bool good = lots ? played == (a->n > 0)
                      : played ? a->n && is_behind(a, after, planned ? a->n : picked, rng) : a->n == 0;
    if (!good)
        printf("`choose` plays another move than the one that is picked: %s\n", ir_eval_error(b->eval) ? ir_eval_error(b->eval) : "");
    free(after);
    return good;
}

static bool playout_agrees(Side *a, Side *b, uint64_t seed)
{
    uint64_t rng = seed;
    int over = ir_fn_find(a->game, "over");
    ir_eval_init(a->eval, a->state);
    ir_eval_init(b->eval, b->state);
    for (int ply = 0; ply < MAX_PLIES; ply++) {
        if (!state_agrees(a, b)) {
            printf("after %d plies of playout %" PRIu64 "\n", ply, seed);
            return false;
        }
        if (a->n == 0 || ir_eval_view(a->eval, a->state, over, 0))
            break;
        if (!choice_agrees(a, b, rng)) {
            printf("after %d plies of playout %" PRIu64 "\n", ply, seed);
            return false;
        }
        uint32_t move = a->moves[rng_below(&rng, a->n)];
        uint64_t other = rng;
        ir_eval_apply_rng(a->eval, a->state, move, &rng);
        ir_eval_apply_rng(b->eval, b->state, move, &other);
    }
    return true;
}

/* Is the text of the low form the text of what is read from it? */
static bool text_agrees(const IrGame *low)
{
    Out text = {0}, again = {0};
    Session *session = session_new();
    ir_print(low, &text);
    IrGame *read = ir_read(session, source_add(session->sources, "low.gir", text.text, text.n));
    if (read)
        ir_print(read, &again);
    bool same = read && again.n == text.n && memcmp(text.text, again.text, text.n) == 0;
    if (!same) {
        printf("the low form is not read as it was printed\n");
        tool_print_diags(session);
    }
    out_free(&text);
    out_free(&again);
    session_free(session);
    return same;
}

/* With no playouts only the text is compared. */
static bool agrees(IrGame *game, int playouts)
{
    IrGame *low = lowered(game);
    if (!low)
        return false;
    if (game->joint || !text_agrees(low))
        return game->joint;
    if (playouts == 0)
        return true;
    Side a = side_of(game), b = side_of(low);
    bool good = true;
    for (int i = 0; good && i < playouts; i++)
        good = playout_agrees(&a, &b, (uint64_t)i + 1);
    return good;
}

static int same(int playouts, const char *path)
{
    Session *session = session_new();
    IrGame *game = tool_read_game(session, path);
    IrPassOptions options = {.keep_all = true, .describe = true};
    bool good = game && agrees(game, playouts);
    if (good && !tree_lowered(game)) { /* what lowering wrote has no passes before it */
        good = ir_passes_run(game, &options) && agrees(game, playouts);
        ir_plan_set(game, game, IR_PLAN_ALL, false);
        good = good && (!game->plan || agrees(game, playouts));
    }
    tool_print_diags(session);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "print") == 0)
        return print(argv[2]);
    if (argc == 4 && strcmp(argv[1], "same") == 0)
        return same(atoi(argv[2]), argv[3]);
    if (argc == 3 && strcmp(argv[1], "sound") == 0)
        return same(0, argv[2]);
    fputs("usage: lower_tool print FILE | same PLAYOUTS FILE | sound FILE\n", stderr);
    return 2;
}
