/* tier_up.h - what is quickest to make plays at once; a thread compiles the game through LLVM with
 * all that pays in the long run, and that code takes over between two calls.  States mean the same
 * to both, so a game can begin in one and end in the other. */
#ifndef LUDC_DRIVER_TIERS_H
#define LUDC_DRIVER_TIERS_H

#include "driver/engine/engine_llvm.h"

/* Takes `player`, which plays `game`, over, and sets it to both tiers; its `swapped` tells of the
 * second.  That is begun after `later_ms`: shorter runs do not pay.  Ending waits for no more than the
 * step that LLVM is at. */
void tiers_begin(Player *player, const IrGame *game, const MakeOptions *options, unsigned later_ms);

#endif
