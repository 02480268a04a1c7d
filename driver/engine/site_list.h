/* site_list.h - the list of sites that the plan add-to-empty keeps (doc/plans.md), for those
 * who draw from lists of all moves.
 *
 * Where the last ply was drawn from the list too, the moves of its rule stand in the order
 * of the list, in which the last entry took the place of the one that was played. */
#ifndef LUDC_DRIVER_LISTED_H
#define LUDC_DRIVER_LISTED_H

#include "ir/core/ir.h"

typedef struct {
    uint64_t base, size; /* codes of the rule; size 0: there is none */
    uint32_t *code, n;   /* the caller's to free */
    bool valid;
} Listed;

Listed listed_of(IrGame *game);
/* Are moves of the list among these candidates?  Then none of them is tried: the list holds
 * only where nothing is asked of what its moves lead to. */
bool listed_among(const Listed *listed, const uint32_t *candidate, uint32_t n);
/* The k-th of the n moves; it is taken out of the list. */
uint32_t listed_take(Listed *listed, const uint32_t *move, uint32_t n, uint32_t k);

#endif
