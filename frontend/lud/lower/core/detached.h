/* detached.h - generators that are lowered away from the place that asks for them
 * (lower/queries/no_moves.c). */
#ifndef LUDC_LOWER_DETACHED_H
#define LUDC_LOWER_DETACHED_H

#include "frontend/lud/lower/core/lower.h"

/* For what is asked away from its place: nothing of that reaches into it, and what is found out goes to `notes`. */
Lower lower_detached(const Lower *asking, Notes *notes);
/* The condition of an effect; what it finds out about the next player is kept. */
Ir *lower_choice_of_effects(Lower *l, const Term *cond, Ir **lets, Ir **writes);

#endif
