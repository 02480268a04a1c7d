/* backend.h - what every back end offers.
 *
 * A back end turns a game into bytes; it works on any form of the IR, before or
 * after any pass, and says session_unsupported for what it cannot do.  The rows
 * are in backends.def.  The C back end's artefacts are in backends/c/build.h,
 * code in memory in backends/tcc/tcc.h. */
#ifndef LUDC_BACKEND_H
#define LUDC_BACKEND_H

#include <stdbool.h>

#include "base/out.h"
#include "ir/ir.h"

typedef struct {
    const char *ident;    /* of the exported symbol; NULL: made from the game's name */
    const char *producer; /* for the first comment, such as "ludc 0.1"; may be NULL */
    bool shared;          /* also export the alias `ludc_reasoner` */
    bool describe;        /* keep the columns of moves (`view NAME = ..` of rules) */
} BackendOptions;

typedef struct {
    const char *name;
    const char *suffix;
    const char *help;
    bool (*emit)(IrGame *game, const BackendOptions *options, Out *out);
} Backend;

/* The rows of backends.def; NULL if there is none of that name. */
const Backend *backend_find(const char *name);
size_t backend_count(void);
const Backend *backend_at(size_t i);

#endif
