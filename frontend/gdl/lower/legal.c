/* legal.c - what follows from the facts: is the game over, who may do what.
 *
 * Most moves of a role are legal in its turn only.  Where many conditions share an
 * input it is asked once, and the others only if it holds. */
#include "frontend/gdl/lower/lower.h"

/* Asking by changed facts costs a little itself: it must save so much. */
static const double WORTH = 1.25;

static void count(uint32_t *uses, GdlEdge edge, GdlEdge *best)
{
    if (++uses[edge] > uses[*best])
        *best = edge;
}

GdlEdge gdl_lower_shared(const GdlLower *l, const GdlRole *role)
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

/* The edge where `known` holds: it may be a constant, or lose an input of its gate. */
static GdlRoot root_given(const GdlLower *l, const GdlRole *role, uint32_t i, GdlEdge known)
{
    GdlEdge edge = l->net->input[role->first + i].legal;
    const GdlNode *node = &l->net->node[edge >> 1];
    GdlRoot root = {role->legal, (int)i, edge, GDL_FALSE};
    if (edge >> 1 == known >> 1)
        root.edge = edge == known ? GDL_TRUTH : GDL_FALSE;
    for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++) {
        GdlEdge input = l->net->edge[node->at + k];
        if (input == known)
            root.known = known;
        if (input == (known ^ 1))
            root.edge = edge & 1;
    }
    return root;
}

/* The role's legal moves, where the condition that most share is known to hold or not. */
static Ir *moves(GdlLower *l, GdlBits *bits, GdlCode *code, const GdlRole *role, bool holds)
{
    Ir **bit = ARENA_ARRAY(l->arena, Ir *, role->n);
    for (uint32_t i = 0; i < role->n; i++) {
        GdlRoot root = root_given(l, role, i, role->shared == GDL_FALSE ? GDL_TRUTH : role->shared ^ !holds);
        bit[i] = gdl_is_open(role, i) ? ir_const(l->game, 0) : gdl_bits_root(bits, code, &root);
    }
    return gdl_pack(l, role->space, 0, bit, (int)role->n);
}

static void role_moves(GdlLower *l, GdlBits *bits, GdlCode *code, const GdlRole *role)
{
    IrGame *g = l->game;
    if (role->shared == GDL_FALSE) {
        Ir *set = moves(l, bits, code, role, false);
        gdl_say(l, code, ir_put(g, role->legal, NULL, set));
        return;
    }
    Ir *condition = gdl_bits(bits, code, role->shared);
    Ir *branch[2];
    for (int holds = 0; holds < 2; holds++) {
        size_t mark = gdl_bits_enter(bits);
        GdlCode body = {0};
        Ir *set = moves(l, bits, &body, role, holds);
        if (holds && role->is_open)
            set = ir_op2(g, IR_OP_MOR, ir_get(g, role->open, NULL), set);
        gdl_say(l, &body, ir_put(g, role->legal, NULL, set));
        branch[holds] = gdl_block(l, &body);
        gdl_bits_leave(bits, mark);
    }
    gdl_say(l, code, ir_if(g, condition, branch[1], branch[0]));
}

static size_t role_roots(const GdlLower *l, const GdlRole *role, GdlEdge known, GdlRoot *root)
{
    size_t n = 0;
    for (uint32_t i = 0; i < role->n; i++) {
        root[n] = root_given(l, role, i, known);
        n += root[n].edge != GDL_FALSE && !gdl_is_open(role, i);
    }
    return n;
}

static void role_by_parts(GdlLower *l, GdlBits *bits, GdlCode *code, const GdlRole *role)
{
    IrGame *g = l->game;
    const char *name = arena_printf(l->arena, "legal %s", l->net->role[role - l->role]);
    GdlRoot *root = ARENA_ARRAY(l->arena, GdlRoot, role->n + 1);
    GdlEdge shared = role->shared;
    gdl_say(l, code, ir_put(g, role->legal, NULL, ir_k0(g, IR_OP_NONE, role->space)));
    GdlCode body[2] = {{0}, {0}};
    for (int holds = shared != GDL_FALSE; holds >= 0; holds--) {
        size_t n = role_roots(l, role, shared == GDL_FALSE ? GDL_TRUTH : shared ^ !holds, root);
        if (n)
            gdl_lower_parts(l, holds ? name : arena_printf(l->arena, "%s else", name), &body[holds], root, n);
    }
    if (shared == GDL_FALSE)
        gdl_say(l, code, gdl_block(l, &body[0]));
    else
        gdl_say(l, code, ir_if(g, gdl_bits(bits, code, shared), gdl_block(l, &body[1]), gdl_block(l, &body[0])));
}

/* Is the move, an input of the net, one that lower/open.c keeps? */
static bool lost_once(const GdlLower *l, uint32_t i)
{
    const GdlRole *role = &l->role[l->net->input[i].role];
    return gdl_is_open(role, i - role->first);
}

/* Gates below the legal moves of role r, of all for r = nrole, and with `over` below the end. */
static size_t size_of(GdlLower *l, IrFn *turn, uint32_t r, bool over)
{
    GdlBits *bits = gdl_bits_new(l, turn);
    if (over)
        gdl_bits_want(bits, l->net->terminal);
    for (uint32_t i = 0; i < l->net->ninput; i++)
        if ((l->net->input[i].role == r || r == l->net->nrole) && !lost_once(l, i))
            gdl_bits_want(bits, l->net->input[i].legal);
    return gdl_bits_size(bits);
}

/* Gates that a step asks if each role is asked for by itself, and only in its turn.  What
 * the roles and the end share is then computed again. */
static double gates_apart(GdlLower *l, IrFn *turn)
{
    uint32_t nrole = l->net->nrole;
    size_t one = size_of(l, turn, GDL_NOBODY, true), turns = 0;
    for (uint32_t r = 0; r < nrole; r++) {
        bool shared = l->role[r].shared != GDL_FALSE;
        *(shared ? &turns : &one) += size_of(l, turn, r, false);
    }
    return (double)one + (double)turns / nrole;
}

/* Everything by parts: the net is large. */
static void by_parts(GdlLower *l, IrFn *turn, GdlCode *code)
{
    GdlRoot over = {l->over, -1, l->net->terminal, GDL_FALSE};
    gdl_lower_parts(l, "over", code, &over, 1);
    GdlBits *bits = gdl_bits_new(l, turn);
    for (uint32_t r = 0; r < l->net->nrole; r++)
        gdl_bits_want(bits, l->role[r].shared);
    for (uint32_t r = 0; r < l->net->nrole; r++)
        role_by_parts(l, bits, code, &l->role[r]);
}

/* The end and all legal moves as roots. */
static GdlRoot *all_roots(const GdlLower *l, size_t *n)
{
    GdlRoot *root = ARENA_ARRAY(l->arena, GdlRoot, l->net->ninput + 1);
    root[0] = (GdlRoot){l->over, -1, l->net->terminal, GDL_FALSE};
    *n = 1;
    for (uint32_t r = 0; r < l->net->nrole; r++)
        *n += role_roots(l, &l->role[r], GDL_TRUTH, root + *n);
    return root;
}

/* The same, every gate once. */
static void all_by_parts(GdlLower *l, GdlCode *code, const GdlRoot *root, size_t n)
{
    for (uint32_t r = 0; r < l->net->nrole; r++)
        gdl_say(l, code, ir_put(l->game, l->role[r].legal, NULL, ir_k0(l->game, IR_OP_NONE, l->role[r].space)));
    gdl_lower_parts(l, "follows", code, root, n);
}

/* A large net, in the way that asks for the fewest gates in a step of random play. */
static void large(GdlLower *l, IrFn *turn, GdlCode *code, int *changed)
{
    size_t n, all;
    GdlRoot *root = all_roots(l, &n);
    GdlAgain *again = gdl_again_new(l, "follows", root, n);
    double gates = gdl_again_gates(again, &all), apart = gates_apart(l, turn);
    const char *way = "all each step";
    if (gates * WORTH < apart && gates * WORTH < (double)all) {
        way = "those below facts that changed";
        *changed = ir_local_add(l->game, turn, "changed", ir_mask(l->space_fact));
        gdl_again_write(again, code, turn, *changed);
    } else if (apart < (double)all) {
        way = "those of the role whose turn it is";
        by_parts(l, turn, code);
    } else {
        all_by_parts(l, code, root, n);
    }
    diag(l->session->diags, DIAG_REMARK, (Span){0, 0},
         "end and legal moves: of %zu gates a step asks %.0f by changed facts, %.0f by turns; chosen: %s", all, gates,
         apart, way);
}

void gdl_lower_derived(GdlLower *l, IrFn *turn, GdlCode *code, int *changed)
{
    GdlBits *bits = gdl_bits_new(l, turn);
    gdl_bits_want(bits, l->net->terminal);
    for (uint32_t i = 0; i < l->net->ninput; i++)
        if (!lost_once(l, i))
            gdl_bits_want(bits, l->net->input[i].legal);
    for (uint32_t r = 0; r < l->net->nrole; r++)
        gdl_bits_want(bits, l->role[r].shared);
    if (gdl_bits_size(bits) > GDL_WHOLE) {
        large(l, turn, code, changed);
        gdl_open_legal(l, code);
        return;
    }
    Ir *over = gdl_bits(bits, code, l->net->terminal);
    gdl_say(l, code, ir_put(l->game, l->over, NULL, over));
    for (uint32_t r = 0; r < l->net->nrole; r++)
        role_moves(l, bits, code, &l->role[r]);
}
