/* interval.h - what a number can be at one point of a body: its type, narrowed by conditions that hold there
 * (P. Cousot, R. Cousot, "Static determination of dynamic properties of programs", 1976). */
#ifndef LUDC_IR_INTERVAL_H
#define LUDC_IR_INTERVAL_H

#include "base/vec.h"
#include "ir/core/ir.h"

/* The expression lies in lo..hi wherever its value is taken, until something that it reads is written. */
typedef struct {
    const Ir *expr; /* NULL: no longer known */
    bool state;     /* it reads the state */
    int64_t lo, hi;
} IntervalFact;

typedef struct {
    const IrGame *game;
    const IrFn *fn;
    Arena *arena;
    VEC(IntervalFact) fact;
    VEC(const Ir *) meaning; /* by local: the condition that a bit stands for, or NULL */
    int depth;
} Intervals;

typedef struct {
    int64_t lo, hi;
} Interval;

/* Nothing is known; of the function's locals their types. */
void intervals_begin(Intervals *v, const IrFn *fn);
Interval interval_of(Intervals *v, const Ir *node);
/* The condition is known to have the truth, until intervals_back. */
void intervals_assume(Intervals *v, const Ir *condition, bool truth);
/* Local k has a value of this interval. */
void intervals_bind(Intervals *v, int64_t local, Interval value);
/* Local k is the value of `node`, which stays as it is until something that it reads is written. */
void intervals_name(Intervals *v, int64_t local, const Ir *node);
/* Forgets what was learnt since there were `n` facts. */
size_t intervals_mark(const Intervals *v);
void intervals_back(Intervals *v, size_t mark);
/* From here on a copy of what is known is changed. */
void intervals_copy(Intervals *v);
/* What a statement may write is no longer known. */
void intervals_written(Intervals *v, const Ir *statement);
void intervals_state_changed(Intervals *v);

#endif
