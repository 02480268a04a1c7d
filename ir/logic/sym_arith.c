/* sym_arith.c - symbolic arithmetic and comparison. */
#include "ir/logic/sym.h"

#include <string.h>

static bool power(int64_t a, int64_t b, int64_t *r)
{
    *r = 1;
    for (int64_t i = 0; i < b && (*r != 1 || i == 0 || a != 1); i++)
        if (__builtin_mul_overflow(*r, a, r))
            return false;
    return b >= 0;
}

static bool divided(IrOp op, int64_t a, int64_t b, int64_t *r)
{
    if (b == 0 || (b == -1 && a == INT64_MIN))
        return false;
    *r = op == IR_OP_DIV ? a / b : a % b;
    return true;
}

/* false: an execution that makes no sense. */
static bool number(IrOp op, int64_t a, int64_t b, int64_t *r)
{
    switch (op) {
    case IR_OP_ADD: return !__builtin_add_overflow(a, b, r);
    case IR_OP_SUB: return !__builtin_sub_overflow(a, b, r);
    case IR_OP_MUL: return !__builtin_mul_overflow(a, b, r);
    case IR_OP_NEG: return !__builtin_sub_overflow((int64_t)0, a, r);
    case IR_OP_ABS: *r = a; return a >= 0 || !__builtin_sub_overflow((int64_t)0, a, r);
    case IR_OP_MIN: *r = a < b ? a : b; return true;
    case IR_OP_MAX: *r = a > b ? a : b; return true;
    case IR_OP_POW: return power(a, b, r);
    case IR_OP_DIV: case IR_OP_MOD: return divided(op, a, b, r);
    case IR_OP_EQ: *r = a == b; return true;
    case IR_OP_NE: *r = a != b; return true;
    case IR_OP_LT: *r = a < b; return true;
    case IR_OP_LE: *r = a <= b; return true;
    case IR_OP_GT: *r = a > b; return true;
    default: *r = a >= b; return true;
    }
}

/* ---- case by case ---------------------------------------------------------------- */

static Sym by_slot(SymExec *x, IrOp op, Sym a, Sym b)
{
    int64_t *slot = ARENA_ARRAY(x->arena, int64_t, x->nslot + 1);
    for (uint32_t i = 0; i < x->nslot; i++) {
        int64_t p = a.kind == SYM_SLOTS ? a.slot[i] : a.lo, q = b.kind == SYM_SLOTS ? b.slot[i] : b.lo;
        if (!number(op, p, q, &slot[i]))
            slot[i] = 0;
    }
    return (Sym){.kind = SYM_SLOTS, .slot = slot};
}

static Sym by_case(SymExec *x, IrOp op, Sym a, Sym b)
{
    size_t n, m, k = 0;
    const SymCase *p = sym_as_cases(x, a, &n), *q = sym_as_cases(x, b, &m);
    if (n && m > 64 * SYM_MOST_CASES / n) {
        sym_fail(x, "`%s` of %zu and %zu values", ir_op_info(op)->text, n, m);
        return (Sym){.kind = SYM_NOTHING};
    }
    SymCase *cases = ARENA_ARRAY(x->arena, SymCase, n * m + 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            if (number(op, p[i].value, q[j].value, &cases[k].value))
                cases[k++].when = net_and(x->net, p[i].when, q[j].when);
    return sym_cases(x, cases, k);
}

static bool few_cases(Sym a, Sym b)
{
    if (!sym_has_cases(a) || !sym_has_cases(b))
        return false;
    size_t n = a.kind == SYM_BINARY ? (size_t)1 << a.n : a.n;
    size_t m = b.kind == SYM_BINARY ? (size_t)1 << b.n : b.n;
    return n <= 1 || m <= 1 || n * m <= 64;
}

/* ---- in binary ------------------------------------------------------------------- */

static uint32_t width_of(int64_t span)
{
    uint32_t n = 0;
    while (n < 62 && span >> n)
        n++;
    return n;
}

/* Bits of a and b from their own lows, of one width that fits both. */
static uint32_t as_pair(SymExec *x, const Sym *a, const Sym *b, int64_t alo, int64_t blo, BitsEdge **p, BitsEdge **q)
{
    int64_t lo, ahi, bhi;
    sym_range(a, &lo, &ahi);
    sym_range(b, &lo, &bhi);
    uint32_t n = width_of(ahi - alo), m = width_of(bhi - blo);
    n = n > m ? n : m;
    *p = sym_edges(x, n + 1);
    *q = sym_edges(x, n + 1);
    sym_as_bits(x, *a, alo, *p, n);
    sym_as_bits(x, *b, blo, *q, n);
    return n;
}

static Sym sum(SymExec *x, Sym a, Sym b)
{
    int64_t alo, blo, hi;
    sym_range(&a, &alo, &hi);
    sym_range(&b, &blo, &hi);
    BitsEdge *p, *q;
    uint32_t n = as_pair(x, &a, &b, alo, blo, &p, &q);
    BitsEdge *s = sym_edges(x, n + 1);
    net_add(x->net, p, q, n, s);
    return sym_binary(x, alo + blo, s, n + 1);
}

/* const - v: the complement of the bits counts down. */
static Sym from_constant(SymExec *x, int64_t k, Sym v)
{
    int64_t lo, hi;
    sym_range(&v, &lo, &hi);
    uint32_t n = width_of(hi - lo);
    BitsEdge *bit = sym_edges(x, n);
    sym_as_bits(x, v, lo, bit, n);
    for (uint32_t i = 0; i < n; i++)
        bit[i] = net_not(bit[i]);
    return sym_binary(x, k - lo - (((int64_t)1 << n) - 1), bit, n);
}

static Sym product(SymExec *x, Sym a, Sym b)
{
    int64_t lo, hi;
    if (a.kind == SYM_CONST) {
        Sym t = a;
        a = b;
        b = t;
    }
    sym_range(&a, &lo, &hi);
    uint32_t n = width_of(hi - lo);
    BitsEdge *bit = sym_edges(x, n);
    sym_as_bits(x, a, lo, bit, n);
    Sym result = sym_arith(x, IR_OP_MUL, b, sym_const(lo));
    for (uint32_t i = 0; i < n && !x->fail; i++) {
        Sym part = sym_arith(x, IR_OP_MUL, b, sym_const((int64_t)1 << i));
        result = sym_arith(x, IR_OP_ADD, result, sym_mux(x, bit[i], part, sym_const(0)));
    }
    return result;
}

/* Binary times a constant: shifted sums. */
static Sym scaled(SymExec *x, Sym v, int64_t k)
{
    if (k < 0)
        return from_constant(x, 0, scaled(x, v, -k));
    uint32_t shift = 0;
    Sym result = sym_const(v.lo * k);
    for (uint64_t rest = (uint64_t)k; rest; rest >>= 1, shift++) {
        if (!(rest & 1))
            continue;
        BitsEdge *bit = sym_edges(x, v.n + shift);
        memcpy(bit + shift, v.bit, v.n * sizeof *bit);
        result = sym_arith(x, IR_OP_ADD, result, sym_binary(x, 0, bit, v.n + shift));
    }
    return result;
}

static Sym in_binary(SymExec *x, IrOp op, Sym a, Sym b)
{
    switch (op) {
    case IR_OP_ADD:
        if (a.kind == SYM_CONST || b.kind == SYM_CONST) {
            Sym v = a.kind == SYM_CONST ? b : a;
            v.lo += a.kind == SYM_CONST ? a.lo : b.lo;
            return v;
        }
        return sum(x, a, b);
    case IR_OP_SUB:
        if (b.kind == SYM_CONST) {
            a.lo -= b.lo;
            return a;
        }
        return a.kind == SYM_CONST ? from_constant(x, a.lo, b) : sum(x, a, from_constant(x, 0, b));
    case IR_OP_NEG:
        return from_constant(x, 0, a);
    case IR_OP_MIN:
        return sym_mux(x, sym_compare(x, IR_OP_LT, a, b), a, b);
    case IR_OP_MAX:
        return sym_mux(x, sym_compare(x, IR_OP_LT, a, b), b, a);
    case IR_OP_ABS:
        return sym_mux(x, sym_compare(x, IR_OP_LT, a, sym_const(0)), from_constant(x, 0, a), a);
    case IR_OP_MUL:
        if (a.kind == SYM_BINARY && b.kind == SYM_CONST)
            return scaled(x, a, b.lo);
        if (b.kind == SYM_BINARY && a.kind == SYM_CONST)
            return scaled(x, b, a.lo);
        return product(x, a, b);
    default:
        return by_case(x, op, a, b);
    }
}

Sym sym_arith(SymExec *x, IrOp op, Sym a, Sym b)
{
    int64_t r;
    if (a.kind == SYM_NOTHING || b.kind == SYM_NOTHING || x->fail)
        return (Sym){.kind = SYM_NOTHING};
    if (a.kind == SYM_CONST && b.kind == SYM_CONST)
        return number(op, a.lo, b.lo, &r) ? sym_const(r) : (Sym){.kind = SYM_NOTHING};
    bool slots = a.kind == SYM_SLOTS || b.kind == SYM_SLOTS;
    bool known = (a.kind == SYM_SLOTS || a.kind == SYM_CONST) && (b.kind == SYM_SLOTS || b.kind == SYM_CONST);
    if (slots && known)
        return by_slot(x, op, a, b);
    a = sym_plain(x, a);
    b = sym_plain(x, b);
    if (ir_is_comparison(op))
        return sym_bit(x, sym_compare(x, op, a, b));
    bool unshifted = (op == IR_OP_ADD || op == IR_OP_SUB) && (a.kind == SYM_BINARY || b.kind == SYM_BINARY) &&
                     (a.kind == SYM_CONST || b.kind == SYM_CONST);
    if (!unshifted && few_cases(a, b))
        return by_case(x, op, a, b);
    return in_binary(x, op, a, b);
}

/* ---- comparison ------------------------------------------------------------------ */

typedef struct {
    IrOp op;
    int64_t b;
} Against;

static bool stands(int64_t value, const void *data)
{
    const Against *with = data;
    int64_t r;
    return number(with->op, value, with->b, &r) && r;
}

static BitsEdge equal(SymExec *x, Sym a, Sym b)
{
    int64_t alo, blo, hi;
    if (a.kind == SYM_CONST)
        return sym_is(x, b, a.lo);
    if (b.kind == SYM_CONST)
        return sym_is(x, a, b.lo);
    sym_range(&a, &alo, &hi);
    sym_range(&b, &blo, &hi);
    alo = alo < blo ? alo : blo;
    BitsEdge *p, *q;
    uint32_t n = as_pair(x, &a, &b, alo, alo, &p, &q);
    for (uint32_t i = 0; i < n; i++)
        p[i] = net_not(net_xor(x->net, p[i], q[i]));
    return net_and_all(x->net, p, n);
}

/* a < b, from the lowest bit on: the highest that differs decides. */
static BitsEdge less(SymExec *x, Sym a, Sym b)
{
    int64_t alo, blo, ahi, bhi;
    sym_range(&a, &alo, &ahi);
    sym_range(&b, &blo, &bhi);
    if (ahi < blo || alo >= bhi)
        return ahi < blo;
    alo = alo < blo ? alo : blo;
    BitsEdge *p, *q, lower = BITS_FALSE;
    uint32_t n = as_pair(x, &a, &b, alo, alo, &p, &q);
    for (uint32_t i = 0; i < n; i++)
        lower = net_mux(x->net, net_xor(x->net, p[i], q[i]), q[i], lower);
    return lower;
}

static IrOp mirrored(IrOp op)
{
    return op == IR_OP_LT ? IR_OP_GT : op == IR_OP_GT ? IR_OP_LT : op == IR_OP_LE ? IR_OP_GE : op == IR_OP_GE ? IR_OP_LE : op;
}

BitsEdge sym_compare(SymExec *x, IrOp op, Sym a, Sym b)
{
    a = sym_plain(x, a);
    b = sym_plain(x, b);
    if (a.kind == SYM_NOTHING || b.kind == SYM_NOTHING || x->fail)
        return BITS_FALSE;
    if (a.kind == SYM_CONST) {
        Sym t = a;
        a = b;
        b = t;
        op = mirrored(op);
    }
    if (b.kind == SYM_CONST && a.kind != SYM_BINARY) {
        size_t n;
        const SymCase *cases = sym_as_cases(x, a, &n);
        Against with = {op, b.lo};
        return sym_when(x, cases, n, stands, &with);
    }
    if (few_cases(a, b) && a.kind != SYM_BINARY && b.kind != SYM_BINARY)
        return sym_truth(x, by_case(x, op, a, b));
    switch (op) {
    case IR_OP_EQ: return equal(x, a, b);
    case IR_OP_NE: return net_not(equal(x, a, b));
    case IR_OP_LT: return less(x, a, b);
    case IR_OP_GT: return less(x, b, a);
    case IR_OP_LE: return net_not(less(x, b, a));
    default: return net_not(less(x, a, b));
    }
}
