/* replay.h - what the ways of replaying share. */
#ifndef LUDC_DRIVER_REPLAY_H
#define LUDC_DRIVER_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/abi.h"

typedef struct {
    uint64_t passed, failed; /* states or plies */
    uint64_t limit;          /* differences shown of a file; 0: all */
} ReplayCount;

enum { REPLAY_READ, REPLAY_UNREADABLE };

/* One file of recorded joint moves; the reasoner has all its views.  planes: as below. */
int replay_joint(const ludc_reasoner *r, const char *path, bool planes, ReplayCount *count);

/* Prints `planes LINE SET EYES WORD,WORD,..` for the planes of a state that belongs to that line. */
void replay_planes(const ludc_reasoner *r, const void *state, size_t line);

#endif
