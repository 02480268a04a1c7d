/* bench_features_ranks.c - times of `ludc bench --features`, and what they add up to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "driver/bench/bench_features.h"

enum { MOST_NAMES = 16 };

static void put_row(const void *row, Out *out)
{
    const FeatureRow *r = row;
    out_tsv_field(out, r->path);
    out_char(out, '\t');
    out_tsv_field(out, r->game);
    out_printf(out, "\t%s\t%u\t%s\t%s\t", r->set, r->features, r->evaluator, r->backend);
    if (r->reason[0])
        out_puts(out, "\t\t\t\t\t\t");
    else
        out_printf(out, "%.4g\t%.4g\t%.4g\t%.4g\t%u\t%u\t", r->ns, r->slowdown, r->init_ms, r->mb, r->positions, r->moves);
    out_tsv_field(out, r->reason);
    out_char(out, '\n');
}

static void take_row(char *const *field, void *row)
{
    FeatureRow *r = row;
    *r = (FeatureRow){.features = (unsigned)strtoul(field[3], NULL, 10), .ns = strtod(field[6], NULL), .slowdown = strtod(field[7], NULL), .init_ms = strtod(field[8], NULL), .mb = strtod(field[9], NULL), .positions = (unsigned)strtoul(field[10], NULL, 10), .moves = (unsigned)strtoul(field[11], NULL, 10)};
    snprintf(r->path, sizeof r->path, "%s", field[0]);
    snprintf(r->game, sizeof r->game, "%s", field[1]);
    snprintf(r->set, sizeof r->set, "%s", field[2]);
    snprintf(r->evaluator, sizeof r->evaluator, "%s", field[4]);
    snprintf(r->backend, sizeof r->backend, "%s", field[5]);
    snprintf(r->reason, sizeof r->reason, "%s", field[12]);
}

/* ---- ranks ------------------------------------------------------------------------------ */

/* Names in the order in which they occur. */
typedef struct {
    const char *name[MOST_NAMES];
    size_t n;
} Names;

static size_t index_of(Names *names, const char *name)
{
    size_t i = 0;
    while (i < names->n && strcmp(names->name[i], name) != 0)
        i++;
    if (i == names->n && names->n < MOST_NAMES)
        names->name[names->n++] = name;
    return i;
}

/* 1 where nobody is faster; of its game, set and back end.  0: it was not measured. */
static size_t rank_of(const FeatureRow *row, size_t n, const FeatureRow *mine)
{
    size_t rank = 1;
    for (size_t i = 0; i < n; i++)
        rank += !row[i].reason[0] && row[i].ns < mine->ns && !strcmp(row[i].set, mine->set) && !strcmp(row[i].path, mine->path) &&
                !strcmp(row[i].backend, mine->backend);
    return mine->reason[0] ? 0 : rank;
}

static const FeatureRow *naive_of(const FeatureRow *row, size_t n, const FeatureRow *mine)
{
    for (size_t i = 0; i < n; i++)
        if (!row[i].reason[0] && !strcmp(row[i].evaluator, "naive") && !strcmp(row[i].set, mine->set) &&
            !strcmp(row[i].path, mine->path) && !strcmp(row[i].backend, mine->backend))
            return &row[i];
    return NULL;
}

static double median(double *value, size_t n)
{
    bench_sort(value, n);
    return n ? bench_quantile(value, n, 0.5) : 0;
}

static void rank_line(const FeatureRow *row, size_t n, const char *set, const char *evaluator, Out *out)
{
    size_t ranks[MOST_NAMES + 1] = {0}, games = 0, with = 0;
    double *slow = calloc(n + 1, sizeof *slow), *times = calloc(n + 1, sizeof *times);
    if (!slow || !times)
        memory_out();
    for (size_t i = 0; i < n; i++) {
        if (strcmp(row[i].set, set) != 0 || strcmp(row[i].evaluator, evaluator) != 0 || row[i].reason[0])
            continue;
        const size_t rank = rank_of(row, n, &row[i]);
        const FeatureRow *naive = naive_of(row, n, &row[i]);
        ranks[rank < MOST_NAMES ? rank : MOST_NAMES]++;
        slow[games++] = row[i].slowdown;
        if (naive)
            times[with++] = naive->ns / row[i].ns;
    }
    out_printf(out, "# %s\t%s\t%zu", set, evaluator, games);
    for (size_t k = 1; k <= 5; k++)
        out_printf(out, "\t%zu", ranks[k]);
    out_printf(out, "\t%.3g\t%.3g\n", median(slow, games), median(times, with));
    free(slow);
    free(times);
}

/* How often each evaluator is first, second, .., its median slowdown and how often naive takes as long. */
static void put_ranks(const void *rows, size_t n, uint64_t seed, Out *out)
{
    (void)seed;
    const FeatureRow *row = rows;
    Names sets = {0}, evaluators = {0};
    for (size_t i = 0; i < n; i++) {
        if (row[i].evaluator[0]) {
            index_of(&sets, row[i].set);
            index_of(&evaluators, row[i].evaluator);
        }
    }
    out_puts(out, "# set\tevaluator\tgames\tfirst\tsecond\tthird\tfourth\tfifth\tmedian slowdown against naive on 1-1\tmedian of naive over it\n");
    for (size_t s = 0; s < sets.n; s++)
        for (size_t e = 0; e < evaluators.n; e++)
            rank_line(row, n, sets.name[s], evaluators.name[e], out);
    out_puts(out, "# the paper, of four evaluators in 33 games: SPatterNets are last in none, ranks 1 and 2 are theirs in all for 2-3 and 2-4\n");
}

const FeatureRows bench_feature_rows = {
    .size = sizeof(FeatureRow),
    .reason = offsetof(FeatureRow, reason),
    .head = "path\tgame\tset\tfeatures\tevaluator\tbackend\tns\tslowdown\tinit_ms\tmb\tpositions\tmoves\treason\n",
    .columns = 13,
    .put = put_row,
    .take = take_row,
    .sums = put_ranks,
};
