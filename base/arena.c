/* arena.c - memory with one lifetime: chunks in a list, the newest first. */
#include "base/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGN = _Alignof(max_align_t),
    FIRST_CHUNK = 16 * 1024,
    LARGEST_CHUNK = 1024 * 1024
};

typedef struct Chunk {
    struct Chunk *next;
    size_t size;
    max_align_t data[];
} Chunk;

struct Arena {
    Chunk *chunk;     /* all chunks, for arena_free */
    size_t size;      /* of all chunks */
    char *free, *end; /* what is left of the chunk being filled */
    size_t next_size; /* of the next ordinary chunk */
};

/* Out of memory: nothing sensible can follow (see arena.h). */
static void *zeroed(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

Arena *arena_new(void)
{
    Arena *arena = zeroed(sizeof *arena);
    arena->next_size = FIRST_CHUNK;
    return arena;
}

void arena_free(Arena *arena)
{
    if (!arena)
        return;
    for (Chunk *chunk = arena->chunk; chunk;) {
        Chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    free(arena);
}

static Chunk *add_chunk(Arena *arena, size_t size)
{
    if (size > SIZE_MAX - sizeof(Chunk))
        abort();
    Chunk *chunk = zeroed(sizeof(Chunk) + size);
    chunk->next = arena->chunk;
    chunk->size = size;
    arena->chunk = chunk;
    arena->size += size;
    return chunk;
}

size_t arena_size(const Arena *arena)
{
    return arena->size;
}

bool arena_has(const Arena *arena, const void *data)
{
    const uintptr_t at = (uintptr_t)data;
    for (const Chunk *chunk = arena->chunk; chunk; chunk = chunk->next) {
        const uintptr_t from = (uintptr_t)chunk->data;
        if (from <= at && at < from + chunk->size)
            return true;
    }
    return false;
}

void arena_join(Arena *arena, Arena *from)
{
    Chunk **last = &from->chunk;
    while (*last)
        last = &(*last)->next;
    *last = arena->chunk;
    arena->chunk = from->chunk;
    arena->size += from->size;
    free(from);
}

void *arena_alloc(Arena *arena, size_t size)
{
    if (size > SIZE_MAX - ALIGN)
        abort();
#ifdef LUDC_ARENA_DEBUG
    return add_chunk(arena, size)->data;
#else
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size == 0)
        size = ALIGN; /* distinct objects have distinct addresses */
    if (size > (size_t)(arena->end - arena->free)) {
        if (size > arena->next_size / 4)
            return add_chunk(arena, size)->data;
        Chunk *chunk = add_chunk(arena, arena->next_size);
        arena->free = (char *)chunk->data;
        arena->end = arena->free + arena->next_size;
        if (arena->next_size < LARGEST_CHUNK)
            arena->next_size *= 2;
    }
    void *memory = arena->free;
    arena->free += size;
    return memory;
#endif
}

void *arena_copy(Arena *arena, const void *data, size_t size)
{
    void *copy = arena_alloc(arena, size);
    if (size)
        memcpy(copy, data, size);
    return copy;
}

char *arena_strndup(Arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(Arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *arena_vprintf(Arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length < 0)
        abort();
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}
