/* options.c - reading (option ..) and filling in the chosen items. */
#include "frontend/lud/text/options.h"

#include <string.h>

#include "base/escape.h"

static bool bad(Reader *reader, const Text *text, size_t lo, size_t hi,
                const char *what)
{
    return session_error(reader->session, text_span(reader, text, lo, hi), "%s", what);
}

/* The next "..." of text[at, hi) as a string; *at moves behind it. */
static const char *next_string(Reader *reader, const Text *text, size_t *at,
                               size_t hi)
{
    size_t open = *at;
    while (open < hi && text->c[open] != '"')
        open++;
    if (open >= hi)
        return NULL;
    size_t close = text_quote_end(text, open);
    if (close == TEXT_NONE || close >= hi)
        return NULL;
    *at = close + 1;
    return clean_name(reader->session->arena, text_string(reader->session->arena, text, open + 1, close));
}

static size_t next_char(const Text *text, size_t at, size_t hi, char c)
{
    while (at < hi && text->c[at] != c)
        at++;
    return at < hi ? at : TEXT_NONE;
}

/* Whether text[lo, hi) has the beginning of a marker <Tag..> in it. */
static bool has_marker(const Text *text, size_t lo, size_t hi)
{
    for (; lo + 1 < hi; lo++) {
        char c = (char)(text->c[lo + 1] | 0x20);
        if (text->c[lo] == '<' && text->c[lo - 1] != '(' && c >= 'a' && c <= 'z')
            return true;
    }
    return false;
}

/* `<6 8>` where there are two arguments: each value has its own < >. */
static bool joined_values(Reader *reader, const Text *text, size_t open, size_t close, size_t n)
{
    size_t gap[16], gaps = 0;
    for (size_t at = open + 1; at < close; at++) {
        if (strchr("(){}\"<>", text->c[at]))
            return true;
        if (strchr(" \t", text->c[at]) && at > open + 1 && !strchr(" \t", text->c[at - 1]) && gaps < 16)
            gap[gaps++] = at;
    }
    if (gaps + 1 != n)
        return true;
    bad(reader, text, open, close + 1, "each value of an item stands in its own < >");
    for (size_t i = 0; i < gaps; i++)
        diag_fix(reader->session->diags, FIX_INSTEAD, text_span(reader, text, gap[i], gap[i] + 1), "> <");
    return false;
}

/* `<(square 13)` without its `>`. */
static bool open_value(Reader *reader, const Text *text, size_t open, size_t hi)
{
    size_t end = open + 1;
    while (end < hi && strchr(" \t", text->c[end]))
        end++;
    const size_t match = end < hi && strchr("({", text->c[end]) ? text_match(text, end, true) : TEXT_NONE;
    if (match != TEXT_NONE && match < hi)
        end = match + 1;
    while (end < hi && !strchr(" \t\r\n\"", text->c[end]))
        end++;
    bad(reader, text, open, open + 1, "this value is never closed by >");
    if (end > open + 1)
        diag_fix(reader->session->diags, FIX_BEHIND, text_span(reader, text, end - 1, end), ">");
    return false;
}

/* The values <..> of an item, text[at, hi).  A `(<` opens a comparison. */
static bool read_values(Reader *reader, const Text *text, size_t at, size_t hi,
                        const Category *category, Item *item)
{
    size_t start = at, last = at;
    for (size_t open; (open = next_char(text, at, hi, '<')) != TEXT_NONE;) {
        if (open > start && text->c[open - 1] == '(') {
            at = open + 1;
            continue;
        }
        size_t close = text_match(text, open, false);
        if (close == TEXT_NONE || close >= hi)
            return open_value(reader, text, open, hi);
        if (item->argument.n >= category->parameter.n)
            return bad(reader, text, open, close + 1,
                       "this item has more values than the option has args:");
        if (has_marker(text, open + 1, close))
            return bad(reader, text, open, close + 1,
                       "a value ends with the first >, so it cannot hold the marker "
                       "of another option");
        vec_push(reader->scratch, &item->argument,
                 text_copy(reader, text, open + 1, close));
        at = close + 1;
        start = at;
        last = open;
    }
    return item->argument.n != 1 || category->parameter.n < 2 || joined_values(reader, text, last, start - 1, category->parameter.n);
}

/* Values without < > in text[at, hi), where no < stands: each is said, and gets them. */
static bool bare_values(Reader *reader, const Text *text, size_t at, size_t hi, const Category *category)
{
    bool good = true;
    if (!category->parameter.n || next_char(text, at, hi, '<') != TEXT_NONE)
        return true;
    for (size_t n = 0; n < category->parameter.n; n++) {
        while (at < hi && strchr(" \t\r\n", text->c[at]))
            at++;
        size_t end = at;
        while (end < hi && !strchr(" \t\r\n\"", text->c[end]))
            end = text->c[end] == '(' && text_match(text, end, true) < hi ? text_match(text, end, true) + 1 : end + 1;
        if (end == at)
            break;
        good = bad(reader, text, at, end, "a value of an item stands in < >");
        diag_fix(reader->session->diags, FIX_BEFORE, text_span(reader, text, at, at + 1), "<");
        diag_fix(reader->session->diags, FIX_BEHIND, text_span(reader, text, end - 1, end), ">");
        at = end;
    }
    return good;
}

/* Where the description "..." that ends an item begins; `hi` when there is none. */
static size_t description(const Text *text, size_t lo, size_t hi)
{
    size_t last = hi;
    for (size_t at = lo; at < hi; at++)
        if (text->c[at] == '"') {
            size_t close = text_quote_end(text, at);
            last = at;
            if (close == TEXT_NONE)
                break;
            at = close;
        }
    return last;
}

/* `(item "Label" <v> .. "description")`, text[lo, hi). */
static bool read_item(Reader *reader, const Text *text, size_t lo, size_t hi,
                      Category *category)
{
    Item item = {.at = text_span(reader, text, lo, lo + 5)};
    size_t at = lo;
    item.label = next_string(reader, text, &at, hi);
    if (!item.label)
        return bad(reader, text, lo, lo + 5, "an item needs a label in quotes");
    if (strchr(item.label, '/'))
        return bad(reader, text, lo, hi, "a label of an item cannot have a `/`");
    item.full = arena_printf(reader->session->arena, "%s/%s", category->heading,
                             item.label);
    const size_t end = description(text, at, hi - 1);
    if (!bare_values(reader, text, at, end, category) || !read_values(reader, text, at, end, category, &item))
        return false;
    for (size_t i = hi; i < text->n && text->c[i] == '*'; i++)
        item.stars++;
    vec_push(reader->scratch, &category->item, item);
    return true;
}

static bool read_items(Reader *reader, const Text *text, size_t at,
                       Category *category)
{
    size_t open = next_char(text, at, text->n, '{');
    size_t end = open == TEXT_NONE ? open : text_match(text, open, true);
    if (end == TEXT_NONE)
        return bad(reader, text, 0, 7, "this option has no list of items");
    for (size_t lo = open;;) {
        lo = text_find_form(text, lo, "item");
        if (lo == TEXT_NONE || lo >= end)
            return true;
        size_t hi = text_match(text, lo, true);
        if (hi == TEXT_NONE || hi >= end)
            return bad(reader, text, lo, lo + 5, "this item is never closed");
        if (!read_item(reader, text, lo, hi + 1, category))
            return false;
        lo = hi;
    }
}

/* `args:{ <a> <b> }`; *at moves behind it. */
static bool read_parameters(Reader *reader, const Text *text, size_t *at,
                            Category *category)
{
    size_t args = text_find(text, *at, "args:");
    size_t open = args == TEXT_NONE ? args : next_char(text, args, text->n, '{');
    size_t end = open == TEXT_NONE ? open : text_match(text, open, true);
    if (end == TEXT_NONE)
        return bad(reader, text, 0, 7, "an option needs args:{<name> ..}");
    size_t lo = open;
    while ((lo = next_char(text, lo, end, '<')) != TEXT_NONE) {
        size_t hi = next_char(text, lo, end, '>');
        if (hi == TEXT_NONE)
            return bad(reader, text, lo, lo + 1, "this name is never closed by >");
        vec_push(reader->scratch, &category->parameter,
                 text_string(reader->session->arena, text, lo + 1, hi));
        lo = hi;
    }
    *at = end + 1;
    return true;
}

static bool read_category(Reader *reader, const Text *text, Category *category)
{
    size_t at = 0;
    category->heading = next_string(reader, text, &at, text->n);
    if (!category->heading)
        return bad(reader, text, 0, 7, "an option needs a heading in quotes");
    if (strchr(category->heading, '/'))
        return bad(reader, text, 0, at, "a heading of an option cannot have a `/`");
    size_t open = next_char(text, at, text->n, '<');
    size_t close = open == TEXT_NONE ? open : text_match(text, open, true);
    if (close == TEXT_NONE)
        return bad(reader, text, 0, at, "an option needs a tag <Name>");
    category->tag = text_string(reader->session->arena, text, open + 1, close);
    at = close + 1;
    return read_parameters(reader, text, &at, category) &&
           read_items(reader, text, at, category);
}

bool lud_options_extract(Reader *reader, Text *text, Menus *menus)
{
    Texts form = {0};
    if (!text_cut_forms(reader, text, "option", &form))
        return false;
    for (size_t i = 0; i < form.n; i++) {
        Category category = {0};
        if (!read_category(reader, &form.at[i], &category))
            return false;
        vec_push(reader->scratch, &menus->category, category);
    }
    return true;
}

/* ---- filling in ---------------------------------------------------------- */

/* Replaces every `marker` by the value. */
static bool fill_in(Reader *reader, Text *text, const char *marker,
                    const Text *value, const char *heading)
{
    size_t n = strlen(marker), count = 0;
    size_t skip = text_find(text, 0, marker);
    if (!text_swept(reader, text->n, (Span){0, 0}))
        return false;
    if (skip == TEXT_NONE)
        return true;
    if (text_find(value, 0, marker) != TEXT_NONE)
        return session_error(reader->session, text_span(reader, value, 0, value->n),
                             "this value of option \"%s\" contains %s itself",
                             heading, marker);
    Sweep sweep;
    sweep_begin(reader, &sweep, text);
    while (skip != TEXT_NONE) {
        sweep_move(reader, &sweep, skip);
        Text rest = sweep_rest(&sweep);
        Span use = text_span(reader, &rest, 0, n);
        Text put = text_instance(reader, value, heading, use);
        text_append(reader, &sweep.done, put.c, put.pos, put.n);
        sweep_drop(&sweep, n);
        if (++count > LUD_MAX_EXPANSIONS || sweep.done.n > LUD_MAX_CHARACTERS ||
            reader->work > LUD_MAX_WORK)
            return session_error(reader->session, use,
                                 "too many uses of option \"%s\"", heading);
        rest = sweep_rest(&sweep);
        skip = text_find(&rest, 0, marker);
    }
    sweep_end(reader, &sweep, text);
    return true;
}

/* Category by category.  One whose chosen item has no values ends the work, so
 * that markers of later ones stay: Ludii does that. */
bool lud_options_apply(Reader *reader, Text *text, const Menus *menus)
{
    for (size_t i = 0; i < menus->category.n; i++) {
        const Category *category = &menus->category.at[i];
        if (!category->item.n)
            continue;
        const Item *item = &category->item.at[category->chosen];
        if (!item->argument.n)
            return true;
        for (size_t k = 0; k < item->argument.n; k++) {
            const char *marker = arena_printf(reader->scratch, "<%s:%s>",
                                              category->tag, category->parameter.at[k]);
            if (!fill_in(reader, text, marker, &item->argument.at[k],
                         category->heading))
                return false;
        }
        const char *marker = arena_printf(reader->scratch, "<%s>", category->tag);
        if (!fill_in(reader, text, marker, &item->argument.at[0], category->heading))
            return false;
    }
    return true;
}
