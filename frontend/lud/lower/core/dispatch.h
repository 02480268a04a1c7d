/* dispatch.h - the function that lowers a ludeme: one of each row of ludemes_*.def, declared here by the type of what it gives,
 * found by row in `Dispatch`.
 *
 *   int, player     Ir *lower_int_ROW(Lower *, const Term *)      NULL: refused here
 *   boolean         Ir *lower_bool_ROW(Lower *, const Term *)     the same
 *   region          Ir *lower_region_ROW(Lower *, const Term *)   the same
 *   moves, effect   void gen_ROW(Lower *, const Term *, Ir **block) as moves that may be chosen from, and
 *                   void effect_ROW(Lower *, const Term *, Ir **lets, Ir **writes) as a consequence
 *
 * A row without its function does not link.  Rows that share one are in shared.def, those that are refused as moves or as a
 * consequence in elab/ludeme_refused.def: for both kinds dispatch.c has the function.  A row of LUDEME_TODO needs none. */
#ifndef LUDC_LOWER_DISPATCH_H
#define LUDC_LOWER_DISPATCH_H

#include "frontend/lud/elab/term.h"
#include "ir/core/ir.h"

struct Lower;
typedef Ir *LowerValue(struct Lower *l, const Term *t);
typedef void LowerMoves(struct Lower *l, const Term *t, Ir **block);
typedef void LowerEffect(struct Lower *l, const Term *t, Ir **lets, Ir **writes);
/* The one where the condition holds, else the other. */
typedef void LowerChoice(struct Lower *l, const Term *holds, const Term *yes, const Term *no, Ir **lets, Ir **writes);

#define LUDEME_TODO(id, type, signature, doc)
#define LUDEME(id, type, signature, doc) LOWERED_##type(id)
#define LOWERED_int(id) LowerValue lower_int_##id;
#define LOWERED_playerOf(id) LOWERED_int(id)
#define LOWERED_boolean(id) LowerValue lower_bool_##id;
#define LOWERED_region(id) LowerValue lower_region_##id;
#define LOWERED_moves(id) LowerMoves gen_##id; LowerEffect effect_##id;
#define LOWERED_effect(id) LOWERED_moves(id)
#define LOWERED_step(id) LOWERED_moves(id)
#define LOWERED_apply(id) LowerEffect effect_##id;
/* lists and directions are asked for in several ways; the others are parts of ludemes */
#define LOWERED_ints(id)
#define LOWERED_direction(id)
#define LOWERED_rotations(id)
#define LOWERED_float(id)
#define LOWERED_range(id)
#define LOWERED_between(id)
#define LOWERED_flips(id)
#define LOWERED_from(id)
#define LOWERED_to(id)
#define LOWERED_piece(id)
#define LOWERED_then(id)
#include "frontend/lud/elab/ludemes_bool.def"
#include "frontend/lud/elab/ludemes_int.def"
#include "frontend/lud/elab/ludemes_moves.def"
#include "frontend/lud/elab/ludemes_region.def"
#undef LUDEME
#undef LOWERED_int
#undef LOWERED_playerOf
#undef LOWERED_boolean
#undef LOWERED_region
#undef LOWERED_moves
#undef LOWERED_effect
#undef LOWERED_step
#undef LOWERED_apply
#undef LUDEME_TODO

/* Functions that several rows share. */
#define MOVES_BY(id, function) LowerMoves function;
#define EFFECT_BY(id, function) LowerEffect function;
#include "frontend/lud/lower/shared.def"
#undef MOVES_BY
#undef EFFECT_BY

/* By row; NULL where its type is another one. */
typedef struct {
    LowerValue *number[LUD_COUNT], *condition[LUD_COUNT], *region[LUD_COUNT];
    LowerMoves *moves[LUD_COUNT];
    LowerEffect *effect[LUD_COUNT];
    /* What all terms of a kind have in common, in rooms above core. */
    LowerValue *role;         /* a word for a player as a number: values/role.c */
    LowerEffect *consequence; /* a ludeme with its lots and what follows it: effects/effect.c */
    LowerChoice *choice_of_effects;
} Dispatch;

extern const Dispatch lower_dispatch;

#endif
