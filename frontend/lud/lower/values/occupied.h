/* occupied.h - (sites Occupied ..). */
#ifndef LUDC_LOWER_OCCUPIED_H
#define LUDC_LOWER_OCCUPIED_H

#include "frontend/lud/lower/core/lower.h"

/* With stacks: the sites that hold that kind of piece on any level. */
Ir *lower_on_any_level(Lower *l, Ir *kind);

#endif
