/* bench_features.h - ludc bench --features: the evaluators of features against each other. */
#ifndef LUDC_DRIVER_BENCH_FEATURES_H
#define LUDC_DRIVER_BENCH_FEATURES_H

#include "driver/command.h"

/* Rows on standard output, and in features.tsv of --out; 0 or an exit code. */
int bench_features(const Options *options);

/* ---- bench_features_ranks.c ---- */

/* One evaluator on one set of a game. */
typedef struct {
    char path[256], game[64], set[8], evaluator[16], backend[16], reason[128];
    unsigned features, positions, moves;
    double ns, init_ms, mb;
    double slowdown; /* ns over that of naive on Atomic-1-1 */
} FeatureRow;

void feature_row(const FeatureRow *row, Out *out);
/* A row as feature_row writes it; false: it is none. */
bool feature_row_read(char *line, FeatureRow *row);
void feature_head(Out *out);
/* Comments: how often each evaluator is first, second, .., its median slowdown and how often naive takes as long. */
void feature_ranks(const FeatureRow *row, size_t n, Out *out);

#endif
