/* set.c - sets: one word, or a vector of words. */
#include <string.h>

#include "backends/llvm/gen.h"

static int words_of(Fun *f, const Ir *e)
{
    return ll_words(f->g, e->type.space);
}

bool ll_sure(const Fun *f, const Ir *e)
{
    return e->type.lo >= 0 || (f->chosen && e->op == IR_OP_LOCAL && e->k < f->fn->nparam &&
                               e->type.space != IR_NOSPACE);
}

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
    for (int i = 0; i < words; i++) {
        element[i] = ll_word(g, (uint64_t)i);
    }
    return LLVMConstVector(element, (unsigned)words);
}

/* 1 << (at & 63) */
static Value one_at(Gen *g, Value at64)
{
    return LLVMBuildShl(g->b, ll_word(g, 1), LLVMBuildAnd(g->b, at64, ll_word(g, 63), ""), "");
}

Value ll_bit(Fun *f, Value at, bool sure, int words)
{
    Gen *g = f->g;
    Value wide = ll_fit(g, at, g->i64);
    Value one = at == g->nth_at ? g->nth_bit : one_at(g, wide);
    if (words > 1) { /* the number of no word is negative */
        Value word = splat(g, LLVMBuildAShr(g->b, wide, ll_word(g, 6), ""), words);
        Value here = LLVMBuildICmp(g->b, LLVMIntEQ, word, numbers(g, words), "");
        return LLVMBuildSelect(g->b, here, splat(g, one, words), ll_empty(g, words), "");
    }
    if (sure) {
        return one;
    }
    Value out = LLVMBuildICmp(g->b, LLVMIntSLT, wide, ll_word(g, 0), "");
    return LLVMBuildSelect(g->b, out, ll_word(g, 0), one, "");
}

static Value test_bit(Gen *g, Value word, Value at64)
{
    Value shifted = LLVMBuildLShr(g->b, word, LLVMBuildAnd(g->b, at64, ll_word(g, 63), ""), "");
    return LLVMBuildTrunc(g->b, shifted, g->i1, "");
}

static Value guarded(Gen *g, Value at64, bool sure, Value test)
{
    if (sure) {
        return test;
    }
    Value in = LLVMBuildICmp(g->b, LLVMIntSGE, at64, ll_word(g, 0), "");
    return LLVMBuildAnd(g->b, in, test, "");
}

/* The word that `at` lies in; word 0 if it is negative. */
static Value word_number(Gen *g, Value at64, bool sure)
{
    Value word = LLVMBuildAShr(g->b, at64, ll_word(g, 6), "");
    if (sure) {
        return word;
    }
    Value out = LLVMBuildICmp(g->b, LLVMIntSLT, at64, ll_word(g, 0), "");
    return LLVMBuildSelect(g->b, out, ll_word(g, 0), word, "");
}

Value ll_has(Gen *g, Value set, Value at, bool sure, int words)
{
    Value at64 = ll_fit(g, at, g->i64);
    Value word = words == 1
                     ? set
                     : LLVMBuildExtractElement(g->b, set, word_number(g, at64, sure), "");
    return guarded(g, at64, sure, test_bit(g, word, at64));
}

/* Of a member that is known; tests of one word are then merged. */
static Value has_constant(Fun *f, const Ir *set, int at, int words)
{
    Gen *g = f->g;
    Value word;
    if (words > 1 && set->op == IR_OP_GET && f->state.base) {
        Value place = ll_field(f, (int)set->k, set->n ? set->a[0] : NULL);
        word = ll_load(g, g->i64, ll_gep(g, g->i64, place, ll_word(g, (uint64_t)at / 64)), 8);
    } else {
        word = ll_element(g, ll_expr(f, set), at / 64);
    }
    Value bit = LLVMBuildAnd(g->b, word, ll_word(g, UINT64_C(1) << (at & 63)), "");
    return LLVMBuildICmp(g->b, LLVMIntNE, bit, ll_word(g, 0), "");
}

static Value has(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const Ir *set = e->a[1];
    int words = words_of(f, set);
    bool sure = ll_sure(f, e->a[0]);
    if (e->a[0]->op == IR_OP_INT && sure) {
        return has_constant(f, set, (int)e->a[0]->k, words);
    }
    Value at = ll_expr(f, e->a[0]);
    bool field = set->op == IR_OP_GET && (f->state.base || set->n);
    if (words == 1 || !(field || set->op == IR_OP_TAB)) {
        return ll_has(g, ll_expr(f, set), at, sure, words);
    }
    /* of a set in memory one word is read */
    Value at64 = ll_fit(g, at, g->i64);
    Value place = field ? ll_field(f, (int)set->k, set->n ? set->a[0] : NULL) : ll_slice(f, set);
    Value word = ll_load(g, g->i64, ll_gep(g, g->i64, place, word_number(g, at64, sure)), 8);
    return guarded(g, at64, sure, test_bit(g, word, at64));
}

/* --- numbers of members --- */

Value ll_low(Gen *g, Value word)
{
    Value arg[] = {word, LLVMConstInt(g->i1, 1, false)};
    return LLVMBuildTrunc(g->b, ll_intrinsic(g, "llvm.cttz", g->i64, arg, 2), g->i32, "");
}

static Value count_word(Gen *g, Value word)
{
    return LLVMBuildTrunc(g->b, ll_intrinsic(g, "llvm.ctpop", g->i64, &word, 1), g->i32, "");
}

Value ll_count(Gen *g, Value set, int words)
{
    if (words == 1) {
        return count_word(g, set);
    }
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

static Value as_integer(Gen *g, Value set, int words)
{
    return LLVMBuildBitCast(g->b, set, LLVMIntTypeInContext(g->cx, 64 * (unsigned)words), "");
}

Value ll_any(Gen *g, Value set, int words)
{
    Value whole = words == 1 ? set : as_integer(g, set, words);
    return LLVMBuildICmp(g->b, LLVMIntNE, whole, ll_zero(LLVMTypeOf(whole)), "");
}

static Value first(Gen *g, Value set, int words)
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
static Value nth_by_halves(Fun *f, Value word, Value k)
{
    Gen *g = f->g;
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
    return ll_call(f, fn, arg, 2);
}

static Value nth_word(Fun *f, Value word, Value k)
{
    Gen *g = f->g;
    if (!g->bmi2) {
        return nth_by_halves(f, word, k);
    }
    Value wide = LLVMBuildZExt(g->b, k, g->i64, "");
    Value arg[] = {one_at(g, wide), word};
    g->nth_bit = ll_intrinsic(g, "llvm.x86.bmi.pdep.64", NULL, arg, 2);
    g->nth_at = ll_low(g, g->nth_bit);
    return g->nth_at;
}

Value ll_nth(Fun *f, Value set, Value k, int words)
{
    Gen *g = f->g;
    if (words == 1) {
        return nth_word(f, set, k);
    }
    Value m = ll_element(g, set, 0), base = ll_int(g, 0), below = ll_int(g, 0), sum = NULL;
    for (int i = 0; i + 1 < words; i++) {
        Value c = count_word(g, ll_element(g, set, i));
        sum = sum ? LLVMBuildAdd(g->b, sum, c, "") : c;
        Value beyond = LLVMBuildICmp(g->b, LLVMIntUGE, k, sum, "");
        below = LLVMBuildSelect(g->b, beyond, sum, below, "");
        m = LLVMBuildSelect(g->b, beyond, ll_element(g, set, i + 1), m, "");
        base = LLVMBuildSelect(g->b, beyond, ll_int(g, (i + 1) * 64), base, "");
    }
    Value in_word = nth_word(f, m, LLVMBuildSub(g->b, k, below, ""));
    Value at = LLVMBuildAdd(g->b, base, in_word, "");
    g->nth_at = g->nth_at == in_word ? at : NULL;
    return at;
}

/* nth(m, k) of the IR: -1 if there is no such member. */
static Value nth(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    int words = words_of(f, e->a[0]);
    Value m = ll_expr(f, e->a[0]), k = ll_fit(g, ll_expr(f, e->a[1]), g->i32);
    Value in = LLVMBuildICmp(g->b, LLVMIntULT, k, ll_count(g, m, words), "");
    Value safe = LLVMBuildSelect(g->b, in, k, ll_int(g, 0), "");
    Value at = LLVMBuildFreeze(g->b, ll_nth(f, m, safe, words), "");
    return LLVMBuildSelect(g->b, in, at, ll_int(g, -1), "");
}

/* --- members by what a field holds --- */

/* The bits of `n` entries from `at` on, n a power of two up to 64, that equal v. */
static Value equal_bits(Gen *g, Value array, Type elem, int at, int n, Value v)
{
    unsigned bytes = LLVMGetIntTypeWidth(elem) / 8;
    Value place = ll_gep(g, elem, array, ll_word(g, (uint64_t)at));
    if (n == 1) {
        Value one = ll_load(g, elem, place, bytes);
        return LLVMBuildZExt(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, one, v, ""), g->i64, "");
    }
    Type vector = LLVMVectorType(elem, (unsigned)n);
    Value some = ll_load(g, vector, place, bytes);
    Value first_lane = LLVMBuildInsertElement(g->b, LLVMGetPoison(vector), v, ll_int(g, 0), "");
    Value zeros = LLVMConstNull(LLVMVectorType(g->i32, (unsigned)n));
    Value all = LLVMBuildShuffleVector(g->b, first_lane, LLVMGetPoison(vector), zeros, "");
    Value equal = LLVMBuildICmp(g->b, LLVMIntEQ, some, all, "");
    Value bits = LLVMBuildBitCast(g->b, equal, LLVMIntTypeInContext(g->cx, (unsigned)n), "");
    return n == 64 ? bits : LLVMBuildZExt(g->b, bits, g->i64, "");
}

static Value where(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const IrField *d = &g->game->field.at[e->k];
    int words = words_of(f, e), size = (int)d->n;
    Value v = ll_expr(f, e->a[0]);
    Value array = ll_field(f, (int)e->k, NULL);
    Type elem = LLVMIntTypeInContext(g->cx, ll_bits(d->elem));
    bool fits = e->a[0]->type.lo >= d->elem.lo && e->a[0]->type.hi <= d->elem.hi;
    Value narrow = ll_fit(g, v, elem);
    Value set = ll_empty(g, words);
    for (int w = 0; w < words; w++) {
        Value word = ll_word(g, 0);
        int end = w * 64 + 64 < size ? w * 64 + 64 : size;
        for (int at = w * 64, n = 64; at < end; at += n) {
            while (n > end - at) {
                n /= 2;
            }
            Value bits = equal_bits(g, array, elem, at, n, narrow);
            Value moved = LLVMBuildShl(g->b, bits, ll_word(g, (uint64_t)(at & 63)), "");
            word = LLVMBuildOr(g->b, word, moved, "");
        }
        set = words == 1 ? word : LLVMBuildInsertElement(g->b, set, word, ll_int(g, w), "");
    }
    if (fits) {
        return set;
    }
    Value low = LLVMConstInt(LLVMTypeOf(v), (unsigned long long)d->elem.lo, true);
    Value high = LLVMConstInt(LLVMTypeOf(v), (unsigned long long)d->elem.hi, true);
    Value in = LLVMBuildAnd(g->b, LLVMBuildICmp(g->b, LLVMIntSGE, v, low, ""),
                            LLVMBuildICmp(g->b, LLVMIntSLE, v, high, ""), "");
    return LLVMBuildSelect(g->b, in, set, ll_empty(g, words), "");
}

/* --- expressions --- */

static Value constant(Fun *f, const Ir *e)
{
    int words = words_of(f, e);
    uint64_t *word = ARENA_ARRAY(f->g->arena, uint64_t, words);
    for (int i = 0; e->op != IR_OP_NONE && i < f->g->game->space.at[e->type.space].size; i++) {
        ir_mask_set(word, i);
    }
    return ll_set_const(f->g, word, words);
}

/* A word a time: the bits that are not constant, shifted into place.  Operand i + 1 is
 * member a + i. */
static Value pack(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    int words = words_of(f, e), first_member = (int)e->a[0]->k, end = first_member + e->n - 1;
    Value set = ll_empty(g, words);
    for (int w = 0; w < words; w++) {
        uint64_t fixed = 0;
        Value word = NULL;
        int from = 64 * w > first_member ? 64 * w : first_member;
        for (int at = from; at < end && at < 64 * w + 64; at++) {
            const Ir *operand = e->a[at - first_member + 1];
            if (operand->op == IR_OP_INT) {
                fixed |= (uint64_t)(operand->k != 0) << (at - 64 * w);
                continue;
            }
            Value bit = ll_is_gate(f, operand) ? ll_gate_bit(g, ll_gate_value(f, operand))
                                               : LLVMBuildZExt(g->b, ll_cond(f, operand), g->i64, "");
            bit = LLVMBuildShl(g->b, bit, ll_word(g, (uint64_t)(at - 64 * w)), "");
            word = word ? LLVMBuildOr(g->b, word, bit, "") : bit;
        }
        word = word ? LLVMBuildOr(g->b, word, ll_word(g, fixed), "") : ll_word(g, fixed);
        set = words == 1 ? word : LLVMBuildInsertElement(g->b, set, word, ll_int(g, w), "");
    }
    return set;
}

static Value folded(Gen *g, Value x)
{
    return LLVMBuildXor(g->b, x, LLVMBuildLShr(g->b, x, ll_word(g, 32), ""), "");
}

/* mix(a, b): the bits of a stirred with the words of b. */
static Value mix(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value x = ll_expr(f, e->a[0]), b = ll_expr(f, e->a[1]), sum = NULL;
    bool set = e->a[1]->type.kind == IR_MASK;
    int words = set ? words_of(f, e->a[1]) : 1;
    b = set ? b : ll_fit(g, b, g->i64);
    for (int w = 0; words > 1 && w < words; w++) {
        Value word = LLVMBuildMul(g->b, folded(g, ll_element(g, b, w)), ll_word(g, ir_mix_factor(w)), "");
        sum = sum ? LLVMBuildAdd(g->b, sum, folded(g, word), "") : folded(g, word);
    }
    x = LLVMBuildXor(g->b, x, sum ? sum : ll_element(g, b, 0), "");
    return folded(g, LLVMBuildMul(g->b, x, ll_word(g, UINT64_C(0x9e3779b97f4a7c15)), ""));
}

Value ll_set_cond(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    if (e->op == IR_OP_HAS) {
        return has(f, e);
    }
    if (e->op == IR_OP_COVERS) {
        return ll_covers(f, e);
    }
    if (e->op == IR_OP_GATHERS) {
        return LLVMConstInt(g->i1, g->bmi2, false);
    }
    if (e->op == IR_OP_ANY) {
        Value early = ll_any_words(f, e->a[0]);
        return early ? early : ll_any(g, ll_expr(f, e->a[0]), words_of(f, e->a[0]));
    }
    if ((e->op == IR_OP_EQ || e->op == IR_OP_NE) && e->a[0]->type.kind == IR_MASK) {
        int words = words_of(f, e->a[0]);
        Value x = ll_expr(f, e->a[0]), y = ll_expr(f, e->a[1]);
        if (words > 1) {
            x = as_integer(g, x, words);
            y = as_integer(g, y, words);
        }
        return LLVMBuildICmp(g->b, e->op == IR_OP_EQ ? LLVMIntEQ : LLVMIntNE, x, y, "");
    }
    return NULL;
}

Value ll_set_expr(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    Value x, y;
    switch (e->op) {
    case IR_OP_NONE:
    case IR_OP_ALL: return constant(f, e);
    case IR_OP_BITOF: return ll_bit(f, ll_expr(f, e->a[0]), ll_sure(f, e->a[0]), words_of(f, e));
    case IR_OP_PACK: return pack(f, e);
    case IR_OP_HASHMIX: return mix(f, e);
    case IR_OP_MAND:
    case IR_OP_MOR:
    case IR_OP_MXOR:
    case IR_OP_MDIFF:
        x = ll_expr(f, e->a[0]);
        y = ll_expr(f, e->a[1]);
        return e->op == IR_OP_MAND  ? LLVMBuildAnd(g->b, x, y, "")
               : e->op == IR_OP_MOR ? LLVMBuildOr(g->b, x, y, "")
               : e->op == IR_OP_MXOR ? LLVMBuildXor(g->b, x, y, "")
                                     : ll_diff(g, x, y);
    case IR_OP_MNOT: return ll_diff(g, constant(f, e), ll_expr(f, e->a[0]));
    case IR_OP_COUNT: return ll_count(g, ll_expr(f, e->a[0]), words_of(f, e->a[0]));
    case IR_OP_FIRST: return first(g, ll_expr(f, e->a[0]), words_of(f, e->a[0]));
    case IR_OP_NTH: return nth(f, e);
    case IR_OP_UMOD:
        x = LLVMBuildURem(g->b, ll_expr(f, e->a[0]), ll_word(g, (uint64_t)e->a[1]->k), "");
        return LLVMBuildTrunc(g->b, x, g->i32, "");
    case IR_OP_WHERE: return where(f, e);
    default: return ll_words_expr(f, e);
    }
}
