/* search_tree_test.c - what a node takes: at most 24 bytes for two roles whose payoffs add up to 1, 8
 * more for each further role, also where every child was visited and moves are forced. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc_search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/compiled.h"

/* Roles in turn take one or two of a heap; who takes the last gets 100, who moves next 0, others 50. */
static void heap_text(char *out, size_t size, unsigned roles, unsigned stones)
{
    size_t n = 0;
    for (unsigned p = 0; p < roles; p++)
        n += (size_t)snprintf(out + n, size - n, "(role r%u) (turns r%u r%u)\n", p, p, (p + 1) % roles);
    for (unsigned i = 0; i < stones; i++)
        n += (size_t)snprintf(out + n, size - n, "(after %u %u)\n", i, i + 1);
    snprintf(out + n, size - n,
             "(init (turn r0)) (init (heap %u))\n"
             "(<= (legal ?r (take 1)) (true (turn ?r)) (true (heap ?n)) (after ?m ?n))\n"
             "(<= (legal ?r (take 2)) (true (turn ?r)) (true (heap ?n)) (after ?m ?n) (after ?l ?m))\n"
             "(<= (legal ?r wait) (role ?r) (not (true (turn ?r))))\n"
             "(<= (next (heap ?m)) (does ?r (take 1)) (true (heap ?n)) (after ?m ?n))\n"
             "(<= (next (heap ?l)) (does ?r (take 2)) (true (heap ?n)) (after ?m ?n) (after ?l ?m))\n"
             "(<= (next (turn ?s)) (true (turn ?r)) (turns ?r ?s))\n"
             "(<= terminal (true (heap 0)))\n"
             "(<= (won ?r) (true (turn ?s)) (turns ?r ?s))\n"
             "(<= (goal ?r 100) (won ?r))\n"
             "(<= (goal ?r 0) (true (turn ?r)))\n"
             "(<= (goal ?r 50) (role ?r) (not (won ?r)) (not (true (turn ?r))))\n",
             stones);
}

/* Both roles choose in each of six rounds; the sum of what they say decides. */
static const char rounds[] =
    "(role a) (role b) (init (round 0)) (init (sum 0)) (say 0) (say 1) (say 2)\n"
    "(after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)\n"
    "(<= (legal ?r (say ?n)) (role ?r) (say ?n))\n"
    "(<= (next (round ?m)) (true (round ?n)) (after ?n ?m))\n"
    "(<= (next (sum ?n)) (true (sum ?n)) (does a (say ?x)) (does b (say ?x)))\n"
    "(<= (next (sum ?m)) (true (sum ?n)) (after ?n ?m) (does a (say ?x)) (does b (say ?y)) (distinct ?x ?y))\n"
    "(<= terminal (true (round 5)))\n"
    "(<= (goal a 100) (true (sum ?n)) (low ?n)) (<= (goal b 0) (true (sum ?n)) (low ?n)) (low 0) (low 1) (low 2)\n"
    "(<= (goal a 0) (true (sum ?n)) (not (low ?n))) (<= (goal b 100) (true (sum ?n)) (not (low ?n)))\n";

static void measure(const char *name, const char *text, unsigned limit, uint64_t iterations)
{
    ludc_game *game = compile(name, text);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[512];
    ludc_search_options o;
    ludc_search_stats f;
    assert_true(ludc_state_size(r) <= sizeof start);
    ludc_init(r, start);
    assert_int_equal(ludc_search_parse("uct", &o, NULL), LUDC_OK);
    ludc_search *s = ludc_search_new(r, &o, 1, NULL);
    assert_non_null(s);
    ludc_search_begin(s, start);
    ludc_search_run(s, iterations, 0);
    ludc_search_figures(s, &f);
    assert_true(f.nodes > 200);
    if (f.bytes > limit * f.nodes)
        fail_msg("%s: %g bytes a node, more than %u", name, (double)f.bytes / (double)f.nodes, limit);
    ludc_search_free(s);
    ludc_free(game);
}

static void nodes_are_small(void **state)
{
    (void)state;
    char text[8192];
    for (unsigned roles = 2; roles <= 16; roles += roles < 4 ? 1 : 6) {
        heap_text(text, sizeof text, roles, 18);
        measure("heap.kif", text, 24 + 8 * (roles - 2), 3000);
    }
    measure("rounds.kif", rounds, 24, 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nodes_are_small)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
