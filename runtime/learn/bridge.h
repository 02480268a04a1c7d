/* bridge.h - the way from one anchor to another, as a walk: so that what is said from there can be said from here. */
#ifndef LUDC_LEARN_BRIDGE_H
#define LUDC_LEARN_BRIDGE_H

#include "runtime/features/board.h"

enum { MOST_BRIDGE = 4 };

typedef struct {
    uint32_t n;
    double turn[MOST_BRIDGE];
    double ahead; /* where it ends: straight ahead, as a part of a full turn from the north */
} Bridge;

/* The shortest one of at most MOST_BRIDGE steps, of several a straight one, then the first by its places; false: there is none, or
 * turns are not exact on its way (rings with an odd number of places). */
bool bridge_find(const FeatureBoard *b, int32_t here, int32_t there, Bridge *out);

#endif
