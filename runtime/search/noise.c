/* noise.c - Dirichlet noise. */
#include <math.h>

#include "runtime/search/prior.h"

static double unit(uint64_t *rng) { return ((double)(ludc_next_word(rng) >> 11) + 0.5) * 0x1p-53; }

static double normal(uint64_t *rng) /* G. Box, M. Muller, 1958 */
{
    double radius = sqrt(-2 * log(unit(rng)));
    return radius * cos(6.283185307179586 * unit(rng));
}

/* The logarithm of a gamma variate: G. Marsaglia, W. Tsang, ACM TOMS 26, 2000, for alpha + 1, times a power of a uniform one.
 * Small alphas give numbers that are 0 as they are. */
static double log_gamma_variate(uint64_t *rng, double alpha)
{
    double d = alpha + 1 - 1.0 / 3, c = 1 / sqrt(9 * d), tail = log(unit(rng)) / alpha;
    for (;;) {
        double x = normal(rng), v = 1 + c * x;
        v = v * v * v;
        if (v > 0 && log(unit(rng)) < 0.5 * x * x + d - d * v + d * log(v))
            return log(d * v) + tail;
    }
}

/* The same numbers are drawn three times, so that nothing has to be kept. */
void noise_mix(uint64_t *rng, double alpha, double share, float *p, uint32_t n)
{
    uint64_t again = *rng, last = *rng;
    double top = -INFINITY, sum = 0;
    for (uint32_t i = 0; i < n; i++)
        top = fmax(top, log_gamma_variate(rng, alpha));
    for (uint32_t i = 0; i < n; i++)
        sum += exp(log_gamma_variate(&again, alpha) - top);
    for (uint32_t i = 0; i < n; i++)
        p[i] = (float)((1 - share) * (double)p[i] + share * exp(log_gamma_variate(&last, alpha) - top) / sum);
}
