/* rules.c - see rules.h.
 *
 * Both nets are given the same moves, a slot that of its code.  A latch `ok` holds as long as every role has made exactly one
 * legal move and it was not over: after that they may differ.  Nothing is shared between the two: names of the sheet's net
 * begin with a and b, of the network with c and s. */
#include "driver/build/rules.h"

#include <string.h>

#include "base/escape.h"

#include "frontend/gdl/net/net.h"
#include "frontend/gdl/program/program.h"

/* A signal: a letter and a number, or its opposite. */
typedef struct {
    char kind;
    uint32_t number;
    bool negated;
} Signal;

typedef struct {
    const GdlNet *net;
    const BitsGame *game;
    Arena *arena;
    Out *out;
    uint32_t made; /* signals of our own: t0, t1, .. */
} Machine;

static Signal negation(Signal s)
{
    s.negated = !s.negated;
    return s;
}

static Signal theirs(GdlEdge e) { return (Signal){'a', e >> 1, e & 1}; }
static Signal ours(BitsEdge e) { return (Signal){'c', e >> 1, e & 1}; }
static Signal input(uint32_t i) { return (Signal){'i', i, false}; }

static char one(Signal s) { return s.negated ? '0' : '1'; }

/* A gate of two inputs. */
static Signal gate(Machine *m, Signal x, Signal y, bool exclusive)
{
    Signal t = {'t', m->made++, false};
    out_printf(m->out, ".names %c%u %c%u t%u\n", x.kind, x.number, y.kind, y.number, t.number);
    if (exclusive)
        out_printf(m->out, "%c%c 1\n%c%c 1\n", one(x), one(negation(y)), one(negation(x)), one(y));
    else
        out_printf(m->out, "%c%c 1\n", one(x), one(y));
    return t;
}

static Signal both(Machine *m, Signal x, Signal y) { return gate(m, x, y, false); }
static Signal either(Machine *m, Signal x, Signal y) { return negation(gate(m, negation(x), negation(y), false)); }
static Signal differ(Machine *m, Signal x, Signal y) { return gate(m, x, y, true); }

static Signal constant(Machine *m)
{
    out_printf(m->out, ".names t%u\n", m->made);
    return (Signal){'t', m->made++, false};
}

/* Holds one of them?  A balanced tree, in place. */
static Signal any(Machine *m, Signal *s, uint32_t n)
{
    if (!n)
        return constant(m);
    while (n > 1) {
        uint32_t half = 0;
        for (uint32_t i = 0; i < n; i += 2)
            s[half++] = i + 1 < n ? either(m, s[i], s[i + 1]) : s[i];
        n = half;
    }
    return s[0];
}

/* Does exactly one hold? */
static Signal exactly_one(Machine *m, const Signal *s, uint32_t n)
{
    Signal some = constant(m), two = constant(m);
    for (uint32_t i = 0; i < n; i++) {
        two = either(m, two, both(m, some, s[i]));
        some = either(m, some, s[i]);
    }
    return both(m, some, negation(two));
}

/* ---- the two nets -------------------------------------------------------------------------- */

static void copy(Machine *m, Signal from, char kind, uint32_t number)
{
    out_printf(m->out, ".names %c%u %c%u\n%c 1\n", from.kind, from.number, kind, number, one(from));
}

static void sheet(Machine *m)
{
    const GdlNet *net = m->net;
    for (uint32_t i = 0; i < net->nbase; i++)
        out_printf(m->out, ".latch B%u b%u re clock %d\n", i, i, net->base[i].init);
    out_puts(m->out, ".names a0\n");
    for (uint32_t i = 1; i < net->nnode; i++) {
        const GdlNode *node = &net->node[i];
        out_puts(m->out, ".names");
        if (node->kind == GDL_NODE_AND)
            for (uint32_t k = 0; k < node->n; k++)
                out_printf(m->out, k % 16 == 15 ? " \\\n a%u" : " a%u", net->edge[node->at + k] >> 1);
        else
            out_printf(m->out, " %c%u", node->kind == GDL_NODE_BASE ? 'b' : 'i', node->at);
        out_printf(m->out, " a%u\n", i);
        for (uint32_t k = 0; node->kind == GDL_NODE_AND && k < node->n; k++)
            out_char(m->out, net->edge[node->at + k] & 1 ? '0' : '1');
        out_puts(m->out, node->kind == GDL_NODE_AND ? " 1\n" : "1 1\n");
    }
    for (uint32_t i = 0; i < net->nbase; i++)
        copy(m, theirs(net->base[i].next), 'B', i);
}

static void network_gate(Machine *m, uint32_t i)
{
    const BitsGate *g = &m->game->gate[i];
    Signal a = ours(g->a), b = ours(g->b), c = ours(g->c);
    switch (g->kind) {
    case BITS_STATE: copy(m, (Signal){'s', g->a, false}, 'c', i); break;
    case BITS_DOES: copy(m, input(m->game->slot[g->a].code), 'c', i); break;
    case BITS_AND: copy(m, both(m, a, b), 'c', i); break;
    case BITS_XOR: copy(m, differ(m, a, b), 'c', i); break;
    case BITS_MUX: copy(m, either(m, both(m, a, b), both(m, negation(a), c)), 'c', i); break;
    default: out_printf(m->out, ".names c%u\n", i);
    }
}

static void network(Machine *m)
{
    const BitsGame *game = m->game;
    for (uint32_t i = 0; i < game->nstate; i++)
        out_printf(m->out, ".latch S%u s%u re clock %d\n", i, i, game->init[i]);
    for (uint32_t i = 0; i < game->ngate; i++)
        network_gate(m, i);
    for (uint32_t i = 0; i < game->nstate; i++)
        copy(m, ours(game->next[i]), 'S', i);
}

/* ---- what is asked ---------------------------------------------------------------------------- */

/* Has every role made one legal move? */
static Signal legal_play(Machine *m)
{
    const GdlNet *net = m->net;
    Signal *wrong = ARENA_ARRAY(m->arena, Signal, net->ninput + net->nrole + 1), *of_role = ARENA_ARRAY(m->arena, Signal, net->ninput + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < net->ninput; i++)
        wrong[n++] = both(m, input(i), negation(theirs(net->input[i].legal)));
    for (uint32_t r = 0; r < net->nrole; r++) {
        uint32_t k = 0;
        for (uint32_t i = 0; i < net->ninput; i++)
            if (net->input[i].role == r)
                of_role[k++] = input(i);
        wrong[n++] = negation(exactly_one(m, of_role, k));
    }
    return negation(any(m, wrong, n));
}

/* A move of the sheet that has no slot is to be illegal. */
static Signal legal_differs(Machine *m)
{
    const GdlNet *net = m->net;
    Signal *wrong = ARENA_ARRAY(m->arena, Signal, net->ninput + 1);
    for (uint32_t i = 0; i < net->ninput; i++)
        wrong[i] = theirs(net->input[i].legal);
    for (uint32_t k = 0; k < m->game->nslot; k++)
        wrong[m->game->slot[k].code] = differ(m, theirs(net->input[m->game->slot[k].code].legal), ours(m->game->slot[k].legal));
    return any(m, wrong, net->ninput);
}

/* What the sheet says where the network has a goal: the role has this value and no other; none; several. */
static Signal goal_meant(Machine *m, const BitsGoal *goal)
{
    const GdlNet *net = m->net;
    Signal *all = ARENA_ARRAY(m->arena, Signal, net->ngoal + 1), *same = ARENA_ARRAY(m->arena, Signal, net->ngoal + 1);
    uint32_t n = 0, alike = 0;
    for (uint32_t i = 0; i < net->ngoal; i++) {
        if (net->goal[i].role + 1 != goal->role)
            continue;
        if (net->goal[i].value == goal->value)
            same[alike++] = theirs(net->goal[i].holds);
        all[n++] = theirs(net->goal[i].holds);
    }
    Signal single = exactly_one(m, all, n);
    if (goal->value >= 0)
        return both(m, single, any(m, same, alike));
    Signal some = any(m, all, n);
    return goal->value == -1 ? negation(some) : both(m, some, negation(single));
}

static Signal goals_differ(Machine *m)
{
    Signal *wrong = ARENA_ARRAY(m->arena, Signal, m->game->ngoal + 1);
    for (uint32_t i = 0; i < m->game->ngoal; i++)
        wrong[i] = differ(m, goal_meant(m, &m->game->goal[i]), ours(m->game->goal[i].holds));
    return any(m, wrong, m->game->ngoal);
}

static void question(Machine *m)
{
    const Signal ok = {'o', 0, false}, over = theirs(m->net->terminal);
    Signal wrong = differ(m, over, ours(m->game->over));
    wrong = either(m, wrong, both(m, negation(over), legal_differs(m)));
    wrong = either(m, wrong, both(m, over, goals_differ(m)));
    copy(m, both(m, ok, both(m, negation(over), legal_play(m))), 'o', 1);
    Signal bad = both(m, ok, wrong);
    out_printf(m->out, ".latch o1 o0 re clock 1\n.names t%u bad\n%c 1\n", bad.number, one(bad));
}

static void names(const Machine *m)
{
    for (uint32_t i = 0; i < m->net->ninput; i++) {
        out_printf(m->out, "# i%u (does ", i);
        out_line_comment(m->out, m->net->role[m->net->input[i].role]);
        out_char(m->out, ' ');
        out_line_comment(m->out, m->net->input[i].name);
        out_puts(m->out, ")\n");
    }
}

bool rules_machine(const Job *job, const BitsGame *game, Out *out)
{
    if (source_language(job->source) != LANG_GDL || !game->joint)
        return false;
    Session *session = session_new(); /* what there is to say was said */
    const Source *source = source_add(session->sources, job->source->name, job->source->text, job->source->length); /* places are of a session */
    const Ast *text = source ? gdl_parse(session, source) : NULL;
    const GdlProgram *program = text ? gdl_program(session, text) : NULL;
    GdlNet *net = program ? gdl_make_net(session, program) : NULL;
    bool known = net != NULL;
    for (uint32_t k = 0; known && k < game->nslot; k++)
        known = game->slot[k].code < net->ninput;
    if (known) {
        Machine m = {.net = net, .game = game, .arena = session->arena, .out = out};
        out_puts(out, "# The sheet's own net beside the network: can `bad` hold?\n");
        names(&m);
        out_puts(out, ".model rules\n.inputs");
        for (uint32_t i = 0; i < net->ninput; i++)
            out_printf(out, i % 16 ? " i%u" : " \\\n    i%u", i);
        out_puts(out, "\n.outputs bad\n");
        sheet(&m);
        network(&m);
        question(&m);
        out_puts(out, ".end\n");
    }
    gdl_net_free(net);
    session_free(session);
    return known;
}
