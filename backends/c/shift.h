/* shift.h - relations between sites written as shifts of sets. */
#ifndef LUDC_C_SHIFT_H
#define LUDC_C_SHIFT_H

#include "backends/c/cgen.h"

enum { MAX_SHIFTS = 8 };

typedef struct {
    int words, size;
    int n;
    int delta[MAX_SHIFTS];
    uint64_t *from[MAX_SHIFTS], *to[MAX_SHIFTS]; /* the ends of the pairs of that delta */
} Shifts;

/* Adds the pair (x, y); false when the relation has too many differences. */
bool c_shifts_add(CGen *c, Shifts *s, int x, int y);
/* { y : (x, y), x in set }, or with `inverse` { x : (x, y), y in set }; `set` is a
 * name. */
const char *c_shifts_image(Body *b, const Shifts *s, const char *set, bool inverse);
const char *c_shift(Body *b, int words, const char *set, int delta);

#endif
