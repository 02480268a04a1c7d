/* marks.c - words of a rule that are variables without their question mark: nothing else in the sheet is called so, and the rule
 * has a variable of that name. */
#include <string.h>

#include "frontend/gdl/program/program.h"

typedef struct {
    const GdlProgram *program;
    const char *word; /* whose uses are counted */
    size_t n;
} Uses;

static void count(Uses *uses, const GdlExpr *expr)
{
    uses->n += expr->var < 0 && expr->name == uses->word;
    for (uint32_t i = 0; i < expr->n; i++)
        count(uses, expr->arg[i]);
}

static void count_literal(Uses *uses, const GdlLiteral *literal)
{
    for (uint32_t i = 0; i < uses->program->relation.at[literal->relation].arity; i++)
        count(uses, literal->arg[i]);
}

static void count_rule(Uses *uses, const GdlRule *rule)
{
    count_literal(uses, &rule->head);
    for (uint32_t k = 0; k < rule->nbody; k++)
        count_literal(uses, &rule->body[k]);
}

static size_t uses_of(const GdlProgram *program, const char *word)
{
    Uses uses = {program, word, 0};
    for (size_t i = 0; i < program->rule.n; i++)
        count_rule(&uses, &program->rule.at[i]);
    return uses.n;
}

/* The variable of the rule that has the word's letters; NULL: none, or the word is an honest one. */
static const char *twin(const GdlProgram *program, const GdlRule *rule, const GdlExpr *expr)
{
    const char *letters = expr->name + strspn(expr->name, "_$%@");
    for (uint32_t v = 0; *letters && expr->var < 0 && !expr->n && v < rule->nvar; v++)
        if (!strcmp(rule->var[v] + 1, letters) && uses_of(program, expr->name) == 1)
            return rule->var[v];
    return NULL;
}

static bool has_unmarked(const GdlProgram *program, const GdlExpr *expr, const char *letters)
{
    if (expr->var < 0 && !expr->n && !strcmp(expr->name + strspn(expr->name, "_$%@"), letters) && uses_of(program, expr->name) == 1)
        return true;
    for (uint32_t i = 0; i < expr->n; i++)
        if (has_unmarked(program, expr->arg[i], letters))
            return true;
    return false;
}

bool gdl_is_unmarked(const GdlProgram *program, const GdlRule *rule, const char *letters)
{
    for (uint32_t k = 0; k < rule->nbody; k++)
        for (uint32_t i = 0; i < program->relation.at[rule->body[k].relation].arity; i++)
            if (has_unmarked(program, rule->body[k].arg[i], letters))
                return true;
    return false;
}

static void check_expr(const GdlProgram *program, const GdlRule *rule, const GdlExpr *expr)
{
    const char *meant = twin(program, rule, expr);
    if (!meant && expr->var < 0 && !expr->n && strchr("_$@", *expr->name) && expr->name[1] && uses_of(program, expr->name) == 1) {
        diag_warning(program->session->diags, WARN_variable_mark, expr->at, "`%s` is no variable, and nothing else is called so", expr->name);
        diag_note(program->session->diags, (Span){0, 0}, "a variable begins with a question mark: ?%s", expr->name + 1);
        diag_fix(program->session->diags, FIX_INSTEAD, expr->at, "?%s", expr->name + 1);
    } else if (meant) {
        diag_warning(program->session->diags, WARN_variable_mark, expr->at, "`%s` is no variable, and nothing else is called so", expr->name);
        diag_note(program->session->diags, (Span){0, 0}, "did you mean %s?", meant);
        diag_fix(program->session->diags, FIX_INSTEAD, expr->at, "%s", meant);
    }
    for (uint32_t i = 0; i < expr->n; i++)
        check_expr(program, rule, expr->arg[i]);
}

static void check_literal(const GdlProgram *program, const GdlRule *rule, const GdlLiteral *literal)
{
    for (uint32_t i = 0; i < program->relation.at[literal->relation].arity; i++)
        check_expr(program, rule, literal->arg[i]);
}

/* Are there facts alone about the relation, none with that word at that place? */
static bool no_fact_has(const GdlProgram *program, uint32_t relation, uint32_t place, const char *word)
{
    bool some = false;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlLiteral *head = &program->rule.at[i].head;
        if (head->relation != relation)
            continue;
        if (program->rule.at[i].nbody || head->arg[place]->var >= 0 || head->arg[place]->name == word)
            return false;
        some = true;
    }
    return some;
}

static void mark_all(const GdlProgram *program, const GdlExpr *expr, const char *word)
{
    if (expr->var < 0 && !expr->n && expr->name == word)
        diag_fix(program->session->diags, FIX_BEFORE, expr->at, "?");
    for (uint32_t i = 0; i < expr->n; i++)
        mark_all(program, expr->arg[i], word);
}

static void mark_literal(const GdlProgram *program, const GdlLiteral *literal, const char *word)
{
    for (uint32_t i = 0; i < program->relation.at[literal->relation].arity; i++)
        mark_all(program, literal->arg[i], word);
}

/* Is it a word that others of the rule are, that no other rule has, and that no fact asked there has? */
static bool is_shared(const GdlProgram *program, const GdlRule *rule, const GdlLiteral *asked, uint32_t place)
{
    const GdlExpr *expr = asked->arg[place];
    Uses uses = {program, expr->name, 0};
    if (expr->var >= 0 || expr->n)
        return false;
    count_rule(&uses, rule);
    return uses.n > 1 && no_fact_has(program, asked->relation, place, expr->name) && uses.n == uses_of(program, expr->name);
}

static bool check_shared(const GdlProgram *program, const GdlRule *rule, const GdlLiteral *asked)
{
    for (uint32_t i = 0; asked->relation >= GDL_KEYWORDS && i < program->relation.at[asked->relation].arity; i++) {
        const GdlExpr *expr = asked->arg[i];
        if (!is_shared(program, rule, asked, i))
            continue;
        diag_warning(program->session->diags, WARN_variable_mark, expr->at, "no fact `%s` has `%s` there, and no other rule knows it",
                     program->relation.at[asked->relation].name, expr->name);
        diag_note(program->session->diags, (Span){0, 0}, "a variable begins with a question mark: ?%s", expr->name);
        mark_literal(program, &rule->head, expr->name);
        for (uint32_t k = 0; k < rule->nbody; k++)
            mark_literal(program, &rule->body[k], expr->name);
        return true;
    }
    return false;
}

void gdl_check_marks(const GdlProgram *program)
{
    enum { MOST = 4000 }; /* rules: each word that is shared is looked for in all of them */
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        for (uint32_t k = 0; program->rule.n < MOST && k < rule->nbody && !check_shared(program, rule, &rule->body[k]); k++)
            ;
        if (!rule->nvar)
            continue;
        check_literal(program, rule, &rule->head);
        for (uint32_t k = 0; k < rule->nbody; k++)
            check_literal(program, rule, &rule->body[k]);
    }
}
