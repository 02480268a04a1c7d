/* registers.h - state bits that are alike in every position that play reaches. */
#ifndef LUDC_BITS_REGISTERS_H
#define LUDC_BITS_REGISTERS_H

#include "ir/logic/invariant.h"

/* By state bit: an earlier one whose changes since the start are always its own; itself; or BITS_NO_EDGE, it stays as at
 * the start.  Within so much work (assignments of sat.h); where that does not do, every bit is only itself. */
uint32_t *bits_registers(Arena *arena, const BitsGame *game, const BitsInvariant *known, uint64_t most_work);

#endif
