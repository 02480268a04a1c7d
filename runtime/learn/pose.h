/* pose.h - features that are turned and mirrored as a whole, and put together.
 *
 * A pose is a rotation by k places of a ring of `ring` places, and then perhaps a reflection: 2 k + mirrored, as Instance has it. */
#ifndef LUDC_LEARN_POSE_H
#define LUDC_LEARN_POSE_H

#include "runtime/features/board.h"

/* A turn in [0, 1); what is nearly a fraction becomes it. */
double pose_turned(double turn);
/* Turn i of a walk in a pose. */
double pose_turn(const Walk *walk, uint32_t i, uint32_t pose, uint32_t ring);
/* The pose of a part of a whole that is then put into the pose `frame` itself. */
uint32_t pose_in(uint32_t pose, uint32_t frame, uint32_t ring);
/* The sum of the hashes of all that a feature in a pose asks for; `*` counts for nothing. */
uint64_t pose_hash(const Feature *f, uint32_t pose, uint32_t ring);
/* The least of them: equal for features that differ in their pose. */
uint64_t pose_least(const Feature *f, uint32_t ring);

/* A feature that is put together; all zero but for its kind: it asks for nothing yet. */
typedef struct {
    Store store;
    Feature feature;
    Element element[MOST_ELEMENTS];
    bool failed; /* memory is out, it is too large, or its parts contradict each other */
} Built;

/* A walk's turns in a pose, behind `n` turns that lead to where it begins: there `ahead` is straight ahead, as a part of a full turn. */
typedef struct {
    uint32_t n;
    const double *turn;
    double ahead;
} Lead;

/* Adds all that a feature in a pose asks for.  `lead` may be NULL: it has the same anchor. */
void pose_built_add(Built *built, const Feature *f, uint32_t pose, uint32_t ring, const Lead *lead);
/* What was added is complete. */
void pose_built_end(Built *built);
void pose_built_close(Built *built);

#endif
