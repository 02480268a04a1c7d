/* watched_values.c - which values of the field sets of sites ask for. */
#include "ir/passes/watched_sites.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"

static bool reads_value(const Watch *w, const Ir *e)
{
    if (e->op == IR_OP_LOCAL && (size_t)e->k < w->nvalue && w->value[e->k])
        return true;
    for (int i = 0; i < e->n; i++)
        if (reads_value(w, e->a[i]))
            return true;
    return false;
}

bool watched_steady(const Watch *w, const Ir *e)
{
    const IrGame *game = w->of->game;
    if (!tree_reads_state(e))
        return !reads_value(w, e);
    Arena *scratch = arena_beside(game->arena);
    bool *read = ARENA_ARRAY(scratch, bool, game->field.n + 1), steady = !reads_value(w, e);
    ir_note_reads(game, e, read);
    for (size_t i = 0; i < game->field.n; i++)
        steady = steady && !(read[i] && w->of->written[i] && !w->assumed[i]);
    arena_free(scratch);
    return steady;
}

static Ir *op2(const Watch *w, IrOp op, Ir *a, Ir *b) { return a && b ? fold_node(w->of->game, ir_op2(w->of->game, op, a, b)) : NULL; }

/* Of a set that no move changes nothing is known of the values. */
static Ir *steady_values(const Watch *w, bool upper)
{
    return ir_k0(w->of->game, upper ? IR_OP_ALL : IR_OP_NONE, w->of->values);
}

Ir *watched_values(const Watch *w, const Ir *set, bool upper)
{
    IrGame *game = w->of->game;
    if (watched_steady(w, set))
        return steady_values(w, upper);
    switch (set->op) {
    case IR_OP_WHERE:
        return set->k == w->of->field && watched_steady(w, set->a[0]) ? fold_node(game, ir_k1(game, IR_OP_BITOF, w->of->values, watched_copy(w, set->a[0]))) : NULL;
    case IR_OP_WHEREIN: return set->k == w->of->field && watched_steady(w, set->a[0]) ? watched_copy(w, set->a[0]) : NULL;
    case IR_OP_MAND:
    case IR_OP_MOR: return op2(w, set->op, watched_values(w, set->a[0], upper), watched_values(w, set->a[1], upper));
    case IR_OP_MDIFF: return op2(w, set->op, watched_values(w, set->a[0], upper), watched_values(w, set->a[1], !upper));
    case IR_OP_MNOT: {
        Ir *a = watched_values(w, set->a[0], !upper);
        return a ? fold_node(game, ir_op1(game, IR_OP_MNOT, a)) : NULL;
    }
    default: return NULL;
    }
}

Ir *watched_leaves(const Watch *w, WatchKind kind, Ir *values)
{
    IrGame *game = w->of->game;
    Ir *vacant = ir_k1(game, IR_OP_BITOF, w->of->values, ir_const(game, 0));
    Ir *c = fold_node(game, ir_op2(game, IR_OP_MAND, kind == WATCH_VACATED ? vacant : ir_copy(game, w->taken), values));
    uint64_t words[64] = {0}, any = 0;
    const int n = ir_words(game, w->of->values);
    if (n > 64 || !tree_mask_value(game, c, -1, 0, words))
        return fold_node(game, ir_op1(game, IR_OP_ANY, c));
    for (int i = 0; i < n; i++)
        any |= words[i];
    return ir_const(game, any != 0);
}
