/* support.c - what the functions on sets in runtime/support.h give for a row of words, as one number.  Built by support.tap. */
#include <stdint.h>
#include <stdio.h>

#include "support.h"

static uint64_t all;

static void note(uint64_t x) { all = ludc_mix(all, x + 1); }

static void note_set(uint64_t m, uint64_t other)
{
    note((uint64_t)ludc_count(m));
    note((uint64_t)ludc_first(m));
    note(ludc_gather(m, other));
    note(ludc_carry(m, other, other * 5));
    note(ludc_from_top(m));
    for (int32_t k = 0; k < ludc_count(m); k++) {
        uint64_t one;
        note((uint64_t)ludc_nth(m, (uint32_t)k));
        note((uint64_t)ludc_nth_one(m, (uint32_t)k, &one));
        note(one);
    }
}

int main(void)
{
    uint64_t rng = 1;
    note_set(0, 1);
    note_set(UINT64_MAX, UINT64_MAX);
    for (int i = 0; i < 2000; i++) {
        const uint64_t x = ludc_random(&rng), y = ludc_random(&rng);
        note_set(i % 2 ? x : x & y, i % 3 ? y : UINT64_C(1) << (y & 63));
    }
    printf("%016llx\n", (unsigned long long)all);
    return 0;
}
