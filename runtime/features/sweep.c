/* sweep.c - a set of features for all sites of the board at once: positions, and what is asked of them. */
#include "runtime/features/sweep.h"

#include <string.h>

/* Sums are of the weights of four classes, so that the tables of large sets stay in the nearest cache; sixteen classes are four tables. */
enum { CHUNK = 4, SUMS = 1 << CHUNK, GROUP = 16, GROUP_SUMS = GROUP / CHUNK * SUMS, BLOCK = 64, GROUPS = BLOCK / GROUP };
/* Turning a word of a block of classes takes as long as looking up so many classes in their sets. */
enum { TURN = 240 };

/* Of one end of the move, or of both for one step. */
typedef struct {
    const SweepEnd *of;
    uint32_t groups, blocks; /* of classes */
    int64_t *sum;     /* [groups * GROUP_SUMS] of the weights of those that hold */
    int64_t *base;    /* [positions] of constant classes */
    uint64_t *block;  /* [row * blocks] which classes hold at a position, where `turned` is `looked` */
    uint64_t turned, asked; /* `asked` is `looked`: `n` positions were asked for, `before` of the position before */
    uint32_t n, before, few; /* few: classes are turned for more than this */
    int64_t *value;   /* [positions] where `known` is `now` */
    uint64_t *known;  /* [positions] */
} End;

struct Sweep {
    SweepParts parts;
    uint32_t sites, row; /* row: positions, whole words */
    End *end;        /* [parts.nend] */
    uint32_t *step;  /* [2 * size] the end of a step, from -size on; 0: none */
    SweepCode code; /* run is NULL: tables */
    const SweepTables *tables;
    uint32_t stride; /* words from set to set of `out` */
    uint64_t *in, *literal, *out;
    const uint64_t *bits; /* of the position */
    uint64_t looked;      /* a number for each position, with the move before it; */
    uint64_t now;         /* and with the weights, too */
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

/* Sums of four weights, n of which are there, by which of them count. */
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
    for (uint32_t k = 0; k < e->of->n; k += CHUNK)
        fill_sums(s, p->of + e->of->first + k, e->of->n - k, weight, e->sum + (size_t)k / CHUNK * SUMS);
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
    s->now++;
}

static bool make_end(const Sweep *s, Store *store, const SweepEnd *of, const int64_t *weight, End *e)
{
    e->of = of;
    e->groups = (of->n + GROUP - 1) / GROUP;
    e->blocks = (of->n + BLOCK - 1) / BLOCK;
    e->few = of->n ? TURN * s->parts.net.words * e->blocks / of->n : 0;
    e->sum = STORE_ARRAY(store, int64_t, (size_t)e->groups * GROUP_SUMS);
    e->base = STORE_ARRAY(store, int64_t, s->row);
    e->block = STORE_ARRAY(store, uint64_t, (size_t)e->blocks * s->row);
    e->value = STORE_ARRAY(store, int64_t, s->row);
    e->known = STORE_ARRAY(store, uint64_t, s->row);
    if (!e->sum || !e->base || !e->block || !e->value || !e->known)
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
    s->literal = STORE_ARRAY(store, uint64_t, (size_t)2 * n->nshift * s->stride);
    s->out = STORE_ARRAY(store, uint64_t, (size_t)n->nclass * s->stride + 1);
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
    if (!make_ends(s, store, weight))
        return false;
    if (maker && !maker->make(maker->data, &s->parts.net, &s->code))
        s->code = (SweepCode){0};
    s->stride = s->code.run ? s->parts.net.words : sweep_stride(s->parts.net.words);
    *out = s; /* from here on sweep_free is due */
    if (!make_work(s, store) || (!s->code.run && !(s->tables = sweep_tables(store, &s->parts.net))))
        return false;
    *kinds = s->parts.kinds;
    return true;
}

void sweep_free(Sweep *s)
{
    if (s && s->code.release)
        s->code.release(s->code.data);
}

/* Code is four times as fast as tables; what is turned and summed up takes as long as four terms a class. */
double sweep_cost(const Sweep *s)
{
    const SweepNet *n = &s->parts.net;
    const double vectors = (s->stride + 3) / 4, code = s->code.run ? 0.25 : 1;
    return code * vectors * (n->nterm + 0.3 * n->literal_at[n->nterm]) + 4.0 * n->nclass;
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

/* A step of turning: of each two rows that lie `by` apart the higher columns of one and the lower ones of the other change places. */
static inline __attribute__((always_inline)) void swap_rows(uint64_t x[BLOCK], unsigned by, uint64_t low)
{
    for (unsigned first = 0; first < BLOCK; first += 2 * by)
        for (unsigned k = first; k < first + by; k++) {
            const uint64_t t = (x[k] >> by ^ x[k + by]) & low;
            x[k + by] ^= t;
            x[k] ^= t << by;
        }
}

/* Bit b of word k becomes bit k of word b: H. S. Warren, "Hacker's Delight", 7-3. */
static void turn(uint64_t x[BLOCK])
{
    swap_rows(x, 32, 0x00000000ffffffffu);
    swap_rows(x, 16, 0x0000ffff0000ffffu);
    swap_rows(x, 8, 0x00ff00ff00ff00ffu);
    swap_rows(x, 4, 0x0f0f0f0f0f0f0f0fu);
    swap_rows(x, 2, 0x3333333333333333u);
    swap_rows(x, 1, 0x5555555555555555u);
}

/* Word `word` of the sets of a block of classes as the classes of its positions. */
static void turn_block(const Sweep *s, End *e, uint32_t block, uint32_t word)
{
    const uint32_t n = e->of->n - block * BLOCK < BLOCK ? e->of->n - block * BLOCK : BLOCK;
    const uint64_t *out = s->out + (size_t)(e->of->first + block * BLOCK) * s->stride + word;
    uint64_t x[BLOCK], *to = e->block + (size_t)word * BLOCK * e->blocks + block;
    for (uint32_t k = 0; k < BLOCK; k++)
        x[k] = k < n ? out[(size_t)k * s->stride] : 0;
    turn(x);
    for (uint32_t b = 0; b < BLOCK; b++)
        to[(size_t)b * e->blocks] = x[b];
}

/* Are the classes turned?  They become so where many positions are asked for, as was done last time or turns out now. */
static bool turns(const Sweep *s, End *e)
{
    if (e->asked != s->looked) {
        e->before = e->n;
        e->n = 0;
        e->asked = s->looked;
    }
    e->n++;
    if (e->turned != s->looked && (e->before > e->few || e->n > e->few)) {
        e->turned = s->looked;
        for (uint32_t block = 0; block < e->blocks; block++)
            for (uint32_t w = 0; w < s->parts.net.words; w++)
                turn_block(s, e, block, w);
    }
    return e->turned == s->looked;
}

/* Which classes of a block hold at a position; where they are not turned it is looked up in their sets. */
static inline uint64_t block_at(const Sweep *s, const End *e, uint32_t block, uint32_t at, bool turned)
{
    if (turned)
        return e->block[(size_t)at * e->blocks + block];
    const uint64_t *out = s->out + (size_t)(e->of->first + block * BLOCK) * s->stride + at / 64;
    uint64_t word = 0;
    for (uint32_t k = 0; k < BLOCK && block * BLOCK + k < e->of->n; k++)
        word |= (out[(size_t)k * s->stride] >> at % 64 & 1) << k;
    return word;
}

static void work_out(Sweep *s, const ludc_feature_move *move)
{
    s->last_from = move->last_from;
    s->last_to = move->last_to;
    s->stale = false;
    s->looked++;
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

/* The weights of the sixteen lowest classes that hold. */
static inline int64_t weights_of(const int64_t *sum, uint64_t classes)
{
    return sum[classes % SUMS] + sum[SUMS + (classes >> 4) % SUMS] + sum[2 * SUMS + (classes >> 8) % SUMS] + sum[3 * SUMS + (classes >> 12) % SUMS];
}

static int64_t value_at(const Sweep *s, uint32_t end, uint32_t at)
{
    End *e = &s->end[end];
    if (e->known[at] == s->now)
        return e->value[at];
    const bool turned = turns(s, e);
    int64_t sum = e->base[at];
    for (uint32_t block = 0; block < e->blocks; block++) {
        uint64_t classes = block_at(s, e, block, at, turned);
        for (uint32_t g = block * GROUPS; g < e->groups && g < (block + 1) * GROUPS; g++, classes >>= GROUP)
            sum += weights_of(e->sum + (size_t)g * GROUP_SUMS, classes);
    }
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
    End *e = &s->end[end];
    const bool turned = turns(s, e);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->of->nconstant; i++)
        if (has_position(p->net.mask + (size_t)e->of->constant[i].mask * p->net.words, at))
            n += add_class(s, &e->of->constant[i], out + n);
    for (uint32_t block = 0; block < e->blocks; block++) {
        uint64_t rest = block_at(s, e, block, at, turned);
        for (; rest; rest &= rest - 1)
            n += add_class(s, &p->of[e->of->first + block * BLOCK + (uint32_t)__builtin_ctzll(rest)], out + n);
    }
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
