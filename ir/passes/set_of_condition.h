/* set_of_condition.h - conditions on one member of a space as sets. */
#ifndef LUDC_IR_MASKOF_H
#define LUDC_IR_MASKOF_H

#include "ir/core/ir.h"

/* The set of all members of `space` for which the condition holds, where local
 * `local` stands for the member; NULL if no set algebra for it is known.
 *
 * The set may be evaluated where the condition would not have been: members for
 * which the condition cannot be evaluated may be in or out, and the set itself
 * never fails. */
Ir *maskof(IrGame *game, IrFn *fn, int local, int space, const Ir *condition);

/* The table of masks with members and last index exchanged: b in t[..][a] is
 * a in the result[..][b].  The table itself where it is symmetric; -1 if there
 * is none. */
int maskof_transposed(IrGame *game, int table);

/* The same, and of conditions on what rays from the member meet. */
Ir *maskof_rays(IrGame *game, IrFn *fn, int local, int space, const Ir *condition);

/* The same of the condition any(set), where the set is what rays from the member reach;
 * NULL: no such set is known (ray_fill.c). */
Ir *maskof_sights(IrGame *game, IrFn *fn, int local, int space, const Ir *set);

#endif
