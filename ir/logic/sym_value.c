/* sym_value.c - symbolic numbers: cases, binary, and from one to the other. */
#include "ir/logic/sym.h"

#include <stdlib.h>
#include <string.h>

void sym_fail(SymExec *x, const char *format, ...)
{
    if (x->fail)
        return;
    va_list args;
    va_start(args, format);
    x->fail = arena_vprintf(x->arena, format, args);
    va_end(args);
}

/* ---- making ---------------------------------------------------------------------- */

BitsEdge *sym_edges(SymExec *x, size_t n)
{
    return ARENA_ARRAY(x->arena, BitsEdge, n ? n : 1);
}

BitsEdge *sym_edges_of(SymExec *x, const BitsEdge *edge, size_t n)
{
    return n ? memcpy(sym_edges(x, n), edge, n * sizeof *edge) : sym_edges(x, n);
}

BitsEdge *sym_temp(SymExec *x, size_t n)
{
    if (n > x->ntemp) {
        x->ntemp = 2 * n + 64;
        x->temp = ARENA_ARRAY(x->arena, BitsEdge, x->ntemp);
    }
    return x->temp;
}

Sym sym_const(int64_t value)
{
    return (Sym){.kind = SYM_CONST, .lo = value};
}

Sym sym_bit(SymExec *x, BitsEdge edge)
{
    if (edge <= BITS_TRUE)
        return sym_const(edge);
    BitsEdge *bit = sym_edges(x, 1);
    *bit = edge;
    return (Sym){.kind = SYM_BINARY, .n = 1, .bit = bit};
}

enum { WIDEST = 56 };

Sym sym_binary(SymExec *x, int64_t lo, const BitsEdge *bit, uint32_t n)
{
    while (n && bit[n - 1] == BITS_FALSE)
        n--;
    if (n > WIDEST) {
        sym_fail(x, "a number of %u bits", n);
        return sym_const(lo);
    }
    bool constant = true;
    for (uint32_t i = 0; i < n; i++)
        constant = constant && bit[i] <= BITS_TRUE;
    if (!constant)
        return (Sym){.kind = SYM_BINARY, .n = n, .lo = lo, .bit = arena_copy(x->arena, bit, n * sizeof *bit)};
    for (uint32_t i = 0; i < n; i++)
        lo += (int64_t)bit[i] << i;
    return sym_const(lo);
}

Sym sym_set(SymExec *x, const BitsEdge *bit, uint32_t n)
{
    (void)x;
    return (Sym){.kind = SYM_SET, .n = n, .bit = bit};
}

static int by_value(const void *a, const void *b)
{
    const SymCase *p = a, *q = b;
    return p->value != q->value ? (p->value < q->value ? -1 : 1) : (p->when > q->when) - (p->when < q->when);
}

Sym sym_cases(SymExec *x, SymCase *cases, size_t n)
{
    qsort(cases, n, sizeof *cases, by_value);
    size_t k = 0;
    BitsEdge *same = sym_temp(x, n);
    for (size_t i = 0; i < n;) {
        size_t m = 0;
        int64_t value = cases[i].value;
        for (; i < n && cases[i].value == value; i++)
            same[m++] = cases[i].when;
        BitsEdge when = net_or_all(x->net, same, m);
        if (when != BITS_FALSE)
            cases[k++] = (SymCase){value, when};
    }
    if (k == 0)
        return (Sym){.kind = SYM_NOTHING};
    if (k == 1)
        return sym_const(cases[0].value);
    for (size_t i = 0; i < k; i++)
        if (cases[i].when == BITS_TRUE)
            return sym_const(cases[i].value);
    return (Sym){.kind = SYM_CASES, .n = (uint32_t)k, .cases = cases};
}

/* ---- as cases -------------------------------------------------------------------- */

static Sym slots_as_cases(SymExec *x, const int64_t *slot)
{
    SymCase *cases = ARENA_ARRAY(x->arena, SymCase, x->nslot + 1);
    for (uint32_t i = 0; i < x->nslot; i++)
        cases[i] = (SymCase){slot[i], x->slot[i]};
    return sym_cases(x, cases, x->nslot);
}

enum { MOST_DECODED = 10 };

static Sym decoded(SymExec *x, Sym v)
{
    if (v.n > MOST_DECODED) {
        sym_fail(x, "a number of %u bits where few values are wanted", v.n);
        return (Sym){.kind = SYM_NOTHING};
    }
    size_t n = (size_t)1 << v.n;
    SymCase *cases = ARENA_ARRAY(x->arena, SymCase, n);
    cases[0] = (SymCase){v.lo, BITS_TRUE};
    for (uint32_t b = 0; b < v.n; b++) /* each bit doubles what there is */
        for (size_t i = 0, m = (size_t)1 << b; i < m; i++) {
            BitsEdge when = cases[i].when;
            cases[m + i] = (SymCase){cases[i].value + ((int64_t)1 << b), net_and(x->net, when, v.bit[b])};
            cases[i].when = net_and(x->net, when, net_not(v.bit[b]));
        }
    return sym_cases(x, cases, n);
}

bool sym_has_cases(Sym v)
{
    return v.kind != SYM_BINARY || v.n <= 4;
}

const SymCase *sym_as_cases(SymExec *x, Sym v, size_t *n)
{
    if (v.kind == SYM_SLOTS)
        v = slots_as_cases(x, v.slot);
    else if (v.kind == SYM_BINARY)
        v = decoded(x, v);
    *n = v.n;
    if (v.kind == SYM_CASES)
        return v.cases;
    SymCase *one = ARENA_NEW(x->arena, SymCase);
    *one = (SymCase){v.lo, BITS_TRUE};
    *n = v.kind == SYM_CONST;
    return one;
}

BitsEdge sym_when(SymExec *x, const SymCase *cases, size_t n, bool (*in)(int64_t value, const void *data),
                  const void *data)
{
    BitsEdge *yes = sym_temp(x, 2 * n), *no = yes + n;
    size_t nyes = 0, nno = 0;
    for (size_t i = 0; i < n; i++)
        if (in(cases[i].value, data))
            yes[nyes++] = cases[i].when;
        else
            no[nno++] = cases[i].when;
    return nyes <= nno || nyes < 2 ? net_or_all(x->net, yes, nyes) : net_not(net_or_all(x->net, no, nno));
}

/* ---- as bits --------------------------------------------------------------------- */

void sym_range(const Sym *v, int64_t *lo, int64_t *hi)
{
    *lo = *hi = v->lo;
    if (v->kind == SYM_CASES) {
        *lo = v->cases[0].value;
        *hi = v->cases[v->n - 1].value;
    } else if (v->kind == SYM_BINARY) {
        *hi = v->lo + ((int64_t)1 << v->n) - 1;
    }
}

typedef struct {
    int64_t lo;
    uint32_t bit;
} BitIn;

static bool bit_in(int64_t value, const void *data)
{
    const BitIn *in = data;
    return ((uint64_t)(value - in->lo) >> in->bit & 1) != 0;
}

/* Bits of value + offset, offset >= 0. */
static void add_constant(SymExec *x, const Sym *v, uint64_t offset, BitsEdge *bit, uint32_t n)
{
    BitsEdge carry = BITS_FALSE;
    for (uint32_t i = 0; i < n; i++) {
        BitsEdge a = i < v->n ? v->bit[i] : BITS_FALSE, sum = net_xor(x->net, a, carry);
        bool one = i < 64 && (offset >> i & 1);
        bit[i] = one ? net_not(sum) : sum;
        carry = one ? net_or(x->net, a, carry) : net_and(x->net, a, carry);
    }
}

/* A number below lo or above what n bits hold makes no sense here: wraps around. */
void sym_as_bits(SymExec *x, Sym v, int64_t lo, BitsEdge *bit, uint32_t n)
{
    if (v.kind == SYM_BINARY) {
        add_constant(x, &v, (uint64_t)(v.lo - lo), bit, n);
        return;
    }
    size_t ncase;
    const SymCase *cases = sym_as_cases(x, v, &ncase);
    for (uint32_t i = 0; i < n; i++) {
        BitIn in = {lo, i};
        bit[i] = sym_when(x, cases, ncase, bit_in, &in);
    }
}

static bool not_zero(int64_t value, const void *data)
{
    (void)data;
    return value != 0;
}

BitsEdge sym_truth(SymExec *x, Sym v)
{
    if (v.kind == SYM_CONST)
        return v.lo != 0;
    if (v.kind == SYM_BINARY && v.n == 1 && v.lo == 0)
        return v.bit[0];
    if (v.kind == SYM_BINARY)
        return net_not(sym_is(x, v, 0));
    size_t n;
    const SymCase *cases = sym_as_cases(x, v, &n);
    return sym_when(x, cases, n, not_zero, NULL);
}

BitsEdge sym_is(SymExec *x, Sym v, int64_t number)
{
    if (v.kind == SYM_BINARY) {
        uint64_t rest = (uint64_t)(number - v.lo);
        if (number < v.lo || rest >> v.n)
            return BITS_FALSE;
        BitsEdge *bit = sym_temp(x, v.n);
        for (uint32_t i = 0; i < v.n; i++)
            bit[i] = rest >> i & 1 ? v.bit[i] : net_not(v.bit[i]);
        return net_and_all(x->net, bit, v.n);
    }
    size_t n;
    const SymCase *cases = sym_as_cases(x, v, &n);
    for (size_t i = 0; i < n; i++)
        if (cases[i].value == number)
            return n == 1 ? BITS_TRUE : cases[i].when;
    return BITS_FALSE;
}

/* ---- either ---------------------------------------------------------------------- */

static Sym mux_sets(SymExec *x, BitsEdge c, Sym a, Sym b)
{
    BitsEdge *bit = sym_edges(x, a.n);
    for (uint32_t i = 0; i < a.n; i++)
        bit[i] = net_mux(x->net, c, a.bit[i], b.bit[i]);
    return sym_set(x, bit, a.n);
}

static Sym mux_cases(SymExec *x, BitsEdge c, Sym a, Sym b)
{
    size_t n, m, i = 0, j = 0, k = 0;
    const SymCase *p = sym_as_cases(x, a, &n), *q = sym_as_cases(x, b, &m);
    SymCase *cases = ARENA_ARRAY(x->arena, SymCase, n + m + 1);
    while (i < n || j < m) {
        bool left = j == m || (i < n && p[i].value <= q[j].value);
        bool right = i == n || (j < m && q[j].value <= p[i].value);
        cases[k].value = left ? p[i].value : q[j].value;
        cases[k++].when = net_mux(x->net, c, left ? p[i].when : BITS_FALSE, right ? q[j].when : BITS_FALSE);
        i += left;
        j += right;
    }
    return sym_cases(x, cases, k);
}

static Sym mux_bits(SymExec *x, BitsEdge c, Sym a, Sym b)
{
    int64_t alo, ahi, blo, bhi;
    sym_range(&a, &alo, &ahi);
    sym_range(&b, &blo, &bhi);
    int64_t lo = alo < blo ? alo : blo, hi = ahi > bhi ? ahi : bhi;
    uint32_t n = 0;
    while (n < 62 && (hi - lo) >> n)
        n++;
    BitsEdge *p = sym_edges(x, n), *q = sym_edges(x, n);
    sym_as_bits(x, a, lo, p, n);
    sym_as_bits(x, b, lo, q, n);
    for (uint32_t i = 0; i < n; i++)
        p[i] = net_mux(x->net, c, p[i], q[i]);
    return sym_binary(x, lo, p, n);
}

static bool same_value(const Sym *a, const Sym *b)
{
    return a->kind == b->kind && a->n == b->n && a->lo == b->lo && a->cases == b->cases && a->bit == b->bit &&
           a->slot == b->slot;
}

Sym sym_plain(SymExec *x, Sym v)
{
    return v.kind == SYM_SLOTS ? slots_as_cases(x, v.slot) : v;
}

Sym sym_within(SymExec *x, Sym v, IrType type)
{
    if (v.kind != SYM_BINARY || type.kind != IR_INT || type.hi < v.lo)
        return v;
    uint32_t n = 0;
    while (n < 62 && (type.hi - v.lo) >> n)
        n++;
    return n < v.n ? sym_binary(x, v.lo, v.bit, n) : v;
}

/* A value that counts only where c holds. */
static Sym where_holds(SymExec *x, BitsEdge c, Sym v)
{
    if (v.kind == SYM_CASES) {
        SymCase *cases = arena_copy(x->arena, v.cases, v.n * sizeof *cases);
        for (uint32_t i = 0; i < v.n; i++)
            cases[i].when = net_given(x->net, c, cases[i].when);
        return sym_cases(x, cases, v.n);
    }
    if (v.kind != SYM_BINARY && v.kind != SYM_SET)
        return v;
    BitsEdge *bit = sym_edges_of(x, v.bit, v.n);
    for (uint32_t i = 0; i < v.n; i++)
        bit[i] = net_given(x->net, c, bit[i]);
    return v.kind == SYM_SET ? sym_set(x, bit, v.n) : sym_binary(x, v.lo, bit, v.n);
}

Sym sym_one_of(SymExec *x, BitsEdge c, Sym value, Sym others)
{
    return others.kind == SYM_NOTHING ? where_holds(x, c, value) : sym_mux(x, c, value, others);
}

Sym sym_mux(SymExec *x, BitsEdge c, Sym a, Sym b)
{
    if (c == BITS_TRUE || b.kind == SYM_NOTHING || same_value(&a, &b))
        return a;
    if (c == BITS_FALSE || a.kind == SYM_NOTHING)
        return b;
    if (a.kind == SYM_SET && b.kind == SYM_SET)
        return mux_sets(x, c, a, b);
    a = sym_plain(x, a);
    b = sym_plain(x, b);
    if (a.kind == SYM_NOTHING || b.kind == SYM_NOTHING)
        return a.kind == SYM_NOTHING ? b : a;
    bool bits = a.kind == SYM_BINARY && b.kind == SYM_BINARY;
    if (!bits && a.kind != SYM_BINARY && b.kind != SYM_BINARY)
        return mux_cases(x, c, a, b);
    if (!bits && sym_has_cases(a) && sym_has_cases(b) && (a.n > 1 || b.n > 1))
        return mux_cases(x, c, a, b);
    return mux_bits(x, c, a, b);
}
