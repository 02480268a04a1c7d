/* puzzle.h - deduction puzzles: the play is (satisfy {constraints}), sites are
 * variables with a range of values. */
#ifndef LUDC_LOWER_PUZZLE_H
#define LUDC_LOWER_PUZZLE_H

#include "frontend/lud/lower/moves/rule.h"

/* One list of sites of one (regions ..). */
typedef struct {
    const Term *item;
    const char *name;
    int kind;     /* lists of one kind, Rows say, have one number from 1 on; 0: of no kind */
    int index;    /* among those of its kind */
    int centre;   /* only where this site has a value other than 0; -1: always */
    Sites sites;
} PuzzleRegion;

struct Puzzle {
    const Term *satisfy;
    int64_t least, most;       /* values */
    int can, left, resolved;   /* fields (puzzle.gir) */
    const Term *hints[SITE_TYPES]; /* the (hints ..) of each type, or NULL */
    VEC(PuzzleRegion) region;
};

/* Is the game such a puzzle?  The values of the board's sites are read; false (filed)
 * if something of it is not supported. */
bool lower_puzzle_facts(Lower *l, const Term *board);
/* A piece for each value, after those of the description. */
void lower_puzzle_fields(Lower *l);
void lower_puzzle_regions(Lower *l);
/* (set {{site value} ..}) before the game. */
void lower_start_values(Lower *l, const Term *t);
/* The fields have their first values: the procedures on them, and the constraints. */
void lower_puzzle_procs(Lower *l);
/* The view `what`: -1 where the variable is not resolved. */
Ir *lower_puzzle_what(Lower *l, Ir *site);

/* ---- constraints (lower/setup/constraint.c) --------------------------------------------- */

/* fn satisfied: do all constraints hold, as far as values are known? */
void lower_constraints(Lower *l);
/* Sites that the constraints speak of, by semantics 03, section 16. */
uint64_t *lower_constrained(Lower *l);
/* `a < b` and its like compare the values of sites; NULL: of numbers. */
Ir *lower_puzzle_compare(Lower *l, const Term *t, IrOp op);

#endif
