/* flood_meets.c - sets that are the closure of a set and something: whether they have a member is
 * known as soon as the closure meets it. */
#include "ir/analysis/facts.h"

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

const Ir *ir_meets(IrGame *game, const Ir *x, bool *beside, const Ir **target)
{
    if (x->op != IR_OP_MAND && x->op != IR_OP_MDIFF)
        return NULL;
    const Ir *part = closure(x->a[0], beside);
    Ir *other = x->a[1];
    if (!part && x->op == IR_OP_MAND) {
        part = closure(x->a[1], beside);
        other = x->a[0];
    }
    *target = x->op == IR_OP_MDIFF ? ir_op1(game, IR_OP_MNOT, other) : other;
    return part;
}

bool ir_is_symmetric(const IrGame *game, const Ir *near)
{
    if (near->op != IR_OP_TAB || near->n != 0)
        return false;
    const IrTable *t = &game->table.at[near->k];
    size_t words = (size_t)ir_words(game, t->elem.space);
    if (t->elem.kind != IR_MASK || t->ndim != 1 || t->rows || t->dim[0].space != t->elem.space)
        return false;
    for (size_t i = 0; i < t->n; i++)
        for (size_t j = 0; j < i; j++)
            if (ir_mask_has(&t->word[i * words], (int)j) != ir_mask_has(&t->word[j * words], (int)i))
                return false;
    return true;
}
