/* lane_state.c - the states of a reasoner as positions of lanes, and back.
 *
 * A position has the bits that the network keeps.  Neighbours in a set are moved together,
 * a word at a time; numbers are asked bit by bit. */
#include "driver/engine/lane_state.h"

#include <string.h>

/* Bits `from`.. of the word at `at` of the state become bits `to`.. of the position. */
typedef struct {
    size_t at;
    unsigned from, to, n;
    uint64_t flip;
} Run;

typedef struct {
    const BitsOrigin *origin;
    unsigned to;
    bool flip;
} Probe;

struct LaneState {
    Arena *arena;
    const BitsGame *bits;
    ShapeState lies;
    VEC(Run) run;
    VEC(Probe) probe;
};

/* Takes the bit into the last run if it goes on there. */
static void add_member(LaneState *s, const BitsOrigin *o, unsigned to, bool flip)
{
    const ShapeField *f = &s->lies.field[o->field];
    size_t at = f->at + o->at * f->width + (size_t)o->value / 64 * 8;
    unsigned from = (unsigned)(o->value % 64);
    Run *last = s->run.n ? &s->run.at[s->run.n - 1] : NULL;
    bool on = last && last->at == at && last->from + last->n == from && last->to + last->n == to && to % 64;
    if (!on) {
        vec_push(s->arena, &s->run, ((Run){.at = at, .from = from, .to = to}));
        last = &s->run.at[s->run.n - 1];
    }
    last->flip |= (uint64_t)flip << last->n++;
}

LaneState *lane_state_new(Arena *arena, const IrGame *game, const BitsGame *bits)
{
    LaneState *s = ARENA_NEW(arena, LaneState);
    s->arena = arena;
    s->bits = bits;
    s->lies = *ir_fact_state_layout(ir_facts_own(game, arena));
    const uint32_t *source = bits_whole_source(bits, arena);
    for (uint32_t i = 0; i < bits->nstate; i++) {
        const BitsOrigin *o = &bits->whole->origin[source[i]];
        bool flip = bits->whole->kept[source[i]] & 1;
        if (o->part == BITS_MEMBER)
            add_member(s, o, i, flip);
        else
            vec_push(arena, &s->probe, ((Probe){o, i, flip}));
    }
    return s;
}

size_t lane_state_size(const LaneState *s) { return s->lies.size; }

/* ---- to a position ------------------------------------------------------------------ */

static int64_t number_at(const char *at, size_t width, bool is_signed)
{
    uint64_t value = 0;
    memcpy(&value, at, width);
    unsigned rest = 64 - 8 * (unsigned)width;
    return is_signed ? (int64_t)(value << rest) >> rest : (int64_t)value;
}

static bool holds(const LaneState *s, const BitsOrigin *o, const char *state)
{
    const ShapeField *f = &s->lies.field[o->field];
    int64_t v = number_at(state + f->at + o->at * f->width, f->width, f->is_signed);
    v = v > o->hi ? o->hi : v;
    return o->part == BITS_VALUE ? v == o->value : (uint64_t)(v - o->lo) >> o->value & 1;
}

void lane_state_pack(const LaneState *s, const void *state, uint64_t *position)
{
    memset(position, 0, (s->bits->nstate + 63) / 64 * sizeof *position);
    for (size_t i = 0; i < s->run.n; i++) {
        const Run *r = &s->run.at[i];
        uint64_t word, mask = r->n == 64 ? ~UINT64_C(0) : (UINT64_C(1) << r->n) - 1;
        memcpy(&word, (const char *)state + r->at, 8);
        word = ((word >> r->from) & mask) ^ r->flip;
        position[r->to / 64] |= word << r->to % 64;
    }
    for (size_t i = 0; i < s->probe.n; i++) {
        const Probe *p = &s->probe.at[i];
        position[p->to / 64] |= (uint64_t)(holds(s, p->origin, state) != p->flip) << p->to % 64;
    }
}

/* ---- and back ------------------------------------------------------------------------ */

typedef struct {
    const LaneState *s;
    const uint64_t *whole; /* by bit of the whole state */
    unsigned lane;
    char *state;
} Writer;

static void write_number(const Writer *w, uint32_t bit, uint32_t n)
{
    const BitsOrigin *o = &w->s->bits->whole->origin[bit];
    const ShapeField *f = &w->s->lies.field[o->field];
    int64_t v = o->part == BITS_DIGIT ? o->lo : o->usual;
    for (uint32_t i = 0; i < n; i++)
        if (w->whole[bit + i] >> w->lane & 1)
            v = o[i].part == BITS_DIGIT ? v + (INT64_C(1) << o[i].value) : o[i].value;
    memcpy(w->state + f->at + o->at * f->width, &v, f->width);
}

static void write_set(const Writer *w, uint32_t bit, uint32_t n)
{
    const BitsOrigin *o = &w->s->bits->whole->origin[bit];
    const ShapeField *f = &w->s->lies.field[o->field];
    for (uint32_t i = 0; i < n; i += 64) {
        uint64_t word = 0;
        for (uint32_t k = 0; k < 64 && i + k < n; k++)
            word |= (w->whole[bit + i + k] >> w->lane & 1) << k;
        memcpy(w->state + f->at + o->at * f->width + i / 8, &word, 8);
    }
}

static void write_state(const Writer *w)
{
    const BitsWhole *whole = w->s->bits->whole;
    for (uint32_t bit = 0, n; bit < whole->nbit; bit += n) {
        const BitsOrigin *o = &whole->origin[bit];
        for (n = 1; bit + n < whole->nbit && o[n].field == o->field && o[n].at == o->at;)
            n++;
        if (o->part == BITS_MEMBER)
            write_set(w, bit, n);
        else
            write_number(w, bit, n);
    }
}

static bool is_member(const LaneState *s, const BitsOrigin *o, const char *state)
{
    const ShapeField *f = &s->lies.field[o->field];
    uint64_t word;
    memcpy(&word, state + f->at + o->at * f->width + (size_t)o->value / 64 * 8, 8);
    return word >> o->value % 64 & 1;
}

void lane_state_overlay(const LaneState *s, const uint64_t *word, void *state)
{
    Arena *scratch = arena_new();
    const BitsWhole *w = s->bits->whole;
    uint64_t *whole = ARENA_ARRAY(scratch, uint64_t, w->nbit + 1);
    bits_whole_fill(s->bits, word, whole);
    for (uint32_t i = 0; i < w->nbit; i++)
        if (w->kept[i] == BITS_NO_EDGE && w->derived[i] == BITS_NO_EDGE)
            whole[i] = w->origin[i].part == BITS_MEMBER ? is_member(s, &w->origin[i], state) : holds(s, &w->origin[i], state);
    write_state(&(Writer){s, whole, 0, state});
    arena_free(scratch);
}

void lane_state_unpack(const LaneState *s, const void *init, const uint64_t *word, unsigned first, unsigned n, void *states,
                       size_t stride)
{
    Arena *scratch = arena_new();
    uint64_t *whole = ARENA_ARRAY(scratch, uint64_t, s->bits->whole->nbit + 1);
    bits_whole_fill(s->bits, word, whole);
    for (unsigned i = 0; i < n; i++) {
        memcpy((char *)states + i * stride, init, s->lies.size);
        write_state(&(Writer){s, whole, first + i, (char *)states + i * stride});
    }
    arena_free(scratch);
}
