/* meets.c - is there a member?  Questions about closures and filtered sets that
 * are answered as soon as one is found, without making the set. */
#include "backends/llvm/gen.h"

/* Has the closure of `seed` in `within` a member in `target`; with `beside`, has
 * a member of it a neighbour in `target`?  i1 (seed, within, target, near). */
static Value need_meets(Gen *g, int words, bool beside)
{
    const char *name = ll_format(g, "%s.%d", beside ? "borders" : "meets", words);
    Value fn = LLVMGetNamedFunction(g->module, name);
    if (fn) {
        return fn;
    }
    Type set = ll_set(g, words), param[] = {set, set, set, g->ptr};
    unsigned align = LLVMABIAlignmentOfType(g->layout, set);
    Block before = LLVMGetInsertBlock(g->b);
    Fun f = ll_begin(g, name, LLVMFunctionType(g->i1, param, 4, false), NULL);
    Value p[4];
    LLVMGetParams(f.function, p);
    Value front = ll_alloca(&f, set, "front"), left = ll_alloca(&f, set, "left");
    Block head = ll_block(&f, "next"), body = ll_block(&f, "visit"), on = ll_block(&f, "on");
    Block yes = ll_block(&f, "yes"), no = ll_block(&f, "no");
    Value start = LLVMBuildAnd(g->b, p[0], p[1], "");
    ll_store(g, start, front, align);
    ll_store(g, ll_diff(g, p[1], start), left, align);
    if (beside) {
        LLVMBuildBr(g->b, head);
    } else {
        ll_branch(&f, ll_any(g, LLVMBuildAnd(g->b, start, p[2], ""), words), yes, head);
    }
    ll_at(&f, head);
    Value now = ll_load(g, set, front, align);
    ll_branch(&f, ll_any(g, now, words), body, no);
    ll_at(&f, body);
    Value rest, at = ll_pop(&f, now, words, &rest), open = ll_load(g, set, left, align);
    Value near = ll_set_of(g, p[3], at, words), more = LLVMBuildAnd(g->b, near, open, "");
    ll_branch(&f, ll_any(g, LLVMBuildAnd(g->b, beside ? near : more, p[2], ""), words), yes, on);
    ll_at(&f, on);
    ll_store(g, ll_diff(g, open, more), left, align);
    ll_store(g, LLVMBuildOr(g->b, rest, more, ""), front, align);
    LLVMBuildBr(g->b, head);
    ll_at(&f, yes);
    LLVMBuildRet(g->b, LLVMConstInt(g->i1, 1, false));
    ll_at(&f, no);
    LLVMBuildRet(g->b, LLVMConstInt(g->i1, 0, false));
    ll_end(&f, before);
    return f.function;
}

static bool same_slice(const Ir *x, const Ir *y)
{
    return x->op == IR_OP_TAB && y->op == IR_OP_TAB && x->k == y->k && x->n == 0 && y->n == 0;
}

/* The closure in x, or in what grows from it by the same relation; NULL: none. */
static const Ir *closure(const Ir *x, bool *beside)
{
    *beside = x->op == IR_OP_GROW && x->a[0]->op == IR_OP_FLOOD && same_slice(x->a[1], x->a[0]->a[2]);
    return *beside ? x->a[0] : x->op == IR_OP_FLOOD ? x : NULL;
}

/* any(flood & target), any(grow(flood) & target), the same without a set. */
static Value meets(Fun *f, const Ir *x)
{
    Gen *g = f->g;
    if (x->op != IR_OP_MAND && x->op != IR_OP_MDIFF) {
        return NULL;
    }
    bool beside;
    const Ir *part = closure(x->a[0], &beside);
    Ir *target = x->a[1];
    if (!part && x->op == IR_OP_MAND) {
        part = closure(x->a[1], &beside);
        target = x->a[0];
    }
    if (!part) {
        return NULL;
    }
    if (x->op == IR_OP_MDIFF) {
        target = ir_op1(g->game, IR_OP_MNOT, target);
    }
    Value seed = ll_expr(f, part->a[0]), within = ll_expr(f, part->a[1]);
    Value near = ll_slice(f, part->a[2]), to = ll_expr(f, target);
    Value arg[] = {seed, within, to, near};
    return ll_call(f, need_meets(g, ll_words(g, x->type.space), beside), arg, 4);
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
