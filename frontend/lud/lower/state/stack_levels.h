/* stack_levels.h - the levels of a stack: counted, and what is done to each. */
#ifndef LUDC_LOWER_STACK_LEVELS_H
#define LUDC_LOWER_STACK_LEVELS_H

#include "frontend/lud/lower/core/lower.h"

/* A level as a member of a space of them. */
IrType lower_tier(Lower *l);
/* The highest of such a set, -1 if it is empty. */
Ir *lower_highest(Lower *l, Ir *levels);
/* How high the stack was, of which a level is removed, before all effects on its levels. */
Ir *lower_height_before(Lower *l, const Term *remove, Ir *site);

#endif
