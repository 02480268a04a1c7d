/* traits.h - local state, rotation and value of sites; values of players. */
#ifndef LUDC_LOWER_TRAITS_H
#define LUDC_LOWER_TRAITS_H

#include "frontend/lud/lower/core/lower.h"

extern const char *const lower_trait_name[TRAITS];
/* Which of them the description uses anywhere: then every site has them. */
void lower_trait_facts(Lower *l);
/* Fields over the sites, or over the places of stacks. */
void lower_trait_fields(Lower *l, IrDim dim);
/* The traits of a site, or at a place of stacks, at this point of the block; NULL where the game
 * has no such. */
void lower_take_traits(Lower *l, Ir **block, const Ir *at, Ir **trait);
/* The trait of a site, of the piece on top; 0 for a negative site, and where the game has no such. */
Ir *lower_trait(Lower *l, Trait trait, Ir *site);
/* How many rotations there are. */
int64_t lower_rotations(const Lower *l);
/* Can every kind of piece be turned? */
bool lower_all_turn(const Lower *l);

#endif
