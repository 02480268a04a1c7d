/* replay.h - what the ways of replaying share. */
#ifndef LUDC_DRIVER_REPLAY_H
#define LUDC_DRIVER_REPLAY_H

#include <stdint.h>

#include "runtime/abi.h"

typedef struct {
    uint64_t passed, failed; /* states or plies */
    uint64_t limit;          /* differences shown of a file; 0: all */
} ReplayCount;

enum { REPLAY_READ, REPLAY_UNREADABLE };

/* One file of recorded joint moves; the reasoner has all its views. */
int replay_joint(const ludc_reasoner *r, const char *path, ReplayCount *count);

#endif
