/* ludc_solve.h - exact values of positions, over any reasoner in which one role at a time has a choice,
 * with lots or without.
 *
 * Two roles whose payoffs add up to 1: alpha-beta (D. Knuth, R. Moore, 1975) in null windows (A. Plaat et
 * al., 1996) with a table of positions by their 128-bit keys, of fixed size; if there are only two payoffs,
 * df-pn (A. Nagai, 2002) takes turns with it.  With lots, one role or two
 * such: expectimax with the windows of Star1 (B. Ballard, 1983).  One role without lots: breadth first,
 * so the line is a shortest one.  Else max^n (C. Luckhardt, K. Irani, 1986), over lots if there are any,
 * with that table.
 *
 * What is found is an interval for each role's value, with lots for its mean.  A position that repeats on
 * the way down, what time or depth cut off, and a move with more than LUDC_OUTCOMES outcomes count as
 * unknown, so that intervals hold whatever the path was; solved means that they have no width (with
 * lots: less than 1e-9, as means are rounded).  Nothing is printed, nothing exits. */
#ifndef LUDC_SOLVE_H
#define LUDC_SOLVE_H

#include "ludc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How questions about a value are asked in games of two roles whose payoffs add up to 1, without lots; in
 * others there is no choice. */
typedef enum {
    LUDC_SOLVE_AUTO, /* alpha-beta; where there are only two payoffs (and the game was compiled with LUDC_OFFER_PAYOFFS)
                      * df-pn takes turns with it */
    LUDC_SOLVE_ALPHABETA,
    LUDC_SOLVE_DFPN /* alpha-beta only where circles leave an answer open */
} ludc_solve_method;

typedef struct {
    uint64_t memory; /* bytes, at least 65536; 0: 256 MB */
    double seconds;  /* of the clock, for each call; 0: without limit */
    ludc_solve_method method;
} ludc_solve_options;

typedef struct {
    int solved;
    double value[16], low[16], high[16]; /* a role each; value: the middle of what is not solved */
    uint64_t positions;                  /* visited in this call */
} ludc_solved;

typedef struct ludc_solver ludc_solver;

/* NULL: LUDC_USAGE, LUDC_IO.  `options` may be NULL; the reasoner must live as long.  One thread at a
 * time. */
LUDC_API ludc_solver *ludc_solver_new(const ludc_reasoner *r, const ludc_solve_options *options, ludc_error *error);
LUDC_API void ludc_solver_free(ludc_solver *solver); /* NULL is allowed */
/* LUDC_UNSUPPORTED: several roles choose at once somewhere.  What was found before helps. */
LUDC_API ludc_status ludc_solver_value(ludc_solver *solver, const void *state, ludc_solved *out);
/* The same of a step, legal in a state that is not over: moves as for ludc_apply_joint.  Where it draws
 * lots, the mean of what is found of its outcomes. */
LUDC_API ludc_status ludc_solver_step(ludc_solver *solver, const void *state, const ludc_move *moves, ludc_solved *out);
/* All calls from here on together take no more than so many seconds of the clock; 0: there is no such
 * limit.  What the time does not suffice for is not solved. */
LUDC_API ludc_status ludc_solver_time(ludc_solver *solver, double seconds);
/* A line that leads to the value, steps of `players` moves each as for ludc_apply_joint; at most `room`
 * steps, returns how many.  It ends with the first step that draws lots.  Where the position is not solved
 * there is none. */
LUDC_API size_t ludc_solver_line(ludc_solver *solver, const void *state, ludc_move *moves, size_t room);
/* The role that chooses in a state (its number, from 1), LUDC_OK; LUDC_UNSUPPORTED: there are several. */
LUDC_API ludc_status ludc_solver_chooser(ludc_solver *solver, const void *state, unsigned *player);

#ifdef __cplusplus
}
#endif

#endif
