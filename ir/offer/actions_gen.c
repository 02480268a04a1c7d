/* actions_gen.c - which moves generators can try, and what these can do. */
#include "ir/offer/actions.h"

#include <string.h>

/* ---- a move -------------------------------------------------------------- */

/* The state after `do` and `then` joins those that the mover's moves lead to. */
static void play(Act *e, ActFrame *f)
{
    uint64_t *before = actions_save(e);
    unsigned stamp = e->stamp;
    for (int i = 0; i < e->nvar[f->index]; i++) {
        ActSlot *s = &f->slot[e->var[f->index][i]];
        *s = (ActSlot){.num = nums_none(), .fact_field = -1};
    }
    f->writes = true;
    bool falls = actions_exec(e, f, f->fn->effect) && (!f->fn->then || actions_exec(e, f, f->fn->then));
    f->writes = false;
    if (falls && actions_join(e, e->after[e->player], e->single))
        e->changed = true;
    memcpy(e->single, before, e->nsingle * sizeof *before);
    e->stamp = stamp;
}

static void emit(Act *e, ActFrame *f)
{
    for (int i = 0; i < f->fn->nparam; i++)
        if (nums_empty(f->slot[i].num))
            return;
    ScratchMark mark = scratch_mark(&e->scratch);
    if (e->counts)
        actions_count(e, f);
    else
        play(e, f);
    scratch_release(&e->scratch, mark);
}

/* ---- headers ------------------------------------------------------------- */

static void header(Act *e, ActFrame *f, int at, int bound);

/* The rest of the header for each value of a parameter, or for all of them together. */
static void with_values(Act *e, ActFrame *f, int at, int bound, int64_t param)
{
    ActSlot slot = f->slot[param];
    if (nums_empty(slot.num))
        return;
    if (!e->split || nums_single(slot.num)) {
        header(e, f, at + 1, bound);
        return;
    }
    NUMS_EACH(v, slot.num) {
        ScratchMark mark = scratch_mark(&e->scratch);
        f->slot[param] = slot;
        f->slot[param].num = nums_one(v);
        header(e, f, at + 1, bound);
        scratch_release(&e->scratch, mark);
    }
}

static void parameter(Act *e, ActFrame *f, int at, int bound)
{
    const Ir *node = f->fn->header->a[at];
    const IrType type = f->fn->local.at[node->k].type;
    Nums domain = node->n ? actions_domain(e, f, node->n, node->a) : nums_type(type);
    domain = nums_clip(domain, ir_code_low(type), type.hi);
    if (node->k < bound) {
        f->slot[node->k].num = nums_meet(e, f->slot[node->k].num, domain);
    } else {
        actions_bind(f, node->k, domain);
        if (node->n == 1)
            actions_note(e, f, node->k, node->a[0]);
    }
    with_values(e, f, at, bound, node->k);
}

static void header(Act *e, ActFrame *f, int at, int bound)
{
    ActUndo *undo = NULL;
    bool runs = true;
    for (; runs && at < f->fn->header->n; at++) {
        const Ir *node = f->fn->header->a[at];
        if (node->op == IR_OP_PARAM) {
            parameter(e, f, at, bound);
            runs = false;
        } else if (node->op == IR_OP_WHEN) {
            Nums c = actions_num(e, f, node->a[0]);
            runs = nums_true(c) && (!nums_false(c) || actions_assume(e, f, node->a[0], true, false, &undo));
        } else if (!e->counts || e->wanted[f->index][node->k]) {
            actions_exec(e, f, node);
        }
    }
    if (runs)
        emit(e, f);
    actions_undo(f, undo);
}

/* ---- generators ---------------------------------------------------------- */

static void try(Act *e, ActFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const IrFn *fn = e->game->fn.at[node->k];
    ActFrame frame = actions_frame(e, (int)node->k);
    for (int i = 0; i < node->n; i++)
        actions_let(e, &frame, i, f, node->a[i]);
    if (fn->kind == IR_RULE)
        header(e, &frame, 0, node->n);
    else
        actions_exec(e, &frame, fn->body);
    scratch_release(&e->scratch, mark);
}

/* EMIT, EMITSET: the parameters are given; the header's lets are all that is left. */
static void emit_given(Act *e, ActFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    ActFrame frame = actions_frame(e, (int)node->k);
    int single = node->op == IR_OP_EMITSET ? node->n - 1 : node->n;
    for (int i = 0; i < single; i++)
        actions_let(e, &frame, i, f, node->a[i]);
    Nums last = single < node->n ? actions_domain(e, f, 1, node->a + single) : nums_one(0);
    bool whole = single == node->n || !e->split;
    NUMS_EACH(v, last) {
        if (single < node->n)
            actions_bind(&frame, single, whole ? last : nums_one(v));
        for (int i = 0; i < frame.fn->header->n; i++)
            if (frame.fn->header->a[i]->op == IR_OP_LET &&
                (!e->counts || e->wanted[node->k][frame.fn->header->a[i]->k]))
                actions_exec(e, &frame, frame.fn->header->a[i]);
        emit(e, &frame);
        if (whole)
            break;
    }
    scratch_release(&e->scratch, mark);
}

bool actions_generate(Act *e, ActFrame *f, const Ir *node)
{
    switch (node->op) {
    case IR_OP_TRY:
        try(e, f, node);
        return true;
    case IR_OP_PREFER:
        actions_exec(e, f, node->a[0]);
        actions_exec(e, f, node->a[1]);
        return true;
    case IR_OP_KEEP: case IR_OP_BEST:
        actions_exec(e, f, node->a[1]);
        return true;
    case IR_OP_EMIT: case IR_OP_EMITSET:
        emit_given(e, f, node);
        return true;
    default:
        e->failed = true;
        return true;
    }
}
