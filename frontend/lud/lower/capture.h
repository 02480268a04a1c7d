/* capture.h - effects that have files of their own: captures and scores. */
#ifndef LUDC_LOWER_CAPTURE_H
#define LUDC_LOWER_CAPTURE_H

#include "frontend/lud/lower/rule.h"

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
