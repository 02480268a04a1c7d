/* features_time.h - how long it takes to say what features hold, for `ludc bench --features`. */
#ifndef LUDC_DRIVER_FEATURES_TIME_H
#define LUDC_DRIVER_FEATURES_TIME_H

#include "driver/command.h"
#include "runtime/include/ludc_features.h"

/* Positions of random games, each with all of its moves as features see them. */
typedef struct {
    const ludc_reasoner *r;
    size_t stride, npos;
    char *state;     /* [npos * stride] */
    size_t *move_at; /* [npos + 1] */
    ludc_feature_move *move;
    size_t nmove;
} FeatureSample;

/* Plays until there are that many moves, or positions, or no memory is left for them; false: memory is out.  Moves are drawn by the
 * softmax of the logits of `policy`; uniformly where it is NULL. */
bool feature_sample(FeatureSample *sample, const ludc_reasoner *r, ludc_feature_eval *policy, uint64_t seed, size_t moves, size_t positions, uint64_t longest);
void feature_sample_free(FeatureSample *sample);

/* Nanoseconds of processor time for the logit of one move, with its share of taking in the position: the least mean over
 * passes of the whole sample, as many as fit in the time, three at least. */
double feature_time(ludc_feature_eval *eval, const FeatureSample *sample, double seconds);

#endif
