/* flow.c - see flow.h. */
#include "base/flow.h"

#include <string.h>

typedef struct {
    Flow *flow;
    uint32_t *level, *at, *queue; /* level: 0 not reached; at: the pipe to look at next, plus one */
    uint32_t *way;                /* pipes on the way from the source */
} Dinic;

Flow *flow_new(Arena *arena)
{
    Flow *f = ARENA_NEW(arena, Flow);
    f->arena = arena;
    flow_node(f);
    flow_node(f);
    return f;
}

uint32_t flow_node(Flow *f)
{
    vec_push(f->arena, &f->first, 0);
    return (uint32_t)f->first.n - 1;
}

static void half(Flow *f, uint32_t from, uint32_t to, int32_t room)
{
    FlowPipe pipe = {to, f->first.at[from], room};
    vec_push(f->arena, &f->pipe, pipe);
    f->first.at[from] = (uint32_t)f->pipe.n;
}

void flow_pipe(Flow *f, uint32_t from, uint32_t to, int32_t room)
{
    half(f, from, to, room);
    half(f, to, from, 0);
}

/* How many pipes each node is from the source; false: the sink is not reached. */
static bool find_levels(Dinic *d)
{
    uint32_t n = 0;
    memset(d->level, 0, d->flow->first.n * sizeof *d->level);
    d->level[FLOW_SOURCE] = 1;
    d->queue[n++] = FLOW_SOURCE;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t p = d->flow->first.at[d->queue[i]]; p; p = d->flow->pipe.at[p - 1].next) {
            const FlowPipe *pipe = &d->flow->pipe.at[p - 1];
            if (pipe->room > 0 && !d->level[pipe->to]) {
                d->level[pipe->to] = d->level[d->queue[i]] + 1;
                d->queue[n++] = pipe->to;
            }
        }
    return d->level[FLOW_SINK] != 0;
}

/* A way along rising levels, found by going forth and back; false: there is none any more. */
static bool find_way(Dinic *d, uint32_t *length)
{
    uint32_t node = FLOW_SOURCE, n = 0;
    while (node != FLOW_SINK) {
        uint32_t p = d->at[node];
        for (; p; p = d->flow->pipe.at[p - 1].next) {
            const FlowPipe *pipe = &d->flow->pipe.at[p - 1];
            if (pipe->room > 0 && d->level[pipe->to] == d->level[node] + 1)
                break;
        }
        d->at[node] = p;
        if (p) {
            d->way[n++] = p - 1;
            node = d->flow->pipe.at[p - 1].to;
        } else if (n == 0) {
            return false;
        } else {
            uint32_t back = d->way[--n];
            node = d->flow->pipe.at[back ^ 1].to;
            d->at[node] = d->flow->pipe.at[back].next;
        }
    }
    *length = n;
    return true;
}

static void fill_way(Dinic *d, uint32_t length)
{
    int32_t least = FLOW_MUCH;
    FlowPipe *pipe = d->flow->pipe.at;
    for (uint32_t i = 0; i < length; i++)
        least = pipe[d->way[i]].room < least ? pipe[d->way[i]].room : least;
    for (uint32_t i = 0; i < length; i++) {
        pipe[d->way[i]].room -= least;
        pipe[d->way[i] ^ 1].room += least;
    }
}

void flow_cut(Flow *f, bool *source_side)
{
    size_t n = f->first.n;
    Arena *scratch = arena_beside(f->arena);
    Dinic d = {f, ARENA_ARRAY(scratch, uint32_t, n), ARENA_ARRAY(scratch, uint32_t, n), ARENA_ARRAY(scratch, uint32_t, n),
               ARENA_ARRAY(scratch, uint32_t, n)};
    uint32_t length;
    while (find_levels(&d)) {
        memcpy(d.at, f->first.at, n * sizeof *d.at);
        while (find_way(&d, &length))
            fill_way(&d, length);
    }
    for (size_t i = 0; i < n; i++)
        source_side[i] = d.level[i] != 0;
    arena_free(scratch);
}
