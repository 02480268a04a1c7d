/* registers.c - state bits that follow from others in every position that play reaches: see registers.h.
 *
 * Bits that random games never tell apart are supposed to be alike, all at once; that a legal move from a position in which
 * they are, in which it is not over and in which the invariant holds, leads to one in which they are is asked of the solver,
 * pair by pair (C. A. J. van Eijk, "Sequential equivalence checking without state space traversal", DATE 1998).  An example
 * against one pair tells others apart, too; what is left when no pair has one proves itself.  Bits that hold where two others do
 * not are supposed and proved with them. */
#include "ir/logic/registers.h"

#include <string.h>

#include "ir/logic/cnf.h"
#include "ir/logic/make.h"
#include "ir/logic/sample.h"

#define MOST_QUESTION UINT64_C(200000)

typedef struct {
    Arena *arena;
    const BitsGame *game;
    const BitsInvariant *known;
    BitsRegisters is; /* what is supposed */
    uint32_t *gate;  /* of a state bit, 0: none */
    uint64_t left;   /* work */
} Registers;

/* A move, as clauses; by state bit, whether it changes since the start by it. */
typedef struct {
    Cnf *cnf;
    SatLit *change;
} Move;

BitsEdge bits_register_edge(const BitsRegisters *r, const BitsGame *game, BitsNet *net, uint32_t bit)
{
    const uint32_t to = r->same[bit];
    if (to == BITS_NO_EDGE)
        return game->init[bit];
    const BitsEdge flip = game->init[bit] != game->init[to];
    if (!bits_is_none(r, to))
        return net_state(net, to) ^ flip;
    return net_and(net, net_not(net_state(net, r->none[to][0])), net_not(net_state(net, r->none[to][1]))) ^ flip;
}

/* ---- what random games show --------------------------------------------------------- */

enum { MOST_BITS = 600, MOST_WORDS = 64 };

typedef struct {
    const BitsGame *game;
    uint64_t *word; /* [nstate][MOST_WORDS] */
    uint64_t live[MOST_WORDS];
    uint32_t nword;
} Seen;

static void see(void *data, BitsRun *run, uint64_t live)
{
    Seen *s = data;
    if (s->nword == MOST_WORDS)
        return;
    for (uint32_t i = 0; i < s->game->nstate; i++)
        s->word[i * MOST_WORDS + s->nword] = bits_run_state(run)[i];
    s->live[s->nword++] = live;
}

static const uint64_t *words_of(const Seen *s, uint32_t bit) { return s->word + (size_t)bit * MOST_WORDS; }

static bool never_both(const Seen *s, uint32_t a, uint32_t b)
{
    const uint64_t *p = words_of(s, a), *q = words_of(s, b);
    for (uint32_t w = 0; w < s->nword; w++)
        if (p[w] & q[w] & s->live[w])
            return false;
    return true;
}

/* Does bit b hold exactly where neither of x and y does? */
static bool is_neither(const Seen *s, uint32_t b, uint32_t x, uint32_t y)
{
    const uint64_t *p = words_of(s, b), *q = words_of(s, x), *r = words_of(s, y);
    for (uint32_t w = 0; w < s->nword; w++)
        if ((p[w] ^ ~(q[w] | r[w])) & s->live[w])
            return false;
    return true;
}

static uint32_t often(const Seen *s, uint32_t bit)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < s->nword; w++)
        n += (uint32_t)__builtin_popcountll(words_of(s, bit)[w] & s->live[w]);
    return n;
}

/* Two registers that stay for a bit that is more usual than either. */
static void suppose_none(Registers *r, const Seen *s, uint32_t b, const uint32_t *usual)
{
    const uint32_t n = r->game->nstate;
    const bool *init = r->game->init;
    for (uint32_t x = 0; x < n; x++) {
        if (x == b || !bits_is_kept(&r->is, x) || usual[x] > usual[b] || !never_both(s, b, x))
            continue;
        for (uint32_t y = x + 1; y < n; y++)
            if (y != b && bits_is_kept(&r->is, y) && usual[y] <= usual[b] && init[b] == !(init[x] || init[y]) && is_neither(s, b, x, y)) {
                r->is.none[b][0] = x;
                r->is.none[b][1] = y;
                return;
            }
    }
}

static void suppose(Registers *r)
{
    const BitsGame *g = r->game;
    bits_suppose(r->arena, g, r->is.same);
    if (g->nstate > MOST_BITS || g->whole)
        return;
    Seen s = {.game = g, .word = ARENA_ARRAY(r->arena, uint64_t, (size_t)g->nstate * MOST_WORDS + 1)};
    /* how often it holds; bits that hold at the start are more usual than others */
    uint32_t *usual = ARENA_ARRAY(r->arena, uint32_t, g->nstate + 1), *taken = ARENA_ARRAY(r->arena, uint32_t, g->nstate + 1);
    bits_sample(g, see, &s);
    for (uint32_t i = 0; i < g->nstate; i++)
        usual[i] = often(&s, i) + (g->init[i] ? 64 * MOST_WORDS : 0);
    for (uint32_t b = 0; b < g->nstate; b++) {
        if (r->is.same[b] != b || taken[b])
            continue;
        suppose_none(r, &s, b, usual);
        for (int i = 0; bits_is_none(&r->is, b) && i < 2; i++)
            taken[r->is.none[b][i]] = 1;
    }
}

/* ---- proof --------------------------------------------------------------------------- */

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
            copy.map[r->gate[i]] = bits_register_edge(&r->is, g, net, i);
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
        uint32_t to = r->is.same[i], at = to == BITS_NO_EDGE ? n : to;
        bool its = at != n && sat_holds(m->cnf->sat, m->change[to]);
        if (to == i || sat_holds(m->cnf->sat, m->change[i]) == its)
            continue;
        if (!other[at])
            other[at] = i + 1;
        r->is.same[i] = other[at] - 1;
    }
    arena_free(scratch);
}

/* Can a move make a bit another one than that which it is supposed to be like? */
static SatAnswer differ(Registers *r, const Move *m, uint32_t bit)
{
    Sat *sat = m->cnf->sat;
    uint32_t to = r->is.same[bit];
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

/* Can a move make a bit another one than what its two others say? */
static SatAnswer none_breaks(Registers *r, const Move *m, uint32_t bit)
{
    const BitsGame *g = r->game;
    Sat *sat = m->cnf->sat;
    SatLit next[3];
    for (int i = 0; i < 3; i++) {
        const uint32_t of = i < 2 ? r->is.none[bit][i] : bit;
        next[i] = m->change[of] ^ (SatLit)g->init[of];
    }
    const SatLit wrong[3][3] = {{next[2], next[0], 0}, {next[2], next[1], 0}, {next[2] ^ 1, next[0] ^ 1, next[1] ^ 1}};
    SatAnswer answer = SAT_NEVER;
    for (uint32_t k = 0; k < 3 && answer == SAT_NEVER; k++) {
        const uint64_t before = sat_work(sat);
        answer = sat_ask(sat, wrong[k], k < 2 ? 2 : 3, r->left < MOST_QUESTION ? r->left : MOST_QUESTION);
        const uint64_t spent = sat_work(sat) - before;
        r->left = r->left > spent ? r->left - spent : 0;
    }
    return answer;
}

/* Those that are no longer what they were supposed to be, or depend on a bit that is another now. */
static bool give_up_none(Registers *r, const Move *m)
{
    bool stable = true;
    for (uint32_t i = 0; i < r->game->nstate && r->left; i++) {
        if (!bits_is_none(&r->is, i))
            continue;
        const uint32_t *two = r->is.none[i];
        const bool stays = r->is.same[i] == i && r->is.same[two[0]] == two[0] && r->is.same[two[1]] == two[1];
        if (stays && none_breaks(r, m, i) == SAT_NEVER)
            continue;
        r->is.none[i][0] = r->is.none[i][1] = BITS_NO_EDGE;
        stable = false;
    }
    return stable;
}

/* All that is supposed now; true: all was asked about, and nothing has an example against it. */
static bool round_of(Registers *r)
{
    Arena *arena = arena_beside(r->arena);
    Move m = make_move(r, arena);
    bool stable = true;
    for (uint32_t i = 0; i < r->game->nstate && r->left; i++)
        while (r->is.same[i] != i) {
            SatAnswer answer = differ(r, &m, i);
            if (answer == SAT_NEVER)
                break;
            stable = false;
            if (answer == SAT_FOUND)
                tell_apart(r, &m);
            else
                r->is.same[i] = i;
        }
    stable &= give_up_none(r, &m);
    arena_free(arena);
    return stable && r->left;
}

BitsRegisters bits_registers(Arena *arena, const BitsGame *game, const BitsInvariant *known, uint64_t most_work)
{
    Registers r = {.arena = arena_beside(arena), .game = game, .known = known, .left = most_work};
    r.is.same = ARENA_ARRAY(arena, uint32_t, game->nstate + 1);
    r.is.none = arena_alloc(arena, (game->nstate + 1) * sizeof *r.is.none);
    memset(r.is.none, 0xff, (game->nstate + 1) * sizeof *r.is.none);
    r.gate = ARENA_ARRAY(r.arena, uint32_t, game->nstate + 1);
    for (uint32_t i = 0; i < game->ngate; i++)
        if (game->gate[i].kind == BITS_STATE)
            r.gate[game->gate[i].a] = i;
    suppose(&r);
    bool proved = false;
    while (!proved && r.left)
        proved = round_of(&r);
    for (uint32_t i = 0; !proved && i < game->nstate; i++) {
        r.is.same[i] = i;
        r.is.none[i][0] = BITS_NO_EDGE;
    }
    arena_free(r.arena);
    return r.is;
}
