/* ludc_learn.h - learning by expert iteration: a search plays against itself, and what it has learnt from guides it.
 *
 *     ludc_learn_options options;
 *     ludc_learn_defaults(&options);
 *     ludc_learner *learner = ludc_learner_features(r, set, &options, &error);
 *     ludc_train *train = ludc_train_new(r, learner, &options, "puct:..", 1, &error);
 *     while (ludc_train_episode(train, &budget, &episode) == LUDC_OK) ..
 *
 * T. Anthony, Z. Tian, D. Barber, "Thinking Fast and Slow with Deep Learning and Tree Search", 2017; constants and the growth of
 * features as in appendix B of D. J. N. J. Soemers, E. Piette, M. Stephenson, C. Browne, "Spatial State-Action Features for
 * General Games", 2022.  Games of turns; doc/train.md says what this does where the papers leave it open.
 *
 * One seed, one set of options and one count of iterations give one result, to the last bit on machines whose libm is the
 * same.  Nothing prints or exits; arguments that are NULL are LUDC_USAGE. */
#ifndef LUDC_LEARN_H
#define LUDC_LEARN_H

#include "ludc_features.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- constants --------------------------------------------------------------- */

/* doc/train.md has what each of them means, ludc_learn_explain too. */
typedef struct {
    uint32_t buffer;
    double alpha, beta;
    uint32_t lengths;
    double least;
    uint32_t batch, steps;
    double rate, momentum, decay, epsilon, shrink;
    uint32_t grow, pairs, instances, seen;
    double critical;
    uint32_t longest;
} ludc_learn_options;

LUDC_API void ludc_learn_defaults(ludc_learn_options *options);
/* KEY=VALUE,.. over what the options are.  LUDC_USAGE with a message: there is no such key or value. */
LUDC_API ludc_status ludc_learn_parse(const char *text, ludc_learn_options *options, ludc_error *error);
/* All keys with their values, as ludc_learn_parse reads them.  As snprintf. */
LUDC_API size_t ludc_learn_text(const ludc_learn_options *options, char *out, size_t size);
/* Key i; 0: there are no more. */
LUDC_API int ludc_learn_explain(size_t i, const char **key, const char **standard, const char **help);

/* ---- learners ----------------------------------------------------------------- */

/* What is learnt from: a position with a choice, and how a search shared its visits out. */
typedef struct {
    const void *state;
    ludc_feature_move last; /* the move before */
    unsigned mover;
    uint32_t n;              /* legal moves, each once */
    const ludc_move *moves;
    const float *share;      /* of the visits, beside them; they add up to 1 */
    uint32_t length;         /* of its episode, in moves; 0: it is not over */
    const double *payoff;    /* [players] what it came to; NULL: it is not over */
} ludc_learn_tuple;

typedef struct ludc_learner ludc_learner;

/* Whatever learns: features with weights below, a network of yours.  The struct's size comes first, so that later versions can
 * add functions at its end.  Nothing of it may depend on anything but what it is given, if one seed is to give one result. */
struct ludc_learner {
    size_t size;
    /* A search of an episode that begins: gives it priors, playouts, values. */
    ludc_status (*guide)(ludc_learner *learner, ludc_search *search, ludc_error *error);
    /* What was learnt since then goes to that search.  NULL: it knows. */
    ludc_status (*tell)(ludc_learner *learner, ludc_search *search);
    /* One step of learning from a batch of a player, weight[n] adding up to 1.  *loss: the weighted mean of the cross-entropies before the
     * step; priority[n]: how much each tuple surprised. */
    ludc_status (*step)(ludc_learner *learner, unsigned player, const ludc_learn_tuple *const *batch, const double *weight, size_t n,
                        double *loss, double *priority);
    /* The cross-entropy of one tuple; nothing is learnt. */
    ludc_status (*look)(ludc_learner *learner, const ludc_learn_tuple *tuple, double *loss);
    /* After an episode: may grow by what tuples drawn uniformly show; *added: by how much.  NULL: it does not. */
    ludc_status (*grow)(ludc_learner *learner, unsigned player, const ludc_learn_tuple *const *batch, size_t n, uint64_t *rng,
                        uint32_t *added);
    uint64_t (*parts)(const ludc_learner *learner, unsigned player); /* how large it is for a player: features */
    /* All that it knows, as bytes of machines of one byte order.  LUDC_WRONG: they are not of such a learner, and nothing is changed. */
    size_t (*saved_size)(const ludc_learner *learner);
    void (*save)(const ludc_learner *learner, void *out);
    ludc_status (*restore)(ludc_learner *learner, const void *saved, size_t size);
    void (*free)(ludc_learner *learner);
};

/* A policy that is linear in features (ludc_features.h): a set and weights for each player, cross-entropy, centred RMSProp (A. Graves, 2013).
 * Features of `set` that are everybody's become one for each player; those of one player stay his.  The set may be freed
 * after; the reasoner must live as long.  NULL with what ludc_feature_eval_new says. */
LUDC_API ludc_learner *ludc_learner_features(const ludc_reasoner *r, const ludc_features *set, const ludc_learn_options *options,
                                             ludc_error *error);
/* What such a learner knows now: its features with their weights, by players, signed with the game.  NULL: it is another learner, or
 * memory is out.  The caller frees. */
LUDC_API ludc_features *ludc_learner_set(const ludc_learner *learner);
LUDC_API void ludc_learner_free(ludc_learner *learner); /* NULL is allowed */

/* ---- training ------------------------------------------------------------------- */

typedef struct ludc_train ludc_train;

/* The search of the paper's agents, as a SPEC: PUCT with 2.5 for values in [-1, 1], which is 1.25 for payoffs in [0, 1]; unvisited children count as
 * their parent; half of the playouts uniform; no proofs. */
#define LUDC_TRAIN_AGENT "puct:c=1.25,fpu=parent,solver=0,playout=features,plain=0.5,memory=256M"

/* Whoever plays is the search of `spec`; NULL: LUDC_TRAIN_AGENT.  The learner stays the caller's; both it and the reasoner must live as
 * long.  NULL: LUDC_USAGE for a wrong spec or options, LUDC_UNSUPPORTED for joint games, LUDC_IO. */
LUDC_API ludc_train *ludc_train_new(const ludc_reasoner *r, ludc_learner *learner, const ludc_learn_options *options, const char *spec,
                                    uint64_t seed, ludc_error *error);
LUDC_API void ludc_train_free(ludc_train *train); /* NULL is allowed */

/* For each move. */
typedef struct {
    uint64_t iterations; /* 0: by time */
    double seconds;
    int (*stopped)(void *data); /* not 0: the episode ends at once, with LUDC_LEARN_STOPPED; NULL: never */
    void *data;
} ludc_learn_budget;

/* What an episode was. */
typedef struct {
    uint64_t number;       /* from 1 */
    uint32_t moves, tuples; /* of these with a choice */
    int stopped;           /* it was given up, and counts for nothing: what was learnt in it must be restored */
    double payoff[16];
    double fresh[16];      /* a player: the mean cross-entropy of his positions, before they were learnt from */
    double entropy[16];    /* the mean entropy of the searches' shares: what is the least that it can be */
    double loss[16];       /* the mean of the steps */
    uint32_t steps[16];    /* how many */
    uint32_t grown[16];
    uint64_t parts[16];    /* of the learner, at the end */
} ludc_learn_episode;

/* Plays a game and learns from it.  An episode depends on the seed, its number and what was learnt before.  *out->stopped where the budget
 * said so; then, and after any status that is not LUDC_OK, ludc_train_restore brings back what was before. */
LUDC_API ludc_status ludc_train_episode(ludc_train *train, const ludc_learn_budget *budget, ludc_learn_episode *out);
LUDC_API uint64_t ludc_train_episodes(const ludc_train *train); /* how many were played */

/* All of it between two episodes as bytes, for the same game, options and machine: buffers, what the learner knows, how many were played.
 * After ludc_train_restore training goes on as the saved one would have.  LUDC_WRONG: they are not of such a training, and nothing is changed. */
LUDC_API size_t ludc_train_saved_size(const ludc_train *train);
LUDC_API ludc_status ludc_train_save(const ludc_train *train, void *out);
LUDC_API ludc_status ludc_train_restore(ludc_train *train, const void *saved, size_t size);

#ifdef __cplusplus
}
#endif

#endif
