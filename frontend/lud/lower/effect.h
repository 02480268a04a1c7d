/* effect.h - the effects of each family; see effect.c for what `lets` and `writes` are. */
#ifndef LUDC_LOWER_EFFECT_H
#define LUDC_LOWER_EFFECT_H

#include "frontend/lud/lower/rule.h"

/* What the ludeme does is refused as a consequence. */
void lower_refuse_effect(Lower *l, const Term *t);
/* The one effect where the condition holds, else the other; NULL: none. */
void effect_if(Lower *l, const Term *holds, const Term *yes, const Term *no, Ir **lets, Ir **writes);

#endif
