/* state_ranges.h - what the bytes of a state can be, for those who take states from outside. */
#ifndef LUDC_IR_RANGES_H
#define LUDC_IR_RANGES_H

#include "ir/core/ir.h"

#define IR_STATE_RANGES "state ranges"

/* Where a field lies in the states of an engine. */
typedef struct {
    size_t at;
    size_t width;   /* bytes of an element */
    bool is_signed; /* numbers */
} IrFieldPlace;

/* A row for each field, in the order in which they lie: offset, elements, bytes of one, 0 a number without sign, 1 with
 * one, 2 a set, and 4 more a counter whose rules end the game before it goes beyond; then the least and the greatest number, or the size of the space and 0, as two words each, the lower first.
 * `order` may be NULL: as they are declared. */
IrData ir_state_ranges(Arena *arena, const IrGame *game, const int *order, const IrFieldPlace *place);

#endif
