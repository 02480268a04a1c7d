/* solve.h - a solver, and what its parts see of each other. */
#ifndef LUDC_SEARCH_SOLVE_H
#define LUDC_SEARCH_SOLVE_H

#include <stdbool.h>
#include <time.h>

#include "runtime/abi.h"
#include "runtime/include/ludc_solve.h"

/* Roles; moves below which a line is not followed; what a level of the stack keeps. */
enum { SOLVE_ROLES = 16, SOLVE_DEPTH = 4000 };

/* What is known of a value, in 1 / unit. */
typedef struct {
    uint16_t low, high;
} Interval;

/* A row of the table; `kept` intervals follow. */
typedef struct {
    uint64_t key[2];
    uint32_t best; /* the move that was best, plus 1; 0: none */
    uint32_t work; /* positions below, as a logarithm */
} Row;

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
    uint64_t key[2];
} Level;

struct ludc_solver {
    const ludc_reasoner *r;
    ludc_solve_options o;
    uint32_t players, kept; /* roles whose intervals are kept: 1 if two payoffs add up to 1 */
    uint32_t unit;
    bool broken;      /* they were seen not to */
    bool stopped;     /* time is up, or memory */
    bool together;    /* several roles chose at once */
    Table table;
    Level *level;     /* [SOLVE_DEPTH + 1], made as they are needed */
    uint32_t levels;
    uint32_t *merit;  /* [codes] how often a move cut something off */
    uint64_t positions;
    double end;       /* CLOCK_MONOTONIC; INFINITY: none */
};

/* ---- the table: solve_table.c ------------------------------------------------------- */

bool solved_new(Table *t, uint64_t bytes, uint32_t kept);
void solved_free(Table *t);
/* The row of a key, or NULL. */
Row *solved_find(const Table *t, const uint64_t key[2]);
/* The same, made if need be in place of the row with the least work; its intervals are then open. */
Row *solved_take(Table *t, const uint64_t key[2], uint32_t kept, uint32_t unit);
static inline Interval *row_intervals(Row *row) { return (Interval *)(void *)(row + 1); }

/* ---- positions: solve.c --------------------------------------------------------------- */

/* Makes level[depth] with the moves of its state; false: memory is out, or several roles choose. */
bool solve_open(ludc_solver *s, uint32_t depth);
/* level[depth + 1].state becomes that after move i. */
bool solve_play(ludc_solver *s, uint32_t depth, uint32_t i);
/* Payoffs of a finished game. */
void solve_result(ludc_solver *s, const void *state, Interval *out);
bool solve_late(ludc_solver *s);

/* ---- the three ways -------------------------------------------------------------------- */

Interval solve_alphabeta(ludc_solver *s, uint32_t depth, uint32_t alpha, uint32_t beta);
void solve_maxn(ludc_solver *s, uint32_t depth, Interval *out);
/* Breadth first from level[0]; with `line`, also a shortest way to the best end. */
Interval solve_alone(ludc_solver *s, ludc_move *line, size_t room, size_t *steps);

#endif
