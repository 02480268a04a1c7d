/* legal.h - is this one move legal?  Asked without listing the others. */
#ifndef LUDC_IR_LEGAL_H
#define LUDC_IR_LEGAL_H

#include "ir/core/ir.h"

/* Adds a function of a move's number, in joint games of the player and the number, that is 1 where the move is among the
 * emissions of `moves`, and names it in game->legal.  For a game after its passes: what is added stays as it is made.
 * Adds nothing where only the list of all moves can tell: a generator with `best`. */
void ir_legal_add(IrGame *game);

#endif
