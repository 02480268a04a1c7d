/* policy_test.c - the chances of moves under a policy, exactly.
 *
 * A choice is a function of the words it draws.  All words are tried: the words that act
 * alike are intervals, whose ends are found by bisection, so the tree of all draws is walked
 * and each leaf has its exact chance.  The sum for each move must be what the policy says
 * of the legal moves, and no rejected candidate may be asked about twice. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/chances.h"

static int score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *list,
                 size_t n, double *out)
{
    const OneChoice *c = state;
    (void)data;
    (void)r;
    (void)player;
    for (size_t i = 0; i < n; i++)
        out[i] = c->score[list[i]];
    return 0;
}

/* ---- what the policy says ------------------------------------------------------------ */

static void expect(const OneChoice *c, const ludc_policy *p, double *chance)
{
    ludc_move list[MOST + 1];
    uint32_t n = moves(NULL, c, list), ties = 0;
    double best = -INFINITY, total = 0;
    for (uint32_t i = 0; i < n; i++)
        best = fmax(best, c->score[list[i]]);
    for (uint32_t i = 0; i < n; i++) {
        ties += c->score[list[i]] == best;
        total += p->temperature > 0 ? exp((c->score[list[i]] - best) / p->temperature) : 0;
    }
    for (uint32_t i = 0; i < n; i++) {
        double by_score = p->temperature > 0 ? exp((c->score[list[i]] - best) / p->temperature) / total
                          : c->score[list[i]] == best ? 1.0 / ties
                                                      : 0;
        chance[list[i]] = p->epsilon / n + (1 - p->epsilon) * by_score;
    }
}

static const char *differ(const double *a, const double *b, uint32_t n)
{
    for (uint32_t m = 0; m <= n; m++)
        if (!(fabs(a[m] - b[m]) < 1e-8))
            return "a chance is wrong";
    return NULL;
}

static const char *check(OneChoice c, const ludc_policy *policy, bool lazily)
{
    OneChoice log = c;
    ludc_reasoner r = {.players = 1, .max_moves = MOST + 1, .moves = moves, .mover = first, .over = never,
                       .self = &log};
    if (lazily) {
        r.candidates = candidates;
        r.allowed = allowed;
    }
    Walk w = {.chooser = ludc_chooser_new(&r, policy, NULL), .choice = &log};
    double expected[MOST + 1] = {0}, told[MOST + 1] = {0}, chance[MOST + 1];
    ludc_move list[MOST + 1];
    if (!w.chooser)
        return "no chooser";
    walk(&w, 1);
    expect(&c, policy, expected);
    const char *wrong = w.wrong ? w.wrong : differ(w.chance, expected, c.n);
    size_t n = ludc_chances(w.chooser, &c, 1, list, chance);
    for (size_t i = 0; i < n; i++)
        told[list[i]] = chance[i];
    if (!wrong && differ(told, expected, c.n))
        wrong = "ludc_chances is wrong";
    ludc_chooser_free(w.chooser);
    return wrong;
}

int main(void)
{
    static const struct {
        const char *name;
        ludc_policy policy;
    } policies[] = {
        {"uniform", {.epsilon = 1}},
        {"greedy", {.score = score}},
        {"epsilon-greedy:0.25", {.epsilon = 0.25, .score = score}},
        {"softmax:1", {.temperature = 1, .score = score}},
        {"softmax:0.3", {.temperature = 0.3, .score = score}},
        {"softmax:2 with epsilon 0.125", {.epsilon = 0.125, .temperature = 2, .score = score}},
    };
    static const OneChoice choices[] = {
        {.n = 1, .score = {3}},
        {.n = 3, .score = {1, 2, 1.5}},
        {.n = 4, .score = {0.5, 0.5, -1, 0.5}},
        {.n = 4, .score = {900, 1, 0.25, 0}}, /* the rest weighs nothing beside the first */
        {.n = 5, .score = {-0.5, 1, 1, 0.25, 0}},
    };
    enum { NPOLICIES = sizeof policies / sizeof policies[0], NCHOICES = sizeof choices / sizeof choices[0] };
    printf("1..%d\n", 2 * NPOLICIES);
    for (int i = 0; i < 2 * NPOLICIES; i++) {
        const char *wrong = NULL;
        bool lazily = i % 2 != 0;
        for (size_t k = 0; k < NCHOICES && !wrong; k++)
            for (uint32_t legal = 0; legal < 1u << choices[k].n && !wrong; legal++) {
                OneChoice c = choices[k];
                c.legal = legal;
                wrong = check(c, &policies[i / 2].policy, lazily);
                if (wrong)
                    printf("# %u candidates, legal %x: %s\n", c.n, legal, wrong);
            }
        printf("%s %d - %s, candidates proved %s\n", wrong ? "not ok" : "ok", i + 1, policies[i / 2].name,
               lazily ? "when drawn" : "before");
    }
    return 0;
}
