/* lane_choose_test.c - circuits that choose moves, in all that they can be asked: any moves legal, any random bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "backends/lanes/choose.h"

enum { MOST = 10, MOST_BITS = 12 };

typedef struct {
    LaneNet *net;
    uint32_t n, nrandom, digits;
    LaneWay way;
} Circuit;

/* Out: BANK_STATE chosen, by move; BANK_FOUND a move was found, there is one. */
static Circuit circuit(LaneWay way, uint32_t n, Arena *arena)
{
    Circuit c = {.net = lane_net_new(arena), .n = n, .way = way};
    LaneEdge legal[MOST], chosen[2 * MOST + 2];
    for (uint32_t i = 0; i < n; i++)
        legal[i] = lane_input(c.net, BANK_STATE, i);
    LaneChooser chooser = {.net = c.net, .legal = legal, .n = n, .way = way, .nrandom = &c.nrandom, .ranks = lane_input(c.net, BANK_LIVE, LIVE_RANKS)};
    lane_draw(&chooser);
    c.digits = lane_draw_digits(&chooser, c.nrandom);
    lane_decode(&chooser, chooser.ok, chosen);
    for (uint32_t i = 0; i < n; i++)
        lane_output(c.net, BANK_STATE, i, chosen[i]);
    lane_output(c.net, BANK_FOUND, 0, chooser.ok);
    lane_output(c.net, BANK_FOUND, 1, chooser.some);
    return c;
}

/* The move that is meant, as a set; none where all draws fail. */
static uint32_t meant(const Circuit *c, uint32_t legal, uint32_t random, bool ranks)
{
    uint32_t count = (uint32_t)__builtin_popcount(legal), width = 0;
    while (UINT32_C(1) << width < count)
        width++;
    for (uint32_t t = 0; t < c->way.rounds && count; t++) {
        uint32_t draw = random >> (t * c->digits) & ((UINT32_C(1) << c->digits) - 1);
        draw &= ranks ? UINT32_MAX : (UINT32_C(1) << width) - 1;
        if (draw >= count)
            continue;
        for (; draw; draw--)
            legal &= legal - 1;
        return legal & (0 - legal);
    }
    return 0;
}

static void put(uint64_t *word, uint32_t n, uint32_t number, uint32_t lane)
{
    for (uint32_t i = 0; i < n; i++)
        word[i] = (word[i] & ~(UINT64_C(1) << lane)) | (uint64_t)(number >> i & 1) << lane;
}

static void ask(const Circuit *c, bool ranks, uint32_t first, uint64_t *value)
{
    uint64_t legal[MOST] = {0}, random[MOST_BITS] = {0}, live[NLIVE] = {[LIVE_RANKS] = ranks ? ~UINT64_C(0) : 0}, chosen[MOST], found[2];
    for (uint32_t lane = 0; lane < 64; lane++) {
        put(legal, c->n, (first + lane) >> c->nrandom, lane);
        put(random, c->nrandom, first + lane, lane);
    }
    const uint64_t *in[NBANK] = {[BANK_STATE] = legal, [BANK_RANDOM] = random, [BANK_LIVE] = live};
    uint64_t *out[NBANK] = {[BANK_STATE] = chosen, [BANK_FOUND] = found};
    lane_net_eval(c->net, in, out, value);
    for (uint32_t lane = 0; lane < 64; lane++) {
        uint32_t all = (first + lane) >> c->nrandom & ((UINT32_C(1) << c->n) - 1), got = 0;
        uint32_t want = meant(c, all, (first + lane) & ((UINT32_C(1) << c->nrandom) - 1), ranks);
        for (uint32_t i = 0; i < c->n; i++)
            got |= (uint32_t)(chosen[i] >> lane & 1) << i;
        assert_int_equal(got, want);
        assert_int_equal(found[0] >> lane & 1, want != 0);
        assert_int_equal(found[1] >> lane & 1, all != 0);
    }
}

/* Every set of legal moves with every number of random bits; where `ranks`, these are the numbers of moves. */
static void check(LaneWay way, uint32_t n)
{
    Arena *arena = arena_new();
    Circuit c = circuit(way, n, arena);
    assert_true(c.nrandom <= MOST_BITS);
    uint64_t *value = arena_alloc(arena, c.net->gate.n * sizeof *value);
    for (uint32_t first = 0; first < UINT32_C(1) << (c.n + c.nrandom); first += 64) {
        ask(&c, false, first, value);
        ask(&c, true, first, value);
    }
    arena_free(arena);
}

static void by_halves(void **state)
{
    (void)state;
    for (uint32_t n = 2; n <= MOST; n += 2)
        check((LaneWay){.rank = true, .rounds = 1, .group = 4}, n);
    check((LaneWay){.rank = true, .rounds = 3, .group = 3}, 7);
}

static void all_at_once(void **state)
{
    (void)state;
    for (uint8_t group = 1; group <= 12; group++)
        for (uint32_t n = 2; n <= MOST; n += group < 6 ? 4 : 2)
            check((LaneWay){.rank = true, .flat = true, .rounds = 1, .group = group}, n);
    check((LaneWay){.rank = true, .flat = true, .rounds = 2, .group = 4}, 9);
    check((LaneWay){.rank = true, .flat = true, .rounds = 3, .group = 3}, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_halves), cmocka_unit_test(all_at_once)};
    return cmocka_run_group_tests_name("ranks", tests, NULL, NULL);
}
