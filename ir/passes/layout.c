/* layout.c - pass layout: concrete fields for per-site fields.
 *
 *     @what : int 0..2 [site]               @what_is : mask[site] [2]
 *     where(@what, 1)                ->     @what_is[0]
 *     @what[%to] == 0                       !(%to in @what_is[0] | @what_is[1])
 *     @what[%to] := 1                       @what_is[0] := @what_is[0] | bit(%to) ..
 *
 * onehot: one mask for each value; of a field with few values the lowest is not
 * kept, as it is what no other mask has.  both: the masks beside the array, for
 * fields with many values.  bytes: as it was.  What the header and the course of
 * a rule say about the value that a site holds decides which masks a write
 * touches.  Only fields that are asked `where` are worth masks.  Needs nothing;
 * breaks `where` of the fields laid out. */
#include "ir/passes/layout.h"

#include "ir/fold/fold.h"
#include "ir/core/tree.h"

enum { MAX_ONEHOT = 5, MAX_DERIVED = 3, FEW_VALUES = 33, MAX_WORDS = 1 << 14 };

/* ---- sets of sites ----------------------------------------------------- */

static Ir *kept_plane(Layout *l, int value)
{
    return ir_get(l->game, l->planes, ir_const(l->game, value - l->derived));
}

/* The union of the planes of a set of values, all kept. */
static Ir *planes_of(Layout *l, ValueSet values)
{
    Ir *set = NULL;
    for (int i = 0; i < l->nvalue; i++) {
        if (!(values >> i & 1))
            continue;
        Ir *plane = kept_plane(l, i);
        set = set ? ir_op2(l->game, IR_OP_MOR, set, plane) : plane;
    }
    return set ? set : ir_k0(l->game, IR_OP_NONE, l->space);
}

Ir *layout_where(Layout *l, ValueSet values)
{
    values &= l->any;
    bool lowest = values & 1;
    if (values == l->any)
        return ir_k0(l->game, IR_OP_ALL, l->space);
    if ((l->derived && lowest) ||
        (!l->derived && __builtin_popcountll(values) * 2 > l->nvalue + 1))
        return ir_op1(l->game, IR_OP_MNOT, planes_of(l, l->any & ~values));
    return planes_of(l, values);
}

Ir *layout_plane(Layout *l, Ir *v)
{
    IrGame *g = l->game;
    int64_t hi = l->lo + l->nvalue - 1;
    if (v->op == IR_OP_INT && l->coarse)
        return v->k < l->lo || v->k > hi ? ir_k0(g, IR_OP_NONE, l->space)
                                         : kept_plane(l, (int)(v->k - l->lo));
    if (v->op == IR_OP_INT)
        return layout_where(l, v->k < l->lo || v->k > hi
                                   ? 0
                                   : (ValueSet)1 << (v->k - l->lo));
    if (l->nvalue <= 4) {
        Ir *set = ir_k0(g, IR_OP_NONE, l->space);
        for (int64_t k = v->type.lo > l->lo ? v->type.lo : l->lo;
             k <= hi && k <= v->type.hi; k++)
            set = ir_op3(g, IR_OP_SELECT,
                         ir_op2(g, IR_OP_EQ, ir_copy(g, v), ir_const(g, k)),
                         layout_where(l, (ValueSet)1 << (k - l->lo)), set);
        return set;
    }
    Ir *set = ir_get(g, l->planes,
                     fold_node(g, ir_op2(g, IR_OP_SUB, ir_copy(g, v),
                                         ir_const(g, l->lo + l->derived))));
    Ir *low = ir_op2(g, IR_OP_GE, ir_copy(g, v), ir_const(g, l->lo + l->derived));
    Ir *high = ir_op2(g, IR_OP_LE, ir_copy(g, v), ir_const(g, hi));
    Ir *in = fold_node(g, ir_op2(g, IR_OP_AND, fold_node(g, low), fold_node(g, high)));
    if (tree_is_int(in, 1))
        return set;
    Ir *other = l->derived ? ir_op3(g, IR_OP_SELECT,
                                    ir_op2(g, IR_OP_EQ, ir_copy(g, v), ir_const(g, l->lo)),
                                    layout_where(l, 1), ir_k0(g, IR_OP_NONE, l->space))
                           : ir_k0(g, IR_OP_NONE, l->space);
    return ir_op3(g, IR_OP_SELECT, in, set, other);
}

/* ---- expressions ------------------------------------------------------- */

static bool is_simple(const Ir *site)
{
    return site->op == IR_OP_LOCAL || site->op == IR_OP_INT;
}

/* f of a site's value, one of the values in the set: a chain of questions. */
static Ir *value_chain(Layout *l, Ir *site, ValueSet values)
{
    IrGame *g = l->game;
    Ir *chain = NULL;
    for (int i = 0; i < l->nvalue; i++) {
        if (!(values >> i & 1))
            continue;
        Ir *v = ir_const(g, l->lo + i);
        chain = !chain ? v
                       : ir_op3(g, IR_OP_SELECT,
                                ir_op2(g, IR_OP_HAS, ir_copy(g, site),
                                       layout_where(l, (ValueSet)1 << i)),
                                v, chain);
    }
    return chain ? chain : ir_const(g, l->lo);
}

static Ir *expr_get(Layout *l, const Ir *node)
{
    IrGame *g = l->game;
    ValueSet held = layout_held(l, node->a[0]);
    int one;
    if (layout_single(l, held, &one))
        return ir_const(g, l->lo + one);
    Ir *site = layout_expr(l, node->a[0]);
    if (l->keep)
        return ir_get(g, l->field, site);
    if (is_simple(site))
        return value_chain(l, site, held);
    int t = ir_local_add(g, l->fn, "at", site->type);
    return ir_k2(g, IR_OP_LETX, t, site,
                 value_chain(l, ir_local(g, l->fn, t), held));
}

/* A question about one site's value: is the site in a set? */
static Ir *expr_condition(Layout *l, const Ir *node)
{
    const Ir *site;
    ValueSet set;
    const IrType t = node->type;
    if (t.kind != IR_INT || t.lo < 0 || t.hi > 1 ||
        !layout_condition(l, node, true, &site, &set))
        return NULL;
    ValueSet held = layout_held(l, site);
    if (!(held & ~set) || !(held & set))
        return ir_const(l->game, (held & set) != 0);
    if (l->keep) /* the array answers at once */
        return NULL;
    return ir_op2(l->game, IR_OP_HAS, layout_expr(l, site),
                  layout_where(l, (set & held) == set ? set : set | ~held));
}

/* @f[s] == v, v known only at run time */
static Ir *expr_equal(Layout *l, const Ir *node)
{
    if (node->op != IR_OP_EQ && node->op != IR_OP_NE)
        return NULL;
    const Ir *get = node->a[0], *v = node->a[1];
    if (get->op != IR_OP_GET || get->k != l->field) {
        get = node->a[1];
        v = node->a[0];
    }
    if (get->op != IR_OP_GET || get->k != l->field || l->keep)
        return NULL;
    Ir *value = layout_expr(l, v);
    if (tree_size(value) > 4)
        return NULL;
    Ir *has = ir_op2(l->game, IR_OP_HAS, layout_expr(l, get->a[0]),
                     layout_plane(l, value));
    return node->op == IR_OP_EQ ? has : ir_op1(l->game, IR_OP_NOT, has);
}

/* union(%v in values : planes[%v]); NULL where members of the set are not numbers of planes. */
static Ir *planes_in(Layout *l, Ir *values)
{
    IrGame *g = l->game;
    int space = values->type.space;
    if (l->nvalue <= FEW_VALUES || l->lo || l->derived || g->space.at[space].size != l->nvalue)
        return NULL;
    IrType member = ir_int(0, l->nvalue - 1);
    member.space = space;
    int v = ir_local_add(g, l->fn, "v", member);
    return ir_k2(g, IR_OP_UNION, v, values, ir_get(g, l->planes, ir_local(g, l->fn, v)));
}

static Ir *expr_where_in(Layout *l, const Ir *node)
{
    bool exact;
    ValueSet set = layout_members(l, node, &exact);
    if (exact)
        return layout_where(l, set);
    IrGame *g = l->game;
    Ir *values = layout_expr(l, node->a[0]), *any = planes_in(l, values);
    if (any)
        return any;
    Ir *sites = ir_k0(g, IR_OP_NONE, l->space);
    for (int i = 0; i < l->nvalue; i++) {
        Ir *in = ir_op2(g, IR_OP_HAS, ir_const(g, l->lo + i), ir_copy(g, values));
        Ir *plane = ir_op3(g, IR_OP_SELECT, in, layout_plane(l, ir_const(g, l->lo + i)),
                           ir_k0(g, IR_OP_NONE, l->space));
        sites = ir_op2(g, IR_OP_MOR, sites, plane);
    }
    return sites;
}

/* where(@f, v); of v = @f[s], the plane that s lies in. */
static Ir *where_like(Layout *l, const Ir *v)
{
    IrGame *g = l->game;
    if (v->op != IR_OP_GET || v->k != l->field || v->n != 1 || l->keep ||
        tree_size(v->a[0]) > 3)
        return layout_plane(l, layout_expr(l, v));
    ValueSet held = layout_held(l, v->a[0]);
    Ir *site = layout_expr(l, v->a[0]), *set = NULL;
    for (int i = 0; i < l->nvalue; i++) {
        if (!(held >> i & 1))
            continue;
        Ir *plane = layout_where(l, (ValueSet)1 << i);
        set = !set ? plane
                   : ir_op3(g, IR_OP_SELECT,
                            ir_op2(g, IR_OP_HAS, ir_copy(g, site), ir_copy(g, plane)),
                            plane, set);
    }
    return set ? set : ir_k0(g, IR_OP_NONE, l->space);
}

static void unknown_local(Layout *l, int64_t local)
{
    if ((size_t)local < l->nlocal)
        l->at[local] = l->value[local] = l->any;
}

Ir *layout_expr(Layout *l, const Ir *node)
{
    bool mine = node->k == l->field;
    Ir *done = expr_condition(l, node);
    if (!done)
        done = expr_equal(l, node);
    if (done)
        return done;
    if (node->op == IR_OP_GET && mine && node->n == 1)
        return expr_get(l, node);
    if (node->op == IR_OP_WHERE && mine)
        return where_like(l, node->a[0]);
    if (node->op == IR_OP_WHEREIN && mine)
        return expr_where_in(l, node);
    if (node->op == IR_OP_EXISTS)
        layout_note_test(l, node);
    if (ir_gives_local(node))
        unknown_local(l, node->k);
    Ir *fresh = arena_copy(l->game->arena, node,
                           sizeof(Ir) + node->n * sizeof(Ir *));
    for (int i = 0; i < node->n; i++)
        fresh->a[i] = layout_expr(l, node->a[i]);
    return fresh;
}

/* ---- functions --------------------------------------------------------- */

static void layout_fn(Layout *l, IrFn *fn)
{
    TreeSlot *slot;
    size_t n = tree_slots(l->game, fn, &slot);
    const Ir *header = fn->header ? ir_copy(l->game, fn->header) : NULL;
    layout_begin(l, fn);
    l->header = header;
    l->in_turn = fn->kind == IR_TURN;
    for (size_t i = 0; i < n; i++) {
        Ir **tree = slot[i].slot;
        if (slot[i].kind == SLOT_VIEW || slot[i].kind == SLOT_SPARED) {
            layout_forget(l);
            layout_learn_header(l, header, -1, 0);
        }
        *tree = ir_op_info((*tree)->op)->statement ? layout_statement(l, *tree)
                                                   : layout_expr(l, *tree);
        if (slot[i].kind == SLOT_HEADER)
            layout_enter_rule(l);
    }
}

/* Those that emit first, then rules, then the turn: each knows of the former. */
static void layout_all(Layout *l)
{
    IrGame *game = l->game;
    layout_entries_new(l);
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind != IR_RULE && game->fn.at[i]->kind != IR_TURN)
            layout_fn(l, game->fn.at[i]);
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_RULE)
            layout_note_turn(l, game->fn.at[i]);
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_RULE)
            layout_fn(l, game->fn.at[i]);
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_TURN)
            layout_fn(l, game->fn.at[i]);
}

/* ---- deciding ---------------------------------------------------------- */

static size_t count_where(const Ir *node, int field)
{
    size_t n = (node->op == IR_OP_WHERE || node->op == IR_OP_WHEREIN) &&
               node->k == field;
    for (int i = 0; i < node->n; i++)
        n += count_where(node->a[i], field);
    return n;
}

static size_t uses_where(IrGame *game, int field)
{
    size_t count = 0;
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            count += count_where(*slot[j].slot, field);
    }
    return count;
}

static IrLayout decide(IrPass *pass, int field)
{
    const IrField *f = &pass->game->field.at[field];
    IrLayout wanted = pass->options->layout;
    if (!f->array || f->elem.kind != IR_INT || f->dim.space < 0 ||
        f->elem.hi == f->elem.lo ||
        (f->elem.hi - f->elem.lo + 1) * ir_words(pass->game, f->dim.space) > MAX_WORDS)
        return IR_LAYOUT_BYTES;
    if (f->elem.hi - f->elem.lo >= FEW_VALUES && f->elem.hi - f->elem.lo >= f->dim.size)
        return IR_LAYOUT_BYTES; /* fewer members than masks: soon gone through */
    if (wanted != IR_LAYOUT_AUTO)
        return wanted;
    if (uses_where(pass->game, field) == 0)
        return IR_LAYOUT_BYTES;
    return f->elem.hi - f->elem.lo < MAX_ONEHOT ? IR_LAYOUT_ONEHOT
                                                : IR_LAYOUT_BOTH;
}

static void add_planes(Layout *l)
{
    IrGame *g = l->game;
    const char *name = arena_printf(g->arena, "%s_is", g->field.at[l->field].name);
    while (ir_field_find(g, name) >= 0)
        name = arena_printf(g->arena, "%s_", name);
    IrDim dim = {IR_NOSPACE, l->nvalue - l->derived};
    l->planes = ir_field_add(g, name, ir_mask(l->space), &dim);
    const IrField *f = &g->field.at[l->field], *p = &g->field.at[l->planes];
    size_t words = (size_t)ir_words(g, l->space);
    for (size_t s = 0; s < f->n; s++) {
        int64_t plane = f->init[s] - l->lo - l->derived;
        if (plane >= 0)
            ir_mask_set(p->word + (size_t)plane * words, (int)s);
    }
}

static void layout_field(IrPass *pass, int field, IrLayout layout)
{
    const IrField *f = &pass->game->field.at[field];
    Layout l = {.pass = pass, .game = pass->game, .field = field};
    l.space = f->dim.space;
    l.lo = f->elem.lo;
    l.nvalue = (int)(f->elem.hi - f->elem.lo + 1);
    l.coarse = l.nvalue > LAYOUT_MAX_PLANES;
    l.any = l.coarse ? 1 : ((ValueSet)1 << l.nvalue) - 1;
    l.keep = layout == IR_LAYOUT_BOTH || l.coarse;
    l.derived = l.nvalue <= MAX_DERIVED;
    add_planes(&l);
    ir_pass_remark(pass, (Span){0, 0}, "field @%s becomes %d masks%s",
                   pass->game->field.at[field].name, l.nvalue - l.derived,
                   l.keep ? ", beside the array" : "");
    layout_all(&l);
}

bool ir_pass_layout(IrPass *pass)
{
    size_t n = pass->game->field.n;
    bool changed = false;
    for (size_t i = 0; i < n; i++) {
        IrLayout layout = decide(pass, (int)i);
        if (layout == IR_LAYOUT_BYTES)
            continue;
        layout_field(pass, (int)i, layout);
        changed = true;
    }
    return changed;
}
