/* match_ratings.c - ratings of a round robin by maximum likelihood; see match_stats.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/match/match_stats.h"
#include "base/memory.h"

/* Elo of a unit of the logistic scale, and the normal distribution's quantile 0.975. */
static const double unit = 173.71779276130073, normal95 = 1.959963984540054;

typedef struct {
    unsigned n;
    double *games, *score; /* [n * n]: of row against column */
    double *theta;         /* [n] */
    double *h, *v, *aside; /* [n * n]: information, variance of the gradient, room */
    double *gradient;      /* [n] */
    bool *reached;         /* [n] */
} Fit;

static double *cell(const Fit *f, double *matrix, unsigned a, unsigned b) { return &matrix[(size_t)a * f->n + b]; }

static double chance(const Fit *f, unsigned a, unsigned b) { return 1 / (1 + exp(f->theta[b] - f->theta[a])); }

/* Adds x (e_a - e_b)(e_a - e_b)'. */
static void add_difference(const Fit *f, double *matrix, unsigned a, unsigned b, double x)
{
    *cell(f, matrix, a, a) += x;
    *cell(f, matrix, b, b) += x;
    *cell(f, matrix, a, b) -= x;
    *cell(f, matrix, b, a) -= x;
}

/* Are all reached from agent 0, from a to b where `weight` of that cell (of b, a if `back`) is above 0? */
static bool joined(const Fit *f, double *weight, bool back)
{
    memset(f->reached, 0, f->n * sizeof *f->reached);
    f->reached[0] = true;
    unsigned count = 1;
    for (bool more = true; more;) {
        more = false;
        for (unsigned a = 0; a < f->n; a++)
            for (unsigned b = 0; b < f->n && f->reached[a]; b++)
                if (!f->reached[b] && (back ? *cell(f, weight, b, a) : *cell(f, weight, a, b)) > 0) {
                    f->reached[b] = more = true;
                    count++;
                }
    }
    return count == f->n;
}

/* Solves matrix x = right in place by elimination; the matrix is positive definite and is lost. */
static void solve(const Fit *f, double *matrix, double *right, unsigned columns)
{
    for (unsigned k = 0; k < f->n; k++)
        for (unsigned i = 0; i < f->n; i++) {
            if (i == k)
                continue;
            double q = *cell(f, matrix, i, k) / *cell(f, matrix, k, k);
            for (unsigned j = k; j < f->n; j++)
                *cell(f, matrix, i, j) -= q * *cell(f, matrix, k, j);
            for (unsigned j = 0; j < columns; j++)
                right[(size_t)i * columns + j] -= q * right[(size_t)k * columns + j];
        }
    for (unsigned i = 0; i < f->n; i++)
        for (unsigned j = 0; j < columns; j++)
            right[(size_t)i * columns + j] /= *cell(f, matrix, i, i);
}

/* The information, with the mean of all ratings fixed. */
static void information(const Fit *f)
{
    for (size_t i = 0; i < (size_t)f->n * f->n; i++)
        f->h[i] = 1;
    for (unsigned a = 0; a < f->n; a++)
        for (unsigned b = 0; b < a; b++) {
            double p = chance(f, a, b);
            add_difference(f, f->h, a, b, *cell(f, f->games, a, b) * p * (1 - p));
        }
}

static double log_likelihood(const Fit *f)
{
    double sum = 0;
    for (unsigned a = 0; a < f->n; a++)
        for (unsigned b = 0; b < f->n; b++)
            if (*cell(f, f->score, a, b) > 0)
                sum += *cell(f, f->score, a, b) * log(chance(f, a, b));
    return sum;
}

/* One step of Newton's, cut until it climbs; false: it is at the top. */
static bool climb(const Fit *f)
{
    double before = log_likelihood(f), most = 0;
    information(f);
    memset(f->gradient, 0, f->n * sizeof *f->gradient);
    for (unsigned a = 0; a < f->n; a++)
        for (unsigned b = 0; b < f->n; b++)
            if (a != b)
                f->gradient[a] += *cell(f, f->score, a, b) - *cell(f, f->games, a, b) * chance(f, a, b);
    memcpy(f->aside, f->h, (size_t)f->n * f->n * sizeof *f->h);
    solve(f, f->aside, f->gradient, 1);
    for (unsigned a = 0; a < f->n; a++)
        most = fmax(most, fabs(f->gradient[a]));
    double step = 1, taken = 0;
    for (int i = 0; i < 40; i++, step /= 2) {
        for (unsigned a = 0; a < f->n; a++)
            f->theta[a] += (step - taken) * f->gradient[a];
        taken = step;
        if (log_likelihood(f) >= before)
            break;
    }
    return most > 1e-11;
}

/* The diagonal of H^-1 V H^-1 becomes that of `v`. */
static void sandwich(const Fit *f, const Encounter *e, size_t n)
{
    size_t size = (size_t)f->n * f->n;
    memset(f->v, 0, size * sizeof *f->v);
    for (size_t i = 0; i < n; i++) {
        double rest = e[i].score - e[i].games * chance(f, e[i].a, e[i].b);
        add_difference(f, f->v, e[i].a, e[i].b, rest * rest);
    }
    for (unsigned a = 0; a < f->n; a++)
        for (unsigned b = 0; b < a; b++)
            if (*cell(f, f->games, a, b) > 0)
                add_difference(f, f->v, a, b, chance(f, a, b) * chance(f, b, a));
    information(f);
    for (int side = 0; side < 2; side++) { /* V is symmetric, so its product from both sides is */
        memcpy(f->aside, f->h, size * sizeof *f->h);
        solve(f, f->aside, f->v, f->n);
        for (unsigned a = 0; a < f->n; a++)
            for (unsigned b = 0; b < a; b++) {
                double x = *cell(f, f->v, a, b);
                *cell(f, f->v, a, b) = *cell(f, f->v, b, a);
                *cell(f, f->v, b, a) = x;
            }
    }
}

static bool fit(const Fit *f, const Encounter *e, size_t n, double *elo, Interval *interval)
{
    for (size_t i = 0; i < n; i++) {
        *cell(f, f->games, e[i].a, e[i].b) += e[i].games;
        *cell(f, f->games, e[i].b, e[i].a) += e[i].games;
        *cell(f, f->score, e[i].a, e[i].b) += e[i].score;
        *cell(f, f->score, e[i].b, e[i].a) += e[i].games - e[i].score;
    }
    if (!joined(f, f->games, false))
        return false;
    if (!joined(f, f->score, false) || !joined(f, f->score, true))
        for (size_t i = 0; i < (size_t)f->n * f->n; i++)
            if (f->games[i] > 0) {
                f->games[i] += 1;
                f->score[i] += 0.5;
            }
    for (int i = 0; i < 200 && climb(f); i++)
        ;
    sandwich(f, e, n);
    for (unsigned a = 0; a < f->n; a++) {
        double half = normal95 * sqrt(fmax(*cell(f, f->v, a, a), 0)) * unit;
        elo[a] = f->theta[a] * unit;
        interval[a] = (Interval){elo[a] - half, elo[a] + half};
    }
    return true;
}

bool match_stats_ratings(const Encounter *e, size_t n, unsigned agents, double *elo, Interval *interval)
{
    size_t size = (size_t)agents * agents + 1;
    double *room = calloc(5 * size + 2 * (size_t)agents, sizeof *room);
    bool *reached = calloc(agents + 1, sizeof *reached);
    if (!room || !reached)
        memory_out();
    const Fit f = {.n = agents, .games = room, .score = room + size, .h = room + 2 * size, .v = room + 3 * size,
                   .aside = room + 4 * size, .theta = room + 5 * size, .gradient = room + 5 * size + agents,
                   .reached = reached};
    bool good = agents > 0 && fit(&f, e, n, elo, interval);
    free(room);
    free(reached);
    return good;
}
