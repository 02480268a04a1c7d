/* bench_features.h - ludc bench --features: the evaluators of features against each other, by time and by matches. */
#ifndef LUDC_DRIVER_BENCH_FEATURES_H
#define LUDC_DRIVER_BENCH_FEATURES_H

#include <stdio.h>

#include "driver/bench/bench.h"
#include "driver/command.h"

/* Rows on standard output, and in features.tsv (matches.tsv) of --out with plots; 0 or an exit code. */
int bench_features(const Options *options);

/* ---- what is measured (bench_features_game.c, bench_features_match.c) ---- */

/* Sets that were learnt (--set) begin with this name. */
#define FEATURES_TRAINED "trained"

/* One evaluator on one set of a game. */
typedef struct {
    char path[256], game[64], set[24], evaluator[16], backend[16], reason[128];
    unsigned features, positions, moves;
    double ns, init_ms, mb;
    double slowdown; /* ns over that of naive on Atomic-1-1 */
} FeatureRow;

/* Two agents that differ in the evaluator alone. */
typedef struct {
    char path[256], game[64], evaluator[16], against[16], reason[128];
    unsigned games, wins, draws, losses; /* of the first */
    double seconds;                      /* a move */
} FeatureMatch;

/* Rows of a game, measured in this process; 0 or an exit code after saying why not. */
int bench_feature_measure_game(const Options *options, const char *path, FILE *rows);
/* Its match; `row` says which. */
int bench_feature_play_match(const Options *options, const FeatureMatch *row, FILE *rows);
/* The set for a game: the file itself, in a folder FOLDER/GAME/policy.features, as `train --out FOLDER/GAME` left it.  The caller frees. */
char *bench_feature_set_of(const char *set, const char *path);

/* ---- tables (bench_features_table.c) ---- */

typedef struct {
    size_t size, reason; /* of a row, and where in it stands why it was not measured ("": it was) */
    const char *head;
    size_t columns;
    void (*put)(const void *row, Out *out);
    void (*take)(char *const *field, void *row);               /* as put wrote it */
    void (*sums)(const void *row, size_t n, uint64_t seed, Out *out); /* comments behind the rows */
} FeatureRows;

extern const FeatureRows bench_feature_rows, bench_feature_matches;

typedef struct {
    const FeatureRows *kind;
    char *path; /* NULL: there is no file */
    void *row;  /* [n] of kind->size bytes */
    size_t n, room;
    uint64_t seed;
    Out sums;      /* of the first `summed` rows */
    size_t summed;
} FeatureTable;

/* Begins FOLDER/NAME (NULL: no file); with `resume` the rows that it has are kept. */
void bench_feature_table_begin(FeatureTable *table, const FeatureRows *kind, const char *folder, const char *name, bool resume);
const void *bench_feature_table_row(const FeatureTable *table, size_t i);
/* Keeps the row, and prints it. */
void bench_feature_table_add(FeatureTable *table, const void *row);
/* Adds all rows that the file has; how many. */
size_t bench_feature_table_read(FeatureTable *table, FILE *rows, bool print);
/* The file as a whole; 0 or EXIT_IO after saying why not. */
int bench_feature_table_save(FeatureTable *table);
void bench_feature_table_end(FeatureTable *table);

/* ---- what matches add up to (bench_features_scores.c) ---- */

/* Scores over games, and how likely each is the better one, with intervals. */
void bench_feature_scores(const void *row, size_t n, uint64_t seed, Out *out);

enum { PROFILE = 21 }; /* thresholds, from 0 to 1 */

typedef struct {
    double value, low, high;
} Estimate;

/* An evaluator over all games.  R. Agarwal et al., "Deep Reinforcement Learning at the Edge of the Statistical Precipice" (NeurIPS 2021): intervals of
 * 95 % by the percentiles of 2,000 replicates, for which the games of each match are drawn anew. */
typedef struct {
    const char *name;
    Estimate median, iqm, mean;  /* of its scores, one a game: what its single games were worth in the mean over opponents */
    Estimate profile[PROFILE];   /* the share of games in which its score is above the threshold */
    Estimate *over;              /* [n] what games with each of the others were worth in the mean over all games */
} FeatureScore;

/* Of games that all pairs of them played; *games: how many those are.  The caller frees with bench_feature_scores_free. */
FeatureScore *bench_feature_scores_make(const FeatureMatch *row, size_t nrow, uint64_t seed, size_t *n, size_t *games);
void bench_feature_scores_free(FeatureScore *score);

/* ---- plots (bench_features_plots.c) ---- */

/* Data and scripts of gnuplot, and what it draws; 0 or an exit code. */
int bench_feature_plot_times(const FeatureTable *table, const char *folder);
int bench_feature_plot_matches(const FeatureTable *table, const char *folder);

#endif
