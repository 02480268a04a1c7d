/* random_start.h - start rules by chance, which are carried out when the game begins. */
#ifndef LUDC_LOWER_RANDOM_START_H
#define LUDC_LOWER_RANDOM_START_H

#include "frontend/lud/lower/moves/rule.h"

/* The rules from the first one that draws lots on are stages: each is a move of its own,
 * as long as it goes on, and draws its lots in it.  Records begin behind all stages. */
struct Begin {
    IrFn *proc;       /* what the move does in each stage */
    int stage;        /* field: of the present move, from 1 on; 0: all are done */
    int placed;       /* field: pieces that the stage has placed so far */
    int at_start;     /* field: @what when all was placed, or -1 */
    int stages;
    Ir *each, *more, *after; /* of the stage being made: what it does, whether it goes on, what follows */
};

/* Is this a rule for `lower_begin_rule`? */
bool lower_begins(const Lower *l, const Term *rule);
void lower_begin_rule(Lower *l, const Term *rule);
/* All rules are there. */
void lower_begin_done(Lower *l);
/* What stood where when all was placed; NULL: as the fields say that begin the game. */
Ir *lower_begin_sites(Lower *l, Ir *piece);
/* Is anything of the beginning still to come?  2: a stage, 1: the throw of dice. */
Ir *lower_beginning(Lower *l);

/* Of (set Hidden ..) as a start rule. */
void lower_begin_hidden(Lower *l, const Term *t, Ir **block);

#endif
