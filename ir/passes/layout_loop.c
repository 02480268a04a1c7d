/* layout_loop.c - pass layout: loops over a set that write the field at their own member
 * become writes of whole sets.
 *
 *     for %x in M { @what[%x] := 0 }             let %those = M
 *                                          ->    @what_is[0] := @what_is[0] \ %those
 *                                                @what_is[1] := @what_is[1] \ %those
 *
 * The value may depend on what the member itself held and on all that the loop does not
 * write: what becomes v is the set of members for which the value is v (maskof). */
#include "ir/passes/layout.h"

#include "ir/fold/fold.h"
#include "ir/passes/set_of_condition.h"
#include "ir/core/tree.h"

enum { MAX_PLANES = 6, MAX_WORDS = 4, MAX_BODY = 16 };

typedef struct {
    Layout *l;
    const Ir *loop;
    const Ir *put;        /* the write of the field, its value written out */
    Ir *others;           /* the loop's other statements */
    Ir *list[2 * MAX_PLANES + 4];
    size_t n;
} Loop;

/* Does the tree read field f otherwise than at the member? */
static bool reads_elsewhere(const Ir *e, int64_t f, int64_t member)
{
    if (ir_does(e->op, IR_CALLS | IR_ASSUMES | IR_DRAWS) || ((e->op == IR_OP_WHERE || e->op == IR_OP_WHEREIN) && e->k == f))
        return true;
    if (e->op == IR_OP_GET && e->k == f)
        return e->n != 1 || e->a[0]->op != IR_OP_LOCAL || e->a[0]->k != member;
    for (int i = 0; i < e->n; i++)
        if (reads_elsewhere(e->a[i], f, member))
            return true;
    return false;
}

static bool reads_field(const Ir *e, int64_t f)
{
    if (ir_reads_field(e) && e->k == f)
        return true;
    for (int i = 0; i < e->n; i++)
        if (reads_field(e->a[i], f))
            return true;
    return false;
}

static bool is_write_at(const Ir *s, int64_t member)
{
    return s->op == IR_OP_PUT && s->n == 2 && s->a[1]->op == IR_OP_LOCAL && s->a[1]->k == member;
}

/* Only lets, and writes of fields at the member, our field once; none reads what another
 * one writes.  Takes the loop apart. */
static bool take_apart(Loop *p)
{
    const Ir *body = p->loop->a[1];
    IrGame *g = p->l->game;
    Ir **map = ARENA_ARRAY(g->arena, Ir *, p->l->fn->local.n + 1), *rest[MAX_BODY];
    int n = 0, writes = 0;
    if (body->op != IR_OP_BLOCK || body->n == 0 || body->n > MAX_BODY)
        return false;
    for (int i = 0; i < body->n; i++) {
        Ir *s = body->a[i];
        if (s->op == IR_OP_LET) {
            map[s->k] = tree_remap(g, s->a[0], map);
            rest[n++] = s;
        } else if (is_write_at(s, p->loop->k) && s->k == p->l->field && !p->put) {
            p->put = tree_remap(g, s, map);
        } else if (is_write_at(s, p->loop->k)) {
            rest[n++] = s;
            writes++;
        } else {
            return false;
        }
    }
    for (int i = 0; p->put && i < n; i++)
        if (writes && (reads_field(rest[i]->a[0], p->l->field) ||
                       (rest[i]->op == IR_OP_PUT && (rest[i]->k == p->l->field || reads_field(p->put->a[0], rest[i]->k)))))
            return false;
    p->others = writes ? tree_block(g, rest, (size_t)n) : NULL;
    return p->put != NULL;
}

static Ir *named_set(Loop *p, const char *name, Ir *value)
{
    if (value->op == IR_OP_LOCAL)
        return value;
    int local = ir_local_add(p->l->game, p->l->fn, name, value->type);
    p->list[p->n++] = ir_k1(p->l->game, IR_OP_LET, local, value);
    return ir_local(p->l->game, p->l->fn, local);
}

/* The members that get value number v: all, some, or NULL: not known as a set. */
static Ir *members_of_value(Loop *p, int v, ValueSet values, const Ir *those)
{
    Layout *l = p->l;
    IrGame *g = l->game;
    if (__builtin_popcountll(values) == 1)
        return ir_copy(g, those);
    Ir *is = ir_op2(g, IR_OP_EQ, ir_copy(g, p->put->a[0]), ir_const(g, l->lo + v));
    Ir *set = maskof(g, l->fn, (int)p->loop->k, l->space, fold_tree(g, l->fn, is));
    return set ? ir_op2(g, IR_OP_MAND, ir_copy(g, those), layout_expr(l, set)) : NULL;
}

/* The planes that change; NULL in `fresh` where nobody gets the value. */
static bool planes_of(Loop *p, ValueSet values, ValueSet old, const Ir *those, Ir **fresh)
{
    Layout *l = p->l;
    int words = ir_words(l->game, l->space), planes = 0;
    for (int v = l->derived; v < l->nvalue; v++)
        planes += ((values | old) >> v & 1) != 0;
    if (planes > MAX_PLANES || planes * words > MAX_WORDS)
        return false;
    for (int v = l->derived; v < l->nvalue; v++) {
        if (!(values >> v & 1))
            continue;
        fresh[v] = members_of_value(p, v, values, those);
        if (!fresh[v])
            return false;
    }
    return true;
}

/* The array beside the planes, member by member. */
static void write_array(Loop *p, const Ir *those)
{
    Layout *l = p->l;
    IrGame *g = l->game;
    Ir *put = ir_put(g, l->field, ir_copy(g, p->put->a[1]), layout_expr(l, p->put->a[0]));
    p->list[p->n++] = ir_k2(g, IR_OP_FOR, p->loop->k, ir_copy(g, those), tree_block(g, &put, 1));
}

Ir *layout_loop(Layout *l, const Ir *loop)
{
    IrGame *g = l->game;
    bool exact;
    Loop p = {.l = l, .loop = loop};
    if (l->coarse || loop->op != IR_OP_FOR || loop->a[0]->type.kind != IR_MASK || loop->a[0]->type.space != l->space ||
        (size_t)loop->k >= l->nlocal || !take_apart(&p) || reads_elsewhere(p.put->a[0], l->field, loop->k))
        return NULL;
    ValueSet held = layout_members(l, loop->a[0], &exact), before = l->at[loop->k];
    held = held ? held : l->any;
    l->at[loop->k] = held;
    ValueSet values = layout_values(l, p.put->a[0]);
    values = values ? values : l->any;
    Ir *fresh[LAYOUT_MAX_PLANES + 1] = {NULL};
    Ir *those = named_set(&p, "those", layout_expr(l, loop->a[0]));
    bool known = planes_of(&p, values, held, those, fresh);
    if (known) {
        if (p.others)
            p.list[p.n++] = layout_statement(l, ir_k2(g, IR_OP_FOR, loop->k, ir_copy(g, those), p.others));
        for (int v = l->derived; v < l->nvalue; v++)
            if (fresh[v])
                fresh[v] = named_set(&p, "fresh", fresh[v]);
        l->at[loop->k] = held;
        if (l->keep)
            write_array(&p, those);
    }
    l->at[loop->k] = before;
    for (int v = l->derived; known && v < l->nvalue; v++) {
        Ir *index = ir_const(g, v - l->derived), *plane = ir_get(g, l->planes, index);
        if (held >> v & 1)
            plane = ir_op2(g, IR_OP_MDIFF, plane, ir_copy(g, those));
        if (fresh[v])
            plane = ir_op2(g, IR_OP_MOR, plane, fresh[v]);
        if ((held >> v & 1) || fresh[v])
            p.list[p.n++] = ir_put(g, l->planes, ir_copy(g, index), plane);
    }
    if (!known)
        return NULL;
    layout_forget(l);
    layout_wrote(l);
    return tree_block(g, p.list, p.n);
}
