/* reduce.c - a net rewritten for what can happen: nodes that are constant in
 * the care set, or equal to an earlier one, and inputs of gates that follow from
 * the gate's other inputs.  The samples say where it is worth trying. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/net/build.h"
#include "frontend/gdl/net/care.h"

enum { EQUAL_SPLITS = 40, DROP_SPLITS = 12, MOST_TRIES = 4 };
static const uint64_t most_work = 25000000; /* for equal nodes; as much for inputs */

typedef struct {
    GdlNet *net;
    Arena *arena;
    GdlSamples samples;
    GdlInvariants invariants;
    GdlCare *care;
    uint64_t limit; /* of the care's work */
    GdlEdge *become; /* by node: what it is now, itself or an earlier edge */
    bool *drop;      /* by place in net->edge */
    uint32_t *slot;  /* earlier nodes by their samples; a chain by `next` */
    uint32_t *next, *hash;
    size_t cap;
} Reduce;

static bool never(Reduce *r, const GdlEdge *edge, uint32_t n, bool moves, uint32_t splits)
{
    return gdl_care_work(r->care) < r->limit && gdl_care_never(r->care, edge, n, moves, splits);
}

static uint64_t mask(const Reduce *r, bool moves, uint32_t word)
{
    return moves ? r->samples.moved[word] : ~UINT64_C(0);
}

/* ---- constants and equal nodes --------------------------------------------------- */

/* Whether the samples tell the edges apart; with `moves` only where there is one. */
static bool differ(const Reduce *r, GdlEdge a, GdlEdge b, bool moves)
{
    for (uint32_t w = 0; w < r->samples.words; w++)
        if ((gdl_sample_word(&r->samples, a, w) ^ gdl_sample_word(&r->samples, b, w)) & mask(r, moves, w))
            return true;
    return false;
}

/* Of the node's samples where there is a move, the same for its opposite. */
static uint32_t hash_of(const Reduce *r, uint32_t node)
{
    uint64_t hash = 0, flip = 0;
    bool first = true;
    for (uint32_t w = 0; w < r->samples.words; w++) {
        uint64_t moved = r->samples.moved[w], word = gdl_sample_word(&r->samples, node * 2, w);
        if (first && moved) {
            flip = word & (moved & (0 - moved)) ? ~UINT64_C(0) : 0;
            first = false;
        }
        hash = (hash ^ ((word ^ flip) & moved)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (uint32_t)hash;
}

static bool equal(Reduce *r, GdlEdge a, GdlEdge b, bool moves)
{
    GdlEdge one[2] = {a, b ^ 1}, other[2] = {a ^ 1, b};
    return !differ(r, a, b, moves) && never(r, one, 2, moves, EQUAL_SPLITS) && never(r, other, 2, moves, EQUAL_SPLITS);
}

static GdlEdge find_constant(Reduce *r, uint32_t node)
{
    bool moves = r->samples.moves[node];
    GdlEdge edge = node * 2;
    for (GdlEdge constant = 0; constant < 2; constant++) {
        GdlEdge wrong = edge ^ constant;
        if (!differ(r, edge, constant, moves) && never(r, &wrong, 1, moves, EQUAL_SPLITS))
            return constant;
    }
    return edge;
}

/* The edge that the node is, of earlier nodes or constant.  A move is not taken
 * for what it follows from: later stages want to know what depends on moves. */
static GdlEdge find_equal(Reduce *r, uint32_t node)
{
    bool moves = r->samples.moves[node];
    GdlEdge edge = find_constant(r, node);
    if (edge <= GDL_TRUTH)
        return edge;
    unsigned tries = 0;
    for (uint32_t e = r->slot[r->hash[node] & (r->cap - 1)]; e && tries < MOST_TRIES; e = r->next[e]) {
        if (r->hash[e] != r->hash[node] || (r->samples.moves[e] && !moves))
            continue;
        tries++;
        for (GdlEdge flip = 0; flip < 2; flip++)
            if (equal(r, edge, e * 2 + flip, moves))
                return r->become[e] ^ flip;
    }
    return edge;
}

static void find_equals(Reduce *r)
{
    for (r->cap = 1024; r->cap < r->net->nnode;)
        r->cap *= 2;
    r->slot = ARENA_ARRAY(r->arena, uint32_t, r->cap);
    r->next = ARENA_ARRAY(r->arena, uint32_t, r->net->nnode);
    r->hash = ARENA_ARRAY(r->arena, uint32_t, r->net->nnode);
    for (uint32_t i = 1; i < r->net->nnode; i++) {
        r->hash[i] = hash_of(r, i);
        r->become[i] = r->net->node[i].kind == GDL_NODE_INPUT ? find_constant(r, i) : find_equal(r, i);
        if (r->become[i] >> 1 != i)
            continue;
        size_t k = r->hash[i] & (r->cap - 1);
        r->next[i] = r->slot[k];
        r->slot[k] = i;
    }
}

/* ---- inputs of gates ---------------------------------------------------------------- */

/* Whether some sample has the other inputs left true and this one false. */
static bool is_needed(const Reduce *r, const GdlNode *node, uint32_t input, bool moves)
{
    const GdlEdge *edge = r->net->edge + node->at;
    for (uint32_t w = 0; w < r->samples.words; w++) {
        uint64_t all = ~gdl_sample_word(&r->samples, edge[input], w) & mask(r, moves, w);
        for (uint32_t k = 0; all && k < node->n; k++)
            if (k != input && !r->drop[node->at + k])
                all &= gdl_sample_word(&r->samples, edge[k], w);
        if (all)
            return true;
    }
    return false;
}

static void drop_inputs(Reduce *r, uint32_t node, GdlEdge *scratch)
{
    const GdlNode *n = &r->net->node[node];
    const GdlEdge *edge = r->net->edge + n->at;
    bool moves = r->samples.moves[node];
    for (uint32_t i = n->n; i-- > 0;) {
        if (is_needed(r, n, i, moves))
            continue;
        uint32_t left = 0;
        for (uint32_t k = 0; k < n->n; k++)
            if (!r->drop[n->at + k])
                scratch[left++] = k == i ? edge[k] ^ 1 : edge[k];
        r->drop[n->at + i] = never(r, scratch, left, moves, DROP_SPLITS);
    }
}

/* ---- the new net ---------------------------------------------------------------------- */

static void move_edge(const GdlEdge *fresh, GdlEdge *edge)
{
    *edge = fresh[*edge >> 1] ^ (*edge & 1);
}

static GdlEdge copy_gate(const Reduce *r, GdlNodes *nodes, const GdlNode *node, const GdlEdge *fresh, GdlEdge *scratch)
{
    uint32_t left = 0;
    for (uint32_t k = 0; k < node->n; k++) {
        GdlEdge edge = r->net->edge[node->at + k];
        if (!r->drop[node->at + k])
            scratch[left++] = fresh[edge >> 1] ^ (edge & 1);
    }
    return gdl_and(nodes, scratch, left);
}

static GdlEdge become(const Reduce *r, GdlEdge edge)
{
    return r->become[edge >> 1] ^ (edge & 1);
}

static bool never_holds(const Reduce *r, const GdlBase *base)
{
    return !base->init && become(r, base->now) == GDL_FALSE;
}

static bool never_legal(const Reduce *r, const GdlInput *input)
{
    return become(r, input->legal) == GDL_FALSE && input->does > GDL_TRUTH && become(r, input->does) == GDL_FALSE;
}

/* The numbers that facts and moves will have when the impossible ones are gone. */
static void renumber(const Reduce *r, uint32_t *base, uint32_t *input)
{
    for (uint32_t i = 0, n = 0; i < r->net->nbase; i++) {
        base[i] = n;
        n += !never_holds(r, &r->net->base[i]);
    }
    for (uint32_t i = 0, n = 0; i < r->net->ninput; i++) {
        input[i] = n;
        n += !never_legal(r, &r->net->input[i]);
    }
}

static void move_roots(const Reduce *r, const GdlEdge *fresh, const GdlEdge *leaf)
{
    GdlNet *net = r->net;
    uint32_t nbase = 0, ninput = 0;
    for (uint32_t i = 0; i < net->nbase; i++) {
        GdlBase base = net->base[i];
        if (never_holds(r, &base))
            continue;
        if (base.now > GDL_TRUTH)
            move_edge(leaf, &base.now);
        move_edge(fresh, &base.next);
        net->base[nbase++] = base;
    }
    for (uint32_t i = 0; i < net->ninput; i++) {
        GdlInput input = net->input[i];
        if (never_legal(r, &input))
            continue;
        if (input.does > GDL_TRUTH)
            move_edge(leaf, &input.does);
        move_edge(fresh, &input.legal);
        net->input[ninput++] = input;
    }
    net->nbase = nbase;
    net->ninput = ninput;
    for (uint32_t i = 0; i < net->ngoal; i++)
        move_edge(fresh, &net->goal[i].holds);
    move_edge(fresh, &net->terminal);
}

static void rebuild(Reduce *r, GdlEdge *scratch)
{
    GdlNet *net = r->net;
    GdlNodes nodes;
    GdlEdge *fresh = ARENA_ARRAY(r->arena, GdlEdge, net->nnode), *leaf = ARENA_ARRAY(r->arena, GdlEdge, net->nnode);
    uint32_t *base = ARENA_ARRAY(r->arena, uint32_t, net->nbase + 1), *input = ARENA_ARRAY(r->arena, uint32_t, net->ninput + 1);
    renumber(r, base, input);
    gdl_nodes_init(&nodes, net->arena);
    for (uint32_t i = 1; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        bool gate = node->kind == GDL_NODE_AND, fact = node->kind == GDL_NODE_BASE;
        if (!gate && !(fact ? never_holds(r, &net->base[node->at]) : never_legal(r, &net->input[node->at])))
            leaf[i] = gdl_leaf(&nodes, node->kind, fact ? base[node->at] : input[node->at]);
        if (r->become[i] >> 1 != i)
            fresh[i] = fresh[r->become[i] >> 1] ^ (r->become[i] & 1);
        else
            fresh[i] = gate ? copy_gate(r, &nodes, node, fresh, scratch) : leaf[i];
    }
    move_roots(r, fresh, leaf);
    net->node = nodes.node.at;
    net->nnode = (uint32_t)nodes.node.n;
    net->edge = nodes.edge.at;
    net->nedge = (uint32_t)nodes.edge.n;
}

void gdl_net_reduce(GdlNet *net)
{
    Arena *arena = arena_beside(net->arena);
    Reduce r = {.net = net, .arena = arena};
    gdl_sample(net, &r.samples, arena);
    gdl_invariants(net, &r.samples, &r.invariants, arena);
    r.care = gdl_care_new(net, &r.invariants, arena);
    gdl_net_goals(net, &r.samples, r.care, arena);
    r.become = ARENA_ARRAY(arena, GdlEdge, net->nnode);
    r.drop = ARENA_ARRAY(arena, bool, net->nedge + 1);
    GdlEdge *scratch = ARENA_ARRAY(arena, GdlEdge, net->nedge + 1);
    r.limit = gdl_care_work(r.care) + most_work;
    find_equals(&r);
    r.limit = gdl_care_work(r.care) + most_work;
    for (uint32_t i = 1; i < net->nnode; i++)
        if (net->node[i].kind == GDL_NODE_AND && r.become[i] >> 1 == i)
            drop_inputs(&r, i, scratch);
    rebuild(&r, scratch);
    arena_free(arena);
    gdl_net_tidy(net);
}
