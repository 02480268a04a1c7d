/* lower_rule.h - making one move rule: what all generators have in common.
 *
 * A rule's leading parameters are the iterators of the loops around it that it
 * reads, bound by the `try` that generates it. */
#ifndef LUDC_LOWER_RULE_H
#define LUDC_LOWER_RULE_H

#include "frontend/lud/lower.h"

typedef struct {
    Lower *l;
    const Term *term;
    IrFn *rule;
    IrFn *outer;    /* the gen that tries it */
    Iterators outer_it;
    Ir *plane;
    Ir *arg[8];     /* what the gen binds the leading parameters to */
    int narg;
    Ir *from, *to;  /* for the record of the move; NULL: -1 */
    int kind;       /* ordinal of the move's decision, as records have it */
    Ir *what;       /* for the record; NULL: 0 */
} Rule;

/* Ordinals of decisions in records of games. */
enum { KIND_ADD = 0, KIND_PASS = 1, KIND_REMOVE = 18, KIND_SELECT = 19, KIND_PROMOTE = 21,
       KIND_MOVE = 27, KIND_SWAP = 41 };

/* `plane` of `planes`: which of several like rules tries this one is (its steps
 * in one direction); becomes the parameter read by r->plane. */
void rule_begin(Rule *r, Lower *l, const Term *term, const char *name, int planes, int plane);
/* A parameter that is a site; read of it.  All parameters come before any other
 * local, hence before the domain is lowered, which rule_domain then gives. */
Ir *rule_param(Rule *r, const char *name);
void rule_domain(Rule *r, const Ir *param, Ir *domain);
/* A bound parameter (first in the rule), given by the gen as `value`. */
Ir *rule_bound(Rule *r, const char *name, IrType type, Ir *value);
void rule_when(Rule *r, Ir *condition);
Ir *rule_let(Rule *r, const char *name, Ir *value);
void rule_do(Rule *r, Ir *statement);
/* Bookkeeping, consequences and record; then `try` it in *block. */
void rule_end(Rule *r, const Term *then, Ir **block);

/* Atomic actions, appended to *block (semantics 03, section 13). */
void put_piece(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *count, bool known_empty);
void remove_piece(Lower *l, Ir **block, Ir *site);
void move_piece(Lower *l, Ir **block, Ir *from, Ir *to, Ir *piece_or_null);
void set_field(Lower *l, Ir **block, int field, Ir *value);

/* Does every member of the mask hold no piece, by the form of the expression? */
bool known_empty(Lower *l, const Ir *mask);

#endif
