/* safety.c - every variable of a rule must get its value from a positive
 * condition; `not` and `distinct` only test values. */
#include <string.h>

#include "frontend/gdl/program/program.h"

typedef struct {
    const GdlProgram *program;
    const GdlRule *rule;
    bool *bound, *said; /* by variable */
    bool good;
} Safety;

/* The first variable in the term that nothing binds, or NULL. */
static const GdlExpr *loose_in(const Safety *safety, const GdlExpr *expr)
{
    if (expr->var >= 0 && !safety->bound[expr->var] && !safety->said[expr->var])
        return expr;
    for (uint32_t i = 0; i < expr->n; i++) {
        const GdlExpr *loose = loose_in(safety, expr->arg[i]);
        if (loose)
            return loose;
    }
    return NULL;
}

static void check(Safety *safety, const GdlLiteral *literal, const char *where)
{
    Session *session = safety->program->session;
    for (uint32_t i = 0; i < safety->program->relation.at[literal->relation].arity; i++)
        for (const GdlExpr *loose; (loose = loose_in(safety, literal->arg[i]));) {
            safety->said[loose->var] = true;
            safety->good = session_error(session, loose->at, "unsafe rule: nothing gives %s a value", loose->name);
            diag_note(session->diags, (Span){0, 0},
                      "it stands in %s, but in no condition without `not` and other than `distinct`", where);
            gdl_mend_variable(safety->program, safety->rule, safety->bound, loose);
        }
}

static bool check_rule(const GdlProgram *program, const GdlRule *rule)
{
    bool bound[256] = {0}, said[256] = {0};
    Safety safety = {program, rule, bound, said, true};
    for (uint32_t i = 0; i < rule->nbody; i++) {
        const GdlLiteral *literal = &rule->body[i];
        if (literal->negated || literal->relation == GDL_DISTINCT)
            continue;
        for (uint32_t k = 0; k < program->relation.at[literal->relation].arity; k++)
            gdl_mark_vars(literal->arg[k], bound);
    }
    check(&safety, &rule->head, rule->nbody ? "the head of the rule" : "a fact");
    for (uint32_t i = 0; i < rule->nbody; i++)
        if (rule->body[i].negated || rule->body[i].relation == GDL_DISTINCT)
            check(&safety, &rule->body[i], rule->body[i].negated ? "a negated condition" : "`distinct`");
    return safety.good;
}

bool gdl_check_safety(const GdlProgram *program)
{
    bool good = true;
    for (size_t i = 0; i < program->rule.n; i++)
        good = check_rule(program, &program->rule.at[i]) && good;
    return good;
}
