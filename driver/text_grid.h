/* text_grid.h - marks at places, as lines of characters. */
#ifndef LUDC_DRIVER_TEXT_GRID_H
#define LUDC_DRIVER_TEXT_GRID_H

#include <stdbool.h>

#include "base/out.h"

typedef struct {
    double x, y; /* x to the right, y up */
    char mark;
} TextMark;

/* Neighbours, `step` apart, are four characters or two lines from each other; the first n marks; `indent`
 * begins each line.  `gaps`: lines between rows without a mark of their own are left empty, not out.  Nothing
 * if that would be more than `most` characters or lines. */
void text_grid(const TextMark *mark, int n, double step, const char *indent, bool gaps, int most, Out *out);

#endif
