/* fold_all.c - pass fold: every function of the game by ir/fold. */
#include "ir/fold/fold.h"
#include "ir/passes/pass.h"

bool ir_pass_fold(IrPass *pass)
{
    bool changed = false;
    for (size_t i = 0; i < pass->game->fn.n; i++)
        changed = fold_function(pass->game, pass->game->fn.at[i]) || changed;
    return changed;
}
