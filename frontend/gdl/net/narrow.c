/* narrow.c - wide gates of large nets become trees, so that they can be cut into parts: an
 * expression of ten thousand gates takes a C compiler minutes. */
#include "frontend/gdl/net/build.h"

enum {
    WIDEST = 64, /* gates of up to so many inputs stay whole */
    GROUP = 16,
    LARGE = 1500 /* nodes; smaller nets stay as they are */
};

/* Gates of GROUP inputs each take the place of the facts and gates in `input`; moves stay,
 * since all of a role are one condition where they stand together. */
static uint32_t group(GdlNodes *nodes, const GdlNet *net, const GdlNode *node, GdlEdge *input, const GdlEdge *fresh)
{
    GdlEdge part[GROUP];
    uint32_t n = 0, held = 0;
    for (uint32_t k = 0; k < node->n; k++) {
        GdlEdge edge = net->edge[node->at + k], now = fresh[edge >> 1] ^ (edge & 1);
        if (net->node[edge >> 1].kind == GDL_NODE_INPUT) {
            input[n++] = now;
            continue;
        }
        part[held++] = now;
        if (held == GROUP) {
            input[n++] = gdl_and(nodes, part, held);
            held = 0;
        }
    }
    if (held)
        input[n++] = gdl_and(nodes, part, held);
    return n;
}

static uint32_t copy(GdlNodes *nodes, const GdlNet *net, const GdlNode *node, GdlEdge *input, const GdlEdge *fresh)
{
    if (node->n > WIDEST)
        return group(nodes, net, node, input, fresh);
    for (uint32_t k = 0; k < node->n; k++) {
        GdlEdge edge = net->edge[node->at + k];
        input[k] = fresh[edge >> 1] ^ (edge & 1);
    }
    return node->n;
}

void gdl_net_narrow(GdlNet *net)
{
    uint32_t widest = 0;
    for (uint32_t i = 0; i < net->nnode; i++)
        if (net->node[i].kind == GDL_NODE_AND && net->node[i].n > widest)
            widest = net->node[i].n;
    if (widest <= WIDEST || net->nnode < LARGE)
        return;
    Arena *scratch = arena_beside(net->arena);
    GdlEdge *fresh = ARENA_ARRAY(scratch, GdlEdge, net->nnode), *input = ARENA_ARRAY(scratch, GdlEdge, widest);
    GdlNodes nodes;
    gdl_nodes_init(&nodes, net->arena);
    for (uint32_t i = 0; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        if (node->kind == GDL_NODE_AND)
            fresh[i] = gdl_and(&nodes, input, copy(&nodes, net, node, input, fresh));
        else if (node->kind != GDL_NODE_FALSE)
            fresh[i] = gdl_leaf(&nodes, node->kind, node->at);
    }
    gdl_net_move_roots(net, fresh);
    net->node = nodes.node.at;
    net->nnode = (uint32_t)nodes.node.n;
    net->edge = nodes.edge.at;
    net->nedge = (uint32_t)nodes.edge.n;
    arena_free(scratch);
}
