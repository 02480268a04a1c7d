/* stack.h - games with stacks: a site holds pieces one upon the other.
 *
 * @what is the piece on top, as everywhere; @height how many there are; @pile the
 * piece at site * STACK + level, 0 above the top.  The traits (state, rotation, value)
 * have places as @pile has; above the top is what was left there, which the next piece
 * gets that comes without traits of its own. */
#ifndef LUDC_LOWER_STACK_H
#define LUDC_LOWER_STACK_H

#include "frontend/lud/lower/core/lower.h"

enum { STACK = 32 }; /* no stack is higher */

/* Does the description put pieces on others?  What is not supported there is filed. */
bool lower_stack_facts(Lower *l);
void lower_stack_fields(Lower *l);
/* How high the stack is; 0 for a negative site. */
Ir *lw_height(Lower *l, Ir *site);
/* The piece at the level, 0 for none. */
Ir *lw_piece_at(Lower *l, Ir *site, Ir *level);
/* With stacks: (what .. level:), (who .. level:). */
Ir *lower_content_on_level(Lower *l, const Term *t);
/* (is Line ..) there (lower/queries/stack_lines.c). */
Ir *lower_line_in_stacks(Lower *l, const Term *t);
/* Pieces of any level on the sites of a mask. */
Ir *lower_stack_sum(Lower *l, Ir *sites);
/* Entries of @pile that (count Pieces ..) and (no Pieces ..) select. */
Ir *lower_stack_pieces(Lower *l, const Term *t);
/* Members of @pile's space, and those on the sites that hold that kind of piece. */
IrType lower_stack_level(Lower *l);
Ir *lower_stack_kind(Lower *l, const Component *c, Ir *sites);
/* The trait of the piece at the level, NULL or below zero: on top; 0 for none. */
Ir *stack_trait(Lower *l, Trait trait, Ir *site, Ir *level);
/* The start position: one more piece on the site, with the traits that are not negative. */
void stack_start_push(Lower *l, int piece, int64_t site, const int64_t *trait);

/* Atomic actions, appended to *block. */
void stack_push(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *const *trait_or_null);
void stack_pop(Lower *l, Ir **block, Ir *site);
/* Of the piece at the level; NULL or below zero: of the one on top. */
void stack_set_trait(Lower *l, Ir **block, Trait trait, Ir *site, Ir *level, Ir *value);
/* The piece at a level goes off; its traits stay behind at the top unless it was the top
 * when that was decided. */
void stack_remove(Lower *l, Ir **block, Ir *site, Ir *level, Ir *as_top);
/* The piece at a level goes on top of another site.  Its traits go along
 * unless it is named only as the one on top, by no level. */
void stack_take(Lower *l, Ir **block, Ir *from, Ir *level, Ir *to);
/* So many from the top go, in their order, on top of another; none if there are fewer. */
void stack_move_some(Lower *l, Ir **block, Ir *from, Ir *to, Ir *number);
/* A piece at that level, those from there on above it; nothing beyond the top. */
void stack_insert(Lower *l, Ir **block, Ir *site, Ir *level, Ir *piece, Ir *state_or_null);
/* All that is on a site goes, in its order, on top of another. */
void stack_move(Lower *l, Ir **block, Ir *from, Ir *to);

#endif
