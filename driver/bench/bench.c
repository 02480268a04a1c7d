/* bench.c - ludc bench: how fast the games of a corpus play, with and without their
 * playout plans.  Each game is measured in a process of its own, so that one that fails,
 * crashes or never ends costs a row and no more. */
#include "driver/bench/bench.h"
#include "driver/bench/bench_apart.h"
#include "driver/bench/bench_features.h"
#include "driver/folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/memory.h"
#include "ir/plan/plan.h"

enum { MOST_AT_ONCE = 256, PATIENCE_S = 300 };

/* A game that is being measured. */
typedef struct {
    pid_t pid;
    size_t game;
    FILE *row, *said; /* what it found; its standard error */
    int note;         /* for a signal */
} Child;

typedef struct {
    const Options *options;
    Bench bench;
    bool *done;      /* [n] */
    double began;    /* clock_ms */
    size_t printed;  /* rows that were written already */
    Child child[MOST_AT_ONCE];
    size_t nchild, most;
    BenchTable table; /* of --out */
    bool terminal;   /* somebody watches */
    bool columns;    /* somebody reads: no tabs */
    unsigned patience;
    char *names; /* of the back ends; owned */
} Run;

/* ---- a process a game ------------------------------------------------------------- */

static void child_main(const Run *run, const Child *child)
{
    Row row = {0};
    dup2(fileno(child->said), STDERR_FILENO);
    alarm(run->patience);
    bench_measure(run->options, run->bench.path[child->game], run->bench.backend[child->game], &row);
    fflush(stderr);
    bool good = fwrite(&row, sizeof row, 1, child->row) == 1 && fflush(child->row) == 0;
    _exit(good ? 0 : EXIT_IO);
}

static int start(Run *run, size_t game)
{
    Child *child = &run->child[run->nchild];
    *child = (Child){.game = game, .row = tmpfile(), .said = tmpfile()};
    if (child->row && child->said) {
        fflush(stdout);
        sigset_t before;
        cleanup_hold(&before);
        child->pid = fork();
        if (child->pid == 0) {
            cleanup_release(&before);
            child_main(run, child);
        }
        child->note = child->pid > 0 ? cleanup_note_child(child->pid, 0) : -1;
        cleanup_release(&before);
        if (child->pid > 0) {
            run->nchild++;
            return EXIT_DONE;
        }
    }
    say("ludc: cannot start a process: %s", strerror(errno));
    return EXIT_IO;
}

/* One line: the first error that the process told, else its last words. */
static void reason_of(FILE *said, char *out, size_t size)
{
    char line[1024];
    bool error = false;
    out[0] = '\0';
    rewind(said);
    while (!error && fgets(line, sizeof line, said)) {
        line[strcspn(line, "\r\n")] = '\0';
        for (char *c = line; *c; c++)
            if (*c == '\t')
                *c = ' ';
        error = strstr(line, ": error: ") != NULL;
        if (line[0] && !strstr(line, " --help` says more"))
            snprintf(out, size, "%.*s", (int)size - 1, strncmp(line, "ludc: ", 6) ? line : line + 6);
    }
}

static void finish(Run *run, Child *child, int status)
{
    Row *row = &run->bench.row[child->game];
    cleanup_forget(child->note);
    rewind(child->row);
    if (WIFSIGNALED(status)) {
        row->code = EXIT_BUG;
        bench_apart_reason(status, run->patience, row->reason, sizeof row->reason);
    } else if (fread(row, sizeof *row, 1, child->row) != 1) {
        row->code = EXIT_IO;
        snprintf(row->reason, sizeof row->reason, "its process said nothing");
    } else if (row->code) {
        reason_of(child->said, row->reason, sizeof row->reason);
        if (!row->reason[0])
            snprintf(row->reason, sizeof row->reason, "exit code %d", row->code);
    }
    run->done[child->game] = true;
    bench_add_row(&run->bench, child->game, &run->table);
    fclose(child->row);
    fclose(child->said);
    *child = run->child[--run->nchild];
}

static void wait_for_one(Run *run)
{
    int status;
    pid_t pid = wait(&status);
    for (size_t i = 0; pid > 0 && i < run->nchild; i++)
        if (run->child[i].pid == pid) {
            finish(run, &run->child[i], status);
            return;
        }
}

/* ---- the run ---------------------------------------------------------------------- */

/* Rows appear in the order of the games, each as soon as those before it are there. */
static void print_rows(Run *run)
{
    while (!run->options->json && run->printed < run->bench.n && run->done[run->printed]) {
        Out out = {0};
        if (run->printed == 0)
            (run->columns ? bench_lines_head : bench_head)(&out);
        (run->columns ? bench_line : bench_row)(&run->bench, run->printed++, &out);
        if (run->terminal)
            fputs("\r\033[K", stderr);
        fputs(out.text, stdout);
        out_free(&out);
    }
}

static void show_progress(const Run *run)
{
    size_t done = 0;
    if (!run->terminal)
        return;
    for (size_t i = 0; i < run->bench.n; i++)
        done += run->done[i];
    fprintf(stderr, "\r\033[K[%zu/%zu] %.60s", done, run->bench.n,
            run->nchild ? run->bench.path[run->child[run->nchild - 1].game] : "");
}

/* Too late to begin with the game? */
static bool leave_out(Run *run, size_t game)
{
    const Options *o = run->options;
    if (!o->has_stop_after || clock_ms() - run->began < o->stop_after * 1e3)
        return false;
    Row *row = &run->bench.row[game];
    snprintf(row->reason, sizeof row->reason, "%s", BENCH_LEFT);
    run->done[game] = true;
    return true;
}

static int measure_all(Run *run)
{
    int code = EXIT_DONE;
    for (size_t next = 0; !code && (next < run->bench.n || run->nchild);) {
        bool begin = next < run->bench.n && run->nchild < run->most;
        if (begin && !run->done[next] && !leave_out(run, next))
            code = start(run, next++);
        else if (begin)
            next++;
        else
            wait_for_one(run);
        print_rows(run);
        show_progress(run);
    }
    if (run->terminal)
        fputs("\r\033[K", stderr);
    return code;
}

/* When nothing at all was measured, the reason of the first game. */
static int code_of(const Bench *bench)
{
    for (size_t i = 0; i < bench->n; i++)
        if (!bench->row[i].code)
            return EXIT_DONE;
    return bench->n ? bench->row[0].code : EXIT_DONE;
}

static int print_end(const Run *run)
{
    Out out = {0};
    if (run->options->json)
        bench_json(&run->bench, &out);
    else
        bench_tail(&run->bench, &out);
    int code = write_out(&out, NULL, 0);
    out_free(&out);
    if (!code && run->options->out)
        code = bench_page(&run->bench, run->options, run->options->out);
    return code ? code : code_of(&run->bench);
}

/* Each game by each of the back ends asked for, NAME,NAME..; the names are cut out of `names`. */
static void multiply(Bench *b, char *names)
{
    size_t most = 1, n = b->n;
    for (const char *c = names; c && *c; c++)
        most += *c == ',';
    b->path = realloc(b->path, (n * most + 1) * sizeof *b->path);
    b->backend = calloc(n * most + 1, sizeof *b->backend);
    if (!b->path || !b->backend)
        memory_out();
    size_t k = 0;
    char *rest = NULL;
    for (char *name = names ? strtok_r(names, ",", &rest) : NULL; name; name = strtok_r(NULL, ",", &rest), k++)
        for (size_t i = 0; i < n; i++) {
            if (k && !(b->path[k * n + i] = strdup(b->path[i])))
                memory_out();
            b->backend[k * n + i] = name;
        }
    b->n = n * (k ? k : 1);
}

static int bench_games(Run *run)
{
    const Options *o = run->options;
    int code = EXIT_DONE;
    for (size_t i = 0; i < o->arg.n && !code; i++)
        code = corpus_add(&run->bench, o->arg.at[i]);
    if (!code && !run->bench.n)
        return usage_error(o, "there is no game in %s", o->arg.at[0]);
    if (o->backend && !(run->names = strdup(o->backend)))
        memory_out();
    multiply(&run->bench, run->names);
    run->bench.row = calloc(run->bench.n + 1, sizeof *run->bench.row);
    run->done = calloc(run->bench.n + 1, sizeof *run->done);
    if (!run->bench.row || !run->done)
        memory_out();
    if (!code && o->out)
        code = folder_make(o->out);
    if (!code && o->out && !bench_table(&run->table, o->out, o->resume, &run->bench, run->done))
        code = EXIT_IO;
    if (!code)
        code = measure_all(run);
    bench_table_end(&run->table);
    return code ? code : print_end(run);
}

int cmd_bench(const Options *options)
{
    if (!options->arg.n)
        return usage_error(options, "a GAME, a folder or a list of games is missing");
    if (options->has_threads && (options->threads < 1 || options->threads > MOST_AT_ONCE))
        return usage_error(options, "at most %d games at once", MOST_AT_ONCE);
    if (options->resume && !options->out)
        return usage_error(options, "--resume goes on with the table of --out DIR");
    if (options->bench_features)
        return bench_features(options);
    unsigned plan;
    if (options->plan && !ir_plan_read(options->plan, &plan))
        return usage_error(options, "there is no plan `%s`", options->plan);
    Run run = {
        .options = options,
        .most = options->has_threads ? (size_t)options->threads : 1,
        .began = clock_ms(),
        .terminal = isatty(STDERR_FILENO) != 0,
        .columns = isatty(STDOUT_FILENO) != 0,
        .patience = options->has_patience && options->patience < 1u << 30 ? (unsigned)options->patience : PATIENCE_S,
    };
    int code = bench_games(&run);
    for (size_t i = 0; i < run.bench.n; i++)
        free(run.bench.path[i]);
    for (size_t i = 0; i < run.bench.nother; i++)
        free(run.bench.other[i]);
    free(run.bench.other);
    free(run.bench.path);
    free(run.bench.backend);
    free(run.names);
    free(run.bench.row);
    free(run.done);
    return code;
}
