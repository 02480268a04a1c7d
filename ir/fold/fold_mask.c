/* fold_mask.c - pass fold: sets. */
#include "ir/fold/fold.h"
#include "ir/core/tree.h"

enum { MAX_WORDS = 64 };

static Ir *none_of(IrGame *game, const Ir *like)
{
    return ir_k0(game, IR_OP_NONE, like->type.space);
}

/* A set that has no operand with a value known only at run time: written the
 * one way constants are written. */
static Ir *fold_constant(IrGame *game, Ir *node)
{
    uint64_t words[MAX_WORDS];
    switch (node->op) {
    case IR_OP_NONE:
    case IR_OP_ALL:
        return node;
    case IR_OP_TAB:
        if (node->n == 0 && game->table.at[node->k].n == 1) {
            if (!tree_mask_value(game, node, -1, 0, words))
                return node;
            Ir *same = tree_mask(game, node->type.space, words);
            return same->op == IR_OP_TAB && same->k == node->k ? node : same;
        }
        break;
    case IR_OP_BITOF:
        if (node->a[0]->op == IR_OP_INT && node->a[0]->k >= 0 &&
            game->space.at[node->type.space].size > 1)
            return node;
        break;
    default:
        break;
    }
    return tree_mask_value(game, node, -1, 0, words)
               ? tree_mask(game, node->type.space, words)
               : node;
}

/* Does constant set c hold every member that the preimage can have? */
static bool holds_domain(const IrGame *game, const Ir *c, const Ir *pre)
{
    uint64_t words[MAX_WORDS];
    size_t element, count;
    const Ir *vec = pre->a[1];
    if (vec->op != IR_OP_TAB || c->type.space != pre->type.space ||
        game->table.at[vec->k].rows || !tree_table_slice(game, vec, &element, &count) ||
        count != (size_t)game->space.at[c->type.space].size ||
        !tree_mask_value(game, c, -1, 0, words))
        return false;
    for (size_t x = 0; x < count; x++)
        if (game->table.at[vec->k].value[element + x] >= 0 &&
            !ir_mask_has(words, (int)x))
            return false;
    return true;
}

/* The intersection without constant sets that a preimage beside it implies. */
static Ir *without_implied(IrGame *game, Ir *set, const Ir *pre)
{
    if (set->op == IR_OP_MAND) {
        Ir *a = without_implied(game, set->a[0], pre);
        Ir *b = without_implied(game, set->a[1], pre);
        if (!a || !b)
            return a ? a : b;
        return a == set->a[0] && b == set->a[1] ? set
                                                : ir_op2(game, IR_OP_MAND, a, b);
    }
    bool constant = set->op == IR_OP_TAB && set->n == 0;
    return constant && holds_domain(game, set, pre) ? NULL : set;
}

static Ir *fold_implied(IrGame *game, Ir *node)
{
    for (int i = 0; i < 2; i++) {
        const Ir *pre = node->a[i];
        if (pre->op != IR_OP_PREIMAGE)
            continue;
        Ir *other = node->a[1 - i], *rest = without_implied(game, other, pre);
        if (!rest)
            return node->a[i];
        if (rest != other)
            return i ? ir_op2(game, IR_OP_MAND, rest, node->a[i])
                     : ir_op2(game, IR_OP_MAND, node->a[i], rest);
    }
    return node;
}

/* Set algebra under one map: preimage(A, t) & preimage(B, t). */
static Ir *fold_preimages(IrGame *game, Ir *node)
{
    Ir *a = node->a[0], *b = node->n > 1 ? node->a[1] : NULL;
    if (!b || a->op != IR_OP_PREIMAGE || b->op != IR_OP_PREIMAGE ||
        node->op == IR_OP_MXOR || !ir_equal(a->a[1], b->a[1]))
        return node;
    return ir_op2(game, IR_OP_PREIMAGE,
                  fold_node(game, ir_op2(game, node->op, a->a[0], b->a[0])), a->a[1]);
}

static bool is_dear(const Ir *e) { return tree_does(e, IR_CALLS | IR_LOOPS); }

/* Of both conditions the one that is not dear comes first, if it cannot fail. */
static Ir *cheap_first(IrGame *game, Ir *c)
{
    if (c->op != IR_OP_AND)
        return c;
    Ir *a = cheap_first(game, c->a[0]), *b = cheap_first(game, c->a[1]);
    const bool swaps = is_dear(a) && !is_dear(b) && tree_is_total(game, b);
    return swaps ? ir_op2(game, IR_OP_AND, b, a) : a != c->a[0] || b != c->a[1] ? ir_op2(game, IR_OP_AND, a, b) : c;
}

/* A condition that is dear is asked of members of the other set only: filter(%x in A : C) & B is filter(%x in A & B : C). */
static Ir *fold_dear_filter(IrGame *game, Ir *node)
{
    for (int i = 0; i < 2; i++) {
        Ir *filter = node->a[i], *other = node->a[1 - i];
        if (filter->op != IR_OP_FILTER || !is_dear(filter->a[1]) || (other->op == IR_OP_FILTER && is_dear(other->a[1])) ||
            ir_uses_local(other, (int)filter->k))
            continue;
        Ir *among = fold_node(game, ir_op2(game, IR_OP_MAND, filter->a[0], other));
        return ir_k2(game, IR_OP_FILTER, filter->k, among, filter->a[1]);
    }
    return node;
}

static Ir *fold_both(IrGame *game, Ir *node)
{
    Ir *folded = fold_implied(game, node);
    return folded != node ? folded : fold_dear_filter(game, node);
}

static Ir *fold_algebra(IrGame *game, Ir *node)
{
    Ir *a = node->a[0], *b = node->n > 1 ? node->a[1] : NULL;
    bool a0 = a->op == IR_OP_NONE, b0 = b && b->op == IR_OP_NONE;
    bool a1 = a->op == IR_OP_ALL, b1 = b && b->op == IR_OP_ALL;
    Ir *joined = fold_preimages(game, node);
    if (joined != node)
        return joined;
    switch (node->op) {
    case IR_OP_MAND:
        if (a0 || b0)
            return none_of(game, node);
        if (a->op == IR_OP_MNOT && b->op != IR_OP_MNOT)
            return ir_op2(game, IR_OP_MDIFF, b, a->a[0]);
        if (b->op == IR_OP_MNOT)
            return ir_op2(game, IR_OP_MDIFF, a, b->a[0]);
        return a1 || ir_equal(a, b) ? b : b1 ? a : fold_both(game, node);
    case IR_OP_MOR:
        return a0 || b1 || ir_equal(a, b) ? b : b0 || a1 ? a : node;
    case IR_OP_MXOR:
        return a0 ? b : b0 ? a : node;
    case IR_OP_MDIFF:
        if (a0 || b1 || ir_equal(a, b))
            return none_of(game, node);
        if (a1)
            return ir_op1(game, IR_OP_MNOT, b);
        if (b->op == IR_OP_MNOT)
            return ir_op2(game, IR_OP_MAND, a, b->a[0]);
        return b0 ? a : node;
    default: /* MNOT */
        if (a->op == IR_OP_MDIFF && a->a[0]->op == IR_OP_ALL)
            return a->a[1];
        return a->op == IR_OP_MNOT ? a->a[0] : node;
    }
}

static Ir *fold_has(IrGame *game, Ir *node)
{
    Ir *x = node->a[0], *set = node->a[1];
    int64_t lo, hi;
    fold_range(game, x, &lo, &hi);
    if (set->op == IR_OP_NONE || hi < 0)
        return ir_const(game, 0);
    if (set->op == IR_OP_ALL)
        return ir_op2(game, IR_OP_GE, x, ir_const(game, 0));
    if (set->op == IR_OP_BITOF && lo >= 0)
        return ir_op2(game, IR_OP_EQ, x, set->a[0]);
    if (set->op == IR_OP_MNOT && lo >= 0)
        return ir_op1(game, IR_OP_NOT, ir_op2(game, IR_OP_HAS, x, set->a[0]));
    if (set->op == IR_OP_WHERE && lo >= 0 &&
        hi < game->field.at[set->k].dim.size)
        return ir_op2(game, IR_OP_EQ, ir_get(game, (int)set->k, x), set->a[0]);
    return node;
}

/* The first of few constant members that is above x, as a choice. */
static Ir *fold_first_above(IrGame *game, Ir *node)
{
    enum { FEW = 4 };
    uint64_t words[MAX_WORDS];
    const Ir *filter = node->a[0], *test = filter->a[1];
    if (test->op != IR_OP_GT || test->a[0]->op != IR_OP_LOCAL || test->a[0]->k != filter->k)
        return node;
    Ir *x = test->a[1];
    bool plain = (x->op == IR_OP_LOCAL && x->k != filter->k) || (x->op == IR_OP_GET && x->n == 0);
    if (!plain || !tree_mask_value(game, filter->a[0], -1, 0, words))
        return node;
    int member[FEW], n = 0;
    for (int i = 0; i < game->space.at[filter->type.space].size; i++)
        if (ir_mask_has(words, i)) {
            if (n == FEW)
                return node;
            member[n++] = i;
        }
    Ir *first = ir_const(game, -1);
    while (n--)
        first = ir_op3(game, IR_OP_SELECT, ir_op2(game, IR_OP_LT, x, ir_const(game, member[n])), ir_const(game, member[n]), first);
    return first;
}

static Ir *fold_question(IrGame *game, Ir *node)
{
    Ir *set = node->a[0];
    if (node->op == IR_OP_COUNT && set->op == IR_OP_BITOF && set->a[0]->type.lo >= 0)
        return ir_const(game, 1);
    if (node->op == IR_OP_ANY && set->op == IR_OP_BITOF)
        return ir_op2(game, IR_OP_GE, set->a[0], ir_const(game, 0));
    if (node->op == IR_OP_FIRST && set->op == IR_OP_BITOF && set->a[0]->type.lo >= -1)
        return set->a[0];
    if (node->op == IR_OP_FIRST && set->op == IR_OP_FILTER)
        return fold_first_above(game, node);
    return node;
}

static Ir *fold_filter(IrGame *game, Ir *node)
{
    Ir *set = node->a[0], *body = node->a[1];
    if (set->op == IR_OP_NONE || tree_is_int(body, 0))
        return none_of(game, node);
    if (tree_is_int(body, 1))
        return set;
    Ir *ordered = cheap_first(game, body);
    return ordered == body ? node : ir_k2(game, IR_OP_FILTER, node->k, set, ordered);
}

/* Loops over sets inside expressions. */
static Ir *fold_binder(IrGame *game, Ir *node)
{
    Ir *set = node->a[0], *body = node->a[1];
    bool empty = set->op == IR_OP_NONE;
    switch (node->op) {
    case IR_OP_FILTER: return fold_filter(game, node);
    case IR_OP_SUM:
        if (empty || tree_is_int(body, 0))
            return ir_const(game, 0);
        return tree_is_int(body, 1) ? ir_op1(game, IR_OP_COUNT, set) : node;
    case IR_OP_UNION:
        return empty || body->op == IR_OP_NONE ? none_of(game, node) : node;
    default:
        return node;
    }
}

/* where(@f, v) with a value that no member can have, and sets of values. */
static Ir *fold_where(IrGame *game, Ir *node)
{
    const IrField *f = &game->field.at[node->k];
    Ir *value = node->a[0];
    if (node->op == IR_OP_WHERE) {
        int64_t lo, hi;
        fold_range(game, value, &lo, &hi);
        if (hi < f->elem.lo || lo > f->elem.hi)
            return none_of(game, node);
        return node;
    }
    if (value->op == IR_OP_NONE)
        return none_of(game, node);
    if (value->op == IR_OP_BITOF && value->a[0]->type.lo >= 0)
        return ir_k1(game, IR_OP_WHERE, node->k, value->a[0]);
    return value->op == IR_OP_ALL && f->elem.lo >= 0 &&
                   f->elem.hi < game->space.at[value->type.space].size
               ? ir_k0(game, IR_OP_ALL, node->type.space)
               : node;
}

static Ir *fold_moved(IrGame *game, Ir *node)
{
    if (node->a[0]->op == IR_OP_NONE)
        return none_of(game, node);
    return node;
}

Ir *fold_mask(IrGame *game, Ir *node)
{
    if (node->type.kind == IR_MASK) {
        Ir *constant = fold_constant(game, node);
        if (constant != node)
            return constant;
    }
    switch (node->op) {
    case IR_OP_MAND:
    case IR_OP_MOR:
    case IR_OP_MXOR:
    case IR_OP_MDIFF:
    case IR_OP_MNOT:
        return fold_algebra(game, node);
    case IR_OP_HAS:
        return fold_has(game, node);
    case IR_OP_COUNT:
    case IR_OP_ANY:
    case IR_OP_FIRST:
        return fold_question(game, node);
    case IR_OP_FILTER:
    case IR_OP_SUM:
    case IR_OP_UNION:
        return fold_binder(game, node);
    case IR_OP_WHERE:
    case IR_OP_WHEREIN:
        return fold_where(game, node);
    case IR_OP_IMAGE:
    case IR_OP_PREIMAGE:
    case IR_OP_GROW:
        return fold_moved(game, node);
    default:
        return node;
    }
}
