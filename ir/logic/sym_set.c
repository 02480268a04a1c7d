/* sym_set.c - symbolic execution: expressions that are sets. */
#include "ir/logic/sym.h"

static Sym algebra(SymExec *x, SymFrame *f, const Ir *node)
{
    const BitsEdge *a = sym_members(x, f, node->a[0]), *b = sym_members(x, f, node->a[1]);
    uint32_t n = sym_space(x, node);
    BitsEdge *out = sym_edges(x, n);
    for (uint32_t i = 0; i < n; i++)
        switch (node->op) {
        case IR_OP_MAND: out[i] = net_and(x->net, a[i], b[i]); break;
        case IR_OP_MOR: out[i] = net_or(x->net, a[i], b[i]); break;
        case IR_OP_MXOR: out[i] = net_xor(x->net, a[i], b[i]); break;
        default: out[i] = net_and(x->net, a[i], net_not(b[i]));
        }
    return sym_set(x, out, n);
}

static Sym complement(SymExec *x, SymFrame *f, const Ir *node)
{
    const BitsEdge *a = node->n ? sym_members(x, f, node->a[0]) : NULL;
    uint32_t n = sym_space(x, node);
    BitsEdge *out = sym_edges(x, n);
    for (uint32_t i = 0; i < n; i++)
        out[i] = a ? net_not(a[i]) : BITS_TRUE;
    return sym_set(x, out, n);
}

static Sym single(SymExec *x, SymFrame *f, const Ir *node)
{
    uint32_t size = sym_space(x, node);
    BitsEdge *out = sym_edges(x, size);
    size_t n;
    const SymCase *cases = sym_as_cases(x, sym_eval(x, f, node->a[0]), &n);
    for (size_t i = 0; i < n; i++)
        if (cases[i].value >= 0 && cases[i].value < (int64_t)size)
            out[cases[i].value] = n == 1 ? BITS_TRUE : cases[i].when;
    return sym_set(x, out, size);
}

static Sym packed(SymExec *x, SymFrame *f, const Ir *node)
{
    uint32_t size = sym_space(x, node);
    BitsEdge *out = sym_edges(x, size);
    for (int i = 1; i < node->n; i++) {
        int64_t member = node->a[0]->k + i - 1;
        BitsEdge in = sym_holds(x, f, node->a[i]);
        if (member >= 0 && member < (int64_t)size)
            out[member] = in;
    }
    return sym_set(x, out, size);
}

/* ---- of fields ------------------------------------------------------------------- */

static Sym where(SymExec *x, SymFrame *f, const Ir *node)
{
    uint32_t size = sym_space(x, node);
    BitsEdge *out = sym_edges(x, size);
    Sym wanted = sym_eval(x, f, node->a[0]);
    for (size_t i = 0; i < x->game->field.at[node->k].n && i < size; i++)
        out[i] = sym_compare(x, IR_OP_EQ, x->field[node->k][i].value, wanted);
    return sym_set(x, out, size);
}

static Sym where_in(SymExec *x, SymFrame *f, const Ir *node)
{
    uint32_t size = sym_space(x, node), nvalue = sym_space(x, node->a[0]);
    const BitsEdge *wanted = sym_members(x, f, node->a[0]);
    BitsEdge *out = sym_edges(x, size);
    const IrField *field = &x->game->field.at[node->k];
    for (size_t i = 0; i < field->n && i < size; i++) {
        size_t n;
        const SymCase *cases = sym_as_cases(x, x->field[node->k][i].value, &n);
        BitsEdge *part = sym_edges(x, n);
        for (size_t c = 0; c < n; c++)
            if (cases[c].value >= 0 && cases[c].value < (int64_t)nvalue)
                part[c] = net_and(x->net, cases[c].when, wanted[cases[c].value]);
        out[i] = net_or_all(x->net, part, n);
    }
    return sym_set(x, out, size);
}

/* ---- comprehensions -------------------------------------------------------------- */

static Sym filter(SymExec *x, SymFrame *f, const Ir *node)
{
    const BitsEdge *set = sym_members(x, f, node->a[0]);
    uint32_t n = sym_space(x, node->a[0]);
    BitsEdge *out = sym_edges(x, n);
    for (uint32_t s = 0; s < n; s++) {
        if (set[s] == BITS_FALSE || x->fail)
            continue;
        sym_write(x, &f->local[node->k], sym_const(s));
        out[s] = net_and(x->net, set[s], sym_holds(x, f, node->a[1]));
    }
    return sym_set(x, out, n);
}

static Sym union_over(SymExec *x, SymFrame *f, const Ir *node)
{
    const BitsEdge *set = sym_members(x, f, node->a[0]);
    uint32_t n = sym_space(x, node->a[0]), size = sym_space(x, node);
    BitsEdge *out = sym_edges(x, size);
    for (uint32_t s = 0; s < n; s++) {
        if (set[s] == BITS_FALSE || x->fail)
            continue;
        sym_write(x, &f->local[node->k], sym_const(s));
        const BitsEdge *part = sym_members(x, f, node->a[1]);
        for (uint32_t i = 0; i < size; i++)
            out[i] = net_or(x->net, out[i], net_and(x->net, set[s], part[i]));
    }
    return sym_set(x, out, size);
}

Sym sym_of_set(SymExec *x, SymFrame *f, const Ir *node)
{
    uint32_t n = sym_space(x, node);
    switch (node->op) {
    case IR_OP_NONE: case IR_OP_LOCAL: case IR_OP_GET: case IR_OP_TAB: case IR_OP_SELECT: case IR_OP_CALL: case IR_OP_WITH:
        return sym_set(x, sym_edges(x, n), n);
    case IR_OP_ALL: case IR_OP_MNOT: return complement(x, f, node);
    case IR_OP_BITOF: return single(x, f, node);
    case IR_OP_PACK: return packed(x, f, node);
    case IR_OP_MAND: case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF: return algebra(x, f, node);
    case IR_OP_WHERE: return where(x, f, node);
    case IR_OP_WHEREIN: return where_in(x, f, node);
    case IR_OP_FILTER: return filter(x, f, node);
    case IR_OP_UNION: return union_over(x, f, node);
    default:
        sym_fail(x, "`%s`", ir_op_info(node->op)->text);
        return sym_set(x, sym_edges(x, n), n);
    }
}
