/* target_rows.h - sets of members that depend on one local, the target, as a set of the state and a table of rows.
 *
 *     M & $board & $aim[%t]      is the set M, and for each value of %t the row $board & $aim[%t]
 *
 * Such sets with the same M are united by their rows, those with the same rows by their sets. */
#ifndef LUDC_IR_TARGET_ROWS_H
#define LUDC_IR_TARGET_ROWS_H

#include "ir/core/ir.h"

typedef struct {
    int target; /* a local; -1: there is one row */
    int64_t low; /* its least value */
    int rows, space, words;
    const Ir *set; /* NULL: all of the space */
    uint64_t *row;
} TargetRows;

typedef VEC(TargetRows) RowsList;

typedef struct {
    IrGame *game;
    IrFn *fn;  /* whose local it is */
    int tried; /* values that may still be found out */
} RowsWork;

/* May one more value be found out? */
bool target_spend(RowsWork *w);
/* Do constants say the value for each x and t, locals (-1: none)? */
bool target_constant(const Ir *e, int x, int t);
/* All members of the space; false: the target has too many values. */
bool target_begin(const RowsWork *w, TargetRows *r, int space, int target);
/* Only those that are in the set, too. */
void target_cut(RowsWork *w, TargetRows *r, const Ir *set);
/* The row for the target's value, without the set.  Makes a table unless there is one that is the same. */
Ir *target_row(const RowsWork *w, const TargetRows *r);
void target_add(Arena *arena, RowsList *list, const TargetRows *r);
/* The union of the list, whose order and sets may change; NULL: it is empty.  Makes tables. */
Ir *target_union(const RowsWork *w, RowsList *list);

#endif
