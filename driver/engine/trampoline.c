/* trampoline.c - see trampoline.h. */
#include "driver/engine/trampoline.h"

#include <stddef.h>

static const ludc_reasoner *now(const ludc_reasoner *r)
{
    Passing *p = r->self;
    const ludc_reasoner *current = atomic_load_explicit(&p->current, memory_order_acquire);
    return current ? current : p->make(p->data);
}

static void pass_init(const ludc_reasoner *r, void *state)
{
    r = now(r);
    r->init(r, state);
}

static uint32_t pass_moves(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    r = now(r);
    return r->moves(r, state, out);
}

static void pass_apply(const ludc_reasoner *r, void *state, uint32_t move)
{
    r = now(r);
    r->apply(r, state, move);
}

static void pass_apply_random(const ludc_reasoner *r, void *state, uint32_t move, uint64_t *rng)
{
    r = now(r);
    r->apply_random(r, state, move, rng);
}

static uint32_t pass_moves_of(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t *out)
{
    r = now(r);
    return r->moves_of(r, state, player, out);
}

static void pass_apply_joint(const ludc_reasoner *r, void *state, const uint32_t *move)
{
    r = now(r);
    r->apply_joint(r, state, move);
}

static uint32_t pass_over(const ludc_reasoner *r, const void *state)
{
    r = now(r);
    return r->over(r, state);
}

static uint32_t pass_mover(const ludc_reasoner *r, const void *state)
{
    r = now(r);
    return r->mover(r, state);
}

static uint32_t pass_rank2(const ludc_reasoner *r, const void *state, uint32_t player)
{
    r = now(r);
    return r->rank2(r, state, player);
}

static void pass_describe(const ludc_reasoner *r, const void *state, uint32_t move, int32_t *out)
{
    r = now(r);
    r->describe(r, state, move, out);
}

static int32_t pass_view(const ludc_reasoner *r, const void *state, uint32_t item, uint32_t index)
{
    r = now(r);
    return r->view(r, state, item, index);
}

static uint32_t pass_playout(const ludc_reasoner *r, void *state, uint64_t *rng, uint32_t limit)
{
    r = now(r);
    return r->playout(r, state, rng, limit);
}

static uint32_t pass_candidates(const ludc_reasoner *r, const void *state, uint32_t *out)
{
    r = now(r);
    return r->candidates(r, state, out);
}

static uint32_t pass_allowed(const ludc_reasoner *r, const void *state, uint32_t move)
{
    r = now(r);
    return r->allowed(r, state, move);
}

static int32_t pass_goal(const ludc_reasoner *r, const void *state, uint32_t player)
{
    r = now(r);
    return r->goal(r, state, player);
}

static void pass_observe(const ludc_reasoner *r, const void *state, uint32_t set, uint32_t eyes, uint64_t *out)
{
    r = now(r);
    r->observe(r, state, set, eyes, out);
}

static uint32_t pass_apply_lots(const ludc_reasoner *r, void *state, uint32_t move, const uint32_t *given, uint32_t n,
                                uint32_t *bound, uint32_t room)
{
    r = now(r);
    return r->apply_lots(r, state, move, given, n, bound, room);
}

static uint32_t pass_legal(const ludc_reasoner *r, const void *state, uint32_t player, uint32_t move)
{
    r = now(r);
    return r->legal(r, state, player, move);
}

/* The functions in the order of ReasonerFunctions. */
#define PASS(bit, member)                     \
    if ((functions & (bit)) && r->member)     \
        r->member = pass_##member;

void passing_begin(Passing *p, const ludc_reasoner *like, unsigned functions)
{
    ludc_reasoner *r = &p->reasoner;
    *r = *like;
    r->self = p;
    PASS(FN_INIT, init)
    PASS(FN_MOVES, moves)
    PASS(FN_APPLY, apply)
    PASS(FN_MOVES_OF, moves_of)
    PASS(FN_APPLY_JOINT, apply_joint)
    PASS(FN_OVER, over)
    PASS(FN_MOVER, mover)
    PASS(FN_RANK2, rank2)
    PASS(FN_DESCRIBE, describe)
    PASS(FN_VIEW, view)
    PASS(FN_PLAYOUT, playout)
    PASS(FN_APPLY_RANDOM, apply_random)
    PASS(FN_CANDIDATES, candidates)
    PASS(FN_ALLOWED, allowed)
    PASS(FN_GOAL, goal)
    PASS(FN_OBSERVE, observe)
    PASS(FN_APPLY_LOTS, apply_lots)
    PASS(FN_LEGAL, legal)
    if (functions & FN_PLAYOUTS) /* not all code has it */
        r->playouts = NULL;
}
