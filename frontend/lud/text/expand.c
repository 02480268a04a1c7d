/* expand.c - expansion of defines, faithful to Ludii's, which is one of text.
 *
 * The order matters: a define whose body is empty or holds several items changes
 * the arguments of a define around it.  So: all defines of the file, one after
 * the other through the whole text, until none occurs; then those of the
 * library likewise, but not in the metadata; then again from the start, since
 * bodies of the library may use (or hold) defines of the file. */
#include <string.h>

#include "frontend/lud/text/defines.h"

enum { MAX_PARAMETERS = 20, MAX_SWEEPS = 2000 };

typedef struct {
    Text at[MAX_PARAMETERS];
    size_t n;
} Arguments;

typedef struct {
    Reader *reader;
    DefineSet *own, *library;
    size_t sweeps;
} Expansion;

/* Marks the defines whose name occurs in the text. */
static void mark(Expansion *x, const Text *text)
{
    size_t open = text_find(text, 0, "\"");
    while (open != TEXT_NONE) {
        size_t close = text_find(text, open + 1, "\"");
        if (close == TEXT_NONE)
            return;
        const char *name = text->c + open + 1;
        Define *define = lud_define_find(x->own, name, close - open - 1);
        if (define)
            define->seen = true;
        define = lud_define_find(x->library, name, close - open - 1);
        if (define)
            define->seen = true;
        open = close;
    }
}

/* A name behind game, match or instance is not a use. */
static bool is_protected(Expansion *x, const Text *before)
{
    size_t hi = before->n;
    while (hi && !text_token(before->c[hi - 1]))
        hi--;
    size_t lo = hi;
    while (lo && text_token(before->c[lo - 1]))
        lo--;
    x->reader->work += before->n - lo;
    return lo && (text_is(before, lo, hi, "game") || text_is(before, lo, hi, "match") ||
                  text_is(before, lo, hi, "instance"));
}

static bool is_open(char c)
{
    return c == '(' || c == '{' || c == '[' || c == '<';
}

/* The end of the argument that begins at `at`; TEXT_NONE when it is not closed. */
static size_t argument_end(const Text *text, size_t at)
{
    if (is_open(text->c[at])) {
        size_t close = text_match(text, at, true);
        return close == TEXT_NONE ? close : close + 1;
    }
    if (text->c[at] == '"') {
        size_t close = text_quote_end(text, at);
        return close == TEXT_NONE ? close : close + 1;
    }
    while (at < text->n && !text_space(text->c[at])) {
        if (text->c[at] == ':' && at + 1 < text->n && is_open(text->c[at + 1])) {
            size_t close = text_match(text, at + 1, true);
            return close == TEXT_NONE ? close : close + 1;
        }
        at++;
    }
    return at;
}

/* The arguments in `use`: text of a use without its brackets, name in front. */
static bool arguments(Expansion *x, const Text *use, size_t name_length,
                      Arguments *args)
{
    size_t at = name_length;
    while (at < use->n && !text_space(use->c[at]))
        at++;
    for (;;) {
        while (at < use->n && text_space(use->c[at]))
            at++;
        if (at >= use->n)
            return true;
        size_t end = argument_end(use, at);
        if (end == TEXT_NONE)
            return session_error(x->reader->session,
                                 text_span(x->reader, use, at, at + 1),
                                 "this argument of a define is never closed");
        if (args->n < MAX_PARAMETERS)
            args->at[args->n++] = text_copy(x->reader, use, at, end);
        at = end;
    }
}

static bool too_much(Expansion *x, const Define *define, Span use)
{
    session_error(x->reader->session, use,
                  "too many expansions of \"%s\"", define->name);
    diag_note(x->reader->session->diags, define->at,
              "defined here; does it use itself?");
    return false;
}

/* Replaces #n by the argument; a missing one or ~ deletes the marker.  An
 * argument that is a marker itself is put in once and left to the next round. */
static bool substitute(Expansion *x, const Define *define, Text *text,
                       const char *marker, const Text *arg, Span use)
{
    if (arg && arg->c[0] != '#' && text_find(arg, 0, marker) != TEXT_NONE)
        return session_error(x->reader->session,
                             text_span(x->reader, arg, 0, arg->n),
                             "this argument for %s of \"%s\" contains %s itself",
                             marker, define->name, marker);
    Text out = {0};
    size_t from = 0, count = 0;
    for (size_t at; (at = text_find(text, from, marker)) != TEXT_NONE;) {
        text_append(x->reader, &out, text->c + from, text->pos + from, at - from);
        if (arg)
            text_append(x->reader, &out, arg->c, arg->pos, arg->n);
        from = at + 2;
        if (++count > LUD_MAX_EXPANSIONS || out.n > LUD_MAX_CHARACTERS)
            return too_much(x, define, use);
        if (arg && arg->c[0] == '#')
            break;
    }
    text_append(x->reader, &out, text->c + from, text->pos + from, text->n - from);
    *text = out;
    return true;
}

static bool instantiate(Expansion *x, const Define *define, const Arguments *args,
                        Span use, Text *out)
{
    *out = text_instance(x->reader, &define->body, define->name, use);
    for (size_t n = 0; n < MAX_PARAMETERS; n++) {
        const char marker[4] = {'#', (char)(n < 9 ? '1' + n : '1' + (n - 9) / 10),
                                (char)(n < 9 ? 0 : '0' + (n + 1) % 10), 0};
        if (text_find(out, 0, marker) == TEXT_NONE)
            break;
        const Text *arg = n < args->n ? &args->at[n] : NULL;
        if (arg && text_is(arg, 0, arg->n, "~"))
            arg = NULL;
        if (!substitute(x, define, out, marker, arg, use))
            return false;
    }
    return true;
}

/* Replaces the use at the front of the rest (and the bracket before it). */
static bool expand_use(Expansion *x, const Define *define, size_t tag, Sweep *sweep)
{
    bool bracket = sweep->done.n && sweep->done.c[sweep->done.n - 1] == '(';
    if (bracket) {
        Text open = text_copy(x->reader, &sweep->done, sweep->done.n - 1,
                              sweep->done.n);
        sweep->done.n--;
        sweep_put(x->reader, sweep, &open);
    }
    Text rest = sweep_rest(sweep);
    size_t end = bracket ? text_match(&rest, 0, true) : tag - 1;
    if (end == TEXT_NONE)
        return session_error(x->reader->session, text_span(x->reader, &rest, 0, 1),
                             "this use of \"%s\" is never closed", define->name);
    x->reader->work += end;
    Span use = text_span(x->reader, &rest, 0, end + 1);
    Text inner = rest;
    if (bracket)
        inner = (Text){rest.c + 1, rest.pos + 1, end - 1, end - 1};
    else
        inner.n = tag;
    Arguments args = {0};
    Text out;
    if (!arguments(x, &inner, tag, &args) ||
        !instantiate(x, define, &args, use, &out))
        return false;
    mark(x, &out);
    sweep_drop(sweep, end + 1);
    if (sweep->done.n + out.n + (sweep->end - sweep->at) > LUD_MAX_CHARACTERS ||
        x->reader->work > LUD_MAX_WORK)
        return too_much(x, define, use);
    sweep_put(x->reader, sweep, &out);
    return true;
}

/* All uses of one define, from left to right; what a use expands to is looked
 * through as well. */
static bool expand_one(Expansion *x, Define *define, Text *text, bool *did)
{
    const char *tag = arena_printf(x->reader->scratch, "\"%s\"", define->name);
    size_t n = strlen(tag), count = 0;
    define->seen = false;
    size_t skip = text_find(text, 1, tag);
    if (skip == TEXT_NONE)
        return true;
    if (!text_swept(x->reader, text->n, define->at))
        return false;
    Sweep sweep;
    sweep_begin(x->reader, &sweep, text);
    while (skip != TEXT_NONE) {
        sweep_move(x->reader, &sweep, skip);
        if (!is_protected(x, &sweep.done)) {
            Text rest = sweep_rest(&sweep);
            if (++count > LUD_MAX_EXPANSIONS)
                return too_much(x, define, text_span(x->reader, &rest, 0, n));
            if (!expand_use(x, define, n, &sweep))
                return false;
            *did = true;
        }
        sweep_move(x->reader, &sweep, 1);
        Text rest = sweep_rest(&sweep);
        skip = text_find(&rest, 0, tag);
    }
    sweep_end(x->reader, &sweep, text);
    return true;
}

/* All defines of a set in order, again and again until none occurs. */
static bool expand_set(Expansion *x, DefineSet *set, Text *text, bool *did)
{
    bool again = true;
    while (again) {
        again = false;
        for (size_t i = 0; i < set->define.n; i++) {
            Define *define = &set->define.at[i];
            if (!define->seen)
                continue;
            bool once = false;
            if (!expand_one(x, define, text, &once))
                return false;
            again = again || once;
            if (once && ++x->sweeps > MAX_SWEEPS)
                return too_much(x, define, define->at);
        }
        *did = *did || again;
    }
    return true;
}

static bool expand_library(Expansion *x, Text *text, bool *did)
{
    Text metadata = {0};
    size_t lo = text_find_form(text, 0, "metadata");
    size_t hi = lo == TEXT_NONE ? lo : text_match(text, lo, true);
    if (hi != TEXT_NONE)
        metadata = text_cut(x->reader, text, lo, hi + 1);
    if (!expand_set(x, x->library, text, did))
        return false;
    text_append(x->reader, text, metadata.c, metadata.pos, metadata.n);
    return true;
}

bool lud_defines_expand(Reader *reader, Text *text, DefineSet *library, DefineSet *own)
{
    Expansion x = {reader, own, library, 0};
    for (size_t before = SIZE_MAX; before != own->define.n;) {
        before = own->define.n;
        if (!lud_defines_extract(reader, text, own))
            return false;
        mark(&x, text);
        for (bool did = true; did;) {
            did = false;
            if (!expand_set(&x, own, text, &did) || !expand_library(&x, text, &did))
                return false;
        }
    }
    return true;
}
