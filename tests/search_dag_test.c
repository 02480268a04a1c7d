/* search_dag_test.c - searches in graphs (dag=1): proofs are what enumeration says and take fewer iterations, full
 * memory, moving on, saving, positions that come again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/searching.h"

/* A token on a ring of five; who moves it to place 3 wins.  From places 0 and 1 both can avoid to lose for ever. */
static const char ring[] =
    "(role a) (role b) (init (at 0)) (init (turn a)) (turns a b) (turns b a)\n"
    "(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 0)\n"
    "(<= (legal ?r up) (true (turn ?r))) (<= (legal ?r down) (true (turn ?r)))\n"
    "(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))\n"
    "(<= (next (at ?m)) (does ?r up) (true (at ?n)) (after ?n ?m))\n"
    "(<= (next (at ?m)) (does ?r down) (true (at ?n)) (after ?m ?n))\n"
    "(<= (next (turn ?s)) (true (turn ?r)) (turns ?r ?s))\n"
    "(<= terminal (true (at 3)))\n"
    "(<= (goal ?r 0) (true (turn ?r))) (<= (goal ?r 100) (role ?r) (not (true (turn ?r))))\n";

static void proofs_are_right(void **state)
{
    (void)state;
    static const char *const specs[] = {"uct:dag=1", "puct:dag=1", "grave:dag=1,c=0.4", "ucb1tuned:dag=1,fpu=loss,expand=2",
                                        "uct:dag=1,playouts=3", "uct:dag=1,memory=131072", "grave:dag=1,memory=131072",
                                        "uct:dag=1,memory=131072,history=1"};
    _Alignas(16) char start[512];
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_init(r, start);
    for (int i = 0; i < 5; i++)
        assert_int_equal(prove_all(r, start, 1, specs[i], 50000), 10);
    for (int i = 5; i < 8; i++) /* little memory: what is proved stays right when positions are dropped */
        assert_true(prove_all(r, start, 1, specs[i], 10000) > 5);
    ludc_free(game);
    game = compile("heaps.kif", heaps);
    r = ludc_game_reasoner(game);
    ludc_init(r, start);
    for (int i = 0; i < 5; i++)
        assert_true(prove_all(r, start, 3, specs[i], 3000) > 5);
    assert_true(prove_all(r, start, 3, "uct:dag=1,memory=196608", 3000) > 5);
    ludc_free(game);
}

static ludc_search_stats figures(const ludc_search *s)
{
    ludc_search_stats f;
    ludc_search_figures(s, &f);
    return f;
}

/* A position is one node: fewer of them, and a proof in fewer iterations. */
static void positions_are_shared(void **state)
{
    (void)state;
    _Alignas(16) char start[512];
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_init(r, start);
    ludc_search *tree = search_of(r, "uct", 1, start), *graph = search_of(r, "uct:dag=1", 1, start);
    ludc_search_run(tree, 1000000, 0);
    ludc_search_run(graph, 50000, 0);
    assert_true(figures(tree).proved && figures(graph).proved);
    assert_true(2 * figures(graph).iterations < figures(tree).iterations && 2 * figures(graph).nodes < figures(tree).nodes);
    ludc_search_free(tree);
    ludc_search_free(graph);
    /* without proofs: of 5478 positions none has two blocks */
    graph = search_of(r, "uct:dag=1,solver=0,c=5", 1, start);
    ludc_search_run(graph, 150000, 0);
    assert_true(figures(graph).nodes <= 16168 + 1 && figures(graph).nodes > 12000);
    ludc_search_free(graph);
    ludc_free(game);
}

/* The visits of the root's moves. */
static uint64_t visits_below(const ludc_search *s)
{
    ludc_search_move m[9];
    uint64_t all = 0;
    for (uint64_t i = ludc_search_moves(s, 0, m, 9); i-- > 0;)
        all += m[i].visits;
    return all;
}

/* What the first move is worth while proofs are missing depends on which replies were tried: GRAVE leaves those out whose
 * moves did badly elsewhere, with as without dag=1, so its value may be near 1. */
static void memory_is_kept(void **state)
{
    (void)state;
    _Alignas(16) char start[512];
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_init(r, start);
    static const char *const specs[] = {"uct:dag=1,memory=131072", "uct:dag=1,memory=131072,full=stop",
                                        "uct:dag=1,memory=131072,solver=0,c=3", "grave:dag=1,memory=131072,solver=0,c=1"};
    for (int i = 0; i < 4; i++) {
        ludc_search *s = search_of(r, specs[i], 1, start);
        ludc_search_run(s, 60000, 0);
        ludc_search_stats f = figures(s);
        assert_true(f.bytes <= 131072 && f.nodes > 300);
        assert_int_equal(f.dropped > 0, i != 1);
        double value[2], low[2], high[2];
        ludc_search_value(s, value, low, high);
        assert_true(low[0] <= 0.5 && high[0] >= 0.5);
        assert_true(value[0] > 0.3 && value[0] < (i == 3 ? 1 : 0.75));
        assert_int_equal(visits_below(s), f.iterations);
        assert_true(!f.proved == (f.iterations == 60000));
        ludc_search_free(s);
    }
    ludc_free(game);
}

/* What is lost on one way until its leaf is valued would be seen on all. */
static void one_leaf_at_a_time(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    ludc_search_options o;
    assert_int_equal(ludc_search_parse("uct:dag=1,leaves=3", &o, NULL), LUDC_OK);
    assert_null(ludc_search_new(ludc_game_reasoner(game), &o, 1, NULL));
    o.dag = 0;
    ludc_search *s = ludc_search_new(ludc_game_reasoner(game), &o, 1, NULL);
    assert_non_null(s);
    ludc_search_free(s);
    ludc_free(game);
}

/* A saved graph goes on as the other does; after a move what lies below stays. */
static void graphs_move_on(void **state)
{
    (void)state;
    _Alignas(16) char now[512];
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    ludc_init(r, now);
    ludc_search *a = search_of(r, "uct:dag=1,solver=0", 5, now), *b = search_of(r, "uct:dag=1,solver=0", 6, now);
    ludc_search_run(a, 3000, 0);
    size_t size = ludc_search_saved_size(a);
    char *saved = malloc(size), *again = malloc(2 * size + 4000000);
    assert_int_equal(ludc_search_save(a, saved), LUDC_OK);
    assert_int_equal(ludc_search_restore(b, saved, size), LUDC_OK);
    for (int i = 0; i < 3; i++) {
        ludc_search_move m[9];
        assert_true(ludc_search_moves(a, 0, m, 9) > 0);
        ludc_move moves[2] = {m[0].move, m[0].move};
        ludc_apply(r, now, m[0].move, NULL);
        uint64_t nodes = figures(a).nodes;
        assert_int_equal(ludc_search_advance(a, moves, now), LUDC_OK);
        assert_int_equal(ludc_search_advance(b, moves, now), LUDC_OK);
        assert_true(figures(a).nodes < nodes && figures(a).nodes > 20);
        double value[2];
        ludc_search_value(a, value, NULL, NULL);
        assert_true(fabs(value[0] - m[0].value[0]) < 1e-9);
        ludc_search_run(a, 2000, 0);
        ludc_search_run(b, 2000, 0);
        size_t n = ludc_search_saved_size(a);
        assert_int_equal(n, ludc_search_saved_size(b));
        char *other = malloc(n);
        ludc_search_save(a, again);
        ludc_search_save(b, other);
        assert_memory_equal(again, other, n);
        free(other);
    }
    free(saved);
    free(again);
    ludc_search_free(a);
    ludc_search_free(b);
    ludc_free(game);
}

/* A position that comes again ends the path; what cannot be decided stays open. */
static void positions_come_again(void **state)
{
    (void)state;
    _Alignas(16) char now[512];
    ludc_game *game = compile("ring.kif", ring);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    double value[2], low[2], high[2];
    ludc_init(r, now);
    ludc_search *s = search_of(r, "uct:dag=1,cut=50", 1, now);
    assert_int_equal(ludc_search_run(s, 5000, 0), LUDC_OK);
    assert_true(figures(s).depth_max <= 9 && figures(s).iterations == 5000 && !figures(s).proved);
    ludc_search_value(s, value, low, high);
    assert_true(low[0] <= 0 && high[0] >= 1 && value[0] > 0.2 && value[0] < 0.8);
    /* a to 1, b to 2: then a wins */
    static const char *const line[][2] = {{"up", "wait"}, {"wait", "up"}};
    for (int i = 0; i < 2; i++) {
        ludc_move step[2];
        for (unsigned p = 1; p <= 2; p++)
            assert_int_equal(ludc_move_parse_of(r, now, p, line[i][p - 1], &step[p - 1]), LUDC_OK);
        ludc_apply_joint(r, now, step, NULL);
        assert_int_equal(ludc_search_advance(s, step, now), LUDC_OK);
    }
    ludc_search_run(s, 500, 0);
    ludc_search_value(s, value, low, high);
    assert_true(figures(s).proved && value[0] >= 1 && value[1] <= 0);
    ludc_search_free(s);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_are_right), cmocka_unit_test(positions_are_shared), cmocka_unit_test(memory_is_kept),
        cmocka_unit_test(one_leaf_at_a_time), cmocka_unit_test(graphs_move_on), cmocka_unit_test(positions_come_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
