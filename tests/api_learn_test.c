/* api_learn_test.c - learning by expert iteration, as another program sees it (ludc_learn.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_learn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"

static const char lines[] = "(game \"Lines\" (players 2)\n"
                            "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                            "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\n";
static const char three[] = "(game \"Three\" (players 3)\n"
                            "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
                            "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))\n";
static const char dice[] = "(game \"Throws\" (players 2)\n"
                           "  (equipment { (board (rectangle 1 9)) (piece \"Ball\" Each) (dice d:3 num:1) })\n"
                           "  (rules (play (do (roll) next:(move Add (to (intersection (sites Empty) (sites {0 (count Pips) 4 8}))))))\n"
                           "         (end (if (no Moves Mover) (result Mover Loss)))))\n";

static const char agent[] = "puct:solver=0,playout=features,plain=0.5,memory=4M";

typedef struct {
    ludc_game *game;
    const ludc_reasoner *r;
    ludc_learn_options o;
    ludc_learner *learner;
    ludc_train *train;
} Made;

static Made make(const char *text, const char *constants, const char *spec, uint64_t seed)
{
    Made m;
    ludc_error error = {0};
    m.game = compile("game.lud", text);
    m.r = ludc_game_reasoner(m.game);
    ludc_learn_defaults(&m.o);
    assert_int_equal(ludc_learn_parse(constants, &m.o, &error), LUDC_OK);
    ludc_features *set = ludc_features_atomic(m.r, 1, 1, &error);
    assert_non_null(set);
    m.learner = ludc_learner_features(m.r, set, &m.o, &error);
    ludc_features_free(set);
    if (!m.learner)
        fail_msg("%s", error.message);
    m.train = ludc_train_new(m.r, m.learner, &m.o, spec, seed, &error);
    if (!m.train)
        fail_msg("%s", error.message);
    return m;
}

static void drop(Made *m)
{
    ludc_train_free(m->train);
    ludc_learner_free(m->learner);
    ludc_free(m->game);
}

static ludc_learn_episode one(Made *m)
{
    const ludc_learn_budget budget = {.iterations = 12};
    ludc_learn_episode episode;
    assert_int_equal(ludc_train_episode(m->train, &budget, &episode), LUDC_OK);
    assert_false(episode.stopped);
    assert_int_equal(episode.number, ludc_train_episodes(m->train));
    return episode;
}

static char *saved(const Made *m, size_t *n)
{
    *n = ludc_train_saved_size(m->train);
    char *bytes = malloc(*n);
    assert_non_null(bytes);
    assert_int_equal(ludc_train_save(m->train, bytes), LUDC_OK);
    return bytes;
}

static char *text_of(const Made *m)
{
    ludc_features *set = ludc_learner_set(m->learner);
    assert_non_null(set);
    const size_t n = ludc_features_text(set, NULL, 0) + 1;
    char *text = malloc(n);
    assert_non_null(text);
    ludc_features_text(set, text, n);
    ludc_features_free(set);
    return text;
}

/* ---- episodes --------------------------------------------------------------------- */

static void an_episode_is_told(void **state)
{
    Made m = make(lines, "", agent, 1);
    (void)state;
    for (int i = 0; i < 4; i++) {
        const ludc_learn_episode e = one(&m);
        assert_true(e.moves >= 5 && e.moves <= 12 && e.tuples <= e.moves);
        assert_true(fabs(e.payoff[0] + e.payoff[1] - 1) < 1e-12);
        assert_int_equal(e.steps[0], i ? e.moves : 0); /* what is learnt from are games that are over */
        assert_true(e.grown[0] <= 2 && e.parts[0] > 0);
        for (int p = 0; p < 2; p++)
            assert_true(e.fresh[p] >= e.entropy[p] - 1e-9); /* Gibbs */
    }
    drop(&m);
}

static void one_seed_one_result(void **state)
{
    char *first = NULL;
    size_t n = 0;
    (void)state;
    for (int round = 0; round < 3; round++) {
        Made m = make(lines, "", agent, round < 2 ? 7 : 8);
        for (int i = 0; i < 4; i++)
            one(&m);
        size_t now;
        char *bytes = saved(&m, &now);
        if (first)
            assert_int_equal(now == n && !memcmp(first, bytes, n), round < 2);
        else
            first = bytes, n = now, bytes = NULL;
        free(bytes);
        drop(&m);
    }
    free(first);
}

static void goes_on_as_it_would_have(void **state)
{
    size_t n, m;
    (void)state;
    Made a = make(lines, "buffer=12", agent, 3), b = make(lines, "buffer=12", agent, 3);
    for (int i = 0; i < 4; i++)
        one(&a);
    char *bytes = saved(&a, &n);
    one(&b); /* which is forgotten */
    assert_int_equal(ludc_train_restore(b.train, bytes, n), LUDC_OK);
    free(bytes);
    assert_int_equal(ludc_train_episodes(b.train), 4);
    for (int i = 0; i < 3; i++) {
        const ludc_learn_episode x = one(&a), y = one(&b);
        assert_memory_equal(&x, &y, sizeof x);
    }
    bytes = saved(&a, &n);
    char *again = saved(&b, &m);
    assert_int_equal(n, m);
    assert_memory_equal(bytes, again, n);
    char *x = text_of(&a), *y = text_of(&b);
    assert_string_equal(x, y);
    free(x);
    free(y);
    free(bytes);
    free(again);
    drop(&a);
    drop(&b);
}

static void bytes_of_others_are_refused(void **state)
{
    size_t n, m;
    (void)state;
    Made a = make(lines, "", agent, 3), b = make(three, "", agent, 3), c = make(lines, "", agent, 4);
    one(&a);
    char *bytes = saved(&a, &n), *before = saved(&a, &m), *after;
    assert_int_equal(ludc_train_restore(b.train, bytes, n), LUDC_WRONG);
    assert_int_equal(ludc_train_restore(c.train, bytes, n), LUDC_WRONG);
    for (size_t cut = 0; cut < n; cut += n / 50 + 1)
        assert_int_equal(ludc_train_restore(a.train, bytes, cut), LUDC_WRONG);
    for (size_t at = 0; at < n; at += n / 50 + 1) {
        bytes[at] ^= 16;
        assert_int_equal(ludc_train_restore(a.train, bytes, n), LUDC_WRONG);
        bytes[at] ^= 16;
    }
    after = saved(&a, &n);
    assert_int_equal(n, m);
    assert_memory_equal(before, after, n);
    assert_int_equal(ludc_train_restore(NULL, bytes, n), LUDC_USAGE);
    assert_int_equal(ludc_train_save(NULL, bytes), LUDC_USAGE);
    free(bytes);
    free(before);
    free(after);
    drop(&a);
    drop(&b);
    drop(&c);
}

static int later(void *data)
{
    int *left = data;
    return (*left)-- <= 0;
}

static void a_stopped_episode_counts_for_nothing(void **state)
{
    size_t n;
    (void)state;
    Made m = make(lines, "", agent, 5), other = make(lines, "", agent, 5);
    one(&m);
    one(&other);
    char *bytes = saved(&m, &n);
    int left = 4;
    const ludc_learn_budget budget = {.iterations = 12, .stopped = later, .data = &left};
    ludc_learn_episode episode;
    assert_int_equal(ludc_train_episode(m.train, &budget, &episode), LUDC_OK);
    assert_true(episode.stopped);
    assert_int_equal(ludc_train_episodes(m.train), 1);
    assert_int_equal(ludc_train_restore(m.train, bytes, n), LUDC_OK);
    const ludc_learn_episode x = one(&m), y = one(&other);
    assert_memory_equal(&x, &y, sizeof x);
    free(bytes);
    drop(&m);
    drop(&other);
}

static void games_of_three_and_of_dice(void **state)
{
    static const char *const text[] = {three, dice};
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        size_t n, m;
        Made a = make(text[k], "", agent, 2), b = make(text[k], "", agent, 2);
        for (int i = 0; i < 5; i++) {
            const ludc_learn_episode e = one(&a), f = one(&b);
            assert_memory_equal(&e, &f, sizeof e);
            assert_true(e.moves > 0);
        }
        char *x = saved(&a, &n), *y = saved(&b, &m);
        assert_int_equal(n, m);
        assert_memory_equal(x, y, n);
        assert_int_equal(ludc_train_restore(b.train, x, n), LUDC_OK);
        free(x);
        free(y);
        drop(&a);
        drop(&b);
    }
}

static void it_learns_to_win_at_once(void **state)
{
    (void)state;
    Made m = make(three, "", agent, 1);
    double before = 0, after = 0;
    for (int i = 0; i < 60; i++) {
        const ludc_learn_episode e = one(&m);
        for (int p = 0; p < 3; p++)
            *(i < 10 ? &before : &after) += i < 10 || i >= 50 ? e.fresh[p] - e.entropy[p] : 0;
    }
    assert_true(after < before);
    drop(&m);
}

/* ---- what is refused ------------------------------------------------------------------ */

static void wrong_arguments(void **state)
{
    const ludc_learn_budget none = {.iterations = 0};
    ludc_learn_episode episode;
    ludc_error error = {0};
    (void)state;
    Made m = make(lines, "", agent, 1);
    assert_int_equal(ludc_train_episode(m.train, &none, &episode), LUDC_USAGE);
    assert_int_equal(ludc_train_episode(m.train, NULL, &episode), LUDC_USAGE);
    assert_null(ludc_train_new(m.r, m.learner, &m.o, "puct:nonsense=1", 1, &error));
    assert_int_equal(error.status, LUDC_USAGE);
    assert_null(ludc_train_new(m.r, NULL, &m.o, agent, 1, &error));
    assert_null(ludc_learner_features(m.r, NULL, &m.o, &error));
    assert_int_equal(error.status, LUDC_USAGE);
    assert_null(ludc_learner_set(NULL));
    drop(&m);
    ludc_train_free(NULL);
    ludc_learner_free(NULL);
}

static void a_search_refused_by_its_learner(void **state)
{
    const ludc_learn_budget budget = {.iterations = 4};
    ludc_learn_episode episode;
    (void)state;
    Made m = make(lines, "", "uct", 1);
    assert_int_equal(ludc_train_episode(m.train, &budget, &episode), LUDC_UNSUPPORTED);
    assert_int_equal(ludc_train_episodes(m.train), 0);
    drop(&m);
}

static void the_constants_are_those_of_the_header(void **state)
{
    const char *key, *standard, *help;
    ludc_search_options o;
    ludc_learn_options options;
    char text[1024];
    (void)state;
    assert_true(ludc_learn_explain(0, &key, &standard, &help));
    ludc_learn_defaults(&options);
    assert_true(ludc_learn_text(&options, text, sizeof text) > 0);
    assert_int_equal(ludc_search_parse(LUDC_TRAIN_AGENT, &o, NULL), LUDC_OK);
    assert_true(fabs(o.c - 1.25) < 1e-12 && fabs(o.plain - 0.5) < 1e-12 && o.fpu == LUDC_FPU_PARENT && !o.solver && o.expand == 1 && o.reuse);
}

/* ---- weights that change ------------------------------------------------------------------ */

static void weights_change_while_it_searches(void **state)
{
    ludc_error error = {0};
    ludc_search_options o;
    (void)state;
    Made m = make(lines, "", agent, 1);
    ludc_features *set = ludc_features_read("set", "1 rel:to=<{}>:pat=<els=[#{0}]>", 30, &error);
    assert_non_null(set);
    ludc_feature_eval *e = ludc_feature_eval_new(m.r, set, NULL, &error);
    void *begin = aligned_alloc(64, (ludc_state_size(m.r) + 63) / 64 * 64);
    assert_true(e && begin);
    ludc_init(m.r, begin);
    const ludc_feature_move corner = {-1, -1, -1, 0, 1, 0};
    ludc_feature_eval_look(e, begin);
    assert_true(fabs(ludc_feature_eval_logit(e, &corner) - 1) < 1e-12);
    ludc_feature_set_weight(set, 0, -3);
    assert_int_equal(ludc_feature_eval_weigh(e, set), LUDC_OK);
    assert_true(fabs(ludc_feature_eval_logit(e, &corner) + 3) < 1e-12);
    ludc_features *two = ludc_features_read("set", "Intercept\nPassMove", 18, &error);
    assert_int_equal(ludc_feature_eval_weigh(e, two), LUDC_USAGE);

    /* an advantage of the middle of e^20: all visits go there; then of the border */
    assert_int_equal(ludc_search_parse(agent, &o, &error), LUDC_OK);
    ludc_search *s = ludc_search_new(m.r, &o, 1, &error);
    assert_non_null(s);
    assert_int_equal(ludc_search_weigh_features(s, set), LUDC_USAGE); /* it has none yet */
    ludc_feature_set_weight(set, 0, 20);
    assert_int_equal(ludc_search_set_features(s, set, &error), LUDC_OK);
    ludc_feature_set_weight(set, 0, -20);
    assert_int_equal(ludc_search_weigh_features(s, set), LUDC_OK);
    assert_int_equal(ludc_search_weigh_features(s, two), LUDC_USAGE);
    assert_int_equal(ludc_search_begin(s, begin), LUDC_OK);
    assert_int_equal(ludc_search_run(s, 40, 0), LUDC_OK);
    ludc_search_move move;
    assert_true(ludc_search_moves(s, 0, &move, 1) > 0);
    assert_true(move.move == 4 || move.visits >= 30);
    ludc_search_free(s);
    ludc_features_free(two);
    ludc_features_free(set);
    ludc_feature_eval_free(e);
    free(begin);
    drop(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_episode_is_told),          cmocka_unit_test(one_seed_one_result),
        cmocka_unit_test(goes_on_as_it_would_have),    cmocka_unit_test(bytes_of_others_are_refused),
        cmocka_unit_test(a_stopped_episode_counts_for_nothing), cmocka_unit_test(games_of_three_and_of_dice),
        cmocka_unit_test(it_learns_to_win_at_once),    cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(a_search_refused_by_its_learner), cmocka_unit_test(the_constants_are_those_of_the_header),
        cmocka_unit_test(weights_change_while_it_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
