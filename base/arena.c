/* arena.c - memory with one lifetime: chunks in a list, the newest first. */
#include "base/limit_impl.h"
#include "base/memory.h"

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
    Limit *limit; /* or NULL */
    uint64_t serial;
    Arena *younger, *older; /* of its limit */
    Chunk *chunk;     /* all chunks, for arena_free */
    size_t size;      /* of all chunks */
    char *free, *end; /* what is left of the chunk being filled */
    size_t next_size; /* of the next ordinary chunk */
};

/* Out of memory (see arena.h). */
static void *zeroed(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        memory_out();
    return memory;
}

Arena *arena_within(Limit *limit)
{
    Arena *arena = zeroed(sizeof *arena);
    arena->next_size = FIRST_CHUNK;
    arena->limit = limit;
    if (limit) {
        limit->users++;
        arena->serial = ++limit->serial;
        arena->older = limit->arena;
        if (limit->arena)
            limit->arena->younger = arena;
        limit->arena = arena;
    }
    return arena;
}

Arena *arena_new(void) { return arena_within(NULL); }
Arena *arena_beside(const Arena *arena) { return arena_within(arena->limit); }
Limit *arena_limit(const Arena *arena) { return arena->limit; }
uint64_t arena_serial(const Arena *arena) { return arena->serial; }

/* `bytes` are still there, in another arena or not. */
static void leave_limit(Arena *arena, size_t bytes)
{
    Limit *limit = arena->limit;
    if (!limit)
        return;
    if (arena->younger)
        arena->younger->older = arena->older;
    else
        limit->arena = arena->older;
    if (arena->older)
        arena->older->younger = arena->younger;
    limit->bytes -= arena->size - bytes;
    limit_drop(limit);
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
    leave_limit(arena, 0);
    free(arena);
}

static Chunk *add_chunk(Arena *arena, size_t size)
{
    Limit *limit = arena->limit;
    if (size > SIZE_MAX - sizeof(Chunk) || (limit && (limit->bytes > limit->most_bytes || size > limit->most_bytes - limit->bytes) && limit->way))
        limit_beyond(limit, LIMIT_BYTES);
    limit_work(limit, 1 + size / LIMIT_BYTES_A_STEP);
    Chunk *chunk = zeroed(sizeof(Chunk) + size);
    if (limit)
        limit->bytes += size;
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
    if (from->limit != arena->limit && arena->limit)
        arena->limit->bytes += from->size;
    leave_limit(from, from->limit == arena->limit ? from->size : 0);
    free(from);
}

void *arena_alloc(Arena *arena, size_t size)
{
    if (size > SIZE_MAX - ALIGN)
        limit_beyond(arena->limit, LIMIT_BYTES);
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
        memory_out();
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
