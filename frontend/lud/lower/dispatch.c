/* dispatch.c - the table of the functions that lower ludemes, and those of rows that share one or are refused. */
#include "frontend/lud/lower/effects/effect.h"

#define MOVES_BY(id, function) \
    void gen_##id(Lower *l, const Term *t, Ir **block) { function(l, t, block); }
#define EFFECT_BY(id, function) \
    void effect_##id(Lower *l, const Term *t, Ir **lets, Ir **writes) { function(l, t, lets, writes); }
#include "frontend/lud/lower/shared.def"
#undef MOVES_BY
#undef EFFECT_BY

#define REFUSED_MOVES(row)                                  \
    void gen_##row(Lower *l, const Term *t, Ir **block)     \
    {                                                       \
        (void)block;                                        \
        lower_unsupported(l, t, lud_row(t->id)->signature); \
    }
#define REFUSED_EFFECT(row)                                            \
    void effect_##row(Lower *l, const Term *t, Ir **lets, Ir **writes) \
    {                                                                  \
        (void)lets;                                                    \
        (void)writes;                                                  \
        lower_refuse_effect(l, t);                                     \
    }
#include "frontend/lud/elab/ludeme_refused.def"
#undef REFUSED_MOVES
#undef REFUSED_EFFECT

/* Of one row: */
#define LUDEME_TODO(id, type, signature, doc)
#define LUDEME(id, type, signature, doc) LOWERED_##type(id)
#define LOWERED_int(id) .number[LUD_##id] = lower_int_##id,
#define LOWERED_playerOf(id) LOWERED_int(id)
#define LOWERED_boolean(id) .condition[LUD_##id] = lower_bool_##id,
#define LOWERED_region(id) .region[LUD_##id] = lower_region_##id,
#define LOWERED_moves(id) .moves[LUD_##id] = gen_##id, .effect[LUD_##id] = effect_##id,
#define LOWERED_effect(id) LOWERED_moves(id)
#define LOWERED_step(id) LOWERED_moves(id)
#define LOWERED_apply(id) .effect[LUD_##id] = effect_##id,

const Dispatch lower_dispatch = {
    .role = lower_role,
    .consequence = effect_and_then,
    .choice_of_effects = effect_if,
#include "frontend/lud/elab/ludemes_bool.def"
#include "frontend/lud/elab/ludemes_int.def"
#include "frontend/lud/elab/ludemes_moves.def"
#include "frontend/lud/elab/ludemes_region.def"
};
