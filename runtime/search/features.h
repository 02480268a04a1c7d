/* features.h - searches that ask a set of features: for priors, and in playouts (ludc_search_set_features). */
#ifndef LUDC_SEARCH_FEATURES_H
#define LUDC_SEARCH_FEATURES_H

#include "runtime/include/ludc_features.h"
#include "runtime/search/search.h"

struct FeatureSearch {
    ludc_feature_policy *policy;
    const ludc_reasoner *r;
    ludc_feature_move root;  /* played before the root */
    ludc_feature_move *leaf; /* [leaves] before each leaf that waits for its priors */
    double *score;           /* [moves of a state] */
    double mix;              /* share of the priors that is the same for all */
    uint32_t *slot;
    bool priors;             /* else all are alike */
};

void features_free(FeatureSearch *f);
/* As if they had been set just now; there may be none. */
void features_renew(ludc_search *s);
/* Leaf `i` of the round, at the end of the path. */
void features_leaf(ludc_search *s, uint32_t i);
/* A playout begins at the end of the path. */
void features_playout(ludc_search *s);
/* The root moves on by a step. */
ludc_feature_move features_advance(const ludc_search *s, const ludc_move *moves);
void features_root(ludc_search *s, const ludc_feature_move *root);

#endif
