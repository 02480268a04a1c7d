/* naive.c - the evaluator that asks every instance, one after the other: bit tests with early exit.
 *
 * A feature's instances lie together, the shortest first; the first that holds makes it active, and the rest of it is
 * skipped.  This is the yardstick, so nothing is allocated, hashed or copied while it runs. */
#include <string.h>

#include "runtime/features/eval.h"

/* code: for each feature its number, how many words follow for it, then for each instance the number of its tests and these. */
typedef struct {
    uint32_t n; /* words */
    uint32_t code[];
} Naive;

static uint32_t size_of(const Ground *g, const Group *group)
{
    uint32_t words = 0, last = UINT32_MAX;
    for (uint32_t i = 0; i < group->n; i++) {
        const Instance *one = &g->instance.at[group->first + i];
        words += (one->feature != last ? 3u : 1u) + one->ntest;
        last = one->feature;
    }
    return words;
}

/* The instances [first, end) of a feature that have n tests. */
static uint32_t put_instances(const Ground *g, uint32_t first, uint32_t end, uint32_t n, uint32_t *code)
{
    uint32_t words = 0;
    for (uint32_t i = first; i < end; i++) {
        const Instance *one = &g->instance.at[i];
        if (one->ntest != n)
            continue;
        code[words++] = n;
        if (n)
            memcpy(code + words, g->tests.at + one->test, n * sizeof *code);
        words += n;
    }
    return words;
}

static void *make_naive(Store *store, const Ground *g, const Group *group, size_t *words)
{
    Naive *naive = store_take(store, sizeof *naive + size_of(g, group) * sizeof(uint32_t));
    (void)words;
    if (!naive)
        return NULL;
    const uint32_t end = group->first + group->n;
    for (uint32_t i = group->first, next; i < end; i = next) {
        const uint32_t feature = g->instance.at[i].feature, head = naive->n;
        uint32_t most = 0;
        for (next = i; next < end && g->instance.at[next].feature == feature; next++)
            most = g->instance.at[next].ntest > most ? g->instance.at[next].ntest : most;
        naive->n += 2;
        for (uint32_t n = 0; n <= most; n++)
            naive->n += put_instances(g, i, next, n, naive->code + naive->n);
        naive->code[head] = feature;
        naive->code[head + 1] = naive->n - head - 2;
    }
    return naive;
}

/* Does one of the instances at [code, end) hold? */
static bool any_holds(const uint32_t *code, const uint32_t *end, const uint64_t *bits)
{
    while (code < end) {
        const uint32_t *stop = code + 1 + *code;
        for (code++; code < stop && test_holds(bits, *code); code++)
            ;
        if (code == stop)
            return true;
        code = stop;
    }
    return false;
}

static uint32_t run_naive(const void *made, const uint64_t *bits, EvalWork *work, uint32_t *out)
{
    const Naive *naive = made;
    const uint32_t *code = naive->code, *end = code + naive->n;
    uint32_t n = 0;
    (void)work;
    while (code < end) {
        const uint32_t *next = code + 2 + code[1];
        out[n] = code[0];
        n += any_holds(code + 2, next, bits);
        code = next;
    }
    return n;
}

const Evaluator features_evaluator_naive = {"naive", false, false, make_naive, run_naive};
