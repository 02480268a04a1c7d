/* geometry.h - the board as tables that go with the reasoner, for those who draw it or walk
 * on it.  No rule reads them; they are there only where they are asked for. */
#ifndef LUDC_LOWER_GEOMETRY_H
#define LUDC_LOWER_GEOMETRY_H

#include "frontend/lud/lower/core/lower.h"

/* Declares the data `geometry ..` (doc/abi.md) and the spaces that name sites, containers and
 * regions.  All is lowered; nothing of the rules changes. */
void lower_geometry(Lower *l);

#endif
