/* records.h - what stands in a reasoner beside its functions (runtime/abi.h): tables of spaces, views, planes and data, and
 * the columns of `describe`.  Rows of texts, numbers and lists, which the back ends print. */
#ifndef LUDC_IR_RECORDS_H
#define LUDC_IR_RECORDS_H

#include "ir/offer/offer.h"

typedef enum { IR_CELL_TEXT, IR_CELL_NUMBER, IR_CELL_TEXTS, IR_CELL_NUMBERS } IrCellKind;

typedef struct {
    IrCellKind kind;
    int64_t n; /* the number; of a list, its length */
    const char *text;
    const char *const *texts; /* NULL: the list is not there */
    const int32_t *numbers;
} IrCell;

typedef struct {
    const char *type, *name; /* of a row, in abi.h; of the table */
    const char *list;        /* what its lists are called, before their row's number */
    size_t n, width;         /* rows; cells of a row */
    const IrCell *cell;      /* row by row */
} IrRecords;

typedef struct {
    IrRecords spaces, views, planes, data;
    const int *view; /* the functions of the views, in the order of their rows */
    const char *const *column;
    size_t ncolumn;
    const IrPlanePlace *place; /* of the planes, and how many words each set of them has */
    uint32_t words[IR_PLANE_SETS];
    int action_index; /* the row of data IR_ACTION_INDEX; -1: there is none */
} IrOffered;

/* Of a game in its last form; with `describe` rules have columns. */
IrOffered ir_offered(Arena *arena, IrGame *game, bool describe);
/* The column of a rule's view. */
size_t ir_column(const IrOffered *offered, const char *view);
/* The view of that name that reasoners ask: its function, or -1. */
int ir_view_find(const IrGame *game, const char *name);
/* Is a random game so little code that many of them are one function of a back end (`playouts` of a reasoner)? */
bool ir_plays_many(const IrGame *game);
/* The field of the mover, where it has two values and a move is so short that `playouts` may well write it once for each
 * of them: what follows from the mover is known there, and that the two alternate is no test.  -1: it may not. */
int ir_mover_apart(const IrGame *game);
/* The largest twice a rank that such a game may give. */
enum { IR_MOST_RANK2 = 33 };

#endif
