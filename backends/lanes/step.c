/* step.c - a game's step as circuits: see step.h. */
#include "backends/lanes/step.h"

#include "backends/lanes/align.h"

#include <string.h>

/* ---- copies ------------------------------------------------------------------------ */

#define UNKNOWN UINT32_MAX

LaneCopy lane_copy(LaneNet *net, const BitsGame *game, const LaneEdge *state, const LaneEdge *does)
{
    LaneCopy c = {net, game, state, does, ARENA_ARRAY(net->arena, LaneEdge, game->ngate),
                  ARENA_ARRAY(net->arena, uint32_t, game->nloop + 1), NULL};
    memset(c.memo, 0xff, game->ngate * sizeof *c.memo);
    memset(c.loop, 0xff, game->nloop * sizeof *c.loop);
    return c;
}

typedef VEC(LaneEdge) Edges;

/* What a loop's steps need that depends on no variable, and its starts: copied, as its key. */
static void copy_border(LaneCopy *c, const BitsLoop *l, Edges *key)
{
    Arena *arena = c->net->arena;
    uint32_t end = l->first_var + l->nvar;
    for (uint32_t v = 0; v < l->nvar; v++) {
        LaneEdge start = lane_copied(c, l->start[v]);
        vec_push(arena, key, start);
        end = l->step[v] >> 1 >= end ? (l->step[v] >> 1) + 1 : end;
    }
    bool *depends = ARENA_ARRAY(arena, bool, end), *needed = ARENA_ARRAY(arena, bool, end);
    for (uint32_t i = l->first_var; i < end; i++) {
        const BitsGate *g = &c->game->gate[i];
        depends[i] = i < l->first_var + l->nvar ||
                   (bits_has_operands(g) && (depends[g->a >> 1] || depends[g->b >> 1] || (g->kind == BITS_MUX && depends[g->c >> 1])));
    }
    for (uint32_t v = 0; v < l->nvar; v++)
        needed[l->step[v] >> 1] = true;
    for (uint32_t i = end; i-- > 0;) {
        const BitsGate *g = &c->game->gate[i];
        if (needed[i] && depends[i] && bits_has_operands(g)) {
            needed[g->a >> 1] = needed[g->b >> 1] = true;
            needed[(g->kind == BITS_MUX ? g->c : g->b) >> 1] = true;
        } else if (needed[i] && !depends[i]) {
            LaneEdge edge = lane_copied(c, 2 * i);
            vec_push(arena, key, edge);
        }
    }
}

/* A loop over the same edges that is exact for all lanes, or UNKNOWN. */
static uint32_t like(const LaneNet *n, uint32_t origin, const Edges *key)
{
    for (uint32_t k = 0; k < n->loop.n; k++) {
        const LaneLoop *l = &n->loop.at[k];
        if (!l->assuming && l->origin == origin && l->nkey == key->n && !memcmp(l->key, key->at, key->n * sizeof *key->at))
            return k;
    }
    return UNKNOWN;
}

static uint32_t copy_loop(LaneCopy *c, uint32_t number)
{
    const BitsLoop *l = &c->game->loop[number];
    Edges key = {0};
    copy_border(c, l, &key);
    uint32_t copy = like(c->net, number, &key);
    if (copy != UNKNOWN)
        return copy;
    copy = lane_loop(c->net, key.at, l->nvar, l->bound);
    LaneLoop *made = &c->net->loop.at[copy];
    made->origin = number;
    made->nkey = (uint32_t)key.n;
    made->key = key.at;
    LaneEdge *step = ARENA_ARRAY(c->net->arena, LaneEdge, l->nvar + 1);
    for (uint32_t v = 0; v < l->nvar; v++)
        c->memo[l->first_var + v] = lane_var(c->net, copy, v);
    for (uint32_t v = 0; v < l->nvar; v++)
        step[v] = lane_copied(c, l->step[v]);
    lane_loop_close(c->net, copy, step);
    return copy;
}

static LaneEdge copy_result(LaneCopy *c, const BitsGate *g)
{
    if (c->loop[g->a] == UNKNOWN)
        c->loop[g->a] = copy_loop(c, g->a);
    return lane_rest(c->net, c->loop[g->a], g->b);
}

static LaneEdge copy_gate(LaneCopy *c, const BitsGate *g)
{
#define AT(e) (c->memo[(e) >> 1] ^ ((e)&1))
    switch (g->kind) {
    case BITS_STATE: return c->state[g->a];
    case BITS_DOES: return c->does[g->a];
    case BITS_AND: return c->context ? lane_context_and(c->context, AT(g->a), AT(g->b)) : lane_and(c->net, AT(g->a), AT(g->b));
    case BITS_XOR: return lane_xor(c->net, AT(g->a), AT(g->b));
    case BITS_MUX: return lane_mux(c->net, AT(g->a), AT(g->b), AT(g->c));
    case BITS_LOOP: return copy_result(c, g);
    default: return LANE_FALSE;
    }
#undef AT
}

/* Operands first, without recursion: nets may be deep. */
LaneEdge lane_copied(LaneCopy *c, BitsEdge edge)
{
    VEC(uint32_t) waiting = {0};
    Arena *arena = c->net->arena;
    vec_push(arena, &waiting, edge >> 1);
    while (waiting.n) {
        uint32_t i = waiting.at[waiting.n - 1];
        const BitsGate *g = &c->game->gate[i];
        size_t before = waiting.n;
        if (c->memo[i] == UNKNOWN && bits_has_operands(g)) {
            if (c->memo[g->a >> 1] == UNKNOWN)
                vec_push(arena, &waiting, g->a >> 1);
            if (c->memo[g->b >> 1] == UNKNOWN)
                vec_push(arena, &waiting, g->b >> 1);
            if (g->kind == BITS_MUX && c->memo[g->c >> 1] == UNKNOWN)
                vec_push(arena, &waiting, g->c >> 1);
        }
        if (waiting.n == before) {
            if (c->memo[i] == UNKNOWN)
                c->memo[i] = copy_gate(c, g);
            waiting.n--;
        }
    }
    return c->memo[edge >> 1] ^ (edge & 1);
}

/* ---- what is found ------------------------------------------------------------------ */

static bool has_value(const BitsGame *game, uint32_t goal) { return !game->joint || game->goal[goal].value >= 0; }

/* Words for the state bits that values depend on. */
static void keep_last(const BitsGame *game, LaneFound *f, Arena *arena)
{
    Arena *scratch = arena_beside(arena);
    LaneNet *net = lane_net_new(scratch);
    LaneEdge *state = ARENA_ARRAY(scratch, LaneEdge, game->nstate + 1), *does = ARENA_ARRAY(scratch, LaneEdge, game->nslot + 1);
    for (uint32_t i = 0; i < game->nstate; i++)
        state[i] = lane_input(net, BANK_STATE, i);
    LaneCopy c = lane_copy(net, game, state, does);
    for (uint32_t i = 0; i < game->ngoal; i++)
        if (has_value(game, i))
            lane_output(net, BANK_FOUND, i, lane_copied(&c, game->goal[i].holds));
    net = lane_net_tidy(net, scratch);
    f->last_word = ARENA_ARRAY(arena, uint32_t, game->nstate + 1);
    memset(f->last_word, 0xff, game->nstate * sizeof *f->last_word);
    for (uint32_t i = 1; i < net->gate.n; i++)
        if (net->gate.at[i].kind == LANE_INPUT)
            f->last_word[net->gate.at[i].b] = f->nword++;
    arena_free(scratch);
}

LaneFound lane_found(const BitsGame *game, const LaneFrame *frame, bool last, Arena *arena)
{
    LaneFound f = {.done = 0, .cut = 1, .stuck = 2, .round = 3};
    f.phase = f.round + frame->nroundbit;
    f.goal = f.nword = f.phase + frame->nphasebit;
    f.goal_word = ARENA_ARRAY(arena, uint32_t, game->ngoal);
    if (last)
        keep_last(game, &f, arena);
    for (uint32_t i = 0; i < game->ngoal; i++) {
        uint32_t j = 0;
        f.goal_word[i] = LANE_NO_WORD;
        if (last || !has_value(game, i))
            continue;
        while (j < i && (f.goal_word[j] == LANE_NO_WORD || game->goal[j].holds >> 1 != game->goal[i].holds >> 1))
            j++;
        uint32_t sign = game->goal[i].holds & 1;
        f.goal_word[i] = j < i ? (f.goal_word[j] & ~1u) | sign : 2 * f.nword++ | sign;
    }
    return f;
}

/* ---- the step ------------------------------------------------------------------------ */

typedef struct {
    const BitsGame *game;
    const LaneFrame *frame;
    const LaneFound *found;
    LaneStep *step;
    LaneNet *net;
    uint32_t phase, after; /* this one, and the one that comes next */
    bool from_start, context;
    LaneEdge *state, *next, *does;
    LaneEdge flooding; /* lanes whose floods go round as the step begins */
    LaneEdge act, ok, acc; /* whose turn this is; all roles found a move; lanes that move */
    LaneEdge done, stuck;  /* whose game ends; somebody has no move, so nobody moves */
} Builder;

/* A move is legal: it is not made where a state bit that it asks for does not hold, nor with what never holds together with that. */
static void say_asked(LaneCopy *c, BitsEdge asked, LaneEdge does, uint32_t depth)
{
    const BitsGame *game = c->game;
    const BitsGate *g = &game->gate[asked >> 1];
    if (g->kind == BITS_STATE) {
        lane_context_apart(c->context, does, lane_not(c->state[g->a] ^ (asked & 1)));
        for (uint32_t k = 0; !(asked & 1) && k < game->napart; k++)
            for (int i = 0; i < 2; i++)
                if (game->apart[k][i] == g->a)
                    lane_context_apart(c->context, does, c->state[game->apart[k][!i]]);
    } else if (g->kind == BITS_AND && !(asked & 1) && depth) {
        say_asked(c, g->a, does, depth - 1);
        say_asked(c, g->b, does, depth - 1);
    }
}

/* The game in a position, and with moves that are legal in it, if `moves`; what never holds together is known where that is asked for. */
static LaneCopy copy_in_context(LaneNet *net, const BitsGame *game, const LaneEdge *state, const LaneEdge *does, bool moves)
{
    enum { DEPTH = 6 };
    LaneCopy c = lane_copy(net, game, state, does);
    c.context = lane_context_new(net);
    lane_context_leaves(c.context, state, game->nstate);
    for (uint32_t k = 0; k < game->napart; k++)
        lane_context_apart(c.context, state[game->apart[k][0]], state[game->apart[k][1]]);
    if (moves)
        lane_context_leaves(c.context, does, game->nslot);
    for (uint32_t i = 0; moves && i < game->nslot; i++)
        say_asked(&c, game->slot[i].legal, does[i], DEPTH);
    return c;
}

static LaneCopy copy_of(const Builder *b, const LaneEdge *state, bool moves)
{
    return b->context ? copy_in_context(b->net, b->game, state, b->does, moves) : lane_copy(b->net, b->game, state, b->does);
}

static LaneEdge edge_of(bool value) { return value ? LANE_TRUE : LANE_FALSE; }

/* A word of a position, or what it is at the root in lanes that begin again; `first`: in the game's first position. */
static LaneEdge word_of(const Builder *b, uint32_t at, bool first)
{
    LaneEdge fresh = lane_input(b->net, BANK_LIVE, LIVE_FRESH);
    LaneEdge root = b->from_start ? edge_of(first) : lane_input(b->net, BANK_ROOT, at);
    return lane_mux(b->net, fresh, root, lane_input(b->net, BANK_STATE, at));
}

/* The words of a position, as state bits. */
static LaneEdge *position(const Builder *b)
{
    const LaneFrame *f = b->frame;
    LaneEdge *state = ARENA_ARRAY(b->net->arena, LaneEdge, b->game->nstate);
    for (uint32_t i = 0; i < b->game->nstate; i++)
        state[i] = f->place[i] < 0 ? edge_of(f->known[b->phase][i] == 1) : word_of(b, (uint32_t)f->place[i], b->game->init[i]);
    return state;
}

static LaneEdge phase_bit(const Builder *b, uint32_t j) { return word_of(b, b->frame->phase_at + j, false); }

/* Nobody moves in a game that is over: none of the reasons for that holds. */
static void assume_not(LaneNet *net, LaneEdge edge, uint32_t depth)
{
    const LaneGate *g = &net->gate.at[edge >> 1];
    if (edge & 1 && g->kind == LANE_AND && depth) {
        LaneEdge a = g->a, b = g->b;
        assume_not(net, lane_not(a), depth - 1);
        assume_not(net, lane_not(b), depth - 1);
    }
    lane_assume(net, edge, false);
}

/* For what is asked of lanes that move only: what they come from was not over, nor any
 * reason for that, and this phase is theirs.  Elsewhere what follows may be wrong. */
static void take_live_for_granted(Builder *b)
{
    enum { DEPTH = 64 };
    LaneCopy now = copy_of(b, b->state, false);
    assume_not(b->net, lane_copied(&now, b->game->over), DEPTH);
}

static void set_act(Builder *b)
{
    b->act = lane_input(b->net, BANK_LIVE, LIVE_PLAYS);
    for (uint32_t j = 0; j < b->frame->nphasebit; j++) {
        LaneEdge bit = phase_bit(b, j);
        b->act = lane_and(b->net, b->act, bit ^ !(b->phase >> j & 1));
    }
    b->act = lane_and(b->net, b->act, lane_not(b->flooding));
}

/* Among what a move is drawn: places, each of one slot, or of slots that are never legal
 * together.  A slot stands there as often as it is listed. */
typedef struct {
    LaneChooser c;
    uint32_t n;
    uint32_t *slot, *place; /* [n] */
    bool *shared;           /* by place: of several slots */
} Draw;

uint32_t lane_groups(const BitsGame *game) { return game->joint ? game->nrole : 1; }
uint32_t lane_group(const BitsGame *game, uint32_t slot) { return game->joint ? game->slot[slot].role - 1 : 0; }

/* The place of another role's slot of the same code, or any that the role has not taken;
 * `taken` says by which role last. */
static uint32_t find_place(const BitsGame *game, const Draw *d, const uint32_t *taken, uint32_t slot, bool alike)
{
    for (uint32_t k = 0; k < d->n; k++)
        if (taken[d->place[k]] != game->slot[slot].role && (!alike || game->slot[d->slot[k]].code == game->slot[slot].code))
            return d->place[k];
    return d->c.n;
}

static void put_listing(Builder *b, Draw *d, uint32_t *taken, LaneEdge *legal, uint32_t slot, uint32_t place)
{
    d->slot[d->n] = slot;
    d->place[d->n++] = place;
    taken[place] = b->game->slot[slot].role;
    d->shared[place] = place < d->c.n;
    legal[place] = d->shared[place] ? lane_or(b->net, legal[place], b->step->legal[slot]) : b->step->legal[slot];
    d->c.n += place == d->c.n;
}

/* Next positions over given moves; whoever has one move only makes it. */
static const LaneNet *next_alone(const Builder *b)
{
    const BitsGame *g = b->game;
    LaneNet *net = lane_net_new(b->net->arena);
    LaneEdge *state = ARENA_ARRAY(net->arena, LaneEdge, g->nstate + 1), *does = ARENA_ARRAY(net->arena, LaneEdge, g->nslot + 1);
    uint32_t moves[LANE_ROLES] = {0};
    for (uint32_t i = 0; i < g->nslot; i++)
        moves[lane_group(g, i)] += b->step->legal[i] != LANE_FALSE;
    for (uint32_t i = 0; i < g->nstate; i++)
        state[i] = b->frame->place[i] < 0 ? edge_of(b->frame->known[b->phase][i] == 1) : lane_input(net, BANK_STATE, i);
    for (uint32_t i = 0; i < g->nslot; i++)
        does[i] = b->step->legal[i] == LANE_FALSE ? LANE_FALSE : moves[lane_group(g, i)] == 1 ? LANE_TRUE : lane_input(net, BANK_DOES, i);
    LaneCopy c = copy_in_context(net, g, state, does, true);
    for (uint32_t i = 0; i < g->nstate; i++)
        lane_output(net, BANK_STATE, i, lane_copied(&c, g->next[i]));
    return lane_net_tidy(net, net->arena);
}

/* The slots of a group that can be legal in this phase, of one role, in groups that are asked for together; false: there are none. */
static bool align(Builder *b, Draw *d, LaneEdge *legal, uint32_t group)
{
    const BitsGame *g = b->game;
    Arena *arena = b->net->arena;
    bool *drawn = ARENA_ARRAY(arena, bool, g->nslot + 1);
    uint32_t *place = ARENA_ARRAY(arena, uint32_t, g->nslot + 1), role = 0;
    for (uint32_t i = 0; i < g->nslot; i++) {
        drawn[i] = lane_group(g, i) == group && b->step->legal[i] != LANE_FALSE;
        if (drawn[i] && (g->slot[i].times > 1 || (role && role != g->slot[i].role)))
            return false;
        role = drawn[i] ? g->slot[i].role : role;
    }
    const uint32_t width = lane_align(next_alone(b), g->nslot, drawn, place, &d->c.n);
    if (!width)
        return false;
    d->c.way.group = (uint8_t)width;
    d->c.way.factor = true;
    for (uint32_t i = 0; i < g->nslot; i++)
        if (drawn[i]) {
            d->slot[d->n] = i;
            d->place[d->n++] = place[i];
            legal[place[i]] = b->step->legal[i];
        }
    return true;
}

/* The slots of a group that can be legal in this phase.  Where it is not known whose turn it
 * is, the roles' slots share places: first those of one code, which mostly is one site. */
static Draw places(Builder *b, const LaneWays *ways, uint32_t group)
{
    const BitsGame *g = b->game;
    Arena *arena = b->net->arena;
    uint32_t total = 0;
    for (uint32_t i = 0; i < g->nslot; i++)
        total += g->slot[i].times;
    Draw d = {.c = {.net = b->net, .way = ways->way[b->phase][group], .nrandom = &b->step->nrandom, .ranks = ways->ranks ? lane_input(b->net, BANK_LIVE, LIVE_RANKS) : LANE_FALSE},
              .slot = ARENA_ARRAY(arena, uint32_t, total + 1), .place = ARENA_ARRAY(arena, uint32_t, total + 1),
              .shared = ARENA_ARRAY(arena, bool, LANE_ALIGN_WIDTH * total + 1)};
    LaneEdge *legal = ARENA_ARRAY(arena, LaneEdge, LANE_ALIGN_WIDTH * total + 1);
    d.c.legal = legal;
    if (ways->align && ways->way[b->phase][group].rank && align(b, &d, legal, group)) {
        b->step->nplace[group] = d.n;
        return d;
    }
    uint32_t *taken = ARENA_ARRAY(arena, uint32_t, total + 1), *left = ARENA_ARRAY(arena, uint32_t, total + 1), nleft = 0;
    for (uint32_t i = 0; i < g->nslot; i++)
        for (uint32_t t = 0; t < g->slot[i].times && lane_group(g, i) == group && b->step->legal[i] != LANE_FALSE; t++) {
            bool first = !d.n || g->slot[d.slot[0]].role == g->slot[i].role;
            uint32_t place = first ? d.c.n : find_place(g, &d, taken, i, true);
            if (place < d.c.n || first)
                put_listing(b, &d, taken, legal, i, place);
            else
                left[nleft++] = i;
        }
    for (uint32_t k = 0; k < nleft; k++)
        put_listing(b, &d, taken, legal, left[k], find_place(g, &d, taken, left[k], false));
    b->step->nplace[group] = d.c.n;
    return d;
}

/* Numbers the slots of a group: by place and, where slots of several roles stand in one, above that by role. */
static void number_slots(Builder *b, const Draw *d, uint32_t group)
{
    LaneNumber number = d->c.number;
    uint32_t bits = lane_place_bits(&d->c), above = 0, *by = &b->step->nnumber[group];
    LaneEdge *does = ARENA_ARRAY(b->net->arena, LaneEdge, d->n + 1);
    bool shared = false;
    for (uint32_t i = 0; i < d->n; i++)
        shared |= d->shared[d->place[i]];
    while (shared && UINT32_C(1) << above < b->game->nrole)
        above++;
    *by = UINT32_C(1) << (bits + above);
    b->step->slot_of[group] = ARENA_ARRAY(b->net->arena, uint32_t, *by);
    memset(b->step->slot_of[group], 0xff, *by * sizeof(uint32_t));
    for (uint32_t i = 0; i < d->n; i++)
        b->step->slot_of[group][lane_place_number(&d->c, d->place[i]) | (shared ? (uint32_t)(b->game->slot[d->slot[i]].role - 1) << bits : 0)] = d->slot[i];
    number.n = bits;
    for (uint32_t r = 0; r < above; r++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < d->n; i++)
            if ((uint32_t)(b->game->slot[d->slot[i]].role - 1) >> r & 1)
                does[n++] = b->does[d->slot[i]];
        number.bit[number.n++] = lane_any(b->net, does, n);
    }
    b->step->number[group] = number;
}

/* Draws a move for each group.  Where all roles move together a game ends, without a
 * result, as soon as one has none. */
static void choose(Builder *b, const LaneWays *ways)
{
    Draw d[LANE_ROLES];
    take_live_for_granted(b);
    LaneCopy now = copy_of(b, b->state, false);
    for (uint32_t i = 0; i < b->game->nslot; i++)
        b->step->legal[i] = lane_copied(&now, b->game->slot[i].legal);
    lane_forget(b->net);
    LaneEdge all = LANE_TRUE;
    b->ok = LANE_TRUE;
    for (uint32_t k = 0; k < lane_groups(b->game); k++) {
        d[k] = places(b, ways, k);
        b->step->first_random[k] = b->step->nrandom;
        lane_draw(&d[k].c);
        b->step->digits[k] = lane_draw_digits(&d[k].c, b->step->nrandom - b->step->first_random[k]);
        all = lane_and(b->net, all, d[k].c.some);
        b->ok = lane_and(b->net, b->ok, d[k].c.ok);
    }
    b->acc = b->step->acc = lane_and(b->net, b->ok, b->act);
    b->stuck = b->game->joint ? lane_and(b->net, b->act, lane_not(all)) : LANE_FALSE;
    for (uint32_t i = 0; i < b->game->nslot; i++)
        b->does[i] = LANE_FALSE;
    for (uint32_t k = 0; k < lane_groups(b->game); k++) {
        LaneEdge *chosen = ARENA_ARRAY(b->net->arena, LaneEdge, 2 * d[k].c.n + 2);
        lane_decode(&d[k].c, b->acc, chosen);
        for (uint32_t i = 0; i < d[k].n; i++) {
            LaneEdge here = chosen[d[k].place[i]], *does = &b->does[d[k].slot[i]];
            if (d[k].shared[d[k].place[i]])
                here = lane_and(b->net, here, b->step->legal[d[k].slot[i]]);
            *does = lane_or(b->net, *does, here);
        }
        if (ways->ranks) {
            number_slots(b, &d[k], k);
            b->step->good[k] = lane_and(b->net, d[k].c.ok, b->act);
        }
    }
}

/* Is it over in a position, and what is it worth?  Asked of some lanes only. */
static void judge(Builder *b, const LaneEdge *state, LaneEdge asked)
{
    LaneCopy then = copy_of(b, state, false);
    LaneEdge over = lane_copied(&then, b->game->over);
    b->done = lane_and(b->net, asked, over);
    for (uint32_t i = 0; b->found->last_word && i < b->game->nstate; i++)
        if (b->found->last_word[i] != LANE_NO_WORD)
            lane_output(b->net, BANK_FOUND, b->found->last_word[i], lane_and(b->net, b->done, state[i]));
    uint32_t written = 0;
    for (uint32_t i = 0; i < b->game->ngoal; i++) {
        uint32_t word = b->found->goal_word[i] >> 1;
        if (b->found->goal_word[i] == LANE_NO_WORD || word < b->found->goal + written)
            continue;
        LaneEdge holds = lane_copied(&then, b->game->goal[i].holds & ~1u);
        lane_output(b->net, BANK_FOUND, word, lane_and(b->net, b->done, holds));
        written++;
    }
}

/* Of lanes that moved. */
static void judge_after(Builder *b, LaneEdge *state)
{
    take_live_for_granted(b);
    for (uint32_t i = 0; i < b->game->nstate; i++)
        state[i] = lane_assumed(b->net, state[i]);
    judge(b, state, b->acc);
    lane_forget(b->net);
}

/* Of lanes that are to move, which they do where it is not over. */
static void judge_before(Builder *b, bool ranks)
{
    judge(b, b->state, b->act);
    b->act = lane_and(b->net, b->act, lane_not(b->done));
    if (ranks)
        b->act = lane_and(b->net, b->act, lane_not(lane_input(b->net, BANK_LIVE, LIVE_STAYS)));
}

/* ---- floods that go round ---- */

static LaneEdge level_input(const Builder *b, uint32_t level)
{
    LaneEdge fresh = lane_input(b->net, BANK_LIVE, LIVE_FRESH);
    return lane_and(b->net, lane_not(fresh), lane_input(b->net, BANK_STATE, b->frame->flood_at + level));
}

/* Lanes in which floods of this level or a higher one go round as the step begins; levels count from 0 here. */
static LaneEdge flooding(const Builder *b, uint32_t level)
{
    LaneEdge any = LANE_FALSE;
    for (; b->frame->floods && level < b->frame->floods->nlevel; level++)
        any = lane_or(b->net, any, level_input(b, level));
    return any;
}

static LaneEdge flood_input(const Builder *b, uint32_t loop, uint32_t v)
{
    const LaneFloods *f = b->frame->floods;
    return lane_input(b->net, BANK_STATE, b->frame->flood_at + f->nlevel + f->var[loop] + v);
}

/* The network as it was when the move was made, out of the state after it, with floods as far as they have come. */
static LaneCopy after_move(const Builder *b)
{
    const LaneFloods *f = b->frame->floods;
    LaneCopy c = lane_copy(b->net, b->game, b->state, b->does);
    for (uint32_t i = 0; i < b->game->ngate; i++) {
        const BitsGate *g = &b->game->gate[i];
        if (f->bit[i] != BITS_NO_EDGE)
            c.memo[i] = b->state[f->bit[i] >> 1] ^ (f->bit[i] & 1);
        else if ((g->kind == BITS_VAR || g->kind == BITS_LOOP) && f->level[g->a])
            c.memo[i] = flood_input(b, g->a, g->b);
    }
    for (uint32_t k = 0; k < f->nkept; k++)
        c.memo[f->kept[k]] = lane_input(b->net, BANK_STATE, b->frame->flood_at + f->nlevel + f->nvar + k);
    return c;
}

/* The variables of a loop take their steps, where floods of its level or a higher one go round.  Does none change? */
static LaneEdge flood_loop(const Builder *b, LaneCopy *moved, LaneCopy *after, uint32_t loop, LaneEdge goes)
{
    LaneNet *n = b->net;
    const BitsLoop *l = &b->game->loop[loop];
    const LaneFloods *f = b->frame->floods;
    LaneEdge *changed = ARENA_ARRAY(n->arena, LaneEdge, l->nvar);
    for (uint32_t v = 0; v < l->nvar; v++) {
        bool at_once = lane_flood_starts_at_once(f, l, loop, v);
        LaneEdge now = flood_input(b, loop, v), step = lane_copied(after, l->step[v]);
        LaneEdge then = lane_and(n, goes, at_once ? step : lane_or(n, lane_copied(after, l->start[v]), step));
        changed[v] = lane_xor(n, now, then);
        if (at_once)
            then = lane_mux(n, b->acc, lane_copied(moved, l->start[v]), then);
        lane_output(n, BANK_STATE, b->frame->flood_at + f->nlevel + f->var[loop] + v, then);
    }
    return lane_not(lane_any(n, changed, l->nvar));
}

/* Keeps what the floods need of the moment of the move. */
static void keep_values(const Builder *b, LaneCopy *moved)
{
    const LaneFloods *f = b->frame->floods;
    for (uint32_t k = 0; k < f->nkept; k++) {
        uint32_t at = b->frame->flood_at + f->nlevel + f->nvar + k;
        LaneEdge value = lane_copied(moved, 2 * f->kept[k]);
        lane_output(b->net, BANK_STATE, at, lane_mux(b->net, b->acc, value, lane_input(b->net, BANK_STATE, at)));
    }
}

/* Level by level; when the last one is at rest the late bits get their values. */
static void flood(Builder *b, LaneCopy *moved)
{
    LaneNet *n = b->net;
    const LaneFloods *f = b->frame->floods;
    LaneCopy after = after_move(b);
    LaneEdge enters = b->acc;
    b->step->flooding = LANE_FALSE;
    for (uint32_t k = 0; k < f->nlevel; k++) {
        LaneEdge here = level_input(b, k), goes = flooding(b, k), rest = LANE_TRUE;
        for (uint32_t l = 0; l < b->game->nloop; l++)
            if (f->level[l] == k + 1)
                rest = lane_and(n, rest, flood_loop(b, moved, &after, l, goes));
        LaneEdge stays = lane_or(n, enters, lane_and(n, here, lane_not(rest)));
        lane_output(n, BANK_STATE, b->frame->flood_at + k, stays);
        b->step->flooding = lane_or(n, b->step->flooding, stays);
        enters = lane_and(n, here, rest);
    }
    b->step->moved = enters;
    for (uint32_t i = 0; i < b->game->nstate; i++)
        if (f->late[b->game->next[i] >> 1])
            b->next[i] = lane_mux(n, enters, lane_copied(&after, b->game->next[i]), b->state[i]);
    keep_values(b, moved);
}

/* The next value of each state bit; a lane in which nobody moves keeps its own. */
static void play(Builder *b, bool late)
{
    Arena *arena = b->net->arena;
    LaneEdge *none = ARENA_ARRAY(arena, LaneEdge, b->game->nslot);
    LaneCopy moved = copy_of(b, b->state, true);
    LaneCopy still = lane_copy(b->net, b->game, b->state, none);
    LaneEdge *raw = ARENA_ARRAY(arena, LaneEdge, b->game->nstate);
    for (uint32_t i = 0; i < b->game->nstate; i++) {
        bool known = b->frame->place[i] < 0;
        if (b->frame->floods && b->frame->floods->late[b->game->next[i] >> 1])
            continue;
        raw[i] = known ? edge_of(b->frame->known[b->after][i] == 1) : lane_copied(&moved, b->game->next[i]);
        bool holds = known || lane_copied(&still, b->game->next[i]) == b->state[i];
        b->next[i] = holds ? raw[i] : lane_mux(b->net, b->acc, raw[i], b->state[i]);
    }
    b->step->moved = b->acc;
    b->step->flooding = LANE_FALSE;
    if (b->frame->floods)
        flood(b, &moved);
    if (!late)
        judge_after(b, raw);
}

/* Counts rounds; a game of too many is cut off.  Says how long games were. */
static void count_moves(Builder *b)
{
    LaneNet *n = b->net;
    const LaneFrame *f = b->frame;
    LaneEdge carry = b->phase + 1 == f->nphase ? b->acc : LANE_FALSE, old = lane_input(n, BANK_LIVE, LIVE_FRESH);
    LaneEdge end = lane_or(n, b->done, b->stuck);
    for (uint32_t i = 0; i < f->nroundbit; i++) {
        LaneEdge bit = lane_and(n, lane_not(old), lane_input(n, BANK_STATE, f->round_at + i));
        lane_output(n, BANK_FOUND, b->found->round + i, lane_and(n, end, bit));
        lane_output(n, BANK_STATE, f->round_at + i, lane_xor(n, bit, carry));
        carry = lane_and(n, bit, carry);
    }
    LaneEdge cut = lane_and(n, carry, lane_not(end));
    lane_output(n, BANK_FOUND, b->found->done, lane_or(n, end, cut));
    lane_output(n, BANK_FOUND, b->found->cut, cut);
    lane_output(n, BANK_FOUND, b->found->stuck, b->stuck);
    for (uint32_t j = 0; j < f->nphasebit; j++) {
        LaneEdge bit = phase_bit(b, j);
        lane_output(n, BANK_FOUND, b->found->phase + j, b->phase >> j & 1 ? end : LANE_FALSE);
        lane_output(n, BANK_STATE, f->phase_at + j, lane_mux(n, b->acc, edge_of(b->after >> j & 1), bit));
    }
}

LaneStep *lane_step(const BitsGame *game, const LaneFrame *frame, const LaneFound *found, const LaneWays *ways,
                    uint32_t phase, Arena *arena)
{
    LaneNet *net = lane_net_new(arena);
    LaneStep *step = ARENA_NEW(arena, LaneStep);
    Builder b = {.game = game, .frame = frame, .found = found, .step = step, .net = net, .phase = phase, .from_start = ways->from_start,
                 .context = ways->context};
    b.after = (phase + 1) % frame->nphase;
    step->net = net;
    step->legal = ARENA_ARRAY(arena, LaneEdge, game->nslot);
    b.state = position(&b);
    b.next = ARENA_ARRAY(arena, LaneEdge, game->nstate);
    b.does = step->does = ARENA_ARRAY(arena, LaneEdge, game->nslot);
    b.flooding = flooding(&b, 0);
    set_act(&b);
    if (ways->late)
        judge_before(&b, ways->ranks);
    choose(&b, ways);
    play(&b, ways->late);
    count_moves(&b);
    for (uint32_t i = 0; i < game->nstate; i++)
        if (frame->place[i] >= 0)
            lane_output(net, BANK_STATE, (uint32_t)frame->place[i], b.next[i]);
    return step;
}

/* ---- the game alone -------------------------------------------------------------------- */

LaneNet *lane_forced(const BitsGame *game, Arena *arena)
{
    LaneNet *net = lane_net_new(arena);
    LaneEdge *state = ARENA_ARRAY(arena, LaneEdge, game->nstate), *does = ARENA_ARRAY(arena, LaneEdge, game->nslot);
    for (uint32_t i = 0; i < game->nstate; i++)
        state[i] = lane_input(net, BANK_STATE, i);
    for (uint32_t i = 0; i < game->nslot; i++)
        does[i] = lane_input(net, BANK_DOES, i);
    LaneCopy c = lane_copy(net, game, state, does);
    for (uint32_t i = 0; i < game->nstate; i++)
        lane_output(net, BANK_STATE, i, lane_copied(&c, game->next[i]));
    lane_output(net, BANK_FOUND, 0, lane_copied(&c, game->over));
    for (uint32_t i = 0; i < game->ngoal; i++)
        lane_output(net, BANK_FOUND, 1 + i, lane_copied(&c, game->goal[i].holds));
    for (uint32_t i = 0; i < game->nslot; i++)
        lane_output(net, BANK_FOUND, 1 + game->ngoal + i, lane_copied(&c, game->slot[i].legal));
    return net;
}
