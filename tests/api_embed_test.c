/* api_embed_test.c - what a program that embeds libludc counts on beside play: batches on
 * several threads, options and engines, versions, diagnostics, objects of other versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char three_in_a_row[] =
    "(game \"Three\" (players 2)\n"
    "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
    "  (rules (play (move Add (to (sites Empty))))\n"
    "         (end (if (is Line 3) (result Mover Win)))))\n";

static ludc_game *compile_with(const char *text, const ludc_options *options)
{
    ludc_error error = {0};
    ludc_game *game = ludc_compile_text("three.lud", text, strlen(text), options, &error);
    if (!game)
        fail_msg("%s", error.message);
    return game;
}

/* ---- batches ---------------------------------------------------------------------------- */

enum { BATCH = 1000, STRIDE = 512 };

/* Everything that the functions over many states give, with a pool. */
typedef struct {
    char state[BATCH * STRIDE];
    uint32_t count[BATCH];
    double payoff[BATCH * 2];
    uint64_t moves, rng;
} Results;

static Results *results_of(const ludc_reasoner *r, ludc_pool *pool)
{
    Results *out = aligned_alloc(16, (sizeof *out + 15) / 16 * 16);
    ludc_move move[BATCH];
    assert_non_null(out);
    memset(out, 0, sizeof *out);
    assert_true(ludc_state_size(r) <= STRIDE);
    assert_int_equal(ludc_init_n(r, out->state, STRIDE, BATCH, pool), LUDC_OK);
    for (size_t i = 0; i < BATCH; i++) {
        ludc_move list[9];
        assert_int_equal(ludc_moves(r, out->state + i * STRIDE, list), 9);
        move[i] = i % 10 == 9 ? LUDC_NO_MOVE : list[i % 10];
    }
    assert_int_equal(ludc_apply_n(r, out->state, STRIDE, BATCH, move, pool), LUDC_OK);
    assert_int_equal(ludc_count_n(r, out->state, STRIDE, BATCH, out->count, pool), LUDC_OK);
    for (size_t i = 0; i < BATCH; i++)
        assert_int_equal(out->count[i], i % 10 == 9 ? 9 : 8);
    out->rng = 5;
    out->moves = ludc_playout_n(r, out->state, STRIDE, BATCH, &out->rng, 1000, pool);
    assert_int_equal(ludc_payoffs_n(r, out->state, STRIDE, BATCH, out->payoff, pool), LUDC_OK);
    return out;
}

static void threads_change_no_result(void **state)
{
    (void)state;
    ludc_game *game = compile_with(three_in_a_row, NULL);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    Results *alone = results_of(r, NULL);
    assert_in_range(alone->moves, 5 * BATCH, 9 * BATCH);
    double sum = 0;
    for (size_t i = 0; i < BATCH; i++) {
        assert_true(alone->payoff[2 * i] + alone->payoff[2 * i + 1] == 1.0);
        sum += alone->payoff[2 * i];
    }
    assert_true(sum > 0.55 * BATCH && sum < 0.75 * BATCH); /* whoever begins wins 64 of 100 */
    for (unsigned threads = 1; threads <= 5; threads++) {
        ludc_pool *pool = ludc_pool_new(threads);
        assert_non_null(pool);
        assert_int_equal(ludc_pool_threads(pool), threads);
        for (int again = 0; again < 20; again++) {
            Results *shared = results_of(r, pool);
            assert_memory_equal(shared, alone, sizeof *alone);
            free(shared);
        }
        ludc_pool_free(pool);
    }
    free(alone);
    ludc_pool_free(NULL);
    assert_int_equal(ludc_pool_threads(NULL), 1);
    ludc_pool *all = ludc_pool_new(0);
    assert_true(ludc_pool_threads(all) >= 1);
    ludc_pool_free(all);
    ludc_free(game);
}

/* The random numbers of a state are its own: what is played in it does not hang on the others. */
static void streams_of_states(void **state)
{
    (void)state;
    ludc_game *game = compile_with(three_in_a_row, NULL);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    Results *all = results_of(r, NULL);
    char *two = aligned_alloc(16, 2 * STRIDE);
    uint64_t rng = 5;
    ludc_move list[9];
    ludc_init_n(r, two, STRIDE, 2, NULL);
    ludc_moves(r, two, list);
    ludc_apply_n(r, two, STRIDE, 2, (ludc_move[]){list[0], list[1]}, NULL);
    assert_int_not_equal(ludc_playout_n(r, two, STRIDE, 2, &rng, 1000, NULL), 0);
    assert_true(ludc_equal(r, two, all->state) && ludc_equal(r, two + STRIDE, all->state + STRIDE));
    assert_true(rng != 5 && rng != all->rng);
    free(two);
    free(all);
    ludc_free(game);
}

typedef struct {
    const ludc_reasoner *r;
    ludc_pool *pool;
    const Results *expected;
} Caller;

static void *call_often(void *data)
{
    const Caller *c = data;
    for (int i = 0; i < 50; i++) {
        Results *mine = results_of(c->r, c->pool);
        bool same = memcmp(mine, c->expected, sizeof *mine) == 0;
        free(mine);
        if (!same)
            return NULL;
    }
    return data;
}

/* Two threads that use one pool at the same time. */
static void one_pool_two_callers(void **state)
{
    (void)state;
    ludc_game *game = compile_with(three_in_a_row, NULL);
    Caller c = {.r = ludc_game_reasoner(game), .pool = ludc_pool_new(3)};
    Results *expected = results_of(c.r, NULL);
    c.expected = expected;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, call_often, &c), 0);
    assert_non_null(call_often(&c));
    void *well;
    pthread_join(thread, &well);
    assert_non_null(well);
    free(expected);
    ludc_pool_free(c.pool);
    ludc_free(game);
}

static void batches_want_arguments(void **state)
{
    (void)state;
    ludc_game *game = compile_with(three_in_a_row, NULL);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char s[2 * STRIDE];
    ludc_move move[2] = {LUDC_NO_MOVE, LUDC_NO_MOVE};
    uint32_t count[2];
    double payoff[4];
    uint64_t rng = 1;
    assert_int_equal(ludc_init_n(NULL, s, STRIDE, 2, NULL), LUDC_USAGE);
    assert_int_equal(ludc_init_n(r, NULL, STRIDE, 2, NULL), LUDC_USAGE);
    assert_int_equal(ludc_init_n(r, s, 8, 2, NULL), LUDC_USAGE);
    assert_int_equal(ludc_init_n(r, s, STRIDE + 1, 2, NULL), LUDC_USAGE);
    assert_int_equal(ludc_init_n(r, NULL, 0, 0, NULL), LUDC_OK); /* nothing of nothing */
    assert_int_equal(ludc_init_n(r, s, STRIDE, 2, NULL), LUDC_OK);
    assert_int_equal(ludc_apply_n(r, s, STRIDE, 2, NULL, NULL), LUDC_USAGE);
    assert_int_equal(ludc_apply_n(r, s, STRIDE, 2, move, NULL), LUDC_OK);
    assert_int_equal(ludc_count_n(r, s, STRIDE, 2, NULL, NULL), LUDC_USAGE);
    assert_int_equal(ludc_count_n(r, s, STRIDE, 2, count, NULL), LUDC_OK);
    assert_int_equal(ludc_payoffs_n(r, s, STRIDE, 2, NULL, NULL), LUDC_USAGE);
    assert_int_equal(ludc_payoffs_n(r, s, STRIDE, 2, payoff, NULL), LUDC_OK);
    assert_true(payoff[0] == 0.5 && payoff[3] == 0.5 && count[1] == 9);
    assert_int_equal(ludc_playout_n(r, s, STRIDE, 2, NULL, 10, NULL), 0);
    assert_int_equal(ludc_playout_n(NULL, s, STRIDE, 2, &rng, 10, NULL), 0);
    assert_int_equal(rng, 1);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_no_result),
        cmocka_unit_test(streams_of_states),
        cmocka_unit_test(one_pool_two_callers),
        cmocka_unit_test(batches_want_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
