/* value_sets.h - the parts of pass values: the pass (value_sets.c), sets of values and
 * expressions (value_sets_eval.c), bodies (value_sets_exec.c). */
#ifndef LUDC_IR_VALUES_H
#define LUDC_IR_VALUES_H

#include "ir/passes/pass.h"

/* What an expression may be: one of up to 64 consecutive numbers, bit i of `set`
 * for lo + i; or anything.  A set of members of a small space counts as the
 * number its word is. */
typedef struct {
    bool any;
    int64_t lo;
    uint64_t set;
} Value;

/* States of the game at one point of a body, by what the fields `over` and
 * `mover` hold (their partition); NULL: not reached.  Fields first, then the
 * locals of the function at hand. */
typedef struct {
    Value **env;
} States;

/* An environment that nobody needs any more: its memory. */
typedef struct SpareEnv {
    struct SpareEnv *next;
} SpareEnv;

typedef struct {
    IrPass *pass;
    IrGame *game;
    Arena *arena;    /* of one walk over a function, */
    SpareEnv *spare; /* and what may be taken again of it */
    Arena *lasting;  /* of the pass */
    IrFn *fn;        /* at hand */
    size_t nfield, nvar;
    int over, mover; /* fields, or -1 */
    int nover, nmover, npart;
    bool *tracked;   /* by field */
    Value *written;  /* by field: everything it may ever hold */
    /* By function: the states in which rules and generators are tried, in play and
     * by emission tests, which look at the game in the middle of a turn too. */
    States *played, *looked;
    VEC(int) reached; /* generators that `longest` plays on with */
    bool looking;    /* the generator at hand is run for a test */
    bool entered;    /* one of these sets grew */
    size_t work;     /* values looked at so far */
    States exit;     /* at `ret` */
    bool rewrite;
    bool changed;
} Values;

/* ---- values ------------------------------------------------------------ */

Value value_one(int64_t v);
Value value_none(void);
bool value_is_one(Value v, int64_t *out);
bool value_may(Value v, int64_t x);
Value value_join(Value a, Value b);
bool value_same(Value a, Value b);
/* All values of the type. */
Value value_of_type(const IrGame *game, IrType type);
/* The part of a that b has too; b is not `any`. */
Value value_meet(Value a, Value b);
bool value_is_small(const IrGame *game, int space);

Value values_eval(Values *v, Value *env, const Ir *node);
/* Narrows env to where the condition has the truth; false if nowhere. */
bool values_assume(Values *v, Value *env, const Ir *condition, bool truth);

/* ---- states ------------------------------------------------------------ */

Value *values_env(Values *v);              /* nothing possible yet */
States values_nowhere(Values *v);
States values_copy(Values *v, const States *s);
/* Gives the environments back, which nobody else has. */
void values_drop(Values *v, States *s);
bool values_reached(const Values *v, const States *s);
/* into |= from, fields only or locals as well; true if it grew */
bool values_join(Values *v, States *into, const States *from, size_t nvar);
/* Adds one environment to the partitions its key fields allow. */
bool values_add(Values *v, States *into, const Value *env, size_t nvar);
/* The value over all partitions. */
Value values_over_all(Values *v, const States *s, const Ir *node);

/* Function `fn` is tried in these states. */
void values_enter(Values *v, int64_t fn, const States *s, bool looking);

/* Runs a statement from the states s, which become those after it; the
 * statement as it is now known (unchanged unless v->rewrite). */
Ir *values_exec(Values *v, Ir *node, States *s);
Ir *values_rewrite(Values *v, Ir *node, States *s);

#endif
