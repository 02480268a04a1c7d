/* solve_key.c - what positions are told apart by, and for which of them a result holds.
 *
 * Counters (of turns, of moves without capture) are left out of the keys of rows: two ways of different
 * length to one position meet.  A game says up to which value no comparison sees a counter, in the position
 * and while a move is made (data `key NAME`, doc/abi.md).  A result goes with `ahead`, by how much counters
 * grow at most from the position on to where it was found; it holds for another position of that key if its
 * counters, so much greater, are still below (ours).  Else it is kept under the whole key, which has the
 * counters in it; and where that happens often with a counter, it is left out no more.  The history, which bans on repetition read, is in both. */
#include <string.h>

#include "runtime/key.h"
#include "runtime/search/solve.h"

/* ---- which counters there are ------------------------------------------------------------ */

enum { HELD, PART, WORD, SHIFT, BITS, ELEMENTS, ALIKE, COLUMNS, HELD_NUMBER = 2, PART_COUNTERS = 1 };

/* false: its value cannot be read, or there is none that all comparisons take alike. */
static bool add_counter(ludc_solver *s, const ludc_data *d)
{
    const int32_t *v = d->value;
    if (d->n < COLUMNS || v[HELD] != HELD_NUMBER || v[ELEMENTS] != 1 || v[ALIKE] < 0 || v[BITS] > 31 || s->counters == SOLVE_COUNTERS)
        return false;
    s->counter[s->counters++] =
        (Counter){(uint32_t)v[WORD], (uint32_t)v[SHIFT], (UINT64_C(1) << v[BITS]) - 1, (uint32_t)v[ALIKE], 0};
    return true;
}

void solve_find_counters(ludc_solver *s)
{
    const ludc_reasoner *r = s->r;
    bool known = (ludc_key_parts(r) & LUDC_KEY_COUNTERS) != 0;
    for (uint32_t i = 0; i < r->ndata && known; i++)
        if (!strncmp(r->data[i].name, "key ", 4) && r->data[i].n > BITS && r->data[i].value[PART] == PART_COUNTERS &&
            r->data[i].value[HELD] && r->data[i].value[BITS])
            known = add_counter(s, &r->data[i]);
    if (!known)
        s->counters = 0;
    s->left_out = (1u << s->counters) - 1;
}

/* ---- keys -------------------------------------------------------------------------------------- */

/* The word is mix(none, n), which can be undone. */
static uint64_t number_of(uint64_t mixed)
{
    const uint64_t inverse = UINT64_C(0xf1de83e19937733d); /* of the factor of `hashmix`, modulo 2^64 */
    return (mixed ^ mixed >> 32) * inverse;
}

static uint64_t mixed_of(uint64_t number)
{
    uint64_t x = number * UINT64_C(0x9e3779b97f4a7c15);
    return x ^ x >> 32;
}

void solve_key(ludc_solver *s, uint32_t depth)
{
    const ludc_reasoner *r = s->r;
    Level *l = &s->level[depth];
    l->ahead = 0;
    if (!s->counters) {
        ludc_key128(r, l->state, l->key);
        memcpy(l->whole, l->key, sizeof l->key);
        return;
    }
    uint64_t word[LUDC_KEY_WORDS];
    const size_t n = r->words[LUDC_PLANES_KEY];
    r->observe(r, l->state, LUDC_PLANES_KEY, 0, word);
    key_of_words(word, n, l->whole);
    for (uint32_t i = 0; i < s->counters; i++) {
        const Counter *c = &s->counter[i];
        uint64_t number = number_of(word[c->word]);
        l->count[i] = (uint32_t)(number >> c->shift & c->ones);
        if (s->left_out >> i & 1)
            word[c->word] = mixed_of(number & ~(c->ones << c->shift));
    }
    key_of_words(word, n, l->key);
    l->left_out = s->left_out;
    l->key[1] ^= l->left_out; /* what leaves out others is another key */
}

void solve_no_key(ludc_solver *s, uint32_t depth)
{
    Level *l = &s->level[depth];
    l->ahead = 0;
    memset(l->count, 0, sizeof l->count);
}

/* The counters that the key leaves out and that, grown by so much, are where a comparison may see them. */
static uint32_t seen(const ludc_solver *s, const Level *l, uint32_t ahead)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < s->counters; i++)
        if (l->left_out >> i & 1 && (ahead == SOLVE_AHEAD || (uint64_t)l->count[i] + ahead > s->counter[i].alike))
            all |= 1u << i;
    return all;
}

void solve_ahead(ludc_solver *s, uint32_t depth)
{
    Level *l = &s->level[depth], *next = l + 1;
    for (uint32_t i = 0; i < s->counters; i++) {
        uint32_t more = next->ahead + (next->count[i] > l->count[i] ? next->count[i] - l->count[i] : 0);
        more = more < SOLVE_AHEAD ? more : SOLVE_AHEAD;
        l->ahead = more > l->ahead ? more : l->ahead;
    }
}

/* A counter on which so many results depend is left out of keys no more. */
enum { OFTEN = 32 };

bool solve_tell_apart(ludc_solver *s)
{
    const uint32_t all = s->left_out;
    uint32_t nearest = UINT32_MAX, least = 0;
    if (!all || s->r->over(s->r, s->level[0].state))
        return false;
    solve_key(s, 0);
    for (uint32_t i = 0; i < s->counters; i++) {
        const uint32_t count = s->level[0].count[i], alike = s->counter[i].alike, left = alike > count ? alike - count : 0;
        if (all >> i & 1 && left < nearest) {
            nearest = left;
            least = i;
        }
    }
    s->left_out = all & ~(1u << least);
    return true;
}

/* ---- rows --------------------------------------------------------------------------------------- */

Row *solve_known(ludc_solver *s, uint32_t depth, bool whole)
{
    Level *l = &s->level[depth];
    if (whole && (!s->near || !s->counters))
        return NULL;
    Row *row = solve_table_find(&s->table, whole ? l->whole : l->key);
    if (!row || !row->work || (!whole && seen(s, l, row->ahead)))
        return NULL;
    l->ahead = row->ahead > l->ahead ? row->ahead : l->ahead;
    return row;
}

uint32_t solve_best(const ludc_solver *s, uint32_t depth)
{
    const Row *row = solve_table_find(&s->table, s->level[depth].key);
    return row ? row->best : 0;
}

Row *solve_take(ludc_solver *s, uint32_t depth, uint32_t best, bool *holds)
{
    Level *l = &s->level[depth];
    Row *row = NULL;
    const uint32_t near = seen(s, l, l->ahead);
    if (!near) {
        row = solve_table_take(&s->table, l->key);
        if (!row->work || !seen(s, l, row->ahead)) {
            *holds = row->work != 0;
            return row;
        }
        row->best = best; /* what stands there holds for smaller counters, and stays */
    }
    for (uint32_t i = 0; near && i < s->counters; i++)
        if (near >> i & 1 && ++s->counter[i].seen == OFTEN)
            s->left_out &= ~(1u << i);
    s->near = true;
    row = solve_table_take(&s->table, l->whole);
    *holds = row->work != 0;
    return row;
}

bool solve_enter(ludc_solver *s, uint32_t depth)
{
    Row *row = solve_table_take(&s->table, s->level[depth].key);
    bool first = row->round != s->round;
    row->round = s->round;
    s->circles |= !first;
    return first;
}

bool solve_on_path(ludc_solver *s, uint32_t depth)
{
    const uint64_t *key = s->level[depth].key;
    for (uint32_t i = depth; i-- > 0;) {
        const uint64_t *other = s->level[i].key;
        if (other[0] == key[0] && other[1] == key[1]) {
            s->circles = true;
            return true;
        }
    }
    return false;
}
