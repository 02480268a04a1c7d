/* print.c - a tree as source text.  One form only: what fits on the line stands
 * on it; else the leading atoms stay behind the bracket and every other member
 * gets a line of its own. */
#include <string.h>

#include "frontend/sexp/ast.h"

enum { LINE = 78 };

static bool compound(const Ast *ast)
{
    return ast->kind == AST_LIST || ast->kind == AST_ARRAY;
}

/* Columns the node takes on one line, or more than `limit`. */
static size_t width(const Ast *ast, size_t limit)
{
    size_t n = ast->label ? strlen(ast->label) + 1 : 0;
    if (!compound(ast))
        return n + strlen(ast->text) + (ast->kind == AST_STRING ? 2 : 0);
    n += 2 + (ast->nkid ? ast->nkid - 1 : 0);
    for (uint32_t i = 0; i < ast->nkid && n <= limit; i++)
        n += width(ast->kid[i], limit - n);
    return n;
}

static void print_atom(const Ast *ast, Out *out)
{
    if (ast->kind != AST_STRING) {
        out_puts(out, ast->text);
        return;
    }
    out_char(out, '"');
    for (const char *c = ast->text; *c; c++) {
        if (*c == '"')
            out_char(out, '\\');
        out_char(out, *c);
    }
    out_char(out, '"');
}

static void print_flat(const Ast *ast, Out *out)
{
    if (ast->label)
        out_printf(out, "%s:", ast->label);
    if (!compound(ast)) {
        print_atom(ast, out);
        return;
    }
    out_char(out, ast->kind == AST_LIST ? '(' : '{');
    for (uint32_t i = 0; i < ast->nkid; i++) {
        if (i)
            out_char(out, ' ');
        print_flat(ast->kid[i], out);
    }
    out_char(out, ast->kind == AST_LIST ? ')' : '}');
}

static void print_at(const Ast *ast, int depth, Out *out)
{
    size_t indent = 2 * (size_t)depth;
    size_t room = indent < LINE - 20 ? LINE - indent : 20;
    if (!compound(ast) || width(ast, room) <= room) {
        print_flat(ast, out);
        return;
    }
    if (ast->label)
        out_printf(out, "%s:", ast->label);
    out_char(out, ast->kind == AST_LIST ? '(' : '{');
    uint32_t i = 0;
    for (; ast->kind == AST_LIST && i < ast->nkid && !compound(ast->kid[i]); i++) {
        if (i)
            out_char(out, ' ');
        print_flat(ast->kid[i], out);
    }
    for (; i < ast->nkid; i++) {
        out_char(out, '\n');
        out_indent(out, depth + 1);
        print_at(ast->kid[i], depth + 1, out);
    }
    out_char(out, '\n');
    out_indent(out, depth);
    out_char(out, ast->kind == AST_LIST ? ')' : '}');
}

void ast_print(const Ast *ast, Out *out)
{
    print_at(ast, 0, out);
    out_char(out, '\n');
}
