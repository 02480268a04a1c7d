/* cells.c - which gates go together into operations, and in which order they are done.
 *
 * With operations of any three words a cover is looked for: cuts of at most three leaves for
 * each gate, the best by area flow (Mishchenko, Chatterjee, Brayton, "Improvements to
 * technology mapping for LUT-based FPGAs", 2006), a few rounds with the references that the
 * cover before had.  The order is depth-first from the outputs, the operand that needs
 * more registers first (Sethi and Ullman, 1970). */
#include "backends/lanes/cells.h"

#include <string.h>

enum { CUTS = 8, ROUNDS = 4 };

typedef struct {
    uint32_t n, leaf[3];
    uint8_t table;
    float flow;
} Cut;

typedef struct {
    uint32_t n;
    Cut cut[CUTS + 1]; /* best first; the last one is the gate itself */
} Cuts;

typedef struct {
    const LaneNet *net;
    Arena *arena;
    Cuts *cuts;
    float *flow;
    uint32_t *uses;
    bool *needed;
} Cover;

static const uint8_t column[3] = {CELL_A, CELL_B, CELL_C};

/* The table of a cut over the leaves of a larger one. */
static uint8_t spread(const Cut *c, const uint32_t *leaf, uint32_t n)
{
    uint32_t at[3] = {0};
    for (uint32_t i = 0; i < c->n; i++)
        while (at[i] < n && leaf[at[i]] != c->leaf[i])
            at[i]++;
    unsigned table = 0;
    for (unsigned row = 0; row < 8; row++) {
        unsigned from = 0;
        for (uint32_t i = 0; i < c->n; i++)
            from |= (row >> (2 - at[i]) & 1) << (2 - i);
        table |= (unsigned)(c->table >> from & 1) << row;
    }
    return (uint8_t)table;
}

/* Adds the leaves of `c` to the sorted ones; false if they are too many. */
static bool merge(uint32_t *leaf, uint32_t *n, const Cut *c)
{
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t at = 0;
        while (at < *n && leaf[at] < c->leaf[i])
            at++;
        if (at < *n && leaf[at] == c->leaf[i])
            continue;
        if (*n == 3)
            return false;
        for (uint32_t j = (*n)++; j > at; j--)
            leaf[j] = leaf[j - 1];
        leaf[at] = c->leaf[i];
    }
    return true;
}

static uint8_t operand(const Cut *c, LaneEdge e, const uint32_t *leaf, uint32_t n)
{
    uint8_t table = spread(c, leaf, n);
    return (uint8_t)(e & 1 ? ~table : table);
}

static void keep(Cover *v, Cuts *all, const Cut *c)
{
    Cut made = *c;
    made.flow = 1;
    for (uint32_t i = 0; i < c->n; i++)
        made.flow += v->flow[c->leaf[i]];
    for (uint32_t i = 0; i < all->n; i++)
        if (all->cut[i].n == c->n && !memcmp(all->cut[i].leaf, c->leaf, c->n * sizeof *c->leaf))
            return;
    uint32_t at = all->n;
    while (at > 0 && all->cut[at - 1].flow > made.flow)
        at--;
    if (at >= CUTS)
        return;
    all->n += all->n < CUTS;
    for (uint32_t j = all->n - 1; j > at; j--)
        all->cut[j] = all->cut[j - 1];
    all->cut[at] = made;
}

static void combine(Cover *v, const LaneGate *g, const Cut *a, const Cut *b, const Cut *c, Cuts *all)
{
    Cut cut = {0};
    if (!merge(cut.leaf, &cut.n, a) || !merge(cut.leaf, &cut.n, b) || (c && !merge(cut.leaf, &cut.n, c)))
        return;
    uint8_t x = operand(a, g->a, cut.leaf, cut.n), y = operand(b, g->b, cut.leaf, cut.n);
    if (g->kind == LANE_AND)
        cut.table = x & y;
    else if (g->kind == LANE_XOR)
        cut.table = x ^ y;
    else
        cut.table = (uint8_t)((x & y) | (~x & operand(c, g->c, cut.leaf, cut.n)));
    keep(v, all, &cut);
}

static void cuts_of(Cover *v, uint32_t i)
{
    const LaneGate *g = &v->net->gate.at[i];
    Cuts *all = &v->cuts[i];
    *all = (Cuts){0};
    if (g->kind >= LANE_AND) {
        const Cuts *a = &v->cuts[g->a >> 1], *b = &v->cuts[g->b >> 1];
        for (uint32_t p = 0; p < a->n; p++)
            for (uint32_t q = 0; q < b->n; q++) {
                if (g->kind != LANE_MUX)
                    combine(v, g, &a->cut[p], &b->cut[q], NULL, all);
                const Cuts *c = &v->cuts[g->c >> 1];
                for (uint32_t r = 0; g->kind == LANE_MUX && r < c->n; r++)
                    combine(v, g, &a->cut[p], &b->cut[q], &c->cut[r], all);
            }
        v->flow[i] = all->cut[0].flow / (float)(v->uses[i] ? v->uses[i] : 1);
    }
    all->cut[all->n++] = (Cut){1, {i}, CELL_A, 0};
}

static void count_uses(Cover *v)
{
    memset(v->uses, 0, v->net->gate.n * sizeof *v->uses);
    for (size_t i = 1; i < v->net->gate.n; i++) {
        const LaneGate *g = &v->net->gate.at[i];
        if (g->kind < LANE_AND)
            continue;
        v->uses[g->a >> 1]++;
        v->uses[g->b >> 1]++;
        v->uses[g->c >> 1] += g->kind == LANE_MUX;
    }
    for (size_t i = 0; i < v->net->out.n; i++)
        v->uses[v->net->out.at[i].edge >> 1]++;
}

/* Marks what the best cuts need; counts how often each is used. */
static void take(Cover *v)
{
    memset(v->needed, 0, v->net->gate.n);
    memset(v->uses, 0, v->net->gate.n * sizeof *v->uses);
    for (size_t i = 0; i < v->net->out.n; i++) {
        v->needed[v->net->out.at[i].edge >> 1] = true;
        v->uses[v->net->out.at[i].edge >> 1]++;
    }
    for (size_t i = v->net->gate.n; i-- > 1;)
        for (uint32_t k = 0; v->needed[i] && v->net->gate.at[i].kind >= LANE_AND && k < v->cuts[i].cut[0].n; k++) {
            v->needed[v->cuts[i].cut[0].leaf[k]] = true;
            v->uses[v->cuts[i].cut[0].leaf[k]]++;
        }
}

static void cover(Cover *v, bool ternary)
{
    size_t n = v->net->gate.n;
    count_uses(v);
    for (int round = 0; round < (ternary ? ROUNDS : 1); round++) {
        for (uint32_t i = 1; i < n; i++)
            cuts_of(v, i);
        take(v);
    }
}

/* One operation a gate. */
static void plain(Cover *v)
{
    for (uint32_t i = 1; i < v->net->gate.n; i++) {
        const LaneGate *g = &v->net->gate.at[i];
        Cuts *all = &v->cuts[i];
        if (g->kind >= LANE_AND) {
            Cut a = {1, {g->a >> 1}, CELL_A, 0}, b = {1, {g->b >> 1}, CELL_A, 0}, c = {1, {g->c >> 1}, CELL_A, 0};
            combine(v, g, &a, &b, g->kind == LANE_MUX ? &c : NULL, all);
        }
    }
    take(v);
}

/* ---- order -------------------------------------------------------------------------- */

typedef struct {
    Cover *v;
    LaneCells *cells;
    bool *done;
    uint32_t *label; /* registers that its tree would need */
    uint32_t *made;  /* operations until it is there */
} Order;

static void put(Order *o, uint32_t gate)
{
    VEC(uint32_t) waiting = {0};
    Arena *arena = o->v->arena;
    vec_push(arena, &waiting, gate);
    while (waiting.n) {
        uint32_t i = waiting.at[waiting.n - 1];
        const Cut *c = &o->v->cuts[i].cut[0];
        size_t before = waiting.n;
        if (o->v->net->gate.at[i].kind < LANE_AND)
            o->done[i] = true;
        for (uint32_t pass = 0; !o->done[i] && pass < c->n; pass++) { /* the last one pushed is done first */
            uint32_t least = UINT32_MAX;
            for (uint32_t k = 0; k < c->n; k++) {
                bool pushed = o->done[c->leaf[k]];
                for (size_t t = before; t < waiting.n; t++)
                    pushed |= waiting.at[t] == c->leaf[k];
                if (!pushed && (least == UINT32_MAX || o->label[c->leaf[k]] < o->label[least]))
                    least = c->leaf[k];
            }
            if (least != UINT32_MAX)
                vec_push(arena, &waiting, least);
        }
        if (waiting.n > before)
            continue;
        waiting.n--;
        if (o->done[i])
            continue;
        o->done[i] = true;
        LaneCell cell = {.gate = i, .n = c->n, .table = c->table};
        memcpy(cell.in, c->leaf, sizeof cell.in);
        o->cells->cell[o->cells->n++] = cell;
        o->made[i] = o->cells->n;
    }
}

/* An output is written as soon as it is there: it need not wait in a register, or on the stack.  A word that is handed on is
 * written in its turn, since who comes before may read what stood in its place. */
static void order_outputs(Order *o)
{
    const LaneNet *n = o->v->net;
    const uint32_t outs = (uint32_t)n->out.n;
    uint32_t *due = ARENA_ARRAY(o->v->arena, uint32_t, outs + 1);
    for (uint32_t i = 0; i < outs; i++) {
        put(o, n->out.at[i].edge >> 1);
        due[i] = n->out.at[i].bank == BANK_HAND ? o->cells->n : o->made[n->out.at[i].edge >> 1];
    }
    uint32_t *before = ARENA_ARRAY(o->v->arena, uint32_t, o->cells->n + 2); /* outputs that are due earlier */
    for (uint32_t i = 0; i < outs; i++)
        before[due[i] + 1]++;
    for (uint32_t k = 0; k < o->cells->n; k++)
        before[k + 1] += before[k];
    for (uint32_t i = 0; i < outs; i++) {
        const uint32_t at = before[due[i]]++;
        o->cells->order[at] = i;
        o->cells->step[at] = due[i];
    }
}

static void label(Order *o)
{
    for (uint32_t i = 1; i < o->v->net->gate.n; i++) {
        const Cut *c = &o->v->cuts[i].cut[0];
        if (o->v->net->gate.at[i].kind < LANE_AND || !o->v->needed[i])
            continue;
        uint32_t most = 1;
        for (uint32_t k = 0; k < c->n; k++) {
            uint32_t rank = 0, mine = o->label[c->leaf[k]];
            for (uint32_t m = 0; m < c->n; m++)
                rank += o->label[c->leaf[m]] > mine || (o->label[c->leaf[m]] == mine && m < k);
            most = mine + rank > most ? mine + rank : most;
        }
        o->label[i] = most;
    }
}

/* A gate only ever written negated is made so. */
static void choose_signs(Cover *v, LaneCells *cells)
{
    bool *positive = ARENA_ARRAY(v->arena, bool, v->net->gate.n);
    for (size_t i = 0; i < v->net->out.n; i++)
        if (!(v->net->out.at[i].edge & 1))
            positive[v->net->out.at[i].edge >> 1] = true;
    for (size_t i = 0; i < v->net->out.n; i++) {
        LaneEdge e = v->net->out.at[i].edge;
        cells->flipped[e >> 1] = e & 1 && !positive[e >> 1] && v->net->gate.at[e >> 1].kind >= LANE_AND;
    }
}

/* The table with an input negated. */
static uint8_t negate_input(uint8_t table, uint32_t k)
{
    unsigned shift = 4u >> k;
    return (uint8_t)(((table & column[k]) >> shift) | ((table & (uint8_t)~column[k]) << shift));
}

/* Of two inputs: and, and-not, or, exclusive or are operations; else the negation is. */
static bool wants_flip(const LaneCell *c)
{
    return c->n == 2 && (c->table == 0x03 || c->table == 0x3f || c->table == 0xc3 || c->table == 0xcf || c->table == 0xf3);
}

static void set_tables(Cover *v, LaneCells *cells, bool ternary)
{
    bool *fixed = ARENA_ARRAY(v->arena, bool, v->net->gate.n);
    for (size_t i = 0; i < v->net->out.n; i++)
        fixed[v->net->out.at[i].edge >> 1] = true;
    for (uint32_t i = 0; i < cells->n; i++) {
        LaneCell *c = &cells->cell[i];
        for (uint32_t k = 0; k < c->n; k++)
            if (cells->flipped[c->in[k]])
                c->table = negate_input(c->table, k);
        if (!fixed[c->gate])
            cells->flipped[c->gate] = !ternary && wants_flip(c);
        if (cells->flipped[c->gate])
            c->table = (uint8_t)~c->table;
    }
}

LaneCells lane_cells(const LaneNet *n, bool ternary, Arena *arena)
{
    size_t gates = n->gate.n, outs = n->out.n;
    LaneCells cells = {0, ARENA_ARRAY(arena, LaneCell, gates), ARENA_ARRAY(arena, bool, gates),
                       ARENA_ARRAY(arena, uint32_t, outs + 1), ARENA_ARRAY(arena, uint32_t, outs + 1)};
    Cover v = {n, arena, ARENA_ARRAY(arena, Cuts, gates), ARENA_ARRAY(arena, float, gates),
               ARENA_ARRAY(arena, uint32_t, gates), ARENA_ARRAY(arena, bool, gates)};
    if (ternary)
        cover(&v, ternary);
    else
        plain(&v);
    Order o = {&v, &cells, ARENA_ARRAY(arena, bool, gates), ARENA_ARRAY(arena, uint32_t, gates), ARENA_ARRAY(arena, uint32_t, gates)};
    label(&o);
    order_outputs(&o);
    choose_signs(&v, &cells);
    set_tables(&v, &cells, ternary);
    return cells;
}
