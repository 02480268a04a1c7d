/* net.c - the net of a ground program: its atoms in an order in which each comes
 * after those it asks, cycles unrolled as often as they can matter. */
#include "frontend/gdl/net/net.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/ground/ground.h"
#include "frontend/gdl/net/build.h"
#include "frontend/gdl/net/care.h"
#include "frontend/gdl/net/cycle.h"

enum { OPEN = 0x7ffffffe, NONE = 0x7fffffff, MOST_NODES = 30000000 };

typedef struct {
    uint32_t atom, clause, literal; /* where the walk over its clauses stands */
} Frame;

typedef struct {
    Session *session;
    const GdlGround *ground;
    Arena *arena; /* of the walk */
    GdlNodes nodes;
    GdlNet *net;
    uint32_t *first, *clause_at; /* clauses of atom a: clause_at[first[a] .. first[a + 1]) */
    GdlEdge *value;              /* by atom; NONE: not known yet */
    uint32_t *number, *low, count;
    uint32_t *place;             /* by atom: in the circle that is being built, from 1; or 0 */
    VEC(uint32_t) stack;
    VEC(Frame) frame;
    GdlSum *sum;
    bool failed;
} Net;

static void sort_clauses(Net *b)
{
    const GdlGround *g = b->ground;
    b->first = ARENA_ARRAY(b->arena, uint32_t, g->atom.n + 2);
    b->clause_at = ARENA_ARRAY(b->arena, uint32_t, g->nclause + 1);
    for (size_t at = 0; at < g->clause.n; at += 2 + g->clause.at[at + 1])
        b->first[g->clause.at[at] + 2]++;
    for (size_t i = 2; i < g->atom.n + 2; i++)
        b->first[i] += b->first[i - 1];
    for (size_t at = 0; at < g->clause.n; at += 2 + g->clause.at[at + 1])
        b->clause_at[b->first[g->clause.at[at] + 1]++] = (uint32_t)at;
}

/* ---- one atom from those it asks --------------------------------------------- */

static GdlEdge build_atom(Net *b, uint32_t atom)
{
    const uint32_t *clause = b->ground->clause.at;
    gdl_sum_begin(b->sum);
    for (uint32_t c = b->first[atom]; c < b->first[atom + 1]; c++) {
        const uint32_t *row = clause + b->clause_at[c];
        for (uint32_t i = 0; i < row[1]; i++)
            gdl_sum_literal(b->sum, b->value[row[2 + i] >> 1] ^ (row[2 + i] & 1));
        gdl_sum_product(b->sum);
    }
    return gdl_sum_end(b->sum, &b->nodes);
}

/* The literal about `other` in the clauses of `atom`, or NONE. */
static uint32_t asks(const Net *b, uint32_t atom, uint32_t other)
{
    for (uint32_t c = b->first[atom]; c < b->first[atom + 1]; c++) {
        const uint32_t *row = b->ground->clause.at + b->clause_at[c];
        for (uint32_t i = 0; i < row[1]; i++)
            if (row[2 + i] >> 1 == other)
                return row[2 + i];
    }
    return NONE;
}

/* "`a` asks `b`", or `(not b)`. */
static void note_ask(Net *b, uint32_t atom, uint32_t literal)
{
    Out out = {0}, asked = {0};
    gdl_print_atom(b->ground, atom, &out);
    gdl_print_atom(b->ground, literal >> 1, &asked);
    diag_note(b->session->diags, (Span){0, 0}, "`%s` asks `%s%s%s`", out.text, literal & 1 ? "(not " : "", asked.text,
              literal & 1 ? ")" : "");
    out_free(&out);
    out_free(&asked);
}

/* Notes the shortest way over the component's atoms from `from` to `to`. */
static void note_way(Net *b, uint32_t from, uint32_t to, const uint32_t *member, size_t n)
{
    uint32_t *next = ARENA_ARRAY(b->arena, uint32_t, n), *step = ARENA_ARRAY(b->arena, uint32_t, n), *queue = ARENA_ARRAY(b->arena, uint32_t, n);
    size_t head = 0, tail = 0, place = 0;
    for (size_t i = 0; i < n; i++) {
        next[i] = NONE;
        place = member[i] == from ? i : place;
        if (member[i] == to) {
            next[i] = to;
            queue[tail++] = (uint32_t)i;
        }
    }
    while (head < tail && next[place] == NONE) {
        uint32_t reached = member[queue[head++]];
        for (size_t i = 0; i < n; i++) {
            uint32_t literal = next[i] == NONE ? asks(b, member[i], reached) : NONE;
            if (literal == NONE)
                continue;
            next[i] = reached;
            step[i] = literal;
            queue[tail++] = (uint32_t)i;
        }
    }
    for (unsigned most = 12; from != to && most; most--) {
        for (place = 0; member[place] != from; place++)
            ;
        note_ask(b, from, step[place]);
        from = next[place];
    }
}

/* A negated literal about an atom that is not closed yet, or NONE. */
static uint32_t negates_open(const Net *b, uint32_t atom)
{
    for (uint32_t c = b->first[atom]; c < b->first[atom + 1]; c++) {
        const uint32_t *row = b->ground->clause.at + b->clause_at[c];
        for (uint32_t i = 0; i < row[1]; i++)
            if ((row[2 + i] & 1) && b->value[row[2 + i] >> 1] == OPEN)
                return row[2 + i];
    }
    return NONE;
}

/* Where the relation of an atom is first met. */
static Span relation_at(const Net *b, uint32_t atom)
{
    return b->ground->program->relation.at[b->ground->atom.at[atom].relation].at;
}

/* The members ask each other; what else is open they cannot ask. */
static bool refuse_negation(Net *b, const uint32_t *member, size_t n)
{
    uint32_t literal = NONE;
    size_t i = 0;
    while (i < n && (literal = negates_open(b, member[i])) == NONE)
        i++;
    if (i == n)
        return false;
    Out out = {0};
    gdl_print_atom(b->ground, member[i], &out);
    session_error(b->session, relation_at(b, member[i]),
                  "the rules are not stratified: `%s` depends on its own negation", out.text);
    out_free(&out);
    note_ask(b, member[i], literal);
    note_way(b, literal >> 1, member[i], member, n);
    b->failed = true;
    return true;
}

/* The clause for the equations of its circle; false: it asks two members of it. */
static bool add_row(Net *b, const uint32_t *clause, uint32_t head, GdlCycle *cycle)
{
    GdlCycleRow row = {head, GDL_ASKS_NONE, (uint32_t)cycle->edge.n, 0};
    for (uint32_t i = 0; i < clause[1]; i++) {
        uint32_t atom = clause[2 + i] >> 1;
        if (b->place[atom] && row.asks != GDL_ASKS_NONE && row.asks != b->place[atom] - 1)
            return false;
        if (b->place[atom]) {
            row.asks = b->place[atom] - 1;
            continue;
        }
        vec_push(b->arena, &cycle->edge, b->value[atom] ^ (clause[2 + i] & 1));
        row.n++;
    }
    vec_push(b->arena, &cycle->row, row);
    return true;
}

/* Where each clause asks one member at most, the circle is a system of equations. */
static bool solve_cycle(Net *b, const uint32_t *member, size_t n)
{
    GdlCycle cycle = {0};
    bool linear = true;
    for (size_t i = 0; i < n; i++)
        b->place[member[i]] = (uint32_t)i + 1;
    for (size_t i = 0; i < n && linear; i++)
        for (uint32_t c = b->first[member[i]]; c < b->first[member[i] + 1] && linear; c++)
            linear = add_row(b, b->ground->clause.at + b->clause_at[c], (uint32_t)i, &cycle);
    GdlEdge *value = ARENA_ARRAY(b->arena, GdlEdge, n);
    bool solved = linear && gdl_solve_cycle(b->arena, &b->nodes, b->sum, &cycle, (uint32_t)n, value);
    for (size_t i = 0; i < n; i++) {
        b->place[member[i]] = 0;
        if (solved)
            b->value[member[i]] = value[i];
    }
    return solved;
}

/* A cycle of atoms, by rounds: nothing holds at first, then what follows, and so on; after
 * as many rounds as there are atoms nothing more can follow. */
static void build_cycle(Net *b, const uint32_t *member, size_t n)
{
    if (refuse_negation(b, member, n) || solve_cycle(b, member, n))
        return;
    GdlEdge *fresh = ARENA_ARRAY(b->arena, GdlEdge, n);
    for (size_t i = 0; i < n; i++)
        b->value[member[i]] = GDL_FALSE;
    bool changed = true;
    for (size_t round = 0; round < n && changed; round++) {
        changed = false;
        for (size_t i = 0; i < n; i++)
            fresh[i] = build_atom(b, member[i]);
        for (size_t i = 0; i < n; i++) {
            changed = changed || b->value[member[i]] != fresh[i];
            b->value[member[i]] = fresh[i];
        }
        if (b->nodes.node.n > MOST_NODES) {
            b->failed = true;
            session_unsupported(b->session, relation_at(b, member[0]), "a cycle of %zu facts makes the net too large", n);
            return;
        }
    }
}

/* ---- order ----------------------------------------------------------------------- */

static bool asks_itself(const Net *b, uint32_t atom)
{
    for (uint32_t c = b->first[atom]; c < b->first[atom + 1]; c++) {
        const uint32_t *row = b->ground->clause.at + b->clause_at[c];
        for (uint32_t i = 0; i < row[1]; i++)
            if (row[2 + i] >> 1 == atom)
                return true;
    }
    return false;
}

static void open_atom(Net *b, uint32_t atom)
{
    b->number[atom] = b->low[atom] = ++b->count;
    b->value[atom] = OPEN;
    vec_push(b->arena, &b->stack, atom);
    vec_push(b->arena, &b->frame, ((Frame){atom, b->first[atom], 0}));
}

static void close_atom(Net *b, uint32_t atom)
{
    if (b->low[atom] != b->number[atom])
        return;
    size_t bottom = b->stack.n;
    while (b->stack.at[--bottom] != atom)
        ;
    if (b->stack.n - bottom == 1 && !asks_itself(b, atom))
        b->value[atom] = build_atom(b, atom);
    else
        build_cycle(b, b->stack.at + bottom, b->stack.n - bottom);
    b->stack.n = bottom;
}

/* The next atom that the one on top asks and that is not known, else NONE. */
static uint32_t next_asked(Net *b, Frame *frame)
{
    for (; frame->clause < b->first[frame->atom + 1]; frame->clause++, frame->literal = 0) {
        const uint32_t *row = b->ground->clause.at + b->clause_at[frame->clause];
        while (frame->literal < row[1]) {
            uint32_t atom = row[2 + frame->literal++] >> 1;
            if (b->value[atom] == NONE)
                return atom;
            if (b->value[atom] == OPEN && b->number[atom] < b->low[frame->atom])
                b->low[frame->atom] = b->number[atom];
        }
    }
    return NONE;
}

static void resolve(Net *b, uint32_t root)
{
    if (b->value[root] != NONE)
        return;
    open_atom(b, root);
    while (b->frame.n && !b->failed) {
        Frame *frame = &b->frame.at[b->frame.n - 1];
        uint32_t asked = next_asked(b, frame);
        if (asked != NONE) {
            open_atom(b, asked);
            continue;
        }
        uint32_t atom = frame->atom;
        b->frame.n--;
        if (b->frame.n && b->low[atom] < b->low[b->frame.at[b->frame.n - 1].atom])
            b->low[b->frame.at[b->frame.n - 1].atom] = b->low[atom];
        close_atom(b, atom);
    }
}

/* ---- state, moves, goals ------------------------------------------------------ */

static const char *term_text(Net *b, uint32_t term)
{
    Out out = {0};
    gdl_print_term(b->ground, term, &out);
    const char *text = arena_strdup(b->net->arena, out.text);
    out_free(&out);
    return text;
}

static uint32_t arg_of(const Net *b, uint32_t atom, uint32_t i)
{
    return b->ground->atom_arg.at[b->ground->atom.at[atom].at + i];
}

static uint32_t role_of(const Net *b, uint32_t atom)
{
    uint32_t role = 0;
    while (role < b->net->nrole && strcmp(b->net->role[role], b->ground->term.at[arg_of(b, atom, 0)].name) != 0)
        role++;
    return role;
}

/* The atom of another relation with the same arguments; NONE: not possible. */
static uint32_t sibling(Net *b, uint32_t atom, uint32_t relation, uint32_t skip)
{
    const GdlAtom *a = &b->ground->atom.at[atom];
    uint32_t found = gdl_atom_of((GdlGround *)b->ground, relation, b->ground->atom_arg.at + a->at + skip, false);
    return found && b->ground->atom.at[found - 1].possible ? found - 1 : NONE;
}

typedef struct {
    const char *name;
    uint32_t role, atom;
} Named;

static int by_role_and_name(const void *a, const void *b)
{
    const Named *x = a, *y = b;
    return x->role != y->role ? (x->role > y->role) - (x->role < y->role) : strcmp(x->name, y->name);
}

/* All possible atoms of a relation, named by their last argument, in order. */
static Named *list_atoms(Net *b, uint32_t relation, uint32_t *n)
{
    const GdlGround *g = b->ground;
    Named *list = ARENA_ARRAY(b->arena, Named, g->atom.n + 1);
    *n = 0;
    for (uint32_t i = 0; i < g->atom.n; i++) {
        if (g->atom.at[i].relation != relation || !g->atom.at[i].possible)
            continue;
        bool single = relation == GDL_TRUE;
        Named row = {term_text(b, arg_of(b, i, single ? 0 : 1)), single ? 0 : role_of(b, i), i};
        if (single || row.role < b->net->nrole)
            list[(*n)++] = row;
    }
    qsort(list, *n, sizeof *list, by_role_and_name);
    return list;
}

static void enter_state(Net *b, const bool *constant)
{
    GdlNet *net = b->net;
    Named *list = list_atoms(b, GDL_TRUE, &net->nbase);
    net->base = ARENA_ARRAY(net->arena, GdlBase, net->nbase + 1);
    for (uint32_t i = 0; i < net->nbase; i++) {
        GdlBase *base = &net->base[i];
        base->name = list[i].name;
        base->init = sibling(b, list[i].atom, GDL_INIT, 0) != NONE;
        base->now = constant[i] ? GDL_TRUTH : gdl_leaf(&b->nodes, GDL_NODE_BASE, i);
        b->value[list[i].atom] = base->now;
    }
    list = list_atoms(b, GDL_DOES, &net->ninput);
    net->input = ARENA_ARRAY(net->arena, GdlInput, net->ninput + 1);
    for (uint32_t i = 0; i < net->ninput; i++) {
        GdlInput *input = &net->input[i];
        input->name = list[i].name;
        input->role = list[i].role;
        bool only = (!i || list[i - 1].role != input->role) &&
                    (i + 1 == net->ninput || list[i + 1].role != input->role);
        input->does = only ? GDL_TRUTH : gdl_leaf(&b->nodes, GDL_NODE_INPUT, i);
        b->value[list[i].atom] = input->does;
    }
}

static GdlEdge root(Net *b, uint32_t atom)
{
    if (atom == NONE)
        return GDL_FALSE;
    resolve(b, atom);
    return b->value[atom];
}

static int value_of(const char *name)
{
    int value = 0;
    for (const char *c = name; *c; c++)
        if (*c < '0' || *c > '9' || (value = value * 10 + (*c - '0')) > 100)
            return -1;
    return *name ? value : -1;
}

static void enter_roots(Net *b)
{
    GdlNet *net = b->net;
    uint32_t n;
    Named *list = list_atoms(b, GDL_TRUE, &n);
    for (uint32_t i = 0; i < net->nbase && !b->failed; i++)
        net->base[i].next = root(b, sibling(b, list[i].atom, GDL_NEXT, 0));
    list = list_atoms(b, GDL_DOES, &n);
    for (uint32_t i = 0; i < net->ninput && !b->failed; i++)
        net->input[i].legal = root(b, sibling(b, list[i].atom, GDL_LEGAL, 0));
    list = list_atoms(b, GDL_GOAL, &net->ngoal);
    net->goal = ARENA_ARRAY(net->arena, GdlGoal, net->ngoal + 1);
    for (uint32_t i = 0; i < net->ngoal && !b->failed; i++)
        net->goal[i] = (GdlGoal){list[i].name, list[i].role, value_of(list[i].name), root(b, list[i].atom), true};
    uint32_t none = 0, terminal = gdl_atom_of((GdlGround *)b->ground, GDL_TERMINAL, &none, false);
    net->terminal = root(b, terminal ? terminal - 1 : NONE);
}

/* ---- the whole ------------------------------------------------------------------ */

static GdlNet *build(Session *session, const GdlGround *ground, const bool *constant)
{
    Arena *arena = arena_beside(session->arena), *own = arena_beside(session->arena);
    const GdlProgram *program = ground->program;
    Net b = {.session = session, .ground = ground, .arena = arena};
    b.net = ARENA_NEW(own, GdlNet);
    b.net->arena = own;
    b.net->nrole = (uint32_t)program->role.n;
    b.net->role = ARENA_ARRAY(own, const char *, program->role.n);
    b.net->role_at = ARENA_ARRAY(own, Span, program->role.n);
    for (size_t i = 0; i < program->role.n; i++) {
        b.net->role[i] = arena_strdup(own, program->role.at[i]);
        b.net->role_at[i] = program->role_at.at[i];
    }
    gdl_nodes_init(&b.nodes, own);
    b.sum = gdl_sum_new(arena);
    sort_clauses(&b);
    b.value = ARENA_ARRAY(arena, GdlEdge, ground->atom.n + 1);
    b.number = ARENA_ARRAY(arena, uint32_t, ground->atom.n + 1);
    b.low = ARENA_ARRAY(arena, uint32_t, ground->atom.n + 1);
    b.place = ARENA_ARRAY(arena, uint32_t, ground->atom.n + 1);
    for (size_t i = 0; i < ground->atom.n; i++)
        b.value[i] = ground->atom.at[i].certain ? GDL_TRUTH : ground->atom.at[i].possible ? NONE : GDL_FALSE;
    enter_state(&b, constant);
    enter_roots(&b);
    b.net->node = b.nodes.node.at;
    b.net->nnode = (uint32_t)b.nodes.node.n;
    b.net->edge = b.nodes.edge.at;
    b.net->nedge = (uint32_t)b.nodes.edge.n;
    bool failed = b.failed;
    arena_free(arena);
    if (failed)
        arena_free(own);
    return failed ? NULL : b.net;
}

/* Facts that hold at the start and, taken to hold, always hold next: the
 * greatest such set. */
GdlNet *gdl_net(Session *session, const GdlGround *ground)
{
    Arena *arena = arena_beside(session->arena);
    bool *constant = ARENA_ARRAY(arena, bool, ground->atom.n + 1);
    GdlNet *net = build(session, ground, constant);
    bool again = false;
    for (uint32_t i = 0; net && i < net->nbase; i++)
        again |= constant[i] = net->base[i].init;
    while (net && again) {
        gdl_net_free(net);
        net = build(session, ground, constant);
        again = false;
        for (uint32_t i = 0; net && i < net->nbase; i++)
            if (constant[i] && net->base[i].next != GDL_TRUTH) {
                constant[i] = false;
                again = true;
            }
    }
    arena_free(arena);
    if (net) {
        gdl_net_tidy(net);
        gdl_net_tally(net);
        gdl_net_reduce(net);
    }
    return net;
}

void gdl_net_free(GdlNet *net)
{
    if (net)
        arena_free(net->arena);
}
