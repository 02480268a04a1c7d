/* marks.h - what random games are watched for, so that warnings can be given and reports written (IR_OFFER_MARKS).
 *
 * Field `marks` says which end rules have decided something in this game.  What the reasoner then has:
 *   data "game place"   spans of the players and of the word `rules`
 *   view mark(%k)       1: end rule k applied while the game was not over
 *   data "mark place"   of each of these rules two numbers, its span; 0 0: the draw when everybody passes
 *   data "phase place"  of each phase its span, where there are several; its name in space `phase name`
 *   data "piece place"  of each piece three: its span (0 0: ludc's own), and 1 if a rule names it */
#ifndef LUDC_LOWER_MARKS_H
#define LUDC_LOWER_MARKS_H

#include "frontend/lud/lower/core/lower.h"

/* Makes the field; after the phases are known, before any end rule. */
void lower_marks_begin(Lower *l);
/* Notes at the beginning of what end rule t does that it applied; NULL: everybody passed. */
void lower_mark_end(Lower *l, const Term *t, Ir **block);
/* View and data, behind all rules. */
void lower_marks_end(Lower *l);

/* Warnings that need no game: pieces of one name. */
void lower_lints(Lower *l);

#endif
