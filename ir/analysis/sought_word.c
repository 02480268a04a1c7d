/* sought_word.c - loops that look for a word among the sets of a field: for %i in x .. y { if @f[%i] == v { ret .. } }. */
#include "ir/analysis/shape.h"

static const Ir *alone(const Ir *s)
{
    while (s->op == IR_OP_BLOCK && s->n == 1)
        s = s->a[0];
    return s;
}

const Ir *shape_sought(const IrGame *game, const Ir *range, const Ir **list, const Ir **found)
{
    const Ir *test = alone(range->a[2]);
    if (test->op != IR_OP_IF || test->n > 2 || test->a[0]->op != IR_OP_EQ)
        return NULL;
    *found = alone(test->a[1]);
    *list = test->a[0]->a[0];
    const Ir *word = test->a[0]->a[1], *at = (*list)->op == IR_OP_GET && (*list)->n ? (*list)->a[0] : NULL;
    const bool fits = at && at->op == IR_OP_LOCAL && at->k == range->k && (*list)->type.kind == IR_MASK &&
                      ir_words(game, (*list)->type.space) == 1 && word->op == IR_OP_LOCAL && word->k != range->k &&
                      (*found)->op == IR_OP_RET && !ir_uses_local(*found, (int)range->k);
    return fits ? word : NULL;
}
