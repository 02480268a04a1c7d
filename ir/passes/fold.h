/* fold.h - the parts of pass fold.  Each looks at one node whose operands are
 * already simple and returns the node itself or something simpler. */
#ifndef LUDC_IR_FOLD_H
#define LUDC_IR_FOLD_H

#include "ir/ir.h"

Ir *fold_int(IrGame *game, Ir *node);
Ir *fold_compare(IrGame *game, Ir *node);
Ir *fold_logic(IrGame *game, Ir *node);
Ir *fold_mask(IrGame *game, Ir *node);
/* All of them, again and again. */
Ir *fold_node(IrGame *game, Ir *node);
/* Folds one tree of a function; locals it reads keep their meaning. */
Ir *fold_tree(IrGame *game, IrFn *fn, Ir *tree);

/* The smallest and largest value, by type and by the contents of tables. */
void fold_range(const IrGame *game, const Ir *node, int64_t *lo, int64_t *hi);

#endif
