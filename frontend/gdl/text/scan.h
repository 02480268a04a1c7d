/* scan.h - what the scanner and the parser of rule sheets share; private. */
#ifndef LUDC_GDL_SCAN_H
#define LUDC_GDL_SCAN_H

#include "base/session.h"
#include "base/vec.h"
#include "frontend/sexp/ast.h"

/* Deepest nesting of brackets; later stages recurse over the tree. */
enum { GDL_MAX_DEPTH = 500, GDL_SCAN_REPORTS = 100 };

typedef struct {
    Ast **at;
    size_t n, cap;
} GdlItems;

typedef struct {
    Session *session;
    uint32_t base; /* of the text's first character */
    uint32_t next; /* offset of the next token */
    int depth;
    Span opened; /* the outermost bracket that is open */
    bool failed;
    bool stopped; /* said what is wrong for good: no more tokens */
    unsigned reports;
    GdlItems forms;
} GdlScan;

/* Actions of the grammar (forms.c). */
Ast *gdl_atom(GdlScan *scan, Span at, const char *text, size_t length);
Ast *gdl_list(GdlScan *scan, Span at, const GdlItems *items);
void gdl_push(GdlScan *scan, GdlItems *items, Ast *ast);
/* The text ended within a form: says so where it began, with the brackets that end it before the next line that begins one. */
void gdl_open_at_end(GdlScan *scan);
/* A bracket closes nothing: says so of that one, or of one before that ended a form whose next line is indented. */
void gdl_closes_nothing(GdlScan *scan, Span at);
void gdl_scan_error(GdlScan *scan, Span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
