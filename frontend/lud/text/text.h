/* text.h - the working text of expansion: characters that remember where they
 * came from.
 *
 * Expansion is defined on text, so it is done on text; but beside every
 * character stands its place in the session's space of offsets.  What a define,
 * an option or a range inserts gets places in a small derived Source made for
 * that insertion, whose segments lead back to the define's body and to the use
 * of it.  So any stretch of the final text resolves to the file and to the chain
 * of uses. */
#ifndef LUDC_LUD_TEXT_H
#define LUDC_LUD_TEXT_H

#include "base/session.h"
#include "base/vec.h"

enum {
    LUD_MAX_EXPANSIONS = 1000,  /* of one define or option marker in a sweep */
    LUD_MAX_CHARACTERS = 1000000, /* length of the text */
    LUD_MAX_WORK = 64000000, /* inserted while reading one file */
    LUD_MAX_REPORTS = 100 /* messages of one kind about one file */
};

typedef struct {
    char *c;
    uint32_t *pos;
    size_t n, cap;
} Text;

/* Everything that reading one file needs. */
typedef struct {
    Session *session;
    Arena *scratch; /* freed when the file is read */
    size_t work;    /* characters inserted or looked at for insertions */
    uint64_t swept; /* characters that sweeps went through */
    unsigned warned;
    Text spare;     /* memory of sweeps */
} Reader;

/* `none` is returned for "not found" by all searches. */
#define TEXT_NONE ((size_t)-1)

Text text_of_source(Reader *reader, const Source *source);
void text_append(Reader *reader, Text *text, const char *c, const uint32_t *pos,
                 size_t n);
Text text_copy(Reader *reader, const Text *text, size_t lo, size_t hi);
/* Removes [lo, hi). */
void text_remove(Text *text, size_t lo, size_t hi);
/* Removes [lo, hi) and returns it. */
Text text_cut(Reader *reader, Text *text, size_t lo, size_t hi);
/* Without blanks at both ends (shares the memory). */
Text text_trim(Text text);

bool text_space(char c);
/* Characters of a token by Ludii's reckoning; the quote is one. */
bool text_token(char c);

/* First `what` at or after `from`. */
size_t text_find(const Text *text, size_t from, const char *what);
/* First `(name` followed by a character that no name has, outside strings;
 * `from` must be outside of strings itself. */
size_t text_find_form(const Text *text, size_t from, const char *name);
/* Cuts out all `(name ..)`, in order; those inside of others stay in these.
 * false, with an error, when one is not closed. */
typedef VEC(Text) Texts;
bool text_cut_forms(Reader *reader, Text *text, const char *name, Texts *out);
/* The bracket closing the one at `at` ((, {, [ or <); strings are skipped, other
 * kinds of brackets are not looked at, (< <= > >= do not count.  For `nest`
 * false the first closing one counts. */
size_t text_match(const Text *text, size_t at, bool nest);
/* The quote closing the one at `at`; a quote behind \ does not close. */
size_t text_quote_end(const Text *text, size_t at);

/* The place of characters [lo, hi), as far as they came from one stretch. */
Span text_span(const Reader *reader, const Text *text, size_t lo, size_t hi);
const char *text_string(Arena *arena, const Text *text, size_t lo, size_t hi);
bool text_is(const Text *text, size_t lo, size_t hi, const char *what);

/* Comments to the end of the line, outside strings. */
void text_strip_comments(Text *text);

/* The body as inserted by one use: the same characters with new places. */
Text text_instance(Reader *reader, const Text *body, const char *label, Span use);
/* `c` written out in place of `from`. */
Text text_written_out(Reader *reader, const char *c, size_t n, Span from);

/* Counts a sweep through a text; false, with an error, when it is too much. */
bool text_swept(Reader *reader, size_t n, Span at);

/* The whole as a derived source of the session; NULL when offsets are used up
 * (an error is filed). */
const Source *text_to_source(Reader *reader, const Text *text, const char *name);

/* A walk over a text that replaces parts of it: what lies left of the cursor is
 * done, what lies right of it is the rest.  One sweep at a time. */
typedef struct {
    Text done;
    char *c; /* the rest is [at, end) of c and pos */
    uint32_t *pos;
    size_t at, end;
} Sweep;

void sweep_begin(Reader *reader, Sweep *sweep, const Text *text);
Text sweep_rest(const Sweep *sweep); /* shares memory; good until a put */
void sweep_move(Reader *reader, Sweep *sweep, size_t n); /* rest to done */
void sweep_drop(Sweep *sweep, size_t n);                 /* from the rest */
void sweep_put(Reader *reader, Sweep *sweep, const Text *text); /* before rest */
void sweep_end(Reader *reader, Sweep *sweep, Text *text);

#endif
