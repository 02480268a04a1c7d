/* search_prior_test.c - Dirichlet noise beside its moments; M-MCTS with priors by hand on a node of three children. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/search/prior.h"

static int tests, failed;

static void ok(bool good, const char *name)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
    failed += !good;
}

/* ---- noise --------------------------------------------------------------------------------- */

enum { DRAWS = 20000, SIDES = 5 };

/* Means, variances and covariances of Dirichlet(alpha): 1/n, (n-1)/(n^2 (n alpha + 1)), -1/(n^2 (n alpha + 1)). */
static bool moments(double alpha)
{
    uint64_t rng = 5;
    double mean = 0, square = 0, product = 0, n = SIDES, unit = 1 / (n * n * (n * alpha + 1));
    bool good = true;
    for (int i = 0; i < DRAWS; i++) {
        float p[SIDES] = {1};
        double sum = 0;
        noise_mix(&rng, alpha, 1, p, SIDES);
        for (int k = 0; k < SIDES; k++) {
            good &= p[k] >= 0 && p[k] <= 1;
            sum += (double)p[k];
        }
        good &= fabs(sum - 1) < 1e-5;
        mean += (double)p[0] / DRAWS;
        square += ((double)p[0] - 1 / n) * ((double)p[0] - 1 / n) / DRAWS;
        product += ((double)p[0] - 1 / n) * ((double)p[1] - 1 / n) / DRAWS;
    }
    double error = sqrt((n - 1) * unit / DRAWS);
    printf("# alpha %g: %g %g %g\n", alpha, mean, square / ((n - 1) * unit), product / -unit);
    return good && fabs(mean - 1 / n) < 4 * error && fabs(square / ((n - 1) * unit) - 1) < 0.1 && fabs(product / -unit - 1) < 0.2;
}

static bool mixed(void)
{
    uint64_t one = 9, two = 9;
    float p[3] = {0.5f, 0.25f, 0.25f}, q[3] = {0};
    noise_mix(&one, 0.3, 0.25, p, 3);
    noise_mix(&two, 0.3, 1, q, 3);
    bool good = one == two && one != 9;
    for (int i = 0; i < 3; i++)
        good &= fabs((double)p[i] - (0.75 * (i ? 0.25 : 0.5) + 0.25 * (double)q[i])) < 1e-6;
    return good;
}

/* ---- M-MCTS ---------------------------------------------------------------------------------- */

/* Children visited 4, 1 and 9 times, whose values are for role 1 (the chooser is role 2), the first two with values of memory;
 * two more were never visited. */
static void by_hand(void)
{
    static const uint32_t visits[5] = {4, 1, 9, 0, 0}, asked[5] = {2, 1, 0, 0, 0};
    static const double value[3] = {0.5, 0.25, 0.625}, remembered[3] = {0.25, 0.75, 0}, lambda = 0.25, c = 1.5;
    static const float prior[5] = {0.1f, 0.2f, 0.4f, 0.05f, 0.25f};
    uint32_t column[64] = {0}; /* visits, value, N_M, V_M, of five children each */
    ludc_search s = {.o = {.agent = LUDC_AGENT_MMCTS, .lambda = lambda, .c = c, .fpu = LUDC_FPU_LOSS}, .constant = true};
    memcpy(column, visits, sizeof visits);
    memcpy(column + 10, asked, sizeof asked);
    for (int i = 0; i < 3; i++) {
        column[5 + i] = (uint32_t)(value[i] * TREE_ONE);
        column[15 + i] = (uint32_t)(remembered[i] * TREE_ONE);
    }
    Choice choice = {.visits = column, .value = (const int32_t *)column + 5, .extra = column + 10, .prior = prior, .tried = 3, .live = 5,
                     .count = 5, .sign = -1, .offset = 1, .parent_visits = 16};
    double best = -1;
    uint32_t at = 0;
    for (uint32_t i = 0; i < 3; i++) {
        double v = 1 - value[i], m = 1 - remembered[i];
        double score = (asked[i] ? lambda * m + (1 - lambda) * v : v) + c * (double)prior[i] * 4 / (visits[i] + 1);
        at = score > best ? i : at;
        best = score > best ? score : best;
    }
    float score = 0;
    const Select *rule = search_select_of(&s.o);
    ok(rule->best(&s, &choice, &score) == at && fabs((double)score - best) < 1e-6, "lambda V_M + (1 - lambda) V + c p sqrt(N) / (n + 1)");
    ok(fabs((double)rule->fresh(&s, &choice) - c * 0.25 * 4) < 1e-6 && prior_pick(&s, &choice) == 4,
       "of those never visited the greatest prior counts");
    s.o.agent = LUDC_AGENT_PUCT;
    best = -1;
    for (uint32_t i = 0; i < 3; i++) {
        double now = 1 - value[i] + c * (double)prior[i] * 4 / (visits[i] + 1);
        at = now > best ? i : at;
        best = now > best ? now : best;
    }
    ok(search_select_of(&s.o)->best(&s, &choice, &score) == at && fabs((double)score - best) < 1e-6, "puct: V + c p sqrt(N) / (n + 1)");
}

int main(void)
{
    ok(moments(0.03) && moments(0.3) && moments(1) && moments(10), "Dirichlet noise has the mean, variance and covariance that it should");
    ok(mixed(), "0.75 p + 0.25 Dirichlet, by the numbers of the seed");
    by_hand();
    printf("1..%d\n", tests);
    return failed != 0;
}
