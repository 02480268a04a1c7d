/* crew.h - the threads of a search: they start together, rest while somebody looks at what they have, and
 * end together. */
#ifndef LUDC_SEARCH_CREW_H
#define LUDC_SEARCH_CREW_H

#include <pthread.h>
#include <stdatomic.h>

#include "runtime/search/search.h"

typedef struct {
    ludc_search *search;
    uint64_t iterations;
    double end; /* by CLOCK_MONOTONIC */
    ludc_status status;
} Job;

/* What a thread does; the first is done by the thread of the caller, which is the one that may halt the others. */
typedef void WorkFn(Job *job);

typedef struct Crew {
    ludc_search *boss;
    ludc_search **helper; /* [helpers] each a thread */
    uint32_t helpers;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t busy;    /* helpers that neither rest nor have ended; under the lock */
    atomic_bool halt; /* helpers are to rest */
    bool halted;      /* they do; of the boss alone */
    bool asked;       /* the watcher is being asked; of the boss alone */
    /* Of one tree (shared.h), each in a line of the cache of its own. */
    _Alignas(64) uint32_t used; /* words of the arena */
    _Alignas(64) _Atomic uint64_t left; /* iterations that nobody has taken */
    _Alignas(64) atomic_bool end; /* of the run, for all */
    atomic_bool full;             /* somebody found no room */
} Crew;

/* Of a search and its helpers, all of which it names as their crew.  NULL: memory is out. */
Crew *crew_new(ludc_search *boss, ludc_search **helper, uint32_t helpers);
void crew_free(Crew *c);
/* Does job[0 .. helpers], each in a thread of its own, or, if there is none to be had, one after the other. */
void crew_run(Crew *c, WorkFn *work, Job *job);
/* A helper, between two iterations: rests while it has to. */
void crew_rest(Crew *c);
/* The boss: all helpers rest, until crew_go. */
void crew_halt(Crew *c);
void crew_go(Crew *c);

#endif
