/* lap.h - places on tracks that come back to a site (lower/lap.c, laps.gir). */
#ifndef LUDC_LOWER_LAP_H
#define LUDC_LOWER_LAP_H

#include "frontend/lud/lower/lower.h"

/* The field and the procedures, if the game asks where on such a track a piece is. */
void lower_lap_state(Lower *l);
/* The place on the track of what is on the site (a kind of piece); the number of places
 * or more when it is nowhere. */
Ir *lower_lap_of(Lower *l, int track, Ir *what, Ir *site);

/* What happens to pieces, appended to *block; nothing in other games. */
void lap_enter(Lower *l, Ir **block, const Ir *site, const Ir *piece, const Ir *count_or_null);
void lap_leave(Lower *l, Ir **block, const Ir *site, const Ir *piece_or_null);
void lap_go(Lower *l, Ir **block, const Ir *from, const Ir *to, const Ir *piece, const Ir *count_or_null);
/* The same before the game. */
void lap_start(Lower *l, int64_t site, int piece, int64_t count);
/* Is the statement one of these, of which only the numbers are changed? */
bool lap_only(Lower *l, const Ir *statement);

#endif
