/* read.y - the grammar of the IR's text form; doc/ir.md is its manual. */
%code requires {
#include "ir/core/syn.h"
}

%code {
#include <string.h>

#define YYMAXDEPTH 2000

/* The span of a rule is that of its parts; an empty one lies after what came. */
#define YYLLOC_DEFAULT(Current, Rhs, N)                  \
    do {                                                 \
        (Current).lo = (N) ? YYRHSLOC(Rhs, 1).lo : YYRHSLOC(Rhs, 0).hi; \
        (Current).hi = YYRHSLOC(Rhs, N).hi;              \
    } while (0)

int gir_yylex(GIR_YYSTYPE *value, Span *at, void *scanner);
static void gir_yyerror(Span *at, void *scanner, SynParse *parse, uint32_t base,
                        const char *message);

static Syn *named(SynParse *parse, int kind, Span at, const char *name, Span name_at);
static Syn *with(SynParse *parse, int kind, Span at, Syn *a, Syn *b, Syn *c);
static Syn *integer(SynParse *parse, Span at, int64_t value);
static Syn *negative(SynParse *parse, Span at, Syn *a);
}

%define api.pure full
%define api.prefix {gir_yy}
%define api.location.type {Span}
%define parse.error custom
%locations
%expect 0
%param {void *scanner}
%parse-param {SynParse *parse} {uint32_t base}
%initial-action { @$ = (Span){base, base}; }

%union {
    Syn *syn;
    const char *name;
    int64_t number;
    int op;
}

%token <name> WORD "a name" STRING "a string" HEX "a hexadecimal number"
%token <name> LOCAL "a local %x" FIELD_ "a field @x" TABLE_ "a table $x"
%token <number> NUMBER "a number"
%token <op> OPERATION "an operation" BINDER "a binder" OF_FIELD "where"
%token <name> GAME "game" PLAYERS "players" PLAN "plan" SPACE "space" CONST "const" TABLE "table" LIST "list"
%token <name> STATE "state" FN "fn" PROC "proc" GEN "gen" RULE "rule" EXEMPT "exempt" PROBE "probe" TURN "turn"
%token <name> INLINE "inline" APART "apart" RECURSIVE "recursive"
%token <name> VIEW "view" DO "do" THEN "then" POST "post" SPARED "spared" INT_ "int" SITE "site" MASK "mask"
%token <name> BIT "bit" PARAM "param" WHEN "when" LET "let" VAR "var" SET "set" IF "if" ELSE "else"
%token <name> FOR "for" IN "in" WHILE "while" MAX "max" RET "ret" LEAVE "leave" TRY "try"
%token <name> FIRST "first" OR "or" KEEP "keep" BEST "best" EMIT "emit"
%token <name> PLAY "play" ATTEMPT "attempt" CHOOSE "choose" UNTESTED "untested" PASSING "passing"
%token <name> ASIDE "aside" COLLECT "collect" DISCARD "discard" NOTE "note" NOTES "notes"
%token <name> WITH "with" EXISTS "exists" LONGEST "longest" PREFER "prefer" GIR "gir"
%token <name> NONE "none" ALL "all" MEMBERS "members" PACK "pack" JOINT "joint" PLANE "plane" DATA "data"
%token ARROW "->" ASSIGN ":=" ADD_TO "+=" DOTS ".." BAD "a stray character"
%token OROR "||" ANDAND "&&" EQ "==" NE "!=" LE "<=" GE ">="

%left OROR
%left ANDAND
%nonassoc EQ NE LE GE '<' '>' IN
%left '|'
%left '^'
%left '&' '\\'
%left '+' '-'
%left '*' '/'
%precedence PREFIX

%type <name> name keyword
%type <number> joint_opt
%type <syn> items item labels body params params_opt param_list result_opt hint exempt probe rule_body
%type <syn> header clause clauses fields field type range bound term dims dim literal
%type <syn> element elements value binder block statements statement else_opt most_opt
%type <syn> args args_opt arg_list subscripts expr primary

%%

file
    : version items         { syn_adopt(parse->file, $items); }
    ;

version
    : %empty
    | GIR NUMBER            { if ($2 != IR_TEXT_VERSION) {
                                  session_error(parse->session, @2, "a text of version %lld; this program reads version %d",
                                                (long long)$2, IR_TEXT_VERSION);
                                  parse->failed = true;
                                  YYABORT;
                              } }
    ;

items
    : %empty                { $$ = syn_new(parse, SYN_LIST, @$); }
    | items item            { $$ = syn_add($1, $2); }
    ;

item
    : GAME STRING PLAYERS NUMBER joint_opt
        { $$ = named(parse, $5 ? SYN_JOINT_GAME : SYN_GAME, @$, $2, @2); $$->number = $4; }
    | PLAN name
        { $$ = named(parse, SYN_PLAN, @$, $2, @2); }
    | PLAN name '(' name ')'
        { $$ = syn_add(named(parse, SYN_PLAN, @$, $2, @2), named(parse, SYN_PLAN, @4, $4, @4)); }
    | SPACE name bound labels
        { $$ = syn_adopt(syn_add(named(parse, SYN_SPACE, @$, $2, @2), $3), $4); }
    | CONST name '=' expr
        { $$ = syn_add(named(parse, SYN_CONST, @$, $2, @2), $4); }
    | TABLE TABLE_ ':' type dims '=' literal
        { $$ = named(parse, SYN_TABLE, @$, $2, @2); $$->type = $4;
          syn_add(syn_adopt($$, $5), $7); }
    | TABLE TABLE_ ':' LIST type dims '=' literal
        { $$ = named(parse, SYN_TABLE, @$, $2, @2); $$->type = $5; $$->number = 1;
          syn_add(syn_adopt($$, $6), $8); }
    | STATE '{' fields '}'  { $$ = $3; }
    | FN name params ARROW type hint body
        { $$ = with(parse, SYN_FUNCTION, @$, $3, $7, $6);
          $$->name = $2; $$->name_at = @2; $$->number = IR_FN; $$->type = $5; }
    | PROC name params result_opt body
        { $$ = with(parse, SYN_FUNCTION, @$, $3, $5, NULL);
          $$->name = $2; $$->name_at = @2; $$->number = IR_PROC; $$->type = $4; }
    | GEN name params_opt block
        { $$ = with(parse, SYN_FUNCTION, @$, $3, $4, NULL);
          $$->name = $2; $$->name_at = @2; $$->number = IR_GEN; }
    | TURN turn_opt block
        { $$ = with(parse, SYN_FUNCTION, @$, syn_new(parse, SYN_PARAMS, @1), $3, NULL);
          $$->name = intern_str(parse->session->names, IR_TURN_NAME); $$->name_at = @1;
          $$->number = IR_TURN; }
    | VIEW name params_opt result_opt body
        { $$ = with(parse, SYN_FUNCTION, @$, $3, $5, NULL);
          $$->name = $2; $$->name_at = @2; $$->number = IR_VIEW; $$->type = $4; }
    | PLANE name name NUMBER params ARROW type body
        { $$ = with(parse, SYN_FUNCTION, @$, $5, $8, NULL);
          $$->name = $3; $$->name_at = @3; $$->number = IR_PLANE; $$->type = $7;
          $5->name = $2; $5->name_at = @2; $5->number = $4; }
    | DATA name NUMBER '=' literal
        { $$ = syn_add(named(parse, SYN_DATA, @$, $2, @2), $5); $$->number = $3; }
    | RULE name params exempt probe '{' rule_body '}'
        { $$ = syn_adopt(with(parse, SYN_FUNCTION, @$, $3, $4, $5), $7);
          $$->name = $2; $$->name_at = @2; $$->number = IR_RULE; }
    | WHEN expr '{' items '}'
        { $$ = with(parse, SYN_WHEN_ITEMS, @$, $2, $4, NULL); }
    ;

joint_opt
    : %empty                { $$ = 0; }
    | JOINT                 { $$ = 1; }
    ;

turn_opt
    : %empty
    | TURN
    ;

labels
    : %empty                { $$ = syn_new(parse, SYN_LIST, @$); }
    | '{' elements '}'      { $$ = $2; }
    ;

/* Where only a name can stand, every word is one. */
name
    : WORD
    | keyword
    | OPERATION             { $$ = intern_str(parse->session->names, ir_op_info($1)->text); }
    | BINDER                { $$ = intern_str(parse->session->names, ir_op_info($1)->text); }
    | OF_FIELD              { $$ = intern_str(parse->session->names, ir_op_info($1)->text); }
    ;

keyword
    : GIR | GAME | PLAYERS | PLAN | SPACE | CONST | TABLE | LIST | STATE | FN | PROC | GEN | RULE | EXEMPT | PROBE
    | TURN | VIEW | DO | THEN | POST | SPARED | INT_ | SITE | MASK | BIT | PARAM | WHEN | LET | VAR
    | SET | IF | ELSE | FOR | IN | WHILE | MAX | RET | LEAVE | TRY | FIRST | OR | PREFER | KEEP | BEST
    | EMIT | WITH | EXISTS | LONGEST | NONE | ALL | MEMBERS | PACK | JOINT
    | PLANE | DATA | INLINE | APART | RECURSIVE | PLAY | ATTEMPT | CHOOSE | UNTESTED | PASSING
    | ASIDE | COLLECT | DISCARD | NOTE | NOTES
    ;

/* ---- types and literals ---- */

type
    : BIT                   { $$ = syn_new(parse, SYN_BIT, @$); }
    | INT_ range            { $$ = syn_adopt(syn_new(parse, SYN_INT, @$), $2); }
    | INT_ '[' name ']'     { $$ = named(parse, SYN_INT, @$, $3, @3); }
    | INT_ '[' name ']' range
        { $$ = syn_adopt(named(parse, SYN_INT, @$, $3, @3), $5); }
    | SITE '[' name ']'     { $$ = named(parse, SYN_SITE, @$, $3, @3); }
    | MASK '[' name ']'     { $$ = named(parse, SYN_MASK, @$, $3, @3); }
    ;

range
    : bound DOTS bound      { $$ = with(parse, SYN_LIST, @$, $1, $3, NULL); }
    ;

bound
    : term
    | bound '+' term        { $$ = with(parse, IR_OP_ADD, @$, $1, $3, NULL); }
    | bound '-' term        { $$ = with(parse, IR_OP_SUB, @$, $1, $3, NULL); }
    | bound '*' term        { $$ = with(parse, IR_OP_MUL, @$, $1, $3, NULL); }
    ;

term
    : NUMBER                { $$ = integer(parse, @$, $1); }
    | WORD                  { $$ = named(parse, SYN_NAME, @$, $1, @1); }
    | '-' term              { $$ = negative(parse, @$, $2); }
    | '(' expr ')'          { $$ = $2; }
    ;

dims
    : %empty                { $$ = syn_new(parse, SYN_LIST, @$); }
    | dims dim              { $$ = syn_add($1, $2); }
    ;

dim
    : '[' name ']'          { $$ = named(parse, SYN_DIM, @$, $2, @2); }
    | '[' NUMBER ']'
        { $$ = with(parse, SYN_DIM, @$, integer(parse, @2, $2), NULL, NULL); }
    ;

literal
    : '{' elements '}'      { $$ = $2; $$->at = @$; }
    ;

elements
    : %empty                { $$ = syn_new(parse, SYN_LIST, @$); }
    | elements element      { $$ = syn_add($1, $2); }
    ;

element
    : value
    | value '*' NUMBER
        { $$ = with(parse, SYN_TIMES, @$, $1, integer(parse, @3, $3), NULL); }
    | value '*' WORD
        { $$ = with(parse, SYN_TIMES, @$, $1, named(parse, SYN_NAME, @3, $3, @3), NULL); }
    ;

value
    : NUMBER                { $$ = integer(parse, @$, $1); }
    | '-' NUMBER            { $$ = integer(parse, @$, -$2); }
    | HEX                   { $$ = named(parse, SYN_HEX, @$, $1, @1); }
    | WORD                  { $$ = named(parse, SYN_NAME, @$, $1, @1); }
    | STRING                { $$ = named(parse, SYN_STRING, @$, $1, @1); }
    | literal
    ;

/* ---- state ---- */

fields
    : %empty                { $$ = syn_new(parse, SYN_STATE, @$); }
    | fields field          { $$ = syn_add($1, $2); }
    ;

field
    : FIELD_ ':' type dims
        { $$ = named(parse, SYN_FIELD, @$, $1, @1); $$->type = $3; syn_adopt($$, $4); }
    | FIELD_ ':' type dims '=' expr
        { $$ = named(parse, SYN_FIELD, @$, $1, @1); $$->type = $3;
          syn_add(syn_adopt($$, $4), $6); }
    | FIELD_ ':' type dims '=' literal
        { $$ = named(parse, SYN_FIELD, @$, $1, @1); $$->type = $3;
          syn_add(syn_adopt($$, $4), $6); }
    ;

/* ---- functions ---- */

params
    : '(' ')'               { $$ = syn_new(parse, SYN_PARAMS, @$); }
    | '(' param_list ')'    { $$ = $2; }
    ;

params_opt
    : %empty                { $$ = syn_new(parse, SYN_PARAMS, @$); }
    | params
    ;

param_list
    : LOCAL ':' type
        { Syn *p = named(parse, SYN_BINDER, @$, $1, @1); p->type = $3;
          $$ = with(parse, SYN_PARAMS, @$, p, NULL, NULL); }
    | param_list ',' LOCAL ':' type
        { Syn *p = named(parse, SYN_BINDER, @3, $3, @3); p->type = $5;
          $$ = syn_add($1, p); }
    ;

result_opt
    : %empty                { $$ = NULL; }
    | ARROW type            { $$ = $2; }
    ;

body
    : block
    | '=' expr              { $$ = with(parse, SYN_VALUE, @$, $2, NULL, NULL); }
    ;

hint
    : %empty                { $$ = NULL; }
    | INLINE                { $$ = named(parse, SYN_INLINE, @$, "inline", @1); }
    | APART                 { $$ = named(parse, SYN_APART, @$, "apart", @1); }
    | RECURSIVE             { $$ = named(parse, SYN_RECURSIVE, @$, "recursive", @1); }
    ;

exempt
    : %empty                { $$ = NULL; }
    | EXEMPT                { $$ = named(parse, SYN_EXEMPT, @$, "exempt", @1); }
    ;

probe
    : %empty                { $$ = NULL; }
    | PROBE                 { $$ = named(parse, SYN_PROBE, @$, "probe", @1); }
    ;

rule_body
    : header clauses        { $$ = syn_adopt(with(parse, SYN_LIST, @$, $1, NULL, NULL), $2); }
    ;

header
    : %empty                { $$ = syn_new(parse, SYN_HEADER, @$); }
    | header PARAM LOCAL
        { $$ = syn_add($1, named(parse, IR_OP_PARAM, @3, $3, @3)); }
    | header PARAM LOCAL IN expr
        { $$ = syn_add($1, syn_add(named(parse, IR_OP_PARAM, @5, $3, @3), $5)); }
    | header PARAM LOCAL IN expr DOTS expr
        { Syn *p = named(parse, IR_OP_PARAM, @5, $3, @3);
          $$ = syn_add($1, syn_add(syn_add(p, $5), $7)); }
    | header WHEN expr
        { $$ = syn_add($1, with(parse, IR_OP_WHEN, @3, $3, NULL, NULL)); }
    | header LET binder '=' expr
        { $$ = syn_add($1, with(parse, IR_OP_LET, @5, $3, $5, NULL)); }
    ;

clauses
    : %empty                { $$ = syn_new(parse, SYN_LIST, @$); }
    | clauses clause        { $$ = syn_add($1, $2); }
    ;

clause
    : DO block              { $$ = with(parse, SYN_EFFECT, @$, $2, NULL, NULL); }
    | THEN block            { $$ = with(parse, SYN_THEN, @$, $2, NULL, NULL); }
    | POST expr             { $$ = with(parse, SYN_POST, @$, $2, NULL, NULL); }
    | SPARED expr           { $$ = with(parse, SYN_SPARED, @$, $2, NULL, NULL); }
    | VIEW name '=' expr
        { $$ = syn_add(named(parse, SYN_MOVE_VIEW, @$, $2, @2), $4); }
    ;

binder
    : LOCAL                 { $$ = named(parse, SYN_BINDER, @$, $1, @1); }
    | LOCAL ':' type
        { $$ = named(parse, SYN_BINDER, @$, $1, @1); $$->type = $3; }
    ;

/* ---- statements ---- */

block
    : '{' statements '}'    { $$ = $2; $$->at = @$; }
    ;

statements
    : %empty                { $$ = syn_new(parse, IR_OP_BLOCK, @$); }
    | statements statement  { $$ = syn_add($1, $2); }
    ;

statement
    : block
    | LET binder '=' expr   { $$ = with(parse, IR_OP_LET, @$, $2, $4, NULL); }
    | VAR binder '=' expr   { $$ = with(parse, IR_OP_VAR, @$, $2, $4, NULL); }
    | SET LOCAL '=' expr    { $$ = syn_add(named(parse, IR_OP_SET, @$, $2, @2), $4); }
    | FIELD_ subscripts ASSIGN expr
        { $$ = syn_adopt(syn_add(named(parse, IR_OP_PUT, @$, $1, @1), $4), $2); }
    | FIELD_ subscripts ADD_TO expr
        { $$ = syn_adopt(syn_add(named(parse, SYN_ADD_TO, @$, $1, @1), $4), $2); }
    | IF expr block else_opt { $$ = with(parse, IR_OP_IF, @2, $2, $3, $4); }
    | WHEN expr block       { $$ = with(parse, SYN_WHEN_BLOCK, @$, $2, $3, NULL); }
    | FOR binder IN expr block
        { $$ = syn_add(with(parse, IR_OP_FOR, @4, $2, $4, $5), NULL); }
    | FOR binder IN expr DOTS expr block
        { $$ = syn_add(with(parse, IR_OP_RANGE, @4, $2, $4, $6), $7); }
    | WHILE expr MAX term block
        { $$ = with(parse, IR_OP_WHILE, @2, $2, $5, $4); }
    | RET expr              { $$ = with(parse, IR_OP_RET, @$, $2, NULL, NULL); }
    | LEAVE                 { $$ = syn_new(parse, IR_OP_RET, @$); }
    | WORD args
        { $$ = syn_adopt(named(parse, IR_OP_DO, @$, $1, @1), $2); }
    | TRY name args_opt
        { $$ = syn_adopt(named(parse, IR_OP_TRY, @$, $2, @2), $3); }
    | PREFER block ELSE block
        { $$ = with(parse, IR_OP_PREFER, @$, $2, $4, NULL); }
    | FIRST block OR block  { $$ = with(parse, IR_OP_PREFER, @$, $2, $4, NULL);
                              session_error(parse->session, @1, "`first {..} or {..}` is written `prefer {..} else {..}` "
                                            "since version %d", IR_TEXT_VERSION);
                              parse->failed = true; }
    | KEEP expr block       { $$ = with(parse, IR_OP_KEEP, @2, $2, $3, NULL); }
    | BEST expr block       { $$ = with(parse, IR_OP_BEST, @2, $2, $3, NULL); }
    | EMIT name args_opt
        { $$ = syn_adopt(named(parse, IR_OP_EMIT, @$, $2, @2), $3); }
    | EMIT name '(' arg_list ',' IN expr ')'
        { $$ = syn_add(syn_adopt(named(parse, IR_OP_EMITSET, @$, $2, @2), $4), $7); }
    | EMIT name '(' IN expr ')'
        { $$ = syn_add(named(parse, IR_OP_EMITSET, @$, $2, @2), $5); }
    | TURN '(' ')'
        { $$ = named(parse, IR_OP_DO, @$, intern_str(parse->session->names, IR_TURN_NAME), @1); }
    | PLAY name args_opt
        { $$ = syn_adopt(named(parse, IR_OP_PLAY, @$, $2, @2), $3); }
    | ATTEMPT block KEEP expr block
        { $$ = with(parse, IR_OP_ATTEMPT, @$, $2, $4, $5); }
    | CHOOSE binder IN block block
        { $$ = with(parse, IR_OP_CHOOSE, @$, $2, $4, $5); }
    | CHOOSE binder IN block block ELSE block
        { $$ = syn_add(with(parse, IR_OP_CHOOSE, @$, $2, $4, $5), $7); }
    | NOTE expr most_opt    { $$ = with(parse, IR_OP_NOTE, @$, $2, $3, NULL); }
    | NOTES expr ',' expr most_opt
        { $$ = with(parse, IR_OP_NOTES, @$, $2, $4, $5); }
    | UNTESTED block        { $$ = with(parse, IR_OP_UNTESTED, @$, $2, NULL, NULL); }
    | ASIDE block           { $$ = with(parse, IR_OP_ASIDE, @$, $2, NULL, NULL); }
    | COLLECT most_opt block { $$ = with(parse, IR_OP_COLLECT, @$, $3, $2, NULL); }
    | DISCARD               { $$ = syn_new(parse, IR_OP_DISCARD, @$); }
    ;

most_opt
    : %empty                { $$ = NULL; }
    | MAX term              { $$ = $2; }
    ;

else_opt
    : %empty                { $$ = NULL; }
    | ELSE block            { $$ = $2; }
    | ELSE IF expr block else_opt { $$ = with(parse, IR_OP_IF, @3, $3, $4, $5); }
    ;

/* ---- expressions ---- */

args
    : '(' ')'               { $$ = syn_new(parse, SYN_LIST, @$); }
    | '(' arg_list ')'      { $$ = $2; }
    ;

args_opt
    : %empty                { $$ = syn_new(parse, SYN_LIST, @$); }
    | args
    ;

arg_list
    : expr                  { $$ = with(parse, SYN_LIST, @$, $1, NULL, NULL); }
    | arg_list ',' expr     { $$ = syn_add($1, $3); }
    ;

subscripts
    : %empty                { $$ = syn_new(parse, SYN_LIST, @$); }
    | subscripts '[' expr ']' { $$ = syn_add($1, $3); }
    ;

expr
    : primary
    | expr OROR expr        { $$ = with(parse, IR_OP_OR, @$, $1, $3, NULL); }
    | expr ANDAND expr      { $$ = with(parse, IR_OP_AND, @$, $1, $3, NULL); }
    | expr EQ expr          { $$ = with(parse, IR_OP_EQ, @$, $1, $3, NULL); }
    | expr NE expr          { $$ = with(parse, IR_OP_NE, @$, $1, $3, NULL); }
    | expr '<' expr         { $$ = with(parse, IR_OP_LT, @$, $1, $3, NULL); }
    | expr LE expr          { $$ = with(parse, IR_OP_LE, @$, $1, $3, NULL); }
    | expr '>' expr         { $$ = with(parse, IR_OP_GT, @$, $1, $3, NULL); }
    | expr GE expr          { $$ = with(parse, IR_OP_GE, @$, $1, $3, NULL); }
    | expr IN expr          { $$ = with(parse, IR_OP_HAS, @$, $1, $3, NULL); }
    | expr '|' expr         { $$ = with(parse, IR_OP_MOR, @$, $1, $3, NULL); }
    | expr '^' expr         { $$ = with(parse, IR_OP_MXOR, @$, $1, $3, NULL); }
    | expr '&' expr         { $$ = with(parse, IR_OP_MAND, @$, $1, $3, NULL); }
    | expr '\\' expr        { $$ = with(parse, IR_OP_MDIFF, @$, $1, $3, NULL); }
    | expr '+' expr         { $$ = with(parse, IR_OP_ADD, @$, $1, $3, NULL); }
    | expr '-' expr         { $$ = with(parse, IR_OP_SUB, @$, $1, $3, NULL); }
    | expr '*' expr         { $$ = with(parse, IR_OP_MUL, @$, $1, $3, NULL); }
    | expr '/' expr         { $$ = with(parse, IR_OP_DIV, @$, $1, $3, NULL); }
    | '!' expr %prec PREFIX { $$ = with(parse, IR_OP_NOT, @$, $2, NULL, NULL); }
    | '~' expr %prec PREFIX { $$ = with(parse, IR_OP_MNOT, @$, $2, NULL, NULL); }
    | '-' expr %prec PREFIX { $$ = negative(parse, @$, $2); }
    ;

primary
    : NUMBER                { $$ = integer(parse, @$, $1); }
    | HEX                   { $$ = named(parse, SYN_HEX, @$, $1, @1); }
    | WORD                  { $$ = named(parse, SYN_NAME, @$, $1, @1); }
    | LOCAL                 { $$ = named(parse, IR_OP_LOCAL, @$, $1, @1); }
    | FIELD_ subscripts     { $$ = syn_adopt(named(parse, IR_OP_GET, @$, $1, @1), $2); }
    | TABLE_ subscripts     { $$ = syn_adopt(named(parse, IR_OP_TAB, @$, $1, @1), $2); }
    | WORD args             { $$ = syn_adopt(named(parse, IR_OP_CALL, @$, $1, @1), $2); }
    | OPERATION args        { $$ = syn_adopt(syn_new(parse, $1, @$), $2); }
    | MAX args              { $$ = syn_adopt(syn_new(parse, IR_OP_MAX, @$), $2); }
    | FIRST args            { $$ = syn_adopt(syn_new(parse, IR_OP_FIRST, @$), $2); }
    | OF_FIELD '(' FIELD_ ',' expr ')'
        { $$ = syn_add(named(parse, $1, @$, $3, @3), $5); }
    | BINDER '(' binder IN expr ':' expr ')'
        { $$ = with(parse, $1, @$, $3, $5, $7); }
    | LET '(' binder '=' expr ':' expr ')'
        { $$ = with(parse, IR_OP_LETX, @$, $3, $5, $7); }
    | WITH '(' FIELD_ '=' expr ':' expr ')'
        { $$ = syn_add(syn_add(named(parse, IR_OP_WITH, @$, $3, @3), $5), $7); }
    | NONE '[' name ']'     { $$ = named(parse, IR_OP_NONE, @$, $3, @3); }
    | ALL '[' name ']'      { $$ = named(parse, IR_OP_ALL, @$, $3, @3); }
    | BIT '[' name ']' args { $$ = syn_adopt(named(parse, IR_OP_BITOF, @$, $3, @3), $5); }
    | PACK '[' name ']' args
        { $$ = syn_adopt(named(parse, IR_OP_PACK, @$, $3, @3), $5); }
    | MEMBERS '[' name ']' args
        { $$ = syn_adopt(named(parse, IR_OP_ROWMASK, @$, $3, @3), $5); }
    | EXISTS name args_opt  { $$ = syn_adopt(named(parse, IR_OP_EXISTS, @$, $2, @2), $3); }
    | LONGEST '(' name ',' arg_list ')'
        { $$ = syn_adopt(named(parse, IR_OP_LONGEST, @$, $3, @3), $5); }
    | PASSING '(' name ',' arg_list ')'
        { $$ = syn_adopt(named(parse, IR_OP_PASSING, @$, $3, @3), $5); }
    | '(' expr ')'          { $$ = $2; }
    ;

%%

static Syn *named(SynParse *parse, int kind, Span at, const char *name, Span name_at)
{
    Syn *syn = syn_new(parse, kind, at);
    syn->name = name;
    syn->name_at = name_at;
    return syn;
}

static Syn *with(SynParse *parse, int kind, Span at, Syn *a, Syn *b, Syn *c)
{
    return syn_add(syn_add(syn_add(syn_new(parse, kind, at), a), b), c);
}

static Syn *integer(SynParse *parse, Span at, int64_t value)
{
    Syn *syn = syn_new(parse, IR_OP_INT, at);
    syn->number = value;
    return syn;
}

/* `-1` is a constant; `-(1)` is the negation of one. */
static Syn *negative(SynParse *parse, Span at, Syn *a)
{
    char next = parse->source->text[at.lo + 1 - parse->source->base];
    if (a->kind == IR_OP_INT && next >= '0' && next <= '9')
        return integer(parse, at, -a->number);
    return with(parse, IR_OP_NEG, at, a, NULL, NULL);
}

static const char *token_name(yysymbol_kind_t kind)
{
    return kind == YYSYMBOL_YYEOF ? "the end" : yysymbol_name(kind);
}

/* The text at a place, shortened. */
static const char *written(SynParse *parse, Span at)
{
    const char *text = parse->source->text + (at.lo - parse->source->base);
    return arena_strndup(parse->session->arena, text, at.hi - at.lo < 40 ? at.hi - at.lo : 40);
}

/* A word of the language where a name could stand: quoted it is one. */
static void mend_word(SynParse *parse, Span at, yysymbol_kind_t kind)
{
    const char *text = written(parse, at);
    const char first = (char)(text[0] | 32);
    if (kind == YYSYMBOL_WORD || !((first >= 'a' && first <= 'z') || first == '_'))
        return;
    diag_note(parse->session->diags, (Span){0, 0}, "as a name it is written '%s'", text);
    diag_fix(parse->session->diags, FIX_INSTEAD, at, "'%s'", text);
}

static void say_unexpected(SynParse *parse, Span at, yysymbol_kind_t kind)
{
    if (kind == YYSYMBOL_YYEOF)
        session_error(parse->session, at, "the text ends too early");
    else if (token_name(kind)[0] == '\'')
        session_error(parse->session, at, "%s cannot stand here", token_name(kind));
    else
        session_error(parse->session, at, "`%s`, %s, cannot stand here", written(parse, at), token_name(kind));
}

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, SynParse *parse,
                                 uint32_t base)
{
    enum { MOST = 6 };
    yysymbol_kind_t expected[MOST];
    (void)scanner, (void)base;
    int n = yypcontext_expected_tokens(context, expected, MOST);
    Diags *diags = parse->session->diags;
    if (!parse->failed)
        say_unexpected(parse, *yypcontext_location(context), yypcontext_token(context));
    if (!parse->failed && n > 0) {
        char *list = arena_strdup(parse->session->arena, "");
        for (int i = 0; i < n; i++)
            list = arena_printf(parse->session->arena, "%s%s%s", list, i ? ", " : "",
                                token_name(expected[i]));
        diag_note(diags, (Span){0, 0}, "expected %s", list);
        for (int i = 0; i < n; i++)
            diag_expected(diags, "%s", token_name(expected[i]));
        for (int i = 0; i < n; i++)
            if (expected[i] == YYSYMBOL_WORD)
                mend_word(parse, *yypcontext_location(context), yypcontext_token(context));
    }
    parse->failed = true;
    return 0;
}

/* Called for what is not a syntax error: the parser's stack is full. */
static void gir_yyerror(Span *at, void *scanner, SynParse *parse, uint32_t base,
                        const char *message)
{
    (void)scanner, (void)base;
    bool full = strcmp(message, "memory exhausted") == 0;
    session_error(parse->session, *at, "%s", full ? "nested too deeply" : message);
    parse->failed = true;
}
