/* learn_test.c - learning by hand: a buffer of four tuples, gradients beside finite differences, steps of RMSProp worked out, a feature
 * that grows from two where together they tell what either alone does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/learn/buffer.h"
#include "runtime/learn/linear.h"
#include "tests/features_board.h"

static void near_to(double a, double b, double by)
{
    if (!(fabs(a - b) <= by))
        fail_msg("%.17g, not %.17g", a, b);
}

static ludc_learn_options defaults(void)
{
    ludc_learn_options o;
    ludc_learn_defaults(&o);
    return o;
}

/* ---- options ------------------------------------------------------------------------- */

static void constants_are_the_paper_s(void **state)
{
    ludc_learn_options o = defaults(), again;
    char text[1024];
    (void)state;
    assert_int_equal(o.buffer, 2500);
    assert_int_equal(o.batch, 30);
    near_to(o.alpha, 0.5, 0);
    near_to(o.beta, 0.5, 0);
    near_to(o.rate, 0.005, 0);
    near_to(o.momentum, 0.9, 0);
    near_to(o.decay, 0.9, 0);
    near_to(o.epsilon, 1e-8, 0);
    near_to(o.shrink, 1e-6, 0);
    assert_int_equal(ludc_learn_parse("batch=7,rate=0.25", &o, NULL), LUDC_OK);
    assert_int_equal(o.batch, 7);
    assert_true(ludc_learn_text(&o, text, sizeof text) < sizeof text);
    ludc_learn_defaults(&again);
    assert_int_equal(ludc_learn_parse(text, &again, NULL), LUDC_OK);
    assert_memory_equal(&o, &again, sizeof o);
}

static void wrong_constants_are_refused(void **state)
{
    static const char *const wrong[] = {"batch=0", "batch=1.5", "batch=", "batch", "rate=-1", "rate=nan", "bitch=3", "=", "batch=3x", ",batch=3"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ludc_learn_options o = defaults();
        ludc_error error = {0};
        assert_int_equal(ludc_learn_parse(wrong[i], &o, &error), LUDC_USAGE);
        assert_true(strlen(error.message) > 0);
    }
}

static void constants_are_explained(void **state)
{
    const char *key, *standard, *help;
    size_t n = 0;
    (void)state;
    while (ludc_learn_explain(n, &key, &standard, &help)) {
        char text[128];
        ludc_learn_options o = defaults(), same = defaults();
        snprintf(text, sizeof text, "%s=%s", key, standard);
        assert_int_equal(ludc_learn_parse(text, &o, NULL), LUDC_OK);
        assert_memory_equal(&o, &same, sizeof o);
        assert_true(strlen(help) > 0);
        n++;
    }
    assert_int_equal(n, 18);
}

/* ---- the buffer --------------------------------------------------------------------------- */

static Tuple *plain_tuple(uint32_t length, double priority)
{
    static const HandState nothing = {{0}};
    static const ludc_move move[2] = {0, 1};
    static const float share[2] = {0.25f, 0.75f};
    const ludc_learn_tuple t = {.state = &nothing, .mover = 1, .n = 2, .moves = move, .share = share, .length = length};
    Tuple *tuple = buffer_tuple_new(&t, sizeof nothing, 2);
    assert_non_null(tuple);
    tuple->priority = priority;
    return tuple;
}

/* Priorities 4, 1, 1, 16 to the power 1/2 are 2, 1, 1, 4: chances 1/4, 1/8, 1/8, 1/2, and N P = 1, 1/2, 1/2, 2.  Weights before they are
 * divided by their sum: (N P)^-1/2 / length = 1/10, sqrt 2 / 20, sqrt 2 / 40, sqrt(1/2) / 40. */
static void four_tuples_by_hand(void **state)
{
    static const double priority[] = {4, 1, 1, 16};
    static const uint32_t length[] = {10, 20, 40, 40};
    const double raw[] = {0.1, sqrt(2) / 20, sqrt(2) / 40, sqrt(0.5) / 40}, chance[] = {0.25, 0.125, 0.125, 0.5};
    enum { BATCH = 20000 };
    static uint32_t index[BATCH];
    static double weight[BATCH];
    uint32_t count[4] = {0};
    double all = 0;
    uint64_t rng = 5;
    Buffer b;
    (void)state;
    assert_true(buffer_open(&b, 4));
    for (int i = 0; i < 4; i++) {
        buffer_add(&b, plain_tuple(length[i], 1));
        b.at[i]->priority = priority[i];
    }
    const ludc_learn_options o = defaults();
    buffer_draw(&b, &o, &rng, BATCH, index, weight);
    for (int k = 0; k < BATCH; k++)
        all += raw[index[k]];
    for (int k = 0; k < BATCH; k++) {
        near_to(weight[k], raw[index[k]] / all, 1e-15);
        count[index[k]]++;
    }
    for (int i = 0; i < 4; i++) /* five standard errors */
        near_to((double)count[i] / BATCH, chance[i], 5 * sqrt(chance[i] * (1 - chance[i]) / BATCH));
    buffer_close(&b);
}

static void weights_without_corrections_are_alike(void **state)
{
    ludc_learn_options o = defaults();
    uint32_t index[8];
    double weight[8];
    uint64_t rng = 1;
    Buffer b;
    (void)state;
    o.beta = 0;
    o.lengths = 0;
    assert_true(buffer_open(&b, 2));
    buffer_add(&b, plain_tuple(3, 1));
    buffer_add(&b, plain_tuple(30, 1));
    b.at[0]->priority = 9;
    buffer_draw(&b, &o, &rng, 8, index, weight);
    for (int k = 0; k < 8; k++)
        near_to(weight[k], 0.125, 1e-16);
    buffer_close(&b);
}

static void the_oldest_goes(void **state)
{
    Buffer b;
    uint32_t index[64], seen = 0;
    uint64_t rng = 3;
    (void)state;
    assert_true(buffer_open(&b, 3));
    for (uint32_t i = 1; i <= 5; i++) {
        Tuple *t = plain_tuple(i, 0);
        buffer_add(&b, t);
        near_to(t->priority, i == 1 ? 1 : i == 3 ? 7 : t->priority, 0);
        t->priority = i == 2 ? 7 : t->priority; /* what comes later is as urgent as the most urgent */
    }
    assert_int_equal(b.n, 3);
    assert_int_equal(b.at[0]->t.length, 4);
    assert_int_equal(b.at[1]->t.length, 5);
    assert_int_equal(b.at[2]->t.length, 3);
    near_to(b.at[0]->priority, 7, 0);
    buffer_draw_alike(&b, &rng, 64, index);
    for (int k = 0; k < 64; k++)
        seen |= 1u << index[k];
    assert_int_equal(seen, 7);
    buffer_close(&b);
}

/* ---- RMSProp --------------------------------------------------------------------------------- */

/* Gradients 2, then -1, with decay 0.9, momentum 0.9, rate 0.005, without weight decay. */
static void two_steps_by_hand(void **state)
{
    ludc_learn_options o = defaults();
    RmsProp m = {0, 0, 0};
    (void)state;
    o.shrink = 0;
    const double first = -0.005 * 2 / sqrt(0.4 - 0.04 + 1e-8);
    near_to(rmsprop_step(&m, &o, 1, 2), 1 + first, 1e-15);
    const double square = 0.9 * 0.4 + 0.1, mean = 0.9 * 0.2 - 0.1, second = 0.9 * first + 0.005 / sqrt(square - mean * mean + 1e-8);
    near_to(rmsprop_step(&m, &o, 3, -1), 3 + second, 1e-15);
    o.shrink = 0.5; /* a weight of 4 without a gradient of its own is pulled by 2 */
    RmsProp fresh = {0, 0, 0};
    near_to(rmsprop_step(&fresh, &o, 4, 0), 4 + first, 1e-15);
}

/* ---- a game by hand: candidates 0 .. 8 are sites of the squares of features_board.h -------------------- */

static void describe(const ludc_reasoner *r, const void *state, uint32_t move, int32_t *out)
{
    (void)r;
    (void)state;
    out[0] = out[1] = (int32_t)move;
}

static ludc_reasoner *board_of(HandBoard *hand, int32_t sites, const int32_t *ring)
{
    static const char *const columns[] = {"from", "to"};
    hand_board(hand, sites, 4, ring);
    hand->r.codes = hand->r.max_moves = (uint32_t)sites;
    hand->r.ncolumn = 2;
    hand->r.column = columns;
    hand->r.describe = describe;
    return &hand->r;
}

static ludc_reasoner *board_with_moves(HandBoard *hand) { return board_of(hand, 9, square_ring); }

static ludc_learner *learner_of(const ludc_reasoner *r, const char *text, const ludc_learn_options *o)
{
    ludc_error error = {0};
    ludc_features *set = ludc_features_read("set", text, strlen(text), NULL);
    assert_non_null(set);
    ludc_learner *learner = ludc_learner_features(r, set, o, &error);
    if (!learner)
        fail_msg("%s", error.message);
    ludc_features_free(set);
    return learner;
}

static const char weights[] = "0.3 Intercept\n"
                              "0.5 rel:to=<{}>:pat=<els=[f{0}]>\n"
                              "-0.7 rel:to=<{}>:pat=<els=[e{0}]>\n"
                              "0.2 rel:to=<{}>:pat=<els=[#{0}]>\n"
                              "player 2\n1 rel:to=<{}>:pat=<els=[-{}]>\n";

static const HandState position = {{0, 0, 0, 0, 1, 0, 0, 2, 0}};

static double loss_of(ludc_learner *learner, const ludc_learn_tuple *t)
{
    double loss;
    assert_int_equal(learner->look(learner, t, &loss), LUDC_OK);
    return loss;
}

static void gradient_as_finite_differences(void **state)
{
    static const ludc_move moves[] = {0, 1, 3, 6, 8};
    static const float share[] = {0.5f, 0.125f, 0.25f, 0, 0.125f};
    const ludc_learn_options o = defaults();
    HandBoard hand;
    (void)state;
    ludc_learner *learner = learner_of(board_with_moves(&hand), weights, &o);
    Linear *l = (Linear *)learner;
    assert_int_equal(ludc_features_count(l->set), 9); /* four of each player, and one of the second */
    for (unsigned mover = 1; mover <= 2; mover++) {
        const ludc_learn_tuple t = {.state = &position, .last = {-1, -1, -1, 7, 2, 0}, .mover = mover, .n = 5, .moves = moves,
                                    .share = share};
        double gradient[9] = {0}, error, alike = 0;
        assert_int_equal(linear_chances(l, &t), LUDC_OK);
        near_to(linear_gradient(l, &t, 1, gradient, &error), loss_of(learner, &t), 1e-15);
        assert_true(error > 0.01 && error < 2);
        for (size_t i = 0; i < 9; i++) {
            const double before = ludc_feature_weight(l->set, i), by = 1e-5;
            ludc_feature_set_weight(l->set, i, before + by);
            const double more = loss_of(learner, &t);
            ludc_feature_set_weight(l->set, i, before - by);
            near_to(gradient[i], (more - loss_of(learner, &t)) / (2 * by), 1e-9);
            ludc_feature_set_weight(l->set, i, before);
            alike += ludc_feature_player(l->set, i) == mover ? 0 : fabs(gradient[i]);
        }
        near_to(alike, 0, 0); /* the other one's features are not active */
    }
    ludc_learner_free(learner);
}

static void steps_go_down(void **state)
{
    static const ludc_move moves[] = {0, 1, 3, 6, 8};
    static const float share[] = {0, 0.5f, 0.5f, 0, 0}; /* the features see no difference between these two */
    ludc_learn_options o = defaults();
    HandBoard hand;
    double loss, priority, weight = 1;
    (void)state;
    ludc_learner *learner = learner_of(board_with_moves(&hand), weights, &o);
    const ludc_learn_tuple t = {.state = &position, .mover = 1, .n = 5, .moves = moves, .share = share}, *batch = &t;
    const double before = loss_of(learner, &t), other = ludc_feature_weight(((Linear *)learner)->set, 8);
    for (int i = 0; i < 200; i++)
        assert_int_equal(learner->step(learner, 1, &batch, &weight, 1, &loss, &priority), LUDC_OK);
    assert_true(loss - log(2) < (before - log(2)) / 10);
    near_to(ludc_feature_weight(((Linear *)learner)->set, 8), other, 0); /* nothing of player 2 moves */
    assert_true(priority > 0 && priority < 2);
    ludc_learner_free(learner);
}

/* ---- what it knows, as bytes ----------------------------------------------------------------------- */

static void saved_and_restored(void **state)
{
    static const ludc_move moves[] = {0, 1, 3};
    static const float share[] = {0.5f, 0.5f, 0};
    const ludc_learn_options o = defaults();
    HandBoard hand;
    double loss, priority, weight = 1;
    (void)state;
    ludc_reasoner *r = board_with_moves(&hand);
    ludc_learner *a = learner_of(r, weights, &o), *b = learner_of(r, "Intercept", &o);
    const ludc_learn_tuple t = {.state = &position, .mover = 1, .n = 3, .moves = moves, .share = share}, *batch = &t;
    for (int i = 0; i < 3; i++)
        a->step(a, 1, &batch, &weight, 1, &loss, &priority);
    const size_t n = a->saved_size(a);
    char *saved = malloc(n), *again = malloc(n);
    assert_true(saved && again);
    a->save(a, saved);
    assert_int_equal(b->restore(b, saved, n), LUDC_OK);
    for (int i = 0; i < 3; i++) {
        a->step(a, 1, &batch, &weight, 1, &loss, &priority);
        b->step(b, 1, &batch, &weight, 1, &loss, &priority);
    }
    assert_int_equal(a->saved_size(a), b->saved_size(b));
    char *x = malloc(a->saved_size(a)), *y = malloc(a->saved_size(a));
    a->save(a, x);
    b->save(b, y);
    assert_memory_equal(x, y, a->saved_size(a));
    for (size_t cut = 0; cut < n; cut += 7)
        assert_int_equal(b->restore(b, saved, cut), LUDC_WRONG);
    saved[0]++;
    assert_int_equal(b->restore(b, saved, n), LUDC_WRONG);
    b->save(b, again = realloc(again, b->saved_size(b)));
    assert_memory_equal(again, y, b->saved_size(b)); /* what was refused changed nothing */
    free(saved);
    free(again);
    free(x);
    free(y);
    ludc_learner_free(a);
    ludc_learner_free(b);
}

/* ---- growth -------------------------------------------------------------------------------------------- */

/* Shares are equal but where the move has a piece of the mover's on one side and nothing on the other, in a line: what is to be found is the pair of
 * a friend at {0} and an empty site at {1/2}. */
static void a_pair_is_found(void **state)
{
    static const char atoms[] = "rel:to=<{}>:pat=<els=[f{0}]>\n"
                                "rel:to=<{}>:pat=<els=[-{0}]>\n"
                                "rel:to=<{}>:pat=<els=[#{0}]>\n"
                                "rel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>\n";
    enum { TUPLES = 40 };
    static HandState place[TUPLES];
    static ludc_move moves[TUPLES][9];
    static float share[TUPLES][9];
    static ludc_learn_tuple tuple[TUPLES];
    const ludc_learn_tuple *batch[TUPLES];
    ludc_learn_options o = defaults();
    HandBoard hand;
    uint64_t rng = 11;
    uint32_t added = 0;
    char text[512];
    (void)state;
    ludc_learner *learner = learner_of(board_with_moves(&hand), atoms, &o);
    for (uint32_t k = 0; k < TUPLES; k++) {
        uint32_t n = 0, word = k * 2654435761u;
        double all = 0;
        for (uint32_t s = 0; s < 9; s++)
            place[k].what[s] = (int32_t)((word >> (3 * s)) % 8 < 2);
        for (uint32_t s = 0; s < 9; s++) {
            bool wanted = false;
            for (uint32_t d = 0; d < 4; d++) {
                const int32_t x = square_ring[4 * s + d], y = square_ring[4 * s + (d + 2) % 4];
                wanted |= x >= 0 && y >= 0 && place[k].what[x] == 1 && !place[k].what[y];
            }
            if (place[k].what[s])
                continue;
            moves[k][n] = s;
            share[k][n++] = wanted ? 8 : 1;
        }
        for (uint32_t i = 0; i < n; i++)
            all += (double)share[k][i];
        for (uint32_t i = 0; i < n; i++)
            share[k][i] = (float)((double)share[k][i] / all);
        tuple[k] = (ludc_learn_tuple){.state = &place[k], .last = {-1, -1, -1, 4, 2, 0}, .mover = 1, .n = n, .moves = moves[k], .share = share[k]};
        batch[k] = &tuple[k];
    }
    assert_int_equal(learner->grow(learner, 1, batch, TUPLES, &rng, &added), LUDC_OK);
    assert_true(added >= 1 && added <= 2);
    assert_int_equal(learner->parts(learner, 1), 4 + added);
    assert_int_equal(learner->parts(learner, 2), 4);
    ludc_features *set = ludc_learner_set(learner);
    ludc_feature_text(set, 4, text, sizeof text);
    if (strcmp(text, "rel:to=<{}>:pat=<els=[f{0}, -{1/2}]>") && strcmp(text, "rel:to=<{}>:pat=<els=[-{1/2}, f{0}]>") &&
        strcmp(text, "rel:to=<{}>:pat=<els=[-{0}, f{1/2}]>") && strcmp(text, "rel:to=<{}>:pat=<els=[f{1/2}, -{0}]>") &&
        strcmp(text, "rel:to=<{}>:pat=<els=[f{1/4}, -{3/4}]>") && strcmp(text, "rel:to=<{}>:pat=<els=[-{1/4}, f{3/4}]>") &&
        strcmp(text, "rel:to=<{}>:pat=<els=[f{3/4}, -{1/4}]>") && strcmp(text, "rel:to=<{}>:pat=<els=[-{3/4}, f{1/4}]>"))
        fail_msg("%s", text);
    near_to(ludc_feature_weight(set, 4), 0, 0);
    ludc_features_free(set);
    /* nothing comes twice, whatever way it is turned: what is there after many rounds differs in its instances on the board */
    for (int i = 0; i < 6; i++)
        learner->grow(learner, 1, batch, TUPLES, &rng, &added);
    Linear *l = (Linear *)learner;
    for (size_t i = 0; i < ludc_features_count(l->set); i++)
        for (size_t k = 0; k < i; k++)
            assert_false(l->set->feature.at[i].player == l->set->feature.at[k].player &&
                         features_equal(&l->set->feature.at[i], &l->set->feature.at[k]));
    ludc_learner_free(learner);
}

/* ---- growth, many rounds on a square of 4 by 4 ---------------------------------------------------------- */

enum { SIDE = 4, SITES = SIDE * SIDE, MOST_MOVES = 24, TUPLES = 20, ROUNDS = 12 };

/* From where, to where. */
static void describe_both(const ludc_reasoner *r, const void *state, uint32_t move, int32_t *out)
{
    (void)r;
    (void)state;
    out[0] = (int32_t)move / SITES;
    out[1] = (int32_t)move % SITES;
}

typedef struct {
    HandState place[TUPLES];
    ludc_move moves[TUPLES][MOST_MOVES];
    float share[TUPLES][MOST_MOVES];
    ludc_learn_tuple tuple[TUPLES];
    const ludc_learn_tuple *batch[TUPLES];
} Lot;

static uint32_t throw(uint64_t *word)
{
    *word = *word * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*word >> 59);
}

/* Positions by chance; moves to empty sites, from the site itself or, with `far`, from any up to two steps to a side and two up or down. */
static void draw_lot(Lot *lot, bool far)
{
    uint64_t word = 1;
    for (uint32_t k = 0; k < TUPLES; k++) {
        uint32_t n = 0;
        for (uint32_t s = 0; s < SITES; s++) {
            const uint32_t chance = throw(&word);
            lot->place[k].what[s] = chance < 8 ? 1 : chance < 16 ? 2 : 0;
        }
        for (uint32_t tries = 0; tries < 200 && n < MOST_MOVES; tries++) {
            const int32_t to = (int32_t)throw(&word) % SITES, x = to % SIDE + (int32_t)(throw(&word) % 5) - 2, y = to / SIDE + (int32_t)(throw(&word) % 5) - 2;
            const int32_t from = far ? y * SIDE + x : to;
            bool fresh = !lot->place[k].what[to] && (!far || (x >= 0 && y >= 0 && x < SIDE && y < SIDE && from != to));
            for (uint32_t i = 0; i < n; i++)
                fresh &= lot->moves[k][i] != (uint32_t)(from * SITES + to);
            if (!fresh)
                continue;
            lot->moves[k][n] = (uint32_t)(from * SITES + to);
            lot->share[k][n++] = (float)(1 + throw(&word) % 4 * (throw(&word) % 4));
        }
        lot->tuple[k] = (ludc_learn_tuple){.state = &lot->place[k], .last = {-1, -1, -1, (int32_t)throw(&word) % SITES, 2, 0}, .mover = 1, .n = n,
                                           .moves = lot->moves[k], .share = lot->share[k]};
        lot->batch[k] = &lot->tuple[k];
    }
}

static ludc_learner *square_learner(HandBoard *hand, const char *atoms, const ludc_learn_options *o)
{
    int32_t ring[SITES * 4];
    for (int32_t s = 0; s < SITES; s++) {
        ring[4 * s] = s + SIDE < SITES ? s + SIDE : -1;
        ring[4 * s + 1] = s % SIDE < SIDE - 1 ? s + 1 : -1;
        ring[4 * s + 2] = s - SIDE >= 0 ? s - SIDE : -1;
        ring[4 * s + 3] = s % SIDE ? s - 1 : -1;
    }
    ludc_reasoner *r = board_of(hand, SITES, ring);
    r->codes = r->max_moves = SITES * SITES;
    r->describe = describe_both;
    return learner_of(r, atoms, o);
}

static bool has_bent_way(const Feature *f)
{
    const Walk *way = &f->walk[PART_FROM];
    return f->has[PART_TO] && f->has[PART_FROM] && way->n > 1 && way->turn[1] > 0;
}

/* A feature that is made of two is active where both were, so in as many moves at least as a pair must be seen in; were one of them turned,
 * mirrored or moved otherwise than the other it would be another one, or none at all.  How many speak of both ends of a move with a bent way between them. */
static uint32_t rounds(const char *atoms, bool far)
{
    static Lot lot;
    ludc_learn_options o = defaults();
    HandBoard hand;
    uint64_t rng = 2;
    uint32_t both = 0;
    o.instances = 512; /* all, so that nothing is drawn */
    ludc_learner *learner = square_learner(&hand, atoms, &o);
    Linear *l = (Linear *)learner;
    draw_lot(&lot, far);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t added, count[64] = {0};
        const size_t before = ludc_features_count(l->set);
        assert_int_equal(learner->grow(learner, 1, lot.batch, TUPLES, &rng, &added), LUDC_OK);
        assert_int_equal(linear_ready(l, NULL), LUDC_OK);
        for (uint32_t k = 0; k < TUPLES; k++) {
            linear_chances(l, lot.batch[k]);
            for (size_t i = 0; i < l->active.n; i++)
                count[l->active.at[i]]++;
        }
        for (size_t i = before; i < ludc_features_count(l->set); i++) {
            char text[512];
            ludc_feature_text(l->set, i, text, sizeof text);
            both += has_bent_way(&l->set->feature.at[i]);
            if (count[i] < o.seen)
                fail_msg("%s is active in %u moves", text, (unsigned)count[i]);
        }
        assert_true(round || added == 2);
    }
    ludc_learner_free(learner);
    return both;
}

/* Walks that lean to one side. */
static void new_features_are_active(void **state)
{
    (void)state;
    assert_int_equal(rounds("rel:to=<{}>:pat=<els=[f{0}]>\nrel:to=<{}>:pat=<els=[e{0}]>\nrel:to=<{}>:pat=<els=[#{0}]>\n"
                            "rel:to=<{}>:pat=<els=[f{0,0,1/4}]>\nrel:to=<{}>:pat=<els=[e{0,0,1/4}]>\nrel:to=<{}>:pat=<els=[-{0,1/4,1/4}]>\n"
                            "rel:last_to=<{0,0,1/4}>:to=<{}>:pat=<els=[*{}]>\nrel:last_to=<{0,1/4}>:to=<{}>:pat=<els=[*{}]>\n", false), 0);
}

/* Some stand where the move comes from: steps, diagonals, leaps. */
static void both_ends_of_a_move(void **state)
{
    (void)state;
    assert_true(rounds("rel:from=<{}>:pat=<els=[f{0}]>\nrel:from=<{}>:pat=<els=[e{0,0,1/4}]>\nrel:from=<{}>:pat=<els=[#{0}]>\n"
                       "rel:to=<{}>:pat=<els=[f{0}]>\nrel:to=<{}>:pat=<els=[e{0,1/4}]>\n"
                       "rel:last_to=<{0,0,1/4}>:from=<{}>:pat=<els=[*{}]>\nrel:last_to=<{0}>:to=<{}>:pat=<els=[*{}]>\n", true) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_the_paper_s),       cmocka_unit_test(wrong_constants_are_refused),
        cmocka_unit_test(constants_are_explained),         cmocka_unit_test(four_tuples_by_hand),
        cmocka_unit_test(weights_without_corrections_are_alike), cmocka_unit_test(the_oldest_goes),
        cmocka_unit_test(two_steps_by_hand),               cmocka_unit_test(gradient_as_finite_differences),
        cmocka_unit_test(steps_go_down),                   cmocka_unit_test(saved_and_restored),
        cmocka_unit_test(a_pair_is_found),                 cmocka_unit_test(new_features_are_active),
        cmocka_unit_test(both_ends_of_a_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
