/* think.c - an agent in 30 lines: it plays a game against random moves, thinking a little before
 * each of its own.
 *
 *     ludc build hex.lud -o hex.so && cc think.c -lludc -o think && ./think hex.so */
#include <ludc_search.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    ludc_error error = {0};
    ludc_search_options think, guess;
    ludc_game *game = argc > 1 ? ludc_load(argv[1], &error) : NULL;
    if (!game || ludc_joint(ludc_game_reasoner(game))) {
        fprintf(stderr, "%s\n", *error.message ? error.message : "usage: think GAME.so, a game of turns");
        return 1;
    }
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_search_parse("uct:n=2000", &think, NULL);
    ludc_search_parse("random", &guess, NULL);
    void *state = calloc(1, ludc_state_size(r));
    ludc_init(r, state);
    for (uint64_t ply = 1, rng = 1; !ludc_over(r, state); ply++) {
        ludc_move move;
        char text[64];
        ludc_search *s = ludc_search_new(r, ludc_mover(r, state) == 1 ? &think : &guess, ply, &error);
        if (!s || ludc_search_begin(s, state) || ludc_search_run(s, think.n, 0) || ludc_search_best(s, 0, &move))
            return 1;
        ludc_move_text(r, state, move, text, sizeof text);
        printf("%u:%s ", ludc_mover(r, state), text);
        ludc_apply_random(r, state, move, &rng, NULL);
        ludc_search_free(s);
    }
    printf("\nplayer 1 gets %g\n", ludc_payoff(r, state, 1));
    free(state);
    ludc_free(game);
    return 0;
}
