/* first_moves.h - is a move of the game within reach? */
#ifndef LUDC_DRIVER_FIRST_MOVES_H
#define LUDC_DRIVER_FIRST_MOVES_H

#include "ir/core/ir.h"

/* The first moves of a random game are played by the evaluator, where loops are nested so deep that their bounds alone
 * promise no end.  Files as unsupported, with the place, the one that takes more than `steps` steps. */
bool compile_first_moves(IrGame *game, uint64_t steps);

#endif
