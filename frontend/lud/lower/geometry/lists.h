/* lists.h - constant tables of lists of sites, filled one list after another (lower/geometry/lists.c). */
#ifndef LUDC_LOWER_LISTS_H
#define LUDC_LOWER_LISTS_H

#include "frontend/lud/lower/core/lower.h"

typedef struct {
    Arena *scratch;
    VEC(int32_t) value;
    VEC(uint32_t) off;
} Lists;

Lists lists_begin(void);
/* The next list: the ray's sites from the `from`-th to the `to`-th; none for NULL. */
void lists_ray(Lists *lists, const Radial *ray, int from, int to);
/* Their table, which games share where lists and dimensions are the same.  The lists end with it. */
int lists_table(Lower *l, const char *name, Lists *lists, int ndim, const IrDim *dim);

#endif
