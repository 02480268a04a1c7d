/* layout_put.c - pass layout: bodies, in the order of execution. */
#include "ir/passes/layout.h"

#include <string.h>

#include "ir/fold/fold.h"
#include "ir/core/tree.h"

/* ---- writes ------------------------------------------------------------ */

typedef struct {
    Ir *list[LAYOUT_MAX_PLANES + 8];
    size_t n;
} Statements;

static void add(Statements *s, Ir *statement)
{
    s->list[s->n++] = statement;
}

/* The expression as a constant or name; a `let` before the writes if needed. */
static Ir *named(Layout *l, Statements *out, const char *name, Ir *expr)
{
    if (expr->op == IR_OP_INT || expr->op == IR_OP_LOCAL)
        return expr;
    int local = ir_local_add(l->game, l->fn, name, expr->type);
    add(out, ir_k1(l->game, IR_OP_LET, local, expr));
    return ir_local(l->game, l->fn, local);
}

static Ir *bit_of(Layout *l, const Ir *site)
{
    return ir_k1(l->game, IR_OP_BITOF, l->space, ir_copy(l->game, site));
}

/* planes[index] := planes[index] OP bit(site) */
static Ir *change(Layout *l, Ir *index, IrOp op, const Ir *site)
{
    IrGame *g = l->game;
    Ir *old = ir_get(g, l->planes, index);
    return ir_put(g, l->planes, ir_copy(g, index),
                  ir_op2(g, op, old, bit_of(l, site)));
}

static Ir *plane_index(Layout *l, int value)
{
    return ir_const(l->game, value - l->derived);
}

/* A plane number from a value at run time; guarded where the plane of the lowest
 * value is not kept. */
static Ir *change_at(Layout *l, const Ir *value, IrOp op, const Ir *site)
{
    IrGame *g = l->game;
    Ir *index = fold_node(g, ir_op2(g, IR_OP_SUB, ir_copy(g, value),
                                    ir_const(g, l->lo + l->derived)));
    Ir *put = change(l, index, op, site);
    if (!l->derived || value->type.lo > l->lo)
        return put;
    return ir_if(g, ir_op2(g, IR_OP_GT, ir_copy(g, value), ir_const(g, l->lo)),
                 tree_block(g, &put, 1), NULL);
}

static void clear_old(Layout *l, Statements *out, ValueSet old, const Ir *site)
{
    if (l->keep && (l->coarse || __builtin_popcountll(old) > 2)) {
        Ir *was = named(l, out, "was", ir_get(l->game, l->field, ir_copy(l->game, site)));
        add(out, change_at(l, was, IR_OP_MDIFF, site));
        return;
    }
    for (int i = l->derived; i < l->nvalue; i++)
        if (old >> i & 1)
            add(out, change(l, plane_index(l, i), IR_OP_MDIFF, site));
}

/* The value is known only at run time, but is one of a few. */
static void set_one_of(Layout *l, Statements *out, ValueSet values, ValueSet old,
                       const Ir *value, const Ir *site)
{
    IrGame *g = l->game;
    for (int i = l->derived; i < l->nvalue; i++) {
        if (!((values | old) >> i & 1))
            continue;
        if (!(values >> i & 1)) {
            add(out, change(l, plane_index(l, i), IR_OP_MDIFF, site));
            continue;
        }
        Ir *plane = ir_get(g, l->planes, plane_index(l, i));
        Ir *with = ir_op2(g, IR_OP_MOR, plane, bit_of(l, site));
        Ir *without = ir_copy(g, plane);
        if (old >> i & 1)
            without = ir_op2(g, IR_OP_MDIFF, without, bit_of(l, site));
        Ir *is = ir_op2(g, IR_OP_EQ, ir_copy(g, value), ir_const(g, l->lo + i));
        add(out, ir_put(g, l->planes, plane_index(l, i),
                        ir_op3(g, IR_OP_SELECT, is, with, without)));
    }
}

static void set_value(Layout *l, Statements *out, ValueSet values, ValueSet old,
                      const Ir *value, const Ir *site)
{
    int v;
    if (layout_single(l, values, &v)) {
        if (old == values)
            return;
        clear_old(l, out, old & ~values, site);
        if (v >= l->derived)
            add(out, change(l, plane_index(l, v), IR_OP_MOR, site));
    } else if (!l->keep && __builtin_popcountll(values | old) <= 4) {
        set_one_of(l, out, values, old, value, site);
    } else {
        clear_old(l, out, old, site);
        add(out, change_at(l, value, IR_OP_MOR, site));
    }
}

/* After a write: the site holds one of the values; any other name that may stand
 * for the same site may hold them too. */
static void learn_write(Layout *l, const Ir *site, ValueSet values, ValueSet old)
{
    for (size_t i = 0; i < l->nlocal; i++)
        if (l->at[i] & old)
            l->at[i] |= values;
    for (size_t g = 0; g < l->game->field.n; g++)
        if (l->either[g] & old)
            l->either[g] |= values;
    if (site->op == IR_OP_LOCAL && (size_t)site->k < l->nlocal)
        l->at[site->k] = values;
}

static Ir *put(Layout *l, const Ir *node)
{
    Statements out = {.n = 0};
    const Ir *site = node->a[1];
    ValueSet values = layout_values(l, node->a[0]), old = layout_held(l, site);
    values = values ? values : l->any;
    old = old ? old : l->any;
    Ir *value = layout_expr(l, node->a[0]);
    Ir *at = named(l, &out, "at", layout_expr(l, site));
    int single;
    if (layout_single(l, values, &single))
        value = ir_const(l->game, l->lo + single);
    value = named(l, &out, "v", value);
    set_value(l, &out, values, old, value, at);
    if (l->keep)
        add(&out, ir_put(l->game, l->field, ir_copy(l->game, at), value));
    learn_write(l, site, values, old);
    layout_wrote(l);
    return tree_block(l->game, out.list, out.n);
}

/* ---- other statements -------------------------------------------------- */

static bool writes(const Layout *l, const Ir *node)
{
    if (node->op == IR_OP_PUT && node->k == l->field)
        return true;
    if (node->op == IR_OP_DO && writes(l, l->game->fn.at[node->k]->body))
        return true;
    for (int i = 0; i < node->n; i++)
        if (writes(l, node->a[i]))
            return true;
    return false;
}

static Ir *given_value(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    const Ir *equation = data; /* @f == k */
    (void)fn;
    return ir_equal(node, equation->a[0]) ? ir_copy(game, equation->a[1]) : node;
}

/* The types of the function's locals, which folding narrows. */
static IrType *local_types(const Layout *l)
{
    IrType *type = ARENA_ARRAY(l->game->arena, IrType, l->fn->local.n + 1);
    for (size_t i = 0; i < l->fn->local.n; i++)
        type[i] = l->fn->local.at[i].type;
    return type;
}

void layout_learn_header(Layout *l, const Ir *header, int given, int64_t value)
{
    IrGame *g = l->game;
    bool exact;
    const IrType *type = local_types(l); /* the header is folded for what it says only */
    const size_t nlocal = l->fn->local.n;
    Ir *facts = ir_copy(g, header);
    if (given >= 0) {
        Ir *equation = ir_op2(g, IR_OP_EQ, ir_get(g, given, NULL), ir_const(g, value));
        facts = ir_rewrite(g, l->fn, facts, given_value, equation);
    }
    for (int i = 0; i < facts->n; i++) {
        Ir *s = facts->a[i];
        if (s->n == 0)
            continue;
        Ir *e = fold_tree(g, l->fn, s->a[0]);
        if (s->op == IR_OP_PARAM && s->n == 1 && e->type.kind == IR_MASK)
            l->at[s->k] &= layout_members(l, e, &exact);
        else if (s->op == IR_OP_WHEN)
            layout_learn(l, e, true);
        else if (s->op == IR_OP_LET && e->type.kind == IR_INT &&
                 (size_t)s->k < l->nlocal)
            l->value[s->k] &= layout_values(l, e);
    }
    for (size_t i = 0; i < nlocal; i++)
        l->fn->local.at[i].type = type[i];
}

/* The field does not have value *k: is one other value left?  Into *k. */
static bool only_other(Layout *l, int64_t field, IrType t, int64_t *k)
{
    if (t.hi == t.lo + 1 && (*k == t.lo || *k == t.hi)) {
        *k = t.lo + t.hi - *k;
        return true;
    }
    if (field != l->mover || *k < l->first_mover || *k >= l->first_mover + l->nmover)
        return false;
    l->others |= 1u << (*k - l->first_mover);
    unsigned left = ((1u << l->nmover) - 1) & ~l->others;
    if (left == 0 || (left & (left - 1)) != 0)
        return false;
    *k = l->first_mover + __builtin_ctz(left);
    return true;
}

/* What a condition says, and what the header says if a scalar field has the
 * value that the condition gives it. */
static void learn(Layout *l, const Ir *c, bool truth)
{
    layout_learn(l, c, truth);
    if (!(l->header || l->in_turn) || (c->op != IR_OP_EQ && c->op != IR_OP_NE) ||
        c->a[0]->op != IR_OP_GET || c->a[0]->n || c->a[1]->op != IR_OP_INT ||
        l->holder[c->a[0]->k] != HOLDER_OLD)
        return;
    const IrType t = c->a[0]->type;
    int64_t k = c->a[1]->k;
    if ((c->op == IR_OP_EQ) != truth && !only_other(l, c->a[0]->k, t, &k))
        return;
    if (l->header)
        layout_learn_header(l, l->header, (int)c->a[0]->k, k);
    if (l->in_turn && c->a[0]->k == l->mover &&
        l->holder[l->mover] == HOLDER_OLD && k >= l->first_mover &&
        k < l->first_mover + l->nmover)
        l->given = (int)(k - l->first_mover);
}

/* 1 or 0 if the condition is settled by the mover at hand; else -1. */
static int settled(const Layout *l, const Ir *c)
{
    if (l->given < 0 || (c->op != IR_OP_EQ && c->op != IR_OP_NE) ||
        c->a[0]->op != IR_OP_GET || c->a[0]->k != l->mover || c->a[0]->n ||
        c->a[1]->op != IR_OP_INT || !l->header || l->holder[l->mover] != HOLDER_OLD)
        return -1;
    return (c->a[1]->k == l->first_mover + l->given) == (c->op == IR_OP_EQ);
}

typedef struct {
    Arena *arena; /* of the four below: statements are many, and so may locals be */
    ValueSet *at, *value, *either;
    int64_t *holder;
    const Ir *header;
    bool in_turn;
    int given;
    unsigned others;
} Knowledge;

static Knowledge known(Layout *l)
{
    Arena *arena = arena_beside(l->game->arena);
    return (Knowledge){arena, layout_saved(l, arena),
                       arena_copy(arena, l->value, (l->nlocal + 1) * sizeof *l->value),
                       arena_copy(arena, l->either, (l->game->field.n + 1) * sizeof *l->either),
                       arena_copy(arena, l->holder, (l->game->field.n + 1) * sizeof *l->holder),
                       l->header, l->in_turn, l->given, l->others};
}

static void back_to(Layout *l, const Knowledge *k)
{
    layout_restore(l, k->at);
    memcpy(l->value, k->value, l->nlocal * sizeof *l->value);
    memcpy(l->holder, k->holder, l->game->field.n * sizeof *l->holder);
    memcpy(l->either, k->either, l->game->field.n * sizeof *l->either);
    l->header = k->header;
    l->in_turn = k->in_turn;
    l->given = k->given;
    l->others = k->others;
}

/* Behind a condition: what both ways agree on; a way that returned is no way. */
static void meet(Layout *l, const Knowledge *first, bool first_ends, bool second_ends)
{
    bool header = first->header && l->header, in_turn = first->in_turn && l->in_turn;
    if (second_ends) {
        layout_restore(l, first->at);
        memcpy(l->holder, first->holder, l->game->field.n * sizeof *l->holder);
        memcpy(l->either, first->either, l->game->field.n * sizeof *l->either);
    } else if (!first_ends) {
        layout_meet_holders(l, first->holder, first->either, first->at);
        layout_meet(l, first->at);
    }
    l->header = header ? l->header : NULL;
    l->in_turn = in_turn;
}

static Ir *conditional(Layout *l, const Ir *node)
{
    Ir *fresh = arena_copy(l->game->arena, node, sizeof(Ir) + node->n * sizeof(Ir *));
    int way = settled(l, node->a[0]);
    if (way >= 0)
        return way              ? layout_statement(l, node->a[1])
               : node->n == 3 ? layout_statement(l, node->a[2])
                              : ir_block(l->game);
    fresh->a[0] = layout_expr(l, node->a[0]);
    Knowledge before = known(l);
    learn(l, node->a[0], true);
    fresh->a[1] = layout_statement(l, node->a[1]);
    Knowledge first = known(l);
    back_to(l, &before);
    learn(l, node->a[0], false);
    if (node->n == 3)
        fresh->a[2] = layout_statement(l, node->a[2]);
    memcpy(l->value, before.value, l->nlocal * sizeof *l->value);
    l->given = before.given;
    l->others = before.others;
    meet(l, &first, tree_always_returns(node->a[1]),
         node->n == 3 && tree_always_returns(node->a[2]));
    arena_free(first.arena);
    arena_free(before.arena);
    return fresh;
}

/* Does the body write the field at the loop's own member only? */
static bool writes_elsewhere(const Layout *l, const Ir *node, int64_t member)
{
    if (node->op == IR_OP_PUT && node->k == l->field)
        return node->a[1]->op != IR_OP_LOCAL || node->a[1]->k != member;
    if (node->op == IR_OP_DO && writes(l, node))
        return true;
    for (int i = 0; i < node->n; i++)
        if (writes_elsewhere(l, node->a[i], member))
            return true;
    return false;
}

/* A scalar field gets the site in a name, or none. */
static void hold(Layout *l, const Ir *put)
{
    const Ir *v = put->a[0];
    l->holder[put->k] = v->op == IR_OP_LOCAL                ? v->k
                        : v->op == IR_OP_INT && v->k < 0 ? HOLDER_OFF
                                                         : HOLDER_UNKNOWN;
    for (int m = 0; m < l->nmover && l->in_turn; m++)
        if (l->given < 0 || l->given == m)
            l->turn_at[m][put->k] = l->any;
}

static void forget_holders(Layout *l, const Ir *node)
{
    if (node->op == IR_OP_PUT && node->n == 1) {
        l->holder[node->k] = HOLDER_UNKNOWN;
        for (int m = 0; m < l->nmover && l->in_turn; m++)
            l->turn_at[m][node->k] = l->any;
    }
    if (node->op == IR_OP_DO)
        forget_holders(l, l->game->fn.at[node->k]->body);
    for (int i = 0; i < node->n; i++)
        forget_holders(l, node->a[i]);
}

/* A local that the body sets stands for another site each time round. */
static void forget_set(Layout *l, const Ir *node)
{
    if (node->op == IR_OP_SET && (size_t)node->k < l->nlocal)
        l->at[node->k] = l->any;
    for (int i = 0; i < node->n; i++)
        forget_set(l, node->a[i]);
}

static Ir *loop(Layout *l, const Ir *node)
{
    Ir *sets = layout_loop(l, node);
    if (sets)
        return sets;
    Ir *fresh = arena_copy(l->game->arena, node, sizeof(Ir) + node->n * sizeof(Ir *));
    int head = node->op == IR_OP_RANGE ? 2 : node->op == IR_OP_FOR ? 1 : 0;
    bool exact, written = writes(l, node);
    ValueSet members = l->any;
    if (node->op == IR_OP_FOR && node->a[0]->type.kind == IR_MASK &&
        !writes_elsewhere(l, node->a[1], node->k))
        members = layout_members(l, node->a[0], &exact);
    for (int i = 0; i < head; i++)
        fresh->a[i] = layout_expr(l, node->a[i]);
    if (written) {
        layout_forget(l);
        layout_wrote(l);
    }
    forget_holders(l, node);
    forget_set(l, node);
    Arena *scratch = arena_beside(l->game->arena);
    ValueSet *before = layout_saved(l, scratch);
    if (head && (size_t)node->k < l->nlocal) {
        l->at[node->k] = members;
        l->value[node->k] = l->any;
    }
    for (int i = head; i < node->n; i++)
        fresh->a[i] = ir_op_info(node->a[i]->op)->statement
                          ? layout_statement(l, node->a[i])
                          : layout_expr(l, node->a[i]);
    layout_restore(l, before);
    arena_free(scratch);
    return fresh;
}

static Ir *plain(Layout *l, const Ir *node)
{
    Ir *fresh = arena_copy(l->game->arena, node, sizeof(Ir) + node->n * sizeof(Ir *));
    bool exact;
    bool tracked = ir_gives_local(node) && (size_t)node->k < l->nlocal;
    ValueSet at = l->any, value = l->any;
    if (node->op == IR_OP_PARAM && node->n == 1 && node->a[0]->type.kind == IR_MASK)
        at = layout_members(l, node->a[0], &exact);
    if (node->op == IR_OP_LET && node->a[0]->type.kind == IR_INT) {
        value = layout_values(l, node->a[0]);
        at = layout_held(l, node->a[0]);
    }
    for (int i = 0; i < node->n; i++)
        fresh->a[i] = ir_op_info(node->a[i]->op)->statement
                          ? layout_statement(l, node->a[i])
                          : layout_expr(l, node->a[i]);
    if (tracked) {
        l->at[node->k] = at;
        l->value[node->k] = value;
    }
    if (node->op == IR_OP_WHEN)
        layout_learn(l, node->a[0], true);
    if (node->op == IR_OP_DO) {
        forget_holders(l, l->game->fn.at[node->k]->body);
        if (writes(l, node)) {
            layout_forget(l);
            layout_wrote(l);
        }
    }
    if (ir_does(node->op, IR_EMITS))
        layout_note_emission(l, node);
    if (node->op == IR_OP_SET)
        for (size_t g = 0; g < l->game->field.n; g++)
            if (l->holder[g] == node->k)
                l->holder[g] = HOLDER_UNKNOWN;
    if (node->op == IR_OP_PUT && node->n == 1)
        hold(l, node);
    return fresh;
}

Ir *layout_statement(Layout *l, const Ir *node)
{
    switch (node->op) {
    case IR_OP_BLOCK: {
        Ir **list = ARENA_ARRAY(l->game->arena, Ir *, node->n + 1);
        for (int i = 0; i < node->n; i++)
            list[i] = layout_statement(l, node->a[i]);
        return tree_block(l->game, list, node->n);
    }
    case IR_OP_PUT:
        if (node->k == l->field)
            return put(l, node);
        break;
    case IR_OP_IF:
        return conditional(l, node);
    case IR_OP_FOR:
    case IR_OP_RANGE:
    case IR_OP_WHILE:
        return loop(l, node);
    default:
        break;
    }
    return plain(l, node);
}
