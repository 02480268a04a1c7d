/* ranges.c - 3..7 and "A1".."C3" written out. */
#include "frontend/lud/text/ranges.h"

#include <string.h>

#include "base/out.h"

enum { MAX_RANGE = 1000 };

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* text[lo, hi) as a number; -1 when it is none or too large. */
static long number(const Text *text, size_t lo, size_t hi)
{
    long value = lo < hi ? 0 : -1;
    for (; lo < hi; lo++) {
        if (!digit(text->c[lo]) || value > 100000000)
            return -1;
        value = value * 10 + (text->c[lo] - '0');
    }
    return value;
}

/* Replaces [lo, hi) of the rest by what was written. */
static void replace(Reader *reader, Sweep *sweep, size_t lo, size_t hi, Out *out)
{
    Text rest = sweep_rest(sweep);
    Text put = text_written_out(reader, out->text ? out->text : "", out->n,
                                text_span(reader, &rest, lo, hi));
    sweep_move(reader, sweep, lo);
    sweep_drop(sweep, hi - lo);
    text_append(reader, &sweep->done, put.c, put.pos, put.n);
    out_free(out);
}

/* m..n at `dots` of the rest; `done` of it was looked at already. */
static bool write_range(Reader *reader, Sweep *sweep, size_t dots)
{
    Text rest = sweep_rest(sweep);
    size_t lo = dots, hi = dots + 2;
    while (lo && digit(rest.c[lo - 1]))
        lo--;
    while (hi < rest.n && digit(rest.c[hi]))
        hi++;
    long m = number(&rest, lo, dots), n = number(&rest, dots + 2, hi);
    long length = m > n ? m - n : n - m;
    if (m < 0 || n < 0 || length > MAX_RANGE)
        return session_error(reader->session, text_span(reader, &rest, lo, hi),
                             "a range can have at most %d steps", MAX_RANGE);
    Out out = {0};
    for (long i = 0; i <= length; i++)
        out_printf(&out, i ? " %ld" : "%ld", m < n ? m + i : m - i);
    replace(reader, sweep, lo, hi, &out);
    return true;
}

static bool bad_coordinate(Reader *reader, const Text *text, size_t lo, size_t hi)
{
    return session_error(reader->session, text_span(reader, text, lo, hi),
                         "a range of sites goes from \"A1\" to \"C3\": one letter "
                         "and a number");
}

/* "A1".."C3" at `dots` of the rest. */
static bool write_site_range(Reader *reader, Sweep *sweep, size_t dots)
{
    Text rest = sweep_rest(sweep);
    size_t lo = dots - 1, hi = dots + 3;
    while (lo && rest.c[lo - 1] != '"')
        lo--;
    while (hi < rest.n && rest.c[hi] != '"')
        hi++;
    if (lo == 0 || hi >= rest.n)
        return bad_coordinate(reader, &rest, dots, dots + 2);
    size_t to = dots + 3;
    long m = number(&rest, lo + 1, dots - 1), n = number(&rest, to + 1, hi);
    if (!letter(rest.c[lo]) || m < 0 || n > m + MAX_RANGE)
        return bad_coordinate(reader, &rest, lo - 1, dots);
    if (!letter(rest.c[to]) || n < 0)
        return bad_coordinate(reader, &rest, to - 1, hi + 1);
    int a = rest.c[lo] & ~0x20, z = rest.c[to] & ~0x20;
    Out out = {0};
    for (int c = a; c <= z; c++)
        for (long i = m; i <= n; i++)
            out_printf(&out, "%s\"%c%ld\"", out.n ? " " : "", c, i);
    replace(reader, sweep, lo - 1, hi + 1, &out);
    return true;
}

/* Whether the dots at `at` stand between two characters of the wanted kind. */
static bool is_range(const Text *text, size_t at, bool sites)
{
    if (at == 0 || at + 2 >= text->n)
        return false;
    char left = text->c[at - 1], right = text->c[at + 2];
    return sites ? left == '"' && right == '"' : digit(left) && digit(right);
}

/* Dots within [ ] belong to games to be completed and stay. */
static bool in_completion(const Text *text, size_t lo, size_t hi, bool inside)
{
    for (; lo < hi; lo++)
        inside = text->c[lo] == '[' || (inside && text->c[lo] != ']');
    return inside;
}

static bool expand(Reader *reader, Text *text, bool sites)
{
    if (text_find(text, 0, "..") == TEXT_NONE)
        return true;
    Sweep sweep;
    bool inside = false;
    sweep_begin(reader, &sweep, text);
    size_t from = 0;
    for (;;) {
        Text rest = sweep_rest(&sweep);
        size_t at = text_find(&rest, from, "..");
        if (at == TEXT_NONE)
            break;
        inside = in_completion(&rest, from, at, inside);
        from = at + 1;
        if (inside || !is_range(&rest, at, sites))
            continue;
        if (!(sites ? write_site_range : write_range)(reader, &sweep, at))
            return false;
        if (sweep.done.n > LUD_MAX_CHARACTERS)
            return session_error(reader->session, (Span){0, 0},
                                 "ranges make the text too long");
        from = 0;
    }
    sweep_end(reader, &sweep, text);
    return true;
}

bool lud_expand_ranges(Reader *reader, Text *text)
{
    return expand(reader, text, false);
}

bool lud_expand_site_ranges(Reader *reader, Text *text)
{
    return expand(reader, text, true);
}
