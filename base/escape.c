/* escape.c - see escape.h. */
#include "base/escape.h"

#include <string.h>

/* ---- UTF-8 ------------------------------------------------------------------------------------- */

enum { REPLACEMENT = 0xfffd, PICTURES = 0x2400, PICTURE_OF_DELETE = 0x2421 };

/* The character that begins here: its length, 0 when it is none. */
static size_t decode(const char *text, size_t length, uint32_t *code)
{
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80) {
        *code = c[0];
        return 1;
    }
    size_t n = c[0] >= 0xc2 && c[0] <= 0xdf ? 2 : (c[0] & 0xf0) == 0xe0 ? 3 : c[0] >= 0xf0 && c[0] <= 0xf4 ? 4 : 0;
    if (!n || n > length)
        return 0;
    *code = c[0] & (0xffu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (c[i] & 0x3fu);
    }
    bool shortest = n == 2 || *code >= (n == 3 ? 0x800u : 0x10000u);
    return shortest && *code <= 0x10ffff && (*code < 0xd800 || *code > 0xdfff) ? n : 0;
}

static void encode(Out *out, uint32_t code)
{
    if (code < 0x80) {
        out_char(out, (char)code);
        return;
    }
    int tail = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char head[] = {0, 0xc0, 0xe0, 0xf0};
    out_char(out, (char)(head[tail] | code >> (6 * tail)));
    while (tail--)
        out_char(out, (char)(0x80 | (code >> (6 * tail) & 0x3f)));
}

static bool misleads(uint32_t c)
{
    return (c >= 0x80 && c < 0xa0) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) ||
           (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe;
}

/* The next character as it is to be read; moves on. */
static uint32_t take(const char **at, const char *end)
{
    uint32_t code = 0;
    size_t n = decode(*at, (size_t)(end - *at), &code);
    if (!n)
        code = (unsigned char)**at;
    *at += n ? n : 1;
    return misleads(code) ? REPLACEMENT : code;
}

static uint32_t in_a_name(uint32_t c)
{
    if (c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v')
        return ' ';
    return c < ' ' ? PICTURES + c : c == 127 ? PICTURE_OF_DELETE : c;
}

static bool clean(const char *text, size_t length, bool name)
{
    for (const char *at = text, *end = text + length; at < end;) {
        uint32_t code = 0;
        size_t n = decode(at, (size_t)(end - at), &code);
        if (!n || misleads(code) || (name && in_a_name(code) != code))
            return false;
        at += n;
    }
    return true;
}

bool text_is_clean(const char *text, size_t length) { return clean(text, length, false); }

bool name_is_clean(const char *text, size_t length) { return clean(text, length, true); }

void out_clean(Out *out, const char *text, size_t length)
{
    for (const char *at = text, *end = text + length; at < end;)
        encode(out, take(&at, end));
}

void out_name(Out *out, const char *text, size_t length)
{
    for (const char *at = text, *end = text + length; at < end;)
        encode(out, in_a_name(take(&at, end)));
}

const char *clean_name(Arena *arena, const char *text)
{
    size_t length = strlen(text);
    if (name_is_clean(text, length))
        return text;
    Out out = {0};
    out_name(&out, text, length);
    const char *copy = arena_strdup(arena, out.text);
    out_free(&out);
    return copy;
}

/* ---- writers ------------------------------------------------------------------------------------- */

void out_terminal(Out *out, const char *text) { out_name(out, text, strlen(text)); }

void out_line_comment(Out *out, const char *text) { out_name(out, text, strlen(text)); }

/* Writes what stands for a character of ASCII; false: itself does. */
typedef bool Escape(Out *out, char c);

static void escaped(Out *out, const char *text, Escape *escape)
{
    for (const char *at = text, *end = text + strlen(text); at < end;) {
        uint32_t code = take(&at, end);
        if (code >= 0x80 || !escape(out, (char)code))
            encode(out, code);
    }
}

static bool json_escape(Out *out, char c)
{
    if (c == '"' || c == '\\')
        out_printf(out, "\\%c", c);
    else if ((unsigned char)c < ' ' || c == 127)
        out_printf(out, "\\u%04x", (unsigned)c);
    else
        return false;
    return true;
}

void out_json_text(Out *out, const char *text)
{
    out_char(out, '"');
    escaped(out, text, json_escape);
    out_char(out, '"');
}

static bool c_escape(Out *out, char c)
{
    if (c == '"' || c == '\\')
        out_printf(out, "\\%c", c);
    else if ((unsigned char)c < ' ' || c == 127 || c == '?')
        out_printf(out, "\\%03o", (unsigned)c);
    else
        return false;
    return true;
}

void out_c_text(Out *out, const char *text)
{
    out_char(out, '"');
    escaped(out, text, c_escape);
    out_char(out, '"');
}

void out_comment(Out *out, const char *text)
{
    uint32_t last = ' ';
    for (const char *at = text, *end = text + strlen(text); at < end;) {
        uint32_t c = in_a_name(take(&at, end));
        c = c == '\\' ? '?' : c;
        bool joins = (last == '*' && c == '/') || (last == '/' && c == '*') || (last == '?' && c == '?');
        if (joins)
            out_char(out, ' ');
        encode(out, c);
        last = c;
    }
}

static bool markup_escape(Out *out, char c)
{
    switch (c) {
    case '<': out_puts(out, "&lt;"); return true;
    case '>': out_puts(out, "&gt;"); return true;
    case '&': out_puts(out, "&amp;"); return true;
    case '"': out_puts(out, "&quot;"); return true;
    case '\'': out_puts(out, "&#39;"); return true;
    default: break;
    }
    uint32_t shown = in_a_name((unsigned char)c); /* XML 1.0 has no characters for controls */
    if (shown == (unsigned char)c)
        return false;
    encode(out, shown);
    return true;
}

void out_markup(Out *out, const char *text) { escaped(out, text, markup_escape); }

/* Labels have escapes of their own (\N, \l) and know the entities of HTML. */
static bool dot_escape(Out *out, char c)
{
    if (c == '"' || c == '\\')
        out_printf(out, "\\%c", c);
    else if (c == '&')
        out_puts(out, "&amp;");
    else if (in_a_name((unsigned char)c) != (unsigned char)c)
        encode(out, in_a_name((unsigned char)c));
    else
        return false;
    return true;
}

void out_dot_text(Out *out, const char *text)
{
    out_char(out, '"');
    escaped(out, text, dot_escape);
    out_char(out, '"');
}

static const char tsv_plain[] = "\t\n\r\\", tsv_letter[] = "tnr\\";

static bool tsv_escape(Out *out, char c)
{
    const char *at = c ? strchr(tsv_plain, c) : NULL;
    if (at)
        out_printf(out, "\\%c", tsv_letter[at - tsv_plain]);
    else if (in_a_name((unsigned char)c) != (unsigned char)c)
        encode(out, in_a_name((unsigned char)c));
    else
        return false;
    return true;
}

void out_tsv_field(Out *out, const char *text) { escaped(out, text, tsv_escape); }

void tsv_field_read(char *field)
{
    char *to = field;
    for (const char *at = field; *at; at++) {
        const char *letter = *at == '\\' && at[1] ? strchr(tsv_letter, at[1]) : NULL;
        *to++ = letter ? tsv_plain[letter - tsv_letter] : *at;
        at += letter != NULL;
    }
    *to = '\0';
}

void out_shell_word(Out *out, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./:,=@%";
    if (*text && !text[strspn(text, plain)]) {
        out_puts(out, text);
        return;
    }
    out_char(out, '\'');
    for (; *text; text++)
        if (*text == '\'')
            out_puts(out, "'\\''");
        else
            out_char(out, *text);
    out_char(out, '\'');
}

void out_gir_text(Out *out, char quote, const char *text)
{
    out_char(out, quote);
    for (const char *at = text, *end = text + strlen(text); at < end;) {
        uint32_t c = in_a_name(take(&at, end));
        if (c == (unsigned char)quote || c == '\\')
            out_char(out, '\\');
        encode(out, c);
    }
    out_char(out, quote);
}
