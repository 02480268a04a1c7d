/* key.c - keys of positions: a hash of the words that the future depends on.
 *
 * Blocks of words go through NH (Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC: fast and
 * secure message authentication", 1999): the sum of products of pairs, each word shifted by a
 * constant.  For constants drawn at random two different blocks have the same sum with
 * probability 2^-64; the second half of a key of 128 bits takes the same constants two places
 * further on, as there.  Sums are chained by the finaliser of SplitMix64. */
#include <string.h>

#include "runtime/abi.h"
#include "runtime/include/ludc.h"
#include "runtime/key.h"
#include "runtime/pool.h"

enum { BLOCK = 32, SHIFT = 2 };

/* SplitMix64 from 0. */
static const uint64_t constant[BLOCK + SHIFT] = {
    UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4), UINT64_C(0x06c45d188009454f),
    UINT64_C(0xf88bb8a8724c81ec), UINT64_C(0x1b39896a51a8749b), UINT64_C(0x53cb9f0c747ea2ea),
    UINT64_C(0x2c829abe1f4532e1), UINT64_C(0xc584133ac916ab3c), UINT64_C(0x3ee5789041c98ac3),
    UINT64_C(0xf3b8488c368cb0a6), UINT64_C(0x657eecdd3cb13d09), UINT64_C(0xc2d326e0055bdef6),
    UINT64_C(0x8621a03fe0bbdb7b), UINT64_C(0x8e1f7555983aa92f), UINT64_C(0xb54e0f1600cc4d19),
    UINT64_C(0x84bb3f97971d80ab), UINT64_C(0x7d29825c75521255), UINT64_C(0xc3cf17102b7f7f86),
    UINT64_C(0x3466e9a083914f64), UINT64_C(0xd81a8d2b5a4485ac), UINT64_C(0xdb01602b100b9ed7),
    UINT64_C(0xa9038a921825f10d), UINT64_C(0xedf5f1d90dca2f6a), UINT64_C(0x54496ad67bd2634c),
    UINT64_C(0xdd7c01d4f5407269), UINT64_C(0x935e82f1db4c4f7b), UINT64_C(0x69b82ebc92233300),
    UINT64_C(0x40d29eb57de1d510), UINT64_C(0xa2f09dabb45c6316), UINT64_C(0xee521d7a0f4d3872),
    UINT64_C(0xf16952ee72f3454f), UINT64_C(0x377d35dea8e40225), UINT64_C(0x0c7de8064963bab0),
    UINT64_C(0x05582d37111ac529),
};

/* ---- arithmetic -------------------------------------------------------------- */

typedef struct {
    uint64_t low, high;
} Wide;

static Wide product(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 Both;
    Both p = (Both)a * b;
    return (Wide){(uint64_t)p, (uint64_t)(p >> 64)};
#else
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t low = al * bl, mid = ah * bl + (low >> 32), cross = al * bh + (uint32_t)mid;
    return (Wide){cross << 32 | (uint32_t)low, ah * bh + (mid >> 32) + (cross >> 32)};
#endif
}

static Wide sum(Wide a, Wide b)
{
    uint64_t low = a.low + b.low;
    return (Wide){low, a.high + b.high + (low < a.low)};
}

static uint64_t stir(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* ---- hashing ------------------------------------------------------------------- */

static Wide of_block(const uint64_t *word, size_t n, const uint64_t *shift)
{
    Wide total = {0, 0};
    size_t i = 0;
    for (; i + 2 <= n; i += 2)
        total = sum(total, product(word[i] + shift[i], word[i + 1] + shift[i + 1]));
    if (i < n)
        total = sum(total, product(word[i] + shift[i], shift[i + 1]));
    return total;
}

static uint64_t of_words(const uint64_t *word, size_t n, const uint64_t *shift)
{
    uint64_t h = stir(n);
    for (size_t i = 0; i < n; i += BLOCK) {
        Wide block = of_block(word + i, n - i < BLOCK ? n - i : BLOCK, shift);
        h = stir(stir(h ^ block.low) ^ block.high);
    }
    return h;
}

void key_of_words(const uint64_t *word, size_t n, uint64_t out[2])
{
    for (int i = 0; i < 2; i++)
        out[i] = of_words(word, n, constant + SHIFT * i);
}

/* ---- positions -------------------------------------------------------------------- */

static int has_key(const ludc_reasoner *r)
{
    return r->observe && r->words[LUDC_PLANES_KEY] > 0 && r->words[LUDC_PLANES_KEY] <= LUDC_KEY_WORDS;
}

/* What the parts leave out becomes empty.  Planes of this set are the last ones. */
static void leave_out(const ludc_reasoner *r, unsigned parts, uint64_t *word)
{
    for (uint32_t i = r->nplane; i-- > 0 && r->plane[i].set == LUDC_PLANES_KEY;)
        if (!(parts >> r->plane[i].owner & 1))
            memset(word + r->plane[i].word, 0, (r->plane[i].size + 63) / 64 * sizeof *word);
}

static void key_of(const ludc_reasoner *r, const void *state, unsigned parts, uint64_t *out, int halves)
{
    uint64_t word[LUDC_KEY_WORDS];
    size_t n = r->words[LUDC_PLANES_KEY];
    if (!has_key(r)) {
        out[0] = ludc_hash(r, state);
        if (halves > 1)
            out[1] = stir(out[0]);
        return;
    }
    r->observe(r, state, LUDC_PLANES_KEY, 0, word);
    if ((parts & LUDC_KEY_ALL) != LUDC_KEY_ALL)
        leave_out(r, parts, word);
    for (int i = 0; i < halves; i++)
        out[i] = of_words(word, n, constant + SHIFT * i);
}

uint64_t ludc_key(const ludc_reasoner *r, const void *state)
{
    uint64_t key = 0;
    if (r && state)
        key_of(r, state, LUDC_KEY_ALL, &key, 1);
    return key;
}

void ludc_key128(const ludc_reasoner *r, const void *state, uint64_t out[2])
{
    ludc_key_of(r, state, LUDC_KEY_ALL, out);
}

void ludc_key_of(const ludc_reasoner *r, const void *state, unsigned parts, uint64_t out[2])
{
    if (!out)
        return;
    out[0] = out[1] = 0;
    if (r && state)
        key_of(r, state, parts, out, 2);
}

unsigned ludc_key_parts(const ludc_reasoner *r)
{
    unsigned parts = 0;
    if (!r || !has_key(r))
        return 0;
    for (uint32_t i = r->nplane; i-- > 0 && r->plane[i].set == LUDC_PLANES_KEY;)
        parts |= 1u << r->plane[i].owner;
    return parts & LUDC_KEY_ALL;
}

typedef struct {
    const ludc_reasoner *r;
    const char *states;
    size_t stride;
    unsigned parts;
    uint64_t *out;
} Many;

static void keys_of(void *data, size_t from, size_t to)
{
    const Many *m = data;
    for (size_t i = from; i < to; i++)
        key_of(m->r, m->states + m->stride * i, m->parts, m->out + i, 1);
}

ludc_status ludc_key_n(const ludc_reasoner *r, const void *states, size_t stride, size_t n, unsigned parts,
                       uint64_t *out, ludc_pool *pool)
{
    if (!r || (n && (!states || !out || stride < r->state_size || stride % 16)))
        return LUDC_USAGE;
    ludc_pool_run(pool, n, keys_of, &(Many){r, states, stride, parts, out});
    return LUDC_OK;
}
