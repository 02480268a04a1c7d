/* arity.c - one name, one number of arguments: for relations, and for the
 * functions inside of terms. */
#include "frontend/gdl/program/program.h"

typedef struct {
    const char *name;
    uint32_t n;
    Span at;
} Use;

typedef struct {
    GdlProgram *program;
    bool good;
    VEC(Use) function;
} Arities;

static void differ(Arities *arities, const char *what, const Use *first, uint32_t n, Span at)
{
    Session *session = arities->program->session;
    arities->good = session_error(session, at, "the %s `%s` has %u argument%s here and %u elsewhere", what,
                                  first->name, n, out_plural(n), first->n);
    diag_note(session->diags, first->at, first->at.lo < at.lo ? "it is first met here" : "so it is here and elsewhere");
}

static void check_expr(Arities *arities, const GdlExpr *expr)
{
    for (uint32_t i = 0; i < expr->n; i++)
        check_expr(arities, expr->arg[i]);
    if (!expr->n)
        return;
    for (size_t i = 0; i < arities->function.n; i++) {
        const Use *use = &arities->function.at[i];
        if (use->name != expr->name)
            continue;
        if (use->n != expr->n)
            differ(arities, "function", use, expr->n, expr->at);
        return;
    }
    Use use = {expr->name, expr->n, expr->at};
    vec_push(arities->program->session->arena, &arities->function, use);
}

static void check_literal(Arities *arities, const GdlLiteral *literal)
{
    for (uint32_t i = 0; i < arities->program->relation.at[literal->relation].arity; i++)
        check_expr(arities, literal->arg[i]);
}

static size_t uses(const GdlProgram *program, uint32_t relation)
{
    size_t n = 0;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        n += rule->head.relation == relation;
        for (uint32_t k = 0; k < rule->nbody; k++)
            n += rule->body[k].relation == relation;
    }
    return n;
}

static void check_relations(Arities *arities)
{
    GdlProgram *program = arities->program;
    for (size_t i = GDL_KEYWORDS; i < program->relation.n; i++)
        for (size_t k = 0; k < i; k++) {
            const GdlRelation *a = &program->relation.at[k], *b = &program->relation.at[i];
            if (a->name != b->name)
                continue;
            if (k < GDL_KEYWORDS) {
                arities->good = session_error(program->session, b->at, "`%s` takes %u argument%s, not %u", a->name,
                                              a->arity, out_plural(a->arity), b->arity);
                gdl_mend_arity(program, (GdlKeyword)k, b->at);
                break;
            }
            if (uses(program, (uint32_t)k) < uses(program, (uint32_t)i)) { /* the one that is written less often is wrong */
                a = b;
                b = &program->relation.at[k];
            }
            differ(arities, "relation", &(Use){a->name, a->arity, a->at}, b->arity, b->at);
            if (b->arity == a->arity + 1)
                gdl_mend_surplus(program, b->arity, b->at);
            else if (b->arity + 1 == a->arity)
                gdl_mend_missing(program, a->arity, b->at);
            break;
        }
}

bool gdl_check_arities(GdlProgram *program)
{
    Arities arities = {.program = program, .good = true};
    check_relations(&arities);
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        check_literal(&arities, &rule->head);
        for (uint32_t k = 0; k < rule->nbody; k++)
            check_literal(&arities, &rule->body[k]);
    }
    return arities.good;
}
