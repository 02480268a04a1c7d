/* facts.h - what back ends use of what passes find out about rules.
 *
 * The passes atari and trial_slice allow it (IrGame.atari, .sliced) and file the remarks; where one is
 * switched off, code is made as if nothing had been found. */
#ifndef LUDC_IR_FACTS_H
#define LUDC_IR_FACTS_H

#include "ir/core/ir.h"

/* --- effects.c --- */

/* Marks the fields that the statement writes, through procedures too. */
void ir_note_writes(Arena *arena, const IrGame *game, const Ir *s, bool *field);

/* --- effect_slice.c --- */

/* What of a rule's effect matters to some questions about the state behind it. */
typedef struct {
    Ir *effect, *then; /* NULL: nothing */
    bool less;         /* something that takes time was left out */
} Slice;

/* The questions: the tree `asked`, or NULL, and fields, marked, or NULL. */
Slice ir_slice(Arena *arena, IrGame *game, const IrFn *rule, const Ir *asked, const bool *field);

/* How many operations of the tree may take long. */
size_t ir_cost(const Ir *e);

/* A rule's effect and what follows it, in two parts: what it is asked about depends on the first
 * one alone, so where the answer is no the other one is never made. */
typedef struct {
    Ir *before;
    Ir *after;     /* NULL: nothing that takes time could wait, `before` is all */
    bool *written; /* by field: does `before` write it? */
} Early;

/* The questions: the rule's `post`, and the conditions of the KEEPs. */
Early ir_early(Arena *arena, IrGame *game, const IrFn *rule, const Ir *const *keep, size_t nkeep);

/* kept_fields of analyses.def: the fields that conditions around generators (`keep`) ask after a move; NULL where whole
 * positions are asked too (`best`). */

/* --- flood_meets.c --- */

/* The closure (flood) of x = closure & target, closure - rest, or of the same with what is
 * beside the closure by its own relation; NULL where x is none of these.  May add nodes. */
const Ir *ir_meets(IrGame *game, const Ir *x, bool *beside, const Ir **target);
/* Is it a whole table of sets in which x has y where y has x? */
bool ir_is_symmetric(const IrGame *game, const Ir *near);

/* --- atari_groups.c --- */

enum { CALM_MOST = 8 };

/* A search of a rule's effect for groups that the move has shut in, `let`, with statements
 * behind it that do nothing where it finds none. */
typedef struct {
    const Ir *let;
    const Ir **way; /* conditions on the old state under which it is made: one case of a rule at most */
    int nway;
    const Ir *within, *target, *near; /* groups of sites, and what must be beside them, in the old state */
} AtariCase;

typedef struct {
    AtariCase at[CALM_MOST];
    int n;
} AtariGroups;

/* atari_groups of analyses.def: searches that find nothing where the last parameter is beside (`near`) no group of
 * `within` that has less than two of `target` beside it; NULL: there are none, or IrGame.atari is not set. */
/* Does the statement do nothing where the set that the local is has no member? */
bool ir_atari_idle(const Ir *s, int local);

#endif
