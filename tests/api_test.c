/* api_test.c - libludc as another program sees it: only ludc.h is included. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/skip.h"

static const char three_in_a_row[] =
    "(game \"Three\" (players 2)\n"
    "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
    "  (rules (play (move Add (to (sites Empty))))\n"
    "         (end (if (is Line 3) (result Mover Win)))))\n";

static ludc_game *compile(const char *text, ludc_error *error)
{
    return ludc_compile_text("three.lud", text, strlen(text), NULL, error);
}

static void facts_and_first_moves(void **state)
{
    (void)state;
    ludc_error error = {0};
    ludc_game *game = compile(three_in_a_row, &error);
    if (!game)
        fail_msg("%s", error.message);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    assert_string_equal(ludc_name(r), "Three");
    assert_int_equal(ludc_players(r), 2);
    void *s = malloc(ludc_state_size(r));
    ludc_init(r, s);
    assert_int_equal(ludc_mover(r, s), 1);
    ludc_move list[9];
    assert_int_equal(ludc_moves(r, s, NULL), 9);
    assert_int_equal(ludc_moves(r, s, list), 9);
    for (int i = 0; i < 9; i++)
        assert_true(list[i] < ludc_move_codes(r) && ludc_is_legal(r, s, list[i]));
    free(s);
    ludc_free(game);
    ludc_free(NULL);
}

/* Plays until the game is over, always the first move listed. */
static void play_first_moves(const ludc_reasoner *r, void *s)
{
    ludc_move list[9];
    while (!ludc_over(r, s)) {
        assert_in_range(ludc_moves(r, s, list), 1, 9);
        ludc_apply(r, s, list[0], NULL);
    }
    assert_int_equal(ludc_moves(r, s, NULL), 0);
}

/* Complete games from a position. */
static unsigned count_games(const ludc_reasoner *r, const void *s, size_t size)
{
    ludc_move list[9];
    unsigned games = 0;
    _Alignas(16) char next[256];
    if (ludc_over(r, s))
        return 1;
    size_t n = ludc_moves(r, s, list);
    for (size_t i = 0; i < n; i++) {
        memcpy(next, s, size);
        ludc_apply(r, next, list[i], NULL);
        games += count_games(r, next, size);
    }
    return games;
}

/* Three in a row, a full board ends: 255,168 games, as published. */
static void all_complete_games(void **state)
{
    (void)state;
    static const char text[] =
        "(game \"Three\" (players 2)\n"
        "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
        "  (rules (play (move Add (to (sites Empty))))\n"
        "         (end { (if (is Line 3) (result Mover Win))\n"
        "                (if (is Full) (result All Draw)) })))\n";
    ludc_error error = {0};
    ludc_game *game = compile(text, &error);
    if (!game)
        fail_msg("%s", error.message);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char s[256];
    assert_in_range(ludc_state_size(r), 1, sizeof s);
    ludc_init(r, s);
    assert_int_equal(count_games(r, s, ludc_state_size(r)), 255168);
    ludc_free(game);
}

static void states_are_values(void **state)
{
    (void)state;
    ludc_game *game = compile(three_in_a_row, NULL);
    assert_non_null(game);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    size_t size = ludc_state_size(r);
    void *a = malloc(size), *b = malloc(size), *undo = malloc(size);
    ludc_init(r, a);
    ludc_copy(r, b, a);
    assert_true(ludc_equal(r, a, b));
    assert_true(ludc_hash(r, a) == ludc_hash(r, b));
    ludc_move list[9];
    ludc_moves(r, a, list);
    ludc_apply(r, a, list[4], undo);
    assert_false(ludc_equal(r, a, b));
    assert_int_equal(ludc_moves(r, a, NULL), 8);
    ludc_undo(r, a, undo);
    assert_true(ludc_equal(r, a, b));

    play_first_moves(r, a);
    double payoff[2];
    ludc_payoffs(r, a, payoff);
    assert_true(payoff[0] + payoff[1] == 1.0);

    void *saved = malloc(ludc_saved_size(r));
    ludc_save(r, a, saved);
    assert_int_equal(ludc_restore(r, b, saved, ludc_saved_size(r)), LUDC_OK);
    assert_true(ludc_equal(r, a, b));
    assert_int_equal(ludc_restore(r, b, saved, ludc_saved_size(r) - 1), LUDC_WRONG);
    free(saved);
    free(a);
    free(b);
    free(undo);
    ludc_free(game);
}

static void moves_have_names(void **state)
{
    (void)state;
    ludc_game *game = compile(three_in_a_row, NULL);
    assert_non_null(game);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *s = malloc(ludc_state_size(r));
    ludc_init(r, s);
    ludc_move list[9], again;
    ludc_moves(r, s, list);
    for (int i = 0; i < 9; i++) {
        char text[32];
        assert_true(ludc_move_text(r, s, list[i], text, sizeof text) < sizeof text);
        assert_int_equal(ludc_move_parse(r, s, text, &again), LUDC_OK);
        assert_int_equal(again, list[i]);
    }
    assert_int_not_equal(ludc_move_parse(r, s, "Z99", &again), LUDC_OK);
    free(s);
    ludc_free(game);
}

static void errors_are_values(void **state)
{
    (void)state;
    ludc_error error = {0};
    assert_null(compile("(game \"Half\"\n (players 2", &error));
    assert_int_equal(error.status, LUDC_WRONG);
    assert_string_equal(error.file, "three.lud");
    assert_true(error.line >= 1 && error.column >= 1);
    assert_true(strlen(error.message) > 0);
    assert_null(compile("", &error));
    assert_int_equal(error.status, LUDC_WRONG);
    assert_null(ludc_compile_file("no such file", NULL, &error));
    assert_int_equal(error.status, LUDC_IO);
    assert_null(ludc_load("no such file", &error));
    assert_int_equal(error.status, LUDC_IO);
    ludc_options options = {.backend = "no such back end"};
    assert_null(ludc_compile_text("t", three_in_a_row, strlen(three_in_a_row), &options, &error));
    assert_int_equal(error.status, LUDC_USAGE);
}

/* What one thread does: its own compilation, and playouts whose moves it adds. */
static void *compile_and_play(void *moves)
{
    for (int round = 0; round < 5; round++) {
        ludc_game *game = compile(three_in_a_row, NULL);
        if (!game)
            return NULL;
        const ludc_reasoner *r = ludc_game_reasoner(game);
        void *s = malloc(ludc_state_size(r));
        uint64_t random = 99;
        for (int i = 0; s && i < 50; i++) {
            ludc_init(r, s);
            *(uint64_t *)moves += ludc_playout(r, s, &random, 1000);
        }
        free(s);
        ludc_free(game);
    }
    return moves;
}

static void threads_do_not_meet(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    uint64_t moves[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, compile_and_play, &moves[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        void *done;
        pthread_join(thread[i], &done);
        assert_non_null(done);
        assert_true(moves[i] == moves[0] && moves[i] >= 5 * 50 * 5);
    }
}

/* Tic-tac-toe after X in the middle and O beside it, and at its start. */
/* What is not compiled at first: views, and how moves read. */
typedef struct {
    const ludc_reasoner *r;
    int32_t seen; /* all views, summed up */
    char text[64];
} Later;

static void *ask_for_more(void *data)
{
    Later *later = data;
    const ludc_reasoner *r = later->r;
    ludc_move list[9];
    void *s = malloc(ludc_state_size(r));
    ludc_init(r, s);
    ludc_moves(r, s, list);
    ludc_move_text(r, s, list[4], later->text, sizeof later->text);
    ludc_apply(r, s, list[4], NULL);
    for (size_t view = 0; view < ludc_views(r); view++) {
        uint32_t size;
        ludc_view_name(r, view, &size);
        for (uint32_t i = 0; i < size || i == 0; i++)
            later->seen = later->seen * 31 % 65521 + ludc_view(r, s, view, i);
    }
    free(s);
    return NULL;
}

static void functions_come_when_called(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    const char *build = getenv("builddir");
    char modules[4096];
    snprintf(modules, sizeof modules, "%s/.libs", build ? build : ".");
    setenv("LUDC_LIBDIR", modules, 1); /* the program lies elsewhere */
    ludc_options options = {.backend = "llvm"};
    ludc_error error = {0};
    ludc_game *plain = compile(three_in_a_row, &error);
    ludc_game *game = ludc_compile_text("three.lud", three_in_a_row, strlen(three_in_a_row), &options, &error);
    if (!game) {
        assert_non_null(strstr(error.message, "not built in"));
        ludc_free(plain);
        SKIP("there is no LLVM");
    }
    pthread_t thread[THREADS];
    Later later[THREADS], want = {.r = ludc_game_reasoner(plain)};
    ask_for_more(&want);
    assert_true(want.text[0] != '\0');
    for (int i = 0; i < THREADS; i++) {
        later[i] = (Later){.r = ludc_game_reasoner(game)};
        assert_int_equal(pthread_create(&thread[i], NULL, ask_for_more, &later[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(later[i].seen, want.seen);
        assert_string_equal(later[i].text, want.text);
    }
    ludc_free(game);
    ludc_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_and_first_moves),
        cmocka_unit_test(all_complete_games),
        cmocka_unit_test(states_are_values),
        cmocka_unit_test(moves_have_names),
        cmocka_unit_test(errors_are_values),
        cmocka_unit_test(threads_do_not_meet),
        cmocka_unit_test(functions_come_when_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
