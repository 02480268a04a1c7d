/* site_type.h - games that play on vertices, edges and cells at once.
 *
 * A site is a number whatever its type, as in the reference: which type is meant says
 * the ludeme that asks or writes, by its type:, else it is the board's own.  While a
 * ludeme is lowered, its type is in force: the scope's `sites`, with the layer, the set of the board's sites
 * and the fields of what stands where, are those of that type.  Each ludeme inside says
 * for itself which it means. */
#ifndef LUDC_LOWER_SITE_TYPE_H
#define LUDC_LOWER_SITE_TYPE_H

#include "frontend/lud/lower/core/lower.h"

/* Which types the game names; the board is known. */
void lower_type_facts(Lower *l);
/* How many sites the type with most of them has, of those the game names. */
int lower_type_sites(const Lower *l);
/* The fields of the other types, beside those of the board's own. */
void lower_type_fields(Lower *l);
void lower_type_views(Lower *l);
/* "A1"; an edge is called by its ends, "A1/B1". */
const char *lower_site_label(const Lower *l, SiteType type, int site);
/* Does the game play on several types? */
bool lower_has_types(const Lower *l);
/* What the reference keeps for several types in ways that are not done here. */
void lower_type_limits(Lower *l);

/* The board is known, and so its types; the board's own is in force. */
void lower_type_sites_known(Lower *l);
/* Makes the set of the sites of the type in force: the board's own before play is lowered, others when they are first in force. */
void lower_board_table(Lower *l, const char *name);
/* The scope with that type in force. */
Lower lower_on_type(const Lower *l, SiteType type);
/* The same for the one the ludeme works on. */
Lower lower_within(const Lower *l, const Term *t);
/* Has the type in force more sites than have numbers before those of hands?  The reference
 * reads some of these as sites of hands.  `hands_only`: where there are hands. */
bool lower_type_crowded(const Lower *l, bool hands_only);
/* The same, filed. */
bool lower_type_hidden_by_hands(Lower *l, const Term *t);
/* The type of the places of a clause; false (filed) if the game has nothing there. */
bool lower_place_type(Lower *l, const Term *clause, SiteType *type);
/* The type that a clause names, else the board's own; sites of hands lie beside these. */
SiteType lower_clause_type(const Lower *l, const Term *clause);

#endif
