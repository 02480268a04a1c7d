/* vector.c - words of all lanes, see vector.h. */
#include "backends/lanes/vector.h"

#include <string.h>

void vector_begin(Vector *v, LLVMContextRef cx, LLVMModuleRef module, const Target *target, const LaneTarget *lanes)
{
    *v = (Vector){.cx = cx, .module = module, .b = LLVMCreateBuilderInContext(cx), .lanes = lanes->lanes,
                  .bytes = lanes->lanes / 8, .ternary = lanes->ternary && lanes->lanes > 64};
    v->none = LLVMVoidTypeInContext(cx);
    v->i1 = LLVMInt1TypeInContext(cx);
    v->i32 = LLVMInt32TypeInContext(cx);
    v->i64 = LLVMInt64TypeInContext(cx);
    v->ptr = LLVMPointerTypeInContext(cx, 0);
    v->word = lanes->lanes == 64 ? v->i64 : LLVMVectorType(v->i64, lanes->lanes / 64);
    v->zero = LLVMConstNull(v->word);
    v->ones = LLVMConstAllOnes(v->word);
    char *triple = LLVMGetTargetMachineTriple(target->machine);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(target->machine);
    LLVMSetTarget(module, triple);
    LLVMSetModuleDataLayout(module, layout);
    LLVMDisposeTargetData(layout);
    LLVMDisposeMessage(triple);
}

void vector_end(Vector *v) { LLVMDisposeBuilder(v->b); }

/* ---- memory ---------------------------------------------------------------------------- */

Value vector_at_index(Vector *v, Value base, Value i) { return LLVMBuildInBoundsGEP2(v->b, v->word, base, &i, 1, ""); }

Value vector_at(Vector *v, Value base, uint32_t word) { return vector_at_index(v, base, LLVMConstInt(v->i64, word, false)); }

Value vector_load_at(Vector *v, Value base, Value i)
{
    Value load = LLVMBuildLoad2(v->b, v->word, vector_at_index(v, base, i), "");
    LLVMSetAlignment(load, v->bytes);
    return load;
}

Value vector_load(Vector *v, Value base, uint32_t word) { return vector_load_at(v, base, LLVMConstInt(v->i64, word, false)); }

void vector_store_at(Vector *v, Value value, Value base, Value i)
{
    LLVMSetAlignment(LLVMBuildStore(v->b, value, vector_at_index(v, base, i)), v->bytes);
}

void vector_store(Vector *v, Value value, Value base, uint32_t word)
{
    vector_store_at(v, value, base, LLVMConstInt(v->i64, word, false));
}

/* At the head of the function, so that a loop does not take more each time. */
Value vector_space(Vector *v, uint32_t n)
{
    Block here = LLVMGetInsertBlock(v->b), first = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(here));
    Value start = LLVMGetFirstInstruction(first);
    if (start)
        LLVMPositionBuilderBefore(v->b, start);
    else
        LLVMPositionBuilderAtEnd(v->b, first);
    Value space = LLVMBuildAlloca(v->b, LLVMArrayType2(v->word, n), "");
    LLVMSetAlignment(space, v->bytes);
    LLVMPositionBuilderAtEnd(v->b, here);
    return space;
}

/* ---- words ----------------------------------------------------------------------------- */

Value vector_splat(Vector *v, uint64_t n)
{
    Value part[8], one = LLVMConstInt(v->i64, n, false);
    for (unsigned i = 0; i < v->lanes / 64; i++)
        part[i] = one;
    return v->lanes == 64 ? one : LLVMConstVector(part, v->lanes / 64);
}

Value vector_not(Vector *v, Value a) { return LLVMBuildXor(v->b, a, v->ones, ""); }

static Value call(Vector *v, const char *name, Value *argument, unsigned n)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    Value fn = LLVMGetIntrinsicDeclaration(v->module, id, &v->word, 1);
    return LLVMBuildCall2(v->b, LLVMIntrinsicGetType(v->cx, id, &v->word, 1), fn, argument, n, "");
}

Value vector_rotate(Vector *v, Value a, unsigned by)
{
    Value argument[] = {a, a, vector_splat(v, by)};
    return call(v, "llvm.fshl", argument, 3);
}

Value vector_ones(Vector *v, Value a) { return call(v, "llvm.ctpop", &a, 1); }

/* By a mask of the parts: of a number as wide as the word LLVM makes a long chain of words. */
Value vector_any(Vector *v, Value a)
{
    Value some = LLVMBuildICmp(v->b, LLVMIntNE, a, v->zero, "");
    if (v->lanes == 64)
        return some;
    Type mask = LLVMIntTypeInContext(v->cx, v->lanes / 64);
    return LLVMBuildICmp(v->b, LLVMIntNE, LLVMBuildBitCast(v->b, some, mask, ""), LLVMConstNull(mask), "");
}

unsigned vector_table_of_two(uint8_t table)
{
    return (table >> 7 & 1u) << 3 | (table >> 5 & 1u) << 2 | (table >> 3 & 1u) << 1 | (table >> 1 & 1u);
}

Value vector_of_two(Vector *v, unsigned table, Value a, Value b)
{
    LLVMBuilderRef w = v->b;
    if (table & 1) /* true where neither is: made the other way round, then negated */
        return table == 0xf ? v->ones : vector_not(v, vector_of_two(v, ~table & 0xf, a, b));
    switch (table) {
    case 0x8: return LLVMBuildAnd(w, a, b, "");
    case 0xe: return LLVMBuildOr(w, a, b, "");
    case 0x6: return LLVMBuildXor(w, a, b, "");
    case 0x4: return LLVMBuildAnd(w, a, vector_not(v, b), "");
    case 0x2: return LLVMBuildAnd(w, b, vector_not(v, a), "");
    case 0xc: return a;
    case 0xa: return b;
    default: return v->zero;
    }
}

/* The table of the other two inputs, in their order, where input k is `value`. */
static unsigned given_one(uint8_t table, unsigned k, unsigned value)
{
    unsigned made = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned low = i & ((1u << (2 - k)) - 1), high = i >> (2 - k);
        made |= (unsigned)(table >> (high << (3 - k) | value << (2 - k) | low) & 1) << i;
    }
    return made;
}

static bool literal(unsigned table) { return table == 0xc || table == 0xa || table == 0x3 || table == 0x5; }

Value vector_of_three(Vector *v, uint8_t table, const Value *in)
{
    if (v->ternary) {
        const char *name = v->lanes == 512 ? "llvm.x86.avx512.pternlog.q.512" : "llvm.x86.avx512.pternlog.q.256";
        unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
        Value fn = LLVMGetIntrinsicDeclaration(v->module, id, NULL, 0);
        Value argument[] = {in[0], in[1], in[2], LLVMConstInt(v->i32, table, false)};
        return LLVMBuildCall2(v->b, LLVMIntrinsicGetType(v->cx, id, NULL, 0), fn, argument, 4, "");
    }
    unsigned k = 0;
    while (k < 2 && !(literal(given_one(table, k, 0)) && literal(given_one(table, k, 1))))
        k++;
    Value x = in[k ? 0 : 1], y = in[k == 2 ? 1 : 2];
    Value yes = vector_of_two(v, given_one(table, k, 1), x, y), no = vector_of_two(v, given_one(table, k, 0), x, y);
    return LLVMBuildXor(v->b, LLVMBuildAnd(v->b, LLVMBuildXor(v->b, yes, no, ""), in[k], ""), no, "");
}

/* ---- loops ----------------------------------------------------------------------------- */

static VectorLoop begin(Vector *v, uint32_t n, const Value *first, unsigned nvalue, bool any)
{
    LLVMBuilderRef b = v->b;
    Block before = LLVMGetInsertBlock(b);
    Value fn = LLVMGetBasicBlockParent(before), start = LLVMConstNull(v->i64);
    VectorLoop loop = {.nvalue = nvalue, .head = LLVMAppendBasicBlockInContext(v->cx, fn, ""),
                       .body = LLVMAppendBasicBlockInContext(v->cx, fn, ""),
                       .after = LLVMAppendBasicBlockInContext(v->cx, fn, "")};
    LLVMBuildBr(b, loop.head);
    LLVMPositionBuilderAtEnd(b, loop.head);
    loop.i = LLVMBuildPhi(b, v->i64, "");
    LLVMAddIncoming(loop.i, &start, &before, 1);
    for (unsigned k = 0; k < nvalue; k++) {
        Value one = first[k];
        loop.value[k] = LLVMBuildPhi(b, v->word, "");
        LLVMAddIncoming(loop.value[k], &one, &before, 1);
    }
    Value more = LLVMBuildICmp(b, LLVMIntULT, loop.i, LLVMConstInt(v->i64, n, false), "");
    if (any)
        more = LLVMBuildAnd(b, more, vector_any(v, loop.value[0]), "");
    LLVMBuildCondBr(b, more, loop.body, loop.after);
    LLVMPositionBuilderAtEnd(b, loop.body);
    return loop;
}

VectorLoop vector_loop(Vector *v, uint32_t n, const Value *first, unsigned nvalue)
{
    return begin(v, n, first, nvalue, false);
}

VectorLoop vector_loop_while(Vector *v, uint32_t n, Value first) { return begin(v, n, &first, 1, true); }

void vector_loop_end(Vector *v, VectorLoop *loop, const Value *next, unsigned nvalue)
{
    Block last = LLVMGetInsertBlock(v->b);
    Value i = LLVMBuildAdd(v->b, loop->i, LLVMConstInt(v->i64, 1, false), "");
    LLVMAddIncoming(loop->i, &i, &last, 1);
    for (unsigned k = 0; k < nvalue; k++) {
        Value one = next[k];
        LLVMAddIncoming(loop->value[k], &one, &last, 1);
    }
    LLVMBuildBr(v->b, loop->head);
    LLVMPositionBuilderAtEnd(v->b, loop->after);
}
