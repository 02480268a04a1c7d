/* care.h - what can happen in a game at all: samples of play, invariants of
 * the state, and proofs from them that some values never meet; private to the net.
 *
 * A state is in care when it can be reached.  A joint move is in care when it is
 * legal, one for each role, and the state is not terminal. */
#ifndef LUDC_GDL_NET_CARE_H
#define LUDC_GDL_NET_CARE_H

#include "base/vec.h"
#include "frontend/gdl/net/net.h"

/* ---- samples (net/sample.c): 64 games at once, one a bit ---- */
typedef struct {
    uint32_t words;
    uint64_t *value; /* by node, then word: all in reachable states */
    uint64_t *moved; /* by word: those in which every role moves, before the end */
    bool *moves;     /* by node: depends on moves */
} GdlSamples;

void gdl_sample(const GdlNet *net, GdlSamples *samples, Arena *arena);
/* Words of an edge: the node's, opposite where the edge is negated. */
static inline uint64_t gdl_sample_word(const GdlSamples *samples, GdlEdge edge, uint32_t word)
{
    return samples->value[(size_t)(edge >> 1) * samples->words + word] ^ (0 - (uint64_t)(edge & 1));
}

/* ---- invariants (net/invariant.c) ---- */
/* Edges of BASE nodes that never hold together; a == b: that never holds. */
typedef struct {
    GdlEdge a, b;
} GdlApart;

/* Bases, by number, one of which always holds. */
typedef struct {
    uint32_t n;
    const uint32_t *base;
    bool whole; /* they are all facts of their kind, and few: worth telling apart */
} GdlSome;

typedef struct {
    VEC(GdlApart) apart;
    VEC(GdlSome) some;
} GdlInvariants;

/* Guessed from the samples and the facts' names, proved by induction. */
void gdl_invariants(const GdlNet *net, const GdlSamples *samples, GdlInvariants *invariants, Arena *arena);

/* ---- proofs (net/care.c) ---- */
typedef struct GdlCare GdlCare;

GdlCare *gdl_care_new(const GdlNet *net, const GdlInvariants *invariants, Arena *arena);
/* Whether these edges can be shown never to hold at once in what is in care: in
 * states, or with `moves` in states and joint moves.  Tries at most `splits`
 * cases. */
bool gdl_care_never(GdlCare *care, const GdlEdge *edge, uint32_t n, bool moves, uint32_t splits);
/* Steps of propagation done so far. */
uint64_t gdl_care_work(const GdlCare *care);

/* ---- ends (net/goals.c) ---- */
/* Fills in at_end and worth. */
void gdl_net_goals(GdlNet *net, const GdlSamples *samples, GdlCare *care, Arena *arena);

/* ---- rewriting (net/reduce.c) ---- */
/* Drops what the care set makes superfluous: constants, equal nodes, inputs of
 * gates that follow from the others, facts and moves that never occur. */
void gdl_net_reduce(GdlNet *net);

#endif
