/* print.c - a program as a rule sheet again, one rule a line. */
#include "frontend/gdl/program/program.h"

void gdl_print_expr(const GdlExpr *expr, Out *out)
{
    if (!expr->n) {
        out_puts(out, expr->name);
        return;
    }
    out_printf(out, "(%s", expr->name);
    for (uint32_t i = 0; i < expr->n; i++) {
        out_char(out, ' ');
        gdl_print_expr(expr->arg[i], out);
    }
    out_char(out, ')');
}

void gdl_print_literal(const GdlProgram *program, const GdlLiteral *literal, Out *out)
{
    const GdlRelation *relation = &program->relation.at[literal->relation];
    if (literal->negated)
        out_puts(out, "(not ");
    if (relation->arity)
        out_char(out, '(');
    out_puts(out, relation->name);
    for (uint32_t i = 0; i < relation->arity; i++) {
        out_char(out, ' ');
        gdl_print_expr(literal->arg[i], out);
    }
    if (relation->arity)
        out_char(out, ')');
    if (literal->negated)
        out_char(out, ')');
}

void gdl_print_rule(const GdlProgram *program, const GdlRule *rule, Out *out)
{
    bool bare = !rule->nbody && program->relation.at[rule->head.relation].arity;
    if (!bare)
        out_puts(out, "(<= ");
    gdl_print_literal(program, &rule->head, out);
    for (uint32_t i = 0; i < rule->nbody; i++) {
        out_char(out, ' ');
        gdl_print_literal(program, &rule->body[i], out);
    }
    out_puts(out, bare ? "\n" : ")\n");
}

void gdl_print_program(const GdlProgram *program, Out *out)
{
    for (size_t i = 0; i < program->rule.n; i++)
        gdl_print_rule(program, &program->rule.at[i], out);
}
