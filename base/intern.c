/* intern.c - open addressing with linear probing; the table has a power of two
 * slots and is at most half full. */
#include "base/intern.h"

#include "base/hash.h"

#include <stdint.h>
#include <string.h>

typedef struct {
    const char *text; /* NULL: free */
    size_t length;
    uint64_t hash;
} Name;

struct Interner {
    Arena *arena;
    Name *slot;
    size_t nslot, nname;
};

enum { FIRST_SLOTS = 1024 };

Interner *interner_new(Arena *arena)
{
    Interner *interner = ARENA_NEW(arena, Interner);
    interner->arena = arena;
    interner->nslot = FIRST_SLOTS;
    interner->slot = ARENA_ARRAY(arena, Name, FIRST_SLOTS);
    return interner;
}

/* The slot that holds the text, or the free one where it belongs. */
static Name *find(const Interner *interner, const char *text, size_t length,
                  uint64_t hash)
{
    size_t mask = interner->nslot - 1;
    size_t i = (size_t)(hash ^ (hash >> 32)) & mask;
    for (;; i = (i + 1) & mask) {
        Name *name = &interner->slot[i];
        if (!name->text)
            return name;
        if (name->hash == hash && name->length == length &&
            memcmp(name->text, text, length) == 0)
            return name;
    }
}

static void grow(Interner *interner)
{
    Name *old = interner->slot;
    size_t nold = interner->nslot;
    interner->nslot *= 2;
    interner->slot = ARENA_ARRAY(interner->arena, Name, interner->nslot);
    for (size_t i = 0; i < nold; i++)
        if (old[i].text)
            *find(interner, old[i].text, old[i].length, old[i].hash) = old[i];
}

const char *intern(Interner *interner, const char *text, size_t length)
{
    uint64_t hash = hash_bytes(HASH_START, text, length);
    Name *name = find(interner, text, length, hash);
    if (name->text)
        return name->text;
    if (2 * (interner->nname + 1) > interner->nslot) {
        grow(interner);
        name = find(interner, text, length, hash);
    }
    name->text = arena_strndup(interner->arena, text, length);
    name->length = length;
    name->hash = hash;
    interner->nname++;
    return name->text;
}

const char *intern_str(Interner *interner, const char *text)
{
    return intern(interner, text, strlen(text));
}
