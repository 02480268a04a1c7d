/* capture.h - effects that have files of their own: captures and scores. */
#ifndef LUDC_LOWER_CAPTURE_H
#define LUDC_LOWER_CAPTURE_H

#include "frontend/lud/lower/rule.h"

/* custodial, surround, enclose, intervene, directional, with their consequences;
 * false: none of these. */
bool lower_capture(Lower *l, const Term *t, Ir **lets, Ir **writes);
/* The same where it is only asked whether something would be caught. */
bool gen_capture(Lower *l, const Term *t, Ir **block);
/* Is it a form of (enclose ..) that is supported?  Else filed. */
bool lower_enclose_form(Lower *l, const Term *t, const Term *target);
/* The groups of targets beside the start that are enclosed. */
Ir *lower_enclosed(Lower *l, const Term *t, const Term *target, Ir *start, Ir *targets);
/* Does the capture by (surround ..) happen?  NULL: not known. */
Ir *lower_captures(Lower *l, const Term *t);
/* addScore, set Score, trigger; false: none of these. */
bool lower_set_score(Lower *l, const Term *t, Ir **lets, Ir **writes);
/* Does the effect change the score of exactly one player? */
bool lower_one_score(const Term *t);
/* (score who). */
Ir *lower_score(Lower *l, const Term *t);
/* (byScore ..) as a result. */
void lower_by_score(Lower *l, const Term *t, Ir **block);
/* (set Score ..) before the game. */
void lower_start_score(Lower *l, const Term *t);

#endif
