/* lower_legal.c - what follows from the facts: is the game over, who may do what.
 *
 * Most moves of a role are legal in its turn only.  Where many conditions share an
 * input it is asked once, and the others only if it holds. */
#include "frontend/gdl/lower.h"

/* Is `part` the edge, or an input of its gate? */
static bool implies(const GdlNet *net, GdlEdge edge, GdlEdge part)
{
    const GdlNode *node = &net->node[edge >> 1];
    if (edge == part)
        return true;
    for (uint32_t k = 0; !(edge & 1) && node->kind == GDL_NODE_AND && k < node->n; k++)
        if (net->edge[node->at + k] == part)
            return true;
    return false;
}

static void count(uint32_t *uses, GdlEdge edge, GdlEdge *best)
{
    if (++uses[edge] > uses[*best])
        *best = edge;
}

/* The condition that most of the role's legal moves share, or GDL_FALSE. */
static GdlEdge shared_condition(const GdlLower *l, const GdlRole *role)
{
    enum { FEW = 4 };
    const GdlNet *net = l->net;
    uint32_t *uses = ARENA_ARRAY(l->arena, uint32_t, 2 * (size_t)net->nnode);
    GdlEdge best = GDL_FALSE;
    for (uint32_t i = role->first; i < role->first + role->n; i++) {
        GdlEdge edge = net->input[i].legal;
        const GdlNode *node = &net->node[edge >> 1];
        if (edge <= GDL_TRUTH)
            continue;
        if (edge & 1 || node->kind != GDL_NODE_AND)
            count(uses, edge, &best);
        for (uint32_t k = 0; !(edge & 1) && node->kind == GDL_NODE_AND && k < node->n; k++)
            count(uses, net->edge[node->at + k], &best);
    }
    return uses[best] >= FEW && 2 * uses[best] > role->n ? best : GDL_FALSE;
}

static Ir *moves(GdlLower *l, GdlBits *bits, GdlCode *code, const GdlRole *role, GdlEdge shared, bool holds)
{
    Ir **bit = ARENA_ARRAY(l->arena, Ir *, role->n);
    for (uint32_t i = 0; i < role->n; i++) {
        GdlEdge edge = l->net->input[role->first + i].legal;
        bool part = shared != GDL_FALSE && implies(l->net, edge, shared);
        bit[i] = !part ? gdl_bits(bits, code, edge)
                 : holds ? gdl_bits_given(bits, code, edge, shared)
                         : ir_const(l->game, 0);
    }
    return gdl_pack(l, role->space, 0, bit, (int)role->n);
}

static void role_moves(GdlLower *l, GdlBits *bits, GdlCode *code, const GdlRole *role)
{
    IrGame *g = l->game;
    GdlEdge shared = shared_condition(l, role);
    if (shared == GDL_FALSE) {
        Ir *set = moves(l, bits, code, role, shared, false);
        gdl_say(l, code, ir_put(g, role->legal, NULL, set));
        return;
    }
    Ir *condition = gdl_bits(bits, code, shared);
    Ir *branch[2];
    for (int holds = 0; holds < 2; holds++) {
        size_t mark = gdl_bits_enter(bits);
        GdlCode body = {0};
        Ir *set = moves(l, bits, &body, role, shared, holds);
        gdl_say(l, &body, ir_put(g, role->legal, NULL, set));
        branch[holds] = gdl_block(l, &body);
        gdl_bits_leave(bits, mark);
    }
    gdl_say(l, code, ir_if(g, condition, branch[1], branch[0]));
}

/* Everything by parts: the net is large. */
static void by_parts(GdlLower *l, GdlCode *code)
{
    IrGame *g = l->game;
    GdlRoot *root = ARENA_ARRAY(l->arena, GdlRoot, l->net->ninput + 1);
    root[0] = (GdlRoot){l->over, -1, l->net->terminal};
    size_t n = 1;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        const GdlRole *role = &l->role[r];
        gdl_say(l, code, ir_put(g, role->legal, NULL, ir_k0(g, IR_OP_NONE, role->space)));
        for (uint32_t i = 0; i < role->n; i++)
            root[n++] = (GdlRoot){role->legal, (int)i, l->net->input[role->first + i].legal};
    }
    gdl_lower_parts(l, "follows", code, root, n);
}

void gdl_lower_derived(GdlLower *l, IrFn *turn, GdlCode *code)
{
    GdlBits *bits = gdl_bits_new(l, turn);
    gdl_bits_want(bits, l->net->terminal);
    for (uint32_t i = 0; i < l->net->ninput; i++)
        gdl_bits_want(bits, l->net->input[i].legal);
    if (gdl_bits_size(bits) > GDL_PART) {
        by_parts(l, code);
        return;
    }
    Ir *over = gdl_bits(bits, code, l->net->terminal);
    gdl_say(l, code, ir_put(l->game, l->over, NULL, over));
    for (uint32_t r = 0; r < l->net->nrole; r++)
        role_moves(l, bits, code, &l->role[r]);
}
