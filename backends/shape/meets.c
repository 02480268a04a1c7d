/* meets.c - sets that are the closure of a set and something: whether they have a member is
 * known as soon as the closure meets it. */
#include "backends/shape/shape.h"

static bool same_slice(const Ir *x, const Ir *y)
{
    return x->op == IR_OP_TAB && y->op == IR_OP_TAB && x->k == y->k && x->n == 0 && y->n == 0;
}

/* The closure in x, or in what grows from it by the same relation; NULL: none. */
static const Ir *closure(const Ir *x, bool *beside)
{
    *beside = x->op == IR_OP_GROW && x->a[0]->op == IR_OP_FLOOD && same_slice(x->a[1], x->a[0]->a[2]);
    return *beside ? x->a[0] : x->op == IR_OP_FLOOD ? x : NULL;
}

const Ir *shape_meets(IrGame *game, const Ir *x, bool *beside, const Ir **target)
{
    if (x->op != IR_OP_MAND && x->op != IR_OP_MDIFF) {
        return NULL;
    }
    const Ir *part = closure(x->a[0], beside);
    Ir *other = x->a[1];
    if (!part && x->op == IR_OP_MAND) {
        part = closure(x->a[1], beside);
        other = x->a[0];
    }
    *target = x->op == IR_OP_MDIFF ? ir_op1(game, IR_OP_MNOT, other) : other;
    return part;
}
