/* api.c - how fast libludc is for programs that learn and search.
 *
 *   api loop SECONDS GAME..    a step of random play with the mask of legal actions and the bits of
 *                              the state, beside the same step without
 *   api batch SECONDS GAME..   4,096 states on two threads, beside one
 *   api key SECONDS GAME..     nanoseconds a key
 *   api ready SECONDS GAME..   from the text to playouts, by the engine that there is at once
 *   api lanes SECONDS GAME..   batches of games in lanes, beside one long call
 *
 * Prints a table; rates are per second of processor time of this thread, the median of five runs by
 * turns. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "ludc.h"

enum { RUNS = 5 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value)
{
    qsort(value, RUNS, sizeof *value, by_size);
    return value[RUNS / 2];
}

static double wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

typedef struct {
    ludc_game *game;
    const ludc_reasoner *r;
    size_t stride;
} Setup;

/* false: the game is not to be had, and that was said */
static int set_up(Setup *s, const char *path)
{
    ludc_error error;
    const ludc_options options = {.backend = "llvm",
                                  .purpose = LUDC_FOR_PLAY,
                                  .offers = LUDC_OFFER_PLANES | LUDC_OFFER_ACTIONS | LUDC_OFFER_KEY};
    s->game = ludc_compile_file(path, &options, &error);
    if (!s->game) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return 0;
    }
    s->r = ludc_game_reasoner(s->game);
    s->stride = (ludc_state_size(s->r) + 15) / 16 * 16;
    return 1;
}

/* SplitMix64. */
static uint64_t next_word(uint64_t *rng)
{
    uint64_t z = (*rng += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint32_t below(uint64_t *rng, size_t n) { return (uint32_t)((next_word(rng) >> 32) * n >> 32); }

/* ---- the loop ----------------------------------------------------------------------------- */

typedef struct {
    ludc_move *list;
    uint64_t *mask, *bits;
    void *state;
    uint64_t rng;
} Loop;

/* One random step, with the mask and the bits if it `learns`; false where the game is over. */
static int step(const Setup *s, Loop *l, int learns)
{
    ludc_move move[16];
    size_t n;
    if (learns)
        ludc_observe(s->r, l->state, LUDC_SET_STATE, 0, l->bits);
    if (!ludc_joint(s->r)) {
        if (!(n = ludc_moves(s->r, l->state, l->list)))
            return 0;
        if (learns)
            ludc_legal_of(s->r, l->list, n, l->mask);
        ludc_apply_random(s->r, l->state, l->list[below(&l->rng, n)], &l->rng, NULL);
        return 1;
    }
    for (unsigned p = 1; p <= ludc_players(s->r); p++) {
        if (!(n = ludc_moves_of(s->r, l->state, p, l->list)))
            return 0;
        if (learns)
            ludc_legal_of(s->r, l->list, n, l->mask);
        move[p - 1] = l->list[below(&l->rng, n)];
    }
    ludc_apply_joint(s->r, l->state, move, NULL);
    return 1;
}

static double steps_a_second(const Setup *s, Loop *l, int learns, double seconds)
{
    enum { BETWEEN = 1000 };
    double begin = now(), took = 0;
    uint64_t steps = 0;
    l->rng = 1;
    ludc_init(s->r, l->state);
    for (; took < seconds; took = now() - begin)
        for (int i = 0; i < BETWEEN; i++)
            if (step(s, l, learns))
                steps++;
            else
                ludc_init(s->r, l->state);
    return (double)steps / took;
}

static int bench_loop(const char *path, double seconds)
{
    Setup s;
    double plain[RUNS], learning[RUNS];
    if (!set_up(&s, path))
        return 1;
    enum { MOST = 1 << 16 };
    Loop l = {.list = malloc(MOST * sizeof(ludc_move)),
              .mask = calloc((ludc_actions(s.r) + 63) / 64 + 1, 8),
              .bits = calloc(ludc_observe_words(s.r, LUDC_SET_STATE) + 1, 8),
              .state = calloc(1, s.stride)};
    for (int run = 0; run < RUNS; run++) {
        plain[run] = steps_a_second(&s, &l, 0, seconds / RUNS);
        learning[run] = steps_a_second(&s, &l, 1, seconds / RUNS);
    }
    double a = median(plain), b = median(learning);
    printf("%s\t%.3g\t%.3g\t%.2f\n", path, a, b, b / a);
    free(l.list);
    free(l.mask);
    free(l.bits);
    free(l.state);
    ludc_free(s.game);
    return 0;
}

/* ---- batches of states -------------------------------------------------------------------- */

enum { BATCH = 4096 };

/* Rounds a second, by the clock on the wall, of playouts and observations of a batch. */
static double rounds_a_second(const Setup *s, char *states, uint64_t *rng, uint64_t *bits, ludc_pool *pool, double seconds)
{
    double begin = wall(), took = 0;
    uint64_t rounds = 0;
    for (; took < seconds; took = wall() - begin, rounds++) {
        ludc_init_n(s->r, states, s->stride, BATCH, pool);
        ludc_playout_n(s->r, states, s->stride, BATCH, rng, 30, pool);
        ludc_observe_n(s->r, states, s->stride, BATCH, NULL, bits, pool);
    }
    return (double)rounds / took;
}

static int bench_batch(const char *path, double seconds)
{
    Setup s;
    double one[RUNS], two[RUNS];
    if (!set_up(&s, path))
        return 1;
    char *states = calloc(BATCH, s.stride);
    uint64_t *rng = calloc(BATCH, sizeof *rng), *bits = calloc(BATCH, 8 * (ludc_observe_words(s.r, LUDC_SET_STATE) + 1));
    ludc_pool *pool = ludc_pool_new(2);
    for (uint64_t i = 0; i < BATCH; i++)
        rng[i] = i;
    for (int run = 0; run < RUNS; run++) {
        one[run] = rounds_a_second(&s, states, rng, bits, NULL, seconds / RUNS);
        two[run] = rounds_a_second(&s, states, rng, bits, pool, seconds / RUNS);
    }
    double a = median(one), b = median(two);
    printf("%s\t%.3g\t%.3g\t%.2f\n", path, a * BATCH, b * BATCH, b / a);
    ludc_pool_free(pool);
    free(states);
    free(rng);
    free(bits);
    ludc_free(s.game);
    return 0;
}

/* ---- keys ---------------------------------------------------------------------------------- */

static int bench_key(const char *path, double seconds)
{
    Setup s;
    double rate[RUNS];
    uint64_t rng = 1, sum = 0;
    if (!set_up(&s, path))
        return 1;
    void *state = calloc(1, s.stride);
    ludc_init(s.r, state);
    ludc_playout(s.r, state, &rng, 20);
    for (int run = 0; run < RUNS; run++) {
        double begin = now(), took = 0;
        uint64_t keys = 0;
        for (; took < seconds / RUNS; took = now() - begin)
            for (int i = 0; i < 1000; i++, keys++)
                sum += ludc_key(s.r, state);
        rate[run] = took * 1e9 / (double)keys;
    }
    printf("%s\t%.3g\t%s\n", path, median(rate), sum ? "" : "(0)");
    free(state);
    ludc_free(s.game);
    return 0;
}

/* ---- lanes ------------------------------------------------------------------------------ */

/* The shapes of batches, the long call first. */
static const struct {
    size_t roots;
    uint64_t games;
} shape[] = {{1, 1 << 20}, {16, 1024}, {64, 64}, {16, 32}, {512, 1}};

enum { SHAPES = sizeof shape / sizeof *shape };

/* Games a second of batches of one shape. */
static double games_a_second(const ludc_lane_game *g, void *memory, const char *states, size_t stride, size_t k, double seconds)
{
    double payoff[512 * 16], begin = now(), took = 0;
    uint64_t played = 0, seed = 1;
    do {
        if (ludc_lanes_playouts(g, memory, states, stride, shape[k].roots, shape[k].games, seed++, payoff) != LUDC_OK)
            return 0;
        played += shape[k].roots * shape[k].games;
        took = now() - begin;
    } while (took < seconds);
    return (double)played / took;
}

static int bench_lanes(const char *path, double seconds)
{
    ludc_error error;
    ludc_game *game = ludc_compile_file(path, &(ludc_options){.backend = "llvm"}, &error);
    ludc_lane_game *g = game ? ludc_lanes_new(game, &error) : NULL;
    if (!g) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        ludc_free(game);
        return 1;
    }
    const ludc_reasoner *r = ludc_game_reasoner(game);
    size_t stride = (ludc_state_size(r) + 15) / 16 * 16;
    char *states = calloc(512, stride);
    void *memory = aligned_alloc(64, ludc_lanes_memory(g));
    double rate[SHAPES][RUNS];
    ludc_init_n(r, states, stride, 512, NULL);
    for (int run = 0; run < RUNS; run++)
        for (size_t k = 0; k < SHAPES; k++)
            rate[k][run] = games_a_second(g, memory, states, stride, k, seconds / RUNS);
    for (size_t k = 0; k < SHAPES; k++)
        printf("%s\t%zu x %llu\t%.3g\t%.2f\n", path, shape[k].roots, (unsigned long long)shape[k].games, median(rate[k]),
               rate[k][RUNS / 2] / rate[0][RUNS / 2]);
    free(memory);
    free(states);
    ludc_lanes_free(g);
    ludc_free(game);
    return 0;
}

/* ---- ready ----------------------------------------------------------------------------------- */

/* Seconds of processor time of this process and of those that it waited for. */
static double with_children(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec) +
           (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec + children.ru_utime.tv_usec + children.ru_stime.tv_usec) / 1e6;
}

static int bench_ready(const char *path, double seconds)
{
    ludc_error error;
    double ready[RUNS], rate[RUNS];
    const char *engine = "";
    for (int run = 0; run < RUNS; run++) {
        double begin = with_children(), took = 0, moves = 0;
        ludc_game *game = ludc_compile_file(path, NULL, &error);
        ready[run] = (with_children() - begin) * 1e3;
        if (!game) {
            fprintf(stderr, "%s: %s\n", path, error.message);
            return 1;
        }
        const ludc_reasoner *r = ludc_game_reasoner(game);
        void *state = calloc(1, (ludc_state_size(r) + 15) / 16 * 16);
        uint64_t rng = 1;
        engine = ludc_engine(game, NULL);
        for (begin = now(); took < seconds / RUNS; took = now() - begin) {
            ludc_init(r, state);
            moves += ludc_playout(r, state, &rng, 1000);
        }
        rate[run] = moves / took;
        free(state);
        ludc_free(game);
    }
    printf("%s\t%s\t%.1f\t%.3g\n", path, engine, median(ready), median(rate));
    return 0;
}

static const struct {
    const char *name, *head;
    int (*run)(const char *path, double seconds);
} table[] = {
    {"loop", "game\tsteps/s\twith mask and bits\tratio", bench_loop},
    {"batch", "game\tstates/s\ton two threads\tratio", bench_batch},
    {"key", "game\tns a key\t", bench_key},
    {"ready", "game\tengine\tms to be ready\tmoves/s of playouts", bench_ready},
    {"lanes", "game\troots x games\tgames/s\tof the long call", bench_lanes},
};

int main(int argc, char **argv)
{
    size_t which = 0, n = sizeof table / sizeof *table;
    while (which < n && argc > 3 && strcmp(argv[1], table[which].name) != 0)
        which++;
    if (argc <= 3 || which == n) {
        fputs("usage: api loop|batch|key|ready|lanes SECONDS GAME..\n", stderr);
        return 2;
    }
    int failed = 0;
    puts(table[which].head);
    for (int i = 3; i < argc; i++)
        failed |= table[which].run(argv[i], atof(argv[2]));
    return failed;
}
