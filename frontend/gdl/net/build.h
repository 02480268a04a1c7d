/* build.h - making nodes that exist once; private to the net. */
#ifndef LUDC_GDL_NET_BUILD_H
#define LUDC_GDL_NET_BUILD_H

#include "base/vec.h"
#include "frontend/gdl/net/net.h"

typedef struct {
    Arena *arena;
    VEC(GdlNode) node;
    VEC(GdlEdge) edge;
    uint32_t *slot; /* node number plus one, by hash */
    size_t cap, used;
} GdlNodes;

void gdl_nodes_init(GdlNodes *nodes, Arena *arena);
GdlEdge gdl_leaf(GdlNodes *nodes, GdlNodeKind kind, uint32_t number);
/* The inputs are sorted and thinned out in place. */
GdlEdge gdl_and(GdlNodes *nodes, GdlEdge *input, uint32_t n);
GdlEdge gdl_or(GdlNodes *nodes, GdlEdge *input, uint32_t n);

/* A sum of products, put together piece by piece and then factored: what many
 * products share is taken out of them (factor.c). */
typedef struct GdlSum GdlSum;
GdlSum *gdl_sum_new(Arena *arena);
void gdl_sum_begin(GdlSum *sum);
void gdl_sum_literal(GdlSum *sum, GdlEdge edge); /* of the product being read */
void gdl_sum_product(GdlSum *sum);               /* it is complete */
GdlEdge gdl_sum_end(GdlSum *sum, GdlNodes *nodes);

/* Renumbers the net for what its roots need, dropping the rest; merges gates of
 * one kind where the inner one has no other use (net/tidy.c). */
void gdl_net_tidy(GdlNet *net);
/* Every root edge from the node numbers of an old net to those of a new one. */
void gdl_net_move_roots(GdlNet *net, const GdlEdge *fresh);
/* Counts by adders what the rules count step by step (net/tally.c). */
void gdl_net_tally(GdlNet *net);

#endif
