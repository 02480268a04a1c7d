/* high.c - operations over the members of a set: comprehensions and sums. */
#include "backends/llvm/gen.h"

typedef struct {
    Type type;
    Value slot;
    unsigned align;
} Result;

static Result result_of(Fun *f, const Ir *e, Value start)
{
    Type type = ll_type(f->g, e->type);
    Result r = {type, ll_alloca(f, type, "result"), LLVMABIAlignmentOfType(f->g->layout, type)};
    ll_store(f->g, start, r.slot, r.align);
    return r;
}

static Value start_of(Gen *g, const Ir *e)
{
    Type type = ll_type(g, e->type);
    switch (e->op) {
    case IR_OP_LEAST: return LLVMConstInt(type, 1000000000, true);
    case IR_OP_MOST: return LLVMConstInt(type, (unsigned long long)-1000000000LL, true);
    default: return ll_zero(type);
    }
}

static Value step(Fun *f, const Ir *e, Value old, Value member)
{
    Gen *g = f->g;
    if (e->op == IR_OP_FILTER) {
        int words = ll_words(g, e->type.space);
        Value in = ll_cond(f, e->a[1]), bit = ll_bit(f, member, true, words);
        bit = LLVMBuildSelect(g->b, in, bit, ll_empty(g, words), "");
        return LLVMBuildOr(g->b, old, bit, "");
    }
    Value x = ll_expr(f, e->a[1]);
    if (e->op == IR_OP_UNION) {
        return LLVMBuildOr(g->b, old, x, "");
    }
    x = ll_fit(g, x, ll_type(g, e->type));
    if (e->op == IR_OP_SUM) {
        return LLVMBuildAdd(g->b, old, x, "");
    }
    LLVMIntPredicate is = e->op == IR_OP_LEAST ? LLVMIntSLT : LLVMIntSGT;
    return LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, is, x, old, ""), x, old, "");
}

Value ll_high(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    if (e->op != IR_OP_FILTER && e->op != IR_OP_UNION && e->op != IR_OP_SUM &&
        e->op != IR_OP_LEAST && e->op != IR_OP_MOST) {
        return NULL;
    }
    Value whole = e->op == IR_OP_UNION ? ll_ways(f, e) : NULL;
    if (whole) {
        return whole;
    }
    Value set = ll_expr(f, e->a[0]);
    Result r = result_of(f, e, start_of(g, e));
    Loop loop = ll_each(f, set, ll_words(g, e->a[0]->type.space));
    Local before = f->local[e->k];
    f->local[e->k] = (Local){.value = loop.member};
    Value old = ll_load(g, r.type, r.slot, r.align);
    Value next = step(f, e, old, loop.member);
    ll_store(g, next, r.slot, r.align);
    f->local[e->k] = before;
    ll_end_each(f, &loop);
    return ll_load(g, r.type, r.slot, r.align);
}
