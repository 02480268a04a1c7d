/* meets.c - is there a member?  Questions about closures and filtered sets that
 * are answered as soon as one is found, without making the set. */
#include "backends/llvm/gen.h"
#include "ir/analysis/shape.h"

/* any(flood & target), any(grow(flood) & target), the same without a set. */
static Value meets(Fun *f, const Ir *x)
{
    Gen *g = f->g;
    bool beside;
    const Ir *target, *part = ir_meets(g->game, x, &beside, &target);
    if (!part) {
        return NULL;
    }
    Value seed = ll_expr(f, part->a[0]), within = ll_expr(f, part->a[1]);
    Value near = ll_slice(f, part->a[2]), to = ll_expr(f, target);
    Value arg[] = {seed, within, to, near};
    return ll_call(f, ll_need_meets(g, ll_words(g, x->type.space), beside), arg, 4);
}

/* any(filter(x in a : c)): up to the first x. */
static Value some(Fun *f, const Ir *filter)
{
    Gen *g = f->g;
    Value set = ll_expr(f, filter->a[0]), slot = ll_alloca(f, g->i1, "found");
    ll_store(g, LLVMConstInt(g->i1, 1, false), slot, 1);
    Block end = ll_block(f, "known"), go = ll_block(f, "on");
    Loop loop = ll_each(f, set, ll_words(g, filter->a[0]->type.space));
    Local before = f->local[filter->k];
    f->local[filter->k] = (Local){.value = loop.member};
    ll_branch(f, ll_cond(f, filter->a[1]), end, go);
    ll_at(f, go);
    f->local[filter->k] = before;
    ll_end_each(f, &loop);
    ll_store(g, LLVMConstInt(g->i1, 0, false), slot, 1);
    ll_go(f, end);
    return ll_load(g, g->i1, slot, 1);
}

Value ll_some(Fun *f, const Ir *e)
{
    const Ir *x = e->a[0];
    return x->op == IR_OP_FILTER ? some(f, x) : meets(f, x);
}
