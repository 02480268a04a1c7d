/* match_stats.c - means, Elo and the sequential test; see match_stats.h. */
#include "driver/match/match_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- means ------------------------------------------------------------------------------- */

double match_stats_normal(double x) { return 0.5 * erfc(-x / sqrt(2)); }

double match_stats_t95(double v)
{
    /* where the series is poor */
    static const double small[] = {12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157};
    const double z = 1.959963984540054, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    if (v < 1)
        return INFINITY;
    if (v < 10)
        return small[(int)v - 1];
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

/* Mean and standard error with the value that is added. */
static void estimate(const Sample *s, double *mean, double *error)
{
    double n = s->n + 1;
    *mean = (s->sum + 0.5) / n;
    double variance = (s->squares + 0.5) / n - *mean * *mean;
    *error = sqrt(fmax(variance, 0) / s->n);
}

Interval match_sample_interval(const Sample *s)
{
    double mean, error;
    if (s->n < 1)
        return (Interval){0, 1};
    estimate(s, &mean, &error);
    double half = match_stats_t95(s->n) * error;
    return (Interval){fmax(mean - half, 0), fmin(mean + half, 1)};
}

double match_sample_superior(const Sample *s)
{
    double mean, error;
    if (s->n < 1)
        return 0.5;
    estimate(s, &mean, &error);
    return match_stats_normal((mean - 0.5) / error);
}

/* ---- Elo ------------------------------------------------------------------------------------ */

double match_stats_elo(double score)
{
    return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

double match_stats_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* ---- sequential test ---------------------------------------------------------------------------- */

static bool read_key(const char *part, size_t length, Sprt *sprt, const char **why)
{
    const struct {
        const char *name;
        double *to;
    } key[] = {{"elo0=", &sprt->elo0}, {"elo1=", &sprt->elo1}, {"alpha=", &sprt->alpha}, {"beta=", &sprt->beta}};
    for (size_t i = 0; i < 4; i++) {
        size_t n = strlen(key[i].name);
        char *end;
        if (length <= n || memcmp(part, key[i].name, n) != 0)
            continue;
        *key[i].to = strtod(part + n, &end);
        if (end == part + length)
            return true;
        *why = "a value is no number";
        return false;
    }
    *why = "the keys are elo0, elo1, alpha and beta";
    return false;
}

bool match_sprt_parse(const char *text, Sprt *sprt, const char **why)
{
    *sprt = (Sprt){0, 20, 0.05, 0.05};
    for (; *text; text += *text == ',') {
        size_t length = strcspn(text, ",");
        if (!read_key(text, length, sprt, why))
            return false;
        text += length;
    }
    *why = "elo0 lies below elo1, and alpha and beta between 0 and 0.5";
    return sprt->elo0 < sprt->elo1 && fabs(sprt->elo0) < 2000 && fabs(sprt->elo1) < 2000 && sprt->alpha > 0 &&
           sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5;
}

enum { RESULTS = 5 };

/* The likeliest distribution with the mean `score`, of results seen with the shares p: p[i] / (1 + t (x[i] - score)), where
 * t is the root of a function that falls between its poles. */
static void likeliest(const double *p, size_t n, double score, double *out)
{
    double low = -1 / (1 - score), high = 1 / score, edge = (high - low) * 1e-12;
    low += edge;
    high -= edge;
    for (int i = 0; i < 64; i++) {
        double t = 0.5 * (low + high), sum = 0;
        for (size_t k = 0; k < n; k++) {
            double x = (double)k / (double)(n - 1) - score;
            sum += p[k] * x / (1 + t * x);
        }
        if (sum > 0)
            low = t;
        else
            high = t;
    }
    for (size_t k = 0; k < n; k++)
        out[k] = p[k] / (1 + 0.5 * (low + high) * ((double)k / (double)(n - 1) - score));
}

double match_sprt_llr(const Sprt *sprt, const double *count, size_t n)
{
    double p[RESULTS], p0[RESULTS], p1[RESULTS], total = 0, seen = 0, llr = 0;
    for (size_t k = 0; k < n && k < RESULTS; k++) {
        p[k] = count[k] + SPRT_PRIOR;
        total += p[k];
        seen += count[k];
    }
    if (!(seen > 0) || n > RESULTS)
        return 0;
    for (size_t k = 0; k < n; k++)
        p[k] /= total;
    likeliest(p, n, match_stats_score(sprt->elo0), p0);
    likeliest(p, n, match_stats_score(sprt->elo1), p1);
    for (size_t k = 0; k < n; k++)
        llr += p[k] * log(p1[k] / p0[k]);
    return seen * llr;
}

Interval match_sprt_bounds(const Sprt *s)
{
    return (Interval){log(s->beta / (1 - s->alpha)), log((1 - s->beta) / s->alpha)};
}

SprtVerdict match_sprt_verdict(const Sprt *sprt, double llr)
{
    Interval bounds = match_sprt_bounds(sprt);
    return llr <= bounds.low ? SPRT_H0 : llr >= bounds.high ? SPRT_H1 : SPRT_OPEN;
}
