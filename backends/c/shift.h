/* shift.h - relations between sites written as shifts of sets. */
#ifndef LUDC_C_SHIFT_H
#define LUDC_C_SHIFT_H

#include "backends/c/cgen.h"
#include "backends/shape/shape.h"

/* { y : (x, y), x in set }, or with `inverse` { x : (x, y), y in set }; `set` is a
 * name. */
const char *c_shifts_image(Body *b, const Shifts *s, const char *set, bool inverse);
const char *c_shift(Body *b, int words, const char *set, int delta);

#endif
