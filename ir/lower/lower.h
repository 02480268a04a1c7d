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
/* Where maps of sites lead, and who is beside. */
bool ir_lower_relations(IrGame *game);
/* What is gathered over the members of a set. */
bool ir_lower_folds(IrGame *game);
/* The unions over directions that the others leave, as loops: for those who do not make lanes of directions.  On the low form. */
bool ir_lower_ways(IrGame *game);
/* Rules that are tried or asked for. */
bool ir_lower_headers(IrGame *game);

/* Is every parameter of the rule but the first `nbound` over a domain? */
bool ir_header_in_reach(const IrFn *rule, int nbound);
/* The header of such a rule as loops around its emission, in generator `gen`; map[i]: what its local i is
 * called there.  `sets`: a last parameter over a set is emitted as a set, and only what is asked for gets a name. */
Ir *ir_lower_header(IrGame *game, IrFn *gen, const IrFn *rule, Ir **map, int nbound, bool sets);

/* All expansions of one tree that is evaluated in function number `fn` of `low`, a game in that form;
 * the tree is of the game from which it was made.  A copy. */
Ir *ir_lower_tree(IrGame *low, int fn, const Ir *tree);

#endif
