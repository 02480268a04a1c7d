/* search.h - what `ludc search` prints. */
#ifndef LUDC_DRIVER_SEARCH_H
#define LUDC_DRIVER_SEARCH_H

#include "base/out.h"
#include "driver/command.h"
#include "runtime/include/ludc_search.h"

/* A search that is over. */
typedef struct {
    const Job *job;
    const ludc_reasoner *r;
    const void *state; /* where it began */
    const ludc_search *search;
    const ludc_search_options *options;
    uint64_t seed;
} Found;

/* A step as --moves takes it; of a game of turns its move. */
void found_step(const Found *f, const void *state, const ludc_move *moves, Out *out);
void found_json(const Found *f, Out *out);
void found_text(const Found *f, Out *out);

#endif
