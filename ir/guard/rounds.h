/* rounds.h - loops that count their rounds, and so end at their bound. */
#ifndef LUDC_IR_ROUNDS_H
#define LUDC_IR_ROUNDS_H

#include "ir/core/ir.h"

/* Does a `while` look at a number of rounds that is below its bound? */
bool rounds_counted(const IrFn *fn, const Ir *loop);
/* A block of the loop with such a number. */
Ir *rounds_count(IrGame *game, IrFn *fn, Ir *loop);

#endif
