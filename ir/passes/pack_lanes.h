/* pack_lanes.h - conditions as lanes of sets (superword-level parallelism, where a word holds a bit of each condition). */
#ifndef LUDC_IR_PASSES_PACK_LANES_H
#define LUDC_IR_PASSES_PACK_LANES_H

#include "ir/passes/conditions.h"

/* A condition that is to be a member of a set. */
typedef struct {
    int at; /* the member */
    Condition is;
} PackLane;

typedef struct {
    Conditions c;
    int space;       /* that lanes are members of */
    size_t words;    /* of its sets; */
    size_t touched;  /* those that lanes lie in */
    size_t cost;     /* instructions, about */
    int visits;      /* that are left */
    const bool *shared; /* by local: many lanes of the pack at hand read it, so that it is not seen through; NULL: none */
} PackLanes;

/* A name that is not seen through is a literal. */
Condition pack_literal(const PackLanes *p, const Ir *e, bool opposite);
/* A member of a field that is a set of the space. */
bool pack_is_fact(const PackLanes *p, const Ir *e);
/* Equal for conditions that differ by the place of their lanes. */
uint64_t pack_shape(PackLanes *p, Condition l, int at);
uint64_t pack_hash(Condition l);
/* The set of the lanes whose condition holds, and its cost; it has no other members.  NULL: it is not known how. */
Ir *pack_set(PackLanes *p, const PackLane *lane, size_t n);

#endif
