/* chain.c - circuits cut at their loops, see chain.h. */
#include "backends/lanes/chain.h"

#include <string.h>

#define NONE UINT32_MAX

typedef struct {
    const LaneNet *from;
    LaneChain chain;
    uint32_t *home;    /* by gate: its link */
    uint32_t *hand;    /* by gate: its word of BANK_HAND, or NONE */
    uint32_t *at_link; /* by loop: the link of its body */
    LaneEdge *map;     /* by gate, in the link being made: NONE, not yet there */
} Cut;

static const LaneLink *body_of(const Cut *c, uint32_t loop) { return &c->chain.link[c->at_link[loop]]; }

/* Every gate belongs to the link in whose range it stands: loops do not overlap. */
static void find_links(Cut *c, Arena *arena)
{
    const LaneNet *n = c->from;
    c->chain.link = ARENA_ARRAY(arena, LaneLink, 2 * n->loop.n + 1);
    c->chain.n = 1;
    for (uint32_t i = 0; i < n->gate.n; i++) {
        const LaneGate *g = &n->gate.at[i];
        const LaneLoop *l = g->kind == LANE_VAR ? &n->loop.at[g->a] : NULL;
        c->hand[i] = NONE;
        c->home[i] = c->chain.n - 1;
        if (!l)
            continue;
        c->at_link[g->a] = c->chain.n;
        c->chain.link[c->chain.n] = (LaneLink){.nvar = l->nvar, .var_at = c->chain.nhand, .bound = l->bound};
        c->chain.nhand += l->nvar;
        for (; i < l->end; i++) {
            c->hand[i] = NONE;
            c->home[i] = c->chain.n;
        }
        c->chain.n += 2;
        i--;
    }
    for (uint32_t k = 0; k < c->chain.n; k++)
        c->chain.link[k].net = lane_net_new(arena);
}

static void hand_to(Cut *c, LaneEdge edge, uint32_t link)
{
    uint32_t i = edge >> 1;
    if (c->from->gate.at[i].kind >= LANE_AND && c->home[i] != link && c->hand[i] == NONE)
        c->hand[i] = c->chain.nhand++;
}

/* The link that writes an output: where its gate is made, else the last. */
static uint32_t writer(const Cut *c, LaneEdge edge)
{
    return c->from->gate.at[edge >> 1].kind >= LANE_AND ? c->home[edge >> 1] : c->chain.n - 1;
}

/* Which words are needed by links that do not make them. */
static void find_hands(Cut *c)
{
    const LaneNet *n = c->from;
    for (uint32_t i = 1; i < n->gate.n; i++) {
        const LaneGate *g = &n->gate.at[i];
        if (g->kind < LANE_AND)
            continue;
        hand_to(c, g->a, c->home[i]);
        hand_to(c, g->b, c->home[i]);
        if (g->kind == LANE_MUX)
            hand_to(c, g->c, c->home[i]);
    }
    for (uint32_t k = 0; k < n->loop.n; k++)
        for (uint32_t v = 0; v < n->loop.at[k].nvar; v++) {
            hand_to(c, n->loop.at[k].start[v], c->at_link[k] - 1);
            hand_to(c, n->loop.at[k].step[v], c->at_link[k]);
        }
}

/* The edge in the link, where its gate is already made or comes from elsewhere. */
static LaneEdge take(Cut *c, LaneNet *net, LaneEdge edge)
{
    uint32_t i = edge >> 1;
    const LaneGate *g = &c->from->gate.at[i];
    if (c->map[i] == NONE) {
        if (g->kind == LANE_CONST)
            c->map[i] = LANE_FALSE;
        else if (g->kind == LANE_INPUT)
            c->map[i] = lane_input(net, (LaneBank)g->a, g->b);
        else if (g->kind == LANE_VAR || g->kind == LANE_REST)
            c->map[i] = lane_input(net, BANK_HAND, body_of(c, g->a)->var_at + g->b);
        else
            c->map[i] = lane_input(net, BANK_HAND, c->hand[i]);
    }
    return c->map[i] ^ (edge & 1);
}

static void make_gate(Cut *c, LaneNet *net, uint32_t i)
{
    const LaneGate *g = &c->from->gate.at[i];
    LaneEdge a = take(c, net, g->a), b = take(c, net, g->b);
    if (g->kind == LANE_MUX)
        c->map[i] = lane_mux(net, a, b, take(c, net, g->c));
    else
        c->map[i] = g->kind == LANE_AND ? lane_and(net, a, b) : lane_xor(net, a, b);
}

/* Before a loop: where its variables begin. In its body: what they become. */
static void write_variables(Cut *c, uint32_t link)
{
    LaneNet *net = c->chain.link[link].net;
    for (uint32_t k = 0; k < c->from->loop.n; k++) {
        const LaneLoop *l = &c->from->loop.at[k];
        if (!l->nvar || (c->at_link[k] != link && c->at_link[k] != link + 1))
            continue;
        const LaneEdge *edge = c->at_link[k] == link ? l->step : l->start;
        for (uint32_t v = 0; v < l->nvar; v++)
            lane_output(net, BANK_HAND, body_of(c, k)->var_at + v, take(c, net, edge[v]));
    }
}

static void make_link(Cut *c, uint32_t link, uint32_t *gate)
{
    LaneNet *net = c->chain.link[link].net;
    memset(c->map, 0xff, c->from->gate.n * sizeof *c->map);
    for (; *gate < c->from->gate.n && c->home[*gate] == link; ++*gate) {
        if (c->from->gate.at[*gate].kind < LANE_AND)
            continue;
        make_gate(c, net, *gate);
        if (c->hand[*gate] != NONE)
            lane_output(net, BANK_HAND, c->hand[*gate], c->map[*gate]);
    }
    write_variables(c, link);
    for (size_t i = 0; i < c->from->out.n; i++) {
        const LaneOutput *o = &c->from->out.at[i];
        if (writer(c, o->edge) == link)
            lane_output(net, o->bank, o->at, take(c, net, o->edge));
    }
}

LaneChain lane_chain(const LaneNet *n, Arena *arena)
{
    Cut c = {.from = n, .home = ARENA_ARRAY(arena, uint32_t, n->gate.n), .hand = ARENA_ARRAY(arena, uint32_t, n->gate.n),
             .at_link = ARENA_ARRAY(arena, uint32_t, n->loop.n + 1), .map = ARENA_ARRAY(arena, LaneEdge, n->gate.n)};
    find_links(&c, arena);
    find_hands(&c);
    uint32_t gate = 0;
    for (uint32_t link = 0; link < c.chain.n; link++)
        make_link(&c, link, &gate);
    return c.chain;
}
