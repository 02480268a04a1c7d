/* lines.h - lines out of pieces of text as they come. */
#ifndef LUDC_DRIVER_LINES_H
#define LUDC_DRIVER_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* All zero but `limit`: nothing came yet. */
typedef struct {
    size_t limit; /* of a line, in bytes; of a longer one its beginning is kept, and the rest is forgotten */
    char *text;   /* what has no end yet */
    size_t n, room;
    bool cut;     /* it is longer than that */
} Lines;

/* A line without its end ("\n" or "\r\n"), `cut`: its beginning; false: no more is wanted. */
typedef bool LineFn(void *data, const char *line, size_t length, bool cut);

/* Calls `each` for every line that ends in these bytes.  false: `each` said so; the bytes behind that line are forgotten. */
bool lines_feed(Lines *lines, const char *bytes, size_t n, LineFn *each, void *data);
/* What came behind the last end, as a line, if it is not empty; then all is forgotten. */
void lines_end(Lines *lines, LineFn *each, void *data);
void lines_free(Lines *lines);

#endif
