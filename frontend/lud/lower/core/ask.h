/* ask.h - questions about terms as they are written (core/ask.c). */
#ifndef LUDC_LOWER_ASK_H
#define LUDC_LOWER_ASK_H

#include "frontend/lud/elab/facts.h"
#include "frontend/lud/lower/core/lower.h"

/* Does the term contain the ludeme `id`? */
bool lower_reads(const Term *t, LudId id);
/* Does a ludeme of which that is known occur in the term? */
bool lower_reads_fact(const Term *t, LudFact fact);
/* Is there a text in the term that is part of the name, as (piece "Ant") is of Ant2? */
bool lower_speaks_of(const Term *t, const char *name);
/* Is it only asked whether a move is possible? */
bool lower_only_asked(const Lower *l);
/* Is the ludeme a condition, a number, a region, a move, an effect or a start rule? */
bool lower_rules_are_made_of(LudId id);
/* Is it carried out on its own, apart from what it is written in? */
bool lower_is_effect(const Term *t);
/* Does it draw lots itself, effects within it aside? */
bool lower_draws(const Term *t);
/* The same, effects within it included. */
bool lower_draws_anywhere(const Term *t);
/* Is it (sites Random ..) of one site at most? */
bool lower_one_lot(const Term *t);

#endif
