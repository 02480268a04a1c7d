/* diag_again.h - diagnostics that are filed, once more: for who has found out what they depend on. */
#ifndef LUDC_DIAG_AGAIN_H
#define LUDC_DIAG_AGAIN_H

#include "base/diag.h"

/* Makes that one the newest, without the edits that it had: notes and edits are added to it then.  It points to `at`, unless that is
 * no place. */
void diag_again(Diags *diags, const DiagList *list, size_t i, Span at);

/* Forgets all errors and warnings but that one, or that one: they would not be there if the rest were mended.  A warning that errors
 * came from is an error then. */
void diags_forget_others(Diags *diags, const DiagList *list, size_t i);
void diags_forget_one(Diags *diags, const DiagList *list, size_t i);

#endif
