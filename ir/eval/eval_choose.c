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

/* A draw gives 0 until it is known whether the move stands. */
static EvalFlow attempt(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    char *before = scratch_alloc(&e->scratch, e->state_size), *writable = e->writable;
    uint64_t *rng = e->rng;
    const IrFn *caller = e->running;
    memcpy(before, e->state, e->state_size);
    EvalFrame frame = frame_of(e, f, node, 2, node->n - 2);
    e->running = frame.fn;
    e->rng = NULL;
    eval_lets(e, &frame);
    effects(e, &frame);
    e->writable = NULL;
    bool holds = !e->error && (!frame.fn->post || eval_num(e, &frame, frame.fn->post) != 0);
    e->running = caller;
    holds = holds && eval_num(e, f, node->a[0]) != 0 && !e->error;
    e->writable = writable;
    e->rng = rng;
    if (!holds && writable)
        memcpy(writable, before, e->state_size);
    EvalFlow flow = holds ? eval_exec(e, f, node->a[1]) : FLOW_ON;
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

static EvalFlow played(IrEval *e, EvalFrame *f, uint32_t code)
{
    EvalFrame frame;
    if (!eval_open_move(e, code, &frame))
        return FLOW_STOP;
    effects(e, &frame);
    if (e->turn >= 0 && !e->error)
        eval_body(e, e->turn);
    e->running = f->fn;
    f->result.number = 1;
    return e->error ? FLOW_STOP : FLOW_RETURN;
}

/* Entries are drawn and leave the list until one is legal. */
static EvalFlow draw(IrEval *e, EvalFrame *f, EvalSink *list)
{
    while (list->count && e->rng) {
        const uint32_t k = rng_below(e->rng, list->count--);
        if (list->legal[k])
            return played(e, f, list->list[k]);
        memmove(list->list + k, list->list + k + 1, (list->count - k) * sizeof *list->list);
        memmove(list->legal + k, list->legal + k + 1, list->count - k);
    }
    return FLOW_ON;
}

static EvalFlow tested(IrEval *e, EvalFrame *f)
{
    EvalFrame frame = eval_frame(e, ir_fn_find(e->game, e->game->choose_tested));
    e->running = frame.fn;
    eval_exec(e, &frame, frame.fn->body);
    e->running = f->fn;
    f->result.number = frame.result.number;
    return e->error ? FLOW_STOP : FLOW_RETURN;
}

static EvalFlow choose(IrEval *e, EvalFrame *f, const Ir *node)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    char *writable = e->writable;
    EvalSink sink = {.kind = node->k ? SINK_TRIAL : SINK_LIST}, *outer = e->sink;
    e->writable = NULL;
    e->sink = &sink;
    EvalFlow flow = eval_exec(e, f, node->a[0]); /* how many? */
    const uint32_t n = sink.count;
    sink.count = 0;
    sink.list = scratch_alloc(&e->scratch, (n + 1) * sizeof *sink.list);
    sink.legal = scratch_alloc(&e->scratch, n + 1);
    if (flow == FLOW_ON)
        flow = eval_exec(e, f, node->a[0]);
    e->sink = outer;
    e->writable = writable;
    if (flow == FLOW_ON)
        flow = draw(e, f, &sink);
    if (flow == FLOW_ON && n && node->k == 2)
        flow = tested(e, f);
    scratch_release(&e->scratch, mark);
    return flow;
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
