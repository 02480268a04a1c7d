/* nums.c - sets of numbers. */
#include "ir/offer/actions.h"

#include <string.h>

Nums nums_none(void) { return (Nums){.lo = 1, .hi = 0}; }
Nums nums_one(int64_t v) { return (Nums){.lo = v, .hi = v}; }
Nums nums_range(int64_t lo, int64_t hi) { return lo > hi ? nums_none() : (Nums){.lo = lo, .hi = hi}; }
Nums nums_type(IrType type) { return nums_range(type.lo, type.hi); }
bool nums_empty(Nums a) { return a.lo > a.hi; }
bool nums_single(Nums a) { return a.lo == a.hi; }

static bool has_bit(Nums a, int64_t v)
{
    uint64_t i = (uint64_t)(v - a.base);
    return a.bit[i / 64] >> (i % 64) & 1;
}

bool nums_has(Nums a, int64_t v)
{
    return v >= a.lo && v <= a.hi && (!a.bit || has_bit(a, v));
}

int64_t nums_next(Nums a, int64_t v)
{
    if (nums_empty(a) || v >= a.hi)
        return INT64_MAX;
    if (v < a.lo)
        return a.lo;
    if (!a.bit)
        return v + 1;
    uint64_t i = (uint64_t)(v + 1 - a.base);
    uint64_t word = a.bit[i / 64] >> (i % 64);
    while (!word) {
        i = (i / 64 + 1) * 64;
        word = a.bit[i / 64];
    }
    return a.base + (int64_t)i + __builtin_ctzll(word);
}

/* Word i of the bits from a.base on; those beyond lo..hi are 0. */
static uint64_t word_of(Nums a, size_t i)
{
    int64_t from = a.base + (int64_t)i * 64;
    uint64_t word = a.bit ? a.bit[i] : ~UINT64_C(0);
    if (a.lo > from)
        word &= a.lo - from >= 64 ? 0 : ~UINT64_C(0) << (a.lo - from);
    if (a.hi < from + 63)
        word &= a.hi < from ? 0 : ~UINT64_C(0) >> (63 - (a.hi - from));
    return word;
}

static int64_t base_of(int64_t lo) { return lo & ~INT64_C(63); }
static size_t words_of(Nums a) { return (size_t)((uint64_t)(a.hi - a.base) / 64 + 1); }

uint64_t nums_count(Nums a)
{
    if (nums_empty(a))
        return 0;
    if (!a.bit)
        return (uint64_t)a.hi - (uint64_t)a.lo + 1;
    uint64_t n = 0;
    for (size_t i = 0; i < words_of(a); i++)
        n += (uint64_t)__builtin_popcountll(word_of(a, i));
    return n;
}

bool nums_same(Nums a, Nums b)
{
    if (nums_empty(a) || nums_empty(b))
        return nums_empty(a) && nums_empty(b);
    if (a.lo != b.lo || a.hi != b.hi)
        return false;
    if (!a.bit && !b.bit)
        return true;
    if ((uint64_t)a.hi - (uint64_t)a.lo >= ACT_SPAN)
        return false;
    a.base = a.bit ? a.base : base_of(a.lo);
    b.base = b.bit ? b.base : base_of(b.lo);
    size_t skip = a.base < b.base ? (size_t)(b.base - a.base) / 64 : 0;
    size_t skip_b = b.base < a.base ? (size_t)(a.base - b.base) / 64 : 0;
    for (size_t i = 0; i + skip < words_of(a); i++)
        if (word_of(a, i + skip) != word_of(b, i + skip_b))
            return false;
    return true;
}

/* ---- building ------------------------------------------------------------ */

NumsBuild nums_build(Act *e, int64_t lo, int64_t hi)
{
    NumsBuild b = {lo, hi, nums_none()};
    uint64_t span = hi < lo ? 0 : (uint64_t)hi - (uint64_t)lo;
    if (span < ACT_SPAN) {
        b.set.base = base_of(lo);
        b.set.bit = scratch_alloc(&e->scratch, (size_t)((span + 63) / 64 + 1) * sizeof(uint64_t));
    }
    return b;
}

void nums_add(NumsBuild *b, int64_t v)
{
    if (v < b->lo || v > b->hi)
        return;
    bool none = nums_empty(b->set);
    b->set.lo = none || v < b->set.lo ? v : b->set.lo;
    b->set.hi = none || v > b->set.hi ? v : b->set.hi;
    if (b->set.bit) {
        uint64_t i = (uint64_t)(v - b->set.base);
        b->set.bit[i / 64] |= UINT64_C(1) << (i % 64);
    }
}

Nums nums_built(NumsBuild *b)
{
    if (nums_empty(b->set) || nums_single(b->set))
        b->set.bit = NULL;
    return b->set;
}

/* All of a, which lies within lo..hi. */
static void add_all(NumsBuild *b, Nums a)
{
    nums_add(b, a.lo);
    nums_add(b, a.hi);
    if (!b->set.bit)
        return;
    if (!a.bit)
        a.base = base_of(a.lo);
    for (size_t i = 0; i < words_of(a); i++) {
        uint64_t word = word_of(a, i);
        if (word)
            b->set.bit[(size_t)((a.base - b->set.base) / 64 + (int64_t)i)] |= word;
    }
}

Nums nums_copy(Act *e, Nums a)
{
    if (nums_empty(a) || !a.bit)
        return a;
    size_t words = words_of(a);
    uint64_t *bit = scratch_alloc(&e->scratch, words * sizeof *bit);
    memcpy(bit, a.bit, words * sizeof *bit);
    a.bit = bit;
    return a;
}

Nums nums_join(Act *e, Nums a, Nums b)
{
    if (nums_empty(a))
        return b;
    if (nums_empty(b) || (nums_single(b) && nums_has(a, b.lo)))
        return a;
    if (nums_single(a) && nums_has(b, a.lo))
        return b;
    NumsBuild r = nums_build(e, a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
    add_all(&r, a);
    add_all(&r, b);
    return nums_built(&r);
}

Nums nums_clip(Nums a, int64_t lo, int64_t hi)
{
    if (nums_empty(a) || (a.lo >= lo && a.hi <= hi))
        return a;
    if (a.hi < lo || a.lo > hi)
        return nums_none();
    if (a.lo < lo) {
        int64_t next = nums_has(a, lo) ? lo : nums_next(a, lo);
        if (next > hi)
            return nums_none();
        a.lo = next;
    }
    if (a.hi > hi) {
        int64_t last = hi;
        while (!nums_has(a, last))
            last--;
        a.hi = last;
    }
    return a;
}

Nums nums_meet(Act *e, Nums a, Nums b)
{
    if (nums_empty(a) || nums_empty(b))
        return nums_none();
    if (!b.bit)
        return nums_clip(a, b.lo, b.hi);
    if (!a.bit)
        return nums_clip(b, a.lo, a.hi);
    NumsBuild r = nums_build(e, a.lo, a.hi);
    NUMS_EACH(v, a)
        if (nums_has(b, v))
            nums_add(&r, v);
    return nums_built(&r);
}

/* ---- conditions ---------------------------------------------------------- */

bool nums_true(Nums a) { return !nums_empty(a) && (a.lo != 0 || a.hi != 0); }
bool nums_false(Nums a) { return nums_has(a, 0); }

Nums nums_bit(bool can_be_true, bool can_be_false)
{
    return nums_range(can_be_false ? 0 : 1, can_be_true ? 1 : 0);
}

Nums nums_compare(const Ir *node, Nums a, Nums b)
{
    if (nums_empty(a) || nums_empty(b))
        return nums_none();
    bool both = nums_single(a) && nums_single(b), can = true, must = false;
    switch (node->op) {
    case IR_OP_EQ: case IR_OP_NE:
        can = nums_single(b) ? nums_has(a, b.lo) : nums_single(a) ? nums_has(b, a.lo) : a.lo <= b.hi && b.lo <= a.hi;
        must = both && a.lo == b.lo;
        break;
    case IR_OP_LT: case IR_OP_GE:
        can = a.lo < b.hi;
        must = a.hi < b.lo;
        break;
    default: /* LE, GT */
        can = a.lo <= b.hi;
        must = a.hi <= b.lo;
    }
    bool turned = node->op == IR_OP_NE || node->op == IR_OP_GE || node->op == IR_OP_GT;
    return turned ? nums_bit(!must, can) : nums_bit(can, !must);
}

/* ---- arithmetic ---------------------------------------------------------- */

/* false: there is no result. */
static bool power(int64_t a, int64_t b, int64_t *r)
{
    *r = 1;
    if (b < 0)
        return false;
    for (int64_t i = 0; i < b; i++) {
        if (__builtin_mul_overflow(*r, a, r))
            return false;
        if (*r == 0 || (*r == 1 && a == 1))
            break;
    }
    return true;
}

static bool one_result(IrOp op, int64_t a, int64_t b, int64_t *r)
{
    switch (op) {
    case IR_OP_ADD:
        return !__builtin_add_overflow(a, b, r);
    case IR_OP_SUB:
        return !__builtin_sub_overflow(a, b, r);
    case IR_OP_MUL:
        return !__builtin_mul_overflow(a, b, r);
    case IR_OP_NEG:
        return !__builtin_sub_overflow((int64_t)0, a, r);
    case IR_OP_ABS:
        *r = a;
        return a >= 0 || !__builtin_sub_overflow((int64_t)0, a, r);
    case IR_OP_MIN:
        *r = a < b ? a : b;
        return true;
    case IR_OP_MAX:
        *r = a > b ? a : b;
        return true;
    case IR_OP_POW:
        return power(a, b, r);
    default: /* DIV, MOD */
        if (b == 0 || (b == -1 && a == INT64_MIN))
            return false;
        *r = op == IR_OP_DIV ? a / b : a % b;
        return true;
    }
}

/* Where the values are too many: the range of a result that only grows with both. */
static Nums of_ranges(const Ir *node, Nums a, Nums b)
{
    Nums type = nums_type(node->type);
    int64_t lo, hi;
    bool good = true;
    switch (node->op) {
    case IR_OP_ADD: case IR_OP_MIN: case IR_OP_MAX:
        good = one_result(node->op, a.lo, b.lo, &lo) && one_result(node->op, a.hi, b.hi, &hi);
        break;
    case IR_OP_SUB:
        good = one_result(node->op, a.lo, b.hi, &lo) && one_result(node->op, a.hi, b.lo, &hi);
        break;
    case IR_OP_MUL: case IR_OP_DIV:
        if (!nums_single(b) || b.lo <= 0)
            return type;
        good = one_result(node->op, a.lo, b.lo, &lo) && one_result(node->op, a.hi, b.lo, &hi);
        break;
    default:
        return type;
    }
    return good ? nums_clip(nums_range(lo, hi), type.lo, type.hi) : type;
}

Nums nums_arithmetic(Act *e, const Ir *node, Nums a, Nums b)
{
    if (nums_empty(a) || nums_empty(b))
        return nums_none();
    int64_t r;
    if (nums_single(a) && nums_single(b))
        return one_result(node->op, a.lo, b.lo, &r) ? nums_one(r) : nums_none();
    if ((uint64_t)a.hi - (uint64_t)a.lo >= ACT_SPAN || (uint64_t)b.hi - (uint64_t)b.lo >= ACT_SPAN)
        return of_ranges(node, a, b);
    uint64_t pairs = nums_count(a) * nums_count(b);
    if (pairs > 1024)
        return of_ranges(node, a, b);
    e->work += pairs / 8;
    NumsBuild all = nums_build(e, node->type.lo, node->type.hi);
    NUMS_EACH(v, a)
        NUMS_EACH(w, b)
            if (one_result(node->op, v, w, &r))
                nums_add(&all, r);
    return nums_built(&all);
}
