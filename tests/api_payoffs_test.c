/* api_payoffs_test.c - what players get and can get, through ludc.h alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"

static void assert_near(double found, double expected)
{
    if (found < expected - 1e-9 || found > expected + 1e-9)
        fail_msg("%g is not %g", found, expected);
}

/* The payoffs that are listed for a player. */
static void assert_values(const ludc_reasoner *r, unsigned player, size_t n, const double *expected)
{
    double value[103];
    assert_int_equal(ludc_payoff_values(r, player, NULL), n);
    assert_int_equal(ludc_payoff_values(r, player, value), n);
    for (size_t i = 0; i < n; i++)
        assert_near(value[i], expected[i]);
}

static void assert_bounds(const ludc_reasoner *r, const void *state, unsigned player, double low, double high)
{
    double least[16], most[16];
    assert_int_equal(state ? ludc_payoff_bounds_in(r, state, least, most) : ludc_payoff_bounds(r, least, most), LUDC_OK);
    assert_near(least[player - 1], low);
    assert_near(most[player - 1], high);
}

/* Only the first player has anything to win; a full board is a draw. */
static const char one_side[] =
    "(game \"One side\" (players 2)\n"
    "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
    "  (rules (play (move Add (to (sites Empty))))\n"
    "         (end { (if (is Line 3) (result P1 Win)) (if (is Full) (result Mover Draw)) })))\n";

static void ranks_of_two(void **unused)
{
    (void)unused;
    ludc_game *game = compile("one.lud", one_side);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    assert_values(r, 1, 2, (double[]){0.5, 1});
    assert_values(r, 2, 2, (double[]){0, 0.5});
    assert_bounds(r, NULL, 1, 0.5, 1);
    assert_bounds(r, NULL, 2, 0, 0.5);
    void *state = malloc(ludc_state_size(r));
    double payoff[2];
    ludc_init(r, state);
    assert_bounds(r, state, 1, 0.5, 1);
    while (!ludc_over(r, state)) {
        ludc_move list[9];
        assert_true(ludc_moves(r, state, list) > 0);
        ludc_payoffs_cut(r, state, payoff);
        assert_near(payoff[0] + payoff[1], 1);
        ludc_apply(r, state, list[0], NULL);
    }
    ludc_payoffs(r, state, payoff);
    for (unsigned p = 1; p <= 2; p++) {
        assert_near(ludc_payoff(r, state, p), payoff[p - 1]);
        assert_bounds(r, state, p, payoff[p - 1], payoff[p - 1]);
    }
    free(state);
    ludc_free(game);
}

/* Whoever has a line leaves, and the others go on. */
static const char three[] =
    "(game \"Three\" (players 3)\n"
    "  (equipment { (board (square 4)) (piece \"Ball\" Each) })\n"
    "  (rules (play (move Add (to (sites Empty))))\n"
    "         (end (if (is Line 2) (result Mover Win)))))\n";

static void ranks_that_are_fixed(void **unused)
{
    (void)unused;
    ludc_game *game = compile("three.lud", three);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    void *state = malloc(ludc_state_size(r));
    ludc_init(r, state);
    for (unsigned p = 1; p <= 3; p++)
        assert_bounds(r, state, p, 0, 1);
    const ludc_move course[] = {0, 10, 15, 1}; /* the first player has two in a row */
    for (size_t i = 0; i < sizeof course / sizeof *course; i++) {
        assert_true(ludc_is_legal(r, state, course[i]));
        ludc_apply(r, state, course[i], NULL);
    }
    assert_false(ludc_over(r, state));
    assert_bounds(r, state, 1, 1, 1);
    assert_bounds(r, state, 2, 0, 0.5);
    assert_bounds(r, state, 3, 0, 0.5);
    free(state);
    ludc_free(game);
}

/* The first who is asked ends the game: always solved. */
static const char solved[] =
    "game \"Solved\" players 1\n"
    "state { @over : bit = 0 @rank : int 0..2 [2] = { 0 0 } }\n"
    "rule go(%i : int 0..3) { param %i in 0 .. 3 do { @rank[1] := 2 @over := 1 } }\n"
    "gen moves { try go }\n"
    "view over = @over\n"
    "view mover = 1\n"
    "view rank(%p : int 0..1) = @rank[%p]\n";

static void alone(void **unused)
{
    (void)unused;
    ludc_game *game = compile("solved.gir", solved);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    assert_values(r, 1, 1, (double[]){1});
    assert_bounds(r, NULL, 1, 1, 1);
    ludc_free(game);
}

/* The goals before the end are not those at the end. */
static const char walk[] =
    "(role robot) (role cat)\n"
    "(init (at 1)) (next_of 1 2) (next_of 2 3)\n"
    "(<= (legal robot go) (true (at ?x)))\n"
    "(<= (legal robot (jump ?y)) (true (at ?x)) (next_of ?x ?y))\n"
    "(legal cat sleep)\n"
    "(<= (next (at ?y)) (true (at ?x)) (does robot go) (next_of ?x ?y))\n"
    "(<= (next (at 3)) (does robot (jump ?y)))\n"
    "(<= (next (jumped ?y)) (does robot (jump ?y)))\n"
    "(<= terminal (true (at 3)))\n"
    "(<= (goal robot 0) (not (true (at 3))))\n"
    "(<= (goal robot 60) (true (at 3)) (true (jumped 2)))\n"
    "(<= (goal robot 10) (true (at 3)) (not (true (jumped 2))))\n"
    "(<= (goal cat 100) (true (jumped 2)))\n"
    "(<= (goal cat 30) (true (jumped 3)))\n";

static void goals(void **unused)
{
    (void)unused;
    ludc_game *game = compile("walk.kif", walk);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    assert_true(ludc_joint(r));
    assert_values(r, 1, 2, (double[]){0.1, 0.6});
    assert_values(r, 2, 3, (double[]){0, 0.3, 1});
    assert_bounds(r, NULL, 1, 0.1, 0.6);
    assert_bounds(r, NULL, 2, 0, 1);
    void *state = malloc(ludc_state_size(r));
    double payoff[2];
    ludc_init(r, state);
    assert_bounds(r, state, 1, 0.1, 0.6);
    ludc_payoffs_cut(r, state, payoff);
    assert_near(payoff[0], 0.5);
    ludc_move list[8], moves[2];
    assert_int_equal(ludc_moves_of(r, state, 1, list), 2);
    moves[0] = list[0]; /* (jump 2) */
    assert_int_equal(ludc_moves_of(r, state, 2, list), 1);
    moves[1] = list[0];
    ludc_apply_joint(r, state, moves, NULL);
    assert_true(ludc_over(r, state));
    ludc_payoffs(r, state, payoff);
    assert_near(payoff[0], 0.6);
    assert_near(payoff[1], 1);
    assert_bounds(r, state, 1, 0.6, 0.6);
    assert_bounds(r, state, 2, 1, 1);
    free(state);
    ludc_free(game);
}

static void bad_arguments(void **unused)
{
    (void)unused;
    ludc_game *game = compile("solved.gir", solved);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    double low[1], high[1];
    assert_int_equal(ludc_payoff_bounds(NULL, low, high), LUDC_USAGE);
    assert_int_equal(ludc_payoff_bounds(r, NULL, high), LUDC_USAGE);
    assert_int_equal(ludc_payoff_bounds_in(r, NULL, low, high), LUDC_USAGE);
    assert_int_equal(ludc_payoff_bounds_in(NULL, low, low, high), LUDC_USAGE);
    assert_int_equal(ludc_payoff_values(NULL, 1, low), 0);
    assert_int_equal(ludc_payoff_values(r, 0, low), 0);
    assert_int_equal(ludc_payoff_values(r, 2, low), 0);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_of_two), cmocka_unit_test(ranks_that_are_fixed), cmocka_unit_test(alone),
        cmocka_unit_test(goals),        cmocka_unit_test(bad_arguments),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
