/* search_leaves_test.c - rounds of several leaves with several playouts each, one at a time and in lanes, through
 * ludc_search.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_search.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/searching.h"
#include "tests/skip.h"

/* A die of six faces for each of two players in turn; the higher one wins. */
static const char dice[] =
    "(game \"Six\" (players 2)\n"
    "  (equipment { (board (square 2)) (dice d:6 num:1) (piece \"Ball\" Each) })\n"
    "  (rules (play (do (roll) next:(move Add (to (sites Empty)) (then (addScore Mover (count Pips))))))\n"
    "         (end (if (is Full) (byScore)))))\n";

/* All nodes below: visits of children add up to those of the node but for the one before it had children. */
static void check_sums(const ludc_search *s, uint64_t node, uint64_t visits, uint64_t before)
{
    ludc_search_node child[64];
    size_t n = ludc_search_children(s, node, child, 64);
    uint64_t sum = 0;
    assert_true(n <= 64);
    for (size_t i = 0; i < n; i++) {
        sum += child[i].visits;
        assert_true(child[i].value[0] >= 0 && child[i].value[0] <= 1);
        check_sums(s, child[i].node, child[i].visits, 1);
    }
    if (n)
        assert_int_equal(sum + before, visits);
}

/* What was lost virtually is given back: visits add up at every node, and the value of the root is the mean of its
 * children's. */
static void nothing_stays_lost(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "uct:solver=0,leaves=16,lanes=off",     "uct:solver=0,leaves=7,playouts=3,lanes=off",
        "puct:solver=0,leaves=5,lanes=off",     "ucb1tuned:solver=0,leaves=64,lanes=off",
        "uct:solver=0,leaves=1,playouts=9,lanes=off", "mmcts:leaves=6,lanes=off",
    };
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256];
    ludc_init(r, start);
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        ludc_search *s = search_of(r, specs[k], 3, start);
        ludc_search_stats f;
        double value[2], sum = 0;
        ludc_search_node child[9];
        assert_int_equal(ludc_search_run(s, 5003, 0), LUDC_OK);
        ludc_search_figures(s, &f);
        assert_int_equal(f.iterations, 5003);
        check_sums(s, 0, 5003, 0);
        size_t n = ludc_search_children(s, 0, child, 9);
        for (size_t i = 0; i < n; i++)
            sum += child[i].value[0] * (double)child[i].visits / 5003;
        ludc_search_value(s, value, NULL, NULL);
        assert_true(fabs(value[0] - sum) < 1e-5);
        ludc_search_free(s);
    }
    ludc_free(game);
}

/* Leaves of one round spread: with a loss on the way not all of them are below one child. */
static void virtual_loss_spreads(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256];
    ludc_init(r, start);
    ludc_search *s = search_of(r, "uct:c=0.01,solver=0,leaves=8,lanes=off", 3, start);
    ludc_search_move before[9], after[9];
    ludc_search_run(s, 4000, 0); /* almost greedy: one move has nearly all */
    ludc_search_moves(s, 1, before, 9);
    ludc_search_run(s, 8, 0);
    ludc_search_moves(s, 1, after, 9);
    assert_true(before[0].visits > 2000);
    unsigned changed = 0;
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++)
            changed += after[i].move == before[k].move && after[i].visits != before[k].visits;
    assert_in_range(changed, 1, 8);
    ludc_search_free(s);
    s = search_of(r, "uct:c=0,fpu=win,solver=0,leaves=9,lanes=off", 3, start);
    ludc_search_run(s, 9, 0); /* 0 / 1 lost, so each of the nine is next */
    assert_int_equal(ludc_search_children(s, 0, NULL, 0), 9);
    ludc_search_free(s);
    ludc_free(game);
}

/* Searches from positions of play; how many were proved, all of them rightly. */
static unsigned prove_some(const ludc_reasoner *r, const char *spec)
{
    unsigned proved = 0;
    _Alignas(16) char now[512];
    for (uint64_t seed = 1; seed <= 30; seed++) {
        uint64_t rng = seed;
        double exact[16], value[16], low[16], high[16];
        ludc_search_stats f;
        ludc_init(r, now);
        ludc_playout(r, now, &rng, (uint32_t)(seed % 5));
        ludc_search *s = search_of(r, spec, seed, now);
        enumerate(r, now, 0, exact);
        ludc_search_run(s, 30000, 0);
        ludc_search_figures(s, &f);
        ludc_search_value(s, value, low, high);
        for (unsigned p = 0; p < ludc_players(r); p++) {
            assert_true(low[p] <= exact[p] + 1e-9 && exact[p] <= high[p] + 1e-9);
            assert_true(!f.proved || fabs(value[p] - exact[p]) < 1e-9);
        }
        proved += f.proved != 0;
        ludc_search_free(s);
    }
    return proved;
}

/* Bounds move children about while other leaves of the round are still to be counted. */
static void proofs_in_rounds(void **state)
{
    (void)state;
    ludc_game *game[] = {compile("three.lud", noughts), compile("heaps.kif", heaps)};
    for (int g = 0; g < 2; g++) {
        const ludc_reasoner *r = ludc_game_reasoner(game[g]);
        unsigned one = prove_some(r, "uct"), rounds = prove_some(r, "uct:leaves=13,playouts=2,lanes=off");
        assert_true(one >= 10);
        assert_int_equal(one, rounds);
        ludc_free(game[g]);
    }
}

static void joint_games_and_lots(void **state)
{
    (void)state;
    static const char *const specs[] = {"uct:leaves=6,playouts=2,lanes=off", "uct:joint=exp3,leaves=6,lanes=off",
                                        "uct:joint=rm,leaves=6,lanes=off"};
    static const double equilibrium[] = {0.25, 0.25, 0.5}; /* of scissors: rock and scissors, then paper */
    ludc_game *game = compile("scissors.kif", scissors);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[1024];
    ludc_init(r, start);
    for (int i = 0; i < 3; i++) {
        ludc_search *s = search_of(r, specs[i], 4, start);
        ludc_search_move m[3];
        ludc_search_run(s, 60000, 0);
        for (unsigned p = 1; p <= 2; p++) {
            assert_int_equal(ludc_search_moves(s, p, m, 3), 3);
            assert_int_equal(m[0].visits + m[1].visits + m[2].visits, 60000);
            for (int k = 0; k < 3 && i == 2; k++)
                assert_true(fabs(m[k].share - equilibrium[k ? 0 : 2]) < 0.03);
        }
        check_sums(s, 0, 60000, 0);
        ludc_search_free(s);
    }
    ludc_free(game);
    /* whoever throws more wins: by symmetry a half each */
    game = compile("six.lud", dice);
    r = ludc_game_reasoner(game);
    assert_true(ludc_state_size(r) <= sizeof start);
    ludc_init(r, start);
    ludc_search *s = search_of(r, "uct:leaves=6,playouts=2,lanes=off", 4, start);
    double value[2];
    ludc_search_run(s, 20000, 0);
    ludc_search_value(s, value, NULL, NULL);
    assert_true(fabs(value[0] - 0.5) < 4 * 0.5 / sqrt(20000));
    ludc_search_free(s);
    ludc_free(game);
}

/* ---- lanes -------------------------------------------------------------------------------- */

typedef struct {
    ludc_game *game;
    const ludc_reasoner *r;
    ludc_lane_game *lanes;
    void *start;
} Setup;

/* false: there is no compiler for lanes */
static bool set_up(Setup *s, const char *name)
{
    static const char *const engine[] = {"llvm", "c"};
    char path[1024];
    const char *source = getenv("srcdir");
    snprintf(path, sizeof path, "%s/examples/%s", source ? source : ".", name);
    *s = (Setup){0};
    for (size_t i = 0; i < 2 && !s->game; i++)
        s->game = ludc_compile_file(path, &(ludc_options){.backend = engine[i]}, NULL);
    s->r = s->game ? ludc_game_reasoner(s->game) : NULL;
    s->lanes = s->game ? ludc_lanes_new(s->game, NULL) : NULL;
    s->start = s->lanes ? calloc(1, ludc_state_size(s->r)) : NULL;
    if (s->start)
        ludc_init(s->r, s->start);
    return s->start != NULL;
}

static void tear_down(Setup *s)
{
    free(s->start);
    ludc_lanes_free(s->lanes);
    ludc_free(s->game);
}

/* With lanes where there are any to give. */
static ludc_search *search_in_lanes(const Setup *s, const char *spec, uint64_t seed)
{
    ludc_search_options o;
    assert_int_equal(ludc_search_parse(spec, &o, NULL), LUDC_OK);
    ludc_search *search = ludc_search_new(s->r, &o, seed, NULL);
    assert_non_null(search);
    assert_int_equal(ludc_search_use_lanes(search, s->lanes), LUDC_OK);
    assert_int_equal(ludc_search_begin(search, s->start), LUDC_OK);
    return search;
}

/* The value of a move by playouts, of which nothing is known but that payoffs lie in [0, 1]: within 4 standard errors. */
static void lanes_and_scalar_agree(void **state)
{
    (void)state;
    static const char *const games[] = {"tictactoe.kif", "dropfour.kif", "breakthrough.lud", "babel.kif"};
    unsigned tried = 0;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        Setup s;
        if (set_up(&s, games[g])) {
            ludc_search *wide = search_in_lanes(&s, "flat:leaves=16,playouts=32,lanes=on", 5);
            ludc_search *one = search_of(s.r, "flat:leaves=4,playouts=8,lanes=off", 6, s.start);
            ludc_search_stats a, b;
            ludc_search_run(wide, 2000, 0);
            ludc_search_run(one, 600, 0);
            ludc_search_figures(wide, &a);
            ludc_search_figures(one, &b);
            assert_int_equal(a.playouts, 64000);
            assert_int_equal(b.playouts, 4800);
            double x[16], y[16];
            ludc_search_value(wide, x, NULL, NULL);
            ludc_search_value(one, y, NULL, NULL);
            for (unsigned p = 0; p < ludc_players(s.r); p++)
                assert_true(fabs(x[p] - y[p]) < 4 * 0.5 * sqrt(1 / 64000.0 + 1 / 4800.0));
            ludc_search_free(wide);
            ludc_search_free(one);
            tried++;
        }
        tear_down(&s);
    }
    if (!tried)
        SKIP("there is no compiler for lanes");
}

/* One seed, one tree, with lanes too, in threads too; and what is proved is as true. */
static void lanes_repeat(void **state)
{
    (void)state;
    static const char *const specs[] = {"uct:leaves=16,playouts=32", "uct:leaves=16,playouts=32,threads=2",
                                        "mmcts:leaves=8,playouts=32,lanes=on"};
    Setup s;
    if (!set_up(&s, "tictactoe.kif")) {
        tear_down(&s);
        SKIP("there is no compiler for lanes");
    }
    for (int k = 0; k < 3; k++) {
        ludc_search_move m[2][9];
        ludc_search_stats f[2];
        for (int i = 0; i < 2; i++) {
            ludc_search *search = search_in_lanes(&s, specs[k], 8);
            assert_int_equal(ludc_search_run(search, k ? 3000 : 60000, 0), LUDC_OK);
            memset(m[i], 0, sizeof m[i]);
            assert_int_equal(ludc_search_moves(search, 1, m[i], 9), 9);
            ludc_search_figures(search, &f[i]);
            ludc_search_free(search);
        }
        assert_memory_equal(m[0], m[1], sizeof m[0]);
        assert_int_equal(f[0].playouts, f[1].playouts);
        assert_int_equal(f[0].proved, k == 0);
        assert_true(k || fabs(m[0][0].value[0] - 0.5) < 1e-9);
    }
    tear_down(&s);
}

static void what_lanes_cannot(void **state)
{
    (void)state;
    ludc_search_options o;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[256];
    ludc_init(r, start);
    ludc_search_parse("uct:lanes=on,leaves=4", &o, NULL);
    ludc_search *s = ludc_search_new(r, &o, 1, NULL);
    assert_int_equal(ludc_search_begin(s, start), LUDC_UNSUPPORTED); /* none are set */
    assert_int_equal(ludc_search_set_lanes(NULL, NULL), LUDC_USAGE);
    assert_int_equal(ludc_search_set_lanes(s, &(ludc_search_lanes){0}), LUDC_USAGE);
    assert_int_equal(ludc_search_set_lanes(s, NULL), LUDC_OK);
    assert_int_equal(ludc_search_use_lanes(s, NULL), LUDC_USAGE);
    ludc_search_free(s);
    o.leaves = 0;
    assert_null(ludc_search_new(r, &o, 1, NULL));
    ludc_free(game);
    Setup all;
    if (set_up(&all, "tictactoe.kif")) {
        ludc_search_parse("uct:lanes=on,cut=3", &o, NULL);
        s = ludc_search_new(all.r, &o, 1, NULL);
        assert_int_equal(ludc_search_use_lanes(s, all.lanes), LUDC_UNSUPPORTED);
        ludc_search_free(s);
        /* too few to fill them: one at a time, as if there were none */
        ludc_search_move m[2][9];
        memset(m, 0, sizeof m);
        for (int i = 0; i < 2; i++) {
            s = i ? search_of(all.r, "uct", 3, all.start) : search_in_lanes(&all, "uct", 3);
            ludc_search_run(s, 500, 0);
            ludc_search_moves(s, 1, m[i], 9);
            ludc_search_free(s);
        }
        assert_memory_equal(m[0], m[1], sizeof m[0]);
    }
    tear_down(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_stays_lost),     cmocka_unit_test(virtual_loss_spreads), cmocka_unit_test(proofs_in_rounds),
        cmocka_unit_test(joint_games_and_lots),   cmocka_unit_test(lanes_and_scalar_agree), cmocka_unit_test(lanes_repeat),
        cmocka_unit_test(what_lanes_cannot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
