/* dce.h - what the parts of pass live share. */
#ifndef LUDC_IR_LIVE_H
#define LUDC_IR_LIVE_H

#include "ir/passes/pass.h"

typedef struct {
    IrPass *pass;
    bool *field, *fn; /* by index: read; reached */
    bool *effective;  /* by function: does its body do anything that lives? */
    bool **local;     /* by function and local: read */
    bool grew;        /* since the last round */
} Live;

/* Is the statement needed?  Marks what it reads if so. */
bool live_statement(Live *l, size_t fn, const Ir *node);

#endif
