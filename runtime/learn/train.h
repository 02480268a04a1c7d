/* train.h - a training: buffers, a learner, and whoever plays. */
#ifndef LUDC_LEARN_TRAIN_H
#define LUDC_LEARN_TRAIN_H

#include "runtime/learn/buffer.h"

enum { TRAIN_ROLES = 16 };

struct ludc_train {
    const ludc_reasoner *r;
    ludc_learner *learner;
    ludc_learn_options o;
    ludc_search_options search;
    uint64_t seed, episodes;
    unsigned players;
    size_t state_size;
    Buffer buffer[TRAIN_ROLES];
    /* room for a batch, and for tuples that features are looked for in */
    uint32_t *index;
    double *weight, *priority;
    const ludc_learn_tuple **batch;
    /* of a position */
    void *state, *after;
    ludc_move *moves;
    float *share;
    ludc_search_move *found;
    size_t room; /* of each */
    /* tuples of the episode, in order */
    Tuple **fresh;
    size_t nfresh, fresh_room;
};

/* Forgets the tuples of an episode that is given up. */
void train_forget(ludc_train *t);

#endif
