/* search_lanes.c - make bench-search-lanes: searches whose leaves are valued in batches in lanes, on one core.
 *
 *     search_lanes SECONDS GAME..
 *
 * For each game: playouts a second of a search with one leaf and one playout at a time, and with leaves=16,playouts=32 in
 * lanes, runs by turns, medians of processor time; then batches of some sizes, from one leaf each and from leaves of
 * ten playouts each: nodes, playouts, and the share of time that is not spent in lanes (Siwek et al. 2018, Figure 2, for
 * lanes). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ludc_search.h"

enum { RUNS = 5 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

typedef struct {
    const ludc_lane_game *lanes;
    double seconds; /* in playouts */
} Timed;

static ludc_status play(const void *data, void *memory, const void *states, size_t stride, size_t n, uint64_t games, uint64_t seed,
                        double *payoffs)
{
    Timed *t = *(Timed *const *)data;
    double began = now();
    ludc_status status = ludc_lanes_playouts(t->lanes, memory, states, stride, n, games, seed, payoffs);
    t->seconds += now() - began;
    return status;
}

typedef struct {
    ludc_search_stats figures;
    double lanes; /* seconds in them */
} Run;

static Run run(const ludc_reasoner *r, const ludc_lane_game *lanes, int timed, const char *spec, double seconds)
{
    ludc_search_options o;
    Run out = {.lanes = 0};
    Timed t = {.lanes = lanes}, *data = &t;
    const ludc_search_lanes by = {.size = sizeof by, .width = ludc_lanes_width(lanes), .memory = ludc_lanes_memory(lanes),
                                  .playouts = play, .data = &data};
    void *state = calloc(1, ludc_state_size(r));
    ludc_search_parse(spec, &o, NULL);
    ludc_search *s = ludc_search_new(r, &o, 1, NULL);
    ludc_init(r, state);
    if (lanes)
        timed ? ludc_search_set_lanes(s, &by) : ludc_search_use_lanes(s, lanes);
    if (ludc_search_begin(s, state) || ludc_search_run(s, 0, seconds))
        fprintf(stderr, "search_lanes: %s fails\n", spec);
    ludc_search_figures(s, &out.figures);
    out.lanes = t.seconds;
    ludc_search_free(s);
    free(state);
    return out;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void rates(const char *name, const ludc_reasoner *r, const ludc_lane_game *lanes, double seconds)
{
    double rate[2][RUNS];
    for (int i = 0; i < RUNS; i++)
        for (int k = 0; k < 2; k++) {
            Run one = run(r, k ? lanes : NULL, 0, k ? "uct:leaves=16,playouts=32,lanes=on" : "uct:lanes=off", seconds);
            rate[k][i] = (double)one.figures.playouts / one.figures.seconds;
        }
    for (int k = 0; k < 2; k++)
        qsort(rate[k], RUNS, sizeof rate[k][0], by_size);
    printf("# %s\none at a time\tplayouts/s %.4g\nleaves=16,playouts=32 in lanes\tplayouts/s %.4g\tratio %.1f\n", name,
           rate[0][RUNS / 2], rate[1][RUNS / 2], rate[1][RUNS / 2] / rate[0][RUNS / 2]);
}

static void batches(const ludc_reasoner *r, const ludc_lane_game *lanes, double seconds)
{
    static const unsigned size[] = {10, 50, 300, 600, 1500, 3000};
    puts("batch\tleaves x playouts\titerations\tnodes\tplayouts\tplayouts/s\tshare of time in the tree");
    for (unsigned each = 0; each < 2; each++)
        for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
            unsigned leaves = each ? size[i] / 10 : 1, playouts = size[i] / leaves;
            char spec[128];
            snprintf(spec, sizeof spec, "uct:leaves=%u,playouts=%u,lanes=on", leaves, playouts);
            Run one = run(r, lanes, 1, spec, seconds);
            const ludc_search_stats *f = &one.figures;
            printf("%u\t%u x %u\t%llu\t%llu\t%llu\t%.4g\t%.3f\n", size[i], leaves, playouts, (unsigned long long)f->iterations,
                   (unsigned long long)f->nodes, (unsigned long long)f->playouts, (double)f->playouts / f->seconds,
                   1 - one.lanes / f->seconds);
        }
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    for (int i = 2; i < argc; i++) {
        ludc_error error = {0};
        ludc_game *game = ludc_compile_file(argv[i], &(ludc_options){.backend = "llvm"}, &error);
        ludc_lane_game *lanes = game ? ludc_lanes_new(game, &error) : NULL;
        if (lanes) {
            rates(argv[i], ludc_game_reasoner(game), lanes, seconds);
            batches(ludc_game_reasoner(game), lanes, seconds);
        } else {
            fprintf(stderr, "search_lanes: %s: %s\n", argv[i], error.message);
        }
        ludc_lanes_free(lanes);
        ludc_free(game);
    }
    return 0;
}
