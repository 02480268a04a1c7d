/* elab.h - what the matcher and its explanations share; private. */
#ifndef LUDC_ELAB_H
#define LUDC_ELAB_H

#include "frontend/lud/elab/sig.h"

struct Blame;

/* What is known of a node as a value of a type.  A node is matched once for
 * each type somebody wants it as. */
typedef struct {
    const Ast *node; /* NULL: free */
    uint8_t type, depth;
    Term *term; /* NULL: it is not of that type */
    struct Blame *blame; /* why not; worked out on demand */
} Memo;

typedef struct {
    Session *session;
    Table *table;
    Memo *memo;
    size_t nmemo, cap;
    const Ast **excused; /* nodes already complained about: they fit anywhere */
    size_t nexcused;
    const Ast *game; /* the whole */
} Elab;

/* The node as a `type` inside `depth` array brackets, or NULL. */
Term *elab_match(Elab *e, const Ast *node, TypeId type, uint8_t depth);
/* The place to remember a (node, type); valid until the next call. */
Memo *elab_memo(Elab *e, const Ast *node, TypeId type, uint8_t depth);
/* Doubled brackets `((x))` are the same as `(x)`. */
const Ast *elab_strip(const Ast *node);
/* Do the first arguments of the list spell the row's words? */
bool elab_words(const Ast *list, const Sig *sig);

/* Do the arguments fit the row's slots? */
bool elab_fits(Elab *e, const Sig *sig, Ast *const *arg, uint32_t n);

/* Says why `node` is no `type`; returns the node to excuse (elab/diag.c). */
const Ast *elab_complain(Elab *e, const Ast *node, TypeId type);

/* Files what is wrong with a game that matches (elab/check.c). */
void elab_check(Elab *e, const Ast *game, const Term *term);

enum { ELAB_ERRORS = 20 }; /* at most so many complaints about one game */

#endif
