/* chain.h - a circuit with loops as a chain of circuits without: straight ones, and the
 * bodies of loops, which are done until nothing changes. */
#ifndef LUDC_LANES_CHAIN_H
#define LUDC_LANES_CHAIN_H

#include "backends/lanes/net.h"

/* What later links need is handed over in BANK_HAND; so are a loop's variables, which its
 * body reads and writes in place: they only grow, whoever sees a new value early is right. */
typedef struct {
    LaneNet *net;
    uint32_t nvar, var_at, bound; /* nvar 0: a straight link; else the words of the variables */
} LaneLink;

typedef struct {
    uint32_t n, nhand;
    LaneLink *link;
} LaneChain;

LaneChain lane_chain(const LaneNet *n, Arena *arena);

#endif
