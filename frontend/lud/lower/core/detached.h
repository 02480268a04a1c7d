/* detached.h - generators that are lowered away from the place that asks for them
 * (lower/queries/no_moves.c). */
#ifndef LUDC_LOWER_OUTSIDE_H
#define LUDC_LOWER_OUTSIDE_H

#include "frontend/lud/lower/core/lower.h"

/* Nothing of the place where a question stands reaches into what is lowered from here until
 * l->place is set to `asking` again. */
void lower_depart(Lower *l, LowerPlace *asking);
/* The condition of an effect; what it finds out about the next player is kept. */
Ir *lower_choice_of_effects(Lower *l, const Term *cond, Ir **lets, Ir **writes);

#endif
