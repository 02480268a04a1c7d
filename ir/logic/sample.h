/* sample.h - random games of a network, 64 at once, to guess from what never happens. */
#ifndef LUDC_BITS_SAMPLE_H
#define LUDC_BITS_SAMPLE_H

#include "ir/logic/bits.h"

/* Calls `see` before every step, what depends on the state evaluated; live: games that are
 * not over.  Always the same games. */
void bits_sample(const BitsGame *game, void (*see)(void *data, BitsRun *run, uint64_t live), void *data);
/* And `moved`, the moves chosen and everything evaluated; live: games in which somebody moves. */
void bits_sample_moves(const BitsGame *game, void (*see)(void *data, BitsRun *run, uint64_t live),
                       void (*moved)(void *data, BitsRun *run, uint64_t live), void *data);

#endif
