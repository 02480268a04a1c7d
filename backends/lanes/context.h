/* context.h - gates whose operands are simplified by one another.
 *
 * In `a and b` the part b is only asked where a holds: what holds with a is put into b some gates deep, and with it what never
 * holds together with a.  A part that others need as it was then exists twice, so the whole circuit may grow or shrink: who
 * builds one tries both (plan.c).  The technique is that of "observability don't cares" (H. Savoj, R. Brayton, "The use of
 * observability and external don't cares for the simplification of multi-level networks", DAC 1990), by constants only. */
#ifndef LUDC_LANES_CONTEXT_H
#define LUDC_LANES_CONTEXT_H

#include "backends/lanes/net.h"

typedef struct LaneContext LaneContext;

LaneContext *lane_context_new(LaneNet *net);
/* These edges are not looked into. */
void lane_context_leaves(LaneContext *c, const LaneEdge *leaf, uint32_t n);
/* They never hold together, in no lane whose gates mean anything. */
void lane_context_apart(LaneContext *c, LaneEdge a, LaneEdge b);
/* While the net assumes nothing (lane_assume). */
LaneEdge lane_context_and(LaneContext *c, LaneEdge a, LaneEdge b);

#endif
