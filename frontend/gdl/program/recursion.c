/* recursion.c - the recursion restriction of GDL: within a cycle of relations a
 * term handed round must be free of variables, be an argument of the head, or
 * get its values from a condition outside of the cycle.  Otherwise terms could
 * grow without end; a warning, as most such rules do come to an end. */
#include "frontend/gdl/program/program.h"

static bool in_head(const GdlProgram *program, const GdlRule *rule, const GdlExpr *expr)
{
    for (uint32_t i = 0; i < program->relation.at[rule->head.relation].arity; i++)
        if (gdl_same_expr(rule->head.arg[i], expr))
            return true;
    return false;
}

static bool from_outside(const GdlProgram *program, const GdlRule *rule, const GdlExpr *expr)
{
    uint32_t stratum = program->relation.at[rule->head.relation].stratum;
    for (uint32_t i = 0; i < rule->nbody; i++) {
        const GdlLiteral *literal = &rule->body[i];
        const GdlRelation *relation = &program->relation.at[literal->relation];
        if (literal->negated || literal->relation == GDL_DISTINCT || relation->stratum == stratum)
            continue;
        for (uint32_t k = 0; k < relation->arity; k++)
            if (gdl_same_expr(literal->arg[k], expr))
                return true;
    }
    return false;
}

static void check_literal(const GdlProgram *program, const GdlRule *rule, const GdlLiteral *literal)
{
    for (uint32_t i = 0; i < program->relation.at[literal->relation].arity; i++) {
        const GdlExpr *expr = literal->arg[i];
        if (gdl_is_ground(expr) || in_head(program, rule, expr) || from_outside(program, rule, expr))
            continue;
        Out text = {0};
        gdl_print_expr(expr, &text);
        diag_warning(program->session->diags, WARN_recursion, expr->at,
             "recursion restriction: %s is handed round a cycle of rules, and nothing outside of it bounds it",
             text.text);
        out_free(&text);
        return;
    }
}

void gdl_check_recursion(const GdlProgram *program)
{
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        uint32_t stratum = program->relation.at[rule->head.relation].stratum;
        for (uint32_t k = 0; k < rule->nbody; k++) {
            const GdlLiteral *literal = &rule->body[k];
            if (!literal->negated && literal->relation != GDL_DISTINCT &&
                program->relation.at[literal->relation].stratum == stratum)
                check_literal(program, rule, literal);
        }
    }
}
