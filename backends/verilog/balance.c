/* balance.c - chains of one operation as trees: see lut.h.
 *
 * Operands that are there early are put together first (as in A. Mishchenko, S. Chatterjee, R. Brayton, "DAG-aware AIG
 * rewriting", DAC 2006, section 2, for chains of AND). */
#include "backends/verilog/lut.h"

typedef struct {
    LaneEdge edge;
    uint32_t level;
} Operand;

typedef struct {
    const LaneNet *from;
    LaneNet *to;
    Arena *scratch;
    uint32_t *refs;       /* by gate of `from` */
    LaneEdge *map;        /* by gate of `from`; LANE_UNMADE */
    VEC(uint32_t) level;  /* by gate of `to` */
    VEC(LaneEdge) chain;  /* operands of a chain, edges of `from` */
    VEC(Operand) heap;
} Balance;

#define LANE_UNMADE UINT32_MAX

static uint32_t highest(const Balance *b, LaneEdge x, uint32_t than)
{
    return b->level.at[x >> 1] > than ? b->level.at[x >> 1] : than;
}

/* Levels of gates made since. */
static uint32_t level_of(Balance *b, LaneEdge edge)
{
    while (b->level.n < b->to->gate.n) {
        const LaneGate *g = &b->to->gate.at[b->level.n];
        uint32_t level = 0;
        if (g->kind >= LANE_AND) {
            level = highest(b, g->b, highest(b, g->a, 0));
            level = 1 + (g->kind == LANE_MUX ? highest(b, g->c, level) : level);
        }
        vec_push(b->scratch, &b->level, level);
    }
    return b->level.at[edge >> 1];
}

/* The operands of the chain that ends in a gate: of its own kind and read by it alone are part of it. */
static void collect(Balance *b, uint32_t gate)
{
    LaneKind kind = b->from->gate.at[gate].kind;
    VEC(LaneEdge) open = {0};
    b->chain.n = 0;
    vec_push(b->scratch, &open, b->from->gate.at[gate].a);
    vec_push(b->scratch, &open, b->from->gate.at[gate].b);
    while (open.n) {
        LaneEdge e = open.at[--open.n];
        const LaneGate *g = &b->from->gate.at[e >> 1];
        if (g->kind == kind && !(e & 1) && b->refs[e >> 1] == 1) {
            vec_push(b->scratch, &open, g->a);
            vec_push(b->scratch, &open, g->b);
        } else {
            vec_push(b->scratch, &b->chain, e);
        }
    }
}

static void put(Balance *b, LaneEdge edge)
{
    Operand o = {edge, level_of(b, edge)};
    vec_push(b->scratch, &b->heap, o);
    size_t at = b->heap.n - 1;
    for (; at > 0 && b->heap.at[at - 1].level < o.level; at--) /* the earliest last */
        b->heap.at[at] = b->heap.at[at - 1];
    b->heap.at[at] = o;
}

static LaneEdge copied(const Balance *b, LaneEdge e) { return b->map[e >> 1] ^ (e & 1); }

static LaneEdge rebuild(Balance *b, LaneKind kind)
{
    b->heap.n = 0;
    for (size_t i = 0; i < b->chain.n; i++)
        put(b, copied(b, b->chain.at[i]));
    while (b->heap.n > 1) {
        LaneEdge x = b->heap.at[--b->heap.n].edge, y = b->heap.at[--b->heap.n].edge;
        put(b, kind == LANE_AND ? lane_and(b->to, x, y) : lane_xor(b->to, x, y));
    }
    return b->heap.at[0].edge;
}

static void count_refs(Balance *b)
{
    const LaneNet *n = b->from;
    for (size_t i = 0; i < n->out.n; i++)
        b->refs[n->out.at[i].edge >> 1] += 2; /* an output keeps its gate */
    for (size_t i = n->gate.n; i-- > 1;) {
        const LaneGate *g = &n->gate.at[i];
        if (!b->refs[i] || g->kind < LANE_AND)
            continue;
        b->refs[g->a >> 1]++;
        b->refs[g->b >> 1]++;
        if (g->kind == LANE_MUX)
            b->refs[g->c >> 1]++;
    }
}

/* Is the gate in the middle of a chain? */
static bool *inner_gates(const Balance *b)
{
    const LaneNet *n = b->from;
    bool *inner = ARENA_ARRAY(b->scratch, bool, n->gate.n);
    for (size_t i = 1; i < n->gate.n; i++) {
        const LaneGate *g = &n->gate.at[i];
        if (g->kind != LANE_AND && g->kind != LANE_XOR)
            continue;
        const LaneEdge in[2] = {g->a, g->b};
        for (int k = 0; k < 2; k++)
            if (!(in[k] & 1) && n->gate.at[in[k] >> 1].kind == g->kind && b->refs[in[k] >> 1] == 1)
                inner[in[k] >> 1] = true;
    }
    return inner;
}

LaneNet *lane_net_balance(const LaneNet *net, Arena *arena)
{
    Balance b = {.from = net, .to = lane_net_new(arena), .scratch = arena_beside(arena)};
    b.refs = ARENA_ARRAY(b.scratch, uint32_t, net->gate.n);
    b.map = ARENA_ARRAY(b.scratch, LaneEdge, net->gate.n);
    count_refs(&b);
    const bool *inner = inner_gates(&b);
    for (uint32_t i = 1; i < net->gate.n; i++) {
        const LaneGate *g = &net->gate.at[i];
        b.map[i] = LANE_UNMADE;
        if (!b.refs[i] || inner[i])
            continue;
        if (g->kind == LANE_INPUT) {
            b.map[i] = lane_input(b.to, (LaneBank)g->a, g->b);
        } else if (g->kind == LANE_MUX) {
            b.map[i] = lane_mux(b.to, copied(&b, g->a), copied(&b, g->b), copied(&b, g->c));
        } else {
            collect(&b, i);
            b.map[i] = rebuild(&b, g->kind);
        }
    }
    for (size_t i = 0; i < net->out.n; i++)
        lane_output(b.to, net->out.at[i].bank, net->out.at[i].at, copied(&b, net->out.at[i].edge));
    arena_free(b.scratch);
    return lane_net_tidy(b.to, arena);
}
