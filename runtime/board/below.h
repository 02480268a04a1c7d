/* below.h - what stands below a board in every kind of drawing: dice, names of kinds. */
#ifndef LUDC_BOARD_BELOW_H
#define LUDC_BOARD_BELOW_H

#include "runtime/board/board.h"

enum { BELOW_DICE = 64 };

typedef struct {
    int32_t number; /* that lies on top */
    bool used;      /* it cannot be used any more, where dice are used one by one */
} BelowDie;

/* The dice of the game, at most `room`; how many there are of these. */
size_t below_dice(const ludc_reasoner *r, const void *state, unsigned eyes, BelowDie *out, size_t room);
/* How many letters of a name come before its number. */
size_t below_stem(const char *name);
/* The kinds on the board and in hands, by number; to be freed. */
bool *below_kinds(const BoardPosition *p);
/* Is there a kind before it of the same name? */
bool below_said(const BoardPosition *p, const bool *there, size_t kind);

#endif
