/* make.h - from a game of the IR to its network: what the files share that do it. */
#ifndef LUDC_BITS_MAKE_H
#define LUDC_BITS_MAKE_H

#include "ir/logic/sym.h"

/* How an element of a field is kept: a set bit by bit; a number in binary, or one
 * bit for each value but the first, `usual`, which holds where no other does. */
typedef struct {
    bool binary;
    int64_t lo, hi, usual;
    uint32_t nbit, first; /* state bits */
} BitsStore;

typedef struct {
    uint32_t role;
    int fn;
    uint32_t code;
    const int64_t *param;
    BitsEdge legal;
    uint32_t times;
} MakeSlot;

/* Between the moves' effects and the end of the turn a field that is written no more
 * may get fresh variables instead of its edges, so that what follows from it can be
 * told from what follows from the old state. */
typedef struct {
    BitsEdge variable, value;
    uint32_t state; /* bit */
} MakeCut;

typedef struct {
    SymExec exec;
    Arena *arena;
    const IrGame *game;
    BitsStore **store; /* by field, element */
    uint32_t nstate;
    VEC(bool) init;
    VEC(const char *) name;
    VEC(BitsOrigin) origin;
    VEC(MakeSlot) slot;
    VEC(MakeCut) cut;
    BitsEdge *next;
    VEC(BitsGoal) goal;
    BitsEdge over;
} Make;

/* counter_bounds.c: a value of a field from which on larger ones need not be told apart, or INT64_MAX. */
int64_t bits_saturation(const IrGame *game, int field);
/* make_state.c */
void make_state(Make *m);    /* decides on storage, gives the cells their values */
void make_next(Make *m);     /* from the cells */
/* make_moves.c */
void make_moves(Make *m);
/* make_step.c: what the chosen moves and the turn write */
void make_step(Make *m);
/* whole.c: `derived` by state bit, edges of `raw` or BITS_NO_EDGE; in the arena. */
const BitsWhole *make_whole(Make *m, Arena *arena, const BitsGame *raw, const BitsEdge *derived);
/* reduce.c: a game in an arena of its own, without what nothing needs; `deep`:
 * without state bits that are constant or as another one. */
BitsGame *bits_reduce(Arena *arena, const BitsGame *game, bool deep);
/* By state bit the first one that random games never tell apart from it, as changes from the start; BITS_NO_EDGE: they
 * never see it change. */
void bits_suppose(Arena *arena, const BitsGame *game, uint32_t *same);
/* In an arena of its own, with state bits that are as others (see registers.h), without what nothing needs. */
BitsGame *bits_merge(Arena *arena, const BitsGame *game, const uint32_t *same);
/* end_dont_care.c: the same game, its steps only right while it goes on; without what follows from
 * that it does.  Where no state bit says that it is over: as it is. */
const BitsGame *bits_live(Arena *arena, const BitsGame *game);

#endif
