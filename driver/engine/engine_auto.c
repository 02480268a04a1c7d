/* engine_auto.c - `auto`: what is quickest to make plays at once, and LLVM's code once that has gone
 * on for a while.  A game that was compiled before is found in the cache and played from the start. */
#include "driver/engine/engine_auto.h"

#include <stdlib.h>

#include "driver/engine/engines.h"
#include "driver/engine/tier_up.h"
#include "ir/plan/plan.h"

enum { LATER_MS = 150 }; /* shorter runs do not pay */

static bool auto_make(Session *session, IrGame *game, const MakeOptions *options, Player *player)
{
    const Maker *quick = maker_find(NULL);
    if (!llvm_present() || !quick->wants_passes || (game->plan & ~maker_llvm.plans))
        return quick->make(session, game, options, player);
    if (options->cache && llvm_cached(game, options, player))
        return true;
    if (!quick->make(session, game, options, player))
        return false;
    player->backend = "auto";
    tiers_begin(player, game, options, LATER_MS);
    return true;
}

const Maker maker_auto = {"auto", "tcc at once, then llvm where it pays", true, IR_PLAN_ALL | IR_PLAN_FILL, auto_make};
