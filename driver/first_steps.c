/* first_steps.c - see first_steps.h. */
#include "driver/first_steps.h"

#include <stdlib.h>

#include "base/memory.h"
#include "driver/play/play_files.h"
#include "driver/record/printed.h"
#include "runtime/include/ludc.h"

int first_steps(const Job *job, PlaySteps *steps)
{
    const Options *o = job->options;
    ludc_error error = {0};
    uint64_t seed;
    if (o->has_ply && !o->replay)
        return usage_error(o, "--ply is a place in the game of --replay FILE, which is missing");
    if (o->replay && !play_load(o->replay, job->player.reasoner, steps, &seed, &error)) {
        say("ludc: %s", error.message);
        return error.status == LUDC_IO ? EXIT_IO : EXIT_WRONG;
    }
    if (o->has_ply && o->ply > steps->n) {
        say("ludc: --ply %llu: the game of %s has %zu", (unsigned long long)o->ply, o->replay, steps->n);
        return EXIT_WRONG;
    }
    while (o->has_ply && steps->n > o->ply)
        free(steps->step[--steps->n]);
    for (size_t i = 0; i < o->moves.n; i++) {
        if (!play_steps_add(steps, o->moves.at[i]))
            memory_out();
        printed_cut_throw(steps->step[steps->n - 1]);
    }
    return EXIT_DONE;
}

int first_steps_make(const Job *job, const PlaySteps *steps, size_t i, void *state)
{
    const Options *o = job->options;
    const size_t replayed = steps->n - o->moves.n;
    ludc_error error = {0};
    if (ludc_step_play(job->player.reasoner, state, steps->step[i], NULL, &error) == LUDC_OK)
        return EXIT_DONE;
    if (i >= replayed)
        say("ludc: --moves %s, number %zu: %s", steps->step[i], i - replayed + 1, error.message);
    else
        say("ludc: %s, step %zu: %s", o->replay, i + 1, error.message);
    return EXIT_WRONG;
}
