/* plan_exact.c - the chances of moves in playouts, exactly.
 *
 *   plan_exact GAME.so PLIES POSITIONS SEED
 *
 * From each of so many positions all draws of a playout of PLIES moves are tried: a draw
 * among n is one of n classes of random words, and SplitMix64 can be run backwards, so for
 * every sequence of classes there are seeds whose words fall into them.  The chance of each
 * position that is reached must be what the list of legal moves and `apply` give.  Positions
 * come from plain random games; those with too many sequences are passed over.
 *
 * Prints what it saw; the exit code is 0 when all is well, 1 when a chance is wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/game.h"

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

enum { MOST_WORDS = 24, MOST_WORK = 200000 };

/* ---- random numbers, forwards and backwards -------------------------------------- */

static uint64_t word_after(uint64_t state) /* the word that a generator in this state gave */
{
    uint64_t z = state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t inverse(uint64_t odd) /* modulo 2^64, by Newton's method */
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

static uint64_t unshift(uint64_t z, int by) /* solves z = x ^ (x >> by) */
{
    uint64_t x = z;
    for (int i = by; i < 64; i += by)
        x = z ^ (x >> by);
    return x;
}

static uint64_t state_before(uint64_t word)
{
    uint64_t z = unshift(word, 31) * inverse(UINT64_C(0x94d049bb133111eb));
    z = unshift(z, 27) * inverse(UINT64_C(0xbf58476d1ce4e5b9));
    return unshift(z, 30) - GOLDEN;
}

static uint32_t class_of(uint64_t word, uint32_t n) { return (uint32_t)((word >> 32) * n >> 32); }

/* ---- the walk ---------------------------------------------------------------------- */

typedef struct {
    void *state;
    double by_draws, by_rules;
} Leaf;

typedef struct {
    const ludc_reasoner *r;
    const void *start;
    uint32_t plies;
    uint64_t rng, work;
    uint32_t class[MOST_WORDS], size[MOST_WORDS], n; /* the draws made so far */
    Leaf *leaf;
    size_t nleaf;
    const char *wrong;
} Walk;

static void *copy_of(const ludc_reasoner *r, const void *state)
{
    void *copy = calloc(1, r->state_size);
    if (!copy)
        abort();
    return memcpy(copy, state, r->state_size);
}

static Leaf *leaf_of(Walk *w, const void *state)
{
    for (size_t i = 0; i < w->nleaf; i++)
        if (!memcmp(w->leaf[i].state, state, w->r->state_size))
            return &w->leaf[i];
    w->leaf = realloc(w->leaf, (w->nleaf + 1) * sizeof *w->leaf);
    if (!w->leaf)
        abort();
    w->leaf[w->nleaf] = (Leaf){.state = copy_of(w->r, state)};
    return &w->leaf[w->nleaf++];
}

static uint64_t next(Walk *w) { return word_after(w->rng += GOLDEN); }

/* A seed whose words fall into the classes drawn so far; false: that takes too long. */
static int seed_of(Walk *w, uint64_t *seed)
{
    for (;;) {
        uint32_t n = w->size[0], c = w->class[0], i = 1;
        uint64_t low = (((uint64_t)c << 32) + n - 1) / n, high = (((uint64_t)(c + 1) << 32) + n - 1) / n;
        uint64_t top = low + (next(w) >> 32) * (high - low) / (UINT64_C(1) << 32);
        *seed = state_before(top << 32 | next(w) >> 32);
        while (i < w->n && class_of(word_after(*seed + (i + 1) * GOLDEN), w->size[i]) == w->class[i])
            i++;
        if (i == w->n)
            return 1;
        if (++w->work > MOST_WORK)
            return 0;
    }
}

/* Plays `limit` moves with the draws made so far; how many words that took. */
static uint64_t played(Walk *w, uint64_t seed, uint32_t limit, void *state, uint32_t *made)
{
    uint64_t rng = seed;
    memcpy(state, w->start, w->r->state_size);
    *made = w->r->playout(w->r, state, &rng, limit);
    return (rng - seed) * inverse(GOLDEN);
}

static void walk(Walk *w, const void *state, uint32_t ply, double chance);

/* A draw among n: each class in turn.  tried: a candidate is drawn, which may be rejected
 * and taken out. */
static void draw(Walk *w, const void *state, uint32_t ply, uint32_t n, int tried, double chance)
{
    const ludc_reasoner *r = w->r;
    void *after = copy_of(r, state), *again = copy_of(r, state);
    if (w->n == MOST_WORDS)
        w->wrong = "too many words";
    for (uint32_t c = 0; c < n && !w->wrong; c++) {
        uint64_t seed, other;
        uint32_t made, made_again;
        w->class[w->n] = c;
        w->size[w->n++] = n;
        if (!seed_of(w, &seed) || !seed_of(w, &other)) {
            w->work = MOST_WORK + 1;
            break;
        }
        uint64_t words = played(w, seed, ply + 1, after, &made), words_again = played(w, other, ply + 1, again, &made_again);
        if (words < w->n)
            w->wrong = "fewer words than draws";
        else if (words == w->n && (words_again != words || made != made_again || memcmp(after, again, r->state_size)))
            w->wrong = "words of one class act differently";
        else if (words == w->n)
            walk(w, after, made == ply + 1 ? ply + 1 : w->plies, chance / n);
        else if (!tried)
            w->wrong = "more words than draws";
        else if (n > 1)
            draw(w, state, ply, n - 1, 1, chance / n);
        else
            draw(w, state, ply, r->moves(r, state, NULL), 0, chance / n);
        w->n--;
    }
    free(after);
    free(again);
}

static void walk(Walk *w, const void *state, uint32_t ply, double chance)
{
    const ludc_reasoner *r = w->r;
    uint32_t moves = r->moves(r, state, NULL), n = r->candidates ? r->candidates(r, state, NULL) : 0;
    if (ply == w->plies || !moves)
        leaf_of(w, state)->by_draws += chance;
    else
        draw(w, state, ply, n ? n : moves, n != 0, chance);
}

/* The same by the rules. */
static void rules(Walk *w, const void *state, uint32_t ply, double chance)
{
    const ludc_reasoner *r = w->r;
    uint32_t n = ply < w->plies ? r->moves(r, state, NULL) : 0;
    if (!n) {
        leaf_of(w, state)->by_rules += chance;
        return;
    }
    uint32_t *list = calloc(n, sizeof *list);
    void *after = copy_of(r, state);
    if (!list)
        abort();
    r->moves(r, state, list);
    for (uint32_t i = 0; i < n; i++) {
        memcpy(after, state, r->state_size);
        r->apply(r, after, list[i]);
        rules(w, after, ply + 1, chance / n);
    }
    free(after);
    free(list);
}

/* 1: the chances agree; 0: there are too many sequences; -1: they do not. */
static int check(const ludc_reasoner *r, const void *start, uint32_t plies, uint64_t seed)
{
    Walk w = {.r = r, .start = start, .plies = plies, .rng = seed};
    walk(&w, start, 0, 1);
    int verdict = w.work > MOST_WORK ? 0 : 1;
    if (verdict && !w.wrong)
        rules(&w, start, 0, 1);
    for (size_t i = 0; i < w.nleaf; i++) {
        if (verdict && !w.wrong && fabs(w.leaf[i].by_draws - w.leaf[i].by_rules) > 1e-12) {
            printf("a position has the chance %.9g, by the rules %.9g\n", w.leaf[i].by_draws, w.leaf[i].by_rules);
            verdict = -1;
        }
        free(w.leaf[i].state);
    }
    if (w.wrong) {
        printf("%s\n", w.wrong);
        verdict = -1;
    }
    free(w.leaf);
    return verdict;
}

/* ---- positions ------------------------------------------------------------------------ */

static int check_all(const ludc_reasoner *r, uint32_t plies, unsigned positions, uint64_t seed)
{
    Walk dice = {.rng = seed};
    void *state = calloc(1, r->state_size);
    uint32_t *list = calloc(r->max_moves + (size_t)1, sizeof *list);
    unsigned checked = 0, over = 0, passed = 0;
    int verdict = 1;
    r->init(r, state);
    while (checked < positions && passed < 3 * positions && verdict >= 0) {
        uint32_t n = r->moves(r, state, list);
        if (!n) {
            r->init(r, state);
            over++;
            continue;
        }
        verdict = check(r, state, plies, next(&dice));
        checked += verdict == 1;
        passed += verdict == 0;
        r->apply(r, state, list[class_of(next(&dice), n)]);
    }
    printf("%s: plan %s, %u positions checked, %u passed over, %u games\n", r->name, r->plan, checked, passed, over + 1);
    free(list);
    free(state);
    return verdict < 0;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fputs("usage: plan_exact GAME.so PLIES POSITIONS SEED\n", stderr);
        return 2;
    }
    ludc_game *game = ludc_load(argv[1], NULL);
    if (!game)
        return 3;
    const ludc_reasoner *r = ludc_game_reasoner(game);
    int code = 4; /* lots and joint moves draw words of their own */
    if (!r->joint && !r->apply_random)
        code = check_all(r, (uint32_t)strtoul(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10),
                         strtoul(argv[4], NULL, 10));
    ludc_free(game);
    return code;
}
