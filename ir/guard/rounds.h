/* rounds.h - how often loops go round: loops that count, and so end at their bound; loops within loops. */
#ifndef LUDC_IR_ROUNDS_H
#define LUDC_IR_ROUNDS_H

#include "ir/core/ir.h"

/* Does a `while` look at a number of rounds that is below its bound? */
bool rounds_counted(const IrFn *fn, const Ir *loop);
/* A block of the loop with such a number. */
Ir *rounds_count(IrGame *game, IrFn *fn, Ir *loop);

/* Do loops within loops, over numbers or until a condition fails, go round less than 2^26 times?  Files an error at the
 * one that does not.  Nothing calls itself; what lowering alone writes is refused. */
bool rounds_bounded(IrGame *game);

#endif
