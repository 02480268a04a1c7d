/* syn.h - what was read of a .gir text, before names are looked up.
 *
 * The parser only builds this tree; read.c declares what the items declare and
 * then builds the bodies, so that the order of items does not matter to them. */
#ifndef LUDC_IR_SYN_H
#define LUDC_IR_SYN_H

#include "ir/core/ir.h"

/* Beside the operations of ops.def, which are kinds of their own: */
enum {
    SYN_GAME = IR_OPS, /* name; number: players */
    SYN_JOINT_GAME,    /* the same, of a game with joint moves */
    SYN_PLAN,          /* name; kid: the name of a rule, or none */
    SYN_SPACE,         /* name; kids: size, then strings */
    SYN_CONST,         /* name; kid: value */
    SYN_TABLE,         /* name, type (number: 1 for lists), kids: dimensions, literal */
    SYN_STATE,         /* kids: fields */
    SYN_FIELD,         /* name, type; kids: dimensions, value */
    SYN_WHEN_ITEMS,    /* kids: condition, items: taken only if it holds */
    SYN_FUNCTION,      /* name; number: IrFnKind; type: of the result; kids: params, body.. */
    SYN_PARAMS,        /* kids: SYN_BINDER; of a plane also name: its set, number: its owner */
    SYN_DATA,          /* name; number: how many; kid: literal */
    SYN_HEADER,        /* kids: PARAM, WHEN, LET */
    SYN_EFFECT,        /* kid: block */
    SYN_THEN,          /* kid: block */
    SYN_POST,          /* kid: expression */
    SYN_SPARED,        /* kid: expression */
    SYN_MOVE_VIEW,     /* name; kid: expression */
    SYN_VALUE,         /* `= e` as a body; kid: expression */
    SYN_BINDER,        /* name; type or NULL */
    SYN_BIT,           /* types */
    SYN_INT,           /* name: space or NULL; kids: none, or the two bounds */
    SYN_SITE,          /* name: space */
    SYN_MASK,          /* name: space */
    SYN_DIM,           /* name: space, or kid: size */
    SYN_LIST,          /* { .. }; an element with number n > 0 stands n times */
    SYN_STRING,        /* name: its text */
    SYN_HEX,           /* name: its digits */
    SYN_NAME,          /* name: of a constant */
    SYN_EXEMPT, SYN_PROBE, /* marks of a rule */
    SYN_INLINE, SYN_APART, SYN_RECURSIVE, /* of a function: IrHint */
    SYN_TIMES,         /* kids: an element, how often */
    SYN_ADD_TO,        /* place += e; kids: e, index */
    SYN_WHEN_BLOCK,    /* kids: condition, block: taken only if it holds */
};

enum { SYN_DEEPEST = 2000 };

typedef struct Syn {
    int kind;
    int depth; /* of the tree */
    size_t n;  /* kids */
    int64_t number;
    Span at;
    const char *name; /* interned */
    Span name_at;
    struct Syn *type;
    struct Syn *first, *last, *next;
} Syn;

/* What the scanner and the parser carry along. */
typedef struct {
    Session *session;
    const Source *source;
    Syn *file; /* kids: the items */
    bool failed;
} SynParse;

Syn *syn_new(SynParse *parse, int kind, Span at);
Syn *syn_add(Syn *parent, Syn *kid);    /* NULL kids are left out; returns parent */
Syn *syn_adopt(Syn *parent, Syn *list); /* the kids of list; returns parent */

/* The items of a text, or NULL with diagnostics. */
Syn *syn_parse(Session *session, const Source *source);

#endif
