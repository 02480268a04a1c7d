/* replay.h - what the ways of replaying share. */
#ifndef LUDC_DRIVER_REPLAY_H
#define LUDC_DRIVER_REPLAY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/out.h"
#include "driver/command.h"
#include "runtime/abi.h"

typedef struct {
    uint64_t passed, failed; /* states or plies */
    uint64_t limit;          /* differences shown of a file; 0: all */
    bool quiet;              /* none is shown */
    char first[512];         /* the first difference, "" while there is none */
} ReplayCount;

/* A difference, `shown` of whose file have been met: kept if it is the first, and said unless that is not wanted. */
void replay_complain(ReplayCount *count, uint64_t *shown, const char *text);

enum { REPLAY_READ, REPLAY_UNREADABLE };

/* All records against the game that the job plays, into *count; 0, or the exit code after saying why not. */
int replay_files(Job *job, const TextList *files, ReplayCount *count);
/* --bisect: the first pass behind which the game differs from the records. */
int replay_bisect(const Options *options);

/* One file of recorded joint moves; the reasoner has all its views.  planes: as below. */
int replay_joint(const ludc_reasoner *r, const char *path, bool planes, ReplayCount *count);

/* Does the file begin as a printed trace does?  Replays one: steps are counted. */
bool replay_is_printed(const char *path);
int replay_printed(const ludc_reasoner *r, const char *path, ReplayCount *count);

/* Prints `planes LINE SET EYES WORD,WORD,..` for the planes of a state that belongs to that line. */
void replay_planes(const ludc_reasoner *r, const void *state, size_t line);

/* Does what an end line says under `match` agree with the game whose last state this is?  `agents` is that list of the
 * header; both may be NULL.  Says the first difference in `why`. */
bool replay_match(const ludc_reasoner *r, const void *state, const json_t *match, const json_t *agents, json_int_t plies, Out *why);

#endif
