/* play.h - what is made of generators and rules for those who print a game: how moves are drawn, tried, listed, counted and looked for, as
 * IR functions (doc/lowering.md).  Written with the functions of ir/lower, on games whose operations are low already. */
#ifndef LUDC_IR_PLAY_H
#define LUDC_IR_PLAY_H

#include "ir/analysis/facts.h"
#include "ir/core/ir.h"

/* How a playout plays one random move: adds the procedures game->choose and game->choose_tested, as far as they can be written. */
bool ir_play_choose(IrGame *game);
/* What is asked of positions behind moves: `keep`, `best`, `longest`.  `high`: the game as it was before it was lowered. */
bool ir_play_ahead(IrGame *game, IrGame *high);
/* Generators by what is done with their moves: game->list, game->count and what these and others call. */
bool ir_play_uses(IrGame *game);

/* What ir_fact_atari_groups found in a rule of a game, in its low form: the searches, with the tables of neighbours, and the
 * function that gives the groups which a move of the rule may shut in. */
typedef struct {
    int n;
    const Ir *let[CALM_MOST];
    int near[CALM_MOST];
    int pressed;
} LowAtari;
/* NULL: nothing was found.  Adds functions to `low`. */
LowAtari *ir_lower_atari(Arena *arena, IrGame *high, IrGame *low, int rule);

#endif
