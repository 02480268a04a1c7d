/* invariant.h - what never holds together in positions in which somebody moves, or in any. */
#ifndef LUDC_BITS_INVARIANT_H
#define LUDC_BITS_INVARIANT_H

#include "ir/logic/bits.h"

/* Edges over the state, two each: not both. */
typedef struct {
    uint32_t n;
    BitsEdge (*apart)[2];
    uint32_t nalways;
    uint32_t (*always)[2]; /* state bits, of which at most one holds also after the end */
} BitsInvariant;

#define BITS_INVARIANT_WORK UINT64_C(10000000) /* what it may cost, for those who have no reason to give it more */

/* Proved by induction, within so much work; nothing is known where that does not do. */
BitsInvariant bits_invariant(Arena *arena, const BitsGame *game, uint64_t most_work);

#endif
