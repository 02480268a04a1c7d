/* report.h - ludc report: is this a game worth playing? (doc/report.md) */
#ifndef LUDC_DRIVER_REPORT_H
#define LUDC_DRIVER_REPORT_H

#include "driver/survey/survey.h"

enum { REPORT_GAMES = 1000, REPORT_SPEEDS = 8 };

/* How fast the game plays by an engine, with its plan or by standard playouts. */
typedef struct {
    const char *engine, *plan;
    double playouts_per_s, moves_per_s;
} Speed;

typedef struct {
    Job *job;
    const ludc_reasoner *r;
    Survey s;
    uint64_t seed;
    Speed speed[REPORT_SPEEDS];
    size_t nspeed;
    uint32_t state_size; /* bytes, as it is played */
} Report;

/* The rule's own words at a span, blanks and line ends as one blank, cut where they are long; and `FILE:LINE`. */
void report_words(const Report *report, Span at, Out *out);
void report_place(const Report *report, Span at, Out *out);
/* Is it of the game's own text, not of a shipped define? */
bool report_own(const Report *report, const Item *item);

void report_text(const Report *report, Out *out);
/* The first part of it: what the game is, and how random games go. */
void report_summary(const Report *report, Out *out);
/* That part of a game by the default number of games, or of what is played in two seconds of processor time, to standard output;
 * the result is an exit code. */
int report_short(const Options *options, const char *game);
void report_json(const Report *report, Out *out);
/* --out: a page with pictures, the tables behind its plots; an exit code. */
int report_page(const Report *report, const char *folder);

#endif
