/* choose.h - circuits that choose a uniformly random legal move in every lane.
 *
 * Both ways reject: a lane in which no draw was good stalls (`ok` does not hold), keeps
 * its position and tries again later.  What a draw yields if it is good is uniform over
 * the legal moves, whatever it is that makes draws fail, so the choice is exactly
 * uniform; nothing is rounded.
 *
 *   lookup: a random slot, good if it is legal; for few slots
 *   rank:   a random number below the count of legal moves, good if it is below; then
 *           the move of that rank.  Slots stand in groups: first the group, then the
 *           move in it.  A number is compared with one sum after the other, halving the
 *           groups each time, which takes the fewest gates, or (`flat`) with all sums at
 *           once, which puts the fewest one behind the other. */
#ifndef LUDC_LANES_CHOOSE_H
#define LUDC_LANES_CHOOSE_H

#include "backends/lanes/net.h"

typedef struct {
    bool rank, flat;
    uint8_t rounds; /* draws a step */
    uint8_t group;  /* rank: slots a group */
    bool factor;    /* rank: which group it is is taken out of brackets, see lane_factor */
} LaneWay;

/* Chance that a step's draws are good, for a role with `legal` of `n` moves. */
double lane_way_chance(const LaneWay *way, uint32_t n, uint32_t legal);

enum { LANE_DIGITS = 16 };
typedef struct {
    uint32_t n;
    LaneEdge bit[LANE_DIGITS]; /* lowest first */
} LaneNumber;

typedef struct {
    LaneNet *net;
    const LaneEdge *legal;
    uint32_t n;
    LaneWay way;
    uint32_t *nrandom; /* random words taken so far */
    LaneEdge ranks;    /* random numbers are taken as they are, not made as narrow as the count; LANE_FALSE as a rule */
    LaneEdge ok;       /* after lane_draw: a move was found */
    LaneEdge some;     /* there is a legal move */
    LaneNumber index;  /* lookup: of the slot; rank: of the legal move */
    LaneNumber path;   /* rank: number of the group; */
    LaneEdge *hit;     /* where that is flat: by group, that it is this one */
    LaneNumber number; /* after lane_decode, where `ranks` is an input: lane_place_number of what is chosen; 0 where nothing is */
} LaneChooser;

/* legal[n]: conditions that the slots of a role are legal. */
void lane_draw(LaneChooser *c);
/* The bits of one draw, of so many that were taken for all. */
uint32_t lane_draw_digits(const LaneChooser *c, uint32_t taken);
/* chosen[n]: for each slot that it is played; none where `mask` does not hold. */
void lane_decode(LaneChooser *c, LaneEdge mask, LaneEdge *chosen);

/* Numbers of what can be chosen, few gates away from how it is found: none twice, and the bits of all of them. */
uint32_t lane_place_number(const LaneChooser *c, uint32_t place);
uint32_t lane_place_bits(const LaneChooser *c);

/* The number of edges that hold. */
LaneNumber lane_count(LaneNet *n, const LaneEdge *edge, uint32_t count);

#endif
