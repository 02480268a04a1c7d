/* choose.c - circuits that choose moves: see choose.h. */
#include "backends/lanes/choose.h"

#include <math.h>
#include <string.h>

static uint32_t bits_for(uint32_t n) /* to number n things */
{
    uint32_t k = 0;
    while (UINT32_C(1) << k < n)
        k++;
    return k;
}

double lane_way_chance(const LaneWay *way, uint32_t n, uint32_t legal)
{
    double good = legal / (double)(UINT64_C(1) << bits_for(way->rank ? legal : n));
    return legal ? 1 - pow(1 - good, way->rounds) : 0;
}

static LaneEdge random_bit(LaneChooser *c) { return lane_input(c->net, BANK_RANDOM, (*c->nrandom)++); }

/* ---- numbers ---------------------------------------------------------------------- */

static LaneEdge digit(const LaneNumber *a, uint32_t i) { return i < a->n ? a->bit[i] : LANE_FALSE; }

static void trim(LaneNumber *a)
{
    while (a->n && a->bit[a->n - 1] == LANE_FALSE)
        a->n--;
}

static LaneNumber sum(LaneNet *n, const LaneNumber *a, const LaneNumber *b)
{
    LaneNumber s = {0};
    LaneEdge carry = LANE_FALSE;
    uint32_t width = a->n > b->n ? a->n : b->n;
    for (; s.n < width; s.n++) {
        LaneEdge x = digit(a, s.n), y = digit(b, s.n);
        s.bit[s.n] = lane_xor(n, lane_xor(n, x, y), carry);
        carry = lane_majority(n, x, y, carry);
    }
    if (s.n < LANE_DIGITS)
        s.bit[s.n++] = carry;
    trim(&s);
    return s;
}

/* Adders take three bits of one weight to one, and a carry, until one is left. */
LaneNumber lane_count(LaneNet *n, const LaneEdge *edge, uint32_t count)
{
    LaneNumber s = {0};
    LaneEdge *now = ARENA_ARRAY(n->arena, LaneEdge, 2 * count + 2), *carry = ARENA_ARRAY(n->arena, LaneEdge, count + 1);
    uint32_t some = 0;
    for (uint32_t i = 0; i < count; i++)
        if (edge[i] != LANE_FALSE)
            now[some++] = edge[i];
    count = some;
    while (count && s.n < LANE_DIGITS) {
        uint32_t first = 0, ncarry = 0;
        while (count - first > 1) {
            LaneEdge x = now[first], y = now[first + 1], z = count - first > 2 ? now[first + 2] : LANE_FALSE;
            first += count - first > 2 ? 3 : 2;
            now[count++] = lane_xor(n, lane_xor(n, x, y), z);
            carry[ncarry++] = lane_majority(n, x, y, z);
        }
        s.bit[s.n++] = now[first];
        for (uint32_t i = 0; i < ncarry; i++)
            now[i] = carry[i];
        count = ncarry;
    }
    trim(&s);
    return s;
}

/* a - b; what is borrowed from beyond: a < b. */
static LaneEdge difference(LaneNet *n, const LaneNumber *a, const LaneNumber *b, LaneNumber *d)
{
    LaneEdge borrow = LANE_FALSE;
    uint32_t width = a->n > b->n ? a->n : b->n;
    LaneNumber result = {0};
    for (; result.n < width; result.n++) {
        LaneEdge x = digit(a, result.n), y = digit(b, result.n);
        result.bit[result.n] = lane_xor(n, lane_xor(n, x, y), borrow);
        borrow = lane_majority(n, lane_not(x), y, borrow);
    }
    if (d)
        *d = result;
    return borrow;
}

static LaneNumber either(LaneNet *n, LaneEdge which, const LaneNumber *a, const LaneNumber *b)
{
    LaneNumber r = {.n = a->n > b->n ? a->n : b->n};
    for (uint32_t i = 0; i < r.n; i++)
        r.bit[i] = lane_mux(n, which, digit(a, i), digit(b, i));
    return r;
}

/* a < b, and a == b, by halves: what stands higher decides, else what stands lower. */
typedef struct {
    LaneEdge less, same;
} Order;

static Order order(LaneNet *n, const LaneNumber *a, const LaneNumber *b, uint32_t low, uint32_t width)
{
    LaneEdge x = digit(a, low), y = digit(b, low);
    if (width < 2)
        return width ? (Order){lane_and(n, lane_not(x), y), lane_not(lane_xor(n, x, y))} : (Order){LANE_FALSE, LANE_TRUE};
    uint32_t half = width / 2;
    Order lower = order(n, a, b, low, half), upper = order(n, a, b, low + half, width - half);
    return (Order){lane_or(n, upper.less, lane_and(n, upper.same, lower.less)), lane_and(n, upper.same, lower.same)};
}

static LaneEdge is_less(LaneNet *n, const LaneNumber *a, const LaneNumber *b)
{
    return order(n, a, b, 0, a->n > b->n ? a->n : b->n).less;
}

/* The bits that numbers below `count` need: a digit i, if more than 1 << i is counted. */
static LaneNumber width_of(LaneNet *n, const LaneNumber *count)
{
    LaneNumber mask = {.n = count->n};
    for (uint32_t i = 0; i < count->n; i++) {
        LaneEdge beyond = lane_any(n, count->bit + i + 1, count->n - i - 1), below = lane_any(n, count->bit, i);
        mask.bit[i] = lane_or(n, beyond, lane_and(n, count->bit[i], below));
    }
    return mask;
}

/* The same, digit by digit. */
static LaneNumber width_in_turn(LaneNet *n, const LaneNumber *count)
{
    LaneNumber mask = {.n = count->n};
    LaneEdge borrow = LANE_TRUE, any = LANE_FALSE;
    for (uint32_t i = 0; i < count->n; i++) {
        mask.bit[i] = lane_xor(n, count->bit[i], borrow);
        borrow = lane_and(n, borrow, lane_not(count->bit[i]));
    }
    for (uint32_t i = count->n; i-- > 0;)
        any = mask.bit[i] = lane_or(n, any, mask.bit[i]);
    return mask;
}

/* Uniform below `count`, where c->ok holds: draws as wide as count - 1, good below count. */
static LaneNumber below(LaneChooser *c, const LaneNumber *count)
{
    LaneNet *n = c->net;
    LaneNumber mask = c->way.flat ? width_of(n, count) : width_in_turn(n, count), r = {0};
    c->ok = LANE_FALSE;
    for (uint32_t t = 0; t < c->way.rounds; t++) {
        LaneNumber x = {.n = count->n};
        for (uint32_t i = 0; i < count->n; i++)
            x.bit[i] = lane_and(n, random_bit(c), lane_or(n, mask.bit[i], c->ranks));
        LaneEdge good = c->way.flat ? is_less(n, &x, count) : difference(n, &x, count, NULL);
        r = t ? either(n, c->ok, &r, &x) : x;
        c->ok = lane_or(n, c->ok, good);
    }
    return r;
}

/* One-hot: out[i] for i < count says that the number is i; none where `mask` is not. */
static void one_hot(LaneNet *n, const LaneNumber *number, LaneEdge mask, uint32_t count, LaneEdge *out)
{
    out[0] = mask;
    uint32_t k = bits_for(count);
    for (uint32_t level = 0, made = 1; level < k; level++, made *= 2) {
        LaneEdge bit = digit(number, k - 1 - level);
        for (uint32_t i = made; i-- > 0;) {
            LaneEdge from = out[i];
            uint32_t low = (2 * i) << (k - 1 - level), high = (2 * i + 1) << (k - 1 - level);
            if (high < count)
                out[2 * i + 1] = lane_and(n, from, bit);
            if (low < count)
                out[2 * i] = lane_and(n, from, lane_not(bit));
        }
    }
}

/* ---- lookup ----------------------------------------------------------------------- */

/* legal[index], false beyond n. */
static LaneEdge look_up(LaneChooser *c, const LaneNumber *index, uint32_t first, uint32_t level)
{
    if (first >= c->n)
        return LANE_FALSE;
    if (!level)
        return c->legal[first];
    LaneEdge low = look_up(c, index, first, level - 1);
    LaneEdge high = look_up(c, index, first + (UINT32_C(1) << (level - 1)), level - 1);
    return lane_mux(c->net, index->bit[level - 1], high, low);
}

static void draw_slot(LaneChooser *c)
{
    uint32_t k = bits_for(c->n);
    c->some = lane_any(c->net, c->legal, c->n);
    c->ok = LANE_FALSE;
    for (uint32_t t = 0; t < c->way.rounds && c->ok != LANE_TRUE; t++) {
        LaneNumber x = {.n = k};
        for (uint32_t i = 0; i < k; i++)
            x.bit[i] = random_bit(c);
        LaneEdge good = look_up(c, &x, 0, k);
        c->index = t ? either(c->net, c->ok, &c->index, &x) : x;
        c->ok = lane_or(c->net, c->ok, good);
    }
}

/* ---- rank -------------------------------------------------------------------------- */

enum { LEVELS = 14 };

/* Sums over a binary tree of counts, of which only left children are looked at: the one
 * of number i at a level has level.at[i]. */
typedef struct {
    uint32_t depth;
    LaneNumber *level[LEVELS]; /* level[l]: 1 << l sums */
} SumTree;

static SumTree sum_tree(LaneNet *n, const LaneNumber *leaf, uint32_t count)
{
    SumTree t = {.depth = bits_for(count)};
    t.level[t.depth] = ARENA_ARRAY(n->arena, LaneNumber, UINT32_C(1) << t.depth);
    for (uint32_t i = 0; i < count; i++)
        t.level[t.depth][i] = leaf[i];
    for (uint32_t l = t.depth; l-- > 0;) {
        t.level[l] = ARENA_ARRAY(n->arena, LaneNumber, UINT32_C(1) << l);
        for (uint32_t i = 0; i < UINT32_C(1) << l; i++)
            t.level[l][i] = sum(n, &t.level[l + 1][2 * i], &t.level[l + 1][2 * i + 1]);
    }
    return t;
}

/* Which leaf holds the member of rank *r, as a number; *r becomes the rank in the leaf. */
static LaneNumber descend(LaneNet *n, SumTree *t, LaneNumber *r)
{
    LaneNumber path = {.n = t->depth};
    for (uint32_t l = 1; l <= t->depth; l++) {
        LaneNumber less, *left = &t->level[l][0];
        LaneEdge right = lane_not(difference(n, r, left, &less));
        *r = either(n, right, &less, r);
        path.bit[t->depth - l] = right;
        for (uint32_t deeper = l + 1; deeper <= t->depth; deeper++)
            for (uint32_t i = 0, half = UINT32_C(1) << (deeper - l); i < half; i += 2)
                t->level[deeper][i] = either(n, right, &t->level[deeper][half + i], &t->level[deeper][i]);
    }
    return path;
}

static uint32_t groups(const LaneChooser *c) { return (c->n + c->way.group - 1) / c->way.group; }

static uint32_t group_size(const LaneChooser *c, uint32_t k)
{
    uint32_t left = c->n - k * c->way.group;
    return left < c->way.group ? left : c->way.group;
}

/* by[i] becomes the sum of by[0] .. by[i] (J. Sklansky, "Conditional-sum addition logic", 1960: each is put together of
 * blocks of 1, 2, 4, .. numbers). */
static void add_up(LaneNet *n, LaneNumber *by, uint32_t count)
{
    for (uint32_t block = 1; block < count; block *= 2)
        for (uint32_t i = block; i < count; i++)
            if (i & block)
                by[i] = sum(n, &by[i / block * block - 1], &by[i]);
}

/* count: by group.  The group that is hit is the last one with no more moves before it than the number says. */
static void draw_flat(LaneChooser *c, LaneNumber *count)
{
    LaneNet *n = c->net;
    uint32_t m = groups(c), width = bits_for(c->way.group);
    add_up(n, count, m);
    c->some = lane_any(n, count[m - 1].bit, count[m - 1].n);
    LaneNumber r = below(c, &count[m - 1]), before = {.n = width};
    LaneEdge *bit = ARENA_ARRAY(n->arena, LaneEdge, m), from = LANE_TRUE;
    c->hit = ARENA_ARRAY(n->arena, LaneEdge, m);
    for (uint32_t k = 0; k < m; k++) {
        LaneEdge beyond = k + 1 < m ? lane_not(is_less(n, &r, &count[k])) : LANE_FALSE;
        c->hit[k] = lane_and(n, from, lane_not(beyond));
        from = beyond;
    }
    for (uint32_t b = 0; b < width; b++) {
        for (uint32_t k = 1; k < m; k++)
            bit[k - 1] = lane_and(n, c->hit[k], digit(&count[k - 1], b));
        before.bit[b] = lane_any(n, bit, m - 1);
    }
    r.n = r.n < width ? r.n : width; /* the rank is below the group's size */
    difference(n, &r, &before, &c->index);
    c->index.n = width;
}

static void draw_rank(LaneChooser *c)
{
    uint32_t m = groups(c), widest = 0;
    LaneNumber *count = ARENA_ARRAY(c->net->arena, LaneNumber, m);
    for (uint32_t k = 0; k < m; k++) {
        count[k] = lane_count(c->net, c->legal + k * c->way.group, group_size(c, k));
        widest = count[k].n > widest ? count[k].n : widest;
    }
    if (c->way.flat) {
        draw_flat(c, count);
        return;
    }
    SumTree t = sum_tree(c->net, count, m);
    c->some = lane_any(c->net, t.level[0][0].bit, t.level[0][0].n);
    c->index = below(c, &t.level[0][0]);
    c->path = descend(c->net, &t, &c->index);
    if (c->index.n > widest)
        c->index.n = widest; /* the rank is below the group's count now */
}

/* out[j]: row[j] is the one of that rank. */
static void pick_flat(LaneNet *n, const LaneNumber *row, uint32_t count, const LaneNumber *rank, LaneEdge *out)
{
    LaneNumber *before = ARENA_ARRAY(n->arena, LaneNumber, count), none = {0};
    memcpy(before, row, count * sizeof *row);
    add_up(n, before, count);
    for (uint32_t j = 0; j < count; j++) {
        const LaneNumber *here = j ? &before[j - 1] : &none;
        LaneEdge same = order(n, here, rank, 0, here->n > rank->n ? here->n : rank->n).same;
        out[j] = lane_and(n, row[j].bit[0], same);
    }
}

static uint32_t column_count(const LaneChooser *c) { return c->way.group < c->n ? c->way.group : c->n; }

/* Adds to a number which of the edges holds, of which at most one does. */
static void add_encoded(LaneNet *n, const LaneEdge *one, uint32_t count, LaneEdge mask, LaneNumber *number)
{
    LaneEdge *in = ARENA_ARRAY(n->arena, LaneEdge, count);
    for (uint32_t b = 0; b < bits_for(count); b++) {
        uint32_t parts = 0;
        for (uint32_t i = 0; i < count; i++)
            if (i >> b & 1)
                in[parts++] = one[i];
        number->bit[number->n++] = lane_and(n, lane_any(n, in, parts), mask);
    }
}

uint32_t lane_place_number(const LaneChooser *c, uint32_t place)
{
    return c->n > 1 && c->way.rank ? place / c->way.group << bits_for(column_count(c)) | place % c->way.group : place;
}

uint32_t lane_place_bits(const LaneChooser *c)
{
    return c->n < 2 ? 0 : c->way.rank ? bits_for(groups(c)) + bits_for(column_count(c)) : bits_for(c->n);
}

static void decode_rank(LaneChooser *c, LaneEdge mask, LaneEdge *chosen)
{
    LaneNet *n = c->net;
    uint32_t m = groups(c), g = column_count(c);
    LaneEdge *hit = ARENA_ARRAY(n->arena, LaneEdge, 2 * m + 2), *column = ARENA_ARRAY(n->arena, LaneEdge, 2 * g + 2);
    LaneEdge *part = ARENA_ARRAY(n->arena, LaneEdge, m);
    LaneNumber *row = ARENA_ARRAY(n->arena, LaneNumber, g);
    if (!c->way.flat)
        one_hot(n, &c->path, mask, m, hit);
    for (uint32_t k = 0; c->way.flat && k < m; k++)
        hit[k] = c->hit[k];
    for (uint32_t j = 0; j < g; j++) {
        uint32_t parts = 0;
        for (uint32_t k = 0; k < m; k++)
            if (j < group_size(c, k))
                part[parts++] = lane_and(n, hit[k], c->legal[k * c->way.group + j]);
        row[j] = (LaneNumber){1, {lane_any(n, part, parts)}};
    }
    if (c->way.flat) {
        pick_flat(n, row, g, &c->index, column);
    } else {
        SumTree t = sum_tree(n, row, g);
        LaneNumber rank = c->index, path = descend(n, &t, &rank);
        one_hot(n, &path, LANE_TRUE, g, column);
    }
    for (uint32_t k = 0; c->way.flat && k < m; k++)
        hit[k] = lane_and(n, hit[k], mask);
    for (uint32_t k = 0; c->way.factor && k < m; k++)
        lane_factor(n, hit[k]);
    for (uint32_t i = 0; i < c->n; i++)
        chosen[i] = lane_and(n, hit[i / c->way.group], column[i % c->way.group]);
    if (c->ranks != LANE_FALSE) {
        add_encoded(n, column, g, mask, &c->number);
        add_encoded(n, hit, m, LANE_TRUE, &c->number);
    }
}

void lane_draw(LaneChooser *c)
{
    c->ok = c->some = c->n == 1 ? c->legal[0] : LANE_FALSE;
    if (c->n > 1 && c->way.rank)
        draw_rank(c);
    else if (c->n > 1)
        draw_slot(c);
}

uint32_t lane_draw_digits(const LaneChooser *c, uint32_t taken)
{
    return c->n < 2 ? 0 : c->way.rank ? taken / c->way.rounds : bits_for(c->n);
}

void lane_decode(LaneChooser *c, LaneEdge mask, LaneEdge *chosen)
{
    c->number.n = 0;
    if (c->n == 1)
        chosen[0] = mask;
    else if (c->n > 1 && c->way.rank)
        decode_rank(c, mask, chosen);
    else if (c->n > 1)
        one_hot(c->net, &c->index, mask, c->n, chosen);
    for (uint32_t i = 0; c->n > 1 && !c->way.rank && c->ranks != LANE_FALSE && i < c->index.n; i++)
        c->number.bit[c->number.n++] = lane_and(c->net, digit(&c->index, i), mask);
}
