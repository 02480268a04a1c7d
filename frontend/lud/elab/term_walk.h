/* term_walk.h - every term of a description, one after the other: the one way to look for something in it.
 *
 * A term comes before what is in its slots, slots come in their order.  Absent arguments do not come; numbers, words
 * and texts do. */
#ifndef LUDC_TERM_WALK_H
#define LUDC_TERM_WALK_H

#include "frontend/lud/elab/term.h"

/* Where the walk goes after a term. */
typedef enum {
    TERM_INTO, /* what is in it, then what is behind it */
    TERM_PAST, /* what is behind it */
    TERM_STOP  /* nowhere */
} TermWay;
typedef TermWay TermVisit(const Term *t, void *data);
/* The term and all within; true: a visit said TERM_STOP.  NULL holds nothing. */
bool term_walk(const Term *t, TermVisit *visit, void *data);

/* Does it hold for a term? */
typedef bool TermTest(const Term *t, const void *data);
/* Does it hold for the term or one within? */
bool term_any(const Term *t, TermTest *test, const void *data);

#endif
