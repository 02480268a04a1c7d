/* specialise.c - pass specialise: one straight body for each mover.
 *
 *     gen moves {                           gen moves {
 *       for %s in where(@what, @mover) {      if @mover == 1 {
 *         emit fwd(%s) } }             ->       for %s in where(@what, 1) { .. }
 *                                             } else {
 *                                               for %s in where(@what, 2) { .. } } }
 *
 * Generators, functions, effects, consequences and the turn each become a choice
 * by the mover at their beginning; `load_forward` and `fold` do the rest.  Only for
 * games of two to four players whose mover is always a player; needs `ranges` to
 * see that, breaks nothing. */
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

enum { MAX_MOVERS = 4, MAX_SIZE = 4000 };

static bool reads_directly(const Ir *node, int64_t field)
{
    if (node->op == IR_OP_GET && node->k == field)
        return true;
    for (int i = 0; i < node->n; i++)
        if (reads_directly(node->a[i], field))
            return true;
    return false;
}

/* Does the effect depend on the mover through what the header says of the sites
 * it writes? */
static bool writes_sites_of_mover(const IrGame *game, const IrFn *fn, const Ir *tree, int field)
{
    if (!fn->header || !reads_directly(fn->header, field))
        return false;
    if (tree->op == IR_OP_PUT && game->field.at[tree->k].array)
        return true;
    for (int i = 0; i < tree->n; i++)
        if (writes_sites_of_mover(game, fn, tree->a[i], field))
            return true;
    return false;
}

/* if @mover == lo { .. } else if .. else { .. } */
static Ir *choice(IrGame *game, IrFn *fn, int field, const Ir *body)
{
    const IrType t = game->field.at[field].elem;
    Ir *rest = NULL;
    for (int64_t m = t.hi; m >= t.lo; m--) {
        Ir *own = m == t.hi ? ir_copy(game, body) : tree_clone(game, fn, body);
        if (!rest) {
            rest = own;
            continue;
        }
        Ir *test = ir_op2(game, IR_OP_EQ, ir_get(game, field, NULL),
                          ir_const(game, m));
        rest = ir_if(game, test, own, rest);
    }
    return rest->op == IR_OP_BLOCK ? rest : tree_block(game, &rest, 1);
}

static bool suitable(IrPass *pass, int field)
{
    if (field < 0)
        return false;
    const IrType t = pass->game->field.at[field].elem;
    if (t.kind == IR_INT && t.lo >= 1 && t.hi > t.lo && t.hi <= MAX_MOVERS)
        return true;
    ir_pass_remark(pass, (Span){0, 0},
                   "not specialised: @%s is not always one of players 1 to %d",
                   pass->game->field.at[field].name, MAX_MOVERS);
    return false;
}

bool ir_pass_specialise(IrPass *pass)
{
    IrGame *game = pass->game;
    int field = ir_view_field(game, "mover");
    bool changed = false;
    if (!suitable(pass, field))
        return false;
    for (size_t i = 0; i < game->fn.n; i++) {
        IrFn *fn = game->fn.at[i];
        TreeSlot *slot;
        size_t n = fn->kind == IR_VIEW || fn->kind == IR_PLANE ? 0 : tree_slots(game, fn, &slot);
        for (size_t j = 0; j < n; j++) {
            Ir **tree = slot[j].slot;
            if (slot[j].kind > SLOT_THEN || slot[j].kind == SLOT_HEADER ||
                tree_size(*tree) > MAX_SIZE ||
                !(reads_directly(*tree, field) ||
                  writes_sites_of_mover(game, fn, *tree, field)))
                continue;
            *tree = choice(game, fn, field, *tree);
            changed = true;
        }
    }
    return changed;
}
