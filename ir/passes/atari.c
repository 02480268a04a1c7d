/* atari.c - pass atari: lets back ends find the groups that a move may shut in once for all moves
 * that are tried (ir/analysis/atari_groups.c). */
#include "ir/analysis/analyses.h"
#include "ir/passes/pass.h"

/* That back ends may is all that changes: they find the groups where they make code. */
bool ir_pass_atari(IrPass *pass)
{
    IrGame *game = pass->game;
    const bool changed = !game->atari;
    game->atari = true;
    for (size_t i = 0; pass->options->remarks && i < game->fn.n; i++) {
        const IrFn *rule = game->fn.at[i];
        if (rule->kind == IR_RULE && ir_fact_atari_groups(game, (int)i))
            ir_pass_remark(pass, rule->at, "atari: groups that a move of rule %s may shut in are found once for all its moves",
                           rule->name);
    }
    return changed;
}
