/* api.c - how fast libludc is for programs that learn and search.
 *
 *   bench_api lanes SECONDS GAME..      batches of games in lanes, beside one long call
 *
 * Prints a table; rates are per second of processor time of this thread, the median of five runs by
 * turns. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

int main(int argc, char **argv)
{
    int failed = argc < 4;
    if (failed)
        fputs("usage: bench_api lanes SECONDS GAME..\n", stderr);
    else if (!strcmp(argv[1], "lanes")) {
        puts("game\troots x games\tgames/s\tof the long call");
        for (int i = 3; i < argc; i++)
            failed |= bench_lanes(argv[i], atof(argv[2]));
    }
    return failed;
}
