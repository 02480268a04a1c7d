/* actions_eval.c - what numbers can be: constants, fields, tables, conditions. */
#include "ir/offer/actions.h"

bool actions_step(Act *e)
{
    if (++e->work > e->most_work)
        e->tired = true;
    if (e->work > e->split_work)
        e->split = false;
    return !e->tired;
}

/* ---- fields -------------------------------------------------------------- */

/* What a field has at the index that a local names, if something is known. */
static bool known(const Act *e, const ActFrame *f, const Ir *node, Nums *fact)
{
    if (node->n == 0 || node->a[0]->op != IR_OP_LOCAL)
        return false;
    const ActSlot *s = &f->slot[node->a[0]->k];
    if (s->fact_field != (int)node->k || s->fact_stamp != e->stamp)
        return false;
    *fact = s->fact;
    return true;
}

static Nums get(Act *e, ActFrame *f, const Ir *node)
{
    const IrField *field = &e->game->field.at[node->k];
    Nums one = nums_none(), all = nums_none(), fact;
    Sets none;
    if (node->n == 0) {
        actions_read(e, (int)node->k, 0, &one, &none);
        return one;
    }
    Nums index = nums_clip(actions_num(e, f, node->a[0]), 0, (int64_t)field->n - 1);
    e->work += nums_count(index) / 8;
    NUMS_EACH(i, index) {
        actions_read(e, (int)node->k, (size_t)i, &one, &none);
        all = nums_join(e, all, one);
    }
    return known(e, f, node, &fact) ? nums_meet(e, all, fact) : all;
}

/* ---- tables -------------------------------------------------------------- */

Slices actions_slices(Act *e, ActFrame *f, const Ir *node)
{
    enum { MOST = 2048 };
    const IrTable *table = &e->game->table.at[node->k];
    Slices s = {table, 1, 1, scratch_alloc(&e->scratch, sizeof(size_t)), false};
    for (int d = 0; d < table->ndim; d++) {
        int size = table->dim[d].size;
        if (d >= node->n) {
            s.len *= (size_t)size;
            for (size_t i = 0; i < s.n; i++)
                s.start[i] *= (size_t)size;
            continue;
        }
        Nums index = nums_clip(actions_num(e, f, node->a[d]), 0, size - 1);
        size_t each = nums_count(index), n = 0;
        if (s.n * each > MOST) {
            s.any = true;
            s.n = 0;
            each = 0;
        }
        size_t *start = scratch_alloc(&e->scratch, (s.n * each + 1) * sizeof *start);
        for (size_t i = 0; i < s.n; i++)
            NUMS_EACH(v, index)
                start[n++] = s.start[i] * (size_t)size + (size_t)v;
        s.start = start;
        s.n = n;
    }
    e->work += s.n / 8;
    return s;
}

const int32_t *actions_row(const IrTable *table, size_t at, size_t *n)
{
    *n = table->off[at + 1] - table->off[at];
    return table->value ? table->value + table->off[at] : NULL;
}

static Nums tab(Act *e, ActFrame *f, const Ir *node)
{
    Slices s = actions_slices(e, f, node);
    if (s.any)
        return nums_type(node->type);
    if (s.n == 1)
        return nums_one(s.table->value[s.start[0]]);
    NumsBuild b = nums_build(e, node->type.lo, node->type.hi);
    for (size_t i = 0; i < s.n; i++)
        nums_add(&b, s.table->value[s.start[i]]);
    return nums_built(&b);
}

/* ---- conditions ---------------------------------------------------------- */

static Nums both(Act *e, ActFrame *f, const Ir *node)
{
    Nums a = actions_num(e, f, node->a[0]);
    if (!nums_true(a))
        return a;
    Nums b = actions_num(e, f, node->a[1]);
    return nums_bit(nums_true(b), nums_false(a) || nums_false(b));
}

static Nums either(Act *e, ActFrame *f, const Ir *node)
{
    Nums a = actions_num(e, f, node->a[0]);
    if (!nums_false(a))
        return nums_bit(nums_true(a), false);
    Nums b = actions_num(e, f, node->a[1]);
    return nums_bit(nums_true(a) || nums_true(b), nums_false(b));
}

static Nums chosen(Act *e, ActFrame *f, const Ir *node)
{
    Nums c = actions_num(e, f, node->a[0]), r = nums_none();
    if (nums_true(c))
        r = actions_num(e, f, node->a[1]);
    return nums_false(c) ? nums_join(e, r, actions_num(e, f, node->a[2])) : r;
}

static Nums compare(Act *e, ActFrame *f, const Ir *node)
{
    if (node->a[0]->type.kind == IR_MASK)
        return actions_set_number(e, f, node);
    Nums a = actions_num(e, f, node->a[0]);
    return nums_compare(node, a, actions_num(e, f, node->a[1]));
}

static Nums called(Act *e, ActFrame *f, const Ir *node)
{
    Nums r = nums_none();
    Sets none;
    if (node->op == IR_OP_CALL)
        actions_call(e, f, node, &r, &none);
    else
        actions_with(e, f, node, &r, &none);
    return r;
}

/* ---- all ----------------------------------------------------------------- */

static Nums expression(Act *e, ActFrame *f, const Ir *node)
{
    Nums a;
    switch (node->op) {
    case IR_OP_INT:
        return nums_one(node->k);
    case IR_OP_LOCAL:
        return f->slot[node->k].num;
    case IR_OP_GET:
        return get(e, f, node);
    case IR_OP_TAB:
        return tab(e, f, node);
    case IR_OP_ADD: case IR_OP_SUB: case IR_OP_MUL: case IR_OP_DIV: case IR_OP_MOD:
    case IR_OP_MIN: case IR_OP_MAX: case IR_OP_POW:
        a = actions_num(e, f, node->a[0]);
        return nums_arithmetic(e, node, a, actions_num(e, f, node->a[1]));
    case IR_OP_NEG: case IR_OP_ABS:
        return nums_arithmetic(e, node, actions_num(e, f, node->a[0]), nums_one(0));
    case IR_OP_EQ: case IR_OP_NE: case IR_OP_LT: case IR_OP_LE: case IR_OP_GT: case IR_OP_GE:
        return compare(e, f, node);
    case IR_OP_AND:
        return both(e, f, node);
    case IR_OP_OR:
        return either(e, f, node);
    case IR_OP_NOT:
        a = actions_num(e, f, node->a[0]);
        return nums_bit(nums_false(a), nums_true(a));
    case IR_OP_SELECT:
        return chosen(e, f, node);
    case IR_OP_LETX:
        actions_let(e, f, node->k, f, node->a[0]);
        return actions_num(e, f, node->a[1]);
    case IR_OP_CALL: case IR_OP_WITH:
        return called(e, f, node);
    case IR_OP_EXISTS:
        return nums_range(0, 1);
    case IR_OP_LONGEST:
        return nums_type(node->type);
    case IR_OP_DRAW:
        a = actions_num(e, f, node->a[0]);
        return nums_range(0, nums_empty(a) ? -1 : a.hi - 1);
    default:
        return actions_set_number(e, f, node);
    }
}

Nums actions_num(Act *e, ActFrame *f, const Ir *node)
{
    if (node->op == IR_OP_INT)
        return nums_one(node->k);
    if (!actions_step(e) && node->op != IR_OP_LOCAL)
        return nums_type(node->type);
    return expression(e, f, node);
}
