/* solve_circles.h - bounds of the first of two roles in games whose positions come back, by plain iteration. */
#ifndef LUDC_TESTS_SOLVE_CIRCLES_H
#define LUDC_TESTS_SOLVE_CIRCLES_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/include/ludc.h"

/* Of two roles whose payoffs add up to 1, without lots, one role choosing at a time.  bound[0], bound[1]: the
 * least and the most that the first role's value can be, whatever play without end is worth.  false: there
 * are more than so many states, or the payoffs are others. */
bool bounds_with_circles(const ludc_reasoner *r, const void *state, size_t most, double bound[2]);

#endif
