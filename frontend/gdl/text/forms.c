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
