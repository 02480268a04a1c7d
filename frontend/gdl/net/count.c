/* count.c - a net's size, as it would be drawn.
 *
 * Each node is drawn as an `and`, or as the `or` of its inputs' opposites that
 * has the opposite value.  What is wanted the other way than it is drawn needs a
 * `not`, once.  The drawing is chosen by local search for few of them. */
#include "frontend/gdl/net/net.h"

enum { MOST_SWEEPS = 20, MOST_SHARED = 4 };

typedef struct {
    const GdlNet *net;
    uint32_t (*wanted)[2]; /* by node: how often its value and its opposite are */
    bool *as_or;           /* by node: drawn so that the opposite comes out */
    bool *needed;
    int shared; /* how many users one `not` is taken to have, for the first guess */
} Drawing;

typedef void Visit(Drawing *drawing, GdlEdge edge);

static void each_root(Drawing *drawing, Visit *visit)
{
    const GdlNet *net = drawing->net;
    for (uint32_t i = 0; i < net->nbase; i++)
        visit(drawing, net->base[i].next);
    for (uint32_t i = 0; i < net->ninput; i++)
        visit(drawing, net->input[i].legal);
    for (uint32_t i = 0; i < net->ngoal; i++)
        visit(drawing, net->goal[i].holds);
    visit(drawing, net->terminal);
}

static void want_root(Drawing *drawing, GdlEdge edge)
{
    drawing->wanted[edge >> 1][edge & 1]++;
    drawing->needed[edge >> 1] = true;
}

static bool is_gate(const Drawing *drawing, uint32_t node)
{
    return drawing->net->node[node].kind == GDL_NODE_AND;
}

static bool has_not(const Drawing *drawing, uint32_t node, bool as_or)
{
    return node && drawing->wanted[node][!as_or] > 0;
}

/* Adds `by` to what the node's inputs are wanted for. */
static void want_inputs(Drawing *drawing, uint32_t node, uint32_t by)
{
    const GdlNode *n = &drawing->net->node[node];
    for (uint32_t k = 0; k < n->n; k++) {
        GdlEdge edge = drawing->net->edge[n->at + k];
        drawing->wanted[edge >> 1][(edge & 1) != drawing->as_or[node]] += by;
    }
}

/* How much speaks for drawing the node as an `or`: what it is wanted for, and
 * which of its inputs are opposites of facts and moves, whose `not` others may
 * share. */
static int leaning(const Drawing *drawing, uint32_t node)
{
    const GdlNode *n = &drawing->net->node[node];
    const uint32_t *wanted = drawing->wanted[node];
    int lean = ((wanted[1] > 0) - (wanted[0] > 0)) * drawing->shared + (wanted[1] > wanted[0]);
    for (uint32_t k = 0; k < n->n; k++) {
        GdlEdge edge = drawing->net->edge[n->at + k];
        if (!is_gate(drawing, edge >> 1))
            lean += edge & 1 ? 1 : -1;
    }
    return lean;
}

/* First guess, from the roots down. */
static void guess(Drawing *drawing)
{
    for (uint32_t i = drawing->net->nnode; i-- > 1;) {
        if (!drawing->needed[i] || !is_gate(drawing, i))
            continue;
        drawing->as_or[i] = leaning(drawing, i) > 0;
        want_inputs(drawing, i, 1);
        const GdlNode *n = &drawing->net->node[i];
        for (uint32_t k = 0; k < n->n; k++)
            drawing->needed[drawing->net->edge[n->at + k] >> 1] = true;
    }
}

/* How many `not` would be added by drawing the node the other way, were only one
 * use at a time to count twice: inputs are all different. */
static int gain(const Drawing *drawing, uint32_t node)
{
    const GdlNode *n = &drawing->net->node[node];
    bool drawn = drawing->as_or[node];
    int before = has_not(drawing, node, drawn), after = has_not(drawing, node, !drawn);
    for (uint32_t k = 0; k < n->n; k++) {
        GdlEdge edge = drawing->net->edge[n->at + k];
        uint32_t child = edge >> 1;
        bool way = (edge & 1) != drawn, child_or = is_gate(drawing, child) && drawing->as_or[child];
        uint32_t other = drawing->wanted[child][!child_or];
        before += other > 0;
        after += (way != child_or ? other - 1 : other + 1) > 0;
    }
    return before - after;
}

static void improve(Drawing *drawing)
{
    bool changed = true;
    for (int sweep = 0; sweep < MOST_SWEEPS && changed; sweep++) {
        changed = false;
        for (uint32_t i = drawing->net->nnode; i-- > 1;) {
            if (!drawing->needed[i] || !is_gate(drawing, i) || gain(drawing, i) <= 0)
                continue;
            want_inputs(drawing, i, UINT32_MAX);
            drawing->as_or[i] = !drawing->as_or[i];
            want_inputs(drawing, i, 1);
            changed = true;
        }
    }
}

static GdlCount count_drawing(const Drawing *drawing)
{
    GdlCount count = {0};
    for (uint32_t i = 1; i < drawing->net->nnode; i++) {
        if (!drawing->needed[i])
            continue;
        count.nots += has_not(drawing, i, drawing->as_or[i]);
        if (!is_gate(drawing, i))
            continue;
        count.ands += !drawing->as_or[i];
        count.ors += drawing->as_or[i];
        count.two_input += drawing->net->node[i].n - 1;
    }
    return count;
}

GdlCount gdl_net_count(const GdlNet *net)
{
    GdlCount best = {.nots = UINT32_MAX};
    for (int shared = 0; shared <= MOST_SHARED; shared++) {
        Arena *arena = arena_beside(net->arena);
        Drawing drawing = {.net = net,
                           .wanted = arena_alloc(arena, net->nnode * sizeof *drawing.wanted),
                           .as_or = ARENA_ARRAY(arena, bool, net->nnode),
                           .needed = ARENA_ARRAY(arena, bool, net->nnode),
                           .shared = shared};
        each_root(&drawing, want_root);
        guess(&drawing);
        improve(&drawing);
        GdlCount count = count_drawing(&drawing);
        best = count.nots < best.nots ? count : best;
        arena_free(arena);
    }
    return best;
}
