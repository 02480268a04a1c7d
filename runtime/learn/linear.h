/* linear.h - the learner whose policy is linear in features: sets and weights for each player. */
#ifndef LUDC_LEARN_LINEAR_H
#define LUDC_LEARN_LINEAR_H

#include "runtime/features/eval.h"
#include "runtime/learn/rmsprop.h"

typedef struct {
    ludc_learner learner; /* first, as it is what callers have */
    const ludc_reasoner *r;
    ludc_learn_options o;
    unsigned players;
    ludc_features *set;      /* each feature one player's; weights stand in it */
    ludc_feature_eval *eval; /* of that set; NULL: there is none yet, or it has grown since */
    LIST(RmsProp) memory;    /* beside the features */
    double *gradient;        /* [features] */
    LIST(uint32_t) active;   /* features of the moves of a tuple, one move after the other */
    LIST(uint32_t) end;      /* where those of each move end */
    LIST(double) chance;     /* of each move */
} Linear;

/* NULL: there is one; else what ludc_feature_eval_new says. */
ludc_status linear_ready(Linear *l, ludc_error *error);
/* What the features of a move of the tuple see; false: the game has no columns. */
bool linear_move(const Linear *l, const ludc_learn_tuple *t, uint32_t i, ludc_feature_move *out);
/* Fills active, end and chance: the policy's in that position.  linear_ready comes before. */
ludc_status linear_chances(Linear *l, const ludc_learn_tuple *t);
/* Of what linear_chances looked at: adds `weight` times the gradient of the cross-entropy to gradient[features], which may be NULL; the
 * cross-entropy; *error: the sum of the absolute errors of the chances. */
double linear_gradient(const Linear *l, const ludc_learn_tuple *t, double weight, double *gradient, double *error);

/* grow.c: at most one proactive and one reactive feature more; how many. */
ludc_status linear_grow(ludc_learner *learner, unsigned player, const ludc_learn_tuple *const *batch, size_t n, uint64_t *rng,
                        uint32_t *added);
/* Adds a feature of that player with weight 0 or its own. */
bool linear_add(Linear *l, const Feature *feature, unsigned player);

#endif
