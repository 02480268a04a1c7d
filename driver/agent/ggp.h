/* ggp.h - messages of the General Game Playing protocol, ( START id role (rules) 30 10 ), and terms in them.
 *
 * Texts are read by the front end's reader, with its limits; what is read lives as long as its session. */
#ifndef LUDC_DRIVER_GGP_H
#define LUDC_DRIVER_GGP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/out.h"
#include "base/session.h"
#include "frontend/sexp/ast.h"

typedef enum { GGP_INFO, GGP_PREVIEW, GGP_START, GGP_PLAY, GGP_STOP, GGP_ABORT } GgpCommand;

typedef struct {
    GgpCommand command;
    const char *match;  /* START, PLAY, STOP, ABORT */
    const char *role;   /* START */
    const Ast *rules;   /* START, PREVIEW: a list of forms */
    double start, play; /* clocks in seconds */
    const Ast *moves;   /* PLAY, STOP: a list with a move of each role; NULL: NIL */
} GgpMessage;

/* false: it is no message, `why` (a text for people) says why.  Command words count in any case. */
bool ggp_read(Session *session, const char *text, size_t n, GgpMessage *message, const char **why);

/* A text that is one term, such as a move; NULL: it is not. */
const Ast *ggp_term(Session *session, const char *text, size_t n);
/* What stands between the parentheses of a list, as it was written; not terminated. */
const char *ggp_inside(const Session *session, const Ast *list, size_t *n);
/* "(mark 1 2)": one blank between words, and none elsewhere. */
void ggp_print(const Ast *term, Out *out);
/* Do two printed moves say the same?  `any_case`: but for upper and lower case; a word alone may stand in parentheses. */
bool ggp_same(const char *a, const char *b, bool any_case);

/* The number of a role in the order of the sheet's facts (role ..), from 1; 0: it is none.  *count: how many there are. */
unsigned ggp_role(const Ast *rules, const char *role, unsigned *count);
/* The name of role number `role`; NULL: there is none. */
const char *ggp_role_name(const Ast *rules, unsigned role);
/* A move that the rules may allow a role, read off the heads of its rules alone: the first (legal ROLE MOVE) that has no
 * variables in MOVE, facts first.  NULL: there is none. */
const Ast *ggp_guess(const Ast *rules, const char *role);

#endif
