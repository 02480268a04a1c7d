/* eval_ahead.c - the evaluator: looking further ahead than one move, `best` and
 * `longest`.
 *
 * Both are sinks.  `best` runs its block twice: first the position behind every
 * emission is measured, then the emissions with the greatest measure pass.  For
 * `longest` a position is measured by going on from it. */
#include "ir/eval/eval_impl.h"

#include <string.h>

struct EvalAhead {
    Arena *arena;     /* of the measures */
    const Ir *node;   /* BEST or REACH */
    EvalFrame *frame; /* of its operands */
    int64_t left;     /* REACH: moves that may still be looked ahead */
    int64_t best;
    VEC(int64_t) measure; /* BEST: of each emission, in order */
    bool measured;        /* BEST: the second run, at emission `next` */
    size_t next;
};

static int64_t reach(IrEval *e, EvalFrame *f, const Ir *node, int64_t left);

/* The measure of the position that the turn makes of a successor. */
static int64_t measure(IrEval *e, struct EvalAhead *a, const char *after)
{
    ScratchMark mark = scratch_mark(&e->scratch);
    struct {
        const char *state;
        char *writable;
        uint64_t *rng;
        IrEvalScript *script;
        EvalSink *sink;
        int depth;
    } outer = {e->state, e->writable, e->rng, e->script, e->sink, e->depth};
    char *position = scratch_alloc(&e->scratch, e->state_size);
    memcpy(position, after, e->state_size);
    e->state = e->writable = position;
    e->rng = NULL;
    e->script = NULL;
    e->sink = NULL;
    e->depth = 0;
    if (e->turn >= 0)
        eval_body(e, e->turn);
    e->writable = NULL;
    int64_t value = e->error                     ? 0
                    : a->node->op == IR_OP_LONGEST ? reach(e, a->frame, a->node, a->left)
                                                 : eval_num(e, a->frame, a->node->a[0]);
    e->state = outer.state;
    e->writable = outer.writable;
    e->rng = outer.rng;
    e->script = outer.script;
    e->sink = outer.sink;
    e->depth = outer.depth;
    scratch_release(&e->scratch, mark);
    return value;
}

bool eval_passes_ahead(IrEval *e, EvalSink *sink, const char *after)
{
    struct EvalAhead *a = sink->ahead;
    if (a->measured)
        return a->measure.at[a->next++] == a->best;
    int64_t value = measure(e, a, after);
    if (sink->count++ == 0 || value > a->best)
        a->best = value;
    if (a->node->op == IR_OP_BEST)
        vec_push(a->arena, &a->measure, value);
    return false;
}

static int64_t reach(IrEval *e, EvalFrame *f, const Ir *node, int64_t left)
{
    if (e->error || !eval_num(e, f, node->a[1]))
        return eval_num(e, f, node->a[0]);
    if (left == 0) {
        eval_fail(e, node, "`longest` goes beyond its length");
        return 0;
    }
    struct EvalAhead ahead = {.node = node, .frame = f, .left = left - 1};
    EvalSink sink = {.kind = SINK_AHEAD, .ahead = &ahead}, *outer = e->sink;
    e->sink = &sink;
    eval_body(e, (int)node->k);
    e->sink = outer;
    return sink.count ? ahead.best : eval_num(e, f, node->a[0]);
}

int64_t eval_reach(IrEval *e, EvalFrame *f, const Ir *node)
{
    return reach(e, f, node, node->a[2]->k);
}

EvalFlow eval_best(IrEval *e, EvalFrame *f, const Ir *node)
{
    struct EvalAhead ahead = {.node = node, .frame = f, .arena = arena_new()};
    EvalSink sink = {.kind = SINK_AHEAD, .outer = e->sink, .ahead = &ahead};
    e->sink = &sink;
    EvalFlow flow = eval_exec(e, f, node->a[1]);
    ahead.measured = true;
    if (flow == FLOW_ON && sink.count)
        flow = eval_exec(e, f, node->a[1]);
    e->sink = sink.outer;
    arena_free(ahead.arena);
    return flow;
}
