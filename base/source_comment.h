/* source_comment.h - comments of a text in IR. */
#ifndef LUDC_SOURCE_COMMENT_H
#define LUDC_SOURCE_COMMENT_H

#include "base/arena.h"
#include "base/source.h"

/* The comment `; ..` on the line above the place; NULL: there is none. */
const char *source_comment_above(Arena *arena, const Place *place);

#endif
