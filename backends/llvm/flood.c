/* flood.c - closures: what hangs together with a set of sites.  Members are visited one
 * by one, each word of the sets in a variable of its own. */
#include "backends/llvm/gen.h"

Front ll_front(Fun *f, Value set, int words)
{
    Gen *g = f->g;
    Front front = {.words = words, .word = ARENA_ARRAY(g->arena, Value, words)};
    for (int w = 0; w < words; w++) {
        front.word[w] = ll_alloca(f, g->i64, "front");
        ll_store(g, ll_element(g, set, w), front.word[w], 8);
    }
    return front;
}

Value ll_front_pop(Fun *f, const Front *front, Block none)
{
    Gen *g = f->g;
    Block found = ll_block(f, "found");
    Value *at = ARENA_ARRAY(g->arena, Value, front->words);
    Block *from = ARENA_ARRAY(g->arena, Block, front->words);
    for (int w = 0; w < front->words; w++) {
        Value word = ll_load(g, g->i64, front->word[w], 8);
        Block next = w + 1 < front->words ? ll_block(f, "word") : none;
        from[w] = ll_block(f, "pop");
        ll_branch(f, LLVMBuildICmp(g->b, LLVMIntNE, word, ll_word(g, 0), ""), from[w], next);
        ll_at(f, from[w]);
        Value less = LLVMBuildSub(g->b, word, ll_word(g, 1), "");
        ll_store(g, LLVMBuildAnd(g->b, word, less, ""), front->word[w], 8);
        at[w] = LLVMBuildAdd(g->b, ll_low(g, word), ll_int(g, 64 * w), "");
        LLVMBuildBr(g->b, found);
        ll_at(f, next);
    }
    ll_at(f, found);
    Value phi = LLVMBuildPhi(g->b, g->i32, "at");
    LLVMAddIncoming(phi, at, from, (unsigned)front->words);
    return phi;
}

/* The set that the words of a front make. */
static Value as_set(Gen *g, const Front *front)
{
    if (front->words == 1) {
        return ll_load(g, g->i64, front->word[0], 8);
    }
    Value set = ll_empty(g, front->words);
    for (int w = 0; w < front->words; w++) {
        set = LLVMBuildInsertElement(g->b, set, ll_load(g, g->i64, front->word[w], 8), ll_int(g, w), "");
    }
    return set;
}

/* Is some word of the neighbours of `at`, masked by those of `left` if given, in target? */
static Value meets_word(Gen *g, Value near, Value left, Value target, Value sum)
{
    Value both = LLVMBuildAnd(g->b, near, target, "");
    both = left ? LLVMBuildAnd(g->b, both, left, "") : both;
    return sum ? LLVMBuildOr(g->b, sum, both, "") : both;
}

/* One visit: the neighbours of `at` that are left become part of the front.  The
 * union of what meets the target, if there is one. */
static Value visit(Gen *g, const Front *front, const Front *left, Value near, Value at, Value target, bool beside)
{
    Value base = LLVMBuildMul(g->b, LLVMBuildZExt(g->b, at, g->i64, ""), ll_word(g, (uint64_t)front->words), "");
    Value met = NULL;
    for (int w = 0; w < front->words; w++) {
        Value place = LLVMBuildAdd(g->b, base, ll_word(g, (uint64_t)w), "");
        Value sites = ll_load(g, g->i64, ll_gep(g, g->i64, near, place), 8);
        Value open = ll_load(g, g->i64, left->word[w], 8), more = LLVMBuildAnd(g->b, sites, open, "");
        if (target) {
            met = meets_word(g, sites, beside ? NULL : open, ll_element(g, target, w), met);
        }
        ll_store(g, LLVMBuildXor(g->b, open, more, ""), left->word[w], 8);
        Value old = ll_load(g, g->i64, front->word[w], 8);
        ll_store(g, LLVMBuildOr(g->b, old, more, ""), front->word[w], 8);
    }
    return met;
}

Value ll_need_flood(Gen *g, int words)
{
    const char *name = ll_format(g, "flood.%d", words);
    Value fn = LLVMGetNamedFunction(g->module, name);
    if (fn) {
        return fn;
    }
    Type set = ll_set(g, words), param[] = {set, set, g->ptr};
    Block before = LLVMGetInsertBlock(g->b);
    Fun h = ll_begin(g, name, LLVMFunctionType(set, param, 3, false), NULL);
    Value within = LLVMGetParam(h.function, 1), near = LLVMGetParam(h.function, 2);
    Value start = LLVMBuildAnd(g->b, LLVMGetParam(h.function, 0), within, "");
    Front front = ll_front(&h, start, words), left = ll_front(&h, ll_diff(g, within, start), words);
    Block head = ll_block(&h, "next"), end = ll_block(&h, "done");
    ll_go(&h, head);
    Value at = ll_front_pop(&h, &front, end);
    visit(g, &front, &left, near, at, NULL, false);
    LLVMBuildBr(g->b, head);
    ll_at(&h, end);
    LLVMBuildRet(g->b, ll_diff(g, within, as_set(g, &left)));
    ll_end(&h, before);
    return h.function;
}

Value ll_need_meets(Gen *g, int words, bool beside)
{
    const char *name = ll_format(g, "%s.%d", beside ? "borders" : "meets", words);
    Value fn = LLVMGetNamedFunction(g->module, name);
    if (fn) {
        return fn;
    }
    Type set = ll_set(g, words), param[] = {set, set, set, g->ptr};
    Block before = LLVMGetInsertBlock(g->b);
    Fun h = ll_begin(g, name, LLVMFunctionType(g->i1, param, 4, false), NULL);
    Value p[4];
    LLVMGetParams(h.function, p);
    Value start = LLVMBuildAnd(g->b, p[0], p[1], "");
    Front front = ll_front(&h, start, words), left = ll_front(&h, ll_diff(g, p[1], start), words);
    Block head = ll_block(&h, "next"), yes = ll_block(&h, "yes"), no = ll_block(&h, "no");
    if (beside) {
        LLVMBuildBr(g->b, head);
    } else {
        ll_branch(&h, ll_any(g, LLVMBuildAnd(g->b, start, p[2], ""), words), yes, head);
    }
    ll_at(&h, head);
    Value at = ll_front_pop(&h, &front, no);
    Value met = visit(g, &front, &left, p[3], at, p[2], beside);
    ll_branch(&h, LLVMBuildICmp(g->b, LLVMIntNE, met, ll_word(g, 0), ""), yes, head);
    ll_at(&h, yes);
    LLVMBuildRet(g->b, LLVMConstInt(g->i1, 1, false));
    ll_at(&h, no);
    LLVMBuildRet(g->b, LLVMConstInt(g->i1, 0, false));
    ll_end(&h, before);
    return h.function;
}
