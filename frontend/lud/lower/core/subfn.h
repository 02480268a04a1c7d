/* subfn.h - functions of their own, with the iterators that a term reads as their parameters. */
#ifndef LUDC_LOWER_SUBFN_H
#define LUDC_LOWER_SUBFN_H

#include "frontend/lud/lower/core/lower.h"

/* A function of its own (gen, fn) with the iterators that `term` reads as its
 * parameters. */
typedef struct {
    Lower *l; /* where it is called */
    Lower in; /* within it */
    IrFn *fn;
    Ir *arg[16];
    int narg;
} SubFn;

/* What is lowered until `subfn_end` is lowered with `in`. */
void subfn_begin(SubFn *sub, Lower *l, IrFnKind kind, const char *name, IrType ret, const Term *term);
/* One more parameter, given by the caller as `value`; read of it. */
Ir *subfn_param(SubFn *sub, const char *name, IrType type, Ir *value);
void subfn_end(SubFn *sub);
/* The call with the arguments collected: CALL, EXISTS, TRY. */
Ir *subfn_call(const SubFn *sub, IrOp op);

/* Does the term read (from), (to), the player of a loop, or what has them by default? */
bool subfn_reads_from(const Term *t);
bool subfn_reads_to(const Term *t);
bool subfn_reads_player(const Term *t);

#endif
