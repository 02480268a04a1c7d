/* many.c - many states at once: the functions of ludc.h whose names end in _n, over as many
 * threads as the caller's pool has. */
#include "runtime/pool.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "runtime/abi.h"
#include "runtime/admit.h"

/* A call of any of them; what it does not use is not set. */
typedef struct {
    const ludc_reasoner *r;
    char *state;
    size_t stride;
    const ludc_move *move;
    uint32_t *count;
    double *payoff;
    uint64_t rng;
    bool draws; /* lots are drawn; else each has its first outcome */
    uint32_t limit;
    _Atomic uint64_t moves;
    atomic_bool wrong; /* a number was no move's, or of a checked reasoner not a legal one's */
    atomic_bool no_memory;
} Batch;

static bool sound(const ludc_reasoner *r, const void *states, size_t stride, size_t n)
{
    return r && (n == 0 || (states && stride >= r->state_size && stride % 16 == 0));
}

static void init_some(void *data, size_t from, size_t to)
{
    Batch *b = data;
    b->r->init(b->r, b->state + from * b->stride);
    for (size_t i = from + 1; i < to; i++)
        memcpy(b->state + i * b->stride, b->state + from * b->stride, b->r->state_size);
}

ludc_status ludc_init_n(const ludc_reasoner *r, void *states, size_t stride, size_t n, ludc_pool *pool)
{
    if (!sound(r, states, stride, n))
        return LUDC_USAGE;
    Batch b = {.r = r, .state = states, .stride = stride};
    ludc_pool_run(pool, n, init_some, &b);
    return LUDC_OK;
}

static ludc_status outcome_of(Batch *b)
{
    if (atomic_load_explicit(&b->wrong, memory_order_relaxed))
        return LUDC_USAGE;
    return atomic_load_explicit(&b->no_memory, memory_order_relaxed) ? LUDC_IO : LUDC_OK;
}

static void apply_some(void *data, size_t from, size_t to)
{
    Batch *b = data;
    const ludc_reasoner *r = b->r;
    const size_t row = r->joint ? r->players : 1;
    for (size_t i = from; i < to; i++) {
        const ludc_move *move = b->move + i * row;
        void *state = b->state + i * b->stride;
        if (*move == LUDC_NO_MOVE)
            continue;
        const ludc_status status = r->joint ? ludc_admit_all(r, state, move) : ludc_admit(r, state, 0, *move);
        if (status != LUDC_OK) {
            atomic_store_explicit(status == LUDC_IO ? &b->no_memory : &b->wrong, true, memory_order_relaxed);
        } else if (r->joint) {
            r->apply_joint(r, state, move);
        } else if (b->draws) {
            uint64_t rng = ludc_stream(b->rng, i);
            r->apply_random(r, state, *move, &rng);
        } else {
            r->apply(r, state, *move);
        }
    }
}

ludc_status ludc_apply_n(const ludc_reasoner *r, void *states, size_t stride, size_t n, const ludc_move *moves,
                         ludc_pool *pool)
{
    if (!sound(r, states, stride, n) || (n && !moves))
        return LUDC_USAGE;
    Batch b = {.r = r, .state = states, .stride = stride, .move = moves};
    ludc_pool_run(pool, n, apply_some, &b);
    return outcome_of(&b);
}

ludc_status ludc_apply_random_n(const ludc_reasoner *r, void *states, size_t stride, size_t n, const ludc_move *moves,
                                uint64_t *rng, ludc_pool *pool)
{
    if (!sound(r, states, stride, n) || (n && !moves) || !rng)
        return LUDC_USAGE;
    Batch b = {.r = r, .state = states, .stride = stride, .move = moves, .rng = *rng, .draws = r->apply_random != NULL};
    ludc_pool_run(pool, n, apply_some, &b);
    *rng = ludc_streams_end(*rng, n);
    return outcome_of(&b);
}

static void count_some(void *data, size_t from, size_t to)
{
    Batch *b = data;
    for (size_t i = from; i < to; i++)
        b->count[i] = b->r->moves(b->r, b->state + i * b->stride, NULL);
}

ludc_status ludc_count_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n, uint32_t *out,
                         ludc_pool *pool)
{
    if (!sound(r, states, stride, n) || (n && !out))
        return LUDC_USAGE;
    Batch b = {.r = r, .state = (char *)(uintptr_t)states, .stride = stride, .count = out}; /* not written */
    ludc_pool_run(pool, n, count_some, &b);
    return LUDC_OK;
}

static void payoff_some(void *data, size_t from, size_t to)
{
    Batch *b = data;
    for (size_t i = from; i < to; i++)
        ludc_payoffs(b->r, b->state + i * b->stride, b->payoff + i * b->r->players);
}

ludc_status ludc_payoffs_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n, double *out,
                           ludc_pool *pool)
{
    if (!sound(r, states, stride, n) || (n && !out))
        return LUDC_USAGE;
    Batch b = {.r = r, .state = (char *)(uintptr_t)states, .stride = stride, .payoff = out}; /* not written */
    ludc_pool_run(pool, n, payoff_some, &b);
    return LUDC_OK;
}

static void play_some(void *data, size_t from, size_t to)
{
    Batch *b = data;
    uint64_t moves = 0;
    for (size_t i = from; i < to; i++) {
        uint64_t rng = ludc_stream(b->rng, i);
        moves += b->r->playout(b->r, b->state + i * b->stride, &rng, b->limit);
    }
    atomic_fetch_add_explicit(&b->moves, moves, memory_order_relaxed);
}

uint64_t ludc_playout_n(const ludc_reasoner *r, void *states, size_t stride, size_t n, uint64_t *rng, uint32_t limit,
                        ludc_pool *pool)
{
    if (!sound(r, states, stride, n) || !rng)
        return 0;
    Batch b = {.r = r, .state = states, .stride = stride, .rng = *rng, .limit = limit};
    ludc_pool_run(pool, n, play_some, &b);
    *rng = ludc_streams_end(*rng, n);
    return atomic_load_explicit(&b.moves, memory_order_relaxed);
}
