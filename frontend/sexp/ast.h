/* ast.h - the tree of both languages: Ludii's ludemes and GDL are S-expressions.
 *
 * Every node knows its span in the text it was parsed from.  That text may be
 * derived (expanded); source_resolve leads back to what a person wrote. */
#ifndef LUDC_AST_H
#define LUDC_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/out.h"
#include "base/source.h"

typedef enum {
    AST_LIST,   /* ( a b c ): kid[0] is the head when there is one */
    AST_ARRAY,  /* { a b c } */
    AST_SYMBOL, /* forEach, P1, <=, Off; GDL: ?x too */
    AST_STRING, /* "Pawn": text without the quotes */
    AST_INT,
    AST_FLOAT
} AstKind;

typedef struct Ast {
    AstKind kind;
    Span at;           /* of the whole node, brackets included, label not */
    const char *label; /* `steps` in steps:3, interned; NULL without label */
    Span label_at;
    const char *text;  /* interned: symbol, string, number as written */
    int64_t number;    /* AST_INT */
    double real;       /* AST_FLOAT (and AST_INT) */
    uint32_t nkid;
    struct Ast **kid;
} Ast;

/* The head symbol's text of a list such as `(move Add ..)`, else NULL. */
const char *ast_head(const Ast *ast);
bool ast_is_symbol(const Ast *ast, const char *text);

/* Prints valid source again, indented, one form only: printing what was parsed
 * from a print gives the same text. */
void ast_print(const Ast *ast, Out *out);
/* --emit=ast: one node a line with kind, label, text and line:column. */
void ast_dump(const Ast *ast, const SourceMap *map, Out *out);

#endif
