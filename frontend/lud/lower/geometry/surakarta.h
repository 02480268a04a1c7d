/* surakarta.h - the board with loops outside its corners. */
#ifndef LUDC_LOWER_SURAKARTA_H
#define LUDC_LOWER_SURAKARTA_H

#include "frontend/lud/lower/core/lower.h"

void lower_surakarta_tracks(Lower *l, const Term *board);

#endif
