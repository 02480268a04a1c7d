/* kernel.h - the inner loop of UCB1: the best of the visited children. */
#ifndef LUDC_SEARCH_KERNEL_H
#define LUDC_SEARCH_KERNEL_H

#include <stdint.h>

/* The first i < n with the greatest sign * value[i] + sqrt(explore / visits[i]); *score is that.
 * Values have 30 fractional bits; visits are at least 1; both may be read, not used, up to 16 words
 * behind.  Divisions and roots are rounded as IEEE 754 has it and nothing is contracted, so that
 * every width and every machine finds the same. */
typedef uint32_t KernelFn(const uint32_t *visits, const int32_t *value, uint32_t n, float sign, float explore,
                          float *score);

/* The widest that this processor has. */
KernelFn *kernel_ucb(void);
/* Those that it has, at most 3: for tests. */
uint32_t kernel_all(KernelFn **out);

#endif
