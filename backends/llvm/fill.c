/* fill.c - playouts that fill the board (ir/plan/fill.h). */
#include "backends/llvm/gen.h"
#include "ir/plan/fill.h"
#include "ir/plan/plan.h"

/* Parts of a set: slots of the members drawn, of the others, and how many were drawn. */
typedef struct {
    Fun *f;
    int words;
    Type set;
    unsigned align;
    Value part, rest, n;
} Parts;

static void move_member(const Parts *p, Value from, Value to, Value k)
{
    Gen *g = p->f->g;
    Value old = ll_load(g, p->set, from, p->align);
    Value one = ll_bit(p->f->g, ll_nth(p->f->g, old, k, p->words), true, p->words);
    ll_store(g, LLVMBuildXor(g->b, old, one, ""), from, p->align);
    ll_store(g, LLVMBuildOr(g->b, ll_load(g, p->set, to, p->align), one, ""), to, p->align);
}

/* As long as n is above (below) `want`, a member leaves (joins) the part. */
static void correct(const Parts *p, Value size, Value want, Value rng, bool less)
{
    Fun *f = p->f;
    Gen *g = f->g;
    Block head = ll_block(f, "correct"), body = ll_block(f, "one"), end = ll_block(f, "enough");
    ll_go(f, head);
    Value n = ll_load(g, g->i32, p->n, 4);
    ll_branch(f, LLVMBuildICmp(g->b, less ? LLVMIntUGT : LLVMIntULT, n, want, ""), body, end);
    ll_at(f, body);
    Value among = less ? n : LLVMBuildSub(g->b, size, n, "");
    move_member(p, less ? p->part : p->rest, less ? p->rest : p->part, ll_below(f, rng, among));
    ll_store(g, LLVMBuildAdd(g->b, n, ll_int(g, less ? -1 : 1), ""), p->n, 4);
    LLVMBuildBr(g->b, head);
    ll_at(f, end);
}

/* A part of a set, all of one size being equally likely, as in ir/eval/eval_fill.c: a function
 * (set, its size, wanted size, random numbers). */
static Value need_part(Gen *g, int words)
{
    Type set = ll_set(g, words), param[] = {set, g->i32, g->i32, g->ptr};
    Fun h = ll_begin(g, "part", LLVMFunctionType(set, param, 4, false), NULL);
    Value p[4];
    LLVMGetParams(h.function, p);
    Parts parts = {.f = &h, .words = words, .set = set, .align = LLVMABIAlignmentOfType(g->layout, set)};
    parts.part = ll_alloca(&h, set, "part");
    parts.rest = ll_alloca(&h, set, "rest");
    parts.n = ll_alloca(&h, g->i32, "n");
    Value random = words == 1 ? ll_random(&h, p[3]) : ll_empty(g, words);
    for (int i = 0; words > 1 && i < words; i++)
        random = LLVMBuildInsertElement(g->b, random, ll_random(&h, p[3]), ll_int(g, i), "");
    Value part = LLVMBuildAnd(g->b, p[0], random, "");
    ll_store(g, part, parts.part, parts.align);
    ll_store(g, ll_diff(g, p[0], part), parts.rest, parts.align);
    ll_store(g, ll_count(g, part, words), parts.n, 4);
    correct(&parts, p[1], p[2], p[3], true);
    correct(&parts, p[1], p[2], p[3], false);
    LLVMBuildRet(g->b, ll_load(g, set, parts.part, parts.align));
    ll_end(&h);
    return h.function;
}

void ll_fill(Fun *f, Value over, Value rng, Value limit)
{
    Gen *g = f->g;
    if (!(g->game->plan & IR_PLAN_FILL))
        return;
    int left_fn = ir_fn_find(g->game, IR_FILL_LEFT);
    int words = ll_words(g, g->game->fn.at[left_fn]->ret.space);
    Value left = ll_call_args(f, left_fn, NULL), size = ll_count(g, left, words);
    Value some = LLVMBuildICmp(g->b, LLVMIntNE, size, ll_int(g, 0), "");
    Value in = LLVMBuildICmp(g->b, LLVMIntULE, size, limit, "");
    Value fills = LLVMBuildAnd(g->b, LLVMBuildAnd(g->b, some, in, ""), LLVMBuildNot(g->b, over, ""), "");
    Block fill = ll_block(f, "fill"), play = ll_block(f, "play");
    ll_branch(f, fills, fill, play);
    ll_at(f, fill);
    Value share = ll_fit(g, ll_call_args(f, ir_fn_find(g->game, IR_FILL_SHARE), NULL), g->i32);
    Value arg[] = {left, size, share, rng};
    Value mine = ll_call(f, need_part(g, words), arg, 4);
    ll_call_args(f, ir_fn_find(g->game, IR_FILL), &mine);
    LLVMBuildRet(g->b, size);
    ll_at(f, play);
}
