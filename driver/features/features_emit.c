/* features_emit.c - ludc features --emit ir: what the evaluator compiled is made of. */
#include <stdio.h>
#include <stdlib.h>

#include "driver/features/features.h"
#include "base/memory.h"
#include "driver/features/features_ir.h"
#include "runtime/features/feature.h"

typedef struct {
    Session *session;
    unsigned wanted, seen; /* players, from 1 */
    IrGame *game;
} Emitting;

/* Nets are made player by player; one for whom nothing is swept has none. */
static bool take_net(void *data, const SweepNet *net, SweepCode *out)
{
    Emitting *e = data;
    (void)out;
    if (++e->seen == e->wanted)
        e->game = features_ir(e->session, net);
    return false;
}

int features_emit(Job *job, ludc_features *set, const ludc_feature_options *options)
{
    const ludc_reasoner *r = job->player.reasoner;
    void *state = aligned_alloc(64, (ludc_state_size(r) + 63) / 64 * 64);
    ludc_feature_move last;
    ludc_error error = {0};
    if (!state)
        memory_out();
    int code = features_play_moves(job, state, &last);
    Emitting e = {.session = job->session, .wanted = code ? 0 : ludc_mover(r, state)};
    const SweepMaker maker = {take_net, &e};
    ludc_feature_options mine = *options;
    mine.evaluator = "compiled";
    free(state);
    if (code)
        return code;
    const SweepMaker *before = set->maker;
    set->maker = &maker;
    ludc_feature_eval *eval = ludc_feature_eval_new(r, set, &mine, &error);
    set->maker = before;
    if (!eval)
        return features_refused(job, &error);
    ludc_feature_eval_free(eval);
    if (!e.game) {
        say("ludc: nothing of the set can be asked of all sites at once");
        return EXIT_UNSUPPORTED;
    }
    Out out = {0};
    ir_print(e.game, &out);
    code = write_out(&out, job->options->output, 0644);
    out_free(&out);
    return code;
}
