/* ray_shifts.h - rays that repeat one step: each is a shift of whole sets. */
#ifndef LUDC_IR_STEPS_H
#define LUDC_IR_STEPS_H

#include "ir/core/ir.h"

/* The directions of a table of rays, lists [..][site][fork]: direction i is that of
 * element i / forks of the leading indices and of fork i % forks. */
typedef struct {
    int dirs, forks;
    int words;            /* of a set of sites */
    int longest;          /* sites of a ray, at most */
    int *delta;           /* of each direction: the next site is so many further */
    uint64_t *from, *to;  /* of each direction: the sites that have a next one, and those */
} IrSteps;

/* Is every ray of the table the same step again and again? */
bool ir_steps(Arena *arena, const IrGame *game, int table, IrSteps *steps);

#endif
