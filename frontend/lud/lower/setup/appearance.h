/* appearance.h - what the rules and their metadata say of how a position looks. */
#ifndef LUDC_LOWER_APPEARANCE_H
#define LUDC_LOWER_APPEARANCE_H

#include "frontend/lud/lower/core/lower.h"

/* Declares the data `look ..` (doc/abi.md), where the places of sites are asked for.  All is lowered; nothing of the rules
 * changes. */
void lower_appearance(Lower *l);

#endif
