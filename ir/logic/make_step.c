/* make_step.c - what a step writes: the effects of all moves at once, then the turn.
 *
 * The moves of one role by one rule are a group.  The rule's effect is executed once
 * for all of them, its parameters known by slot.  At most one group of a role has a
 * move chosen, so what the groups write is put together: often by nothing but the
 * edges themselves, as an edge that changes nothing while none of the group's moves
 * is chosen needs no condition. */
#include "ir/logic/make.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t role;
    int fn;
    uint32_t first, n;  /* of m->slot: in `member` */
    uint32_t *member;
    BitsEdge *does;
    BitsEdge chosen;    /* is one of its moves? */
    SymWrites writes;
    BitsEdge *without;  /* cofactors by gate: what it is if no move of the group is chosen */
    uint32_t nwithout;
    int depth; /* of `without` */
} Group;

enum { DEEPEST_COFACTOR = 10000 };

typedef VEC(Group) Groups;

/* ---- edges while no move of a group is chosen ------------------------------------- */

static BitsEdge without(Make *m, Group *g, BitsEdge edge);

static BitsEdge without_gate(Make *m, Group *g, uint32_t gate)
{
    BitsNet *net = m->exec.net;
    BitsGate at = net->gate.at[gate];
    BitsEdge same = (BitsEdge)gate << 1;
    switch (at.kind) {
    case BITS_DOES:
        return m->slot.at[at.a].fn == g->fn && m->slot.at[at.a].role == g->role ? BITS_FALSE : same;
    case BITS_AND: {
        BitsEdge a = without(m, g, at.a), b = a == BITS_FALSE ? BITS_FALSE : without(m, g, at.b);
        return a == at.a && b == at.b ? same : net_and(net, a, b);
    }
    case BITS_XOR: {
        BitsEdge a = without(m, g, at.a), b = without(m, g, at.b);
        return a == at.a && b == at.b ? same : net_xor(net, a, b);
    }
    case BITS_MUX: {
        BitsEdge a = without(m, g, at.a), b = without(m, g, at.b), c = without(m, g, at.c);
        return a == at.a && b == at.b && c == at.c ? same : net_mux(net, a, b, c);
    }
    default:
        return same;
    }
}

/* An edge as it is, where it is too deep or made after the group was executed: what is
 * constant then is so whether a move is chosen or not. */
static BitsEdge without(Make *m, Group *g, BitsEdge edge)
{
    uint32_t gate = edge >> 1;
    if (gate >= g->nwithout || (g->without[gate] == NET_UNMADE && g->depth >= DEEPEST_COFACTOR))
        return edge;
    g->depth++;
    if (g->without[gate] == NET_UNMADE)
        g->without[gate] = without_gate(m, g, gate);
    g->depth--;
    return g->without[gate] ^ (edge & 1);
}

static void remember(Make *m, Group *g)
{
    g->nwithout = (uint32_t)m->exec.net->gate.n;
    g->without = ARENA_ARRAY(m->arena, BitsEdge, g->nwithout);
    memset(g->without, 0xff, g->nwithout * sizeof *g->without);
}

/* ---- joining ---------------------------------------------------------------------- */

static BitsEdge spine(Make *m, Group *g, BitsEdge edge, BitsEdge old, BitsEdge now, int depth);

/* The operand of a gate that is `old` in the end, with `now` there instead. */
static BitsEdge spine_of(Make *m, Group *g, const BitsGate *at, BitsEdge old, BitsEdge now, int depth)
{
    BitsNet *net = m->exec.net;
    for (int k = 0; k < 2 && (at->kind == BITS_AND || at->kind == BITS_XOR); k++) {
        BitsEdge side = k ? at->a : at->b, other = k ? at->b : at->a;
        if (without(m, g, side) != (at->kind == BITS_AND ? BITS_TRUE : BITS_FALSE))
            continue;
        BitsEdge rest = spine(m, g, other, old, now, depth);
        if (rest != NET_UNMADE)
            return at->kind == BITS_AND ? net_and(net, side, rest) : net_xor(net, side, rest);
    }
    if (at->kind != BITS_MUX)
        return NET_UNMADE;
    BitsEdge select = without(m, g, at->a);
    BitsEdge rest = select == BITS_TRUE    ? spine(m, g, at->b, old, now, depth)
                    : select == BITS_FALSE ? spine(m, g, at->c, old, now, depth)
                                           : NET_UNMADE;
    if (rest == NET_UNMADE)
        return rest;
    return select == BITS_TRUE ? net_mux(net, at->a, rest, at->c) : net_mux(net, at->a, at->b, rest);
}

/* An edge that is `old` while the group has nothing chosen, and built so: the same
 * from `now` on.  NET_UNMADE if it is not. */
static BitsEdge spine(Make *m, Group *g, BitsEdge edge, BitsEdge old, BitsEdge now, int depth)
{
    if (edge == old || edge == (old ^ 1))
        return now ^ (edge != old);
    if (depth == 0)
        return NET_UNMADE;
    BitsGate at = m->exec.net->gate.at[edge >> 1];
    BitsEdge result = spine_of(m, g, &at, old, now, depth - 1);
    return result == NET_UNMADE ? result : result ^ (edge & 1);
}

enum { DEEPEST_SPINE = 200 };

/* One bit: what the group makes of `old`, put upon what others made of it. */
static BitsEdge upon(Make *m, Group *g, BitsEdge edge, BitsEdge old, BitsEdge now)
{
    if (edge == old)
        return now;
    BitsEdge result = spine(m, g, edge, old, now, DEEPEST_SPINE);
    return result != NET_UNMADE ? result : net_mux(m->exec.net, g->chosen, edge, now);
}

static BitsEdge guarded(Make *m, Group *g, BitsEdge edge)
{
    return without(m, g, edge) == BITS_FALSE ? edge : net_and(m->exec.net, g->chosen, edge);
}

static int by_cell(const void *a, const void *b)
{
    uintptr_t p = (uintptr_t)((const SymWrite *)a)->cell, q = (uintptr_t)((const SymWrite *)b)->cell;
    return (p > q) - (p < q);
}

static const Sym *written(const Group *g, SymCell *cell)
{
    SymWrite key = {.cell = cell};
    const SymWrite *found = g->writes.n ? bsearch(&key, g->writes.at, g->writes.n, sizeof key, by_cell) : NULL;
    return found ? &found->value : NULL;
}

static bool equal_values(const Sym *a, const Sym *b)
{
    if (a->kind != b->kind || a->n != b->n || a->lo != b->lo)
        return false;
    if (a->kind == SYM_BINARY || a->kind == SYM_SET)
        return memcmp(a->bit, b->bit, a->n * sizeof *a->bit) == 0;
    if (a->kind != SYM_CASES)
        return a->kind == SYM_CONST;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->cases[i].value != b->cases[i].value || a->cases[i].when != b->cases[i].when)
            return false;
    return true;
}

static Sym join_sets(Make *m, Groups *groups, SymCell *cell)
{
    Sym old = cell->value;
    BitsEdge *now = sym_edges_of(&m->exec, old.bit, old.n);
    for (size_t i = 0; i < groups->n; i++) {
        Group *g = &groups->at[i];
        const Sym *value = written(g, cell);
        for (uint32_t b = 0; value && b < old.n; b++)
            now[b] = upon(m, g, value->bit[b], old.bit[b], now[b]);
    }
    return sym_set(&m->exec, now, old.n);
}

/* All groups write it, in cases: either of them. */
static Sym join_cases(Make *m, Groups *groups, SymCell *cell)
{
    size_t n, total = 0;
    for (size_t i = 0; i < groups->n; i++) {
        sym_as_cases(&m->exec, *written(&groups->at[i], cell), &n);
        total += n;
    }
    SymCase *cases = ARENA_ARRAY(m->arena, SymCase, total + 1);
    total = 0;
    for (size_t i = 0; i < groups->n; i++) {
        Group *g = &groups->at[i];
        const SymCase *of = sym_as_cases(&m->exec, *written(g, cell), &n);
        for (size_t c = 0; c < n; c++)
            cases[total++] = (SymCase){of[c].value, guarded(m, g, of[c].when)};
    }
    return sym_cases(&m->exec, cases, total);
}

/* When a number has a value: unless it is the old number's, put upon that. */
static Sym upon_cases(Make *m, Group *g, Sym value, Sym old, Sym now)
{
    SymExec *x = &m->exec;
    size_t n, nold, nnow, k = 0;
    const SymCase *v = sym_as_cases(x, value, &n), *o = sym_as_cases(x, old, &nold), *w = sym_as_cases(x, now, &nnow);
    SymCase *cases = ARENA_ARRAY(m->arena, SymCase, n + nold + nnow + 1);
    for (size_t i = 0; i < n + nold + nnow; i++) {
        int64_t number = i < n ? v[i].value : i < n + nold ? o[i - n].value : w[i - n - nold].value;
        bool seen = false;
        for (size_t j = 0; j < k && !seen; j++)
            seen = cases[j].value == number;
        if (!seen)
            cases[k++] = (SymCase){number, upon(m, g, sym_is(x, value, number), sym_is(x, old, number), sym_is(x, now, number))};
    }
    return sym_cases(x, cases, k);
}

static Sym join_numbers(Make *m, Groups *groups, SymCell *cell)
{
    const Sym *first = NULL;
    bool all = true, equal = true, cases = cell->value.kind != SYM_BINARY || cell->value.n <= 1;
    for (size_t i = 0; i < groups->n; i++) {
        const Sym *value = written(&groups->at[i], cell);
        all = all && value;
        equal = equal && value && (!first || equal_values(first, value));
        cases = cases && (!value || (value->kind != SYM_BINARY || value->n <= 1));
        first = first ? first : value;
    }
    if (equal && all)
        return *first;
    if (all && cases)
        return join_cases(m, groups, cell);
    Sym now = cell->value;
    for (size_t i = 0; i < groups->n; i++) {
        Group *g = &groups->at[i];
        const Sym *value = written(g, cell);
        if (value && cases)
            now = upon_cases(m, g, *value, cell->value, now);
        else if (value)
            now = sym_mux(&m->exec, g->chosen, *value, now);
    }
    return now;
}

static void join(Make *m, Groups *groups)
{
    SymExec *x = &m->exec;
    for (size_t i = 0; i < groups->n; i++)
        remember(m, &groups->at[i]);
    for (size_t f = 0; f < m->game->field.n; f++)
        for (size_t e = 0; e < m->game->field.at[f].n; e++) {
            SymCell *cell = &x->field[f][e];
            bool any = false;
            for (size_t i = 0; i < groups->n && !any; i++)
                any = written(&groups->at[i], cell) != NULL;
            if (any && groups->n == 1)
                sym_write(x, cell, *written(&groups->at[0], cell));
            else if (any)
                sym_write(x, cell, cell->value.kind == SYM_SET ? join_sets(m, groups, cell) : join_numbers(m, groups, cell));
        }
}

/* ---- effects ---------------------------------------------------------------------- */

static Sym by_slot(Make *m, const Group *g, int param)
{
    int64_t *slot = ARENA_ARRAY(m->arena, int64_t, g->n + 1);
    bool same = true;
    for (uint32_t i = 0; i < g->n; i++) {
        slot[i] = m->slot.at[g->member[i]].param[param];
        same = same && slot[i] == slot[0];
    }
    return same ? sym_const(slot[0]) : (Sym){.kind = SYM_SLOTS, .slot = slot};
}

/* Only fields outlive the effect; a mover that was made known is none that is written. */
static void keep_fields(Make *m, Group *g, int mover)
{
    size_t k = 0;
    for (size_t i = 0; i < g->writes.n; i++) {
        SymWrite w = g->writes.at[i];
        bool field = false;
        for (size_t n = 0; n < m->game->field.n && !field; n++)
            field = w.cell >= m->exec.field[n] && w.cell < m->exec.field[n] + m->game->field.at[n].n;
        if (mover >= 0 && w.cell == m->exec.field[mover] && w.value.kind == SYM_CONST && w.value.lo == g->role)
            continue;
        if (field)
            g->writes.at[k++] = w;
    }
    g->writes.n = k;
    qsort(g->writes.at, k, sizeof *g->writes.at, by_cell);
}

static void run_effect(Make *m, Group *g, int mover)
{
    SymExec *x = &m->exec;
    SymFrame *f = ARENA_NEW(m->arena, SymFrame);
    *f = sym_frame(x, g->fn);
    x->nslot = g->n;
    x->slot = g->does;
    uint32_t level = sym_begin(x);
    if (mover >= 0)
        sym_write(x, x->field[mover], sym_const(g->role));
    for (int p = 0; p < f->fn->nparam; p++)
        f->local[p].value = by_slot(m, g, p);
    sym_lets(x, f);
    sym_run(x, f, f->fn->effect);
    if (f->fn->then)
        sym_run(x, f, f->fn->then);
    g->writes = sym_end(x, level);
    keep_fields(m, g, mover);
    x->nslot = 0;
}

static Groups groups_of(Make *m, uint32_t role)
{
    Groups groups = {0};
    for (uint32_t i = 0; i < m->slot.n; i++) {
        const MakeSlot *slot = &m->slot.at[i];
        size_t k = 0;
        if (m->game->joint && slot->role != role)
            continue;
        while (k < groups.n && (groups.at[k].fn != slot->fn || groups.at[k].role != slot->role))
            k++;
        if (k == groups.n)
            vec_push(m->arena, &groups, ((Group){.role = slot->role, .fn = slot->fn}));
        groups.at[k].n++;
    }
    for (size_t k = 0; k < groups.n; k++) {
        Group *g = &groups.at[k];
        g->member = ARENA_ARRAY(m->arena, uint32_t, g->n + 1);
        g->does = ARENA_ARRAY(m->arena, BitsEdge, g->n + 1);
        g->n = 0;
        for (uint32_t i = 0; i < m->slot.n; i++)
            if (m->slot.at[i].fn == g->fn && m->slot.at[i].role == g->role) {
                g->member[g->n] = i;
                g->does[g->n++] = net_does(m->exec.net, i);
            }
        BitsEdge *any = sym_edges_of(&m->exec, g->does, g->n);
        g->chosen = groups.n == 1 ? BITS_TRUE : net_or_all(m->exec.net, any, g->n);
    }
    return groups;
}

static void play(Make *m, uint32_t role)
{
    Groups groups = groups_of(m, role);
    int mover = -1, view = ir_fn_find(m->game, "mover");
    const Ir *node = view < 0 || m->game->joint ? NULL : m->game->fn.at[view]->body;
    while (node && (node->op == IR_OP_BLOCK || node->op == IR_OP_RET) && node->n == 1)
        node = node->a[0];
    if (node && node->op == IR_OP_GET && node->n == 0)
        mover = (int)node->k;
    for (size_t i = 0; i < groups.n && !m->exec.fail; i++)
        run_effect(m, &groups.at[i], mover);
    if (!m->exec.fail)
        join(m, &groups);
}

/* ---- the turn --------------------------------------------------------------------- */

static bool writes_field(const IrGame *game, const Ir *node, int field)
{
    if (!node)
        return false;
    if (node->op == IR_OP_PUT && node->k == field)
        return true;
    if (node->op == IR_OP_DO && writes_field(game, game->fn.at[node->k]->body, field))
        return true;
    for (int i = 0; i < node->n; i++)
        if (writes_field(game, node->a[i], field))
            return true;
    return false;
}

/* Fresh variables for the bits of a set that is written no more. */
static void cut(Make *m, int f)
{
    SymExec *x = &m->exec;
    SymCell *cell = &x->field[f][0];
    BitsEdge *bit = sym_edges(x, cell->value.n);
    for (uint32_t b = 0; b < cell->value.n; b++) {
        BitsEdge value = cell->value.bit[b];
        bit[b] = value;
        if (value <= BITS_TRUE)
            continue;
        bit[b] = net_state(x->net, m->nstate + (uint32_t)m->cut.n);
        vec_push(m->arena, &m->cut, ((MakeCut){bit[b], value, m->store[f][0].first + b}));
    }
    sym_write(x, cell, sym_set(x, bit, cell->value.n));
}

static void run_turn(Make *m, int turn)
{
    SymFrame *f = ARENA_NEW(m->arena, SymFrame);
    *f = sym_frame(&m->exec, turn);
    const Ir *body = f->fn->body;
    bool returns = false;
    for (int i = 0; i < body->n && !m->exec.fail; i++) {
        returns = returns || sym_truth(&m->exec, f->done.value) != BITS_FALSE;
        if (returns) { /* never in a turn; to be safe */
            sym_fail(&m->exec, "a turn that returns");
            return;
        }
        sym_run(&m->exec, f, body->a[i]);
        for (size_t k = 0; k < m->game->field.n; k++) {
            const IrField *field = &m->game->field.at[k];
            bool later = field->array || field->elem.kind != IR_MASK || !writes_field(m->game, body->a[i], (int)k);
            for (int j = i + 1; j < body->n && !later; j++)
                later = writes_field(m->game, body->a[j], (int)k);
            if (!later && i + 1 < body->n && !m->exec.fail)
                cut(m, (int)k);
        }
    }
}

void make_step(Make *m)
{
    int turn = ir_fn_find(m->game, IR_TURN_NAME);
    m->exec.path = BITS_TRUE;
    for (uint32_t p = 1; p <= (m->game->joint ? (uint32_t)m->game->players : 1) && !m->exec.fail; p++)
        play(m, p);
    if (turn >= 0 && !m->exec.fail)
        run_turn(m, turn);
}
