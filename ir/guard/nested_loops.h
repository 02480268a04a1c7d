/* nested_loops.h - how often loops within loops go round, at most, as far as types and tables tell. */
#ifndef LUDC_IR_NESTED_LOOPS_H
#define LUDC_IR_NESTED_LOOPS_H

#include "ir/core/ir.h"

/* Do loops within loops, over numbers or until a condition fails, go round less than 2^26 times?  Files an error at the
 * one that does not.  Nothing calls itself; what lowering alone writes is refused. */
bool guard_loops_bounded(IrGame *game);

/* The most rounds of one nest of loops, those over sets and within expressions too: conditions count as true, sets as
 * full where nothing says how many members they have.  So it may be far more than ever happens. */
double guard_most_rounds(IrGame *game);

#endif
