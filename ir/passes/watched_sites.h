/* watched_sites.h - at which sites a change may make what must hold after a move fail (pass watched_sites). */
#ifndef LUDC_IR_WATCHED_SITES_H
#define LUDC_IR_WATCHED_SITES_H

#include "ir/core/ir.h"

/* What a move may leave at a site: nothing, or one of the values that moves put there. */
typedef enum { WATCH_VACATED, WATCH_TAKEN, WATCH_KINDS } WatchKind;

typedef struct {
    int gen, fn;
    WatchKind kind;
    bool silent; /* it is known to emit nothing now */
    const bool *assumed;
} WatchWalk;

/* What is known of the moves of a game. */
typedef struct {
    IrGame *game;
    int field;         /* what stands at a site: an array of values of a space */
    int space, values; /* the spaces of both */
    bool *written;     /* by field: some of the moves write to it */
    VEC(WatchWalk) walk; /* functions for generators that are asked for emissions */
} Watched;

/* A function that is written.  Sets are those of sites. */
typedef struct {
    Watched *of;
    IrFn *fn;
    WatchKind kind;
    Ir *taken;     /* a set of values: those that moves put at sites */
    bool *assumed; /* by field: it has a value that no move changes */
    Ir **value;    /* by local: what it stands for, where a move may change it; else NULL */
    size_t nvalue;
} Watch;

/* watched_values.c: values of the field. */

/* Is it the same whatever the moves write? */
bool watched_steady(const Watch *w, const Ir *e);
/* Of sites a set of which the field alone decides: the values whose sites are (upper: may be) in it; NULL: it is no such set. */
Ir *watched_values(const Watch *w, const Ir *set, bool upper);
/* Is there a value in the set that a move of this kind, or of the other one, may leave at a site?  A condition. */
Ir *watched_leaves(const Watch *w, WatchKind kind, Ir *values);

/* watched_sets.c: sets of sites beyond which no change matters. */

Ir *watched_none(const Watch *w);
Ir *watched_all(const Watch *w);
Ir *watched_join(const Watch *w, Ir *a, Ir *b);
Ir *watched_meet(const Watch *w, Ir *a, Ir *b);
Ir *watched_choose(const Watch *w, Ir *c, Ir *a, Ir *b);
/* The sites, found with the name that `let` gives a value. */
Ir *watched_name(const Watch *w, const Ir *let, Ir *sites);
/* A copy that may stand beside its original. */
Ir *watched_copy(const Watch *w, const Ir *e);
/* No member of `within` (NULL: any) comes to the set, or goes. */
Ir *watched_gain(Watch *w, const Ir *set, const Ir *within);
Ir *watched_loss(Watch *w, const Ir *set, const Ir *within);
/* The value stays as it is. */
Ir *watched_change(Watch *w, const Ir *e);

/* watched_conditions.c */

/* The condition does not become `to`; all, where it is.  other: it is known not to be. */
Ir *watched_flip(Watch *w, const Ir *c, bool to, bool other);

/* watched_walks.c */

/* A generator that emits nothing goes on to; all, where it emits, unless it is known to be silent.  Of a call: the function gives the same. */
Ir *watched_emits(Watch *w, const Ir *exists, bool silent);

#endif
