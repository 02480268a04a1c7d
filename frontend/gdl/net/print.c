/* print.c - nets for graph viewers (dot) and for logic synthesis (BLIF). */
#include "frontend/gdl/net/net.h"

static void dot_edge(const GdlEdge edge, const char *to, uint32_t number, Out *out)
{
    out_printf(out, "  n%u -> %s%u%s;\n", edge >> 1, to, number, edge & 1 ? " [arrowhead=odot]" : "");
}

void gdl_net_dot(const GdlNet *net, Out *out)
{
    out_puts(out, "digraph net {\n  n0 [label=\"false\"];\n");
    for (uint32_t i = 1; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        if (node->kind == GDL_NODE_BASE)
            out_printf(out, "  n%u [shape=box, label=\"%s\"];\n", i, net->base[node->at].name);
        else if (node->kind == GDL_NODE_INPUT)
            out_printf(out, "  n%u [shape=diamond, label=\"%s %s\"];\n", i, net->role[net->input[node->at].role],
                       net->input[node->at].name);
        else
            out_printf(out, "  n%u [label=\"and\"];\n", i);
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++)
            dot_edge(net->edge[node->at + k], "n", i, out);
    }
    for (uint32_t i = 0; i < net->nbase; i++) {
        out_printf(out, "  next%u [shape=box, style=dashed, label=\"next %s\"];\n", i, net->base[i].name);
        dot_edge(net->base[i].next, "next", i, out);
    }
    for (uint32_t i = 0; i < net->ninput; i++) {
        out_printf(out, "  legal%u [shape=diamond, style=dashed, label=\"legal %s %s\"];\n", i,
                   net->role[net->input[i].role], net->input[i].name);
        dot_edge(net->input[i].legal, "legal", i, out);
    }
    for (uint32_t i = 0; i < net->ngoal; i++) {
        out_printf(out, "  goal%u [label=\"goal %s %s\"];\n", i, net->role[net->goal[i].role], net->goal[i].name);
        dot_edge(net->goal[i].holds, "goal", i, out);
    }
    out_puts(out, "  terminal0 [label=\"terminal\"];\n");
    dot_edge(net->terminal, "terminal", 0, out);
    out_puts(out, "}\n");
}

static void blif_copy(GdlEdge edge, const char *to, uint32_t number, Out *out)
{
    out_printf(out, ".names n%u %s%u\n%c 1\n", edge >> 1, to, number, edge & 1 ? '0' : '1');
}

static void blif_names(const GdlNet *net, Out *out)
{
    for (uint32_t i = 0; i < net->nbase; i++)
        out_printf(out, "# b%u (true %s)\n", i, net->base[i].name);
    for (uint32_t i = 0; i < net->ninput; i++)
        out_printf(out, "# i%u (does %s %s)\n", i, net->role[net->input[i].role], net->input[i].name);
    for (uint32_t i = 0; i < net->ngoal; i++)
        out_printf(out, "# goal%u (goal %s %s)\n", i, net->role[net->goal[i].role], net->goal[i].name);
}

void gdl_net_blif(const GdlNet *net, Out *out)
{
    blif_names(net, out);
    out_puts(out, ".model game\n.inputs");
    for (uint32_t i = 0; i < net->ninput; i++)
        out_printf(out, " i%u", i);
    out_puts(out, "\n.outputs terminal0");
    for (uint32_t i = 0; i < net->ninput; i++)
        out_printf(out, " legal%u", i);
    for (uint32_t i = 0; i < net->ngoal; i++)
        out_printf(out, " goal%u", i);
    out_puts(out, "\n");
    for (uint32_t i = 0; i < net->nbase; i++)
        out_printf(out, ".latch next%u b%u re clock %d\n", i, i, net->base[i].init);
    out_puts(out, ".names n0\n");
    for (uint32_t i = 1; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        out_puts(out, ".names");
        if (node->kind == GDL_NODE_AND)
            for (uint32_t k = 0; k < node->n; k++)
                out_printf(out, " n%u", net->edge[node->at + k] >> 1);
        else
            out_printf(out, " %c%u", node->kind == GDL_NODE_BASE ? 'b' : 'i', node->at);
        out_printf(out, " n%u\n", i);
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++)
            out_char(out, net->edge[node->at + k] & 1 ? '0' : '1');
        out_puts(out, node->kind == GDL_NODE_AND ? " 1\n" : "1 1\n");
    }
    for (uint32_t i = 0; i < net->nbase; i++)
        blif_copy(net->base[i].next, "next", i, out);
    for (uint32_t i = 0; i < net->ninput; i++)
        blif_copy(net->input[i].legal, "legal", i, out);
    for (uint32_t i = 0; i < net->ngoal; i++)
        blif_copy(net->goal[i].holds, "goal", i, out);
    blif_copy(net->terminal, "terminal", 0, out);
    out_puts(out, ".end\n");
}
