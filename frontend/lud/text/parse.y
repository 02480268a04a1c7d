/* parse.y - the grammar of expanded .lud text: lists, arrays, labels, atoms. */
%code requires {
#include "frontend/lud/text/scan.h"
#ifndef LUD_YYSCAN_T
#define LUD_YYSCAN_T
typedef void *yyscan_t;
#endif
}

%code provides {
int lud_yylex_init_extra(LudScan *scan, yyscan_t *scanner);
int lud_yylex_destroy(yyscan_t scanner);
struct yy_buffer_state;
struct yy_buffer_state *lud_yy_scan_bytes(const char *text, int length,
                                          yyscan_t scanner);
}

%{
#include "frontend/lud/lud.h"
#include "frontend/lud/text/parse.h"

#define YYLLOC_DEFAULT(now, rhs, n)                                \
    ((now) = (n) ? (Span){YYRHSLOC(rhs, 1).lo, YYRHSLOC(rhs, n).hi} \
                 : (Span){YYRHSLOC(rhs, 0).hi, YYRHSLOC(rhs, 0).hi})
#define YYINITDEPTH 400
#define YYMAXDEPTH 20000
%}

%code {
int lud_yylex(LUD_YYSTYPE *value, LUD_YYLTYPE *at, yyscan_t scanner);
static void lud_yyerror(LUD_YYLTYPE *at, yyscan_t scanner, LudScan *scan,
                        const char *message);
}

%require "3.8"
%define api.prefix {lud_yy}
%define api.token.prefix {LUD_}
%define api.pure full
%define api.location.type {Span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {yyscan_t scanner}
%parse-param {LudScan *scan}

%union {
    Ast *ast;
    const char *name;
    LudItems items;
}

%token <name> LABEL
%token <ast> ATOM
%token STOP
%type <ast> value list item
%type <items> items body

%%

text: %empty
    | text item         { lud_whole(scan, $item); }
    ;

list: '(' body ')'      { $$ = lud_compound(scan, AST_LIST, @$, &$body); }
    | '(' error ')'     { $$ = lud_compound(scan, AST_LIST, @$, &(LudItems){0});
                          yyerrok; }
    ;

body: items
    | items LABEL       { $$ = $items; lud_dangling(scan, @LABEL, $LABEL); }
    ;

items: %empty           { $$ = (LudItems){0}; }
    | items item        { $$ = $1; if ($item) lud_push(scan, &$$, $item); }
    ;

item: value
    | LABEL value       { $$ = $value; lud_label(scan, $$, @LABEL, $LABEL); }
    ;

value: ATOM
    | list
    | '{' body '}'      { $$ = lud_compound(scan, AST_ARRAY, @$, &$body); }
    | '{' error '}'     { $$ = lud_compound(scan, AST_ARRAY, @$, &(LudItems){0});
                          yyerrok; }
    ;

%%

static void lud_yyerror(LUD_YYLTYPE *at, yyscan_t scanner, LudScan *scan,
                        const char *message)
{
    (void)scanner;
    lud_scan_error(scan, *at, "%s", message);
}

static int yyreport_syntax_error(const yypcontext_t *context, yyscan_t scanner,
                                 LudScan *scan)
{
    (void)scanner;
    Span at = *yypcontext_location(context);
    switch (yypcontext_token(context)) {
    case YYSYMBOL_STOP:
        return 0; /* the scanner has said why */
    case YYSYMBOL_YYEOF:
        lud_scan_error(scan, at, "the text ends too early");
        return 0;
    case YYSYMBOL_LABEL:
        lud_scan_error(scan, at, "a label cannot stand here");
        return 0;
    default:
        break;
    }
    yysymbol_kind_t expected[4];
    int n = yypcontext_expected_tokens(context, expected, 4);
    const char *wanted = n > 0 && expected[0] != YYSYMBOL_YYerror
                             ? yysymbol_name(expected[0])
                             : NULL;
    const bool said = !scan->stopped;
    if (n == 1 && wanted)
        lud_scan_error(scan, at, "unexpected %s, expected %s",
                       yysymbol_name(yypcontext_token(context)), wanted);
    else
        lud_scan_error(scan, at, "unexpected %s",
                       yysymbol_name(yypcontext_token(context)));
    for (int i = 0; i < n && said && wanted; i++)
        diag_expected(scan->session->diags, "%s", yysymbol_name(expected[i]));
    return 0;
}

/* Reports a text that does not hold exactly one list. */
static void check_whole(LudScan *scan, const Source *source)
{
    if (!scan->result && !scan->failed)
        lud_scan_error(scan, (Span){source->base, source->base + 1},
                       "there is no description here");
}

const Ast *lud_parse(Session *session, const Source *source)
{
    LudScan scan = {.session = session, .base = source->base};
    yyscan_t scanner;
    if (lud_yylex_init_extra(&scan, &scanner))
        return NULL;
    lud_yy_scan_bytes(source->text, (int)source->length, scanner);
    if (lud_yyparse(scanner, &scan))
        scan.failed = scan.failed || scan.result == NULL;
    lud_yylex_destroy(scanner);
    check_whole(&scan, source);
    return scan.failed ? NULL : scan.result;
}
