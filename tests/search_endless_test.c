/* search_endless_test.c - a game that never ends in random play: searches end by the clock, by their watcher, and by the
 * number of moves of a playout. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_search.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "tests/searching.h"

/* Two roles walk on a ring for ever. */
static const char ring[] =
    "(role a) (role b) (init (at 0)) (init (turn a)) (after 0 1) (after 1 2) (after 2 0)\n"
    "(<= (legal ?r left) (true (turn ?r))) (<= (legal ?r right) (true (turn ?r)))\n"
    "(<= (legal a wait) (true (turn b))) (<= (legal b wait) (true (turn a)))\n"
    "(<= (next (turn a)) (true (turn b))) (<= (next (turn b)) (true (turn a)))\n"
    "(<= (next (at ?y)) (does ?r right) (true (at ?x)) (after ?x ?y))\n"
    "(<= (next (at ?y)) (does ?r left) (true (at ?x)) (after ?y ?x))\n"
    "(<= terminal (true (at 3))) (goal a 50) (goal b 50)\n";

static const char *const specs[] = {"uct:cut=1000000000",
                                    "uct:cut=1000000000,leaves=4,playouts=2",
                                    "grave:cut=1000000000",
                                    "mmcts:cut=1000000000",
                                    "uct:cut=1000000000,playout=mast",
                                    "uct:cut=1000000000,playout=decisive,threads=2",
                                    "alphabeta:cut=1000000000"};
enum { SPECS = sizeof specs / sizeof *specs };

/* A search of the ring by each SPEC, which `check` runs. */
static void each_search(void (*check)(ludc_search *s, int spec))
{
    ludc_game *game = compile("ring.kif", ring);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[512];
    ludc_init(r, start);
    for (int i = 0; i < SPECS; i++) {
        ludc_search *s = search_of(r, specs[i], 1, start);
        check(s, i);
        ludc_search_free(s);
    }
    ludc_free(game);
}

/* No playout ends within the time: what was not played to its end counts for nothing. */
static void in_time(ludc_search *s, int spec)
{
    ludc_search_stats f;
    assert_int_equal(ludc_search_run(s, 0, 0.02), LUDC_OK);
    ludc_search_figures(s, &f);
    assert_int_equal(f.playouts, 0);
    assert_true(spec == SPECS - 1 || f.iterations == 0);
}

static void the_clock_ends_it(void **state)
{
    (void)state;
    each_search(in_time);
}

static int enough(void *data, const ludc_search *s)
{
    unsigned *asked = data;
    ludc_search_stats f;
    ludc_search_figures(s, &f);
    return ++*asked == 3;
}

static void while_watched(ludc_search *s, int spec)
{
    (void)spec;
    unsigned asked = 0;
    ludc_search_watch(s, enough, &asked);
    assert_int_equal(ludc_search_run(s, 1000, 0), LUDC_OK);
    assert_true(asked >= 3);
}

static void the_watcher_ends_it(void **state)
{
    (void)state;
    each_search(while_watched);
}

/* Without `cut` a playout has a limit of its own, in moves: one seed and one count give one tree, watched or not, and every
 * playout counts as a game that was cut short. */
static void moves_end_playouts(void **state)
{
    (void)state;
    static const char *const plain[] = {"uct", "uct:leaves=2,playouts=2", "grave"};
    ludc_game *game = compile("ring.kif", ring);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[512];
    ludc_init(r, start);
    for (int i = 0; i < 3; i++) {
        char text[2][4096];
        for (int k = 0; k < 2; k++) {
            ludc_search *s = search_of(r, plain[i], 1, start);
            unsigned asked = 3;
            double value[2];
            if (k)
                ludc_search_watch(s, enough, &asked);
            assert_int_equal(ludc_search_run(s, 4, 0), LUDC_OK);
            ludc_search_value(s, value, NULL, NULL);
            assert_true(value[0] >= 0.5 && value[0] <= 0.5);
            assert_true(ludc_search_json(s, "", LUDC_SEARCH_TREE, 3, text[k], sizeof text[k]) < sizeof text[k]);
            char *seconds = strstr(text[k], "\"seconds\""), *after = strstr(text[k], "\"depth_mean\"");
            memmove(seconds, after, strlen(after) + 1);
            ludc_search_free(s);
        }
        assert_string_equal(text[0], text[1]);
    }
    ludc_free(game);
}

/* A round that is ended counts what was played of it. */
static void rounds_end_early(void **state)
{
    (void)state;
    static const char *const rounds[] = {"uct:solver=0,leaves=2,playouts=1000000",
                                         "uct:solver=0,leaves=2,playouts=1000000,playout=decisive"};
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[512];
    ludc_init(r, start);
    for (int i = 0; i < 4; i++) {
        ludc_search *s = search_of(r, rounds[i / 2], 1, start);
        ludc_search_stats f;
        ludc_search_move m[9];
        unsigned asked = 0;
        uint64_t visits = 0;
        if (i % 2)
            ludc_search_watch(s, enough, &asked);
        assert_int_equal(ludc_search_run(s, i % 2 ? 1000 : 0, i % 2 ? 0 : 0.05), LUDC_OK);
        ludc_search_figures(s, &f);
        assert_true(f.iterations >= 1 && f.iterations <= 2);
        assert_true(f.playouts >= 1 && f.playouts < 2000000);
        for (size_t k = ludc_search_moves(s, 1, m, 9); k-- > 0;)
            visits += m[k].visits;
        assert_int_equal(visits, f.iterations);
        ludc_search_free(s);
    }
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_clock_ends_it), cmocka_unit_test(the_watcher_ends_it),
                                       cmocka_unit_test(moves_end_playouts), cmocka_unit_test(rounds_end_early)};
    alarm(300); /* what hangs must fail */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
