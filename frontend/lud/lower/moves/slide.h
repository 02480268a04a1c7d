/* slide.h - what kinds of slides share. */
#ifndef LUDC_LOWER_SLIDE_H
#define LUDC_LOWER_SLIDE_H

#include "frontend/lud/lower/core/lower.h"

/* Sites over which the piece may go on; NULL: the empty ones. */
Ir *lower_where_between(Lower *l, const Term *cond);
/* (move Slide "Track" ..) */
void gen_slide_on_track(Lower *l, const Term *t, Ir **block);

#endif
