/* stage.c - see stage.h.
 *
 * Where registers go: of each two neighbouring stages, the others being as they are, what stands in which is a least cut:
 * a table goes with what it reads, as deep as a stage may be, and signals that are read beyond the boundary cost.  This is
 * done for all boundaries until none gets better (ours; for depth 1 it is retiming for few registers, C. Leiserson,
 * J. Saxe, "Retiming synchronous circuitry", Algorithmica 1991). */
#include "backends/verilog/stage.h"

#include <string.h>

#include "base/flow.h"

/* A register costs little where its table feeds nothing else, as both are one cell then. */
enum { COST_REGISTER = 1, COST_CELL = 4, ROUNDS = 40 };

typedef struct {
    const LutMap *map;
    LutStages *s;
    uint32_t fresh, ngate;
    uint32_t *deep, *high; /* by gate: tables from the beginning of its stage, and to the end, it included */
    uint32_t *reader, *first_reader; /* the readers of a gate stand side by side */
    bool *put_out;         /* by gate: an output reads it */
    bool *told;            /* by gate: an output of BANK_CHOSEN does */
    uint32_t *node;        /* by gate, plus one: where it may move */
} Cutter;

static bool is_table(const Cutter *c, uint32_t g) { return g && c->map->used[g] && !lut_is_input(c->map->net, g); }

static bool is_random(const Cutter *c, uint32_t g)
{
    const LaneGate *at = &c->map->net->gate.at[g];
    return c->map->used[g] && at->kind == LANE_INPUT && at->a == BANK_RANDOM;
}

/* What needs no register. */
static bool is_still(const Cutter *c, uint32_t g)
{
    const LaneGate *at = &c->map->net->gate.at[g];
    return at->kind == LANE_INPUT && at->a == BANK_LIVE && at->b == LIVE_RANKS;
}

static uint32_t arrival(const Cutter *c, uint32_t g)
{
    const LaneGate *at = &c->map->net->gate.at[g];
    return at->kind == LANE_INPUT && at->a == BANK_LIVE && at->b != LIVE_RANKS ? c->fresh : 0;
}

static void find_readers(Cutter *c, Arena *arena)
{
    uint32_t total = 0;
    c->first_reader = ARENA_ARRAY(arena, uint32_t, c->ngate + 2);
    for (uint32_t g = 0; g < c->ngate; g++)
        for (uint32_t i = 0; is_table(c, g) && i < c->map->cut[g].n; i++) {
            c->first_reader[c->map->cut[g].leaf[i] + 2]++;
            total++;
        }
    for (uint32_t g = 2; g < c->ngate + 2; g++)
        c->first_reader[g] += c->first_reader[g - 1];
    c->reader = ARENA_ARRAY(arena, uint32_t, total + 1);
    for (uint32_t g = 0; g < c->ngate; g++)
        for (uint32_t i = 0; is_table(c, g) && i < c->map->cut[g].n; i++)
            c->reader[c->first_reader[c->map->cut[g].leaf[i] + 1]++] = g;
    for (size_t i = 0; i < c->map->net->out.n; i++)
        (c->map->net->out.at[i].bank == BANK_CHOSEN ? c->told : c->put_out)[c->map->net->out.at[i].edge >> 1] = true;
}

#define READERS(c, g, r) for (uint32_t r = (c)->first_reader[g]; r < (c)->first_reader[(g) + 1]; r++)

/* ---- a first cut --------------------------------------------------------------------------- */

static uint32_t levels(Cutter *c)
{
    uint32_t most = 0;
    for (uint32_t g = 0; g < c->ngate; g++) {
        c->deep[g] = arrival(c, g);
        for (uint32_t i = 0; is_table(c, g) && i < c->map->cut[g].n; i++) {
            uint32_t before = c->deep[c->map->cut[g].leaf[i]];
            c->deep[g] = before + 1 > c->deep[g] ? before + 1 : c->deep[g];
        }
        most = c->map->used[g] && c->deep[g] > most ? c->deep[g] : most;
    }
    return most;
}

static void as_early_as_possible(Cutter *c)
{
    levels(c);
    for (uint32_t g = 0; g < c->ngate; g++)
        c->s->stage[g] = is_table(c, g) ? (c->deep[g] - 1) / c->s->depth : 0;
    for (uint32_t g = 0; g < c->ngate; g++) {
        if (!is_random(c, g))
            continue;
        c->s->stage[g] = c->s->nstage - 1;
        READERS(c, g, r)
            c->s->stage[g] = c->s->stage[c->reader[r]] < c->s->stage[g] ? c->s->stage[c->reader[r]] : c->s->stage[g];
    }
}

/* ---- one boundary -------------------------------------------------------------------------- */

/* Of what stands in stages k - 1 and k, as if that were one: how deep, and how high. */
static void measure(Cutter *c, uint32_t k)
{
    for (uint32_t g = 0; g < c->ngate; g++) {
        bool inside = c->s->stage[g] + 1 == k || c->s->stage[g] == k;
        c->deep[g] = k == 1 ? arrival(c, g) : 0;
        for (uint32_t i = 0; is_table(c, g) && inside && i < c->map->cut[g].n; i++) {
            uint32_t leaf = c->map->cut[g].leaf[i], before = c->s->stage[leaf] + 1 >= k ? c->deep[leaf] : 0;
            c->deep[g] = before + 1 > c->deep[g] ? before + 1 : c->deep[g];
        }
    }
    for (uint32_t g = c->ngate; g-- > 1;) {
        bool inside = c->s->stage[g] + 1 == k || c->s->stage[g] == k;
        c->high[g] = 1;
        READERS(c, g, r) {
            uint32_t to = c->reader[r];
            if (inside && c->s->stage[to] <= k && c->high[to] + 1 > c->high[g])
                c->high[g] = c->high[to] + 1;
        }
    }
}

static bool moves(const Cutter *c, uint32_t g, uint32_t k)
{
    return (is_table(c, g) || is_random(c, g)) && (c->s->stage[g] + 1 == k || c->s->stage[g] == k);
}

/* Signals that are read in stage k or later cost a register; it stands in a table's cell where
 * nothing before the boundary reads that. */
static void add_signal(Cutter *c, Flow *f, uint32_t g, uint32_t k)
{
    bool beyond = c->put_out[g], inside = false, table = is_table(c, g) && c->node[g];
    READERS(c, g, r) {
        beyond |= c->s->stage[c->reader[r]] > k;
        inside |= c->node[c->reader[r]] != 0;
    }
    uint32_t from = c->node[g] ? c->node[g] - 1 : FLOW_SOURCE;
    if (!c->node[g] && (beyond || !inside))
        return; /* it passes, or does not come here */
    uint32_t late = flow_node(f), early = table ? flow_node(f) : 0;
    flow_pipe(f, from, late, table ? COST_REGISTER : COST_REGISTER + COST_CELL);
    if (table)
        flow_pipe(f, early, late, COST_CELL);
    if (beyond)
        flow_pipe(f, late, FLOW_SINK, FLOW_MUCH);
    READERS(c, g, r) {
        uint32_t to = c->node[c->reader[r]];
        if (!to)
            continue;
        flow_pipe(f, late, to - 1, FLOW_MUCH);
        if (table)
            flow_pipe(f, to - 1, early, FLOW_MUCH);
        if (c->node[g])
            flow_pipe(f, to - 1, from, FLOW_MUCH); /* what is read is no later */
    }
}

static void cut_boundary(Cutter *c, uint32_t k, Arena *scratch)
{
    Flow *f = flow_new(scratch);
    measure(c, k);
    for (uint32_t g = 0; g < c->ngate; g++) {
        c->node[g] = 0;
        if (!moves(c, g, k))
            continue;
        uint32_t node = flow_node(f);
        c->node[g] = node + 1;
        if (is_table(c, g) && c->high[g] > c->s->depth)
            flow_pipe(f, FLOW_SOURCE, node, FLOW_MUCH);
        if (is_table(c, g) && c->deep[g] > c->s->depth)
            flow_pipe(f, node, FLOW_SINK, FLOW_MUCH);
    }
    for (uint32_t g = 1; g < c->ngate; g++)
        if (c->map->used[g] && !is_still(c, g) && (c->node[g] || c->s->stage[g] < k))
            add_signal(c, f, g, k);
    bool *early = ARENA_ARRAY(scratch, bool, f->first.n);
    flow_cut(f, early);
    for (uint32_t g = 0; g < c->ngate; g++)
        if (c->node[g])
            c->s->stage[g] = early[c->node[g] - 1] ? k - 1 : k;
}

/* ---- all -------------------------------------------------------------------------------------- */

static uint64_t price(Cutter *c)
{
    uint64_t cost = 0;
    c->s->nregister = 0;
    for (uint32_t g = 1; g < c->ngate; g++) {
        uint32_t *last = &c->s->last[g];
        bool beside = false; /* something in its stage reads it */
        *last = c->put_out[g] ? c->s->nstage : c->s->stage[g] + c->told[g];
        if (is_still(c, g))
            continue;
        READERS(c, g, r) {
            uint32_t stage = c->s->stage[c->reader[r]];
            *last = stage > *last ? stage : *last;
            beside |= stage == c->s->stage[g];
        }
        if (!c->map->used[g])
            continue;
        uint32_t n = *last - c->s->stage[g];
        c->s->nregister += n;
        cost += n * (uint64_t)(COST_REGISTER + COST_CELL) - (n && is_table(c, g) && !beside ? COST_CELL : 0);
    }
    return cost;
}

void lut_parts(const LutStages *s, uint32_t stage, bool *part)
{
    const LaneNet *net = s->map->net;
    for (uint32_t g = 0; g < net->gate.n; g++)
        part[g] = g && s->map->used[g] && !lut_is_input(net, g) && s->stage[g] == stage && s->last[g] > stage;
    for (uint32_t g = (uint32_t)net->gate.n; g-- > 1;) {
        const LaneGate *at = &net->gate.at[g];
        if (!part[g] || lut_is_input(net, g) || lut_comes(s, g, stage))
            continue;
        part[at->a >> 1] = part[at->b >> 1] = true;
        if (at->kind == LANE_MUX)
            part[at->c >> 1] = true;
    }
}

/* A table's leaf is not read where a gate between them comes by a register, too: it need not come so far. */
static void trim(Cutter *c, Arena *scratch)
{
    bool *part = ARENA_ARRAY(scratch, bool, c->ngate);
    c->s->nregister = 0;
    for (uint32_t k = c->s->nstage; k-- > 0;) {
        lut_parts(c->s, k, part);
        for (uint32_t g = 1; g < c->ngate; g++)
            if (lut_comes(c->s, g, k) && c->s->last[g] == k && !part[g] && k > c->s->stage[g] + c->told[g])
                c->s->last[g]--;
    }
    for (uint32_t g = 1; g < c->ngate; g++)
        c->s->nregister += c->map->used[g] ? c->s->last[g] - c->s->stage[g] : 0;
}

/* Cells: the first register of a table that nothing reads in its stage stands with it. */
static void count_cells(Cutter *c)
{
    LutStages *s = c->s;
    s->ncell = c->map->ntable + s->nregister;
    for (uint32_t g = 1; g < c->ngate; g++) {
        bool beside = false;
        READERS(c, g, r)
            beside |= s->stage[c->reader[r]] == s->stage[g];
        if (is_table(c, g) && !beside && s->last[g] > s->stage[g])
            s->ncell--;
        c->deep[g] = s->stage[g] == 0 ? arrival(c, g) : 0;
        for (uint32_t i = 0; is_table(c, g) && i < c->map->cut[g].n; i++) {
            uint32_t leaf = c->map->cut[g].leaf[i], before = s->stage[leaf] == s->stage[g] ? c->deep[leaf] : 0;
            c->deep[g] = before + 1 > c->deep[g] ? before + 1 : c->deep[g];
        }
        s->deepest = c->map->used[g] && c->deep[g] > s->deepest ? c->deep[g] : s->deepest;
    }
}

static Cutter cutter_of(const LutMap *map, uint32_t fresh, Arena *scratch)
{
    uint32_t n = (uint32_t)map->net->gate.n;
    Cutter c = {.map = map, .fresh = fresh, .ngate = n, .deep = ARENA_ARRAY(scratch, uint32_t, n),
                .high = ARENA_ARRAY(scratch, uint32_t, n), .put_out = ARENA_ARRAY(scratch, bool, n),
                .told = ARENA_ARRAY(scratch, bool, n), .node = ARENA_ARRAY(scratch, uint32_t, n)};
    return c;
}

uint32_t lut_stages_needed(const LutMap *map, uint32_t depth, uint32_t fresh, Arena *arena)
{
    Arena *scratch = arena_beside(arena);
    Cutter c = cutter_of(map, fresh, scratch);
    uint32_t most = levels(&c);
    arena_free(scratch);
    return most ? (most + depth - 1) / depth : 1;
}

LutStages *lut_stages(const LutMap *map, uint32_t nstage, uint32_t depth, uint32_t fresh, Arena *arena)
{
    uint32_t n = (uint32_t)map->net->gate.n, needed = lut_stages_needed(map, depth, fresh, arena);
    Arena *scratch = arena_beside(arena);
    Cutter c = cutter_of(map, fresh, scratch);
    LutStages *s = c.s = ARENA_NEW(arena, LutStages);
    *s = (LutStages){.map = map, .nstage = nstage > needed ? nstage : needed, .depth = depth,
                     .stage = ARENA_ARRAY(arena, uint32_t, n), .last = ARENA_ARRAY(arena, uint32_t, n)};
    find_readers(&c, scratch);
    as_early_as_possible(&c);
    uint64_t best = price(&c);
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t before = best;
        for (uint32_t k = 1; k < s->nstage; k++) {
            Arena *one = arena_beside(arena);
            cut_boundary(&c, round & 1 ? s->nstage - k : k, one);
            arena_free(one);
        }
        best = price(&c);
        if (best >= before && round > 1)
            break;
    }
    trim(&c, scratch);
    count_cells(&c);
    arena_free(scratch);
    return s;
}
