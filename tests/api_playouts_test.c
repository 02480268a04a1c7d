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
            tally->ranks[p - 1][r->rank2(r, state, p)]++;
    }
    return COUNT;
}

static void same(const char *backend, const char *plan, uint32_t limit, bool all)
{
    const ludc_options options = {.size = sizeof options, .backend = backend, .plan = plan};
    ludc_game *game = compile_with("three.lud", rules, &options);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(to_the_end), cmocka_unit_test(cut_by_a_limit)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
