/* flow.h - least cuts of a network of pipes (E. A. Dinic, "Algorithm for solution of a problem of maximum flow in
 * networks with power estimation", 1970). */
#ifndef LUDC_BASE_FLOW_H
#define LUDC_BASE_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

enum { FLOW_SOURCE, FLOW_SINK, FLOW_MUCH = 1 << 28 };

typedef struct {
    uint32_t to, next; /* next: of the same node, plus one */
    int32_t room;
} FlowPipe;

typedef struct {
    Arena *arena;
    VEC(FlowPipe) pipe;   /* two each, there and back */
    VEC(uint32_t) first;  /* by node, plus one */
} Flow;

Flow *flow_new(Arena *arena); /* with source and sink */
uint32_t flow_node(Flow *f);
void flow_pipe(Flow *f, uint32_t from, uint32_t to, int32_t room);
/* source_side: by node; of all least cuts the one with fewest nodes on the side of the source. */
void flow_cut(Flow *f, bool *source_side);

#endif
