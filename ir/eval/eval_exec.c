/* eval_exec.c - the evaluator: calls and statements. */
#include "ir/eval/eval_impl.h"

#include <inttypes.h>
#include <string.h>

enum { DEEPEST_CALL = 256 };

/* ---- locals ------------------------------------------------------------ */

EvalFrame eval_frame(IrEval *e, int index)
{
    const IrFn *fn = e->game->fn.at[index];
    EvalFrame frame = {.index = index, .fn = fn};
    frame.slot = scratch_alloc(&e->scratch, fn->local.n * sizeof *frame.slot);
    for (size_t i = 0; i < fn->local.n; i++)
        if (fn->local.at[i].type.kind == IR_MASK)
            frame.slot[i].set = eval_new_set(e, fn->local.at[i].type.space);
    return frame;
}

static bool in_range(IrEval *e, const Ir *node, const char *what, const char *name, IrType type,
                     int64_t value)
{
    if (value >= type.lo && value <= type.hi)
        return true;
    eval_fail(e, node, "%s%s gets %" PRId64 ", outside %" PRId64 "..%" PRId64, what, name, value,
              type.lo, type.hi);
    return false;
}

void eval_store(IrEval *e, EvalFrame *f, const Ir *node, int64_t local, int64_t value)
{
    const IrLocal *into = &f->fn->local.at[local];
    if (in_range(e, node, "%", into->name, into->type, value))
        f->slot[local].number = value;
}

void eval_assign(IrEval *e, EvalFrame *f, int64_t local, EvalFrame *from, const Ir *value)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    IrType type = f->fn->local.at[local].type;
    if (type.kind == IR_MASK) {
        uint64_t *set = eval_set_new(e, from, value); /* may read the local itself */
        memcpy(f->slot[local].set, set, (size_t)ir_words(e->game, type.space) * sizeof *set);
    } else {
        eval_store(e, f, value, local, eval_num(e, from, value));
    }
    scratch_release(&e->scratch, mark);
}

/* ---- calls ------------------------------------------------------------- */

int64_t eval_call(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    if (++e->depth > DEEPEST_CALL)
        eval_fail(e, node, "calls are nested too deeply");
    ScratchMark mark = scratch_mark(&e->scratch);
    const IrFn *caller = e->running, *fn = e->game->fn.at[node->k];
    EvalFrame frame = eval_frame(e, (int)node->k);
    for (int i = 0; i < node->n && !e->error; i++)
        eval_assign(e, &frame, i, f, node->a[i]);
    frame.result.set = out;
    e->running = fn;
    EvalFlow flow = e->error ? FLOW_STOP : eval_exec(e, &frame, fn->body);
    if (fn->ret.kind != IR_VOID && flow != FLOW_RETURN)
        eval_fail(e, node, "`%s` returns no value", fn->name);
    e->running = caller;
    scratch_release(&e->scratch, mark);
    e->depth--;
    return fn->ret.kind == IR_INT && !e->error ? frame.result.number : 0;
}

static EvalFlow leave(IrEval *e, EvalFrame *f, const Ir *node)
{
    if (node->n == 0)
        return FLOW_RETURN;
    ScratchMark mark = scratch_mark(&e->scratch);
    if (f->fn->ret.kind == IR_MASK) {
        uint64_t *set = eval_set_new(e, f, node->a[0]);
        memcpy(f->result.set, set,
               (size_t)ir_words(e->game, f->fn->ret.space) * sizeof *set);
    } else {
        f->result.number = eval_num(e, f, node->a[0]);
        in_range(e, node, "the result of ", f->fn->name, f->fn->ret, f->result.number);
    }
    scratch_release(&e->scratch, mark);
    return e->error ? FLOW_STOP : FLOW_RETURN;
}

/* ---- state ------------------------------------------------------------- */

static void put(IrEval *e, EvalFrame *f, const Ir *node)
{
    size_t index;
    int k = (int)node->k;
    const IrField *field = &e->game->field.at[k];
    if (!e->writable) {
        eval_fail(e, node, "@%s is written where the state is only read", field->name);
        return;
    }
    if (!eval_index(e, f, node, node->n > 1 ? node->a[1] : NULL, k, &index))
        return;
    ScratchMark mark = scratch_mark(&e->scratch);
    if (field->elem.kind == IR_MASK) {
        uint64_t *set = eval_set_new(e, f, node->a[0]);
        char *at = e->writable + e->field[k].at + index * (size_t)e->field[k].width;
        if (!e->error)
            memcpy(at, set, (size_t)e->field[k].width);
    } else {
        int64_t value = eval_num(e, f, node->a[0]);
        if (!e->error && in_range(e, node, "@", field->name, field->elem, value))
            eval_write(e, k, index, value);
    }
    scratch_release(&e->scratch, mark);
}

/* `with`: on a copy of the state, which nothing can outlive. */
int64_t eval_with(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const char *state = e->state;
    char *writable = e->writable, *copy = scratch_alloc(&e->scratch, e->state_size);
    memcpy(copy, state, e->state_size);
    int k = (int)node->k;
    const IrField *field = &e->game->field.at[k];
    if (field->elem.kind == IR_MASK) {
        uint64_t *set = eval_set_new(e, f, node->a[0]);
        memcpy(copy + e->field[k].at, set, (size_t)e->field[k].width);
    } else {
        int64_t value = eval_num(e, f, node->a[0]);
        e->writable = copy;
        if (in_range(e, node, "@", field->name, field->elem, value))
            eval_write(e, k, 0, value);
    }
    e->state = copy;
    e->writable = NULL;
    int64_t result = 0;
    if (out)
        eval_set(e, f, node->a[1], out);
    else
        result = eval_num(e, f, node->a[1]);
    e->state = state;
    e->writable = writable;
    scratch_release(&e->scratch, mark);
    return result;
}

/* ---- loops ------------------------------------------------------------- */

enum { MOST_ROUNDS = 1 << 25 };

/* Once more around a loop. */
static EvalFlow once_more(IrEval *e, EvalFrame *f, const Ir *node, const Ir *body)
{
    if (++e->rounds > MOST_ROUNDS) {
        eval_fail(e, node, "loops go round more than %d times for one move; the evaluator ends there", (int)MOST_ROUNDS);
        return FLOW_STOP;
    }
    return eval_exec(e, f, body);
}

static EvalFlow for_set(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    uint64_t *set = eval_set_new(e, f, node->a[0]);
    int words = eval_words(e, node->a[0]);
    EvalFlow flow = e->error ? FLOW_STOP : FLOW_ON;
    for (int s = -1; flow == FLOW_ON && (s = eval_next_member(set, words, s)) >= 0;) {
        eval_store(e, f, node, node->k, s);
        flow = once_more(e, f, node, node->a[1]);
    }
    scratch_release(&e->scratch, mark);
    return flow;
}

static EvalFlow for_row(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSlice slice;
    size_t n = 0;
    if (!eval_slice(e, f, node->a[0], &slice))
        return FLOW_STOP;
    const int32_t *row = eval_row(slice, &n);
    EvalFlow flow = FLOW_ON;
    for (size_t i = 0; flow == FLOW_ON && i < n; i++) {
        eval_store(e, f, node, node->k, row[i]);
        flow = once_more(e, f, node, node->a[1]);
    }
    return flow;
}

static EvalFlow range(IrEval *e, EvalFrame *f, const Ir *node)
{
    int64_t from = eval_num(e, f, node->a[0]), to = eval_num(e, f, node->a[1]);
    EvalFlow flow = e->error ? FLOW_STOP : FLOW_ON;
    for (int64_t i = from; flow == FLOW_ON && i < to; i++) {
        eval_store(e, f, node, node->k, i);
        flow = once_more(e, f, node, node->a[2]);
    }
    return flow;
}

static EvalFlow loop(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalFlow flow = FLOW_ON;
    for (int64_t i = 0; flow == FLOW_ON && eval_num(e, f, node->a[0]); i++) {
        if (i == node->k)
            eval_fail(e, node, "the loop goes beyond its bound of %" PRId64, node->k);
        flow = once_more(e, f, node, node->a[1]);
    }
    return flow;
}

/* ---- statements -------------------------------------------------------- */

static EvalFlow block(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalFlow flow = FLOW_ON;
    for (int i = 0; i < node->n && flow == FLOW_ON; i++)
        flow = eval_exec(e, f, node->a[i]);
    return flow;
}

static EvalFlow branch(IrEval *e, EvalFrame *f, const Ir *node)
{
    if (eval_num(e, f, node->a[0]))
        return eval_exec(e, f, node->a[1]);
    return node->n > 2 ? eval_exec(e, f, node->a[2]) : FLOW_ON;
}

static EvalFlow step(IrEval *e, EvalFrame *f, const Ir *node)
{
    switch (node->op) {
    case IR_OP_BLOCK:
        return block(e, f, node);
    case IR_OP_LET:
    case IR_OP_VAR:
    case IR_OP_SET:
        eval_assign(e, f, node->k, f, node->a[0]);
        return FLOW_ON;
    case IR_OP_PUT:
        put(e, f, node);
        return FLOW_ON;
    case IR_OP_IF:
        return branch(e, f, node);
    case IR_OP_FOR:
        return node->a[0]->type.kind == IR_VEC ? for_row(e, f, node) : for_set(e, f, node);
    case IR_OP_RANGE:
        return range(e, f, node);
    case IR_OP_WHILE:
        return loop(e, f, node);
    case IR_OP_RET:
        return leave(e, f, node);
    case IR_OP_DO:
        eval_call(e, f, node, NULL);
        return FLOW_ON;
    case IR_OP_TRY: case IR_OP_PREFER: case IR_OP_KEEP: case IR_OP_BEST: case IR_OP_EMIT: case IR_OP_EMITSET:
        return eval_generate(e, f, node);
    case IR_OP_UNTESTED:
        return eval_untested(e, f, node);
    case IR_OP_ASIDE:
        return eval_aside(e, f, node);
    case IR_OP_COLLECT:
        return eval_collect(e, f, node);
    case IR_OP_DISCARD:
        eval_discard(e);
        return FLOW_ON;
    case IR_OP_NOTE: case IR_OP_NOTES:
        return eval_note(e, f, node);
    case IR_OP_PLAY: case IR_OP_ATTEMPT: case IR_OP_CHOOSE:
        return eval_playing(e, f, node);
    case IR_OP_PARAM: case IR_OP_WHEN: /* headers are run by eval_gen.c */
#define CASES_NUMBERS
#define CASES_SETS
#define CASES_EITHER
#include "ir/core/cases.def"
    case IR_OPS:
        break;
    }
    eval_fail(e, node, "a `%s` stands where none can be run", ir_op_info(node->op)->text);
    return FLOW_STOP;
}

EvalFlow eval_exec(IrEval *e, EvalFrame *f, const Ir *node)
{
    if (e->error)
        return FLOW_STOP;
    eval_count(e, node, 1);
    EvalFlow flow = step(e, f, node);
    return e->error ? FLOW_STOP : flow;
}
