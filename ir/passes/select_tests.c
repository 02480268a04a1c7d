/* select_tests.c - a comparison that a select can meet by its first value alone asks for the condition of that first.
 *
 *     if select(p, x, 0) >= y { A }    ->    if p && x >= y { A }
 *
 * where y is at least 1.  Passes that find out what fields can hold need the select: they compare it with what is
 * assigned later. */
#include "ir/passes/pass.h"

static bool by_first_alone(const Ir *e)
{
    return e->op == IR_OP_GE && e->a[0]->op == IR_OP_SELECT && e->a[0]->a[2]->op == IR_OP_INT && e->a[0]->a[2]->k < e->a[1]->type.lo;
}

static Ir *rewrite(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    bool *changed = data;
    (void)fn;
    if (!by_first_alone(node))
        return node;
    *changed = true;
    const Ir *select = node->a[0];
    return ir_op2(game, IR_OP_AND, select->a[0], ir_op2(game, IR_OP_GE, select->a[1], node->a[1]));
}

bool ir_pass_select_tests(IrPass *pass)
{
    bool changed = false;
    ir_rewrite_game(pass->game, rewrite, &changed);
    return changed;
}
