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
#include "ir/core/tree.h"

enum {
    SMALL_FN = 60,
    SMALL_PROC = 250,
    MAX_VALUE = 400, /* nodes of a function's body as one expression */
    MAX_RESULT = 20000,
    MAX_HEADER = 1000, /* the same in a header, which is written out wherever it is tried */
    MAX_TIMES = 8, /* rounds of a loop that is written out */
    MAX_GATHERED = 64 /* rounds of a loop that becomes a union */
};

typedef struct {
    IrPass *pass;
    size_t *calls; /* by function */
    bool header;   /* in the header of a rule */
    bool changed;
} Inline;

/* ---- a body as an expression ------------------------------------------- */

/* A function's body being written as one expression.  Each value of a `var`
 * becomes a name of its own, bound by let(..). */
typedef struct {
    IrGame *game;
    IrFn *into;        /* receives the names */
    const IrFn *callee;
    Ir **map;          /* the callee's locals as names */
    size_t budget;     /* nodes that may still be written */
} Body;

typedef struct {
    Ir *const *at;
    size_t n;
} Statements;

static Ir *value_of(Body *b, Statements s);

static Ir *expr(Body *b, const Ir *node)
{
    size_t size = tree_size(node);
    b->budget -= size < b->budget ? size : b->budget;
    return tree_remap(b->game, node, b->map);
}

/* The statements of a block, then those of the rest. */
static Statements followed(Body *b, const Ir *block, Statements rest)
{
    Ir **list = ARENA_ARRAY(b->game->arena, Ir *, block->n + rest.n + 1);
    size_t n = 0;
    for (int i = 0; i < block->n; i++)
        list[n++] = block->a[i];
    for (size_t i = 0; i < rest.n; i++)
        list[n++] = rest.at[i];
    return (Statements){list, n};
}

/* let(%new = value : rest), with the callee's local read as the new name. */
static Ir *bound(Body *b, int64_t local, Ir *value, Statements rest)
{
    const IrLocal *old = &b->callee->local.at[local];
    int name = ir_local_add(b->game, b->into, old->name, old->type);
    Ir *before = b->map[local];
    b->map[local] = ir_local(b->game, b->into, name);
    Ir *body = value_of(b, rest);
    b->map[local] = before;
    return body ? ir_k2(b->game, IR_OP_LETX, name, value, body) : NULL;
}

static Ir *value_of_if(Body *b, const Ir *s, Statements rest)
{
    Ir *condition = expr(b, s->a[0]);
    Ir *yes = value_of(b, followed(b, s->a[1], rest));
    Ir *no = !yes ? NULL
             : s->n == 3 ? value_of(b, followed(b, tree_block(b->game, &(Ir *){s->a[2]}, 1), rest))
                         : value_of(b, rest);
    return no ? ir_op3(b->game, IR_OP_SELECT, condition, yes, no) : NULL;
}

/* What one round of a loop adds to the set %x, if that is all it does; else NULL.  *into is %x.
 *     let .. if c { set %x = %x | e }    ->    let(.. : select(c, e, none)) */
static Ir *added(IrGame *game, const Ir *s, int64_t *into)
{
    if (s->op == IR_OP_SET) {
        const Ir *both = s->a[0];
        bool adds = both->op == IR_OP_MOR && both->a[0]->op == IR_OP_LOCAL && both->a[0]->k == s->k;
        *into = s->k;
        return adds && !ir_uses_local(both->a[1], (int)s->k) ? both->a[1] : NULL;
    }
    if (s->op == IR_OP_IF && s->n == 2) {
        Ir *more = added(game, s->a[1], into);
        if (!more || ir_uses_local(s->a[0], (int)*into))
            return NULL;
        return ir_op3(game, IR_OP_SELECT, s->a[0], more, ir_k0(game, IR_OP_NONE, more->type.space));
    }
    if (s->op != IR_OP_BLOCK || s->n == 0)
        return NULL;
    Ir *set = added(game, s->a[s->n - 1], into);
    for (int i = s->n - 2; set && i >= 0; i--)
        set = s->a[i]->op == IR_OP_LET && !ir_uses_local(s->a[i], (int)*into)
                  ? ir_k2(game, IR_OP_LETX, s->a[i]->k, s->a[i]->a[0], set)
                  : NULL;
    return set;
}

/* A space of so many members, for loops over numbers. */
static int space_of_numbers(IrGame *game, int64_t n)
{
    const char *name = intern_str(game->session->names, arena_printf(game->arena, "below_%d", (int)n));
    int space = ir_space_find(game, name);
    if (space < 0)
        return ir_space_add(game, name, (int)n);
    return game->space.at[space].size == n ? space : IR_NOSPACE;
}

/* A loop over the numbers from 0 that gathers a set. */
static Ir *value_of_gathering(Body *b, const Ir *s, Statements rest)
{
    int64_t into = 0, n = s->a[1]->k;
    Ir *more = s->a[0]->k == 0 && n > 1 && n <= MAX_GATHERED ? added(b->game, s->a[2], &into) : NULL;
    int space = more ? space_of_numbers(b->game, n) : IR_NOSPACE;
    if (space == IR_NOSPACE)
        return NULL;
    Ir *all = ir_k2(b->game, IR_OP_UNION, s->k, ir_k0(b->game, IR_OP_ALL, space), more);
    all = tree_clone(b->game, b->into, expr(b, all));
    IrType *type = &b->into->local.at[all->k].type;
    *type = ir_int(0, n - 1);
    type->space = space;
    tree_retype(b->game, b->into, all);
    return bound(b, into, ir_op2(b->game, IR_OP_MOR, ir_copy(b->game, b->map[into]), all), rest);
}

/* A short loop over constant numbers, written out. */
static Ir *value_of_range(Body *b, const Ir *s, Statements rest)
{
    if (s->a[0]->op == IR_OP_INT && s->a[1]->op == IR_OP_INT) {
        Ir *gathered = value_of_gathering(b, s, rest);
        if (gathered)
            return gathered;
    }
    if (s->a[0]->op != IR_OP_INT || s->a[1]->op != IR_OP_INT ||
        s->a[1]->k - s->a[0]->k > MAX_TIMES)
        return NULL;
    for (int64_t i = s->a[1]->k - 1; i >= s->a[0]->k; i--) {
        Ir *let = ir_k1(b->game, IR_OP_LET, s->k, ir_const(b->game, i));
        rest = followed(b, s->a[2], rest);
        rest = followed(b, tree_block(b->game, &let, 1), rest);
    }
    return value_of(b, rest);
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

/* for %x in M { if c { ret k } } */
static Ir *value_of_loop(Body *b, const Ir *s, Statements rest)
{
    if (s->a[0]->type.kind != IR_MASK)
        return NULL;
    for (int64_t k = 0; k <= 1; k++) {
        Ir *when = returns_when(b->game, s->a[1], k);
        if (!when)
            continue;
        Ir *filter = ir_k2(b->game, IR_OP_FILTER, s->k, s->a[0], when);
        Ir *any = ir_op1(b->game, IR_OP_ANY, tree_clone(b->game, b->into, expr(b, filter)));
        Ir *after = value_of(b, rest);
        return after ? ir_op3(b->game, IR_OP_SELECT, any, ir_const(b->game, k), after)
                     : NULL;
    }
    return NULL;
}

static Ir *value_of(Body *b, Statements s)
{
    if (s.n == 0 || b->budget == 0)
        return NULL;
    const Ir *first = s.at[0];
    Statements rest = {s.at + 1, s.n - 1};
    switch (first->op) {
    case IR_OP_RET:
        return first->n == 1 ? expr(b, first->a[0]) : NULL;
    case IR_OP_BLOCK:
        return value_of(b, followed(b, first, rest));
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET:
        return bound(b, first->k, expr(b, first->a[0]), rest);
    case IR_OP_IF:
        return value_of_if(b, first, rest);
    case IR_OP_RANGE:
        return value_of_range(b, first, rest);
    case IR_OP_FOR:
        return value_of_loop(b, first, rest);
    default: /* an expression stands for its own return */
        return ir_op_info(first->op)->statement ? NULL : expr(b, first);
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
    if (!worth(in, call, SMALL_FN))
        return call;
    Body b = {.game = game, .into = fn, .callee = callee};
    b.budget = in->calls[call->k] > 1 ? MAX_VALUE : in->header ? MAX_HEADER : MAX_RESULT;
    b.map = tree_rename_map(game, callee, fn, 0);
    Ir *value = value_of(&b, (Statements){&(Ir *){callee->body}, 1});
    if (!value)
        return call;
    for (int i = call->n - 1; i >= 0; i--)
        value = ir_k2(game, IR_OP_LETX, b.map[i]->k, call->a[i], value);
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
    Arena *scratch = arena_beside(pass->game->arena);
    Inline in = {.pass = pass};
    in.calls = ARENA_ARRAY(scratch, size_t, game->fn.n + 1);
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            count_calls(*slot[j].slot, in.calls);
    }
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++) {
            in.header = slot[j].kind == SLOT_HEADER;
            *slot[j].slot = ir_rewrite(game, game->fn.at[i], *slot[j].slot, inline_visit, &in);
        }
        join_sections(game, game->fn.at[i]);
    }
    arena_free(scratch);
    return in.changed;
}
