/* future.h - what the future of a position depends on.
 *
 * The future of a position is what can be asked of it (`moves`, `over`, `mover`, `rank`,
 * `goal`) and the future of every position that a move leads to.  A field matters if some
 * way on from a position reads it before it is written: liveness between positions, the
 * least fixpoint, at the level of fields; a write of what does not matter reads nothing, so
 * what is read for its own next value only does not matter.  The analysis is of the classical
 * kind for strongly live variables (Giegerich, Moncke and Wilhelm 1981): it never leaves out
 * what matters.  Draws count as something that happens, so that equal futures take the same
 * words of the random stream. */
#ifndef LUDC_IR_FUTURE_H
#define LUDC_IR_FUTURE_H

#include "ir/core/ir.h"

/* Of a field. */
typedef struct {
    bool matters;
    /* A single number: all values from `most` on have the same future (it only grows, or is
     * set anew, and is compared with less). */
    bool levels;
    int64_t most;
    bool counts; /* it only grows, or is set anew, and is only compared */
    int64_t least; /* of what counts: all values below this have the same answer to every comparison */
    /* Of what counts: up to this value no comparison tells values apart, neither in the position nor while a move
     * is made in it; less than all values: there is no such value. */
    int64_t alike;
    bool hashes; /* positions, or one of them, as made by `hashmix` */
    /* An array of sets: a bag of the first so many, field `number`; -1: it is not.  Where nothing
     * else asks for that number, it is `implied`. */
    int number;
    bool implied;
    /* It matters only where this condition of the position does not hold; or NULL.  What the
     * conditions read matters without any. */
    const Ir *unless;
} IrFuture;

/* One for each field, in `arena`.  The game is verified, before any pass or after. */
IrFuture *ir_future(IrGame *game, Arena *arena);

#endif
