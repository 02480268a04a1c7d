/* search_eval_test.c - values and priors that somebody else gives (ludc_search_set_evaluator), through ludc_search.h. */
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

enum { STATE = 1024, TEXT = 1 << 20 };

/* A die of six faces for each of two players in turn; the higher one wins. */
static const char dice[] =
    "(game \"Six\" (players 2)\n"
    "  (equipment { (board (square 2)) (dice d:6 num:1) (piece \"Ball\" Each) })\n"
    "  (rules (play (do (roll) next:(move Add (to (sites Empty)) (then (addScore Mover (count Pips))))))\n"
    "         (end (if (is Full) (byScore)))))\n";

/* ---- an evaluator ------------------------------------------------------------------------ */

typedef enum { DRAW, EXACT, HASH } Values;

typedef struct {
    Values values;
    bool priors; /* of move m: 1 + m % 7, else all alike */
    ludc_status status;
    double first; /* what the first value is in its place, if not 0 */
    unsigned calls, asked, most, with_moves;
} Oracle;

static double hash_of(const ludc_reasoner *r, const void *state) { return (double)(ludc_key(r, state) % 1000) / 999; }

/* The legal moves, each once, in the order of roles. */
static void check_moves(const ludc_reasoner *r, const ludc_search_leaf *leaf)
{
    size_t at = 0;
    assert_int_equal(leaf->mover, ludc_mover(r, leaf->state));
    for (unsigned p = 1; p <= ludc_players(r); p++) {
        for (size_t i = 0; i < leaf->count[p - 1]; i++, at++) {
            ludc_move list[64];
            size_t n = ludc_moves_of(r, leaf->state, p, list), k = 0;
            while (k < n && list[k] != leaf->moves[at])
                k++;
            assert_true(k < n);
            for (size_t j = 0; j < i; j++)
                assert_true(leaf->moves[at - j - 1] != leaf->moves[at]);
            assert_true(leaf->prior[at] >= 1 && leaf->prior[at] <= 1);
        }
        assert_int_equal(leaf->count[p - 1] > 0, ludc_joint(r) || p == leaf->mover);
    }
    assert_int_equal(at, leaf->n);
}

static ludc_status answer(void *data, const ludc_search_batch *b)
{
    Oracle *o = data;
    unsigned players = ludc_players(b->r);
    o->calls++;
    o->asked += (unsigned)b->n;
    o->most = b->n > o->most ? (unsigned)b->n : o->most;
    for (size_t i = 0; i < b->n; i++) {
        const ludc_search_leaf *leaf = &b->leaf[i];
        double exact[16];
        assert_ptr_equal(leaf->state, (const char *)b->states + i * b->stride);
        assert_ptr_equal(leaf->value, b->values + i * players);
        assert_false(ludc_over(b->r, leaf->state));
        if (o->values == EXACT)
            enumerate(b->r, leaf->state, 0, exact);
        for (unsigned p = 0; p < players && o->values != DRAW; p++)
            leaf->value[p] = o->values == EXACT ? exact[p] : p ? 1 - leaf->value[0] : hash_of(b->r, leaf->state);
        if (leaf->moves)
            check_moves(b->r, leaf);
        o->with_moves += leaf->moves != NULL;
        for (size_t k = 0; k < leaf->n && o->priors; k++)
            leaf->prior[k] = (float)(1 + leaf->moves[k] % 7);
    }
    if (isnan(o->first) || o->first > 0)
        b->values[0] = o->first;
    return o->status;
}

static ludc_search *search_by(const ludc_reasoner *r, const char *spec, uint64_t seed, const void *state, ludc_search_evaluate *leaves,
                              ludc_search_evaluate *at_cut, Oracle *o)
{
    const ludc_search_evaluator by = {.size = sizeof by, .evaluate = leaves, .at_cut = at_cut, .data = o};
    ludc_search *s = search_of(r, spec, seed, state);
    assert_int_equal(ludc_search_set_evaluator(s, &by), LUDC_OK);
    assert_int_equal(ludc_search_begin(s, state), LUDC_OK);
    return s;
}

/* All that was found, but for times. */
static void text_of(const ludc_search *s, char *out, size_t size)
{
    assert_true(ludc_search_json(s, "", LUDC_SEARCH_TREE, 3, out, size) < size);
    char *seconds = strstr(out, "\"seconds\""), *after = strstr(out, "\"depth_mean\"");
    memmove(seconds, after, strlen(after) + 1);
}

/* ---- values ------------------------------------------------------------------------------------ */

/* Positions of play with a move that is better than another: whoever knows values needs few visits to find one. */
static void exact_values_are_followed(void **state)
{
    (void)state;
    static const char *const specs[] = {"puct:solver=0", "puct:leaves=4", "uct:c=0.3,solver=0", "uct:leaves=4", "mmcts:c=0.5",
                                        "puct:solver=0,dag=1", "flat:leaves=3,final=max", "puct:solver=0,noise=0.5"};
    ludc_game *game[] = {compile("three.lud", noughts), compile("heaps.kif", heaps)};
    for (int g = 0; g < 2; g++)
        for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
            const ludc_reasoner *r = ludc_game_reasoner(game[g]);
            _Alignas(16) char now[STATE], next[STATE];
            for (uint64_t seed = 1; seed <= 8; seed++) {
                Oracle o = {.values = EXACT};
                uint64_t rng = seed;
                double exact[16], after[16];
                ludc_init(r, now);
                ludc_playout(r, now, &rng, g ? (uint32_t)seed % 2 : 4);
                if (ludc_over(r, now))
                    continue;
                ludc_search *s = search_by(r, specs[k], seed, now, answer, NULL, &o);
                ludc_move best, step[16];
                ludc_search_stats f;
                assert_int_equal(ludc_search_run(s, 120, 0), LUDC_OK);
                ludc_search_figures(s, &f);
                assert_int_equal(f.playouts, 0);
                assert_true(o.asked > 0 && o.asked <= 120);
                assert_int_equal(ludc_search_best(s, chooser(r, now), &best), LUDC_OK);
                enumerate(r, now, 0, exact);
                ludc_copy(r, next, now);
                steps(r, now, chooser(r, now), best, step);
                ludc_apply_joint(r, next, step, NULL);
                enumerate(r, next, 0, after);
                unsigned p = chooser(r, now) - 1;
                if (fabs(after[p] - exact[p]) > 1e-9)
                    fail_msg("%s, seed %d: %g, not %g", specs[k], (int)seed, after[p], exact[p]);
                ludc_search_free(s);
            }
        }
    ludc_free(game[0]);
    ludc_free(game[1]);
}

/* Whatever the values say, what is proved is true. */
static void proofs_stay_right(void **state)
{
    (void)state;
    static const char *const specs[] = {"puct", "puct:leaves=7", "uct:leaves=7", "puct:dag=1", "puct:noise=1,leaves=3"};
    ludc_game *game[] = {compile("three.lud", noughts), compile("heaps.kif", heaps)};
    for (int g = 0; g < 2; g++)
        for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
            const ludc_reasoner *r = ludc_game_reasoner(game[g]);
            Oracle o = {.values = HASH, .priors = true};
            _Alignas(16) char now[STATE];
            uint64_t rng = k + 1;
            double exact[16], value[16], low[16], high[16];
            ludc_search_stats f;
            ludc_init(r, now);
            ludc_playout(r, now, &rng, g ? 0 : 3);
            enumerate(r, now, 0, exact);
            ludc_search *s = search_by(r, specs[k], 3, now, answer, NULL, &o);
            assert_int_equal(ludc_search_run(s, 40000, 0), LUDC_OK);
            ludc_search_value(s, value, low, high);
            ludc_search_figures(s, &f);
            assert_true(f.proved || g);
            for (unsigned p = 0; p < ludc_players(r); p++)
                assert_true(low[p] <= exact[p] + 1e-9 && exact[p] <= high[p] + 1e-9);
            ludc_search_free(s);
        }
    ludc_free(game[0]);
    ludc_free(game[1]);
}

/* ---- priors ---------------------------------------------------------------------------------------- */

/* Visits of the root's children after n leaves, beside the formula on a table of counts. */
static void check_visits(const ludc_search *s, const ludc_move *list, const double *prior, size_t n, double c, unsigned leaves)
{
    unsigned visits[64] = {0};
    for (unsigned total = 1; total < leaves; total++) {
        size_t best = 0;
        double top = -1;
        for (size_t i = 0; i < n; i++) {
            double score = c * sqrt(total) * prior[i] / (visits[i] + 1);
            if (score > top + 1e-9) {
                top = score;
                best = i;
            }
        }
        visits[best]++;
    }
    ludc_search_move m[64];
    assert_int_equal(ludc_search_moves(s, 0, m, 64), n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            if (m[i].move == list[k])
                assert_true(abs((int)m[i].visits - (int)visits[k]) <= 1); /* priors of 1 + m % 7: two are alike */
}

static void priors_steer(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    ludc_move list[9];
    double prior[9], sum = 0;
    size_t n = ludc_moves(r, start, list);
    for (size_t i = 0; i < n; i++)
        sum += 1 + list[i] % 7;
    for (size_t i = 0; i < n; i++)
        prior[i] = (1 + list[i] % 7) / sum;
    for (unsigned leaves = 1; leaves < 200; leaves += 3) { /* all positions are worth a half, so that priors alone decide */
        Oracle o = {.priors = true};
        ludc_search *s = search_by(r, "puct:solver=0,c=2", 5, start, answer, NULL, &o);
        assert_int_equal(ludc_search_run(s, leaves, 0), LUDC_OK);
        assert_true(o.asked <= leaves && o.with_moves == o.asked);
        check_visits(s, list, prior, n, 2, leaves);
        ludc_search_free(s);
    }
    for (unsigned leaves = 2; leaves < 10; leaves++) { /* those never visited come first, the most likely of them at first */
        for (int memory = 0; memory < 2; memory++) {
            Oracle o = {.priors = true};
            ludc_search *s = search_by(r, memory ? "mmcts" : "puct:solver=0,fpu=infinite", 5, start, answer, NULL, &o);
            ludc_search_node child[9];
            assert_int_equal(ludc_search_run(s, leaves, 0), LUDC_OK);
            size_t visited = ludc_search_children(s, 0, child, 9);
            assert_int_equal(visited, leaves - 1);
            for (size_t i = 0; i < n; i++) {
                bool seen = false;
                for (size_t k = 0; k < visited; k++)
                    seen |= child[k].moves[0] == list[i];
                for (size_t k = 0; k < visited && !seen; k++)
                    assert_true(1 + child[k].moves[0] % 7 >= 1 + list[i] % 7);
            }
            ludc_search_free(s);
        }
    }
    ludc_free(game);
}

/* How many nodes have so many visits and are not over; all others have no children. */
static unsigned opened(const ludc_search *s, const ludc_reasoner *r, const void *state, uint64_t node, uint64_t visits, uint64_t expand)
{
    ludc_search_node child[64];
    size_t n = ludc_search_children(s, node, child, 64);
    unsigned sum = !ludc_over(r, state) && (visits >= expand || !node);
    assert_true(sum || !n);
    for (size_t i = 0; i < n; i++) {
        _Alignas(16) char next[STATE];
        ludc_copy(r, next, state);
        ludc_apply_joint(r, next, child[i].moves, NULL);
        sum += opened(s, r, next, child[i].node, child[i].visits, expand);
    }
    return sum;
}

/* `expand`: priors are asked of a leaf in the visit that makes so many. */
static void priors_wait_for_visits(void **state)
{
    (void)state;
    static const char *const specs[] = {"puct:solver=0,expand=1", "puct:solver=0,expand=5", "puct:solver=0,expand=5,leaves=3", "mmcts:expand=9", "puct:solver=0,expand=5,cut=100000"};
    static const uint64_t expand[] = {1, 5, 5, 9, 5};
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    for (int k = 0; k < 5; k++) {
        Oracle o = {.values = HASH, .priors = true};
        ludc_search *s = search_by(r, specs[k], 5, start, answer, k == 4 ? answer : NULL, &o);
        assert_int_equal(ludc_search_run(s, 2000, 0), LUDC_OK);
        const unsigned nodes = opened(s, r, start, 0, 2000, expand[k]);
        assert_true(nodes > 20);
        assert_int_equal(o.with_moves, nodes);
        ludc_search_free(s);
    }
    ludc_free(game);
}

/* Each role selects over its own actions by its own priors. */
static void priors_of_joint_steps(void **state)
{
    (void)state;
    static const char *const specs[] = {"puct:c=5000", "mmcts:c=5000,fpu=draw"};
    ludc_game *game = compile("scissors.kif", scissors);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    for (int k = 0; k < 2; k++) {
        Oracle o = {.priors = true};
        ludc_search *s = search_by(r, specs[k], 4, start, answer, NULL, &o);
        assert_int_equal(ludc_search_run(s, 3001, 0), LUDC_OK);
        assert_int_equal(o.asked, 1); /* the rest are finished games */
        for (unsigned p = 1; p <= 2; p++) {
            ludc_search_move m[3];
            double sum = 0, visits = 0;
            assert_int_equal(ludc_search_moves(s, p, m, 3), 3);
            for (int i = 0; i < 3; i++)
                sum += 1 + m[i].move % 7;
            for (int i = 0; i < 3; i++) {
                visits += (double)m[i].visits;
                if (fabs((double)m[i].visits / 3000 - (1 + m[i].move % 7) / sum) > 0.03)
                    fail_msg("%s: role %u, %g of prior %g", specs[k], p, (double)m[i].visits / 3000, (1 + m[i].move % 7) / sum);
            }
            assert_true(visits >= 3000 && visits <= 3000);
        }
        ludc_search_free(s);
    }
    ludc_free(game);
}

static void noise_at_the_root(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    for (int evaluated = 0; evaluated < 2; evaluated++) {
        static char text[4][TEXT];
        for (int i = 0; i < 4; i++) { /* seeds 1, 1, 2; without noise */
            Oracle o = {.values = HASH};
            const char *spec = i < 3 ? "puct:noise=0.2" : "puct";
            ludc_search *s = evaluated ? search_by(r, spec, i < 2 ? 1 : 2, start, answer, NULL, &o) : search_of(r, spec, i < 2 ? 1 : 2, start);
            ludc_search_run(s, 100, 0);
            text_of(s, text[i], sizeof text[i]);
            ludc_search_free(s);
        }
        assert_string_equal(text[0], text[1]);
        assert_string_not_equal(strstr(text[0], "\"depth_mean\""), strstr(text[2], "\"depth_mean\""));
        assert_string_not_equal(strstr(text[2], "\"depth_mean\""), strstr(text[3], "\"depth_mean\""));
    }
    ludc_search_options o;
    ludc_error error;
    ludc_free(game);
    game = compile("six.lud", dice);
    ludc_search_parse("puct:noise=0.2", &o, NULL);
    assert_null(ludc_search_new(ludc_game_reasoner(game), &o, 1, &error));
    assert_int_equal(error.status, LUDC_UNSUPPORTED);
    ludc_free(game);
}

/* ---- batches ---------------------------------------------------------------------------------------- */

/* What was lost virtually is given back: visits add up at every node, and its value is the mean of the children's and of what it was
 * worth itself. */
static void check_sums(const ludc_search *s, const ludc_reasoner *r, const void *state, uint64_t node, uint64_t visits, double value)
{
    ludc_search_node child[64];
    size_t n = ludc_search_children(s, node, child, 64);
    double sum = hash_of(r, state);
    uint64_t all = 1;
    for (size_t i = 0; i < n; i++) {
        _Alignas(16) char next[STATE];
        ludc_copy(r, next, state);
        ludc_apply_joint(r, next, child[i].moves, NULL);
        check_sums(s, r, next, child[i].node, child[i].visits, child[i].value[0]);
        all += child[i].visits;
        sum += child[i].value[0] * (double)child[i].visits;
    }
    if (ludc_over(r, state))
        return;
    assert_int_equal(all, visits);
    assert_true(fabs(sum / (double)all - value) < 1e-4);
}

static void batches_agree(void **state)
{
    (void)state;
    static const unsigned width[] = {1, 4, 32};
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    double value[3], share[3][9];
    for (int k = 0; k < 3; k++) {
        static char text[2][TEXT];
        char spec[64];
        for (int i = 0; i < 2; i++) {
            Oracle o = {.values = HASH, .priors = true};
            snprintf(spec, sizeof spec, "puct:solver=0,c=8,leaves=%u", width[k]);
            ludc_search *s = search_by(r, spec, 7, start, answer, NULL, &o);
            ludc_search_stats f;
            ludc_search_move m[9];
            double both[2];
            assert_int_equal(ludc_search_run(s, 5001, 0), LUDC_OK);
            ludc_search_figures(s, &f);
            assert_int_equal(f.iterations, 5001);
            assert_true(o.most <= width[k] && (width[k] == 1 || o.most > 1));
            assert_true(o.calls * width[k] < 4 * o.asked + 4000); /* rounds are full as a rule */
            ludc_search_value(s, both, NULL, NULL);
            assert_true(fabs(both[0] + both[1] - 1) < 1e-9);
            value[k] = both[0];
            check_sums(s, r, start, 0, 5001, both[0]);
            ludc_search_moves(s, 0, m, 9);
            for (int j = 0; j < 9; j++)
                share[k][m[j].move] = m[j].share;
            text_of(s, text[i], sizeof text[i]);
            ludc_search_free(s);
        }
        assert_string_equal(text[0], text[1]);
    }
    for (int k = 1; k < 3; k++) {
        if (fabs(value[k] - value[0]) > 0.03)
            fail_msg("%u leaves: %g, one: %g", width[k], value[k], value[0]);
        for (int j = 0; j < 9; j++)
            assert_true(fabs(share[k][j] - share[0][j]) < 0.05);
    }
    ludc_free(game);
}

/* Threads, a tree that is full, a root that moves on, saved and restored. */
static void trees_of_all_kinds(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    static char text[2][TEXT];
    for (int i = 0; i < 2; i++) {
        Oracle o = {0}; /* of two threads: nothing but values is written, and counts are any */
        ludc_search *s = search_by(r, "puct:solver=0,leaves=3", 7, start, answer, NULL, &o);
        assert_int_equal(ludc_search_run(s, 700, 0), LUDC_OK);
        text_of(s, text[i], sizeof text[i]);
        ludc_search_free(s);
    }
    assert_string_equal(text[0], text[1]);
    static const char *const tight[] = {"puct:solver=0,memory=300000,leaves=5", "puct:solver=0,memory=300000,full=stop", "mmcts:memory=300000,noise=1",
                                        "puct:solver=0,dag=1,memory=300000"};
    for (int k = 0; k < 4; k++) {
        Oracle o = {.values = HASH, .priors = true};
        ludc_search *s = search_by(r, tight[k], 7, start, answer, NULL, &o);
        ludc_search_stats f;
        assert_int_equal(ludc_search_run(s, 20000, 0), LUDC_OK);
        ludc_search_figures(s, &f);
        assert_true(f.iterations == 20000 && f.bytes <= 300000);
        assert_true(k == 1 || f.dropped > 0);
        ludc_search_free(s);
    }
    Oracle o = {.values = HASH, .priors = true};
    ludc_search *s = search_by(r, "puct:solver=0,leaves=3,noise=0.3", 7, start, answer, NULL, &o);
    ludc_search *other = search_by(r, "puct:solver=0,leaves=3,noise=0.3", 8, start, answer, NULL, &o);
    for (int i = 0; i < 3; i++) {
        ludc_move moves[2] = {0};
        ludc_search_run(s, 300, 0);
        assert_int_equal(ludc_search_best(s, 0, &moves[ludc_mover(r, start) - 1]), LUDC_OK);
        ludc_apply(r, start, moves[ludc_mover(r, start) - 1], NULL);
        assert_int_equal(ludc_search_advance(s, moves, start), LUDC_OK);
    }
    size_t size = ludc_search_saved_size(s);
    char *saved = malloc(size);
    assert_int_equal(ludc_search_save(s, saved), LUDC_OK);
    assert_int_equal(ludc_search_restore(other, saved, size), LUDC_OK);
    ludc_search_run(s, 300, 0);
    ludc_search_run(other, 300, 0);
    text_of(s, text[0], sizeof text[0]);
    text_of(other, text[1], sizeof text[1]);
    assert_string_equal(strstr(text[0], "\"depth_mean\""), strstr(text[1], "\"depth_mean\""));
    free(saved);
    ludc_search_free(s);
    ludc_search_free(other);
    ludc_free(game);
}

/* A function of the state alone, which two threads may call. */
static ludc_status pure(void *data, const ludc_search_batch *b)
{
    (void)data;
    for (size_t i = 0; i < b->n; i++) {
        b->leaf[i].value[0] = hash_of(b->r, b->leaf[i].state);
        b->leaf[i].value[1] = 1 - b->leaf[i].value[0];
    }
    return LUDC_OK;
}

static void threads_ask_alone(void **state)
{
    (void)state;
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    ludc_search_move m[2][9];
    memset(m, 0, sizeof m);
    for (int i = 0; i < 2; i++) {
        ludc_search *s = search_by(r, "puct:solver=0,leaves=3,threads=3,noise=0.3", 7, start, pure, NULL, NULL);
        assert_int_equal(ludc_search_run(s, 3000, 0), LUDC_OK);
        assert_int_equal(ludc_search_moves(s, 0, m[i], 9), 9);
        ludc_search_free(s);
    }
    assert_memory_equal(m[0], m[1], sizeof m[0]);
    ludc_free(game);
}

/* ---- cut playouts, lots ------------------------------------------------------------------------------ */

/* Two random moves, whatever comes after is known. */
static void by_two_moves(const ludc_reasoner *r, const void *now, int left, double *out)
{
    _Alignas(16) char next[STATE];
    ludc_move list[9];
    double one[16];
    size_t n = ludc_over(r, now) ? 0 : ludc_moves(r, now, list);
    if (!left || !n) {
        enumerate(r, now, 0, out);
        return;
    }
    out[0] = 0;
    for (size_t i = 0; i < n; i++) {
        ludc_copy(r, next, now);
        ludc_apply(r, next, list[i], NULL);
        by_two_moves(r, next, left - 1, one);
        out[0] += one[0] / (double)n;
    }
}

static void values_at_cut(void **state)
{
    (void)state;
    static const char *const specs[] = {"flat:cut=1", "flat:cut=1,leaves=4,playouts=3", "flat:cut=1,playout=mast,epsilon=1", "puct:cut=1,solver=0"};
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char now[STATE];
    uint64_t rng = 3;
    ludc_init(r, now);
    ludc_playout(r, now, &rng, 3);
    double expected[16], value[2];
    by_two_moves(r, now, 2, expected);
    for (int k = 0; k < 4; k++) {
        Oracle o = {.values = EXACT}, priors = {.values = HASH, .priors = true};
        ludc_search *s = search_by(r, specs[k], 5, now, k == 3 ? answer : NULL, answer, k == 3 ? &priors : &o);
        ludc_search_stats f;
        assert_int_equal(ludc_search_run(s, 1200, 0), LUDC_OK);
        ludc_search_figures(s, &f);
        ludc_search_value(s, value, NULL, NULL);
        assert_true(k != 3 ? o.with_moves == 0 && o.asked == f.playouts : priors.with_moves > 0 && priors.with_moves < priors.asked);
        assert_int_equal(o.most, k == 1 ? 4 : k == 3 ? 0 : 1);
        if (k < 3 && fabs(value[0] - expected[0]) > 4 * 0.5 / sqrt(1200))
            fail_msg("%s: %g, not %g", specs[k], value[0], expected[0]);
        ludc_search_free(s);
    }
    ludc_free(game);
}

static void lots_and_chances(void **state)
{
    (void)state;
    ludc_game *game = compile("six.lud", dice);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    Oracle o = {.priors = true};
    ludc_search *s = search_by(r, "puct:leaves=4", 4, start, answer, NULL, &o);
    double value[2];
    assert_int_equal(ludc_search_run(s, 4000, 0), LUDC_OK);
    ludc_search_value(s, value, NULL, NULL);
    assert_true(o.asked > 0 && o.with_moves == 0); /* an open loop has no priors */
    assert_true(fabs(value[0] - 0.5) < 0.1);
    ludc_search_free(s);
    static const char *const nodes[] = {"puct:chance=nodes,leaves=4,noise=0.5,solver=0", "mmcts:chance=nodes,leaves=2,memory=400000"};
    for (int i = 0; i < 2; i++) { /* outcomes as nodes: each position has its priors */
        o = (Oracle){.priors = true};
        s = search_by(r, nodes[i], 4, start, answer, NULL, &o);
        assert_int_equal(ludc_search_run(s, 6000, 0), LUDC_OK);
        ludc_search_value(s, value, NULL, NULL);
        assert_int_equal(o.with_moves, o.asked);
        assert_true(o.most > 1 && fabs(value[0] - 0.5) < 0.1);
        ludc_search_free(s);
    }
    ludc_free(game);
}

/* ---- what goes wrong --------------------------------------------------------------------------------- */

static void faults_are_said(void **state)
{
    (void)state;
    static const char *const refused[] = {"grave", "uct:history=1", "random", "alphabeta", "uct:lanes=on"};
    ludc_game *game = compile("three.lud", noughts);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    _Alignas(16) char start[STATE];
    ludc_init(r, start);
    Oracle o = {.status = LUDC_IO};
    const ludc_search_evaluator by = {.size = sizeof by, .evaluate = answer, .data = &o};
    for (int i = 0; i < 5; i++) {
        ludc_search_options options;
        ludc_search_parse(refused[i], &options, NULL);
        ludc_search *s = ludc_search_new(r, &options, 1, NULL);
        assert_int_equal(ludc_search_set_evaluator(s, &by), LUDC_UNSUPPORTED);
        assert_int_equal(ludc_search_set_evaluator(s, NULL), LUDC_OK);
        ludc_search_free(s);
    }
    assert_int_equal(ludc_search_set_evaluator(NULL, &by), LUDC_USAGE);
    ludc_search *s = search_by(r, "puct:leaves=4", 1, start, answer, NULL, &o);
    assert_int_equal(ludc_search_set_evaluator(s, &(ludc_search_evaluator){.size = sizeof by}), LUDC_USAGE);
    assert_int_equal(ludc_search_set_evaluator(s, &(ludc_search_evaluator){.evaluate = answer}), LUDC_USAGE);
    ludc_search_stats f;
    assert_int_equal(ludc_search_run(s, 100, 0), LUDC_IO);
    o = (Oracle){.first = NAN};
    assert_int_equal(ludc_search_run(s, 100, 0), LUDC_WRONG);
    ludc_search_figures(s, &f);
    assert_int_equal(f.iterations, 0);
    o = (Oracle){.first = 7}; /* is taken for 1, and the roles' 1 and 0.5 for 0.75 and 0.25 */
    assert_int_equal(ludc_search_run(s, 1, 0), LUDC_OK);
    double value[2];
    ludc_search_value(s, value, NULL, NULL);
    assert_true(fabs(value[0] - 0.75) < 1e-6 && fabs(value[1] - 0.25) < 1e-6);
    /* without one again, the search is what it was */
    static char text[2][TEXT];
    assert_int_equal(ludc_search_set_evaluator(s, NULL), LUDC_OK);
    ludc_search_free(s);
    for (int i = 0; i < 2; i++) {
        s = i ? search_of(r, "puct", 1, start) : search_by(r, "puct", 1, start, answer, NULL, &o);
        assert_int_equal(ludc_search_set_evaluator(s, NULL), LUDC_OK);
        assert_int_equal(ludc_search_begin(s, start), LUDC_OK);
        ludc_search_run(s, 400, 0);
        text_of(s, text[i], sizeof text[i]);
        ludc_search_free(s);
    }
    assert_string_equal(text[0], text[1]);
    ludc_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_values_are_followed), cmocka_unit_test(proofs_stay_right), cmocka_unit_test(priors_steer),
        cmocka_unit_test(priors_wait_for_visits),
        cmocka_unit_test(priors_of_joint_steps),     cmocka_unit_test(noise_at_the_root), cmocka_unit_test(batches_agree),
        cmocka_unit_test(trees_of_all_kinds),        cmocka_unit_test(threads_ask_alone), cmocka_unit_test(values_at_cut),
        cmocka_unit_test(lots_and_chances),          cmocka_unit_test(faults_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
