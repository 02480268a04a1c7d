/* members.c - sets as values, one word or a vector of words: members put in, asked for, counted, found by number. */
#include "backends/llvm/gen.h"

Value ll_element(Gen *g, Value set, int i)
{
    return LLVMGetTypeKind(LLVMTypeOf(set)) == LLVMIntegerTypeKind
               ? set
               : LLVMBuildExtractElement(g->b, set, ll_int(g, i), "");
}

Value ll_diff(Gen *g, Value a, Value b)
{
    return LLVMBuildAnd(g->b, a, LLVMBuildNot(g->b, b, ""), "");
}

static Value splat(Gen *g, Value word, int words)
{
    Type vector = ll_set(g, words);
    Value one = LLVMBuildInsertElement(g->b, LLVMGetPoison(vector), word, ll_int(g, 0), "");
    Value zeros = LLVMConstNull(LLVMVectorType(g->i32, (unsigned)words));
    return LLVMBuildShuffleVector(g->b, one, LLVMGetPoison(vector), zeros, "");
}

static Value numbers(Gen *g, int words)
{
    Value *element = ARENA_ARRAY(g->arena, Value, words);
    for (int i = 0; i < words; i++)
        element[i] = ll_word(g, (uint64_t)i);
    return LLVMConstVector(element, (unsigned)words);
}

/* 1 << (at & 63) */
static Value one_at(Gen *g, Value at64)
{
    return LLVMBuildShl(g->b, ll_word(g, 1), LLVMBuildAnd(g->b, at64, ll_word(g, 63), ""), "");
}

Value ll_bit(Gen *g, Value at, bool sure, int words)
{
    Value wide = ll_fit(g, at, g->i64);
    Value one = at == g->nth_at ? g->nth_bit : one_at(g, wide);
    if (words > 1) { /* the number of no word is negative */
        Value word = splat(g, LLVMBuildAShr(g->b, wide, ll_word(g, 6), ""), words);
        Value here = LLVMBuildICmp(g->b, LLVMIntEQ, word, numbers(g, words), "");
        return LLVMBuildSelect(g->b, here, splat(g, one, words), ll_empty(g, words), "");
    }
    if (sure)
        return one;
    Value out = LLVMBuildICmp(g->b, LLVMIntSLT, wide, ll_word(g, 0), "");
    return LLVMBuildSelect(g->b, out, ll_word(g, 0), one, "");
}

static Value test_bit(Gen *g, Value word, Value at64)
{
    Value shifted = LLVMBuildLShr(g->b, word, LLVMBuildAnd(g->b, at64, ll_word(g, 63), ""), "");
    return LLVMBuildTrunc(g->b, shifted, g->i1, "");
}

/* Is the bit of `at` set in the word that it lies in?  No, if it is negative. */
static Value member_of_word(Gen *g, Value word, Value at64, bool sure)
{
    Value test = test_bit(g, word, at64);
    if (sure)
        return test;
    Value in = LLVMBuildICmp(g->b, LLVMIntSGE, at64, ll_word(g, 0), "");
    return LLVMBuildAnd(g->b, in, test, "");
}

/* The word that `at` lies in; word 0 if it is negative. */
static Value word_number(Gen *g, Value at64, bool sure)
{
    Value word = LLVMBuildAShr(g->b, at64, ll_word(g, 6), "");
    if (sure)
        return word;
    Value out = LLVMBuildICmp(g->b, LLVMIntSLT, at64, ll_word(g, 0), "");
    return LLVMBuildSelect(g->b, out, ll_word(g, 0), word, "");
}

Value ll_has(Gen *g, Value set, Value at, bool sure, int words)
{
    Value at64 = ll_fit(g, at, g->i64);
    Value word = words == 1
                     ? set
                     : LLVMBuildExtractElement(g->b, set, word_number(g, at64, sure), "");
    return member_of_word(g, word, at64, sure);
}

Value ll_has_in_memory(Gen *g, Value place, Value at, bool sure)
{
    Value at64 = ll_fit(g, at, g->i64);
    Value word = ll_load(g, g->i64, ll_gep(g, g->i64, place, word_number(g, at64, sure)), 8);
    return member_of_word(g, word, at64, sure);
}

static void change(Gen *g, Value place, Value at, bool sure, bool in)
{
    Value at64 = ll_fit(g, at, g->i64), word = ll_gep(g, g->i64, place, word_number(g, at64, sure)), bit = ll_bit(g, at, sure, 1);
    Value old = ll_load(g, g->i64, word, 8);
    ll_store(g, in ? LLVMBuildOr(g->b, old, bit, "") : ll_diff(g, old, bit), word, 8);
}

void ll_insert(Gen *g, Value place, Value at, bool sure) { change(g, place, at, sure, true); }
void ll_drop(Gen *g, Value place, Value at, bool sure) { change(g, place, at, sure, false); }

/* --- numbers of members --- */

static Value count_word(Gen *g, Value word)
{
    return LLVMBuildTrunc(g->b, ll_intrinsic(g, "llvm.ctpop", g->i64, &word, 1), g->i32, "");
}

Value ll_count(Gen *g, Value set, int words)
{
    if (words == 1)
        return count_word(g, set);
    if (g->count_vectors) {
        Type type = LLVMTypeOf(set);
        Value counts = ll_intrinsic(g, "llvm.ctpop", type, &set, 1);
        Value sum = ll_intrinsic(g, "llvm.vector.reduce.add", type, &counts, 1);
        return LLVMBuildTrunc(g->b, sum, g->i32, "");
    }
    Value sum = NULL;
    for (int i = 0; i < words; i++) {
        Value n = count_word(g, ll_element(g, set, i));
        sum = sum ? LLVMBuildAdd(g->b, sum, n, "") : n;
    }
    return sum;
}

Value ll_compare_sets(Gen *g, LLVMIntPredicate how, Value x, Value y, int words)
{
    if (words > 4 && words < 8 && g->blend_words) { /* a bit for each word, by one comparison of a register */
        x = LLVMBuildBitCast(g->b, LLVMBuildICmp(g->b, LLVMIntNE, x, y, ""), LLVMIntTypeInContext(g->cx, (unsigned)words), "");
        y = LLVMConstNull(LLVMTypeOf(x));
    } else if (words > 1) {
        Type whole = LLVMIntTypeInContext(g->cx, 64 * (unsigned)words);
        x = LLVMBuildBitCast(g->b, x, whole, "");
        y = LLVMBuildBitCast(g->b, y, whole, "");
    }
    return LLVMBuildICmp(g->b, how, x, y, "");
}

Value ll_any(Gen *g, Value set, int words)
{
    return ll_compare_sets(g, LLVMIntNE, set, ll_empty(g, words), words);
}

Value ll_first(Gen *g, Value set, int words)
{
    Value at = ll_int(g, -1);
    for (int i = words; i-- > 0;) {
        Value word = ll_element(g, set, i);
        Value arg[] = {word, LLVMConstInt(g->i1, 0, false)};
        Value low = LLVMBuildTrunc(g->b, ll_intrinsic(g, "llvm.cttz", g->i64, arg, 2), g->i32, "");
        Value here = LLVMBuildICmp(g->b, LLVMIntNE, word, ll_word(g, 0), "");
        at = LLVMBuildSelect(g->b, here, LLVMBuildAdd(g->b, low, ll_int(g, 64 * i), ""), at, "");
    }
    return at;
}

/* --- the k-th member --- */

/* Halving: how many members lie in the lower half says in which half it is. */
static Value nth_by_halves(Gen *g, Value word, Value k)
{
    Value fn = LLVMGetNamedFunction(g->module, "nth");
    if (!fn) {
        Type param[] = {g->i64, g->i32};
        Fun h = ll_begin(g, "nth", LLVMFunctionType(g->i32, param, 2, false), NULL);
        Value m = LLVMGetParam(h.function, 0), left = LLVMGetParam(h.function, 1);
        Value at = ll_int(g, 0);
        for (unsigned width = 32; width; width /= 2) {
            Value low = LLVMBuildAnd(g->b, m, ll_word(g, (UINT64_C(1) << width) - 1), "");
            Value c = count_word(g, low);
            Value above = LLVMBuildICmp(g->b, LLVMIntUGE, left, c, "");
            left = LLVMBuildSelect(g->b, above, LLVMBuildSub(g->b, left, c, ""), left, "");
            m = LLVMBuildSelect(g->b, above, LLVMBuildLShr(g->b, m, ll_word(g, width), ""), m, "");
            at = LLVMBuildSelect(g->b, above, LLVMBuildAdd(g->b, at, ll_int(g, (int)width), ""), at, "");
        }
        LLVMBuildRet(g->b, at);
        ll_end(&h);
        fn = h.function;
    }
    Value arg[] = {word, k};
    return ll_call_apart(g, fn, arg, 2);
}

static Value nth_word(Gen *g, Value word, Value k)
{
    if (!g->bmi2)
        return nth_by_halves(g, word, k);
    Value wide = LLVMBuildZExt(g->b, k, g->i64, "");
    Value arg[] = {one_at(g, wide), word};
    g->nth_bit = ll_intrinsic(g, "llvm.x86.bmi.pdep.64", NULL, arg, 2);
    g->nth_at = ll_low(g, g->nth_bit);
    return g->nth_at;
}

Value ll_nth(Gen *g, Value set, Value k, int words)
{
    if (words == 1)
        return nth_word(g, set, k);
    Value m = ll_element(g, set, 0), base = ll_int(g, 0), below = ll_int(g, 0), sum = NULL;
    for (int i = 0; i + 1 < words; i++) {
        Value c = count_word(g, ll_element(g, set, i));
        sum = sum ? LLVMBuildAdd(g->b, sum, c, "") : c;
        Value beyond = LLVMBuildICmp(g->b, LLVMIntUGE, k, sum, "");
        below = LLVMBuildSelect(g->b, beyond, sum, below, "");
        m = LLVMBuildSelect(g->b, beyond, ll_element(g, set, i + 1), m, "");
        base = LLVMBuildSelect(g->b, beyond, ll_int(g, (i + 1) * 64), base, "");
    }
    Value in_word = nth_word(g, m, LLVMBuildSub(g->b, k, below, ""));
    Value at = LLVMBuildAdd(g->b, base, in_word, "");
    g->nth_at = g->nth_at == in_word ? at : NULL;
    return at;
}
