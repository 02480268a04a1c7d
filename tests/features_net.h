/* features_net.h - nets of shifted sets (runtime/features/sweep.h) made at random, and what they say by their definition. */
#ifndef LUDC_TESTS_FEATURES_NET_H
#define LUDC_TESTS_FEATURES_NET_H

#include <stdint.h>
#include <string.h>

#include "runtime/features/sweep.h"
#include "runtime/random.h"

enum { NET_WORDS = 6, NET_INPUTS = 4, NET_SHIFTS = 12, NET_CLASSES = 7, NET_TERMS = 20, NET_LITERALS = 48, NET_MASKS = 6 };

typedef struct {
    SweepNet net;
    uint32_t plane[NET_INPUTS], term_at[NET_CLASSES + 1], always[NET_CLASSES], mask_of[NET_TERMS], literal_at[NET_TERMS + 1], literal[NET_LITERALS];
    SweepShift shift[NET_SHIFTS];
    uint64_t mask[NET_MASKS * NET_WORDS];
} HandNet;

static uint32_t net_below(uint64_t *rng, uint32_t n) { return (uint32_t)(ludc_next_word(rng) >> 32) % n; }

/* A set of positions below `size`. */
static void net_set(uint64_t *set, uint32_t size, uint32_t words, uint64_t *rng)
{
    for (uint32_t w = 0; w < words; w++)
        set[w] = ludc_next_word(rng);
    if (size % 64)
        set[words - 1] &= (UINT64_C(1) << size % 64) - 1;
}

/* Mask 0 is empty.  Distances go beyond the board on both sides. */
static void net_random(HandNet *h, uint32_t size, uint64_t *rng)
{
    const uint32_t words = (size + 63) / 64;
    memset(h, 0, sizeof *h);
    h->net = (SweepNet){size, words, NET_INPUTS, h->plane, NET_SHIFTS, h->shift, NET_CLASSES, h->term_at, h->always, NET_TERMS, h->mask_of,
                        h->literal_at, h->literal, NET_MASKS, h->mask};
    for (uint32_t i = 0; i < NET_SHIFTS; i++)
        h->shift[i] = (SweepShift){net_below(rng, NET_INPUTS), i ? (int32_t)net_below(rng, 2 * size) - (int32_t)size : 0};
    for (uint32_t i = 1; i < NET_MASKS; i++)
        net_set(h->mask + i * words, size, words, rng);
    for (uint32_t t = 0; t < NET_TERMS; t++) {
        const uint32_t n = 1 + net_below(rng, 2);
        h->mask_of[t] = 1 + net_below(rng, NET_MASKS - 1);
        h->literal_at[t + 1] = h->literal_at[t] + n;
        for (uint32_t i = 0; i < n; i++)
            h->literal[h->literal_at[t] + i] = net_below(rng, 2 * NET_SHIFTS);
    }
    for (uint32_t c = 0; c < NET_CLASSES; c++) {
        h->always[c] = net_below(rng, NET_MASKS);
        h->term_at[c + 1] = (c + 1) * NET_TERMS / NET_CLASSES;
    }
}

static bool net_has(const uint64_t *set, uint32_t at) { return set[at / 64] >> at % 64 & 1; }

static bool net_literal(const SweepNet *n, const uint64_t *in, uint32_t literal, uint32_t at)
{
    const SweepShift *s = &n->shift[literal >> 1];
    const int64_t from = (int64_t)at + s->by;
    const bool holds = from >= 0 && from < (int64_t)n->size && net_has(in + s->input * n->words, (uint32_t)from);
    return holds == (literal & 1);
}

/* Is the class there at that position? */
static bool net_class(const SweepNet *n, const uint64_t *in, uint32_t c, uint32_t at)
{
    bool holds = net_has(n->mask + n->always[c] * n->words, at);
    for (uint32_t t = n->term_at[c]; t < n->term_at[c + 1]; t++) {
        bool all = net_has(n->mask + n->mask_of[t] * n->words, at);
        for (uint32_t i = n->literal_at[t]; i < n->literal_at[t + 1]; i++)
            all = all && net_literal(n, in, n->literal[i], at);
        holds = holds || all;
    }
    return holds;
}

/* Are these the sets of its classes, and nothing beyond the positions? */
static bool net_says(const SweepNet *n, const uint64_t *in, const uint64_t *out)
{
    for (uint32_t c = 0; c < n->nclass; c++)
        for (uint32_t at = 0; at < n->words * 64; at++)
            if (net_has(out + c * n->words, at) != (at < n->size && net_class(n, in, c, at)))
                return false;
    return true;
}

#endif
