/* source.c - texts in one space of offsets, and the way back to real files. */
#include "base/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/vec.h"

struct SourceMap {
    Arena *arena;
    VEC(Source *) text; /* ascending base */
    uint32_t next;      /* base of the next text */
};

SourceMap *source_map_new(Arena *arena)
{
    SourceMap *map = ARENA_NEW(arena, SourceMap);
    map->arena = arena;
    map->next = 1;
    return map;
}

const Source *source_add_derived(SourceMap *map, const char *name,
                                 const char *text, size_t length,
                                 const Segment *segment, size_t nsegment)
{
    /* One offset more than characters: the end of a text is a place in it. */
    if (length >= UINT32_MAX - map->next)
        return NULL;
    Source *source = ARENA_NEW(map->arena, Source);
    source->name = arena_strdup(map->arena, name);
    source->text = arena_strndup(map->arena, text, length);
    source->length = (uint32_t)length;
    source->base = map->next;
    if (nsegment)
        source->segment =
            arena_copy(map->arena, segment, nsegment * sizeof *segment);
    source->nsegment = nsegment;
    map->next += (uint32_t)length + 1;
    vec_push(map->arena, &map->text, source);
    return source;
}

const Source *source_add(SourceMap *map, const char *name, const char *text,
                         size_t length)
{
    if (text_is_clean(text, length))
        return source_add_derived(map, name, text, length, NULL, 0);
    Out out = {0};
    out_clean(&out, text, length);
    const Source *source = source_add_derived(map, name, out.text, out.n, NULL, 0);
    out_free(&out);
    return source;
}

/* No text of rules is longer, in bytes. */
enum { SOURCE_MOST = 1 << 27 };

/* Reads all of a stream into malloc'ed memory; NULL with errno set, EFBIG where it is more than SOURCE_MOST. */
static char *read_all(FILE *file, size_t *length)
{
    size_t n = 0, cap = 1 << 16;
    char *text = malloc(cap);
    while (text) {
        n += fread(text + n, 1, cap - n, file);
        if (n < cap)
            break;
        char *grown = cap >= SOURCE_MOST ? NULL : realloc(text, cap *= 2);
        if (!grown)
            free(text);
        text = grown;
    }
    if (!text) {
        errno = EFBIG;
    } else if (ferror(file)) {
        int error = errno;
        free(text);
        text = NULL;
        errno = error ? error : EIO;
    }
    *length = n;
    return text;
}

const Source *source_read(SourceMap *map, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file)
        return NULL;
    size_t length;
    char *text = read_all(file, &length);
    int error = errno;
    if (!standard)
        fclose(file);
    errno = error;
    if (!text)
        return NULL;
    const Source *source =
        source_add(map, standard ? "<stdin>" : path, text, length);
    free(text);
    if (!source)
        errno = EFBIG;
    return source;
}

void source_say_language(SourceMap *map, const Source *source, const char *language)
{
    for (size_t i = 0; i < map->text.n; i++)
        if (map->text.at[i] == source)
            map->text.at[i]->language = language;
}

const Source *source_of(const SourceMap *map, uint32_t at)
{
    size_t lo = 0, hi = map->text.n;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (map->text.at[middle]->base <= at)
            lo = middle + 1;
        else
            hi = middle;
    }
    if (lo == 0)
        return NULL;
    const Source *source = map->text.at[lo - 1];
    return at - source->base <= source->length ? source : NULL;
}

/* The segment that character `offset` of a derived text belongs to. */
static const Segment *segment_of(const Source *source, uint32_t offset)
{
    size_t lo = 0, hi = source->nsegment;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (source->segment[middle].at <= offset)
            lo = middle + 1;
        else
            hi = middle;
    }
    return &source->segment[lo ? lo - 1 : 0];
}

/* Where the stretch's character at `offset` came from; `end` asks for the place
 * just behind it. */
static uint32_t map_offset(const Segment *segment, uint32_t offset, bool end)
{
    if (!segment->verbatim)
        return end ? segment->from.hi : segment->from.lo;
    uint32_t skip = offset > segment->at ? offset - segment->at : 0;
    uint32_t at = segment->from.lo + skip + (end ? 1 : 0);
    return at > segment->from.hi ? segment->from.hi : at;
}

static bool same_use(const Segment *a, const Segment *b)
{
    return a->label == b->label && a->use.lo == b->use.lo &&
           a->use.hi == b->use.hi;
}

/* One step down from a derived text.  The span's end follows its own segment
 * when that belongs to the same expansion, else it stops with the first. */
static Span step_down(const SourceMap *map, const Source *source, Span span)
{
    uint32_t lo = span.lo - source->base;
    uint32_t last = span.hi > span.lo ? span.hi - 1 - source->base : lo;
    if (last > source->length)
        last = source->length;
    const Segment *first = segment_of(source, lo);
    const Segment *final = segment_of(source, last);
    Span down = {map_offset(first, lo, false), 0};
    if (same_use(first, final)) {
        down.hi = map_offset(final, last, true);
        if (down.hi > down.lo &&
            source_of(map, down.hi - 1) == source_of(map, down.lo))
            return down;
    }
    down.hi = first->from.hi;
    if (down.hi < down.lo)
        down.hi = down.lo;
    return down;
}

/* Follows a span down to a real file and notes the uses passed.  A derived text
 * is younger than what it came from, so the base must fall at every step; a
 * segment that breaks this ends the walk with "no place". */
static Span follow(const SourceMap *map, Span span, Place *place)
{
    const Source *source = source_of(map, span.lo);
    while (source && source->nsegment) {
        const Segment *segment = segment_of(source, span.lo - source->base);
        if (segment->label && place->nuse < 8) {
            size_t slot = place->nuse++;
            place->use[slot].label = segment->label;
            bool older = segment->use.lo < source->base;
            place->use[slot].at =
                older ? follow(map, segment->use, place) : (Span){0, 0};
        }
        span = step_down(map, source, span);
        if (span.lo >= source->base)
            return (Span){0, 0};
        source = source_of(map, span.lo);
    }
    return source ? span : (Span){0, 0};
}

Place source_resolve(const SourceMap *map, Span span)
{
    Place place = {0};
    if (span.lo == 0)
        return place;
    span = follow(map, span, &place);
    const Source *source = span.lo ? source_of(map, span.lo) : NULL;
    if (!source)
        return place;
    uint32_t end = source->base + source->length;
    if (span.hi > end)
        span.hi = end;
    if (span.hi <= span.lo)
        span.hi = span.lo < end ? span.lo + 1 : span.lo;
    place.source = source;
    place.span = span;
    place.line = 1;
    place.column = 1;
    for (const char *c = source->text; c < source->text + (span.lo - source->base);
         c++) {
        place.column++;
        if (*c == '\n') {
            place.line++;
            place.column = 1;
        }
    }
    return place;
}

/* Where the gap, a comment included, ends; `from` itself where there is none. */
static const char *after_gap(const char *from, const char *end)
{
    for (;;) {
        const bool comment = *from == ';' || (from[0] == '/' && from[1] == '/');
        size_t n = comment ? strcspn(from, "\n") : strspn(from, " \t\r\n\f");
        if (!n || from >= end)
            return from;
        from += n;
    }
}

const char *source_words(Arena *arena, const Place *place, size_t most)
{
    const char *from = place->source->text + (place->span.lo - place->source->base);
    const char *end = from + (place->span.hi - place->span.lo);
    if (*from != '(')
        return NULL;
    char *text = arena_alloc(arena, most + 4);
    size_t n = 0;
    while (from < end && n < most) {
        const char *next = after_gap(from, end);
        bool within = n && text[n - 1] != '(' && text[n - 1] != '{' && *next != ')' && *next != '}';
        if (next > from && within)
            text[n++] = ' ';
        else if (next == from)
            text[n++] = *next++;
        from = next;
    }
    while (from < end && n && ((unsigned char)text[n - 1] & 0xc0) == 0x80) /* no part of a letter */
        n--;
    strcpy(text + n, from < end ? " .." : "");
    return text;
}

Span span_join(Span a, Span b)
{
    if (a.lo == 0)
        return b;
    if (b.lo == 0)
        return a;
    return (Span){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

void source_end(const Place *place, unsigned *line, unsigned *column)
{
    const Source *source = place->source;
    *line = source ? place->line : 0;
    *column = source ? place->column : 0;
    for (uint32_t i = place->span.lo; source && i < place->span.hi; i++) {
        const bool ends = source->text[i - source->base] == '\n';
        *line += ends;
        *column = ends ? 1 : *column + 1;
    }
}
