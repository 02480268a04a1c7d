/* loops_to_sets.c - pass loops_to_sets: loops around emit become sets.
 *
 *     for %d in 0 .. 2 {                       emit step(0, in where(@what, 1)
 *       for %x in where(@what, 1) {                & preimage(where(@what, 0), $next[0]))
 *         let %to = $next[%d][%x]         ->   emit step(1, in where(@what, 1)
 *         if %to >= 0 {                            & preimage(where(@what, 0), $next[1]))
 *           if @what[%to] == 0 {
 *             emit step(%d, %x) } } } }
 *
 * Short loops over constant ranges are unrolled, so that tables get constant
 * indices.  A loop whose one emission has the loop's member as its last argument,
 * and nothing else of it, emits for a set; the set is the domain cut by each
 * condition as a set (maskof), or by a filter where a condition has no such
 * form.  Members ascend either way, so order and multiplicity stay.  Filters in
 * any expression become sets in the same way, and so do tests whether a generator
 * emits anything.  Needs `flatten`, breaks nothing. */
#include "ir/fold/fold.h"
#include "ir/passes/set_of_condition.h"
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

enum { UNROLL_TIMES = 8, UNROLL_SIZE = 6000, MAX_CONDITIONS = 32, TEST_SIZE = 500 };

/* ---- unrolling --------------------------------------------------------- */

/* Only lets, conditions, loops and emissions? */
static bool only_emits(const Ir *node)
{
    switch (node->op) {
    case IR_OP_LET:
    case IR_OP_EMIT:
    case IR_OP_EMITSET:
        return true;
    case IR_OP_BLOCK:
    case IR_OP_IF:
    case IR_OP_FOR:
    case IR_OP_RANGE: {
        int head = node->op == IR_OP_BLOCK ? 0 : node->op == IR_OP_RANGE ? 2 : 1;
        for (int i = head; i < node->n; i++)
            if (!only_emits(node->a[i]))
                return false;
        return true;
    }
    default:
        return false;
    }
}

static Ir *unroll(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    size_t *budget = data;
    if (node->op == IR_OP_BLOCK)
        return tree_block(game, node->a, node->n);
    if (node->op != IR_OP_RANGE || node->a[0]->op != IR_OP_INT ||
        node->a[1]->op != IR_OP_INT || !only_emits(node->a[2]))
        return node;
    int64_t n = node->a[1]->k - node->a[0]->k;
    size_t size = tree_size(node->a[2]) * (size_t)(n > 0 ? n : 0);
    if (n <= 0 || n > UNROLL_TIMES || size > *budget)
        return node;
    *budget -= size;
    Ir **list = ARENA_ARRAY(game->arena, Ir *, n);
    for (int64_t i = 0; i < n; i++) {
        Ir *body = i + 1 < n ? tree_clone(game, fn, node->a[2]) : node->a[2];
        list[i] = tree_subst(game, fn, body, (int)node->k,
                             ir_const(game, node->a[0]->k + i));
    }
    return tree_block(game, list, (size_t)n);
}

static Ir *to_set(IrGame *game, IrFn *fn, Ir *node, void *data);

/* ---- one loop ---------------------------------------------------------- */

/* What a loop's body does: conditions on the way to one emission. */
typedef struct {
    IrGame *game;
    IrFn *fn;
    int local; /* the loop's member */
    int space;
    Ir **map; /* lets on the way, by local */
    Ir *condition[MAX_CONDITIONS];
    int n;
    Ir *emit;
} Path;

static bool push_condition(Path *p, Ir *c)
{
    if (c->op == IR_OP_AND)
        return push_condition(p, c->a[0]) && push_condition(p, c->a[1]);
    if (p->n == MAX_CONDITIONS)
        return false;
    p->condition[p->n++] = c;
    return true;
}

static bool trace_path(Path *p, const Ir *node)
{
    switch (node->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i + 1 < node->n; i++)
            if (node->a[i]->op != IR_OP_LET || !trace_path(p, node->a[i]))
                return false;
        return node->n > 0 && trace_path(p, node->a[node->n - 1]);
    case IR_OP_LET:
        p->map[node->k] = tree_remap(p->game, node->a[0], p->map);
        return true;
    case IR_OP_IF:
        return node->n == 2 &&
               push_condition(p, tree_remap(p->game, node->a[0], p->map)) &&
               trace_path(p, node->a[1]);
    case IR_OP_EMIT:
        p->emit = tree_remap(p->game, node, p->map);
        return true;
    default:
        return false;
    }
}

/* Is the member the last argument, and in no other? */
static bool emits_member_last(const Path *p)
{
    const Ir *e = p->emit;
    if (e->n == 0 || e->a[e->n - 1]->op != IR_OP_LOCAL ||
        e->a[e->n - 1]->k != p->local)
        return false;
    for (int i = 0; i + 1 < e->n; i++)
        if (ir_uses_local(e->a[i], p->local))
            return false;
    return true;
}

static Ir *both(IrGame *game, Ir *a, Ir *b)
{
    return a ? ir_op2(game, IR_OP_AND, a, b) : b;
}

/* The members of `set` that meet all conditions.  A condition that does not
 * depend on the member and cannot fail goes to *outside, if that is given. */
static Ir *cut(Path *p, Ir *set, Ir **outside)
{
    IrGame *g = p->game;
    Ir *rest = NULL;
    for (int i = 0; i < p->n; i++) {
        Ir *c = fold_tree(g, p->fn, p->condition[i]);
        bool here = ir_uses_local(c, p->local);
        if (!here && outside && tree_is_total(g, c)) {
            *outside = both(g, *outside, c);
            continue;
        }
        Ir *m = maskof(g, p->fn, p->local, p->space, c);
        if (m)
            set = ir_op2(g, IR_OP_MAND, set, m);
        else
            rest = both(g, rest, c);
    }
    return rest ? ir_k2(g, IR_OP_FILTER, p->local, set, rest) : set;
}

static Ir *emit_set(Path *p, const Ir *loop)
{
    IrGame *g = p->game;
    Ir *outside = NULL;
    Ir *set = cut(p, loop->a[0], &outside);
    Ir **args = ARENA_ARRAY(g->arena, Ir *, p->emit->n);
    for (int i = 0; i + 1 < p->emit->n; i++)
        args[i] = p->emit->a[i];
    args[p->emit->n - 1] = fold_tree(g, p->fn, set);
    Ir *emit = ir_call(g, IR_OP_EMITSET, (int)p->emit->k, p->emit->n, args);
    emit->at = p->emit->at;
    if (!outside)
        return emit;
    return ir_if(g, outside, tree_block(g, &emit, 1), NULL);
}

/* Conditions at the beginning of a loop's body cut its domain. */
static Ir *loop_to_cut(IrGame *game, IrFn *fn, Ir *node)
{
    Ir *body = node->a[1], *rest = NULL;
    if (body->n != 1 || body->a[0]->op != IR_OP_IF || body->a[0]->n != 2)
        return node;
    Path p = {.game = game, .fn = fn, .local = (int)node->k,
              .space = node->a[0]->type.space};
    if (!push_condition(&p, body->a[0]->a[0]))
        return node;
    Ir *set = node->a[0];
    for (int i = 0; i < p.n; i++) {
        Ir *c = fold_tree(game, fn, p.condition[i]);
        Ir *m = ir_uses_local(c, p.local) ? maskof(game, fn, p.local, p.space, c) : NULL;
        if (m)
            set = ir_op2(game, IR_OP_MAND, set, m);
        else
            rest = both(game, rest, p.condition[i]);
    }
    if (set == node->a[0])
        return node;
    if (rest)
        body = tree_block(game, &(Ir *){ir_if(game, rest, body->a[0]->a[1], NULL)}, 1);
    else
        body = body->a[0]->a[1];
    return loop_to_cut(game, fn, ir_k2(game, IR_OP_FOR, node->k, fold_tree(game, fn, set), body));
}

static Ir *loop_to_set(IrGame *game, IrFn *fn, Ir *node)
{
    const Ir *domain = node->a[0];
    if (domain->type.kind != IR_MASK || fn->kind != IR_GEN)
        return node;
    Path p = {.game = game, .fn = fn, .local = (int)node->k,
              .space = domain->type.space};
    p.map = ARENA_ARRAY(game->arena, Ir *, fn->local.n + 1);
    if (!trace_path(&p, node->a[1]) || !emits_member_last(&p))
        return loop_to_cut(game, fn, node);
    return emit_set(&p, node);
}

/* ---- filters in expressions -------------------------------------------- */

static Ir *filter_to_set(IrGame *game, IrFn *fn, Ir *node)
{
    Path p = {.game = game, .fn = fn, .local = (int)node->k,
              .space = node->type.space};
    if (!push_condition(&p, node->a[1]))
        return node;
    return cut(&p, node->a[0], NULL);
}

/* sum of a bit is a count */
static Ir *sum_to_count(IrGame *game, IrFn *fn, Ir *node)
{
    const Ir *bit = node->a[1];
    if (bit->type.kind != IR_INT || bit->type.lo < 0 || bit->type.hi > 1)
        return node;
    Ir *m = maskof(game, fn, (int)node->k, node->a[0]->type.space, bit);
    return m ? ir_op1(game, IR_OP_COUNT, ir_op2(game, IR_OP_MAND, node->a[0], m))
             : node;
}

/* ---- emission tests ---------------------------------------------------- */

/* Whether a flat generator's statement emits anything, as an expression; NULL if
 * that takes more than looking. */
static Ir *emits(IrGame *game, const Ir *node)
{
    Ir *a, *b;
    switch (node->op) {
    case IR_OP_EMIT:
        return game->fn.at[node->k]->post ? NULL : ir_const(game, 1);
    case IR_OP_EMITSET:
        return game->fn.at[node->k]->post ? NULL
                                          : ir_op1(game, IR_OP_ANY, node->a[node->n - 1]);
    case IR_OP_BLOCK:
        a = ir_const(game, 0);
        for (int i = node->n - 1; a && i >= 0; i--) {
            if (node->a[i]->op == IR_OP_LET) {
                a = ir_k2(game, IR_OP_LETX, node->a[i]->k, node->a[i]->a[0], a);
                continue;
            }
            b = emits(game, node->a[i]);
            a = b ? ir_op2(game, IR_OP_OR, b, a) : NULL;
        }
        return a;
    case IR_OP_IF:
        a = emits(game, node->a[1]);
        b = node->n == 3 ? emits(game, node->a[2]) : ir_const(game, 0);
        return a && b ? ir_op3(game, IR_OP_SELECT, node->a[0], a, b) : NULL;
    case IR_OP_PREFER:
        a = emits(game, node->a[0]);
        b = emits(game, node->a[1]);
        return a && b ? ir_op2(game, IR_OP_OR, a, b) : NULL;
    case IR_OP_FOR:
        if (node->a[0]->type.kind != IR_MASK)
            return NULL;
        a = emits(game, node->a[1]);
        return a ? ir_op1(game, IR_OP_ANY,
                          ir_k2(game, IR_OP_FILTER, node->k, node->a[0], a))
                 : NULL;
    default:
        return NULL;
    }
}

/* exists GEN, where GEN is flat: are there members in any of its sets? */
static Ir *test_to_sets(IrGame *game, IrFn *fn, Ir *node)
{
    const IrFn *gen = game->fn.at[node->k];
    if (gen->kind != IR_GEN || gen == fn || tree_size(gen->body) > TEST_SIZE)
        return node;
    Ir *test = emits(game, gen->body);
    if (!test)
        return node;
    Ir **map = tree_rename_map(game, gen, fn, node->n);
    for (int i = 0; i < node->n; i++)
        map[i] = node->a[i]; /* the gen's parameters */
    test = fold_tree(game, fn, tree_remap(game, test, map));
    return ir_rewrite(game, fn, test, to_set, NULL);
}

static Ir *to_set(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    (void)data;
    switch (node->op) {
    case IR_OP_FOR:
        return loop_to_set(game, fn, node);
    case IR_OP_FILTER:
        return filter_to_set(game, fn, node);
    case IR_OP_SUM:
        return sum_to_count(game, fn, node);
    case IR_OP_EXISTS:
        return test_to_sets(game, fn, node);
    default:
        return node;
    }
}

/* ---- the pass ---------------------------------------------------------- */

static bool setform_fn(IrGame *game, IrFn *fn)
{
    bool changed = false;
    TreeSlot *slot;
    size_t n = tree_slots(game, fn, &slot);
    for (size_t i = 0; i < n; i++) {
        Ir *old = *slot[i].slot, *fresh = old;
        size_t budget = UNROLL_SIZE;
        if (fn->kind == IR_GEN) {
            fresh = ir_rewrite(game, fn, fresh, unroll, &budget);
            fresh = fold_tree(game, fn, fresh);
        }
        fresh = ir_rewrite(game, fn, fresh, to_set, NULL);
        changed = changed || !ir_equal(old, fresh);
        *slot[i].slot = fresh;
    }
    return changed;
}

bool ir_pass_loops_to_sets(IrPass *pass)
{
    bool changed = false;
    for (int gens = 1; gens >= 0; gens--) /* tests look at generators */
        for (size_t i = 0; i < pass->game->fn.n; i++)
            if ((pass->game->fn.at[i]->kind == IR_GEN) == (gens == 1))
                changed = setform_fn(pass->game, pass->game->fn.at[i]) || changed;
    return changed;
}
