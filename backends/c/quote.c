/* quote.c - what stands in the text for people: contents, headings, the rules' own words, what a table holds. */
#include <stdlib.h>
#include <string.h>

#include "backends/c/cgen.h"
#include "base/escape.h"
#include "base/source_comment.h"

enum { QUOTE = 100, OWN = 3 }; /* bytes of the rules' words; the mark of #line for the text itself, a line of its own */

static Place rules_place(const CGen *c, Span at)
{
    const bool known = at.hi != 0 && c->game->session && c->game->session->sources;
    return known ? source_resolve(c->game->session->sources, at) : (Place){0};
}

/* "game.lud:14: WORDS", of a text without ludemes "game.gir:14: NAME", of one of ours "turn engine: NAME"; NULL: no place is known, or there is no name. */
static const char *quote(CGen *c, Span at, const char *name)
{
    const Place place = rules_place(c, at);
    const char *words = place.source ? source_words(c->arena, &place, QUOTE) : NULL;
    words = words || name || !place.source || *place.source->name != '<' ? words : source_comment_above(c->arena, &place);
    if (!place.source || !(words = words ? words : name))
        return NULL;
    const char *file = place.source->name, *slash = strrchr(file, '/');
    if (*file == '<') /* a text of ours, "<turn engine>" */
        return c_format(c, "%.*s: %s", (int)strlen(file) - 2, file + 1, words);
    return c_format(c, "%s:%u: %s", slash ? slash + 1 : file, place.line, words);
}

static const char *line_of(CGen *c, Span at)
{
    const Place place = rules_place(c, at);
    Out name = {0};
    if (!place.source)
        return NULL;
    out_c_text(&name, place.source->name);
    const char *text = c_format(c, "#line %u %s", place.line, name.text);
    out_free(&name);
    return text;
}

void c_own_lines(CGen *c)
{
    if (c->options->lines)
        out_printf(&c->text, "%c\n", OWN);
}

void c_number_own_lines(const CGen *c, Out *out)
{
    Out from = *out;
    size_t line = 1;
    if (!c->options->lines)
        return;
    *out = (Out){0};
    for (const char *p = from.text, *end; (end = strchr(p, '\n')); p = end + 1, line++) {
        if (*p == OWN) {
            out_printf(out, "#line %zu ", line + 1);
            out_c_text(out, c->options->lines);
            out_char(out, '\n');
        } else {
            out_write(out, p, (size_t)(end + 1 - p));
        }
    }
    out_free(&from);
}

static void put_comment(Out *out, const char *text)
{
    out_puts(out, "/* ");
    out_comment(out, text);
    out_puts(out, " */");
}

void c_quote_fn(CGen *c, const IrFn *fn)
{
    const char *text = c->options->commented ? quote(c, fn->at, fn->name) : NULL;
    if (text) {
        put_comment(&c->text, text);
        out_char(&c->text, '\n');
    }
    const char *line = c->options->lines ? line_of(c, fn->at) : NULL;
    if (line)
        out_printf(&c->text, "%s\n", line);
}

/* A line of the body that is one of c->quotes. */
static void put_mark(Body *b, const char *text)
{
    if (text) {
        vec_push(b->c->arena, &b->c->quotes, text);
        c_line(b, "%c%zu", QUOTED, b->c->quotes.n - 1);
    }
}

void c_quote(Body *b, const Ir *s)
{
    CGen *c = b->c;
    if (c->options->lines) { /* what has no place is part of what had the last */
        put_mark(b, line_of(c, s->at.hi ? s->at : b->quoted));
        b->quoted = s->at.hi ? s->at : b->quoted;
        return;
    }
    const bool said = s->at.lo == b->quoted.lo && s->at.hi == b->quoted.hi;
    const bool whole = b->fn && s->at.lo == b->fn->at.lo && s->at.hi == b->fn->at.hi;
    if (!c->options->commented || s->at.hi == 0 || said || whole)
        return;
    b->quoted = s->at;
    put_mark(b, quote(c, s->at, NULL));
}

void c_with_quotes(CGen *c, const char *text, Out *out)
{
    for (const char *mark; (mark = strchr(text, QUOTED)); text = mark + 1 + strspn(mark + 1, "0123456789")) {
        out_write(out, text, (size_t)(mark - text));
        (c->options->lines ? out_puts : put_comment)(out, c->quotes.at[strtoul(mark + 1, NULL, 10)]);
    }
    out_puts(out, text);
}

void c_heading(CGen *c, Out *out, const char *title)
{
    if (c->options->commented) {
        vec_push(c->arena, &c->headings, title);
        out_printf(out, "/* ---- %zu. %s ---- */\n\n", c->headings.n, title);
    }
}

void c_contents(const CGen *c, Out *out)
{
    for (size_t i = 0; i < c->headings.n; i++)
        out_printf(out, "%s *   %2zu. %s", i ? "\n" : "\n *\n", i + 1, c->headings.at[i]);
    out_puts(out, c->headings.n ? "\n */\n\n" : " */\n");
}

static const char *space_name(const CGen *c, int space)
{
    return space >= 0 && (size_t)space < c->game->space.n ? c->game->space.at[space].name : "number";
}

void c_explain_list(const CGen *c, Out *out, const IrCell *of)
{
    if (c->options->commented && of->kind == IR_CELL_TEXT && of->text) {
        put_comment(out, of->text);
        out_char(out, '\n');
    }
}

void c_explain_table(CGen *c, const IrTable *t)
{
    if (!c->options->commented)
        return;
    const char *what = t->elem.kind == IR_MASK ? c_format(c, "a set of %s", space_name(c, t->elem.space))
                       : t->elem.space >= 0    ? c_format(c, "a %s", space_name(c, t->elem.space))
                                               : "a number";
    const char *text = c_format(c, "%s: ", t->name);
    for (int i = 0; i < t->ndim; i++)
        text = t->dim[i].space >= 0 ? c_format(c, "%sfor each %s, ", text, space_name(c, t->dim[i].space))
                                    : c_format(c, "%sfor each of %d, ", text, t->dim[i].size);
    put_comment(&c->data, c_format(c, "%s%s%s", text, t->rows ? "a row, each member " : "", what));
    out_char(&c->data, '\n');
}
