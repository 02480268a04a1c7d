/* flood.h - floods of a circuit without loops: they go round from step to step.
 *
 * The variables of the network's fixpoints (BitsLoop) are words of a position there.  A move gives a new value to the state bits that depend on
 * no flood.  In the steps that follow nobody moves: every variable takes its step once a step until none changes, floods that depend on others
 * after those, and then the other bits get their values.  What these need of the moment of the move and no state bit has is kept
 * in words of its own. */
#ifndef LUDC_LANES_FLOOD_H
#define LUDC_LANES_FLOOD_H

#include "ir/logic/bits.h"

typedef struct LaneFloods {
    uint32_t nlevel, *level; /* by loop: 1 and more, its own is higher than those it depends on; 0: nothing needs it */
    uint32_t nvar, *var;     /* by loop: the number of its first variable */
    bool *late;              /* by gate: it depends on a flood */
    BitsEdge *bit;           /* by gate: the state bit that has its value when a move was made, twice its number, one more where negated; BITS_NO_EDGE: none */
    uint32_t nkept, *kept;   /* gates whose values are kept */
} LaneFloods;

/* NULL: none go round; where *why is not, what is not for such a circuit. */
LaneFloods *lane_floods(const BitsGame *game, Arena *arena, const char **why);
/* Is a variable's start known when the move is made?  Else it has it as soon as its level begins. */
bool lane_flood_starts_at_once(const LaneFloods *f, const BitsLoop *l, uint32_t loop, uint32_t v);
/* Words of a position: levels, one of which holds while floods go round; variables; values. */
static inline uint32_t lane_floods_words(const LaneFloods *f) { return f ? f->nlevel + f->nvar + f->nkept : 0; }

#endif
