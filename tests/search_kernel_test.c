/* search_kernel_test.c - every width of the loop of UCB1 against a plain one. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "runtime/random.h"
#include "runtime/search/kernel.h"

enum { ROOM = 200, ROUNDS = 20000 };

static uint32_t plain(const uint32_t *visits, const int32_t *value, uint32_t n, float sign, float explore, float *score)
{
    uint32_t best = 0;
    *score = -INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        volatile float mean = (float)value[i] * (sign / (float)(1 << 30)), bonus = sqrtf(explore / (float)visits[i]);
        float s = mean + bonus;
        if (s > *score) {
            *score = s;
            best = i;
        }
    }
    return best;
}

int main(void)
{
    uint64_t rng = 1;
    KernelFn *kernel[3];
    uint32_t n = kernel_all(kernel);
    printf("1..%u\n", n);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t wrong = 0;
        for (int round = 0; round < ROUNDS; round++) {
            uint32_t visits[ROOM + 16], count = 1 + (uint32_t)(ludc_next_word(&rng) % ROOM);
            int32_t value[ROOM + 16];
            unsigned coarse = round % 3 ? 28 : 0; /* often equal */
            memset(visits, 0, sizeof visits);
            for (uint32_t i = 0; i < ROOM + 16; i++) {
                visits[i] = i < count ? 1 + (uint32_t)(ludc_next_word(&rng) % (round % 2 ? 3 : 5000)) : 0;
                value[i] = (int32_t)(ludc_next_word(&rng) % ((1u << 30) + 1)) >> coarse << coarse;
            }
            float sign = round & 1 ? -1 : 1, explore = round % 5 ? (float)(round % 7) : 0, a, b;
            uint32_t x = plain(visits, value, count, sign, explore, &a);
            wrong += kernel[k](visits, value, count, sign, explore, &b) != x || a < b || a > b;
        }
        printf("%s %u - the loop of width %u\n", wrong ? "not ok" : "ok", k + 1, k);
    }
    return 0;
}
