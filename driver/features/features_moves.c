/* features_moves.c - the moves of --moves, and what features see of the last of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/features/features.h"
#include "base/memory.h"

/* Plays the text of a move, and notes what features see of it. */
static bool play_move(const ludc_reasoner *r, void *state, const char *text, ludc_feature_move *last, ludc_error *error)
{
    enum { PLAYERS = 16 };
    ludc_move move[PLAYERS];
    char *step = strdup(text);
    if (!step)
        memory_out();
    step[strcspn(step, "~")] = '\0';
    ludc_feature_move seen;
    bool ok = ludc_step_parse(r, state, step, move, error) == LUDC_OK;
    ok = ok && ludc_feature_move_of(r, state, move[ludc_mover(r, state) - 1], last, &seen) == LUDC_OK &&
         ludc_step_play(r, state, text, NULL, error) == LUDC_OK;
    if (ok)
        *last = seen;
    free(step);
    return ok;
}

int features_play_moves(Job *job, void *state, ludc_feature_move *last)
{
    const ludc_reasoner *r = job->player.reasoner;
    const TextList *moves = &job->options->moves;
    ludc_init(r, state);
    ludc_feature_start(r, last);
    for (size_t i = 0; i < moves->n; i++) {
        ludc_error error = {0};
        if (!play_move(r, state, moves->at[i], last, &error)) {
            say("ludc: --moves %s, number %zu: %s", moves->at[i], i + 1, error.message);
            return EXIT_WRONG;
        }
    }
    return EXIT_DONE;
}
