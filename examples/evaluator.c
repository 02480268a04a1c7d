/* evaluator.c - where a network plugs into a search: it plays against random moves by PUCT, whose leaves are valued in
 * batches by a function of yours.  This one looks one move ahead.
 *
 *     ludc build hex.lud -o hex.so && cc evaluator.c -lludc -o evaluator && ./evaluator hex.so */
#include <ludc_search.h>
#include <stdio.h>
#include <stdlib.h>

/* Moves that win at once are likely, and a position with one is worth a win.  A network would take batch->states through
 * ludc_observe_n and find its numbers of moves by ludc_action_of. */
static ludc_status look_ahead(void *data, const ludc_search_batch *batch)
{
    const ludc_reasoner *r = batch->r;
    for (size_t i = 0; i < batch->n; i++) {
        const ludc_search_leaf *leaf = &batch->leaf[i];
        for (size_t k = 0; k < leaf->n; k++) {
            ludc_copy(r, data, leaf->state);
            ludc_apply(r, data, leaf->moves[k], NULL);
            if (!ludc_over(r, data) || ludc_payoff(r, data, leaf->mover) < 1)
                continue;
            leaf->prior[k] = 1000;
            ludc_payoffs(r, data, leaf->value);
        }
    }
    return LUDC_OK;
}

int main(int argc, char **argv)
{
    ludc_error error = {0};
    ludc_search_options think;
    ludc_game *game = argc > 1 ? ludc_load(argv[1], &error) : NULL;
    if (!game || ludc_joint(ludc_game_reasoner(game))) {
        fprintf(stderr, "%s\n", *error.message ? error.message : "usage: evaluator GAME.so, a game of turns");
        return 1;
    }
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *state = calloc(1, ludc_state_size(r)), *next = calloc(1, ludc_state_size(r));
    const ludc_search_evaluator by = {.size = sizeof by, .evaluate = look_ahead, .data = next};
    ludc_search_parse("puct:leaves=8,noise=0.3", &think, NULL);
    ludc_init(r, state);
    for (uint64_t ply = 1, rng = 1; !ludc_over(r, state); ply++) {
        ludc_move move, list[1024];
        ludc_search *s = ludc_search_new(r, &think, ply, &error);
        if (!s || ludc_search_set_evaluator(s, &by) || ludc_search_begin(s, state) || ludc_moves(r, state, NULL) > 1024)
            return 1;
        if (ludc_mover(r, state) != 1)
            move = list[ply * 7 % ludc_moves(r, state, list)];
        else if (ludc_search_run(s, 400, 0) || ludc_search_best(s, 0, &move))
            return 1;
        ludc_apply_random(r, state, move, &rng, NULL);
        ludc_search_free(s);
    }
    printf("player 1 gets %g\n", ludc_payoff(r, state, 1));
    free(state);
    free(next);
    ludc_free(game);
    return 0;
}
