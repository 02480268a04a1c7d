/* cache.h - compiled games, kept between runs.
 *
 * An entry is a shared object that holds one reasoner (or other bytes that are dear to make), named by the SHA-256 of all that it was made from: of LLVM's the
 * game's IR after the passes, the options, the version of the compiler, the processor; of a C compiler's the text in C,
 * the command, the compiler's file, the processor.  It is code that will run, so only
 * what this user wrote here is believed: the folder and the entry are opened once, without following links, must be
 * ours and not writable by anybody else, and the entry ends in the HMAC of its name and bytes under a key that lies
 * in the folder for us alone.  What was checked is what runs: the bytes are opened from memory, not again by name.
 *
 * An entry appears whole (out_save_at) and is never changed.  Where the folder cannot be written nothing is kept and
 * nothing is said; a folder or an entry that others can write is left alone, and `why` says so.  Without a digest
 * (digest.h) there is no cache. */
#ifndef LUDC_DRIVER_CACHE_H
#define LUDC_DRIVER_CACHE_H

#include "base/out.h"
#include "ir/core/ir.h"
#include "runtime/include/ludc.h"

typedef struct {
    char *folder;
    char *name;      /* in the folder; NULL: no cache */
    const char *why; /* a remark about what was not believed; NULL: nothing to say */
} CacheEntry;        /* texts in the arena */

/* An opened entry; the descriptor stays open as long as the handle, since dlopen knows objects by their names. */
typedef struct {
    void *handle; /* of dlopen; NULL: none */
    int file;
} CacheCode;

/* In LUDC_CACHE, else XDG_CACHE_HOME/ludc, else ~/.cache/ludc; `LUDC_CACHE=` is none.
 * what: the options that matter. */
CacheEntry cache_entry(Arena *arena, const IrGame *game, const char *what);
/* Code that somebody else compiled: named by a text that says all that it was made from, beside the processor. */
CacheEntry cache_entry_of(Arena *arena, const Out *made_from);
/* Another entry of the same game: made from the same, but in the way called `how`, a word of a-z. */
CacheEntry cache_variant(Arena *arena, const CacheEntry *entry, const char *how);
bool cache_has(const CacheEntry *entry); /* whole or not */
/* No handle: there is no entry, or none to be believed (entry->why); one of ours that is torn goes. */
CacheCode cache_open(CacheEntry *entry);
void cache_close(CacheCode *code);
/* cache_open, and the reasoner that the code exports.  NULL: nothing is open; what was not believed is a remark. */
const ludc_reasoner *cache_reasoner(CacheEntry *entry, CacheCode *code, Diags *diags);
/* Links the object and keeps it; the oldest entries go when all are over the limit, 256 MB or LUDC_CACHE_MB.
 * Nothing goes but entries and what a killed process left of one. */
bool cache_store(const CacheEntry *entry, const Out *object);
/* The bytes of an entry that cache_keep kept, whatever they are; false: there is none to be believed. */
bool cache_read(CacheEntry *entry, Out *bytes);
/* The same for what is linked: a whole shared object. */
bool cache_keep(const CacheEntry *entry, const Out *shared);

#endif
