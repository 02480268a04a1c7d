/* kernel.c - UCB1 over columns of visits and values, 4 or 8 children at a time. */
#include "runtime/search/kernel.h"

#include <math.h>

#define SCALE (1.0f / (float)(INT32_C(1) << 30))

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

/* Of lanes that hold scores and their numbers: the greatest, of equal ones the lowest number. */
static uint32_t best_lane(const float *s, const int32_t *at, uint32_t lanes, float *score)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < lanes; i++)
        if (s[i] > s[best] || (s[i] >= s[best] && at[i] < at[best]))
            best = i;
    *score = s[best];
    return (uint32_t)at[best];
}

static uint32_t ucb4(const uint32_t *visits, const int32_t *value, uint32_t n, float sign, float explore, float *score)
{
    const __m128 weight = _mm_set1_ps(sign * SCALE), bonus = _mm_set1_ps(explore), none = _mm_set1_ps(-INFINITY);
    const __m128i end = _mm_set1_epi32((int)n);
    __m128i at = _mm_setr_epi32(0, 1, 2, 3), best_at = at;
    __m128 best = none;
    for (uint32_t i = 0; i < n; i += 4, at = _mm_add_epi32(at, _mm_set1_epi32(4))) {
        __m128 v = _mm_cvtepi32_ps(_mm_loadu_si128((const __m128i *)(const void *)(visits + i)));
        __m128 q = _mm_cvtepi32_ps(_mm_loadu_si128((const __m128i *)(const void *)(value + i)));
        __m128 s = _mm_add_ps(_mm_mul_ps(q, weight), _mm_sqrt_ps(_mm_div_ps(bonus, v)));
        __m128 inside = _mm_castsi128_ps(_mm_cmplt_epi32(at, end));
        s = _mm_or_ps(_mm_and_ps(inside, s), _mm_andnot_ps(inside, none));
        __m128 more = _mm_cmpgt_ps(s, best);
        best = _mm_max_ps(s, best);
        __m128i pick = _mm_castps_si128(more);
        best_at = _mm_or_si128(_mm_and_si128(pick, at), _mm_andnot_si128(pick, best_at));
    }
    float s[4];
    int32_t where[4];
    _mm_storeu_ps(s, best);
    _mm_storeu_si128((__m128i *)(void *)where, best_at);
    return best_lane(s, where, 4, score);
}

/* The greatest of eight in every lane: two shuffles a halving, no loop over lanes. */
__attribute__((target("avx2"))) static inline __m256 greatest(__m256 v)
{
    v = _mm256_max_ps(v, _mm256_permute2f128_ps(v, v, 1));
    v = _mm256_max_ps(v, _mm256_shuffle_ps(v, v, _MM_SHUFFLE(1, 0, 3, 2)));
    return _mm256_max_ps(v, _mm256_shuffle_ps(v, v, _MM_SHUFFLE(2, 3, 0, 1)));
}

__attribute__((target("avx2"))) static uint32_t ucb8(const uint32_t *visits, const int32_t *value, uint32_t n,
                                                     float sign, float explore, float *score)
{
    const __m256 weight = _mm256_set1_ps(sign * SCALE), bonus = _mm256_set1_ps(explore);
    const __m256 none = _mm256_set1_ps(-INFINITY);
    const __m256i end = _mm256_set1_epi32((int)n);
    __m256i at = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), best_at = at;
    __m256 best = none;
    if (n <= 8) {
        __m256 v = _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)(const void *)visits));
        __m256 q = _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)(const void *)value));
        __m256 s = _mm256_add_ps(_mm256_mul_ps(q, weight), _mm256_sqrt_ps(_mm256_div_ps(bonus, v)));
        s = _mm256_blendv_ps(none, s, _mm256_castsi256_ps(_mm256_cmpgt_epi32(end, at)));
        __m256 all = greatest(s);
        *score = _mm256_cvtss_f32(all);
        return (uint32_t)__builtin_ctz((unsigned)_mm256_movemask_ps(_mm256_cmp_ps(s, all, _CMP_EQ_OQ)));
    }
    for (uint32_t i = 0; i < n; i += 8, at = _mm256_add_epi32(at, _mm256_set1_epi32(8))) {
        __m256 v = _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)(const void *)(visits + i)));
        __m256 q = _mm256_cvtepi32_ps(_mm256_loadu_si256((const __m256i *)(const void *)(value + i)));
        __m256 s = _mm256_add_ps(_mm256_mul_ps(q, weight), _mm256_sqrt_ps(_mm256_div_ps(bonus, v)));
        s = _mm256_blendv_ps(none, s, _mm256_castsi256_ps(_mm256_cmpgt_epi32(end, at)));
        __m256 more = _mm256_cmp_ps(s, best, _CMP_GT_OQ);
        best = _mm256_blendv_ps(best, s, more);
        best_at = _mm256_blendv_epi8(best_at, at, _mm256_castps_si256(more));
    }
    __m256 all = greatest(best);
    *score = _mm256_cvtss_f32(all);
    uint32_t lanes = (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(best, all, _CMP_EQ_OQ));
    int32_t where[8];
    _mm256_storeu_si256((__m256i *)(void *)where, best_at);
    uint32_t first = UINT32_MAX;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t i = (uint32_t)where[__builtin_ctz(lanes)];
        first = i < first ? i : first;
    }
    return first;
}

/* The widest that this unit is compiled for. */
#if defined(__AVX2__)
#define KERNEL_HERE ucb8
#else
#define KERNEL_HERE ucb4
#endif

KernelFn *kernel_ucb(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? ucb8 : ucb4;
}

uint32_t kernel_all(KernelFn **out)
{
    out[0] = ucb4;
    out[1] = ucb8;
    return kernel_ucb() == ucb8 ? 2 : 1;
}

#else

static uint32_t ucb1(const uint32_t *visits, const int32_t *value, uint32_t n, float sign, float explore, float *score)
{
    uint32_t best = 0;
    float weight = sign * SCALE;
    *score = -INFINITY;
    for (uint32_t i = 0; i < n; i++) {
        volatile float mean = (float)value[i] * weight; /* not to be contracted */
        float s = mean + sqrtf(explore / (float)visits[i]);
        if (s > *score) {
            *score = s;
            best = i;
        }
    }
    return best;
}

#define KERNEL_HERE ucb1 /* the widest that this unit is compiled for */

KernelFn *kernel_ucb(void) { return ucb1; }

uint32_t kernel_all(KernelFn **out)
{
    out[0] = ucb1;
    return 1;
}

#endif
