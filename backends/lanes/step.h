/* step.h - a game's step as circuits: choose, play, see what is over, begin again.
 *
 * Where the turn goes round in a fixed order of a few *phases*, there is a circuit for
 * each, in which whose turn it is is known; a lane that stalls waits until its phase
 * comes again. */
#ifndef LUDC_LANES_STEP_H
#define LUDC_LANES_STEP_H

#include "backends/lanes/choose.h"
#include "backends/lanes/context.h"
#include "backends/lanes/flood.h"
#include "ir/logic/bits.h"

enum { LANE_PHASES = 8, LANE_ROLES = 16, LANE_ROUND_BITS = 16 };
#define LANE_NO_WORD UINT32_MAX

/* Places in the words of a position: the state bits that no phase knows, then in which
 * phase the lane is, then how often it has been through all of them, then what floods that go round need. */
typedef struct {
    uint32_t nphase, nphasebit;
    int8_t *known[LANE_PHASES]; /* [nstate]: the value of a state bit in the phase, or -1 */
    int32_t *place;             /* [nstate]: its word, or -1 where the phases know it */
    uint32_t phase_at, round_at, nroundbit, flood_at, nword;
    const LaneFloods *floods; /* NULL: none go round from step to step */
} LaneFrame;

/* What a step says about lanes whose game is over now: words of BANK_FOUND.  The next
 * step takes `done` as LIVE_FRESH: it puts such lanes back to their roots. */
typedef struct {
    uint32_t done, cut, stuck, round, phase, goal; /* first word of each kind; stuck: somebody has no move */
    uint32_t nword;
    uint32_t *goal_word; /* [ngoal]: its word as an edge: odd, it is negated; LANE_NO_WORD: no value, or not told here */
    uint32_t *last_word; /* NULL, or [nstate]: of the last position, what values depend on; LANE_NO_WORD: the rest */
} LaneFound;

/* The rows that are counted: how many games ended with these values. */
typedef struct {
    uint32_t nrow;
    int32_t *value; /* [nrow * nrole]: as in BitsGoal; else see runtime/lanes.h */
    bool joint;     /* a row is a whole vector; else it says one role's value */
} LaneRows;

/* Moves are drawn by group: in games of turns there is one, as only one role has any; where
 * all move together each role is one. */
typedef struct {
    LaneWay way[LANE_PHASES][LANE_ROLES]; /* by phase and group */
    bool ranks; /* there is an input LIVE_RANKS: where it holds, the random bits of each draw are the number of a move */
    bool late;  /* whether a game is over is asked before a move, not after it: what is legal and what is over share
                 * gates then, and a game takes a step more; there is an input LIVE_STAYS */
    bool last;  /* LaneFound has what values depend on of the last position, and the tally finds the values */
    bool context; /* the game's gates are simplified by one another (context.h) */
    bool align;   /* slots stand in groups as align.h says, where that can be */
    bool from_start; /* all games begin at the first position: roots are constants, BANK_ROOT is not read */
} LaneWays;

typedef struct {
    LaneNet *net;
    LaneEdge *legal, *does; /* [nslot], while the net is as it was built */
    LaneEdge acc;    /* lanes that move */
    LaneEdge moved;  /* whose move is complete, with what floods say of it; acc where none go round */
    LaneEdge flooding; /* whose floods are not at rest when the step ends */
    uint32_t nrandom;
    uint32_t nplace[LANE_ROLES]; /* by group: moves to choose among */
    uint32_t first_random[LANE_ROLES], digits[LANE_ROLES]; /* by group: of its first draw, and bits of each */
    /* By group, where LaneWays.ranks: a number for the slot that is chosen, 0 in lanes that do not move; by number its slot. */
    LaneNumber number[LANE_ROLES];
    LaneEdge good[LANE_ROLES]; /* what a group drew, or was given, is a move */
    uint32_t *slot_of[LANE_ROLES], nnumber[LANE_ROLES]; /* LANE_NO_WORD: no slot has it */
} LaneStep;

uint32_t lane_groups(const BitsGame *game);
uint32_t lane_group(const BitsGame *game, uint32_t slot);

/* At most so many phases, LANE_PHASES or less; one where floods go round. */
LaneFrame lane_frame(const BitsGame *game, uint32_t phases, const LaneFloods *floods, Arena *arena);
/* Rounds are counted with so many bits, LANE_ROUND_BITS at most; longer games are cut off. */
void lane_frame_rounds(LaneFrame *frame, uint32_t bits);
/* With `last` or not, see LaneWays. */
LaneFound lane_found(const BitsGame *game, const LaneFrame *frame, bool last, Arena *arena);
LaneStep *lane_step(const BitsGame *game, const LaneFrame *frame, const LaneFound *found, const LaneWays *ways,
                    uint32_t phase, Arena *arena);
/* From the words that steps found to rows. */
LaneNet *lane_tally(const BitsGame *game, const LaneFound *found, LaneRows *rows, Arena *arena);
/* The game alone, moves given: BANK_DOES by slot; out: BANK_STATE by state bit, and in
 * BANK_FOUND over, then the goals, then the legal conditions of the slots. */
LaneNet *lane_forced(const BitsGame *game, Arena *arena);

/* Copies of a game's circuit in a net. */
typedef struct {
    LaneNet *net;
    const BitsGame *game;
    const LaneEdge *state, *does; /* [nstate], [nslot] */
    LaneEdge *memo;
    uint32_t *loop; /* [nloop]: the net's loop */
    LaneContext *context; /* NULL: gates are copied as they are */
} LaneCopy;
LaneCopy lane_copy(LaneNet *net, const BitsGame *game, const LaneEdge *state, const LaneEdge *does);
LaneEdge lane_copied(LaneCopy *c, BitsEdge edge);

#endif
