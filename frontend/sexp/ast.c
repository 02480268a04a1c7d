/* ast.c - small questions about trees, and the dump of --emit=ast. */
#include "frontend/sexp/ast.h"

#include <string.h>

const char *ast_head(const Ast *ast)
{
    if (!ast || ast->kind != AST_LIST || ast->nkid == 0 ||
        ast->kid[0]->kind != AST_SYMBOL)
        return NULL;
    return ast->kid[0]->text;
}

bool ast_is_symbol(const Ast *ast, const char *text)
{
    return ast && ast->kind == AST_SYMBOL && strcmp(ast->text, text) == 0;
}

static const char *const kind_name[] = {
    [AST_LIST] = "list",     [AST_ARRAY] = "array", [AST_SYMBOL] = "symbol",
    [AST_STRING] = "string", [AST_INT] = "int",     [AST_FLOAT] = "float"};

static void dump(const Ast *ast, const SourceMap *map, int depth, Out *out)
{
    Place place = source_resolve(map, ast->at);
    out_indent(out, depth);
    if (ast->label)
        out_printf(out, "%s: ", ast->label);
    out_puts(out, kind_name[ast->kind]);
    if (ast->text)
        out_printf(out, ast->kind == AST_STRING ? " \"%s\"" : " %s", ast->text);
    out_printf(out, " %u:%u", place.line, place.column);
    for (size_t i = 0; i < place.nuse; i++)
        out_printf(out, " <%s", place.use[i].label);
    out_char(out, '\n');
    for (uint32_t i = 0; i < ast->nkid; i++)
        dump(ast->kid[i], map, depth + 1, out);
}

void ast_dump(const Ast *ast, const SourceMap *map, Out *out)
{
    dump(ast, map, 0, out);
}
