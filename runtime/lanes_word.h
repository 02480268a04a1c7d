/* lanes_word.h - words of LUDC_LANES lanes, for generated code of the back end lanes. */
#ifdef LUDC_BARE /* no system headers (libtcc): the types of a 64-bit machine */
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define UINT64_C(x) x##ull
#define NULL ((void *)0)
#else
#include <stddef.h>
#include <stdint.h>
#endif

enum { WORDS = LUDC_LANES / 64 };
#if LUDC_LANES == 64
typedef uint64_t Word;
#define ZERO ((Word)0)
#define SPLAT(x) (x)
#else
typedef uint64_t Word __attribute__((vector_size(LUDC_LANES / 8)));
typedef long long SignedWord __attribute__((vector_size(LUDC_LANES / 8)));
#define ZERO ((Word){0})
#define SPLAT(x) (ZERO + (x))
#endif
#define ONES (~ZERO)

/* Any function of three words: bit 4a + 2b + c of the table. */
#if LUDC_LANES == 512
#define T3(a, b, c, table)                                                                               \
    ((Word)__builtin_ia32_pternlogq512_mask((SignedWord)(a), (SignedWord)(b), (SignedWord)(c), (table), \
                                            (unsigned char)-1))
#elif LUDC_LANES == 256
#define T3(a, b, c, table)                                                                               \
    ((Word)__builtin_ia32_pternlogq256_mask((SignedWord)(a), (SignedWord)(b), (SignedWord)(c), (table), \
                                            (unsigned char)-1))
#endif

#if defined __GNUC__ && !defined __TINYC__
#define APART static __attribute__((noinline))
#define RESTRICT restrict
#else
#define APART static
#define RESTRICT
#endif

static int any(Word x)
{
#if LUDC_LANES == 64
    return x != 0;
#elif LUDC_LANES == 512 && defined __AVX512F__
    unsigned set;
    __asm__("vptestmq %1, %1, %%k1\n\tkmovw %%k1, %0" : "=r"(set) : "v"(x) : "k1");
    return set != 0;
#else
    uint64_t all = 0;
    for (int i = 0; i < WORDS; i++)
        all |= x[i];
    return all != 0;
#endif
}

/* The number of ones of each 64 lanes. */
static Word ones_of(Word x)
{
#if LUDC_LANES == 512 && defined __AVX512VPOPCNTDQ__
    Word n;
    __asm__("vpopcntq %1, %0" : "=v"(n) : "v"(x));
    return n;
#else
    x -= x >> 1 & SPLAT(UINT64_C(0x5555555555555555));
    x = (x & SPLAT(UINT64_C(0x3333333333333333))) + (x >> 2 & SPLAT(UINT64_C(0x3333333333333333)));
    x = (x + (x >> 4)) & SPLAT(UINT64_C(0x0f0f0f0f0f0f0f0f));
    x += x >> 8;
    x += x >> 16;
    x += x >> 32;
    return x & SPLAT(UINT64_C(0xff));
#endif
}
