/* reading.c - parts of a large net that only read: functions that write no state hand
 * a set of all the wires on, and each adds its own. */
#include "frontend/gdl/lower/parts.h"

/* fn NAME PART(%wires) -> %wires and those of items first..end. */
static IrFn *reader(GdlParts *p, int space, size_t part, size_t first, size_t end)
{
    GdlLower *l = p->l;
    IrFn *fn = ir_fn_add(l->game, IR_FN, arena_printf(l->arena, "%s %zu", p->name, part), ir_mask(space));
    int wires = ir_local_add(l->game, fn, "wires", ir_mask(space));
    fn->nparam = 1;
    GdlBits *bits = gdl_bits_new(l, fn);
    for (size_t i = first; i < end; i++)
        gdl_bits_want(bits, 2 * p->item.at[i].node);
    GdlCode code = {0};
    VEC(Ir *) bit = {0};
    int least = p->nwire;
    for (size_t i = first; i < end; i++) {
        if (!p->kept[p->item.at[i].node])
            continue;
        vec_push(l->arena, &bit, gdl_bits(bits, &code, 2 * p->item.at[i].node));
        p->nwire++;
    }
    Ir *all = ir_op2(l->game, IR_OP_MOR, ir_local(l->game, fn, wires), gdl_pack(l, space, least, bit.at, (int)bit.n));
    gdl_say(l, &code, ir_k1(l->game, IR_OP_RET, 0, all));
    fn->body = gdl_block(l, &code);
    return fn;
}

static int wire_space(GdlParts *p)
{
    int n = 0;
    for (uint32_t i = 0; i < p->l->net->nnode; i++)
        n += p->kept[i];
    return ir_space_add(p->l->game, p->name, n);
}

void gdl_lower_reading(GdlLower *l, const char *name, IrFn *fn, GdlCode *code, const GdlEdge *edge, size_t n)
{
    GdlParts p = gdl_parts_new(l, name);
    for (size_t i = 0; i < 2 * n; i++) /* twice: every edge is kept, as shared ones are */
        gdl_parts_count(&p, edge[i / 2]);
    for (size_t i = 0; i < n; i++)
        gdl_parts_order(&p, edge[i]);
    gdl_parts_cut(&p);
    gdl_parts_mark(&p);
    for (size_t i = 0; i < n; i++)
        p.kept[edge[i] >> 1] = gdl_is_gate(l, edge[i] >> 1);
    int space = wire_space(&p);
    int wires = -1;
    Ir *value = ir_k0(l->game, IR_OP_NONE, space);
    l->wires_local = 0;
    for (size_t part = 1, first = 0; part <= p.end.n; part++) {
        size_t end = p.end.at[part - 1];
        int least = p.nwire;
        IrFn *one = reader(&p, space, part, first, end);
        for (size_t i = first; i < end; i++)
            if (p.kept[p.item.at[i].node])
                l->wire[p.item.at[i].node] = (GdlWire){0, least++};
        value = ir_call(l->game, IR_OP_CALL, ir_fn_index(l->game, one), 1, &value);
        wires = ir_local_add(l->game, fn, arena_printf(l->arena, "wires %zu", part), ir_mask(space));
        gdl_say(l, code, ir_k1(l->game, IR_OP_LET, wires, value));
        value = ir_local(l->game, fn, wires);
        first = end;
    }
    l->wires_local = wires;
}
