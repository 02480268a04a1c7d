/* bench_features.c - ludc bench --features: how long each evaluator takes, for all features of one element and for sets that were learnt
 * (--set), on positions of games; or, with --games, who is stronger in matches between agents that differ in the evaluator alone.
 * A game, or a match, is measured in a process of its own; its rows are written together. */
#include "driver/bench/bench_features.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/bench/bench_apart.h"
#include "driver/folder.h"
#include "runtime/include/ludc_features.h"

enum { PATIENCE_S = 300 };
#define SECONDS_A_MOVE 0.1

typedef struct {
    const Options *options;
    Bench games; /* their paths */
    FeatureTable table;
    double began;
    unsigned patience;
} Run;

/* Of this game or match, in a process of its own. */
typedef struct {
    const Options *options;
    const char *path;
    const FeatureMatch *match;
} Task;

static bool in_time(const Run *run)
{
    return !run->options->has_stop_after || clock_ms() - run->began <= run->options->stop_after * 1e3;
}

/* Is there the set for the game?  *reason says where not. */
static bool has_set(const Run *run, const char *path, char *reason, size_t size)
{
    char *set = run->options->set ? bench_feature_set_of(run->options->set, path) : NULL;
    const bool there = !set || !access(set, R_OK);
    if (!there)
        snprintf(reason, size, "there is no %s", set);
    free(set);
    return there;
}

static int add(Run *run, const void *row)
{
    bench_feature_table_add(&run->table, row);
    return bench_feature_table_save(&run->table);
}

/* The rows of the process are added; where there are none, `without` says why. */
static int measure(Run *run, int (*fn)(void *task, FILE *rows), Task *task, void *without, char *reason, size_t size)
{
    FILE *rows;
    int status;
    if (!bench_apart(fn, task, run->patience, &rows, &status))
        return EXIT_IO;
    bench_apart_reason(status, run->patience, reason, size);
    if (!reason[0] && !bench_feature_table_read(&run->table, rows, true))
        snprintf(reason, size, "its process said nothing");
    fclose(rows);
    return reason[0] ? add(run, without) : bench_feature_table_save(&run->table);
}

/* ---- times ------------------------------------------------------------------------------------ */

static int measure_here(void *task, FILE *rows)
{
    const Task *t = task;
    return bench_feature_measure_game(t->options, t->path, rows);
}

static bool is_trained(const FeatureRow *row) { return !strncmp(row->set, FEATURES_TRAINED, strlen(FEATURES_TRAINED)); }

/* A game that was measured by this back end with sets of this kind, or that cannot be. */
static bool was_measured(const Run *run, const FeatureRow *as)
{
    const FeatureRow *row = run->table.row;
    for (size_t i = 0; i < run->table.n; i++)
        if (!strcmp(row[i].path, as->path) && !strcmp(row[i].backend, as->backend) && is_trained(&row[i]) == is_trained(as))
            return true;
    return false;
}

static int measure_times(Run *run)
{
    const Options *o = run->options;
    int code = EXIT_DONE;
    for (size_t i = 0; i < run->games.n && !code; i++) {
        FeatureRow row = {.game = ""};
        Task task = {.options = o, .path = run->games.path[i]};
        snprintf(row.path, sizeof row.path, "%s", task.path);
        snprintf(row.backend, sizeof row.backend, "%s", o->backend ? o->backend : "auto");
        snprintf(row.set, sizeof row.set, "%s", o->set ? FEATURES_TRAINED : "");
        if (was_measured(run, &row) || !in_time(run))
            continue;
        code = has_set(run, task.path, row.reason, sizeof row.reason) ? measure(run, measure_here, &task, &row, row.reason, sizeof row.reason) : add(run, &row);
    }
    return code;
}

/* ---- matches ------------------------------------------------------------------------------------- */

static int play_here(void *task, FILE *rows)
{
    const Task *t = task;
    return bench_feature_play_match(t->options, t->match, rows);
}

static bool was_played(const Run *run, const FeatureMatch *as)
{
    const FeatureMatch *row = run->table.row;
    for (size_t i = 0; i < run->table.n; i++)
        if (!strcmp(row[i].path, as->path) && !strcmp(row[i].evaluator, as->evaluator) && !strcmp(row[i].against, as->against))
            return true;
    return false;
}

static int play_pair(Run *run, const char *path, size_t one, size_t other)
{
    FeatureMatch row = {.seconds = run->options->has_seconds ? run->options->seconds : SECONDS_A_MOVE};
    Task task = {.options = run->options, .match = &row};
    snprintf(row.path, sizeof row.path, "%s", path);
    snprintf(row.evaluator, sizeof row.evaluator, "%s", ludc_feature_evaluator(one));
    snprintf(row.against, sizeof row.against, "%s", ludc_feature_evaluator(other));
    return was_played(run, &row) || !in_time(run) ? EXIT_DONE : measure(run, play_here, &task, &row, row.reason, sizeof row.reason);
}

static int play_pairs(Run *run, const char *path)
{
    FeatureMatch none = {.game = ""};
    int code = EXIT_DONE;
    snprintf(none.path, sizeof none.path, "%s", path);
    if (!has_set(run, path, none.reason, sizeof none.reason))
        return was_played(run, &none) ? code : add(run, &none);
    for (size_t a = 0; a < ludc_feature_evaluators(); a++)
        for (size_t b = a + 1; b < ludc_feature_evaluators() && !code; b++)
            code = play_pair(run, path, a, b);
    return code;
}

static int play_matches(Run *run)
{
    int code = EXIT_DONE;
    for (size_t i = 0; i < run->games.n && !code; i++)
        code = play_pairs(run, run->games.path[i]);
    return code;
}

/* ---- the command ------------------------------------------------------------------------------------ */

/* EXIT_DONE where any game was measured. */
static int code_of(const Run *run)
{
    bool any = !run->table.n;
    for (size_t i = 0; i < run->table.n; i++)
        any = any || !((const char *)bench_feature_table_row(&run->table, i))[run->table.kind->reason];
    return any ? EXIT_DONE : EXIT_UNSUPPORTED;
}

static int run_all(Run *run)
{
    const Options *o = run->options;
    int code = EXIT_DONE;
    for (size_t i = 0; i < o->arg.n && !code; i++)
        code = corpus_add(&run->games, o->arg.at[i]);
    if (!code && o->out)
        code = folder_make(o->out);
    if (code)
        return code;
    bench_feature_table_begin(&run->table, o->has_games ? &bench_feature_matches : &bench_feature_rows, o->out, o->has_games ? "matches.tsv" : "features.tsv", o->resume);
    code = o->has_games ? play_matches(run) : measure_times(run);
    if (!code)
        code = bench_feature_table_save(&run->table);
    if (!code && o->out)
        code = (o->has_games ? bench_feature_plot_matches : bench_feature_plot_times)(&run->table, o->out);
    if (!code)
        code = code_of(run);
    bench_feature_table_end(&run->table);
    return code;
}

int bench_features(const Options *o)
{
    if (o->has_games && !o->set)
        return usage_error(o, "matches (--games) are between agents with a set that was learnt: --set says where it is");
    Run run = {.options = o, .began = clock_ms(), .table.seed = o->has_seed ? o->seed : 1, .patience = o->has_games ? 0 : PATIENCE_S};
    if (o->has_patience && o->patience < 1u << 30)
        run.patience = (unsigned)o->patience;
    const int code = run_all(&run);
    for (size_t i = 0; i < run.games.n; i++)
        free(run.games.path[i]);
    free(run.games.path);
    return code;
}
