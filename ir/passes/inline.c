/* inline.c - pass inline: small functions and procedures in place.
 *
 *     fn empty(%s) -> bit { ret @what[%s] == 0 }
 *     .. when empty(%to) ..                       ->   when @what[%to] == 0
 *
 * A function is put in place if its body can be written as one expression:
 * lets, conditions that return, loops that look for a member.  A procedure is if
 * it does not return early.  Large ones only where there is a single call.  The
 * `then` of a rule joins its `do`.
 * Needs nothing, breaks nothing. */
#include "ir/passes/pass.h"
#include "ir/passes/tree.h"

enum { SMALL_FN = 60, SMALL_PROC = 250, MAX_RESULT = 20000 };

typedef struct {
    IrPass *pass;
    size_t *calls; /* by function */
    bool changed;
} Inline;

/* ---- a body as an expression ------------------------------------------- */

static Ir *value_of(IrGame *game, Ir *const *statement, size_t n);

static Ir *value_of_block(IrGame *game, const Ir *block, Ir *const *rest, size_t n)
{
    Ir **list = ARENA_ARRAY(game->arena, Ir *, block->n + n + 1);
    for (int i = 0; i < block->n; i++)
        list[i] = block->a[i];
    for (size_t i = 0; i < n; i++)
        list[block->n + i] = rest[i];
    return value_of(game, list, block->n + n);
}

static Ir *value_of_if(IrGame *game, const Ir *s, Ir *const *rest, size_t n)
{
    bool ends = tree_always_returns(s->a[1]) ||
                (s->n == 3 && tree_always_returns(s->a[2]));
    if (!ends && n > 0)
        return NULL; /* what follows would be written twice */
    Ir *yes = value_of_block(game, s->a[1], rest, n);
    Ir *no = s->n == 3 ? value_of_block(game, s->a[2], rest, n)
                       : value_of(game, rest, n);
    return yes && no ? ir_op3(game, IR_OP_SELECT, s->a[0], yes, no) : NULL;
}

/* The condition under which a loop's body returns the constant k; NULL if it
 * does anything else. */
static Ir *returns_when(IrGame *game, const Ir *s, int64_t k)
{
    if (s->op == IR_OP_RET)
        return s->n == 1 && tree_is_int(s->a[0], k) ? ir_const(game, 1) : NULL;
    if (s->op == IR_OP_IF && s->n == 2) {
        Ir *inner = returns_when(game, s->a[1], k);
        return inner ? ir_op2(game, IR_OP_AND, s->a[0], inner) : NULL;
    }
    if (s->op != IR_OP_BLOCK || s->n == 0)
        return NULL;
    Ir *value = returns_when(game, s->a[s->n - 1], k);
    for (int i = s->n - 2; value && i >= 0; i--)
        value = s->a[i]->op == IR_OP_LET
                    ? ir_k2(game, IR_OP_LETX, s->a[i]->k, s->a[i]->a[0], value)
                    : NULL;
    return value;
}

static Ir *value_of_loop(IrGame *game, const Ir *s, Ir *const *rest, size_t n)
{
    if (s->a[0]->type.kind != IR_MASK)
        return NULL;
    for (int64_t k = 0; k <= 1; k++) {
        Ir *when = returns_when(game, s->a[1], k);
        Ir *after = when ? value_of(game, rest, n) : NULL;
        if (after)
            return ir_op3(game, IR_OP_SELECT,
                          ir_op1(game, IR_OP_ANY,
                                 ir_k2(game, IR_OP_FILTER, s->k, s->a[0], when)),
                          ir_const(game, k), after);
    }
    return NULL;
}

static Ir *value_of(IrGame *game, Ir *const *statement, size_t n)
{
    if (n == 0)
        return NULL;
    Ir *s = statement[0];
    switch (s->op) {
    case IR_OP_RET:
        return s->n == 1 ? s->a[0] : NULL;
    case IR_OP_BLOCK:
        return value_of_block(game, s, statement + 1, n - 1);
    case IR_OP_LET: {
        Ir *rest = value_of(game, statement + 1, n - 1);
        return rest ? ir_k2(game, IR_OP_LETX, s->k, s->a[0], rest) : NULL;
    }
    case IR_OP_IF:
        return value_of_if(game, s, statement + 1, n - 1);
    case IR_OP_FOR:
        return value_of_loop(game, s, statement + 1, n - 1);
    default: /* an expression stands for its own return */
        return ir_op_info(s->op)->statement ? NULL : s;
    }
}

/* ---- calls ------------------------------------------------------------- */

static bool sets_any(const Ir *node)
{
    if (node->op == IR_OP_SET || node->op == IR_OP_VAR)
        return true;
    for (int i = 0; i < node->n; i++)
        if (sets_any(node->a[i]))
            return true;
    return false;
}

static bool worth(const Inline *in, const Ir *call, size_t small)
{
    const IrFn *callee = in->pass->game->fn.at[call->k];
    size_t size = tree_size(callee->body);
    return size <= small || (in->calls[call->k] == 1 && size <= MAX_RESULT);
}

static Ir *inline_visit(IrGame *game, IrFn *fn, Ir *node, void *data);

static Ir *inline_call(Inline *in, IrFn *fn, Ir *call)
{
    IrGame *game = in->pass->game;
    const IrFn *callee = game->fn.at[call->k];
    if (!worth(in, call, SMALL_FN) || sets_any(callee->body))
        return call;
    Ir *value = value_of(game, &(Ir *){callee->body}, 1);
    if (!value)
        return call;
    Ir **map = tree_rename_map(game, callee, fn, 0);
    value = tree_remap(game, value, map);
    for (int i = call->n - 1; i >= 0; i--)
        value = ir_k2(game, IR_OP_LETX, map[i]->k, call->a[i], value);
    in->changed = true;
    return ir_rewrite(game, fn, value, inline_visit, in);
}

static Ir *inline_do(Inline *in, IrFn *fn, Ir *call)
{
    IrGame *game = in->pass->game;
    const IrFn *callee = game->fn.at[call->k];
    if (!worth(in, call, SMALL_PROC) || tree_has_op(callee->body, IR_OP_RET))
        return call;
    Ir **map = tree_rename_map(game, callee, fn, 0);
    Ir **list = ARENA_ARRAY(game->arena, Ir *, call->n + 1);
    IrOp op = sets_any(callee->body) ? IR_OP_VAR : IR_OP_LET;
    for (int i = 0; i < call->n; i++)
        list[i] = ir_k1(game, op, map[i]->k, call->a[i]);
    list[call->n] = tree_remap(game, callee->body, map);
    in->changed = true;
    Ir *block = tree_block(game, list, (size_t)call->n + 1);
    return ir_rewrite(game, fn, block, inline_visit, in);
}

static Ir *inline_visit(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    switch (node->op) {
    case IR_OP_CALL:
        return inline_call(data, fn, node);
    case IR_OP_DO:
        return inline_do(data, fn, node);
    case IR_OP_BLOCK:
        return tree_block(game, node->a, node->n);
    default:
        return node;
    }
}

/* What `then` does follows what `do` did: one section. */
static void join_sections(IrGame *game, IrFn *fn)
{
    if (fn->kind != IR_RULE || !fn->then || tree_has_op(fn->effect, IR_OP_RET))
        return;
    fn->effect = tree_block(game, (Ir *[]){fn->effect, fn->then}, 2);
    fn->then = NULL;
}

static void count_calls(const Ir *node, size_t *calls)
{
    if (node->op == IR_OP_CALL || node->op == IR_OP_DO)
        calls[node->k]++;
    for (int i = 0; i < node->n; i++)
        count_calls(node->a[i], calls);
}

bool ir_pass_inline(IrPass *pass)
{
    IrGame *game = pass->game;
    Arena *scratch = arena_new();
    Inline in = {.pass = pass};
    in.calls = ARENA_ARRAY(scratch, size_t, game->fn.n + 1);
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            count_calls(*slot[j].slot, in.calls);
    }
    for (size_t i = 0; i < game->fn.n; i++) {
        ir_rewrite_fn(game, game->fn.at[i], inline_visit, &in);
        join_sections(game, game->fn.at[i]);
    }
    arena_free(scratch);
    return in.changed;
}
