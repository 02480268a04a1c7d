/* bench_features.c - ludc bench --features: how long each evaluator takes for each of the paper's sets, of all features of one
 * element, on positions of random games.  A game is measured in a process of its own; its rows are written together. */
#include "driver/bench/bench_features.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/memory.h"
#include "driver/bench/bench.h"
#include "driver/features/features.h"
#include "driver/features/features_time.h"
#include "driver/folder.h"
#include "ir/offer/offer.h"

enum { PATIENCE_S = 300, SAMPLE_MOVES = 20000, SAMPLE_POSITIONS = 1000, LONGEST = 500 };

static const struct {
    const char *name;
    unsigned m, n;
} sets[] = {{"1-1", 1, 1}, {"1-2", 1, 2}, {"2-2", 2, 2}, {"2-3", 2, 3}, {"2-4", 2, 4}};

enum { SETS = sizeof sets / sizeof *sets };

/* ---- one game, in its process ------------------------------------------------------------- */

typedef struct {
    Job *job;
    const FeatureSample *sample;
    FeatureRow row; /* what all rows of the game have */
    double first;   /* ns of naive on the first set */
    double seconds;
    FILE *to;
} Measuring;

static void put_row(Measuring *m, const FeatureRow *row)
{
    Out out = {0};
    feature_row(row, &out);
    fputs(out.text, m->to);
    out_free(&out);
}

static void measure_one(Measuring *m, const ludc_features *set, const char *name, size_t evaluator)
{
    ludc_error error = {0};
    const ludc_feature_options options = {.evaluator = ludc_feature_evaluator(evaluator)};
    FeatureRow row = m->row;
    snprintf(row.set, sizeof row.set, "%s", name);
    snprintf(row.evaluator, sizeof row.evaluator, "%s", options.evaluator);
    row.features = (unsigned)ludc_features_count(set);
    const double began = clock_ms();
    ludc_feature_eval *e = ludc_feature_eval_new(m->job->player.reasoner, set, &options, &error);
    row.init_ms = clock_ms() - began;
    if (e) {
        row.ns = feature_time(e, m->sample, m->seconds);
        row.mb = (double)ludc_feature_eval_bytes(e) / 1e6;
        m->first = m->first > 0 ? m->first : row.ns;
        row.slowdown = row.ns / m->first;
    } else
        snprintf(row.reason, sizeof row.reason, "%.100s", error.message);
    put_row(m, &row);
    ludc_feature_eval_free(e);
}

/* Weights that differ, so that nothing can be left out. */
static void give_weights(ludc_features *set)
{
    for (size_t i = 0; i < ludc_features_count(set); i++)
        ludc_feature_set_weight(set, i, (double)(i * 7919 % 1009) / 1009 - 0.5);
}

static int measure_sets(Measuring *m)
{
    for (size_t s = 0; s < SETS; s++) {
        ludc_error error = {0};
        ludc_features *set = ludc_features_atomic(m->job->player.reasoner, sets[s].m, sets[s].n, &error);
        if (!set)
            return features_refused(&error);
        give_weights(set);
        features_compile(m->job, set);
        for (size_t k = 0; k < ludc_feature_evaluators(); k++)
            measure_one(m, set, sets[s].name, k);
        ludc_features_free(set);
    }
    return EXIT_DONE;
}

static int measure_game(const Options *o, const char *path, FILE *to)
{
    Job job = {.options = o};
    FeatureSample sample = {0};
    int code = job_begin(&job, o, path, KEEP_ALL);
    job.compile.offers = IR_OFFER_GEOMETRY | IR_OFFER_ACTIONS;
    if (!code)
        code = job_play(&job);
    if (!code && !feature_sample(&sample, job.player.reasoner, o->has_seed ? o->seed : 1, SAMPLE_MOVES, SAMPLE_POSITIONS,
                                 o->has_max_moves ? o->max_moves : LONGEST)) {
        say("ludc: no moves that features could speak of");
        code = EXIT_UNSUPPORTED;
    }
    if (!code) {
        Measuring m = {.job = &job, .sample = &sample, .seconds = o->has_seconds ? o->seconds : 0.2, .to = to};
        snprintf(m.row.path, sizeof m.row.path, "%s", path);
        snprintf(m.row.game, sizeof m.row.game, "%s", job.game->name);
        snprintf(m.row.backend, sizeof m.row.backend, "%s", o->backend ? o->backend : "auto");
        m.row.positions = (unsigned)sample.npos;
        m.row.moves = (unsigned)sample.nmove;
        code = measure_sets(&m);
    }
    feature_sample_free(&sample);
    job_end(&job);
    return code;
}

/* ---- all games ------------------------------------------------------------------------------- */

typedef struct {
    const Options *options;
    char *path; /* of the table, or NULL */
    FeatureRow *row;
    size_t n, room;
    double began;
} Run;

static void keep_row(Run *run, const FeatureRow *row)
{
    if (run->n == run->room) {
        run->room = run->room ? 2 * run->room : 64;
        run->row = realloc(run->row, run->room * sizeof *run->row);
        if (!run->row)
            memory_out();
    }
    run->row[run->n++] = *row;
}

/* A game that was measured by this back end, or that cannot be. */
static bool is_done(const Run *run, const char *path)
{
    const char *backend = run->options->backend ? run->options->backend : "auto";
    for (size_t i = 0; i < run->n; i++)
        if (!strcmp(run->row[i].path, path) && !strcmp(run->row[i].backend, backend))
            return true;
    return false;
}

static void read_table(Run *run)
{
    FILE *file = run->options->resume ? fopen(run->path, "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    FeatureRow row;
    while (file && getline(&line, &room, file) >= 0)
        if (line[0] != '#' && strchr(line, '\n') && feature_row_read(line, &row))
            keep_row(run, &row);
    free(line);
    if (file)
        fclose(file);
}

/* The whole table with its ranks, as it stands. */
static int write_table(const Run *run)
{
    Out out = {0};
    feature_head(&out);
    for (size_t i = 0; i < run->n; i++)
        feature_row(&run->row[i], &out);
    feature_ranks(run->row, run->n, &out);
    const int code = run->path ? write_out(&out, run->path, 0644) : EXIT_DONE;
    out_free(&out);
    return code;
}

static void print_row(const FeatureRow *row)
{
    Out out = {0};
    feature_row(row, &out);
    fputs(out.text, stdout);
    fflush(stdout);
    out_free(&out);
}

/* Rows of the process, or one that says why there are none. */
static void take_rows(Run *run, const char *path, FILE *rows, int status)
{
    char *line = NULL;
    size_t room = 0, before = run->n;
    FeatureRow row;
    rewind(rows);
    while (WIFEXITED(status) && !WEXITSTATUS(status) && getline(&line, &room, rows) >= 0)
        if (feature_row_read(line, &row)) {
            keep_row(run, &row);
            print_row(&row);
        }
    free(line);
    if (run->n > before)
        return;
    row = (FeatureRow){.game = ""};
    snprintf(row.path, sizeof row.path, "%s", path);
    snprintf(row.backend, sizeof row.backend, "%s", run->options->backend ? run->options->backend : "auto");
    if (WIFSIGNALED(status))
        snprintf(row.reason, sizeof row.reason, "%s %d", WTERMSIG(status) == SIGALRM ? "gave up: signal" : "crashed by signal", WTERMSIG(status));
    else
        snprintf(row.reason, sizeof row.reason, "exit code %d", WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_BUG);
    keep_row(run, &row);
    print_row(&row);
}

static int measure_apart(Run *run, const char *path)
{
    const Options *o = run->options;
    FILE *rows = tmpfile();
    int status = 0;
    sigset_t before;
    if (!rows)
        return EXIT_IO;
    fflush(stdout);
    cleanup_hold(&before);
    const pid_t pid = fork();
    if (!pid) {
        cleanup_release(&before);
        alarm(o->has_patience && o->patience < 1u << 30 ? (unsigned)o->patience : PATIENCE_S);
        const int code = measure_game(o, path, rows);
        fflush(stderr);
        _exit(fflush(rows) ? EXIT_IO : code);
    }
    const int note = pid > 0 ? cleanup_note_child(pid, 0) : -1;
    cleanup_release(&before);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    cleanup_forget(note);
    if (pid > 0)
        take_rows(run, path, rows, status);
    fclose(rows);
    return pid > 0 ? EXIT_DONE : EXIT_IO;
}

static int measure_all(Run *run, const Bench *games)
{
    const Options *o = run->options;
    int code = EXIT_DONE;
    Out head = {0};
    feature_head(&head);
    fputs(head.text, stdout);
    out_free(&head);
    for (size_t i = 0; i < games->n && !code; i++) {
        if (is_done(run, games->path[i]) || (o->has_stop_after && clock_ms() - run->began > o->stop_after * 1e3))
            continue;
        code = measure_apart(run, games->path[i]);
        if (!code)
            code = write_table(run);
    }
    return code;
}

/* EXIT_DONE where any game was measured, else why the first was not. */
static int print_ranks(const Run *run)
{
    Out out = {0};
    bool any = !run->n;
    feature_ranks(run->row, run->n, &out);
    fputs(out.text, stdout);
    out_free(&out);
    for (size_t i = 0; i < run->n; i++)
        any = any || !run->row[i].reason[0];
    return any ? EXIT_DONE : EXIT_UNSUPPORTED;
}

int bench_features(const Options *o)
{
    Bench games = {0};
    Run run = {.options = o, .began = clock_ms()};
    Out path = {0};
    int code = EXIT_DONE;
    for (size_t i = 0; i < o->arg.n && !code; i++)
        code = corpus_add(&games, o->arg.at[i]);
    if (!code && o->out)
        code = folder_make(o->out);
    if (!code && o->out) {
        out_printf(&path, "%s/features.tsv", o->out);
        run.path = path.text;
        read_table(&run);
    }
    if (!code)
        code = measure_all(&run, &games);
    if (!code)
        code = print_ranks(&run);
    for (size_t i = 0; i < games.n; i++)
        free(games.path[i]);
    free(games.path);
    free(run.row);
    out_free(&path);
    return code;
}
