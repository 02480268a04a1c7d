/* text.c - characters that remember where they came from. */
#include "frontend/lud/text/text.h"

#include <string.h>

static void reserve(Reader *reader, Text *text, size_t n)
{
    if (n <= text->cap)
        return;
    size_t cap = n + n / 2 + 64;
    char *c = ARENA_ARRAY(reader->scratch, char, cap);
    uint32_t *pos = ARENA_ARRAY(reader->scratch, uint32_t, cap);
    if (text->n) {
        memcpy(c, text->c, text->n);
        memcpy(pos, text->pos, text->n * sizeof *pos);
    }
    text->c = c;
    text->pos = pos;
    text->cap = cap;
}

void text_append(Reader *reader, Text *text, const char *c, const uint32_t *pos,
                 size_t n)
{
    if (n == 0)
        return;
    reserve(reader, text, text->n + n);
    memcpy(text->c + text->n, c, n);
    memcpy(text->pos + text->n, pos, n * sizeof *pos);
    text->n += n;
}

Text text_of_source(Reader *reader, const Source *source)
{
    Text text = {0};
    reserve(reader, &text, source->length);
    text.n = source->length;
    if (text.n)
        memcpy(text.c, source->text, text.n);
    for (uint32_t i = 0; i < source->length; i++)
        text.pos[i] = source->base + i;
    return text;
}

Text text_copy(Reader *reader, const Text *text, size_t lo, size_t hi)
{
    Text copy = {0};
    if (hi > lo)
        text_append(reader, &copy, text->c + lo, text->pos + lo, hi - lo);
    return copy;
}

void text_remove(Text *text, size_t lo, size_t hi)
{
    if (hi <= lo)
        return;
    size_t tail = text->n - hi;
    memmove(text->c + lo, text->c + hi, tail);
    memmove(text->pos + lo, text->pos + hi, tail * sizeof *text->pos);
    text->n -= hi - lo;
}

Text text_cut(Reader *reader, Text *text, size_t lo, size_t hi)
{
    Text cut = text_copy(reader, text, lo, hi);
    text_remove(text, lo, hi);
    return cut;
}

Text text_trim(Text text)
{
    while (text.n && text_space(text.c[text.n - 1]))
        text.n--;
    size_t skip = 0;
    while (skip < text.n && text_space(text.c[skip]))
        skip++;
    if (skip) {
        text.c += skip;
        text.pos += skip;
        text.n -= skip;
    }
    text.cap = text.n;
    return text;
}

bool text_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool text_token(char c)
{
    static const bool token[256] = {
        ['_'] = true, ['"'] = true, ['-'] = true, ['.'] = true, ['+'] = true,
        ['*'] = true, ['/'] = true, ['%'] = true, ['='] = true, ['!'] = true,
        ['^'] = true, ['~'] = true, ['<'] = true, ['>'] = true, ['&'] = true,
        ['|'] = true, ['#'] = true};
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || token[(unsigned char)c];
}

size_t text_find(const Text *text, size_t from, const char *what)
{
    size_t n = strlen(what);
    while (from + n <= text->n) {
        const char *hit = memchr(text->c + from, what[0], text->n - n + 1 - from);
        if (!hit)
            break;
        from = (size_t)(hit - text->c);
        if (memcmp(hit, what, n) == 0)
            return from;
        from++;
    }
    return TEXT_NONE;
}

static bool name_char(char c)
{
    return text_token(c) && c != '"' && c != '<' && c != '>';
}

size_t text_find_form(const Text *text, size_t from, const char *name)
{
    size_t n = strlen(name);
    bool quoted = false;
    for (size_t i = from; i < text->n; i++) {
        char c = text->c[i];
        if (c == '"' && (i == 0 || text->c[i - 1] != '\\'))
            quoted = !quoted;
        if (c == '(' && !quoted && i + 1 + n < text->n &&
            memcmp(text->c + i + 1, name, n) == 0 && !name_char(text->c[i + 1 + n]))
            return i;
    }
    return TEXT_NONE;
}

bool text_cut_forms(Reader *reader, Text *text, const char *name, Texts *out)
{
    Text rest = {0};
    size_t done = 0, lo;
    while ((lo = text_find_form(text, done, name)) != TEXT_NONE) {
        size_t hi = text_match(text, lo, true);
        if (hi == TEXT_NONE)
            return session_error(reader->session,
                                 text_span(reader, text, lo, lo + 1 + strlen(name)),
                                 "this %s is never closed", name);
        text_append(reader, &rest, text->c + done, text->pos + done, lo - done);
        vec_push(reader->scratch, out, text_copy(reader, text, lo, hi + 1));
        done = hi + 1;
    }
    if (done == 0)
        return true;
    text_append(reader, &rest, text->c + done, text->pos + done, text->n - done);
    *text = rest;
    return true;
}

static char closing(char open)
{
    return open == '(' ? ')' : open == '{' ? '}' : open == '[' ? ']' : '>';
}

size_t text_match(const Text *text, size_t at, bool nest)
{
    char open = text->c[at], close = closing(open);
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = at; i < text->n; i++) {
        char c = text->c[i];
        if (c == '"')
            quoted = !quoted;
        if (quoted || (c != open && c != close))
            continue;
        if (i > at && text->c[i - 1] == '(' && (c == '<' || c == '>'))
            continue; /* a comparison */
        if (c == open)
            depth++;
        else if (--depth == 0 || !nest)
            return i;
    }
    return TEXT_NONE;
}

size_t text_quote_end(const Text *text, size_t at)
{
    for (size_t i = at + 1; i < text->n; i++)
        if (text->c[i] == '\\' && i + 1 < text->n && text->c[i + 1] == '"')
            i++;
        else if (text->c[i] == '"')
            return i;
    return TEXT_NONE;
}

Span text_span(const Reader *reader, const Text *text, size_t lo, size_t hi)
{
    if (lo >= text->n)
        lo = text->n ? text->n - 1 : 0;
    if (text->n == 0)
        return (Span){0, 0};
    if (hi > text->n)
        hi = text->n;
    uint32_t first = text->pos[lo];
    uint32_t last = hi > lo ? text->pos[hi - 1] : first;
    const SourceMap *map = reader->session->sources;
    if (last >= first && source_of(map, first) == source_of(map, last))
        return (Span){first, last + 1};
    size_t i = lo + 1;
    while (i < hi && text->pos[i] == text->pos[i - 1] + 1)
        i++;
    return (Span){first, text->pos[i - 1] + 1};
}

const char *text_string(Arena *arena, const Text *text, size_t lo, size_t hi)
{
    return arena_strndup(arena, hi > lo ? text->c + lo : "", hi - lo);
}

bool text_is(const Text *text, size_t lo, size_t hi, const char *what)
{
    size_t n = strlen(what);
    return hi - lo == n && memcmp(text->c + lo, what, n) == 0;
}

void text_strip_comments(Text *text)
{
    size_t out = 0;
    bool quoted = false;
    for (size_t i = 0; i < text->n; i++) {
        char c = text->c[i];
        if (c == '"' && !(quoted && text->c[i - 1] == '\\'))
            quoted = !quoted;
        if (!quoted && c == '/' && i + 1 < text->n && text->c[i + 1] == '/') {
            while (i < text->n && text->c[i] != '\n')
                i++;
            if (i == text->n)
                break;
            c = '\n';
        }
        text->c[out] = c;
        text->pos[out++] = text->pos[i];
    }
    text->n = out;
}
