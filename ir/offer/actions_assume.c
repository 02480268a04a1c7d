/* actions_assume.c - what a condition says about the locals and fields in it: each keeps the
 * values with which it can be as it was found to be. */
#include "ir/offer/actions.h"

#include <string.h>

enum { MOST_READ = 4, MOST_NUMBERS = 16, MOST_MEMBERS = 1500, MOST_STEPS = 40000 };

/* What a condition reads; what it binds itself is no one's. */
typedef struct {
    int local[MOST_READ], field[MOST_READ], bound[MOST_READ];
    int nlocal, nfield, nbound, nodes;
    bool costly; /* calls, or more than these */
} Reads;

static void note(Reads *r, int *list, int *n, int k)
{
    for (int i = 0; i < *n; i++)
        if (list[i] == k)
            return;
    if (*n < MOST_READ)
        list[(*n)++] = k;
    else
        r->costly = true;
}

static void find_reads(Reads *r, const Ir *node)
{
    r->nodes++;
    switch (node->op) {
    case IR_OP_LOCAL:
        if (node->type.kind == IR_INT)
            note(r, r->local, &r->nlocal, (int)node->k);
        break;
    case IR_OP_GET:
        if (node->n == 0 && node->type.kind == IR_INT)
            note(r, r->field, &r->nfield, (int)node->k);
        break;
    default:
        if (ir_binds_within(node->op))
            note(r, r->bound, &r->nbound, (int)node->k);
        r->costly = r->costly || ir_does(node->op, IR_CALLS | IR_ASSUMES);
        break;
    }
    for (int i = 0; i < node->n && !r->costly; i++)
        find_reads(r, node->a[i]);
}

static bool is_bound(const Reads *r, int local)
{
    for (int i = 0; i < r->nbound; i++)
        if (r->bound[i] == local)
            return true;
    return false;
}

static void keep_old(Act *e, const ActFrame *f, int local, ActUndo **undo)
{
    ActUndo *u = scratch_alloc(&e->scratch, sizeof *u);
    *u = (ActUndo){*undo, local, f->slot[local]};
    *undo = u;
}

void actions_undo(ActFrame *f, ActUndo *undo)
{
    for (; undo; undo = undo->next)
        f->slot[undo->local] = undo->old;
}

static bool possible(Act *e, ActFrame *f, const Ir *condition, bool truth)
{
    Nums c = actions_num(e, f, condition);
    return truth ? nums_true(c) : nums_false(c);
}

/* Is going through these values worth its price? */
static bool few(const Reads *r, IrType type, Nums values)
{
    if (nums_empty(values) || nums_single(values))
        return false;
    uint64_t n = nums_count(values);
    return n <= (type.space == IR_NOSPACE ? MOST_NUMBERS : MOST_MEMBERS) && n * (uint64_t)r->nodes <= MOST_STEPS;
}

static bool narrow_local(Act *e, ActFrame *f, const Reads *r, const Ir *condition, bool truth, int local, ActUndo **undo)
{
    Nums values = f->slot[local].num;
    if (is_bound(r, local) || !few(r, f->fn->local.at[local].type, values))
        return true;
    keep_old(e, f, local, undo);
    NumsBuild b = nums_build(e, values.lo, values.hi);
    NUMS_EACH(v, values) {
        ScratchMark mark = scratch_mark(&e->scratch);
        f->slot[local].num = nums_one(v);
        if (possible(e, f, condition, truth))
            nums_add(&b, v);
        scratch_release(&e->scratch, mark);
    }
    f->slot[local].num = nums_built(&b);
    return !nums_empty(f->slot[local].num);
}

static bool narrow_field(Act *e, ActFrame *f, const Reads *r, const Ir *condition, bool truth, int field)
{
    Nums values = nums_none();
    Sets none = {NULL, NULL};
    actions_read(e, field, 0, &values, &none);
    if (!few(r, e->game->field.at[field].elem, values))
        return true;
    NumsBuild b = nums_build(e, values.lo, values.hi);
    NUMS_EACH(v, values) {
        ScratchMark mark = scratch_mark(&e->scratch);
        actions_write(e, field, 0, nums_one(v), none);
        if (possible(e, f, condition, truth))
            nums_add(&b, v);
        scratch_release(&e->scratch, mark);
    }
    Nums kept = nums_built(&b);
    actions_write(e, field, 0, kept, none);
    return !nums_empty(kept);
}

/* @f[%x] == v says what f has at x. */
static void learn(Act *e, ActFrame *f, const Ir *c, ActUndo **undo)
{
    if (c->op == IR_OP_AND) {
        learn(e, f, c->a[0], undo);
        learn(e, f, c->a[1], undo);
        return;
    }
    if (c->op != IR_OP_EQ || c->a[0]->op != IR_OP_GET || c->a[0]->n != 1 || c->a[0]->a[0]->op != IR_OP_LOCAL ||
        c->a[0]->type.kind != IR_INT)
        return;
    int local = (int)c->a[0]->a[0]->k;
    ActSlot *s = &f->slot[local];
    bool other = s->fact_field >= 0 && s->fact_stamp == e->stamp && s->fact_field != (int)c->a[0]->k;
    Nums value = actions_num(e, f, c->a[1]);
    if (other || !nums_single(value))
        return;
    keep_old(e, f, local, undo);
    s->fact_field = (int)c->a[0]->k;
    s->fact_stamp = e->stamp;
    s->fact = value;
}

bool actions_assume(Act *e, ActFrame *f, const Ir *condition, bool truth, bool fields, ActUndo **undo)
{
    Reads r = {0};
    find_reads(&r, condition);
    if (e->tired || r.costly)
        return true;
    for (int i = 0; i < r.nlocal; i++)
        if (!narrow_local(e, f, &r, condition, truth, r.local[i], undo))
            return false;
    for (int i = 0; fields && i < r.nfield; i++)
        if (!narrow_field(e, f, &r, condition, truth, r.field[i]))
            return false;
    if (truth)
        learn(e, f, condition, undo);
    return true;
}
