/* vec.c - growth of the arrays of vec.h. */
#include "base/limit_impl.h"
#include "base/vec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *vec_grow_(Arena *arena, void *at, size_t n, size_t *cap, size_t size)
{
    size_t grown = *cap ? *cap * 2 : 8;
    if (grown < *cap || grown > SIZE_MAX / size)
        limit_beyond(arena_limit(arena), LIMIT_BYTES);
    void *block = arena_alloc(arena, grown * size);
    if (n)
        memcpy(block, at, n * size);
    *cap = grown;
    return block;
}
