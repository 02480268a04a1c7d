/* sweep.c - a set of features for all sites of the board at once: positions, and what is asked of them. */
#include "runtime/features/sweep.h"

#include <string.h>

enum { CHUNK = 8, SUMS = 1 << CHUNK };
/* Classes are turned where more positions than this are asked for, a word of a set: one takes a fifth of what turning a word takes. */
enum { FEW = 4 };

/* Of one end of the move, or of both for one step. */
typedef struct {
    const SweepEnd *of;
    uint32_t chunks;  /* eights of classes */
    int64_t *sum;     /* [chunks * SUMS] of the weights of those that hold */
    int64_t *base;    /* [positions] of constant classes */
    uint64_t *eight;  /* [chunks * row / CHUNK] of eight positions, a byte each: which classes of the eight hold there, where `turned` is now */
    uint64_t turned, asked; /* `asked` is `now`: the classes of `few` positions were looked up in the sets */
    uint32_t few;
    int64_t *value;   /* [positions] where `known` is now */
    uint64_t *known;  /* [positions] */
} End;

struct Sweep {
    SweepParts parts;
    uint32_t sites, row; /* row: positions, whole words */
    End *end;        /* [parts.nend] */
    uint32_t *step;  /* [2 * size] the end of a step, from -size on; 0: none */
    SweepCode code; /* run is NULL: tables */
    const SweepTables *tables;
    uint64_t *in, *literal, *out;
    const uint64_t *bits; /* of the position */
    uint64_t now;         /* what was worked out is of this moment */
    int32_t last_from, last_to;
    bool stale;
};

const SweepNet *sweep_net(const Sweep *s) { return &s->parts.net; }

/* ---- made ---------------------------------------------------------------------------------- */

static bool has_position(const uint64_t *mask, uint32_t at) { return mask[at / 64] >> at % 64 & 1; }

static int64_t weight_of(const Sweep *s, const SweepClass *c, const int64_t *weight)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < c->n; i++)
        sum += weight[s->parts.feature[c->first + i]];
    return sum;
}

/* Sums of eight weights by which of them count. */
static void fill_sums(const Sweep *s, const SweepClass *of, uint32_t n, const int64_t *weight, int64_t *sum)
{
    for (uint32_t k = 0; k < CHUNK; k++) {
        const int64_t mine = k < n ? weight_of(s, &of[k], weight) : 0;
        for (uint32_t i = 0; i < 1u << k; i++)
            sum[(1u << k) + i] = sum[i] + mine;
    }
}

static void weigh_end(const Sweep *s, End *e, const int64_t *weight)
{
    const SweepParts *p = &s->parts;
    memset(e->base, 0, s->row * sizeof *e->base);
    for (uint32_t k = 0; k < e->chunks; k++)
        fill_sums(s, p->of + e->of->first + (size_t)k * CHUNK, e->of->n - k * CHUNK, weight, e->sum + (size_t)k * SUMS);
    for (uint32_t i = 0; i < e->of->nconstant; i++) {
        const SweepClass *c = &e->of->constant[i];
        const int64_t mine = weight_of(s, c, weight);
        for (uint32_t at = 0; at < p->net.size; at++)
            e->base[at] += has_position(p->net.mask + (size_t)c->mask * p->net.words, at) ? mine : 0;
    }
}

void sweep_weigh(Sweep *s, const int64_t *weight)
{
    for (uint32_t i = 0; i < s->parts.nend; i++)
        weigh_end(s, &s->end[i], weight);
    s->now++; /* what was summed up is not known any more */
}

static bool make_end(const Sweep *s, Store *store, const SweepEnd *of, const int64_t *weight, End *e)
{
    e->of = of;
    e->chunks = (of->n + CHUNK - 1) / CHUNK;
    e->sum = STORE_ARRAY(store, int64_t, (size_t)e->chunks * SUMS);
    e->base = STORE_ARRAY(store, int64_t, s->row);
    e->eight = STORE_ARRAY(store, uint64_t, (size_t)e->chunks * s->row / CHUNK);
    e->value = STORE_ARRAY(store, int64_t, s->row);
    e->known = STORE_ARRAY(store, uint64_t, s->row);
    if (!e->sum || !e->base || !e->eight || !e->value || !e->known)
        return false;
    weigh_end(s, e, weight);
    return true;
}

static bool make_ends(Sweep *s, Store *store, const int64_t *weight)
{
    const SweepParts *p = &s->parts;
    s->end = STORE_ARRAY(store, End, p->nend);
    s->step = STORE_ARRAY(store, uint32_t, 2 * (size_t)p->net.size);
    bool ok = s->end && s->step;
    for (uint32_t i = 0; ok && i < p->nend; i++)
        ok = make_end(s, store, &p->end[i], weight, &s->end[i]);
    for (uint32_t i = SWEEP_STEP; ok && i < p->nend; i++)
        s->step[(int32_t)p->net.size + p->end[i].step] = i;
    return ok;
}

static bool make_work(Sweep *s, Store *store)
{
    const SweepNet *n = &s->parts.net;
    s->in = STORE_ARRAY(store, uint64_t, (size_t)n->ninput * n->words + 1);
    s->literal = STORE_ARRAY(store, uint64_t, (size_t)2 * n->nshift * n->words);
    s->out = STORE_ARRAY(store, uint64_t, (size_t)(n->nclass + CHUNK) * n->words);
    return s->in && s->literal && s->out;
}

bool sweep_make(Sweep **out, Store *store, const Ground *g, const int64_t *weight, const SweepMaker *maker, uint16_t *kinds)
{
    Sweep *s = store_take(store, sizeof *s);
    *out = NULL;
    *kinds = 0;
    if (!s || !sweep_parts(&s->parts, store, g))
        return false;
    s->sites = g->board->sites;
    s->row = s->parts.net.words * 64;
    s->stale = true;
    if (!s->parts.kinds)
        return true;
    if (!make_ends(s, store, weight) || !make_work(s, store))
        return false;
    if (maker && !maker->make(maker->data, &s->parts.net, &s->code))
        s->code = (SweepCode){0};
    if (!s->code.run && !(s->tables = sweep_tables(store, &s->parts.net)))
        return false;
    *kinds = s->parts.kinds;
    *out = s;
    return true;
}

void sweep_free(Sweep *s)
{
    if (s && s->code.release)
        s->code.release(s->code.data);
}

/* ---- a position -------------------------------------------------------------------------------- */

void sweep_look(Sweep *s, const uint64_t *bits)
{
    s->bits = bits;
    s->stale = true;
}

/* n bits of a row of bits, from bit `at`; there is a word behind the last. */
static inline uint64_t bits_at(const uint64_t *bits, size_t at, uint32_t n)
{
    const unsigned r = at % 64;
    uint64_t word = bits[at / 64] >> r;
    if (r && r + n > 64)
        word |= bits[at / 64 + 1] << (64 - r);
    return n < 64 ? word & ((UINT64_C(1) << n) - 1) : word;
}

static inline void put_bits(uint64_t *set, uint32_t at, uint64_t word, uint32_t n)
{
    const unsigned r = at % 64;
    set[at / 64] |= word << r;
    if (r && r + n > 64)
        set[at / 64 + 1] |= word >> (64 - r);
}

static void put_site(const Sweep *s, uint32_t input, int32_t site)
{
    const uint32_t words = s->parts.net.words;
    if (site >= 0 && (uint32_t)site < s->sites)
        s->in[(size_t)input * words + s->parts.lattice.at[site] / 64] |= UINT64_C(1) << s->parts.lattice.at[site] % 64;
}

/* Planes of sites as sets of positions. */
static void read_inputs(const Sweep *s)
{
    const SweepNet *n = &s->parts.net;
    const Lattice *l = &s->parts.lattice;
    memset(s->in, 0, (size_t)n->ninput * n->words * sizeof *s->in);
    put_site(s, INPUT_LAST_FROM, s->last_from);
    put_site(s, INPUT_LAST_TO, s->last_to);
    for (uint32_t i = INPUT_PLANES; i < n->ninput; i++)
        for (uint32_t k = 0; k < l->nrun; k++) {
            const LatticeRun *run = &l->run[k];
            put_bits(s->in + (size_t)i * n->words, run->at, bits_at(s->bits, (size_t)n->plane[i] * s->sites + run->site, run->n), run->n);
        }
}

/* Bit j of byte k becomes bit k of byte j: H. S. Warren, "Hacker's Delight", 7-3. */
static inline uint64_t transposed(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aau;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000ccccu;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0u;
    return x ^ t ^ t << 28;
}

/* The higher bytes of one and the lower ones of the other change places. */
static inline void swap_bytes(uint64_t *x, unsigned k, unsigned step, uint64_t low)
{
    const uint64_t t = (x[k] >> 8 * step ^ x[k + step]) & low;
    x[k + step] ^= t;
    x[k] ^= t << 8 * step;
}

/* Byte b of word k becomes byte k of word b: halves, then quarters, then eighths change places. */
static inline void turn_bytes(uint64_t x[CHUNK])
{
    for (unsigned k = 0; k < 4; k++)
        swap_bytes(x, k, 4, 0x00000000ffffffffu);
    for (unsigned k = 0; k < 2; k++) {
        swap_bytes(x, k, 2, 0x0000ffff0000ffffu);
        swap_bytes(x, k + 4, 2, 0x0000ffff0000ffffu);
    }
    for (unsigned k = 0; k < 8; k += 2)
        swap_bytes(x, k, 1, 0x00ff00ff00ff00ffu);
}

/* Sets of positions as classes of each position. */
static void turn_classes(const Sweep *s, End *e)
{
    const uint32_t words = s->parts.net.words;
    const uint64_t *out = s->out + (size_t)e->of->first * words;
    e->turned = s->now;
    for (uint32_t c = 0; c < e->chunks; c++)
        for (uint32_t w = 0; w < words; w++) {
            uint64_t x[CHUNK];
            for (uint32_t k = 0; k < CHUNK; k++)
                x[k] = out[(size_t)(c * CHUNK + k) * words + w];
            turn_bytes(x);
            for (uint32_t b = 0; b < CHUNK; b++)
                x[b] = transposed(x[b]);
            memcpy(e->eight + ((size_t)c * words + w) * CHUNK, x, sizeof x);
        }
}

/* Which classes of the eight hold there. */
static inline uint8_t byte_at(const Sweep *s, const End *e, uint32_t chunk, uint32_t at)
{
    return (uint8_t)(e->eight[(size_t)chunk * (s->row / CHUNK) + at / CHUNK] >> at % CHUNK * 8);
}

/* The same out of the sets. */
static inline uint32_t byte_of(const Sweep *s, const End *e, uint32_t chunk, uint32_t at)
{
    const uint32_t words = s->parts.net.words;
    const uint64_t *out = s->out + (size_t)(e->of->first + chunk * CHUNK) * words + at / 64;
    uint32_t byte = 0;
    for (uint32_t k = 0; k < CHUNK; k++)
        byte |= (uint32_t)(out[(size_t)k * words] >> at % 64 & 1) << k;
    return byte;
}

/* Is it worth turning the classes of all positions for one position more? */
static bool turns(const Sweep *s, End *e)
{
    if (e->turned == s->now)
        return true;
    e->few = e->asked == s->now ? e->few + 1 : 1;
    e->asked = s->now;
    if (e->few <= FEW * s->parts.net.words)
        return false;
    turn_classes(s, e);
    return true;
}

static void work_out(Sweep *s, const ludc_feature_move *move)
{
    s->last_from = move->last_from;
    s->last_to = move->last_to;
    s->stale = false;
    s->now++;
    read_inputs(s);
    if (s->code.run)
        s->code.run(s->code.data, s->in, s->out);
    else
        sweep_run(s->tables, s->in, s->literal, s->out);
}

static inline void see(Sweep *s, const ludc_feature_move *move)
{
    if (s->stale || s->last_from != move->last_from || s->last_to != move->last_to)
        work_out(s, move);
}

/* ---- moves ---------------------------------------------------------------------------------------- */

static inline bool on_board(const Sweep *s, int32_t site) { return site >= 0 && (uint32_t)site < s->sites; }

static uint32_t place_of(const Sweep *s, int32_t site) { return s->parts.lattice.at[site]; }

/* Of moves with both ends on the board; 0: nothing speaks of this step. */
static uint32_t step_of(const Sweep *s, const ludc_feature_move *move)
{
    return s->step[s->parts.net.size + place_of(s, move->to) - place_of(s, move->from)];
}

static int64_t value_at(const Sweep *s, uint32_t end, uint32_t at)
{
    End *e = &s->end[end];
    if (e->known[at] == s->now)
        return e->value[at];
    int64_t sum = e->base[at];
    if (turns(s, e))
        for (uint32_t c = 0; c < e->chunks; c++)
            sum += e->sum[(size_t)c * SUMS + byte_at(s, e, c, at)];
    else
        for (uint32_t c = 0; c < e->chunks; c++)
            sum += e->sum[(size_t)c * SUMS + byte_of(s, e, c, at)];
    e->known[at] = s->now;
    return e->value[at] = sum;
}

int64_t sweep_logit(Sweep *s, const ludc_feature_move *move)
{
    see(s, move);
    const bool to = on_board(s, move->to), from = on_board(s, move->from);
    const uint32_t step = to && from ? step_of(s, move) : 0;
    int64_t sum = to ? value_at(s, SWEEP_TO, place_of(s, move->to)) : 0;
    if (from)
        sum += value_at(s, SWEEP_FROM, place_of(s, move->from));
    return step ? sum + value_at(s, step, place_of(s, move->to)) : sum;
}

static uint32_t add_class(const Sweep *s, const SweepClass *c, uint32_t *out)
{
    memcpy(out, s->parts.feature + c->first, c->n * sizeof *out);
    return c->n;
}

static uint32_t active_at(const Sweep *s, uint32_t end, uint32_t at, uint32_t *out)
{
    const SweepParts *p = &s->parts;
    const End *e = &s->end[end];
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->of->nconstant; i++)
        if (has_position(p->net.mask + (size_t)e->of->constant[i].mask * p->net.words, at))
            n += add_class(s, &e->of->constant[i], out + n);
    for (uint32_t i = 0; i < e->of->n; i++)
        if (has_position(s->out + (size_t)(e->of->first + i) * p->net.words, at))
            n += add_class(s, &p->of[e->of->first + i], out + n);
    return n;
}

uint32_t sweep_active(Sweep *s, const ludc_feature_move *move, uint32_t *out)
{
    see(s, move);
    const bool to = on_board(s, move->to), from = on_board(s, move->from);
    const uint32_t step = to && from ? step_of(s, move) : 0;
    uint32_t n = to ? active_at(s, SWEEP_TO, place_of(s, move->to), out) : 0;
    if (from)
        n += active_at(s, SWEEP_FROM, place_of(s, move->from), out + n);
    return step ? n + active_at(s, step, place_of(s, move->to), out + n) : n;
}
