/* wp.h - questions about the position after writes that have not happened yet
 * (lower/queries/wp.c). */
#ifndef LUDC_LOWER_WP_H
#define LUDC_LOWER_WP_H

#include "frontend/lud/lower/core/lower.h"

/* The rules made so far by (do .. next:), which see to it themselves. */
typedef struct {
    const int *rule;
    size_t n;
} Foreseen;

/* The expression or statements as they are after the writes, asked before them; NULL:
 * not known how.  All that the writes read stands in the function being built. */
Ir *lower_foresee(Lower *l, const Ir *writes, const Ir *node, Foreseen made);

/* May the statements put the field?  All that a procedure does may. */
bool lower_puts_field(const Ir *node, int64_t field);

#endif
