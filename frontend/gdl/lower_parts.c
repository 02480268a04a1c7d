/* lower_parts.c - large nets by procedures of limited size, so that no compiler
 * meets a function that it cannot cope with.
 *
 * Gates that are used more than once or are large, and the roots, are put in an order in which
 * each comes after what it needs, and the order is cut.  A gate that a later part
 * needs is kept by its own part as a bit of a field. */
#include "frontend/gdl/lower.h"
#include "frontend/gdl/net_care.h"

typedef struct {
    uint32_t node;     /* a gate, or NO_NODE: a root */
    const GdlRoot *root;
    const GdlEdge *needs; /* what it is made of */
    uint32_t n;
    size_t size;       /* gates of two inputs that only it needs, and itself */
} Item;

#define NO_NODE UINT32_MAX
enum { MOST_BITS = 60000 }; /* operands of a node */

typedef struct {
    GdlLower *l;
    const char *name;
    uint32_t *uses;   /* by node */
    uint32_t *part;   /* by node: where it is made; by NO_PART not yet */
    bool *kept;       /* by node: a later part needs it */
    VEC(Item) item;
    VEC(size_t) end;  /* of each part, in item */
    int nwire;
    bool lasting;     /* sets lose the members of a part before it is made */
} Parts;

static bool is_gate(const GdlLower *l, uint32_t node)
{
    return l->net->node[node].kind == GDL_NODE_AND && l->does[node].role == GDL_NOBODY;
}

static void count(Parts *p, GdlEdge edge)
{
    uint32_t i = edge >> 1;
    const GdlNode *node = &p->l->net->node[i];
    if (!is_gate(p->l, i) || p->uses[i]++)
        return;
    for (uint32_t k = 0; k < node->n; k++)
        count(p, p->l->net->edge[node->at + k]);
}

/* What a root is made of: itself, or the inputs of its gate that are not known. */
static Item root_item(const GdlLower *l, const GdlRoot *root)
{
    const GdlNode *node = &l->net->node[root->edge >> 1];
    if (root->known == GDL_FALSE)
        return (Item){NO_NODE, root, &root->edge, 1, 0};
    GdlEdge *needs = ARENA_ARRAY(l->arena, GdlEdge, node->n);
    uint32_t n = 0;
    for (uint32_t k = 0; k < node->n; k++)
        if (l->net->edge[node->at + k] != root->known)
            needs[n++] = l->net->edge[node->at + k];
    return (Item){NO_NODE, root, needs, n, n};
}

/* Puts the gates below in order; returns the size of what is not shared. */
static size_t order(Parts *p, GdlEdge edge)
{
    uint32_t i = edge >> 1;
    const GdlNode *node = &p->l->net->node[i];
    if (!is_gate(p->l, i) || p->part[i])
        return 0;
    size_t size = node->n - 1;
    for (uint32_t k = 0; k < node->n; k++)
        size += order(p, p->l->net->edge[node->at + k]);
    if (p->uses[i] < 2 && size < GDL_PART / 4)
        return size;
    p->part[i] = 1;
    vec_push(p->l->arena, &p->item, ((Item){i, NULL, &p->l->net->edge[node->at], node->n, size}));
    return 0;
}

static void cut(Parts *p)
{
    size_t size = 0;
    for (size_t i = 0; i < p->item.n; i++) {
        size += p->item.at[i].size + 1;
        if (p->item.at[i].node != NO_NODE)
            p->part[p->item.at[i].node] = (uint32_t)p->end.n + 1;
        if (size > GDL_PART || i + 1 == p->item.n) {
            vec_push(p->l->arena, &p->end, i + 1);
            size = 0;
        }
    }
}

/* Marks the shared gates below that another part makes. */
static void mark(Parts *p, GdlEdge edge, uint32_t part)
{
    uint32_t i = edge >> 1;
    const GdlNode *node = &p->l->net->node[i];
    if (!is_gate(p->l, i))
        return;
    if (p->part[i]) {
        p->kept[i] = p->kept[i] || p->part[i] != part;
        return;
    }
    for (uint32_t k = 0; k < node->n; k++)
        mark(p, p->l->net->edge[node->at + k], part);
}

static void mark_all(Parts *p)
{
    for (size_t part = 1, i = 0; part <= p->end.n; part++) {
        for (; i < p->end.at[part - 1]; i++) {
            const Item *item = &p->item.at[i];
            for (uint32_t k = 0; k < item->n; k++)
                mark(p, item->needs[k], (uint32_t)part);
        }
    }
}

/* ---- writing -------------------------------------------------------------------- */

static Ir *value(GdlBits *bits, GdlCode *code, const GdlRoot *root)
{
    return root->known == GDL_FALSE ? gdl_bits(bits, code, root->edge)
                                    : gdl_bits_given(bits, code, root->edge, root->known);
}

/* The members that the roots from `first` to `end` are, from `least` on. */
static Ir *members(Parts *p, int space, int least, size_t first, size_t end)
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
static size_t put_set(Parts *p, GdlBits *bits, GdlCode *code, size_t first, size_t end)
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
        bit[n++] = value(bits, code, root);
    }
    Ir *rest = ir_get(l->game, field, NULL);
    if (p->lasting)
        rest = ir_op2(l->game, IR_OP_MDIFF, rest, members(p, space, least, first, i));
    Ir *set = ir_op2(l->game, IR_OP_MOR, rest, gdl_pack(l, space, least, bit, n));
    gdl_say(l, code, ir_put(l->game, field, NULL, set));
    return i;
}

static void put_roots(Parts *p, GdlBits *bits, GdlCode *code, size_t first, size_t end)
{
    for (size_t i = first; i < end;) {
        const GdlRoot *root = p->item.at[i].root;
        if (!root) {
            i++;
        } else if (root->member < 0) {
            gdl_say(p->l, code, ir_put(p->l->game, root->field, NULL, value(bits, code, root)));
            i++;
        } else {
            i = put_set(p, bits, code, i, end);
        }
    }
}

/* The gates of the part that others need, in a field of their own. */
static void keep(Parts *p, GdlBits *bits, GdlCode *code, size_t first, size_t end, size_t part)
{
    GdlLower *l = p->l;
    VEC(uint32_t) node = {0};
    for (size_t i = first; i < end; i++)
        if (p->item.at[i].node != NO_NODE && p->kept[p->item.at[i].node])
            vec_push(l->arena, &node, p->item.at[i].node);
    if (!node.n)
        return;
    const char *name = arena_printf(l->arena, "%s %zu", p->name, part);
    int space = ir_space_add(l->game, name, (int)node.n);
    int field = ir_field_add(l->game, name, ir_mask(space), NULL);
    Ir **bit = ARENA_ARRAY(l->arena, Ir *, node.n);
    for (size_t i = 0; i < node.n; i++)
        bit[i] = gdl_bits(bits, code, 2 * node.at[i]);
    gdl_say(l, code, ir_put(l->game, field, NULL, gdl_pack(l, space, 0, bit, (int)node.n)));
    for (size_t i = 0; i < node.n; i++) {
        l->wire[node.at[i]] = (GdlWire){field, (int)i};
        if (p->lasting)
            vec_push(l->arena, &l->lasting, ((GdlKept){{field, (int)i}, node.at[i]}));
    }
}

static void want(GdlBits *bits, const Item *item)
{
    if (!item->root)
        gdl_bits_want(bits, 2 * item->node);
    for (uint32_t k = 0; item->root && k < item->n; k++)
        gdl_bits_want(bits, item->needs[k]);
}

/* The procedure of a part, and the call of it. */
static Ir *write_part(Parts *p, size_t part, size_t first, size_t end)
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
static void forget(Parts *p, GdlCode *code, size_t fields)
{
    IrGame *g = p->l->game;
    for (size_t i = fields; i < g->field.n; i++)
        gdl_say(p->l, code, ir_put(g, (int)i, NULL, ir_k0(g, IR_OP_NONE, g->field.at[i].elem.space)));
    gdl_forget_wires(p->l);
}

static Parts parts_new(GdlLower *l, const char *name)
{
    Parts p = {.l = l, .name = name};
    p.uses = ARENA_ARRAY(l->arena, uint32_t, l->net->nnode);
    p.part = ARENA_ARRAY(l->arena, uint32_t, l->net->nnode);
    p.kept = ARENA_ARRAY(l->arena, bool, l->net->nnode);
    return p;
}

static Parts parts_of(GdlLower *l, const char *name, const GdlRoot *root, size_t n)
{
    Parts p = parts_new(l, name);
    Item *item = ARENA_ARRAY(l->arena, Item, n);
    for (size_t i = 0; i < n; i++) {
        item[i] = root_item(l, &root[i]);
        for (uint32_t k = 0; k < item[i].n; k++)
            count(&p, item[i].needs[k]);
    }
    for (size_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < item[i].n; k++)
            item[i].size += order(&p, item[i].needs[k]);
        vec_push(l->arena, &p.item, item[i]);
    }
    cut(&p);
    mark_all(&p);
    return p;
}

void gdl_lower_parts(GdlLower *l, const char *name, GdlCode *code, const GdlRoot *root, size_t n)
{
    Parts p = parts_of(l, name, root, n);
    size_t fields = l->game->field.n;
    for (size_t part = 1, first = 0; part <= p.end.n; part++) {
        gdl_say(l, code, write_part(&p, part, first, p.end.at[part - 1]));
        first = p.end.at[part - 1];
    }
    forget(&p, code, fields);
}

/* ---- parts that are only made again when they must be ------------------------------- */

struct GdlAgain {
    Parts p;
    uint64_t **needs; /* by part, from 0: the facts below it, those of earlier parts too */
    double *odds;     /* that one of them changes in a step of random play */
    size_t *size;
};

static void add_needs(GdlAgain *again, uint64_t *needs, GdlEdge edge, uint32_t part)
{
    const Parts *p = &again->p;
    uint32_t i = edge >> 1;
    const GdlNode *node = &p->l->net->node[i];
    uint32_t words = p->l->net->nbase / 64 + 1;
    if (node->kind == GDL_NODE_BASE)
        needs[node->at / 64] |= UINT64_C(1) << node->at % 64;
    if (node->kind != GDL_NODE_AND || p->part[i] == part)
        return;
    for (uint32_t w = 0; p->part[i] && w < words; w++)
        needs[w] |= again->needs[p->part[i] - 1][w];
    for (uint32_t k = 0; !p->part[i] && k < node->n; k++)
        add_needs(again, needs, p->l->net->edge[node->at + k], part);
}

static double change_odds(const GdlLower *l, const GdlSamples *samples, const uint64_t *needs)
{
    uint64_t moved = 0, hit = 0;
    for (uint32_t word = 0; word < samples->words; word++) {
        uint64_t any = 0;
        for (uint32_t i = 0; i < l->net->nbase; i++)
            if (needs[i / 64] >> i % 64 & 1)
                any |= gdl_sample_word(samples, l->net->base[i].now, word) ^
                       gdl_sample_word(samples, l->net->base[i].next, word);
        moved += (uint64_t)__builtin_popcountll(samples->moved[word]);
        hit += (uint64_t)__builtin_popcountll(samples->moved[word] & any);
    }
    return moved ? (double)hit / (double)moved : 1;
}

GdlAgain *gdl_again_new(GdlLower *l, const char *name, const GdlRoot *root, size_t n)
{
    GdlAgain *again = ARENA_NEW(l->arena, GdlAgain);
    GdlSamples samples;
    gdl_sample(l->net, &samples, l->arena);
    again->p = parts_of(l, name, root, n);
    again->p.lasting = true;
    size_t parts = again->p.end.n;
    again->needs = ARENA_ARRAY(l->arena, uint64_t *, parts);
    again->odds = ARENA_ARRAY(l->arena, double, parts);
    again->size = ARENA_ARRAY(l->arena, size_t, parts);
    for (size_t part = 0, i = 0; part < parts; part++) {
        again->needs[part] = ARENA_ARRAY(l->arena, uint64_t, l->net->nbase / 64 + 1);
        for (; i < again->p.end.at[part]; i++) {
            const Item *item = &again->p.item.at[i];
            again->size[part] += item->size + 1;
            for (uint32_t k = 0; k < item->n; k++)
                add_needs(again, again->needs[part], item->needs[k], (uint32_t)part + 1);
        }
        again->odds[part] = change_odds(l, &samples, again->needs[part]);
    }
    return again;
}

double gdl_again_gates(const GdlAgain *again, size_t *all)
{
    double gates = 0;
    *all = 0;
    for (size_t part = 0; part < again->p.end.n; part++) {
        gates += again->odds[part] * (double)again->size[part];
        *all += again->size[part];
    }
    return gates;
}

void gdl_again_write(GdlAgain *again, GdlCode *code, IrFn *turn, int changed)
{
    Parts *p = &again->p;
    IrGame *g = p->l->game;
    size_t parts = p->end.n, words = (size_t)ir_words(g, p->l->space_fact);
    IrDim dim = {IR_NOSPACE, (int)parts};
    const char *name = arena_printf(p->l->arena, "%s needs", p->name);
    int table = ir_table_add(g, name, ir_mask(p->l->space_fact), false, 1, &dim);
    for (size_t part = 0, first = 0; part < parts; part++) {
        for (size_t w = 0; w < words; w++)
            g->table.at[table].word[part * words + w] = again->needs[part][w];
        Ir *call = write_part(p, part + 1, first, p->end.at[part]);
        Ir *index = ir_const(g, (int64_t)part);
        Ir *hit = ir_op2(g, IR_OP_MAND, ir_local(g, turn, changed), ir_tab(g, table, 1, &index));
        gdl_say(p->l, code, again->odds[part] < 1 ? ir_if(g, ir_op1(g, IR_OP_ANY, hit), call, NULL) : call);
        first = p->end.at[part];
    }
    gdl_forget_wires(p->l);
}

/* ---- parts that only read ----------------------------------------------------------
 * Functions that write no state hand a set of all the wires on: each adds its own. */

/* fn NAME PART(%wires) -> %wires and those of items first..end. */
static IrFn *reader(Parts *p, int space, size_t part, size_t first, size_t end)
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

static int wire_space(Parts *p)
{
    int n = 0;
    for (uint32_t i = 0; i < p->l->net->nnode; i++)
        n += p->kept[i];
    return ir_space_add(p->l->game, p->name, n);
}

void gdl_lower_reading(GdlLower *l, const char *name, IrFn *fn, GdlCode *code, const GdlEdge *edge, size_t n)
{
    Parts p = parts_new(l, name);
    for (size_t i = 0; i < 2 * n; i++) /* twice: every edge is kept, as shared ones are */
        count(&p, edge[i / 2]);
    for (size_t i = 0; i < n; i++)
        order(&p, edge[i]);
    cut(&p);
    mark_all(&p);
    for (size_t i = 0; i < n; i++)
        p.kept[edge[i] >> 1] = is_gate(l, edge[i] >> 1);
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

void gdl_forget_wires(GdlLower *l)
{
    l->wires_local = -1;
    for (uint32_t i = 0; i < l->net->nnode; i++)
        l->wire[i].field = -1;
}
