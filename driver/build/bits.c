/* bits.c - games as networks of gates: `build --emit=bits|dot|blif`. */
#include "driver/build/bits.h"

#include <string.h>

#include "ir/logic/sat_sweep.h"

bool bits_is_stage(const char *stage)
{
    return !strcmp(stage, "bits") || !strcmp(stage, "dot") || !strcmp(stage, "blif");
}

/* Pieces kept once, as they were written, take fewer gates than any layout of them;
 * so unless passes are asked for, the usual ones run but `layout`. */
int bits_compile(Job *job)
{
    if (!job->passes.n && !job->options->layout) {
        vec_push(job->session->arena, &job->disabled, "layout");
        job->compile.passes.disabled = job->disabled.at;
        job->compile.passes.ndisabled = job->disabled.n;
    }
    return job_compile(job, NULL);
}

BitsGame *bits_make(Job *job, const BitsOptions *options, int *code)
{
    *code = bits_compile(job);
    return *code ? NULL : bits_network(job, options, code);
}

typedef struct {
    Job *job;
    const BitsOptions *options;
    BitsGame *game;
} Network;

static void make_network(void *data)
{
    Network *n = data;
    const char *reason = NULL;
    BitsGame *game = bits_of_game(n->job->session->arena, n->job->game, n->options, &reason);
    if (!game)
        session_unsupported(n->job->session, (Span){0, 0}, "a network of gates does not fit: %s", reason);
    n->game = game && !n->job->options->no_sweep ? bits_sweep(n->job->session, game) : game;
}

BitsGame *bits_network(Job *job, const BitsOptions *options, int *code)
{
    Network n = {job, options, NULL};
    bool within = within_limits(job->session, job->source, "making a network of gates of this", make_network, &n);
    *code = within && n.game ? EXIT_DONE : job_report(job);
    return within ? n.game : NULL;
}

int bits_stage(Job *job, const char *stage, Out *out)
{
    int code;
    BitsGame *game = bits_make(job, &(BitsOptions){.unroll = !strcmp(stage, "blif")}, &code); /* BLIF knows no loops */
    if (!game)
        return code;
    if (!strcmp(stage, "bits"))
        bits_print(game, out);
    else if (!strcmp(stage, "dot"))
        bits_dot(game, out);
    else if (!bits_blif(game, out))
        session_unsupported(job->session, (Span){0, 0}, "BLIF of a network with loops");
    return job_report(job);
}
