/* watched_writes.h - what a move leaves at sites (pass watched_sites). */
#ifndef LUDC_IR_WATCHED_WRITES_H
#define LUDC_IR_WATCHED_WRITES_H

#include "ir/core/ir.h"

typedef struct {
    const Ir *at; /* a value of the header */
    bool vacated; /* may be left with the value 0, */
    bool taken;   /* or with another one */
    int known;    /* 1 + the only value that it can have now; or 0 */
} WriteSite;

typedef struct {
    IrFn *rule;
    const IrFn *before; /* the rule with what it does before `post` is asked */
    VEC(WriteSite) site;
    VEC(const Ir *) never; /* conditions of the header: where one holds, nothing is known of the move */
    bool *taken;           /* by value but 0: it may be left somewhere, as the rule says */
    bool *asked;           /* by value but 0: the same of pieces that stood elsewhere, too */
    VEC(Ir *) more;        /* sets of such values, found in the old state */
} MoveWrites;

/* Sites at which m->before writes to the field, or to others that were `read` there; false: they are not known, or two may be vacated. */
bool watched_writes(const IrGame *game, int field, const bool *read, MoveWrites *m);
/* Does the tree read a name? */
bool watched_names(const Ir *e);
/* The values of a space that a number can be, by constants and tables; false: not known. */
bool watched_known_values(const IrGame *game, const Ir *e, int space, bool *value);
/* What the tree gives local k with `let`; NULL: nothing. */
const Ir *watched_let(const Ir *e, int k);

#endif
