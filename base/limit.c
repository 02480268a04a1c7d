/* limit.c - see limit.h.  A limit lives as long as whoever made it and its arenas. */
#include "base/limit_impl.h"

#include <stdlib.h>

Limit *limit_new(size_t bytes, uint64_t steps)
{
    Limit *limit = calloc(1, sizeof *limit);
    if (!limit)
        abort();
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
    if (!limit || !limit->escape)
        abort(); /* nothing sensible can follow (arena.h) */
    limit->beyond = what;
    longjmp(*limit->escape, 1);
}

/* Arenas that are younger go; the youngest comes first. */
static void free_since(Limit *limit, uint64_t serial)
{
    while (limit->arena && arena_serial(limit->arena) > serial)
        arena_free(limit->arena);
}

LimitKind limit_run(Limit *limit, void (*fn)(void *data), void *data)
{
    jmp_buf here;
    jmp_buf *const outer = limit->escape;
    const uint64_t serial = limit->serial;
    limit->steps = outer ? limit->steps : 0;
    limit->escape = &here;
    if (setjmp(here) == 0) {
        fn(data);
        limit->beyond = LIMIT_NOTHING;
    } else {
        free_since(limit, serial);
    }
    limit->escape = outer;
    return limit->beyond;
}

void limit_work(Limit *limit, uint64_t steps)
{
    if (!limit || !limit->escape)
        return;
    limit->steps = steps > UINT64_MAX - limit->steps ? UINT64_MAX : limit->steps + steps;
    if (limit->steps > limit->most_steps)
        limit_beyond(limit, LIMIT_STEPS);
}
