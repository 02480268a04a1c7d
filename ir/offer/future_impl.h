/* future_impl.h - what the files of the analysis of futures share. */
#ifndef LUDC_IR_FUTURE_IMPL_H
#define LUDC_IR_FUTURE_IMPL_H

#include "ir/offer/future.h"

/* A set of fields: bit i of word i / 64. */
typedef uint64_t *Fields;

/* What is known of a function. */
typedef struct {
    bool used;    /* it runs between a position and its future */
    bool *needed; /* by local: something that matters reads it */
    size_t nneeded;
    Fields reads; /* of functions and generators: what they read; NULL: not known yet */
    /* of generators: what they read where two fields differ; NULL: not known */
    Fields apart_reads;
    int64_t apart[2];
} FutureFn;

typedef struct {
    IrGame *game;
    Arena *arena;
    size_t words; /* of a set of fields */
    FutureFn *fn;
} Future;

static inline bool fields_has(const uint64_t *set, int64_t field) { return set[field / 64] >> (field % 64) & 1; }

/* Is the value known without a state?  Ints only. */
bool future_known(const Ir *e, int64_t *value);

Fields future_none(const Future *f); /* the empty set */
void future_collect(const Future *f, const Ir *s, bool *rules); /* marks what a generator tries */
/* Adds what is read by a statement or expression of a function that was walked already. */
void future_read(Future *f, int64_t fn, const Ir *s, Fields live);
const uint64_t *future_fn_reads(Future *f, int64_t fn);
void future_before_turn(Future *f, Fields live);
bool future_before_rules(Future *f, const bool *rules, const uint64_t *after, Fields into);
bool future_is_asked(const IrFn *fn); /* of a position: moves, over, mover, rank, goal */

/* future_guard.c: what a generator reads where two single fields are known to differ. */
const uint64_t *future_reads_apart(Future *f, int64_t gen, const int64_t apart[2]);
/* future_guard.c: finds what matters in some positions only; `live`: all that matters. */
void future_guards(Future *f, const uint64_t *live, IrFuture *future);
/* future_uses.c: what the numbers that matter are asked for; fills levels, most, counts. */
void future_uses(Future *f, IrFuture *future);
/* future_alike.c: IrFuture.alike of a field that counts, which is compared with nothing below `least`. */
int64_t future_alike(Future *f, size_t field, int64_t least);
/* future_bag.c: finds the bags and what is made of hashes. */
void future_bags(Future *f, IrFuture *future);

#endif
