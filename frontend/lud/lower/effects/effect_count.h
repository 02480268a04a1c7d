/* effect_count.h - how often an effect happens, and what follows it (lower/effects/effect_count.c). */
#ifndef LUDC_LOWER_EFFECT_COUNT_H
#define LUDC_LOWER_EFFECT_COUNT_H

#include "frontend/lud/lower/moves/rule.h"

/* The condition under which the effect is exactly one move, while else it is none;
 * NULL: not known. */
Ir *lower_happens_once(Lower *l, const Term *t);
/* The condition under which it is at least one move; NULL: not known. */
Ir *lower_happens(Lower *l, const Term *t);
/* Does what follows the effect follow each of those that it is made of? */
bool lower_spreads(const Term *t);
/* What follows the effect, once if that happens. */
void lower_own_then(Lower *l, const Term *t, Ir **lets, Ir **writes);
/* `then`, if any, and what follows all that is around. */
void lower_thens(Lower *l, const Term *then_or_null, Ir **block);

#endif
