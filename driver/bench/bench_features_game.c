/* bench_features_game.c - a game of ludc bench --features: how long each evaluator takes for each of its sets, on positions of
 * games that are drawn uniformly or, of what was learnt, also by its own chances. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/bench/bench_features.h"
#include "driver/features/features.h"
#include "driver/features/features_time.h"
#include "ir/offer/offer.h"

enum { SAMPLE_MOVES = 20000, SAMPLE_POSITIONS = 1000, LONGEST = 500 };

static const struct {
    const char *name;
    unsigned m, n;
} sets[] = {{"1-1", 1, 1}, {"1-2", 1, 2}, {"2-2", 2, 2}, {"2-3", 2, 3}, {"2-4", 2, 4}};

enum { SETS = sizeof sets / sizeof *sets };

typedef struct {
    Job *job;
    FeatureSample sample;
    FeatureRow row; /* what all rows of the game have */
    double first;   /* ns of naive on Atomic-1-1, on this sample */
    double seconds;
    FILE *to;
} Measuring;

static void put_row(Measuring *m, const FeatureRow *row)
{
    Out out = {0};
    bench_feature_rows.put(row, &out);
    fputs(out.text, m->to);
    out_free(&out);
}

/* NULL: it cannot be made, which the row says. */
static ludc_feature_eval *make_one(Measuring *m, const ludc_features *set, FeatureRow *row)
{
    ludc_error error = {0};
    const ludc_feature_options options = {.evaluator = row->evaluator};
    const double began = clock_ms();
    ludc_feature_eval *e = ludc_feature_eval_new(m->job->player.reasoner, set, &options, &error);
    row->init_ms = clock_ms() - began;
    if (!e)
        snprintf(row->reason, sizeof row->reason, "%.100s", error.message);
    return e;
}

static void measure_one(Measuring *m, const ludc_features *set, const char *name, size_t evaluator)
{
    FeatureRow row = m->row;
    snprintf(row.set, sizeof row.set, "%s", name);
    snprintf(row.evaluator, sizeof row.evaluator, "%s", ludc_feature_evaluator(evaluator));
    row.features = (unsigned)ludc_features_count(set);
    ludc_feature_eval *e = make_one(m, set, &row);
    if (e) {
        row.ns = feature_time(e, &m->sample, m->seconds);
        row.mb = (double)ludc_feature_eval_bytes(e) / 1e6;
        m->first = m->first > 0 ? m->first : row.ns;
        row.slowdown = row.ns / m->first;
    }
    put_row(m, &row);
    ludc_feature_eval_free(e);
}

static void measure_set(Measuring *m, const ludc_features *set, const char *name)
{
    for (size_t k = 0; k < ludc_feature_evaluators(); k++)
        measure_one(m, set, name, k);
}

/* Positions of games that are drawn by the policy, or uniformly where it is NULL. */
static int take_sample(Measuring *m, ludc_feature_eval *policy)
{
    const Options *o = m->job->options;
    feature_sample_free(&m->sample);
    if (!feature_sample(&m->sample, m->job->player.reasoner, policy, o->has_seed ? o->seed : 1, SAMPLE_MOVES, SAMPLE_POSITIONS,
                        o->has_max_moves ? o->max_moves : LONGEST)) {
        say("ludc: no moves that features could speak of");
        return EXIT_UNSUPPORTED;
    }
    m->row.positions = (unsigned)m->sample.npos;
    m->row.moves = (unsigned)m->sample.nmove;
    return EXIT_DONE;
}

/* ---- all features of one element ------------------------------------------------------------ */

/* Weights that differ, so that nothing can be left out. */
static void give_weights(ludc_features *set)
{
    for (size_t i = 0; i < ludc_features_count(set); i++)
        ludc_feature_set_weight(set, i, (double)(i * 7919 % 1009) / 1009 - 0.5);
}

static int measure_atomic(Measuring *m)
{
    int code = take_sample(m, NULL);
    for (size_t s = 0; s < SETS && !code; s++) {
        ludc_error error = {0};
        ludc_features *set = ludc_features_atomic(m->job->player.reasoner, sets[s].m, sets[s].n, &error);
        if (!set)
            return features_refused(m->job, &error);
        give_weights(set);
        features_compile(m->job, set);
        measure_set(m, set, sets[s].name);
        ludc_features_free(set);
    }
    return code;
}

/* ---- what was learnt ------------------------------------------------------------------------- */

/* Naive on Atomic-1-1, which the others are held against. */
static int measure_first(Measuring *m)
{
    ludc_error error = {0};
    FeatureRow row = {.evaluator = "naive"};
    ludc_features *set = ludc_features_atomic(m->job->player.reasoner, sets[0].m, sets[0].n, &error);
    if (!set)
        return features_refused(m->job, &error);
    give_weights(set);
    ludc_feature_eval *e = make_one(m, set, &row);
    m->first = e ? feature_time(e, &m->sample, m->seconds) : 0;
    ludc_feature_eval_free(e);
    ludc_features_free(set);
    return EXIT_DONE;
}

static int measure_by(Measuring *m, const ludc_features *set, ludc_feature_eval *policy, const char *name)
{
    int code = take_sample(m, policy);
    if (!code)
        code = measure_first(m);
    if (!code)
        measure_set(m, set, name);
    return code;
}

static int measure_trained(Measuring *m, const ludc_features *set)
{
    ludc_error error = {0};
    const ludc_reasoner *r = m->job->player.reasoner;
    ludc_feature_eval *policy = ludc_features_check(set, r, &error) ? NULL : ludc_feature_eval_new(r, set, NULL, &error);
    if (!policy)
        return features_refused(m->job, &error);
    int code = measure_by(m, set, NULL, FEATURES_TRAINED ", uniform");
    if (!code)
        code = measure_by(m, set, policy, FEATURES_TRAINED ", by policy");
    ludc_feature_eval_free(policy);
    return code;
}

static int load_and_measure(Measuring *m)
{
    char *file = bench_feature_set_of(m->job->options->set, m->row.path);
    ludc_features *set;
    int code = features_load(m->job, file, &set);
    if (!code)
        code = measure_trained(m, set);
    ludc_features_free(set);
    free(file);
    return code;
}

/* ---- a game -------------------------------------------------------------------------------------- */

int bench_feature_measure_game(const Options *o, const char *path, FILE *to)
{
    Job job = {.options = o};
    Measuring m = {.job = &job, .seconds = o->has_seconds ? o->seconds : 0.2, .to = to};
    int code = job_begin(&job, o, path, KEEP_ALL);
    job.compile.offers = IR_OFFER_GEOMETRY | IR_OFFER_ACTIONS;
    if (!code)
        code = job_play(&job);
    if (!code) {
        snprintf(m.row.path, sizeof m.row.path, "%s", path);
        snprintf(m.row.game, sizeof m.row.game, "%s", job.game->name);
        snprintf(m.row.backend, sizeof m.row.backend, "%s", o->backend ? o->backend : "auto");
        code = o->set ? load_and_measure(&m) : measure_atomic(&m);
    }
    feature_sample_free(&m.sample);
    job_end(&job);
    return code;
}
