/* guard.h - what makes every index, member, division and stored value of a game lie in its range: proved by intervals,
 * or guarded in the IR itself, so that the evaluator and all back ends do the same (doc/ir.md, "In range"). */
#ifndef LUDC_IR_GUARD_H
#define LUDC_IR_GUARD_H

#include "ir/core/ir.h"

/* Guards what it cannot prove in a sound game.  With `remarks` it says where.  `foreign`: of a game that no front end
 * lowered loops, too, which end at their bound then; its hints are not believed (back ends do not count the rounds
 * of loops in functions that lowering made). */
void ir_guard(IrGame *game, bool foreign, bool remarks);

#endif
