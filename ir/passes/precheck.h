/* precheck.h - lines, for the pass sure: where the old state says that there can be none. */
#ifndef LUDC_IR_SURE_H
#define LUDC_IR_SURE_H

#include "ir/core/ir.h"

enum { SURE_LONGEST = 8 };

/* Along one ray of each site: local[j] is the set of sites whose ray begins with j + 1 members
 * of the set in local `within`. */
typedef struct {
    int next; /* table: the first site of the ray, or -1 */
    int within;
    int n, local[SURE_LONGEST];
} SureRun;

/* What was written for the lines of one rule. */
typedef struct {
    IrGame *game;
    IrFn *rule;
    Ir *lets; /* LETs for the end of the header */
    VEC(SureRun) run;
} SureLines;

/* The local of a value that the header may get, made if there is none. */
int sure_let(SureLines *l, const char *name, Ir *value);
/* All sites through which the line goes, or more, if only they and members of `within` are in
 * the set that it is looked for in; NULL: not known.  The rows are those of one site each. */
Ir *sure_line_sites(SureLines *l, const Ir *line, const Ir *within);

#endif
