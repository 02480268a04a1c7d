/* lane_state.h - the states of a reasoner as positions of lanes, and back. */
#ifndef LUDC_DRIVER_LANE_STATE_H
#define LUDC_DRIVER_LANE_STATE_H

#include "ir/analysis/analyses.h"
#include "ir/logic/bits.h"

typedef struct LaneState LaneState;

/* For states of generated code of `game`, the one that `bits`, which has its `whole`, is the network of.
 * Lives in the arena. */
LaneState *lane_state_new(Arena *arena, const IrGame *game, const BitsGame *bits);
size_t lane_state_size(const LaneState *s); /* bytes of a state */
/* Bit i % 64 of word i / 64 is state bit i of the network. */
void lane_state_pack(const LaneState *s, const void *state, uint64_t *position);
/* From the words of 64 lanes (word[b]: state bit b of each) the states of n of them from `first` on,
 * `stride` bytes apart.  What no answer depends on is as in `init`, the initial state. */
void lane_state_unpack(const LaneState *s, const void *init, const uint64_t *word, unsigned first, unsigned n, void *states,
                       size_t stride);
/* Lane 0 of such words over a state of the game: bits that the network does not keep stay as they are there. */
void lane_state_overlay(const LaneState *s, const uint64_t *word, void *state);

#endif
