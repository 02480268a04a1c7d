/* fold.c - constants, identities, dead branches, copies.
 *
 *     let %a = 2 - 1                          for %to in where(@what, 1) {
 *     if $own[1] == 0 { .. } else {     ->      emit move(1, %to)
 *       for %to in where(@what, %a) {         }
 *         emit move(%a, %to) } }
 *
 * Operands first; then the node is looked at by fold_int, fold_compare,
 * fold_logic, fold_mask.  A `let` of a constant or of another name disappears
 * into its uses; types become as narrow as the operands allow. */
#include "ir/fold/fold.h"
#include "ir/core/tree.h"

typedef struct {
    IrGame *game;
    IrFn *fn;
    Arena *scratch; /* of the two below: folding a tree asks for all locals of its function */
    Ir **value;    /* of a local: the constant or name that it stands for */
    bool *varying; /* locals that are set more than once */
    FoldFacts facts;
} Fold;

static Ir *fold(Fold *f, Ir *node);

/* ---- names ------------------------------------------------------------- */

static void find_varying(const Ir *node, bool *varying)
{
    if (node->op == IR_OP_VAR || node->op == IR_OP_SET)
        varying[node->k] = true;
    for (int i = 0; i < node->n; i++)
        find_varying(node->a[i], varying);
}

static bool is_atomic(const Fold *f, const Ir *node)
{
    return node->op == IR_OP_INT ||
           (node->op == IR_OP_LOCAL && !f->varying[node->k]) ||
           node->op == IR_OP_NONE || node->op == IR_OP_ALL ||
           (node->op == IR_OP_BITOF && node->a[0]->op == IR_OP_INT) ||
           (node->op == IR_OP_TAB && node->n == 0);
}

/* A bound local's type: members of a set, numbers of a range, or the value. */
static void narrow_local(Fold *f, const Ir *binder)
{
    IrType *type = &f->fn->local.at[binder->k].type;
    int64_t lo, hi;
    if (type->kind != IR_INT)
        return;
    if (binder->op == IR_OP_RANGE) {
        lo = binder->a[0]->type.lo;
        hi = binder->a[1]->type.hi - 1;
    } else if (binder->op == IR_OP_LET || binder->op == IR_OP_LETX) {
        fold_range(f->game, binder->a[0], &lo, &hi);
    } else if (binder->a[0]->type.kind == IR_MASK) {
        lo = 0;
        hi = f->game->space.at[binder->a[0]->type.space].size - 1;
    } else {
        return;
    }
    if (lo <= hi) {
        type->lo = lo;
        type->hi = hi;
    }
}

/* ---- statements -------------------------------------------------------- */

static Ir *empty(Fold *f)
{
    return ir_block(f->game);
}

static bool is_empty(const Ir *node)
{
    return node->op == IR_OP_BLOCK && node->n == 0;
}

static bool is_dead_let(const Ir *let, Ir *const *rest, size_t n)
{
    if (let->op != IR_OP_LET || tree_has_op(let, IR_OP_DRAW))
        return false;
    for (size_t i = 0; i < n; i++)
        if (ir_uses_local(rest[i], (int)let->k))
            return false;
    return true;
}

/* What holds behind a statement: the guard, or that we did not return. */
static void learn_after(Fold *f, const Ir *node)
{
    if (node->op == IR_OP_WHEN)
        fold_learn(&f->facts, node->a[0], true);
    else if (node->op == IR_OP_IF && node->n == 2 && tree_always_returns(node->a[1]))
        fold_learn(&f->facts, node->a[0], false);
}

/* Does the statement write a field that the condition reads? */
static bool disturbs(const IrGame *game, const Ir *node, const Ir *condition)
{
    if (node->op == IR_OP_DO || node->op == IR_OP_SET || node->op == IR_OP_RET)
        return true;
    if (node->op == IR_OP_PUT && ir_uses_field(game, condition, (int)node->k))
        return true;
    for (int i = 0; i < node->n; i++)
        if (disturbs(game, node->a[i], condition))
            return true;
    return false;
}

/* if c { A } if c { B }: if c { A B }.  A run of such twins is put together once, when it ends. */
typedef struct {
    Ir **body; /* of those of the run, in order */
    size_t n;  /* none but the last writes what the condition reads */
} Twins;

/* Does `second` go on with the run that began with `first`? */
static bool is_twin(Fold *f, const Twins *run, const Ir *first, const Ir *second)
{
    return run->n && second->op == IR_OP_IF && second->n == 2 && ir_equal(first->a[0], second->a[0]) &&
           !tree_has_op(first->a[0], IR_OP_DRAW) && !disturbs(f->game, run->body[run->n - 1], first->a[0]);
}

static void end_twins(Fold *f, Twins *run, Ir **first)
{
    if (run->n > 1)
        *first = ir_if(f->game, (*first)->a[0], tree_block(f->game, run->body, run->n), NULL);
    run->n = 0;
}

static void begin_twins(Twins *run, const Ir *first)
{
    run->n = 0;
    if (first->op == IR_OP_IF && first->n == 2)
        run->body[run->n++] = first->a[1];
}

static Ir *fold_block(Fold *f, Ir *node, bool is_header)
{
    Ir **list = ARENA_ARRAY(f->game->arena, Ir *, node->n + 1);
    Twins run = {.body = ARENA_ARRAY(f->game->arena, Ir *, node->n + 1)};
    size_t n = 0;
    FoldMark mark = fold_mark(&f->facts);
    for (int i = 0; i < node->n; i++) {
        Ir *next = fold(f, node->a[i]);
        if (is_empty(next))
            continue;
        if (n && is_twin(f, &run, list[n - 1], next)) {
            run.body[run.n++] = next->a[1];
            learn_after(f, next);
            continue;
        }
        if (n)
            end_twins(f, &run, &list[n - 1]);
        list[n++] = next;
        begin_twins(&run, next);
        if (tree_always_returns(next))
            break;
        learn_after(f, next);
    }
    if (n)
        end_twins(f, &run, &list[n - 1]);
    Ir *block = tree_block(f->game, list, n);
    if (is_header)
        return block;
    fold_forget(&f->facts, mark);
    size_t kept = block->n;
    for (size_t i = block->n; i-- > 0;) {
        if (is_dead_let(block->a[i], block->a + i + 1, kept - i - 1)) {
            for (size_t j = i + 1; j < kept; j++)
                block->a[j - 1] = block->a[j];
            kept--;
        }
    }
    block->n = (uint16_t)kept;
    return block;
}

static Ir *fold_let(Fold *f, Ir *node)
{
    if (is_atomic(f, node->a[0]) && !f->varying[node->k]) {
        f->value[node->k] = node->a[0];
        return empty(f);
    }
    return node;
}

static Ir *fold_if(Fold *f, Ir *node)
{
    Ir *c = node->a[0];
    bool no_else = node->n < 3 || is_empty(node->a[2]);
    if (c->op == IR_OP_INT)
        return c->k ? node->a[1] : node->n == 3 ? node->a[2] : empty(f);
    if (no_else && is_empty(node->a[1]) && !tree_has_op(c, IR_OP_DRAW))
        return empty(f);
    if (is_empty(node->a[1]) && !no_else)
        return ir_if(f->game, fold_node(f->game, ir_op1(f->game, IR_OP_NOT, c)),
                     node->a[2], NULL);
    return no_else && node->n == 3 ? ir_if(f->game, c, node->a[1], NULL) : node;
}

/* A loop that runs once is its body; a loop over nothing is nothing. */
static Ir *once(Fold *f, const Ir *loop, Ir *member, Ir *body)
{
    Ir *let = ir_k1(f->game, IR_OP_LET, loop->k, member);
    return fold(f, tree_block(f->game, (Ir *[]){let, body}, 2));
}

static Ir *fold_loop(Fold *f, Ir *node)
{
    Ir *set = node->a[0], *body = node->a[node->n - 1];
    if (is_empty(body) || set->op == IR_OP_NONE)
        return empty(f);
    if (node->op == IR_OP_FOR)
        return set->op == IR_OP_BITOF && set->a[0]->op == IR_OP_INT
                   ? once(f, node, set->a[0], body)
                   : node;
    if (node->a[0]->type.lo >= node->a[1]->type.hi)
        return empty(f);
    if (set->op == IR_OP_INT && tree_is_int(node->a[1], set->k + 1))
        return once(f, node, set, body);
    return node;
}

/* A set of one member, or of none. */
static Ir *fold_emit_set(Fold *f, Ir *node)
{
    Ir *set = node->a[node->n - 1];
    if (set->op == IR_OP_NONE)
        return empty(f);
    if (set->op != IR_OP_BITOF || set->a[0]->type.lo < 0)
        return node;
    node->a[node->n - 1] = set->a[0];
    return ir_call(f->game, IR_OP_EMIT, (int)node->k, node->n, node->a);
}

static Ir *fold_statement(Fold *f, Ir *node)
{
    switch (node->op) {
    case IR_OP_LET:
        return fold_let(f, node);
    case IR_OP_IF:
        return fold_if(f, node);
    case IR_OP_FOR:
    case IR_OP_RANGE:
        return fold_loop(f, node);
    case IR_OP_WHEN:
        return tree_is_int(node->a[0], 1) ? empty(f) : node;
    case IR_OP_KEEP:
        return is_empty(node->a[1]) ? empty(f)
               : tree_is_int(node->a[0], 1) ? node->a[1]
                                            : node;
    case IR_OP_BEST:
        return is_empty(node->a[1])           ? empty(f)
               : node->a[0]->op == IR_OP_INT ? node->a[1]
                                             : node;
    case IR_OP_PREFER:
        return is_empty(node->a[0])   ? node->a[1]
               : is_empty(node->a[1]) ? node->a[0]
                                      : node;
    case IR_OP_TRY:
        return f->game->fn.at[node->k]->kind == IR_GEN &&
                       is_empty(f->game->fn.at[node->k]->body)
                   ? empty(f)
                   : node;
    case IR_OP_EMITSET:
        return fold_emit_set(f, node);
    default:
        return node;
    }
}

/* ---- expressions ------------------------------------------------------- */

/* Is the first operand, which decides what else is looked at, no number?  It has been folded: then it has no value. */
static bool waits(const Ir *node)
{
    return (node->op == IR_OP_AND || node->op == IR_OP_OR || node->op == IR_OP_SELECT) && node->a[0]->op != IR_OP_INT;
}

static Ir *fold_constant_int(IrGame *game, Ir *node)
{
    int64_t value;
    if (node->op != IR_OP_INT && node->type.kind == IR_INT && !waits(node) &&
        tree_int_value(game, node, -1, 0, &value))
        return ir_const(game, value);
    if (node->op != IR_OP_INT && node->type.kind == IR_INT &&
        node->type.lo == node->type.hi && tree_is_total(game, node))
        return ir_const(game, node->type.lo);
    return node;
}

Ir *fold_node(IrGame *game, Ir *node)
{
    for (;;) {
        Ir *next = fold_constant_int(game, node);
        if (next == node)
            next = fold_int(game, node);
        if (next == node)
            next = fold_compare(game, node);
        if (next == node)
            next = fold_logic(game, node);
        if (next == node)
            next = fold_mask(game, node);
        if (next == node)
            return node;
        next->at = next->at.lo ? next->at : node->at;
        node = next;
    }
}

/* Is local k read in the tree where the state may be another, or again and
 * again? */
static bool read_inside(const Ir *node, int k)
{
    bool scope = node->op == IR_OP_WITH ||
                 (ir_gives_local(node) && node->op != IR_OP_LETX);
    for (int i = 0; i < node->n; i++)
        if (scope && i > 0 ? ir_uses_local(node->a[i], k)
                           : read_inside(node->a[i], k))
            return true;
    return false;
}

static bool is_local(const Ir *node, int k)
{
    return node->op == IR_OP_LOCAL && node->k == k;
}

/* Of the closure %k = flood(s, w, c): grow(%k, c) & e \ %k is grow(%k, c) & (e \ w), as a
 * member of w beside the closure is in it. */
static Ir *edge_of_closure(IrGame *game, Ir *node, int k, const Ir *flood)
{
    bool scope = node->op == IR_OP_WITH || ir_gives_local(node);
    for (int i = scope; i < node->n; i++)
        if (scope && ir_uses_local(node->a[i], k))
            return node; /* where the state, or w, may be another */
    Ir *fresh = tree_like(game, node);
    for (int i = 0; i < node->n; i++)
        fresh->a[i] = edge_of_closure(game, node->a[i], k, flood);
    if (node->op != IR_OP_MDIFF || !is_local(node->a[1], k) || node->a[0]->op != IR_OP_MAND)
        return fresh;
    Ir *const *both = node->a[0]->a;
    int side = both[0]->op == IR_OP_GROW && is_local(both[0]->a[0], k) ? 0 : 1;
    const Ir *grow = both[side];
    if (grow->op != IR_OP_GROW || !is_local(grow->a[0], k) || !ir_equal(grow->a[1], flood->a[2]))
        return fresh;
    return ir_op2(game, IR_OP_MAND, both[side],
                  ir_op2(game, IR_OP_MDIFF, both[!side], ir_copy(game, flood->a[1])));
}

enum { SMALL_SET = 24 }; /* nodes: may be evaluated twice */

static Ir *fold_letx(Fold *f, Ir *node)
{
    int k = (int)node->k;
    Ir *value = node->a[0], *body = node->a[1];
    if (is_atomic(f, value) || !ir_uses_local(body, k))
        return body;
    if (value->op == IR_OP_FLOOD && tree_reads(body, k) > 1 && tree_size(value->a[1]) <= SMALL_SET)
        body = node->a[1] = edge_of_closure(f->game, body, k, value);
    if (tree_reads(body, k) > 1 || read_inside(body, k) ||
        tree_has_op(value, IR_OP_DRAW))
        return node;
    return fold(f, tree_subst(f->game, f->fn, body, k, value));
}

static Ir *fold_scoped(Fold *f, Ir *node)
{
    if (node->op == IR_OP_LETX)
        return fold_letx(f, node);
    if (node->op == IR_OP_WITH &&
        !ir_uses_field(f->game, node->a[1], (int)node->k))
        return node->a[1];
    if (node->op == IR_OP_EXISTS) {
        const IrFn *fn = f->game->fn.at[node->k];
        if (fn->kind == IR_GEN && is_empty(fn->body))
            return ir_const(f->game, 0);
    }
    return node;
}

/* An operand that is evaluated only where operand 0 is true or false, or in
 * another state. */
static Ir *fold_under(Fold *f, const Ir *node, const Ir *condition, int i)
{
    FoldMark mark = fold_mark(&f->facts);
    FoldFacts before = f->facts;
    switch (node->op) {
    case IR_OP_AND:
    case IR_OP_IF:
    case IR_OP_SELECT:
        fold_learn(&f->facts, condition, i == 1);
        break;
    case IR_OP_OR:
        fold_learn(&f->facts, condition, false);
        break;
    case IR_OP_WITH:
        fold_drop_state(&f->facts);
        break;
    default:
        break;
    }
    Ir *fresh = fold(f, node->a[i]);
    fold_forget(&f->facts, mark);
    f->facts = before;
    return fresh;
}

static Ir *fold_successor(Fold *f, const Ir *condition)
{
    FoldFacts before = f->facts;
    fold_drop_state(&f->facts);
    f->facts.pure = false;
    Ir *fresh = fold(f, (Ir *)(uintptr_t)condition);
    f->facts = before;
    return fresh;
}

/* Is the operand evaluated in a state that somebody looks ahead to? */
static bool of_successor(IrOp op, int operand)
{
    return ((op == IR_OP_KEEP || op == IR_OP_BEST) && operand == 0) ||
           (op == IR_OP_LONGEST && operand < 2);
}

static Ir *fold_operands(Fold *f, Ir *node)
{
    Ir *fresh = tree_like(f->game, node);
    int bind_after = node->op == IR_OP_RANGE ? 1 : 0;
    for (int i = 0; i < node->n; i++) {
        if (of_successor(node->op, i))
            fresh->a[i] = fold_successor(f, node->a[i]);
        else
            fresh->a[i] = i == 0 ? fold(f, node->a[i])
                                 : fold_under(f, node, fresh->a[0], i);
        if (i != bind_after || !ir_gives_local(node) || f->varying[node->k])
            continue;
        f->value[node->k] = NULL;
        if (node->op == IR_OP_LETX && is_atomic(f, fresh->a[0]))
            f->value[node->k] = fresh->a[0];
        if (node->op != IR_OP_PARAM)
            narrow_local(f, fresh);
    }
    fresh->type = ir_infer(f->game, f->fn, fresh);
    return fresh;
}

static Ir *fold(Fold *f, Ir *node)
{
    if (node->op == IR_OP_INT)
        return node;
    if (node->op == IR_OP_LOCAL) {
        Ir *value = f->value[node->k];
        if (value)
            return ir_copy(f->game, value);
        return ir_local(f->game, f->fn, (int)node->k);
    }
    if (node->op == IR_OP_BLOCK)
        return fold_block(f, node, false);
    Ir *fresh = fold_operands(f, node);
    if (ir_op_info(node->op)->statement)
        return fold_statement(f, fresh);
    fresh = fold_node(f->game, fold_scoped(f, fresh));
    int known = fresh->op == IR_OP_INT || fresh->type.kind != IR_INT
                    ? -1
                    : fold_known(&f->facts, fresh);
    return known < 0 ? fresh : ir_const(f->game, known);
}

static Fold fold_begin(IrGame *game, IrFn *fn)
{
    Fold f = {.game = game, .fn = fn};
    f.scratch = arena_beside(game->arena);
    f.value = ARENA_ARRAY(f.scratch, Ir *, fn->local.n + 1);
    f.varying = ARENA_ARRAY(f.scratch, bool, fn->local.n + 1);
    f.facts = (FoldFacts){.game = game, .fn = fn, .varying = f.varying};
    f.facts.pure = fn->kind == IR_GEN || fn->kind == IR_FN || fn->kind == IR_VIEW || fn->kind == IR_PLANE;
    return f;
}

/* What the tree does not set is constant while it is evaluated. */
Ir *fold_tree(IrGame *game, IrFn *fn, Ir *tree)
{
    Fold f = fold_begin(game, fn);
    find_varying(tree, f.varying);
    Ir *folded = fold(&f, tree);
    arena_free(f.scratch);
    return folded;
}

/* A parameter that is a member of a space is never negative. */
static void narrow_parameters(const IrGame *game, IrFn *fn)
{
    for (int i = 0; fn->kind == IR_RULE && i < fn->nparam; i++) {
        IrType *t = &fn->local.at[i].type;
        if (t->kind == IR_INT && t->space >= 0) {
            int64_t last = game->space.at[t->space].size - 1;
            t->lo = t->lo < 0 ? 0 : t->lo;
            t->hi = t->hi > last ? last : t->hi;
        }
    }
}

bool fold_function(IrGame *game, IrFn *fn)
{
    bool changed = false;
    narrow_parameters(game, fn);
    Fold f = fold_begin(game, fn);
    TreeSlot *slot;
    size_t n = tree_slots(game, fn, &slot);
    for (size_t i = 0; i < n; i++)
        find_varying(*slot[i].slot, f.varying);
    for (size_t i = 0; i < n; i++) {
        Ir *old = *slot[i].slot;
        if (fn->kind == IR_RULE)
            f.facts.pure = slot[i].kind == SLOT_HEADER;
        fold_drop_state(&f.facts);
        Ir *fresh = slot[i].kind == SLOT_HEADER ? fold_block(&f, old, true)
                                                : fold(&f, old);
        changed = changed || !ir_equal(old, fresh);
        *slot[i].slot = fresh;
    }
    fold_forget(&f.facts, (FoldMark){0, 0});
    arena_free(f.scratch);
    return changed;
}
