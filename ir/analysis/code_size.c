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

size_t shape_turn_size(const IrGame *game, size_t limit, bool whole)
{
    size_t n = 0;
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        n += fn->kind == IR_TURN && fn->body ? shape_size(game, fn->body, limit, whole) : 0;
    }
    return n;
}

size_t shape_rule_size(const IrGame *game, const IrFn *rule, size_t limit, bool whole)
{
    return (rule->effect ? shape_size(game, rule->effect, limit, whole) : 0) + (rule->then ? shape_size(game, rule->then, limit, whole) : 0) +
           (whole && rule->post ? shape_size(game, rule->post, limit, true) : 0);
}

size_t shape_drawn_size(const IrGame *game, const Ir *s, size_t turn, size_t limit, bool whole)
{
    size_t n = whole ? 1 : 0;
    if (s->op == IR_OP_EMIT || s->op == IR_OP_EMITSET)
        n = turn + shape_rule_size(game, game->fn.at[s->k], limit, whole);
    for (int i = 0; i < s->n && n < limit; i++)
        n += shape_drawn_size(game, s->a[i], turn, limit, whole);
    return n;
}
