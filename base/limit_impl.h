/* limit_impl.h - what limits and arenas know of each other. */
#ifndef LUDC_LIMIT_IMPL_H
#define LUDC_LIMIT_IMPL_H

#include "base/arena.h"
#include "base/limit_place.h"
#include "base/memory_impl.h"

struct Limit {
    size_t most_bytes, bytes; /* of all its arenas */
    uint64_t most_steps, steps;
    uint64_t serial; /* of its youngest arena */
    size_t users;    /* its arenas, and who made it */
    Arena *arena;    /* its arenas, the youngest first */
    Exit *way;       /* out of limit_run; NULL: it is not under way */
    LimitKind beyond;
    Span at; /* of what was begun last */
};

/* Does not return. */
_Noreturn void limit_beyond(Limit *limit, LimitKind what);
uint64_t arena_serial(const Arena *arena);

#endif
