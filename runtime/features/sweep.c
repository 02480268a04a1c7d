/* sweep.c - a set of features for all sites of the board at once: positions, and what is asked of them. */
#include "runtime/features/sweep.h"

#include <string.h>

enum { CHUNK = 8, SUMS = 1 << CHUNK };

/* Of one end of the move. */
typedef struct {
    uint32_t chunks;  /* eights of classes */
    int64_t *sum;     /* [chunks * SUMS] of the weights of those that hold */
    int64_t *base;    /* [positions] of constant classes */
    uint8_t *byte;    /* [chunks * row] which classes of the eight hold there */
    int64_t *value;   /* [positions] where `known` is now */
    uint64_t *known;  /* [positions] */
} End;

struct Sweep {
    SweepParts parts;
    uint32_t sites, row; /* row: positions, whole words */
    End end[SWEEP_ENDS];
    SweepCode code; /* run is NULL: tables */
    uint64_t *in, *shifted, *out;
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

static const SweepClass *classes_of(const Sweep *s, int end) { return s->parts.of + (end == SWEEP_FROM ? s->parts.nof[SWEEP_TO] : 0); }

static void weigh_end(Sweep *s, int end, const int64_t *weight)
{
    const SweepParts *p = &s->parts;
    End *e = &s->end[end];
    memset(e->base, 0, s->row * sizeof *e->base);
    for (uint32_t k = 0; k < e->chunks; k++)
        fill_sums(s, classes_of(s, end) + (size_t)k * CHUNK, p->nof[end] - k * CHUNK, weight, e->sum + (size_t)k * SUMS);
    for (uint32_t i = 0; i < p->nconstant[end]; i++) {
        const SweepClass *c = &p->constant[end][i];
        const int64_t mine = weight_of(s, c, weight);
        for (uint32_t at = 0; at < p->net.size; at++)
            e->base[at] += has_position(p->net.mask + (size_t)c->mask * p->net.words, at) ? mine : 0;
    }
}

void sweep_weigh(Sweep *s, const int64_t *weight)
{
    for (int end = 0; end < SWEEP_ENDS; end++)
        weigh_end(s, end, weight);
    s->now++; /* what was summed up is not known any more */
}

static bool make_end(Sweep *s, Store *store, int end, const int64_t *weight)
{
    const SweepParts *p = &s->parts;
    End *e = &s->end[end];
    e->chunks = (p->nof[end] + CHUNK - 1) / CHUNK;
    e->sum = STORE_ARRAY(store, int64_t, (size_t)e->chunks * SUMS);
    e->base = STORE_ARRAY(store, int64_t, s->row);
    e->byte = STORE_ARRAY(store, uint8_t, (size_t)e->chunks * s->row);
    e->value = STORE_ARRAY(store, int64_t, s->row);
    e->known = STORE_ARRAY(store, uint64_t, s->row);
    if (!e->sum || !e->base || !e->byte || !e->value || !e->known)
        return false;
    weigh_end(s, end, weight);
    return true;
}

static bool make_work(Sweep *s, Store *store)
{
    const SweepNet *n = &s->parts.net;
    s->in = STORE_ARRAY(store, uint64_t, (size_t)n->ninput * n->words + 1);
    s->shifted = STORE_ARRAY(store, uint64_t, (size_t)n->nshift * n->words);
    s->out = STORE_ARRAY(store, uint64_t, (size_t)(n->nclass + CHUNK) * n->words);
    return s->in && s->shifted && s->out;
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
    for (int end = 0; end < SWEEP_ENDS; end++)
        if (!make_end(s, store, end, weight))
            return false;
    if (!make_work(s, store))
        return false;
    if (maker && !maker->make(maker->data, &s->parts.net, &s->code))
        s->code = (SweepCode){0};
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

/* Byte b of word k becomes byte k of word b: halves, then quarters, then eighths change places. */
static inline void turn_bytes(uint64_t x[CHUNK])
{
    static const uint64_t low[] = {0x00000000ffffffffu, 0x0000ffff0000ffffu, 0x00ff00ff00ff00ffu};
    for (unsigned step = 4, i = 0; step; step /= 2, i++)
        for (unsigned k = 0; k < CHUNK; k++)
            if (!(k & step)) {
                const uint64_t t = (x[k] >> 8 * step ^ x[k + step]) & low[i];
                x[k + step] ^= t;
                x[k] ^= t << 8 * step;
            }
}

/* Sets of positions as classes of each position. */
static void turn_classes(const Sweep *s, End *e, const uint64_t *out)
{
    const uint32_t words = s->parts.net.words;
    for (uint32_t c = 0; c < e->chunks; c++)
        for (uint32_t w = 0; w < words; w++) {
            uint64_t x[CHUNK];
            for (uint32_t k = 0; k < CHUNK; k++)
                x[k] = out[(size_t)(c * CHUNK + k) * words + w];
            turn_bytes(x);
            for (uint32_t b = 0; b < 8; b++) {
                const uint64_t eight = transposed(x[b]);
                uint8_t *to = e->byte + (size_t)c * s->row + w * 64 + b * 8;
                for (uint32_t j = 0; j < 8; j++)
                    to[j] = (uint8_t)(eight >> 8 * j);
            }
        }
}

static void work_out(Sweep *s, const ludc_feature_move *move)
{
    const SweepNet *n = &s->parts.net;
    s->last_from = move->last_from;
    s->last_to = move->last_to;
    s->stale = false;
    s->now++;
    read_inputs(s);
    if (s->code.run)
        s->code.run(s->code.data, s->in, s->out);
    else
        sweep_run(n, s->in, s->shifted, s->out);
    const uint32_t to = s->parts.nof[SWEEP_TO];
    turn_classes(s, &s->end[SWEEP_FROM], s->out + (size_t)to * n->words);
    turn_classes(s, &s->end[SWEEP_TO], s->out);
}

static inline void see(Sweep *s, const ludc_feature_move *move)
{
    if (s->stale || s->last_from != move->last_from || s->last_to != move->last_to)
        work_out(s, move);
}

/* ---- moves ---------------------------------------------------------------------------------------- */

static inline bool on_board(const Sweep *s, int32_t site) { return site >= 0 && (uint32_t)site < s->sites; }

static int64_t value_at(const Sweep *s, End *e, uint32_t at)
{
    if (e->known[at] == s->now)
        return e->value[at];
    int64_t sum = e->base[at];
    for (uint32_t c = 0; c < e->chunks; c++)
        sum += e->sum[(size_t)c * SUMS + e->byte[(size_t)c * s->row + at]];
    e->known[at] = s->now;
    return e->value[at] = sum;
}

int64_t sweep_logit(Sweep *s, const ludc_feature_move *move)
{
    see(s, move);
    int64_t sum = on_board(s, move->to) ? value_at(s, &s->end[SWEEP_TO], s->parts.lattice.at[move->to]) : 0;
    return on_board(s, move->from) ? sum + value_at(s, &s->end[SWEEP_FROM], s->parts.lattice.at[move->from]) : sum;
}

static uint32_t add_class(const Sweep *s, const SweepClass *c, uint32_t *out)
{
    memcpy(out, s->parts.feature + c->first, c->n * sizeof *out);
    return c->n;
}

static uint32_t active_at(const Sweep *s, int end, uint32_t at, uint32_t *out)
{
    const SweepParts *p = &s->parts;
    const SweepClass *of = classes_of(s, end);
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->nconstant[end]; i++)
        if (has_position(p->net.mask + (size_t)p->constant[end][i].mask * p->net.words, at))
            n += add_class(s, &p->constant[end][i], out + n);
    for (uint32_t i = 0; i < p->nof[end]; i++)
        if (s->end[end].byte[(size_t)(i / CHUNK) * s->row + at] >> i % CHUNK & 1)
            n += add_class(s, &of[i], out + n);
    return n;
}

uint32_t sweep_active(Sweep *s, const ludc_feature_move *move, uint32_t *out)
{
    see(s, move);
    uint32_t n = on_board(s, move->to) ? active_at(s, SWEEP_TO, s->parts.lattice.at[move->to], out) : 0;
    if (on_board(s, move->from))
        n += active_at(s, SWEEP_FROM, s->parts.lattice.at[move->from], out + n);
    return n;
}
