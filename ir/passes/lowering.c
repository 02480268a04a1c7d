/* lowering.c - the low form of a game: the pipeline `lowering` on a copy, and its passes. */
#include "ir/passes/lowering.h"

#include "ir/analysis/analyses.h"
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

static const char *const order[] = {"lowering"}, *const order_of_nets[] = {"lowering_nets"}; /* pipelines */

/* An operation with an expansion, a rule that is searched, or a lookup, which may have a shorter form.  In games that are not joint
 * there is a procedure to add. */
static bool can_be_lower(const Ir *e)
{
    if (!e)
        return false;
    const bool generates = ir_does(e->op, IR_EMITS) || e->op == IR_OP_PREFER || e->op == IR_OP_UNTESTED; /* as every game does */
    if ((ir_op_info(e->op)->high && !generates) || (e->op == IR_OP_TAB && e->n) || e->op == IR_OP_TRY)
        return true;
    for (int i = 0; i < e->n; i++)
        if (can_be_lower(e->a[i]))
            return true;
    return false;
}

static bool any_lower(IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t slots = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < slots; j++)
            if (can_be_lower(*slot[j].slot))
                return true;
    }
    return false;
}

IrGame *ir_lower(IrGame *game, Arena *arena, const IrPassOptions *options)
{
    IrPassOptions mine = options ? *options : (IrPassOptions){.verify = false};
    mine.run = game->joint && !any_lower(game) ? order_of_nets : order;
    mine.nrun = 1;
    mine.ndisabled = 0;
    mine.time = NULL;
    mine.high = ir_facts_own(game, arena);
    IrGame *low = ir_game_move(game, arena, game->arena);
    return ir_passes_run(low, &mine) ? low : NULL;
}
