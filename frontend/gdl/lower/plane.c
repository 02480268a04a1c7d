/* plane.c - a state as bits: the facts that can differ, and all nodes of the net. */
#include "frontend/gdl/lower/parts.h"
#include "ir/offer/offer.h"

bool gdl_is_fixed(const GdlBase *base)
{
    return base->init ? base->now == GDL_TRUTH || base->next == GDL_TRUTH : base->next == GDL_FALSE;
}

static IrFn *plane(GdlLower *l, IrPlaneSet set, const char *name, uint32_t owner, int space, Ir *value)
{
    IrFn *fn = ir_plane_add(l->game, set, name, (int)owner, space);
    fn->body = ir_block(l->game);
    if (value)
        ir_append(l->game, &fn->body, ir_k1(l->game, IR_OP_RET, 0, value));
    return fn;
}

/* ---- facts ------------------------------------------------------------------ */

/* The number of each fact among the `n` that can differ, or -1, and their space. */
static int place_table(GdlLower *l, const GdlSeen *seen, uint32_t n, int *space)
{
    IrGame *g = l->game;
    *space = ir_space_add(g, "changing fact", (int)n);
    g->space.at[*space].label = ARENA_ARRAY(g->arena, const char *, n);
    IrDim dim = {seen->space, g->space.at[seen->space].size};
    int table = ir_table_add(g, "place of fact", (IrType){IR_INT, *space, -1, (int64_t)n - 1}, false, 1, &dim);
    uint32_t place = 0;
    for (uint32_t i = 0; i < seen->n; i++) {
        g->table.at[table].value[i] = seen->fixed[i] ? -1 : (int32_t)place;
        if (!seen->fixed[i])
            g->space.at[*space].label[place++] = g->space.at[seen->space].label[i];
    }
    return table;
}

/* The facts that are seen where they are those of the state. */
static GdlSeen own_facts(GdlLower *l)
{
    GdlSeen seen = {.space = l->space_fact, .n = l->net->nbase, .fixed = ARENA_ARRAY(l->arena, bool, l->net->nbase + 1)};
    for (uint32_t i = 0; i < seen.n; i++)
        seen.fixed[i] = gdl_is_fixed(&l->net->base[i]);
    return seen;
}

static void state_plane(GdlLower *l)
{
    IrGame *g = l->game;
    const bool own = !l->net->nshown;
    const GdlSeen seen = own ? own_facts(l) : l->seen;
    uint32_t n = 0;
    for (uint32_t i = 0; i < seen.n; i++)
        n += !seen.fixed[i];
    if (!n)
        return;
    int space = seen.space;
    const int table = n < seen.n ? place_table(l, &seen, n, &space) : -1;
    IrFn *fn = plane(l, IR_PLANES_STATE, "fact", 0, space, NULL);
    Ir *facts = own ? ir_get(g, l->facts, NULL) : gdl_shown_facts(l, fn);
    if (table >= 0)
        facts = ir_op2(g, IR_OP_IMAGE, facts, ir_tab(g, table, 0, NULL));
    ir_append(g, &fn->body, ir_k1(g, IR_OP_RET, 0, facts));
}

/* ---- nodes -------------------------------------------------------------------- */

/* The gates that depend on facts alone, in order. */
static size_t gates(GdlLower *l, GdlEdge *edge)
{
    const GdlNet *net = l->net;
    bool *moves = ARENA_ARRAY(l->arena, bool, net->nnode);
    size_t n = 0;
    for (uint32_t i = 0; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        moves[i] = node->kind == GDL_NODE_INPUT || l->does[i].role != GDL_NOBODY;
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++)
            moves[i] = moves[i] || moves[net->edge[node->at + k] >> 1];
        if (node->kind == GDL_NODE_AND && !moves[i])
            edge[n++] = 2 * i;
    }
    return n;
}

/* "n7 = (and (cell 1 1 b) (not n3))"; long ones end early. */
static const char *gate_label(const GdlLower *l, uint32_t i)
{
    enum { LONGEST = 120 };
    const GdlNode *node = &l->net->node[i];
    Out out = {0};
    out_printf(&out, "n%u = (and", i);
    for (uint32_t k = 0; k < node->n; k++) {
        GdlEdge edge = l->net->edge[node->at + k];
        const GdlNode *input = &l->net->node[edge >> 1];
        if (out.n > LONGEST) {
            out_puts(&out, " ..");
            break;
        }
        out_puts(&out, edge & 1 ? " (not " : " ");
        if (input->kind == GDL_NODE_BASE)
            out_puts(&out, l->net->base[input->at].name);
        else
            out_printf(&out, "n%u", edge >> 1);
        out_puts(&out, edge & 1 ? ")" : "");
    }
    out_char(&out, ')');
    const char *label = arena_strdup(l->game->arena, out.text);
    out_free(&out);
    return label;
}

/* Gates as the bits of a set, in a function that is not large. */
static Ir *few_gates(GdlLower *l, IrFn *fn, GdlBits *bits, GdlCode *code, const GdlEdge *edge, size_t n)
{
    int space = fn->ret.space;
    Ir **bit = ARENA_ARRAY(l->arena, Ir *, n);
    for (size_t i = 0; i < n; i++) {
        l->game->space.at[space].label[i] = gate_label(l, edge[i] >> 1);
        bit[i] = gdl_bits(bits, code, edge[i]);
    }
    return gdl_pack(l, space, 0, bit, (int)n);
}

/* The same by parts: every gate is a wire, and all wires together are the plane. */
static Ir *many_gates(GdlLower *l, IrFn *fn, GdlCode *code, const GdlEdge *edge, size_t n)
{
    gdl_lower_reading(l, "gates", fn, code, edge, n);
    Ir *wires = ir_local(l->game, fn, l->wires_local);
    IrSpace *space = &l->game->space.at[wires->type.space];
    space->label = ARENA_ARRAY(l->game->arena, const char *, n);
    for (size_t i = 0; i < n; i++)
        space->label[l->wire[edge[i] >> 1].member] = gate_label(l, edge[i] >> 1);
    gdl_forget_wires(l);
    return wires;
}

static void gate_plane(GdlLower *l)
{
    IrGame *g = l->game;
    GdlEdge *edge = ARENA_ARRAY(l->arena, GdlEdge, l->net->nnode);
    size_t n = gates(l, edge);
    if (!n)
        return;
    IrFn *fn = plane(l, IR_PLANES_NODES, "gate", 0, IR_NOSPACE, NULL);
    GdlCode code = {0};
    GdlBits *bits = gdl_bits_new(l, fn);
    for (size_t i = 0; i < 2 * n; i++) /* twice: each is a local */
        gdl_bits_want(bits, edge[i / 2]);
    Ir *set;
    if (gdl_bits_size(bits) > GDL_WHOLE) {
        set = many_gates(l, fn, &code, edge, n);
        fn->ret = set->type;
    } else {
        fn->ret.space = ir_space_add(g, "gate", (int)n);
        g->space.at[fn->ret.space].label = ARENA_ARRAY(g->arena, const char *, n);
        set = few_gates(l, fn, bits, &code, edge, n);
    }
    gdl_say(l, &code, ir_k1(g, IR_OP_RET, 0, set));
    fn->body = gdl_block(l, &code);
}

static void node_planes(GdlLower *l)
{
    IrGame *g = l->game;
    plane(l, IR_PLANES_NODES, "fact", 0, l->space_fact, ir_get(g, l->facts, NULL));
    gate_plane(l);
    int space = ir_space_add(g, "terminal", 1);
    g->space.at[space].label = ARENA_ARRAY(g->arena, const char *, 1);
    g->space.at[space].label[0] = "terminal";
    Ir *over = ir_get(g, l->over, NULL);
    plane(l, IR_PLANES_NODES, "terminal", 0, space, gdl_pack(l, space, 0, &over, 1));
    plane(l, IR_PLANES_NODES, "goal", 0, l->space_goal, ir_call(g, IR_OP_CALL, ir_fn_find(g, "worth"), 0, NULL));
    for (uint32_t r = 0; r < l->net->nrole; r++)
        plane(l, IR_PLANES_NODES, "legal", r + 1, l->role[r].space, ir_get(g, l->role[r].legal, NULL));
}

void gdl_lower_planes(GdlLower *l)
{
    if (l->offers & IR_OFFER_PLANES)
        state_plane(l);
    if (l->offers & IR_OFFER_NODES)
        node_planes(l);
}
