/* connect_tests.c - recognises end tests on joined sides. */
#include "ir/analysis/connect_tests.h"

/* Does every write to field k in the tree unite it with something? */
static bool only_grows(IrGame *game, const Ir *e, int64_t k)
{
    if (!e)
        return true;
    if (e->op == IR_OP_WITH && e->k == k)
        return false;
    if (e->op == IR_OP_PUT && e->k == k) {
        Ir *index = e->n > 1 ? e->a[1] : NULL;
        const Ir *value = e->a[0], *self = ir_get(game, (int)k, index);
        if (value->op != IR_OP_MOR || !(ir_equal(value->a[0], self) || ir_equal(value->a[1], self)))
            return false;
    }
    for (int i = 0; i < e->n; i++)
        if (!only_grows(game, e->a[i], k))
            return false;
    return true;
}

static bool field_grows(IrGame *game, int64_t k)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        if (!only_grows(game, fn->body, k) || !only_grows(game, fn->effect, k) ||
            !only_grows(game, fn->then, k))
            return false;
    }
    return true;
}

static bool is_symmetric(const IrGame *game, const Ir *near)
{
    const IrTable *t = &game->table.at[near->k];
    if (near->op != IR_OP_TAB || near->n || t->ndim != 1 || t->elem.kind != IR_MASK || t->rows ||
        t->n != (size_t)game->space.at[t->elem.space].size)
        return false;
    size_t words = (size_t)ir_words(game, t->elem.space);
    for (size_t x = 0; x < t->n; x++)
        for (size_t y = 0; y < x; y++)
            if (ir_mask_has(&t->word[x * words], (int)y) != ir_mask_has(&t->word[y * words], (int)x))
                return false;
    return true;
}

/* The members of the slice, if its indices are constant; else 0. */
static int members(const IrGame *game, const Ir *slice)
{
    if (slice->op != IR_OP_TAB)
        return 0;
    const IrTable *t = &game->table.at[slice->k];
    for (int i = 0; i < slice->n; i++)
        if (slice->a[i]->op != IR_OP_INT)
            return 0;
    return t->elem.kind == IR_MASK && slice->n + 1 == t->ndim ? t->dim[t->ndim - 1].size : 0;
}

bool ir_join_of(IrGame *game, const Ir *e, IrJoin *join)
{
    if ((e->op != IR_OP_GE && e->op != IR_OP_EQ) || e->a[0]->op != IR_OP_COUNT_MEETS || e->a[1]->op != IR_OP_INT)
        return false;
    const Ir *flood = e->a[0]->a[0];
    if (flood->op != IR_OP_FLOOD || flood->a[0]->op != IR_OP_BITOF || flood->a[1]->op != IR_OP_GET)
        return false;
    *join = (IrJoin){.last = flood->a[0]->a[0], .own = flood->a[1], .near = flood->a[2], .side = e->a[0]->a[1]};
    join->sides = members(game, join->side);
    return join->sides >= 2 && e->a[1]->k == join->sides && (join->own->n == 0 || join->own->a[0]->op == IR_OP_INT) &&
           field_grows(game, join->own->k) && is_symmetric(game, join->near);
}

const uint64_t *ir_join_side(const IrGame *game, const IrJoin *join, int i)
{
    const IrTable *t = &game->table.at[join->side->k];
    size_t at = 0;
    for (int d = 0; d < t->ndim; d++)
        at = at * (size_t)t->dim[d].size + (d + 1 < t->ndim ? (size_t)join->side->a[d]->k : (size_t)i);
    return &t->word[at * (size_t)ir_words(game, t->elem.space)];
}
