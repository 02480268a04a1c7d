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
#include "ir/logic/machine.h"

typedef struct {
    Machine machine;
    const GdlNet *net;
    const BitsGame *game;
} Rules;

static MachineSignal theirs(GdlEdge e) { return (MachineSignal){'a', e >> 1, e & 1}; }
static MachineSignal input(uint32_t i) { return (MachineSignal){'i', i, false}; }

/* ---- the two nets -------------------------------------------------------------------------- */

static void sheet(Rules *r)
{
    const GdlNet *net = r->net;
    Machine *m = &r->machine;
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
        machine_copy(m, theirs(net->base[i].next), 'B', i);
}

/* ---- what is asked ---------------------------------------------------------------------------- */

/* Has every role made one legal move? */
static MachineSignal legal_play(Rules *r)
{
    const GdlNet *net = r->net;
    Machine *m = &r->machine;
    MachineSignal *wrong = ARENA_ARRAY(m->arena, MachineSignal, net->ninput + net->nrole + 1), *of_role = ARENA_ARRAY(m->arena, MachineSignal, net->ninput + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < net->ninput; i++)
        wrong[n++] = machine_both(m, input(i), machine_not(theirs(net->input[i].legal)));
    for (uint32_t role = 0; role < net->nrole; role++) {
        uint32_t k = 0;
        for (uint32_t i = 0; i < net->ninput; i++)
            if (net->input[i].role == role)
                of_role[k++] = input(i);
        wrong[n++] = machine_not(machine_exactly_one(m, of_role, k));
    }
    return machine_not(machine_any(m, wrong, n));
}

/* A move of the sheet that has no slot is to be illegal. */
static MachineSignal legal_differs(Rules *r)
{
    const GdlNet *net = r->net;
    Machine *m = &r->machine;
    MachineSignal *wrong = ARENA_ARRAY(m->arena, MachineSignal, net->ninput + 1);
    for (uint32_t i = 0; i < net->ninput; i++)
        wrong[i] = theirs(net->input[i].legal);
    for (uint32_t k = 0; k < r->game->nslot; k++)
        wrong[r->game->slot[k].code] = machine_differ(m, theirs(net->input[r->game->slot[k].code].legal), machine_edge(r->game->slot[k].legal));
    return machine_any(m, wrong, net->ninput);
}

/* What the sheet says where the network has a goal: the role has this value and no other; none; several. */
static MachineSignal goal_meant(Rules *r, const BitsGoal *goal)
{
    const GdlNet *net = r->net;
    Machine *m = &r->machine;
    MachineSignal *all = ARENA_ARRAY(m->arena, MachineSignal, net->ngoal + 1), *same = ARENA_ARRAY(m->arena, MachineSignal, net->ngoal + 1);
    uint32_t n = 0, alike = 0;
    for (uint32_t i = 0; i < net->ngoal; i++) {
        if (net->goal[i].role + 1 != goal->role)
            continue;
        if (net->goal[i].value == goal->value)
            same[alike++] = theirs(net->goal[i].holds);
        all[n++] = theirs(net->goal[i].holds);
    }
    MachineSignal single = machine_exactly_one(m, all, n);
    if (goal->value >= 0)
        return machine_both(m, single, machine_any(m, same, alike));
    MachineSignal some = machine_any(m, all, n);
    return goal->value == -1 ? machine_not(some) : machine_both(m, some, machine_not(single));
}

static MachineSignal goals_differ(Rules *r)
{
    Machine *m = &r->machine;
    MachineSignal *wrong = ARENA_ARRAY(m->arena, MachineSignal, r->game->ngoal + 1);
    for (uint32_t i = 0; i < r->game->ngoal; i++)
        wrong[i] = machine_differ(m, goal_meant(r, &r->game->goal[i]), machine_edge(r->game->goal[i].holds));
    return machine_any(m, wrong, r->game->ngoal);
}

static void question(Rules *r)
{
    Machine *m = &r->machine;
    const MachineSignal over = theirs(r->net->terminal);
    MachineSignal wrong = machine_differ(m, over, machine_edge(r->game->over));
    wrong = machine_either(m, wrong, machine_both(m, machine_not(over), legal_differs(r)));
    wrong = machine_either(m, wrong, machine_both(m, over, goals_differ(r)));
    machine_question(m, machine_both(m, machine_not(over), legal_play(r)), wrong);
}

static void names(const Rules *r)
{
    Out *out = r->machine.out;
    for (uint32_t i = 0; i < r->net->ninput; i++) {
        out_printf(out, "# i%u (does ", i);
        out_line_comment(out, r->net->role[r->net->input[i].role]);
        out_char(out, ' ');
        out_line_comment(out, r->net->input[i].name);
        out_puts(out, ")\n");
    }
}

/* The network is given the moves of the sheet's net. */
static void network(Rules *r)
{
    uint32_t *code = ARENA_ARRAY(r->machine.arena, uint32_t, r->game->nslot + 1);
    for (uint32_t k = 0; k < r->game->nslot; k++)
        code[k] = (uint32_t)r->game->slot[k].code;
    machine_network(&r->machine, r->game, code);
}

/* The sheet's own net, in a session of its own, as what there is to say was said. */
typedef struct {
    const Job *job;
    Session *session;
    GdlNet *net;
} Sheet;

static void make_net(void *data)
{
    Sheet *s = data;
    const Source *from = s->job->source, *source = source_add(s->session->sources, from->name, from->text, from->length); /* places are of a session */
    const Ast *text = source ? gdl_parse(s->session, source) : NULL;
    const GdlProgram *program = text ? gdl_program(s->session, text) : NULL;
    s->net = program ? gdl_make_net(s->session, program) : NULL;
}

static void put_machine(Rules *r)
{
    Out *out = r->machine.out;
    out_puts(out, "# The sheet's own net beside the network: can `bad` hold?\n");
    names(r);
    out_puts(out, ".model rules\n.inputs");
    for (uint32_t i = 0; i < r->net->ninput; i++)
        out_printf(out, i % 16 ? " i%u" : " \\\n    i%u", i);
    out_puts(out, "\n.outputs bad\n");
    sheet(r);
    network(r);
    question(r);
}

bool rules_machine(const Job *job, const BitsGame *game, Out *out)
{
    if (source_language(job->source) != LANG_GDL || !game->joint)
        return false;
    const Limit *limit = job->session->limit;
    Sheet s = {.job = job, .session = session_new()};
    limit_set(s.session->limit, limit_most_bytes(limit), limit_most_steps(limit));
    bool known = within_limits(s.session, NULL, "reading this", make_net, &s) && s.net;
    for (uint32_t k = 0; known && k < game->nslot; k++)
        known = game->slot[k].code < s.net->ninput;
    if (known)
        put_machine(&(Rules){.machine = {.arena = s.session->arena, .out = out}, .net = s.net, .game = game});
    gdl_net_free(s.net);
    session_free(s.session);
    return known;
}
