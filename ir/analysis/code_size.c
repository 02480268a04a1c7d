/* code_size.c - how much code a tree becomes, with what it calls. */
#include "ir/analysis/shape.h"
#include "ir/core/tree.h"

/* What lowering made without loops is as short as what it was made from. */
static bool counts(const IrFn *fn)
{
    return fn->body && (fn->hint == IR_HINT_NONE || (fn->hint == IR_HINT_INLINE && tree_has_op(fn->body, IR_OP_FOR)));
}

size_t shape_size(const IrGame *game, const Ir *e, size_t limit, bool generators)
{
    size_t n = 1;
    const bool call = e->op == IR_OP_CALL || e->op == IR_OP_DO || (generators && (e->op == IR_OP_EXISTS || e->op == IR_OP_TRY));
    if (call && counts(game->fn.at[e->k]))
        n += shape_size(game, game->fn.at[e->k]->body, limit - n, generators);
    for (int i = 0; i < e->n && n < limit; i++)
        n += shape_size(game, e->a[i], limit - n, generators);
    return generators && e->op == IR_OP_BEST ? 2 * n : n; /* runs twice */
}
