/* search_chance_test.c - lots as nodes (chance=nodes) and as an open loop: values go to what enumeration of all outcomes
 * says, bounds hold it, what is sure is proved; outcomes and their chances; moving on, saving, little memory; moves with
 * too many outcomes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tests/searching.h"

/* ---- games -------------------------------------------------------------------------------- */

#define FRAME(name, state, rules, turn)                                                                        \
    "game \"" name "\" players 2\nspace player 3\nstate {\n" state                                            \
    "  @over : bit = 0\n  @mover : int 1..2 = 1\n  @rank : int 0..4 [player] = { 0*3 }\n}\n" rules               \
    "turn {\n" turn "}\nview over = @over\nview mover = @mover\nview rank(%p : int[player]) = @rank[%p]\n"

/* Both throw in turn, three times each: two dice of three, or a coin for nothing or five; the greater sum wins.  What one
 * should do depends on what was thrown: an open loop cannot know that. */
static const char throws[] = FRAME(
    "Throws", "  @sum : int 0..40 [player] = { 0*3 }\n  @turns : int 0..6 = 0\n",
    "rule dice() { do { @sum[@mover] := @sum[@mover] + draw(3) + draw(3) } }\n"
    "rule coin() { do { if draw(2) == 1 { @sum[@mover] := @sum[@mover] + 5 } } }\n"
    "gen moves { if !@over { try dice try coin } }\n",
    "  @turns := @turns + 1\n  @mover := 3 - @mover\n"
    "  if @turns == 6 {\n    @over := 1\n"
    "    @rank[1] := select(@sum[1] == @sum[2], 3, select(@sum[1] > @sum[2], 2, 4))\n"
    "    @rank[2] := 6 - @rank[1]\n  }\n");

/* The first names a number up to 3, and a die of six decides which of the two wins: the greater the number, the better,
 * but three loses at once.  The second has nothing to say.  All lots come after all choices, so an open loop does well. */
static const char bets[] = FRAME(
    "Bets", "  @bet : int 0..4 = 0\n  @turns : int 0..2 = 0\n",
    "rule zero() { do { @bet := 0 } }\nrule one() { do { @bet := 1 } }\nrule two() { do { @bet := 2 } }\n"
    "rule three() { do { @bet := 4 } }\nrule roll() { do { if draw(6) < @bet + 1 { @bet := 3 } } }\n"
    "gen moves { if !@over { if @turns == 0 { try zero try one try two try three } else { try roll } } }\n",
    "  @turns := @turns + 1\n  @mover := 3 - @mover\n"
    "  if @turns == 2 || @bet == 4 {\n    @over := 1\n    @rank[1] := select(@bet == 3, 2, 4)\n"
    "    @rank[2] := 6 - @rank[1]\n  }\n");

/* A move with 100 x 100 outcomes: the second wins if both draws are below 30; or a coin. */
static const char many[] = FRAME(
    "Many", "  @lost : bit = 0\n",
    "rule wide() { do { let %a = draw(100)\n let %b = draw(100)\n if %a < 30 && %b < 30 { @lost := 1 } } }\n"
    "rule coin() { do { @lost := draw(2) } }\n"
    "gen moves { if !@over { try wide try coin } }\n",
    "  @over := 1\n  @rank[1] := select(@lost, 4, 2)\n  @rank[2] := 6 - @rank[1]\n");

/* Three throws of a coin are more than enough to win, whatever comes, if one never passes; who passes thrice loses. */
static const char sure[] = FRAME(
    "Sure", "  @sum : int 0..20 = 0\n  @turns : int 0..3 = 0\n",
    "rule go() { do { @sum := @sum + 1 + draw(2) } }\nrule pass() { do { } }\n"
    "gen moves { if !@over { try pass try go } }\n",
    "  @turns := @turns + 1\n  if @turns == 3 {\n    @over := 1\n"
    "    @rank[1] := select(@sum > 2, 2, 4)\n    @rank[2] := 6 - @rank[1]\n  }\n");

/* ---- by enumeration --------------------------------------------------------------------------- */

enum { OUTCOMES = 4096 };

/* The first player's expectation when both play their best, all lots by their chances. */
static double expectation(const ludc_reasoner *r, const void *state)
{
    double payoff[2], best = -1;
    if (ludc_over(r, state)) {
        ludc_payoffs(r, state, payoff);
        return payoff[0];
    }
    ludc_move list[16];
    size_t moves = ludc_moves(r, state, list);
    bool first = ludc_mover(r, state) == 1;
    ludc_outcome *outcome = calloc(OUTCOMES, sizeof *outcome);
    double *chance = calloc(OUTCOMES, sizeof *chance);
    void *next = malloc(ludc_state_size(r));
    for (size_t i = 0; i < moves; i++) {
        double sum = 0;
        size_t n = ludc_outcomes_distinct(r, state, list[i], OUTCOMES, outcome, chance);
        assert_true(n > 0);
        for (size_t k = 0; k < n; k++) {
            ludc_copy(r, next, state);
            assert_int_equal(ludc_apply_outcome(r, next, list[i], outcome[k], NULL), LUDC_OK);
            sum += chance[k] * expectation(r, next);
        }
        best = best < 0 || (first ? sum > best : sum < best) ? sum : best;
    }
    free(outcome);
    free(chance);
    free(next);
    return best;
}

static ludc_search_stats figures(const ludc_search *s)
{
    ludc_search_stats f;
    ludc_search_figures(s, &f);
    return f;
}

typedef struct {
    ludc_game *game;
    const ludc_reasoner *r;
    _Alignas(64) char start[512];
} Played;

static void open_game(Played *p, const char *text)
{
    p->game = compile("lots.gir", text);
    p->r = ludc_game_reasoner(p->game);
    assert_true(ludc_state_size(p->r) <= sizeof p->start && ludc_chance(p->r));
    ludc_init(p->r, p->start);
}

/* The search's value is within `off` of the enumerated one, and its bounds hold that. */
static void near(const Played *p, const void *state, const char *spec, uint64_t iterations, double off)
{
    double exact = expectation(p->r, state), value[2], low[2], high[2];
    ludc_search *s = search_of(p->r, spec, 1, state);
    assert_int_equal(ludc_search_run(s, iterations, 0), LUDC_OK);
    ludc_search_value(s, value, low, high);
    if (fabs(value[0] - exact) > off || low[0] > exact + 1e-6 || high[0] < exact - 1e-6)
        fail_msg("%s: %g in [%g, %g], not %g", spec, value[0], low[0], high[0], exact);
    assert_true(fabs(value[0] + value[1] - 1) < 1e-6);
    ludc_search_free(s);
}

/* ---- values ------------------------------------------------------------------------------------- */

static void values_are_expectations(void **unused)
{
    (void)unused;
    static const char *const specs[] = {
        "uct:c=0.3,chance=nodes", "uct:c=0.3,chance=nodes,solver=0", "ucb1tuned:chance=nodes,c=0.5", "puct:chance=nodes,c=0.3",
        "grave:chance=nodes,c=0.3", "uct:c=0.3,chance=nodes,history=0.1",
        "uct:c=0.3,chance=nodes,leaves=4,playouts=2", "uct:c=0.3,chance=nodes,playout=mast", "uct:c=0.3,chance=nodes,memory=1M",
        "uct:c=0.3,chance=nodes,expand=3", "uct:c=0.3,chance=nodes,backup=implicit", "uct:c=0.3,chance=nodes,final=max,threads=2"};
    Played p;
    open_game(&p, throws);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        near(&p, p.start, specs[i], 60000, strncmp(specs[i], "grave", 5) ? 0.02 : 0.04); /* AMAF is biased */
    /* and from what it leads to: the first has thrown five */
    ludc_move list[16];
    assert_int_equal(ludc_moves(p.r, p.start, list), 2);
    assert_int_equal(ludc_apply_outcome(p.r, p.start, list[1], 1, NULL), LUDC_OK);
    near(&p, p.start, specs[0], 60000, 0.02);
    ludc_free(p.game);
}

static void open_loops_too(void **unused)
{
    (void)unused;
    Played p;
    open_game(&p, bets);
    double exact = expectation(p.r, p.start);
    assert_true(fabs(exact - 0.5) < 1e-9); /* 3 of 6 */
    near(&p, p.start, "uct:c=0.3,chance=open", 100000, 0.01);
    near(&p, p.start, "grave:c=0.3,chance=open", 100000, 0.01);
    near(&p, p.start, "uct:c=0.3,chance=nodes", 100000, 0.01);
    ludc_free(p.game);
}

/* ---- proofs ----------------------------------------------------------------------------------------- */

static void what_is_sure_is_proved(void **unused)
{
    (void)unused;
    Played p;
    double value[2], low[2], high[2];
    open_game(&p, sure);
    ludc_search *s = search_of(p.r, "uct:chance=nodes", 1, p.start);
    ludc_search_run(s, 20000, 0);
    ludc_search_value(s, value, low, high);
    assert_true(figures(s).proved && value[0] >= 1 && low[0] >= 1 && high[1] <= 0);
    assert_true(figures(s).iterations < 1000);
    ludc_search_free(s);
    s = search_of(p.r, "uct:chance=open", 1, p.start);
    ludc_search_run(s, 2000, 0);
    assert_false(figures(s).proved);
    ludc_search_free(s);
    ludc_search_options o; /* an open loop has no minimax */
    ludc_error error = {0};
    ludc_search_parse("uct:backup=implicit", &o, NULL);
    assert_null(ludc_search_new(p.r, &o, 1, &error));
    assert_int_equal(error.status, LUDC_UNSUPPORTED);
    ludc_free(p.game);
}

/* ---- outcomes ---------------------------------------------------------------------------------------- */

/* Two dice of three have five sums, with chances of 1, 2, 3, 2, 1 in nine; one more level and the coin's two. */
static void outcomes_are_nodes(void **unused)
{
    (void)unused;
    Played p;
    ludc_search_node move[4], outcome[16], below[4];
    char text[64], next[512];
    open_game(&p, throws);
    ludc_search *s = search_of(p.r, "uct:chance=nodes", 1, p.start);
    ludc_search_run(s, 5000, 0);
    assert_int_equal(ludc_search_children(s, 0, move, 4), 2);
    for (int i = 0; i < 2; i++) {
        size_t n = ludc_search_children(s, move[i].node, outcome, 16);
        double chances = 0, mean = 0;
        uint64_t visits = 0;
        assert_int_equal(move[i].kind, LUDC_NODE_DRAWS);
        assert_true(n == 5 || n == 2);
        for (size_t k = 0; k < n; k++) {
            assert_int_equal(outcome[k].kind, LUDC_NODE_OUTCOME);
            double ninths = outcome[k].chance * (n == 5 ? 9 : 2);
            assert_true(fabs(ninths - round(ninths)) < 1e-6 && ninths >= 1 - 1e-6 && ninths <= 3 + 1e-6);
            /* drawn as often as its chance says, within five sigma */
            double expected = outcome[k].chance * (double)move[i].visits;
            assert_true(fabs((double)outcome[k].visits - expected) < 5 * sqrt(expected) + 2);
            chances += outcome[k].chance;
            mean += outcome[k].value[0] * (double)outcome[k].visits;
            visits += outcome[k].visits;
            ludc_copy(p.r, next, p.start);
            assert_int_equal(ludc_search_node_play(s, &move[i], next), LUDC_OK);
            assert_true(ludc_equal(p.r, next, p.start)); /* the outcome plays it */
            assert_int_equal(ludc_search_node_play(s, &outcome[k], next), LUDC_OK);
            assert_int_equal(ludc_mover(p.r, next), 2);
            size_t length = ludc_search_node_text(s, &outcome[k], p.start, text, sizeof text);
            assert_int_equal(length, strlen(text));
            assert_true(text[0] == '~' && strlen(text) == (n == 5 ? 4u : 2u));
            assert_true(ludc_search_children(s, outcome[k].node, below, 4) >= 1);
        }
        assert_true(fabs(chances - 1) < 1e-6 && visits == move[i].visits);
        assert_true(fabs(mean / (double)visits - move[i].value[0]) < 1e-5);
    }
    char json[1 << 15];
    assert_true(ludc_search_json(s, "", LUDC_SEARCH_TREE, 2, json, sizeof json) < sizeof json);
    assert_non_null(strstr(json, "\"outcome\":\"1,1\",\"chance\":0.111111"));
    ludc_search_free(s);
    ludc_free(p.game);
}

/* Of ten thousand outcomes 64 stand for all: 0.91, within four sigma of such a sample. */
static void too_many_outcomes_are_sampled(void **unused)
{
    (void)unused;
    Played p;
    ludc_search_node move[4], outcome[128];
    char text[64];
    open_game(&p, many);
    double sum = 0, share = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        ludc_search *s = search_of(p.r, "uct:chance=nodes", seed, p.start);
        ludc_search_run(s, 3000, 0);
        assert_int_equal(ludc_search_children(s, 0, move, 4), 2);
        const ludc_search_node *wide = ludc_search_children(s, move[0].node, NULL, 0) > 2 ? &move[0] : &move[1];
        size_t n = ludc_search_children(s, wide->node, outcome, 128);
        assert_true(n > 32 && n <= 64);
        for (size_t k = 0; k < n; k++)
            assert_true(fabs(outcome[k].chance - 1.0 / 64) < 1e-9);
        ludc_search_node_text(s, &outcome[0], p.start, text, sizeof text);
        assert_string_equal(text, "~?");
        assert_true(wide->low[0] <= 0 && wide->high[0] >= 1); /* nothing is proved by samples */
        sum += wide->value[0];
        share += (double)wide->visits / 3000;
        ludc_search_free(s);
    }
    assert_true(fabs(sum / 10 - 0.91) < 4 * sqrt(0.91 * 0.09 / 640));
    assert_true(share / 10 > 0.8);
    ludc_free(p.game);
}

/* ---- moving on, saving, memory ------------------------------------------------------------------------- */

static void trees_move_on(void **unused)
{
    (void)unused;
    Played p;
    open_game(&p, throws);
    ludc_search *a = search_of(p.r, "uct:chance=nodes,c=0.3", 5, p.start);
    ludc_search *b = search_of(p.r, "uct:chance=nodes,c=0.3", 6, p.start);
    ludc_search_run(a, 20000, 0);
    size_t size = ludc_search_saved_size(a);
    char *saved = malloc(size);
    assert_int_equal(ludc_search_save(a, saved), LUDC_OK);
    assert_int_equal(ludc_search_restore(b, saved, size), LUDC_OK);
    uint64_t rng = 7;
    for (int i = 0; i < 4; i++) {
        ludc_search_move m[2];
        assert_int_equal(ludc_search_moves(a, 0, m, 2), 2);
        ludc_move step[2] = {m[0].move, m[0].move};
        uint64_t nodes = figures(a).nodes;
        ludc_apply_random(p.r, p.start, m[0].move, &rng, NULL);
        assert_int_equal(ludc_search_advance(a, step, p.start), LUDC_OK);
        assert_int_equal(ludc_search_advance(b, step, p.start), LUDC_OK);
        assert_true(figures(a).nodes < nodes && figures(a).nodes > 2);
        double exact = expectation(p.r, p.start), value[2];
        ludc_search_run(a, 20000, 0);
        ludc_search_run(b, 20000, 0);
        ludc_search_value(a, value, NULL, NULL);
        assert_true(fabs(value[0] - exact) < 0.03);
        assert_int_equal(figures(a).nodes, figures(b).nodes);
    }
    free(saved);
    ludc_search_free(a);
    ludc_search_free(b);
    ludc_free(p.game);
}

static void memory_is_kept(void **unused)
{
    (void)unused;
    static const char *const specs[] = {"uct:chance=nodes,c=0.3,memory=320K", "grave:chance=nodes,c=0.3,memory=320K",
                                        "uct:chance=nodes,c=0.3,memory=320K,full=stop", "uct:chance=nodes,c=0.3,memory=640K,full=stop,leaves=4"};
    Played p;
    open_game(&p, throws);
    for (int i = 0; i < 4; i++) {
        ludc_search *s = search_of(p.r, specs[i], 1, p.start);
        ludc_search_run(s, 60000, 0);
        ludc_search_stats f = figures(s);
        assert_true(f.bytes <= (i == 3 ? 640 : 320) << 10 && f.iterations == 60000);
        assert_int_equal(f.dropped > 0, i < 2);
        near(&p, p.start, specs[i], 60000, 0.08);
        ludc_search_free(s);
    }
    ludc_search_options o;
    ludc_error error = {0};
    ludc_search_parse("uct:chance=nodes,memory=64K", &o, NULL);
    assert_null(ludc_search_new(p.r, &o, 1, &error));
    assert_int_equal(error.status, LUDC_IO);
    ludc_free(p.game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_expectations), cmocka_unit_test(open_loops_too),
        cmocka_unit_test(what_is_sure_is_proved),  cmocka_unit_test(outcomes_are_nodes),
        cmocka_unit_test(too_many_outcomes_are_sampled), cmocka_unit_test(trees_move_on),
        cmocka_unit_test(memory_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
