/* tidy.c - keeps what the roots need, merges gates into their only user. */
#include "frontend/gdl/net/build.h"

typedef struct {
    const GdlNet *net;
    uint32_t *uses; /* by node, in all */
    bool *inlined;  /* stands within its only user */
    GdlNodes nodes;
    GdlEdge *fresh; /* by old node */
    VEC(GdlEdge) input;
    Arena *scratch;
} Tidy;

typedef void Visit(Tidy *tidy, GdlEdge *edge);

static void each_root(Tidy *tidy, GdlNet *net, Visit *visit)
{
    for (uint32_t i = 0; i < net->nbase; i++) {
        visit(tidy, &net->base[i].now);
        visit(tidy, &net->base[i].next);
    }
    for (uint32_t i = 0; i < net->ninput; i++) {
        visit(tidy, &net->input[i].does);
        visit(tidy, &net->input[i].legal);
    }
    for (uint32_t i = 0; i < net->ngoal; i++)
        visit(tidy, &net->goal[i].holds);
    visit(tidy, &net->terminal);
}

/* A root counts twice, so that it stays a gate of its own. */
static void count_root(Tidy *tidy, GdlEdge *edge)
{
    tidy->uses[*edge >> 1] += 2;
}

static void count_uses(Tidy *tidy)
{
    for (uint32_t i = tidy->net->nnode; i-- > 0;) {
        const GdlNode *node = &tidy->net->node[i];
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && tidy->uses[i] && k < node->n; k++)
            tidy->uses[tidy->net->edge[node->at + k] >> 1]++;
    }
}

static void gather(Tidy *tidy, const GdlNode *node)
{
    for (uint32_t k = 0; k < node->n; k++) {
        GdlEdge edge = tidy->net->edge[node->at + k];
        const GdlNode *child = &tidy->net->node[edge >> 1];
        if (!(edge & 1) && tidy->inlined[edge >> 1])
            gather(tidy, child);
        else
            vec_push(tidy->scratch, &tidy->input, tidy->fresh[edge >> 1] ^ (edge & 1));
    }
}

/* "None of these facts and moves": better a gate, an `or` whose opposite is used,
 * than many opposites in the user. */
static bool says_none(const Tidy *tidy, const GdlNode *node)
{
    uint32_t opposites = 0;
    for (uint32_t k = 0; k < node->n; k++) {
        GdlEdge edge = tidy->net->edge[node->at + k];
        opposites += (edge & 1) && tidy->net->node[edge >> 1].kind != GDL_NODE_AND;
    }
    return opposites > 2;
}

/* Nodes that only stand within their user need no copy. */
static void mark_inlined(Tidy *tidy)
{
    for (uint32_t i = 0; i < tidy->net->nnode; i++) {
        const GdlNode *node = &tidy->net->node[i];
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++) {
            GdlEdge edge = tidy->net->edge[node->at + k];
            const GdlNode *child = &tidy->net->node[edge >> 1];
            if (!(edge & 1) && tidy->uses[edge >> 1] == 1 && tidy->uses[i])
                tidy->inlined[edge >> 1] = child->kind == GDL_NODE_AND && !says_none(tidy, child);
        }
    }
}

static void copy_node(Tidy *tidy, uint32_t i)
{
    const GdlNode *node = &tidy->net->node[i];
    if (node->kind == GDL_NODE_FALSE || !tidy->uses[i] || tidy->inlined[i])
        return;
    if (node->kind != GDL_NODE_AND) {
        tidy->fresh[i] = gdl_leaf(&tidy->nodes, node->kind, node->at);
        return;
    }
    tidy->input.n = 0;
    gather(tidy, node);
    tidy->fresh[i] = gdl_and(&tidy->nodes, tidy->input.at, (uint32_t)tidy->input.n);
}

static void replace_root(Tidy *tidy, GdlEdge *edge)
{
    *edge = tidy->fresh[*edge >> 1] ^ (*edge & 1);
}

void gdl_net_move_roots(GdlNet *net, const GdlEdge *fresh)
{
    Tidy tidy = {.fresh = (GdlEdge *)fresh};
    each_root(&tidy, net, replace_root);
}

void gdl_net_tidy(GdlNet *net)
{
    Arena *scratch = arena_beside(net->arena);
    Tidy tidy = {.net = net, .scratch = scratch};
    tidy.uses = ARENA_ARRAY(scratch, uint32_t, net->nnode);
    tidy.inlined = ARENA_ARRAY(scratch, bool, net->nnode);
    tidy.fresh = ARENA_ARRAY(scratch, GdlEdge, net->nnode);
    gdl_nodes_init(&tidy.nodes, net->arena);
    each_root(&tidy, net, count_root);
    count_uses(&tidy);
    mark_inlined(&tidy);
    for (uint32_t i = 0; i < net->nnode; i++)
        copy_node(&tidy, i);
    each_root(&tidy, net, replace_root);
    net->node = tidy.nodes.node.at;
    net->nnode = (uint32_t)tidy.nodes.node.n;
    net->edge = tidy.nodes.edge.at;
    net->nedge = (uint32_t)tidy.nodes.edge.n;
    arena_free(scratch);
}
