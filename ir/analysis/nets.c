/* nets.c - gates: what `and`, `or` and `not` make of bits and of members that are surely there; and functions of many of them,
 * the straight logic that a rule sheet becomes. */
#include "ir/analysis/shape.h"

enum { MANY = 64 };

/* A row that is there: all its indices are in range. */
static bool sure_row(const IrGame *game, const Ir *tab)
{
    const IrTable *t = &game->table.at[tab->k];
    bool sure = tab->n == t->ndim;
    for (int i = 0; sure && i < tab->n; i++) {
        const Ir *at = tab->a[i];
        sure = (at->op == IR_OP_INT || at->op == IR_OP_LOCAL || (at->op == IR_OP_GET && at->n == 0)) && at->type.lo >= 0 &&
               at->type.hi < t->dim[i].size;
    }
    return sure;
}

bool shape_is_gate(const IrGame *game, const Ir *e, int depth)
{
    if (depth == 0)
        return false;
    switch (e->op) {
    case IR_OP_AND:
    case IR_OP_OR: return shape_is_gate(game, e->a[0], depth - 1) && shape_is_gate(game, e->a[1], depth - 1);
    case IR_OP_NOT: return shape_is_gate(game, e->a[0], depth - 1);
    case IR_OP_INT: return e->k == 0 || e->k == 1;
    case IR_OP_LOCAL: return shape_is_bit(e);
    case IR_OP_HAS: {
        const Ir *set = e->a[1];
        return e->a[0]->op == IR_OP_INT && e->a[0]->k >= 0 &&
               (set->op == IR_OP_LOCAL || (set->op == IR_OP_GET && set->n == 0) || (set->op == IR_OP_TAB && sure_row(game, set)));
    }
    default: return false;
    }
}

/* Those that two gates make, in all of the tree. */
static size_t count_gates(const IrGame *game, const Ir *e)
{
    size_t n = (e->op == IR_OP_AND || e->op == IR_OP_OR) && shape_is_gate(game, e, 2);
    for (int i = 0; i < e->n && n < MANY; i++)
        n += count_gates(game, e->a[i]);
    return n;
}

bool shape_is_net(const IrGame *game, const Ir *body)
{
    return body && count_gates(game, body) >= MANY;
}
