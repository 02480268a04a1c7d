/* bench.h - what the files of `ludc bench` share. */
#ifndef LUDC_DRIVER_BENCH_H
#define LUDC_DRIVER_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/out.h"
#include "driver/command.h"

/* Playouts of a game by one plan. */
typedef struct {
    double playouts_per_s, moves_per_s; /* per second of processor time */
    double within; /* half the 95 % interval of playouts_per_s, by the rates of parts of the time; NAN: there was one part */
    double mean, deviation;             /* of the lengths; the deviation is NAN in rows of an earlier run */
    double compile_ms;                  /* wall clock */
    uint64_t playouts, cut;
} Pace;

/* What was found out about a game; plain memory, as it comes from another process. */
typedef struct {
    char name[128], backend[16], plan[64];
    char reason[256]; /* why it was not measured; "": it was */
    int code;         /* exit code of the measurement */
    Pace standard, planned; /* planned.playouts = 0: there is no plan but standard */
    double ratio;           /* planned over standard, playouts/s */
    double length_ratio;    /* planned over standard, mean length */
    double apart;           /* the standard errors between the mean lengths */
} Row;

typedef struct {
    char **path; /* [n], owned */
    const char **backend; /* [n] what was asked for; NULL: nothing, the usual one */
    Row *row;          /* [n] */
    size_t n;
    char **other; /* [nother] rows of the table of other games, as they were read; owned */
    size_t nother;
} Bench;

/* The reason of a game that was not begun (--stop-after). */
#define BENCH_LEFT "left for another run"

/* Gathers the games that a word means: a game, a folder (its games, and those of the
 * folders in it, in order), or a list with a game a line.  0 or the exit code after
 * saying what is wrong. */
int corpus_add(Bench *bench, const char *word);

/* Measures one game in this process; `backend` as in Bench. */
void bench_measure(const Options *options, const char *path, const char *backend, Row *row);

/* A table that grows by rows. */
typedef struct {
    char *path; /* NULL: there is none */
} BenchTable;

/* Begins the table of a folder, beside the old one, which it then replaces.  With `resume` the rows that it had are
 * kept, those of the games asked for are `done`.  false after saying why not: then the old one is whole. */
bool bench_table(BenchTable *table, const char *folder, bool resume, Bench *bench, bool *done);
/* Appends a row; one that has no room leaves no part of it. */
void bench_add_row(const Bench *bench, size_t i, const BenchTable *table);
void bench_table_end(BenchTable *table);
/* The head, the rows of other games, and those of these that are done (NULL: all). */
void bench_whole(const Bench *bench, const bool *done, Out *out);

/* ---- what it adds up to ---- */

/* Does the row count in the summary of that name? */
bool row_in_plan(const Row *row, const char *plan);
static inline bool row_has_plan(const Row *row) { return !row->reason[0] && row->planned.playouts > 0; }

void bench_sort(double *value, size_t n); /* ascending */
/* The share q of n > 0 sorted values, between two of them where it falls there. */
double bench_quantile(const double *value, size_t n, double q);

/* Of the ratios of all games with one plan. */
typedef struct {
    const char *plan;
    size_t n;
    double min, low, median, mean, high, max; /* low, high: quartiles */
} Summary;

/* One for each plan that occurs, by name, and behind several one of all; *n: how many.  The caller frees. */
Summary *bench_summary(const Bench *bench, size_t *n);

void bench_head(Out *out);                                  /* of the TSV */
void bench_row(const Bench *bench, size_t i, Out *out);
void bench_tail(const Bench *bench, Out *out);              /* comments: the summary */
void bench_json(const Bench *bench, Out *out);
/* A head and rows for people, in columns. */
void bench_lines_head(Out *out);
void bench_line(const Bench *bench, size_t i, Out *out);

/* ---- pictures ---- */

/* Far from the others of its plan: beyond the quartiles by more than 1.5 times what lies between them (Tukey). */
bool bench_is_outlier(const Row *row, const Summary *summary);
/* Data and scripts of gnuplot; 0 or an exit code after saying why not. */
int bench_plots_save(const Bench *bench, const Summary *summary, size_t n, const char *folder);
/* Runs them, those of n plans; false: gnuplot is missing, or failed. */
bool bench_plots_draw(size_t n, const char *folder);

/* Table, plots and a page into a folder; 0 or an exit code after saying why not. */
int bench_page(const Bench *bench, const Options *options, const char *folder);

#endif
