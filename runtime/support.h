/* support.h - the few primitives that generated C builds on: bits, sets, random
 * numbers.  Included by generated files, or pasted into them, so it needs
 * nothing but <stdint.h> and <stddef.h>; compilers without the GNU builtins (tcc) get portable
 * forms. */
#ifndef LUDC_SUPPORT_H
#define LUDC_SUPPORT_H

#ifdef LUDC_BARE /* no system headers (libtcc): the types of a 64-bit machine */
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef __SIZE_TYPE__ size_t;
#define INT64_C(x) x##ll
#define UINT64_C(x) x##ull
#define INT32_MAX 2147483647
#define UINT64_MAX 18446744073709551615ull
#define UINT32_MAX 4294967295u
#define NULL ((void *)0)
#else
#include <stddef.h>
#include <stdint.h>
#endif

#if defined __GNUC__ || defined __clang__ || defined __TINYC__
#define LUDC_FN static inline __attribute__((unused))
#else
#define LUDC_FN static inline
#endif
/* Functions of the playout loop: the state lives in registers only if they are
 * all inlined.  Others are better apart: in place, their temporaries would push
 * the state out of the registers. */
#if (defined __GNUC__ || defined __clang__) && defined __OPTIMIZE__
#define LUDC_HOT static inline __attribute__((unused, always_inline))
#define LUDC_APART static __attribute__((unused, noinline))
#else
#define LUDC_HOT LUDC_FN
#define LUDC_APART LUDC_FN
#endif
#if defined __GNUC__ && !defined __TINYC__
#define LUDC_LIKELY(x) __builtin_expect(!!(x), 1)
#define LUDC_RARE(x) __builtin_expect(!!(x), 0)
#else
#define LUDC_LIKELY(x) (x)
#define LUDC_RARE(x) (x)
#endif

#if defined __GNUC__ && !defined __TINYC__
#define ludc_copy __builtin_memcpy
#else
void *memcpy(void *to, const void *from, size_t n);
#define ludc_copy memcpy
#endif

/* Is v among the n words? */
LUDC_FN int32_t ludc_among(const uint64_t *list, int32_t n, uint64_t v)
{
    int32_t i = 0;
    for (; i + 32 <= n; i += 32) { /* a block has no branch: vectors */
        uint64_t hit = 0;
        for (int32_t j = 0; j < 32; j++)
            hit |= list[i + j] == v;
        if (hit)
            return 1;
    }
    for (; i < n; i++)
        if (list[i] == v)
            return 1;
    return 0;
}

/* Are all members of one of the n sets in m?  Behind the n follow, up to `full`, a
 * multiple of 8, more of the same: vectors without a rest. */
LUDC_FN int32_t ludc_covers(const uint64_t *set, int32_t n, int32_t full, uint64_t m)
{
#if defined __AVX512F__ && defined __GNUC__ && !defined __clang__
    typedef long long Eight __attribute__((vector_size(64), may_alias));
    const Eight none = {0}, out = none + (long long)~m;
    Eight least = none - 1;
    (void)n;
    for (int32_t i = 0; i < full; i += 8)
        least = (Eight)__builtin_ia32_pminuq512_mask((Eight)least, *(const Eight *)(set + i) & out, none, 255);
    return __builtin_ia32_ptestnmq512(least, least, 255) != 0;
#elif defined __AVX2__ && defined __GNUC__
    typedef long long Four __attribute__((vector_size(32), may_alias));
    const Four none = {0}, out = none + (long long)~m;
    Four found = none;
    (void)full;
#ifndef __clang__
#pragma GCC unroll 8
#endif
    for (int32_t i = 0; i < n; i += 4)
        found |= (*(const Four *)(set + i) & out) == none;
    return !__builtin_ia32_ptestz256(found, found);
#else
    int32_t found = 0;
    (void)full;
    for (int32_t i = 0; i < n; i++)
        found |= (set[i] & m) == set[i];
    return found;
#endif
}

/* tcc's assembler does not know these instructions; LUDC_BITS says that the processor has them. */
#if defined __TINYC__ && defined __x86_64__ && defined LUDC_BITS
#define LUDC_POPCNT ".byte 0xf3, 0x48, 0x0f, 0xb8, 0xc0\n"  /* popcnt %rax, %rax */
#define LUDC_PDEP ".byte 0xc4, 0xe2, 0xfb, 0xf5, 0xc1\n"    /* pdep %rcx, %rax, %rax */
#define LUDC_PEXT ".byte 0xc4, 0xe2, 0xfa, 0xf5, 0xc1\n"    /* pext %rcx, %rax, %rax */
#endif

/* Number of ones. */
LUDC_FN int32_t ludc_count(uint64_t m)
{
#if defined __GNUC__ && !defined __TINYC__
    return __builtin_popcountll(m);
#elif defined LUDC_POPCNT
    __asm__(LUDC_POPCNT : "+a"(m));
    return (int32_t)m;
#else
    m -= m >> 1 & UINT64_C(0x5555555555555555);
    m = (m & UINT64_C(0x3333333333333333)) + (m >> 2 & UINT64_C(0x3333333333333333));
    m = (m + (m >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int32_t)(m * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* Place of the lowest one; m is not 0. */
LUDC_FN int32_t ludc_low(uint64_t m)
{
#if defined __GNUC__ && !defined __TINYC__
    return __builtin_ctzll(m);
#elif defined __TINYC__ && defined __x86_64__
    uint64_t at;
    __asm__("bsfq %1, %0" : "=r"(at) : "r"(m));
    return (int32_t)at;
#else
    return ludc_count((m & (~m + 1)) - 1);
#endif
}

/* Place of the one that has k lower ones; there are more than k. */
LUDC_FN int32_t ludc_nth(uint64_t m, uint32_t k)
{
#if defined __BMI2__ && defined __x86_64__ && defined __GNUC__ && !defined __TINYC__
    /* Who makes a set of the member again takes the bit as it is. */
    const uint64_t bit = __builtin_ia32_pdep_di(UINT64_C(1) << k, m);
    const int32_t at = __builtin_ctzll(bit);
    if (UINT64_C(1) << at != bit)
        __builtin_unreachable();
    return at;
#elif defined LUDC_PDEP
    uint64_t at = UINT64_C(1) << k;
    __asm__(LUDC_PDEP "bsfq %%rax, %%rax" : "+a"(at) : "c"(m));
    return (int32_t)at;
#else
    /* Ones of each byte and all below it, then the byte, then its bits. */
    uint64_t sum = m - (m >> 1 & UINT64_C(0x5555555555555555));
    sum = (sum & UINT64_C(0x3333333333333333)) + (sum >> 2 & UINT64_C(0x3333333333333333));
    sum = ((sum + (sum >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101);
    uint32_t at = 0;
    while ((sum >> at & 255) <= k)
        at += 8;
    k -= (uint32_t)((sum << 8) >> at & 255);
    for (m >>= at; k; k--)
        m &= m - 1;
    return (int32_t)at + ludc_low(m);
#endif
}

/* The same, and the member's bit: gcc would make it again of the number. */
LUDC_FN int32_t ludc_nth_one(uint64_t m, uint32_t k, uint64_t *one)
{
#if defined __BMI2__ && defined __x86_64__ && defined __GNUC__ && !defined __TINYC__
    *one = __builtin_ia32_pdep_di(UINT64_C(1) << k, m);
    return __builtin_ctzll(*one);
#elif defined LUDC_PDEP
    uint64_t bit = UINT64_C(1) << k, at;
    __asm__(LUDC_PDEP : "+a"(bit) : "c"(m));
    __asm__("bsfq %1, %0" : "=r"(at) : "r"(bit));
    *one = bit;
    return (int32_t)at;
#else
    const int32_t at = ludc_nth(m, k);
    *one = UINT64_C(1) << at;
    return at;
#endif
}

/* m, a word, gets the bit i where entry i of a row is v, for n entries, 64 at most. */
#if defined __TINYC__
/* tcc keeps no variable in a register: four entries are one expression. */
#define LUDC_WHERE(m, row, n, v) do { \
    int32_t i = 0; \
    for (; i + 4 <= (n); i += 4) \
        (m) |= (((row)[i] == (v)) | ((row)[i + 1] == (v)) << 1 | ((row)[i + 2] == (v)) << 2 \
                | (uint64_t)((row)[i + 3] == (v)) << 3) << i; \
    for (; i < (n); i++) \
        (m) |= (uint64_t)((row)[i] == (v)) << i; \
} while (0)
#else
#define LUDC_WHERE(m, row, n, v) do { \
    for (int32_t i = 0; i < (n); i++) \
        (m) |= (uint64_t)((row)[i] == (v)) << i; \
} while (0)
#endif

/* One step of a hash of w's: for a given x, each w gives another result. */
LUDC_FN uint64_t ludc_mix(uint64_t x, uint64_t w)
{
    x = (x ^ w) * UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 32;
}

/* What a word adds to the w of a set of several. */
LUDC_FN uint64_t ludc_mixed(uint64_t w, uint64_t factor)
{
    w = (w ^ w >> 32) * factor;
    return w ^ w >> 32;
}

#if defined LUDC_PEXT || (defined __BMI2__ && defined __x86_64__ && defined __GNUC__ && !defined __TINYC__)
#define LUDC_GATHERS 1
#else
#define LUDC_GATHERS 0
#endif

/* The bits of m that are in `mask`, moved together. */
LUDC_FN uint64_t ludc_gather(uint64_t m, uint64_t mask)
{
#if defined LUDC_PEXT
    __asm__(LUDC_PEXT : "+a"(m) : "c"(mask));
    return m;
#elif LUDC_GATHERS
    return __builtin_ia32_pext_di(m, mask);
#else
    uint64_t all = 0, to = 1;
    for (; mask; mask &= mask - 1, to += to)
        all |= m & mask & (~mask + 1) ? to : 0;
    return all;
#endif
}

/* The word turned by n, which is below 64. */
LUDC_FN uint64_t ludc_turn(uint64_t x, uint64_t n)
{
    return x << n | x >> (-n & 63);
}

/* Bit i is bit `from` + i of m. */
LUDC_FN uint64_t ludc_window(uint64_t m, int32_t from)
{
    return from < 0 ? (from > -64 ? m << -from : 0) : from < 64 ? m >> from : 0;
}

/* As ludc_covers, for sets of 32 members and a number of them that is a multiple of 16. */
LUDC_FN int32_t ludc_spans(const uint32_t *set, int32_t n, int32_t full, uint32_t m)
{
#if defined __AVX512F__ && defined __GNUC__ && !defined __clang__
    typedef int Sixteen __attribute__((vector_size(64), may_alias));
    const Sixteen none = {0}, out = none + (int)~m;
    Sixteen least = none - 1;
    (void)n;
    for (int32_t i = 0; i < full; i += 16)
        least = (Sixteen)__builtin_ia32_pminud512_mask(least, *(const Sixteen *)(set + i) & out, none, 65535);
    return __builtin_ia32_ptestnmd512(least, least, 65535) != 0;
#elif defined __AVX2__ && defined __GNUC__
    typedef int Eight __attribute__((vector_size(32), may_alias));
    typedef long long Four __attribute__((vector_size(32)));
    const Eight none = {0}, out = none + (int)~m;
    Eight found = none;
    (void)full;
#ifndef __clang__
#pragma GCC unroll 8
#endif
    for (int32_t i = 0; i < n; i += 8)
        found |= (*(const Eight *)(set + i) & out) == none;
    return !__builtin_ia32_ptestz256((Four)found, (Four)found);
#else
    int32_t found = 0;
    (void)full;
    for (int32_t i = 0; i < n; i++)
        found |= (set[i] & m) == set[i];
    return found;
#endif
}

/* The bits of m at `from` go to `to`, the lowest to the lowest and so on; both have
 * as many. */
LUDC_FN uint64_t ludc_carry(uint64_t m, uint64_t from, uint64_t to)
{
#if defined LUDC_PDEP
    m = ludc_gather(m, from);
    __asm__(LUDC_PDEP : "+a"(m) : "c"(to));
    return m;
#elif LUDC_GATHERS
    return __builtin_ia32_pdep_di(__builtin_ia32_pext_di(m, from), to);
#else
    uint64_t moved = 0;
    for (; from; from &= from - 1, to &= to - 1)
        moved |= m & from & (~from + 1) ? to & (~to + 1) : 0;
    return moved;
#endif
}

/* Place of the highest one; m is not 0. */
LUDC_FN int32_t ludc_high(uint64_t m)
{
#if defined __GNUC__ && !defined __TINYC__
    return 63 - __builtin_clzll(m);
#elif defined __TINYC__ && defined __x86_64__
    uint64_t at;
    __asm__("bsrq %1, %0" : "=r"(at) : "r"(m));
    return (int32_t)at;
#else
    for (int32_t step = 1; step < 64; step *= 2)
        m |= m >> step;
    return ludc_count(m) - 1;
#endif
}

/* All from the highest member of m up; all if m is empty. */
LUDC_FN uint64_t ludc_from_top(uint64_t m)
{
    return UINT64_MAX << ludc_high(m | 1);
}

/* {at}, or the empty set if at is negative. */
LUDC_FN uint64_t ludc_bit(int32_t at)
{
    return at < 0 ? 0 : UINT64_C(1) << at;
}

LUDC_FN int32_t ludc_first(uint64_t m)
{
    return m ? ludc_low(m) : -1;
}

LUDC_FN int64_t ludc_div(int64_t a, int64_t b)
{
    return b ? a / b : 0;
}

LUDC_FN int64_t ludc_mod(int64_t a, int64_t b)
{
    return b ? a % b : 0;
}

LUDC_FN int64_t ludc_pow(int64_t a, int64_t b)
{
    uint64_t p = 1;
    for (; b > 0; b--)
        p *= (uint64_t)a;
    return (int64_t)p;
}

/* SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
LUDC_FN uint64_t ludc_random(uint64_t *rng)
{
    uint64_t z = (*rng += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Uniform in 0..n-1; always one word. */
LUDC_FN uint32_t ludc_below(uint64_t *rng, uint32_t n)
{
    return (uint32_t)((ludc_random(rng) >> 32) * n >> 32);
}

/* Lots that are said instead of drawn: the k-th gives given[k] where k < n, else 0, and
 * bound[k], k < room, becomes how many values it could give. */
typedef struct {
    const uint32_t *given;
    uint32_t *bound;
    uint32_t n, room, draws;
} ludc_script;

/* Apart: no playout comes here. */
LUDC_APART int32_t ludc_said(ludc_script *script, uint32_t n)
{
    const uint32_t k = script->draws++;
    if (k < script->room)
        script->bound[k] = n;
    return k < script->n && script->given[k] < n ? (int32_t)script->given[k] : 0;
}

/* A lot in 0..n-1: as the script says, from the source, or the first without either. */
LUDC_FN int32_t ludc_draw(uint64_t *rng, ludc_script *script, int32_t n)
{
    if (LUDC_RARE(script != NULL))
        return ludc_said(script, (uint32_t)n);
    return rng ? (int32_t)ludc_below(rng, (uint32_t)n) : 0;
}

/* Moves in sets: `first` + i is a move for each member i of `set`; `end` counts
 * the moves up to here. */
typedef struct {
    uint64_t set;
    uint32_t first, end;
} ludc_plane;

/* Adds a plane behind the last one, unless it is empty.  The number of planes is the low half of n, and that of their moves the
 * high one, so that no plane waits for what was stored with the one before. */
LUDC_FN uint64_t ludc_add_plane(ludc_plane *plane, uint64_t n, uint64_t set, uint32_t first)
{
    const uint64_t after = n + ((uint64_t)ludc_count(set) << 32);
    ludc_plane *const next = plane + (uint32_t)n;
    next->set = set;
    next->first = first;
    next->end = (uint32_t)(after >> 32);
    return after + (set != 0);
}

#endif
