/* registers.c - state bits that are alike in every position that play reaches: see registers.h.
 *
 * Bits that random games never tell apart are supposed to be alike, all at once; that a legal move from a position in which
 * they are, in which it is not over and in which the invariant holds, leads to one in which they are is asked of the solver,
 * pair by pair (C. A. J. van Eijk, "Sequential equivalence checking without state space traversal", DATE 1998).  An example
 * against one pair tells others apart, too; what is left when no pair has one proves itself. */
#include "ir/logic/registers.h"

#include <string.h>

#include "ir/logic/cnf.h"
#include "ir/logic/make.h"

#define MOST_QUESTION UINT64_C(200000)

typedef struct {
    Arena *arena;
    const BitsGame *game;
    const BitsInvariant *known;
    uint32_t *same;  /* as registers.h has it */
    uint32_t *gate;  /* of a state bit, 0: none */
    uint64_t left;   /* work */
} Registers;

/* A move, as clauses; by state bit, whether it changes since the start by it. */
typedef struct {
    Cnf *cnf;
    SatLit *change;
} Move;

static BitsEdge as_supposed(const Registers *r, BitsNet *net, uint32_t bit)
{
    const BitsGame *game = r->game;
    if (r->same[bit] == BITS_NO_EDGE)
        return game->init[bit];
    return net_state(net, r->same[bit]) ^ (BitsEdge)(game->init[bit] != game->init[r->same[bit]]);
}

/* What is known before the move. */
static void say_before(const Registers *r, const NetCopy *copy, Cnf *cnf)
{
    for (uint32_t k = 0; k < r->known->n; k++) {
        SatLit pair[2];
        for (int i = 0; i < 2; i++)
            pair[i] = cnf_edge(cnf, net_copied(copy, r->known->apart[k][i])) ^ 1;
        sat_clause(cnf->sat, pair, 2);
    }
    sat_clause(cnf->sat, (SatLit[]){cnf_edge(cnf, net_copied(copy, r->game->over)) ^ 1}, 1);
}

static Move make_move(const Registers *r, Arena *arena)
{
    const BitsGame *g = r->game;
    BitsNet *net = net_new(arena, UINT32_MAX / 2);
    NetCopy copy = net_copy_new(arena, g->gate, g->ngate, g->loop, g->nloop, net);
    BitsEdge *legal = ARENA_ARRAY(arena, BitsEdge, g->nslot + 1);
    for (uint32_t i = 0; i < g->nstate; i++)
        if (r->gate[i])
            copy.map[r->gate[i]] = as_supposed(r, net, i);
    net_need(&copy, g->over);
    for (uint32_t i = 0; i < g->nslot; i++)
        net_need(&copy, g->slot[i].legal);
    for (uint32_t i = 0; i < g->nstate; i++)
        net_need(&copy, g->next[i]);
    for (uint32_t k = 0; k < r->known->n; k++)
        for (int i = 0; i < 2; i++)
            net_need(&copy, r->known->apart[k][i]);
    net_copy(&copy, g->ngate);
    Move m = {cnf_new(arena, net), ARENA_ARRAY(arena, SatLit, g->nstate + 1)};
    for (uint32_t i = 0; i < g->nslot; i++)
        legal[i] = net_copied(&copy, g->slot[i].legal);
    cnf_moves(m.cnf, net, g, legal, true);
    say_before(r, &copy, m.cnf);
    for (uint32_t i = 0; i < g->nstate; i++)
        m.change[i] = cnf_edge(m.cnf, net_copied(&copy, g->next[i]) ^ (BitsEdge)g->init[i]);
    return m;
}

/* Bits of a class that an example tells apart become two; bits that do not stay as at the start are one class. */
static void tell_apart(Registers *r, const Move *m)
{
    uint32_t n = r->game->nstate;
    Arena *scratch = arena_beside(r->arena);
    uint32_t *other = ARENA_ARRAY(scratch, uint32_t, n + 1); /* by leader, constants last: who leads those that differ, plus one */
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = r->same[i], at = to == BITS_NO_EDGE ? n : to;
        bool its = at != n && sat_holds(m->cnf->sat, m->change[to]);
        if (to == i || sat_holds(m->cnf->sat, m->change[i]) == its)
            continue;
        if (!other[at])
            other[at] = i + 1;
        r->same[i] = other[at] - 1;
    }
    arena_free(scratch);
}

/* Can a move make a bit another one than that which it is supposed to be like? */
static SatAnswer differ(Registers *r, const Move *m, uint32_t bit)
{
    Sat *sat = m->cnf->sat;
    uint32_t to = r->same[bit];
    SatLit a = m->change[bit], b = to == BITS_NO_EDGE ? 0 : m->change[to];
    SatAnswer answer = SAT_NEVER;
    for (SatLit k = 0; k < (to == BITS_NO_EDGE ? 1u : 2u) && answer == SAT_NEVER; k++) {
        uint64_t before = sat_work(sat);
        answer = sat_ask(sat, (SatLit[]){a ^ k, b ^ k ^ 1}, to == BITS_NO_EDGE ? 1 : 2, r->left < MOST_QUESTION ? r->left : MOST_QUESTION);
        uint64_t spent = sat_work(sat) - before;
        r->left = r->left > spent ? r->left - spent : 0;
    }
    return answer;
}

/* All pairs with what is supposed now; true: all were asked about, and none has an example. */
static bool round_of(Registers *r)
{
    Arena *arena = arena_beside(r->arena);
    Move m = make_move(r, arena);
    bool stable = true;
    for (uint32_t i = 0; i < r->game->nstate && r->left; i++)
        while (r->same[i] != i) {
            SatAnswer answer = differ(r, &m, i);
            if (answer == SAT_NEVER)
                break;
            stable = false;
            if (answer == SAT_FOUND)
                tell_apart(r, &m);
            else
                r->same[i] = i;
        }
    arena_free(arena);
    return stable && r->left;
}

uint32_t *bits_registers(Arena *arena, const BitsGame *game, const BitsInvariant *known, uint64_t most_work)
{
    Registers r = {.arena = arena_beside(arena), .game = game, .known = known, .left = most_work};
    r.same = ARENA_ARRAY(arena, uint32_t, game->nstate + 1);
    r.gate = ARENA_ARRAY(r.arena, uint32_t, game->nstate + 1);
    for (uint32_t i = 0; i < game->ngate; i++)
        if (game->gate[i].kind == BITS_STATE)
            r.gate[game->gate[i].a] = i;
    bits_suppose(r.arena, game, r.same);
    bool proved = false;
    while (!proved && r.left)
        proved = round_of(&r);
    for (uint32_t i = 0; !proved && i < game->nstate; i++)
        r.same[i] = i;
    arena_free(r.arena);
    return r.same;
}
