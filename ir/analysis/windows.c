/* windows.c - windows of 64 members of a set whose ends need no care. */
#include "ir/analysis/shape.h"

const Ir *shape_window(const Ir *window, int *q, int *behind)
{
    const Ir *from = window->a[1];
    const bool sum = from->op == IR_OP_ADD && from->a[1]->op == IR_OP_INT;
    const int64_t k = sum ? from->a[1]->k : 1;
    *q = *behind = 0;
    if (!sum || ((k & 63) > 1 || k < -6400 || k > 6400))
        return from;
    *behind = (int)(k & 1);
    *q = (int)((k - *behind) / 64);
    return from->a[0];
}

bool shape_window_inside(const IrGame *game, const Ir *window)
{
    int q, behind;
    const Ir *x = shape_window(window, &q, &behind), *c = window->a[2];
    const int size = game->space.at[window->a[0]->type.space].size;
    if (c->op != IR_OP_TAB || c->n == 0 || x->op != IR_OP_LOCAL || c->a[0]->op != IR_OP_LOCAL || c->a[0]->k != x->k || x->type.lo < 0 ||
        x->type.hi >= size || c->n > 2 || (c->n == 2 && c->a[1]->op != IR_OP_INT))
        return false;
    const IrTable *t = &game->table.at[c->k];
    for (int at = 0; at < t->dim[0].size; at++)
        for (int i = 0, first = at + 64 * q + behind; i < 64; i++)
            if ((first + i < 0 || first + i >= size) &&
                ir_mask_has(t->word + (c->n == 2 ? at * t->dim[1].size + c->a[1]->k : at), i))
                return false;
    return true;
}
