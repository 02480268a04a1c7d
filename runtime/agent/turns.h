/* turns.h - games of two roles in turn, as text protocols see them: one word a ply.
 *
 * A game of turns is one.  A joint game (all rule sheets) is one where in no position both roles have a choice: the role
 * that has one makes the ply, the other's only move goes with it.  A move of a rule sheet is one word, mark(1,2). */
#ifndef LUDC_RUNTIME_AGENT_TURNS_H
#define LUDC_RUNTIME_AGENT_TURNS_H

#include <stdbool.h>

#include "runtime/include/ludc.h"

/* The reasoner must live as long. */
typedef struct {
    const ludc_reasoner *r;
    ludc_move idle[2]; /* of joint games: what a role does in the other's ply; LUDC_NO_MOVE: none was seen */
} LudcTurns;

/* false: the game has not two roles, or in some of the positions that random games (always the same) came through both have
 * a choice.  Of such games there may be more than that finds: ludc_turns_mover says so when it meets one. */
bool ludc_turns_begin(LudcTurns *turns, const ludc_reasoner *r);
/* Whose ply it is: 1 or 2; 0: the game is over, or both have a choice.  Where neither has, that role whose move is not its
 * idle one. */
unsigned ludc_turns_mover(const LudcTurns *turns, const void *state);
/* The mover's move of a step as one word; as snprintf.  0: there is no mover. */
size_t ludc_turns_text(const LudcTurns *turns, const void *state, const ludc_move *step, char *out, size_t size);
/* Fills step[2] by a word; letters count in any case in rule sheets.  false: it is no legal move. */
bool ludc_turns_parse(const LudcTurns *turns, const void *state, const char *word, ludc_move *step);
/* The step of a mover's move; false: the other role has a choice, or no move. */
bool ludc_turns_step(const LudcTurns *turns, const void *state, unsigned mover, ludc_move move, ludc_move *step);
/* A term of a rule sheet as one word, "(mark 1 2)" as "mark(1,2)"; what is none stays.  As snprintf. */
size_t ludc_turns_word(const char *term, char *out, size_t size);

#endif
