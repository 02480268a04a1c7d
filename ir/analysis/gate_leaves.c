/* gate_leaves.c - trees of one operation, `and` or `or`, whatever is negated in them: what they are made of.  !(a || !b) is an
 * `and` of !a and b. */
#include "ir/analysis/shape.h"

bool shape_is_bit(const Ir *e)
{
    return e->type.kind == IR_INT && e->type.lo >= 0 && e->type.hi <= 1;
}

bool shape_is_gates(const Ir *e, bool (*is_member)(const Ir *has))
{
    switch (e->op) {
    case IR_OP_AND:
    case IR_OP_OR: return shape_is_gates(e->a[0], is_member) && shape_is_gates(e->a[1], is_member);
    case IR_OP_NOT: return shape_is_gates(e->a[0], is_member);
    case IR_OP_LOCAL: return shape_is_bit(e);
    case IR_OP_HAS: return e->a[0]->op == IR_OP_INT && e->a[0]->k >= 0 && is_member(e);
    default: return false;
    }
}

static void gather(Arena *arena, GateLeaves *tree, const Ir *e, bool negated)
{
    if (e->op == IR_OP_NOT) {
        gather(arena, tree, e->a[0], !negated);
    } else if ((e->op == IR_OP_AND || e->op == IR_OP_OR) && ((e->op == IR_OP_OR) != negated) == tree->either) {
        gather(arena, tree, e->a[0], negated);
        gather(arena, tree, e->a[1], negated);
    } else {
        const GateLeaf leaf = {e, negated};
        vec_push(arena, &tree->leaf, leaf);
    }
}

GateLeaves shape_gate_leaves(Arena *arena, const Ir *e, bool negated)
{
    GateLeaves tree = {.either = (e->op == IR_OP_OR) != negated};
    gather(arena, &tree, e, negated);
    return tree;
}
