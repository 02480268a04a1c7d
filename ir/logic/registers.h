/* registers.h - state bits that follow from others in every position that play reaches. */
#ifndef LUDC_BITS_REGISTERS_H
#define LUDC_BITS_REGISTERS_H

#include "ir/logic/invariant.h"
#include "ir/logic/net.h"

typedef struct {
    uint32_t *same;      /* by state bit: an earlier one whose changes since the start are always its own; itself; or BITS_NO_EDGE, it
                          * stays as at the start */
    uint32_t (*none)[2]; /* by state bit: two others; it holds where neither does (an empty site); BITS_NO_EDGE: not so */
} BitsRegisters;

static inline bool bits_is_none(const BitsRegisters *r, uint32_t bit) { return r->none[bit][0] != BITS_NO_EDGE; }
/* Is it a register that stays? */
static inline bool bits_is_kept(const BitsRegisters *r, uint32_t bit) { return r->same[bit] == bit && !bits_is_none(r, bit); }

/* Within so much work (assignments of sat.h); where that does not do, every bit is only itself. */
BitsRegisters bits_registers(Arena *arena, const BitsGame *game, const BitsInvariant *known, uint64_t most_work);
/* A state bit, as gates over registers that stay. */
BitsEdge bits_register_edge(const BitsRegisters *r, const BitsGame *game, BitsNet *net, uint32_t bit);

#endif
