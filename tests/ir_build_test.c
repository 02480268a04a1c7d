/* ir_build_test.c - the IR as a C interface: building, inference, rewriting,
 * codes; and random expressions through printer, reader and evaluator.  TAP. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "ir/eval/eval.h"
#include "ir/core/ir.h"

typedef struct {
    int done, failed;
} Tests;

static void result(Tests *t, bool good, const char *name)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++t->done, name);
    t->failed += !good;
}

static const char prelude[] =
    "game \"Built\" players 2\n"
    "space site 70\n"
    "space player 3\n"
    "state { @a : int -9..9 = 4  @b : int 0..5 = 3  @m : mask[site] = 0x3f00000000000001\n"
    "        @what : int 0..2 [site] = { 0 1 2 1 0 2*65 } }\n"
    "fn reads_b() -> int 0..5 = @b\n"
    "rule add(%to : site[site], %n : int -2..3) {\n"
    "  param %to in where(@what, 0)\n"
    "  param %n in -2 .. 4\n"
    "  do { @what[%to] := 1 }\n"
    "  then { @a := reads_b() }\n"
    "}\n"
    "rule pass() { do { @b := 0 } }\n"
    "gen moves { try add  try pass }\n"
    "view over = 0\n"
    "view mover = 1\n"
    "view rank(%p : int[player]) = 0\n";

static IrGame *read_text(Session *session, const char *text)
{
    IrGame *game = ir_read(session, source_add(session->sources, "text", text, strlen(text)));
    return game && ir_verify(game) ? game : NULL;
}

static char *printed(Session *session, const IrGame *game)
{
    Out out = {0};
    ir_print(game, &out);
    char *text = arena_strdup(session->arena, out.text);
    out_free(&out);
    return text;
}

/* ---- random expressions ------------------------------------------------ */

static Ir *random_set(IrGame *game, uint64_t *rng, int depth);

static Ir *random_number(IrGame *game, uint64_t *rng, int depth)
{
    static const IrOp two[] = {IR_OP_ADD, IR_OP_SUB, IR_OP_MUL, IR_OP_DIV, IR_OP_MOD,
                               IR_OP_MIN, IR_OP_MAX, IR_OP_EQ,  IR_OP_NE,  IR_OP_LT,
                               IR_OP_LE,  IR_OP_GT,  IR_OP_GE,  IR_OP_AND, IR_OP_OR};
    static const IrOp one[] = {IR_OP_NEG, IR_OP_ABS, IR_OP_NOT};
    int field_a = ir_field_find(game, "a"), field_b = ir_field_find(game, "b");
    if (depth == 0) {
        switch (rng_below(rng, 3)) {
        case 0:
            return ir_const(game, (int64_t)rng_below(rng, 13) - 6);
        case 1:
            return ir_get(game, field_a, NULL);
        default:
            return ir_get(game, field_b, NULL);
        }
    }
    Ir *a = random_number(game, rng, depth - 1), *b = random_number(game, rng, depth - 1);
    switch (rng_below(rng, 8)) {
    case 0:
        return ir_op1(game, one[rng_below(rng, 3)], a);
    case 1:
        return ir_op3(game, IR_OP_SELECT, a, b, random_number(game, rng, depth - 1));
    case 2:
        return ir_op1(game, IR_OP_COUNT, random_set(game, rng, depth - 1));
    case 3:
        return ir_op2(game, IR_OP_HAS, ir_op2(game, IR_OP_MIN, a, ir_const(game, 69)),
                      random_set(game, rng, depth - 1));
    default:
        return ir_op2(game, two[rng_below(rng, sizeof two / sizeof *two)], a, b);
    }
}

static Ir *random_set(IrGame *game, uint64_t *rng, int depth)
{
    static const IrOp two[] = {IR_OP_MAND, IR_OP_MOR, IR_OP_MXOR, IR_OP_MDIFF};
    int site = ir_space_find(game, "site");
    if (depth == 0)
        return rng_below(rng, 2) ? ir_get(game, ir_field_find(game, "m"), NULL)
                                 : ir_k0(game, IR_OP_ALL, site);
    if (rng_below(rng, 4) == 0)
        return ir_op1(game, IR_OP_MNOT, random_set(game, rng, depth - 1));
    if (rng_below(rng, 4) == 0)
        return ir_k1(game, IR_OP_WHERE, ir_field_find(game, "what"),
                     random_number(game, rng, depth - 1));
    return ir_op2(game, two[rng_below(rng, 4)], random_set(game, rng, depth - 1),
                  random_set(game, rng, depth - 1));
}

static const IrFn *view_of(const IrGame *game, const char *name)
{
    return game->fn.at[ir_fn_find(game, name)];
}

/* Printed and read again they are the same trees; their values lie in the ranges
 * that were inferred (the evaluator checks results). */
static void random_expressions(Tests *t)
{
    bool same = true, in_range = true;
    uint64_t rng = 3;
    for (int i = 0; i < 300 && same && in_range; i++) {
        Session *session = session_new();
        IrGame *game = read_text(session, prelude);
        Ir *value = random_number(game, &rng, 1 + i % 5);
        IrFn *fn = ir_fn_add(game, IR_VIEW, "tested", value->type);
        ir_append(game, &fn->body, ir_node(game, fn, IR_OP_RET, 0, 1, &value));
        IrGame *again = ir_verify(game) ? read_text(session, printed(session, game)) : NULL;
        same = again && ir_equal(fn->body, view_of(again, "tested")->body) &&
               ir_type_same(view_of(again, "tested")->ret, fn->ret);
        IrEval *eval = ir_eval_new(session->arena, game);
        void *state = arena_alloc(session->arena, ir_eval_state_size(eval));
        ir_eval_init(eval, state);
        int64_t found = ir_eval_view(eval, state, ir_fn_find(game, "tested"), 0);
        if (ir_eval_error(eval))
            in_range = !strstr(ir_eval_error(eval), "the result of");
        else
            in_range = found >= fn->ret.lo && found <= fn->ret.hi;
        if (!same || !in_range)
            printf("# %s\n", printed(session, game));
        session_free(session);
    }
    result(t, same, "random expressions: read(print(x)) = x");
    result(t, in_range, "random expressions: values lie in the inferred ranges");
}

/* ---- rewriting --------------------------------------------------------- */

static Ir *one_more(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    (void)game, (void)fn;
    ++*(int *)data;
    if (node->op == IR_OP_INT) {
        node->k++;
        node->type = ir_int(node->k, node->k);
    }
    return node;
}

static void rewriting(Tests *t)
{
    Session *session = session_new();
    IrGame *game = read_text(session, prelude);
    Ir *shared = ir_const(game, 1);
    Ir *sum = ir_op2(game, IR_OP_ADD, shared, shared);
    int visited = 0;
    Ir *fresh = ir_rewrite(game, NULL, sum, one_more, &visited);
    result(t, visited == 3 && fresh->type.lo == 4 && fresh->type.hi == 4 && sum->type.hi == 2,
           "a node used twice is rewritten once in each place; types follow");
    Ir *copy = ir_copy(game, sum);
    result(t, ir_equal(copy, sum) && copy->a[0] != copy->a[1], "a copy shares nothing");
    int b = ir_field_find(game, "b"), a = ir_field_find(game, "a");
    Ir *calls = ir_call(game, IR_OP_EXISTS, ir_fn_find(game, "moves"), 0, NULL);
    result(t, ir_uses_field(game, calls, b) && !ir_uses_field(game, calls, a),
           "fields are found through calls; a write is no use");
    IrFn *fn = ir_fn_add(game, IR_PROC, "long", (IrType){.kind = IR_VOID});
    for (int i = 0; i < 3000; i++)
        ir_append(game, &fn->body, ir_put(game, b, NULL, ir_const(game, i % 6)));
    const char *text = printed(session, game);
    IrGame *again = ir_verify(game) ? read_text(session, text) : NULL;
    result(t, again && strcmp(printed(session, again), text) == 0, "a block of 3000 statements");
    session_free(session);
}

/* ---- codes ------------------------------------------------------------- */

static void codes(Tests *t)
{
    Session *session = session_new();
    IrGame *game = read_text(session, prelude);
    IrCode *code;
    size_t n;
    uint64_t total;
    bool fits = ir_codes(game, &code, &n, &total);
    result(t, fits && n == 2 && total == 70 * 6 + 1 && code[1].base == 420 && code[1].size == 1,
           "codes: a site counts from 0, other numbers from their low end");
    IrEval *eval = ir_eval_new(session->arena, game);
    int64_t value[32];
    const IrFn *rule = ir_eval_decode(eval, 4 * 6 + 1, value);
    result(t, rule && strcmp(rule->name, "add") == 0 && value[0] == 4 && value[1] == -1,
           "codes: the last parameter runs fastest");
    result(t, ir_eval_decode(eval, 421, value) == NULL, "codes: no move behind the last");
    IrFn *wide = ir_fn_add(game, IR_RULE, "wide", (IrType){.kind = IR_VOID});
    for (int i = 0; i < 4; i++)
        ir_local_add(game, wide, "x", ir_int(0, 999));
    wide->nparam = 4;
    result(t, !ir_codes(game, &code, &n, &total) && diags_exit_code(session->diags) == 4,
           "codes: what does not fit 32 bits is not supported");
    result(t, strcmp(wide->local.at[2].name, "x_3") == 0, "locals of one name are numbered");
    result(t, ir_max_moves(game) == 70 * 6 + 1, "a bound on the number of moves");
    session_free(session);
}

/* ---- templates --------------------------------------------------------- */

static void templates(Tests *t)
{
    static const char text[] = "const N = 2\n"
                               "when N > 2 { fn more(%x : int 0..N) -> int 0..9 = %x + @b }\n"
                               "view n = N\n";
    Session *session = session_new();
    IrGame *game = read_text(session, prelude);
    const Source *source = source_add(session->sources, "template", text, strlen(text));
    IrConst three = {"N", 3};
    bool good = ir_read_into(game, source, &three, 1);
    result(t, good && ir_fn_find(game, "more") >= 0 && view_of(game, "n")->ret.lo == 3,
           "a template read into a game: constants from outside go first");
    result(t, !ir_read_into(game, source, &three, 1) && diags_failed(session->diags),
           "a second time its names are taken");
    session_free(session);
}

int main(void)
{
    Tests t = {0};
    random_expressions(&t);
    rewriting(&t);
    codes(&t);
    templates(&t);
    printf("1..%d\n", t.done);
    return t.failed ? 1 : 0;
}
