/* api_lanes.c - ludc.h's random games by the hundred: positions that moves lead to, and
 * batches of games from them. */
#include <stdlib.h>
#include <string.h>

#include "driver/api.h"
#include "driver/make_lanes.h"
#include "runtime/game.h"

struct ludc_lane_game {
    Session *session;
    LanePlayer player;
};

ludc_lane_game *ludc_lanes_compile_file(const char *path, const ludc_options *given, ludc_error *error)
{
    const ludc_options o = ludc_options_of(given);
    if (!path) {
        ludc_refuse(LUDC_USAGE, "", "there is no path", error, o.diagnostics);
        return NULL;
    }
    ludc_lane_game *g = calloc(1, sizeof *g);
    if (!g)
        abort();
    g->session = session_new();
    const Source *source = source_read(g->session->sources, path);
    if (!source) {
        ludc_refuse(LUDC_IO, path, "cannot be read", error, o.diagnostics);
        ludc_lanes_free(g);
        return NULL;
    }
    CompileOptions options = {.lud = ludc_lud_options(&o)};
    StageTimes times = {0};
    IrGame *game = compile_game(g->session, source, &options, &times);
    LaneMakeOptions make = {.round_bits = LANE_ROUND_BITS};
    make.other = game ? lanes_other_form(g->session, source, &options) : NULL;
    bool made = game && lanes_make(g->session, game, &make, &g->player);
    ludc_report(g->session, source->name, made ? NULL : error, o.diagnostics);
    if (made)
        return g;
    ludc_lanes_free(g);
    return NULL;
}

void ludc_lanes_free(ludc_lane_game *g)
{
    if (!g)
        return;
    lanes_release(&g->player);
    session_free(g->session);
    free(g);
}

unsigned ludc_lanes_width(const ludc_lane_game *g) { return g->player.lanes->code.lanes; }
unsigned ludc_lanes_players(const ludc_lane_game *g) { return g->player.lanes->players; }
size_t ludc_lanes_position_size(const ludc_lane_game *g) { return g->player.lanes->nstate; }

void ludc_lanes_start(const ludc_lane_game *g, void *position)
{
    memcpy(position, g->player.lanes->init, g->player.lanes->nstate);
}

/* The network at a position; the arena lives as long. */
static BitsRun *run_at(const BitsGame *bits, const unsigned char *position, Arena *arena)
{
    BitsRun *run = bits_run_new(arena, bits);
    for (uint32_t i = 0; i < bits->nstate; i++)
        bits_run_state(run)[i] = position[i];
    bits_run_eval(run, NULL);
    return run;
}

static bool holds(const BitsRun *run, BitsEdge edge) { return bits_run_edge(run, edge) & 1; }

/* Marks the slots of the moves; false if one is not legal. */
static bool find_moves(const BitsGame *bits, const BitsRun *run, const ludc_move *moves, uint64_t *does)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < bits->nslot; i++) {
        const BitsSlot *slot = &bits->slot[i];
        if (slot->code == moves[bits->joint ? slot->role - 1 : 0] && holds(run, slot->legal)) {
            does[i] = 1;
            found++;
        }
    }
    return found == (bits->joint ? bits->nrole : 1);
}

ludc_status ludc_lanes_apply(const ludc_lane_game *g, void *position, const ludc_move *moves)
{
    const BitsGame *bits = g->player.bits;
    Arena *arena = arena_new();
    BitsRun *run = run_at(bits, position, arena);
    uint64_t *does = ARENA_ARRAY(arena, uint64_t, bits->nslot + 1);
    bool legal = !holds(run, bits->over) && find_moves(bits, run, moves, does);
    if (legal) {
        bits_run_eval(run, does);
        bits_run_step(run, 1);
        unsigned char *to = position;
        for (uint32_t i = 0; i < bits->nstate; i++)
            to[i] = bits_run_state(run)[i] & 1;
    }
    arena_free(arena);
    return legal ? LUDC_OK : LUDC_USAGE;
}

/* ---- batches -------------------------------------------------------------------------- */

/* A game that is over already has the same result each time. */
static bool add_over(const ludc_lane_game *g, const unsigned char *position, double games, double *out)
{
    const BitsGame *bits = g->player.bits;
    Arena *arena = arena_new();
    BitsRun *run = run_at(bits, position, arena);
    bool over = holds(run, bits->over);
    for (uint32_t i = 0; over && i < bits->ngoal; i++) {
        const BitsGoal *goal = &bits->goal[i];
        if (holds(run, goal->holds))
            out[goal->role - 1] += games * lanes_payoff(g->player.lanes, bits->joint ? goal->value : goal->rank2);
    }
    arena_free(arena);
    return over;
}

/* Positions at..at+n-1, each in so many lanes, its games shared out to them. */
static ludc_status play_some(const ludc_lane_game *g, const unsigned char *at, size_t stride, uint32_t n, uint64_t games,
                             void *memory, double *out)
{
    const ludc_lanes *l = g->player.lanes;
    uint32_t each = l->code.lanes / n;
    for (uint32_t i = 0; i < n; i++) {
        const unsigned char *position = at + i * stride;
        if (add_over(g, position, (double)games, out + i * l->players))
            continue;
        for (uint32_t k = 0; k < each; k++) {
            if (!lanes_root(l, memory, i * each + k, position))
                return LUDC_USAGE;
            lanes_quota(l, memory, i * each + k, games / each + (k < games % each));
        }
    }
    ludc_lanes_count count;
    bool ended = lanes_play(l, memory, 0);
    lanes_count(l, memory, &count);
    for (uint32_t lane = 0; lane < n * each; lane++)
        for (uint32_t k = 0; k < l->nrow; k++) {
            double times = (double)lanes_row(l, memory, lane, k);
            for (uint32_t p = 0; p < l->players && times > 0; p++)
                if (l->value[k * l->players + p] != -2)
                    out[lane / each * l->players + p] += times * lanes_payoff(l, l->value[k * l->players + p]);
        }
    return ended && !count.cut ? LUDC_OK : LUDC_UNSUPPORTED;
}

ludc_status ludc_lanes_playouts(const ludc_lane_game *g, const void *positions, size_t stride, size_t n, uint64_t games,
                                uint64_t seed, double *payoffs)
{
    const ludc_lanes *l = g->player.lanes;
    void *memory = aligned_alloc(64, l->code.memory);
    if (!memory)
        abort();
    ludc_status status = LUDC_OK;
    memset(payoffs, 0, n * l->players * sizeof *payoffs);
    for (size_t i = 0; i < n && status == LUDC_OK; i += l->code.lanes) {
        uint32_t some = n - i < l->code.lanes ? (uint32_t)(n - i) : l->code.lanes;
        lanes_begin(l, memory, seed + i);
        status = play_some(g, (const unsigned char *)positions + i * stride, stride, some, games, memory,
                           payoffs + i * l->players);
    }
    free(memory);
    return status;
}
