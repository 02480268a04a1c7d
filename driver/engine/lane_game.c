/* lane_game.c - ludc.h's random games by the hundred: batches of games from states of a
 * reasoner, and back. */
#include "driver/engine/lane_game.h"

#include <stdlib.h>
#include <string.h>

#include "driver/engine/lane_state.h"
#include "runtime/include/ludc_search.h"

struct ludc_lane_game {
    Session *session; /* its own, or NULL */
    const ludc_reasoner *reasoner;
    LaneState *state;
    LanePlayer player;
    void *init; /* the initial state */
};

ludc_lane_game *lane_game_new(Session *session, LanePlan *plan, const IrGame *game, const ludc_reasoner *r)
{
    const LaneMakeOptions options = lane_game_options();
    ludc_lane_game *g = calloc(1, sizeof *g);
    if (!g) {
        session_unsupported(session, (Span){0, 0}, "the lanes take more memory than there is");
        return NULL;
    }
    g->reasoner = r;
    if (!lanes_of_plan(session, plan, &options, &g->player)) {
        free(g);
        return NULL;
    }
    g->state = lane_state_new(session->arena, game, g->player.bits);
    g->init = arena_alloc(session->arena, r->state_size);
    r->init(r, g->init);
    return g;
}

void lane_game_own(ludc_lane_game *g, Session *session) { g->session = session; }

void ludc_lanes_free(ludc_lane_game *g)
{
    if (!g)
        return;
    lanes_release(&g->player);
    if (g->session)
        session_free(g->session);
    free(g);
}

unsigned ludc_lanes_width(const ludc_lane_game *g) { return g ? g->player.lanes->code.lanes : 0; }

/* ---- the caller's memory -------------------------------------------------------------- */

/* Behind what the code works on: packed positions and starts, as many as there are lanes at most. */
typedef struct {
    uint64_t *position, *row; /* row: [nrow] */
    ludc_lanes_start *start;
} Scratch;

static size_t scratch_size(const ludc_lanes *l)
{
    return 8 * ((size_t)l->code.lanes * l->npacked + l->nrow) + l->code.lanes * sizeof(ludc_lanes_start);
}

static Scratch scratch_of(const ludc_lanes *l, void *memory)
{
    Scratch s = {.start = (void *)((char *)memory + l->code.memory)};
    s.position = (void *)(s.start + l->code.lanes);
    s.row = s.position + (size_t)l->code.lanes * l->npacked;
    return s;
}

size_t ludc_lanes_memory(const ludc_lane_game *g)
{
    const size_t line = 64;
    return g ? (g->player.lanes->code.memory + scratch_size(g->player.lanes) + line - 1) / line * line : 0;
}

/* ---- batches -------------------------------------------------------------------------- */

static const void *nth(const void *states, size_t stride, size_t i) { return (const char *)states + stride * i; }

/* Lanes first..last-1 play the games of position i of n. */
static uint32_t first_lane(const ludc_lanes *l, uint32_t i, uint32_t n)
{
    return (uint32_t)(((uint64_t)i * l->code.lanes + n - 1) / n);
}

/* The lanes of state i of n. */
static ludc_lanes_start *start_at(const ludc_lane_game *g, const Scratch *s, uint32_t i, uint32_t n, const void *state)
{
    const ludc_lanes *l = g->player.lanes;
    uint32_t lane = first_lane(l, i, n);
    uint64_t *position = s->position + (size_t)i * l->npacked;
    lane_state_pack(g->state, state, position);
    s->start[i] = (ludc_lanes_start){position, lane, first_lane(l, i + 1, n) - lane, 0};
    return &s->start[i];
}

/* The games of each state shared out to its lanes; none where it is over. */
static int share_out(const ludc_lane_game *g, void *memory, const void *states, size_t stride, uint32_t n, uint64_t games)
{
    const ludc_reasoner *r = g->reasoner;
    Scratch s = scratch_of(g->player.lanes, memory);
    for (uint32_t i = 0; i < n; i++) {
        bool over = r->over(r, nth(states, stride, i)) != 0;
        start_at(g, &s, i, n, over ? g->init : nth(states, stride, i))->games = over ? 0 : games;
    }
    return lanes_starts(g->player.lanes, memory, s.start, n);
}

/* Of n lanes from `first` on, none of which played more than `most` games. */
static void add_payoffs(const ludc_lane_game *g, void *memory, uint32_t first, uint32_t n, uint64_t most, double *out)
{
    const ludc_lanes *l = g->player.lanes;
    uint64_t *row = scratch_of(l, memory).row;
    lanes_rows(l, memory, first, n, most, row);
    for (uint32_t k = 0; k < l->nrow; k++)
        for (uint32_t p = 0; p < l->players && row[k] > 0; p++)
            if (l->value[k * l->players + p] != -2)
                out[p] += (double)row[k] * lanes_payoff(l, l->value[k * l->players + p]);
}

/* n positions, as many as there are lanes at most. */
static ludc_status play_some(const ludc_lane_game *g, void *memory, const void *states, size_t stride, uint32_t n,
                             uint64_t games, double *out)
{
    const ludc_lanes *l = g->player.lanes;
    if (!share_out(g, memory, states, stride, n, games))
        return LUDC_USAGE;
    bool ended = lanes_play(l, memory, 0);
    const ludc_lanes_start *start = scratch_of(l, memory).start;
    for (uint32_t i = 0; i < n && games > 0; i++) {
        if (start[i].games > 0) {
            add_payoffs(g, memory, start[i].lane, start[i].n, (games + start[i].n - 1) / start[i].n, out + i * l->players);
            continue;
        }
        ludc_payoffs(g->reasoner, nth(states, stride, i), out + i * l->players);
        for (uint32_t p = 0; p < l->players; p++)
            out[i * l->players + p] *= (double)games;
    }
    return ended && !lanes_cut(l, memory) ? LUDC_OK : LUDC_UNSUPPORTED;
}

ludc_status ludc_lanes_playouts(const ludc_lane_game *g, void *memory, const void *states, size_t stride, size_t n,
                                uint64_t games, uint64_t seed, double *payoffs)
{
    if (!g || !memory || !payoffs || (!states && n))
        return LUDC_USAGE;
    const ludc_lanes *l = g->player.lanes;
    ludc_status status = LUDC_OK;
    memset(payoffs, 0, n * l->players * sizeof *payoffs);
    for (size_t i = 0; i < n && status == LUDC_OK; i += l->code.lanes) {
        uint32_t some = n - i < l->code.lanes ? (uint32_t)(n - i) : l->code.lanes;
        lanes_clear(l, memory, seed + i, games / (l->code.lanes / some) + 1);
        status = play_some(g, memory, nth(states, stride, i), stride, some, games, payoffs + i * l->players);
    }
    return status;
}

/* ---- step by step ----------------------------------------------------------------------- */

ludc_status ludc_lanes_begin(const ludc_lane_game *g, void *memory, const void *states, size_t stride, size_t n, uint64_t seed)
{
    const uint64_t endless = (UINT64_C(1) << LUDC_LANES_QUOTA) - 1;
    if (!g || !memory || !states || n == 0)
        return LUDC_USAGE;
    const ludc_lanes *l = g->player.lanes;
    Scratch s = scratch_of(l, memory);
    uint32_t some = n < l->code.lanes ? (uint32_t)n : l->code.lanes;
    for (uint32_t i = 0; i < some; i++) {
        if (g->reasoner->over(g->reasoner, nth(states, stride, i)))
            return LUDC_USAGE;
        ludc_lanes_start *start = start_at(g, &s, i, some, nth(states, stride, i));
        start->games = start->n * endless;
    }
    lanes_clear(l, memory, seed, endless);
    return lanes_starts(l, memory, s.start, some) ? LUDC_OK : LUDC_USAGE;
}

ludc_status ludc_lanes_steps(const ludc_lane_game *g, void *memory, uint64_t rounds)
{
    if (!g || !memory)
        return LUDC_USAGE;
    lanes_rounds(g->player.lanes, memory, rounds);
    return LUDC_OK;
}

ludc_status ludc_lanes_states(const ludc_lane_game *g, const void *memory, size_t lane, size_t n, void *states, size_t stride)
{
    if (!g || !memory || (!states && n) || lane > g->player.lanes->code.lanes || n > g->player.lanes->code.lanes - lane)
        return LUDC_USAGE;
    const ludc_lanes *l = g->player.lanes;
    uint64_t *word = malloc((l->nstate + 1) * sizeof *word);
    if (!word)
        return LUDC_IO;
    for (size_t at = lane, end = lane + n; at < end;) {
        size_t block = at / 64 * 64, some = end - block < 64 ? end - at : block + 64 - at;
        lanes_words(l, memory, (uint32_t)block, word);
        lane_state_unpack(g->state, g->init, word, (unsigned)(at - block), (unsigned)some,
                          (char *)states + (at - lane) * stride, stride);
        at += some;
    }
    free(word);
    return LUDC_OK;
}

/* ---- for tree searches --------------------------------------------------------------------- */

static ludc_status play_leaves(const void *data, void *memory, const void *states, size_t stride, size_t n, uint64_t games,
                               uint64_t seed, double *payoffs)
{
    return ludc_lanes_playouts(data, memory, states, stride, n, games, seed, payoffs);
}

ludc_search_lanes lane_game_searches(const ludc_lane_game *g)
{
    return (ludc_search_lanes){.size = sizeof(ludc_search_lanes), .width = ludc_lanes_width(g), .memory = ludc_lanes_memory(g),
                               .playouts = play_leaves, .data = g};
}

ludc_status ludc_search_use_lanes(ludc_search *search, const ludc_lane_game *g)
{
    if (!search || !g)
        return LUDC_USAGE;
    const ludc_search_lanes lanes = lane_game_searches(g);
    return ludc_search_set_lanes(search, &lanes);
}
