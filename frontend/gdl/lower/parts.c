/* parts.c - large nets by procedures of limited size, so that no compiler
 * meets a function that it cannot cope with.
 *
 * Gates that are used more than once or are large, and the roots, are put in an order in which
 * each comes after what it needs, and the order is cut.  A gate that a later part
 * needs is kept by its own part as a bit of a field. */
#include "frontend/gdl/lower/parts.h"

enum { MOST_BITS = 60000 }; /* operands of a node */

bool gdl_is_gate(const GdlLower *l, uint32_t node)
{
    return l->net->node[node].kind == GDL_NODE_AND && l->does[node].role == GDL_NOBODY;
}

void gdl_parts_count(GdlParts *p, GdlEdge edge)
{
    uint32_t i = edge >> 1;
    const GdlNode *node = &p->l->net->node[i];
    if (!gdl_is_gate(p->l, i) || p->uses[i]++)
        return;
    for (uint32_t k = 0; k < node->n; k++)
        gdl_parts_count(p, p->l->net->edge[node->at + k]);
}

/* What a root is made of: itself, or the inputs of its gate that are not known. */
static GdlItem root_item(const GdlLower *l, const GdlRoot *root)
{
    const GdlNode *node = &l->net->node[root->edge >> 1];
    if (root->known == GDL_FALSE)
        return (GdlItem){GDL_NO_NODE, root, &root->edge, 1, 0};
    GdlEdge *needs = ARENA_ARRAY(l->arena, GdlEdge, node->n);
    uint32_t n = 0;
    for (uint32_t k = 0; k < node->n; k++)
        if (l->net->edge[node->at + k] != root->known)
            needs[n++] = l->net->edge[node->at + k];
    return (GdlItem){GDL_NO_NODE, root, needs, n, n};
}

/* Puts the gates below in order; returns the size of what is not shared. */
size_t gdl_parts_order(GdlParts *p, GdlEdge edge)
{
    uint32_t i = edge >> 1;
    const GdlNode *node = &p->l->net->node[i];
    if (!gdl_is_gate(p->l, i) || p->part[i])
        return 0;
    size_t size = node->n - 1;
    for (uint32_t k = 0; k < node->n; k++)
        size += gdl_parts_order(p, p->l->net->edge[node->at + k]);
    if (p->uses[i] < 2 && size < GDL_PART / 4)
        return size;
    p->part[i] = 1;
    vec_push(p->l->arena, &p->item, ((GdlItem){i, NULL, &p->l->net->edge[node->at], node->n, size}));
    return 0;
}

void gdl_parts_cut(GdlParts *p)
{
    size_t size = 0;
    for (size_t i = 0; i < p->item.n; i++) {
        size += p->item.at[i].size + 1;
        if (p->item.at[i].node != GDL_NO_NODE)
            p->part[p->item.at[i].node] = (uint32_t)p->end.n + 1;
        if (size > GDL_PART || i + 1 == p->item.n) {
            vec_push(p->l->arena, &p->end, i + 1);
            size = 0;
        }
    }
}

/* Marks the shared gates below that another part makes. */
static void mark(GdlParts *p, GdlEdge edge, uint32_t part)
{
    uint32_t i = edge >> 1;
    const GdlNode *node = &p->l->net->node[i];
    if (!gdl_is_gate(p->l, i))
        return;
    if (p->part[i]) {
        p->kept[i] = p->kept[i] || p->part[i] != part;
        return;
    }
    for (uint32_t k = 0; k < node->n; k++)
        mark(p, p->l->net->edge[node->at + k], part);
}

void gdl_parts_mark(GdlParts *p)
{
    for (size_t part = 1, i = 0; part <= p->end.n; part++) {
        for (; i < p->end.at[part - 1]; i++) {
            const GdlItem *item = &p->item.at[i];
            for (uint32_t k = 0; k < item->n; k++)
                mark(p, item->needs[k], (uint32_t)part);
        }
    }
}

/* ---- writing -------------------------------------------------------------------- */

/* The members that the roots from `first` to `end` are, from `least` on. */
static Ir *members(GdlParts *p, int space, int least, size_t first, size_t end)
{
    GdlLower *l = p->l;
    VEC(Ir *) bit = {0};
    for (size_t i = first; i < end; i++) {
        if (!p->item.at[i].root)
            continue;
        while ((int)bit.n <= p->item.at[i].root->member - least)
            vec_push(l->arena, &bit, ir_const(l->game, 0));
        bit.at[bit.n - 1] = ir_const(l->game, 1);
    }
    return gdl_pack(l, space, least, bit.at, (int)bit.n);
}

/* The members from `first` on of one field, and more of it in later parts. */
static size_t put_set(GdlParts *p, GdlBits *bits, GdlCode *code, size_t first, size_t end)
{
    GdlLower *l = p->l;
    int field = p->item.at[first].root->field, space = l->game->field.at[field].elem.space;
    Ir **bit = ARENA_ARRAY(l->arena, Ir *, end - first + (size_t)l->game->space.at[space].size);
    int n = 0, least = p->item.at[first].root->member;
    size_t i = first;
    for (; i < end; i++) {
        const GdlRoot *root = p->item.at[i].root;
        if (!root)
            continue;
        if (root->field != field || root->member - least >= MOST_BITS)
            break;
        while (n < root->member - least)
            bit[n++] = ir_const(l->game, 0);
        bit[n++] = gdl_bits_root(bits, code, root);
    }
    Ir *rest = ir_get(l->game, field, NULL);
    if (p->lasting)
        rest = ir_op2(l->game, IR_OP_MDIFF, rest, members(p, space, least, first, i));
    Ir *set = ir_op2(l->game, IR_OP_MOR, rest, gdl_pack(l, space, least, bit, n));
    gdl_say(l, code, ir_put(l->game, field, NULL, set));
    return i;
}

static void put_roots(GdlParts *p, GdlBits *bits, GdlCode *code, size_t first, size_t end)
{
    for (size_t i = first; i < end;) {
        const GdlRoot *root = p->item.at[i].root;
        if (!root) {
            i++;
        } else if (root->member < 0) {
            gdl_say(p->l, code, ir_put(p->l->game, root->field, NULL, gdl_bits_root(bits, code, root)));
            i++;
        } else {
            i = put_set(p, bits, code, i, end);
        }
    }
}

/* The gates of the part that others need, in a field of their own. */
static void keep(GdlParts *p, GdlBits *bits, GdlCode *code, size_t first, size_t end, size_t part)
{
    GdlLower *l = p->l;
    VEC(uint32_t) node = {0};
    for (size_t i = first; i < end; i++)
        if (p->item.at[i].node != GDL_NO_NODE && p->kept[p->item.at[i].node])
            vec_push(l->arena, &node, p->item.at[i].node);
    if (!node.n)
        return;
    const char *name = arena_printf(l->arena, "%s %zu", p->name, part);
    int space = ir_space_add(l->game, name, (int)node.n);
    int field = ir_field_add(l->game, name, ir_mask(space), NULL);
    Ir **bit = ARENA_ARRAY(l->arena, Ir *, node.n);
    const int *member = gdl_order_by_places(l, node.at, node.n);
    for (size_t i = 0; i < node.n; i++)
        bit[member[i]] = gdl_bits(bits, code, 2 * node.at[i]);
    gdl_say(l, code, ir_put(l->game, field, NULL, gdl_pack(l, space, 0, bit, (int)node.n)));
    for (size_t i = 0; i < node.n; i++) {
        l->wire[node.at[i]] = (GdlWire){field, member[i]};
        if (p->lasting)
            vec_push(l->arena, &l->lasting, ((GdlKept){{field, member[i]}, node.at[i]}));
    }
}

static void want(GdlBits *bits, const GdlItem *item)
{
    if (!item->root)
        gdl_bits_want(bits, 2 * item->node);
    for (uint32_t k = 0; item->root && k < item->n; k++)
        gdl_bits_want(bits, item->needs[k]);
}

/* The procedure of a part, and the call of it. */
Ir *gdl_write_part(GdlParts *p, size_t part, size_t first, size_t end)
{
    GdlLower *l = p->l;
    IrFn *fn = ir_fn_add(l->game, IR_PROC, arena_printf(l->arena, "%s %zu", p->name, part),
                         (IrType){.kind = IR_VOID, .space = IR_NOSPACE});
    GdlBits *bits = gdl_bits_new(l, fn);
    for (size_t i = first; i < end; i++)
        want(bits, &p->item.at[i]);
    GdlCode body = {0};
    keep(p, bits, &body, first, end, part);
    put_roots(p, bits, &body, first, end);
    fn->body = gdl_block(l, &body);
    return ir_call(l->game, IR_OP_DO, ir_fn_index(l->game, fn), 0, NULL);
}

/* What was kept is the same for equal facts, but of no use to anybody. */
static void forget(GdlParts *p, GdlCode *code, size_t fields)
{
    IrGame *g = p->l->game;
    for (size_t i = fields; i < g->field.n; i++)
        gdl_say(p->l, code, ir_put(g, (int)i, NULL, ir_k0(g, IR_OP_NONE, g->field.at[i].elem.space)));
    gdl_forget_wires(p->l);
}

GdlParts gdl_parts_new(GdlLower *l, const char *name)
{
    GdlParts p = {.l = l, .name = name};
    p.uses = ARENA_ARRAY(l->arena, uint32_t, l->net->nnode);
    p.part = ARENA_ARRAY(l->arena, uint32_t, l->net->nnode);
    p.kept = ARENA_ARRAY(l->arena, bool, l->net->nnode);
    return p;
}

GdlParts gdl_parts_of(GdlLower *l, const char *name, const GdlRoot *root, size_t n)
{
    GdlParts p = gdl_parts_new(l, name);
    GdlItem *item = ARENA_ARRAY(l->arena, GdlItem, n);
    for (size_t i = 0; i < n; i++) {
        item[i] = root_item(l, &root[i]);
        for (uint32_t k = 0; k < item[i].n; k++)
            gdl_parts_count(&p, item[i].needs[k]);
    }
    for (size_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < item[i].n; k++)
            item[i].size += gdl_parts_order(&p, item[i].needs[k]);
        vec_push(l->arena, &p.item, item[i]);
    }
    gdl_parts_cut(&p);
    gdl_parts_mark(&p);
    return p;
}

void gdl_lower_parts(GdlLower *l, const char *name, GdlCode *code, const GdlRoot *root, size_t n)
{
    GdlParts p = gdl_parts_of(l, name, root, n);
    size_t fields = l->game->field.n;
    for (size_t part = 1, first = 0; part <= p.end.n; part++) {
        gdl_say(l, code, gdl_write_part(&p, part, first, p.end.at[part - 1]));
        first = p.end.at[part - 1];
    }
    forget(&p, code, fields);
}

void gdl_forget_wires(GdlLower *l)
{
    l->wires_local = -1;
    for (uint32_t i = 0; i < l->net->nnode; i++)
        l->wire[i].field = -1;
}
