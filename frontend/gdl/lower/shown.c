/* shown.c - the facts that players see where a state keeps their columns (rewrite/columns.c). */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/lower/lower.h"

typedef struct {
    const char *name;
    uint32_t n, *part; /* numbers of facts of the state, all of which hold */
} Fact;

typedef struct {
    GdlLower *l;
    VEC(Fact) fact;
    uint32_t most; /* parts of a fact */
} Shown;

static int to_base(const void *name, const void *base) { return strcmp(name, ((const GdlBase *)base)->name); }

static int by_name(const void *a, const void *b) { return strcmp(((const Fact *)a)->name, ((const Fact *)b)->name); }

/* What has a part that never holds never does. */
static void add_whole(Shown *s, const GdlShown *shown, bool *part)
{
    const GdlNet *net = s->l->net;
    Fact fact = {shown->name, shown->n, ARENA_ARRAY(s->l->arena, uint32_t, shown->n)};
    for (uint32_t i = 0; i < shown->n; i++) {
        const GdlBase *base = bsearch(shown->part[i], net->base, net->nbase, sizeof *net->base, to_base);
        if (!base)
            return;
        fact.part[i] = (uint32_t)(base - net->base);
        part[fact.part[i]] = true;
    }
    s->most = shown->n > s->most ? shown->n : s->most;
    vec_push(s->l->arena, &s->fact, fact);
}

static void list(Shown *s)
{
    const GdlNet *net = s->l->net;
    bool *part = ARENA_ARRAY(s->l->arena, bool, net->nbase + 1);
    for (uint32_t i = 0; i < net->nshown; i++)
        add_whole(s, &net->shown[i], part);
    for (uint32_t i = 0; i < net->nbase; i++)
        if (!part[i])
            vec_push(s->l->arena, &s->fact, ((Fact){net->base[i].name, 1, arena_copy(s->l->arena, &i, sizeof i)}));
    if (s->fact.n)
        qsort(s->fact.at, s->fact.n, sizeof *s->fact.at, by_name);
}

/* The k-th part of each fact; of those with fewer parts the first again. */
static int part_table(const Shown *s, int space, uint32_t k)
{
    IrGame *g = s->l->game;
    IrDim dim = {space, g->space.at[space].size};
    int table = ir_table_add(g, arena_printf(g->arena, "part %u of fact", k + 1),
                             (IrType){IR_INT, s->l->space_fact, 0, (int64_t)s->l->net->nbase - 1}, false, 1, &dim);
    for (size_t i = 0; i < s->fact.n; i++)
        g->table.at[table].value[i] = (int32_t)s->fact.at[i].part[k < s->fact.at[i].n ? k : 0];
    return table;
}

static void label(const Shown *s, int space)
{
    IrGame *g = s->l->game;
    const char **label = ARENA_ARRAY(g->arena, const char *, s->fact.n + 1);
    for (size_t i = 0; i < s->fact.n; i++)
        label[i] = arena_strdup(g->arena, s->fact.at[i].name);
    if (!s->fact.n)
        label[0] = "";
    g->space.at[space].label = label;
}

/* All parts of the fact that local `fact` names hold. */
static Ir *holds(GdlLower *l, const IrFn *fn, int fact)
{
    IrGame *g = l->game;
    Ir *all = ir_const(g, l->seen.n > 0);
    for (uint32_t k = 0; k < l->seen.nparts; k++) {
        Ir *index = ir_local(g, fn, fact);
        Ir *part = ir_tab(g, l->seen.part[k], 1, &index);
        all = ir_op2(g, IR_OP_AND, all, ir_op2(g, IR_OP_HAS, part, ir_get(g, l->facts, NULL)));
    }
    return all;
}

Ir *gdl_shown_facts(GdlLower *l, IrFn *fn)
{
    IrGame *g = l->game;
    const int fact = ir_local_add(g, fn, "fact", (IrType){IR_INT, l->seen.space, 0, g->space.at[l->seen.space].size - 1});
    Ir *all = ir_k0(g, IR_OP_ALL, l->seen.space);
    return ir_k2(g, IR_OP_FILTER, fact, all, holds(l, fn, fact));
}

void gdl_lower_shown(GdlLower *l)
{
    IrGame *g = l->game;
    Shown s = {.l = l, .most = 1};
    list(&s);
    const int space = ir_space_add(g, "fact", s.fact.n ? (int)s.fact.n : 1);
    label(&s, space);
    l->seen = (GdlSeen){.space = space, .n = (uint32_t)s.fact.n, .nparts = s.most, .part = ARENA_ARRAY(l->arena, int, s.most),
                        .fixed = ARENA_ARRAY(l->arena, bool, s.fact.n + 1)};
    for (uint32_t k = 0; k < s.most; k++)
        l->seen.part[k] = part_table(&s, space, k);
    for (size_t i = 0; i < s.fact.n; i++)
        l->seen.fixed[i] = s.fact.at[i].n == 1 && gdl_is_fixed(&l->net->base[s.fact.at[i].part[0]]);
    IrFn *fn = ir_fn_add(g, IR_VIEW, "fact", ir_bit());
    ir_local_add(g, fn, "fact", (IrType){IR_INT, space, 0, g->space.at[space].size - 1});
    fn->nparam = 1;
    fn->body = ir_block(g);
    ir_append(g, &fn->body, ir_k1(g, IR_OP_RET, 0, holds(l, fn, 0)));
}
