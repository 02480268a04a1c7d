/* lot.h - lots that effects and start rules draw: (value Random ..), (sites Random ..).
 *
 * A lot is drawn when what asks for it is carried out, once for each place where it is
 * written; until then its values are kept in a field of the state. */
#ifndef LUDC_LOWER_LOT_H
#define LUDC_LOWER_LOT_H

#include "frontend/lud/lower/rule.h"

/* Does it draw lots itself, effects within it aside? */
bool lower_draws(const Term *t);
/* The same, effects within it included. */
bool lower_draws_anywhere(const Term *t);
/* Is it (sites Random ..) of one site at most? */
bool lower_one_lot(const Term *t);
/* Draws the lots of an effect or start rule, those of effects within it aside.  They can
 * be read until they are put back; lots_drawn gives what lots_put_back wants. */
size_t lots_drawn(Lower *l, const Term *t, Ir **block);
void lots_put_back(Lower *l, size_t before, Ir **block);

#endif
