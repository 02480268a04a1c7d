/* backend.h - what every back end offers.
 *
 * A back end turns a game into bytes; it works on any form of the IR, before or
 * after any pass, and says session_unsupported for what it cannot do.  The rows
 * are in backends.def.  The C back end's artefacts are in backends/build/build.h,
 * code in memory in backends/tcc/tcc.h. */
#ifndef LUDC_BACKEND_H
#define LUDC_BACKEND_H

#include <stdbool.h>

#include "base/out.h"
#include "ir/core/ir.h"

/* The functions of a reasoner, in their order there: what code is wanted for. */
typedef enum {
    FN_INIT = 1 << 0,
    FN_MOVES = 1 << 1,
    FN_APPLY = 1 << 2,
    FN_MOVES_OF = 1 << 3,
    FN_APPLY_JOINT = 1 << 4,
    FN_OVER = 1 << 5,
    FN_MOVER = 1 << 6,
    FN_RANK2 = 1 << 7,
    FN_DESCRIBE = 1 << 8,
    FN_VIEW = 1 << 9,
    FN_PLAYOUT = 1 << 10,
    FN_APPLY_RANDOM = 1 << 11,
    FN_CANDIDATES = 1 << 12,
    FN_ALLOWED = 1 << 13,
    FN_GOAL = 1 << 14,
    FN_OBSERVE = 1 << 15,
    FN_APPLY_LOTS = 1 << 16,
    FN_LEGAL = 1 << 17,
    FN_PLAYOUTS = 1 << 18,
    FN_ALL = (1 << 19) - 1,
    FN_BASE = FN_INIT | FN_OVER | FN_MOVER | FN_RANK2 | FN_GOAL,
    FN_PLAYS = FN_BASE | FN_PLAYOUT | FN_PLAYOUTS | FN_VIEW, /* views tell why a game ended */
    FN_STEPS = FN_BASE | FN_MOVES | FN_APPLY | FN_MOVES_OF | FN_APPLY_JOINT | FN_LEGAL
} ReasonerFunctions;

typedef struct {
    const char *ident;    /* of the exported symbol; NULL: made from the game's name */
    const char *producer; /* for the first comment, such as "ludc 0.1"; may be NULL */
    bool shared;          /* also export the alias `ludc_reasoner` */
    bool sets_by_calls;   /* for a compiler that does not write functions in place (libtcc): sets of several words are dear */
    bool describe;        /* keep the columns of moves (`view NAME = ..` of rules) */
    uint64_t hash;        /* of the reasoner; 0: that of the game that is given */
    bool commented;       /* for people: contents, headings, the rules' own words, what tables hold */
    bool support_apart;   /* support.h and abi.h are included, not pasted */
    const char *lines;    /* the text's own file name where #line is to say which rules a line comes from; or NULL */
    struct Images *images; /* takes large tables, which the text then only declares; NULL: all is text */
} BackendOptions;

typedef struct {
    const char *name;
    const char *suffix;
    const char *help;
    bool (*emit)(IrGame *game, const BackendOptions *options, Out *out);
} Backend;

/* Has the number of moves a bound, so that a list can have room for them all?  False after saying that it is not supported. */
bool backend_lists(IrGame *game, const char *backend);
/* Does the game keep to what the code of this back end needs: numbers of moves that have a bound, copies of the position that the stack
 * holds?  False after saying that it is not supported. */
bool backend_bounds(IrGame *game, const char *backend);

/* The rows of backends.def; NULL if there is none of that name. */
const Backend *backend_find(const char *name);
size_t backend_count(void);
const Backend *backend_at(size_t i);

#endif
