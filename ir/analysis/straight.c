/* straight.c - functions that lowering made without loops, but for short ones: they stand where the operation stood. */
#include "ir/analysis/shape.h"
#include "ir/core/tree.h"

bool shape_is_short(const Ir *s)
{
    enum { SHORT = 8 };
    const Ir *from = s->a[0], *to = s->a[1];
    return s->op == IR_OP_RANGE && from->op == IR_OP_INT && to->op == IR_OP_INT && to->k - from->k <= SHORT && s->a[2]->n == 1 &&
           !tree_has_op(s->a[2], IR_OP_RANGE);
}

static bool loops(const Ir *e)
{
    bool found = e->op == IR_OP_FOR || e->op == IR_OP_WHILE || (e->op == IR_OP_RANGE && !shape_is_short(e));
    for (int i = 0; i < e->n; i++)
        found = found || loops(e->a[i]);
    return found;
}

bool shape_is_straight(const IrFn *fn)
{
    return fn->hint == IR_HINT_APART && fn->body && !loops(fn->body);
}
