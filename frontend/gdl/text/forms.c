/* forms.c - what the grammar of rule sheets builds: words and lists. */
#include <string.h>

#include "frontend/gdl/gdl.h"
#include "frontend/gdl/text/scan.h"

Ast *gdl_atom(GdlScan *scan, Span at, const char *text, size_t length)
{
    Ast *ast = ARENA_NEW(scan->session->arena, Ast);
    *ast = (Ast){.kind = AST_SYMBOL, .at = at, .text = intern(scan->session->names, text, length)};
    return ast;
}

Ast *gdl_list(GdlScan *scan, Span at, const GdlItems *items)
{
    Ast *ast = ARENA_NEW(scan->session->arena, Ast);
    *ast = (Ast){.kind = AST_LIST, .at = at, .nkid = (uint32_t)items->n};
    if (items->n)
        ast->kid = arena_copy(scan->session->arena, items->at, items->n * sizeof *items->at);
    return ast;
}

void gdl_push(GdlScan *scan, GdlItems *items, Ast *ast)
{
    vec_push(scan->session->arena, items, ast);
}

void gdl_scan_error(GdlScan *scan, Span at, const char *format, ...)
{
    scan->failed = true;
    if (scan->reports++ >= GDL_SCAN_REPORTS)
        return;
    va_list args;
    va_start(args, format);
    diag_v(scan->session->diags, DIAG_ERROR, at, format, args);
    va_end(args);
}

void gdl_print_ast(const Ast *sheet, Out *out)
{
    for (uint32_t i = 0; i < sheet->nkid; i++)
        ast_print(sheet->kid[i], out);
}

/* Where the form that begins at `lo` should end: behind its last character before a line that begins with a bracket; and how many
 * brackets are open there. */
static uint32_t likely_end(const Source *source, uint32_t lo, int *depth)
{
    const char *text = source->text;
    uint32_t end = lo + 1;
    *depth = 0;
    for (uint32_t i = lo; i < source->length; i++) {
        if (i > lo && text[i] == '(' && text[i - 1] == '\n' && *depth > 0)
            break;
        if (text[i] == ';')
            i += (uint32_t)strcspn(text + i, "\n");
        *depth += (text[i] == '(') - (text[i] == ')');
        if (text[i] && !strchr(" \t\r\n", text[i]))
            end = i + 1;
    }
    return end;
}

void gdl_open_at_end(GdlScan *scan)
{
    const Source *source = source_of(scan->session->sources, scan->opened.lo);
    gdl_scan_error(scan, scan->opened, "this bracket is never closed");
    if (!source || scan->reports > GDL_SCAN_REPORTS)
        return;
    int depth;
    const uint32_t end = likely_end(source, scan->opened.lo - source->base, &depth) + source->base;
    if (scan->depth > 1)
        diag_note(scan->session->diags, (Span){0, 0}, "the text ends with %d brackets still open", scan->depth);
    if (depth > 0)
        diag_note(scan->session->diags, (Span){end - 1, end}, "it ought to be closed here");
    for (; depth > 0; depth--)
        diag_fix(scan->session->diags, FIX_BEHIND, (Span){end - 1, end}, ")");
}

/* Is it the first on its line, behind blanks? */
static bool is_indented(const Source *source, const Ast *form)
{
    uint32_t at = form->at.lo - source->base, lo = at;
    while (lo > 0 && strchr(" \t", source->text[lo - 1]))
        lo--;
    return lo < at && lo > 0 && source->text[lo - 1] == '\n';
}

void gdl_closes_nothing(GdlScan *scan, Span at)
{
    const Source *source = source_of(scan->session->sources, at.lo);
    size_t n = scan->forms.n;
    while (source && n > 1 && is_indented(source, scan->forms.at[n - 1]))
        n--;
    const Ast *early = n && n < scan->forms.n && scan->forms.at[n - 1]->kind == AST_LIST ? scan->forms.at[n - 1] : NULL;
    const Span end = early ? (Span){early->at.hi - 1, early->at.hi} : at;
    gdl_scan_error(scan, end, early ? "this bracket is one too many" : "this bracket closes nothing");
    if (scan->reports > GDL_SCAN_REPORTS)
        return;
    if (early)
        diag_note(scan->session->diags, at, "so this one closes nothing");
    diag_fix(scan->session->diags, FIX_INSTEAD, end, "%s", "");
}
