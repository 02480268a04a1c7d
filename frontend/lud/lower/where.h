/* where.h - (where ..) of pieces and their levels. */
#ifndef LUDC_LOWER_WHERE_H
#define LUDC_LOWER_WHERE_H

#include "frontend/lud/lower/lower.h"

/* The first site of a piece, -1 for none. */
Ir *lower_where(Lower *l, const Term *t);
/* Is there never more than one of the piece; or, `by_state`, than one in the same state? */
bool lower_single(Lower *l, int piece, bool by_state);
/* The level of a site that has the piece, -1 for none. */
Ir *lower_where_level(Lower *l, const Term *t);

#endif
