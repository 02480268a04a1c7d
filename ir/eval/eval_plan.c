/* eval_plan.c - the evaluator: candidates of a playout plan, and which of them are legal.
 *
 * The reference tests all at once; who plays asks of those it draws only. */
#include "ir/eval/eval_impl.h"
#include "ir/plan/plan.h"

/* The candidates of a statement go to the sink; those of the first block of `prefer` alone
 * where it has any. */
static EvalFlow way(IrEval *e, EvalFrame *f, const Ir *s, EvalSink *sink);

static EvalFlow leaf(IrEval *e, EvalFrame *f, const Ir *s, EvalSink *sink, IrDraw how)
{
    sink->kind = how == IR_DRAW_TRIALS ? SINK_TRIAL : SINK_LIST;
    e->sink = sink;
    EvalFlow flow = eval_exec(e, f, s);
    e->sink = NULL;
    return flow;
}

/* The body of a generator, its parameters bound. */
static EvalFlow inside(IrEval *e, EvalFrame *f, const Ir *try, EvalSink *sink)
{
    const IrFn *caller = e->running;
    EvalFrame frame = eval_frame(e, (int)try->k);
    for (int i = 0; i < try->n && !e->error; i++)
        eval_assign(e, &frame, i, f, try->a[i]);
    e->running = frame.fn;
    EvalFlow flow = e->error ? FLOW_STOP : way(e, &frame, frame.fn->body, sink);
    e->running = caller;
    return flow;
}

static EvalFlow way(IrEval *e, EvalFrame *f, const Ir *s, EvalSink *sink)
{
    EvalFlow flow = FLOW_ON;
    IrDraw how = ir_draw(e->game, s);
    if (how == IR_DRAW_NOTHING)
        return FLOW_ON;
    if (how != IR_DRAW_STEPS)
        return leaf(e, f, s, sink, how);
    if (s->op == IR_OP_TRY)
        return inside(e, f, s, sink);
    if (s->op == IR_OP_IF) {
        bool holds = eval_num(e, f, s->a[0]) != 0;
        if (e->error)
            return FLOW_STOP;
        return holds ? way(e, f, s->a[1], sink) : s->n > 2 ? way(e, f, s->a[2], sink) : FLOW_ON;
    }
    if (s->op == IR_OP_PREFER) {
        flow = way(e, f, s->a[0], sink);
        return flow == FLOW_ON && sink->count == 0 ? way(e, f, s->a[1], sink) : flow;
    }
    for (int i = 0; flow == FLOW_ON && i < s->n; i++)
        flow = ir_draw(e->game, s->a[i]) == IR_DRAW_NOTHING ? eval_exec(e, f, s->a[i]) : way(e, f, s->a[i], sink);
    return flow;
}

void eval_candidates(IrEval *e, EvalSink *sink)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    EvalFrame frame = eval_frame(e, e->moves);
    e->running = frame.fn;
    way(e, &frame, frame.fn->body, sink);
    scratch_release(&e->scratch, mark);
}
