/* interval.c - see interval.h. */
#include "ir/guard/interval.h"

#include "ir/core/tree.h"

enum { DEEPEST = 60, MAX_SCAN = 4096, MAX_FACT = 40, MOST_FACTS = 4000 };

static Interval make(int64_t lo, int64_t hi) { return (Interval){lo, hi}; }

static Interval meet(Interval a, int64_t lo, int64_t hi)
{
    return make(a.lo > lo ? a.lo : lo, a.hi < hi ? a.hi : hi);
}

void intervals_begin(Intervals *v, const IrFn *fn)
{
    v->fn = fn;
    v->fact.n = v->meaning.n = 0;
    for (size_t i = 0; i < fn->local.n; i++)
        vec_push(v->arena, &v->meaning, NULL);
}

size_t intervals_mark(const Intervals *v) { return v->fact.n; }
void intervals_back(Intervals *v, size_t mark) { v->fact.n = mark; }

/* ---- what expressions can be ----------------------------------------------------- */

/* Widens `found` by the elements whose indices from dimension d on lie in their intervals; `at`: of the part that the others chose. */
static void note_values(const IrTable *t, const Interval *index, int d, size_t at, Interval *found)
{
    if (d == t->ndim) {
        const int64_t value = t->value[at];
        *found = make(value < found->lo ? value : found->lo, value > found->hi ? value : found->hi);
        return;
    }
    for (int64_t i = index[d].lo; i <= index[d].hi; i++)
        note_values(t, index, d + 1, at * (size_t)t->dim[d].size + (size_t)i, found);
}

/* Of a table all of whose dimensions are given: what it holds where the indices can point. */
static Interval looked_up(Intervals *v, const Ir *tab)
{
    const IrTable *t = &v->game->table.at[tab->k];
    Interval all = make(tab->type.lo, tab->type.hi), index[IR_MAX_DIMS], found = make(INT64_MAX, INT64_MIN);
    if (t->rows || t->elem.kind != IR_INT || tab->n != t->ndim || t->n > MAX_SCAN)
        return all;
    for (int d = 0; d < t->ndim; d++)
        index[d] = meet(interval_of(v, tab->a[d]), 0, t->dim[d].size - 1);
    note_values(t, index, 0, 0, &found);
    return found.lo <= found.hi ? found : all;
}

/* The interval of an operation whose operands have narrower ones than their types. */
static Interval of_operands(Intervals *v, const Ir *node)
{
    Ir *like = arena_copy(v->arena, node, sizeof(Ir) + node->n * sizeof(Ir *));
    for (int i = 0; i < node->n; i++) {
        Interval x = interval_of(v, node->a[i]);
        if (node->a[i]->type.kind != IR_INT || x.lo > x.hi)
            return make(node->type.lo, node->type.hi);
        Ir *a = arena_copy(v->arena, node->a[i], sizeof(Ir));
        a->n = 0;
        a->type.lo = x.lo;
        a->type.hi = x.hi;
        like->a[i] = a;
    }
    IrType t = ir_infer(v->game, v->fn, like);
    return make(t.lo, t.hi);
}

static Interval of_select(Intervals *v, const Ir *node)
{
    size_t mark = intervals_mark(v);
    intervals_assume(v, node->a[0], true);
    Interval yes = interval_of(v, node->a[1]);
    intervals_back(v, mark);
    intervals_assume(v, node->a[0], false);
    Interval no = interval_of(v, node->a[2]);
    intervals_back(v, mark);
    return make(yes.lo < no.lo ? yes.lo : no.lo, yes.hi > no.hi ? yes.hi : no.hi);
}

static Interval of_let(Intervals *v, const Ir *node)
{
    size_t mark = intervals_mark(v);
    intervals_name(v, node->k, node->a[0]);
    Interval x = interval_of(v, node->a[1]);
    intervals_back(v, mark);
    return x;
}

static Interval by_operation(Intervals *v, const Ir *node)
{
    switch (node->op) {
    case IR_OP_LOCAL: {
        IrType t = v->fn->local.at[node->k].type;
        return make(t.lo, t.hi);
    }
    case IR_OP_TAB:
        return looked_up(v, node);
    case IR_OP_SELECT:
        return of_select(v, node);
    case IR_OP_LETX:
        return of_let(v, node);
    case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL: case IR_OP_DIV: case IR_OP_MOD: case IR_OP_NEG:
    case IR_OP_ABS: case IR_OP_MIN: case IR_OP_MAX: case IR_OP_POW:
        return of_operands(v, node);
    default:
        return make(node->type.lo, node->type.hi);
    }
}

Interval interval_of(Intervals *v, const Ir *node)
{
    Interval x = make(node->type.lo, node->type.hi);
    if (node->op == IR_OP_INT || node->type.kind != IR_INT || v->depth > DEEPEST)
        return x;
    v->depth++;
    Interval by = by_operation(v, node);
    v->depth--;
    x = meet(x, by.lo, by.hi);
    for (size_t i = v->fact.n; i-- > 0;) { /* the newest says what older ones say of the same */
        const IntervalFact *f = &v->fact.at[i];
        if (f->expr && f->expr->op == node->op && f->expr->k == node->k && ir_equal(f->expr, node))
            return meet(x, f->lo, f->hi);
    }
    return x;
}

/* ---- conditions ------------------------------------------------------------------------ */

static void learn(Intervals *v, const Ir *node, int64_t lo, int64_t hi)
{
    Interval now = interval_of(v, node);
    if (node->op == IR_OP_INT || node->type.kind != IR_INT || (lo <= now.lo && hi >= now.hi))
        return;
    if (tree_size(node) <= MAX_FACT && v->fact.n < MOST_FACTS && !tree_has_op(node, IR_OP_DRAW)) {
        const Interval both = meet(now, lo, hi);
        vec_push(v->arena, &v->fact, ((IntervalFact){node, tree_reads_state(node), both.lo, both.hi}));
    }
    bool constant = node->n == 2 && node->a[1]->op == IR_OP_INT;
    if (constant && node->op == IR_OP_ADD && lo > INT64_MIN / 2 && hi < INT64_MAX / 2)
        learn(v, node->a[0], lo - node->a[1]->k, hi - node->a[1]->k);
    else if (constant && node->op == IR_OP_SUB && lo > INT64_MIN / 2 && hi < INT64_MAX / 2)
        learn(v, node->a[0], lo + node->a[1]->k, hi + node->a[1]->k);
    else if (node->op == IR_OP_MIN || node->op == IR_OP_MAX)
        for (int i = 0; i < 2; i++)
            learn(v, node->a[i], node->op == IR_OP_MIN ? lo : INT64_MIN, node->op == IR_OP_MAX ? hi : INT64_MAX);
}

static IrOp opposite(IrOp op)
{
    static const IrOp pair[][2] = {{IR_OP_EQ, IR_OP_NE}, {IR_OP_LT, IR_OP_GE}, {IR_OP_LE, IR_OP_GT}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            if (pair[i][j] == op)
                return pair[i][!j];
    return op;
}

static void learn_unequal(Intervals *v, const Ir *node, Interval other)
{
    Interval now = interval_of(v, node);
    if (other.lo == other.hi && now.lo == other.lo)
        learn(v, node, now.lo + 1, now.hi);
    else if (other.lo == other.hi && now.hi == other.lo)
        learn(v, node, now.lo, now.hi - 1);
}

static void compare(Intervals *v, IrOp op, const Ir *a, const Ir *b)
{
    if (a->type.kind != IR_INT || b->type.kind != IR_INT)
        return;
    Interval x = interval_of(v, a), y = interval_of(v, b);
    switch (op) {
    case IR_OP_EQ:
        learn(v, a, y.lo, y.hi);
        learn(v, b, x.lo, x.hi);
        break;
    case IR_OP_NE:
        learn_unequal(v, a, y);
        learn_unequal(v, b, x);
        break;
    case IR_OP_LT:
        learn(v, a, INT64_MIN, y.hi - 1);
        learn(v, b, x.lo + 1, INT64_MAX);
        break;
    case IR_OP_LE:
        learn(v, a, INT64_MIN, y.hi);
        learn(v, b, x.lo, INT64_MAX);
        break;
    case IR_OP_GT:
        compare(v, IR_OP_LT, b, a);
        break;
    default: /* GE */
        compare(v, IR_OP_LE, b, a);
        break;
    }
}

void intervals_assume(Intervals *v, const Ir *c, bool truth)
{
    if (c->op == IR_OP_NOT) {
        intervals_assume(v, c->a[0], !truth);
    } else if (c->op == (truth ? IR_OP_AND : IR_OP_OR)) {
        intervals_assume(v, c->a[0], truth);
        intervals_assume(v, c->a[1], truth);
    } else if (ir_is_comparison(c->op)) {
        compare(v, truth ? c->op : opposite(c->op), c->a[0], c->a[1]);
    } else if (c->op == IR_OP_HAS && truth) {
        learn(v, c->a[0], 0, v->game->space.at[c->a[1]->type.space].size - 1);
    } else if (c->op == IR_OP_LOCAL) {
        if ((size_t)c->k < v->meaning.n && v->meaning.at[c->k])
            intervals_assume(v, v->meaning.at[c->k], truth);
        learn(v, c, truth, truth);
    } else if (c->op == IR_OP_LETX) {
        intervals_name(v, c->k, c->a[0]);
        intervals_assume(v, c->a[1], truth);
    }
}

/* ---- locals and what is written ------------------------------------------------------------ */

void intervals_bind(Intervals *v, int64_t local, Interval value)
{
    Ir *name = arena_alloc(v->arena, sizeof(Ir));
    *name = (Ir){.op = IR_OP_LOCAL, .k = local, .type = v->fn->local.at[local].type};
    if ((size_t)local < v->meaning.n)
        v->meaning.at[local] = NULL;
    if (name->type.kind == IR_INT && value.lo <= value.hi)
        vec_push(v->arena, &v->fact, ((IntervalFact){name, false, value.lo, value.hi}));
}

void intervals_name(Intervals *v, int64_t local, const Ir *node)
{
    if (v->fn->local.at[local].type.kind != IR_INT)
        return;
    intervals_bind(v, local, interval_of(v, node));
    while (v->meaning.n <= (size_t)local)
        vec_push(v->arena, &v->meaning, NULL);
    if (node->type.lo >= 0 && node->type.hi <= 1 && !tree_has_op(node, IR_OP_DRAW))
        v->meaning.at[local] = node;
}

void intervals_copy(Intervals *v)
{
    Intervals from = *v;
    v->fact.n = v->fact.cap = v->meaning.n = v->meaning.cap = 0;
    v->fact.at = NULL;
    v->meaning.at = NULL;
    for (size_t i = 0; i < from.fact.n; i++)
        vec_push(v->arena, &v->fact, from.fact.at[i]);
    for (size_t i = 0; i < from.meaning.n; i++)
        vec_push(v->arena, &v->meaning, from.meaning.at[i]);
}

void intervals_state_changed(Intervals *v)
{
    for (size_t i = 0; i < v->fact.n; i++)
        if (v->fact.at[i].state)
            v->fact.at[i].expr = NULL;
    for (size_t i = 0; i < v->meaning.n; i++)
        if (v->meaning.at[i] && tree_reads_state(v->meaning.at[i]))
            v->meaning.at[i] = NULL;
}

static void local_changed(Intervals *v, int64_t local)
{
    for (size_t i = 0; i < v->fact.n; i++)
        if (v->fact.at[i].expr && ir_uses_local(v->fact.at[i].expr, (int)local))
            v->fact.at[i].expr = NULL;
    for (size_t i = 0; i < v->meaning.n; i++)
        if ((int64_t)i == local || (v->meaning.at[i] && ir_uses_local(v->meaning.at[i], (int)local)))
            v->meaning.at[i] = NULL;
}

void intervals_written(Intervals *v, const Ir *s)
{
    if (s->op == IR_OP_PUT || s->op == IR_OP_DO)
        intervals_state_changed(v);
    if (ir_defines_local(s))
        local_changed(v, s->k);
    for (int i = 0; i < s->n; i++)
        if (ir_op_info(s->a[i]->op)->statement)
            intervals_written(v, s->a[i]);
}
