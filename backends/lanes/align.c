/* align.c - groups of slots whose moves are asked for together: see align.h. */
#include "backends/lanes/align.h"

#include <string.h>

enum { MOST_TOGETHER = 16 };

typedef struct {
    const LaneNet *net;
    uint32_t nslot;
    const bool *drawn;
    uint32_t *leader; /* by slot: another one of its group, or itself */
    uint32_t *some;   /* by gate that is none of some moves: one of them that is drawn, plus one; */
    uint32_t *many;   /* how many are; UINT32_MAX: the gate is something else */
    uint32_t most;
} Align;

static uint32_t leader_of(Align *a, uint32_t slot)
{
    while (a->leader[slot] != slot)
        slot = a->leader[slot] = a->leader[a->leader[slot]];
    return slot;
}

/* The earlier one leads. */
static void join(Align *a, uint32_t x, uint32_t y)
{
    x = leader_of(a, x);
    y = leader_of(a, y);
    a->leader[x > y ? x : y] = x < y ? x : y;
}

/* Is the edge none of some moves? */
static bool is_none(const Align *a, LaneEdge edge)
{
    return (a->net->gate.at[edge >> 1].kind == LANE_INPUT) == (edge & 1) && a->many[edge >> 1] != UINT32_MAX;
}

static void see_gate(Align *a, uint32_t i)
{
    const LaneGate *g = &a->net->gate.at[i];
    a->many[i] = UINT32_MAX;
    if (g->kind == LANE_INPUT && g->a == BANK_DOES) {
        a->some[i] = a->drawn[g->b] ? g->b + 1 : 0;
        a->many[i] = a->drawn[g->b];
    }
    if (g->kind != LANE_AND || !is_none(a, g->a) || !is_none(a, g->b))
        return;
    const uint32_t x = g->a >> 1, y = g->b >> 1;
    a->many[i] = a->many[x] + a->many[y];
    a->some[i] = a->some[x] ? a->some[x] : a->some[y];
    if (a->some[x] && a->some[y] && a->many[i] <= a->most)
        join(a, a->some[x] - 1, a->some[y] - 1);
}

/* Groups of slots that belong together, as many in a place as there is room for. */
static uint32_t fill(Align *a, const uint32_t *size, uint32_t width, uint32_t *place)
{
    const uint32_t n = a->nslot;
    uint32_t group = 0, taken = 0;
    for (uint32_t lead = 0; lead < n; lead++) {
        if (!size[lead])
            continue;
        if (taken + size[lead] > width) {
            group++;
            taken = 0;
        }
        for (uint32_t i = lead; i < n; i++)
            if (a->drawn[i] && leader_of(a, i) == lead)
                place[i] = group * width + taken++;
    }
    return (group + 1) * width;
}

/* The largest group, where what is asked of more than `most` moves makes none; size: by the slot that leads a group. */
static uint32_t find_groups(Align *a, uint32_t most, uint32_t *size)
{
    uint32_t width = 0;
    a->most = most;
    memset(size, 0, a->nslot * sizeof *size);
    for (uint32_t i = 0; i < a->nslot; i++)
        a->leader[i] = i;
    for (uint32_t i = 0; i < a->net->gate.n; i++)
        see_gate(a, i);
    for (uint32_t i = 0; i < a->nslot; i++)
        if (a->drawn[i]) {
            const uint32_t now = ++size[leader_of(a, i)];
            width = now > width ? now : width;
        }
    return width;
}

uint32_t lane_align(const LaneNet *net, uint32_t n, const bool *drawn, uint32_t *place, uint32_t *nplace)
{
    Arena *scratch = arena_beside(net->arena);
    Align a = {.net = net, .nslot = n, .drawn = drawn, .leader = ARENA_ARRAY(scratch, uint32_t, n + 1),
               .some = ARENA_ARRAY(scratch, uint32_t, net->gate.n), .many = ARENA_ARRAY(scratch, uint32_t, net->gate.n)};
    uint32_t *size = ARENA_ARRAY(scratch, uint32_t, n + 1), width = 0, total = 0;
    for (uint32_t i = 0; i < n; i++)
        total += drawn[i];
    for (uint32_t most = MOST_TOGETHER; most > 1 && (!width || width > LANE_ALIGN_WIDTH); most--)
        width = find_groups(&a, most, size);
    const bool fit = width > 1 && width <= LANE_ALIGN_WIDTH && total > width;
    if (fit)
        *nplace = fill(&a, size, width, place);
    arena_free(scratch);
    return fit ? width : 0;
}
