/* direction_if.h - directions that a condition chooses. */
#ifndef LUDC_LOWER_DIRECTION_IF_H
#define LUDC_LOWER_DIRECTION_IF_H

#include "frontend/lud/lower/core/lower.h"

/* The condition on which directions of the ludeme are chosen, and the ludeme with the ones or
 * the others; NULL: there is no such choice.  `apart`: .. or it depends on what the ludeme goes
 * through. */
const Term *lower_dir_choice(Lower *l, const Term *t, const Term *branch[2]);
const Term *lower_dir_choice_apart(Lower *l, const Term *t, const Term *branch[2]);

#endif
