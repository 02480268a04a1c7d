/* scratch.h - memory for a moment: taken piece by piece, given back to a mark, used again.  It lives
 * in an arena and grows by chunks, which stay. */
#ifndef LUDC_SCRATCH_H
#define LUDC_SCRATCH_H

#include <stddef.h>

#include "base/arena.h"

typedef struct ScratchChunk ScratchChunk;

typedef struct {
    Arena *arena;
    size_t least; /* bytes of a chunk */
    ScratchChunk *first, *chunk;
} Scratch;

typedef struct {
    ScratchChunk *chunk;
    size_t used;
} ScratchMark;

Scratch scratch_in(Arena *arena, size_t least);
/* Zeroed, aligned to 16; until a mark taken before is released. */
void *scratch_alloc(Scratch *scratch, size_t size);
ScratchMark scratch_mark(const Scratch *scratch);
void scratch_release(Scratch *scratch, ScratchMark mark);
void scratch_reset(Scratch *scratch); /* all of it */

#endif
