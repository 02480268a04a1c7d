/* dice.h - dice: what they show, when they are thrown, which of them a move uses. */
#ifndef LUDC_LOWER_DICE_H
#define LUDC_LOWER_DICE_H

#include "frontend/lud/lower/moves/rule.h"

enum { MOST_DICE = 16 };

/* All dice lie in one container, one on each of its sites. */
struct Dice {
    const Term *item;
    int n, owner, from; /* site of the first; the others follow */
    int faces[MOST_DICE];
    int table;         /* $faces[die][face]: the number on it */
    int64_t lo, hi;    /* of these */
    int64_t outcomes;  /* of a throw */
    /* fields: number of each, 0 once it is used; its face; are all faces equal?;
     * what a record shows of the numbers; the first throw is still to come */
    int die, face, equal, shown, starting;
    bool filtered; /* moves of a throw are chosen from by what holds after them */
};

/* Components and container come at their places in the order of equipment. */
bool lower_dice_item(Lower *l, const Term *item);
void lower_dice_components(Lower *l);
void lower_dice_container(Lower *l, int from);
void lower_dice_fields(Lower *l);
void lower_dice_views(Lower *l);

/* Is it (do (roll) ..), or (do (if .. (roll)) ..)? */
bool lower_throws(const Term *t);
/* What follows the throw, before the moves; NULL: nothing that is known. */
const Term *lower_throw_then(const Term *t);
/* The proc `chance`: after each move the dice are thrown if the moves that follow begin
 * with that. */
void lower_chance(Lower *l);
/* A pass that is forced because no move of a throw was legal: the dice lie as before it. */
void lower_not_thrown(Rule *r);
/* The moves that first throw the dice of the start around all others. */
Ir *lower_first_throw(Lower *l, Ir *moves);
/* The move has used the dice of the loops around it. */
void dice_use(Rule *r);

#endif
