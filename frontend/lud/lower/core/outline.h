/* outline.h - what is long and stands in many rules is lowered once. */
#ifndef LUDC_LOWER_OUTLINE_H
#define LUDC_LOWER_OUTLINE_H

#include "frontend/lud/lower/core/lower.h"

/* A call of the function that a long number became, lowered by `lower`; NULL: it is
 * short, or its place has a part in it. */
Ir *lower_outlined_int(Lower *l, const Term *t, Ir *(*lower)(Lower *, const Term *));
/* The same of conditions. */
Ir *lower_outlined_bool(Lower *l, const Term *t, Ir *(*lower)(Lower *, const Term *));
/* The same of consequences; false: they are to be lowered in place. */
bool lower_outlined_then(Lower *l, const Term *then, LowerMoves *lower, Ir **block);

#endif
