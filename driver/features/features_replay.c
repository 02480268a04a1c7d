/* features_replay.c - ludc replay --features: what features see of every move of recorded games.
 *
 * A line for each move: `features LINE MOVE FROM TO PLAYER ACTIVE,ACTIVE,..`, MOVE as the record writes moves, LINE that of the
 * line whose result the position is. */
#include <stdio.h>
#include <stdlib.h>

#include "driver/features/features.h"
#include "base/memory.h"
#include "driver/features/features_replay.h"

struct ReplayFeatures {
    const ludc_reasoner *r;
    ludc_features *set;
    ludc_feature_eval *eval;
    ludc_feature_move last;
    uint32_t *active;
};

void replay_features_free(ReplayFeatures *f)
{
    if (!f)
        return;
    ludc_feature_eval_free(f->eval);
    ludc_features_free(f->set);
    free(f->active);
    free(f);
}

int replay_features_new(Job *job, ReplayFeatures **out)
{
    ludc_feature_options options;
    ludc_error error = {0};
    *out = NULL;
    int code = features_options(job->options, &options);
    if (code || !job->options->features)
        return code;
    ReplayFeatures *f = *out = calloc(1, sizeof *f);
    if (!f)
        memory_out();
    f->r = job->player.reasoner;
    code = features_load(job, job->options->features, &f->set);
    if (code)
        return code;
    f->eval = ludc_feature_eval_new(f->r, f->set, &options, &error);
    f->active = calloc(ludc_features_count(f->set) + 1, sizeof *f->active);
    if (!f->active)
        memory_out();
    return f->eval ? EXIT_DONE : features_refused(job, &error);
}

void replay_features_start(ReplayFeatures *f)
{
    if (f)
        ludc_feature_start(f->r, &f->last);
}

void replay_features_played(ReplayFeatures *f, const void *before, ludc_move move)
{
    ludc_feature_move seen;
    if (f && ludc_feature_move_of(f->r, before, move, &f->last, &seen) == LUDC_OK)
        f->last = seen;
}

static void print_move(ReplayFeatures *f, const TraceMoves *moves, size_t i, const void *state, size_t line, Out *out)
{
    ludc_feature_move seen;
    if (ludc_feature_move_of(f->r, state, moves->code[i], &f->last, &seen) != LUDC_OK)
        memory_out();
    size_t n = ludc_feature_eval_active(f->eval, &seen, f->active, ludc_features_count(f->set));
    out_printf(out, "features %zu ", line);
    trace_tuple(moves->tuple + i * moves->width, moves->width, out);
    out_printf(out, " %d %d %u ", (int)seen.from, (int)seen.to, seen.player);
    for (size_t k = 0; k < n; k++)
        out_printf(out, "%s%u", k ? "," : "", (unsigned)f->active[k]);
    out_char(out, '\n');
}

void replay_features_print(ReplayFeatures *f, const TraceForm *form, const void *state, size_t line)
{
    if (!f)
        return;
    TraceMoves moves;
    Out out = {0};
    trace_moves(&moves, form, state);
    ludc_feature_eval_look(f->eval, state);
    for (size_t i = 0; i < moves.n; i++)
        print_move(f, &moves, i, state, line, &out);
    if (out.n)
        fputs(out.text, stdout);
    out_free(&out);
    trace_moves_free(&moves);
}
