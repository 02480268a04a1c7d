/* lanes.h - the back end `lanes`: 64 to 512 random games at once, a bit each.
 *
 * A game in the form *bits* becomes straight-line circuits (step.h), for which C is
 * written that plays all lanes of a word at once.  doc/lanes.md says how. */
#ifndef LUDC_LANES_LANES_H
#define LUDC_LANES_LANES_H

#include "backends/lanes/step.h"
#include "base/out.h"

typedef struct {
    const BitsGame *game;
    LaneFrame frame;
    LaneFound found;
    LaneRows rows;
    LaneWays ways;
    LaneStep *step[LANE_PHASES]; /* as built; */
    LaneNet *net[LANE_PHASES];   /* the same without what is not needed */
    LaneNet *tally;
    double active[LANE_PHASES];  /* expected share of moving lanes, if none waits */
    uint32_t sampled_games, sampled_moves, sampled_rounds; /* rounds: of the longest game */
} LanePlan;

typedef struct {
    uint64_t seed;       /* of the sample by which ways to choose are chosen */
    uint32_t round_bits; /* at least so many count rounds, LANE_ROUND_BITS at most */
    uint32_t phases;     /* circuits at most; 0: LANE_PHASES */
    bool ranks;          /* as LaneWays.ranks */
    bool late;           /* the same; else as it costs least */
    bool from_start;     /* the same */
    bool floods;         /* they go round from step to step (flood.h) */
    bool flat;           /* ranks are found with few gates one behind the other (LaneWay) */
    uint32_t beside;     /* gates of the engine that stand beside the step: they wait, too, where no draw was good */
} LaneOptions;

/* The circuits of a game and how its moves are chosen, found by a sample of random games.
 * NULL: not for lanes, *why says it. */
LanePlan *lane_plan(const BitsGame *game, const LaneOptions *options, Arena *arena, const char **why);
/* What was decided, for remarks. */
void lane_plan_say(const LanePlan *plan, Out *out);

/* Operations a move of one lane, by the plan. */
double lane_plan_cost(const LanePlan *plan, uint32_t lanes);

/* What code is made for. */
typedef struct {
    uint32_t lanes;  /* 64, 256, 512 */
    bool ternary;    /* any function of three words is one instruction (AVX-512 with VL) */
} LaneTarget;

#endif
