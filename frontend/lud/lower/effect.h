/* effect.h - the effects of each family; see effect.c for what `lets` and `writes` are. */
#ifndef LUDC_LOWER_EFFECT_H
#define LUDC_LOWER_EFFECT_H

#include "frontend/lud/lower/rule.h"

/* ---- pieces (effect_piece.c) ---- */
void effect_remove(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_add(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_claim(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_promote(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_from_to(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_swap_pieces(Lower *l, const Term *t, Ir **lets, Ir **writes);

/* ---- a step to a neighbour (effect_step.c) ---- */
void effect_step(Lower *l, const Term *t, Ir **lets, Ir **writes);

/* ---- conditions and loops (effect_loop.c) ---- */
void effect_if(Lower *l, const Term *holds, const Term *yes, const Term *no, Ir **lets, Ir **writes);
bool effect_priority(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_apply(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_for_each_site(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_for_each_piece(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_for_each_group(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_for_each_player(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_for_each_value(Lower *l, const Term *t, Ir **lets, Ir **writes);
void effect_for_each_of_list(Lower *l, const Term *t, Ir **lets, Ir **writes);

#endif
