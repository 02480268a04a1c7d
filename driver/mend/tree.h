/* tree.h - the brackets and words of a text as it was written, for edits of it: comments are left out, defines and options stand
 * as they stand.  Right enough of any text, also one whose brackets do not match. */
#ifndef LUDC_MEND_TREE_H
#define LUDC_MEND_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum { MEND_LIST, MEND_ARRAY, MEND_WORD, MEND_STRING } MendKind;

typedef struct MendNode {
    MendKind kind;
    uint32_t begin; /* of its label, `lo` without one; all are offsets in the text */
    uint32_t lo, hi;
    struct MendNode *up; /* NULL: the whole text */
    uint32_t place;      /* in `up` */
    struct MendNode **kid;
    uint32_t n, cap;
    const char *text; /* of a word or a string, as it is written */
    bool open;        /* nothing closes it */
} MendNode;

/* `sheet`: a comment begins with `;`, not with `//`, and there are no labels, strings and tags. */
MendNode *mend_tree(Arena *arena, const char *text, uint32_t length, bool sheet);
/* The innermost node there; the whole, where there is none. */
MendNode *mend_node_at(MendNode *root, uint32_t at);
/* The word that a list begins with; "": none. */
const char *mend_head_of(const MendNode *node);

#endif
