/* texts.h - the texts of many moves of one position: each in a time that does not depend on their number, where
 * ludc_move_text looks at all of them. */
#ifndef LUDC_RUNTIME_TEXTS_H
#define LUDC_RUNTIME_TEXTS_H

#include <stddef.h>

#include "runtime/include/ludc.h"
#include "runtime/writer.h"

typedef struct {
    const ludc_reasoner *r;
    const void *state; /* the caller's */
    uint64_t *hash;    /* [n] of the short texts of all moves, ascending; NULL: joint games, or memory is out */
    size_t n;
} LudcTexts;

void ludc_texts_init(LudcTexts *t, const ludc_reasoner *r, const void *state);
void ludc_texts_free(LudcTexts *t);
/* As ludc_move_text. */
size_t ludc_texts_of(const LudcTexts *t, ludc_move move, char *out, size_t size);
/* text.c: without what only serves to tell equal ones apart. */
size_t ludc_short_text(const ludc_reasoner *r, const void *state, ludc_move move, char *out, size_t size);
/* The site that a move names: its label, "A1", "A1/B1", "Hand1.2"; in a game with sites of several types "Cell.A1" where that is not the
 * board's own.  type: -1, of the board's own. */
void ludc_put_site(Writer *w, const ludc_reasoner *r, int type, int32_t site);
#endif
