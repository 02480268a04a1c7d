/* meets.c - is there a member?  Of a filtered set it is known as soon as one is found. */
#include "backends/llvm/gen.h"
#include "ir/analysis/shape.h"

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
    return x->op == IR_OP_FILTER ? some(f, x) : NULL;
}
