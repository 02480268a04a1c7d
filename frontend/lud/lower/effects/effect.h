/* effect.h - the effects of each family; see effect.c for what `lets` and `writes` are. */
#ifndef LUDC_LOWER_EFFECT_H
#define LUDC_LOWER_EFFECT_H

#include "frontend/lud/lower/moves/rule.h"

/* The effect of a ludeme with the lots it draws and what follows it. */
LowerEffect effect_and_then;
/* The one effect where the condition holds, else the other; NULL: none. */
void effect_if(Lower *l, const Term *holds, const Term *yes, const Term *no, Ir **lets, Ir **writes);

#endif
