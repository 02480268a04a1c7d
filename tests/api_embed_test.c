/* api_embed_test.c - what a program that embeds libludc counts on beside play: batches on
 * several threads, options and engines, versions, diagnostics, objects of other versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <ludc_policy.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/skip.h"

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

/* The random numbers of a state are its own: what is played in it does not depend on the others. */
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
    move[0] = ludc_move_codes(r); /* no move */
    assert_int_equal(ludc_apply_n(r, s, STRIDE, 2, move, NULL), LUDC_USAGE);
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

/* ---- arguments ---------------------------------------------------------------------------- */

static void numbers_and_pointers_of_nothing(void **state)
{
    (void)state;
    ludc_game *game = compile_with(three_in_a_row, NULL);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    char text[8] = "kept";
    assert_null(ludc_game_reasoner(NULL));
    assert_null(ludc_name(NULL));
    assert_int_equal(ludc_players(NULL), 0);
    assert_int_equal(ludc_state_size(NULL), 0);
    assert_int_equal(ludc_game_hash(NULL), 0);
    assert_int_equal(ludc_move_codes(NULL), 0);
    assert_int_equal(ludc_mover(r, NULL), 0);
    assert_int_equal(ludc_over(r, NULL), 0);
    assert_int_equal(ludc_joint(NULL), 0);
    assert_int_equal(ludc_moves(r, NULL, NULL), 0);
    assert_int_equal(ludc_moves_of(r, NULL, 1, NULL), 0);
    assert_int_equal(ludc_is_legal(NULL, NULL, 0), 0);
    assert_true(ludc_payoff(NULL, NULL, 1) == 0);
    assert_int_equal(ludc_playout(r, NULL, NULL, 10), 0);
    assert_int_equal(ludc_equal(r, NULL, NULL), 0);
    assert_int_equal(ludc_hash(r, NULL), 0);
    assert_int_equal(ludc_saved_size(NULL), 0);
    assert_int_equal(ludc_state_text(r, NULL, text, sizeof text), 0);
    assert_int_equal(ludc_move_text(r, NULL, 0, text, sizeof text), 0);
    assert_int_equal(ludc_views(NULL), 0);
    assert_null(ludc_view_name(NULL, 0, NULL));
    assert_int_equal(ludc_view(r, NULL, 0, 0), 0);
    assert_string_equal(text, "kept");
    assert_null(ludc_load(NULL, NULL));
    assert_null(ludc_compile_file(NULL, NULL, NULL));
    assert_null(ludc_compile_text(NULL, three_in_a_row, 3, NULL, NULL));
    assert_null(ludc_compile_text("t", NULL, 0, NULL, NULL));
    ludc_free(game);
}

static void statuses_of_nothing(void **state)
{
    (void)state;
    ludc_game *game = compile_with(three_in_a_row, NULL);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char s[STRIDE];
    double payoff[2];
    ludc_move move;
    ludc_init(r, s);
    assert_int_equal(ludc_init(r, NULL), LUDC_USAGE);
    assert_int_equal(ludc_init(NULL, s), LUDC_USAGE);
    assert_int_equal(ludc_payoffs(r, s, NULL), LUDC_USAGE);
    assert_int_equal(ludc_payoffs(r, s, payoff), LUDC_OK);
    assert_int_equal(ludc_payoffs_cut(NULL, s, payoff), LUDC_USAGE);
    assert_int_equal(ludc_payoffs_cut(r, s, payoff), LUDC_OK);
    assert_int_equal(ludc_copy(r, s, NULL), LUDC_USAGE);
    assert_int_equal(ludc_save(r, s, NULL), LUDC_USAGE);
    assert_int_equal(ludc_restore(r, s, NULL, 0), LUDC_USAGE);
    assert_int_equal(ludc_state_parse(r, s, NULL), LUDC_USAGE);
    assert_int_equal(ludc_move_parse(r, s, NULL, &move), LUDC_USAGE);
    assert_int_equal(ludc_move_parse(r, s, "A1", NULL), LUDC_USAGE);
    assert_int_equal(ludc_engine_wait(NULL), LUDC_USAGE);
    assert_null(ludc_engine(NULL, NULL));
    /* players and views that there are none of */
    assert_true(ludc_payoff(r, s, 0) == 0 && ludc_payoff(r, s, 3) == 0);
    assert_int_equal(ludc_moves_of(r, s, 3, NULL), 0);
    assert_int_equal(ludc_view(r, s, ludc_views(r), 0), 0);
    assert_int_equal(ludc_view(r, s, 0, 1000000), 0);
    ludc_free(game);
}

static int no_scores(void *data, const ludc_reasoner *r, const void *state, unsigned player, const ludc_move *moves,
                     size_t n, double *out)
{
    (void)r, (void)state, (void)player, (void)moves, (void)n, (void)out;
    return data == NULL;
}

static void policies_of_nothing(void **state)
{
    (void)state;
    ludc_game *game = compile_with(three_in_a_row, NULL);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    const ludc_policy uniform = {.epsilon = 1}, refusing = {.score = no_scores};
    _Alignas(16) char s[STRIDE];
    ludc_move move[9];
    double chance[9];
    uint64_t rng = 3;
    assert_null(ludc_chooser_new(NULL, &uniform, NULL));
    assert_null(ludc_chooser_new(r, NULL, NULL));
    ludc_chooser *c = ludc_chooser_new(r, &uniform, NULL);
    ludc_init(r, s);
    assert_int_equal(ludc_choose(c, s, 1, NULL, move), LUDC_USAGE);
    assert_int_equal(ludc_choose(NULL, s, 1, &rng, move), LUDC_USAGE);
    assert_int_equal(ludc_choose(c, s, 1, &rng, move), LUDC_OK);
    assert_int_equal(ludc_chances(c, s, 1, NULL, chance), 0);
    assert_int_equal(ludc_chances(c, s, 1, move, chance), 9);
    assert_int_equal(ludc_policy_playout(c, NULL, &rng, 10), 0);
    assert_int_equal(ludc_policy_playout(c, s, &rng, 3), 3);
    assert_int_equal(ludc_chooser_status(NULL), LUDC_USAGE);
    assert_int_equal(ludc_chooser_status(c), LUDC_OK);
    ludc_chooser_free(c);
    ludc_chooser_free(NULL);
    c = ludc_chooser_new(r, &refusing, NULL);
    assert_int_equal(ludc_policy_playout(c, s, &rng, 10), 0);
    assert_int_equal(ludc_chooser_status(c), LUDC_USAGE);
    ludc_chooser_free(c);
    ludc_free(game);
}

/* ---- engines and options -------------------------------------------------------------------- */

/* Where nothing of LLVM and no compiler is to be found, nor anything kept; the helper is. */
static void bare_machine(bool bare)
{
    static char path[4096];
    if (!*path)
        snprintf(path, sizeof path, "%s", getenv("PATH") ? getenv("PATH") : "");
    setenv("PATH", bare ? "/nonexistent" : path, 1);
    setenv("LUDC_CACHE", "", 1);
    if (bare)
        setenv("LUDC_LIBDIR", "/nonexistent", 1);
    else
        unsetenv("LUDC_LIBDIR");
}

static uint64_t moves_of_games(const ludc_reasoner *r, unsigned games, uint64_t seed)
{
    uint64_t moves = 0;
    void *s = malloc(ludc_state_size(r));
    for (unsigned i = 0; i < games; i++) {
        ludc_init(r, s);
        moves = moves * 31 + ludc_playout(r, s, &seed, 1000);
    }
    free(s);
    return moves;
}

/* auto: libtcc's code without LLVM, the evaluator with neither; LLVM's once it is there. */
static void the_engine_auto(void **state)
{
    (void)state;
    const char *why = NULL;
    bare_machine(true);
    setenv("LUDC_TCC", "", 1);
    ludc_game *slow = compile_with(three_in_a_row, NULL);
    assert_string_equal(ludc_engine(slow, &why), "eval");
    assert_non_null(strstr(why, "ludc-tcc"));
    unsetenv("LUDC_TCC");
    ludc_game *quick = compile_with(three_in_a_row, NULL);
    const char *name = ludc_engine(quick, &why);
    if (strcmp(name, "tcc") != 0) { /* built without libtcc */
        assert_string_equal(name, "eval");
        assert_non_null(strstr(why, "ludc-tcc"));
    } else
        assert_non_null(strstr(why, "ludc-llvm.so"));
    assert_int_equal(moves_of_games(ludc_game_reasoner(quick), 100, 3), moves_of_games(ludc_game_reasoner(slow), 100, 3));
    ludc_free(quick);

    bare_machine(false);
    ludc_game *best = compile_with(three_in_a_row, NULL);
    const ludc_reasoner *r = ludc_game_reasoner(best);
    assert_int_equal(ludc_engine_wait(best), LUDC_OK);
    name = ludc_engine(best, &why);
    if (!strcmp(name, "llvm"))
        assert_string_equal(why, "");
    else
        assert_true(strlen(why) > 0);
    assert_int_equal(moves_of_games(r, 100, 3), moves_of_games(ludc_game_reasoner(slow), 100, 3));
    ludc_free(best);
    ludc_free(slow);
}

/* A thread's own compilation, what it sees of its states, and how its games end: a number. */
static void *compile_observe_play(void *sum)
{
    ludc_game *game = ludc_compile_text("t.lud", three_in_a_row, strlen(three_in_a_row), NULL, NULL);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    uint64_t rng = 11, *bits = calloc(ludc_observe_words(r, LUDC_SET_STATE) + 1, sizeof *bits);
    void *s = calloc(1, ludc_state_size(r) + 1);
    for (int i = 0; game && bits && s && i < 100; i++) {
        ludc_init(r, s);
        ludc_playout(r, s, &rng, 4);
        if (ludc_observe(r, s, LUDC_SET_STATE, 0, bits) == LUDC_OK)
            for (size_t k = 0; k < ludc_observe_words(r, LUDC_SET_STATE); k++)
                *(uint64_t *)sum = *(uint64_t *)sum * 31 + bits[k];
        *(uint64_t *)sum += ludc_playout(r, s, &rng, 100) + (ludc_payoff(r, s, 1) > 0.5);
        if (i == 50)
            ludc_engine_wait(game); /* in the midst of a game's life another engine takes over */
    }
    free(bits);
    free(s);
    ludc_free(game);
    return sum;
}

static void two_threads_do_all(void **state)
{
    (void)state;
    pthread_t thread[2];
    uint64_t sum[3] = {0};
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, compile_observe_play, &sum[i]), 0);
    compile_observe_play(&sum[2]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert_true(sum[0] != 0 && sum[0] == sum[1] && sum[0] == sum[2]);
}

/* LUDC_CC=tcc serves the engine c, where there is a tcc. */
static void tcc_as_the_c_compiler(void **state)
{
    (void)state;
    ludc_options options = {.size = sizeof options, .backend = "c"};
    ludc_error error;
    if (system("tcc -v >/dev/null 2>&1") != 0)
        SKIP("there is no compiler for it");
    setenv("LUDC_CC", "tcc", 1);
    ludc_game *game = ludc_compile_text("t.lud", three_in_a_row, strlen(three_in_a_row), &options, &error);
    unsetenv("LUDC_CC");
    if (!game)
        fail_msg("%s", error.message);
    assert_string_equal(ludc_engine(game, NULL), "c");
    assert_true(moves_of_games(ludc_game_reasoner(game), 10, 3) > 0);
    ludc_free(game);
}

/* The less a game is compiled for the smaller its states and the fewer its views and offers. */
static void what_a_game_is_for(void **state)
{
    (void)state;
    ludc_options all = {.size = sizeof all, .backend = "eval"}, names = all, play = all, bits = all;
    names.purpose = LUDC_FOR_NAMES;
    play.purpose = LUDC_FOR_PLAY;
    bits.purpose = LUDC_FOR_PLAY;
    bits.offers = LUDC_OFFER_PLANES;
    all.backend = names.backend = play.backend = bits.backend = NULL;
    ludc_game *game[] = {compile_with(three_in_a_row, &all), compile_with(three_in_a_row, &names),
                         compile_with(three_in_a_row, &play), compile_with(three_in_a_row, &bits)};
    const ludc_reasoner *r[4];
    char text[4][32];
    for (int i = 0; i < 4; i++) {
        _Alignas(16) char s[STRIDE];
        ludc_move list[9];
        r[i] = ludc_game_reasoner(game[i]);
        assert_true(ludc_state_size(r[i]) <= STRIDE);
        ludc_init(r[i], s);
        assert_int_equal(ludc_moves(r[i], s, list), 9);
        assert_true(ludc_move_text(r[i], s, list[8], text[i], sizeof text[i]) > 0);
    }
    assert_string_equal(text[0], "C3");
    assert_string_equal(text[1], "C3");
    assert_true(ludc_views(r[0]) > ludc_views(r[2]));
    assert_true(ludc_state_size(r[0]) > ludc_state_size(r[2]));
    assert_int_equal(ludc_planes(r[1], LUDC_SET_STATE), 0);
    assert_int_equal(ludc_planes(r[2], LUDC_SET_STATE), 0);
    assert_int_equal(ludc_planes(r[3], LUDC_SET_STATE), ludc_planes(r[0], LUDC_SET_STATE));
    uint64_t moves = moves_of_games(r[0], 50, 7);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(moves_of_games(r[i], 50, 7), moves);
        ludc_free(game[i]);
    }
}

static void options_that_make_no_sense(void **state)
{
    (void)state;
    const ludc_options wrong[] = {
        {.backend = "no such"}, {.plan = "no such"}, {.plan = "filter"}, {.purpose = (ludc_purpose)9},
        {.offers = 1u << 20}, {.noption = 1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ludc_error error = {0};
        assert_null(ludc_compile_text("t.lud", three_in_a_row, strlen(three_in_a_row), &wrong[i], &error));
        assert_int_equal(error.status, LUDC_USAGE);
        assert_true(strlen(error.message) > 0);
    }
    /* what lies beyond the caller's struct is not read */
    ludc_options small = {.size = offsetof(ludc_options, plan), .backend = "eval", .plan = "no such", .no_cache = 1};
    ludc_free(compile_with(three_in_a_row, &small));
    small.size = 0;
    small.plan = "standard";
    ludc_free(compile_with(three_in_a_row, &small));
}

/* ---- diagnostics ------------------------------------------------------------------------------ */

static void all_diagnostics(void **state)
{
    (void)state;
    static const char wrong[] = "(define \"Put\" (move Add (to (sitez Empty))))\n"
                                "(game \"Half\" (players 2)\n"
                                "  (equipment { (board (square 3)) (pieze \"Ball\" Each) })\n"
                                "  (rules (play (\"Put\")) (end (if (is Line 3) (result Mover Win)))))\n";
    ludc_diagnostics *list = ludc_diagnostics_new();
    ludc_options options = {.size = sizeof options, .diagnostics = list};
    ludc_error error;
    assert_null(ludc_compile_text("half.lud", wrong, strlen(wrong), &options, &error));
    assert_true(ludc_diagnostics_count(list) >= 2);
    const ludc_diagnostic *first = ludc_diagnostics_at(list, 0);
    assert_int_equal(first->status, LUDC_WRONG);
    assert_string_equal(first->file, "half.lud");
    assert_int_equal(first->line, 1);
    assert_int_equal(first->column, 30);
    assert_int_equal(first->line, error.line);
    assert_int_equal(first->column, error.column);
    assert_string_equal(first->message, error.message);
    assert_non_null(strstr(first->source, "(define \"Put\""));
    assert_null(strchr(first->source, '\n'));
    assert_true(first->length >= 5);
    bool through = false;
    for (size_t i = 0; i < first->nnote; i++)
        if (strstr(first->note[i].message, "in expansion of \"Put\"")) {
            through = true;
            assert_int_equal(first->note[i].line, 4);
            assert_string_equal(first->note[i].file, "half.lud");
        }
    assert_true(through);
    /* the error and the list have what check --json has */
    assert_int_equal(first->end_line, 1);
    assert_int_equal(first->end_column, 35);
    assert_string_equal(first->severity, "error");
    assert_string_equal(first->name, "");
    assert_int_equal(first->nthrough, 1);
    assert_string_equal(first->through[0].name, "Put");
    assert_string_equal(first->through[0].file, "half.lud");
    assert_int_equal(first->through[0].line, 4);
    assert_int_equal(first->through[0].column, 16);
    assert_int_equal(first->nfix, 1);
    assert_string_equal(first->fix[0].text, "sites");
    assert_string_equal(first->fix[0].file, "half.lud");
    assert_int_equal(first->fix[0].line, 1);
    assert_int_equal(first->fix[0].column, 30);
    assert_int_equal(first->fix[0].end_column, 35);
    assert_int_equal(error.end_line, 1);
    assert_int_equal(error.end_column, 35);
    assert_string_equal(error.name, "");
    assert_string_equal(error.notes, "did you mean `sites`?\n");
    assert_string_equal(error.through, "half.lud:4:16: Put\n");
    assert_string_equal(error.expected, "");
    assert_int_equal(error.nfix, 1);
    assert_string_equal(error.fix[0].text, "sites");
    assert_int_equal(error.fix[0].line, 1);
    assert_int_equal(error.fix[0].column, 30);
    assert_int_equal(error.fix[0].end_line, 1);
    assert_int_equal(error.fix[0].end_column, 35);
    assert_int_equal(error.errors, ludc_diagnostics_count(list));
    assert_int_equal(error.warnings, 0);
    assert_int_equal(ludc_diagnostics_at(list, 1)->line, 3);
    assert_non_null(strstr(ludc_diagnostics_at(list, 1)->message, "pieze"));
    assert_null(ludc_diagnostics_at(list, ludc_diagnostics_count(list)));
    assert_non_null(strstr(ludc_diagnostics_text(list), "half.lud:1:30: error: "));
    /* a bad option is in the list, too; what went well leaves it empty */
    options.plan = "no such";
    assert_null(ludc_compile_text("t.lud", three_in_a_row, strlen(three_in_a_row), &options, &error));
    assert_int_equal(ludc_diagnostics_count(list), 1);
    assert_int_equal(ludc_diagnostics_at(list, 0)->status, LUDC_USAGE);
    options.plan = NULL;
    ludc_free(compile_with(three_in_a_row, &options));
    assert_int_equal(ludc_diagnostics_count(list), 0);
    assert_string_equal(ludc_diagnostics_text(list), "");
    ludc_diagnostics_free(list);
    ludc_diagnostics_free(NULL);
    assert_int_equal(ludc_diagnostics_count(NULL), 0);
    assert_null(ludc_diagnostics_at(NULL, 0));
}

/* What was expected; a warning beside an error is counted, and named in the list. */
static void expected_and_warned(void **state)
{
    (void)state;
    static const char wrong[] = "(game \"Half\" (players 2)\n"
                                "  (equipment { (board (square 3)) (piece \"Ball\" Each) (piece \"Ball\" P1) })\n"
                                "  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover 5)))))\n";
    ludc_diagnostics *list = ludc_diagnostics_new();
    ludc_options options = {.size = sizeof options, .diagnostics = list};
    ludc_error error;
    assert_null(ludc_compile_text("half.lud", wrong, strlen(wrong), &options, &error));
    assert_int_equal(error.line, 3);
    assert_string_equal(error.expected, "an outcome (Win, Loss, Draw, Tie, Abandon or Crash)\n");
    assert_int_equal(error.errors + error.warnings, ludc_diagnostics_count(list));
    const ludc_diagnostic *last = ludc_diagnostics_at(list, ludc_diagnostics_count(list) - 1);
    assert_int_equal(last->nexpected, 1);
    assert_string_equal(last->expected[0], "an outcome (Win, Loss, Draw, Tie, Abandon or Crash)");
    ludc_diagnostics_free(list);
}

/* The language is said, or told from the suffix or from the text. */
static void languages(void **state)
{
    (void)state;
    static const char sheet[] = "(role red) (init (left 1)) (<= (legal red stop) (true (left 1)))\n"
                                "(<= terminal (not (true (left 1)))) (goal red 100)\n";
    ludc_options options = {.size = sizeof options, .backend = "eval"};
    ludc_error error;
    ludc_game *game = ludc_compile_text("sheet", sheet, strlen(sheet), &options, &error);
    assert_non_null(game);
    ludc_free(game);
    assert_null(ludc_compile_text("sheet.lud", sheet, strlen(sheet), &options, &error));
    assert_int_equal(error.status, LUDC_WRONG);
    options.language = "gdl";
    game = ludc_compile_text("sheet.lud", sheet, strlen(sheet), &options, &error);
    assert_non_null(game);
    ludc_free(game);
    options.language = "ludii";
    assert_null(ludc_compile_text("sheet", sheet, strlen(sheet), &options, &error));
    assert_int_equal(error.status, LUDC_WRONG);
    options.language = "latin";
    assert_null(ludc_compile_text("sheet", sheet, strlen(sheet), &options, &error));
    assert_int_equal(error.status, LUDC_USAGE);
    assert_non_null(strstr(error.message, "ludii, gdl, gir"));
}

/* ---- versions ----------------------------------------------------------------------------------- */

static void versions(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", LUDC_VERSION_MAJOR, LUDC_VERSION_MINOR, LUDC_VERSION_PATCH);
    assert_string_equal(ludc_version(), text);
    assert_int_equal(ludc_version_number(), LUDC_VERSION_NUMBER);
    assert_true(ludc_abi_version() >= 5);
}

/* An object that exports a reasoner which is only its first two numbers. */
static bool build_object(const char *path, unsigned abi, const char *size, const char *more)
{
    char command[16384];
    const char *cc = getenv("CC"), *src = getenv("srcdir");
    char text[4096];
    snprintf(text, sizeof text, "%s.c", path);
    FILE *f = fopen(text, "w");
    if (!f)
        return false;
    fprintf(f, "#include \"runtime/abi.h\"\n#include <string.h>\n%s\n"
               "struct { ludc_reasoner r; void (*later)(void); } grown __asm__(\"ludc_reasoner\") = {\n"
               ".r = {.abi = %u, .size = %s, .players = 2, .name = \"By hand\", .state_size = 16 %s}};\n",
            abi == ludc_abi_version() ? "static void init(const ludc_reasoner *r, void *s) { memset(s, 7, r->state_size); }" : "", abi, size,
            abi == ludc_abi_version() ? ", .init = init" : "");
    fclose(f);
    snprintf(command, sizeof command, "%s -shared -fPIC -I'%s' %s -o '%s' '%s' 2>/dev/null", cc ? cc : "cc",
             src ? src : ".", more, path, text);
    bool ok = system(command) == 0;
    remove(text);
    return ok;
}

static void objects_of_other_versions(void **state)
{
    (void)state;
    const char *dir = getenv("builddir");
    char path[2048];
    ludc_error error = {0};
    snprintf(path, sizeof path, "%s/tests/by-hand.so", dir ? dir : ".");
    char before[32], now[32];
    snprintf(before, sizeof before, "version %u", ludc_abi_version() - 1);
    snprintf(now, sizeof now, "version %u", ludc_abi_version());
    if (!build_object(path, ludc_abi_version() - 1, "sizeof(ludc_reasoner)", ""))
        SKIP("there is no compiler for it");
    assert_null(ludc_load(path, &error)); /* the version before this one */
    assert_int_equal(error.status, LUDC_WRONG);
    assert_non_null(strstr(error.message, before));
    assert_non_null(strstr(error.message, now));
    assert_string_equal(error.file, path);
    remove(path);
    assert_true(build_object(path, ludc_abi_version(), "16", "")); /* less than what is there */
    assert_null(ludc_load(path, &error));
    assert_non_null(strstr(error.message, "16 bytes"));
    remove(path);
    assert_true(build_object(path, ludc_abi_version(), "sizeof(grown)", "")); /* a later one of this version */
    ludc_game *game = ludc_load(path, &error);
    if (!game)
        fail_msg("%s", error.message);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char s[16] = {0};
    assert_string_equal(ludc_name(r), "By hand");
    assert_int_equal(ludc_init(r, s), LUDC_OK);
    assert_int_equal(s[15], 7);
    assert_string_equal(ludc_engine(game, NULL), "object");
    assert_int_equal(ludc_engine_wait(game), LUDC_OK);
    assert_int_equal(ludc_check(r, &error), LUDC_OK);
    assert_int_equal(ludc_check(NULL, &error), LUDC_USAGE);
    ludc_free(game);
    remove(path);
}

int main(void)
{
    setenv("LUDC_CACHE", "", 1); /* what earlier runs kept is not what is tested */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_no_result),
        cmocka_unit_test(streams_of_states),
        cmocka_unit_test(one_pool_two_callers),
        cmocka_unit_test(batches_want_arguments),
        cmocka_unit_test(numbers_and_pointers_of_nothing),
        cmocka_unit_test(statuses_of_nothing),
        cmocka_unit_test(policies_of_nothing),
        cmocka_unit_test(the_engine_auto),
        cmocka_unit_test(two_threads_do_all),
        cmocka_unit_test(tcc_as_the_c_compiler),
        cmocka_unit_test(what_a_game_is_for),
        cmocka_unit_test(options_that_make_no_sense),
        cmocka_unit_test(all_diagnostics),
        cmocka_unit_test(expected_and_warned),
        cmocka_unit_test(languages),
        cmocka_unit_test(versions),
        cmocka_unit_test(objects_of_other_versions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
