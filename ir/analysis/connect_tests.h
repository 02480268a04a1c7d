/* connect_tests.h - end tests that ask whether the last stone joins the sides of its owner:
 *
 *     touches(flood(bit(x), @own[i], $near), $sides) >= k
 *
 * with k members in $sides, and an @own that is only ever united with something, so that
 * what is joined stays joined. */
#ifndef LUDC_IR_JOIN_H
#define LUDC_IR_JOIN_H

#include "ir/core/ir.h"

typedef struct {
    const Ir *last, *own, *near, *side; /* x, the field, both tables */
    int sides;                          /* k */
} IrJoin;

/* Is the condition such a test, and $near symmetric? */
bool ir_join_of(IrGame *game, const Ir *e, IrJoin *join);
/* The words of side i, ir_words of the space of @own. */
const uint64_t *ir_join_side(const IrGame *game, const IrJoin *join, int i);

#endif
