/* observe.c - what a network sees of a game that ludc compiled: a batch of states as floats.
 *
 *     ludc build hex.lud -o hex.c --name game
 *     cc observe.c hex.c -lludc -o observe
 *     ./observe
 *
 * Some games are played at random, a move each, and after every step all of them are written
 * at once, each as its mover sees it, the mover's pieces first. */
#include <ludc.h>
#include <stdio.h>
#include <stdlib.h>

extern const ludc_reasoner ludc_reasoner_game;

enum { GAMES = 8, STEPS = 4, MOST_MOVES = 100000 };

static void show_planes(const ludc_reasoner *r)
{
    ludc_plane_info plane;
    for (size_t i = 0; ludc_plane_at(r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++)
        printf("%4u  %-16s of player %u, over %u of %s\n", plane.bit, plane.name, plane.owner, plane.size, plane.space);
}

/* The names of what is set in one row. */
static void show_row(const ludc_reasoner *r, const float *row)
{
    ludc_plane_info plane;
    for (size_t i = 0; ludc_plane_at(r, LUDC_SET_STATE, i, &plane) == LUDC_OK; i++) {
        printf("%s %u:", plane.name, plane.owner);
        for (uint32_t k = 0; k < plane.size; k++)
            if (row[plane.bit + k] > 0)
                printf(" %s", plane.label && plane.label[k] ? plane.label[k] : "x");
        printf("\n");
    }
}

static void play_at_random(const ludc_reasoner *r, void *state, uint64_t *random)
{
    static ludc_move list[MOST_MOVES];
    size_t n = ludc_moves(r, state, NULL);
    if (n == 0 || n > MOST_MOVES)
        return;
    ludc_moves(r, state, list);
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    ludc_apply_random(r, state, list[(*random >> 33) % n], random, NULL);
}

int main(void)
{
    const ludc_reasoner *r = &ludc_reasoner_game;
    const ludc_observe_options options = {
        .set = LUDC_SET_STATE, .form = LUDC_AS_FLOATS, .eyes = LUDC_MOVER, .first = LUDC_MOVER};
    size_t bits = ludc_observe_bits(r, LUDC_SET_STATE), stride = (ludc_state_size(r) + 15) / 16 * 16;
    char *states = malloc(stride * GAMES);
    float *batch = malloc(sizeof *batch * bits * GAMES);
    if (!states || !batch)
        return 1;
    uint64_t random = 2024;
    show_planes(r);
    ludc_init_n(r, states, stride, GAMES, NULL);
    for (int step = 0; step < STEPS; step++) {
        for (size_t i = 0; i < GAMES; i++)
            play_at_random(r, states + stride * i, &random);
        if (ludc_observe_n(r, states, stride, GAMES, &options, batch, NULL) != LUDC_OK)
            return 1;
    }
    printf("%d rows of %zu floats; the last:\n", GAMES, bits);
    show_row(r, batch + bits * (GAMES - 1));
    free(states);
    free(batch);
    return 0;
}
