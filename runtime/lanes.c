/* lanes.c - playing in lanes around what is compiled of a game: roots, quotas, numbers. */
#include "runtime/lanes.h"
#include "runtime/random.h"

#include <string.h>

typedef struct {
    uint64_t *word; /* all words, each `parts` of 64 lanes */
    uint32_t parts;
    ludc_lanes_layout at;
} View;

static View view_of(const ludc_lanes *l, const void *memory)
{
    return (View){(uint64_t *)(uintptr_t)memory, l->code.lanes / 64, lanes_layout(&l->shape)};
}

static uint64_t *part(const View *v, uint32_t word, uint32_t lane) { return v->word + (size_t)word * v->parts + lane / 64; }

static void set_bit(const View *v, uint32_t word, uint32_t lane, int value)
{
    uint64_t *p = part(v, word, lane), bit = (uint64_t)1 << lane % 64;
    *p = value ? *p | bit : *p & ~bit;
}

static int get_bit(const View *v, uint32_t word, uint32_t lane) { return (int)(*part(v, word, lane) >> lane % 64 & 1); }

static int some(const View *v, uint32_t word)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < v->parts; i++)
        all |= v->word[(size_t)word * v->parts + i];
    return all != 0;
}

static uint64_t *steps_of(const View *v) { return v->word + (size_t)v->at.end * v->parts; }

int lanes_root(const ludc_lanes *l, void *memory, uint32_t lane, const unsigned char *state)
{
    View v = view_of(l, memory);
    for (uint32_t q = 0; q < l->shape.nphase; q++) {
        int fits = 1;
        for (uint32_t i = 0; i < l->nstate; i++)
            fits &= l->place[i] >= 0 || l->known[q][i] == state[i];
        if (!fits)
            continue;
        for (uint32_t i = 0; i < l->nstate; i++)
            if (l->place[i] >= 0)
                set_bit(&v, v.at.root + (uint32_t)l->place[i], lane, state[i]);
        for (uint32_t j = 0; j < l->shape.nphasebit; j++)
            set_bit(&v, v.at.root + l->shape.phase_at + j, lane, (int)(q >> j & 1));
        return 1;
    }
    return 0;
}

static uint32_t ones(uint64_t m)
{
    m -= m >> 1 & UINT64_C(0x5555555555555555);
    m = (m & UINT64_C(0x3333333333333333)) + (m >> 2 & UINT64_C(0x3333333333333333));
    m = (m + (m >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(m * UINT64_C(0x0101010101010101) >> 56);
}

/* ---- many lanes by whole words ------------------------------------------------------ */

/* Bit j of word i becomes bit i of word j (H. S. Warren, Hacker's Delight, 2nd edition, 7-3). */
static void transpose(uint64_t word[64])
{
    uint64_t mask = UINT64_C(0x00000000ffffffff);
    for (unsigned by = 32; by; by /= 2, mask ^= mask << by)
        for (unsigned i = 0; i < 64; i = (i + by + 1) & ~by) {
            uint64_t swap = (word[i] >> by ^ word[i + by]) & mask;
            word[i] ^= swap << by;
            word[i + by] ^= swap;
        }
}

/* The phase whose fixed bits a position has, or nphase. */
static uint32_t phase_of(const ludc_lanes *l, const uint64_t *position)
{
    uint32_t q = 0;
    for (; q < l->shape.nphase; q++) {
        uint64_t differs = 0;
        for (uint32_t w = 0; w < l->npacked; w++)
            differs |= (position[w] & l->fixed[q * l->npacked + w]) ^ l->fixed_to[q * l->npacked + w];
        if (!differs)
            break;
    }
    return q;
}

/* Lanes first..end-1 among the 64 from `lane` on. */
static uint64_t mask_of(uint32_t lane, uint32_t first, uint32_t end)
{
    uint32_t from = first > lane ? first - lane : 0, to = end < lane + 64 ? end - lane : 64;
    uint64_t below = to >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << to) - 1;
    return end <= lane || from >= to ? 0 : below & ~UINT64_C(0) << from;
}

/* Some starts, and which of 64 lanes each has. */
typedef struct {
    uint32_t n;
    const ludc_lanes_start *start;
    uint64_t mask[64];
} Block;

/* Few starts: each sets its ones. */
static void root_ones(const ludc_lanes *l, const View *v, uint32_t lane, const Block *b)
{
    uint64_t *root = part(v, v->at.root, lane);
    for (uint32_t i = 0; i < l->shape.nword; i++)
        root[(size_t)i * v->parts] = 0;
    for (uint32_t k = 0; k < b->n; k++)
        for (uint32_t w = 0; w < l->npacked; w++)
            for (uint64_t rest = b->start[k].position[w]; rest; rest &= rest - 1) {
                const int32_t place = l->place[64 * w + (uint32_t)__builtin_ctzll(rest)];
                if (place >= 0)
                    root[(size_t)place * v->parts] |= b->mask[k];
            }
}

/* Many starts: the bits of 64 lanes and of 64 bits of their positions, transposed. */
static void root_transposed(const ludc_lanes *l, const View *v, uint32_t lane, const Block *b)
{
    uint64_t *root = part(v, v->at.root, lane), word[64] = {0};
    for (uint32_t w = 0; w < l->npacked; w++) {
        const uint32_t n = l->nstate - 64 * w < 64 ? l->nstate - 64 * w : 64;
        const int32_t *place = l->place + 64 * w;
        for (uint32_t k = 0; k < b->n; k++)
            for (uint64_t rest = b->mask[k]; rest; rest &= rest - 1)
                word[__builtin_ctzll(rest)] = b->start[k].position[w];
        transpose(word);
        for (uint32_t i = 0; i < n; i++)
            if (place[i] >= 0)
                root[(size_t)place[i] * v->parts] = word[i];
    }
}

/* The roots of 64 lanes from `lane` on. */
static int root_block(const ludc_lanes *l, const View *v, uint32_t lane, const Block *b)
{
    enum { FEW = 8 };
    uint64_t phase[8] = {0};
    for (uint32_t k = 0; k < b->n; k++) {
        uint32_t q = phase_of(l, b->start[k].position);
        if (q == l->shape.nphase)
            return 0;
        for (uint32_t j = 0; j < l->shape.nphasebit; j++)
            phase[j] |= q >> j & 1 ? b->mask[k] : 0;
    }
    if (b->n <= FEW)
        root_ones(l, v, lane, b);
    else
        root_transposed(l, v, lane, b);
    for (uint32_t j = 0; j < l->shape.nphasebit; j++)
        *part(v, v->at.root + l->shape.phase_at + j, lane) = phase[j];
    return 1;
}

/* So many games for each lane of the mask. */
static void add_quota(const View *v, uint32_t lane, uint64_t mask, uint64_t games)
{
    for (uint32_t bit = 0; bit < LUDC_LANES_QUOTA && games >> bit; bit++)
        if (games >> bit & 1)
            *part(v, v->at.left + bit, lane) |= mask;
    if (games)
        *part(v, v->at.live, lane) |= mask;
    if (games == 1)
        *part(v, v->at.last, lane) |= mask;
}

int lanes_starts(const ludc_lanes *l, void *memory, const ludc_lanes_start *start, uint32_t n)
{
    View v = view_of(l, memory);
    for (uint32_t lane = 0, first = 0; lane < l->code.lanes; lane += 64) {
        Block b;
        while (first < n && start[first].lane + start[first].n <= lane)
            first++;
        b.start = start + first;
        for (b.n = 0; first + b.n < n && b.start[b.n].lane < lane + 64; b.n++) {
            const ludc_lanes_start *s = &b.start[b.n];
            uint32_t end = s->lane + s->n, more = s->lane + (uint32_t)(s->games % s->n);
            b.mask[b.n] = mask_of(lane, s->lane, end);
            add_quota(&v, lane, mask_of(lane, s->lane, more), s->games / s->n + 1);
            add_quota(&v, lane, mask_of(lane, more, end), s->games / s->n);
        }
        *part(&v, v.at.found, lane) = ~UINT64_C(0); /* begins at its root */
        if (b.n && !root_block(l, &v, lane, &b))
            return 0;
    }
    return 1;
}

void lanes_words(const ludc_lanes *l, const void *memory, uint32_t lane, uint64_t *word)
{
    View v = view_of(l, memory);
    uint32_t now = v.at.word[steps_of(&v)[1] & 1];
    uint64_t fresh = *part(&v, v.at.found, lane), phase[8] = {0};
#define HERE(place) ((*part(&v, v.at.root + (place), lane) & fresh) | (*part(&v, now + (place), lane) & ~fresh))
    for (uint32_t j = 0; j < l->shape.nphasebit; j++)
        phase[j] = HERE(l->shape.phase_at + j);
    for (uint32_t i = 0; i < l->nstate; i++)
        word[i] = l->place[i] >= 0 ? HERE((uint32_t)l->place[i]) : 0;
#undef HERE
    for (uint32_t q = 0; q < l->shape.nphase; q++) {
        uint64_t in = ~UINT64_C(0);
        for (uint32_t j = 0; j < l->shape.nphasebit; j++)
            in &= q >> j & 1 ? phase[j] : ~phase[j];
        for (uint32_t i = 0; i < l->nstate; i++)
            if (l->place[i] < 0 && l->known[q][i] == 1)
                word[i] |= in;
    }
}

static void seed_generators(const View *v, uint64_t seed)
{
    for (uint32_t i = 0; i < 4 * v->parts; i++)
        v->word[(size_t)v->at.generator * v->parts + i] = ludc_next_word(&seed);
}

static void clear(const View *v, uint32_t from, uint32_t n)
{
    memset(v->word + (size_t)from * v->parts, 0, (size_t)n * v->parts * sizeof *v->word);
}

void lanes_clear(const ludc_lanes *l, void *memory, uint64_t seed, uint64_t most)
{
    View v = view_of(l, memory);
    uint32_t bits = 0;
    while (bits < LUDC_LANES_ROW && most >> bits)
        bits++;
    clear(&v, v.at.word[0], l->shape.nword + 1); /* where lanes are at their roots nobody asks; but a choice between two words looks at both */
    clear(&v, v.at.found, v.at.row - v.at.found);
    for (uint32_t k = 0; k < l->shape.nrow; k++)
        clear(&v, v.at.row + k * LUDC_LANES_ROW, bits);
    clear(&v, v.at.games, v.at.pair - v.at.games);
    steps_of(&v)[0] = 0;
    steps_of(&v)[1] = 0;
    seed_generators(&v, seed);
}

uint64_t lanes_cut(const ludc_lanes *l, const void *memory)
{
    View v = view_of(l, memory);
    uint64_t n = 0;
    for (uint32_t i = 0; i < v.parts; i++)
        n += v.word[(size_t)v.at.cut * v.parts + i];
    return n;
}

void lanes_begin(const ludc_lanes *l, void *memory, uint64_t seed)
{
    View v = view_of(l, memory);
    memset(memory, 0, l->code.memory);
    seed_generators(&v, seed);
    for (uint32_t lane = 0; lane < l->code.lanes; lane++)
        lanes_root(l, memory, lane, l->init);
}

/* The lane begins its games in the next step. */
void lanes_quota(const ludc_lanes *l, void *memory, uint32_t lane, uint64_t games)
{
    View v = view_of(l, memory);
    for (uint32_t i = 0; i < LUDC_LANES_QUOTA; i++)
        set_bit(&v, v.at.left + i, lane, (int)(games >> i & 1));
    set_bit(&v, v.at.live, lane, games != 0);
    set_bit(&v, v.at.last, lane, games == 1);
    set_bit(&v, v.at.found, lane, 1);
}

void lanes_rounds(const ludc_lanes *l, void *memory, uint64_t rounds)
{
    uint64_t window = LUDC_LANES_WINDOW / l->shape.nphase;
    for (uint64_t i = 0; i < rounds; i++) {
        l->code.round(memory);
        if (i % window == window - 1)
            l->code.count(memory);
    }
    l->code.count(memory);
}

int lanes_play(const ludc_lanes *l, void *memory, uint64_t steps)
{
    enum { PATIENCE = 1 << 20 };
    View v = view_of(l, memory);
    uint64_t end = steps ? *steps_of(&v) + steps : UINT64_MAX;
    unsigned idle = 0;
    while (some(&v, v.at.live) && *steps_of(&v) < end) {
        for (uint32_t i = 0; i < LUDC_LANES_WINDOW && some(&v, v.at.live); i += l->shape.nphase)
            l->code.round(memory);
        idle = some(&v, v.at.pend) ? 0 : idle + 1;
        if (idle > PATIENCE)
            return 0;
        l->code.count(memory);
    }
    return 1;
}

/* Bits of the length of a game that is over, less one unless it is seen late, are worth this: rounds, the phase of the last
 * step, the phase in which the game began, and the last step, if it was no move (lanes_play.h). */
static int64_t length_weight(const ludc_lanes *l, uint32_t i)
{
    uint32_t rounds = l->shape.nround, bits = l->shape.nphasebit;
    if (i == rounds + 2 * bits)
        return l->shape.late ? 0 : -1;
    if (i < rounds)
        return (int64_t)l->shape.nphase << i;
    return i < rounds + bits ? (int64_t)1 << (i - rounds) : -((int64_t)1 << (i - rounds - bits));
}

static uint64_t total(const View *v, uint32_t word)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < v->parts; i++)
        n += v->word[(size_t)word * v->parts + i];
    return n;
}

void lanes_count(const ludc_lanes *l, const void *memory, ludc_lanes_count *out)
{
    View v = view_of(l, memory);
    const int64_t least = !l->shape.late, games = (int64_t)total(&v, v.at.games);
    int64_t moves = least * games, squares = moves;
    for (uint32_t i = 0; i < v.at.nlength; i++)
        for (uint32_t j = 0; j <= i; j++) {
            int64_t n = (int64_t)total(&v, v.at.pair + i * (v.at.nlength + 1) + j), w = length_weight(l, i);
            if (j == i)
                moves += w * n;
            squares += j == i ? (2 * least * w + w * w) * n : 2 * w * length_weight(l, j) * n;
        }
    out->games = (uint64_t)games;
    out->cut = total(&v, v.at.cut);
    out->moves = (uint64_t)moves;
    out->squares = (uint64_t)squares;
    out->steps = *steps_of(&v) * l->code.lanes;
}

/* Adds to out[row] how many games of lanes in `mask` of the 64 from `lane` on ended so. */
static void add_rows(const ludc_lanes *l, const View *v, uint32_t lane, uint64_t mask, uint32_t bits, uint64_t *out)
{
    const uint64_t *word = part(v, v->at.row, lane);
    for (uint32_t row = 0; row < l->shape.nrow; row++)
        for (uint32_t i = 0; i < bits; i++) {
            uint64_t found = word[(size_t)(row * LUDC_LANES_ROW + i) * v->parts] & mask;
            if (found)
                out[row] += (uint64_t)ones(found) << i;
        }
}

void lanes_rows(const ludc_lanes *l, const void *memory, uint32_t lane, uint32_t n, uint64_t most, uint64_t *out)
{
    View v = view_of(l, memory);
    uint32_t bits = 0;
    while (bits < LUDC_LANES_ROW && most >> bits)
        bits++;
    for (uint32_t row = 0; row < l->shape.nrow; row++)
        out[row] = 0;
    for (uint32_t at = lane; at < lane + n; at = at / 64 * 64 + 64) {
        uint32_t end = lane + n - at / 64 * 64;
        uint64_t mask = ~UINT64_C(0) << at % 64 & (end < 64 ? (UINT64_C(1) << end) - 1 : ~UINT64_C(0));
        add_rows(l, &v, at, mask, bits, out);
    }
}

uint64_t lanes_row(const ludc_lanes *l, const void *memory, uint32_t lane, uint32_t row)
{
    View v = view_of(l, memory);
    uint64_t n = 0;
    for (uint32_t i = 0; i < LUDC_LANES_ROW; i++)
        n |= (uint64_t)get_bit(&v, v.at.row + row * LUDC_LANES_ROW + i, lane) << i;
    return n;
}

int lanes_bit(const ludc_lanes *l, const void *memory, uint32_t lane, uint32_t state_bit)
{
    View v = view_of(l, memory);
    if (l->place[state_bit] < 0)
        return -1;
    int side = (int)(steps_of(&v)[1] & 1);
    uint32_t from = get_bit(&v, v.at.found, lane) ? v.at.root : v.at.word[side];
    return get_bit(&v, from + (uint32_t)l->place[state_bit], lane);
}
