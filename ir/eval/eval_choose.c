/* eval_choose.c - the evaluator: procedures that play a move. */
#include "ir/eval/eval_impl.h"

#include <string.h>

#include "base/rng.h"

/* What the rule of the frame does, on the state that is written. */
static void effects(IrEval *e, EvalFrame *f)
{
    eval_exec(e, f, f->fn->effect);
    if (f->fn->then)
        eval_exec(e, f, f->fn->then);
}

static EvalFrame frame_of(IrEval *e, EvalFrame *f, const Ir *node, int first, int n)
{
    EvalFrame frame = eval_frame(e, (int)node->k);
    for (int i = 0; i < n && !e->error; i++)
        eval_assign(e, &frame, i, f, node->a[first + i]);
    return frame;
}

static EvalFlow play(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const IrFn *caller = e->running;
    EvalFrame frame = frame_of(e, f, node, 0, node->n);
    e->running = frame.fn;
    eval_lets(e, &frame);
    effects(e, &frame);
    e->running = caller;
    scratch_release(&e->scratch, mark);
    return FLOW_ON;
}

static EvalFlow attempt(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    char *before = scratch_alloc(&e->scratch, e->state_size);
    memcpy(before, e->state, e->state_size);
    EvalFlow flow = eval_exec(e, f, node->a[0]);
    const bool holds = flow == FLOW_ON && eval_num(e, f, node->a[1]) != 0 && !e->error;
    if (flow == FLOW_ON && !holds && e->writable)
        memcpy(e->writable, before, e->state_size);
    if (holds)
        flow = eval_exec(e, f, node->a[2]);
    scratch_release(&e->scratch, mark);
    return flow;
}

/* Does `post` hold behind the move of the frame? */
static bool passes(IrEval *e, EvalFrame *frame)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const char *state = e->state;
    char *writable = e->writable, *after = scratch_alloc(&e->scratch, e->state_size);
    uint64_t *rng = e->rng;
    memcpy(after, state, e->state_size);
    e->rng = NULL;
    eval_lets(e, frame);
    e->state = e->writable = after;
    effects(e, frame);
    e->writable = NULL;
    const bool holds = !e->error && (!frame->fn->post || eval_num(e, frame, frame->fn->post) != 0);
    e->state = state;
    e->writable = writable;
    e->rng = rng;
    scratch_release(&e->scratch, mark);
    return holds;
}

void eval_passing(IrEval *e, EvalFrame *f, const Ir *node, uint64_t *out)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const int last = node->n - 1, words = eval_words(e, node);
    uint64_t *set = eval_set_new(e, f, node->a[last]);
    EvalFrame frame = frame_of(e, f, node, 0, last);
    memset(out, 0, sizeof *out * (size_t)words);
    for (int s = -1; !e->error && (s = eval_next_member(set, words, s)) >= 0;) {
        eval_store(e, &frame, node, last, s);
        if (!e->error && passes(e, &frame))
            ir_mask_set(out, s);
    }
    scratch_release(&e->scratch, mark);
}

/* ---- from a list --------------------------------------------------------------- */

/* The codes that the block emits, and their number. */
static EvalFlow list(IrEval *e, EvalFrame *f, const Ir *moves, EvalSink *sink)
{
    char *writable = e->writable;
    EvalSink *outer = e->sink;
    e->writable = NULL;
    e->sink = sink;
    EvalFlow flow = eval_exec(e, f, moves); /* how many? */
    const uint32_t n = sink->count;
    sink->count = 0;
    sink->list = scratch_alloc(&e->scratch, (n + 1) * sizeof *sink->list);
    if (flow == FLOW_ON)
        flow = eval_exec(e, f, moves);
    e->sink = outer;
    e->writable = writable;
    return flow;
}

/* Past every `collect` around it. */
static void note(EvalSink *sink, uint32_t code, const Ir *node)
{
    for (; sink; sink = sink->outer) {
        if (sink->kind == SINK_COLLECT && (!sink->known || sink->count < sink->discarded)) {
            sink->count++;
            return;
        }
        if (sink->list)
            sink->list[sink->count] = code;
        sink->full = (uint32_t)node->k;
        sink->count++;
    }
}

/* The room of a list counts only where there are more. */
EvalFlow eval_note(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const int64_t code = eval_num(e, f, node->a[node->n - 1]);
    const uint64_t *set = node->op == IR_OP_NOTES ? eval_set_new(e, f, node->a[0]) : NULL;
    if (!e->error && node->op == IR_OP_NOTE)
        note(e->sink, (uint32_t)code, node);
    for (int s = -1, words = set && !e->error ? eval_words(e, node->a[0]) : 0; words && (s = eval_next_member(set, words, s)) >= 0;)
        note(e->sink, (uint32_t)(code + s), node);
    scratch_release(&e->scratch, mark);
    return e->error ? FLOW_STOP : FLOW_ON;
}

static EvalFlow choose(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    EvalSink sink = {.kind = SINK_LIST};
    EvalFlow flow = list(e, f, node->a[0], &sink);
    if (flow == FLOW_ON && sink.full && sink.count > sink.full) {
        EvalSink *outer = e->sink;
        e->sink = &sink;
        flow = eval_exec(e, f, node->a[1]);
        e->sink = outer;
        sink.count = 0;
    }
    while (flow == FLOW_ON && sink.count && e->rng) {
        const uint32_t k = e->game->joint && sink.count == 1 ? 0 : rng_below(e->rng, sink.count);
        sink.count--;
        eval_store(e, f, node, node->k, sink.list[k]);
        flow = e->error ? FLOW_STOP : eval_exec(e, f, node->a[node->n - 1]);
        memmove(sink.list + k, sink.list + k + 1, (sink.count - k) * sizeof *sink.list);
    }
    scratch_release(&e->scratch, mark);
    return flow;
}

EvalFlow eval_untested(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSink *last = e->sink;
    while (last->outer)
        last = last->outer;
    const EvalSinkKind kind = last->kind;
    last->kind = SINK_TRIAL;
    EvalFlow flow = eval_exec(e, f, node->a[0]);
    last->kind = kind;
    return flow;
}

/* ---- beside the state ---------------------------------------------------------- */

EvalFlow eval_aside(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    const char *state = e->state, *outside = e->outside;
    char *writable = e->writable;
    uint64_t *rng = e->rng;
    IrEvalScript *script = e->script;
    e->outside = outside ? outside : state;
    e->writable = scratch_alloc(&e->scratch, e->state_size);
    memcpy(e->writable, state, e->state_size);
    e->state = e->writable;
    e->rng = NULL;
    e->script = NULL;
    const int depth = e->depth;
    e->depth = 0;
    EvalFlow flow = eval_exec(e, f, node->a[0]);
    e->depth = depth;
    e->state = state;
    e->outside = outside;
    e->writable = writable;
    e->rng = rng;
    e->script = script;
    scratch_release(&e->scratch, mark);
    return flow;
}

/* Runs twice: first it is found how many emissions are discarded. */
EvalFlow eval_collect(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalSink sink = {.kind = SINK_COLLECT, .outer = e->sink};
    e->sink = &sink;
    EvalFlow flow = eval_exec(e, f, node->a[0]);
    sink.known = true;
    sink.count = 0;
    if (flow == FLOW_ON)
        flow = eval_exec(e, f, node->a[0]);
    e->sink = sink.outer;
    return flow;
}

void eval_discard(IrEval *e)
{
    EvalSink *sink = e->sink;
    while (sink && sink->kind != SINK_COLLECT)
        sink = sink->outer;
    if (sink && !sink->known)
        sink->discarded = sink->count;
}

EvalFlow eval_playing(IrEval *e, EvalFrame *f, const Ir *node)
{
    EvalFlow flow;
    switch (node->op) {
    case IR_OP_PLAY: flow = play(e, f, node); break;
    case IR_OP_ATTEMPT: flow = attempt(e, f, node); break;
    default: flow = choose(e, f, node); break;
    }
    return e->error ? FLOW_STOP : flow;
}
