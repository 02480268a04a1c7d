/* tally.c - counting by adders instead of by tables.
 *
 * Rules that count go square by square: "N of the first K hold" is "N - 1 of the
 * first K - 1, and square K does, or N of them, and it does not", which makes a
 * gate or three for each K and N.  Such nodes are recognized from below, whatever
 * their names are, and the last ones are computed anew from a binary sum. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/net/build.h"

enum { LEAST = 8, MOST_BITS = 16, SLOTS = 1 << 14 };

/* Literals, ascending. */
typedef struct {
    uint32_t n;
    const GdlEdge *literal;
    GdlEdge *bit; /* of the sum, in the new net */
    uint32_t nbit;
    uint32_t other; /* set of the same hash, plus one */
} Set;

/* An edge that holds when exactly `count` of the set's literals do. */
typedef struct {
    uint32_t set, count; /* set: number plus one, 0 for none */
} Tally;

typedef struct {
    const GdlNet *net;
    Arena *arena;
    VEC(Set) set;
    uint32_t *slot;
    Tally *tally; /* by edge */
    bool *needed; /* by node */
    GdlNodes nodes;
    GdlEdge *fresh; /* by old node */
} Tallies;

/* ---- recognizing ---------------------------------------------------------------- */

static uint32_t enter_set(Tallies *t, const GdlEdge *literal, uint32_t n)
{
    uint32_t hash = n;
    for (uint32_t i = 0; i < n; i++)
        hash = (hash ^ literal[i]) * 0x9e3779b1u;
    uint32_t *slot = &t->slot[(hash ^ hash >> 15) & (SLOTS - 1)];
    for (uint32_t i = *slot; i; i = t->set.at[i - 1].other)
        if (t->set.at[i - 1].n == n && !memcmp(t->set.at[i - 1].literal, literal, n * sizeof *literal))
            return i;
    Set set = {.n = n, .literal = arena_copy(t->arena, literal, n * sizeof *literal), .other = *slot};
    vec_push(t->arena, &t->set, set);
    return *slot = (uint32_t)t->set.n;
}

/* The set and one more literal; 0 when it or its opposite is in already. */
static uint32_t with_literal(Tallies *t, uint32_t set, GdlEdge literal)
{
    Set old = t->set.at[set - 1];
    GdlEdge *all = ARENA_ARRAY(t->arena, GdlEdge, old.n + 1);
    uint32_t n = 0;
    bool placed = false;
    for (uint32_t i = 0; i < old.n; i++) {
        if (old.literal[i] >> 1 == literal >> 1)
            return 0;
        if (!placed && old.literal[i] > literal) {
            all[n++] = literal;
            placed = true;
        }
        all[n++] = old.literal[i];
    }
    if (!placed)
        all[n++] = literal;
    return enter_set(t, all, n);
}

static Tally tally_of(Tallies *t, GdlEdge edge)
{
    if (!t->tally[edge].set && t->net->node[edge >> 1].kind == GDL_NODE_BASE) {
        GdlEdge plain = edge & ~1u;
        t->tally[edge] = (Tally){enter_set(t, &plain, 1), !(edge & 1)};
    }
    return t->tally[edge];
}

/* All of a set and one more, or none of a set and not one more either. */
static void find_end(Tallies *t, uint32_t node)
{
    const GdlEdge *in = t->net->edge + t->net->node[node].at;
    for (uint32_t k = 0; k < 2; k++) {
        Tally tally = tally_of(t, in[k]);
        if (!tally.set || (tally.count && tally.count != t->set.at[tally.set - 1].n))
            continue;
        bool none = !tally.count;
        uint32_t set = with_literal(t, tally.set, none ? in[!k] ^ 1 : in[!k]);
        if (set && t->net->node[in[!k] >> 1].kind == GDL_NODE_BASE && !(none ? !(in[!k] & 1) : (in[!k] & 1))) {
            t->tally[node * 2] = (Tally){set, none ? 0 : tally.count + 1};
            return;
        }
    }
}

/* One fewer and this one, or as many and not this one: node is the opposite of
 * an `or` of two products of two. */
static void find_choice(Tallies *t, uint32_t node)
{
    const GdlEdge *in = t->net->edge + t->net->node[node].at;
    const GdlNode *a = &t->net->node[in[0] >> 1], *b = &t->net->node[in[1] >> 1];
    if (!(in[0] & 1) || !(in[1] & 1) || a->kind != GDL_NODE_AND || b->kind != GDL_NODE_AND || a->n != 2 || b->n != 2)
        return;
    for (uint32_t i = 0; i < 4; i++) {
        const GdlEdge *x = t->net->edge + a->at, *y = t->net->edge + b->at;
        GdlEdge literal = x[i & 1];
        if (literal != (y[i >> 1] ^ 1) || t->net->node[literal >> 1].kind != GDL_NODE_BASE)
            continue;
        GdlEdge with = x[!(i & 1)], without = y[!(i >> 1)];
        if (literal & 1) {
            GdlEdge swap = with;
            with = without;
            without = swap;
        }
        Tally fewer = tally_of(t, with), same = tally_of(t, without);
        uint32_t set = fewer.set && fewer.set == same.set && fewer.count + 1 == same.count
                           ? with_literal(t, same.set, literal & ~1u)
                           : 0;
        if (set) {
            t->tally[node * 2 + 1] = (Tally){set, same.count};
            return;
        }
    }
}

/* ---- computing anew -------------------------------------------------------------- */

static GdlEdge and2(Tallies *t, GdlEdge a, GdlEdge b)
{
    GdlEdge in[2] = {a, b};
    return gdl_and(&t->nodes, in, 2);
}

/* a + b + c: the low bit is returned, the carry stored. */
static GdlEdge add3(Tallies *t, GdlEdge a, GdlEdge b, GdlEdge c, GdlEdge *carry)
{
    GdlEdge both = and2(t, a, b), none = and2(t, a ^ 1, b ^ 1), one = and2(t, both ^ 1, none ^ 1);
    GdlEdge all = and2(t, one, c), neither = and2(t, one ^ 1, c ^ 1);
    *carry = and2(t, both ^ 1, all ^ 1) ^ 1;
    return and2(t, all ^ 1, neither ^ 1);
}

static void add_up(Tallies *t, Set *set)
{
    VEC(GdlEdge) column = {0}, carries = {0};
    set->bit = ARENA_ARRAY(t->arena, GdlEdge, MOST_BITS);
    for (uint32_t i = 0; i < set->n; i++)
        vec_push(t->arena, &column, t->fresh[set->literal[i] >> 1] ^ (set->literal[i] & 1));
    while (column.n && set->nbit < MOST_BITS) {
        carries.n = 0;
        size_t head = 0;
        while (column.n - head > 1) {
            bool three = column.n - head > 2;
            GdlEdge carry, low = add3(t, column.at[head], column.at[head + 1], three ? column.at[head + 2] : GDL_FALSE, &carry);
            head += three ? 3 : 2;
            vec_push(t->arena, &column, low);
            vec_push(t->arena, &carries, carry);
        }
        set->bit[set->nbit++] = column.at[head];
        column.n = 0;
        for (size_t i = 0; i < carries.n; i++)
            vec_push(t->arena, &column, carries.at[i]);
    }
}

static GdlEdge exactly(Tallies *t, Tally tally)
{
    Set *set = &t->set.at[tally.set - 1];
    GdlEdge *in = ARENA_ARRAY(t->arena, GdlEdge, set->n + MOST_BITS);
    uint32_t n = 0;
    if (!tally.count || tally.count == set->n) {
        for (uint32_t i = 0; i < set->n; i++)
            in[n++] = t->fresh[set->literal[i] >> 1] ^ (set->literal[i] & 1) ^ !tally.count;
        return gdl_and(&t->nodes, in, n);
    }
    if (!set->nbit)
        add_up(t, set);
    for (uint32_t i = 0; i < set->nbit; i++)
        in[n++] = set->bit[i] ^ !(tally.count >> i & 1);
    return gdl_and(&t->nodes, in, n);
}

/* The edge of the node that is a tally worth computing anew, or 0. */
static GdlEdge replaced(const Tallies *t, uint32_t node)
{
    for (GdlEdge edge = node * 2; edge <= node * 2 + 1; edge++)
        if (t->tally[edge].set && t->set.at[t->tally[edge].set - 1].n >= LEAST)
            return edge;
    return 0;
}

static void need(Tallies *t, GdlEdge edge)
{
    t->needed[edge >> 1] = true;
}

static void mark_needed(Tallies *t)
{
    const GdlNet *net = t->net;
    for (uint32_t i = 0; i < net->nbase; i++)
        need(t, net->base[i].next);
    for (uint32_t i = 0; i < net->ninput; i++)
        need(t, net->input[i].legal);
    for (uint32_t i = 0; i < net->ngoal; i++)
        need(t, net->goal[i].holds);
    need(t, net->terminal);
    for (uint32_t i = net->nnode; i-- > 1;) {
        const GdlNode *node = &net->node[i];
        for (uint32_t k = 0; t->needed[i] && node->kind == GDL_NODE_AND && !replaced(t, i) && k < node->n; k++)
            need(t, net->edge[node->at + k]);
    }
}

static void copy_nodes(Tallies *t)
{
    const GdlNet *net = t->net;
    GdlEdge *in = ARENA_ARRAY(t->arena, GdlEdge, net->nedge + 1);
    for (uint32_t i = 1; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        GdlEdge tally = node->kind == GDL_NODE_AND ? replaced(t, i) : 0;
        if (node->kind != GDL_NODE_AND)
            t->fresh[i] = gdl_leaf(&t->nodes, node->kind, node->at);
        else if (t->needed[i] && tally)
            t->fresh[i] = exactly(t, t->tally[tally]) ^ (tally & 1);
        else if (t->needed[i]) {
            for (uint32_t k = 0; k < node->n; k++)
                in[k] = t->fresh[net->edge[node->at + k] >> 1] ^ (net->edge[node->at + k] & 1);
            t->fresh[i] = gdl_and(&t->nodes, in, node->n);
        }
    }
}

static GdlNet *new_net(Tallies *t)
{
    GdlNet *net = arena_copy(t->net->arena, t->net, sizeof *net);
    net->base = arena_copy(net->arena, net->base, net->nbase * sizeof *net->base);
    net->input = arena_copy(net->arena, net->input, net->ninput * sizeof *net->input);
    net->goal = arena_copy(net->arena, net->goal, net->ngoal * sizeof *net->goal);
    net->node = t->nodes.node.at;
    net->nnode = (uint32_t)t->nodes.node.n;
    net->edge = t->nodes.edge.at;
    net->nedge = (uint32_t)t->nodes.edge.n;
    gdl_net_move_roots(net, t->fresh);
    gdl_net_tidy(net);
    return net;
}

static uint32_t gates(const GdlNet *net)
{
    GdlCount count = gdl_net_count(net);
    return count.ands + count.ors + count.nots;
}

void gdl_net_tally(GdlNet *net)
{
    Arena *arena = arena_beside(net->arena);
    Tallies t = {.net = net, .arena = arena};
    t.tally = ARENA_ARRAY(arena, Tally, net->nnode * 2);
    t.slot = ARENA_ARRAY(arena, uint32_t, SLOTS);
    bool any = false;
    for (uint32_t i = 1; i < net->nnode; i++) {
        if (net->node[i].kind != GDL_NODE_AND || net->node[i].n != 2)
            continue;
        find_choice(&t, i);
        if (!t.tally[i * 2 + 1].set)
            find_end(&t, i);
        any = any || replaced(&t, i);
    }
    if (any) {
        t.needed = ARENA_ARRAY(arena, bool, net->nnode);
        t.fresh = ARENA_ARRAY(arena, GdlEdge, net->nnode);
        gdl_nodes_init(&t.nodes, net->arena);
        mark_needed(&t);
        copy_nodes(&t);
        GdlNet *better = new_net(&t);
        if (gates(better) < gates(net))
            *net = *better;
    }
    arena_free(arena);
}
