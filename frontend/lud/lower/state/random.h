/* random.h - lots that effects and start rules draw: (value Random ..), (sites Random ..).
 *
 * A lot is drawn when what asks for it is carried out, once for each place where it is
 * written; until then its values are kept in a field of the state. */
#ifndef LUDC_LOWER_RANDOM_H
#define LUDC_LOWER_RANDOM_H

#include "frontend/lud/lower/moves/rule.h"

/* Draws the lots of an effect or start rule, those of effects within it aside: they can be read in the scope given, until
 * those that it has beyond the one around it are put back. */
void random_drawn(Lower *in, const Term *t, Ir **block);
void random_put_back(Lower *in, const Lower *outer, Ir **block);

#endif
