/* fold.h - constants, identities, dead branches, copies: what pass fold does, and others with what they
 * make.  Each part looks at one node whose operands are
 * already simple and returns the node itself or something simpler. */
#ifndef LUDC_IR_FOLD_H
#define LUDC_IR_FOLD_H

#include "ir/core/ir.h"

Ir *fold_int(IrGame *game, Ir *node);
Ir *fold_compare(IrGame *game, Ir *node);
Ir *fold_logic(IrGame *game, Ir *node);
Ir *fold_mask(IrGame *game, Ir *node);
/* All of them, again and again. */
Ir *fold_node(IrGame *game, Ir *node);
/* Folds one tree of a function; locals it reads keep their meaning. */
Ir *fold_tree(IrGame *game, IrFn *fn, Ir *tree);
/* Folds a whole function; did anything change? */
bool fold_function(IrGame *game, IrFn *fn);

/* Is one condition written as the negation of the other? */
bool fold_opposite(const Ir *a, const Ir *b);

/* The smallest and largest value, by type and by the contents of tables. */
void fold_range(const IrGame *game, const Ir *node, int64_t *lo, int64_t *hi);

/* ---- facts: conditions that hold where the walk is --------------------- */

enum { FOLD_MAX_FACTS = 32 };

/* A local's type before a fact made it narrower. */
typedef struct {
    int64_t local;
    IrType type;
} FoldNarrowed;

typedef struct {
    IrGame *game;
    IrFn *fn;
    const bool *varying;
    bool pure; /* nothing is written where we are: facts on the state last */
    const Ir *fact[FOLD_MAX_FACTS];
    size_t n;
    FoldNarrowed narrowed[FOLD_MAX_FACTS];
    size_t nnarrowed;
} FoldFacts;

typedef struct {
    size_t n, nnarrowed;
} FoldMark;

FoldMark fold_mark(const FoldFacts *facts);
void fold_forget(FoldFacts *facts, FoldMark mark);
void fold_learn(FoldFacts *facts, const Ir *condition, bool truth);
/* Drops what was learnt of the state; undone by fold_forget only in part, so
 * keep a copy of the whole. */
void fold_drop_state(FoldFacts *facts);
/* 1 or 0 if the facts say so of the condition, else -1. */
int fold_known(const FoldFacts *facts, const Ir *condition);

#endif
