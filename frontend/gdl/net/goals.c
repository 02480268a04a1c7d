/* goals.c - what a finished game can be worth to each role: which goals can hold at the end,
 * whether none of a role's can, or two. */
#include "frontend/gdl/net/care.h"

enum { SPLITS = 40 };
static const uint64_t most_work = 3000000;

typedef struct {
    const GdlNet *net;
    const GdlSamples *samples;
    GdlCare *care;
    uint64_t limit;
} Goals;

/* Can these edges hold together at the end? */
static bool can(const Goals *g, const GdlEdge *edge, uint32_t n)
{
    for (uint32_t w = 0; w < g->samples->words; w++) {
        uint64_t all = ~UINT64_C(0);
        for (uint32_t i = 0; i < n && all; i++)
            all &= gdl_sample_word(g->samples, edge[i], w);
        if (all)
            return true;
    }
    return gdl_care_work(g->care) >= g->limit || !gdl_care_never(g->care, edge, n, false, SPLITS);
}

static bool can_lack(const Goals *g, uint32_t role, GdlEdge *edge)
{
    uint32_t n = 0;
    edge[n++] = g->net->terminal;
    for (uint32_t i = 0; i < g->net->ngoal; i++)
        if (g->net->goal[i].role == role)
            edge[n++] = g->net->goal[i].holds ^ 1;
    return can(g, edge, n);
}

static bool can_have_two(const Goals *g, uint32_t role)
{
    const GdlGoal *goal = g->net->goal;
    for (uint32_t i = 0; i < g->net->ngoal; i++)
        for (uint32_t k = 0; k < i && goal[i].role == role; k++) {
            GdlEdge edge[3] = {g->net->terminal, goal[i].holds, goal[k].holds};
            if (goal[k].role == role && goal[i].at_end && goal[k].at_end && can(g, edge, 3))
                return true;
        }
    return false;
}

void gdl_net_goals(GdlNet *net, const GdlSamples *samples, GdlCare *care, Arena *arena)
{
    Goals g = {net, samples, care, gdl_care_work(care) + most_work};
    GdlEdge *edge = ARENA_ARRAY(arena, GdlEdge, net->ngoal + 1);
    net->worth = ARENA_ARRAY(net->arena, GdlWorth, net->nrole);
    for (uint32_t i = 0; i < net->ngoal; i++) {
        GdlEdge two[2] = {net->terminal, net->goal[i].holds};
        net->goal[i].at_end = can(&g, two, 2);
    }
    for (uint32_t r = 0; r < net->nrole; r++)
        net->worth[r] = (GdlWorth){can_lack(&g, r, edge), can_have_two(&g, r)};
}
