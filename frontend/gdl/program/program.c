/* program.c - from the tree of a rule sheet to a checked program. */
#include <string.h>

#include "frontend/gdl/program/program.h"

static const struct {
    const char *name;
    uint32_t arity;
} keyword[GDL_KEYWORDS] = {
    [GDL_ROLE] = {"role", 1}, [GDL_INIT] = {"init", 1},   [GDL_TRUE] = {"true", 1},
    [GDL_NEXT] = {"next", 1}, [GDL_DOES] = {"does", 2},   [GDL_LEGAL] = {"legal", 2},
    [GDL_GOAL] = {"goal", 2}, [GDL_TERMINAL] = {"terminal", 0}, [GDL_BASE] = {"base", 1},
    [GDL_INPUT] = {"input", 2}, [GDL_DISTINCT] = {"distinct", 2},
};

uint32_t gdl_relation(GdlProgram *program, const char *name, uint32_t arity, Span at)
{
    for (size_t i = 0; i < program->relation.n; i++) {
        GdlRelation *r = &program->relation.at[i];
        if (r->name == name && r->arity == arity) {
            if (!r->at.hi)
                r->at = at;
            return (uint32_t)i;
        }
    }
    GdlRelation fresh = {.name = name, .arity = arity, .at = at};
    vec_push(program->session->arena, &program->relation, fresh);
    return (uint32_t)program->relation.n - 1;
}

void gdl_mark_vars(const GdlExpr *expr, bool *set)
{
    if (expr->var >= 0)
        set[expr->var] = true;
    for (uint32_t i = 0; i < expr->n; i++)
        gdl_mark_vars(expr->arg[i], set);
}

bool gdl_is_ground(const GdlExpr *expr)
{
    bool ground = expr->var < 0;
    for (uint32_t i = 0; i < expr->n && ground; i++)
        ground = gdl_is_ground(expr->arg[i]);
    return ground;
}

bool gdl_same_expr(const GdlExpr *a, const GdlExpr *b)
{
    if (a->name != b->name || a->n != b->n || a->var != b->var)
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!gdl_same_expr(a->arg[i], b->arg[i]))
            return false;
    return true;
}

enum { MOST_ROLES = 16 };

/* The roles in the order of the sheet, which is the order of a joint move. */
static bool find_roles(GdlProgram *program)
{
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        if (rule->head.relation != GDL_ROLE)
            continue;
        const GdlExpr *name = rule->head.arg[0];
        if (rule->nbody)
            return session_error(program->session, rule->at, "a role must be a fact, not a rule");
        if (name->n)
            return session_error(program->session, name->at, "a role must be a plain word");
        const size_t length = strlen(name->name);
        if (name->name[0] == '(' || (length > 2 && strchr("\"'", name->name[0]) && name->name[length - 1] == name->name[0]))
            return gdl_mend_role(program, name);
        bool known = false;
        for (size_t k = 0; k < program->role.n; k++)
            known = known || program->role.at[k] == name->name;
        if (known)
            continue;
        vec_push(program->session->arena, &program->role, name->name);
        vec_push(program->session->arena, &program->role_at, name->at);
    }
    if (program->role.n > MOST_ROLES)
        return session_unsupported(program->session, program->role_at.at[MOST_ROLES], "a game for %zu roles; there can be %d",
                                   program->role.n, (int)MOST_ROLES);
    if (program->role.n)
        return true;
    if (gdl_mend_roles(program, program->sheet))
        return false;
    return session_error(program->session, program->sheet->at, "the sheet names no role: `(role NAME)` is missing");
}

const GdlProgram *gdl_program(Session *session, const Ast *sheet)
{
    GdlProgram *program = ARENA_NEW(session->arena, GdlProgram);
    program->session = session;
    for (int i = 0; i < GDL_KEYWORDS; i++)
        gdl_relation(program, intern_str(session->names, keyword[i].name), keyword[i].arity, (Span){0, 0});
    program->sheet = sheet;
    bool good = gdl_check_forms(program, sheet) && gdl_read_rules(program, sheet);
    good = good && gdl_check_arities(program);
    good = good && find_roles(program);
    if (!good)
        return NULL;
    good = gdl_check_safety(program);
    good = gdl_find_strata(program) && good;
    good = gdl_check_keywords(program) && good;
    if (good)
        gdl_check_recursion(program);
    if (good)
        gdl_check_names(program);
    else
        gdl_check_roles(program);
    gdl_check_marks(program);
    return good ? program : NULL;
}
