/* sat_sweep.c - networks without what follows from what holds in every position.
 *
 * Gates that random games never tell apart are asked about (sat.h): if they can differ
 * nowhere where the invariant holds, the game is not over and the move is legal, the later one
 * is the earlier one.  An example of a difference, with the other moves of its position, tells
 * other gates apart, too (A. Kuehlmann et al., "Robust Boolean reasoning for equivalence
 * checking", TCAD 2002; A. Mishchenko et al., "FRAIGs", 2005).
 *
 * Whether it is over, and the values, are asked of positions after the end as well: they stay
 * as they are, and what depends on the state alone is only replaced by such. */
#include "ir/logic/sat_sweep.h"

#include <string.h>

#include "ir/logic/cnf.h"
#include "ir/logic/invariant.h"
#include "ir/logic/make.h"
#include "ir/logic/registers.h"
#include "ir/logic/sample.h"

enum { MOST_GATES = 40000, MOST_MOVES = 4000 };
/* Assignments: for what holds in every position, for state bits, for all questions, for one. */
#define MOST_REGISTERS UINT64_C(5000000)
#define MOST_WORK UINT64_C(5000000)
#define MOST_QUESTION UINT64_C(100000)

typedef struct {
    Arena *arena;
    const BitsGame *game;
    uint64_t *sign; /* by gate: what random games and examples saw of it */
    bool *flip;     /* by gate: its sign is that of the gate negated */
    bool begun;
    bool *state_only, *fixed; /* by gate; fixed: it depends on a loop's variable */
    BitsRegisters registers;
    uint32_t *state_gate;  /* by state bit, 0: none */
    BitsNet *net;
    NetCopy plain, swept;
    Cnf *cnf;
    BitsRun *run;
    uint64_t *does; /* [nslot]: for it */
    uint32_t *table; /* gates that others may become, plus one, by sign */
    size_t ntable;
    VEC(uint32_t) kept;
    uint64_t left;
    uint32_t merged;
} Sweep;

/* ---- signs --------------------------------------------------------------------------- */

/* One more word; of games that are not live nothing is known. */
static void see(void *data, BitsRun *run, uint64_t live)
{
    Sweep *s = data;
    if (!live)
        return;
    for (uint32_t i = 1; i < s->game->ngate; i++) {
        uint64_t word = bits_run_edge(run, 2 * i);
        if (!s->begun)
            s->flip[i] = word >> __builtin_ctzll(live) & 1;
        word = (word ^ (0 - (uint64_t)s->flip[i])) & live;
        s->sign[i] = (s->sign[i] ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        s->sign[i] ^= s->sign[i] >> 29;
    }
    s->begun = true;
}

static size_t place(const Sweep *s, uint64_t sign)
{
    size_t h = (size_t)(sign >> 20) & (s->ntable - 1);
    while (s->table[h] && s->sign[s->table[h] - 1] != sign)
        h = (h + 1) & (s->ntable - 1);
    return h;
}

static void enter(Sweep *s, uint32_t gate)
{
    size_t h = place(s, s->sign[gate]);
    if (!s->table[h])
        s->table[h] = gate + 1;
}

static void enter_all(Sweep *s)
{
    memset(s->table, 0, s->ntable * sizeof *s->table);
    for (size_t i = 0; i < s->kept.n; i++)
        enter(s, s->kept.at[i]);
}

static BitsEdge state_edge(const Sweep *s, uint32_t bit) { return bits_register_edge(&s->registers, s->game, s->net, bit); }

static NetCopy copy_new(const Sweep *s)
{
    const BitsGame *g = s->game;
    NetCopy copy = net_copy_new(s->arena, g->gate, g->ngate, g->loop, g->nloop, s->net);
    for (uint32_t i = 0; i < g->nstate; i++)
        if (s->state_gate[i] && !bits_is_kept(&s->registers, i))
            copy.map[s->state_gate[i]] = state_edge(s, i);
    return copy;
}

/* The position and move of an example, and the other moves there. */
static void learn_from_example(Sweep *s)
{
    const BitsGame *g = s->game;
    const Sat *sat = s->cnf->sat;
    uint64_t *state = bits_run_state(s->run), *does = s->does, live = 1;
    for (uint32_t i = 0; i < g->nstate; i++)
        state[i] = sat_holds(sat, cnf_edge(s->cnf, state_edge(s, i))) ? ~UINT64_C(0) : 0;
    bits_run_eval(s->run, NULL);
    for (uint32_t i = 0, game = 1; i < g->nslot; i++) {
        does[i] = sat_holds(sat, cnf_edge(s->cnf, net_does(s->net, i)));
        if (!g->joint && game < 64 && bits_run_edge(s->run, g->slot[i].legal) & 1) {
            live |= UINT64_C(1) << game;
            does[i] |= UINT64_C(1) << game++;
        }
    }
    bits_run_eval(s->run, does);
    see(s, s->run, live);
    enter_all(s);
}

/* ---- merging ------------------------------------------------------------------------- */

static void classify(Sweep *s)
{
    const BitsGame *g = s->game;
    for (uint32_t i = 0; i < g->ngate; i++) {
        const BitsGate *at = &g->gate[i];
        bool inner = bits_has_operands(at);
        uint32_t a = at->a >> 1, b = at->b >> 1, c = at->kind == BITS_MUX ? at->c >> 1 : b;
        s->state_only[i] = inner ? s->state_only[a] && s->state_only[b] && s->state_only[c]
                                 : at->kind == BITS_CONST || at->kind == BITS_STATE;
        s->fixed[i] = inner ? s->fixed[a] || s->fixed[b] || s->fixed[c] : at->kind == BITS_VAR;
    }
}

/* Are the edges one wherever it matters? */
static SatAnswer differ(Sweep *s, BitsEdge x, BitsEdge y)
{
    SatLit a = cnf_edge(s->cnf, x), b = cnf_edge(s->cnf, y);
    Sat *sat = s->cnf->sat;
    SatAnswer answer = SAT_NEVER;
    for (SatLit k = 0; k < 2 && answer == SAT_NEVER; k++) {
        uint64_t before = sat_work(sat);
        answer = sat_ask(sat, (SatLit[]){a ^ k, b ^ k ^ 1}, 2, s->left < MOST_QUESTION ? s->left : MOST_QUESTION);
        uint64_t spent = sat_work(sat) - before;
        s->left = s->left > spent ? s->left - spent : 0;
    }
    if (answer == SAT_NEVER) {
        sat_clause(sat, (SatLit[]){a, b ^ 1}, 2);
        sat_clause(sat, (SatLit[]){a ^ 1, b}, 2);
    }
    return answer;
}

/* The gate as the earliest that it is, if any. */
static void merge(Sweep *s, uint32_t gate)
{
    for (;;) {
        uint32_t other = s->table[place(s, s->sign[gate])];
        if (!other)
            break;
        other--;
        BitsEdge mine = s->swept.map[gate], its = s->swept.map[other] ^ (BitsEdge)(s->flip[gate] != s->flip[other]);
        if (mine == its || other == gate)
            return;
        SatAnswer answer = s->left ? differ(s, mine, its) : SAT_GIVEN_UP;
        if (answer == SAT_NEVER) {
            s->swept.map[gate] = its;
            s->merged++;
            return;
        }
        uint64_t sign = s->sign[gate], its_sign = s->sign[other];
        if (answer == SAT_FOUND)
            learn_from_example(s);
        if (s->sign[gate] == s->sign[other] || (sign == s->sign[gate] && its_sign == s->sign[other]))
            return;
    }
    vec_push(s->arena, &s->kept, gate);
    enter(s, gate);
}

static void sweep_gates(Sweep *s, bool state_only)
{
    for (uint32_t i = 0; i < s->game->ngate; i++) {
        BitsKind kind = s->game->gate[i].kind;
        bool made = s->swept.map[i] != NET_UNMADE;
        net_copy(&s->swept, i + 1);
        if (!s->swept.needed[i] || made || s->fixed[i] || kind == BITS_LOOP || s->state_only[i] != state_only)
            continue;
        if (kind == BITS_STATE || kind == BITS_DOES) {
            vec_push(s->arena, &s->kept, i);
            enter(s, i);
        } else if (kind != BITS_CONST) {
            merge(s, i);
        }
    }
    s->swept.next = 0;
}

/* ---- all ----------------------------------------------------------------------------- */

/* As it is: what is asked after the end, what is known before a move, and loops that these depend on; of others the border is swept. */
static void copy_plain(Sweep *s, const BitsInvariant *known)
{
    const BitsGame *g = s->game;
    s->plain = copy_new(s);
    net_need(&s->plain, g->over);
    for (uint32_t i = 0; i < g->ngoal; i++)
        net_need(&s->plain, g->goal[i].holds);
    for (uint32_t i = 0; i < g->nslot; i++)
        net_need(&s->plain, g->slot[i].legal);
    for (uint32_t k = 0; k < known->n; k++)
        for (int i = 0; i < 2; i++)
            net_need(&s->plain, known->apart[k][i]);
    net_copy(&s->plain, g->ngate);
}

static void say_known(Sweep *s, const BitsInvariant *known)
{
    const BitsGame *g = s->game;
    BitsEdge *legal = ARENA_ARRAY(s->arena, BitsEdge, g->nslot + 1);
    s->cnf = cnf_new(s->arena, s->net);
    for (uint32_t i = 0; i < g->nstate; i++)
        cnf_edge(s->cnf, state_edge(s, i));
    for (uint32_t i = 0; i < g->nslot; i++)
        legal[i] = net_copied(&s->plain, g->slot[i].legal);
    cnf_moves(s->cnf, s->net, g, legal, false);
    for (uint32_t k = 0; k < known->n; k++) {
        SatLit pair[2];
        for (int i = 0; i < 2; i++)
            pair[i] = cnf_edge(s->cnf, net_copied(&s->plain, known->apart[k][i])) ^ 1;
        sat_clause(s->cnf->sat, pair, 2);
    }
    sat_clause(s->cnf->sat, (SatLit[]){cnf_edge(s->cnf, net_copied(&s->plain, g->over)) ^ 1}, 1);
}

/* The new network: legal moves first, over the state alone, then next states. */
static void sweep_all(Sweep *s)
{
    const BitsGame *g = s->game;
    s->swept = copy_new(s);
    for (uint32_t i = 0; i < g->ngate; i++)
        if (g->gate[i].kind == BITS_LOOP || s->fixed[i])
            s->swept.map[i] = s->plain.map[i];
    s->swept.map[0] = BITS_FALSE;
    vec_push(s->arena, &s->kept, 0);
    enter(s, 0);
    for (uint32_t i = 0; i < g->nslot; i++)
        net_need(&s->swept, g->slot[i].legal);
    sweep_gates(s, true);
    for (uint32_t i = 0; i < g->nstate; i++)
        if (bits_is_kept(&s->registers, i))
            net_need(&s->swept, g->next[i]);
    sweep_gates(s, false);
}

static BitsGame *result(Sweep *s, Arena *arena)
{
    const BitsGame *g = s->game;
    BitsGame out = *g;
    out.slot = arena_copy(s->arena, g->slot, (g->nslot + 1) * sizeof *g->slot);
    out.goal = arena_copy(s->arena, g->goal, (g->ngoal + 1) * sizeof *g->goal);
    out.next = ARENA_ARRAY(s->arena, BitsEdge, g->nstate + 1);
    for (uint32_t i = 0; i < g->nslot; i++) {
        out.slot[i].legal = net_copied(&s->swept, g->slot[i].legal);
        out.slot[i].does = net_does(s->net, i);
    }
    for (uint32_t i = 0; i < g->nstate; i++)
        out.next[i] = bits_is_kept(&s->registers, i) ? net_copied(&s->swept, g->next[i]) : BITS_FALSE;
    for (uint32_t i = 0; i < g->ngoal; i++)
        out.goal[i].holds = net_copied(&s->plain, g->goal[i].holds);
    out.over = net_copied(&s->plain, g->over);
    out.gate = s->net->gate.at;
    out.ngate = (uint32_t)s->net->gate.n;
    out.loop = s->net->loop.at;
    out.nloop = (uint32_t)s->net->loop.n;
    return bits_merge(arena, &out, s->registers.same);
}

static void begin(Sweep *s)
{
    const BitsGame *g = s->game;
    s->sign = ARENA_ARRAY(s->arena, uint64_t, g->ngate);
    s->flip = ARENA_ARRAY(s->arena, bool, g->ngate);
    s->state_only = ARENA_ARRAY(s->arena, bool, g->ngate);
    s->fixed = ARENA_ARRAY(s->arena, bool, g->ngate);
    for (s->ntable = 64; s->ntable < 2 * (size_t)g->ngate;)
        s->ntable *= 2;
    s->table = ARENA_ARRAY(s->arena, uint32_t, s->ntable);
    s->run = bits_run_new(s->arena, g);
    s->does = ARENA_ARRAY(s->arena, uint64_t, g->nslot + 1);
    s->net = net_new(s->arena, UINT32_MAX / 2);
    s->net->alone = !g->joint;
    s->state_gate = ARENA_ARRAY(s->arena, uint32_t, g->nstate + 1);
    for (uint32_t i = 0; i < g->ngate; i++)
        if (g->gate[i].kind == BITS_STATE)
            s->state_gate[g->gate[i].a] = i;
    classify(s);
    bits_sample_moves(g, see, see, s);
}

BitsGame *bits_sweep(Session *session, BitsGame *game)
{
    if (game->ngate > MOST_GATES || game->nslot > MOST_MOVES)
        return game;
    Sweep s = {.arena = arena_beside(session->arena), .game = game, .left = MOST_WORK};
    BitsInvariant known = bits_invariant(s.arena, game, BITS_INVARIANT_WORK);
    s.registers = bits_registers(s.arena, game, &known, MOST_REGISTERS);
    game->napart = known.nalways;
    game->apart = known.nalways ? arena_copy(session->arena, known.always, known.nalways * sizeof *known.always) : NULL;
    begin(&s);
    copy_plain(&s, &known);
    say_known(&s, &known);
    sweep_all(&s);
    BitsGame *out = result(&s, session->arena);
    diag(session->diags, DIAG_REMARK, (Span){0, 0},
         "network: %u of %u gates are left; %u pairs of signals never hold together, %u gates are others", bits_size(out), bits_size(game),
         known.n, s.merged);
    arena_free(s.arena);
    return bits_size(out) < bits_size(game) || out->nstate < game->nstate ? out : game;
}
