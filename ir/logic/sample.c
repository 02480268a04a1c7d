/* sample.c - random games of a network, 64 at once: see sample.h. */
#include "ir/logic/sample.h"

#include "base/rng.h"

enum { SAMPLE_WORK = 60000000, MOST_STEPS = 400, LEAST_STEPS = 40 };

/* A uniform choice among the legal slots [from, to) in each of 64 games. */
static void choose(const BitsGame *game, const BitsRun *run, uint32_t from, uint32_t to, uint64_t *rng, uint64_t *does)
{
    uint32_t left[64] = {0};
    for (uint32_t s = from; s < to; s++)
        for (uint64_t w = bits_run_edge(run, game->slot[s].legal); w; w &= w - 1)
            left[__builtin_ctzll(w)]++;
    for (int i = 0; i < 64; i++)
        left[i] = left[i] ? rng_below(rng, left[i]) + 1 : 0;
    for (uint32_t s = from; s < to; s++) {
        does[s] = 0;
        for (uint64_t w = bits_run_edge(run, game->slot[s].legal); w; w &= w - 1) {
            int i = __builtin_ctzll(w);
            if (left[i] && --left[i] == 0)
                does[s] |= UINT64_C(1) << i;
        }
    }
}

void bits_sample(const BitsGame *game, void (*see)(void *data, BitsRun *run, uint64_t live), void *data)
{
    bits_sample_moves(game, see, NULL, data);
}

void bits_sample_moves(const BitsGame *game, void (*see)(void *data, BitsRun *run, uint64_t live),
                       void (*moved)(void *data, BitsRun *run, uint64_t live), void *data)
{
    Arena *scratch = arena_new();
    BitsRun *run = bits_run_new(scratch, game);
    uint64_t *does = ARENA_ARRAY(scratch, uint64_t, game->nslot + 1), rng = 1;
    uint32_t steps = SAMPLE_WORK / (game->ngate + 1) / 2;
    steps = steps < LEAST_STEPS ? LEAST_STEPS : steps > MOST_STEPS ? MOST_STEPS : steps;
    for (uint32_t step = 0; step < steps; step++) {
        bits_run_eval(run, NULL);
        uint64_t ended = bits_run_edge(run, game->over), can_move = 0;
        see(data, run, ~ended);
        for (uint32_t s = 0, e; s < game->nslot; s = e) {
            for (e = s; e < game->nslot && game->slot[e].role == game->slot[s].role; e++)
                can_move |= bits_run_edge(run, game->slot[e].legal);
            choose(game, run, s, e, &rng, does);
        }
        bits_run_eval(run, does);
        if (moved)
            moved(data, run, ~ended & can_move);
        bits_run_step(run, ~UINT64_C(0));
        bits_run_reset(run, ended | ~can_move);
    }
    arena_free(scratch);
}
