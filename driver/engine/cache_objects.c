/* cache_objects.c - see cache_objects.h. */
#include "driver/engine/cache_objects.h"

#include "driver/engine/cache.h"

static bool read_object(void *data, const Out *made_from, Out *object)
{
    CacheEntry entry = cache_entry_of(data, made_from);
    return entry.name && cache_read(&entry, object);
}

/* What cannot be kept is made again: nothing is said. */
static void keep_object(void *data, const Out *made_from, const Out *object)
{
    const CacheEntry entry = cache_entry_of(data, made_from);
    if (entry.name)
        cache_keep(&entry, object);
}

CObjectStore cache_objects(Arena *arena) { return (CObjectStore){read_object, keep_object, arena}; }
