/* frame.c - which state bits are known in turn, and where the others stand.
 *
 * State bits whose next values hang on nothing but such bits run through a fixed
 * sequence.  If that comes back to its start after a few steps, these are phases. */
#include "backends/lanes/step.h"

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

/* Takes out of `own` whatever hangs on moves, or on bits outside, until nothing does. */
static void close_set(const BitsGame *g, bool *own, bool *free)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < g->ngate; i++) {
            const BitsGate *t = &g->gate[i];
            bool two = t->kind == BITS_AND || t->kind == BITS_XOR || t->kind == BITS_MUX;
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

LaneFrame lane_frame(const BitsGame *g, Arena *arena)
{
    LaneFrame f = {.nphase = 1};
    Search s = {ARENA_ARRAY(arena, bool, g->nstate), ARENA_ARRAY(arena, bool, g->ngate),
                ARENA_ARRAY(arena, bool, g->ngate), {0}};
    for (uint32_t t = 0; t <= LANE_PHASES; t++)
        s.state[t] = ARENA_ARRAY(arena, bool, g->nstate);
    uint32_t most = 0;
    for (uint32_t period = 2; period <= LANE_PHASES; period++) {
        uint32_t varied = try_period(g, &s, period);
        if (varied > most) {
            most = varied;
            f.nphase = period;
        }
    }
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
    f->nword = f->round_at + f->nroundbit;
}
