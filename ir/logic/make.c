/* make.c - from a game of the IR to its network.
 *
 * The state's fields become bits, every move that can be legal a slot, and the game
 * is executed symbolically: generators for `legal`, then the effects of all moves at
 * once and the turn for `next`.  A set that follows from what the turn has just made
 * (what is legal next, in games of rule sheets) is no state: it is worked out from
 * the others. */
#include "ir/logic/make.h"

#include <string.h>

enum { USUAL_LIMIT = 3000000, STEPS_A_GATE = 8 };

/* ---- what follows from the rest ---------------------------------------------------- */

enum { FROM_CUT = 1, FROM_ELSE = 2 };

typedef struct {
    Make *m;
    const BitsNet *net;
    uint32_t ngate;
    uint8_t *from; /* by gate */
    bool *value;   /* by gate, at the start */
    bool *derived; /* by state bit */
    NetCopy now, next;
} Finish;

static bool at_start(const Finish *f, BitsEdge edge)
{
    return f->value[edge >> 1] ^ (edge & 1);
}

static void look_at_gates(Finish *f)
{
    for (uint32_t i = 0; i < f->ngate; i++) {
        const BitsGate *g = &f->net->gate.at[i];
        const uint32_t in[3] = {g->a >> 1, g->b >> 1, g->c >> 1};
        bool cut = g->kind == BITS_STATE && g->a >= f->m->nstate;
        switch (g->kind) {
        case BITS_STATE:
            f->from[i] = cut ? FROM_CUT : FROM_ELSE;
            f->value[i] = f->m->init.at[cut ? f->m->cut.at[g->a - f->m->nstate].state : g->a];
            break;
        case BITS_AND:
            f->from[i] = f->from[in[0]] | f->from[in[1]];
            f->value[i] = at_start(f, g->a) && at_start(f, g->b);
            break;
        case BITS_XOR:
            f->from[i] = f->from[in[0]] | f->from[in[1]];
            f->value[i] = at_start(f, g->a) != at_start(f, g->b);
            break;
        case BITS_MUX:
            f->from[i] = f->from[in[0]] | f->from[in[1]] | f->from[in[2]];
            f->value[i] = at_start(f, g->a) ? at_start(f, g->b) : at_start(f, g->c);
            break;
        default:
            f->from[i] = g->kind == BITS_CONST ? 0 : FROM_ELSE;
        }
    }
    for (uint32_t s = 0; s < f->m->nstate; s++) {
        BitsEdge next = f->m->next[s];
        f->derived[s] = !(f->from[next >> 1] & FROM_ELSE) && at_start(f, next) == f->m->init.at[s];
    }
}

/* A cut's variable is, now, its state bit, or what that follows from. */
static BitsEdge variable_now(Finish *f, const MakeCut *cut)
{
    if (!f->derived[cut->state])
        return net_state(f->now.to, cut->state);
    return net_copied(&f->now, cut->value);
}

static void copy_now(Finish *f)
{
    Make *m = f->m;
    NetCopy *now = &f->now;
    for (size_t i = 0; i < m->cut.n; i++)
        if (f->derived[m->cut.at[i].state])
            net_need(now, m->cut.at[i].value);
    for (uint32_t s = 0; s < m->nstate; s++)
        if (f->derived[s])
            net_need(now, m->next[s]);
    for (size_t i = 0; i < m->cut.n; i++) {
        uint32_t gate = m->cut.at[i].variable >> 1;
        net_copy(now, gate);
        now->map[gate] = variable_now(f, &m->cut.at[i]);
    }
    net_copy(now, f->ngate);
}

/* The gate of a state bit, or 0. */
static uint32_t *gates_of_state(Finish *f)
{
    uint32_t *gate = ARENA_ARRAY(f->m->arena, uint32_t, f->m->nstate + 1);
    for (uint32_t i = 0; i < f->ngate; i++)
        if (f->net->gate.at[i].kind == BITS_STATE && f->net->gate.at[i].a < f->m->nstate)
            gate[f->net->gate.at[i].a] = i;
    return gate;
}

static void copy_next(Finish *f)
{
    Make *m = f->m;
    NetCopy *next = &f->next;
    uint32_t *gate = gates_of_state(f);
    for (uint32_t s = 0; s < m->nstate; s++)
        if (f->derived[s] && gate[s])
            next->map[gate[s]] = net_copied(&f->now, m->next[s]);
    for (uint32_t s = 0; s < m->nstate; s++)
        if (!f->derived[s])
            net_need(next, m->next[s]);
    for (size_t i = 0; i < m->cut.n; i++)
        net_need(next, m->cut.at[i].value);
    for (size_t i = 0; i < m->slot.n; i++)
        net_need(next, m->slot.at[i].legal);
    for (size_t i = 0; i < m->goal.n; i++)
        net_need(next, m->goal.at[i].holds);
    net_need(next, m->over);
    for (size_t i = 0; i < m->cut.n; i++) {
        uint32_t at = m->cut.at[i].variable >> 1;
        net_copy(next, at);
        next->map[at] = net_copied(next, m->cut.at[i].value);
    }
    net_copy(next, f->ngate);
}

/* ---- the result --------------------------------------------------------------------- */

static const int32_t *parameters(Arena *arena, const MakeSlot *slot, uint32_t n)
{
    int32_t *param = ARENA_ARRAY(arena, int32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        param[i] = (int32_t)slot->param[i];
    return param;
}

static void give_slots(Finish *f, BitsGame *out)
{
    Make *m = f->m;
    out->nslot = (uint32_t)m->slot.n;
    out->slot = ARENA_ARRAY(out->arena, BitsSlot, out->nslot + 1);
    for (uint32_t i = 0; i < out->nslot; i++) {
        const MakeSlot *slot = &m->slot.at[i];
        uint32_t n = (uint32_t)m->game->fn.at[slot->fn]->nparam;
        out->slot[i] = (BitsSlot){.code = slot->code,
                                  .role = slot->role,
                                  .legal = net_copied(&f->next, slot->legal),
                                  .does = net_does(f->next.to, i),
                                  .times = slot->times,
                                  .rule = (uint32_t)slot->fn,
                                  .nparam = n,
                                  .param = parameters(out->arena, slot, n)};
    }
    out->ngoal = (uint32_t)m->goal.n;
    out->goal = ARENA_ARRAY(out->arena, BitsGoal, out->ngoal + 1);
    for (uint32_t i = 0; i < out->ngoal; i++) {
        out->goal[i] = m->goal.at[i];
        out->goal[i].holds = net_copied(&f->next, m->goal.at[i].holds);
    }
    out->over = net_copied(&f->next, m->over);
}

/* What a derived bit is, now. */
static const BitsEdge *derived_edges(Finish *f)
{
    BitsEdge *edge = ARENA_ARRAY(f->m->arena, BitsEdge, f->m->nstate + 1);
    for (uint32_t s = 0; s < f->m->nstate; s++)
        edge[s] = f->derived[s] ? net_copied(&f->now, f->m->next[s]) : BITS_NO_EDGE;
    return edge;
}

static BitsGame *finish(Make *m, Arena *whole)
{
    const BitsNet *net = m->exec.net;
    Finish f = {.m = m, .net = net, .ngate = (uint32_t)net->gate.n};
    BitsNet *to = net_new(m->arena, 2 * net->limit);
    f.from = ARENA_ARRAY(m->arena, uint8_t, f.ngate);
    f.value = ARENA_ARRAY(m->arena, bool, f.ngate);
    f.derived = ARENA_ARRAY(m->arena, bool, m->nstate + 1);
    f.now = net_copy_new(m->arena, net->gate.at, f.ngate, net->loop.at, (uint32_t)net->loop.n, to);
    f.next = net_copy_new(m->arena, net->gate.at, f.ngate, net->loop.at, (uint32_t)net->loop.n, to);
    for (size_t i = 0; i < m->cut.n; i++)
        m->next[m->cut.at[i].state] = m->cut.at[i].value;
    look_at_gates(&f);
    copy_now(&f);
    copy_next(&f);
    BitsGame *out = ARENA_NEW(m->arena, BitsGame);
    *out = (BitsGame){.arena = m->arena, .name = m->game->name, .joint = m->game->joint,
                      .nrole = (uint32_t)m->game->players, .nstate = m->nstate,
                      .init = m->init.at, .state_name = m->name.at};
    out->next = ARENA_ARRAY(m->arena, BitsEdge, m->nstate + 1);
    for (uint32_t s = 0; s < m->nstate; s++)
        out->next[s] = f.derived[s] ? (BitsEdge)m->init.at[s] : net_copied(&f.next, m->next[s]);
    give_slots(&f, out);
    out->gate = to->gate.at;
    out->ngate = (uint32_t)to->gate.n;
    out->loop = to->loop.at;
    out->nloop = (uint32_t)to->loop.n;
    if (to->full)
        sym_fail(&m->exec, "more than %u gates", to->limit);
    else if (whole)
        out->whole = make_whole(m, whole, out, derived_edges(&f));
    return out;
}

/* ---- all ---------------------------------------------------------------------------- */

BitsGame *bits_of_game(Arena *arena, const IrGame *game, const BitsOptions *options, const char **reason)
{
    Arena *scratch = arena_beside(game->arena);
    uint32_t limit = options && options->gate_limit ? options->gate_limit : USUAL_LIMIT;
    Make m = {.arena = scratch, .game = game};
    m.exec = (SymExec){.game = game, .arena = scratch, .net = net_new(scratch, limit), .path = BITS_TRUE, .unroll = options && options->unroll};
    m.exec.net->alone = !game->joint;
    m.exec.most_steps = (uint64_t)limit * STEPS_A_GATE;
    BitsGame *made = NULL;
    make_state(&m);
    if (!m.exec.fail)
        make_moves(&m);
    if (!m.exec.fail)
        make_step(&m);
    if (!m.exec.fail)
        make_next(&m);
    if (m.exec.net->full)
        sym_fail(&m.exec, "more than %u gates", limit);
    if (!m.exec.fail)
        made = finish(&m, options && options->whole ? arena : NULL);
    if (m.exec.fail)
        *reason = arena_strdup(arena, m.exec.fail);
    else
        made = bits_reduce(arena, made, !(options && options->raw));
    arena_free(scratch);
    return m.exec.fail ? NULL : made;
}
