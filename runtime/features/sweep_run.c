/* sweep_run.c - a net by its tables: what does without code. */
#include "runtime/features/sweep.h"

/* Terms lie by how many literals they have, so that no branch depends on the data.  A term is its class, its mask and its literals. */
struct SweepTables {
    const SweepNet *net;
    uint32_t most;  /* literals of a term */
    uint32_t *n;    /* [most + 1] terms of so many */
    uint32_t *term;
};

enum { HEAD = 2 };

#define SWEEP_INLINE static inline __attribute__((always_inline))

static uint32_t literals_of(const SweepNet *net, uint32_t t) { return net->literal_at[t + 1] - net->literal_at[t]; }

static uint32_t *put_terms(const SweepTables *tables, uint32_t literals, uint32_t *to)
{
    const SweepNet *net = tables->net;
    for (uint32_t c = 0; c < net->nclass; c++)
        for (uint32_t t = net->term_at[c]; t < net->term_at[c + 1]; t++) {
            if (literals_of(net, t) != literals)
                continue;
            *to++ = c;
            *to++ = net->mask_of[t];
            for (uint32_t i = 0; i < literals; i++)
                *to++ = net->literal[net->literal_at[t] + i];
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
    tables->n = STORE_ARRAY(store, uint32_t, tables->most + (size_t)1);
    uint32_t *to = tables->term = STORE_ARRAY(store, uint32_t, HEAD * (size_t)net->nterm + net->literal_at[net->nterm]);
    if (!tables->n || !to)
        return NULL;
    for (uint32_t t = 0; t < net->nterm; t++)
        tables->n[literals_of(net, t)]++;
    for (uint32_t k = 0; k <= tables->most; k++)
        to = tables->n[k] ? put_terms(tables, k, to) : to;
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
SWEEP_INLINE void run_shifts(const SweepNet *net, uint32_t words, const uint64_t *in, uint64_t *literal)
{
    for (uint32_t i = 0; i < net->nshift; i++, literal += (size_t)2 * words) {
        const uint64_t *set = in + (size_t)net->shift[i].input * words;
        const int64_t by = net->shift[i].by, q = by >= 0 ? by / 64 : -((63 - by) / 64);
        for (uint32_t w = 0; w < words; w++) {
            literal[words + w] = shifted_word(set, words, w, q, (unsigned)(by - 64 * q));
            literal[w] = ~literal[words + w];
        }
    }
}

SWEEP_INLINE const uint32_t *run_terms(const SweepTables *t, uint32_t words, uint32_t literals, const uint32_t *term, const uint64_t *literal, uint64_t *out)
{
    for (uint32_t i = t->n[literals]; i; i--, term += HEAD + literals)
        for (uint32_t w = 0; w < words; w++) {
            uint64_t set = t->net->mask[(size_t)term[1] * words + w];
            for (uint32_t k = 0; k < literals; k++)
                set &= literal[(size_t)term[HEAD + k] * words + w];
            out[(size_t)term[0] * words + w] |= set;
        }
    return term;
}

/* Numbers of literals that are known make loops over them go away. */
SWEEP_INLINE const uint32_t *run_known(const SweepTables *t, uint32_t words, uint32_t literals, const uint32_t *term, const uint64_t *literal, uint64_t *out)
{
    switch (literals) {
    case 1:
        return run_terms(t, words, 1, term, literal, out);
    case 2:
        return run_terms(t, words, 2, term, literal, out);
    case 3:
        return run_terms(t, words, 3, term, literal, out);
    case 4:
        return run_terms(t, words, 4, term, literal, out);
    case 5:
        return run_terms(t, words, 5, term, literal, out);
    case 6:
        return run_terms(t, words, 6, term, literal, out);
    default:
        return run_terms(t, words, literals, term, literal, out);
    }
}

SWEEP_INLINE void run(const SweepTables *t, uint32_t words, const uint64_t *in, uint64_t *literal, uint64_t *out)
{
    const SweepNet *net = t->net;
    const uint32_t *term = t->term;
    run_shifts(net, words, in, literal);
    for (uint32_t c = 0; c < net->nclass; c++)
        for (uint32_t w = 0; w < words; w++)
            out[(size_t)c * words + w] = net->mask[(size_t)net->always[c] * words + w];
    for (uint32_t k = 0; k <= t->most; k++)
        term = run_known(t, words, k, term, literal, out);
}

/* Numbers of words that are known make loops over them go away. */
void sweep_run(const SweepTables *t, const uint64_t *in, uint64_t *literal, uint64_t *out)
{
    switch (t->net->words) {
    case 1:
        run(t, 1, in, literal, out);
        return;
    case 2:
        run(t, 2, in, literal, out);
        return;
    case 3:
        run(t, 3, in, literal, out);
        return;
    case 4:
        run(t, 4, in, literal, out);
        return;
    default:
        run(t, t->net->words, in, literal, out);
    }
}
