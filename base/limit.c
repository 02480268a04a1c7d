/* limit.c - see limit.h.  A limit lives as long as whoever made it and its arenas. */
#include "base/limit_impl.h"

#include <stdlib.h>

#include "base/memory.h"

Limit *limit_new(size_t bytes, uint64_t steps)
{
    Limit *limit = calloc(1, sizeof *limit);
    if (!limit)
        memory_out();
    limit->users = 1;
    limit_set(limit, bytes, steps);
    return limit;
}

void limit_drop(Limit *limit)
{
    if (limit && --limit->users == 0)
        free(limit);
}

void limit_set(Limit *limit, size_t bytes, uint64_t steps)
{
    limit->most_bytes = bytes ? bytes : SIZE_MAX;
    limit->most_steps = steps ? steps : UINT64_MAX;
}

void limit_place(Limit *limit, Span at)
{
    if (limit)
        limit->at = at;
}

Span limit_where(const Limit *limit) { return limit->at; }

size_t limit_most_bytes(const Limit *limit) { return limit->most_bytes; }
uint64_t limit_most_steps(const Limit *limit) { return limit->most_steps; }

void limit_beyond(Limit *limit, LimitKind what)
{
    if (!limit || !limit->way)
        memory_out();
    limit->beyond = what;
    longjmp(limit->way->back, 1);
}

/* Arenas that are younger go; the youngest comes first. */
static void free_since(Limit *limit, uint64_t serial)
{
    while (limit->arena && arena_serial(limit->arena) > serial)
        arena_free(limit->arena);
}

LimitKind limit_run(Limit *limit, void (*fn)(void *data), void *data)
{
    Exit here;
    Exit *const outer = limit->way;
    const uint64_t serial = limit->serial;
    limit->steps = outer ? limit->steps : 0;
    limit->way = &here;
    memory_enter(&here);
    const int how = setjmp(here.back);
    if (how == 0) {
        fn(data);
        limit->beyond = LIMIT_NOTHING;
    } else {
        if (how == MEMORY_OUT)
            limit->beyond = LIMIT_MEMORY;
        free_since(limit, serial);
    }
    memory_leave(&here);
    limit->way = outer;
    return limit->beyond;
}

void limit_work(Limit *limit, uint64_t steps)
{
    if (!limit || !limit->way)
        return;
    limit->steps = steps > UINT64_MAX - limit->steps ? UINT64_MAX : limit->steps + steps;
    if (limit->steps > limit->most_steps)
        limit_beyond(limit, LIMIT_STEPS);
}
