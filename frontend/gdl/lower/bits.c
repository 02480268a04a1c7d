/* bits.c - gates as conditions of the IR. */
#include "frontend/gdl/lower/lower.h"

#include <string.h>

enum { NO_LOCAL = -1, DEEPEST = 12 };

struct GdlBits {
    GdlLower *l;
    IrFn *fn;
    uint32_t *uses; /* by node */
    int *local;     /* by node */
    bool *flipped;  /* by node: the local holds the opposite */
    uint8_t *depth; /* by node: of its expression */
    VEC(uint32_t) made; /* nodes that have locals, in order */
    size_t size;
};

GdlBits *gdl_bits_new(GdlLower *l, IrFn *fn)
{
    GdlBits *bits = ARENA_NEW(l->arena, GdlBits);
    uint32_t n = l->net->nnode;
    bits->l = l;
    bits->fn = fn;
    bits->uses = ARENA_ARRAY(l->arena, uint32_t, n);
    bits->local = ARENA_ARRAY(l->arena, int, n);
    bits->flipped = ARENA_ARRAY(l->arena, bool, n);
    bits->depth = ARENA_ARRAY(l->arena, uint8_t, n);
    for (uint32_t i = 0; i < n; i++)
        bits->local[i] = NO_LOCAL;
    return bits;
}

/* A gate of its own: not a leaf, not a column. */
static bool is_gate(const GdlBits *bits, uint32_t node)
{
    return bits->l->net->node[node].kind == GDL_NODE_AND && bits->l->does[node].role == GDL_NOBODY &&
           bits->l->wire[node].field < 0;
}

void gdl_bits_want(GdlBits *bits, GdlEdge edge)
{
    uint32_t i = edge >> 1;
    const GdlNode *node = &bits->l->net->node[i];
    if (!is_gate(bits, i) || bits->uses[i]++)
        return;
    bits->size += node->n - 1;
    for (uint32_t k = 0; k < node->n; k++)
        gdl_bits_want(bits, bits->l->net->edge[node->at + k]);
}

size_t gdl_bits_size(const GdlBits *bits) { return bits->size; }
size_t gdl_bits_enter(const GdlBits *bits) { return bits->made.n; }

void gdl_bits_leave(GdlBits *bits, size_t mark)
{
    while (bits->made.n > mark)
        bits->local[bits->made.at[--bits->made.n]] = NO_LOCAL;
}

/* ---- gates ------------------------------------------------------------------ */

static Ir *negate(GdlBits *bits, Ir *value, bool flip)
{
    if (!flip)
        return value;
    if (value->op == IR_OP_INT)
        return ir_const(bits->l->game, !value->k);
    return value->op == IR_OP_NOT ? value->a[0] : ir_op1(bits->l->game, IR_OP_NOT, value);
}

/* A tree as flat as can be. */
static Ir *join(GdlBits *bits, IrOp op, Ir **part, size_t n)
{
    if (n == 1)
        return part[0];
    return ir_op2(bits->l->game, op, join(bits, op, part, n / 2), join(bits, op, part + n / 2, n - n / 2));
}

typedef VEC(Ir *) Parts;

/* The inputs about each role's choice are one condition. */
static void choices(GdlBits *bits, const GdlNode *node, bool any, Parts *parts)
{
    GdlLower *l = bits->l;
    for (uint32_t r = 0; r < l->net->nrole; r++) {
        const GdlRole *role = &l->role[r];
        Choice *all = NULL;
        for (uint32_t k = 0; k < node->n; k++) {
            GdlEdge edge = l->net->edge[node->at + k];
            const GdlDoes *does = &l->does[edge >> 1];
            if (does->role != r)
                continue;
            if (!all) {
                all = ARENA_ARRAY(l->arena, Choice, role->words);
                for (uint32_t i = 0; i < role->n; i++)
                    all[i / 64] |= (Choice)1 << (i % 64);
            }
            for (int w = 0; w < role->words; w++)
                all[w] &= edge & 1 ? ~does->holds[w] : does->holds[w];
        }
        if (all)
            vec_push(l->arena, parts, negate(bits, gdl_lower_choice(l, r, all), any));
    }
}

/* More inputs of the gate are opposites: it is written as an `or`. */
static bool mostly_negated(const GdlNet *net, const GdlNode *node)
{
    uint32_t negated = 0;
    for (uint32_t k = 0; k < node->n; k++)
        negated += net->edge[node->at + k] & 1;
    return 2 * negated > node->n;
}

/* The gate, or (any) its opposite as an `or`, without the input `known`. */
static Ir *gate(GdlBits *bits, GdlCode *code, const GdlNode *node, bool any, GdlEdge known, uint8_t *depth)
{
    GdlLower *l = bits->l;
    Parts parts = {0};
    choices(bits, node, any, &parts);
    for (uint32_t k = 0; k < node->n; k++) {
        GdlEdge edge = l->net->edge[node->at + k];
        if (edge == known || l->does[edge >> 1].role != GDL_NOBODY)
            continue;
        vec_push(l->arena, &parts, gdl_bits(bits, code, edge ^ any));
        if (bits->local[edge >> 1] == NO_LOCAL && bits->depth[edge >> 1] > *depth)
            *depth = bits->depth[edge >> 1];
    }
    size_t n = 0;
    for (size_t i = 0; i < parts.n; i++)
        if (parts.at[i]->op != IR_OP_INT)
            parts.at[n++] = parts.at[i];
        else if ((parts.at[i]->k != 0) == any)
            return ir_const(l->game, any);
    for (size_t size = n; size > 1; size = (size + 1) / 2)
        ++*depth;
    return n ? join(bits, any ? IR_OP_OR : IR_OP_AND, parts.at, n) : ir_const(l->game, !any);
}

static Ir *node_value(GdlBits *bits, GdlCode *code, uint32_t i, bool *flipped)
{
    GdlLower *l = bits->l;
    const GdlNode *node = &l->net->node[i];
    *flipped = bits->flipped[i];
    if (bits->local[i] != NO_LOCAL)
        return ir_local(l->game, bits->fn, bits->local[i]);
    bool any = *flipped = mostly_negated(l->net, node);
    uint8_t depth = 0;
    Ir *value = gate(bits, code, node, any, GDL_FALSE, &depth);
    bits->depth[i] = depth;
    if (value->op == IR_OP_INT || (bits->uses[i] < 2 && depth < DEEPEST))
        return value;
    bits->flipped[i] = any;
    bits->local[i] = ir_local_add(l->game, bits->fn, arena_printf(l->arena, "n%u", i), ir_bit());
    vec_push(l->arena, &bits->made, i);
    gdl_say(l, code, ir_k1(l->game, IR_OP_LET, bits->local[i], value));
    return ir_local(l->game, bits->fn, bits->local[i]);
}

static Ir *member(GdlLower *l, int field, int index)
{
    return ir_op2(l->game, IR_OP_HAS, ir_const(l->game, index), ir_get(l->game, field, NULL));
}

static Ir *wire(const GdlBits *bits, uint32_t node)
{
    GdlLower *l = bits->l;
    if (l->wires_local < 0)
        return member(l, l->wire[node].field, l->wire[node].member);
    return ir_op2(l->game, IR_OP_HAS, ir_const(l->game, l->wire[node].member), ir_local(l->game, bits->fn, l->wires_local));
}

Ir *gdl_bits(GdlBits *bits, GdlCode *code, GdlEdge edge)
{
    GdlLower *l = bits->l;
    uint32_t i = edge >> 1;
    const GdlNode *node = &l->net->node[i];
    if (node->kind == GDL_NODE_FALSE)
        return ir_const(l->game, edge & 1);
    if (l->does[i].role != GDL_NOBODY)
        return negate(bits, gdl_lower_choice(l, l->does[i].role, l->does[i].holds), edge & 1);
    if (node->kind == GDL_NODE_BASE)
        return negate(bits, member(l, l->facts, (int)node->at), edge & 1);
    if (l->wire[i].field >= 0 && bits->local[i] == NO_LOCAL)
        return negate(bits, wire(bits, i), edge & 1);
    bool flipped;
    Ir *value = node_value(bits, code, i, &flipped);
    return negate(bits, value, flipped != (edge & 1));
}

Ir *gdl_bits_given(GdlBits *bits, GdlCode *code, GdlEdge edge, GdlEdge known)
{
    uint8_t depth = 0;
    const GdlNode *node = &bits->l->net->node[edge >> 1];
    return edge == known ? ir_const(bits->l->game, 1) : gate(bits, code, node, edge & 1, known, &depth);
}

Ir *gdl_bits_root(GdlBits *bits, GdlCode *code, const GdlRoot *root)
{
    return root->known == GDL_FALSE ? gdl_bits(bits, code, root->edge) : gdl_bits_given(bits, code, root->edge, root->known);
}
