/* do_next.h - (do .. next: ..): effects before moves or effects (lower/queries/do_next.c). */
#ifndef LUDC_LOWER_DO_NEXT_H
#define LUDC_LOWER_DO_NEXT_H

#include "frontend/lud/lower/moves/rule.h"

/* The moves of `next`, each after the effect. */
void gen_after_prior(Lower *l, const Term *prior, const Term *next, Ir **block);
/* Does what precedes the moves being lowered contain the ludeme? */
bool lower_prior_reads(const Lower *l, LudId id);
/* The rule gets what the effects before it read of loops that inner loops have hidden since. */
void rule_bind_priors(Rule *r);
/* The rule has been made: it looks ahead of what precedes it by itself. */
void do_rule_looks_ahead(Rule *r, int index);
/* What precedes the rule's move becomes part of it. */
void do_rule_priors(Rule *r);

#endif
