/* scratch.c - see scratch.h. */
#include "base/scratch.h"

#include <string.h>

struct ScratchChunk {
    ScratchChunk *next;
    size_t size, used;
    char *data;
};

static ScratchChunk *new_chunk(const Scratch *s, size_t size)
{
    ScratchChunk *chunk = ARENA_NEW(s->arena, ScratchChunk);
    chunk->size = size > s->least ? size : s->least;
    chunk->data = arena_alloc(s->arena, chunk->size);
    return chunk;
}

Scratch scratch_in(Arena *arena, size_t least)
{
    Scratch s = {.arena = arena, .least = least};
    s.first = s.chunk = new_chunk(&s, 0);
    return s;
}

void *scratch_alloc(Scratch *s, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    while (s->chunk->size - s->chunk->used < size) {
        if (!s->chunk->next || s->chunk->next->size < size) {
            ScratchChunk *fresh = new_chunk(s, size);
            fresh->next = s->chunk->next;
            s->chunk->next = fresh;
        }
        s->chunk = s->chunk->next;
        s->chunk->used = 0;
    }
    char *memory = s->chunk->data + s->chunk->used;
    s->chunk->used += size;
    memset(memory, 0, size);
    return memory;
}

ScratchMark scratch_mark(const Scratch *s)
{
    return (ScratchMark){s->chunk, s->chunk->used};
}

void scratch_release(Scratch *s, ScratchMark mark)
{
    s->chunk = mark.chunk;
    s->chunk->used = mark.used;
}

void scratch_reset(Scratch *s)
{
    scratch_release(s, (ScratchMark){s->first, 0});
}
