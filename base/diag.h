/* diag.h - what the compiler has to say about a game, collected.
 *
 * Nothing below the driver prints or exits.  Stages file diagnostics and return
 * failure; the driver prints them sorted by place, without doubles, and derives
 * the exit code. */
#ifndef LUDC_DIAG_H
#define LUDC_DIAG_H

#include <stdarg.h>
#include <stdbool.h>

#include "base/out.h"
#include "base/source.h"

typedef enum {
    DIAG_ERROR,       /* the input is wrong: exit 1 */
    DIAG_UNSUPPORTED, /* valid, but not supported yet: exit 4 */
    DIAG_WARNING,
    DIAG_REMARK /* --remarks: why a pass or a plan did or did not fire */
} DiagKind;

/* The warnings by name (warnings.def). */
typedef enum {
#define WARNING(id, name, played, help) WARN_##id,
#include "base/warnings.def"
#undef WARNING
    WARN_COUNT
} WarningId;

typedef struct {
    const char *name, *help;
    bool played; /* random games are played to find it */
} WarningInfo;

const WarningInfo *warning_info(WarningId id);
/* Of the name; WARN_COUNT: there is none. */
WarningId warning_named(const char *name);

typedef struct Diags Diags;

Diags *diags_new(Arena *arena);
/* `at` may be {0,0} when there is no place. */
void diag(Diags *diags, DiagKind kind, Span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_v(Diags *diags, DiagKind kind, Span at, const char *format,
            va_list args);
/* Files a warning, unless those of its name are off; an error where they count as errors. */
void diag_warning(Diags *diags, WarningId id, Span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* All are on, and none is an error, until this is said. */
void diags_warn(Diags *diags, WarningId id, bool on);
void diags_warn_error(Diags *diags, WarningId id, bool error);
bool diags_warns(const Diags *diags, WarningId id);

/* Adds a line below the newest diagnostic: "expected ...", "did you mean ...";
 * with a span it shows that place too. */
void diag_note(Diags *diags, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds to the newest diagnostic one of the things that would do where it points: "a condition", "`)`".  For programs: it
 * is not printed, the message or a note says it, too. */
void diag_expected(Diags *diags, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds to the newest diagnostic an edit of the text that mends it, as its notes say; all edits of one diagnostic belong together. */
typedef enum { FIX_INSTEAD, FIX_BEFORE, FIX_BEHIND } FixWhere;
void diag_fix(Diags *diags, FixWhere where, Span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Has the newest diagnostic an edit? */
bool diag_has_fix(const Diags *diags);

bool diags_failed(const Diags *diags); /* an error or an unsupported construct */
/* 0, 1 or 4 as in doc/design.md section 6: any error makes 1. */
int diags_exit_code(const Diags *diags);
size_t diags_count(const Diags *diags, DiagKind kind);
void diags_forget(Diags *diags, DiagKind kind); /* those were printed, or do not matter */

/* One diagnostic, as it is shown. */
typedef struct {
    DiagKind kind;
    Place place; /* place.use: the defines and options that it came through */
    const char *text;
    const char *name; /* of a warning, or an error that is one; NULL: it has none */
    size_t nnote;
    size_t nexpected;
    size_t nfix; /* 0 where what is to be changed does not stand in a file as it was read */
} DiagShown;

/* What stands from the place to the end becomes the text. */
typedef struct {
    const Source *source;
    unsigned line, column, end_line, end_column; /* the same where nothing is taken away */
    const char *text;
} DiagFix;

const char *diag_kind_name(DiagKind kind); /* "error", .. */

/* The diagnostics of the given kinds (bit 1 << DiagKind) by place, without doubles. */
typedef struct DiagList DiagList;

DiagList *diags_list(const Diags *diags, const SourceMap *map, unsigned kinds);
void diags_list_free(DiagList *list);
size_t diags_list_count(const DiagList *list);
DiagShown diags_list_at(const DiagList *list, size_t i);
/* Note k of that one: its text and where. */
const char *diags_list_note(const DiagList *list, size_t i, size_t k, Place *place);
const char *diags_list_expected(const DiagList *list, size_t i, size_t k);
DiagFix diags_list_fix(const DiagList *list, size_t i, size_t k);

/* Prints all of the given kinds (bit 1 << DiagKind), at most `limit` of each
 * (0: no limit), and of remarks, which are asked for, every one:
 *     hex.lud:6:17: error: no ludeme `sitez`
 *         (play (move Add (to (sitez Empty))))
 *                             ^~~~~
 *         in expansion of "Place" at hex.lud:9:11
 *         did you mean `sites`? */
void diags_print(const Diags *diags, const SourceMap *map, unsigned kinds,
                 size_t limit, Out *out);

#endif
