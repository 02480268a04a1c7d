/* fold_int.c - pass fold: integers and bits. */
#include "ir/fold/fold.h"
#include "ir/core/tree.h"

enum { MAX_SCAN = 1 << 16 };

static void clip_to_table(const IrGame *game, const Ir *tab, int64_t *lo,
                          int64_t *hi)
{
    const IrTable *t = &game->table.at[tab->k];
    size_t element = 0, count = t->n;
    if (t->rows || t->elem.kind != IR_INT || tab->n != t->ndim ||
        t->n > MAX_SCAN || t->n == 0)
        return;
    if (!tree_table_slice(game, tab, &element, &count)) {
        element = 0;
        count = t->n;
    }
    int64_t low = t->value[element], high = low;
    for (size_t i = element; i < element + count; i++) {
        low = t->value[i] < low ? t->value[i] : low;
        high = t->value[i] > high ? t->value[i] : high;
    }
    *lo = low > *lo ? low : *lo;
    *hi = high < *hi ? high : *hi;
}

void fold_range(const IrGame *game, const Ir *node, int64_t *lo, int64_t *hi)
{
    *lo = node->type.lo;
    *hi = node->type.hi;
    if (node->op == IR_OP_TAB)
        clip_to_table(game, node, lo, hi);
}

/* ---- arithmetic -------------------------------------------------------- */

/* (x + c) + d, and the like: x and one constant. */
static Ir *fold_constants(IrGame *game, Ir *node)
{
    const Ir *a = node->a[0], *d = node->a[1];
    if (d->op != IR_OP_INT || (a->op != IR_OP_ADD && a->op != IR_OP_SUB))
        return node;
    const bool first = a->op == IR_OP_ADD && a->a[0]->op == IR_OP_INT;
    const Ir *c = a->a[!first];
    int64_t sum;
    if (c->op != IR_OP_INT || c->k == INT64_MIN)
        return node;
    sum = a->op == IR_OP_SUB ? -c->k : c->k;
    if ((node->op == IR_OP_ADD ? __builtin_add_overflow(sum, d->k, &sum) : __builtin_sub_overflow(sum, d->k, &sum)) || sum == INT64_MIN)
        return node;
    if (sum == 0)
        return a->a[first];
    Ir *all = ir_op2(game, sum < 0 ? IR_OP_SUB : IR_OP_ADD, a->a[first], ir_const(game, sum < 0 ? -sum : sum));
    all->type.lo = all->type.lo > node->type.lo ? all->type.lo : node->type.lo;
    all->type.hi = all->type.hi < node->type.hi ? all->type.hi : node->type.hi;
    return all;
}

Ir *fold_int(IrGame *game, Ir *node)
{
    Ir *a = node->n > 0 ? node->a[0] : NULL, *b = node->n > 1 ? node->a[1] : NULL;
    switch (node->op) {
    case IR_OP_ADD:
        if (tree_is_int(a, 0))
            return b;
        return tree_is_int(b, 0) ? a : fold_constants(game, node);
    case IR_OP_SUB:
        return tree_is_int(b, 0) ? a : fold_constants(game, node);
    case IR_OP_MUL:
        if (tree_is_int(a, 1))
            return b;
        if (tree_is_int(b, 1))
            return a;
        if (tree_is_int(a, 0) || tree_is_int(b, 0))
            return ir_const(game, 0);
        return node;
    case IR_OP_DIV:
        return tree_is_int(b, 1) ? a : node;
    case IR_OP_NEG:
        return a->op == IR_OP_NEG ? a->a[0] : node;
    case IR_OP_ABS:
        return a->type.lo >= 0 ? a : node;
    case IR_OP_MIN:
        if (a->type.hi <= b->type.lo)
            return a;
        return b->type.hi <= a->type.lo ? b : node;
    case IR_OP_MAX:
        if (a->type.lo >= b->type.hi)
            return a;
        return b->type.lo >= a->type.hi ? b : node;
    default:
        return node;
    }
}

/* ---- comparisons ------------------------------------------------------- */

static IrOp negated(IrOp op)
{
    switch (op) {
    case IR_OP_EQ: return IR_OP_NE;
    case IR_OP_NE: return IR_OP_EQ;
    case IR_OP_LT: return IR_OP_GE;
    case IR_OP_LE: return IR_OP_GT;
    case IR_OP_GT: return IR_OP_LE;
    case IR_OP_GE: return IR_OP_LT;
    default: return IR_OPS;
    }
}

static IrOp mirrored(IrOp op)
{
    switch (op) {
    case IR_OP_LT: return IR_OP_GT;
    case IR_OP_LE: return IR_OP_GE;
    case IR_OP_GT: return IR_OP_LT;
    case IR_OP_GE: return IR_OP_LE;
    default: return op;
    }
}

static bool is_comparison(IrOp op)
{
    return negated(op) != IR_OPS;
}

/* 1 or 0 when the ranges decide, else -1. */
static int decided(IrOp op, int64_t alo, int64_t ahi, int64_t blo, int64_t bhi)
{
    switch (op) {
    case IR_OP_EQ:
        return ahi < blo || bhi < alo ? 0 : alo == ahi && blo == bhi ? 1 : -1;
    case IR_OP_NE:
        return ahi < blo || bhi < alo ? 1 : alo == ahi && blo == bhi ? 0 : -1;
    case IR_OP_LT:
        return ahi < blo ? 1 : alo >= bhi ? 0 : -1;
    case IR_OP_LE:
        return ahi <= blo ? 1 : alo > bhi ? 0 : -1;
    case IR_OP_GT:
        return alo > bhi ? 1 : ahi <= blo ? 0 : -1;
    default:
        return alo >= bhi ? 1 : ahi < blo ? 0 : -1;
    }
}

static bool is_bit(const Ir *node)
{
    return node->type.kind == IR_INT && node->type.lo >= 0 && node->type.hi <= 1;
}

/* select(c, k1, k2) compared with a constant; bits compared with a constant. */
static Ir *compare_with_constant(IrGame *game, Ir *node, Ir *a, int64_t k)
{
    if (is_bit(a) && (node->op == IR_OP_EQ || node->op == IR_OP_NE) &&
        (k == 0 || k == 1))
        return (node->op == IR_OP_EQ) == (k == 1) ? a
                                                  : ir_op1(game, IR_OP_NOT, a);
    if (a->op != IR_OP_SELECT)
        return node;
    if (a->a[1]->op != IR_OP_INT && a->a[2]->op != IR_OP_INT)
        return node;
    return ir_op3(game, IR_OP_SELECT, a->a[0],
                  fold_node(game, ir_op2(game, node->op, a->a[1], ir_const(game, k))),
                  fold_node(game, ir_op2(game, node->op, a->a[2], ir_const(game, k))));
}

/* count(m) against 0 or 1 is a question whether there is any. */
static Ir *compare_count(IrGame *game, Ir *node, Ir *a, int64_t k)
{
    IrOp op = node->op;
    Ir *set = a->a[0];
    if ((op == IR_OP_GT && k == 0) || (op == IR_OP_GE && k == 1) ||
        (op == IR_OP_NE && k == 0))
        return ir_op1(game, IR_OP_ANY, set);
    if ((op == IR_OP_EQ && k == 0) || (op == IR_OP_LT && k == 1) ||
        (op == IR_OP_LE && k == 0))
        return ir_op1(game, IR_OP_NOT, ir_op1(game, IR_OP_ANY, set));
    return node;
}

static Ir *compare_masks(IrGame *game, Ir *node)
{
    if (node->op != IR_OP_EQ && node->op != IR_OP_NE)
        return node;
    Ir *set = node->a[1]->op == IR_OP_NONE   ? node->a[0]
              : node->a[0]->op == IR_OP_NONE ? node->a[1]
                                             : NULL;
    if (!set)
        return node;
    Ir *any = ir_op1(game, IR_OP_ANY, set);
    return node->op == IR_OP_NE ? any : ir_op1(game, IR_OP_NOT, any);
}

/* (x + c) against k is x against k - c. */
static Ir *compare_sum(IrGame *game, Ir *node, Ir *a, int64_t k)
{
    if (a->a[1]->op == IR_OP_INT)
        return ir_op2(game, node->op, a->a[0],
                      ir_const(game, a->op == IR_OP_ADD ? k - a->a[1]->k
                                                        : k + a->a[1]->k));
    return node;
}

/* The comparison of what a `let` or `select` gives goes inside, where it says more. */
static Ir *compare_inside(IrGame *game, Ir *node, Ir *a)
{
    Ir *k = node->a[1];
    if (a->op == IR_OP_LETX)
        return ir_k2(game, IR_OP_LETX, a->k, a->a[0], fold_node(game, ir_op2(game, node->op, a->a[1], k)));
    if (a->a[1]->op != IR_OP_INT && a->a[2]->op != IR_OP_INT)
        return node;
    return ir_op3(game, IR_OP_SELECT, a->a[0], fold_node(game, ir_op2(game, node->op, a->a[1], k)),
                  fold_node(game, ir_op2(game, node->op, a->a[2], k)));
}

Ir *fold_compare(IrGame *game, Ir *node)
{
    if (!is_comparison(node->op))
        return node;
    Ir *a = node->a[0], *b = node->a[1];
    if (a->type.kind == IR_MASK)
        return compare_masks(game, node);
    int64_t alo, ahi, blo, bhi;
    fold_range(game, a, &alo, &ahi);
    fold_range(game, b, &blo, &bhi);
    int known = decided(node->op, alo, ahi, blo, bhi);
    if (known < 0 && ir_equal(a, b) && !tree_has_op(a, IR_OP_DRAW))
        known = node->op == IR_OP_EQ || node->op == IR_OP_LE ||
                node->op == IR_OP_GE;
    if (known >= 0 && !tree_has_op(node, IR_OP_DRAW))
        return ir_const(game, known);
    if (a->op == IR_OP_INT && b->op != IR_OP_INT)
        return ir_op2(game, mirrored(node->op), b, a);
    if (b->op != IR_OP_INT)
        return node;
    if (a->op == IR_OP_COUNT)
        return compare_count(game, node, a, b->k);
    if (a->op == IR_OP_LETX || a->op == IR_OP_SELECT)
        return compare_inside(game, node, a);
    if (a->op == IR_OP_ADD || a->op == IR_OP_SUB)
        return compare_sum(game, node, a, b->k);
    return compare_with_constant(game, node, a, b->k);
}

/* ---- logic ------------------------------------------------------------- */

static Ir *fold_not(IrGame *game, Ir *node)
{
    Ir *a = node->a[0];
    if (a->op == IR_OP_NOT)
        return a->a[0];
    if (is_comparison(a->op))
        return ir_op2(game, negated(a->op), a->a[0], a->a[1]);
    return node;
}

static Ir *fold_select(IrGame *game, Ir *node)
{
    Ir *c = node->a[0], *a = node->a[1], *b = node->a[2];
    if (c->op == IR_OP_INT)
        return c->k ? a : b;
    if (ir_equal(a, b) && !tree_has_op(a, IR_OP_DRAW))
        return a;
    if (c->op == IR_OP_NOT)
        return ir_op3(game, IR_OP_SELECT, c->a[0], b, a);
    if (!is_bit(a) || !is_bit(b))
        return node;
    if (tree_is_int(a, 1))
        return tree_is_int(b, 0) ? c : ir_op2(game, IR_OP_OR, c, b);
    if (tree_is_int(b, 0))
        return ir_op2(game, IR_OP_AND, c, a);
    if (tree_is_int(a, 0))
        return ir_op2(game, IR_OP_AND, ir_op1(game, IR_OP_NOT, c), b);
    if (tree_is_int(b, 1))
        return ir_op2(game, IR_OP_OR, ir_op1(game, IR_OP_NOT, c), a);
    return node;
}

bool fold_opposite(const Ir *a, const Ir *b)
{
    if (a->op == IR_OP_NOT)
        return ir_equal(a->a[0], b);
    if (b->op == IR_OP_NOT)
        return ir_equal(b->a[0], a);
    return is_comparison(a->op) && b->op == negated(a->op) &&
           ir_equal(a->a[0], b->a[0]) && ir_equal(a->a[1], b->a[1]);
}

static Ir *fold_and_or(IrGame *game, Ir *node)
{
    Ir *a = node->a[0], *b = node->a[1];
    int64_t absorbing = node->op == IR_OP_OR;
    if (a->op == IR_OP_INT)
        return (a->k != 0) == (absorbing != 0) ? ir_const(game, absorbing) : b;
    Ir *folded = b->op == IR_OP_INT        ? ((b->k != 0) == (absorbing != 0) ? ir_const(game, absorbing) : a)
                 : ir_equal(a, b)      ? a
                 : fold_opposite(a, b) ? ir_const(game, absorbing)
                                       : node;
    return folded != node && tree_has_op(node, IR_OP_DRAW) ? node : folded;
}

/* Is the set within `part`, by how it is written? */
static bool lies_in(const Ir *set, const Ir *part)
{
    return ir_equal(set, part) || (set->op == IR_OP_MAND && (lies_in(set->a[0], part) || lies_in(set->a[1], part))) ||
           (set->op == IR_OP_MDIFF && lies_in(set->a[0], part));
}

/* any(a) && any(a & b): the second says it all. */
static Ir *fold_both(Ir *node)
{
    const Ir *x = node->a[0], *y = node->a[1];
    if (node->op != IR_OP_AND || x->op != IR_OP_ANY || y->op != IR_OP_ANY || tree_has_op(node, IR_OP_DRAW))
        return node;
    if (lies_in(y->a[0], x->a[0]))
        return node->a[1];
    return lies_in(x->a[0], y->a[0]) ? node->a[0] : node;
}

Ir *fold_logic(IrGame *game, Ir *node)
{
    switch (node->op) {
    case IR_OP_AND:
    case IR_OP_OR:
        node = fold_and_or(game, node);
        return node->op == IR_OP_AND ? fold_both(node) : node;
    case IR_OP_NOT:
        return fold_not(game, node);
    case IR_OP_SELECT:
        return fold_select(game, node);
    default:
        return node;
    }
}
