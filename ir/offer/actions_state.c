/* actions_state.c - what the fields of a state can be.
 *
 * A cell is a field that is no array, or one index of an array: a bit for each value of the
 * type, or the least and greatest value where these are many, or of a set the members that it
 * can have and then those that it must have. */
#include "ir/offer/actions.h"

#include <string.h>

/* ---- cells --------------------------------------------------------------- */

void actions_lay_out(Act *e)
{
    const IrGame *game = e->game;
    e->field = ARENA_ARRAY(e->arena, ActField, game->field.n + 1);
    for (size_t i = 0; i < game->field.n; i++) {
        const IrField *f = &game->field.at[i];
        ActField *a = &e->field[i];
        a->single = !f->array;
        if (f->elem.kind == IR_MASK) {
            a->words = 2 * (size_t)actions_words(e, f->elem.space);
        } else {
            uint64_t span = (uint64_t)f->elem.hi - (uint64_t)f->elem.lo;
            a->bits = span < (f->elem.space == IR_NOSPACE ? ACT_COUNT : ACT_SPAN);
            a->low = f->elem.lo & ~INT64_C(63);
            a->words = a->bits ? (size_t)(f->elem.hi - a->low) / 64 + 1 : 2;
        }
        size_t *end = a->single ? &e->nsingle : &e->narray;
        a->at = *end;
        *end += a->words * f->n;
    }
}

uint64_t *actions_cell(Act *e, int field, size_t index)
{
    const ActField *a = &e->field[field];
    return (a->single ? e->single : e->array) + a->at + index * a->words;
}

static void fill_set(const Act *e, int space, uint64_t *set)
{
    for (int i = 0; i < e->game->space.at[space].size; i++)
        ir_mask_set(set, i);
}

/* The cell holds no value. */
static void clear(const Act *e, int field, uint64_t *cell)
{
    const ActField *a = &e->field[field];
    const IrField *f = &e->game->field.at[field];
    memset(cell, 0, a->words * sizeof *cell);
    if (f->elem.kind == IR_MASK) {
        fill_set(e, f->elem.space, cell + a->words / 2);
    } else if (!a->bits) {
        cell[0] = (uint64_t)f->elem.hi;
        cell[1] = (uint64_t)f->elem.lo - 1;
    }
}

static void top(const Act *e, int field, uint64_t *cell)
{
    const ActField *a = &e->field[field];
    const IrField *f = &e->game->field.at[field];
    memset(cell, 0, a->words * sizeof *cell);
    if (f->elem.kind == IR_MASK) {
        fill_set(e, f->elem.space, cell);
    } else if (a->bits) {
        for (int64_t v = f->elem.lo; v <= f->elem.hi; v++)
            cell[(v - a->low) / 64] |= UINT64_C(1) << (v - a->low) % 64;
    } else {
        cell[0] = (uint64_t)f->elem.lo;
        cell[1] = (uint64_t)f->elem.hi;
    }
}

/* Joins cells; true if `into` grew. */
static bool join_cell(Act *e, int field, uint64_t *into, const uint64_t *from)
{
    const ActField *a = &e->field[field];
    const IrField *f = &e->game->field.at[field];
    bool grew = false;
    if (f->elem.kind == IR_MASK) {
        size_t half = a->words / 2;
        for (size_t i = 0; i < half; i++) {
            grew = grew || (from[i] & ~into[i]) || (into[half + i] & ~from[half + i]);
            into[i] |= from[i];
            into[half + i] &= from[half + i];
        }
    } else if (a->bits) {
        for (size_t i = 0; i < a->words; i++) {
            grew = grew || (from[i] & ~into[i]);
            into[i] |= from[i];
        }
    } else if ((int64_t)from[0] <= (int64_t)from[1]) {
        bool first = (int64_t)into[0] > (int64_t)into[1];
        if (first || (int64_t)from[0] < (int64_t)into[0]) {
            into[0] = first ? from[0] : (uint64_t)f->elem.lo;
            grew = true;
        }
        if (first || (int64_t)from[1] > (int64_t)into[1]) {
            into[1] = first ? from[1] : (uint64_t)f->elem.hi;
            grew = true;
        }
    }
    bool counts = f->elem.kind == IR_INT && f->elem.space == IR_NOSPACE;
    if (grew && (e->widen > 1 || (e->widen && counts)))
        top(e, field, into);
    e->grown += grew && !a->single;
    return grew;
}

static void store(const Act *e, int field, uint64_t *cell, Nums num, Sets set)
{
    const ActField *a = &e->field[field];
    const IrField *f = &e->game->field.at[field];
    clear(e, field, cell);
    if (f->elem.kind == IR_MASK) {
        size_t half = a->words / 2;
        memcpy(cell, set.may, half * sizeof *cell);
        memcpy(cell + half, set.must, half * sizeof *cell);
        return;
    }
    num = nums_clip(num, f->elem.lo, f->elem.hi);
    if (nums_empty(num))
        return;
    if (!a->bits) {
        cell[0] = (uint64_t)num.lo;
        cell[1] = (uint64_t)num.hi;
        return;
    }
    NUMS_EACH(v, num) {
        uint64_t i = (uint64_t)(v - a->low);
        cell[i / 64] |= UINT64_C(1) << (i % 64);
    }
}

static Nums load(Act *e, int field, const uint64_t *cell)
{
    const ActField *a = &e->field[field];
    if (!a->bits)
        return nums_range((int64_t)cell[0], (int64_t)cell[1]);
    int64_t lo = INT64_MAX, hi = INT64_MIN;
    for (size_t w = 0; w < a->words; w++) {
        if (!cell[w])
            continue;
        if (lo == INT64_MAX)
            lo = (int64_t)(w * 64) + __builtin_ctzll(cell[w]);
        hi = (int64_t)(w * 64) + 63 - __builtin_clzll(cell[w]);
    }
    if (lo == INT64_MAX)
        return nums_none();
    Nums n = {lo + a->low, hi + a->low, a->low, NULL};
    if (lo != hi) {
        n.bit = scratch_alloc(&e->scratch, a->words * sizeof *cell);
        memcpy(n.bit, cell, a->words * sizeof *cell);
    }
    return n;
}

/* ---- states -------------------------------------------------------------- */

static void each_cell(Act *e, uint64_t *single, uint64_t *array, void (*what)(const Act *, int, uint64_t *))
{
    for (size_t i = 0; i < e->game->field.n; i++) {
        const ActField *a = &e->field[i];
        uint64_t *base = a->single ? single : array;
        for (size_t j = 0; base && j < e->game->field.at[i].n; j++)
            what(e, (int)i, base + a->at + j * a->words);
    }
}

void actions_top(Act *e, uint64_t *single, uint64_t *array) { each_cell(e, single, array, top); }
void actions_nowhere(Act *e, uint64_t *single) { each_cell(e, single, NULL, clear); }

void actions_begin(Act *e, uint64_t *single, uint64_t *array)
{
    for (size_t i = 0; i < e->game->field.n; i++) {
        const ActField *a = &e->field[i];
        const IrField *f = &e->game->field.at[i];
        size_t half = a->words / 2;
        for (size_t j = 0; j < f->n; j++) {
            uint64_t *cell = (a->single ? single : array) + a->at + j * a->words;
            bool set = f->elem.kind == IR_MASK;
            Sets s = {set ? f->word + j * half : NULL, set ? f->word + j * half : NULL};
            store(e, (int)i, cell, set ? nums_none() : nums_one(f->init[j]), s);
        }
    }
}

bool actions_join(Act *e, uint64_t *into, const uint64_t *from)
{
    bool grew = false;
    for (size_t i = 0; i < e->game->field.n; i++)
        if (e->field[i].single && join_cell(e, (int)i, into + e->field[i].at, from + e->field[i].at))
            grew = true;
    return grew;
}

uint64_t *actions_save(Act *e)
{
    uint64_t *copy = scratch_alloc(&e->scratch, e->nsingle * sizeof *copy + 8);
    memcpy(copy, e->single, e->nsingle * sizeof *copy);
    return copy;
}

void actions_read(Act *e, int field, size_t index, Nums *num, Sets *set)
{
    const uint64_t *cell = actions_cell(e, field, index);
    const IrField *f = &e->game->field.at[field];
    if (f->elem.kind != IR_MASK) {
        *num = load(e, field, cell);
        return;
    }
    size_t half = e->field[field].words / 2;
    *set = actions_sets_new(e, f->elem.space);
    memcpy(set->may, cell, half * sizeof *cell);
    memcpy(set->must, cell + half, half * sizeof *cell);
}

void actions_write(Act *e, int field, size_t index, Nums num, Sets set)
{
    const ActField *a = &e->field[field];
    uint64_t *cell = actions_cell(e, field, index);
    if (a->single) {
        store(e, field, cell, num, set);
        return;
    }
    e->stamp++;
    if (e->game->field.at[field].elem.kind != IR_MASK && nums_empty(num))
        return;
    ScratchMark mark = scratch_mark(&e->scratch);
    uint64_t *fresh = scratch_alloc(&e->scratch, a->words * sizeof *fresh);
    store(e, field, fresh, num, set);
    join_cell(e, field, cell, fresh);
    scratch_release(&e->scratch, mark);
}
