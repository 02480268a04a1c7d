/* threads.h - a search in several threads: trees of one position, each in a thread of its own, joined at the root
 * (root parallelisation: T. Cazenave, N. Jouandeau, 2007; with a seed and a count the result is the same on every
 * run), or one tree for all (shared.h). */
#ifndef LUDC_SEARCH_THREADS_H
#define LUDC_SEARCH_THREADS_H

#include "runtime/search/search.h"

bool threads_new(ludc_search *s); /* the helpers of s; false: memory is out */
void threads_free(ludc_search *s);
/* As if they had been made with the seed that s has now. */
ludc_status threads_reseed(ludc_search *s);
ludc_status threads_begin(ludc_search *s, const void *state);
/* Iterations are shared out. */
ludc_status threads_run(ludc_search *s, uint64_t iterations, double end);
/* Bytes that the threads of a search take beside its own. */
uint64_t threads_bytes(const ludc_search *s);

/* search.c: in this thread, until CLOCK_MONOTONIC says `end`. */
ludc_status search_run_one(ludc_search *s, uint64_t iterations, double end);
/* search.c: after so many iterations, which took so long: how many between this look at the clock and the next, where so much
 * time is left. */
uint64_t search_part(ludc_search *s, uint64_t some, double took, double rest);

#endif
