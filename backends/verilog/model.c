/* model.c - see model.h.
 *
 * A lane of the interpreter is a context.  All contexts go round once, then again: what one does in a clock depends on
 * those before it only by the tickets that they took. */
#include "backends/verilog/model.h"

#include <string.h>

#include "backends/verilog/random.h"

enum { LANES = 64, WARM = 64 };

typedef struct {
    const Engine *e;
    uint32_t nstage, ngenerator, *stage_of; /* by random bit */
    uint64_t **word, **found, **row;        /* by block of 64 contexts: what came back */
    uint64_t *chosen;                       /* of the block that is looked at */
    uint64_t *live;                         /* by block */
    uint64_t *value, *root, *random;
    uint64_t *stream;                       /* the generators, clock by clock, for a lap and nstage more */
    EngineCount *count;
    uint64_t left, first, last, clock; /* left: games that may begin; hasty: that are still counted */
    bool hasty;
} Model;

uint32_t engine_settle(const Engine *e) { return e->stages->nstage + WARM; }

static void find_stages(Model *m, Arena *arena)
{
    const LaneNet *net = m->e->net;
    m->stage_of = ARENA_ARRAY(arena, uint32_t, m->e->nrandom + 1);
    for (uint32_t g = 1; g < net->gate.n; g++) {
        const LaneGate *at = &net->gate.at[g];
        if (at->kind == LANE_INPUT && at->a == BANK_RANDOM && m->e->stages->map->used[g])
            m->stage_of[at->b] = m->e->stages->stage[g];
    }
}

/* The generators' bits in the clocks from the present one on. */
static void advance(Model *m, uint32_t clocks)
{
    for (uint32_t k = 0; k < m->ngenerator; k++) {
        uint64_t *x = m->stream + (size_t)k * 2 * m->nstage;
        for (uint32_t t = 0; t < clocks; t++) {
            memmove(x, x + 1, (2 * m->nstage - 1) * sizeof *x);
            x[2 * m->nstage - 1] = engine_random_next(x[2 * m->nstage - 2]);
        }
    }
    m->clock += clocks;
}

static void start_streams(Model *m, uint64_t seed, uint32_t engine)
{
    for (uint32_t k = 0; k < m->ngenerator; k++) {
        uint64_t *x = m->stream + (size_t)k * 2 * m->nstage;
        x[0] = engine_random_seeded(seed, engine_random_base(engine) ^ engine_random_number(k));
        for (uint32_t t = 1; t < 2 * m->nstage; t++)
            x[t] = engine_random_next(x[t - 1]);
    }
    advance(m, engine_settle(m->e) - 1);
    m->clock++; /* bits come a clock after the generator has them */
}

/* ---- one clock ---------------------------------------------------------------------------- */

static uint32_t number_of(uint64_t *const word, uint32_t first, uint32_t n, uint32_t lane)
{
    uint32_t number = 0;
    for (uint32_t b = 0; b < n; b++)
        number |= (uint32_t)(word[first + b] >> lane & 1) << b;
    return number;
}

static void count_end(Model *m, uint32_t block, uint32_t lane)
{
    const Engine *e = m->e;
    const LaneFrame *f = &e->plan->frame;
    uint64_t rounds = number_of(m->word[block], f->round_at, f->nroundbit, lane);
    bool cut = false;
    for (uint32_t k = 0, bit = 0, base = 0; k < e->ngroup; k++) {
        uint32_t row = number_of(m->row[block], bit, e->group[k].nbit, lane);
        m->count->ends[base + row]++;
        cut = row + 1 == e->group[k].nrow;
        bit += e->group[k].nbit;
        base += e->group[k].nrow;
    }
    rounds += cut ? UINT64_C(1) << f->nroundbit : 0;
    m->count->playouts++;
    m->count->moves += rounds * f->nphase + number_of(m->found[block], ENGINE_BEYOND, e->nbeyond, lane);
}

/* What the context that comes back is to do: bit 0 it plays, bit 1 it begins a game. */
static uint32_t come_back(Model *m, uint32_t context)
{
    uint32_t block = context / LANES, lane = context % LANES;
    uint64_t now = m->clock + context;
    bool alive = m->live[block] >> lane & 1, done = alive && m->found[block][ENGINE_DONE] >> lane & 1;
    bool counted = done && (!m->hasty || m->left > 0);
    if (counted) {
        count_end(m, block, lane);
        m->last = now;
    }
    bool take = (!alive || done) && m->left > 0;
    m->first = take && m->first == UINT64_MAX ? now : m->first;
    m->left -= m->hasty ? counted : take;
    return (uint32_t)((alive && !done) || take) | (uint32_t)take << 1;
}

/* The random bits of a block's contexts, each in the stage that reads it. */
static void draw(Model *m, uint32_t block, uint32_t n)
{
    for (uint32_t i = 0; i < m->e->nrandom; i++) {
        const uint64_t *x = m->stream + (size_t)(i / RANDOM_BITS) * 2 * m->nstage + block * LANES + m->stage_of[i];
        m->random[i] = 0;
        for (uint32_t lane = 0; lane < n; lane++)
            m->random[i] |= (x[lane] >> i % RANDOM_BITS & 1) << lane;
    }
}

static void lap(Model *m)
{
    for (uint32_t block = 0; block * LANES < m->nstage; block++) {
        uint32_t n = m->nstage - block * LANES < LANES ? m->nstage - block * LANES : LANES;
        uint64_t live[NLIVE] = {0};
        for (uint32_t lane = 0; lane < n; lane++) {
            uint32_t what = come_back(m, block * LANES + lane);
            live[LIVE_PLAYS] |= (uint64_t)(what & 1) << lane;
            live[LIVE_FRESH] |= (uint64_t)(what >> 1) << lane;
        }
        draw(m, block, n);
        const uint64_t *in[NBANK] = {[BANK_STATE] = m->word[block], [BANK_ROOT] = m->root, [BANK_RANDOM] = m->random, [BANK_LIVE] = live};
        uint64_t *next = m->word[block]; /* outputs are written when all gates are known */
        uint64_t *out[NBANK] = {[BANK_STATE] = next, [BANK_FOUND] = m->found[block], [BANK_TALLY] = m->row[block], [BANK_CHOSEN] = m->chosen};
        lane_net_eval(m->e->whole, in, out, m->value);
        m->live[block] = live[LIVE_PLAYS];
    }
    advance(m, m->nstage);
}

/* All that a model keeps, at the first clock of engine number `engine`. */
static void set_up(Model *m, uint64_t seed, uint32_t engine, Arena *arena)
{
    const Engine *e = m->e;
    const LaneFrame *f = &e->plan->frame;
    uint32_t blocks = (m->nstage + LANES - 1) / LANES;
#define WORDS(n) ARENA_ARRAY(arena, uint64_t, (n) + 1)
    m->word = ARENA_ARRAY(arena, uint64_t *, blocks);
    m->found = ARENA_ARRAY(arena, uint64_t *, blocks);
    m->row = ARENA_ARRAY(arena, uint64_t *, blocks);
    for (uint32_t b = 0; b < blocks; b++) {
        m->word[b] = WORDS(f->nword);
        m->found[b] = WORDS(ENGINE_BEYOND + e->nbeyond);
        m->row[b] = WORDS(e->nrowbit);
    }
    m->live = WORDS(blocks);
    m->value = WORDS(e->whole->gate.n);
    m->chosen = WORDS(e->nchosen);
    m->root = WORDS(f->nword);
    m->random = WORDS(e->nrandom);
    m->stream = WORDS((size_t)m->ngenerator * 2 * m->nstage);
#undef WORDS
    for (uint32_t i = 0; i < e->game->nstate; i++)
        if (f->place[i] >= 0)
            m->root[f->place[i]] = e->game->init[i] ? ~UINT64_C(0) : 0;
    find_stages(m, arena);
    start_streams(m, seed, engine);
}

static EngineCount run(const Engine *e, uint64_t seed, uint64_t games, bool hasty, Arena *arena)
{
    uint32_t rows = 0;
    uint64_t first = UINT64_MAX, last = 0, all = 0;
    for (uint32_t k = 0; k < e->ngroup; k++)
        rows += e->group[k].nrow;
    EngineCount count = {.ends = ARENA_ARRAY(arena, uint64_t, rows)};
    for (uint32_t k = 0; k < e->nengine; k++) {
        Arena *scratch = arena_beside(arena);
        Model m = {.e = e, .nstage = e->stages->nstage, .ngenerator = (e->nrandom + RANDOM_BITS - 1) / RANDOM_BITS, .count = &count,
                   .left = (games + e->nengine - 1 - k) / e->nengine, .first = UINT64_MAX, .hasty = hasty};
        all += m.left;
        set_up(&m, seed, k, scratch);
        while (count.playouts < all)
            lap(&m);
        first = m.first < first ? m.first : first;
        last = m.last > last ? m.last : last;
        arena_free(scratch);
    }
    count.clocks = games ? last - first + 1 : 0;
    return count;
}

EngineCount engine_model(const Engine *e, uint64_t seed, uint64_t games, Arena *arena) { return run(e, seed, games, false, arena); }

EngineCount engine_model_hasty(const Engine *e, uint64_t seed, uint64_t games, Arena *arena) { return run(e, seed, games, true, arena); }

double engine_moves_a_clock(const Engine *e, uint64_t games, Arena *arena)
{
    EngineCount c = engine_model(e, 1, games * e->nengine, arena);
    if (!c.clocks)
        return 0;
    double played = (double)c.moves / (double)c.clocks, counted = (double)c.moves / (double)c.playouts / ENGINE_COUNT_CLOCKS;
    return played < counted ? played : counted;
}
