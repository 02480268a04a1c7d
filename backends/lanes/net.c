/* net.c - building circuits, see net.h: each gate once, and nothing that is known. */
#include "backends/lanes/net.h"
#include "ir/logic/cofactor.h"

#include <string.h>

static uint32_t hash(const LaneGate *g)
{
    uint64_t h = (uint64_t)g->a * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ (h >> 29) ^ g->b) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 32) ^ g->c) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(h >> 32) ^ (uint32_t)g->kind;
}

static void grow(LaneNet *n)
{
    n->nslot = n->nslot ? 2 * n->nslot : 1024;
    n->slot = ARENA_ARRAY(n->arena, uint32_t, n->nslot);
    for (uint32_t i = 1; i < n->gate.n; i++) {
        uint32_t at = hash(&n->gate.at[i]) & (n->nslot - 1);
        while (n->slot[at])
            at = (at + 1) & (n->nslot - 1);
        n->slot[at] = i;
    }
}

LaneNet *lane_net_new(Arena *arena)
{
    LaneNet *n = ARENA_NEW(arena, LaneNet);
    n->arena = arena;
    LaneGate constant = {LANE_CONST, 0, 0, 0};
    vec_push(arena, &n->gate, constant);
    vec_push(arena, &n->known, 0);
    return n;
}

/* The gate as an edge, made if there is none like it. */
static LaneEdge gate(LaneNet *n, LaneGate g)
{
    if (2 * n->gate.n >= n->nslot)
        grow(n);
    uint32_t at = hash(&g) & (n->nslot - 1);
    for (; n->slot[at]; at = (at + 1) & (n->nslot - 1)) {
        uint32_t i = n->slot[at];
        const LaneGate *o = &n->gate.at[i];
        if (o->kind == g.kind && o->a == g.a && o->b == g.b && o->c == g.c)
            return n->known.at[i] ? (LaneEdge)(n->known.at[i] - 1) : 2 * i;
    }
    n->slot[at] = (uint32_t)n->gate.n;
    vec_push(n->arena, &n->gate, g);
    vec_push(n->arena, &n->known, 0);
    return 2 * n->slot[at];
}

LaneEdge lane_input(LaneNet *n, LaneBank bank, uint32_t at)
{
    return gate(n, (LaneGate){LANE_INPUT, (LaneEdge)bank, at, 0});
}

void lane_assume(LaneNet *n, LaneEdge edge, bool value)
{
    if (edge <= LANE_TRUE)
        return;
    n->known.at[edge >> 1] = (uint8_t)(1 + (value ^ (edge & 1)));
    n->assuming = true;
}

LaneEdge lane_assumed(const LaneNet *n, LaneEdge edge)
{
    uint8_t known = n->known.at[edge >> 1];
    return known ? (LaneEdge)(known - 1) ^ (edge & 1) : edge;
}

void lane_forget(LaneNet *n)
{
    memset(n->known.at, 0, n->known.n);
    n->assuming = false;
}

uint32_t lane_loop(LaneNet *n, const LaneEdge *start, uint32_t nvar, uint32_t bound)
{
    LaneLoop l = {.nvar = nvar, .bound = bound, .first_var = (uint32_t)n->gate.n, .assuming = n->assuming};
    l.start = ARENA_ARRAY(n->arena, LaneEdge, nvar + 1);
    l.step = ARENA_ARRAY(n->arena, LaneEdge, nvar + 1);
    memcpy(l.start, start, nvar * sizeof *start);
    vec_push(n->arena, &n->loop, l);
    for (uint32_t i = 0; i < nvar; i++)
        lane_var(n, (uint32_t)n->loop.n - 1, i);
    return (uint32_t)n->loop.n - 1;
}

LaneEdge lane_var(LaneNet *n, uint32_t loop, uint32_t number)
{
    return gate(n, (LaneGate){LANE_VAR, loop, number, 0});
}

LaneEdge lane_rest(LaneNet *n, uint32_t loop, uint32_t number)
{
    return gate(n, (LaneGate){LANE_REST, loop, number, 0});
}

void lane_loop_close(LaneNet *n, uint32_t loop, const LaneEdge *step)
{
    LaneLoop *l = &n->loop.at[loop];
    for (uint32_t i = 0; i < l->nvar; i++)
        l->step[i] = lane_or(n, lane_var(n, loop, i), step[i]);
    l->end = (uint32_t)n->gate.n;
    for (uint32_t i = 0; i < l->nvar; i++)
        lane_rest(n, loop, i);
}

/* a and b where a is a gate `x and y`, maybe negated; true when that is simpler. */
static bool absorbed(LaneNet *n, LaneEdge a, LaneEdge b, LaneEdge *result)
{
    const LaneGate *g = &n->gate.at[a >> 1];
    if (g->kind != LANE_AND)
        return false;
    LaneEdge x = g->a, y = g->b;
    if (a & 1) { /* b and not (b and y) = b and not y; b and not (not b and y) = b */
        if (x == b || y == b)
            *result = lane_and(n, b, lane_not(x == b ? y : x));
        else if (x == lane_not(b) || y == lane_not(b))
            *result = b;
        else
            return false;
        return true;
    }
    if (x == b || y == b)
        *result = a;
    else if (x == lane_not(b) || y == lane_not(b))
        *result = LANE_FALSE;
    else
        return false;
    return true;
}

/* Neither (x and y) nor (x and not y): not x. */
static bool united(const LaneNet *n, LaneEdge a, LaneEdge b, LaneEdge *result)
{
    const LaneGate *g = &n->gate.at[a >> 1], *h = &n->gate.at[b >> 1];
    if (!(a & b & 1) || g->kind != LANE_AND || h->kind != LANE_AND)
        return false;
    const LaneEdge x[2] = {g->a, g->b}, y[2] = {h->a, h->b};
    for (int i = 0; i < 4; i++)
        if (x[i & 1] == y[i >> 1] && x[~i & 1] == lane_not(y[~i >> 1 & 1])) {
            *result = lane_not(x[i & 1]);
            return true;
        }
    return false;
}

void lane_factor(LaneNet *n, LaneEdge f)
{
    while (n->factor.n <= f >> 1)
        vec_push(n->arena, &n->factor, 0);
    n->factor.at[f >> 1] = !(f & 1);
}

/* Neither (f and x) nor (f and y), f being a factor: not (f and (x or y)). */
static bool factored(LaneNet *n, LaneEdge a, LaneEdge b, LaneEdge *result)
{
    const LaneGate *g = &n->gate.at[a >> 1], *h = &n->gate.at[b >> 1];
    if (!n->factor.n || !(a & b & 1) || g->kind != LANE_AND || h->kind != LANE_AND)
        return false;
    const LaneEdge x[2] = {g->a, g->b}, y[2] = {h->a, h->b};
    for (int i = 0; i < 4; i++) {
        const LaneEdge f = x[i & 1];
        if (f == y[i >> 1] && !(f & 1) && f >> 1 < n->factor.n && n->factor.at[f >> 1]) {
            *result = lane_not(lane_and(n, f, lane_or(n, x[~i & 1], y[~i >> 1 & 1])));
            return true;
        }
    }
    return false;
}

LaneEdge lane_and(LaneNet *n, LaneEdge a, LaneEdge b)
{
    if (a > b) {
        LaneEdge swap = a;
        a = b;
        b = swap;
    }
    if (a == LANE_FALSE || a == lane_not(b))
        return LANE_FALSE;
    if (a == LANE_TRUE || a == b)
        return b;
    LaneEdge simple;
    if (absorbed(n, a, b, &simple) || absorbed(n, b, a, &simple) || united(n, a, b, &simple) || factored(n, a, b, &simple))
        return simple;
    return gate(n, (LaneGate){LANE_AND, a, b, 0});
}

LaneEdge lane_xor(LaneNet *n, LaneEdge a, LaneEdge b)
{
    LaneEdge sign = (a ^ b) & 1;
    a &= ~1u;
    b &= ~1u;
    if (a == b)
        return sign;
    if (a > b) {
        LaneEdge swap = a;
        a = b;
        b = swap;
    }
    return a ? gate(n, (LaneGate){LANE_XOR, a, b, 0}) ^ sign : b ^ sign;
}

static GivenGate given_gate(const void *net, uint32_t gate)
{
    const LaneGate *g = &((const LaneNet *)net)->gate.at[gate];
    GivenKind kind = g->kind == LANE_AND ? GIVEN_AND : g->kind == LANE_MUX ? GIVEN_MUX : GIVEN_OTHER;
    return (GivenGate){kind, g->a, g->b, g->c};
}

LaneEdge lane_mux(LaneNet *n, LaneEdge a, LaneEdge b, LaneEdge c)
{
    const GivenNet net = {.net = n, .gate = given_gate};
    b = given_edge(&net, a, b);
    c = given_edge(&net, a ^ 1, c);
    if (a & 1)
        return lane_mux(n, lane_not(a), c, b);
    if (a == LANE_FALSE)
        return c;
    if (b == c)
        return b;
    if (b == lane_not(c))
        return lane_xor(n, a, c);
    if (b <= LANE_TRUE || b >> 1 == a >> 1) /* b is what a is, or a constant */
        return b == LANE_TRUE || b == a ? lane_or(n, a, c) : lane_and(n, lane_not(a), c);
    if (c <= LANE_TRUE || c >> 1 == a >> 1)
        return c == LANE_TRUE || c == lane_not(a) ? lane_or(n, lane_not(a), b) : lane_and(n, a, b);
    LaneEdge sign = b & 1;
    return gate(n, (LaneGate){LANE_MUX, a, b ^ sign, c ^ sign}) ^ sign;
}

LaneEdge lane_majority(LaneNet *n, LaneEdge a, LaneEdge b, LaneEdge c)
{
    return lane_mux(n, lane_xor(n, a, b), c, a);
}

LaneEdge lane_any(LaneNet *n, const LaneEdge *edge, size_t count)
{
    if (count == 0)
        return LANE_FALSE;
    if (count == 1)
        return edge[0];
    size_t half = count / 2;
    return lane_or(n, lane_any(n, edge, half), lane_any(n, edge + half, count - half));
}

void lane_output(LaneNet *n, LaneBank bank, uint32_t at, LaneEdge edge)
{
    LaneOutput out = {bank, at, edge};
    vec_push(n->arena, &n->out, out);
}

/* Results stand behind all that their loop needs. */
static void mark_loop(const LaneLoop *l, bool *used)
{
    for (uint32_t v = 0; v < l->nvar; v++)
        used[l->start[v] >> 1] = used[l->step[v] >> 1] = used[l->first_var + v] = true;
}

static void mark(const LaneNet *n, bool *used)
{
    for (size_t i = 0; i < n->out.n; i++)
        used[n->out.at[i].edge >> 1] = true;
    for (size_t i = n->gate.n; i-- > 1;) {
        const LaneGate *g = &n->gate.at[i];
        if (used[i] && g->kind == LANE_REST)
            mark_loop(&n->loop.at[g->a], used);
        if (!used[i] || g->kind < LANE_AND)
            continue;
        used[g->a >> 1] = used[g->b >> 1] = true;
        if (g->kind == LANE_MUX)
            used[g->c >> 1] = true;
    }
}

/* The loops with their new edges; `place`: by gate, how many gates stand before it now. */
static void tidy_loops(const LaneNet *n, LaneNet *tidy, const bool *used, const LaneEdge *map, const uint32_t *place)
{
    for (size_t k = 0; k < n->loop.n; k++) {
        const LaneLoop *from = &n->loop.at[k];
        LaneLoop l = {.bound = from->bound, .start = ARENA_ARRAY(tidy->arena, LaneEdge, from->nvar + 1),
                      .step = ARENA_ARRAY(tidy->arena, LaneEdge, from->nvar + 1)};
        if (from->nvar && used[from->first_var]) {
            l.nvar = from->nvar;
            l.first_var = place[from->first_var];
            l.end = place[from->end];
        }
        for (uint32_t v = 0; v < l.nvar; v++) {
            l.start[v] = map[from->start[v] >> 1] ^ (from->start[v] & 1);
            l.step[v] = map[from->step[v] >> 1] ^ (from->step[v] & 1);
        }
        vec_push(tidy->arena, &tidy->loop, l);
    }
}

LaneNet *lane_net_tidy(const LaneNet *n, Arena *arena)
{
    bool *used = ARENA_ARRAY(arena, bool, n->gate.n);
    LaneEdge *map = ARENA_ARRAY(arena, LaneEdge, n->gate.n);
    uint32_t *place = ARENA_ARRAY(arena, uint32_t, n->gate.n);
    LaneNet *tidy = lane_net_new(arena);
    mark(n, used);
    for (size_t i = 1; i < n->gate.n; i++) {
        LaneGate g = n->gate.at[i];
        place[i] = (uint32_t)tidy->gate.n;
        if (!used[i])
            continue;
        if (g.kind >= LANE_AND) {
            g.a = map[g.a >> 1] ^ (g.a & 1);
            g.b = map[g.b >> 1] ^ (g.b & 1);
            g.c = g.kind == LANE_MUX ? map[g.c >> 1] ^ (g.c & 1) : 0;
        }
        map[i] = gate(tidy, g);
    }
    tidy_loops(n, tidy, used, map, place);
    for (size_t i = 0; i < n->out.n; i++) {
        const LaneOutput *o = &n->out.at[i];
        lane_output(tidy, o->bank, o->at, map[o->edge >> 1] ^ (o->edge & 1));
    }
    return tidy;
}

static uint32_t size_of(const LaneNet *n, size_t from, size_t to)
{
    uint32_t size = 0;
    for (size_t i = from; i < to; i++)
        size += n->gate.at[i].kind == LANE_MUX ? 3 : n->gate.at[i].kind >= LANE_AND;
    return size;
}

uint32_t lane_net_size(const LaneNet *n)
{
    uint32_t size = size_of(n, 1, n->gate.n);
    for (size_t k = 0; k < n->loop.n; k++)
        if (n->loop.at[k].nvar)
            size += (LANE_LOOP_ROUNDS - 1) * size_of(n, n->loop.at[k].first_var, n->loop.at[k].end);
    return size;
}

uint32_t lane_net_bank(const LaneNet *n, LaneBank bank)
{
    uint32_t size = 0;
    for (size_t i = 1; i < n->gate.n; i++) {
        const LaneGate *g = &n->gate.at[i];
        if (g->kind == LANE_INPUT && g->a == (LaneEdge)bank && g->b >= size)
            size = g->b + 1;
    }
    for (size_t i = 0; i < n->out.n; i++)
        if (n->out.at[i].bank == bank && n->out.at[i].at >= size)
            size = n->out.at[i].at + 1;
    return size;
}

static uint64_t read_edge(const uint64_t *value, LaneEdge e) { return value[e >> 1] ^ (0 - (uint64_t)(e & 1)); }

static uint64_t eval_gate(const LaneNet *n, const LaneGate *g, const uint64_t *const in[NBANK], const uint64_t *value)
{
    if (g->kind == LANE_INPUT)
        return in[g->a][g->b];
    if (g->kind == LANE_REST)
        return value[n->loop.at[g->a].first_var + g->b];
    uint64_t a = read_edge(value, g->a), b = read_edge(value, g->b);
    if (g->kind == LANE_MUX)
        return (a & b) | (~a & read_edge(value, g->c));
    return g->kind == LANE_AND ? a & b : a ^ b;
}

static void settle(const LaneNet *n, const LaneLoop *l, const uint64_t *const in[NBANK], uint64_t *value)
{
    uint64_t *var = value + l->first_var;
    bool more = true;
    for (uint32_t v = 0; v < l->nvar; v++)
        var[v] = read_edge(value, l->start[v]);
    for (uint32_t round = 0; more && round <= l->bound; round++) {
        more = false;
        for (uint32_t i = l->first_var + l->nvar; i < l->end; i++)
            value[i] = eval_gate(n, &n->gate.at[i], in, value);
        for (uint32_t v = 0; v < l->nvar; v++) {
            uint64_t now = read_edge(value, l->step[v]);
            more |= now != var[v];
            var[v] = now;
        }
    }
}

void lane_net_eval(const LaneNet *n, const uint64_t *const in[NBANK], uint64_t *const out[NBANK], uint64_t *value)
{
    value[0] = 0;
    for (size_t i = 1; i < n->gate.n; i++) {
        const LaneGate *g = &n->gate.at[i];
        if (g->kind == LANE_VAR) {
            settle(n, &n->loop.at[g->a], in, value);
            i = n->loop.at[g->a].end - 1;
        } else {
            value[i] = eval_gate(n, g, in, value);
        }
    }
    for (size_t i = 0; i < n->out.n; i++)
        out[n->out.at[i].bank][n->out.at[i].at] = read_edge(value, n->out.at[i].edge);
}
