/* ludc_policy.h - moves that are not chosen uniformly: epsilon-greedy and softmax over
 * scores that a function of yours gives.
 *
 * A *policy* is a plug-in: it scores the moves of a player, and two numbers say how the
 * scores become chances.  It works on every reasoner, compiled or loaded, in games of
 * turns and in joint ones.  Where a reasoner can name candidates without proving each of
 * them legal (the plans `filter` and `no-repetition`), a candidate is proved only when it
 * was drawn; one that fails is taken out, and the chances of the others are renormalised,
 * p(m') <- p(m') / (1 - p(m)), so that the distribution over the legal moves is the same
 * as if all had been proved before.  Epsilon is drawn once a move, not once a draw.
 *
 * The method: D. J. N. J. Soemers, E. Piette, M. Stephenson, C. Browne, "Optimised
 * Playout Implementations for the Ludii General Game System", arXiv:2111.02839.
 *
 * Nothing is printed and nothing exits; arguments that are NULL are treated as in ludc.h.  A chooser has memory of its own and serves one
 * thread at a time; make one for each thread. */
#ifndef LUDC_POLICY_H
#define LUDC_POLICY_H

#include "ludc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Scores n moves of `player` (from 1) in `state`: out[i] is the score of moves[i], any
 * finite number, higher is better.  Among the moves may be candidates that turn out not
 * to be legal; ludc_apply on a copy of the state is defined for them too.  `data` is the
 * policy's.  Returns 0, or another number to give up. */
typedef int ludc_score_fn(void *data, const ludc_reasoner *r, const void *state, unsigned player,
                          const ludc_move *moves, size_t n, double *out);

/* A shared object with scores (`ludc playout --scores FILE.so`) exports a function of
 * this type under this name; its `data` is NULL, and threads may call it at once. */
#define LUDC_SCORES_SYMBOL "ludc_scores"

typedef struct {
    /* In [0, 1]: the share of moves that are chosen uniformly.  1 is the uniform policy,
     * which needs no scores. */
    double epsilon;
    /* How the others are chosen.  0: one of the highest score, ties uniformly (greedy);
     * more: with chance proportional to exp(score / temperature) (softmax, Boltzmann), in
     * units of the score. */
    double temperature;
    ludc_score_fn *score;
    void *data; /* for `score`; yours */
} ludc_policy;

typedef struct ludc_chooser ludc_chooser;

/* NULL when the policy makes no sense (LUDC_USAGE) or memory is out (LUDC_IO).  The policy
 * is copied; the reasoner and policy->data must live as long.  `error` may be NULL. */
LUDC_API ludc_chooser *ludc_chooser_new(const ludc_reasoner *r, const ludc_policy *policy, ludc_error *error);
/* NULL is allowed. */
LUDC_API void ludc_chooser_free(ludc_chooser *chooser);

/* Chooses a move of `player`, in games of turns the mover.  LUDC_WRONG: there is no
 * legal move; LUDC_USAGE: the scores were refused or are not finite.  *rng advances: by a
 * word for epsilon if it is neither 0 nor 1, and by one for each draw. */
LUDC_API ludc_status ludc_choose(ludc_chooser *chooser, const void *state, unsigned player, uint64_t *rng,
                                 ludc_move *move);
/* The same as numbers: the legal moves of `player` as ludc_moves_of lists them, and
 * chance[i] of moves[i]; their sum is 1.  Both have room for as many as ludc_moves_of
 * counts.  The number of moves; 0 also where ludc_choose says LUDC_USAGE. */
LUDC_API size_t ludc_chances(ludc_chooser *chooser, const void *state, unsigned player, ludc_move *moves,
                             double *chance);
/* Some scores depend on more than the state: on what was played last, which it need not keep.  `begin` is called where a
 * game begins, `played` for each move before it is applied, both with the policy's data; either may be NULL. */
typedef struct {
    void (*begin)(void *data, const ludc_reasoner *r, const void *state);
    void (*played)(void *data, const ludc_reasoner *r, const void *before, unsigned player, ludc_move move);
} ludc_policy_watch;

/* The watch is copied.  ludc_policy_playout calls it; who applies what ludc_choose gave says so by ludc_chooser_begin and
 * ludc_chooser_played, which do nothing without a watch. */
LUDC_API void ludc_chooser_watch(ludc_chooser *chooser, const ludc_policy_watch *watch);
LUDC_API void ludc_chooser_begin(ludc_chooser *chooser, const void *state);
LUDC_API void ludc_chooser_played(ludc_chooser *chooser, const void *before, unsigned player, ludc_move move);

/* Plays until the game is over or `limit` moves (joint games: steps) were made, and
 * returns how many; ends early when scores are refused: see ludc_chooser_status.  The
 * uniform policy plays as ludc_playout does. */
LUDC_API uint32_t ludc_policy_playout(ludc_chooser *chooser, void *state, uint64_t *rng, uint32_t limit);
/* LUDC_OK, or LUDC_USAGE once scores were refused. */
LUDC_API ludc_status ludc_chooser_status(const ludc_chooser *chooser);

#ifdef __cplusplus
}
#endif

#endif
