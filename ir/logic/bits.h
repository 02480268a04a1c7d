/* bits.h - a game in normal form *bits*: a propositional network with its roles.
 *
 * Gates stand in topological order: operands have smaller numbers.  An edge is a
 * gate number times two, plus one when it is negated; gate 0 is the constant
 * false, so edge 1 is true.  Equal gates exist once.
 *
 * The network is exact in reachable states, for one legal move of each role that
 * has one, until the game is over; elsewhere it may say anything. */
#ifndef LUDC_IR_BITS_H
#define LUDC_IR_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/out.h"
#include "ir/core/ir.h"

typedef uint32_t BitsEdge;
enum { BITS_FALSE = 0, BITS_TRUE = 1 };

/* LOOP: what value number `b` (BitsLoop.out) of loop `a` is when it has come to rest. */
typedef enum { BITS_CONST, BITS_STATE, BITS_DOES, BITS_AND, BITS_XOR, BITS_MUX, BITS_VAR, BITS_LOOP } BitsKind;

typedef struct {
    BitsKind kind;
    BitsEdge a, b, c; /* STATE, DOES: a is its number (no edge); AND, XOR: a, b; MUX: a ? b : c;
                       * VAR: value number b of loop a; LOOP: value number b of loop a */
} BitsGate;

/* Is it a function of other gates: of a and b, a MUX of c, too? */
static inline bool bits_has_operands(const BitsGate *g) { return g->kind == BITS_AND || g->kind == BITS_XOR || g->kind == BITS_MUX; }

/* A monotone fixpoint that is not unrolled: its variables start at `start` and take
 * `step` (over the variables, BITS_VAR, and anything before the loop) until none
 * changes, at most `bound` times.  Starts have smaller gate numbers than
 * `first_var`, the variables follow each other, then come the steps, after them
 * the first BITS_LOOP.  A step reads no variable of another loop.  Only gates that
 * depend on a variable need be evaluated again; others may stand between them. */
typedef struct {
    uint32_t nvar, bound;
    BitsEdge *start, *step;
    uint32_t first_var; /* gate number of its first BITS_VAR */
} BitsLoop;

/* One legal move of one role.  In a step every role that has a legal move plays one
 * (games of turns: only the mover has any). */
typedef struct {
    uint32_t code;  /* of the reasoner's move; several slots never have one code, except
                     * for different roles */
    uint32_t role;  /* 1..roles */
    BitsEdge legal; /* over the state */
    BitsEdge does;  /* the BITS_DOES gate of this slot, its number the slot's */
    uint32_t times; /* multiplicity in the list of legal moves, 1 as a rule */
    uint32_t rule;  /* the function of the move, and its parameters in their order: where */
    uint32_t nparam; /* slots are a product, as rule x direction x site, this shows it */
    const int32_t *param;
} BitsSlot;

typedef struct {
    uint32_t role;
    int32_t rank2; /* games of turns: twice the rank; joint games: -1, see value */
    int32_t value; /* joint games: the goal, 0..100, or -1, -2 as view goal; games of turns: -1 */
    BitsEdge holds; /* over the state, meaningful where `over` holds */
} BitsGoal;

/* What part of a field a bit of the state is. */
typedef enum {
    BITS_MEMBER, /* `value` is in the set */
    BITS_DIGIT,  /* digit `value` of the number less `lo`, in binary */
    BITS_VALUE   /* the number is `value` */
} BitsPart;

typedef struct {
    int field;
    uint32_t at; /* element */
    BitsPart part;
    int64_t value, lo;
    int64_t hi;    /* DIGIT, VALUE: larger numbers count as this one */
    int64_t usual; /* VALUE: the number where no bit of the element holds */
} BitsOrigin;

struct BitsGame;

/* The state as the game has it, and the bits that a network keeps of it. */
typedef struct {
    uint32_t nbit;
    const BitsOrigin *origin;   /* by bit */
    const bool *init;
    const struct BitsGame *raw; /* the network before any bit was left out: its gates */
    const BitsEdge *derived;    /* by bit: in `raw`, what it follows from; BITS_NO_EDGE: it does not */
    uint32_t *kept;             /* by bit: twice the state bit it is now, plus one where negated; BITS_NO_EDGE: none, it
                                 * stays as `init` or nothing depends on it */
} BitsWhole;

#define BITS_NO_EDGE UINT32_MAX

typedef struct BitsGame {
    Arena *arena;
    const char *name;
    bool joint;
    uint32_t nrole;
    uint32_t ngate;
    BitsGate *gate;
    uint32_t nstate;
    BitsEdge *next;       /* over state and does; of each state bit */
    bool *init;
    const char **state_name;
    uint32_t nslot;
    BitsSlot *slot; /* by role, then in canonical order of the reasoner's list */
    BitsEdge over;  /* over the state; then no slot need be legal */
    uint32_t nloop;
    BitsLoop *loop;
    uint32_t ngoal;
    BitsGoal *goal;
    const BitsWhole *whole; /* when it was asked for, else NULL */
    uint32_t napart;
    uint32_t (*apart)[2]; /* state bits that never hold together, in no position, as far as bits_sweep knows */
} BitsGame;

typedef struct {
    uint32_t gate_limit; /* 0: the usual one */
    bool raw;            /* as executed: no sequential reduction */
    bool unroll;         /* no loops, however large that gets */
    bool whole;          /* with BitsGame.whole */
} BitsOptions;

/* The network of a verified game, in the arena; NULL if it does not fit, with the
 * reason in words in *reason ("chance: `draw`", ..).  The game is not changed. */
BitsGame *bits_of_game(Arena *arena, const IrGame *game, const BitsOptions *options, const char **reason);

/* Gates of two and three inputs; state bits, slots and goals are not counted. */
uint32_t bits_size(const BitsGame *game);

/* ---- reference interpreter: 64 games at once, bit i of every word is game i ---- */

typedef struct BitsRun BitsRun;

BitsRun *bits_run_new(Arena *arena, const BitsGame *game); /* initial states */
void bits_run_reset(BitsRun *run, uint64_t games);         /* these start again */
/* Evaluates what depends on the state alone, or, with the words of `does` (by slot),
 * everything. */
void bits_run_eval(BitsRun *run, const uint64_t *does);
uint64_t bits_run_edge(const BitsRun *run, BitsEdge edge);
/* Takes over the next states of these games; needs an evaluation with does. */
void bits_run_step(BitsRun *run, uint64_t games);
uint64_t *bits_run_state(BitsRun *run); /* by state bit; may be written */

/* ---- states of the game --------------------------------------------------------- */

/* By state bit of the network, the bit of the whole state that it is; in the arena. */
uint32_t *bits_whole_source(const BitsGame *game, Arena *arena);
/* From the kept bits of 64 games (by state bit) all bits of the whole state. */
void bits_whole_fill(const BitsGame *game, const uint64_t *kept, uint64_t *whole);

/* ---- text ---------------------------------------------------------------------- */

void bits_print(const BitsGame *game, Out *out);
void bits_dot(const BitsGame *game, Out *out);
/* false: there are loops, which BLIF cannot say */
bool bits_blif(const BitsGame *game, Out *out);
/* The same as a function, without latches: inputs state[i] and does[i], outputs next[i], legal[i], goal[i] and over.
 * What there is only one of has no index. */
bool bits_blif_function(const BitsGame *game, const char *model, Out *out);
/* Bit i of a BLIF port of n bits; of one bit, which has no index. */
void blif_port(const char *port, uint32_t i, uint32_t n, Out *out);
/* All its bits, for .inputs and .outputs. */
void blif_ports(const char *port, uint32_t n, Out *out);

#endif
