/* policy_features_test.c - the chances of moves under a policy of features, exactly.
 *
 * A game of one choice (tests/chances.h) on the squares of tests/features_board.h: candidate m puts a piece on site m, and is legal or
 * not.  All words are tried; the chances must be the softmax of the sums of weights, counted by hand below, over the legal
 * moves, to 1e-12 (and with a share of uniform moves), whether candidates are proved before or when they are drawn, by every evaluator. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/chances.h"
#include "tests/features_board.h"

/* x o .
 * . . .     candidates are the sites of the two rows below; player 1 (x) moves, after player 2 went to site 7
 * . . . */
static const int32_t pieces[9] = {0, 0, 0, 0, 0, 0, 1, 2, 0};

static const char weights[] = "0.5 Intercept\n"
                              "1 rel:to=<{}>:pat=<els=[f{0}]>\n"
                              "-0.75 rel:to=<{}>:pat=<els=[e{0,1/4}]>\n"
                              "0.25 rel:to=<{}>:pat=<els=[#{0}]>\n"
                              "2 rel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>\n";

/* 0, 1, 2: at the border.  3: below x, o over the corner, border.  4: o ahead, which went there last.  5: o over the corner, border. */
static const double logits[6] = {0.75, 0.5 + 0.25, 0.75, 0.5 + 1 - 0.75 + 0.25, 0.5 + 2, 0.5 - 0.75 + 0.25};

static int32_t stands(const ludc_reasoner *r, const void *state, uint32_t item, uint32_t index)
{
    (void)r;
    (void)state;
    (void)item;
    return pieces[index];
}

static void describe(const ludc_reasoner *r, const void *state, uint32_t move, int32_t *out)
{
    (void)r;
    (void)state;
    out[0] = out[1] = (int32_t)move;
}

static void expect(const OneChoice *c, const ludc_policy *p, double *chance)
{
    ludc_move list[MOST + 1];
    uint32_t n = moves(NULL, c, list);
    double total = 0;
    for (uint32_t i = 0; i < n; i++)
        total += list[i] < 6 ? exp(logits[list[i]] / p->temperature) : 1;
    for (uint32_t i = 0; i < n; i++)
        chance[list[i]] = p->epsilon / n + (1 - p->epsilon) * (list[i] < 6 ? exp(logits[list[i]] / p->temperature) : 1) / total;
}

/* What epsilon draws is drawn by 32 bits of a word. */
static const char *differ(const double *a, const double *b, double epsilon)
{
    for (uint32_t m = 0; m <= MOST; m++)
        if (!(fabs(a[m] - b[m]) < (epsilon > 0 ? 1e-9 : 1e-12)))
            return "a chance is wrong";
    return NULL;
}

static const char *check(ludc_reasoner *r, const ludc_policy *policy, uint32_t legal)
{
    OneChoice log = {.n = 6, .legal = legal}, c = log;
    Walk w = {.choice = &log};
    double expected[MOST + 1] = {0}, told[MOST + 1] = {0}, chance[MOST + 1];
    ludc_move list[MOST + 1];
    r->self = &log;
    w.chooser = ludc_chooser_new(r, policy, NULL);
    if (!w.chooser)
        return "no chooser";
    walk(&w, 1);
    expect(&c, policy, expected);
    const char *wrong = w.wrong ? w.wrong : differ(w.chance, expected, policy->epsilon);
    size_t n = ludc_chances(w.chooser, &c, 1, list, chance);
    for (size_t i = 0; i < n; i++)
        told[list[i]] = chance[i];
    ludc_chooser_free(w.chooser);
    return wrong ? wrong : differ(told, expected, 0) ? "ludc_chances is wrong" : NULL;
}

static const char *check_all(const char *evaluator, bool lazily, double epsilon)
{
    static const char *const columns[] = {"from", "to"};
    HandBoard hand;
    const ludc_feature_options options = {.evaluator = evaluator};
    const ludc_feature_move last = {-1, -1, -1, 7, 2, 0};
    const char *wrong = NULL;
    hand_board(&hand, 9, 4, square_ring);
    ludc_reasoner *r = &hand.r;
    r->codes = r->max_moves = MOST + 1;
    r->ncolumn = 2;
    r->column = columns;
    r->view = stands;
    r->describe = describe;
    r->moves = moves;
    r->mover = first;
    r->over = never;
    r->candidates = lazily ? candidates : NULL;
    r->allowed = lazily ? allowed : NULL;
    ludc_features *set = ludc_features_read("set", weights, strlen(weights), NULL);
    ludc_feature_policy *features = ludc_feature_policy_new(r, set, &options, NULL);
    if (ludc_feature_from(features, &last) != LUDC_OK)
        wrong = "no policy";
    const ludc_policy policy = {epsilon, 0.5, ludc_feature_scores, features};
    for (uint32_t legal = 1; legal < 64 && !wrong; legal += 13)
        wrong = check(r, &policy, legal);
    ludc_feature_policy_free(features);
    ludc_features_free(set);
    return wrong;
}

int main(void)
{
    unsigned test = 0;
    bool failed = false;
    for (size_t k = 0; k < ludc_feature_evaluators(); k++)
        for (int lazily = k ? 1 : 0; lazily < 2; lazily++) {
            const char *wrong = check_all(ludc_feature_evaluator(k), lazily, k == 1 ? 0.25 : 0);
            if (wrong)
                printf("# %s\n", wrong);
            printf("%s %u - %s, candidates proved %s\n", wrong ? "not ok" : "ok", ++test, ludc_feature_evaluator(k),
                   lazily ? "when drawn" : "before");
            failed |= wrong != NULL;
        }
    printf("1..%u\n", test);
    return failed;
}
