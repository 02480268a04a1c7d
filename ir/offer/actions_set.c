/* actions_set.c - what sets can be, and numbers made of sets. */
#include "ir/offer/actions.h"

#include <string.h>

int actions_words(const Act *e, int space) { return ir_words(e->game, space); }

Sets actions_sets_new(Act *e, int space)
{
    size_t bytes = (size_t)actions_words(e, space) * sizeof(uint64_t);
    uint64_t *both = scratch_alloc(&e->scratch, 2 * bytes);
    return (Sets){both, both + actions_words(e, space)};
}

static void fill(const Act *e, int space, uint64_t *set)
{
    int n = e->game->space.at[space].size;
    for (int i = 0; i < n; i += 64)
        set[i / 64] = n - i >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << (n - i)) - 1;
}

Sets actions_sets_type(Act *e, int space)
{
    Sets s = actions_sets_new(e, space);
    fill(e, space, s.may);
    return s;
}

/* What no state has: joined with another set it is that one. */
static Sets sets_nothing(Act *e, int space)
{
    Sets s = actions_sets_new(e, space);
    fill(e, space, s.must);
    return s;
}

Sets actions_sets_copy(Act *e, int space, Sets a)
{
    Sets s = actions_sets_new(e, space);
    size_t bytes = (size_t)actions_words(e, space) * sizeof(uint64_t);
    memcpy(s.may, a.may, bytes);
    memcpy(s.must, a.must, bytes);
    return s;
}

void actions_sets_join(Act *e, int space, Sets *into, Sets a)
{
    for (int i = 0, n = actions_words(e, space); i < n; i++) {
        into->may[i] |= a.may[i];
        into->must[i] &= a.must[i];
    }
}

int actions_sets_next(const uint64_t *set, int words, int after)
{
    int from = after + 1;
    for (int w = from / 64; w < words; w++) {
        uint64_t rest = set[w];
        if (w == from / 64)
            rest &= ~UINT64_C(0) << (from % 64);
        if (rest)
            return w * 64 + __builtin_ctzll(rest);
    }
    return -1;
}

int actions_sets_count(const uint64_t *set, int words)
{
    int n = 0;
    for (int i = 0; i < words; i++)
        n += __builtin_popcountll(set[i]);
    return n;
}

static int size_of(const Act *e, const Ir *set) { return e->game->space.at[set->type.space].size; }

static void add(const Act *e, const Ir *node, uint64_t *set, int64_t member)
{
    if (member >= 0 && member < size_of(e, node))
        ir_mask_set(set, (int)member);
}

static bool in(const uint64_t *set, int size, int64_t v) { return v >= 0 && v < size && ir_mask_has(set, (int)v); }

/* ---- algebra ------------------------------------------------------------- */

static Sets algebra(Act *e, ActFrame *f, const Ir *node)
{
    Sets a = actions_sets_copy(e, node->type.space, actions_set(e, f, node->a[0])), b = actions_set(e, f, node->a[1]);
    for (int i = 0, n = actions_words(e, node->type.space); i < n; i++) {
        uint64_t may = a.may[i], must = a.must[i];
        switch (node->op) {
        case IR_OP_MAND:
            a.may[i] = may & b.may[i];
            a.must[i] = must & b.must[i];
            break;
        case IR_OP_MOR:
            a.may[i] = may | b.may[i];
            a.must[i] = must | b.must[i];
            break;
        case IR_OP_MXOR:
            a.may[i] = (may | b.may[i]) & ~(must & b.must[i]);
            a.must[i] = (must & ~b.may[i]) | (b.must[i] & ~may);
            break;
        default: /* MDIFF */
            a.may[i] = may & ~b.must[i];
            a.must[i] = must & ~b.may[i];
        }
    }
    return a;
}

static Sets complement(Act *e, ActFrame *f, const Ir *node)
{
    Sets a = actions_set(e, f, node->a[0]), r = actions_sets_new(e, node->type.space);
    fill(e, node->type.space, r.may);
    fill(e, node->type.space, r.must);
    for (int i = 0, n = actions_words(e, node->type.space); i < n; i++) {
        r.may[i] &= ~a.must[i];
        r.must[i] &= ~a.may[i];
    }
    return r;
}

/* ---- of fields and tables ------------------------------------------------ */

/* What a cell must meet to be in it perhaps, and lie within to be in it surely: as a cell has
 * its bits. */
static Sets wanted(Act *e, ActFrame *f, const Ir *node)
{
    const ActField *field = &e->field[node->k];
    uint64_t *both = scratch_alloc(&e->scratch, 2 * field->words * sizeof *both);
    Sets r = {both, both + field->words};
    if (node->op == IR_OP_WHERE) {
        Nums one = nums_clip(actions_num(e, f, node->a[0]), field->low, field->low + (int64_t)field->words * 64 - 1);
        NUMS_EACH(v, one)
            ir_mask_set(r.may, (int)(v - field->low));
        if (nums_single(one))
            ir_mask_set(r.must, (int)(one.lo - field->low));
        return r;
    }
    Sets among = actions_set(e, f, node->a[0]);
    int64_t words = actions_words(e, node->a[0]->type.space), from = field->low / 64;
    for (int64_t w = 0; w < (int64_t)field->words; w++) {
        bool there = w + from >= 0 && w + from < words;
        r.may[w] = there ? among.may[w + from] : 0;
        r.must[w] = there ? among.must[w + from] : 0;
    }
    return r;
}

/* Of fields with too many values for bits. */
static Sets where_between(Act *e, ActFrame *f, const Ir *node)
{
    Sets none = {NULL, NULL};
    if (node->op == IR_OP_WHEREIN)
        return actions_sets_type(e, node->type.space);
    Nums value = actions_num(e, f, node->a[0]), cell = nums_none();
    Sets r = actions_sets_new(e, node->type.space);
    for (size_t i = 0; i < e->game->field.at[node->k].n; i++) {
        actions_read(e, (int)node->k, i, &cell, &none);
        bool may = !nums_empty(nums_meet(e, cell, value));
        if (may)
            add(e, node, r.may, (int64_t)i);
        if (may && nums_single(cell) && nums_single(value))
            add(e, node, r.must, (int64_t)i);
    }
    return r;
}

static Sets where(Act *e, ActFrame *f, const Ir *node)
{
    const ActField *field = &e->field[node->k];
    size_t n = e->game->field.at[node->k].n;
    e->work += n * field->words / 16;
    if (!field->bits)
        return where_between(e, f, node);
    Sets want = wanted(e, f, node), r = actions_sets_new(e, node->type.space);
    const uint64_t *cell = actions_cell(e, (int)node->k, 0);
    for (size_t i = 0; i < n; i++, cell += field->words) {
        uint64_t meets = 0, beyond = 0;
        for (size_t w = 0; w < field->words; w++) {
            meets |= cell[w] & want.may[w];
            beyond |= cell[w] & ~want.must[w];
        }
        if (meets)
            add(e, node, r.may, (int64_t)i);
        if (meets && !beyond)
            add(e, node, r.must, (int64_t)i);
    }
    return r;
}

static Sets stored(Act *e, ActFrame *f, const Ir *node)
{
    Sets r = sets_nothing(e, node->type.space), one;
    Nums none;
    size_t words = (size_t)actions_words(e, node->type.space);
    if (node->op == IR_OP_GET) {
        Nums index = node->n ? nums_clip(actions_num(e, f, node->a[0]), 0, (int64_t)e->game->field.at[node->k].n - 1)
                             : nums_one(0);
        NUMS_EACH(i, index) {
            actions_read(e, (int)node->k, (size_t)i, &none, &one);
            actions_sets_join(e, node->type.space, &r, one);
        }
        return r;
    }
    Slices s = actions_slices(e, f, node);
    if (s.any)
        return actions_sets_type(e, node->type.space);
    for (size_t i = 0; i < s.n; i++) {
        uint64_t *word = s.table->word + s.start[i] * words;
        actions_sets_join(e, node->type.space, &r, (Sets){word, word});
    }
    return r;
}

/* ---- comprehensions ------------------------------------------------------ */

static Sets over_members(Act *e, ActFrame *f, const Ir *node)
{
    Sets a = actions_set(e, f, node->a[0]), r = actions_sets_new(e, node->type.space);
    int words = actions_words(e, node->a[0]->type.space), n = actions_words(e, node->type.space);
    for (int s = -1; (s = actions_sets_next(a.may, words, s)) >= 0;) {
        bool sure = ir_mask_has(a.must, s);
        ScratchMark mark = scratch_mark(&e->scratch);
        actions_bind(f, node->k, nums_one(s));
        if (node->op == IR_OP_FILTER) {
            Nums c = actions_num(e, f, node->a[1]);
            if (nums_true(c))
                ir_mask_set(r.may, s);
            if (sure && !nums_false(c))
                ir_mask_set(r.must, s);
        } else {
            Sets part = actions_set(e, f, node->a[1]);
            for (int i = 0; i < n; i++) {
                r.may[i] |= part.may[i];
                r.must[i] |= sure ? part.must[i] : 0;
            }
        }
        scratch_release(&e->scratch, mark);
    }
    return r;
}

/* The set of one row or element of a VEC, in `out`, for the given operand. */
typedef void Of(const Act *e, const Ir *node, const Slices *s, size_t start, const uint64_t *set, uint64_t *out);

static void image_of(const Act *e, const Ir *node, const Slices *s, size_t start, const uint64_t *set, uint64_t *out)
{
    for (int x = -1; (x = actions_sets_next(set, actions_words(e, node->a[0]->type.space), x)) >= 0;)
        add(e, node, out, s->table->value[start + (size_t)x]);
}

static void preimage_of(const Act *e, const Ir *node, const Slices *s, size_t start, const uint64_t *set, uint64_t *out)
{
    for (size_t x = 0; x < s->len; x++)
        if (in(set, size_of(e, node->a[0]), s->table->value[start + x]))
            add(e, node, out, (int64_t)x);
}

static void grow_of(const Act *e, const Ir *node, const Slices *s, size_t start, const uint64_t *set, uint64_t *out)
{
    int words = actions_words(e, node->type.space);
    for (int x = -1; (x = actions_sets_next(set, actions_words(e, node->a[0]->type.space), x)) >= 0;)
        for (int w = 0; w < words; w++)
            out[w] |= s->table->word[(start + (size_t)x) * (size_t)words + (size_t)w];
}

static void slide_of(const Act *e, const Ir *node, const Slices *s, size_t start, const uint64_t *set, uint64_t *out)
{
    for (size_t i = 0; i < s->len; i++) {
        size_t n;
        const int32_t *row = actions_row(s->table, start + i, &n);
        for (size_t j = 0; j < n; j++) {
            add(e, node, out, row[j]);
            if (in(set, size_of(e, node), row[j]))
                break;
        }
    }
}

/* Over all the slices that it can be: `may` of the larger result, `must` of the smaller one. */
static Sets over_slices(Act *e, const Ir *node, const Slices *s, const uint64_t *more, const uint64_t *less, Of *of)
{
    if (s->any)
        return actions_sets_type(e, node->type.space);
    Sets r = sets_nothing(e, node->type.space), one = actions_sets_new(e, node->type.space);
    size_t bytes = (size_t)actions_words(e, node->type.space) * sizeof(uint64_t);
    e->work += s->n * s->len / 4;
    for (size_t i = 0; i < s->n; i++) {
        memset(one.may, 0, bytes);
        memset(one.must, 0, bytes);
        of(e, node, s, s->start[i], more, one.may);
        of(e, node, s, s->start[i], less, one.must);
        actions_sets_join(e, node->type.space, &r, one);
    }
    return r;
}

static Sets neighbours(Act *e, ActFrame *f, const Ir *node)
{
    if (node->op == IR_OP_SLIDE) {
        Slices s = actions_slices(e, f, node->a[0]);
        Sets stop = actions_set(e, f, node->a[1]);
        return over_slices(e, node, &s, stop.must, stop.may, slide_of);
    }
    Slices s = actions_slices(e, f, node->a[1]);
    Sets a = actions_set(e, f, node->a[0]);
    return over_slices(e, node, &s, a.may, a.must,
                       node->op == IR_OP_IMAGE ? image_of : node->op == IR_OP_PREIMAGE ? preimage_of : grow_of);
}

static void close(const Act *e, const Ir *node, const Slices *s, size_t start, const uint64_t *within, uint64_t *set)
{
    int words = actions_words(e, node->type.space);
    for (bool more = true; more;) {
        more = false;
        for (int x = -1; (x = actions_sets_next(set, words, x)) >= 0;)
            for (int w = 0; w < words; w++) {
                uint64_t fresh = s->table->word[(start + (size_t)x) * (size_t)words + (size_t)w] & within[w] & ~set[w];
                set[w] |= fresh;
                more = more || fresh;
            }
    }
}

/* Where anything is not known, all of `within`: to close it would say little more. */
static Sets flood(Act *e, ActFrame *f, const Ir *node)
{
    int space = node->type.space, words = actions_words(e, space);
    Sets from = actions_set(e, f, node->a[0]), within = actions_set(e, f, node->a[1]), r = actions_sets_new(e, space);
    Slices s = actions_slices(e, f, node->a[2]);
    bool exact = !s.any && s.n == 1;
    for (int w = 0; w < words; w++) {
        exact = exact && from.may[w] == from.must[w] && within.may[w] == within.must[w];
        r.must[w] = from.must[w] & within.must[w];
        r.may[w] = within.may[w];
    }
    if (exact) {
        close(e, node, &s, s.start[0], within.must, r.must);
        r.may = r.must;
    }
    return r;
}

static Sets members(Act *e, ActFrame *f, const Ir *node)
{
    Slices s = actions_slices(e, f, node->a[0]);
    if (s.any)
        return actions_sets_type(e, node->type.space);
    Sets r = sets_nothing(e, node->type.space);
    for (size_t i = 0; i < s.n; i++) {
        Sets one = actions_sets_new(e, node->type.space);
        size_t n = s.len;
        const int32_t *row = s.table->rows ? actions_row(s.table, s.start[i], &n) : s.table->value + s.start[i];
        for (size_t j = 0; j < n; j++)
            add(e, node, one.may, row[j]);
        actions_sets_join(e, node->type.space, &r, (Sets){one.may, one.may});
    }
    return r;
}

/* ---- all sets ------------------------------------------------------------ */

static Sets chosen(Act *e, ActFrame *f, const Ir *node)
{
    Nums c = actions_num(e, f, node->a[0]);
    Sets r = sets_nothing(e, node->type.space);
    if (nums_true(c))
        actions_sets_join(e, node->type.space, &r, actions_set(e, f, node->a[1]));
    if (nums_false(c))
        actions_sets_join(e, node->type.space, &r, actions_set(e, f, node->a[2]));
    return r;
}

static Sets bit(Act *e, ActFrame *f, const Ir *node)
{
    Sets r = actions_sets_new(e, node->type.space);
    Nums a = nums_clip(actions_num(e, f, node->a[0]), INT64_MIN, size_of(e, node) - 1);
    Nums members_of = nums_clip(a, 0, INT64_MAX);
    NUMS_EACH(v, members_of)
        ir_mask_set(r.may, (int)v);
    if (nums_single(a) && a.lo >= 0)
        ir_mask_set(r.must, (int)a.lo);
    return r;
}

static Sets pack(Act *e, ActFrame *f, const Ir *node)
{
    Sets r = actions_sets_new(e, node->type.space);
    for (int i = 1; i < node->n; i++) {
        Nums c = actions_num(e, f, node->a[i]);
        if (nums_true(c))
            add(e, node, r.may, node->a[0]->k + i - 1);
        if (!nums_false(c))
            add(e, node, r.must, node->a[0]->k + i - 1);
    }
    return r;
}

static Sets called(Act *e, ActFrame *f, const Ir *node)
{
    Nums none;
    Sets r = sets_nothing(e, node->type.space);
    if (node->op == IR_OP_CALL)
        actions_call(e, f, node, &none, &r);
    else
        actions_with(e, f, node, &none, &r);
    return r;
}

Sets actions_set(Act *e, ActFrame *f, const Ir *node)
{
    if (node->op == IR_OP_LOCAL)
        return f->slot[node->k].set;
    if (!actions_step(e))
        return actions_sets_type(e, node->type.space);
    Sets all = {NULL, NULL};
    switch (node->op) {
    case IR_OP_GET: case IR_OP_TAB:
        return stored(e, f, node);
    case IR_OP_NONE:
        return actions_sets_new(e, node->type.space);
    case IR_OP_ALL:
        all = actions_sets_type(e, node->type.space);
        return (Sets){all.may, all.may};
    case IR_OP_BITOF:
        return bit(e, f, node);
    case IR_OP_MAND: case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF:
        return algebra(e, f, node);
    case IR_OP_MNOT:
        return complement(e, f, node);
    case IR_OP_WHERE: case IR_OP_WHEREIN:
        return where(e, f, node);
    case IR_OP_FILTER: case IR_OP_UNION:
        return over_members(e, f, node);
    case IR_OP_IMAGE: case IR_OP_PREIMAGE: case IR_OP_GROW: case IR_OP_SLIDE:
        return neighbours(e, f, node);
    case IR_OP_FLOOD:
        return flood(e, f, node);
    case IR_OP_PACK:
        return pack(e, f, node);
    case IR_OP_ROWMASK:
        return members(e, f, node);
    case IR_OP_SELECT:
        return chosen(e, f, node);
    case IR_OP_LETX:
        actions_let(e, f, node->k, f, node->a[0]);
        return actions_set(e, f, node->a[1]);
    case IR_OP_CALL: case IR_OP_WITH:
        return called(e, f, node);
    default: /* SEES, MIX: any set */
        return actions_sets_type(e, node->type.space);
    }
}
