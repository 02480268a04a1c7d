/* reduce.c - networks without what nothing needs.
 *
 * State bits that random games never tell apart, or never see change, are supposed to
 * be equal, opposite or constant; all suppositions together are put into the network,
 * and those that do not come out as the same edge for the next state are given up,
 * until all that is left proves itself (induction; C. A. J. van Eijk, "Sequential
 * equivalence checking without state space traversal", DATE 1998). */
#include "ir/logic/make.h"

#include <string.h>

#include "ir/logic/sample.h"

typedef struct {
    Arena *arena;
    const BitsGame *game;
    uint32_t *same; /* by state bit: the one it is like; itself; or NET_UNMADE, constant */
    bool *live;     /* state bits that are needed */
    uint32_t *gate; /* of a state bit, 0: none */
    NetCopy copy;
    BitsNet *net;
} Reduce;

/* ---- what is supposed ---------------------------------------------------------------- */

typedef struct {
    const BitsGame *game;
    uint64_t *sign;
} Signs;

/* Signatures of the state bits, as changes from the start. */
static void see(void *data, BitsRun *run, uint64_t live)
{
    const Signs *s = data;
    const uint64_t *state = bits_run_state(run);
    (void)live;
    for (uint32_t i = 0; i < s->game->nstate; i++) {
        uint64_t word = state[i] ^ (s->game->init[i] ? ~UINT64_C(0) : 0);
        s->sign[i] = (s->sign[i] ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        s->sign[i] ^= s->sign[i] >> 29;
    }
}

/* Bits of one signature are supposed to be alike; the signature of no change is the
 * constants'. */
void bits_suppose(Arena *arena, const BitsGame *game, uint32_t *same)
{
    uint64_t *sign = ARENA_ARRAY(arena, uint64_t, game->nstate + 1);
    size_t n = 16;
    while (n < 2 * (size_t)game->nstate)
        n *= 2;
    uint32_t *table = ARENA_ARRAY(arena, uint32_t, n);
    bits_sample(game, see, &(Signs){game, sign});
    for (uint32_t i = 0; i < game->nstate; i++) {
        same[i] = i;
        if (sign[i] == 0) {
            same[i] = NET_UNMADE;
            continue;
        }
        size_t h = (size_t)(sign[i] >> 20) & (n - 1);
        while (table[h] && sign[table[h] - 1] != sign[i])
            h = (h + 1) & (n - 1);
        if (table[h])
            same[i] = table[h] - 1;
        else
            table[h] = i + 1;
    }
}

/* ---- the network with what is supposed ---------------------------------------------- */

static BitsEdge as_supposed(Reduce *r, uint32_t bit)
{
    const BitsGame *game = r->game;
    if (r->same[bit] == NET_UNMADE)
        return game->init[bit];
    return net_state(r->net, r->same[bit]) ^ (game->init[bit] != game->init[r->same[bit]]);
}

/* States as supposed, or, for the result, under numbers that are given later. */
static void start_copy(Reduce *r, Arena *arena, bool supposed)
{
    const BitsGame *game = r->game;
    r->net = net_new(arena, UINT32_MAX / 2);
    r->copy = net_copy_new(arena, game->gate, game->ngate, game->loop, game->nloop, r->net);
    for (uint32_t i = 0; supposed && i < game->nstate; i++)
        if (r->gate[i])
            r->copy.map[r->gate[i]] = as_supposed(r, i);
}

static void need_outputs(Reduce *r)
{
    const BitsGame *game = r->game;
    net_need(&r->copy, game->over);
    for (uint32_t i = 0; i < game->nslot; i++)
        net_need(&r->copy, game->slot[i].legal);
    for (uint32_t i = 0; i < game->ngoal; i++)
        net_need(&r->copy, game->goal[i].holds);
}

/* Its next edge, such that 0 is "as at the start". */
static BitsEdge change(const Reduce *r, uint32_t bit)
{
    return net_copied(&r->copy, r->game->next[bit]) ^ (BitsEdge)r->game->init[bit];
}

/* Those of a class with one next edge stay together.  True if all did. */
static bool split(Reduce *r)
{
    uint32_t n = r->game->nstate, *fresh = ARENA_ARRAY(r->arena, uint32_t, n + 1);
    uint32_t *others = ARENA_ARRAY(r->arena, uint32_t, n + 1); /* the next leader split from the same class */
    bool stable = true;
    memset(others, 0xff, n * sizeof *others);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t to = r->same[i];
        fresh[i] = to;
        if (to == NET_UNMADE && change(r, i) != BITS_FALSE) {
            fresh[i] = i;
            stable = false;
        }
        if (to == NET_UNMADE || to == i || change(r, i) == change(r, to))
            continue;
        stable = false;
        uint32_t at = to;
        while (others[at] != NET_UNMADE && change(r, others[at]) != change(r, i))
            at = others[at];
        if (others[at] == NET_UNMADE)
            others[at] = i;
        fresh[i] = others[at];
    }
    for (uint32_t i = 0; i < n; i++)
        r->same[i] = fresh[i];
    return stable;
}

enum { LEAST_INDUCTIONS = 4, MOST_INDUCTIONS = 60, INDUCTION_WORK = 20000000 };

static void prove(Reduce *r)
{
    bool stable = false;
    uint32_t most = INDUCTION_WORK / (r->game->ngate + 1);
    most = most < LEAST_INDUCTIONS ? LEAST_INDUCTIONS : most > MOST_INDUCTIONS ? MOST_INDUCTIONS : most;
    for (uint32_t round = 0; !stable && round < most; round++) {
        Arena *scratch = arena_beside(r->arena);
        start_copy(r, scratch, true);
        for (uint32_t i = 0; i < r->game->nstate; i++)
            net_need(&r->copy, r->game->next[i]);
        net_copy(&r->copy, r->game->ngate);
        stable = split(r);
        arena_free(scratch);
    }
    for (uint32_t i = 0; !stable && i < r->game->nstate; i++)
        r->same[i] = i;
}

/* ---- what is needed ------------------------------------------------------------------ */

static void find_live(Reduce *r)
{
    const BitsGame *game = r->game;
    Arena *scratch = arena_beside(r->arena);
    start_copy(r, scratch, true);
    need_outputs(r);
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < game->nstate; i++) {
            if (!r->gate[i] || !r->copy.needed[r->gate[i]] || r->same[i] == NET_UNMADE || r->live[r->same[i]])
                continue;
            r->live[r->same[i]] = more = true;
            net_need(&r->copy, game->next[r->same[i]]);
        }
    }
    arena_free(scratch);
}

/* The whole state, of which other bits are kept now. */
static void keep_whole(Reduce *r, BitsGame *out, const uint32_t *number)
{
    const BitsWhole *w = r->game->whole;
    BitsWhole *fresh = arena_copy(out->arena, w, sizeof *w);
    fresh->kept = ARENA_ARRAY(out->arena, uint32_t, w->nbit + 1);
    for (uint32_t i = 0; i < w->nbit; i++) {
        uint32_t was = w->kept[i], bit = was >> 1;
        uint32_t to = was == BITS_NO_EDGE ? NET_UNMADE : r->same[bit];
        fresh->kept[i] = BITS_NO_EDGE;
        if (to != NET_UNMADE && r->live[to])
            fresh->kept[i] = 2 * number[to] + ((was & 1) ^ (uint32_t)(r->game->init[bit] != r->game->init[to]));
    }
    out->whole = fresh;
}

/* The bits that stay, under new numbers. */
static void number_states(Reduce *r, BitsGame *out)
{
    const BitsGame *game = r->game;
    uint32_t *number = ARENA_ARRAY(r->arena, uint32_t, game->nstate + 1);
    out->init = ARENA_ARRAY(out->arena, bool, game->nstate + 1);
    out->state_name = ARENA_ARRAY(out->arena, const char *, game->nstate + 1);
    for (uint32_t i = 0; i < game->nstate; i++) {
        if (!r->live[i])
            continue;
        number[i] = out->nstate;
        out->init[out->nstate] = game->init[i];
        out->state_name[out->nstate++] = arena_strdup(out->arena, game->state_name[i]);
    }
    if (game->whole)
        keep_whole(r, out, number);
    for (uint32_t i = 0; i < game->nstate; i++) {
        if (!r->gate[i])
            continue;
        uint32_t to = r->same[i];
        bool dead = to != NET_UNMADE && !r->live[to];
        r->copy.map[r->gate[i]] = to == NET_UNMADE || dead ? (BitsEdge)game->init[i]
                                                  : net_state(r->net, number[to]) ^ (game->init[i] != game->init[to]);
    }
}

/* Slots that are never legal go; their `does` is false. */
static void keep_slots(Reduce *r, BitsGame *out)
{
    const BitsGame *game = r->game;
    out->slot = ARENA_ARRAY(out->arena, BitsSlot, game->nslot + 1);
    for (uint32_t i = 0; i < game->nslot; i++) {
        const BitsSlot *slot = &game->slot[i];
        BitsEdge legal = net_copied(&r->copy, slot->legal);
        bool never = legal == BITS_FALSE;
        r->copy.map[slot->does >> 1] = never ? BITS_FALSE : net_does(r->net, out->nslot);
        if (never)
            continue;
        BitsSlot *to = &out->slot[out->nslot++];
        *to = *slot;
        to->legal = legal;
        to->does = r->copy.map[slot->does >> 1];
        to->param = arena_copy(out->arena, slot->param, (slot->nparam + 1) * sizeof *slot->param);
    }
}

/* Legal moves, which no `does` is needed for, first: so slots are known before. */
static BitsGame *rebuild(Reduce *r, Arena *arena)
{
    const BitsGame *game = r->game;
    BitsGame *out = ARENA_NEW(arena, BitsGame);
    *out = (BitsGame){.arena = arena, .joint = game->joint, .nrole = game->nrole, .ngoal = game->ngoal};
    out->name = arena_strdup(arena, game->name);
    start_copy(r, arena, false);
    number_states(r, out);
    need_outputs(r);
    net_copy(&r->copy, game->ngate);
    keep_slots(r, out);
    out->over = net_copied(&r->copy, game->over);
    out->goal = ARENA_ARRAY(arena, BitsGoal, game->ngoal + 1);
    for (uint32_t i = 0; i < game->ngoal; i++) {
        out->goal[i] = game->goal[i];
        out->goal[i].holds = net_copied(&r->copy, game->goal[i].holds);
    }
    r->copy.next = 0;
    for (uint32_t i = 0; i < game->nstate; i++)
        if (r->live[i])
            net_need(&r->copy, game->next[i]);
    net_copy(&r->copy, game->ngate);
    out->next = ARENA_ARRAY(arena, BitsEdge, out->nstate + 1);
    for (uint32_t i = 0, n = 0; i < game->nstate; i++)
        if (r->live[i])
            out->next[n++] = net_copied(&r->copy, game->next[i]);
    out->gate = r->net->gate.at;
    out->ngate = (uint32_t)r->net->gate.n;
    out->loop = r->net->loop.at;
    out->nloop = (uint32_t)r->net->loop.n;
    return out;
}

static Reduce reduce_of(Arena *arena, const BitsGame *game)
{
    Reduce r = {.arena = arena_beside(arena), .game = game};
    r.same = ARENA_ARRAY(r.arena, uint32_t, game->nstate + 1);
    r.live = ARENA_ARRAY(r.arena, bool, game->nstate + 1);
    r.gate = ARENA_ARRAY(r.arena, uint32_t, game->nstate + 1);
    for (uint32_t i = 0; i < game->nstate; i++)
        r.same[i] = i;
    for (uint32_t i = 0; i < game->ngate; i++)
        if (game->gate[i].kind == BITS_STATE)
            r.gate[game->gate[i].a] = i;
    return r;
}

/* Pairs of state bits of which both are kept. */
static void keep_apart(const Reduce *r, BitsGame *out)
{
    const BitsGame *game = r->game;
    uint32_t *number = ARENA_ARRAY(r->arena, uint32_t, game->nstate + 1), n = 0;
    for (uint32_t i = 0; i < game->nstate; i++)
        number[i] = r->live[i] ? n++ : NET_UNMADE;
    out->apart = arena_alloc(out->arena, (game->napart + 1) * sizeof *out->apart);
    for (uint32_t k = 0; k < game->napart; k++) {
        const uint32_t a = number[game->apart[k][0]], b = number[game->apart[k][1]];
        if (a == NET_UNMADE || b == NET_UNMADE)
            continue;
        out->apart[out->napart][0] = a;
        out->apart[out->napart++][1] = b;
    }
}

static BitsGame *finish(Reduce *r, Arena *arena)
{
    find_live(r);
    BitsGame *out = rebuild(r, arena);
    keep_apart(r, out);
    arena_free(r->arena);
    return out;
}

static BitsGame *reduced(Arena *arena, const BitsGame *game, bool deep)
{
    Reduce r = reduce_of(arena, game);
    if (deep) {
        bits_suppose(r.arena, game, r.same);
        prove(&r);
    }
    return finish(&r, arena);
}

BitsGame *bits_merge(Arena *arena, const BitsGame *game, const uint32_t *same)
{
    Reduce r = reduce_of(arena, game);
    memcpy(r.same, same, game->nstate * sizeof *same);
    return finish(&r, arena);
}

enum { MOST_TURNS = 4 };

BitsGame *bits_reduce(Arena *arena, const BitsGame *game, bool deep)
{
    Arena *scratch = arena_beside(arena), *last = NULL;
    BitsGame *now = reduced(scratch, game, false);
    for (int turn = 0; deep && turn < MOST_TURNS; turn++) {
        Arena *next = arena_beside(arena);
        Arena *between = arena_beside(arena);
        BitsGame *less = reduced(next, bits_live(between, now), true);
        arena_free(between);
        bool done = less->ngate >= now->ngate && less->nstate >= now->nstate;
        arena_free(last);
        last = scratch;
        scratch = next;
        now = less;
        if (done)
            break;
    }
    BitsGame *out = reduced(arena, now, false);
    arena_free(scratch);
    arena_free(last);
    return out;
}

uint32_t bits_size(const BitsGame *game)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < game->ngate; i++)
        n += bits_has_operands(&game->gate[i]);
    return n;
}
