/* lower.h - operations with an expansion become calls of IR functions that are made of the others
 * (doc/lowering.md).  ir/passes/lowering.h runs it on a game. */
#ifndef LUDC_IR_LOWER_H
#define LUDC_IR_LOWER_H

#include "ir/core/ir.h"

/* Floods, groups and what they meet, in the whole game; were there any? */
bool ir_lower_closures(IrGame *game);

/* Runs, rows as sets, lines. */
bool ir_lower_lines(IrGame *game);
/* What rays reach, and what sees along them. */
bool ir_lower_rays(IrGame *game);

/* All expansions of one tree that is evaluated in function number `fn` of `low`, a game in that form;
 * the tree is of the game from which it was made.  A copy. */
Ir *ir_lower_tree(IrGame *low, int fn, const Ir *tree);

#endif
