/* align.h - which slots stand in one group, and where in it, when a move is found by its rank.
 *
 * A move is `group and column`.  Where slots that lead to the same change (to one site, from one site) stand in one group, what is
 * asked of their moves together is `group and (one of some columns)`; where groups are alike, these are the same columns in each. */
#ifndef LUDC_LANES_ALIGN_H
#define LUDC_LANES_ALIGN_H

#include "backends/lanes/net.h"

enum { LANE_ALIGN_WIDTH = 32 };

/* net: next positions over BANK_DOES, by slot, of which there are n.  Places for those that are `drawn`; so many a group, not all of them
 * taken.  0: slots do not fall into such groups. */
uint32_t lane_align(const LaneNet *net, uint32_t n, const bool *drawn, uint32_t *place, uint32_t *nplace);

#endif
