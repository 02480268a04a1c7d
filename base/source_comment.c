/* source_comment.c - see source_comment.h. */
#include "base/source_comment.h"

#include <string.h>

static const char *line_begin(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n')
        at--;
    return at;
}

const char *source_comment_above(Arena *arena, const Place *place)
{
    const char *text = place->source->text, *line = line_begin(text, text + (place->span.lo - place->source->base));
    if (line == text)
        return NULL;
    const char *above = line_begin(text, line - 1);
    above += strspn(above, " ");
    return line - above > 3 && *above == ';' ? arena_strndup(arena, above + 2, (size_t)(line - above - 3)) : NULL;
}
