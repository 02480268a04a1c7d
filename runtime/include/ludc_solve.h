/* ludc_solve.h - exact values of positions, over any reasoner without lots in which one role at a time
 * has a choice.
 *
 * Two roles whose payoffs add up to 1: alpha-beta (D. Knuth, R. Moore, 1975) in null windows (A. Plaat et
 * al., 1996) with a table of positions by their 128-bit keys, of fixed size.  One role: breadth first,
 * so the line is a shortest one.  Else max^n (C. Luckhardt, K. Irani, 1986) with that table.
 *
 * What is found is an interval for each role's value.  A position that repeats on the way down, and
 * what time or depth cut off, counts as unknown, so that intervals hold whatever the path was;
 * solved means that they have no width.  Nothing is printed, nothing exits. */
#ifndef LUDC_SOLVE_H
#define LUDC_SOLVE_H

#include "ludc.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    uint64_t memory; /* bytes, at least 65536; 0: 256 MB */
    double seconds;  /* of the clock, for each call; 0: without limit */
} ludc_solve_options;

typedef struct {
    int solved;
    double value[16], low[16], high[16]; /* a role each; value: the middle of what is not solved */
    uint64_t positions;                  /* visited in this call */
} ludc_solved;

typedef struct ludc_solver ludc_solver;

/* NULL: LUDC_UNSUPPORTED where the rules draw lots, LUDC_USAGE, LUDC_IO.  `options` may be NULL; the
 * reasoner must live as long.  One thread at a time. */
LUDC_API ludc_solver *ludc_solver_new(const ludc_reasoner *r, const ludc_solve_options *options, ludc_error *error);
LUDC_API void ludc_solver_free(ludc_solver *solver); /* NULL is allowed */
/* LUDC_UNSUPPORTED: several roles choose at once somewhere.  What was found before helps. */
LUDC_API ludc_status ludc_solver_value(ludc_solver *solver, const void *state, ludc_solved *out);
/* A line that leads to the value, steps of `players` moves each as for ludc_apply_joint; at most `room`
 * steps, returns how many.  Where the position is not solved there is none. */
LUDC_API size_t ludc_solver_line(ludc_solver *solver, const void *state, ludc_move *moves, size_t room);
/* The role that chooses in a state (its number, from 1), LUDC_OK; LUDC_UNSUPPORTED: there are several. */
LUDC_API ludc_status ludc_solver_chooser(ludc_solver *solver, const void *state, unsigned *player);

#ifdef __cplusplus
}
#endif

#endif
