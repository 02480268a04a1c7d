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

void lanes_begin(const ludc_lanes *l, void *memory, uint64_t seed)
{
    View v = view_of(l, memory);
    memset(memory, 0, l->code.memory);
    for (uint32_t i = 0; i < 4 * v.parts; i++)
        v.word[(size_t)v.at.generator * v.parts + i] = ludc_next_word(&seed);
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

int lanes_play(const ludc_lanes *l, void *memory, uint64_t steps)
{
    enum { PATIENCE = 1 << 20 };
    View v = view_of(l, memory);
    uint64_t end = steps ? *steps_of(&v) + steps : UINT64_MAX;
    unsigned idle = 0;
    while (some(&v, v.at.live) && *steps_of(&v) < end) {
        for (uint32_t i = 0; i < LUDC_LANES_WINDOW; i += l->shape.nphase)
            l->code.round(memory);
        idle = some(&v, v.at.pend) ? 0 : idle + 1;
        if (idle > PATIENCE)
            return 0;
        l->code.count(memory);
    }
    return 1;
}

/* Bits of the length of a game that is over, less one, are worth this: rounds, the phase of the last
 * step, the phase in which the game began, and the last step, if it was no move (lanes_play.h). */
static int64_t length_weight(const ludc_lanes *l, uint32_t i)
{
    uint32_t rounds = l->shape.nround, bits = l->shape.nphasebit;
    if (i == rounds + 2 * bits)
        return -1;
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
    int64_t moves = (int64_t)total(&v, v.at.games), squares = moves;
    for (uint32_t i = 0; i < v.at.nlength; i++)
        for (uint32_t j = 0; j <= i; j++) {
            int64_t n = (int64_t)total(&v, v.at.pair + i * (v.at.nlength + 1) + j), w = length_weight(l, i);
            if (j == i)
                moves += w * n;
            squares += j == i ? (2 * w + w * w) * n : 2 * w * length_weight(l, j) * n;
        }
    out->games = total(&v, v.at.games);
    out->cut = total(&v, v.at.cut);
    out->moves = (uint64_t)moves;
    out->squares = (uint64_t)squares;
    out->steps = *steps_of(&v) * l->code.lanes;
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
