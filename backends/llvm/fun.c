/* fun.c - functions, blocks, loops: the builder with a little comfort. */
#include <string.h>

#include "backends/llvm/gen.h"

static void attribute(Gen *g, Value function, unsigned at, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, at, LLVMCreateEnumAttribute(g->cx, kind, 0));
}

void ll_mark(Gen *g, Value function, const char *name)
{
    attribute(g, function, (unsigned)LLVMAttributeFunctionIndex, name);
}

Fun ll_begin(Gen *g, const char *name, Type type, const IrFn *fn)
{
    Fun f = {.g = g, .fn = fn, .before = LLVMGetInsertBlock(g->b), .outer_at = LLVMGetCurrentDebugLocation2(g->b)};
    f.function = LLVMAddFunction(g->module, name, type);
    LLVMSetLinkage(f.function, LLVMInternalLinkage);
    attribute(g, f.function, (unsigned)LLVMAttributeFunctionIndex, "nounwind");
    unsigned n = LLVMCountParams(f.function);
    for (unsigned i = 0; i < n; i++) {
        if (LLVMTypeOf(LLVMGetParam(f.function, i)) == g->ptr) {
            attribute(g, f.function, i + 1, "noalias");
            attribute(g, f.function, i + 1, "nocapture");
        }
    }
    f.entry = LLVMAppendBasicBlockInContext(g->cx, f.function, "entry");
    f.words = ARENA_NEW(g->arena, Words);
    f.spare = ARENA_NEW(g->arena, Spare *);
    f.local = fn ? ll_locals(g, fn) : NULL;
    Block body = ll_block(&f, "body");
    LLVMPositionBuilderAtEnd(g->b, body);
    ll_debug_function(&f, name, fn ? fn->at : (Span){0, 0});
    return f;
}

void ll_end(Fun *f)
{
    LLVMBuilderRef b = f->g->b;
    Block body = LLVMGetNextBasicBlock(f->entry);
    LLVMPositionBuilderAtEnd(b, f->entry);
    LLVMBuildBr(b, body);
    /* what was written behind a jump */
    for (Block x = f->entry; x; x = LLVMGetNextBasicBlock(x)) {
        if (!LLVMGetBasicBlockTerminator(x)) {
            LLVMPositionBuilderAtEnd(b, x);
            LLVMBuildUnreachable(b);
        }
    }
    if (f->before)
        LLVMPositionBuilderAtEnd(b, f->before);
    LLVMSetCurrentDebugLocation2(b, f->outer_at);
}

Value ll_alloca(Fun *f, Type type, const char *name)
{
    LLVMBuilderRef b = f->g->b;
    Block here = LLVMGetInsertBlock(b);
    LLVMPositionBuilderAtEnd(b, f->entry);
    Value slot = LLVMBuildAlloca(b, type, name);
    LLVMPositionBuilderAtEnd(b, here);
    return slot;
}

Block ll_block(Fun *f, const char *name)
{
    return LLVMAppendBasicBlockInContext(f->g->cx, f->function, name);
}

void ll_at(Fun *f, Block block)
{
    LLVMPositionBuilderAtEnd(f->g->b, block);
}

void ll_jump(Fun *f, Block to)
{
    LLVMBuildBr(f->g->b, to);
    ll_at(f, ll_block(f, "behind"));
}

void ll_go(Fun *f, Block to)
{
    LLVMBuildBr(f->g->b, to);
    ll_at(f, to);
}

void ll_branch(Fun *f, Value condition, Block yes, Block no)
{
    LLVMBuildCondBr(f->g->b, condition, yes, no);
}

/* --- loops --- */

/* Members of the word in `slot`, lowest first; positions in the body. */
static Value take_lowest(Fun *f, Loop *loop)
{
    Gen *g = f->g;
    ll_go(f, loop->head);
    Value rest = ll_load(g, g->i64, loop->slot, 8);
    Block body = ll_block(f, "each");
    Value more = LLVMBuildICmp(g->b, LLVMIntNE, rest, ll_word(g, 0), "");
    ll_branch(f, more, body, loop->end);
    ll_at(f, body);
    Value less = LLVMBuildSub(g->b, rest, ll_word(g, 1), "");
    ll_store(g, LLVMBuildAnd(g->b, rest, less, ""), loop->slot, 8);
    return ll_low(g, rest);
}

Loop ll_each(Fun *f, Value set, int words)
{
    Gen *g = f->g;
    Loop loop = {.slot = ll_alloca(f, g->i64, "rest")};
    loop.head = ll_block(f, "next");
    loop.end = ll_block(f, "done");
    if (words == 1) {
        ll_store(g, set, loop.slot, 8);
        loop.member = take_lowest(f, &loop);
        return loop;
    }
    loop.at = ll_alloca(f, g->i32, "word");
    loop.words = ll_alloca(f, LLVMArrayType2(g->i64, (uint64_t)words), "members");
    loop.outer_head = ll_block(f, "words");
    loop.outer_end = ll_block(f, "all");
    ll_store(g, set, loop.words, 8);
    ll_store(g, ll_int(g, 0), loop.at, 4);
    ll_go(f, loop.outer_head);
    Value at = ll_load(g, g->i32, loop.at, 4);
    Block word = ll_block(f, "word");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntULT, at, ll_int(g, words), ""), word, loop.outer_end);
    ll_at(f, word);
    Value index = LLVMBuildZExt(g->b, at, g->i64, "");
    ll_store(g, ll_load(g, g->i64, ll_gep(g, g->i64, loop.words, index), 8), loop.slot, 8);
    loop.member = take_lowest(f, &loop);
    Value base = LLVMBuildMul(g->b, at, ll_int(g, 64), "");
    loop.member = LLVMBuildAdd(g->b, base, loop.member, "");
    return loop;
}

void ll_end_each(Fun *f, const Loop *loop)
{
    Gen *g = f->g;
    LLVMBuildBr(g->b, loop->head);
    ll_at(f, loop->end);
    if (loop->outer_head) {
        Value at = ll_load(g, g->i32, loop->at, 4);
        ll_store(g, LLVMBuildAdd(g->b, at, ll_int(g, 1), ""), loop->at, 4);
        LLVMBuildBr(g->b, loop->outer_head);
        ll_at(f, loop->outer_end);
    }
}

Loop ll_range(Fun *f, Value from, Value to)
{
    Gen *g = f->g;
    Loop loop = {.slot = ll_alloca(f, g->i32, "i")};
    loop.head = ll_block(f, "next");
    loop.end = ll_block(f, "done");
    ll_store(g, from, loop.slot, 4);
    ll_go(f, loop.head);
    loop.member = ll_load(g, g->i32, loop.slot, 4);
    Block body = ll_block(f, "each");
    ll_branch(f, LLVMBuildICmp(g->b, LLVMIntSLT, loop.member, to, ""), body, loop.end);
    ll_at(f, body);
    return loop;
}

void ll_end_range(Fun *f, const Loop *loop)
{
    Gen *g = f->g;
    Value i = ll_load(g, g->i32, loop->slot, 4);
    ll_store(g, LLVMBuildNSWAdd(g->b, i, ll_int(g, 1), ""), loop->slot, 4);
    LLVMBuildBr(g->b, loop->head);
    ll_at(f, loop->end);
}

Local *ll_locals(Gen *g, const IrFn *fn)
{
    return ARENA_ARRAY(g->arena, Local, fn->local.n + 1);
}

bool ll_unsupported(Fun *f, const Ir *e, const char *what)
{
    f->g->failed = true;
    return session_unsupported(f->g->game->session, e->at, "back end llvm: %s is not supported",
                               what);
}
