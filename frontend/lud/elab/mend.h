/* mend.h - what would make a text right that does not match, as notes and edits of the newest diagnostic; private to elab. */
#ifndef LUDC_MEND_H
#define LUDC_MEND_H

#include "frontend/lud/elab/blame.h"

/* What somebody calls by another word than the language: `==` is =, `North` N, `two` 2; NULL: no such word. */
const char *mend_word(const char *word);
/* Trees that are tried: a word; a list or array, of `first` if that is not NULL, and n kids, at least one. */
Ast *mend_symbol(Elab *e, const char *text, Span at);
Ast *mend_compound(Elab *e, AstKind kind, const Ast *first, Ast *const *kid, uint32_t n);
/* Would the tree do where the blame is? */
bool mend_would_do(Elab *e, const Blame *b, const Ast *tree);
/* Where nothing else has given the newest diagnostic an edit: edits of the list around the mistake. */
void mend_list(Elab *e, const Blame *b);
/* A note and an edit: the word at that place becomes another. */
void mend_did_you_mean(Elab *e, const char *best, Span at);
/* A head that is none, but a keyword of rows: `(line 3)` is `(is Line 3)`.  false: it is not. */
bool mend_keyword(Elab *e, const Blame *b);
/* Something stands where something else is wanted: quotes, brackets, braces, a label's colon or a ludeme around it are missing.
 * false: none of these would do. */
bool mend_item(Elab *e, const Blame *b);
/* Brackets around what is no ludeme: `(4)`. */
void mend_no_head(Elab *e, const Blame *b);
/* A word behind the head that is a name without its quotes.  false: it is not. */
bool mend_name(Elab *e, const Blame *b);
/* Where to say of an item that it is none: its own place, or that of a bracket around it that the tree does without. */
Span mend_place(Elab *e, const Blame *b);
/* An argument is missing: where it belongs, and what is usually written there. */
void mend_missing(Elab *e, const Blame *b);
/* An argument too many: another ludeme takes as many. */
void mend_extra(Elab *e, const Blame *b);
/* The label that the argument fits best. */
void mend_label(Elab *e, const Blame *b, const char *near);
void mend_order(Elab *e, const Blame *b);

#endif
