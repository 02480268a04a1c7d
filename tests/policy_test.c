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

#include "runtime/abi.h"
#include "runtime/policy.h"

enum { MOST = 6, DEEPEST = MOST + 3, GRID = 16, FUTURES = 32 };

/* ---- a game of one choice ------------------------------------------------------- */

/* Moves 0 .. n-1 are candidates, those of `legal` may be played; if none may, move n. */
typedef struct {
    uint32_t n, legal;
    double score[MOST + 1];
    uint32_t asked[4 * MOST]; /* what `allowed` was asked about, in order */
    uint32_t nasked;
} Choice;

static uint32_t moves(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    const Choice *c = state;
    uint32_t n = 0;
    (void)r;
    for (uint32_t m = 0; m < c->n; m++)
        if (c->legal >> m & 1) {
            if (out)
                out[n] = m;
            n++;
        }
    if (!n && out)
        out[0] = c->n;
    return n ? n : 1;
}

static uint32_t candidates(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    const Choice *c = state;
    (void)r;
    for (uint32_t m = 0; m < c->n; m++)
        out[m] = m;
    return c->n;
}

static uint32_t allowed(const ludc_reasoner *r, const void *state, uint32_t move)
{
    Choice *log = r->self;
    const Choice *c = state;
    if (log->nasked == sizeof log->asked / sizeof log->asked[0])
        return 1; /* this would never end; `look` sees it */
    log->asked[log->nasked++] = move;
    return c->legal >> move & 1;
}

static uint32_t never(const ludc_reasoner *r, const void *state)
{
    (void)r;
    (void)state;
    return 0;
}

static uint32_t first(const ludc_reasoner *r, const void *state)
{
    (void)r;
    (void)state;
    return 1;
}

static int score(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *list,
                 size_t n, double *out)
{
    const Choice *c = state;
    (void)data;
    (void)r;
    (void)player;
    for (size_t i = 0; i < n; i++)
        out[i] = c->score[list[i]];
    return 0;
}

/* ---- words that were written before ------------------------------------------------ */

typedef struct {
    uint64_t word[DEEPEST];
    unsigned n, drawn;
    uint64_t future; /* what follows them */
} Words;

static uint64_t next(void *source)
{
    Words *w = source;
    unsigned i = w->drawn++;
    if (i < w->n)
        return w->word[i];
    return w->future + (i - w->n) * UINT64_C(0x9e3779b97f4a7c15); /* spread evenly */
}

typedef struct {
    ludc_chooser *chooser;
    Choice *choice; /* also what the reasoner writes into */
    Words words;
    double chance[MOST + 1];
    const char *wrong;
} Walk;

/* One choice; a hash of everything that can be seen of it.  *move: what was chosen, *drawn:
 * how many words it took. */
static uint64_t look(Walk *w, uint64_t future, ludc_move *move, unsigned *drawn)
{
    w->words.drawn = 0;
    w->words.future = future;
    w->choice->nasked = 0;
    if (ludc_choose_by(w->chooser, w->choice, 1, 1, next, &w->words, move) != LUDC_OK)
        w->wrong = "no move was chosen";
    if (w->choice->nasked == sizeof w->choice->asked / sizeof w->choice->asked[0])
        w->wrong = "candidates are asked about again and again";
    *drawn = w->words.drawn;
    uint64_t hash = *move + 1;
    for (uint32_t i = 0; i < w->choice->nasked; i++)
        hash = hash * 31 + w->choice->asked[i] + 1;
    return hash * 31 + *drawn;
}

/* What the last word of the prefix does, under futures whose first words lie so densely
 * that words which act differently are told apart. */
static uint64_t act(Walk *w, uint64_t word)
{
    ludc_move move;
    unsigned drawn;
    uint64_t hash = 0;
    w->words.word[w->words.n - 1] = word;
    for (uint64_t f = 0; f < FUTURES; f++)
        hash = hash * UINT64_C(0x100000001b3) + look(w, UINT64_MAX / FUTURES * f + 977, &move, &drawn);
    return hash;
}

typedef struct {
    uint64_t begin[512]; /* where each interval begins */
    size_t n;
} Cuts;

/* The places in (low, high] where the action changes. */
static void cut(Walk *w, uint64_t low, uint64_t at_low, uint64_t high, uint64_t at_high, Cuts *cuts)
{
    if (at_low == at_high || w->wrong)
        return;
    if (high - low == 1) {
        if (cuts->n < sizeof cuts->begin / sizeof cuts->begin[0])
            cuts->begin[cuts->n++] = high;
        else
            w->wrong = "too many cuts";
        return;
    }
    uint64_t middle = low + (high - low) / 2, at_middle = act(w, middle);
    cut(w, low, at_low, middle, at_middle, cuts);
    cut(w, middle, at_middle, high, at_high, cuts);
}

static void asked_once(Walk *w)
{
    for (uint32_t i = 0; i < w->choice->nasked; i++)
        for (uint32_t k = 0; k < i; k++)
            if (w->choice->asked[i] == w->choice->asked[k])
                w->wrong = "a rejected candidate was drawn again";
}

static void walk(Walk *w, double chance)
{
    Cuts cuts = {.begin = {0}, .n = 1};
    if (w->words.n == DEEPEST)
        w->wrong = "more draws than candidates";
    if (w->wrong)
        return;
    w->words.n++;
    uint64_t before = 0, at_before = act(w, 0);
    for (uint64_t i = 1; i <= GRID; i++) {
        uint64_t here = i < GRID ? UINT64_MAX / GRID * i : UINT64_MAX, at_here = act(w, here);
        cut(w, before, at_before, here, at_here, &cuts);
        before = here;
        at_before = at_here;
    }
    for (size_t i = 0; i < cuts.n && !w->wrong; i++) {
        uint64_t begin = cuts.begin[i], size = (i + 1 < cuts.n ? cuts.begin[i + 1] : 0) - begin; /* 0: all */
        double part = chance * (size ? (double)size * 0x1p-64 : 1);
        ludc_move move;
        unsigned drawn;
        w->words.word[w->words.n - 1] = begin + (size ? size / 2 : UINT64_MAX / 2);
        look(w, 0, &move, &drawn);
        asked_once(w);
        if (drawn <= w->words.n)
            w->chance[move] += part;
        else
            walk(w, part);
    }
    w->words.n--;
}

/* ---- what the policy says ------------------------------------------------------------ */

static void expect(const Choice *c, const ludc_policy *p, double *chance)
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

static const char *check(Choice c, const ludc_policy *policy, bool lazily)
{
    Choice log = c;
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
    static const Choice choices[] = {
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
                Choice c = choices[k];
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
