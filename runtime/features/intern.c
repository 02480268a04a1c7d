/* intern.c - sequences of numbers, each kept once: a table with open addressing, at most half full. */
#include "runtime/features/intern.h"

#include <string.h>

static uint64_t hash_of(const uint32_t *key, uint32_t n)
{
    uint64_t h = 0x9e3779b97f4a7c15u ^ n;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ key[i] ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    return h ^ h >> 32;
}

static bool is_at(const Intern *in, const InternSlot *slot, uint64_t hash, const uint32_t *key, uint32_t n)
{
    const uint32_t number = slot->number - 1;
    return slot->hash == (uint32_t)(hash >> 32) && intern_length(in, number) == n &&
           (!n || !memcmp(intern_key(in, number), key, n * sizeof *key));
}

/* Where the sequence is, or the free place where it would be. */
static InternSlot *place_of(const Intern *in, uint64_t hash, const uint32_t *key, uint32_t n)
{
    size_t i = hash & (in->nslot - 1);
    while (in->slot[i].number && !is_at(in, &in->slot[i], hash, key, n))
        i = (i + 1) & (in->nslot - 1);
    return &in->slot[i];
}

static bool widen(Intern *in)
{
    const size_t wanted = in->nslot ? in->nslot * 2 : 64;
    InternSlot *slot = calloc(wanted, sizeof *slot);
    if (!slot)
        return false;
    free(in->slot);
    in->slot = slot;
    in->nslot = wanted;
    for (uint32_t k = 0; k < intern_count(in); k++) {
        const uint64_t hash = hash_of(intern_key(in, k), intern_length(in, k));
        size_t i = hash & (wanted - 1);
        while (slot[i].number)
            i = (i + 1) & (wanted - 1);
        slot[i] = (InternSlot){k + 1, (uint32_t)(hash >> 32)};
    }
    return true;
}

uint32_t intern_of(Intern *in, const uint32_t *key, uint32_t n)
{
    if (!in->at.n && !LIST_PUSH(&in->at, 0))
        return NO_NUMBER;
    if (in->nslot < 2 * ((size_t)intern_count(in) + 1) && !widen(in))
        return NO_NUMBER;
    const uint64_t hash = hash_of(key, n);
    InternSlot *place = place_of(in, hash, key, n);
    if (place->number)
        return place->number - 1;
    const size_t before = in->pool.n;
    for (uint32_t i = 0; i < n; i++)
        if (!LIST_PUSH(&in->pool, key[i])) {
            in->pool.n = before;
            return NO_NUMBER;
        }
    if (!LIST_PUSH(&in->at, (uint32_t)in->pool.n)) {
        in->pool.n = before;
        return NO_NUMBER;
    }
    *place = (InternSlot){intern_count(in), (uint32_t)(hash >> 32)};
    return intern_count(in) - 1;
}

void intern_free(Intern *in)
{
    LIST_FREE(&in->pool);
    LIST_FREE(&in->at);
    free(in->slot);
    in->slot = NULL;
    in->nslot = 0;
}
