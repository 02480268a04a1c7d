/* nodes.c - and-nodes with any number of inputs: constants folded, equal nodes
 * found by hashing. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/net/build.h"

void gdl_nodes_init(GdlNodes *nodes, Arena *arena)
{
    *nodes = (GdlNodes){.arena = arena};
    vec_push(arena, &nodes->node, (GdlNode){.kind = GDL_NODE_FALSE});
}

GdlEdge gdl_leaf(GdlNodes *nodes, GdlNodeKind kind, uint32_t number)
{
    vec_push(nodes->arena, &nodes->node, ((GdlNode){.kind = kind, .at = number}));
    return (GdlEdge)(nodes->node.n - 1) * 2;
}

static int by_number(const void *a, const void *b)
{
    GdlEdge x = *(const GdlEdge *)a, y = *(const GdlEdge *)b;
    return (x > y) - (x < y);
}

static uint32_t hash_of(const GdlEdge *input, uint32_t n)
{
    uint32_t hash = n;
    for (uint32_t i = 0; i < n; i++) {
        hash = (hash ^ input[i]) * 0x9e3779b1u;
        hash ^= hash >> 15;
    }
    return hash;
}

static void widen(GdlNodes *nodes)
{
    size_t cap = nodes->cap ? nodes->cap * 4 : 1024;
    uint32_t *slot = ARENA_ARRAY(nodes->arena, uint32_t, cap);
    for (size_t i = 0; i < nodes->cap; i++) {
        if (!nodes->slot[i])
            continue;
        const GdlNode *node = &nodes->node.at[nodes->slot[i] - 1];
        size_t k = hash_of(nodes->edge.at + node->at, node->n) & (cap - 1);
        while (slot[k])
            k = (k + 1) & (cap - 1);
        slot[k] = nodes->slot[i];
    }
    nodes->slot = slot;
    nodes->cap = cap;
}

static GdlEdge make(GdlNodes *nodes, const GdlEdge *input, uint32_t n)
{
    if (nodes->used * 2 >= nodes->cap)
        widen(nodes);
    size_t k = hash_of(input, n) & (nodes->cap - 1);
    for (; nodes->slot[k]; k = (k + 1) & (nodes->cap - 1)) {
        const GdlNode *node = &nodes->node.at[nodes->slot[k] - 1];
        if (node->n == n && !memcmp(nodes->edge.at + node->at, input, n * sizeof *input))
            return (nodes->slot[k] - 1) * 2;
    }
    GdlNode fresh = {.kind = GDL_NODE_AND, .n = n, .at = (uint32_t)nodes->edge.n};
    for (uint32_t i = 0; i < n; i++)
        vec_push(nodes->arena, &nodes->edge, input[i]);
    vec_push(nodes->arena, &nodes->node, fresh);
    nodes->slot[k] = (uint32_t)nodes->node.n;
    nodes->used++;
    return (GdlEdge)(nodes->node.n - 1) * 2;
}

GdlEdge gdl_and(GdlNodes *nodes, GdlEdge *input, uint32_t n)
{
    if (n > 1)
        qsort(input, n, sizeof *input, by_number);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (input[i] == GDL_FALSE || (kept && input[i] == (input[kept - 1] ^ 1)))
            return GDL_FALSE;
        if (input[i] != GDL_TRUTH && !(kept && input[i] == input[kept - 1]))
            input[kept++] = input[i];
    }
    if (kept < 2)
        return kept ? input[0] : GDL_TRUTH;
    return make(nodes, input, kept);
}

GdlEdge gdl_or(GdlNodes *nodes, GdlEdge *input, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        input[i] ^= 1;
    return gdl_and(nodes, input, n) ^ 1;
}
