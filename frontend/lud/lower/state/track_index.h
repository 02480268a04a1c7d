/* track_index.h - places on tracks that come back to a site (lower/state/track_index.c, laps.gir). */
#ifndef LUDC_LOWER_TRACK_INDEX_H
#define LUDC_LOWER_TRACK_INDEX_H

#include "frontend/lud/lower/core/lower.h"

/* The field and the procedures, if the game asks where on such a track a piece is. */
void lower_lap_state(Lower *l);
/* The place on the track of what is on the site (a kind of piece); the number of places
 * or more when it is nowhere. */
Ir *lower_lap_of(Lower *l, int track, Ir *what, Ir *site);

/* What happens to pieces, appended to *block; nothing in other games. */
void lower_lap_enter(Lower *l, Ir **block, const Ir *site, const Ir *piece, const Ir *count_or_null);
void lower_lap_leave(Lower *l, Ir **block, const Ir *site, const Ir *piece_or_null);
void lower_lap_go(Lower *l, Ir **block, const Ir *from, const Ir *to, const Ir *piece, const Ir *count_or_null);
/* The same before the game. */
void lower_lap_start(Lower *l, int64_t site, int piece, int64_t count);
/* Is the statement one of these, of which only the numbers are changed? */
bool lower_lap_only(Lower *l, const Ir *statement);

#endif
