/* rng.h - the generator of the whole system: SplitMix64.
 *
 * G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014.  One 64-bit word of state, passes BigCrush, needs no
 * 128-bit arithmetic (which tcc lacks), and the dependency between draws is one
 * addition, so that a playout never waits for it.  Every back end draws in the
 * same order with the same rule, so one seed gives one playout everywhere. */
#ifndef LUDC_RNG_H
#define LUDC_RNG_H

#include <stdint.h>

/* What a draw adds to the state. */
#define RNG_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t rng_next(uint64_t *state)
{
    uint64_t z = (*state += RNG_STEP);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Uniform in [0, n), n > 0; bias below n / 2^32.  Always draws one word. */
static inline uint32_t rng_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)(((rng_next(state) >> 32) * n) >> 32);
}

#endif
