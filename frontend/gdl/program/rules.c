/* rules.c - forms of the sheet become rules; `or`, `and` and `not` around them
 * are resolved, so that a body is a row of literals. */
#include <string.h>
#include <strings.h>

#include "frontend/gdl/program/program.h"

enum { MOST_BRANCHES = 4096, MOST_VARS = 250, MOST_ARGS = 60, MOST_RELATIONS = 10000, MOST_BODY = 250 };

typedef VEC(GdlLiteral) Body;
typedef VEC(Body) Bodies;

typedef struct {
    GdlProgram *program;
    Arena *arena;
    bool failed;
    VEC(const char *) var; /* of the rule being read */
} Reader;

static bool complain(Reader *reader, Span at, const char *message, const char *word)
{
    reader->failed = true;
    diag(reader->program->session->diags, DIAG_ERROR, at, message, word);
    return false;
}

/* Words of the language in any case; everything else as it is written. */
static const char *name_of(Reader *reader, const Ast *word)
{
    static const char *const also[] = {"<=", "not", "or", "and"};
    for (int i = 0; i < GDL_KEYWORDS; i++)
        if (!strcasecmp(word->text, reader->program->relation.at[i].name))
            return reader->program->relation.at[i].name;
    for (size_t i = 0; i < sizeof also / sizeof also[0]; i++)
        if (!strcasecmp(word->text, also[i]))
            return intern_str(reader->program->session->names, also[i]);
    return word->text;
}

static bool is_word(const Ast *ast, const char *word)
{
    return ast && ast->kind == AST_SYMBOL && !strcasecmp(ast->text, word);
}

static bool heads(const Ast *ast, const char *word)
{
    return ast->kind == AST_LIST && ast->nkid && is_word(ast->kid[0], word);
}

/* ---- terms ----------------------------------------------------------------- */

static int var_number(Reader *reader, const Ast *word)
{
    for (size_t i = 0; i < reader->var.n; i++)
        if (reader->var.at[i] == word->text)
            return (int)i;
    if (reader->var.n < MOST_VARS)
        vec_push(reader->arena, &reader->var, word->text);
    else if (!reader->failed)
        complain(reader, word->at, "%s is one variable too many: a rule may have 250", word->text);
    return (int)reader->var.n - 1;
}

static GdlExpr *read_expr(Reader *reader, const Ast *ast)
{
    GdlExpr *expr = ARENA_NEW(reader->arena, GdlExpr);
    *expr = (GdlExpr){.at = ast->at, .name = "", .var = -1};
    const Ast *head = ast;
    if (ast->kind == AST_LIST) {
        head = ast->nkid ? ast->kid[0] : NULL;
        if (!head || head->kind != AST_SYMBOL || head->text[0] == '?') {
            complain(reader, ast->at, "a term must begin with a word%s", "");
            return expr;
        }
        expr->n = ast->nkid - 1;
        if (!expr->n) { /* a function without arguments: another term than the word */
            expr->name = intern_str(reader->program->session->names,
                                    arena_printf(reader->arena, "(%s)", head->text));
            return expr;
        }
        if (expr->n > MOST_ARGS)
            complain(reader, ast->at, "`%s` has more than 60 arguments", head->text);
        expr->arg = ARENA_ARRAY(reader->arena, GdlExpr *, expr->n + 1);
        for (uint32_t i = 0; i < expr->n; i++)
            expr->arg[i] = read_expr(reader, ast->kid[i + 1]);
    }
    expr->name = head->text;
    if (head->text[0] == '?')
        expr->var = var_number(reader, head);
    return expr;
}

/* ---- literals ---------------------------------------------------------------- */

/* A word that joins conditions where a relation should stand. */
static bool misplaced(Reader *reader, const Ast *ast, const char *name)
{
    Diags *diags = reader->program->session->diags;
    complain(reader, ast->at, "`%s` cannot stand here", name);
    if (!strcmp(name, "<="))
        diag_note(diags, (Span){0, 0}, "a rule is `(<= HEAD CONDITION ..)`, and stands in no other");
    else if (!strcmp(name, "not"))
        diag_note(diags, (Span){0, 0}, "what no rule makes true is false: that needs no rule");
    else
        diag_note(diags, (Span){0, 0}, "a rule has one head; write a rule for each");
    return false;
}

static bool read_literal(Reader *reader, const Ast *ast, bool negated, GdlLiteral *literal)
{
    const Ast *head = ast->kind == AST_LIST ? (ast->nkid ? ast->kid[0] : NULL) : ast;
    if (!head || head->kind != AST_SYMBOL) {
        complain(reader, ast->at, "expected a relation: a word, or a list that begins with one%s", "");
        diag_expected(reader->program->session->diags, "a relation");
        return false;
    }
    if (head->text[0] == '?')
        return complain(reader, head->at, "the variable %s cannot stand for a relation", head->text);
    const char *name = name_of(reader, head);
    if (!strcmp(name, "<=") || !strcmp(name, "not") || !strcmp(name, "or") || !strcmp(name, "and"))
        return misplaced(reader, ast, name);
    uint32_t n = ast->kind == AST_LIST ? ast->nkid - 1 : 0;
    if (n > MOST_ARGS)
        return complain(reader, ast->at, "`%s` has more than 60 arguments", name);
    if (n == 0 && ast->kind == AST_LIST) /* `(f)` is not `f`: so does the GGP base read them */
        name = intern_str(reader->program->session->names, arena_printf(reader->arena, "(%s)", name));
    *literal = (GdlLiteral){.at = ast->at, .negated = negated};
    literal->relation = gdl_relation(reader->program, name, n, ast->at);
    literal->arg = ARENA_ARRAY(reader->arena, GdlExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        literal->arg[i] = read_expr(reader, ast->kid[i + 1]);
    return true;
}

/* ---- bodies: a disjunction of rows ------------------------------------------- */

static Bodies condition(Reader *reader, const Ast *ast, bool negated);

static Bodies one_empty(Reader *reader)
{
    Bodies all = {0};
    vec_push(reader->arena, &all, (Body){0});
    return all;
}

static Bodies both(Reader *reader, Bodies a, Bodies b, Span at)
{
    Bodies all = {0};
    if (a.n * b.n > MOST_BRANCHES) {
        complain(reader, at, "the disjunctions of this rule have too many combinations%s", "");
        return all;
    }
    for (size_t i = 0; i < a.n; i++)
        for (size_t k = 0; k < b.n; k++) {
            Body body = {0};
            if (a.at[i].n + b.at[k].n > MOST_BODY) {
                session_unsupported(reader->program->session, at, "a rule of more than %d conditions", (int)MOST_BODY);
                reader->failed = true;
                return all;
            }
            for (size_t l = 0; l < a.at[i].n; l++)
                vec_push(reader->arena, &body, a.at[i].at[l]);
            for (size_t l = 0; l < b.at[k].n; l++)
                vec_push(reader->arena, &body, b.at[k].at[l]);
            vec_push(reader->arena, &all, body);
        }
    return all;
}

/* The members from `first` on, all true or one of them. */
static Bodies row(Reader *reader, const Ast *ast, uint32_t first, bool all, bool negated)
{
    Bodies sum = all ? one_empty(reader) : (Bodies){0};
    for (uint32_t i = first; i < ast->nkid && !reader->failed; i++) {
        Bodies part = condition(reader, ast->kid[i], negated);
        if (all)
            sum = both(reader, sum, part, ast->at);
        else
            for (size_t k = 0; k < part.n; k++)
                vec_push(reader->arena, &sum, part.at[k]);
    }
    return sum;
}

static Bodies condition(Reader *reader, const Ast *ast, bool negated)
{
    Bodies none = {0};
    if (heads(ast, "or") || heads(ast, "and"))
        return row(reader, ast, 1, heads(ast, "and") != negated, negated);
    if (heads(ast, "not")) {
        if (ast->nkid == 2)
            return condition(reader, ast->kid[1], !negated);
        complain(reader, ast->at, "`not` takes exactly one condition%s", "");
        for (uint32_t i = 2; i < ast->nkid; i++)
            diag_fix(reader->program->session->diags, FIX_BEFORE, ast->kid[i]->at, ") (not ");
        return none;
    }
    GdlLiteral literal;
    if (!read_literal(reader, ast, negated, &literal))
        return none;
    Bodies one = one_empty(reader);
    vec_push(reader->arena, &one.at[0], literal);
    return one;
}

/* ---- rules --------------------------------------------------------------------- */

static bool same_literal(const GdlProgram *program, const GdlLiteral *a, const GdlLiteral *b)
{
    bool same = a->relation == b->relation && a->negated == b->negated;
    for (uint32_t i = 0; same && i < program->relation.at[a->relation].arity; i++)
        same = gdl_same_expr(a->arg[i], b->arg[i]);
    return same;
}

static void number_vars(Reader *reader, GdlExpr *expr)
{
    if (expr->var >= 0) {
        size_t i = 0;
        while (i < reader->var.n && reader->var.at[i] != expr->name)
            i++;
        if (i == reader->var.n)
            vec_push(reader->arena, &reader->var, expr->name);
        expr->var = (int)i;
    }
    for (uint32_t i = 0; i < expr->n; i++)
        number_vars(reader, expr->arg[i]);
}

static GdlExpr *copy_expr(Arena *arena, const GdlExpr *expr)
{
    GdlExpr *copy = arena_copy(arena, expr, sizeof *expr);
    if (expr->n)
        copy->arg = ARENA_ARRAY(arena, GdlExpr *, expr->n);
    for (uint32_t i = 0; i < expr->n; i++)
        copy->arg[i] = copy_expr(arena, expr->arg[i]);
    return copy;
}

/* The literal with terms of its own, its variables numbered for this rule. */
static GdlLiteral own(Reader *reader, const GdlLiteral *literal)
{
    GdlLiteral copy = *literal;
    uint32_t n = reader->program->relation.at[literal->relation].arity;
    copy.arg = ARENA_ARRAY(reader->arena, GdlExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        copy.arg[i] = copy_expr(reader->arena, literal->arg[i]);
        number_vars(reader, copy.arg[i]);
    }
    return copy;
}

static void add_rule(Reader *reader, Span at, const GdlLiteral *head, const Body *body)
{
    GdlProgram *program = reader->program;
    reader->var.n = reader->var.cap = 0; /* the names go to the rule */
    GdlRule rule = {.at = at, .head = own(reader, head)};
    Body row = {0};
    for (size_t i = 0; i < body->n; i++) {
        bool known = false;
        for (size_t k = 0; k < i && !known; k++)
            known = known || same_literal(program, &body->at[i], &body->at[k]);
        if (!known)
            vec_push(reader->arena, &row, own(reader, &body->at[i]));
    }
    rule.body = row.at;
    rule.nbody = (uint32_t)row.n;
    rule.var = reader->var.at;
    rule.nvar = (uint32_t)reader->var.n;
    vec_push(reader->arena, &program->rule, rule);
    program->relation.at[head->relation].nrule++;
    for (size_t i = 0; i < row.n; i++)
        program->relation.at[row.at[i].relation].used = true;
}

static void read_form(Reader *reader, const Ast *form)
{
    reader->var.n = reader->var.cap = 0;
    reader->failed = false;
    bool rule = heads(form, "<=");
    if (rule && form->nkid < 2) {
        complain(reader, form->at, "a rule must have a head%s", "");
        return;
    }
    GdlLiteral head;
    if (!read_literal(reader, rule ? form->kid[1] : form, false, &head))
        return;
    Bodies bodies = rule ? row(reader, form, 2, true, false) : one_empty(reader);
    for (size_t i = 0; i < bodies.n && !reader->failed; i++)
        add_rule(reader, form->at, &head, &bodies.at[i]);
}

bool gdl_read_rules(GdlProgram *program, const Ast *sheet)
{
    Reader reader = {.program = program, .arena = program->session->arena};
    bool good = true;
    for (uint32_t i = 0; i < sheet->nkid; i++) {
        read_form(&reader, sheet->kid[i]);
        good = good && !reader.failed;
    }
    if (good && program->relation.n > MOST_RELATIONS)
        good = session_unsupported(program->session, sheet->at, "a sheet with more than %d relations", (int)MOST_RELATIONS);
    if (good && !program->rule.n)
        good = session_error(program->session, sheet->at, "there are no rules here");
    return good;
}
