/* set.c - expressions of sets, and what is asked of sets. */
#include <string.h>

#include "backends/llvm/gen.h"

static int words_of(Fun *f, const Ir *e)
{
    return ll_words(f->g, e->type.space);
}

Value ll_set_in_memory(Fun *f, const Ir *set)
{
    if (words_of(f, set) == 1)
        return NULL;
    if (set->op == IR_OP_GET && (f->state.base || set->n || f->g->by_member[set->k]))
        return ll_field(f, (int)set->k, set->n ? set->a[0] : NULL);
    if (set->op == IR_OP_LOCAL && f->local[set->k].memory)
        return f->local[set->k].slot;
    return set->op == IR_OP_TAB ? ll_slice(f, set) : NULL;
}

/* Of a member that is known; tests of one word are then merged. */
static Value has_constant(Fun *f, const Ir *set, int at)
{
    Gen *g = f->g;
    Value place = ll_set_in_memory(f, set);
    Value word = place ? ll_load(g, g->i64, ll_gep(g, g->i64, place, ll_word(g, (uint64_t)at / 64)), 8) : ll_element(g, ll_expr(f, set), at / 64);
    Value bit = LLVMBuildAnd(g->b, word, ll_word(g, UINT64_C(1) << (at & 63)), "");
    return LLVMBuildICmp(g->b, LLVMIntNE, bit, ll_word(g, 0), "");
}

Value ll_asked_place(Fun *f, const Ir *set, const Ir *tree, int local)
{
    const bool large = set->type.kind == IR_MASK && words_of(f, set) > 1, lies = set->op == IR_OP_GET || set->op == IR_OP_LOCAL;
    return large && lies && shape_asks_members(f->g->game, tree, local, f->g->bmi2) ? ll_set_in_memory(f, set) : NULL;
}

static Value has(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    const Ir *set = e->a[1];
    bool sure = shape_sure(f->fn, f->chosen, e->a[0]);
    if (e->a[0]->op == IR_OP_INT && sure)
        return has_constant(f, set, (int)e->a[0]->k);
    Value at = ll_expr(f, e->a[0]), place = ll_set_in_memory(f, set);
    return place ? ll_has_in_memory(g, place, at, sure) : ll_has(g, ll_expr(f, set), at, sure, words_of(f, set));
}

/* nth(m, k) of the IR: -1 if there is no such member. */
static Value nth(Fun *f, const Ir *e)
{
    Gen *g = f->g;
    int words = words_of(f, e->a[0]);
    Value m = ll_expr(f, e->a[0]), k = ll_fit(g, ll_expr(f, e->a[1]), g->i32);
    Value in = LLVMBuildICmp(g->b, LLVMIntULT, k, ll_count(g, m, words), "");
    Value safe = LLVMBuildSelect(g->b, in, k, ll_int(g, 0), "");
    Value at = LLVMBuildFreeze(g->b, ll_nth(g, m, safe, words), "");
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
            while (n > end - at)
                n /= 2;
            Value bits = equal_bits(g, array, elem, at, n, narrow);
            Value moved = LLVMBuildShl(g->b, bits, ll_word(g, (uint64_t)(at & 63)), "");
            word = LLVMBuildOr(g->b, word, moved, "");
        }
        set = words == 1 ? word : LLVMBuildInsertElement(g->b, set, word, ll_int(g, w), "");
    }
    if (fits)
        return set;
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
    for (int i = 0; e->op != IR_OP_NONE && i < f->g->game->space.at[e->type.space].size; i++)
        ir_mask_set(word, i);
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
    if (e->op == IR_OP_HAS)
        return has(f, e);
    if (e->op == IR_OP_COVERS)
        return ll_covers(f, e);
    if (e->op == IR_OP_GATHERS)
        return LLVMConstInt(g->i1, g->bmi2, false);
    if (e->op == IR_OP_ANY) {
        Value early = ll_any_words(f, e->a[0]);
        return early ? early : ll_any(g, ll_expr(f, e->a[0]), words_of(f, e->a[0]));
    }
    if ((e->op == IR_OP_EQ || e->op == IR_OP_NE) && e->a[0]->type.kind == IR_MASK) {
        int words = words_of(f, e->a[0]);
        Value x = ll_expr(f, e->a[0]), y = ll_expr(f, e->a[1]);
        return ll_compare_sets(g, e->op == IR_OP_EQ ? LLVMIntEQ : LLVMIntNE, x, y, words);
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
    case IR_OP_BITOF: return ll_bit(g, ll_expr(f, e->a[0]), shape_sure(f->fn, f->chosen, e->a[0]), words_of(f, e));
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
    case IR_OP_FIRST: return ll_first(g, ll_expr(f, e->a[0]), words_of(f, e->a[0]));
    case IR_OP_NTH: return nth(f, e);
    case IR_OP_UMOD:
        x = LLVMBuildURem(g->b, ll_expr(f, e->a[0]), ll_word(g, (uint64_t)e->a[1]->k), "");
        return LLVMBuildTrunc(g->b, x, g->i32, "");
    case IR_OP_WHERE: return where(f, e);
    default: return ll_words_expr(f, e);
    }
}
