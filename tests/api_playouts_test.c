/* api_playouts_test.c - many playouts by one call are the playouts that single calls give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>

#include <ludc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"
#include "tests/compiled.h"

static const char rules[] =
    "(game \"Three\" (players 2)\n"
    "  (equipment { (board (square 3)) (piece \"Ball\" Each) })\n"
    "  (rules (play (move Add (to (sites Empty))))\n"
    "         (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result All Draw)) })))\n";

/* Both take one or two away in turn; who takes the last one gets 100, who ends at once 30. */
static const char sheet[] =
    "(role left) (role right) (init (heap 6)) (init (control left))\n"
    "(<= (legal ?r (take 1)) (true (control ?r)) (not (true (heap 0))))\n"
    "(<= (legal ?r (take 2)) (true (control ?r)) (not (true (heap 0))) (not (true (heap 1))))\n"
    "(<= (legal left noop) (true (control right))) (<= (legal right noop) (true (control left)))\n"
    "(<= (next (control left)) (true (control right))) (<= (next (control right)) (true (control left)))\n"
    "(<= (next (heap ?n)) (true (heap ?m)) (does ?r (take 1)) (next_to ?n ?m))\n"
    "(<= (next (heap ?n)) (true (heap ?m)) (does ?r (take 2)) (next_to ?k ?m) (next_to ?n ?k))\n"
    "(next_to 0 1) (next_to 1 2) (next_to 2 3) (next_to 3 4) (next_to 4 5) (next_to 5 6)\n"
    "(<= terminal (true (heap 0)))\n"
    "(<= (goal left 100) (true (heap 0)) (true (control right))) (<= (goal left 30) (true (heap 0)) (true (control left)))\n"
    "(<= (goal right 100) (true (heap 0)) (true (control left)))\n";

enum { COUNT = 500, SEED = 7 };

/* One by one, as far as each ends within the limit. */
static uint32_t one_by_one(const ludc_reasoner *r, const void *start, void *state, uint64_t *rng, uint32_t limit, ludc_tally *tally)
{
    for (uint32_t ended = 0; ended < COUNT; ended++) {
        const uint64_t before = *rng;
        memcpy(state, start, r->state_size);
        const uint32_t n = r->playout(r, state, rng, limit);
        if (!r->over(r, state)) {
            *rng = before;
            return ended;
        }
        tally->moves += n;
        tally->squares += (uint64_t)n * n;
        for (unsigned p = 1; p <= r->players; p++)
            if (!r->joint)
                tally->ranks[p - 1][r->rank2(r, state, p)]++;
            else if (r->goal(r, state, p) > 0)
                tally->ranks[p - 1][0] += (uint64_t)r->goal(r, state, p);
    }
    return COUNT;
}

static void same_in(const char *name, const char *text, const char *backend, const char *plan, uint32_t limit, bool all)
{
    const ludc_options options = {.size = sizeof options, .backend = backend, .plan = plan};
    ludc_game *game = compile_with(name, text, &options);
    const ludc_reasoner *r = ludc_game_reasoner(game);
    assert_non_null(r->playouts);
    void *start = calloc(1, r->state_size), *one = calloc(1, r->state_size), *many = calloc(1, r->state_size);
    ludc_tally expected = {0}, tally = {0};
    uint64_t rng = SEED, other = SEED;
    ludc_init(r, start);
    const uint32_t ended = one_by_one(r, start, one, &rng, limit, &expected);
    assert_int_equal(r->playouts(r, start, many, &other, limit, COUNT, &tally), ended);
    assert_memory_equal(&tally, &expected, sizeof tally);
    assert_true(rng == other);
    assert_int_equal(ended == COUNT, all);
    if (!all) { /* what the next words give is the game that it stopped in front of */
        memcpy(many, start, r->state_size);
        r->playout(r, many, &other, limit);
        assert_memory_equal(one, many, r->state_size);
    }
    free(start);
    free(one);
    free(many);
    ludc_free(game);
}

static void same(const char *backend, const char *plan, uint32_t limit, bool all)
{
    same_in("three.lud", rules, backend, plan, limit, all);
}

/* Tallies have goals, of which one player has none where it lost. */
static void joint_games(void **unused)
{
    (void)unused;
    static const char *const backend[] = {"tcc", "c"};
    for (int b = 0; b < 2; b++) {
        same_in("heap.kif", sheet, backend[b], "auto", 100, true);
        same_in("heap.kif", sheet, backend[b], "auto", 4, false);
    }
}

static void to_the_end(void **unused)
{
    (void)unused;
    static const char *const backend[] = {"tcc", "c"}, *const plan[] = {"standard", "auto"};
    for (int b = 0; b < 2; b++)
        for (int p = 0; p < 2; p++)
            same(backend[b], plan[p], 100, true);
}

static void cut_by_a_limit(void **unused)
{
    (void)unused;
    same("tcc", "auto", 6, false);
    same("tcc", "standard", 0, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(to_the_end), cmocka_unit_test(cut_by_a_limit), cmocka_unit_test(joint_games)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
