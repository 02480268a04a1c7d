/* random.h - lots that effects and start rules draw: (value Random ..), (sites Random ..).
 *
 * A lot is drawn when what asks for it is carried out, once for each place where it is
 * written; until then its values are kept in a field of the state. */
#ifndef LUDC_LOWER_RANDOM_H
#define LUDC_LOWER_RANDOM_H

#include "frontend/lud/lower/moves/rule.h"

/* Draws the lots of an effect or start rule, those of effects within it aside.  They can
 * be read until they are put back; random_drawn gives what random_put_back wants. */
size_t random_drawn(Lower *l, const Term *t, Ir **block);
void random_put_back(Lower *l, size_t before, Ir **block);

#endif
