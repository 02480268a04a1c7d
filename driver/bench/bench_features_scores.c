/* bench_features_scores.c - what matches between evaluators of features add up to. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "driver/bench/bench_features.h"

enum { REPLICATES = 2000, MOST = 16 };
enum { MEDIAN, IQM, MEAN, AGGREGATES };

/* Of game g, evaluators a < b: results of the first, in pair[(g * MOST + a) * MOST + b]. */
typedef struct {
    const char *name[MOST], **path;
    size_t n, games;
    const FeatureMatch **pair;
} Matches;

/* All that is estimated, of one replicate. */
typedef struct {
    double aggregate[MOST][AGGREGATES], profile[MOST][PROFILE], over[MOST][MOST];
} Figures;

/* ---- games that all pairs played -------------------------------------------------------------- */

static size_t name_index(Matches *m, const char *name)
{
    size_t i = 0;
    while (i < m->n && strcmp(m->name[i], name) != 0)
        i++;
    if (i == m->n && m->n < MOST)
        m->name[m->n++] = name;
    return i;
}

static size_t path_index(Matches *m, const char *path)
{
    size_t g = 0;
    while (g < m->games && strcmp(m->path[g], path) != 0)
        g++;
    if (g == m->games)
        m->path[m->games++] = path;
    return g;
}

static const FeatureMatch **pair_at(const Matches *m, size_t g, size_t a, size_t b) { return &m->pair[(g * MOST + a) * MOST + b]; }

static bool is_whole(const Matches *m, size_t g)
{
    bool whole = true;
    for (size_t a = 0; a < m->n; a++)
        for (size_t b = a + 1; b < m->n; b++)
            whole = whole && (*pair_at(m, g, a, b) || *pair_at(m, g, b, a));
    return whole;
}

static void gather(Matches *m, const FeatureMatch *row, size_t nrow)
{
    m->path = calloc(nrow + 1, sizeof *m->path);
    m->pair = calloc((nrow + 1) * MOST * MOST, sizeof *m->pair);
    if (!m->path || !m->pair)
        memory_out();
    for (size_t i = 0; i < nrow; i++) {
        const size_t a = row[i].reason[0] ? MOST : name_index(m, row[i].evaluator), b = row[i].reason[0] ? MOST : name_index(m, row[i].against);
        if (a < MOST && b < MOST)
            *pair_at(m, path_index(m, row[i].path), a, b) = &row[i];
    }
    size_t kept = 0;
    for (size_t g = 0; g < m->games; g++)
        if (is_whole(m, g))
            memmove(pair_at(m, kept++, 0, 0), pair_at(m, g, 0, 0), MOST * MOST * sizeof *m->pair);
    m->games = kept;
}

/* ---- one replicate ------------------------------------------------------------------------------- */

/* The mean worth of the games of a match to the first; with `rng` of as many games that are drawn from them. */
static double worth(const FeatureMatch *match, uint64_t *rng)
{
    unsigned halves = 2 * match->wins + match->draws;
    for (unsigned i = halves = rng ? 0 : halves; rng && i < match->games; i++) {
        const uint32_t k = rng_below(rng, match->games);
        halves += k < match->wins ? 2 : k < match->wins + match->draws;
    }
    return (double)halves / 2 / match->games;
}

static double mean(const double *value, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += value[i];
    return sum / (double)n;
}

/* Of the scores of an evaluator, which become sorted. */
static void aggregate(double *score, size_t n, double *to, double *profile)
{
    bench_sort(score, n);
    to[MEDIAN] = bench_quantile(score, n, 0.5);
    to[IQM] = mean(score + n / 4, n - 2 * (n / 4));
    to[MEAN] = mean(score, n);
    for (size_t k = 0; k < PROFILE; k++) {
        size_t above = 0;
        for (size_t i = 0; i < n; i++)
            above += score[i] > (double)k / (PROFILE - 1);
        profile[k] = (double)above / (double)n;
    }
}

/* `score` is room for [n][games]. */
static void figures_of(const Matches *m, uint64_t *rng, double *score, Figures *f)
{
    memset(f, 0, sizeof *f);
    memset(score, 0, m->n * m->games * sizeof *score);
    for (size_t g = 0; g < m->games; g++)
        for (size_t a = 0; a < m->n; a++)
            for (size_t b = 0; b < m->n; b++) {
                const FeatureMatch *match = *pair_at(m, g, a, b);
                if (!match)
                    continue;
                const double first = worth(match, rng);
                score[a * m->games + g] += first / (double)(m->n - 1);
                score[b * m->games + g] += (1 - first) / (double)(m->n - 1);
                f->over[a][b] += first / (double)m->games;
                f->over[b][a] += (1 - first) / (double)m->games;
            }
    for (size_t a = 0; a < m->n; a++)
        aggregate(score + a * m->games, m->games, f->aggregate[a], f->profile[a]);
}

/* ---- estimates --------------------------------------------------------------------------------------- */

/* Figure k of the game and of the replicates; `room` for as many. */
static Estimate estimate(const Figures *all, size_t k, double *room)
{
    const double tail = 0.025;
    for (size_t i = 0; i < REPLICATES; i++)
        room[i] = ((const double *)&all[i + 1])[k];
    bench_sort(room, REPLICATES);
    return (Estimate){((const double *)all)[k], room[(size_t)(tail * REPLICATES)], room[(size_t)((1 - tail) * REPLICATES) - 1]};
}

static void estimate_all(const Matches *m, const Figures *all, FeatureScore *score)
{
    double *room = calloc(REPLICATES, sizeof *room);
    if (!room)
        memory_out();
    const Figures *f = all;
    for (size_t a = 0; a < m->n; a++) {
        FeatureScore *s = &score[a];
        s->name = m->name[a];
        s->over = a ? score[0].over + a * m->n : s->over;
        s->median = estimate(all, (size_t)(&f->aggregate[a][MEDIAN] - (const double *)f), room);
        s->iqm = estimate(all, (size_t)(&f->aggregate[a][IQM] - (const double *)f), room);
        s->mean = estimate(all, (size_t)(&f->aggregate[a][MEAN] - (const double *)f), room);
        for (size_t k = 0; k < PROFILE; k++)
            s->profile[k] = estimate(all, (size_t)(&f->profile[a][k] - (const double *)f), room);
        for (size_t b = 0; b < m->n; b++)
            s->over[b] = estimate(all, (size_t)(&f->over[a][b] - (const double *)f), room);
    }
    free(room);
}

FeatureScore *bench_feature_scores_make(const FeatureMatch *row, size_t nrow, uint64_t seed, size_t *n, size_t *games)
{
    Matches m = {0};
    gather(&m, row, nrow);
    *games = m.games;
    *n = m.games ? m.n : 0;
    FeatureScore *score = calloc(m.n + 1, sizeof *score);
    double *room = calloc(m.n * m.games + 1, sizeof *room);
    Figures *all = calloc(REPLICATES + 1, sizeof *all);
    if (!score || !room || !all || !(score->over = calloc(m.n * m.n + 1, sizeof *score->over)))
        memory_out();
    uint64_t rng = seed;
    for (size_t i = 0; m.games && i <= REPLICATES; i++)
        figures_of(&m, i ? &rng : NULL, room, &all[i]);
    if (m.games)
        estimate_all(&m, all, score);
    free(all);
    free(room);
    free(m.path);
    free(m.pair);
    return score;
}

void bench_feature_scores_free(FeatureScore *score)
{
    if (score)
        free(score->over);
    free(score);
}

/* ---- comments behind the rows ------------------------------------------------------------------------- */

static void put(const Estimate *e, Out *out) { out_printf(out, "\t%.3f\t%.3f to %.3f", e->value, e->low, e->high); }

void bench_feature_scores(const void *row, size_t nrow, uint64_t seed, Out *out)
{
    size_t n, games;
    FeatureScore *s = bench_feature_scores_make(row, nrow, seed, &n, &games);
    out_puts(out, "# evaluator\tgames\tmedian\t95 %\tinterquartile mean\t95 %\tmean\t95 %\n");
    for (size_t a = 0; a < n; a++) {
        out_printf(out, "# %s\t%zu", s[a].name, games);
        put(&s[a].median, out);
        put(&s[a].iqm, out);
        put(&s[a].mean, out);
        out_char(out, '\n');
    }
    out_puts(out, "# evaluator\tagainst\tbetter with probability\t95 %\n");
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            if (a != b) {
                out_printf(out, "# %s\t%s", s[a].name, s[b].name);
                put(&s[a].over[b], out);
                out_char(out, '\n');
            }
    bench_feature_scores_free(s);
}
