/* eval_gen.c - the evaluator: rules, generators and what becomes of emissions. */
#include "ir/eval/eval_impl.h"

#include <string.h>

/* A move being emitted: its rule and parameters, and the successor once somebody
 * asked for it. */
typedef struct {
    EvalFrame *frame;
    bool lets; /* are the header's lets evaluated? */
    char *successor;
} Candidate;

void eval_lets(IrEval *e, EvalFrame *f)
{
    for (int i = 0; i < f->fn->header->n && !e->error; i++)
        if (f->fn->header->a[i]->op == IR_OP_LET)
            eval_exec(e, f, f->fn->header->a[i]);
}

/* ---- successors -------------------------------------------------------- */

/* The state after `do` and `then`, before `turn`; in scratch. */
static const char *successor(IrEval *e, Candidate *move)
{
    if (move->successor)
        return move->successor;
    const char *state = e->state;
    char *writable = e->writable;
    uint64_t *rng = e->rng;
    IrEvalScript *script = e->script;
    EvalFrame *f = move->frame;
    if (!move->lets)
        eval_lets(e, f);
    move->lets = true;
    move->successor = scratch_alloc(&e->scratch, e->state_size);
    memcpy(move->successor, state, e->state_size);
    e->state = e->writable = move->successor;
    e->rng = NULL;
    e->script = NULL;
    eval_exec(e, f, f->fn->effect);
    if (f->fn->then)
        eval_exec(e, f, f->fn->then);
    e->state = state;
    e->writable = writable;
    e->rng = rng;
    e->script = script;
    return move->successor;
}

/* Does a condition of frame f hold in the successor of the move? */
static bool holds_after(IrEval *e, Candidate *move, EvalFrame *f, const Ir *condition)
{
    const char *state = e->state, *after = successor(e, move);
    char *writable = e->writable;
    e->state = after;
    e->writable = NULL;
    bool holds = !e->error && eval_num(e, f, condition) != 0;
    e->state = state;
    e->writable = writable;
    return holds && !e->error;
}

/* ---- emission ---------------------------------------------------------- */

static uint32_t code_of(const IrEval *e, const EvalFrame *f)
{
    uint64_t code = 0;
    for (int p = 0; p < f->fn->nparam; p++) {
        IrType type = f->fn->local.at[p].type;
        code = code * ir_code_size(type) + (uint64_t)(f->slot[p].number - ir_code_low(type));
    }
    return (uint32_t)(e->code[f->index].base + code);
}

/* Through the chain of sinks from the inside out: `prefer` counts what reaches it,
 * `keep` lets pass what it keeps, `best` and `longest` what they measured.  On the way to a
 * plan's candidates (`tried`) nothing is stopped, but marked as not legal. */
static EvalFlow pass_on(IrEval *e, Candidate *move, bool tried, bool legal)
{
    for (EvalSink *sink = e->sink; sink; sink = sink->outer) {
        if (sink->kind == SINK_KEEP && !move->frame->fn->exempt && legal &&
            !holds_after(e, move, sink->frame, sink->condition)) {
            if (e->error || !tried)
                return e->error ? FLOW_STOP : FLOW_ON;
            legal = false;
        }
        if (sink->kind == SINK_COLLECT && (!sink->known || sink->count < sink->discarded)) {
            sink->count++;
            return FLOW_ON;
        }
        if (sink->kind == SINK_AHEAD && !eval_passes_ahead(e, sink, successor(e, move)))
            return e->error ? FLOW_STOP : FLOW_ON;
        if (sink->list)
            sink->list[sink->count] = code_of(e, move->frame);
        if (sink->legal)
            sink->legal[sink->count] = legal;
        sink->count++;
        if (sink->kind == SINK_EXISTS)
            return FLOW_STOP;
    }
    return FLOW_ON;
}

/* Parameters lie within what codes can count. */
static bool codable(IrEval *e, const EvalFrame *f)
{
    for (int p = 0; p < f->fn->nparam; p++)
        if (f->slot[p].number < ir_code_low(f->fn->local.at[p].type))
            eval_fail(e, NULL, "a move with %%%s = %lld", f->fn->local.at[p].name,
                      (long long)f->slot[p].number);
    return !e->error;
}

static bool is_tried(const EvalSink *sink)
{
    while (sink && sink->outer)
        sink = sink->outer;
    return sink && sink->kind == SINK_TRIAL;
}

static EvalFlow emit(IrEval *e, EvalFrame *f, bool lets)
{
    if (!codable(e, f))
        return FLOW_STOP;
    ScratchMark mark = scratch_mark(&e->scratch);
    const char *state = e->state;
    Candidate move = {.frame = f, .lets = lets};
    EvalFlow flow = FLOW_ON;
    e->state = e->outside ? e->outside : state;
    bool tried = is_tried(e->sink), legal = !f->fn->post || holds_after(e, &move, f, f->fn->post);
    if (legal || (tried && !e->error))
        flow = pass_on(e, &move, tried, legal);
    e->state = state;
    scratch_release(&e->scratch, mark);
    return e->error ? FLOW_STOP : flow;
}

/* ---- headers ----------------------------------------------------------- */

static EvalFlow header(IrEval *e, EvalFrame *f, int from, int bound);

static EvalFlow with_value(IrEval *e, EvalFrame *f, int at, int bound, int64_t value)
{
    eval_store(e, f, f->fn->header->a[at], f->fn->header->a[at]->k, value);
    return e->error ? FLOW_STOP : header(e, f, at + 1, bound);
}

/* The rest of the header for every value of the parameter's domain, or, if the
 * caller bound it, once if that value is in the domain. */
static EvalFlow over_set(IrEval *e, EvalFrame *f, int at, int bound)
{
    const Ir *param = f->fn->header->a[at];
    ScratchMark mark = scratch_mark(&e->scratch);
    uint64_t *set = eval_set_new(e, f, param->a[0]);
    int words = eval_words(e, param->a[0]);
    EvalFlow flow = e->error ? FLOW_STOP : FLOW_ON;
    if (param->k < bound) {
        int64_t value = f->slot[param->k].number;
        if (flow == FLOW_ON && value >= 0 && value < words * 64 && ir_mask_has(set, (int)value))
            flow = header(e, f, at + 1, bound);
    } else {
        for (int s = -1; flow == FLOW_ON && (s = eval_next_member(set, words, s)) >= 0;)
            flow = with_value(e, f, at, bound, s);
    }
    scratch_release(&e->scratch, mark);
    return flow;
}

static EvalFlow over_row(IrEval *e, EvalFrame *f, int at, int bound)
{
    const Ir *param = f->fn->header->a[at];
    EvalSlice slice;
    size_t n = 0;
    if (!eval_slice(e, f, param->a[0], &slice))
        return FLOW_STOP;
    const int32_t *row = eval_row(slice, &n);
    EvalFlow flow = FLOW_ON;
    for (size_t i = 0; flow == FLOW_ON && i < n; i++)
        if (param->k >= bound)
            flow = with_value(e, f, at, bound, row[i]);
        else if (f->slot[param->k].number == row[i])
            return header(e, f, at + 1, bound);
    return flow;
}

static EvalFlow over_range(IrEval *e, EvalFrame *f, int at, int bound)
{
    const Ir *param = f->fn->header->a[at];
    int64_t from = eval_num(e, f, param->a[0]), to = eval_num(e, f, param->a[1]);
    if (e->error)
        return FLOW_STOP;
    if (param->k < bound) {
        int64_t value = f->slot[param->k].number;
        return value >= from && value < to ? header(e, f, at + 1, bound) : FLOW_ON;
    }
    EvalFlow flow = FLOW_ON;
    for (int64_t i = from; flow == FLOW_ON && i < to; i++)
        flow = with_value(e, f, at, bound, i);
    return flow;
}

static EvalFlow param(IrEval *e, EvalFrame *f, int at, int bound)
{
    const Ir *node = f->fn->header->a[at];
    if (node->n == 2)
        return over_range(e, f, at, bound);
    if (node->n == 1)
        return node->a[0]->type.kind == IR_VEC ? over_row(e, f, at, bound)
                                               : over_set(e, f, at, bound);
    if (node->k < bound)
        return header(e, f, at + 1, bound);
    eval_fail(e, node, "parameter %%%s of `%s` is not bound", f->fn->local.at[node->k].name,
              f->fn->name);
    return FLOW_STOP;
}

/* Statements of the header from number `from` on, then the emission; `bound`
 * leading parameters have their values. */
static EvalFlow header(IrEval *e, EvalFrame *f, int from, int bound)
{
    for (int i = from; i < f->fn->header->n; i++) {
        const Ir *node = f->fn->header->a[i];
        if (node->op == IR_OP_PARAM)
            return param(e, f, i, bound);
        if (node->op == IR_OP_WHEN) {
            bool holds = eval_num(e, f, node->a[0]) != 0;
            if (e->error || !holds)
                return e->error ? FLOW_STOP : FLOW_ON;
        } else if (eval_exec(e, f, node) == FLOW_STOP) {
            return FLOW_STOP;
        }
    }
    return emit(e, f, true);
}

/* ---- generators -------------------------------------------------------- */

/* The body of a gen or of the turn, without parameters. */
EvalFlow eval_body(IrEval *e, int gen)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const IrFn *caller = e->running;
    EvalFrame frame = eval_frame(e, gen);
    e->running = frame.fn;
    EvalFlow flow = eval_exec(e, &frame, frame.fn->body);
    e->running = caller;
    scratch_release(&e->scratch, mark);
    return flow == FLOW_STOP ? FLOW_STOP : FLOW_ON;
}

/* All emissions of rule or gen node->k, leading parameters bound to operands. */
static EvalFlow try(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const IrFn *caller = e->running, *fn = e->game->fn.at[node->k];
    EvalFrame frame = eval_frame(e, (int)node->k);
    EvalFlow flow = FLOW_ON;
    if (++e->depth > 256)
        eval_fail(e, node, "generators are nested too deeply");
    for (int i = 0; i < node->n && !e->error; i++)
        eval_assign(e, &frame, i, f, node->a[i]);
    e->running = fn;
    if (!e->error)
        flow = fn->kind == IR_RULE ? header(e, &frame, 0, node->n)
                                   : eval_exec(e, &frame, fn->body);
    e->running = caller;
    e->depth--;
    scratch_release(&e->scratch, mark);
    return e->error || flow == FLOW_STOP ? FLOW_STOP : FLOW_ON;
}

static EvalFlow prefer(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSink sink = {.kind = SINK_PREFER, .outer = e->sink};
    e->sink = &sink;
    EvalFlow flow = eval_exec(e, f, node->a[0]);
    e->sink = sink.outer;
    if (flow == FLOW_ON && sink.count == 0)
        flow = eval_exec(e, f, node->a[1]);
    return flow;
}

static EvalFlow keep(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSink sink = {.kind = SINK_KEEP, .outer = e->sink, .condition = node->a[0], .frame = f};
    e->sink = &sink;
    EvalFlow flow = eval_exec(e, f, node->a[1]);
    e->sink = sink.outer;
    return flow;
}

/* EMIT: the operands are the parameters.  EMITSET: the last one runs over a set. */
static EvalFlow emit_all(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    EvalFrame frame = eval_frame(e, (int)node->k);
    bool over_set = node->op == IR_OP_EMITSET;
    int single = over_set ? node->n - 1 : node->n;
    for (int i = 0; i < single && !e->error; i++)
        eval_assign(e, &frame, i, f, node->a[i]);
    EvalFlow flow = e->error ? FLOW_STOP : FLOW_ON;
    if (over_set && flow == FLOW_ON) {
        uint64_t *set = eval_set_new(e, f, node->a[single]);
        int words = eval_words(e, node->a[single]);
        for (int s = -1; flow == FLOW_ON && (s = eval_next_member(set, words, s)) >= 0;) {
            eval_store(e, &frame, node, single, s);
            flow = e->error ? FLOW_STOP : emit(e, &frame, false);
        }
    } else if (flow == FLOW_ON) {
        flow = emit(e, &frame, false);
    }
    scratch_release(&e->scratch, mark);
    return flow;
}

EvalFlow eval_generate(IrEval *e, EvalFrame *f, const Ir *node)
{
    switch (node->op) {
    case IR_OP_TRY:
        return try(e, f, node);
    case IR_OP_PREFER:
        return prefer(e, f, node);
    case IR_OP_KEEP:
        return keep(e, f, node);
    case IR_OP_BEST:
        return eval_best(e, f, node);
    default: /* EMIT, EMITSET */
        return emit_all(e, f, node);
    }
}

/* Stops at the first emission. */
bool eval_exists(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSink sink = {.kind = SINK_EXISTS}, *outer = e->sink;
    const char *outside = e->outside;
    e->sink = &sink;
    e->outside = NULL;
    try(e, f, node);
    e->sink = outer;
    e->outside = outside;
    return sink.count > 0 && !e->error;
}
