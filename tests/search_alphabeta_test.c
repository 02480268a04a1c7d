/* search_alphabeta_test.c - the agent alphabeta through ludc_search.h: what it proves is what the solver
 * says, a count gives one result, and it keeps to its limits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ludc_search.h>
#include <ludc_solve.h>

static ludc_game *game_of(const char *name)
{
    char path[1024];
    const char *folder = getenv("srcdir");
    ludc_error error = {0};
    const ludc_options options = {.backend = "tcc", .no_cache = 1, .purpose = LUDC_FOR_NAMES, .offers = LUDC_OFFER_KEY};
    snprintf(path, sizeof path, "%s/%s", folder ? folder : ".", name);
    ludc_game *game = ludc_compile_file(path, &options, &error);
    if (!game)
        fail_msg("%s: %s", name, error.message);
    return game;
}

static ludc_search *search_of(const ludc_reasoner *r, const char *spec, uint64_t seed, const void *state)
{
    ludc_search_options o;
    assert_int_equal(ludc_search_parse(spec, &o, NULL), LUDC_OK);
    ludc_search *s = ludc_search_new(r, &o, seed, NULL);
    assert_non_null(s);
    assert_int_equal(ludc_search_begin(s, state), LUDC_OK);
    return s;
}

/* From a position: with time enough all is proved that the solver finds, and bounds never lie. */
static void beside_solver(const ludc_reasoner *r, ludc_solver *solver, const void *state, unsigned *solved)
{
    static const uint64_t counts[] = {10, 1000, 1000000};
    ludc_solved exact;
    assert_int_equal(ludc_solver_value(solver, state, &exact), LUDC_OK);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        ludc_search *s = search_of(r, "alphabeta:playouts=1,memory=1M", 1, state);
        ludc_search_stats f;
        double value[16], low[16], high[16];
        assert_int_equal(ludc_search_run(s, counts[i], 0), LUDC_OK);
        ludc_search_figures(s, &f);
        ludc_search_value(s, value, low, high);
        assert_true(f.iterations <= counts[i]);
        for (unsigned p = 0; p < ludc_players(r); p++) {
            assert_true(low[p] <= exact.high[p] + 1e-9 && high[p] >= exact.low[p] - 1e-9);
            assert_true(!f.proved || !exact.solved || fabs(value[p] - exact.value[p]) < 1e-9);
        }
        assert_true(f.proved || i < 2 || !exact.solved);
        *solved += f.proved && i == 2;
        ludc_search_free(s);
    }
}

/* Positions of random games. */
static void proofs_are_the_solver_s(void **unused)
{
    (void)unused;
    static const char *const games[] = {"examples/tictactoe.lud", "tests/solve/again.lud", "tests/solve/lots.gir",
                                        "tests/solve/bank.gir", "examples/threeheaps.kif", "tests/solve/trio.lud"};
    static const unsigned least[] = {8, 8, 8, 8, 4, 4};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        ludc_game *game = game_of(games[g]);
        const ludc_reasoner *r = ludc_game_reasoner(game);
        ludc_solver *solver = ludc_solver_new(r, NULL, NULL);
        uint64_t rng = 5;
        unsigned solved = 0;
        _Alignas(16) char state[1024];
        for (unsigned i = 0; i < 8; i++) {
            ludc_init(r, state);
            ludc_playout(r, state, &rng, 2 + i % 4);
            if (ludc_over(r, state))
                solved++;
            else
                beside_solver(r, solver, state, &solved);
        }
        assert_true(solved >= least[g]);
        ludc_solver_free(solver);
        ludc_free(game);
    }
}

/* One count, one result; what follows the best move goes on from the table; the root's moves are each
 * there once, the best one first. */
static void one_count_one_result(void **unused)
{
    (void)unused;
    ludc_game *game = game_of("examples/dropfour.lud");
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char state[1024];
    ludc_search_move first[7], second[7];
    ludc_search_stats f;
    ludc_move line[2 * 64], step[2] = {0}, best = 0;
    ludc_init(r, state);
    ludc_search *a = search_of(r, "alphabeta", 3, state), *b = search_of(r, "alphabeta", 3, state);
    assert_int_equal(ludc_search_run(a, 3000, 0), LUDC_OK);
    assert_int_equal(ludc_search_run(b, 3000, 0), LUDC_OK);
    assert_int_equal(ludc_search_moves(a, 0, first, 7), 7);
    assert_int_equal(ludc_search_moves(b, 1, second, 7), 7);
    for (int i = 0; i < 7; i++)
        assert_true(first[i].move == second[i].move && first[i].visits == second[i].visits &&
                    fabs(first[i].value[0] - second[i].value[0]) < 1e-15);
    ludc_search_figures(a, &f);
    assert_int_equal(f.iterations, 3000);
    assert_true(f.playouts > 0 && f.playouts % 4 == 0 && f.depth_max >= 3 && !f.proved);
    assert_int_equal(ludc_search_best(a, 0, &best), LUDC_OK);
    assert_int_equal(best, first[0].move);
    size_t n = ludc_search_line(a, line, 64);
    assert_true(n >= 2 && line[0] == best);
    for (size_t i = 0; i < n; i++) {
        assert_true(ludc_is_legal(r, state, line[2 * i + ludc_mover(r, state) - 1]));
        ludc_apply_joint(r, state, line + 2 * i, NULL);
    }
    ludc_init(r, state);
    step[0] = best;
    ludc_apply_joint(r, state, step, NULL);
    assert_int_equal(ludc_search_advance(a, step, state), LUDC_OK);
    assert_int_equal(ludc_search_run(a, 500, 0), LUDC_OK);
    assert_int_equal(ludc_search_best(a, 0, &best), LUDC_OK);
    assert_true(ludc_is_legal(r, state, best));
    assert_int_equal(ludc_search_saved_size(a), 0);
    ludc_search_free(a);
    ludc_search_free(b);
    ludc_free(game);
}

static int stop_at_once(void *data, const ludc_search *search)
{
    (void)data;
    (void)search;
    return 1;
}

/* A depth, little memory, somebody who stops it, and games that it does not search. */
static void limits(void **unused)
{
    (void)unused;
    ludc_game *game = game_of("examples/dropfour.lud");
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char state[4096];
    ludc_search_stats f;
    ludc_init(r, state);
    ludc_search *s = search_of(r, "alphabeta:depth=2,memory=65536", 1, state);
    assert_int_equal(ludc_search_run(s, 100000, 0), LUDC_OK);
    ludc_search_figures(s, &f);
    assert_true(f.depth_max == 2 && f.iterations < 200);
    ludc_search_free(s);
    s = search_of(r, "alphabeta", 1, state);
    ludc_search_watch(s, stop_at_once, NULL);
    assert_int_equal(ludc_search_run(s, 100000, 0), LUDC_OK);
    ludc_search_figures(s, &f);
    assert_true(f.iterations <= 1024);
    ludc_search_free(s);
    ludc_free(game);
    game = game_of("tests/gdl/duel.kif");
    ludc_search_options o;
    ludc_search_defaults(&o, LUDC_AGENT_ALPHABETA);
    s = ludc_search_new(ludc_game_reasoner(game), &o, 1, NULL);
    assert_non_null(s);
    ludc_init(ludc_game_reasoner(game), state);
    assert_int_equal(ludc_search_begin(s, state), LUDC_UNSUPPORTED);
    ludc_search_free(s);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_the_solver_s),
        cmocka_unit_test(one_count_one_result),
        cmocka_unit_test(limits),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
