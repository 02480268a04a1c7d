/* lower_choose.c - pass lower_choose: how a playout plays one random move becomes a procedure (ir/lower/choose.c), for which no move is spared
 * its trial before it is drawn. */
#include "ir/lower/lower.h"
#include "ir/passes/pass.h"
#include "ir/passes/spare_trials.h"

bool ir_pass_lower_choose(IrPass *pass)
{
    IrGame *game = pass->game;
    const size_t n = game->fn.n;
    Ir **spared = spare_trials_undo(game);
    const bool changed = ir_lower_choose(game);
    for (size_t i = 0; i < n; i++)
        game->fn.at[i]->body = spared[i] ? spared[i] : game->fn.at[i]->body;
    return changed;
}
