/* source.h - texts, and places in them.
 *
 * All texts of a session share one space of offsets: a Span is two offsets in
 * it, and says both which text and where.  Line and column are computed when
 * somebody wants to print them.
 *
 * A text is either a real file or *derived* from others (by expanding a define,
 * an option, a range): then its segments say where each stretch of characters
 * came from.  source_resolve follows them down to a real file and collects the
 * uses passed on the way, which is what a diagnostic prints as
 * "in expansion of ...". */
#ifndef LUDC_SOURCE_H
#define LUDC_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct {
    uint32_t lo, hi; /* [lo, hi) in the session's space of offsets; 0,0: none */
} Span;

/* Characters [at, next segment's at) of a derived text came from `from`.
 * verbatim: character k of the stretch is character k of `from`; otherwise the
 * whole stretch stands for the whole of `from` (a range written out).
 * label, if not NULL, names what was expanded there ("Line3Win", an option's
 * heading) and `use` is the place that asked for it. */
typedef struct {
    uint32_t at; /* offset within the derived text, ascending */
    Span from;
    bool verbatim;
    const char *label;
    Span use;
} Segment;

typedef struct Source {
    const char *name; /* as shown to people */
    const char *text; /* NUL-terminated */
    uint32_t length;
    uint32_t base; /* offset of text[0] in the session's space */
    const Segment *segment;
    size_t nsegment; /* 0: a real file */
    const char *language; /* that somebody said it is in; NULL: nobody did */
} Source;

typedef struct SourceMap SourceMap;

SourceMap *source_map_new(Arena *arena);
/* The text is copied, and made UTF-8 without misleading characters (escape.h).  Offsets start at 1, so that Span {0,0} is no place.
 * NULL when the session's 4 GB of offsets are used up. */
const Source *source_add(SourceMap *map, const char *name, const char *text,
                         size_t length);
const Source *source_add_derived(SourceMap *map, const char *name,
                                 const char *text, size_t length,
                                 const Segment *segment, size_t nsegment);
/* Reads a file ("-" is standard input); NULL on failure with errno set. */
const Source *source_read(SourceMap *map, const char *path);
/* Notes which language a text of the map is in.  `language` is kept as it is. */
void source_say_language(SourceMap *map, const Source *source, const char *language);
/* The text that offset `at` lies in, or NULL. */
const Source *source_of(const SourceMap *map, uint32_t at);

/* Where a span really comes from. */
typedef struct {
    const Source *source; /* a real file, or NULL when the span is no place */
    Span span;            /* in that file, at least one character if possible */
    unsigned line, column; /* of span.lo, from 1; column counts bytes */
    size_t nuse;
    struct {
        const char *label;
        Span at; /* in a real file */
    } use[8]; /* innermost first; deeper ones are dropped */
} Place;

Place source_resolve(const SourceMap *map, Span span);
/* Where it ends: lines from 1, columns in bytes from 1, behind the last byte.  0, 0 of no place. */
void source_end(const Place *place, unsigned *line, unsigned *column);
/* The ludeme or form that stands there on one line, without comments, each gap a blank; beyond `most` bytes " ..".  NULL: what
 * stands there is in no brackets. */
const char *source_words(Arena *arena, const Place *place, size_t most);
Span span_join(Span a, Span b); /* smallest span over both; none is neutral */

#endif
