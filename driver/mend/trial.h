/* trial.h - a text as it would be, compiled in a session of its own. */
#ifndef LUDC_MEND_TRIAL_H
#define LUDC_MEND_TRIAL_H

#include "driver/engine/compile.h"
#include "driver/mend/edits.h"

typedef struct {
    const char *name; /* of the file */
    const LudOptions *options;
    bool sheet;
    Arena *arena; /* of what is given back */
} MendTrial;

typedef VEC(MendEdit) MendEditList;

/* How much there is to say of a text, 0: nothing.  Errors count more than warnings.  With `offered`: what the front end offers for it,
 * nothing where that overlaps. */
size_t mend_faults(const MendTrial *trial, const char *text, size_t length, MendEditList *offered);
/* The text with these edits; NULL: they overlap. */
const char *mend_edited(const MendTrial *trial, const char *text, const MendEdit *edit, size_t n, size_t *length);
/* Adds the edits of diagnostic i of a list; false: one is of another text than that. */
bool mend_offered(const MendTrial *trial, const DiagList *list, size_t i, const Source *source, MendEditList *edits);

#endif
