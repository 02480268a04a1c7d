/* ludc_features.h - spatial features on any board: what stands around the ends of a move.
 *
 * A *feature* is a pattern of elements ("two steps ahead: not empty") at walks from an anchor, with the places
 * that the move, and the move before it, must have from the same anchor.  On a board it becomes *instances*, one for each
 * anchor, rotation and reflection that the board lets be; it is active for a move if an instance of it holds.
 * Weights of the active features add up to the *logit* of a move; a policy is the softmax of the logits.
 *
 * D. J. N. J. Soemers, E. Piette, M. Stephenson, C. Browne, "Spatial State-Action Features for General Games", 2022;
 * doc/features.md has the text form (Ludii's, with weights), and where this departs from either.
 *
 * Whatever rules the game has, all that is asked of the reasoner is its geometry (LUDC_OFFER_GEOMETRY), its columns
 * `from`, `to`, `kind`, and its views `what` and, where there is one, `who` (LUDC_FOR_ALL): nothing of the compiler.
 * Nothing prints or exits; arguments that are NULL are treated as in ludc.h. */
#ifndef LUDC_FEATURES_H
#define LUDC_FEATURES_H

#include "ludc_search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sets ------------------------------------------------------------------- */

/* Features in the order of their text, each with a weight for one player or for all. */
typedef struct ludc_features ludc_features;

/* From text; `file` is what errors name.  NULL with line and column: LUDC_WRONG, or LUDC_IO where memory is out.
 * The caller frees. */
LUDC_API ludc_features *ludc_features_read(const char *file, const char *text, size_t length, ludc_error *error);
LUDC_API void ludc_features_free(ludc_features *set); /* NULL is allowed */
/* The whole set as text, which reads as an equal one.  Returns the length as snprintf does. */
LUDC_API size_t ludc_features_text(const ludc_features *set, char *out, size_t size);

LUDC_API size_t ludc_features_count(const ludc_features *set);
/* One feature in Ludii's form, "rel:to=<{}>:pat=<els=[f{0}]>"; 0: there is no such feature. */
LUDC_API size_t ludc_feature_text(const ludc_features *set, size_t index, char *out, size_t size);
LUDC_API double ludc_feature_weight(const ludc_features *set, size_t index); /* 0 where there is none */
LUDC_API unsigned ludc_feature_player(const ludc_features *set, size_t index); /* whose it is; 0: everybody's */
/* LUDC_USAGE: there is no such feature, or the weight is not within -1000 .. 1000. */
LUDC_API ludc_status ludc_feature_set_weight(ludc_features *set, size_t index, double weight);

/* Atomic-M-N: one element at one walk of up to M steps, straight ones of up to N, turns k/K for the largest ring K of
 * the board; from or to at the anchor, the former only where moves have a from (move list of the actions).  LUDC_UNSUPPORTED: the game has no
 * board. */
LUDC_API ludc_features *ludc_features_atomic(const ludc_reasoner *r, unsigned m, unsigned n, ludc_error *error);

/* Writes the game's name and hash into the set. */
LUDC_API ludc_status ludc_features_sign(ludc_features *set, const ludc_reasoner *r);
/* LUDC_WRONG: the set names another game, or another version of this one. */
LUDC_API ludc_status ludc_features_check(const ludc_features *set, const ludc_reasoner *r, ludc_error *error);

/* ---- moves ------------------------------------------------------------------- */

/* What features see of a move: sites of the board's own type, -1 none.  `from` is -1 where it is `to`, and both are for a
 * pass. */
typedef struct {
    int32_t last_from, last_to, from, to;
    unsigned player;  /* who makes it */
    unsigned aspatial; /* bits: LUDC_MOVE_PASSES, LUDC_MOVE_SWAPS */
} ludc_feature_move;

enum { LUDC_MOVE_PASSES = 1, LUDC_MOVE_SWAPS = 2 };

/* The move before the first one: what the start rules placed last, where the reasoner knows, else none. */
LUDC_API ludc_status ludc_feature_start(const ludc_reasoner *r, ludc_feature_move *out);
/* Of a legal move; `before` is the move that was played before it.  LUDC_UNSUPPORTED: the game has no columns. */
LUDC_API ludc_status ludc_feature_move_of(const ludc_reasoner *r, const void *state, ludc_move move,
                                          const ludc_feature_move *before, ludc_feature_move *out);

/* ---- evaluation ---------------------------------------------------------------- */

/* Where a turn falls between two places of a ring (within 0.02 of the middle), and straight ahead in a ring with an odd number. */
typedef enum {
    LUDC_TIES_SPLIT, /* both: the walk goes on from each (the paper) */
    LUDC_TIES_FLOOR  /* the lower one: Ludii 1.3.13 */
} ludc_ties;

/* All zero: the usual. */
typedef struct {
    size_t size;           /* sizeof, or 0 for all of it */
    const char *evaluator; /* "naive", "tree", "spatternet", "jit", "compiled"; NULL: "compiled", the fastest as measured */
    ludc_ties ties;
} ludc_feature_options;

/* A set on the board of a game, and memory to evaluate it with: serves one thread at a time. */
typedef struct ludc_feature_eval ludc_feature_eval;

LUDC_API size_t ludc_feature_evaluators(void);
LUDC_API const char *ludc_feature_evaluator(size_t index); /* its name; NULL: there is none */

/* The set may be freed after; the reasoner must live as long.  LUDC_UNSUPPORTED: the game has no board, nothing to see of
 * its pieces, or the set would have too many instances (10^8 tests); LUDC_USAGE: no such evaluator; LUDC_WRONG: an
 * element that names a piece or a region which the game does not have. */
LUDC_API ludc_feature_eval *ludc_feature_eval_new(const ludc_reasoner *r, const ludc_features *set,
                                                  const ludc_feature_options *options, ludc_error *error);
LUDC_API void ludc_feature_eval_free(ludc_feature_eval *eval); /* NULL is allowed */
LUDC_API size_t ludc_feature_eval_bytes(const ludc_feature_eval *eval); /* what it takes now; may grow while it works */

/* Weights of the set it was made of, which may have changed since; nothing else of the set may have.  LUDC_USAGE: it is of another size. */
LUDC_API ludc_status ludc_feature_eval_weigh(ludc_feature_eval *eval, const ludc_features *set);

/* Takes in the pieces of a state: what follows asks about moves in it. */
LUDC_API ludc_status ludc_feature_eval_look(ludc_feature_eval *eval, const void *state);
/* The same of pieces and owners of the sites that somebody else says; n: how many sites the board has. */
LUDC_API ludc_status ludc_feature_eval_set(ludc_feature_eval *eval, const int32_t *what, const int32_t *who, size_t n);
/* The active features of a move, ascending, at most `room` of them; returns how many there are. */
LUDC_API size_t ludc_feature_eval_active(ludc_feature_eval *eval, const ludc_feature_move *move, uint32_t *out, size_t room);
/* The sum of their weights.  Weights are rounded to multiples of 2^-40, so that no order of summing matters: every evaluator
 * gives the same number. */
LUDC_API double ludc_feature_eval_logit(ludc_feature_eval *eval, const ludc_feature_move *move);

/* ---- as a policy --------------------------------------------------------------------- */

/* Scores of moves for ludc_policy.h: the logits of a set.  It remembers the move that was played last, as a state need not. */
typedef struct ludc_feature_policy ludc_feature_policy;

/* As ludc_feature_eval_new.  Serves one thread. */
LUDC_API ludc_feature_policy *ludc_feature_policy_new(const ludc_reasoner *r, const ludc_features *set,
                                                      const ludc_feature_options *options, ludc_error *error);
LUDC_API void ludc_feature_policy_free(ludc_feature_policy *policy); /* NULL is allowed */
/* A ludc_score_fn; `data` is the policy. */
LUDC_API int ludc_feature_scores(void *policy, const ludc_reasoner *r, const void *state, unsigned player,
                                 const ludc_move *moves, size_t n, double *out);
/* What plays with it says when a game begins, and what is played: `ludc_policy_watch` of ludc_policy.h. */
LUDC_API void ludc_feature_begin(void *policy, const ludc_reasoner *r, const void *state);
LUDC_API void ludc_feature_played(void *policy, const ludc_reasoner *r, const void *before, unsigned player, ludc_move move);
/* Games that begin from now on begin behind that move; NULL: at the start of the game.  LUDC_USAGE: there is no policy. */
LUDC_API ludc_status ludc_feature_from(ludc_feature_policy *policy, const ludc_feature_move *last);

/* ---- in a search ----------------------------------------------------------------------- */

/* Right after ludc_search_new, puct alone: the softmax of the logits are priors (option prior; in open loops of games with lots there
 * are none), and with playout=features playouts draw by them, softmax with `temp` and `epsilon`, in their first `first` moves
 * or in all; option evaluator says by which.  Forgets what was searched.  NULL: none.  The set may be freed after.
 * LUDC_UNSUPPORTED: other agents, joint games, one tree for several threads, lanes=on, and what ludc_feature_eval_new says; LUDC_WRONG: the set
 * is another game's, and the search has not transfer=on. */
LUDC_API ludc_status ludc_search_set_features(ludc_search *search, const ludc_features *set, ludc_error *error);
/* After ludc_search_begin: what was played before the position; NULL: what the start rules placed last, as for a game that
 * begins.  ludc_search_advance knows it.  LUDC_USAGE: the search has no features. */
LUDC_API ludc_status ludc_search_features_from(ludc_search *search, const ludc_feature_move *last);

/* The weights of that set have changed, and nothing else of it; what was searched stays.  LUDC_USAGE: the search has no features, or a set of
 * another size. */
LUDC_API ludc_status ludc_search_weigh_features(ludc_search *search, const ludc_features *set);

struct ludc_agent;
/* Of an agent that ludc_agent_search made, from its next game on.  LUDC_USAGE: it is another one. */
LUDC_API ludc_status ludc_agent_set_features(struct ludc_agent *agent, const ludc_features *set);

/* ---- instances --------------------------------------------------------------------- */

/* Instances of a feature of the set for a player: those that differ in places of the moves or in tests. */
LUDC_API size_t ludc_feature_instances(const ludc_feature_eval *eval, unsigned player, size_t index);
/* Instances by what moves they speak of (-1: not of that). */
typedef struct {
    int32_t last_from, last_to, from, to;
    uint32_t instances;
} ludc_feature_key;
LUDC_API size_t ludc_feature_keys(const ludc_feature_eval *eval, unsigned player);
/* In ascending order of last_from, last_to, from, to.  LUDC_USAGE: there is none. */
LUDC_API ludc_status ludc_feature_key_at(const ludc_feature_eval *eval, unsigned player, size_t index, ludc_feature_key *out);

#ifdef __cplusplus
}
#endif

#endif
