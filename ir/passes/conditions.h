/* conditions.h - conditions that are made of names, seen through the names: what passes over networks of gates share. */
#ifndef LUDC_IR_CONDITIONS_H
#define LUDC_IR_CONDITIONS_H

#include "ir/passes/pass.h"

/* The condition, or its opposite; neither `!` nor a name with a known value. */
typedef struct {
    const Ir *e;
    bool opposite;
} Condition;

typedef struct Conditions Conditions;

/* A function of straight code at hand, whose values a pass writes anew. */
struct Conditions {
    IrPass *pass;
    IrGame *game;
    Arena *scratch;
    Ir *(*rewrite)(Conditions *c, Ir *value); /* of a statement; what is changed is a copy, and sets `changed` */
    void *data;
    const Ir **let; /* by local: its value, where that still is the same; or NULL */
    size_t *reads;  /* by local: how often the function reads it, as it was, */
    size_t *counted; /* and what is counted */
    size_t nlocal;
    bool changed;
};

Condition condition_literal(const Conditions *c, const Ir *e, bool opposite);
/* An `or` of its operands, or of their opposites; an `and` of the same. */
bool condition_is_sum(Condition l);
bool condition_is_product(Condition l);

/* Instructions that conditions take one by one, each a bit, with the names that nobody else reads: a new count, and what one of
 * them adds to it. */
void conditions_count(Conditions *c);
size_t conditions_cost(Conditions *c, const Ir *e);

/* Would sets of the space take calls, each of which is as long as several conditions? */
bool conditions_too_dear(const Conditions *c, int space);

/* A new function; has it a body? */
bool conditions_begin(Conditions *c, IrFn *fn);
/* Its values anew, in order; names that nobody reads any more go. */
void conditions_rewrite(Conditions *c, IrFn *fn);

#endif
