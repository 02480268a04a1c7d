/* choose.h - procedures that play a random move: what the two files of it share. */
#ifndef LUDC_IR_LOWER_CHOOSE_H
#define LUDC_IR_LOWER_CHOOSE_H

#include "ir/lower/lower_impl.h"
#include "ir/plan/plan.h"

/* The procedure that is written, in the place of a generator whose statements are gone over. */
typedef struct {
    LowWriter w;
    const IrFn *gen; /* whose locals they name; */
    Ir **map;        /* what these are called in the procedure; */
    bool *defined;   /* those that have a value there already: blocks are opened, so that what another block defines gets a new name */
    int kept;        /* the rule whose sites are kept from ply to ply; -1: none */
    bool counted;    /* their number alone */
    bool fall;       /* where all candidates are refused, what follows decides; else `choose_tested` does */
    int tested;      /* that procedure, or -1 */
} Chooser;

/* choose_run.c: draws one of what the statement emits, which is made of sets and single moves under conditions, plays it and returns 1; goes on
 * where there is none.  trials: it asks what must hold once the move is drawn. */
void choose_run(Chooser *c, const Ir *statement, bool trials);
/* A tree of the generator in the procedure's names; a statement of it, written there; a name for a local of it that begins to mean
 * something. */
Ir *choose_copy(const Chooser *c, const Ir *tree);
void choose_statement(Chooser *c, const Ir *s);
int choose_local(const Chooser *c, int64_t local);

#endif
