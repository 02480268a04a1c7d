/* ground.h - the instances of a set of features on a board, for one player, by what moves they speak of. */
#ifndef LUDC_FEATURES_GROUND_H
#define LUDC_FEATURES_GROUND_H

#include "runtime/features/atom.h"
#include "runtime/features/reach.h"

/* Holds of a move with these ends when all tests do. */
typedef struct {
    uint32_t feature; /* index in the set */
    int32_t at[PARTS]; /* sites; -1: not of that */
    uint32_t test, ntest; /* tests[test ..], ascending */
    uint32_t pose;        /* rotation k and, if it is mirrored, 1: 2 k + 1; of equal ones the first */
} Instance;

/* Instances [first, first + n) that speak of the same moves, by feature; the tests that decide, without those that
 * follow from others and without instances that never hold. */
typedef struct {
    int32_t at[PARTS];
    uint32_t first, n;
    uint32_t distinct; /* instances before that */
} Group;

typedef struct {
    const FeatureBoard *board;
    unsigned player;
    LIST(Instance) instance;
    LIST(Test) tests;
    LIST(Group) group;  /* ascending by at */
    uint32_t *to_at;    /* [sites + 2] groups with to = s - 1: to_group[to_at[s] ..] */
    uint32_t *to_group; /* ascending by at */
    uint32_t *count;    /* [features] distinct instances */
    uint16_t kinds;     /* bits 1 << (bits 1 << Part of what is spoken of) */
} Ground;

#define NO_GROUP UINT32_MAX

/* LUDC_IO: memory is out; LUDC_UNSUPPORTED: there are too many; LUDC_WRONG: an element names what the game does not have. */
ludc_status ground_make(Ground *ground, const FeatureBoard *board, const ludc_features *set, unsigned player,
                        ludc_ties ties, ludc_error *error);
void ground_free(Ground *ground);
/* Those that speak of just these. */
uint32_t ground_find(const Ground *ground, const int32_t at[PARTS]);

/* place.c: adds the instances of one feature, each once.  false: memory is out, or there are more than `most` tests,
 * or a quarter as many instances. */
bool place_feature(Ground *ground, Reach *reach, const Feature *feature, uint32_t index, size_t most);

#endif
