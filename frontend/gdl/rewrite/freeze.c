/* freeze.c - facts that stay as they were at the start.
 *
 * Where the only rule for a next fact of some build is that it holds now, such facts
 * hold exactly if they held at the start.  Conditions about them ask `init`
 * instead of `true`, and whatever depends on nothing else becomes static. */
#include "frontend/gdl/program/program.h"

bool gdl_can_unify(const GdlExpr *a, const GdlExpr *b)
{
    if (a->var >= 0 || b->var >= 0)
        return true;
    if (a->name != b->name || a->n != b->n)
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!gdl_can_unify(a->arg[i], b->arg[i]))
            return false;
    return true;
}

/* Does every term of this build fit the pattern, whose variables are all different? */
static bool fits(const GdlExpr *pattern, const GdlExpr *expr)
{
    if (pattern->var >= 0)
        return true;
    if (expr->var >= 0 || pattern->name != expr->name || pattern->n != expr->n)
        return false;
    for (uint32_t i = 0; i < pattern->n; i++)
        if (!fits(pattern->arg[i], expr->arg[i]))
            return false;
    return true;
}

uint32_t gdl_occurrences(const GdlExpr *expr, int var)
{
    uint32_t n = expr->var == var;
    for (uint32_t i = 0; i < expr->n; i++)
        n += gdl_occurrences(expr->arg[i], var);
    return n;
}

/* (<= (next F) (true F)), no variable of F twice. */
static bool keeps(const GdlRule *rule)
{
    if (rule->head.relation != GDL_NEXT || rule->nbody != 1 || rule->body[0].relation != GDL_TRUE ||
        rule->body[0].negated || !gdl_same_expr(rule->head.arg[0], rule->body[0].arg[0]))
        return false;
    for (uint32_t v = 0; v < rule->nvar; v++)
        if (gdl_occurrences(rule->head.arg[0], (int)v) > 1)
            return false;
    return true;
}

/* The rule keeps its facts, and no other rule can give one of them. */
static bool freezes(const GdlProgram *program, const GdlRule *rule)
{
    if (!keeps(rule))
        return false;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *other = &program->rule.at[i];
        if (other != rule && other->head.relation == GDL_NEXT && gdl_can_unify(other->head.arg[0], rule->head.arg[0]))
            return false;
    }
    return true;
}

/* Conditions about facts of that build ask the start; were there any? */
static bool ask_start(GdlProgram *program, const GdlExpr *build, Arena *arena)
{
    bool any = false;
    for (size_t i = 0; i < program->rule.n; i++) {
        GdlRule *rule = &program->rule.at[i];
        bool own = false;
        for (uint32_t k = 0; k < rule->nbody && !keeps(rule); k++) {
            if (rule->body[k].relation != GDL_TRUE || !fits(build, rule->body[k].arg[0]))
                continue;
            if (!own)
                rule->body = arena_copy(arena, rule->body, rule->nbody * sizeof *rule->body);
            any = own = true;
            rule->body[k].relation = GDL_INIT;
        }
    }
    return any;
}

/* What depends on what, anew; it was complained about before. */
static void restratify(GdlProgram *program)
{
    Session *session = program->session, quiet = *session;
    quiet.diags = diags_new(session->arena);
    for (size_t r = 0; r < program->relation.n; r++) {
        program->relation.at[r].needed = false;
        program->relation.at[r].fragile = false;
    }
    program->nstratum = 0;
    program->session = &quiet;
    gdl_find_strata(program);
    program->session = session;
}

const GdlProgram *gdl_freeze(const GdlProgram *program)
{
    Arena *arena = program->session->arena;
    GdlProgram *copy = arena_copy(arena, program, sizeof *program);
    copy->rule.at = arena_copy(arena, program->rule.at, program->rule.n * sizeof *program->rule.at);
    copy->rule.cap = copy->rule.n;
    copy->relation.at = arena_copy(arena, program->relation.at, program->relation.n * sizeof *program->relation.at);
    copy->relation.cap = copy->relation.n;
    bool any = false;
    for (size_t i = 0; i < program->rule.n; i++)
        if (freezes(program, &program->rule.at[i]))
            any = ask_start(copy, program->rule.at[i].head.arg[0], arena) || any;
    if (!any)
        return program;
    restratify(copy);
    return copy;
}
