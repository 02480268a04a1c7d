/* solve.h - a solver, and what its parts see of each other. */
#ifndef LUDC_SEARCH_SOLVE_H
#define LUDC_SEARCH_SOLVE_H

#include <stdbool.h>
#include <time.h>

#include "runtime/abi.h"
#include "runtime/include/ludc_solve.h"

/* Roles; moves below which a line is not followed; counters that keys leave out; the most that they are known to
 * grow; the most that `work` holds. */
enum { SOLVE_ROLES = 16, SOLVE_DEPTH = 4000, SOLVE_COUNTERS = 4, SOLVE_AHEAD = (1 << 20) - 1, SOLVE_WORK = (1 << 12) - 1 };

/* How a game is solved: the four files. */
typedef enum { SOLVE_ALPHABETA, SOLVE_LOTS, SOLVE_MAXN, SOLVE_ALONE } SolveWay;

/* What is known of a value, in 1 / unit. */
typedef struct {
    uint16_t low, high;
} Interval;

/* The same where lots are averaged. */
typedef struct {
    double low, high;
} Range;

/* A row of the table; a Range, or one for each role, follows where there are such values. */
typedef struct {
    uint64_t key[2];
    uint32_t best;       /* the move that was best, plus 1; 0: none */
    uint32_t work : 12;  /* positions below, as a logarithm; 0: there is no value yet */
    uint32_t ahead : 20; /* how much counters grow below, SOLVE_AHEAD: it is not known */
    uint32_t round;      /* in which it was entered last */
    Interval v;          /* of alpha-beta */
} Row;

/* A counter: where its value stands in the words of the key; up to `alike` no comparison sees it. */
typedef struct {
    uint32_t word, shift;
    uint64_t ones;
    uint32_t alike;
    uint32_t seen; /* results that depended on it */
} Counter;

/* One outcome of a move. */
typedef struct {
    ludc_outcome outcome;
    double chance;
    Range v;
} Lot;

typedef struct {
    unsigned char *row;
    uint64_t rows; /* a multiple of 4 */
    uint32_t size; /* bytes of a row */
} Table;

/* One level of the stack: a position and its moves. */
typedef struct {
    unsigned char *state;
    ludc_move *move; /* [n] of the chooser */
    ludc_move step[SOLVE_ROLES]; /* the others' moves, joint games */
    uint32_t n, room, chooser;
    uint64_t key[2], whole[2]; /* without counters and with them; the same where there are none */
    uint32_t count[SOLVE_COUNTERS];
    uint32_t left_out; /* by the key */
    struct ProofChild *child; /* [children], of solve_dfpn.c */
    uint32_t children;
    uint32_t ahead; /* by how much they grow below, as far as the value depends on it */
} Level;

struct ludc_solver {
    const ludc_reasoner *r;
    ludc_solve_options o;
    SolveWay way;
    uint32_t players, kept; /* roles whose values are kept: 1 if two payoffs add up to 1 */
    uint32_t unit;
    bool dfpn;        /* questions are asked by proof numbers first */
    uint32_t beta, prover; /* of solve_dfpn.c: the question, and which role proves now */
    bool clean;       /* what it concluded last holds on every path */
    bool broken;      /* they were seen not to */
    bool stopped;     /* time is up, or memory, or this turn */
    bool late;        /* time is up */
    uint64_t pause;   /* the number of positions at which a turn ends */
    bool together;    /* several roles chose at once */
    Table table;
    Counter counter[SOLVE_COUNTERS];
    uint32_t counters, left_out; /* left_out: bit i: keys leave counter i out */
    bool near;        /* there are rows under whole keys */
    bool circles;     /* a position came back, and its value was left open there */
    bool improved;    /* something was learnt in this round */
    uint32_t round;   /* in which a position is searched once */
    Level *level;     /* [SOLVE_DEPTH + 1], made as they are needed */
    uint32_t levels;
    uint32_t *merit;  /* [codes] how often a move cut something off */
    Lot *lot;         /* of the moves on the stack, in games with lots */
    size_t lots, lots_room;
    ludc_outcome *outcome; /* [LUDC_OUTCOMES] */
    double *chance;
    uint64_t positions;
    double end;       /* CLOCK_MONOTONIC; INFINITY: none */
    double deadline;  /* the same for all calls together */
};

/* ---- the table: solve_table.c ------------------------------------------------------- */

/* `value`: bytes of a row's value. */
bool solve_table_new(Table *t, uint64_t bytes, size_t value);
void solve_table_free(Table *t);
/* The row of a key, or NULL. */
Row *solve_table_find(const Table *t, const uint64_t key[2]);
/* The same, made if need be in place of the row with the least work; its `work` is then 0. */
Row *solve_table_take(Table *t, const uint64_t key[2]);
static inline Range *row_ranges(Row *row) { return (Range *)(void *)(row + 1); }
/* The number of binary digits. */
static inline uint32_t solved_work(uint64_t positions)
{
    uint32_t digits = 1;
    for (; positions > 1; positions >>= 1)
        digits++;
    return digits;
}

/* ---- positions: solve.c --------------------------------------------------------------- */

/* Makes level[depth] with the moves of its state; false: memory is out, or several roles choose. */
bool solve_open(ludc_solver *s, uint32_t depth);
/* level[depth + 1].state becomes that after move i. */
bool solve_play(ludc_solver *s, uint32_t depth, uint32_t i);
/* Payoffs of a finished game; says so in `broken` where two of them do not add up to 1. */
void solve_payoffs(ludc_solver *s, const void *state, double *out);
/* The first role's payoff in 1 / unit. */
Interval solve_result(ludc_solver *s, const void *state);
bool solve_late(ludc_solver *s);
/* A double is exact but for the rounding of sums. */
static inline bool solve_closed(Range v) { return v.high - v.low < 1e-12; }

/* Moves that cut off often come first, before them the one that was best here (plus 1; 0: none). */
/* The move that was best before, counted from 1, comes first; 0: there is none. */
void solve_first(Level *l, uint32_t best);
void solve_order(const ludc_solver *s, Level *l, uint32_t best);

/* ---- keys: solve_key.c --------------------------------------------------------------------- */

void solve_find_counters(ludc_solver *s);
/* Makes the keys and counters of level `depth`; none, where the game is over. */
void solve_key(ludc_solver *s, uint32_t depth);
void solve_no_key(ludc_solver *s, uint32_t depth);
/* Keys leave out one counter less, that which is nearest to what comparisons see; false: they leave out none. */
bool solve_tell_apart(ludc_solver *s);
/* The value of the position at level depth + 1 was used for that at `depth`. */
void solve_ahead(ludc_solver *s, uint32_t depth);
/* The row whose value holds at level `depth`, or NULL; there may be one under each of its keys. */
Row *solve_known(ludc_solver *s, uint32_t depth, bool whole);
/* The move that was best there before, whatever the counters were, plus 1; 0: none. */
uint32_t solve_best(const ludc_solver *s, uint32_t depth);
/* The row to write a value into; *holds: that which stands there holds, too. */
Row *solve_take(ludc_solver *s, uint32_t depth, uint32_t best, bool *holds);
/* false: the position at level `depth` was entered before in this round. */
bool solve_enter(ludc_solver *s, uint32_t depth);
/* Is the position at level `depth` also above it? */
bool solve_on_path(ludc_solver *s, uint32_t depth);

/* ---- lots: solve_lots.c ------------------------------------------------------------------ */

/* Puts the outcomes of move i, which lead to different states, on the stack of lots: s->lot[*first ..
 * s->lots).  None: the move draws nothing, and is played.  false: there are too many. */
bool solve_lots_take(ludc_solver *s, uint32_t depth, uint32_t i, size_t *first);
bool solve_lots_play(ludc_solver *s, uint32_t depth, uint32_t i, ludc_outcome outcome);

/* ---- the ways ---------------------------------------------------------------------------- */

Interval solve_alphabeta(ludc_solver *s, uint32_t depth, uint32_t alpha, uint32_t beta);
/* What is known of the state at level `depth` without search, whose keys this makes; with the keys that are there. */
Interval solve_look(ludc_solver *s, uint32_t depth);
Interval solve_known_interval(ludc_solver *s, uint32_t depth);
/* Into the table: nothing that was known is lost.  What is known now. */
Interval solve_keep_interval(ludc_solver *s, uint32_t depth, Interval v, uint32_t best, uint64_t work);
/* Is the value of level 0 `beta` or more?  What is known of it then.  Bytes of a row's numbers. */
Interval solve_dfpn(ludc_solver *s, uint32_t beta);
size_t solve_dfpn_row(void);
Range solve_lots(ludc_solver *s, uint32_t depth, double alpha, double beta);
void solve_maxn(ludc_solver *s, uint32_t depth, Range *out);
/* Breadth first from level[0]; with `line`, also a shortest way to the best end. */
Interval solve_alone(ludc_solver *s, ludc_move *line, size_t room, size_t *steps);

#endif
