/* parts_places.c - an order of gates in which those that ask for the same facts around a place of their own stand together.
 *
 * Gates that are kept between parts become members of one set.  In this order a run of them is a row of places, which is
 * computed as a set and gathered (ir/passes/vectorise_packs.c). */
#include <stdlib.h>

#include "frontend/gdl/lower/parts.h"
#include "ir/analysis/stencil.h"

enum { DEEPEST = 12 };

typedef struct {
    size_t gate; /* which of them */
    StencilOf of;
} Placed;

static uint64_t stir(uint64_t h, uint64_t value)
{
    h = (h ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

static bool is_inner(const GdlLower *l, uint32_t node) { return gdl_is_gate(l, node) && l->wire[node].field < 0; }

/* The inputs of a gate that are neither facts nor gates: moves alike, whatever their order. */
static uint64_t beside_of(const GdlLower *l, const GdlNode *gate)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < gate->n; k++) {
        const GdlEdge edge = l->net->edge[gate->at + k];
        const GdlDoes *does = &l->does[edge >> 1];
        if (does->role != GDL_NOBODY)
            for (int w = 0; w < l->role[does->role].words; w++)
                sum += stir(stir(does->role, (uint64_t)w << 1 | (edge & 1)), does->holds[w]);
        else if (l->net->node[edge >> 1].kind != GDL_NODE_BASE && !is_inner(l, edge >> 1))
            sum += stir(1, edge);
    }
    return sum;
}

static void ask(const GdlLower *l, GdlEdge edge, uint64_t beside, int depth, StencilPoints *points)
{
    const uint32_t i = edge >> 1;
    const GdlNode *node = &l->net->node[i];
    if (points->n > STENCIL_POINTS || depth > DEEPEST)
        return;
    if (node->kind == GDL_NODE_BASE) {
        vec_push(l->arena, points, ((StencilPoint){beside * 2 + (edge & 1), (int)node->at}));
    } else if (is_inner(l, i)) {
        beside += edge & 1 ? 0 : beside_of(l, node);
        for (uint32_t k = 0; k < node->n; k++)
            ask(l, l->net->edge[node->at + k] ^ (edge & 1), beside, depth + 1, points);
    }
}

static int by_place(const void *a, const void *b)
{
    const Placed *x = a, *y = b;
    if (x->of.stencil != y->of.stencil)
        return (unsigned)x->of.stencil < (unsigned)y->of.stencil ? -1 : 1;
    if (x->of.stencil >= 0 && x->of.place != y->of.place)
        return x->of.place < y->of.place ? -1 : 1;
    return x->gate < y->gate ? -1 : x->gate > y->gate;
}

const int *gdl_order_by_places(const GdlLower *l, const uint32_t *node, size_t n)
{
    Placed *placed = ARENA_ARRAY(l->arena, Placed, n + 1);
    StencilOf *of = ARENA_ARRAY(l->arena, StencilOf, n + 1);
    int *member = ARENA_ARRAY(l->arena, int, n + 1);
    for (size_t i = 0; i < n; i++) {
        StencilPoints points = {0};
        ask(l, 2 * node[i], 0, 0, &points);
        of[i] = (StencilOf){.point = points.at, .n = points.n};
    }
    stencils_find(l->arena, of, n);
    for (size_t i = 0; i < n; i++)
        placed[i] = (Placed){i, of[i]};
    qsort(placed, n, sizeof *placed, by_place);
    for (size_t i = 0; i < n; i++)
        member[placed[i].gate] = (int)i;
    return member;
}
