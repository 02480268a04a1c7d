/* take_lowest.c - forms that lowering writes: loops that take the lowest member out of a set as long as there is
 * one, and functions that are values. */
#include "ir/analysis/shape.h"

static bool is_local(const Ir *e, int64_t local)
{
    return e->op == IR_OP_LOCAL && e->k == local;
}

const Ir *shape_takes(const Ir *loop)
{
    if (loop->op != IR_OP_WHILE || loop->a[0]->op != IR_OP_ANY || loop->a[0]->a[0]->op != IR_OP_LOCAL ||
        loop->a[1]->op != IR_OP_BLOCK || loop->a[1]->n < 2)
        return NULL;
    int64_t set = loop->a[0]->a[0]->k;
    const Ir *let = loop->a[1]->a[0], *less = loop->a[1]->a[1];
    bool takes = let->op == IR_OP_LET && let->a[0]->op == IR_OP_FIRST && is_local(let->a[0]->a[0], set) &&
                 less->op == IR_OP_SET && less->k == set && less->a[0]->op == IR_OP_MDIFF &&
                 is_local(less->a[0]->a[0], set) && less->a[0]->a[1]->op == IR_OP_BITOF &&
                 is_local(less->a[0]->a[1]->a[0], let->k);
    return takes ? let : NULL;
}

const Ir *shape_value(const IrFn *fn)
{
    const Ir *body = fn->body;
    bool value = body && body->op == IR_OP_BLOCK && body->n == 1 && body->a[0]->op == IR_OP_RET && body->a[0]->n;
    return value ? body->a[0]->a[0] : NULL;
}
