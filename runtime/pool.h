/* pool.h - threads that share out the states of a batch: what stands behind ludc_pool.
 *
 * A function with a batch writes its work as a function of a range of states and hands it to
 * ludc_pool_run.  What becomes of a state must not depend on the range that it lies in, so
 * that the number of threads changes no result: whoever needs random numbers gives each
 * state its own (ludc_stream). */
#ifndef LUDC_RUNTIME_POOL_H
#define LUDC_RUNTIME_POOL_H

#include "runtime/include/ludc.h"
#include "runtime/random.h"

/* Does from .. to - 1; called by several threads at once, with ranges that do not overlap. */
typedef void PoolWork(void *data, size_t from, size_t to);

/* Calls `work` with ranges that cover 0 .. n - 1 once, and returns when all are done.  NULL, or
 * a pool that serves another call at this moment: this thread does it all.  Does not allocate. */
void ludc_pool_run(ludc_pool *pool, size_t n, PoolWork *work, void *data);

/* Where the random numbers of state i begin: at word i of the generator `rng`.  A function that
 * hands out streams moves *rng on by n words: ludc_streams_end. */
static inline uint64_t ludc_stream(uint64_t rng, size_t i)
{
    uint64_t at = rng + i * UINT64_C(0x9e3779b97f4a7c15); /* what a word moves it on by */
    return ludc_next_word(&at);
}

static inline uint64_t ludc_streams_end(uint64_t rng, size_t n)
{
    return rng + n * UINT64_C(0x9e3779b97f4a7c15);
}

#endif
