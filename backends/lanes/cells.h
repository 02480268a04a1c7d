/* cells.h - a circuit as what a processor does: a list of operations in order. */
#ifndef LUDC_LANES_CELLS_H
#define LUDC_LANES_CELLS_H

#include "backends/lanes/net.h"

/* Bit 4a + 2b + c of a table is the function's value for inputs a, b, c. */
enum { CELL_A = 0xf0, CELL_B = 0xcc, CELL_C = 0xaa };

/* Makes the word of gate `gate` from those of other gates; input 0 counts as CELL_A. */
typedef struct {
    uint32_t gate, n, in[3];
    uint8_t table;
} LaneCell;

typedef struct {
    uint32_t n;
    LaneCell *cell;  /* operands come first */
    bool *flipped;   /* by gate: its word is negated */
    uint32_t *step;  /* by output: it is written after so many cells */
    uint32_t *order; /* of the outputs */
} LaneCells;

/* ternary: any function of three words is one operation; else two words, and choices. */
LaneCells lane_cells(const LaneNet *n, bool ternary, Arena *arena);

#endif
