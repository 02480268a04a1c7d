/* balance.c - brackets and quotes of the file as written. */
#include "frontend/lud/text/balance.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    Reader *reader;
    const Text *text;
    VEC(size_t) open; /* brackets not closed yet, outermost first */
    bool report;      /* second round: something is wrong, now say what */
    size_t early, early_open; /* the first bracket that, by the indentation below it, closes too early, and what it closes */
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

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* The first character behind the line of `at` that is no blank; the text's end when there is none. */
static size_t next_text(const Text *text, size_t at)
{
    while (at < text->n && text->c[at] != '\n')
        at++;
    while (at < text->n && is_blank(text->c[at]))
        at++;
    return at;
}

/* Adds the edit that closes the bracket: at the end of what is indented below it. */
static void close_there(Balance *b, size_t open)
{
    const Text *text = b->text;
    const size_t column = indent(text, open);
    size_t end = next_text(text, open);
    while (end < text->n && indent(text, end) > column)
        end = next_text(text, end);
    while (end > open + 1 && is_blank(text->c[end - 1]))
        end--;
    diag_fix(b->reader->session->diags, FIX_BEHIND, span(b, end - 1), "%c",
             text->c[open] == '(' ? ')' : text->c[open] == '{' ? '}' : ']');
}

static void report_open(Balance *b, size_t at)
{
    const bool filed = b->report && b->reports < MAX_REPORTS;
    report(b, at, "this `%c` is never closed");
    if (filed)
        close_there(b, at);
}

/* Notes a closing bracket behind which lines still stand further right than that of the bracket it closes. */
static void note_early(Balance *b, size_t open, size_t close)
{
    const Text *text = b->text;
    const size_t start = line_start(text, close), next = next_text(text, close);
    if (b->early || line_start(text, open) == start || start + indent(text, close) == close || next == text->n)
        return;
    if (indent(text, next) > indent(text, open)) {
        b->early = close;
        b->early_open = open;
    }
}

/* Does nothing but closing brackets follow? */
static bool ends_with_closings(const Text *text, size_t at)
{
    while (at < text->n && (is_blank(text->c[at]) || strchr(")]}", text->c[at])))
        at++;
    return at == text->n;
}

/* There is a closing bracket more than opening ones. */
static void report_close(Balance *b, size_t at)
{
    Diags *diags = b->reader->session->diags;
    const bool filed = b->report && b->reports < MAX_REPORTS, early = b->early && !b->open.n;
    if (early)
        at = b->early;
    report(b, at, early ? "this `%c` is one too many" : b->open.n ? "`%c` closes nothing" : "nothing is open for this `%c`");
    if (filed && (early || b->open.n))
        diag_note(diags, span(b, early ? b->early_open : b->open.at[b->open.n - 1]),
                  early ? "it closes this, which goes on below" : "this is what is open");
    if (filed)
        diag_fix(diags, FIX_INSTEAD, span(b, at), "%s", "");
    if (filed && !early && !b->open.n && ends_with_closings(b->text, at + 1))
        for (size_t i = at + 1; i < b->text->n; i++)
            if (!is_blank(b->text->c[i]))
                diag_fix(diags, FIX_INSTEAD, span(b, i), "%s", "");
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
        report_close(b, at);
        return false;
    }
    give_up(b, n, at);
    b->open.n--;
    if (b->report)
        note_early(b, b->open.at[b->open.n], at);
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
 * brackets is the likely one, or one behind which a word goes on, `"Disc1 coord:"D8`. */
static bool suspect_string(const Balance *b, size_t open, size_t close)
{
    bool line = false, bracket = false;
    for (size_t i = open; i < close; i++) {
        line = line || b->text->c[i] == '\n';
        bracket = bracket || (line && strchr("(){}", b->text->c[i]));
    }
    return bracket || (close + 1 < b->text->n && isalnum((unsigned char)b->text->c[close + 1]));
}

/* The quote at `at` has no other; said of the one that was likely not closed, which could end behind its first word. */
static void report_string(Balance *b, size_t at)
{
    const Text *text = b->text;
    size_t likely = at;
    for (size_t i = text_find(text, 0, "\""); i < at && likely == at;) {
        size_t close = text_quote_end(text, i);
        if (suspect_string(b, i, close))
            likely = i;
        i = text_find(text, close + 1, "\"");
    }
    report(b, likely, "this `%c` is never closed");
    size_t end = likely + 1;
    while (end < text->n && !strchr(" \t\r\n(){}\"", text->c[end]))
        end++;
    if (b->report)
        diag_fix(b->reader->session->diags, FIX_BEHIND, span(b, end - 1), "\"");
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
