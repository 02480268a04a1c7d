/* playout_keys.c - what was taught of a move after others, by a key: two places for each. */
#include "runtime/search/playout.h"

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t playout_key(uint32_t role, uint32_t move, const uint32_t *last, unsigned n)
{
    uint64_t key = mix(((uint64_t)move << 8 | role) + 1);
    for (unsigned i = 0; i < n; i++)
        key = mix(key + last[i] + (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
    return key;
}

static uint32_t tag_of(uint64_t key) { return (uint32_t)(key >> 32) | 1; }

Taught *playout_find(const Playouts *p, uint64_t key)
{
    Taught *t = &p->table[key & p->mask];
    if (t->tag == tag_of(key))
        return t;
    t = &p->table[(key & p->mask) ^ 1];
    return t->tag == tag_of(key) ? t : NULL;
}

/* Of two places the one that was taught less is taken. */
Taught *playout_make(Playouts *p, uint64_t key)
{
    Taught *t = playout_find(p, key), *other = &p->table[(key & p->mask) ^ 1];
    if (t)
        return t;
    t = &p->table[key & p->mask];
    if (t->tag && (!other->tag || other->count < t->count))
        t = other;
    *t = (Taught){.tag = tag_of(key)};
    return t;
}
