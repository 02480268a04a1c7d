/* match_stats.h - what results of games say about the strength of agents: intervals, Elo, sequential tests, ratings.
 *
 * Numbers only: nothing here knows games, agents or files.  Scores and payoffs lie in [0, 1]; intervals are of 95 %. */
#ifndef LUDC_DRIVER_MATCH_STATS_H
#define LUDC_DRIVER_MATCH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    double low, high;
} Interval;

/* ---- means ------------------------------------------------------------------------------- */

/* Independent values, added up. */
typedef struct {
    double n, sum, squares;
} Sample;

static inline void sample_add(Sample *s, double value)
{
    s->n++;
    s->sum += value;
    s->squares += value * value;
}
/* Of the mean: that of Student's t over the values and one more, half of which is 0 and half is 1 (ours; A. Agresti,
 * B. Coull, The American Statistician 52, 1998, do so for shares): it has a width, too, where all values are alike.
 * Within [0, 1]; all of it where there is no value. */
Interval match_sample_interval(const Sample *s);
/* The chance that the mean is above 1/2, as far as the values tell: "likelihood of superiority". */
double match_sample_superior(const Sample *s);

double match_stats_normal(double x);  /* the distribution function */
double match_stats_t95(double freedom); /* the quantile 0.975 of Student's t (Abramowitz, Stegun, 26.7.5) */

/* ---- Elo ------------------------------------------------------------------------------------ */

double match_stats_elo(double score); /* -400 log10(1 / score - 1); of 0 and 1 infinite */
double match_stats_score(double elo); /* the same backwards */

/* ---- sequential test ---------------------------------------------------------------------------- */

typedef enum { SPRT_OPEN, SPRT_H0, SPRT_H1 } SprtVerdict;

typedef struct {
    double elo0, elo1, alpha, beta;
} Sprt;

/* A text "elo0=0,elo1=20,alpha=0.05,beta=0.05", in which keys may be left out; false: what is wrong in *why. */
bool match_sprt_parse(const char *text, Sprt *sprt, const char **why);
/* The logarithm of the generalised likelihood ratio of two hypotheses about the mean score, for counts of results that
 * are worth 0, 1 / (n - 1), .., 1: of pairs of games (n = 5, "pentanomial"), or of games (n = 3).  M. Van den Bergh,
 * "The generalized sequential probability ratio test for expectation values" (2021): each hypothesis is represented by
 * the likeliest distribution with that mean.  To every count SPRT_PRIOR is added (ours): a result that has not come yet
 * is not taken for impossible, which would end tests after a few games. */
double match_sprt_llr(const Sprt *sprt, const double *count, size_t n);
#define SPRT_PRIOR 0.2
Interval match_sprt_bounds(const Sprt *sprt); /* log(beta / (1 - alpha)), log((1 - beta) / alpha): A. Wald, 1945 */
SprtVerdict match_sprt_verdict(const Sprt *sprt, double llr);

/* ---- round robin ------------------------------------------------------------------------------------ */

/* Games of two agents that depend on each other, as those of one opening: their number, and what `a` scored. */
typedef struct {
    unsigned a, b;
    double games, score;
} Encounter;

/* Ratings in Elo with the mean 0, by maximum likelihood (R. Bradley, M. Terry, Biometrika 39, 1952; draws are half a win
 * each), and their intervals by a sandwich over the encounters (H. White, Econometrica 48, 1980), to which a game of each
 * pair that met is added (ours).  Where there is no greatest likelihood, as somebody won everything, one drawn game of
 * each pair that met counts too (ours).  false: who met whom does not join all agents. */
bool match_stats_ratings(const Encounter *e, size_t n, unsigned agents, double *elo, Interval *interval);

#endif
