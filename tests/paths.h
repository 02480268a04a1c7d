/* paths.h - a reasoner made by hand, for tests that stand beside a plain rendering of a paper: a game whose positions are
 * paths, numbers with a 1 before their bits, each bit a move.
 *
 * A test says before it includes this, in an enum: DEPTH, the moves of a game; AT_RANDOM, whether playouts draw or take the
 * first move.  Behind it stand the functions that are declared here. */
#ifndef LUDC_TESTS_PATHS_H
#define LUDC_TESTS_PATHS_H

#include <math.h>
#include <stdint.h>

#include "runtime/abi.h"
#include "runtime/random.h"

/* The moves at a path that has not ended; how many. */
static uint32_t moves_at(uint32_t path, uint32_t *out);
/* The bit that a move is. */
static uint32_t bit_of(uint32_t path, uint32_t move);
static uint32_t mover_of(uint32_t path);
/* Of role 1, by the whole path: 0, 0.5 or 1. */
static double payoff(uint32_t path);

static uint32_t path_of(const void *state) { return *(const uint32_t *)state; }

static void init(const ludc_reasoner *r, void *state)
{
    (void)r;
    *(uint32_t *)state = 1;
}

static uint32_t over(const ludc_reasoner *r, const void *state)
{
    (void)r;
    return path_of(state) >> DEPTH;
}

static uint32_t moves(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    uint32_t list[2], n = over(r, state) ? 0 : moves_at(path_of(state), list);
    for (uint32_t i = 0; i < n && out; i++)
        out[i] = list[i];
    return n;
}

static void apply(const ludc_reasoner *r, void *state, uint32_t move)
{
    (void)r;
    *(uint32_t *)state = path_of(state) << 1 | bit_of(path_of(state), move);
}

static uint32_t mover(const ludc_reasoner *r, const void *state)
{
    (void)r;
    return mover_of(path_of(state));
}

static uint32_t rank2(const ludc_reasoner *r, const void *state, uint32_t player)
{
    double p = payoff(path_of(state));
    if (!over(r, state))
        return 0;
    return (uint32_t)lrint(2 * (player == 1 ? 2 - p : 1 + p));
}

static uint32_t playout(const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit)
{
    uint32_t list[2], n, made = 0;
    for (; made < limit && (n = moves(r, state, list)) != 0; made++)
        apply(r, state, list[AT_RANDOM ? ((ludc_next_word(rng) >> 32) * n) >> 32 : 0]);
    return made;
}

/* Two roles, moves below `codes`. */
static ludc_reasoner path_game(uint32_t codes)
{
    return (ludc_reasoner){.abi = LUDC_ABI_VERSION, .size = sizeof(ludc_reasoner), .players = 2, .name = "paths", .state_size = 16,
                           .max_moves = 2, .codes = codes, .init = init, .moves = moves, .apply = apply, .over = over,
                           .mover = mover, .rank2 = rank2, .playout = playout, .plan = "standard"};
}

#endif
