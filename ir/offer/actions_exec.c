/* actions_exec.c - what calls and statements can do. */
#include "ir/offer/actions.h"

#include <string.h>

enum { DEEPEST = 200 };

/* ---- locals -------------------------------------------------------------- */

ActFrame actions_frame(Act *e, int index)
{
    const IrFn *fn = e->game->fn.at[index];
    ActFrame f = {.index = index, .fn = fn, .num = nums_none()};
    f.slot = scratch_alloc(&e->scratch, (fn->local.n + 1) * sizeof *f.slot);
    for (size_t i = 0; i < fn->local.n; i++) {
        f.slot[i].num = nums_none();
        f.slot[i].fact_field = -1;
    }
    f.writes = fn->kind == IR_PROC || fn->kind == IR_TURN;
    return f;
}

void actions_bind(ActFrame *f, int64_t local, Nums value)
{
    const IrType type = f->fn->local.at[local].type;
    f->slot[local].num = nums_clip(value, type.lo, type.hi);
    f->slot[local].fact_field = -1;
}

void actions_let(Act *e, ActFrame *into, int64_t local, ActFrame *from, const Ir *value)
{
    if (into->fn->local.at[local].type.kind == IR_MASK) {
        into->slot[local].set = actions_set(e, from, value);
        return;
    }
    Nums num = actions_num(e, from, value);
    ActSlot source = {.fact_field = -1};
    if (value->op == IR_OP_LOCAL)
        source = from->slot[value->k];
    actions_bind(into, local, num);
    ActSlot *s = &into->slot[local];
    s->fact_field = source.fact_field;
    s->fact_stamp = source.fact_stamp;
    s->fact = source.fact;
}

/* ---- `var`s -------------------------------------------------------------- */

ActSlot *actions_vars(Act *e, const ActFrame *f)
{
    int n = e->nvar[f->index];
    ActSlot *saved = scratch_alloc(&e->scratch, ((size_t)n + 1) * sizeof *saved);
    for (int i = 0; i < n; i++)
        saved[i] = f->slot[e->var[f->index][i]];
    return saved;
}

void actions_set_vars(const Act *e, ActFrame *f, const ActSlot *saved)
{
    for (int i = 0, n = e->nvar[f->index]; i < n; i++)
        f->slot[e->var[f->index][i]] = saved[i];
}

static bool join_set(Act *e, int space, Sets *into, Sets from)
{
    if (!from.may)
        return false;
    if (!into->may) {
        *into = from;
        return true;
    }
    int words = actions_words(e, space);
    Sets old = *into;
    *into = actions_sets_copy(e, space, old);
    actions_sets_join(e, space, into, from);
    size_t bytes = (size_t)words * sizeof *old.may;
    bool grew = memcmp(old.may, into->may, bytes) || memcmp(old.must, into->must, bytes);
    if (grew && e->widen > 1)
        *into = actions_sets_type(e, space);
    return grew;
}

bool actions_join_vars(Act *e, const ActFrame *f, ActSlot *into)
{
    bool grew = false;
    for (int i = 0, n = e->nvar[f->index]; i < n; i++) {
        int k = e->var[f->index][i];
        const IrType type = f->fn->local.at[k].type;
        if (type.kind == IR_MASK) {
            grew = join_set(e, type.space, &into[i].set, f->slot[k].set) || grew;
            continue;
        }
        Nums all = nums_join(e, into[i].num, f->slot[k].num);
        into[i].fact_field = -1;
        if (nums_same(all, into[i].num))
            continue;
        grew = true;
        into[i].num = e->widen ? nums_type(type) : all;
    }
    return grew;
}

/* ---- results ------------------------------------------------------------- */

static void leave(Act *e, ActFrame *f, const Ir *node)
{
    if (node->n && f->fn->ret.kind == IR_MASK) {
        Sets set = actions_set(e, f, node->a[0]);
        if (!f->returned)
            f->set = actions_sets_copy(e, f->fn->ret.space, set);
        else
            actions_sets_join(e, f->fn->ret.space, &f->set, set);
    } else if (node->n) {
        Nums num = nums_clip(actions_num(e, f, node->a[0]), f->fn->ret.lo, f->fn->ret.hi);
        f->num = nums_join(e, f->num, num);
    }
    if (f->writes && !f->exit)
        f->exit = actions_save(e);
    else if (f->writes)
        actions_join(e, f->exit, e->single);
    f->returned = true;
}

static bool run_body(Act *e, ActFrame *f, const Ir *body)
{
    bool falls = actions_exec(e, f, body);
    if (!f->writes || !f->returned)
        return falls;
    if (falls)
        actions_join(e, e->single, f->exit);
    else
        memcpy(e->single, f->exit, e->nsingle * sizeof *e->single);
    return true;
}

/* What is kept of a function's scratch is its result. */
static Nums keep_num(Act *e, ScratchMark mark, Nums num)
{
    uint64_t hold[ACT_SPAN / 64 + 2];
    if (nums_empty(num) || nums_single(num) || !num.bit) {
        scratch_release(&e->scratch, mark);
        num.bit = NULL;
        return num;
    }
    size_t first = (size_t)((uint64_t)(num.lo - num.base) / 64), n = (size_t)((uint64_t)(num.hi - num.base) / 64) - first + 1;
    memcpy(hold, num.bit + first, n * sizeof *hold);
    scratch_release(&e->scratch, mark);
    num.base += (int64_t)first * 64;
    num.bit = scratch_alloc(&e->scratch, n * sizeof *hold);
    memcpy(num.bit, hold, n * sizeof *hold);
    return num;
}

static Sets keep_set(Act *e, ScratchMark mark, int space, Sets set)
{
    uint64_t hold[64];
    size_t words = (size_t)actions_words(e, space), bytes = words * sizeof *hold;
    if (2 * words > 64)
        return set;
    memcpy(hold, set.may, bytes);
    memcpy(hold + words, set.must, bytes);
    scratch_release(&e->scratch, mark);
    return actions_sets_copy(e, space, (Sets){hold, hold + words});
}

bool actions_call(Act *e, ActFrame *f, const Ir *node, Nums *num, Sets *set)
{
    const IrFn *fn = e->game->fn.at[node->k];
    ScratchMark mark = scratch_mark(&e->scratch);
    ActFrame frame = actions_frame(e, (int)node->k);
    for (int i = 0; i < node->n; i++)
        actions_let(e, &frame, i, f, node->a[i]);
    bool falls = true, deep = e->depth >= DEEPEST;
    if (deep)
        e->tired = true;
    e->depth++;
    if (!deep)
        falls = run_body(e, &frame, fn->body);
    e->depth--;
    bool nothing = deep || e->tired;
    if (fn->ret.kind == IR_INT)
        *num = nothing ? nums_type(fn->ret) : keep_num(e, mark, frame.num);
    else if (fn->ret.kind == IR_MASK && nothing)
        *set = actions_sets_type(e, fn->ret.space);
    else if (fn->ret.kind == IR_MASK && frame.returned)
        *set = keep_set(e, mark, fn->ret.space, frame.set);
    return falls;
}

void actions_with(Act *e, ActFrame *f, const Ir *node, Nums *num, Sets *set)
{
    Nums n = nums_none();
    Sets s = {NULL, NULL};
    const bool is_set = e->game->field.at[node->k].elem.kind == IR_MASK;
    if (is_set)
        s = actions_set(e, f, node->a[0]);
    else
        n = actions_num(e, f, node->a[0]);
    size_t bytes = e->field[node->k].words * sizeof(uint64_t);
    uint64_t *before = scratch_alloc(&e->scratch, bytes);
    memcpy(before, actions_cell(e, (int)node->k, 0), bytes);
    actions_write(e, (int)node->k, 0, n, s);
    if (node->type.kind == IR_MASK)
        *set = actions_set(e, f, node->a[1]);
    else
        *num = actions_num(e, f, node->a[1]);
    memcpy(actions_cell(e, (int)node->k, 0), before, bytes);
}

/* ---- statements ---------------------------------------------------------- */

static void put(Act *e, ActFrame *f, const Ir *node)
{
    const IrField *field = &e->game->field.at[node->k];
    Nums num = nums_none(), index = nums_one(0);
    Sets set = {NULL, NULL};
    if (field->elem.kind == IR_MASK)
        set = actions_set(e, f, node->a[0]);
    else
        num = actions_num(e, f, node->a[0]);
    if (node->n > 1)
        index = nums_clip(actions_num(e, f, node->a[1]), 0, (int64_t)field->n - 1);
    e->work += nums_count(index) / 8;
    NUMS_EACH(i, index)
        actions_write(e, (int)node->k, (size_t)i, num, set);
}

/* Both branches, each from what was, and what comes of them together. */
static bool both(Act *e, ActFrame *f, const Ir *node)
{
    size_t bytes = e->nsingle * sizeof *e->single;
    uint64_t *before = f->writes ? actions_save(e) : NULL, *after = NULL;
    ActSlot *vars = actions_vars(e, f), *vars_after = NULL;
    ActUndo *undo = NULL;
    bool first = actions_assume(e, f, node->a[0], true, f->writes, &undo) && actions_exec(e, f, node->a[1]);
    if (first) {
        after = f->writes ? actions_save(e) : NULL;
        vars_after = actions_vars(e, f);
    }
    actions_undo(f, undo);
    undo = NULL;
    actions_set_vars(e, f, vars);
    if (f->writes)
        memcpy(e->single, before, bytes);
    bool second = actions_assume(e, f, node->a[0], false, f->writes, &undo) && (node->n < 3 || actions_exec(e, f, node->a[2]));
    if (first && second) {
        actions_join_vars(e, f, vars_after);
        if (f->writes)
            actions_join(e, e->single, after);
    } else if (first && f->writes) {
        memcpy(e->single, after, bytes);
    }
    actions_undo(f, undo);
    if (first)
        actions_set_vars(e, f, vars_after);
    return first || second;
}

static bool branch(Act *e, ActFrame *f, const Ir *node)
{
    Nums c = actions_num(e, f, node->a[0]);
    if (nums_true(c) && nums_false(c))
        return both(e, f, node);
    if (nums_true(c))
        return actions_exec(e, f, node->a[1]);
    if (nums_false(c))
        return node->n < 3 || actions_exec(e, f, node->a[2]);
    return false;
}

bool actions_exec(Act *e, ActFrame *f, const Ir *node)
{
    Nums num;
    Sets set;
    if (!actions_step(e) && f->fn->kind != IR_GEN)
        return true;
    switch (node->op) {
    case IR_OP_BLOCK:
        for (int i = 0; i < node->n; i++)
            if (!actions_exec(e, f, node->a[i]))
                return false;
        return true;
    case IR_OP_LET: case IR_OP_VAR: case IR_OP_SET:
        actions_let(e, f, node->k, f, node->a[0]);
        return true;
    case IR_OP_PUT:
        put(e, f, node);
        return true;
    case IR_OP_IF:
        return branch(e, f, node);
    case IR_OP_FOR: case IR_OP_RANGE: case IR_OP_WHILE:
        return actions_loop(e, f, node);
    case IR_OP_RET:
        leave(e, f, node);
        return false;
    case IR_OP_DO:
        return actions_call(e, f, node, &num, &set);
    default:
        return actions_generate(e, f, node);
    }
}
