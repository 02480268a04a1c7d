/* embed.c - a program that plays a game which ludc compiled.
 *
 *     ludc build hex.lud -o hex.c --name game
 *     cc embed.c hex.c -lludc -o embed
 *     ./embed
 *
 * The generated file holds the rules; libludc's half that works on reasoners
 * offers them through ludc.h.  Nothing of the compiler runs. */
#include <ludc.h>
#include <stdio.h>
#include <stdlib.h>

extern const ludc_reasoner ludc_reasoner_game;

/* One random game, move by move. */
static void show_game(const ludc_reasoner *r, void *state, uint64_t *random)
{
    ludc_init(r, state);
    while (!ludc_over(r, state)) {
        size_t n = ludc_moves(r, state, NULL);
        ludc_move *list = malloc(n * sizeof *list);
        if (!list)
            exit(1);
        ludc_moves(r, state, list);
        *random = *random * 6364136223846793005u + 1442695040888963407u;
        ludc_move move = list[(*random >> 33) % n];
        free(list);

        char text[64];
        ludc_move_text(r, state, move, text, sizeof text);
        printf("%u:%s ", ludc_mover(r, state), text);
        ludc_apply(r, state, move, NULL);
    }
    printf("\n");
}

/* How good is each first move?  Playouts behind each say. */
static void rate_first_moves(const ludc_reasoner *r, void *state, uint64_t *random)
{
    enum { PLAYOUTS = 200 };
    size_t size = ludc_state_size(r), best = 0;
    ludc_init(r, state);
    size_t n = ludc_moves(r, state, NULL);
    ludc_move *list = malloc(n * sizeof *list);
    void *trial = malloc(size);
    if (!list || !trial)
        exit(1);
    ludc_moves(r, state, list);
    unsigned me = ludc_mover(r, state);
    double best_score = -1;
    for (size_t i = 0; i < n; i++) {
        double score = 0;
        for (int k = 0; k < PLAYOUTS; k++) {
            ludc_copy(r, trial, state);
            ludc_apply(r, trial, list[i], NULL);
            ludc_playout(r, trial, random, 10000);
            score += ludc_payoff(r, trial, me);
        }
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    char text[64];
    ludc_move_text(r, state, list[best], text, sizeof text);
    printf("best of %zu first moves: %s, %.2f\n", n, text, best_score / PLAYOUTS);
    free(list);
    free(trial);
}

int main(void)
{
    const ludc_reasoner *r = &ludc_reasoner_game;
    uint64_t random = 2024;
    void *state = malloc(ludc_state_size(r));
    if (!state)
        return 1;
    printf("%s for %u players, %zu bytes a state\n", ludc_name(r), ludc_players(r), ludc_state_size(r));
    show_game(r, state, &random);
    rate_first_moves(r, state, &random);
    free(state);
    return 0;
}
