/* edits.h - what could have been meant by a text, near a place of it: edits, likely ones first.  They are tried by mend.c. */
#ifndef LUDC_MEND_EDITS_H
#define LUDC_MEND_EDITS_H

#include "base/vec.h"
#include "driver/mend/tree.h"

/* What stands at [lo, hi) becomes the text. */
typedef struct {
    uint32_t lo, hi;
    const char *text;
} MendEdit;

enum { MEND_EDITS = 4 };

typedef struct {
    unsigned cost;  /* small: likely */
    unsigned order; /* among those of one cost */
    bool steps;     /* it was done step by step */
    unsigned n;
    MendEdit edit[MEND_EDITS];
} MendTry;

/* What a word of the language can be. */
typedef enum { MEND_HEAD, MEND_KEYWORD, MEND_CONSTANT, MEND_LABEL, MEND_NAME } MendPart;

typedef struct {
    MendPart part;
    const char *text;
    const char *head; /* MEND_KEYWORD and MEND_LABEL: of which ludeme */
} MendWord;

typedef struct {
    bool sheet;
    VEC(MendWord) word;
    const char *const *around; /* "(sites %s)": what can stand around something, likely first; NULL behind the last */
    const char *const *missing; /* what can be missing */
    const char *(*other)(const char *word); /* what somebody means by it who knows other languages, `|` between several; NULL: it is not known */
} MendLanguage;

typedef struct {
    Arena *arena;
    const char *text;
    const MendLanguage *language;
    VEC(MendTry) all;
} MendTries;

/* Fills `all`, sorted. */
void mend_tries(MendTries *tries, MendNode *root, uint32_t at);
void mend_one(MendTries *tries, unsigned cost, uint32_t lo, uint32_t hi, const char *text);
void mend_two(MendTries *tries, unsigned cost, MendEdit first, MendEdit second);

/* Edits of a word, and of a string (edits_word.c). */
void mend_word_tries(MendTries *tries, const MendNode *node, unsigned cost);
/* Edits of a list and its members (edits_list.c); of forms, heads and conditions of a rule sheet (edits_sheet.c). */
void mend_list_tries(MendTries *tries, const MendNode *list, unsigned cost);
void mend_sheet_tries(MendTries *tries, const MendNode *list, unsigned cost);
void mend_variable_tries(MendTries *tries, const MendNode *word, unsigned cost);
/* One more item of the equipment, where something is said of a node (edits_equipment.c). */
void mend_equipment_tries(MendTries *tries, const MendNode *root, const MendNode *node);
/* The form of the text that it stands in. */
const MendNode *mend_form_of(const MendNode *node);

/* Ludii's language and the names of the text (words_lud.c); rule sheets (words_gdl.c). */
const MendLanguage *mend_lud(Arena *arena, const MendNode *root);
const MendLanguage *mend_gdl(Arena *arena, const MendNode *root);

#endif
