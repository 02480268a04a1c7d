/* scan.h - what the scanner and the parser of .lud text share; private. */
#ifndef LUDC_LUD_SCAN_H
#define LUDC_LUD_SCAN_H

#include "base/session.h"
#include "frontend/sexp/ast.h"

/* Deepest nesting of brackets; later stages recurse over the tree. */
enum { LUD_MAX_DEPTH = 500, LUD_SCAN_REPORTS = 100 };

typedef struct {
    Ast **at;
    size_t n, cap;
} LudItems;

typedef struct {
    Session *session;
    uint32_t base; /* of the text's first character */
    uint32_t next; /* offset of the next token */
    int depth;
    bool failed;
    bool stopped; /* said what is wrong for good: no more tokens, no more words */
    unsigned reports;
    const Ast *result;
} LudScan;

/* Actions of the grammar (build.c). */
Ast *lud_atom(LudScan *scan, AstKind kind, Span at, const char *text,
              size_t length);
Ast *lud_compound(LudScan *scan, AstKind kind, Span at, const LudItems *items);
void lud_label(LudScan *scan, Ast *ast, Span at, const char *label);
void lud_push(LudScan *scan, LudItems *items, Ast *ast);
/* An item outside of all brackets: the first list is the description. */
void lud_whole(LudScan *scan, const Ast *item);
void lud_dangling(LudScan *scan, Span at, const char *label);
void lud_scan_error(LudScan *scan, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Says what would do in its place, and edits it. */
void lud_scan_mend(LudScan *scan, Span at, const char *note, const char *instead);

#endif
