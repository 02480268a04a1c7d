/* order.h - in which order the pieces of a kind came to their sites
 * (lower/state/order.c). */
#ifndef LUDC_LOWER_ORDER_H
#define LUDC_LOWER_ORDER_H

#include "frontend/lud/lower/core/lower.h"

/* A start rule put a piece on the site, which was empty. */
void order_start(Lower *l, int64_t site);
/* The fields, for kinds of which (where ..) may find several; the start is known. */
void lower_order_state(Lower *l);
/* Before the site gets the piece, or none (0). */
void order_put(Lower *l, Ir **block, const Ir *site, const Ir *piece);
/* Pieces move in a way whose order is not known. */
void order_unknown(Lower *l);
/* Is it known of the piece? */
bool order_known(const Lower *l, int piece);
/* The first site in the set, all of which hold the piece that local %what is; in order
 * if that is known of it. */
Ir *order_first(Lower *l, int what, Ir *sites);

#endif
