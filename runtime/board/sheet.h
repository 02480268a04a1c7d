/* sheet.h - a position of a rule sheet: its facts, and the grids that they make.  A relation in which two places run along
 * successions, or along numbers, is a grid; relations with the same two are one grid. */
#ifndef LUDC_BOARD_SHEET_H
#define LUDC_BOARD_SHEET_H

#include "runtime/board/board.h"

enum { ARGUMENTS = 8, WORD = 64, LONGEST_AXIS = 64 };

/* A fact, "(cell 1 2 x)": its words. */
typedef struct {
    uint32_t index; /* of its bit */
    int n;          /* words */
    int relation;
    const char *word[ARGUMENTS + 1]; /* in `text` */
    char *text;
} Fact;

/* Values in order. */
typedef struct {
    size_t n;
    char (*at)[WORD];
} Axis;

/* A grid of a relation: which words are x and y; 0: it is none. */
typedef struct {
    const char *name;
    int n, x, y;
    Axis axis[2];
    int same; /* the relation whose grid it shares, or its own */
    bool dotted; /* a dot is something, so what is empty is a space */
} Relation;

typedef struct {
    const ludc_reasoner *r;
    uint64_t *bits[2]; /* of all planes, now and at the start */
    Fact *fact;
    size_t nfact;
    Relation *relation;
    size_t nrelation;
    const uint64_t *now, *start;
    char (*mark)[2][WORD]; /* of what stands in grids: the word, and what is drawn for it */
    size_t nmark;
} Sheet;

/* false: the reasoner is no sheet's, or memory is out.  To be freed in either case. */
bool sheet_read(Sheet *s, const ludc_reasoner *r, const void *state, unsigned eyes);
void sheet_free(Sheet *s);
/* Does the fact hold now, did it at the start? */
bool sheet_holds(const Sheet *s, const Fact *f);
bool sheet_began(const Sheet *s, const Fact *f);
const Relation *sheet_relation(const Sheet *s, const Fact *f);
bool sheet_in_axis(const Axis *a, const char *word, size_t *place);
/* The words of a fact that are no axis of its grid; the relation's name where there are none. */
void sheet_content(const Relation *r, const Fact *f, char out[WORD]);
/* What is drawn for that content: "." for what fills the board at the start, else its beginning. */
const char *sheet_mark(const Sheet *s, const char *word);

#endif
