/* where.h - (where ..) of pieces and their levels. */
#ifndef LUDC_LOWER_WHERE_H
#define LUDC_LOWER_WHERE_H

#include "frontend/lud/lower/core/lower.h"

/* Is there never more than one of the piece; or, `by_state`, than one in the same state? */
bool lower_single(Lower *l, int piece, bool by_state);

#endif
