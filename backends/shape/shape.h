/* shape.h - what back ends find out about a game before they write code for it:
 * relations that are shifts of whole sets, rays, lines of regular boards, and how many
 * sets a generator emits.  Nothing here writes code. */
#ifndef LUDC_SHAPE_H
#define LUDC_SHAPE_H

#include "ir/ir.h"

/* --- shifts.c: a relation between sites, its pairs (x, y) grouped by y - x --- */

enum { MAX_SHIFTS = 8 };

typedef struct {
    int words, size;
    int n;
    int delta[MAX_SHIFTS];
    uint64_t *from[MAX_SHIFTS], *to[MAX_SHIFTS]; /* the ends of the pairs of that delta */
} Shifts;

/* Adds the pair (x, y); false when the relation has too many differences. */
bool shifts_add(Arena *arena, Shifts *s, int x, int y);
/* Is `to` all that a set of `size` members can have left after the shift? */
bool shifts_all(const Shifts *s, int delta, const uint64_t *to);

/* --- planes.c --- */

/* Does gen moves emit whole sets, and how many words of them and single moves at most?
 * 0: it does not; UINT64_MAX: too many, or not known.  `reduced`: the back end cuts the
 * sets of rules with a `post` down before it emits them. */
uint64_t shape_planes(const IrGame *game, bool reduced);

/* --- joint.c --- */

/* In the body of gen moves(%player) of a joint game: the emission of the set that the moves
 * of the player are; NULL where they are something else. */
const Ir *shape_player_set(const Ir *moves, int player);

#endif
