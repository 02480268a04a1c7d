/* cache.h - compiled games, kept between runs.
 *
 * An entry is a shared object that holds one reasoner, named by a hash of all that it was made
 * from: the game's IR after the passes, the options, the version of the compiler, the
 * processor.  It appears under its name whole (rename), is never changed, and ends in its own
 * size and hash, so that a torn one is seen and thrown away.  Where the folder cannot
 * be written nothing is kept and nothing is said. */
#ifndef LUDC_DRIVER_CACHE_H
#define LUDC_DRIVER_CACHE_H

#include "base/out.h"
#include "ir/ir.h"

typedef struct {
    char *folder; /* in the arena; NULL: no cache */
    char *path;
} CacheEntry;

/* In LUDC_CACHE, else XDG_CACHE_HOME/ludc, else ~/.cache/ludc; `LUDC_CACHE=` is none.
 * what: the options that matter. */
CacheEntry cache_entry(Arena *arena, const IrGame *game, const char *what);
/* Another entry of the same game: made from the same, but in the way called `how`. */
CacheEntry cache_variant(Arena *arena, const CacheEntry *entry, const char *how);
bool cache_has(const CacheEntry *entry); /* whole or not */
/* The entry as opened by dlopen; NULL: there is none, or none that is whole. */
void *cache_open(const CacheEntry *entry);
/* Links the object and keeps it; the oldest entries go when all are over the limit, 256 MB or
 * LUDC_CACHE_MB. */
bool cache_store(const CacheEntry *entry, const Out *object);

#endif
