/* features_test.c - features on boards made by hand: where walks lead, how many instances there are, which are active, in what
 * order propositions are asked, and that all evaluators find the same. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/features/board.h"
#include "runtime/features/eval.h"
#include "runtime/features/net.h"
#include "runtime/random.h"
#include "tests/features_board.h"
#include "tests/features_net.h"

static unsigned tests, failures;

static void ok(bool good, const char *what)
{
    printf("%sok %u - %s\n", good ? "" : "not ", ++tests, what);
    failures += !good;
}

/* ---- walks: drawn in features_board.h ------------------------------------------------------ */

typedef struct {
    int32_t anchor;
    uint32_t n;
    double turn[4];
    double rotation;
    int mirror;
    int32_t split[3], floor; /* where it leads: split ends with 99 */
} WalkRow;

static bool leads_to(const FeatureBoard *b, const WalkRow *row, ludc_ties ties, const int32_t *want)
{
    SiteList out = {0};
    const Walk walk = {row->n, row->turn};
    size_t n = 0;
    bool good = walk_ends(b, &walk, row->anchor, row->rotation, row->mirror, ties, &out);
    while (n < 3 && want[n] != 99)
        n++;
    good = good && out.n == n;
    for (size_t i = 0; good && i < n; i++)
        good = out.at[i] == want[i];
    if (!good)
        printf("# from %d, %u turns, first %g: %zu ends, first %d\n", (int)row->anchor, (unsigned)row->n, row->turn[0], out.n,
               out.n ? (int)out.at[0] : 99);
    LIST_FREE(&out);
    return good;
}

static void walk_rows(const char *what, int32_t sites, int32_t size, const int32_t *ring, const WalkRow *row, size_t n)
{
    HandBoard hand;
    FeatureBoard b;
    bool good = true;
    hand_board(&hand, sites, size, ring);
    if (board_open(&b, &hand.r, NULL) != LUDC_OK) {
        ok(false, what);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const int32_t low[] = {row[i].floor, 99};
        good = leads_to(&b, &row[i], LUDC_TIES_SPLIT, row[i].split) && good;
        good = leads_to(&b, &row[i], LUDC_TIES_FLOOR, low) && good;
    }
    board_close(&b);
    ok(good, what);
}

#define ROWS(row) row, sizeof row / sizeof *row

static void walks(void)
{
    static const WalkRow square[] = {
        {4, 0, {0}, 0, 1, {4, 99}, 4},          {4, 1, {0}, 0, 1, {7, 99}, 7},        {4, 1, {.25}, 0, 1, {5, 99}, 5},
        {4, 2, {0, .25}, 0, 1, {8, 99}, 8},     {4, 2, {0, .25}, 0, -1, {6, 99}, 6},  {4, 1, {0}, .25, 1, {5, 99}, 5},
        {4, 1, {0}, .25, -1, {3, 99}, 3},       {4, 2, {0, 0}, 0, 1, {-1, 99}, -1},   {1, 2, {0, 0}, 0, 1, {7, 99}, 7},
        {0, 2, {.5, 0}, 0, 1, {-1, 99}, -1},    {4, 1, {.125}, 0, 1, {7, 5, 99}, 7},  {4, 1, {-.125}, 0, 1, {3, 7, 99}, 3},
        {4, 1, {1.25}, 0, 1, {5, 99}, 5},       {4, 1, {.128}, 0, 1, {7, 5, 99}, 7},  {4, 1, {.135}, 0, 1, {5, 99}, 5},
    };
    static const WalkRow hexagon[] = {
        {3, 1, {0}, 0, 1, {6, 99}, 6},            {3, 1, {1. / 6}, 0, 1, {4, 99}, 4},  {3, 2, {0, 1. / 3}, 0, 1, {4, 99}, 4},
        {3, 1, {1. / 12}, 0, 1, {6, 4, 99}, 6},   {3, 1, {.25}, 0, 1, {4, 1, 99}, 4},  {0, 2, {0, 0}, 0, 1, {6, 99}, 6},
        {0, 2, {0, 1. / 6}, 0, 1, {4, 99}, 4},    {0, 1, {.5}, 0, 1, {-1, 99}, -1},    {2, 3, {1. / 6, 0, 0}, 0, 1, {-1, 99}, -1},
        {5, 2, {.5, -1. / 6}, 0, 1, {0, 99}, 0}, {0, 3, {0, 0, 1. / 3}, 0, 1, {4, 99}, 4},
    };
    static const WalkRow triangle[] = {
        {0, 1, {0}, 0, 1, {1, 99}, 1},         {0, 2, {0, 0}, 0, 1, {3, 2, 99}, 3},       {0, 2, {0, 1. / 3}, 0, 1, {2, 0, 99}, 2},
        {1, 1, {1. / 3}, 0, 1, {2, 99}, 2},    {1, 1, {1. / 6}, 0, 1, {3, 2, 99}, 3},     {0, 1, {1. / 3}, 0, 1, {-1, 99}, -1},
        {0, 3, {0, 0, 0}, 0, 1, {-1, 99}, -1},
    };
    walk_rows("walks on squares", 9, 4, square_ring, ROWS(square));
    walk_rows("walks on hexagons", 7, 6, hexagon_ring, ROWS(hexagon));
    walk_rows("walks on triangles, where straight ahead is two ways", 4, 3, triangle_ring, ROWS(triangle));
}

/* ---- instances, counted by hand ---------------------------------------------------------------- */

typedef struct {
    const char *feature;
    size_t instances;
} CountRow;

static ludc_features *read_one(const char *text)
{
    ludc_error error = {0};
    ludc_features *set = ludc_features_read("test", text, strlen(text), &error);
    if (!set)
        printf("# %u:%u: %s\n", error.line, error.column, error.message);
    return set;
}

static void counts(const char *what, int32_t sites, int32_t size, const int32_t *ring, const CountRow *row, size_t n)
{
    HandBoard hand;
    bool good = true;
    hand_board(&hand, sites, size, ring);
    for (size_t i = 0; i < n; i++) {
        ludc_features *set = read_one(row[i].feature);
        ludc_feature_eval *e = ludc_feature_eval_new(&hand.r, set, NULL, NULL);
        size_t found = ludc_feature_instances(e, 1, 0);
        if (!e || found != row[i].instances)
            printf("# %s: %zu instances, not %zu\n", row[i].feature, found, row[i].instances);
        good = good && e && found == row[i].instances;
        ludc_feature_eval_free(e);
        ludc_features_free(set);
    }
    ok(good, what);
}

static void instances(void)
{
    /* 12 pairs of neighbours; 8 sites at the border; 8 pairs over a corner */
    static const CountRow square[] = {
        {"rel:to=<{}>:pat=<els=[-{}]>", 9},
        {"rel:to=<{}>:pat=<els=[f{0}]>", 24},
        {"rel:to=<{}>:pat=<els=[!f{0}]>", 24 + 8}, /* off the board it holds without a test */
        {"rel:to=<{}>:pat=<els=[#{0}]>", 8},
        {"rel:to=<{}>:pat=<els=[!#{0}]>", 9},
        {"rel:to=<{}>:pat=<els=[f{0,1/4}]>", 16}, /* two ways to each corner */
        {"rel:to=<{}>:pat=<els=[f{0}, f{1/2}]>", 6}, /* two lines through the middle, one along each side */
        {"rel:to=<{}>:pat=<els=[f{0}, e{0,1/4}]>", 32}, /* middle 4 x 2, sides 4 x 4, corners 4 x 2 */
        {"rel:to=<{}>:pat=<refl=false,els=[f{0}, e{0,1/4}]>", 16},
        {"rel:to=<{}>:pat=<refl=false,rots=[0],els=[f{0}]>", 6},
        {"rel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>", 24},
        {"rel:from=<{0}>:to=<{}>:pat=<els=[e{1/2}]>", 12},
        {"rel:to=<{}>:pat=<els=[R0{0}]>", 7}, /* all but the two in the region have a neighbour that is nearer */
        {"rel:to=<{}>:pat=<els=[N4{}]>", 9},
        {"rel:to=<{}>:pat=<els=[!N4{}]>", 0},
        {"rel:to=<{}>:pat=<els=[f{}, !f{}]>", 0},
        {"rel:to=<{}>:pat=<els=[!f{}, !e{}]>", 9},
        {"rel:to=<{}>:pat=<els=[f{1/8}]>", 24}, /* both ways of a tie, each pair twice */
        {"abs:to=<4>:pat=<els=[f<3>]>", 1},
    };
    /* 12 pairs of neighbours; six corners, three of them in a line with none; six pairs with one between */
    static const CountRow hexagon[] = {
        {"rel:to=<{}>:pat=<els=[-{}]>", 7},
        {"rel:to=<{}>:pat=<els=[e{0}]>", 24},
        {"rel:to=<{}>:pat=<els=[!e{0}]>", 24 + 6},
        {"rel:to=<{}>:pat=<els=[#{0}]>", 6},
        {"rel:to=<{}>:pat=<els=[f{0,1/6}]>", 12},
        {"rel:to=<{}>:pat=<els=[f{0}, f{1/2}]>", 3},
        {"rel:to=<{}>:pat=<els=[f{0,0}]>", 6}, /* across the middle */
    };
    counts("instances on 3x3", 9, 4, square_ring, ROWS(square));
    counts("instances on a hexagon of side 2", 7, 6, hexagon_ring, ROWS(hexagon));
}

/* ---- what is active ------------------------------------------------------------------------------- */

/* . x .
 * o . x      x: player 1, o: player 2; player 1 to move in the middle, after player 2 went from 6 to 3
 * x o . */
static void active(void)
{
    static const struct {
        const char *feature;
        bool holds;
    } row[] = {
        {"Intercept", true}, {"PassMove", false}, {"SwapMove", false},
        {"rel:to=<{}>:pat=<els=[]>", true}, {"rel:from=<{}>:pat=<els=[]>", false},
        {"rel:to=<{}>:pat=<els=[f{0}, f{1/4}]>", true}, {"rel:to=<{}>:pat=<els=[f{0}, f{1/2}]>", false},
        {"rel:to=<{}>:pat=<els=[f{0}, e{1/2}]>", true}, {"rel:to=<{}>:pat=<els=[f{0}, e{1/2}, f{1/2,1/4}]>", true},
        {"rel:to=<{}>:pat=<els=[e{0}, I2{0}]>", true}, {"rel:to=<{}>:pat=<els=[e{0}, I1{0}]>", false},
        {"rel:to=<{}>:pat=<els=[!e{}, !f{}]>", true}, {"rel:to=<{}>:pat=<els=[#{0}]>", false},
        {"rel:to=<{}>:pat=<els=[#{0,0}]>", true}, {"rel:to=<{}>:pat=<els=[!#{0,0}]>", false},
        {"rel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>", true}, {"rel:last_to=<{0}>:last_from=<{0,1/4}>:to=<{}>:pat=<els=[*{}]>", true},
        {"rel:last_to=<{}>:to=<{}>:pat=<els=[*{}]>", false},
        {"rel:to=<{}>:pat=<refl=false,els=[f{0}, e{0,-1/4}]>", false}, {"rel:to=<{}>:pat=<els=[2{3/4}]>", true},
        {"rel:to=<{}>:pat=<rots=[0],els=[2{1/4}]>", true}, {"rel:to=<{}>:pat=<refl=false,rots=[0],els=[2{1/4}]>", false},
        {"rel:to=<{}>:pat=<els=[R0{0}]>", true}, {"rel:to=<{}>:pat=<els=[pos7{0}]>", true}, {"abs:to=<5>:pat=<els=[]>", false},
    };
    static const int32_t what[9] = {1, 2, 0, 2, 0, 1, 0, 1, 0};
    const ludc_feature_move move = {6, 3, -1, 4, 1, 0};
    HandBoard hand;
    bool good = true;
    hand_board(&hand, 9, 4, square_ring);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ludc_features *set = read_one(row[i].feature);
        for (size_t k = 0; k < ludc_feature_evaluators(); k++) {
            const ludc_feature_options options = {.evaluator = ludc_feature_evaluator(k)};
            ludc_feature_eval *e = ludc_feature_eval_new(&hand.r, set, &options, NULL);
            bool set_up = ludc_feature_eval_set(e, what, what, 9) == LUDC_OK;
            if (!set_up || (ludc_feature_eval_active(e, &move, NULL, 0) == 1) != row[i].holds) {
                printf("# %s by %s\n", row[i].feature, ludc_feature_evaluator(k));
                good = false;
            }
            ludc_feature_eval_free(e);
        }
        ludc_features_free(set);
    }
    ok(good, "active features of a position drawn above");
}

/* ---- evaluators agree ------------------------------------------------------------------------------- */

static const char many[] = "1 Intercept\n"
                           "0.5 rel:to=<{}>:pat=<els=[f{0}]>\n"
                           "-0.25 rel:to=<{}>:pat=<els=[!f{0}]>\n"
                           "0.125 rel:to=<{}>:pat=<els=[e{0}, -{0,0}]>\n"
                           "3 rel:to=<{}>:pat=<els=[f{0}, f{1/2}]>\n"
                           "2 rel:to=<{}>:pat=<els=[e{0}, e{1/2}, !-{1/4}]>\n"
                           "1 rel:to=<{}>:pat=<els=[!e{0}, !f{0}]>\n"
                           "1 rel:to=<{}>:pat=<els=[I1{0}, !I2{1/4}]>\n"
                           "1 rel:to=<{}>:pat=<els=[I2{0}, !-{0}, e{0}]>\n"
                           "1 rel:to=<{}>:pat=<els=[f{0}, -{0}]>\n"
                           "1 rel:from=<{0}>:to=<{}>:pat=<els=[f{}, !e{1/2}]>\n"
                           "1 rel:last_to=<{0}>:to=<{}>:pat=<els=[f{1/2}]>\n"
                           "1 rel:last_from=<{0,1/4}>:last_to=<{0}>:to=<{}>:pat=<els=[-{}]>\n"
                           "1 rel:to=<{}>:pat=<els=[!#{0}, !-{0}]>\n"
                           "1 rel:to=<{}>:pat=<els=[-{}, -{0}, -{1/4}]>\n"
                           "player 2\n"
                           "7 rel:to=<{}>:pat=<els=[f{1/8}]>\n";

enum { MOST_EVALUATORS = 8, VECTOR = 32 };

static bool same_vector(ludc_feature_eval *const *e, const ludc_feature_move *move)
{
    uint32_t first[VECTOR], other[VECTOR];
    size_t n = ludc_feature_eval_active(e[0], move, first, VECTOR);
    double logit = ludc_feature_eval_logit(e[0], move);
    for (size_t k = 1; k < ludc_feature_evaluators(); k++)
        if (ludc_feature_eval_active(e[k], move, other, VECTOR) != n || memcmp(first, other, n * sizeof *first) ||
            ludc_feature_eval_logit(e[k], move) != logit) {
            printf("# %s differs from %s: to %d\n", ludc_feature_evaluator(k), ludc_feature_evaluator(0), (int)move->to);
            return false;
        }
    return true;
}

/* Every move behind one and the same, or each behind another. */
static bool same_position(ludc_feature_eval *const *e, int32_t sites, bool one, uint64_t *rng)
{
    int32_t what[HAND_SITES] = {0};
    for (int32_t s = 0; s < sites; s++)
        what[s] = (int32_t)(ludc_next_word(rng) % 3);
    for (size_t k = 0; k < ludc_feature_evaluators(); k++) {
        ludc_feature_eval_set(e[k], what, what, (size_t)sites);
        for (unsigned player = 1; player <= 2; player++) /* none are expected, or many: another way to the same */
            eval_expect(e[k], player, what[0] ? 0 : 1000000);
    }
    bool good = true;
    int32_t last = (int32_t)(ludc_next_word(rng) % (unsigned)sites);
    for (int32_t to = 0; good && to < sites; to++)
        for (int32_t from = -1; good && from < sites; from++) {
            last = one ? last : (int32_t)(ludc_next_word(rng) % (unsigned)sites);
            const ludc_feature_move move = {(last + 1) % sites, last, from, to, 1 + (unsigned)(from & 1), 0};
            good = same_vector(e, &move);
        }
    return good;
}

static void agree(const char *what, int32_t sites, int32_t size, const int32_t *ring)
{
    HandBoard hand;
    ludc_features *set = read_one(many);
    ludc_feature_eval *e[MOST_EVALUATORS] = {NULL};
    uint64_t rng = 1;
    bool good = true;
    hand_board(&hand, sites, size, ring);
    for (size_t k = 0; k < ludc_feature_evaluators(); k++) {
        const ludc_feature_options options = {.evaluator = ludc_feature_evaluator(k)};
        e[k] = ludc_feature_eval_new(&hand.r, set, &options, NULL);
        good = good && e[k];
    }
    for (int i = 0; good && i < 300; i++)
        good = same_position(e, sites, i % 2, &rng);
    for (size_t k = 0; k < ludc_feature_evaluators(); k++)
        ludc_feature_eval_free(e[k]);
    ludc_features_free(set);
    ok(good, what);
}

/* ---- equation 2 ---------------------------------------------------------------------------------------- */

/* Conjunctions {0,1}, {0,2}, {1,3}, each a feature of its own. */
static const uint32_t of_feature[] = {0, 1, 2, 3}, of_conjunction[] = {0, 2, 4, 6}, in_conjunction[] = {0, 1, 0, 2, 1, 3};

static bool ordered(const NetProblem *p, const uint32_t *want)
{
    uint32_t order[4];
    bool good = net_order(p, order);
    for (uint32_t i = 0; good && i < 4; i++)
        good = order[i] == want[i];
    if (!good)
        printf("# %u %u %u %u\n", (unsigned)order[0], (unsigned)order[1], (unsigned)order[2], (unsigned)order[3]);
    return good;
}

static void order(void)
{
    static const bool none[4] = {false, false, false, false};
    static const uint32_t nothing[] = {0, 0, 0, 0, 0}, one_of_1[] = {0, 0, 1, 1, 1}, the_2[] = {2};
    /* S(0) = S(1) = 1/4 + 1/4, so 0 is first by its number, and covers two; 1 and 3 are even in the third feature. */
    const NetProblem plain = {4, none, 3, of_feature, of_conjunction, in_conjunction, nothing, NULL, nothing, NULL};
    /* When 1 is true 2 is decided: 1/2 + 1/2 * 1/4 is more than 1/2.  1 covers the first and the third feature; in the
     * second S(0) = S(2) = 1/4. */
    const NetProblem decides = {4, none, 3, of_feature, of_conjunction, in_conjunction, one_of_1, the_2, nothing, NULL};
    const NetProblem if_false = {4, none, 3, of_feature, of_conjunction, in_conjunction, nothing, NULL, one_of_1, the_2};
    /* A feature that is 3 alone is asked first; it generalises the third, which waits.  So S(0) = 1/2, S(1) = 1/4; what is left of
     * the features, {1}, {2} and {1} again, comes in the next round. */
    static const uint32_t with_single[] = {0, 1, 2, 3, 4}, of_more[] = {0, 2, 4, 6, 7}, in_more[] = {0, 1, 0, 2, 1, 3, 3};
    const NetProblem single = {4, none, 4, with_single, of_more, in_more, nothing, NULL, nothing, NULL};
    /* Two features of one proposition: the one that asks whether a site is empty is first. */
    static const uint32_t pairs[] = {0, 1, 2, 3, 4}, each[] = {0, 1, 2, 3, 4}, four[] = {0, 1, 2, 3};
    static const bool third[4] = {false, false, true, false};
    const NetProblem prefers = {4, third, 4, pairs, each, four, nothing, NULL, nothing, NULL};
    ok(ordered(&plain, (uint32_t[]){0, 1, 2, 3}), "equation 2: what occurs most");
    ok(ordered(&decides, (uint32_t[]){1, 0, 2, 3}), "equation 2: what decides others when it is true counts half of these");
    ok(ordered(&if_false, (uint32_t[]){1, 0, 2, 3}), "equation 2: and when it is false");
    ok(ordered(&single, (uint32_t[]){3, 0, 1, 2}), "features of one proposition come first, what they generalise later");
    ok(ordered(&prefers, (uint32_t[]){2, 0, 1, 3}), "of these, whether a site is empty");
}

/* ---- nets of shifted sets -------------------------------------------------------------------------- */

static void nets(void)
{
    static const uint32_t sizes[] = {9, 64, 121, 169, 225, 361};
    bool good = true;
    uint64_t rng = 7;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int k = 0; good && k < 20; k++) {
            HandNet h;
            enum { MOST = NET_WORDS + 3 }; /* words of a set with what it is padded by */
            uint64_t in[NET_INPUTS * NET_WORDS], literal[2 * NET_SHIFTS * MOST] = {0}, padded[NET_CLASSES * MOST], out[NET_CLASSES * NET_WORDS];
            net_random(&h, sizes[i], &rng);
            for (uint32_t p = 0; p < NET_INPUTS; p++)
                net_set(in + p * h.net.words, sizes[i], h.net.words, &rng);
            Store store = {0};
            const SweepTables *tables = sweep_tables(&store, &h.net);
            if (tables)
                sweep_run(tables, in, literal, padded);
            for (uint32_t c = 0; c < h.net.nclass; c++)
                memcpy(out + c * h.net.words, padded + c * sweep_stride(h.net.words), h.net.words * sizeof *out);
            good = tables && net_says(&h.net, in, out);
            store_free(&store);
        }
    ok(good, "nets of shifted sets by their tables are as defined");
}

/* One class: the eight neighbours of the middle of a board of 3x3 are all there is, in one shift each. */
static void swept(void)
{
    HandBoard hand;
    FeatureBoard board;
    Ground ground;
    Store store = {0};
    SweepParts parts;
    ludc_features *set = read_one("rel:to=<{}>:pat=<els=[f{0}]>\nrel:to=<{}>:pat=<els=[f{1/2}]>\nrel:to=<{}>:pat=<els=[#{0}]>\n"
                                  "rel:last_to=<{0}>:to=<{}>:pat=<els=[]>\nrel:from=<{0}>:to=<{}>:pat=<els=[]>\n");
    hand_board(&hand, 9, 4, square_ring);
    bool good = board_open(&board, &hand.r, NULL) == LUDC_OK && ground_make(&ground, &board, set, 1, LUDC_TIES_SPLIT, NULL) == LUDC_OK &&
                sweep_parts(&parts, &store, &ground);
    /* f north of here is f south of here, turned; four shifts of f, four of where the last move went to; off the board is a constant;
     * what speaks of both ends is of four steps, always. */
    for (uint32_t i = SWEEP_STEP; good && i < parts.nend; i++)
        good = parts.end[i].n == 0 && parts.end[i].nconstant == 1 && parts.end[i].step != 0;
    ok(good && parts.nend == SWEEP_STEP + 4 && parts.net.nclass == 2 && parts.end[SWEEP_TO].n == 2 && parts.end[SWEEP_TO].nconstant == 1 && parts.net.nshift == 8 &&
           parts.net.ninput == INPUT_PLANES + 1 && parts.of[0].n == 2 && parts.of[1].n == 1,
       "features that are the same at every site are one class");
    if (good)
        ground_free(&ground);
    store_free(&store);
    board_close(&board);
    ludc_features_free(set);
}

int main(void)
{
    walks();
    instances();
    active();
    agree("evaluators agree on squares", 9, 4, square_ring);
    agree("evaluators agree on hexagons", 7, 6, hexagon_ring);
    agree("evaluators agree on triangles", 4, 3, triangle_ring);
    order();
    nets();
    swept();
    printf("1..%u\n", tests);
    return failures != 0;
}
