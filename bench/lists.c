/* lists.c - lists of legal moves a second: what search and policies ask of each position.
 *
 *     lists GAME BACKEND SECONDS
 *
 * Plays random games, always the same ones, to collect positions; lists the moves of each, over and over, for SECONDS of processor
 * time.  Prints lists a second and moves in a list.  bench/lists.py runs it with the library of two builds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ludc.h"

enum { POSITIONS = 512, LONGEST = 200, ALIGN = 64 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint32_t below(uint64_t *rng, uint32_t n)
{
    *rng = *rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*rng >> 32) * n >> 32);
}

static int by_code(const void *a, const void *b)
{
    const ludc_move x = *(const ludc_move *)a, y = *(const ludc_move *)b;
    return x < y ? -1 : x > y;
}

/* Plays a random move; the order in which a build lists moves does not matter.  0: there is none. */
static int play(const ludc_reasoner *r, void *state, uint64_t *rng)
{
    const size_t n = ludc_over(r, state) ? 0 : ludc_moves(r, state, NULL);
    ludc_move *move = n ? calloc(n, sizeof *move) : NULL;
    if (!move)
        return 0;
    ludc_moves(r, state, move);
    qsort(move, n, sizeof *move, by_code);
    (void)ludc_apply_random(r, state, move[below(rng, (uint32_t)n)], rng, NULL);
    free(move);
    return 1;
}

/* `position`: POSITIONS times `size` bytes; the most moves of one. */
static size_t collect(const ludc_reasoner *r, unsigned char *position, size_t size)
{
    uint64_t rng = 1;
    size_t most = 0;
    void *state = aligned_alloc(ALIGN, size);
    if (!state)
        return 0;
    for (size_t n = 0, length = LONGEST; n < POSITIONS; length++) {
        if (length >= LONGEST) {
            ludc_init(r, state);
            length = 0;
        }
        const size_t moves = ludc_over(r, state) ? 0 : ludc_moves(r, state, NULL);
        if (moves)
            memcpy(position + n++ * size, state, ludc_state_size(r));
        most = moves > most ? moves : most;
        if (!play(r, state, &rng))
            length = LONGEST;
    }
    free(state);
    return most;
}

static int measure(const ludc_reasoner *r, double seconds)
{
    const size_t size = (ludc_state_size(r) + ALIGN - 1) / ALIGN * ALIGN;
    unsigned char *position = aligned_alloc(ALIGN, POSITIONS * size);
    const size_t most = position ? collect(r, position, size) : 0;
    ludc_move *move = most ? calloc(most, sizeof *move) : NULL;
    double took = 0, lists = 0, moves = 0;
    for (const double begin = now(); move && took < seconds; took = now() - begin, lists += POSITIONS)
        for (size_t i = 0; i < POSITIONS; i++)
            moves += (double)ludc_moves(r, position + i * size, move);
    if (move)
        printf("%.1f %.2f\n", lists / took, moves / lists);
    free(move);
    free(position);
    return move ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    ludc_options options;
    ludc_error error;
    memset(&options, 0, sizeof options);
    options.backend = argv[2];
    ludc_game *game = ludc_compile_file(argv[1], &options, &error);
    if (!game) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return (int)error.status;
    }
    const ludc_reasoner *r = ludc_game_reasoner(game);
    if (ludc_joint(r)) {
        fprintf(stderr, "%s: all players move at once\n", argv[1]);
        ludc_free(game);
        return 4;
    }
    const int status = measure(r, atof(argv[3]));
    ludc_free(game);
    return status;
}
