/* fill.h - games whose outcome a full board decides (plan `fill`).
 *
 * Two players put stones on empty sites; who joins the sides of his wins; stones stay; and
 * the board is such that, once it is full, exactly one player has joined his.  Then going
 * on behind the end changes nothing, and the outcome of a uniformly random game has the
 * distribution of that of a uniformly random full board with the right number of stones of
 * each.  How long games last is not known then.
 *
 * A game with the plan has these functions:
 *     fn 'fill left'() -> mask       the sites that are empty
 *     fn 'fill share'() -> int       how many of them the first of the two gets
 *     proc 'fill'(%mine : mask)      those to the first, the others to the second; who has won
 * Afterwards only the views over, mover and rank are those of a finished game. */
#ifndef LUDC_IR_FILL_H
#define LUDC_IR_FILL_H

#include "ir/core/ir.h"
#include "ir/analysis/connect_tests.h"

#define IR_FILL_LEFT "fill left"
#define IR_FILL_SHARE "fill share"
#define IR_FILL "fill"
/* In the low form (ir/play/full_board.c): how many sites are empty; a procedure that fills them at random. */
#define IR_FILL_SIZE "fill size"
#define IR_FILL_BOARD "fill board"

/* Proves it of a game after the passes, and adds the functions.  false: why not, and where. */
bool ir_fill(IrGame *game, const char **why, Span *at);

/* fill_board.c: does, on a full board, exactly one of two players join his sides?  That is
 * so where the board is a disc of triangles whose edge is, in turn, the sides of the
 * players, each sharing its end sites with the next: two sides of each, or three that
 * belong to both. */
bool ir_fill_board(const IrGame *game, const IrJoin *one, const IrJoin *two);

/* fill_taint.c: is everything but the end tests `game` has lost decided without regard to where
 * `rule` was played?  Then the games of one choice of sites show what happens in all:
 * who is to move, which moves there are beside the rule's, what the views over, mover and
 * rank say. */
bool ir_fill_hangs(const IrGame *game, int rule, const char **why, Span *at);

#endif
