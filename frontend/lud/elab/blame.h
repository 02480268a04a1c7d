/* blame.h - what elab/diag.c finds out and elab/say.c puts into words; private. */
#ifndef LUDC_ELAB_BLAME_H
#define LUDC_ELAB_BLAME_H

#include "frontend/lud/elab/elab.h"

typedef enum {
    NO_HEAD,    /* a list without a ludeme's name */
    NO_LUDEME,  /* the head is not in the table */
    WRONG_TYPE, /* a ludeme, but of another type */
    NO_WORD,    /* `(sites Emtpy)`: no row with that keyword */
    WRONG_ITEM, /* a constant or an array of another type */
    WRONG_LABEL,
    NO_LABEL, /* the argument fits, but must carry a label */
    MISSING,  /* an argument is not there */
    ORDER,    /* all arguments fit, but in another order */
    EXTRA     /* an argument too many, or out of order */
} BlameKind;

/* Something that could have stood there. */
typedef struct {
    TypeId type;
    uint8_t depth;
    const char *label;
} Want;

enum { WANTS = 8 };

typedef struct Blame {
    BlameKind kind;
    const Ast *node; /* what is wrong */
    const Ast *list; /* the ludeme around it, when kind speaks of a row */
    const Sig *sig;
    const Slot *slot; /* MISSING, NO_LABEL */
    const Ast *before; /* ORDER: node belongs before this one, or swapped with it */
    bool swapped;
    uint32_t far;     /* offset in the text */
    unsigned nwant;
    Want want[WANTS];
} Blame;

/* Adds something that could have stood there, once. */
void elab_want(Blame *blame, Want want);
/* Was the node complained about already? */
bool elab_excused(const Elab *e, const Ast *node);
/* Files the diagnostic; may excuse one more node. */
void elab_say(Elab *e, const Blame *blame);

#endif
