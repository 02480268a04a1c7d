/* net.h - networks of gates under construction: each gate exists once, and what is
 * known from its operands is simplified.  Made for ir/logic. */
#ifndef LUDC_BITS_NET_H
#define LUDC_BITS_NET_H

#include "ir/logic/bits.h"

typedef struct {
    Arena *arena;
    uint32_t limit; /* of gates */
    bool alone;     /* no two moves are ever made together */
    bool full;      /* the limit is reached; edges made from then on mean nothing */
    VEC(BitsGate) gate;
    VEC(BitsLoop) loop;
    uint32_t *bucket; /* gate numbers, 0 free */
    size_t nbucket;
} BitsNet;

BitsNet *net_new(Arena *arena, uint32_t limit);

BitsEdge net_state(BitsNet *net, uint32_t number);
BitsEdge net_does(BitsNet *net, uint32_t number);
BitsEdge net_and(BitsNet *net, BitsEdge a, BitsEdge b);
BitsEdge net_xor(BitsNet *net, BitsEdge a, BitsEdge b);
BitsEdge net_mux(BitsNet *net, BitsEdge a, BitsEdge b, BitsEdge c);

static inline BitsEdge net_not(BitsEdge a)
{
    return a ^ 1;
}

static inline BitsEdge net_or(BitsNet *net, BitsEdge a, BitsEdge b)
{
    return net_and(net, a ^ 1, b ^ 1) ^ 1;
}

/* Balanced; the array is used up. */
BitsEdge net_or_all(BitsNet *net, BitsEdge *edge, size_t n);
BitsEdge net_and_all(BitsNet *net, BitsEdge *edge, size_t n);

/* The edge where the condition holds, simpler where that is seen at once. */
BitsEdge net_given(const BitsNet *net, BitsEdge condition, BitsEdge edge);

/* Do the two surely never hold together?  Looks at few conjuncts; false: unknown. */
bool net_exclude(const BitsNet *net, BitsEdge a, BitsEdge b);

/* A loop: its number; variables are net_var edges; the outputs, once all steps are
 * given.  A loop like an earlier one is that one. */
uint32_t net_loop(BitsNet *net, const BitsEdge *start, uint32_t n, uint32_t bound);
BitsEdge net_var(const BitsNet *net, uint32_t loop, uint32_t number);
BitsEdge net_rest(BitsNet *net, uint32_t loop, uint32_t number);

/* Sum of bits as a number, lowest bit first, at most 32 of them; returns how many. */
uint32_t net_count(BitsNet *net, const BitsEdge *bit, size_t n, BitsEdge *sum);
/* a + b of n bits each: n + 1 bits. */
void net_add(BitsNet *net, const BitsEdge *a, const BitsEdge *b, uint32_t n, BitsEdge *sum);

/* Copies what lies below edges into another network.  map: an edge for every gate
 * of the old one or NET_UNMADE; what is given there already replaces the gate. */
#define NET_UNMADE UINT32_MAX
typedef struct {
    const BitsGate *gate;
    const BitsLoop *loop;
    BitsNet *to;
    BitsEdge *map;
    uint32_t *loop_map; /* loop numbers, NET_UNMADE */
    bool *needed;       /* by gate */
    uint32_t next;      /* the first that was not looked at */
} NetCopy;
NetCopy net_copy_new(Arena *arena, const BitsGate *gate, uint32_t ngate, const BitsLoop *loop, uint32_t nloop, BitsNet *to);
/* Marks everything below. */
void net_need(NetCopy *copy, BitsEdge edge);
/* Copies all that is needed up to a gate, in order. */
void net_copy(NetCopy *copy, uint32_t ngate);
BitsEdge net_copied(const NetCopy *copy, BitsEdge edge);

#endif
