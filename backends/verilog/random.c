/* random.c - see random.h. */
#include "backends/verilog/random.h"

#include "base/rng.h"

static uint64_t number_from(uint64_t state) { return state ? rng_next(&state) >> 1 : 0; }

uint64_t engine_random_base(uint32_t engine) { return number_from((uint64_t)engine << 32); }

uint64_t engine_random_number(uint32_t k) { return number_from(k); }

uint64_t engine_random_seeded(uint64_t seed, uint64_t number) { return (seed ^ number) << 1 | 1; }

uint64_t engine_random_next(uint64_t x)
{
    uint64_t next = x << 3; /* i - 3 */
    for (uint32_t i = 0; i < RANDOM_BITS; i++)
        next ^= ((x >> (59 * i + 57) % 64 ^ x >> (i + 28) % 64) & 1) << i;
    return next;
}
