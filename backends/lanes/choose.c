/* choose.c - circuits that choose moves: see choose.h. */
#include "backends/lanes/choose.h"

#include <math.h>

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
    for (uint32_t i = 0; i < count; i++)
        now[i] = edge[i];
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

/* Uniform below `count`, where c->ok holds: draws as wide as count - 1, good below count. */
static LaneNumber below(LaneChooser *c, const LaneNumber *count)
{
    LaneNet *n = c->net;
    LaneNumber mask = {.n = count->n}, r = {0};
    LaneEdge borrow = LANE_TRUE, any = LANE_FALSE;
    for (uint32_t i = 0; i < count->n; i++) {
        mask.bit[i] = lane_xor(n, count->bit[i], borrow);
        borrow = lane_and(n, borrow, lane_not(count->bit[i]));
    }
    for (uint32_t i = count->n; i-- > 0;)
        any = mask.bit[i] = lane_or(n, any, mask.bit[i]);
    c->ok = LANE_FALSE;
    for (uint32_t t = 0; t < c->way.rounds; t++) {
        LaneNumber x = {.n = count->n};
        for (uint32_t i = 0; i < count->n; i++)
            x.bit[i] = lane_and(n, random_bit(c), lane_or(n, mask.bit[i], c->ranks));
        LaneEdge good = difference(n, &x, count, NULL);
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

static void draw_rank(LaneChooser *c)
{
    uint32_t m = groups(c), widest = 0;
    LaneNumber *count = ARENA_ARRAY(c->net->arena, LaneNumber, m);
    for (uint32_t k = 0; k < m; k++) {
        count[k] = lane_count(c->net, c->legal + k * c->way.group, group_size(c, k));
        widest = count[k].n > widest ? count[k].n : widest;
    }
    SumTree t = sum_tree(c->net, count, m);
    c->some = lane_any(c->net, t.level[0][0].bit, t.level[0][0].n);
    c->index = below(c, &t.level[0][0]);
    c->path = descend(c->net, &t, &c->index);
    if (c->index.n > widest)
        c->index.n = widest; /* the rank is below the group's count now */
}

static void decode_rank(LaneChooser *c, LaneEdge mask, LaneEdge *chosen)
{
    LaneNet *n = c->net;
    uint32_t m = groups(c), g = c->way.group < c->n ? c->way.group : c->n;
    LaneEdge *hit = ARENA_ARRAY(n->arena, LaneEdge, 2 * m + 2), *column = ARENA_ARRAY(n->arena, LaneEdge, 2 * g + 2);
    LaneEdge *part = ARENA_ARRAY(n->arena, LaneEdge, m);
    LaneNumber *row = ARENA_ARRAY(n->arena, LaneNumber, g);
    one_hot(n, &c->path, mask, m, hit);
    for (uint32_t j = 0; j < g; j++) {
        uint32_t parts = 0;
        for (uint32_t k = 0; k < m; k++)
            if (j < group_size(c, k))
                part[parts++] = lane_and(n, hit[k], c->legal[k * c->way.group + j]);
        row[j] = (LaneNumber){1, {lane_any(n, part, parts)}};
    }
    SumTree t = sum_tree(n, row, g);
    LaneNumber rank = c->index, path = descend(n, &t, &rank);
    one_hot(n, &path, LANE_TRUE, g, column);
    for (uint32_t i = 0; i < c->n; i++)
        chosen[i] = lane_and(n, hit[i / c->way.group], column[i % c->way.group]);
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
    if (c->n == 1)
        chosen[0] = mask;
    else if (c->n > 1 && c->way.rank)
        decode_rank(c, mask, chosen);
    else if (c->n > 1)
        one_hot(c->net, &c->index, mask, c->n, chosen);
}
