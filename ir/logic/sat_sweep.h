/* sat_sweep.h - networks without what follows from what holds in every position. */
#ifndef LUDC_BITS_SWEEP_H
#define LUDC_BITS_SWEEP_H

#include "ir/logic/bits.h"

/* The same game with fewer gates, in the session's arena; or as it is, where nothing is won or it
 * is too large.  A remark says the sizes. */
BitsGame *bits_sweep(Session *session, BitsGame *game);

#endif
