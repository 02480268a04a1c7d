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

/* Where the sequence is, or the free place where it would be. */
static size_t place_of(const Intern *in, const uint32_t *key, uint32_t n)
{
    size_t i = hash_of(key, n) & (in->nslot - 1);
    for (; in->slot[i]; i = (i + 1) & (in->nslot - 1)) {
        const uint32_t number = in->slot[i] - 1;
        if (intern_length(in, number) == n && (!n || !memcmp(intern_key(in, number), key, n * sizeof *key)))
            break;
    }
    return i;
}

static bool widen(Intern *in)
{
    const size_t wanted = in->nslot ? in->nslot * 2 : 64;
    uint32_t *slot = calloc(wanted, sizeof *slot);
    if (!slot)
        return false;
    free(in->slot);
    in->slot = slot;
    in->nslot = wanted;
    for (uint32_t i = 0; i < intern_count(in); i++)
        slot[place_of(in, intern_key(in, i), intern_length(in, i))] = i + 1;
    return true;
}

uint32_t intern_of(Intern *in, const uint32_t *key, uint32_t n)
{
    if (!in->at.n && !LIST_PUSH(&in->at, 0))
        return NO_NUMBER;
    if (in->nslot < 2 * ((size_t)intern_count(in) + 1) && !widen(in))
        return NO_NUMBER;
    const size_t place = place_of(in, key, n);
    if (in->slot[place])
        return in->slot[place] - 1;
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
    in->slot[place] = intern_count(in);
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
