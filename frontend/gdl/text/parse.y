/* parse.y - the grammar of rule sheets: a row of words and lists. */
%code requires {
#include "frontend/gdl/text/scan.h"
#ifndef GDL_YYSCAN_T
#define GDL_YYSCAN_T
typedef void *yyscan_t;
#endif
}

%code provides {
int gdl_yylex_init_extra(GdlScan *scan, yyscan_t *scanner);
int gdl_yylex_destroy(yyscan_t scanner);
struct yy_buffer_state;
struct yy_buffer_state *gdl_yy_scan_bytes(const char *text, int length, yyscan_t scanner);
}

%{
#include "frontend/gdl/gdl.h"
#include "frontend/gdl/text/parse.h"

#define YYLLOC_DEFAULT(now, rhs, n)                                 \
    ((now) = (n) ? (Span){YYRHSLOC(rhs, 1).lo, YYRHSLOC(rhs, n).hi} \
                 : (Span){YYRHSLOC(rhs, 0).hi, YYRHSLOC(rhs, 0).hi})
#define YYINITDEPTH 400
#define YYMAXDEPTH 20000
%}

%code {
int gdl_yylex(GDL_YYSTYPE *value, GDL_YYLTYPE *at, yyscan_t scanner);
static void gdl_yyerror(GDL_YYLTYPE *at, yyscan_t scanner, GdlScan *scan, const char *message);
}

%require "3.8"
%define api.prefix {gdl_yy}
%define api.token.prefix {GDL_}
%define api.pure full
%define api.location.type {Span}
%define parse.error custom
%locations
%expect 0
%param {yyscan_t scanner}
%parse-param {GdlScan *scan}

%union {
    Ast *ast;
    GdlItems items;
}

%token <ast> WORD
%token STOP
%type <ast> item list
%type <items> items

%%

sheet: %empty
    | sheet item        { gdl_push(scan, &scan->forms, $item); }
    ;

list: '(' items ')'     { $$ = gdl_list(scan, @$, &$items); }
    ;

items: %empty           { $$ = (GdlItems){0}; }
    | items item        { $$ = $1; gdl_push(scan, &$$, $item); }
    ;

item: WORD
    | list
    ;

%%

static void gdl_yyerror(GDL_YYLTYPE *at, yyscan_t scanner, GdlScan *scan, const char *message)
{
    (void)scanner;
    gdl_scan_error(scan, *at, "%s", message);
}

static int yyreport_syntax_error(const yypcontext_t *context, yyscan_t scanner, GdlScan *scan)
{
    (void)scanner;
    Span at = *yypcontext_location(context);
    switch (yypcontext_token(context)) {
    case YYSYMBOL_STOP:
        break; /* the scanner has said why */
    case YYSYMBOL_YYEOF:
        gdl_open_at_end(scan);
        break;
    default:
        gdl_closes_nothing(scan, at);
        break;
    }
    return 0;
}

const Ast *gdl_parse(Session *session, const Source *source)
{
    GdlScan scan = {.session = session, .base = source->base};
    yyscan_t scanner;
    if (gdl_yylex_init_extra(&scan, &scanner))
        return NULL;
    gdl_yy_scan_bytes(source->text, (int)source->length, scanner);
    if (gdl_yyparse(scanner, &scan))
        scan.failed = true;
    gdl_yylex_destroy(scanner);
    if (scan.failed)
        return NULL;
    Span all = {source->base, source->base + source->length};
    return gdl_list(&scan, all, &scan.forms);
}
