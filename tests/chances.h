/* chances.h - a game of one choice, and the exact chances of a chooser in it: all words are tried.
 *
 * A choice is a function of the words it draws.  The words that act alike are intervals, whose ends are found by
 * bisection, so the tree of all draws is walked and each leaf has its exact chance. */
#ifndef LUDC_TESTS_CHANCES_H
#define LUDC_TESTS_CHANCES_H

#include <stdbool.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/policy.h"

enum { MOST = 6, DEEPEST = MOST + 3, GRID = 16, FUTURES = 32 };

/* ---- a game of one choice ------------------------------------------------------- */

/* Moves 0 .. n-1 are candidates, those of `legal` may be played; if none may, move n. */
typedef struct {
    uint32_t n, legal;
    double score[MOST + 1];
    uint32_t asked[4 * MOST]; /* what `allowed` was asked about, in order */
    uint32_t nasked;
} OneChoice;

static inline uint32_t moves(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    const OneChoice *c = state;
    uint32_t n = 0;
    (void)r;
    for (uint32_t m = 0; m < c->n; m++)
        if (c->legal >> m & 1) {
            if (out)
                out[n] = m;
            n++;
        }
    if (!n && out)
        out[0] = c->n;
    return n ? n : 1;
}

static inline uint32_t candidates(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    const OneChoice *c = state;
    (void)r;
    for (uint32_t m = 0; m < c->n; m++)
        out[m] = m;
    return c->n;
}

static inline uint32_t allowed(const ludc_reasoner *r, const void *state, uint32_t move)
{
    OneChoice *log = r->self;
    const OneChoice *c = state;
    if (log->nasked == sizeof log->asked / sizeof log->asked[0])
        return 1; /* this would never end; `look` sees it */
    log->asked[log->nasked++] = move;
    return c->legal >> move & 1;
}

static inline uint32_t never(const ludc_reasoner *r, const void *state)
{
    (void)r;
    (void)state;
    return 0;
}

static inline uint32_t first(const ludc_reasoner *r, const void *state)
{
    (void)r;
    (void)state;
    return 1;
}

/* ---- words that were written before ------------------------------------------------ */

typedef struct {
    uint64_t word[DEEPEST];
    unsigned n, drawn;
    uint64_t future; /* what follows them */
} Words;

static inline uint64_t next(void *source)
{
    Words *w = source;
    unsigned i = w->drawn++;
    if (i < w->n)
        return w->word[i];
    return w->future + (i - w->n) * UINT64_C(0x9e3779b97f4a7c15); /* spread evenly */
}

typedef struct {
    ludc_chooser *chooser;
    OneChoice *choice; /* also what the reasoner writes into */
    Words words;
    double chance[MOST + 1];
    const char *wrong;
} Walk;

/* One choice; a hash of everything that can be seen of it.  *move: what was chosen, *drawn:
 * how many words it took. */
static inline uint64_t look(Walk *w, uint64_t future, ludc_move *move, unsigned *drawn)
{
    w->words.drawn = 0;
    w->words.future = future;
    w->choice->nasked = 0;
    if (ludc_choose_by(w->chooser, w->choice, 1, 1, next, &w->words, move) != LUDC_OK)
        w->wrong = "no move was chosen";
    if (w->choice->nasked == sizeof w->choice->asked / sizeof w->choice->asked[0])
        w->wrong = "candidates are asked about again and again";
    *drawn = w->words.drawn;
    uint64_t hash = *move + 1;
    for (uint32_t i = 0; i < w->choice->nasked; i++)
        hash = hash * 31 + w->choice->asked[i] + 1;
    return hash * 31 + *drawn;
}

/* What the last word of the prefix does, under futures whose first words lie so densely
 * that words which act differently are told apart. */
static inline uint64_t act(Walk *w, uint64_t word)
{
    ludc_move move;
    unsigned drawn;
    uint64_t hash = 0;
    w->words.word[w->words.n - 1] = word;
    for (uint64_t f = 0; f < FUTURES; f++)
        hash = hash * UINT64_C(0x100000001b3) + look(w, UINT64_MAX / FUTURES * f + 977, &move, &drawn);
    return hash;
}

typedef struct {
    uint64_t begin[512]; /* where each interval begins */
    size_t n;
} Cuts;

/* The places in (low, high] where the action changes. */
static inline void cut(Walk *w, uint64_t low, uint64_t at_low, uint64_t high, uint64_t at_high, Cuts *cuts)
{
    if (at_low == at_high || w->wrong)
        return;
    if (high - low == 1) {
        if (cuts->n < sizeof cuts->begin / sizeof cuts->begin[0])
            cuts->begin[cuts->n++] = high;
        else
            w->wrong = "too many cuts";
        return;
    }
    uint64_t middle = low + (high - low) / 2, at_middle = act(w, middle);
    cut(w, low, at_low, middle, at_middle, cuts);
    cut(w, middle, at_middle, high, at_high, cuts);
}

static inline void asked_once(Walk *w)
{
    for (uint32_t i = 0; i < w->choice->nasked; i++)
        for (uint32_t k = 0; k < i; k++)
            if (w->choice->asked[i] == w->choice->asked[k])
                w->wrong = "a rejected candidate was drawn again";
}

static inline void walk(Walk *w, double chance)
{
    Cuts cuts = {.begin = {0}, .n = 1};
    if (w->words.n == DEEPEST)
        w->wrong = "more draws than candidates";
    if (w->wrong)
        return;
    w->words.n++;
    uint64_t before = 0, at_before = act(w, 0);
    for (uint64_t i = 1; i <= GRID; i++) {
        uint64_t here = i < GRID ? UINT64_MAX / GRID * i : UINT64_MAX, at_here = act(w, here);
        cut(w, before, at_before, here, at_here, &cuts);
        before = here;
        at_before = at_here;
    }
    for (size_t i = 0; i < cuts.n && !w->wrong; i++) {
        uint64_t begin = cuts.begin[i], size = (i + 1 < cuts.n ? cuts.begin[i + 1] : 0) - begin; /* 0: all */
        double part = chance * (size ? (double)size * 0x1p-64 : 1);
        ludc_move move;
        unsigned drawn;
        w->words.word[w->words.n - 1] = begin + (size ? size / 2 : UINT64_MAX / 2);
        look(w, 0, &move, &drawn);
        asked_once(w);
        if (drawn <= w->words.n)
            w->chance[move] += part;
        else
            walk(w, part);
    }
    w->words.n--;
}

#endif
