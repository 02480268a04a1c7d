/* guide.h - what people are told of ludemes and constants beside their signatures: the pages of frontend/lud/guide.
 *
 * A page is text, compiled in; a line that begins with # is a remark.
 *   ludemes (game.txt, graph.txt, ..):
 *       ID FRAME: EXAMPLE          the row's identifier; what shows it, and the frame that makes a game of it
 *         + TEXT                   more of its meaning; several lines are one text
 *         SLOT: TEXT               what this argument means here
 *   params.txt   SLOT: TEXT or SLOT/TYPE: TEXT, where the ludeme has no line of its own
 *   constants.txt   TYPE NAME..: TEXT, `*` for every type
 *   frames.txt   frame NAME, and the lines of a game in which @ is where the example stands
 * tests/guide_test.c holds that every row, slot and constant has its lines, and plays every example. */
#ifndef LUDC_GUIDE_H
#define LUDC_GUIDE_H

#include "frontend/lud/elab/sig.h"

typedef struct {
    const char *name, *text;
} GuidePage;

extern const GuidePage guide_page[];
extern const size_t guide_pages;

/* A piece of a page, not ended by 0; text is NULL where there is none. */
typedef struct {
    const char *text;
    size_t n;
} GuideText;

typedef struct {
    GuideText frame, example;
    GuideText lines; /* those below it */
} GuideRow;

/* What the guide says of a row; false: nothing. */
bool guide_row(const LudRow *row, GuideRow *found);
/* The k-th `+` line of a row; text NULL behind the last. */
GuideText guide_more(const GuideRow *found, unsigned k);
/* The game of a row's example; false: there is no such frame. */
bool guide_game(const GuideRow *found, Out *out);
GuideText guide_constant(const char *type, const char *constant, size_t n);

enum { GUIDE_WORD = 48 };

/* A slot of a signature, as the text has it. */
typedef struct {
    char name[GUIDE_WORD], type[GUIDE_WORD];
    bool optional;
} GuideSlot;

/* Walks over the slots of a signature: begin with its text, go on until false. */
bool guide_next_slot(const char **signature, GuideSlot *slot);
GuideText guide_slot(const GuideRow *found, const GuideSlot *slot);

/* "move Hop", "is Line", "+": the head and the words that are written as they stand. */
void guide_name(const LudRow *row, Out *out);

/* Is the word the row's head, or one that is written behind it?  Do its signature, meaning, parameters or example have the
 * word, in whatever case? */
bool lud_row_named(LudId id, const char *word);
bool lud_row_found(LudId id, const char *word);
bool lud_constant_found(TypeId type, const char *constant, size_t n, const char *word);

/* All that is said of a row: meaning, parameters, example; each line is indented by that. */
void guide_write(const LudRow *row, const char *indent, Out *out);

#endif
