/* site_write.h - does an expression see that one element of a field was written? */
#ifndef LUDC_IR_PASSES_SITE_WRITE_H
#define LUDC_IR_PASSES_SITE_WRITE_H

#include <stdbool.h>

#include "ir/core/ir.h"

/* @f[at] := after. */
typedef struct {
    int field;
    const Ir *at;     /* a local of the rule's header */
    const Ir *before; /* what it was; NULL: not known */
    const Ir *after;
} SiteWrite;

/* Has the expression surely the same value before and after the write?  Its free locals keep theirs. */
bool site_write_unseen(IrGame *game, IrFn *fn, const SiteWrite *write, const Ir *e);

#endif
