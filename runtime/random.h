/* random.h - the random words of the runtime: SplitMix64, as base/rng.h has it. */
#ifndef LUDC_RUNTIME_RANDOM_H
#define LUDC_RUNTIME_RANDOM_H

#include <stdint.h>

static inline uint64_t ludc_next_word(uint64_t *rng)
{
    uint64_t z = (*rng += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
