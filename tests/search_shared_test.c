/* search_shared_test.c - several threads in one tree: what must hold whatever they do at the same time.  Visits are exact,
 * values are means of what lies below, proofs are as true as by one thread, memory ends at its cap. */
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

#define TREE "threads=3,parallel=tree"

/* A walk on a strip by a throw of two: the first in the last field wins. */
static const char race[] =
    "(game \"Race\" (players 2)\n"
    "  (equipment { (board (rectangle 1 5)) (piece \"Stone\" P1) (dice d:2 num:1) })\n"
    "  (rules (play (do (roll) next:(or (move Add (piece (id \"Stone\" P1)) (to (sites Empty))) (move Pass))))\n"
    "         (end (if (is Full) (result Mover Win)))))\n";

/* What lies below a node: visits are those of its children and its own as a leaf, and so are values. */
static void check_node(const ludc_search *s, uint64_t node, const ludc_search_node *self, unsigned roles, bool whole)
{
    ludc_search_node *child = calloc(64, sizeof *child);
    size_t n = ludc_search_children(s, node, child, 64);
    uint64_t sum = 0;
    double total[16] = {0};
    for (size_t i = 0; i < n; i++) {
        sum += child[i].visits;
        for (unsigned p = 0; p < roles; p++)
            total[p] += (double)child[i].visits * child[i].value[p];
        check_node(s, child[i].node, &child[i], roles, whole);
    }
    uint64_t own = self->visits - sum; /* as a leaf */
    assert_true(sum <= self->visits);
    for (unsigned p = 0; p < roles && n; p++) {
        double all = (double)self->visits * self->value[p], some = 3 + 1e-3 * (double)self->visits;
        if (whole && (all < total[p] - some || all > total[p] + (double)own + some))
            fail_msg("%g of %llu visits, below %g of %llu", all, (unsigned long long)self->visits, total[p],
                     (unsigned long long)sum);
    }
    free(child);
}

static void check_tree(const ludc_search *s, uint64_t visits, unsigned roles, bool whole)
{
    ludc_search_node root = {.visits = visits}, *child = calloc(64, sizeof *child);
    double low[16], high[16];
    ludc_search_value(s, root.value, low, high);
    size_t n = ludc_search_children(s, 0, child, 64);
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += child[i].visits;
    assert_int_equal(sum, visits);
    check_node(s, 0, &root, roles, whole);
    free(child);
}

static void begin(const char *name, const char *text, ludc_game **game, const ludc_reasoner **r, void **state)
{
    *game = compile(name, text);
    *r = ludc_game_reasoner(*game);
    *state = calloc(1, ludc_state_size(*r));
    ludc_init(*r, *state);
}

static void visits_and_values(void **unused)
{
    (void)unused;
    static const char *const names[] = {"uct:solver=0,", "ucb1tuned:solver=0,", "puct:solver=0,", "flat:", "uct:expand=4,solver=0,fpu=draw,"};
    ludc_game *game;
    const ludc_reasoner *r;
    void *start;
    begin("three.lud", noughts, &game, &r, &start);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char spec[96];
        snprintf(spec, sizeof spec, "%s" TREE, names[i]);
        ludc_search *s = search_of(r, spec, 5, start);
        assert_int_equal(ludc_search_run(s, 20001, 0), LUDC_OK);
        assert_int_equal(ludc_search_run(s, 10000, 0), LUDC_OK);
        ludc_search_stats f;
        ludc_search_figures(s, &f);
        assert_int_equal(f.iterations, 30001);
        assert_true(f.playouts <= 30001 && f.depth_mean > 0.9 && f.seconds > 0);
        check_tree(s, 30001, 2, true);
        ludc_search_free(s);
    }
    free(start);
    ludc_free(game);
}

/* What is proved is what brute force finds, at every fourth position of two roles; where a role of three is indifferent the others' values are
 * left out. */
static void prove_some(const ludc_reasoner *r, const void *state, int depth, const char *spec, unsigned *proved)
{
    ludc_move list[64], step[16];
    double exact[16], value[16], low[16], high[16];
    unsigned p = chooser(r, state);
    if (ludc_over(r, state))
        return;
    ludc_search *s = search_of(r, spec, 1, state);
    ludc_search_run(s, 60000, 0);
    enumerate(r, state, 0, exact);
    ludc_search_value(s, value, low, high);
    ludc_search_stats f;
    ludc_search_figures(s, &f);
    bool two = ludc_players(r) == 2;
    *proved += f.proved != 0;
    for (unsigned q = 0; q < ludc_players(r); q++)
        if (low[q] > exact[q] + 1e-6 || high[q] < exact[q] - 1e-6)
            if (two || q == p - 1)
                fail_msg("role %u: [%g, %g], not %g", q, low[q], high[q], exact[q]);
    ludc_search_free(s);
    void *next = malloc(ludc_state_size(r));
    size_t n = depth ? ludc_moves_of(r, state, p, list) : 0;
    for (size_t i = 0; i < n; i += two ? 4 : 1) {
        ludc_copy(r, next, state);
        steps(r, state, p, list[i], step);
        ludc_apply_joint(r, next, step, NULL);
        prove_some(r, next, depth - 1, spec, proved);
    }
    free(next);
}

static void proofs_are_right(void **unused)
{
    (void)unused;
    static const struct {
        const char *name, *text;
        int depth;
    } games[] = {{"three.lud", noughts, 2}, {"heaps.kif", heaps, 3}};
    for (size_t i = 0; i < 2; i++) {
        ludc_game *game;
        const ludc_reasoner *r;
        void *start;
        begin(games[i].name, games[i].text, &game, &r, &start);
        unsigned proved = 0, alone = 0;
        prove_some(r, start, games[i].depth, "uct:" TREE, &proved);
        prove_some(r, start, games[i].depth, "uct", &alone);
        assert_int_equal(proved, alone);
        prove_some(r, start, games[i].depth, "puct:memory=1M," TREE, &proved);
        free(start);
        ludc_free(game);
    }
}

static void memory_is_kept(void **unused)
{
    (void)unused;
    ludc_game *game;
    const ludc_reasoner *r;
    void *start;
    begin("three.lud", noughts, &game, &r, &start);
    static const char *const specs[] = {"uct:memory=768K," TREE, "uct:memory=768K,full=stop," TREE,
                                        "uct:memory=768K,solver=0," TREE};
    for (int i = 0; i < 3; i++) {
        ludc_search *s = search_of(r, specs[i], 1, start);
        ludc_search_run(s, i ? 60000 : 3000, 0);
        ludc_search_stats f;
        ludc_search_figures(s, &f);
        assert_true(f.bytes <= 768 * 1024 && f.nodes > 500);
        assert_int_equal(f.dropped > 0, i == 2);
        if (!f.proved)
            assert_int_equal(f.iterations, i ? 60000 : 3000);
        check_tree(s, f.iterations, 2, false);
        ludc_search_free(s);
    }
    free(start);
    ludc_free(game);
}

static void joint_steps_and_lots(void **unused)
{
    (void)unused;
    ludc_game *game;
    const ludc_reasoner *r;
    void *start;
    begin("scissors.kif", scissors, &game, &r, &start);
    ludc_search *s = search_of(r, "uct:" TREE, 2, start);
    ludc_search_run(s, 9000, 0);
    check_tree(s, 9000, 2, true);
    for (unsigned p = 1; p <= 2; p++) {
        ludc_search_move m[3];
        assert_int_equal(ludc_search_moves(s, p, m, 3), 3);
        assert_int_equal(m[0].visits + m[1].visits + m[2].visits, 9000);
        double mean = 0, value[2];
        ludc_search_value(s, value, NULL, NULL);
        for (int i = 0; i < 3; i++)
            mean += m[i].share * m[i].value[p - 1];
        assert_true(fabs(mean - value[p - 1]) < 1e-3);
    }
    ludc_search_free(s);
    free(start);
    ludc_free(game);
    begin("race.lud", race, &game, &r, &start);
    s = search_of(r, "uct:" TREE, 2, start);
    ludc_search_run(s, 20000, 0);
    check_tree(s, 20000, 2, false);
    ludc_search_free(s);
    free(start);
    ludc_free(game);
}

static void trees_are_kept(void **unused)
{
    (void)unused;
    ludc_game *game;
    const ludc_reasoner *r;
    void *start;
    begin("three.lud", noughts, &game, &r, &start);
    ludc_search *s = search_of(r, "uct:solver=0," TREE, 3, start), *other = search_of(r, "uct:solver=0," TREE, 4, start);
    ludc_search_run(s, 5000, 0);
    size_t size = ludc_search_saved_size(s);
    char *saved = malloc(size), *again = malloc(size);
    assert_int_equal(ludc_search_save(s, saved), LUDC_OK);
    assert_int_equal(ludc_search_restore(other, saved, size), LUDC_OK);
    assert_int_equal(ludc_search_save(other, again), LUDC_OK);
    assert_memory_equal(saved, again, size);
    ludc_search_run(other, 5000, 0);
    check_tree(other, 10000, 2, true);
    ludc_search_move m[9];
    ludc_search_moves(s, 1, m, 9);
    ludc_move moves[2] = {m[0].move, 0};
    ludc_apply(r, start, m[0].move, NULL);
    assert_int_equal(ludc_search_advance(s, moves, start), LUDC_OK);
    ludc_search_node child[9];
    uint64_t kept = 0;
    for (size_t i = ludc_search_children(s, 0, child, 9); i-- > 0;)
        kept += child[i].visits;
    assert_true(kept > 100 && kept <= m[0].visits);
    ludc_search_run(s, 3000, 0);
    check_tree(s, kept + 3000, 2, false);
    free(saved);
    free(again);
    ludc_search_free(s);
    ludc_search_free(other);
    free(start);
    ludc_free(game);
}

/* Looks at all there is while threads search; ends the run the tenth time. */
static int look(void *data, const ludc_search *s)
{
    unsigned *asked = data;
    ludc_search_stats f;
    ludc_search_move m[9];
    ludc_move line[18];
    uint64_t visits = 0;
    ludc_search_figures(s, &f);
    size_t n = ludc_search_moves(s, 1, m, 9);
    for (size_t i = 0; i < n; i++)
        visits += m[i].visits;
    assert_int_equal(n, 9);
    assert_int_equal(visits, f.iterations);
    ludc_search_line(s, line, 9);
    check_tree(s, f.iterations, 2, false);
    return ++*asked == 10;
}

static void a_watcher_sees_a_whole_tree(void **unused)
{
    (void)unused;
    ludc_game *game;
    const ludc_reasoner *r;
    void *start;
    begin("three.lud", noughts, &game, &r, &start);
    unsigned asked = 0;
    ludc_search *s = search_of(r, "uct:solver=0,memory=1M," TREE, 3, start);
    ludc_search_watch(s, look, &asked);
    assert_int_equal(ludc_search_run(s, UINT64_MAX / 2, 0), LUDC_OK);
    assert_int_equal(asked, 10);
    ludc_search_free(s);
    free(start);
    ludc_free(game);
}

static void what_does_not_go(void **unused)
{
    (void)unused;
    static const char *const wrong[][2] = {
        {"uct:dag=1," TREE, "dag"},     {"mmcts:" TREE, "uct"},          {"grave:" TREE, "uct"},
        {"uct:leaves=4," TREE, "leaves"}, {"uct:playout=mast," TREE, "playout"}, {"uct:joint=rm," TREE, "joint"},
        {"uct:history=1," TREE, "history"}, {"puct:noise=1," TREE, "noise"}, {"uct:chance=nodes," TREE, "chance"},
    };
    ludc_game *game = compile("three.lud", noughts);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ludc_search_options o;
        ludc_error error = {0};
        assert_int_equal(ludc_search_parse(wrong[i][0], &o, &error), LUDC_OK);
        assert_null(ludc_search_new(ludc_game_reasoner(game), &o, 1, &error));
        assert_int_equal(error.status, LUDC_USAGE);
        if (!strstr(error.message, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], error.message);
    }
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visits_and_values),    cmocka_unit_test(proofs_are_right), cmocka_unit_test(memory_is_kept),
        cmocka_unit_test(joint_steps_and_lots), cmocka_unit_test(trees_are_kept),   cmocka_unit_test(a_watcher_sees_a_whole_tree),
        cmocka_unit_test(what_does_not_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
