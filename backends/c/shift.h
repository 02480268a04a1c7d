/* shift.h - relations between sites written as shifts of sets. */
#ifndef LUDC_C_SHIFT_H
#define LUDC_C_SHIFT_H

#include "backends/c/cgen.h"
#include "ir/analysis/shape.h"

/* { y : (x, y), x in set }, or with `inverse` { x : (x, y), y in set }; `set` is a
 * name. */
const char *c_shifts_image(Body *b, const Shifts *s, const char *set, bool inverse);
const char *c_shift(Body *b, int words, const char *set, int delta);

/* carry.c: the image of `set` under the map of sites (-1: none), or with `inverse`
 * what it maps into `set`; NULL where the map does not keep the order of sites. */
const char *c_carried(Body *b, const int32_t *map, size_t n, int words, const char *set, bool inverse);

/* relate.c: a preimage that needs a loop over all sites. */
bool c_is_irregular(Body *b, const Ir *e);
/* narrow.c: an intersection or difference with such; NULL: there is none in it. */
const char *c_narrowed(Body *b, const Ir *e);

#endif
