/* balance.c - brackets and quotes of the file as written. */
#include "frontend/lud/text/balance.h"

#include <string.h>

typedef struct {
    Reader *reader;
    const Text *text;
    VEC(size_t) open; /* brackets not closed yet, outermost first */
    bool report;      /* second round: something is wrong, now say what */
    bool ok;
    unsigned reports;
} Balance;

enum { MAX_REPORTS = 20, MAX_DEPTH = 500 };

static Span span(const Balance *b, size_t at)
{
    return text_span(b->reader, b->text, at, at + 1);
}

static bool fits(char open, char close)
{
    return (open == '(' && close == ')') || (open == '{' && close == '}') ||
           (open == '[' && close == ']');
}

/* `format` shows the character with %c. */
__attribute__((format(printf, 3, 0))) static void report(Balance *b, size_t at,
                                                         const char *format)
{
    b->ok = false;
    if (b->report && b->reports++ < MAX_REPORTS)
        session_error(b->reader->session, span(b, at), format, b->text->c[at]);
}

static void report_open(Balance *b, size_t at)
{
    report(b, at, "this `%c` is never closed");
}

static size_t line_start(const Text *text, size_t at)
{
    while (at && text->c[at - 1] != '\n')
        at--;
    return at;
}

/* Blanks before the first character of the line that `at` is in. */
static size_t indent(const Text *text, size_t at)
{
    size_t start = line_start(text, at), i = start;
    while (i < at && (text->c[i] == ' ' || text->c[i] == '\t'))
        i++;
    return i - start;
}

/* A closing bracket that begins a line should close one of a line indented
 * likewise.  When those opened last stand further right they were forgotten:
 * how many brackets stay open below them; all when there is no such sign. */
static size_t by_indent(const Balance *b, size_t at)
{
    const Text *text = b->text;
    size_t column = indent(text, at), n = b->open.n;
    if (line_start(text, at) + column != at)
        return b->open.n;
    while (n && indent(text, b->open.at[n - 1]) > column)
        n--;
    bool sign = n && fits(text->c[b->open.at[n - 1]], text->c[at]) &&
                indent(text, b->open.at[n - 1]) == column;
    return sign ? n : b->open.n;
}

/* Reports the brackets opened after the `keep` outermost. */
static void give_up(Balance *b, size_t keep, size_t at)
{
    while (b->open.n > keep) {
        report_open(b, b->open.at[--b->open.n]);
        if (b->report && b->reports < MAX_REPORTS)
            diag_note(b->reader->session->diags, span(b, at),
                      "the `%c` here closes something around it", b->text->c[at]);
    }
}

/* A closing bracket closes the newest open one of its kind; those opened after
 * that one are reported.  false: it makes no sense to go on. */
static bool close_bracket(Balance *b, size_t at)
{
    if (b->report && b->open.n)
        give_up(b, by_indent(b, at), at);
    size_t n = b->open.n;
    while (n && !fits(b->text->c[b->open.at[n - 1]], b->text->c[at]))
        n--;
    if (n == 0) {
        report(b, at,
               b->open.n ? "`%c` closes nothing" : "nothing is open for this `%c`");
        if (b->report && b->open.n)
            diag_note(b->reader->session->diags, span(b, b->open.at[b->open.n - 1]),
                      "this is what is open");
        return false;
    }
    give_up(b, n, at);
    b->open.n--;
    return true;
}

/* At the start of a line, something that stands at the top level as a rule. */
static bool starts_over(const Text *text, size_t at)
{
    static const char *const form[] = {"(game ",     "(match ",   "(option ",
                                       "(rulesets ", "(metadata", "(define "};
    if (at && text->c[at - 1] != '\n')
        return false;
    for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
        size_t n = strlen(form[i]);
        if (at + n <= text->n && memcmp(text->c + at, form[i], n) == 0)
            return true;
    }
    return false;
}

static void report_rest(Balance *b, size_t keep)
{
    while (b->open.n > keep)
        report_open(b, b->open.at[--b->open.n]);
}

/* A string that ends at the end of the file began with the closing quote of
 * another, which was not closed: the first one over several lines that holds
 * brackets is the likely one. */
static bool suspect_string(const Balance *b, size_t open, size_t close)
{
    bool line = false, bracket = false;
    for (size_t i = open; i < close; i++) {
        line = line || b->text->c[i] == '\n';
        bracket = bracket || (line && strchr("(){}", b->text->c[i]));
    }
    if (bracket && b->report)
        diag_note(b->reader->session->diags, span(b, open),
                  "this one runs over several lines");
    return bracket;
}

static void report_string(Balance *b, size_t at)
{
    report(b, at, "this `%c` is never closed");
    for (size_t i = text_find(b->text, 0, "\""); i < at;) {
        size_t close = text_quote_end(b->text, i);
        if (suspect_string(b, i, close))
            return;
        i = text_find(b->text, close + 1, "\"");
    }
}

static void walk(Balance *b)
{
    const Text *text = b->text;
    for (size_t i = 0; i < text->n; i++) {
        char c = text->c[i];
        if (c == '"') {
            size_t close = text_quote_end(text, i);
            if (close == TEXT_NONE) {
                report_string(b, i);
                return;
            }
            i = close;
        }
        if (c == '(' && b->report && starts_over(text, i))
            report_rest(b, 0);
        if (c == '(' || c == '{' || c == '[')
            vec_push(b->reader->scratch, &b->open, i);
        if (b->open.n > MAX_DEPTH) {
            report(b, i, "brackets are nested too deep, at this `%c`");
            return;
        }
        if ((c == ')' || c == '}' || c == ']') && !close_bracket(b, i))
            return;
    }
    report_rest(b, 0);
}

bool lud_check_balance(Reader *reader, const Text *text)
{
    Balance silent = {.reader = reader, .text = text, .ok = true};
    walk(&silent);
    if (silent.ok)
        return true;
    Balance loud = {.reader = reader, .text = text, .ok = true, .report = true};
    walk(&loud);
    return false;
}
