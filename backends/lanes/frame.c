/* frame.c - which state bits are known in turn, and where the others stand.
 *
 * State bits whose next values depend on nothing but such bits run through a fixed
 * sequence.  If that comes back to its start after a few steps, these are phases: as few
 * as leave little of the circuits (a counter's lower bits come back, too, and save nothing). */
#include "backends/lanes/step.h"

#include <string.h>

/* next values of the bits in `own`, by the state; other bits do not matter. */
static void advance(const BitsGame *g, const bool *state, const bool *own, bool *value, bool *next)
{
    for (uint32_t i = 0; i < g->ngate; i++) {
        const BitsGate *t = &g->gate[i];
#define AT(e) (value[(e) >> 1] != (((e)&1) != 0))
        switch (t->kind) {
        case BITS_STATE: value[i] = state[t->a]; break;
        case BITS_AND: value[i] = AT(t->a) && AT(t->b); break;
        case BITS_XOR: value[i] = AT(t->a) != AT(t->b); break;
        case BITS_MUX: value[i] = AT(t->a) ? AT(t->b) : AT(t->c); break;
        default: value[i] = false;
        }
    }
    for (uint32_t i = 0; i < g->nstate; i++)
        next[i] = own[i] && AT(g->next[i]);
#undef AT
}

/* Takes out of `own` whatever depends on moves, or on bits outside, until nothing does. */
static void close_set(const BitsGame *g, bool *own, bool *free)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < g->ngate; i++) {
            const BitsGate *t = &g->gate[i];
            bool two = bits_has_operands(t);
            free[i] = t->kind == BITS_CONST || (t->kind == BITS_STATE && own[t->a]) ||
                      (two && free[t->a >> 1] && free[t->b >> 1] && (t->kind != BITS_MUX || free[t->c >> 1]));
        }
        for (uint32_t i = 0; i < g->nstate; i++)
            if (own[i] && !free[g->next[i] >> 1]) {
                own[i] = false;
                changed = true;
            }
    }
}

typedef struct {
    bool *own, *free, *value, *state[LANE_PHASES + 1];
} Search;

/* The bits that are back after `period` steps; how many of them change meanwhile. */
static uint32_t try_period(const BitsGame *g, Search *s, uint32_t period)
{
    for (uint32_t i = 0; i < g->nstate; i++) {
        s->own[i] = true;
        s->state[0][i] = g->init[i];
    }
    close_set(g, s->own, s->free);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < period; t++)
            advance(g, s->state[t], s->own, s->value, s->state[t + 1]);
        for (uint32_t i = 0; i < g->nstate; i++)
            if (s->own[i] && s->state[period][i] != g->init[i]) {
                s->own[i] = false;
                changed = true;
            }
        close_set(g, s->own, s->free);
    }
    uint32_t varied = 0;
    for (uint32_t i = 0; i < g->nstate; i++) {
        bool varies = false;
        for (uint32_t t = 1; t < period; t++)
            varies |= s->own[i] && s->state[t][i] != g->init[i];
        varied += varies;
    }
    return varied;
}

static void fill_known(const BitsGame *g, Search *s, LaneFrame *f, Arena *arena)
{
    for (uint32_t p = 0; p < f->nphase; p++) {
        f->known[p] = ARENA_ARRAY(arena, int8_t, g->nstate);
        for (uint32_t i = 0; i < g->nstate; i++)
            f->known[p][i] = s->own[i] ? s->state[p][i] : -1;
    }
}

/* ---- how much is left -------------------------------------------------------------- */

/* What a gate of two or three inputs is, its operands given. */
static BitsEdge folded_gate(BitsKind kind, BitsEdge a, BitsEdge b, BitsEdge c, BitsEdge same)
{
    if (kind == BITS_MUX)
        return a <= BITS_TRUE ? (a == BITS_TRUE ? b : c) : b == c ? b : same;
    if (kind == BITS_AND && (a == BITS_FALSE || b == BITS_FALSE || a == (b ^ 1)))
        return BITS_FALSE;
    if (kind == BITS_AND)
        return a == BITS_TRUE || a == b ? b : b == BITS_TRUE ? a : same;
    return a <= BITS_TRUE ? b ^ a : b <= BITS_TRUE ? a ^ b : a >> 1 == b >> 1 ? (a ^ b) & 1 : same;
}

/* Every gate as an edge, the known state bits being what they are in the phase; moves that
 * `never` are legal are not played. */
static void fold_once(const BitsGame *g, const bool *own, const bool *state, const bool *never, BitsEdge *edge)
{
#define AT(e) (edge[(e) >> 1] ^ ((e)&1))
    for (uint32_t i = 0; i < g->ngate; i++) {
        const BitsGate *t = &g->gate[i];
        edge[i] = 2 * i;
        if (t->kind == BITS_STATE && own[t->a])
            edge[i] = state[t->a];
        else if (t->kind == BITS_DOES && never[t->a])
            edge[i] = BITS_FALSE;
        else if (bits_has_operands(t))
            edge[i] = folded_gate(t->kind, AT(t->a), AT(t->b), t->kind == BITS_MUX ? AT(t->c) : 0, 2 * i);
    }
}

enum { CHOICE = 10 }; /* operations a slot to choose among them */

static void fold(const BitsGame *g, const bool *own, const bool *state, BitsEdge *edge, bool *never)
{
    memset(never, 0, g->nslot);
    fold_once(g, own, state, never, edge);
    for (uint32_t i = 0; i < g->nslot; i++)
        never[i] = AT(g->slot[i].legal) == BITS_FALSE;
    fold_once(g, own, state, never, edge);
}

/* Operations that a step still needs then. */
static uint32_t size_left(const BitsGame *g, const bool *own, const BitsEdge *edge, bool *needed)
{
    uint32_t size = 0;
    memset(needed, 0, g->ngate);
    for (uint32_t i = 0; i < g->nslot; i++) {
        needed[AT(g->slot[i].legal) >> 1] = true;
        size += AT(g->slot[i].legal) == BITS_FALSE ? 0 : CHOICE;
    }
    for (uint32_t i = 0; i < g->ngoal; i++)
        needed[AT(g->goal[i].holds) >> 1] = true;
    for (uint32_t i = 0; i < g->nstate; i++)
        needed[own[i] ? 0 : AT(g->next[i]) >> 1] = true;
    for (uint32_t l = 0; l < g->nloop; l++)
        for (uint32_t v = 0; v < g->loop[l].nvar; v++)
            needed[AT(g->loop[l].step[v]) >> 1] = needed[AT(g->loop[l].start[v]) >> 1] = true;
    needed[AT(g->over) >> 1] = true;
    for (uint32_t i = g->ngate; i-- > 1;) {
        const BitsGate *t = &g->gate[i];
        if (!needed[i] || !bits_has_operands(t))
            continue;
        size += t->kind == BITS_MUX ? 3 : 1;
        needed[AT(t->a) >> 1] = needed[AT(t->b) >> 1] = true;
        if (t->kind == BITS_MUX)
            needed[AT(t->c) >> 1] = true;
    }
#undef AT
    return size;
}

/* The mean over the phases. */
static double mean_left(const BitsGame *g, const Search *s, uint32_t period, Arena *arena)
{
    BitsEdge *edge = ARENA_ARRAY(arena, BitsEdge, g->ngate);
    bool *needed = ARENA_ARRAY(arena, bool, g->ngate), *never = ARENA_ARRAY(arena, bool, g->nslot + 1);
    double sum = 0;
    for (uint32_t t = 0; t < period; t++) {
        fold(g, s->own, s->state[t], edge, never);
        sum += size_left(g, s->own, edge, needed);
    }
    return sum / period;
}

/* Each phase is code of its own, and stalled lanes wait for all of them: a longer period
 * has to save a tenth. */
static uint32_t find_period(const BitsGame *g, Search *s, uint32_t most)
{
    Arena *scratch = arena_new();
    memset(s->own, 0, g->nstate);
    uint32_t best = 1;
    double least = mean_left(g, s, 1, scratch);
    for (uint32_t period = 2; period <= most; period++) {
        double left = try_period(g, s, period) ? mean_left(g, s, period, scratch) : least;
        if (left < 0.9 * least) {
            least = left;
            best = period;
        }
    }
    arena_free(scratch);
    return best;
}

LaneFrame lane_frame(const BitsGame *g, uint32_t phases, const LaneFloods *floods, Arena *arena)
{
    Search s = {ARENA_ARRAY(arena, bool, g->nstate), ARENA_ARRAY(arena, bool, g->ngate),
                ARENA_ARRAY(arena, bool, g->ngate), {0}};
    for (uint32_t t = 0; t <= LANE_PHASES; t++)
        s.state[t] = ARENA_ARRAY(arena, bool, g->nstate);
    LaneFrame f = {.nphase = find_period(g, &s, floods ? 1 : phases), .floods = floods};
    try_period(g, &s, f.nphase);
    fill_known(g, &s, &f, arena);
    while (UINT32_C(1) << f.nphasebit < f.nphase)
        f.nphasebit++;
    f.place = ARENA_ARRAY(arena, int32_t, g->nstate);
    for (uint32_t i = 0; i < g->nstate; i++)
        f.place[i] = s.own[i] ? -1 : (int32_t)f.nword++;
    f.phase_at = f.nword;
    f.round_at = f.phase_at + f.nphasebit;
    lane_frame_rounds(&f, LANE_ROUND_BITS);
    return f;
}

void lane_frame_rounds(LaneFrame *f, uint32_t bits)
{
    f->nroundbit = bits < LANE_ROUND_BITS ? bits : LANE_ROUND_BITS;
    f->flood_at = f->round_at + f->nroundbit;
    f->nword = f->flood_at + lane_floods_words(f->floods);
}
