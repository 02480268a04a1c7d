/* tiles.h - tiles that lie on several sites at once.
 *
 * Such a tile stands on one site, its root, where @what names it; its walk says which others it
 * covers.  Its state says which of its walks that is and which way it sets out: state / winds and
 * state mod winds.  @covered holds all sites that tiles of this kind lie on, roots too: these are
 * not empty, though nothing but the root has a piece, and is occupied. */
#ifndef LUDC_LOWER_TILES_H
#define LUDC_LOWER_TILES_H

#include "frontend/lud/lower/core/lower.h"

/* Is there a tile of several sites?  What is not supported beside one is filed. */
bool lower_large_facts(Lower *l);
void lower_large_field(Lower *l);
/* Is that kind of piece a tile of several sites? */
Ir *lower_is_large(Lower *l, Ir *piece);
/* A start rule put it there. */
void lower_large_start(Lower *l, int piece, int64_t site, int64_t state);
/* How many states a piece has as a tile; 0: it is none of several sites. */
int64_t lower_tile_states(const Component *piece);
/* The sites that the piece lies on, its root at the site, in that state. */
Ir *lower_tile_lies(Lower *l, const Ir *piece, const Ir *state, const Ir *site);
/* How many states a tile may have; 0: no tile of the game is large. */
int64_t lower_large_states(const Lower *l);

/* Their moves; the second: false, the moves of other pieces come beside them. */
void gen_add_large(Lower *l, const Term *t, Ir **block);
bool gen_from_to_large(Lower *l, const Term *t, Ir **block);

#endif
