/* lowering.h - the low form of a game: operations with an expansion become calls of IR functions
 * that are made of the others (doc/lowering.md).
 *
 * What is made are ordinary functions: they print, are verified, and run in the evaluator.
 * Values, moves, their order and codes stay as they are. */
#ifndef LUDC_IR_LOWERING_H
#define LUDC_IR_LOWERING_H

#include "ir/core/ir.h"
#include "ir/passes/pass.h"

/* The low form of the game, in `arena`.
 * `options`: what to verify, dump and time, or NULL.  Of these passes none can be left out. */
IrGame *ir_lower(IrGame *game, Arena *arena, const IrPassOptions *options);

#endif
