/* bench_game.c - how fast one game plays: plainly, and by its plan. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "driver/bench/bench.h"
#include "driver/interrupts.h"
#include "driver/match/match_stats.h"
#include "driver/playout/playout_stats.h"
#include "ir/plan/plan.h"
#include "runtime/include/ludc.h"

enum { PARTS = 8 }; /* of the time, each with a rate of its own */

/* Half of the 95 % interval of the mean of n rates, by Student's t. */
static double interval(const double *rate, size_t n)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        mean += rate[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        squares += (rate[i] - mean) * (rate[i] - mean);
    return n > 1 ? match_stats_t95((double)(n - 1)) * sqrt(squares / (double)(n - 1) / (double)n) : NAN;
}

static Pace pace(const Options *o, const Player *player, uint64_t seed)
{
    const double all_ms = (o->has_seconds ? o->seconds : 1.0) * 1e3;
    Tally t = {
        .player = player,
        .r = player->reasoner,
        .rng = seed,
        .want = UINT64_MAX,
        .until = INFINITY,
        .cpu_for = all_ms / PARTS,
        .limit = o->has_max_moves && o->max_moves < NO_LIMIT ? (uint32_t)o->max_moves : NO_LIMIT,
    };
    double rate[PARTS], ms = 0;
    size_t n = 0;
    while (n < PARTS && ms < all_ms && !interrupts_came()) {
        uint64_t before = t.playouts;
        tally_run(&t);
        ms += t.cpu_ms;
        if (t.cpu_ms > 0)
            rate[n++] = (double)(t.playouts - before) * 1e3 / t.cpu_ms;
    }
    double per_s = ms > 0 ? 1e3 / ms : 0;
    return (Pace){.playouts_per_s = (double)t.playouts * per_s,
                  .moves_per_s = (double)t.moves * per_s,
                  .within = interval(rate, n),
                  .mean = tally_mean(&t),
                  .deviation = tally_deviation(&t),
                  .playouts = t.playouts,
                  .cut = t.cut};
}

static void note(char *to, size_t size, const char *text) { snprintf(to, size, "%s", text ? text : ""); }

/* By the plans given; the names of those that hold in row->plan. */
static int measure(const Options *options, const char *path, const char *backend, unsigned plan, uint64_t seed, Row *row, Pace *out)
{
    Options o = *options;
    Job job;
    o.backend = backend ? backend : "c";
    o.steady = true;
    int code = job_begin(&job, &o, path, KEEP_PLAY);
    job.compile.plan = plan;
    job.functions = FN_PLAYS;
    if (!code)
        code = job_play(&job);
    if (!code && job.player.reasoner->players > MAX_PLAYERS)
        code = EXIT_UNSUPPORTED;
    if (!code) {
        const ludc_reasoner *r = job.player.reasoner;
        double compile_ms = clock_ms() - job.began;
        note(row->name, sizeof row->name, r->name);
        note(row->backend, sizeof row->backend, job.player.backend);
        note(row->plan, sizeof row->plan, r->plan);
        bool again = out == &row->planned && !strcmp(row->plan, "standard"); /* measured already */
        if (!again)
            *out = pace(&o, &job.player, seed);
        out->compile_ms = compile_ms;
        code = job_fault(&job);
    }
    job_end(&job);
    return code;
}

static void compare(Row *row)
{
    const Pace *a = &row->standard, *b = &row->planned;
    if (!a->playouts || !b->playouts)
        return;
    row->ratio = a->playouts_per_s > 0 ? b->playouts_per_s / a->playouts_per_s : 0;
    row->length_ratio = a->mean > 0 ? b->mean / a->mean : 0;
    double error = sqrt(a->deviation * a->deviation / (double)a->playouts +
                        b->deviation * b->deviation / (double)b->playouts);
    row->apart = error > 0 ? (b->mean - a->mean) / error : 0;
}

void bench_measure(const Options *o, const char *path, const char *backend, Row *row)
{
    uint64_t seed = o->has_seed ? o->seed : 1;
    unsigned plan = IR_PLAN_ALL;
    if (o->plan)
        ir_plan_read(o->plan, &plan);
    row->code = measure(o, path, backend, 0, seed, row, &row->standard);
    /* other random numbers: two independent samples of the lengths */
    if (!row->code && plan)
        row->code = measure(o, path, backend, plan, ~seed, row, &row->planned);
    compare(row);
}
