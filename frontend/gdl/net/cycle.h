/* cycle.h - circles of facts; private to the net. */
#ifndef LUDC_GDL_NET_CYCLE_H
#define LUDC_GDL_NET_CYCLE_H

#include "frontend/gdl/net/build.h"

#define GDL_ASKS_NONE UINT32_MAX

/* A clause of a member: one member that it asks, if any, and what lies outside. */
typedef struct {
    uint32_t head, asks;
    uint32_t at, n; /* in GdlCycle.edge */
} GdlCycleRow;

typedef struct {
    VEC(GdlCycleRow) row;
    VEC(GdlEdge) edge;
} GdlCycle;

/* The least solution for the members 0 .. n - 1; false: to repeat all clauses as often
 * as there are members takes fewer gates. */
bool gdl_solve_cycle(Arena *arena, GdlNodes *nodes, GdlSum *sum, const GdlCycle *cycle, uint32_t n, GdlEdge *value);

#endif
