/* reads.h - what of a state the rules read. */
#ifndef LUDC_IR_OFFER_READS_H
#define LUDC_IR_OFFER_READS_H

#include "ir/core/ir.h"

/* Of a field. */
typedef struct {
    bool read;    /* what happens in some position depends on it */
    IrType elem;  /* of read ones: no position holds a value outside of it */
    int64_t most; /* numbers above it are to the rules what it is; elem.hi where they are told apart */
} IrRead;

/* For each field of the game as lowered, in `arena`.  A field is read if passes fold, inline,
 * ranges, values and live, run over a copy of which only the generators, the turn and the views
 * `over`, `mover` and `rank` (`goal`) are kept, leave something that reads it: the legal moves, or
 * what these views say, now or later.  Planes do not count.  Other views of the game do not, nor
 * what records of moves show.
 *
 * `most`: where all that is left compares the field with numbers of which the largest is known, or
 * adds to it what is not negative to give its own next value: one more than the largest. */
IrRead *ir_offer_reads(const IrGame *game, Arena *arena);

#endif
