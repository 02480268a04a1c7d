/* capture.h - effects that have files of their own: captures and scores. */
#ifndef LUDC_LOWER_CAPTURE_H
#define LUDC_LOWER_CAPTURE_H

#include "frontend/lud/lower/moves/rule.h"

typedef struct {
    const Term *target, *ally, *effect; /* effect: NULL takes the piece off */
    bool to; /* what is caught is (to), not (between) */
    const Term *joined; /* a piece put down with every capture, or NULL */
    Ir *start;
} Capture;

/* The sites caught; NULL where that is not supported (filed), or where all is done. */
Ir *lower_caught(Lower *l, const Term *t, Capture *c, Ir **lets, Ir **writes_or_null);
/* Is it a form of (enclose ..) that is supported?  Else filed. */
bool lower_enclose_form(Lower *l, const Term *t, const Term *target);
/* The groups of targets beside the start that are enclosed. */
Ir *lower_enclosed(Lower *l, const Term *t, const Term *target, Ir *start, Ir *targets);
/* Does the capture by (surround ..) happen?  NULL: not known. */
Ir *lower_captures(Lower *l, const Term *t);
/* Does the effect change the score of exactly one player? */
bool lower_one_score(const Term *t);
/* (byScore ..) as a result. */
void lower_by_score(Lower *l, const Term *t, Ir **block);
/* (set Score ..) before the game. */
void lower_start_score(Lower *l, const Term *t);

#endif
