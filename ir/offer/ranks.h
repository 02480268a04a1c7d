/* ranks.h - which ranks players can come to have: the game with all that ranks do not depend on
 * left unknown, played in every way; private to ir/offer.
 *
 * Kept are a few small fields, those that decide what is written to the ranks: who is
 * still playing, how many have won, who moves.  A condition on anything else holds and does not. */
#ifndef LUDC_IR_OFFER_RANKS_H
#define LUDC_IR_OFFER_RANKS_H

#include "ir/core/ir.h"

/* What an int is, from lo to hi; or a set: its word in lo and hi 0, or (hi 1) anything. */
typedef struct {
    int64_t lo, hi;
} RankCell;

/* States of the kept fields, and the locals of the function at hand; after these what it
 * returns. */
typedef struct {
    VEC(RankCell *) env;
} RankSet;

typedef struct {
    IrGame *game;
    Arena *arena;   /* of the step at hand */
    Arena *lasting;
    int *slot;      /* by field: its first cell, or -1 */
    size_t nslot;
    bool *writes;   /* by function: it writes a kept field */
    bool *closed;   /* by function: it reads kept fields only */
    int rank, over; /* fields */
    const IrFn *fn; /* at hand */
    size_t work;
    bool failed;    /* more states than are looked at, or something that is not understood */
} Ranks;

/* ---- ranks_eval.c: expressions ---- */

RankCell ranks_eval(Ranks *m, RankCell *env, const Ir *e);
RankCell ranks_of_type(const Ranks *m, IrType type); /* anything of the type */
/* 1, 0, or -1: it may be both. */
int ranks_truth(RankCell bit);
static inline bool ranks_known(IrType type, RankCell c) { return type.kind == IR_MASK ? c.hi == 0 : c.lo == c.hi; }

/* ---- ranks_exec.c: statements ---- */

size_t ranks_width(const Ranks *m); /* cells of a state at the function at hand */
RankCell *ranks_env(Ranks *m, const RankCell *slots); /* a new state with these kept fields */
/* From each state: those after the statement; those that return go to *returned. */
RankSet ranks_run(Ranks *m, const Ir *statement, RankSet in, RankSet *returned);
/* The states once each, by their first `cells` cells. */
void ranks_unite(Ranks *m, RankSet *set, size_t cells);

/* ---- ranks.c ---- */

enum { RANKS_MOST_PLAYERS = 16 };

/* What is possible from some states on, by player from 1: bit k: rank2 is k at the end. */
typedef struct {
    uint64_t end[RANKS_MOST_PLAYERS + 1];
} RankBounds;

/* Ranks between moves, where one is fixed and the game is not over, and what can come of it. */
typedef struct {
    int32_t now[RANKS_MOST_PLAYERS + 1];
    RankBounds bounds;
} RankRow;

typedef struct {
    RankBounds all;
    VEC(RankRow) row;
} RankCourse;

/* false: it could not be found; then everything is possible. */
bool ranks_find(IrGame *game, Arena *arena, RankCourse *course);

#endif
