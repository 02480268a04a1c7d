/* mute.c - see mute.h. */
#include "driver/engine/mute.h"

#define R const ludc_reasoner *r
#define UNUSED (void)r, (void)state

static void init(R, void *state) { UNUSED; }
static uint32_t moves(R, const void *state, uint32_t *out) { return UNUSED, (void)out, 0; }
static void apply(R, void *state, uint32_t move) { UNUSED, (void)move; }
static uint32_t moves_of(R, const void *state, uint32_t player, uint32_t *out) { return UNUSED, (void)player, (void)out, 0; }
static void apply_joint(R, void *state, const uint32_t *move) { UNUSED, (void)move; }
static uint32_t number(R, const void *state) { return UNUSED, 0; }
static uint32_t number_of(R, const void *state, uint32_t player) { return UNUSED, (void)player, 0; }
static void describe(R, const void *state, uint32_t move, int32_t *out)
{
    UNUSED, (void)move;
    for (uint32_t i = 0; i < r->ncolumn; i++)
        out[i] = 0;
}
static int32_t view(R, const void *state, uint32_t item, uint32_t index) { return UNUSED, (void)item, (void)index, 0; }
static uint32_t playout(R, void *state, uint64_t *rng, uint32_t limit) { return UNUSED, (void)rng, (void)limit, 0; }
static void apply_random(R, void *state, uint32_t move, uint64_t *rng) { UNUSED, (void)move, (void)rng; }
static int32_t goal(R, const void *state, uint32_t player) { return UNUSED, (void)player, 0; }
static void observe(R, const void *state, uint32_t set, uint32_t eyes, uint64_t *out)
{
    UNUSED, (void)eyes;
    for (uint32_t i = 0; i < r->words[set]; i++)
        out[i] = 0;
}
static uint32_t apply_lots(R, void *state, uint32_t move, const uint32_t *given, uint32_t n, uint32_t *bound, uint32_t room)
{
    return UNUSED, (void)move, (void)given, (void)n, (void)bound, (void)room, 0;
}
static uint32_t legal(R, const void *state, uint32_t player, uint32_t move) { return UNUSED, (void)player, (void)move, 0; }

ludc_reasoner mute_reasoner(const ludc_reasoner *like)
{
    ludc_reasoner m = *like;
    m.init = init;
    m.moves = m.candidates = moves;
    m.apply = apply;
    m.moves_of = moves_of;
    m.apply_joint = apply_joint;
    m.over = m.mover = number;
    m.rank2 = m.allowed = number_of;
    m.describe = describe;
    m.view = view;
    m.playout = playout;
    m.apply_random = apply_random;
    m.goal = goal;
    m.observe = observe;
    m.apply_lots = apply_lots;
    m.legal = legal;
    return m;
}
