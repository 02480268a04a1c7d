/* searching.h - small games, and what is true of them by brute force, for tests of searches by cmocka. */
#ifndef LUDC_TESTS_SEARCHING_H
#define LUDC_TESTS_SEARCHING_H

#include <ludc_search.h>
#include <math.h>
#include <stdlib.h>

#include "tests/compiled.h"

#define LUDC_MAYBE __attribute__((unused)) /* not every test plays all of them */

static const char noughts[] LUDC_MAYBE =
    "(game \"Three\" (players 2)\n"
    "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
    "  (rules (play (move Add (to (sites Empty))))\n"
    "         (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result All Draw)) })))\n";

/* Three heaps of 2 stones and 1, three roles in turn; the last stone loses, who moved before it gets 100,
 * the third 37. */
static const char heaps[] LUDC_MAYBE =
    "(role a) (role b) (role c) (init (turn a)) (init (heap x 2)) (init (heap y 2))\n"
    "(turns a b) (turns b c) (turns c a) (after 0 1) (after 1 2)\n"
    "(<= (legal ?r (take ?h)) (true (turn ?r)) (true (heap ?h ?n)) (after ?m ?n))\n"
    "(<= (legal ?r (clear ?h)) (true (turn ?r)) (true (heap ?h 2)))\n"
    "(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))\n"
    "(<= (next (heap ?h ?m)) (does ?r (take ?h)) (true (heap ?h ?n)) (after ?m ?n))\n"
    "(<= (next (heap ?h 0)) (does ?r (clear ?h)))\n"
    "(<= (next (heap ?h ?n)) (true (heap ?h ?n)) (not (touched ?h)))\n"
    "(<= (touched ?h) (does ?r (take ?h))) (<= (touched ?h) (does ?r (clear ?h)))\n"
    "(<= (next (turn ?s)) (true (turn ?r)) (turns ?r ?s))\n"
    "(<= left (true (heap ?h ?n)) (distinct ?n 0)) (<= terminal (not left))\n"
    "(<= (goal ?r 0) (last ?r)) (<= (last ?r) (true (turn ?s)) (turns ?r ?s))\n"
    "(<= (goal ?r 100) (last ?s) (turns ?r ?s))\n"
    "(<= (goal ?r 37) (role ?r) (not (last ?r)) (not (winner ?r)))\n"
    "(<= (winner ?r) (last ?s) (turns ?r ?s))\n";

/* Rock, paper, scissors, where a win by rock counts 100, others 75 to 25.  Its equilibrium is solved
 * in the test. */
static const char scissors[] LUDC_MAYBE =
    "(role a) (role b) (init start) (shape rock) (shape paper) (shape scissors)\n"
    "(<= (legal ?r ?s) (role ?r) (shape ?s) (true start))\n"
    "(<= (next (a ?x)) (does a ?x)) (<= (next (b ?x)) (does b ?x)) (<= terminal (not (true start)))\n"
    "(pay rock rock 50 50) (pay paper paper 50 50) (pay scissors scissors 50 50)\n"
    "(pay rock scissors 100 0) (pay scissors rock 0 100) (pay paper rock 75 25) (pay rock paper 25 75)\n"
    "(pay scissors paper 75 25) (pay paper scissors 25 75)\n"
    "(<= (goal a ?v) (true (a ?x)) (true (b ?y)) (pay ?x ?y ?v ?w))\n"
    "(<= (goal b ?w) (true (a ?x)) (true (b ?y)) (pay ?x ?y ?v ?w))\n";

static inline ludc_search *search_of(const ludc_reasoner *r, const char *spec, uint64_t seed, const void *state)
{
    ludc_search_options o;
    ludc_error error = {0};
    if (ludc_search_parse(spec, &o, &error))
        fail_msg("%s", error.message);
    ludc_search *s = ludc_search_new(r, &o, seed, &error);
    if (!s)
        fail_msg("%s", error.message);
    assert_int_equal(ludc_search_begin(s, state), LUDC_OK);
    return s;
}

/* ---- by brute force ------------------------------------------------------------------- */

/* The step in which player p of n makes move m and the others their only one. */
static inline void steps(const ludc_reasoner *r, const void *s, unsigned p, ludc_move m, ludc_move *out)
{
    ludc_move list[64];
    for (unsigned q = 1; q <= ludc_players(r); q++) {
        if (q != p && ludc_moves_of(r, s, q, list))
            out[q - 1] = list[0];
        if (q == p)
            out[q - 1] = m;
    }
}

static inline unsigned chooser(const ludc_reasoner *r, const void *s)
{
    unsigned p = 1;
    for (unsigned q = 1; q <= ludc_players(r); q++)
        p = ludc_moves_of(r, s, q, NULL) > 1 ? q : p;
    return ludc_joint(r) ? p : ludc_mover(r, s);
}

/* Payoffs when everybody maximises (the first of equals), or moves at random. */
static inline void enumerate(const ludc_reasoner *r, const void *s, int at_random, double *out)
{
    unsigned n = ludc_players(r), p = chooser(r, s);
    ludc_move list[64], step[16];
    double one[16];
    if (ludc_over(r, s)) {
        ludc_payoffs(r, s, out);
        return;
    }
    size_t moves = ludc_moves_of(r, s, p, list);
    void *next = malloc(ludc_state_size(r));
    for (unsigned q = 0; q < n; q++)
        out[q] = at_random ? 0 : -1;
    for (size_t i = 0; i < moves; i++) {
        ludc_copy(r, next, s);
        steps(r, s, p, list[i], step);
        ludc_apply_joint(r, next, step, NULL);
        enumerate(r, next, at_random, one);
        if (!at_random && one[p - 1] > out[p - 1])
            memcpy(out, one, sizeof one);
        for (unsigned q = 0; at_random && q < n; q++)
            out[q] += one[q] / (double)moves;
    }
    free(next);
}

/* From every position after `depth` moves: bounds hold what enumeration says, what is proved is that, and the final move
 * keeps it.  How many are proved. */
static inline unsigned prove_all(const ludc_reasoner *r, const void *state, int depth, const char *spec, uint64_t iterations)
{
    unsigned n = ludc_players(r), p = chooser(r, state), count = 0;
    double exact[16], value[16], low[16], high[16];
    ludc_search_stats f;
    ludc_move best, step[16], list[64];
    if (ludc_over(r, state))
        return 0;
    ludc_search *s = search_of(r, spec, 1, state);
    ludc_search_run(s, iterations, 0);
    ludc_search_figures(s, &f);
    ludc_search_value(s, value, low, high);
    enumerate(r, state, 0, exact);
    count += f.proved != 0;
    for (unsigned q = 0; q < n; q++)
        if (low[q] > exact[q] + 1e-9 || exact[q] > high[q] + 1e-9 || (f.proved && (fabs(value[q] - exact[q]) > 1e-9 || low[q] < high[q])))
            fail_msg("role %u: %g in [%g, %g], not %g", q + 1, value[q], low[q], high[q], exact[q]);
    assert_int_equal(ludc_search_best(s, p, &best), LUDC_OK);
    void *next = malloc(ludc_state_size(r));
    double after[16];
    ludc_copy(r, next, state);
    steps(r, state, p, best, step);
    ludc_apply_joint(r, next, step, NULL);
    enumerate(r, next, 0, after);
    assert_true(!f.proved || fabs(after[p - 1] - exact[p - 1]) < 1e-9);
    ludc_search_free(s);
    size_t moves = depth ? ludc_moves_of(r, state, p, list) : 0;
    for (size_t i = 0; i < moves; i++) {
        ludc_copy(r, next, state);
        steps(r, state, p, list[i], step);
        ludc_apply_joint(r, next, step, NULL);
        count += prove_all(r, next, depth - 1, spec, iterations);
    }
    free(next);
    return count;
}

#endif
