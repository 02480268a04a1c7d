/* sweep_run.c - a net by its tables: what does without code.
 *
 * Sets of three words and more are padded to whole fours, which processors with vectors take as one. */
#include "runtime/features/sweep.h"

/* Terms lie by how many literals they have, so that no branch depends on the data.  A term is its class, its mask and its literals. */
struct SweepTables {
    const SweepNet *net;
    uint64_t *mask; /* [net->nmask * stride] */
    uint32_t most;  /* literals of a term */
    uint32_t *n;    /* [most + 1] terms of so many */
    uint32_t *term;
};

enum { HEAD = 2 };

#define SWEEP_INLINE static inline __attribute__((always_inline))

static uint32_t literals_of(const SweepNet *net, uint32_t t) { return net->literal_at[t + 1] - net->literal_at[t]; }

static uint32_t *put_term(const SweepNet *net, uint32_t class, uint32_t term, uint32_t *to)
{
    *to++ = class;
    *to++ = net->mask_of[term];
    for (uint32_t i = net->literal_at[term]; i < net->literal_at[term + 1]; i++)
        *to++ = net->literal[i];
    return to;
}

/* One of each class, then another of each, so that a set is not waited for that was written just now.  next: [nclass]. */
static uint32_t *put_terms(const SweepNet *net, uint32_t literals, uint32_t *to, uint32_t *next)
{
    bool more = true;
    for (uint32_t c = 0; c < net->nclass; c++)
        next[c] = net->term_at[c];
    while (more) {
        more = false;
        for (uint32_t c = 0; c < net->nclass; c++) {
            while (next[c] < net->term_at[c + 1] && literals_of(net, next[c]) != literals)
                next[c]++;
            if (next[c] == net->term_at[c + 1])
                continue;
            to = put_term(net, c, next[c]++, to);
            more = true;
        }
    }
    return to;
}

const SweepTables *sweep_tables(Store *store, const SweepNet *net)
{
    SweepTables *tables = store_take(store, sizeof *tables);
    if (!tables)
        return NULL;
    tables->net = net;
    for (uint32_t t = 0; t < net->nterm; t++)
        tables->most = literals_of(net, t) > tables->most ? literals_of(net, t) : tables->most;
    const uint32_t stride = sweep_stride(net->words);
    tables->mask = STORE_ARRAY(store, uint64_t, (size_t)net->nmask * stride);
    for (size_t i = 0; tables->mask && i < (size_t)net->nmask * net->words; i++)
        tables->mask[i / net->words * stride + i % net->words] = net->mask[i];
    tables->n = STORE_ARRAY(store, uint32_t, tables->most + (size_t)1);
    uint32_t *to = tables->term = STORE_ARRAY(store, uint32_t, HEAD * (size_t)net->nterm + net->literal_at[net->nterm]);
    uint32_t *next = STORE_ARRAY(store, uint32_t, net->nclass);
    if (!tables->mask || !tables->n || !to || !next)
        return NULL;
    for (uint32_t t = 0; t < net->nterm; t++)
        tables->n[literals_of(net, t)]++;
    for (uint32_t k = 0; k <= tables->most; k++)
        to = tables->n[k] ? put_terms(net, k, to, next) : to;
    return tables;
}

/* Word w of the positions s with s + by in the set, by = 64 q + r. */
SWEEP_INLINE uint64_t shifted_word(const uint64_t *set, int64_t words, int64_t w, int64_t q, unsigned r)
{
    const int64_t i = w + q;
    const uint64_t low = i >= 0 && i < words ? set[i] : 0, high = i + 1 >= 0 && i + 1 < words ? set[i + 1] : 0;
    return r ? low >> r | high << (64 - r) : low;
}

/* Literal 2 shift: the complement; 2 shift + 1: the shifted set. */
SWEEP_INLINE void run_shifts(const SweepNet *net, uint32_t words, uint32_t stride, const uint64_t *in, uint64_t *literal)
{
    for (uint32_t i = 0; i < net->nshift; i++, literal += (size_t)2 * stride) {
        const uint64_t *set = in + (size_t)net->shift[i].input * words;
        const int64_t by = net->shift[i].by, q = by >= 0 ? by / 64 : -((63 - by) / 64);
        for (uint32_t w = 0; w < words; w++) {
            literal[stride + w] = shifted_word(set, words, w, q, (unsigned)(by - 64 * q));
            literal[w] = ~literal[stride + w];
        }
    }
}

/* As many words as there are in a set, or as a processor takes at once. */
typedef uint64_t One __attribute__((may_alias));
typedef uint64_t Two __attribute__((vector_size(16), aligned(8), may_alias));
typedef uint64_t Four __attribute__((vector_size(32), aligned(8), may_alias));

/* A term of so many literals for the words of a set, `stride` of them. */
#define RUN_TERMS(name, Words)                                                                                                       \
    SWEEP_INLINE const uint32_t *name(const SweepTables *t, uint32_t stride, uint32_t literals, const uint32_t *term,                  \
                                      const uint64_t *literal, uint64_t *out)                                                          \
    {                                                                                                                                \
        for (uint32_t i = t->n[literals]; i; i--, term += HEAD + literals)                                                             \
            for (uint32_t w = 0; w < stride; w += sizeof(Words) / sizeof *out) {                                                       \
                Words set = *(const Words *)(const void *)(t->mask + (size_t)term[1] * stride + w);                                    \
                for (uint32_t k = 0; k < literals; k++)                                                                                \
                    set &= *(const Words *)(const void *)(literal + (size_t)term[HEAD + k] * stride + w);                              \
                *(Words *)(void *)(out + (size_t)term[0] * stride + w) |= set;                                                         \
            }                                                                                                                        \
        return term;                                                                                                                 \
    }
RUN_TERMS(terms_by_one, One)
RUN_TERMS(terms_by_two, Two)
RUN_TERMS(terms_by_four, Four)

SWEEP_INLINE const uint32_t *run_terms(const SweepTables *t, uint32_t stride, uint32_t literals, const uint32_t *term, const uint64_t *literal, uint64_t *out)
{
    return (stride == 1 ? terms_by_one : stride == 2 ? terms_by_two : terms_by_four)(t, stride, literals, term, literal, out);
}

/* Numbers of literals that are known make loops over them go away. */
SWEEP_INLINE const uint32_t *run_known(const SweepTables *t, uint32_t stride, uint32_t literals, const uint32_t *term, const uint64_t *literal, uint64_t *out)
{
    switch (literals) {
    case 1:
        return run_terms(t, stride, 1, term, literal, out);
    case 2:
        return run_terms(t, stride, 2, term, literal, out);
    case 3:
        return run_terms(t, stride, 3, term, literal, out);
    case 4:
        return run_terms(t, stride, 4, term, literal, out);
    case 5:
        return run_terms(t, stride, 5, term, literal, out);
    case 6:
        return run_terms(t, stride, 6, term, literal, out);
    default:
        return run_terms(t, stride, literals, term, literal, out);
    }
}

SWEEP_INLINE void run(const SweepTables *t, uint32_t words, uint32_t stride, const uint64_t *in, uint64_t *literal, uint64_t *out)
{
    const SweepNet *net = t->net;
    const uint32_t *term = t->term;
    run_shifts(net, words, stride, in, literal);
    for (uint32_t c = 0; c < net->nclass; c++)
        for (uint32_t w = 0; w < stride; w++)
            out[(size_t)c * stride + w] = t->mask[(size_t)net->always[c] * stride + w];
    for (uint32_t k = 0; k <= t->most; k++)
        term = run_known(t, stride, k, term, literal, out);
}

/* Numbers of words that are known make loops over them go away. */
SWEEP_INLINE void run_any(const SweepTables *t, const uint64_t *in, uint64_t *literal, uint64_t *out)
{
    const uint32_t words = t->net->words;
    switch (sweep_stride(words)) {
    case 1:
        run(t, 1, 1, in, literal, out);
        return;
    case 2:
        run(t, 2, 2, in, literal, out);
        return;
    case 4:
        run(t, words, 4, in, literal, out);
        return;
    default:
        run(t, words, sweep_stride(words), in, literal, out);
    }
}

#if defined(__x86_64__)
static __attribute__((target("avx2"))) void run_vectors(const SweepTables *t, const uint64_t *in, uint64_t *literal, uint64_t *out)
{
    run_any(t, in, literal, out);
}

static bool has_vectors(void) { return __builtin_cpu_supports("avx2"); }
#else
#define run_vectors run_any
static bool has_vectors(void) { return false; }
#endif

void sweep_run(const SweepTables *t, const uint64_t *in, uint64_t *literal, uint64_t *out)
{
    if (sweep_stride(t->net->words) > 2 && has_vectors())
        run_vectors(t, in, literal, out);
    else
        run_any(t, in, literal, out);
}
