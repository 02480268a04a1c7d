/* effect_each.h - an effect for each of several sites (lower/effects/effect_each.c). */
#ifndef LUDC_LOWER_EFFECT_EACH_H
#define LUDC_LOWER_EFFECT_EACH_H

#include "frontend/lud/lower/moves/rule.h"

/* The effect for each of the sites as local %s, which an iterator reads. */
void effect_each(Lower *l, const Term *effect, Ir *sites, int s, Ir **lets, Ir **writes);
/* Conditions on single sites %s of the domain that read what the body writes become the
 * set of sites for which they hold before. */
void lower_settle_conditions(Lower *l, Ir *conditions, const Ir *body, const Ir *domain, int s, Ir **lets);
/* Is all that the tree reads or writes of the field at site %s? */
bool lower_only_at(const Ir *node, int64_t field, int64_t s);
/* Is there a field that both write? */
bool lower_writes_alike(Lower *l, const Ir *a, const Ir *b);
/* A field with such a value for each site, the i-th that the effect needs. */
int lower_scratch(Lower *l, const Term *effect, int i, IrType type);
/* It is as if it had not been used, for the site %s. */
void lower_clear_scratch(Lower *l, Ir **block, int field, int s);

#endif
