/* end_dont_care.c - what a network need not say, as a game that is over goes no further.
 *
 * Where the end is a state bit of its own, only that bit and those that values depend on are
 * read after the last step.  All others may be wrong there: their next values are made as
 * if the step did not end the game, with every reason for an end false.  Where the reasons
 * are chosen by a state bit, as whose turn it is, that is done for either of its values.
 *
 * State bits that random games see change only when they end are supposed to be as at the
 * start before; those whose next value is not, given that the others are, are given up,
 * until all that is left proves itself (induction).  Whoever looks at a position in which
 * somebody moves sees them as constants. */
#include "ir/logic/make.h"

#include <string.h>

#include "ir/logic/sample.h"

typedef struct {
    Arena *arena;
    const BitsGame *game;
    uint32_t end;   /* the state bit that says that it is over */
    bool *read;     /* state bits that are read when it is over */
    bool *still;    /* as at the start until then */
    uint32_t *gate; /* of a state bit, 0: none */
} Live;

static void find_gates(Live *l)
{
    for (uint32_t i = 0; i < l->game->ngate; i++)
        if (l->game->gate[i].kind == BITS_STATE)
            l->gate[l->game->gate[i].a] = i;
}

/* What `over` and the values depend on. */
static void find_read(Live *l)
{
    const BitsGame *game = l->game;
    NetCopy copy = net_copy_new(l->arena, game->gate, game->ngate, game->loop, game->nloop, NULL);
    net_need(&copy, game->over);
    for (uint32_t i = 0; i < game->ngoal; i++)
        net_need(&copy, game->goal[i].holds);
    for (uint32_t i = 0; i < game->nstate; i++)
        l->read[i] = l->gate[i] && copy.needed[l->gate[i]];
}

/* Changed before the end. */
static void see(void *data, BitsRun *run, uint64_t live)
{
    Live *l = data;
    const uint64_t *state = bits_run_state(run);
    for (uint32_t i = 0; i < l->game->nstate; i++)
        if ((state[i] ^ (l->game->init[i] ? ~UINT64_C(0) : 0)) & live)
            l->still[i] = false;
}

/* All reasons for an edge are taken to be false: it does not hold. */
static void assume_not(NetCopy *copy, BitsEdge edge, int depth)
{
    const BitsGate *g = &copy->gate[edge >> 1];
    if (edge >> 1 == 0)
        return;
    copy->map[edge >> 1] = edge & 1;
    if (edge & 1 && g->kind == BITS_AND && depth > 0) {
        assume_not(copy, g->a ^ 1, depth - 1);
        assume_not(copy, g->b ^ 1, depth - 1);
    }
}

/* A copy for steps of games that are not over. */
typedef struct {
    BitsNet *net;   /* what is still has its value; as it ends, too */
    NetCopy now;    /* into it */
    NetCopy onward; /* from it: as if it did not end */
    NetCopy half[2]; /* the same where the state bit that chooses among reasons is so */
    BitsEdge chooser; /* or 0, none: in the net */
} Steps;

enum { REASONS = 64 };

/* Whether bits depend on it: next values that a game which goes on needs. */
static bool goes_on(const Live *l, uint32_t bit) { return !l->read[bit] || l->still[bit]; }

static NetCopy copy_onward(const Live *l, const Steps *s, BitsEdge ends, int chosen, Arena *arena, BitsNet *to)
{
    const BitsGame *game = l->game;
    uint32_t ngate = (uint32_t)s->net->gate.n;
    NetCopy copy = net_copy_new(arena, s->net->gate.at, ngate, s->net->loop.at, (uint32_t)s->net->loop.n, to);
    assume_not(&copy, ends, REASONS);
    if (chosen >= 0)
        copy.map[s->chooser >> 1] = (BitsEdge)chosen;
    for (uint32_t i = 0; i < game->nstate; i++)
        if (goes_on(l, i))
            net_need(&copy, net_copied(&s->now, game->next[i]));
    net_copy(&copy, ngate);
    return copy;
}

static Steps make_steps(Live *l, Arena *arena, BitsNet *to)
{
    const BitsGame *game = l->game;
    Steps s = {.net = net_new(arena, UINT32_MAX / 2)};
    s.now = net_copy_new(arena, game->gate, game->ngate, game->loop, game->nloop, s.net);
    for (uint32_t i = 0; i < game->nstate; i++) {
        if (l->still[i] && l->gate[i])
            s.now.map[l->gate[i]] = game->init[i];
        net_need(&s.now, game->next[i]);
    }
    for (uint32_t i = 0; i < game->nslot; i++)
        net_need(&s.now, game->slot[i].legal);
    net_copy(&s.now, game->ngate);
    BitsEdge ends = net_copied(&s.now, game->next[l->end]) ^ (game->over & 1);
    const BitsGate *top = &s.net->gate.at[ends >> 1];
    if (top->kind == BITS_MUX && s.net->gate.at[top->a >> 1].kind == BITS_STATE) {
        BitsEdge reason[2] = {top->c ^ (ends & 1), top->b ^ (ends & 1)};
        s.chooser = top->a;
        for (int k = 0; k < 2; k++)
            s.half[k] = copy_onward(l, &s, reason[k ^ (int)(top->a & 1)], k, arena, to);
    }
    s.onward = copy_onward(l, &s, ends, -1, arena, to);
    return s;
}

static bool is_leaf(const BitsNet *net, BitsEdge edge) { return net->gate.at[edge >> 1].kind < BITS_AND; }

/* The next value in a game that goes on: by halves where that leaves next to nothing. */
static BitsEdge onward(const Live *l, const Steps *s, uint32_t bit)
{
    BitsEdge next = net_copied(&s->now, l->game->next[bit]);
    if (s->chooser) {
        BitsNet *to = s->onward.to;
        BitsEdge half[2] = {net_copied(&s->half[0], next), net_copied(&s->half[1], next)};
        if (half[0] == half[1] || (is_leaf(to, half[0]) && is_leaf(to, half[1])))
            return net_mux(to, net_state(to, s->net->gate.at[s->chooser >> 1].a), half[1], half[0]);
    }
    return net_copied(&s->onward, next);
}

enum { MOST_ROUNDS = 30 };

static void prove(Live *l)
{
    bool stable = false;
    for (uint32_t round = 0; !stable && round < MOST_ROUNDS; round++) {
        Arena *scratch = arena_beside(l->arena);
        Steps s = make_steps(l, scratch, net_new(scratch, UINT32_MAX / 2));
        stable = true;
        for (uint32_t i = 0; i < l->game->nstate; i++)
            if (l->still[i] && i != l->end && onward(l, &s, i) != (BitsEdge)l->game->init[i])
                l->still[i] = stable = false;
        arena_free(scratch);
    }
    for (uint32_t i = 0; !stable && i < l->game->nstate; i++)
        l->still[i] = i == l->end;
}

/* Gates of the result: those of positions as they are, of steps that may end the game,
 * and of steps that do not. */
static BitsGame *rebuild(Live *l, Arena *arena)
{
    const BitsGame *game = l->game;
    BitsNet *net = net_new(arena, UINT32_MAX / 2);
    BitsGame *out = ARENA_NEW(arena, BitsGame);
    *out = *game;
    out->arena = arena;
    NetCopy plain = net_copy_new(l->arena, game->gate, game->ngate, game->loop, game->nloop, net);
    net_need(&plain, game->over);
    for (uint32_t i = 0; i < game->ngoal; i++)
        net_need(&plain, game->goal[i].holds);
    net_copy(&plain, game->ngate);
    Steps s = make_steps(l, l->arena, net);
    NetCopy last = net_copy_new(l->arena, s.net->gate.at, (uint32_t)s.net->gate.n, s.net->loop.at,
                                (uint32_t)s.net->loop.n, net);
    for (uint32_t i = 0; i < game->nstate; i++)
        if (l->read[i])
            net_need(&last, net_copied(&s.now, game->next[i]));
    for (uint32_t i = 0; i < game->nslot; i++)
        net_need(&last, net_copied(&s.now, game->slot[i].legal));
    net_copy(&last, (uint32_t)s.net->gate.n);
    out->next = ARENA_ARRAY(arena, BitsEdge, game->nstate + 1);
    for (uint32_t i = 0; i < game->nstate; i++)
        out->next[i] = l->read[i]    ? net_copied(&last, net_copied(&s.now, game->next[i]))
                       : l->still[i] ? (BitsEdge)game->init[i]
                                     : onward(l, &s, i);
    out->slot = arena_copy(arena, game->slot, (game->nslot + 1) * sizeof *game->slot);
    for (uint32_t i = 0; i < game->nslot; i++) {
        out->slot[i].legal = net_copied(&last, net_copied(&s.now, game->slot[i].legal));
        out->slot[i].does = net_does(net, i);
    }
    out->over = net_copied(&plain, game->over);
    out->goal = arena_copy(arena, game->goal, (game->ngoal + 1) * sizeof *game->goal);
    for (uint32_t i = 0; i < game->ngoal; i++)
        out->goal[i].holds = net_copied(&plain, game->goal[i].holds);
    out->gate = net->gate.at;
    out->ngate = (uint32_t)net->gate.n;
    out->loop = net->loop.at;
    out->nloop = (uint32_t)net->loop.n;
    return out;
}

const BitsGame *bits_live(Arena *arena, const BitsGame *game)
{
    const BitsGate *over = &game->gate[game->over >> 1];
    if (over->kind != BITS_STATE || (game->init[over->a] ^ (game->over & 1)))
        return game;
    Live l = {.arena = arena_beside(arena), .game = game, .end = over->a};
    l.read = ARENA_ARRAY(l.arena, bool, game->nstate + 1);
    l.still = ARENA_ARRAY(l.arena, bool, game->nstate + 1);
    l.gate = ARENA_ARRAY(l.arena, uint32_t, game->nstate + 1);
    memset(l.still, true, game->nstate);
    find_gates(&l);
    find_read(&l);
    bits_sample(game, see, &l);
    prove(&l);
    BitsGame *out = rebuild(&l, arena);
    arena_free(l.arena);
    return out;
}
