/* match_stats_tool.c - driver/match/match_stats.h for tests: reads questions, a line each, and prints the answers; and draws
 * matches at random to see how often intervals and tests are right.
 *
 *   pairs N0 .. N4 ELO0 ELO1 ALPHA BETA    elo low high superiority llr verdict
 *   mean VALUE..                           mean low high
 *   ratings AGENTS A B GAMES SCORE ..      elo low high of each agent; none
 *   cover MATCHES PAIRS ELO DRAWS BIAS SEED           how many intervals cover the truth: scores, ratings
 *   sprt MATCHES PAIRS ELO DRAWS BIAS SEED SPRT       how many end with H0, H1; pairs taken */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "driver/match/match_stats.h"

enum { NUMBERS = 4096 };

static size_t numbers(char *text, double *out)
{
    size_t n = 0;
    for (char *word = strtok(text, " \n"); word && n < NUMBERS; word = strtok(NULL, " \n"))
        out[n++] = strtod(word, NULL);
    return n;
}

static Sample of_pairs(const double *count)
{
    Sample s = {0};
    for (int k = 0; k < 5; k++) {
        s.n += count[k];
        s.sum += count[k] * k / 4;
        s.squares += count[k] * k * k / 16;
    }
    return s;
}

static void answer_pairs(const double *x)
{
    static const char *const verdict[] = {"open", "H0", "H1"};
    Sample s = of_pairs(x);
    Interval i = match_sample_interval(&s);
    const Sprt sprt = {x[5], x[6], x[7], x[8]};
    double llr = match_sprt_llr(&sprt, x, 5);
    printf("%.12g %.12g %.12g %.12g %.12g %s\n", match_stats_elo(s.sum / s.n), match_stats_elo(i.low), match_stats_elo(i.high),
           match_sample_superior(&s), llr, verdict[match_sprt_verdict(&sprt, llr)]);
}

static void answer_mean(const double *x, size_t n)
{
    Sample s = {0};
    for (size_t i = 0; i < n; i++)
        sample_add(&s, x[i]);
    Interval i = match_sample_interval(&s);
    printf("%.12g %.12g %.12g\n", s.sum / s.n, i.low, i.high);
}

static void answer_ratings(const double *x, size_t n)
{
    Encounter e[NUMBERS / 4];
    double elo[64];
    Interval interval[64];
    size_t m = 0;
    for (size_t i = 1; i + 3 < n; i += 4)
        e[m++] = (Encounter){(unsigned)x[i], (unsigned)x[i + 1], x[i + 2], x[i + 3]};
    bool good = match_stats_ratings(e, m, (unsigned)x[0], elo, interval);
    for (unsigned a = 0; good && a < (unsigned)x[0]; a++)
        printf("%.9g %.9g %.9g ", elo[a], interval[a].low, interval[a].high);
    puts(good ? "" : "none");
}

/* ---- matches at random --------------------------------------------------------------------------- */

static double uniform(uint64_t *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

/* What one of two agents scores in a game: with the mean that its Elo gives it, a share of draws, and so much more or
 * less for the seat. */
static double game(double score, double draws, uint64_t *rng)
{
    double x = uniform(rng), win = score - draws / 2;
    return x < win ? 1 : x < win + draws ? 0.5 : 0;
}

/* A pair of games from an opening that is better for one of the seats; 0 .. 4, twice the score. */
static int pair(double score, double draws, double bias, uint64_t *rng)
{
    double b = rng_next(rng) & 1 ? bias : -bias;
    return (int)(2 * (game(score + b, draws, rng) + game(score - b, draws, rng)));
}

/* Three agents, of which the first two are `score` apart and the third is as good as the second. */
static unsigned ratings_covered(double elo, double draws, double bias, uint64_t pairs, uint64_t *rng)
{
    static Encounter e[100000];
    static const unsigned a[3] = {0, 0, 1}, b[3] = {1, 2, 2};
    const double truth[3] = {2 * elo / 3, -elo / 3, -elo / 3};
    double found[3];
    Interval interval[3];
    size_t n = 0;
    unsigned covered = 0;
    for (uint64_t i = 0; i < pairs; i++)
        for (int k = 0; k < 3; k++)
            e[n++] = (Encounter){a[k], b[k], 2, pair(k == 2 ? 0.5 : match_stats_score(elo), draws, bias, rng) / 2.0};
    if (match_stats_ratings(e, n, 3, found, interval))
        for (int i = 0; i < 3; i++)
            covered += interval[i].low <= truth[i] && truth[i] <= interval[i].high;
    return covered;
}

static void cover(const double *x)
{
    uint64_t rng = (uint64_t)x[5], matches = (uint64_t)x[0], pairs = (uint64_t)x[1], elo = 0, ratings = 0;
    for (uint64_t m = 0; m < matches; m++) {
        double count[5] = {0};
        for (uint64_t i = 0; i < pairs; i++)
            count[pair(match_stats_score(x[2]), x[3], x[4], &rng)]++;
        Sample s = of_pairs(count);
        Interval found = match_sample_interval(&s);
        elo += match_stats_elo(found.low) <= x[2] && x[2] <= match_stats_elo(found.high);
        ratings += m % 10 ? 0 : ratings_covered(x[2], x[3], x[4], pairs, &rng);
    }
    printf("%llu %llu\n", (unsigned long long)elo, (unsigned long long)ratings);
}

static void sequential(const double *x)
{
    uint64_t rng = (uint64_t)x[5], matches = (uint64_t)x[0], pairs = (uint64_t)x[1], ended[3] = {0}, taken = 0;
    const Sprt sprt = {x[6], x[7], x[8], x[9]};
    for (uint64_t m = 0; m < matches; m++) {
        double count[5] = {0};
        SprtVerdict verdict = SPRT_OPEN;
        for (uint64_t i = 0; i < pairs && !verdict; i++, taken++) {
            count[pair(match_stats_score(x[2]), x[3], x[4], &rng)]++;
            verdict = match_sprt_verdict(&sprt, match_sprt_llr(&sprt, count, 5));
        }
        ended[verdict]++;
    }
    printf("%llu %llu %.2f\n", (unsigned long long)ended[SPRT_H0], (unsigned long long)ended[SPRT_H1],
           (double)taken / (double)matches);
}

int main(void)
{
    static char line[1 << 16];
    static double x[NUMBERS];
    while (fgets(line, sizeof line, stdin)) {
        char *rest = strchr(line, ' ');
        if (!rest)
            return 2;
        *rest++ = '\0';
        size_t n = numbers(rest, x);
        if (!strcmp(line, "pairs") && n == 9)
            answer_pairs(x);
        else if (!strcmp(line, "mean"))
            answer_mean(x, n);
        else if (!strcmp(line, "ratings"))
            answer_ratings(x, n);
        else if (!strcmp(line, "cover") && n == 6)
            cover(x);
        else if (!strcmp(line, "sprt") && n == 10)
            sequential(x);
        else
            return 2;
    }
    return 0;
}
