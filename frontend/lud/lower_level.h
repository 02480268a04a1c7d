/* lower_level.h - (forEach Level ..): what is done to each level of a stack. */
#ifndef LUDC_LOWER_LEVEL_H
#define LUDC_LOWER_LEVEL_H

#include "frontend/lud/lower.h"

void gen_for_each_level(Lower *l, const Term *t, Ir **block);
/* false: a form that is not supported as a consequence. */
bool effect_for_each_level(Lower *l, const Term *t, Ir **lets, Ir **writes);

#endif
