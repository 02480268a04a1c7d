/* context.c - gates whose operands are simplified by one another: see context.h. */
#include "backends/lanes/context.h"

#include <string.h>

enum { DEPTH = 3, PARTS = 6, MOST_FACTS = 24, NESTED = 64 };

typedef struct {
    LaneEdge a, b, result; /* a < b; a 0: free */
} Known;

struct LaneContext {
    LaneNet *net;
    VEC(LaneEdge) other; /* lists of edges apart from one: edge, next + 1 by turns */
    uint32_t *first, nfirst; /* by edge, plus one */
    bool *leaf;              /* by gate, of those that were there at first: it is not looked into */
    uint32_t nleaf;
    Known *known;
    size_t nknown, room;
    uint32_t nested;
};

/* Edges that hold. */
typedef struct {
    LaneEdge edge[MOST_FACTS];
    uint32_t n;
} Facts;

LaneContext *lane_context_new(LaneNet *net)
{
    LaneContext *c = ARENA_NEW(net->arena, LaneContext);
    c->net = net;
    c->room = 1024;
    c->known = ARENA_ARRAY(net->arena, Known, c->room);
    c->nleaf = (uint32_t)net->gate.n;
    c->leaf = ARENA_ARRAY(net->arena, bool, c->nleaf);
    return c;
}

void lane_context_leaves(LaneContext *c, const LaneEdge *leaf, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        c->leaf[leaf[i] >> 1] = true;
}

static void list(LaneContext *c, LaneEdge a, LaneEdge b)
{
    Arena *arena = c->net->arena;
    if (a >= c->nfirst) {
        const uint32_t n = 2 * a + 64;
        uint32_t *first = ARENA_ARRAY(arena, uint32_t, n);
        if (c->nfirst)
            memcpy(first, c->first, c->nfirst * sizeof *first);
        c->first = first;
        c->nfirst = n;
    }
    vec_push(arena, &c->other, b);
    vec_push(arena, &c->other, c->first[a]);
    c->first[a] = (uint32_t)c->other.n - 1;
}

void lane_context_apart(LaneContext *c, LaneEdge a, LaneEdge b)
{
    if (a <= LANE_TRUE || b <= LANE_TRUE)
        return;
    list(c, a, b);
    list(c, b, a);
}

static void add_fact(Facts *f, LaneEdge edge)
{
    if (f->n < MOST_FACTS)
        f->edge[f->n++] = edge;
}

static bool is_inner(const LaneContext *c, LaneEdge edge)
{
    const uint32_t gate = edge >> 1;
    return c->net->gate.at[gate].kind == LANE_AND && (gate >= c->nleaf || !c->leaf[gate]);
}

/* What holds where the edge does: its parts, and the opposite of what is apart from them. */
static void find_facts(const LaneContext *c, LaneEdge edge, uint32_t depth, Facts *f)
{
    const LaneGate *g = &c->net->gate.at[edge >> 1];
    add_fact(f, edge);
    for (uint32_t at = edge < c->nfirst ? c->first[edge] : 0; at; at = c->other.at[at])
        add_fact(f, lane_not(c->other.at[at - 1]));
    if (edge & 1 || !is_inner(c, edge) || !depth)
        return;
    find_facts(c, g->a, depth - 1, f);
    find_facts(c, g->b, depth - 1, f);
}

static LaneEdge and_of(LaneContext *c, LaneEdge a, LaneEdge b);

static LaneEdge given(LaneContext *c, const Facts *f, LaneEdge edge, uint32_t depth)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (f->edge[i] >> 1 == edge >> 1)
            return f->edge[i] == edge;
    if (!is_inner(c, edge) || !depth)
        return edge;
    const LaneGate g = c->net->gate.at[edge >> 1];
    const LaneEdge a = given(c, f, g.a, depth - 1), b = given(c, f, g.b, depth - 1);
    return a == g.a && b == g.b ? edge : and_of(c, a, b) ^ (edge & 1);
}

static Known *find(const LaneContext *c, LaneEdge a, LaneEdge b)
{
    size_t h = (a * UINT64_C(0x9e3779b97f4a7c15) ^ b * UINT64_C(0xbf58476d1ce4e5b9)) >> 20 & (c->room - 1);
    while (c->known[h].a && (c->known[h].a != a || c->known[h].b != b))
        h = (h + 1) & (c->room - 1);
    return &c->known[h];
}

static void know(LaneContext *c, LaneEdge a, LaneEdge b, LaneEdge result)
{
    if (2 * c->nknown > c->room) {
        const Known *old = c->known;
        const size_t n = c->room;
        c->room *= 2;
        c->known = ARENA_ARRAY(c->net->arena, Known, c->room);
        for (size_t i = 0; i < n; i++)
            if (old[i].a)
                *find(c, old[i].a, old[i].b) = old[i];
    }
    Known *at = find(c, a, b);
    c->nknown += !at->a;
    *at = (Known){a, b, result};
}

static LaneEdge simplified(LaneContext *c, LaneEdge a, LaneEdge b)
{
    const LaneEdge part[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        Facts f = {.n = 0};
        find_facts(c, part[i], PARTS, &f);
        const LaneEdge other = given(c, &f, part[!i], DEPTH);
        if (other != part[!i])
            return and_of(c, part[i], other);
    }
    return lane_and(c->net, a, b);
}

static LaneEdge and_of(LaneContext *c, LaneEdge a, LaneEdge b)
{
    if (a > b)
        return and_of(c, b, a);
    if (a <= LANE_TRUE || a >> 1 == b >> 1 || c->nested == NESTED)
        return lane_and(c->net, a, b);
    const Known *known = find(c, a, b);
    if (known->a)
        return known->result;
    c->nested++;
    const LaneEdge result = simplified(c, a, b);
    c->nested--;
    know(c, a, b, result);
    return result;
}

LaneEdge lane_context_and(LaneContext *c, LaneEdge a, LaneEdge b) { return and_of(c, a, b); }
