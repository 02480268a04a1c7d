/* lower_occupied.h - (sites Occupied ..). */
#ifndef LUDC_LOWER_OCCUPIED_H
#define LUDC_LOWER_OCCUPIED_H

#include "frontend/lud/lower.h"

Ir *lower_sites_occupied(Lower *l, const Term *t);

#endif
