/* net.h - the circuits of the lanes back end: gates over words of lanes.
 *
 * A word holds one bit of each lane; a gate works on all lanes at once.  Gates stand
 * in topological order.  An edge is a gate's number times two, plus one when it is
 * negated; gate 0 is the constant false.  Equal gates exist once, and none is made
 * whose value is known. */
#ifndef LUDC_LANES_NET_H
#define LUDC_LANES_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

typedef uint32_t LaneEdge;
enum { LANE_FALSE = 0, LANE_TRUE = 1, LANE_LOOP_ROUNDS = 8 };

/* VAR, REST: value number b of loop a, while it runs and when it has come to rest. */
typedef enum { LANE_CONST, LANE_INPUT, LANE_VAR, LANE_REST, LANE_AND, LANE_XOR, LANE_MUX } LaneKind;

/* The arrays of words that a circuit reads and writes. */
typedef enum {
    BANK_STATE,  /* in: the lanes' positions; out: what they become */
    BANK_ROOT,   /* in: where lanes begin their games */
    BANK_RANDOM, /* in: fair and independent bits */
    BANK_LIVE,   /* in: lanes that still play; lanes that begin again, .. (LaneLive) */
    BANK_DOES,   /* in: given moves, by slot */
    BANK_FOUND,  /* out of a step, into the tally: what was found (LaneFound) */
    BANK_TALLY,  /* out: one word a row of the tally */
    BANK_HAND,   /* in, out: from one link of a chain to the next (chain.h) */
    BANK_CHOSEN, /* out of a circuit: numbers of what is chosen, each as soon as it is known */
    NBANK
} LaneBank;

/* RANKS: random numbers are to be taken as they are (LaneWays.ranks).  STAYS: lanes that are only asked whether it is
 * over (LaneWays.late). */
typedef enum { LIVE_PLAYS, LIVE_FRESH, LIVE_RANKS, LIVE_STAYS, NLIVE } LaneLive;

typedef struct {
    LaneKind kind;
    LaneEdge a, b, c; /* INPUT: a is the bank, b the index; MUX: a ? b : c */
} LaneGate;

typedef struct {
    LaneBank bank;
    uint32_t at;
    LaneEdge edge;
} LaneOutput;

/* A monotone fixpoint in all lanes: the variables begin at `start` and take `step`, which
 * holds wherever the variable does, until none changes.  The variables are the gates from
 * first_var on, then comes what steps need of them, up to `end`; there stand the results.
 * No other loop stands between.  nvar 0: nobody needs it any more. */
typedef struct {
    uint32_t nvar, bound, first_var, end;
    LaneEdge *start, *step;
    uint32_t origin, nkey; /* a copy of this loop, over these edges */
    LaneEdge *key;
    bool assuming;         /* it takes assumptions for granted */
} LaneLoop;

typedef struct {
    Arena *arena;
    VEC(LaneGate) gate;
    VEC(LaneLoop) loop;
    VEC(LaneOutput) out;
    VEC(uint8_t) known; /* of each gate: 0, or 1 + the value that it is assumed to have */
    bool assuming;      /* some gate is */
    VEC(uint8_t) factor; /* of gates up to some: 1: it is taken out of brackets, see lane_factor */
    uint32_t *slot, nslot; /* the table of gates */
} LaneNet;

LaneNet *lane_net_new(Arena *arena);
LaneEdge lane_input(LaneNet *n, LaneBank bank, uint32_t at);
LaneEdge lane_and(LaneNet *n, LaneEdge a, LaneEdge b);
LaneEdge lane_xor(LaneNet *n, LaneEdge a, LaneEdge b);
LaneEdge lane_mux(LaneNet *n, LaneEdge a, LaneEdge b, LaneEdge c); /* a ? b : c */
/* A loop is made with its starts, then its steps are made of the variables, then it is closed. */
uint32_t lane_loop(LaneNet *n, const LaneEdge *start, uint32_t nvar, uint32_t bound);
LaneEdge lane_var(LaneNet *n, uint32_t loop, uint32_t number);
void lane_loop_close(LaneNet *n, uint32_t loop, const LaneEdge *step);
LaneEdge lane_rest(LaneNet *n, uint32_t loop, uint32_t number);
/* From now on (f and a) or (f and b) is f and (a or b). */
void lane_factor(LaneNet *n, LaneEdge f);
void lane_output(LaneNet *n, LaneBank bank, uint32_t at, LaneEdge edge);
/* Until lane_forget nobody gets this edge from a gate: its value is taken for granted. */
void lane_assume(LaneNet *n, LaneEdge edge, bool value);
LaneEdge lane_assumed(const LaneNet *n, LaneEdge edge); /* the edge, or the value assumed */
void lane_forget(LaneNet *n);

static inline LaneEdge lane_not(LaneEdge a) { return a ^ 1; }
static inline LaneEdge lane_or(LaneNet *n, LaneEdge a, LaneEdge b) { return lane_not(lane_and(n, a ^ 1, b ^ 1)); }
LaneEdge lane_majority(LaneNet *n, LaneEdge a, LaneEdge b, LaneEdge c);
LaneEdge lane_any(LaneNet *n, const LaneEdge *edge, size_t count); /* a balanced tree */

/* The same circuit without what no output needs. */
LaneNet *lane_net_tidy(const LaneNet *n, Arena *arena);
/* Gates of two inputs, a MUX for three; those of a loop for LANE_LOOP_ROUNDS times. */
uint32_t lane_net_size(const LaneNet *n);
/* The number of words of a bank that are read or written. */
uint32_t lane_net_bank(const LaneNet *n, LaneBank bank);

/* The interpreter: `word[bank]` are 64 lanes a word; `value` has room for all gates. */
void lane_net_eval(const LaneNet *n, const uint64_t *const in[NBANK], uint64_t *const out[NBANK], uint64_t *value);

#endif
