/* print.c - nets for graph viewers (dot) and for logic synthesis (BLIF). */
#include "base/escape.h"
#include "frontend/gdl/net/net.h"

static void dot_edge(const GdlEdge edge, const char *to, uint32_t number, Out *out)
{
    out_printf(out, "  n%u -> %s%u%s;\n", edge >> 1, to, number, edge & 1 ? " [arrowhead=odot]" : "");
}

/* A node whose label is these words. */
static void dot_node(Out *out, const char *kind, uint32_t number, const char *shape, const char *const *word)
{
    Out label = {0};
    for (size_t i = 0; word[i]; i++)
        out_printf(&label, "%s%s", i ? " " : "", word[i]);
    out_printf(out, "  %s%u [%slabel=", kind, number, shape);
    out_dot_text(out, label.text);
    out_puts(out, "];\n");
    out_free(&label);
}

void gdl_net_dot(const GdlNet *net, Out *out)
{
    out_puts(out, "digraph net {\n  n0 [label=\"false\"];\n");
    for (uint32_t i = 1; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        if (node->kind == GDL_NODE_BASE)
            dot_node(out, "n", i, "shape=box, ", (const char *[]){net->base[node->at].name, NULL});
        else if (node->kind == GDL_NODE_INPUT)
            dot_node(out, "n", i, "shape=diamond, ",
                     (const char *[]){net->role[net->input[node->at].role], net->input[node->at].name, NULL});
        else
            out_printf(out, "  n%u [label=\"and\"];\n", i);
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++)
            dot_edge(net->edge[node->at + k], "n", i, out);
    }
    for (uint32_t i = 0; i < net->nbase; i++) {
        dot_node(out, "next", i, "shape=box, style=dashed, ", (const char *[]){"next", net->base[i].name, NULL});
        dot_edge(net->base[i].next, "next", i, out);
    }
    for (uint32_t i = 0; i < net->ninput; i++) {
        dot_node(out, "legal", i, "shape=diamond, style=dashed, ",
                 (const char *[]){"legal", net->role[net->input[i].role], net->input[i].name, NULL});
        dot_edge(net->input[i].legal, "legal", i, out);
    }
    for (uint32_t i = 0; i < net->ngoal; i++) {
        dot_node(out, "goal", i, "", (const char *[]){"goal", net->role[net->goal[i].role], net->goal[i].name, NULL});
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

static void blif_comment(Out *out, char kind, uint32_t number, const char *word, const char *role, const char *name)
{
    out_printf(out, "# %s%u (%s ", kind == 'b' ? "b" : kind == 'i' ? "i" : "goal", number, word);
    if (role) {
        out_line_comment(out, role);
        out_char(out, ' ');
    }
    out_line_comment(out, name);
    out_puts(out, ")\n");
}

static void blif_names(const GdlNet *net, Out *out)
{
    for (uint32_t i = 0; i < net->nbase; i++)
        blif_comment(out, 'b', i, "true", NULL, net->base[i].name);
    for (uint32_t i = 0; i < net->ninput; i++)
        blif_comment(out, 'i', i, "does", net->role[net->input[i].role], net->input[i].name);
    for (uint32_t i = 0; i < net->ngoal; i++)
        blif_comment(out, 'g', i, "goal", net->role[net->goal[i].role], net->goal[i].name);
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
