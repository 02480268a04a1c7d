/* net.c - gates: each exists once, local simplification. */
#include "ir/logic/net.h"
#include "ir/logic/cofactor.h"

#include <string.h>

/* ---- the table of gates ----------------------------------------------------------- */

static size_t hash(BitsGate g)
{
    uint64_t h = (uint64_t)g.kind * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ g.a) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 29) ^ g.b) * UINT64_C(0x94d049bb133111eb);
    h = (h ^ (h >> 31) ^ g.c) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h ^ (h >> 32));
}

static bool same(BitsGate a, BitsGate b)
{
    return a.kind == b.kind && a.a == b.a && a.b == b.b && a.c == b.c;
}

static void enlarge(BitsNet *net)
{
    size_t n = net->nbucket ? 2 * net->nbucket : 1024;
    uint32_t *bucket = ARENA_ARRAY(net->arena, uint32_t, n);
    for (uint32_t i = 1; i < net->gate.n; i++) {
        size_t h = hash(net->gate.at[i]) & (n - 1);
        while (bucket[h])
            h = (h + 1) & (n - 1);
        bucket[h] = i;
    }
    net->bucket = bucket;
    net->nbucket = n;
}

static BitsEdge add(BitsNet *net, BitsGate gate)
{
    if (net->full)
        return BITS_FALSE;
    size_t h = hash(gate) & (net->nbucket - 1);
    for (; net->bucket[h]; h = (h + 1) & (net->nbucket - 1))
        if (same(net->gate.at[net->bucket[h]], gate))
            return net->bucket[h] << 1;
    if (net->gate.n >= net->limit) {
        net->full = true;
        return BITS_FALSE;
    }
    net->bucket[h] = (uint32_t)net->gate.n;
    vec_push(net->arena, &net->gate, gate);
    if (2 * net->gate.n > net->nbucket)
        enlarge(net);
    return (BitsEdge)(net->gate.n - 1) << 1;
}

BitsNet *net_new(Arena *arena, uint32_t limit)
{
    BitsNet *net = ARENA_NEW(arena, BitsNet);
    net->arena = arena;
    net->limit = limit;
    vec_push(arena, &net->gate, (BitsGate){.kind = BITS_CONST});
    enlarge(net);
    return net;
}

BitsEdge net_state(BitsNet *net, uint32_t number)
{
    return add(net, (BitsGate){.kind = BITS_STATE, .a = number});
}

BitsEdge net_does(BitsNet *net, uint32_t number)
{
    return add(net, (BitsGate){.kind = BITS_DOES, .a = number});
}

/* ---- and, xor, mux ---------------------------------------------------------------- */

static const BitsGate *gate_of(const BitsNet *net, BitsEdge edge)
{
    return &net->gate.at[edge >> 1];
}

static bool is_and(const BitsNet *net, BitsEdge edge)
{
    return !(edge & 1) && gate_of(net, edge)->kind == BITS_AND;
}

static bool is_or(const BitsNet *net, BitsEdge edge)
{
    return (edge & 1) && gate_of(net, edge)->kind == BITS_AND;
}

/* a & b where b is an and, or a negated one: what one level below says.  True if
 * *result is the answer. */
static bool absorbed(BitsNet *net, BitsEdge a, BitsEdge b, BitsEdge *result)
{
    const BitsGate *g = gate_of(net, b);
    if (g->kind == BITS_MUX && (g->a >> 1) == (a >> 1)) {
        BitsEdge taken = (g->a == a ? g->b : g->c) ^ (b & 1);
        *result = net_and(net, a, taken);
        return true;
    }
    if (g->kind != BITS_AND)
        return false;
    if (is_and(net, b)) {
        if (g->a == a || g->b == a)
            *result = b;
        else if (g->a == (a ^ 1) || g->b == (a ^ 1))
            *result = BITS_FALSE;
        else
            return false;
        return true;
    }
    if (g->a == (a ^ 1) || g->b == (a ^ 1))
        *result = a;
    else if (g->a == a)
        *result = net_and(net, a, g->b ^ 1);
    else if (g->b == a)
        *result = net_and(net, a, g->a ^ 1);
    else
        return false;
    return true;
}

/* (x & y) & (z & w), or with one side negated: shared or opposite inputs. */
static bool both_and(BitsNet *net, BitsEdge a, BitsEdge b, BitsEdge *result)
{
    const BitsGate *g = gate_of(net, a), *h = gate_of(net, b);
    if (g->kind != BITS_AND || h->kind != BITS_AND)
        return false;
    BitsEdge x[2] = {g->a, g->b}, y[2] = {h->a, h->b};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            bool opposite = x[i] == (y[j] ^ 1), equal = x[i] == y[j];
            if (is_and(net, a) && is_and(net, b) && opposite) {
                *result = BITS_FALSE;
                return true;
            }
            if (is_and(net, a) != is_and(net, b) && (opposite || equal)) {
                BitsEdge whole = is_and(net, a) ? a : b, rest = is_and(net, a) ? y[1 - j] : x[1 - i];
                *result = opposite ? whole : net_and(net, whole, rest ^ 1);
                return true;
            }
            if (is_or(net, a) && is_or(net, b) && opposite && x[1 - i] == y[1 - j]) {
                *result = x[1 - i] ^ 1; /* (p | q) & (!p | q) */
                return true;
            }
        }
    return false;
}

BitsEdge net_and(BitsNet *net, BitsEdge a, BitsEdge b)
{
    BitsEdge result;
    if (a > b) {
        BitsEdge t = a;
        a = b;
        b = t;
    }
    if (a == BITS_FALSE || a == (b ^ 1))
        return BITS_FALSE;
    if (a == BITS_TRUE || a == b)
        return b;
    if (absorbed(net, a, b, &result) || absorbed(net, b, a, &result) || both_and(net, a, b, &result))
        return result;
    return add(net, (BitsGate){.kind = BITS_AND, .a = a, .b = b});
}

BitsEdge net_xor(BitsNet *net, BitsEdge a, BitsEdge b)
{
    BitsEdge flip = (a ^ b) & 1;
    a &= ~1u;
    b &= ~1u;
    if (a > b) {
        BitsEdge t = a;
        a = b;
        b = t;
    }
    if (a == b)
        return flip;
    if (a == BITS_FALSE)
        return b ^ flip;
    const BitsGate *g = gate_of(net, b);
    if (g->kind == BITS_XOR && (g->a == a || g->b == a))
        return (g->a == a ? g->b : g->a) ^ flip;
    return add(net, (BitsGate){.kind = BITS_XOR, .a = a, .b = b}) ^ flip;
}

/* c ? b : e where b is `e and something` or `e or something`: no mux is needed. */
static bool changed_in_part(BitsNet *net, BitsEdge c, BitsEdge b, BitsEdge e, BitsEdge *result)
{
    const BitsGate *g = gate_of(net, b);
    if (g->kind != BITS_AND)
        return false;
    BitsEdge flip = b & 1; /* b = !(x & y): with !e that is !e ? .. : changed dually */
    for (int i = 0; i < 2; i++) {
        BitsEdge mine = i ? g->b : g->a, other = i ? g->a : g->b;
        if (mine == (e ^ flip)) {
            *result = net_and(net, mine, net_or(net, c ^ 1, other)) ^ flip;
            return true;
        }
    }
    return false;
}

/* Two moves, of which only one is made. */
static bool other_move(const void *net, uint32_t a, uint32_t b)
{
    const BitsNet *n = net;
    return n->alone && a != b && !((a | b) & 1) && gate_of(n, a)->kind == BITS_DOES && gate_of(n, b)->kind == BITS_DOES;
}

static GivenGate given_gate(const void *net, uint32_t gate)
{
    const BitsGate *g = &((const BitsNet *)net)->gate.at[gate];
    GivenKind kind = g->kind == BITS_AND ? GIVEN_AND : g->kind == BITS_MUX ? GIVEN_MUX : GIVEN_OTHER;
    return (GivenGate){kind, g->a, g->b, g->c};
}

BitsEdge net_given(const BitsNet *net, BitsEdge condition, BitsEdge edge)
{
    return given_edge(&(GivenNet){net, given_gate, other_move}, condition, edge);
}

BitsEdge net_mux(BitsNet *net, BitsEdge a, BitsEdge b, BitsEdge c)
{
    b = net_given(net, a, b);
    c = net_given(net, a ^ 1, c);
    BitsEdge result, flip = 0;
    if (a & 1) {
        BitsEdge t = b;
        b = c;
        c = t;
        a ^= 1;
    }
    if (a == BITS_FALSE)
        return c;
    if (b == c)
        return b;
    if (b == (c ^ 1))
        return net_xor(net, a, c);
    if (b == BITS_TRUE || b == a)
        return net_or(net, a, c);
    if (b == BITS_FALSE || b == (a ^ 1))
        return net_and(net, a ^ 1, c);
    if (c == BITS_FALSE || c == a)
        return net_and(net, a, b);
    if (c == BITS_TRUE || c == (a ^ 1))
        return net_or(net, a ^ 1, b);
    if (changed_in_part(net, a, b, c, &result) || changed_in_part(net, a ^ 1, c, b, &result))
        return result;
    const BitsGate *g = gate_of(net, b), *h = gate_of(net, c);
    if (g->kind == BITS_MUX && g->a == a)
        return net_mux(net, a, g->b ^ (b & 1), c);
    if (h->kind == BITS_MUX && h->a == a)
        return net_mux(net, a, b, h->c ^ (c & 1));
    if (b & 1) {
        flip = 1;
        b ^= 1;
        c ^= 1;
    }
    return add(net, (BitsGate){.kind = BITS_MUX, .a = a, .b = b, .c = c}) ^ flip;
}

/* ---- of many ---------------------------------------------------------------------- */

BitsEdge net_or_all(BitsNet *net, BitsEdge *edge, size_t n)
{
    for (size_t i = 0; i < n; i++)
        edge[i] ^= 1;
    return net_and_all(net, edge, n) ^ 1;
}

BitsEdge net_and_all(BitsNet *net, BitsEdge *edge, size_t n)
{
    if (n == 0)
        return BITS_TRUE;
    for (; n > 1; n = (n + 1) / 2) {
        for (size_t i = 0; i < n / 2; i++)
            edge[i] = net_and(net, edge[2 * i], edge[2 * i + 1]);
        if (n % 2)
            edge[n / 2] = edge[n - 1];
    }
    return edge[0];
}

enum { MOST_CONJUNCTS = 64 };

static size_t conjuncts(const BitsNet *net, BitsEdge edge, BitsEdge *out, size_t n)
{
    if (n < MOST_CONJUNCTS)
        out[n++] = edge;
    if (!is_and(net, edge) || n >= MOST_CONJUNCTS)
        return n;
    n = conjuncts(net, gate_of(net, edge)->a, out, n);
    return conjuncts(net, gate_of(net, edge)->b, out, n);
}

/* Is `not c` implied: is c an or all whose parts are denied? */
static bool denied(const BitsNet *net, BitsEdge c, const BitsEdge *given, size_t n, int depth)
{
    for (size_t i = 0; i < n; i++)
        if (given[i] == (c ^ 1) || other_move(net, given[i], c))
            return true;
    if (depth == 0)
        return false;
    const BitsGate *g = gate_of(net, c);
    if (is_or(net, c))
        return denied(net, g->a ^ 1, given, n, depth - 1) && denied(net, g->b ^ 1, given, n, depth - 1);
    return is_and(net, c) && (denied(net, g->a, given, n, depth - 1) || denied(net, g->b, given, n, depth - 1));
}

bool net_exclude(const BitsNet *net, BitsEdge a, BitsEdge b)
{
    BitsEdge x[MOST_CONJUNCTS], y[MOST_CONJUNCTS];
    size_t n = conjuncts(net, a, x, 0), m = conjuncts(net, b, y, 0);
    if (a == BITS_FALSE || b == BITS_FALSE)
        return true;
    for (size_t i = 0; i < n; i++)
        if (denied(net, x[i], y, m, 8))
            return true;
    for (size_t i = 0; i < m; i++)
        if (denied(net, y[i], x, n, 8))
            return true;
    return false;
}

/* ---- loops ------------------------------------------------------------------------ */

uint32_t net_loop(BitsNet *net, const BitsEdge *start, uint32_t n, uint32_t bound)
{
    BitsLoop loop = {.nvar = n, .bound = bound, .first_var = (uint32_t)net->gate.n};
    loop.start = arena_copy(net->arena, start, n * sizeof *start);
    loop.step = ARENA_ARRAY(net->arena, BitsEdge, n);
    uint32_t number = (uint32_t)net->loop.n;
    vec_push(net->arena, &net->loop, loop);
    for (uint32_t i = 0; i < n; i++)
        add(net, (BitsGate){.kind = BITS_VAR, .a = number, .b = i});
    return number;
}

BitsEdge net_var(const BitsNet *net, uint32_t loop, uint32_t number)
{
    return net->full ? BITS_FALSE : (net->loop.at[loop].first_var + number) << 1;
}

BitsEdge net_rest(BitsNet *net, uint32_t loop, uint32_t number)
{
    return add(net, (BitsGate){.kind = BITS_LOOP, .a = loop, .b = number});
}

/* ---- numbers ---------------------------------------------------------------------- */

static void full_adder(BitsNet *net, BitsEdge a, BitsEdge b, BitsEdge c, BitsEdge *sum, BitsEdge *carry)
{
    BitsEdge half = net_xor(net, a, b);
    *sum = net_xor(net, half, c);
    *carry = c == BITS_FALSE ? net_and(net, a, b) : net_mux(net, half, c, a);
}

void net_add(BitsNet *net, const BitsEdge *a, const BitsEdge *b, uint32_t n, BitsEdge *sum)
{
    BitsEdge carry = BITS_FALSE;
    for (uint32_t i = 0; i < n; i++) {
        BitsEdge s;
        full_adder(net, a[i], b[i], carry, &s, &carry);
        sum[i] = s;
    }
    sum[n] = carry;
}

/* Carry save: three bits of a weight are one of it, which goes to the end of the
 * queue, and one of the next. */
/* Bits that depend on different moves never hold together, so they count as one; returns how
 * many are left. */
static size_t join_apart(BitsNet *net, const BitsEdge *bit, size_t n, BitsEdge *out, Arena *scratch)
{
    size_t nbin = 0, *bin = ARENA_ARRAY(scratch, size_t, n + 1);
    for (size_t i = 0; i < n; i++) {
        BitsEdge part[MOST_CONJUNCTS];
        size_t nparts = conjuncts(net, bit[i], part, 0), at = 0;
        bool moved = false;
        for (size_t k = 0; k < nparts && net->alone; k++)
            moved |= gate_of(net, part[k])->kind == BITS_DOES && !(part[k] & 1);
        for (bool apart = false; moved && !apart && at < nbin; at += !apart) {
            apart = true;
            for (size_t j = 0; j < i && apart; j++)
                apart = bin[j] != at || net_exclude(net, bit[i], bit[j]);
        }
        bin[i] = moved ? at : nbin;
        out[bin[i]] = bin[i] == nbin ? bit[i] : net_or(net, out[bin[i]], bit[i]);
        nbin += bin[i] == nbin;
    }
    return nbin;
}

uint32_t net_count(BitsNet *net, const BitsEdge *bit, size_t n, BitsEdge *sum)
{
    Arena *scratch = arena_beside(net->arena);
    BitsEdge *now = ARENA_ARRAY(scratch, BitsEdge, 2 * n + 1), *next = ARENA_ARRAY(scratch, BitsEdge, 2 * n + 1);
    size_t tail = 0;
    for (size_t i = 0; i < n; i++)
        if (bit[i] != BITS_FALSE)
            next[tail++] = bit[i];
    tail = join_apart(net, next, tail, now, scratch);
    uint32_t width = 0;
    for (; tail && width < 32; width++) {
        size_t head = 0, nnext = 0;
        while (tail - head > 1) {
            bool three = tail - head > 2;
            BitsEdge s, carry;
            full_adder(net, now[head], now[head + 1], three ? now[head + 2] : BITS_FALSE, &s, &carry);
            head += three ? 3 : 2;
            now[tail++] = s;
            if (carry != BITS_FALSE)
                next[nnext++] = carry;
        }
        sum[width] = now[head];
        BitsEdge *t = now;
        now = next;
        next = t;
        tail = nnext;
    }
    arena_free(scratch);
    return width;
}

/* ---- copies ----------------------------------------------------------------------- */

NetCopy net_copy_new(Arena *arena, const BitsGate *gate, uint32_t ngate, const BitsLoop *loop, uint32_t nloop, BitsNet *to)
{
    NetCopy copy = {.gate = gate, .loop = loop, .to = to};
    copy.map = ARENA_ARRAY(arena, BitsEdge, ngate + 1);
    copy.loop_map = ARENA_ARRAY(arena, uint32_t, nloop + 1);
    copy.needed = ARENA_ARRAY(arena, bool, ngate + 1);
    memset(copy.map, 0xff, (ngate + 1) * sizeof *copy.map);
    memset(copy.loop_map, 0xff, (nloop + 1) * sizeof *copy.loop_map);
    return copy;
}

BitsEdge net_copied(const NetCopy *copy, BitsEdge edge)
{
    return copy->map[edge >> 1] ^ (edge & 1);
}

static int operands(const BitsGate *g, BitsEdge *out)
{
    out[0] = g->a;
    out[1] = g->b;
    out[2] = g->c;
    return g->kind == BITS_AND || g->kind == BITS_XOR ? 2 : g->kind == BITS_MUX ? 3 : 0;
}

void net_need(NetCopy *copy, BitsEdge root)
{
    Arena *scratch = arena_new();
    VEC(uint32_t) waiting = {0};
    vec_push(scratch, &waiting, root >> 1);
    while (waiting.n) {
        uint32_t i = waiting.at[--waiting.n];
        const BitsGate *g = &copy->gate[i];
        if (copy->needed[i])
            continue;
        copy->needed[i] = true;
        if (copy->map[i] != NET_UNMADE)
            continue;
        BitsEdge in[3];
        for (int k = operands(g, in) - 1; k >= 0; k--)
            vec_push(scratch, &waiting, in[k] >> 1);
        if (g->kind != BITS_LOOP && g->kind != BITS_VAR)
            continue;
        const BitsLoop *loop = &copy->loop[g->a];
        for (uint32_t v = 0; v < loop->nvar; v++) {
            vec_push(scratch, &waiting, loop->first_var + v);
            vec_push(scratch, &waiting, loop->start[v] >> 1);
            vec_push(scratch, &waiting, loop->step[v] >> 1);
        }
    }
    arena_free(scratch);
}

static BitsEdge copy_loop_gate(NetCopy *copy, const BitsGate *g)
{
    BitsNet *to = copy->to;
    const BitsLoop *loop = &copy->loop[g->a];
    uint32_t number = copy->loop_map[g->a];
    if (number == NET_UNMADE) { /* its first variable */
        BitsEdge *start = ARENA_ARRAY(to->arena, BitsEdge, loop->nvar);
        for (uint32_t v = 0; v < loop->nvar; v++)
            start[v] = net_copied(copy, loop->start[v]);
        number = copy->loop_map[g->a] = net_loop(to, start, loop->nvar, loop->bound);
    }
    if (g->kind == BITS_VAR)
        return net_var(to, number, g->b);
    for (uint32_t v = 0; v < loop->nvar; v++)
        to->loop.at[number].step[v] = net_copied(copy, loop->step[v]);
    return net_rest(to, number, g->b);
}

void net_copy(NetCopy *copy, uint32_t ngate)
{
    BitsNet *to = copy->to;
    for (; copy->next < ngate; copy->next++) {
        uint32_t i = copy->next;
        const BitsGate *g = &copy->gate[i];
        if (!copy->needed[i] || copy->map[i] != NET_UNMADE)
            continue;
        BitsEdge in[3] = {0};
        for (int k = operands(g, in) - 1; k >= 0; k--)
            in[k] = net_copied(copy, in[k]);
        switch (g->kind) {
        case BITS_CONST: copy->map[i] = BITS_FALSE; break;
        case BITS_STATE: copy->map[i] = net_state(to, g->a); break;
        case BITS_DOES: copy->map[i] = net_does(to, g->a); break;
        case BITS_AND: copy->map[i] = net_and(to, in[0], in[1]); break;
        case BITS_XOR: copy->map[i] = net_xor(to, in[0], in[1]); break;
        case BITS_MUX: copy->map[i] = net_mux(to, in[0], in[1], in[2]); break;
        default: copy->map[i] = copy_loop_gate(copy, g);
        }
    }
}
