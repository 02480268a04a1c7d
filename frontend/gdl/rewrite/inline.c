/* inline.c - a relation of one rule is replaced, where it is asked, by what that rule
 * asks: append a word to a list of three, and the list of four is known at once.
 *
 * Arguments are plain: variables and words. */
#include "frontend/gdl/rewrite/builds.h"

enum { MOST_VARS = 190, MOST_BODY = 120 };

typedef struct {
    GdlProgram *program;
    Arena *arena;
    uint32_t first;
    uint32_t *rule; /* by relation: its only rule plus one, or 0 */
} Inline;

static uint32_t arity_of(const Inline *in, uint32_t relation) { return in->program->relation.at[relation].arity; }

/* Relations that are asked to fail stay. */
static void choose(Inline *in)
{
    const GdlProgram *program = in->program;
    in->rule = ARENA_ARRAY(in->arena, uint32_t, program->relation.n + 1);
    for (size_t i = 0; i < program->rule.n; i++)
        in->rule[program->rule.at[i].head.relation] = (uint32_t)i + 1;
    for (uint32_t r = 0; r < program->relation.n; r++)
        if (r < in->first || program->relation.at[r].nrule != 1)
            in->rule[r] = 0;
    for (size_t i = 0; i < program->rule.n; i++)
        for (uint32_t k = 0; k < program->rule.at[i].nbody; k++)
            if (program->rule.at[i].body[k].negated)
                in->rule[program->rule.at[i].body[k].relation] = 0;
}

/* What the variable stands for in the end. */
static const GdlExpr *root(GdlExpr *const *value, const GdlExpr *expr)
{
    while (expr->var >= 0 && value[expr->var])
        expr = value[expr->var];
    return expr;
}

/* Makes both the same; false: they are different words. */
static bool unify(GdlExpr **value, const GdlExpr *a, const GdlExpr *b)
{
    a = root(value, a);
    b = root(value, b);
    if (a->var >= 0 && a->var == b->var)
        return true;
    if (a->var < 0 && b->var < 0)
        return gdl_same_expr(a, b);
    if (a->var >= 0)
        value[a->var] = (GdlExpr *)b;
    else
        value[b->var] = (GdlExpr *)a;
    return true;
}

static GdlExpr *put_expr(Inline *in, const GdlExpr *expr, GdlExpr *const *value, int shift)
{
    GdlExpr *copy = arena_copy(in->arena, expr, sizeof *expr);
    if (expr->var >= 0) {
        copy->var += shift;
        copy->name = arena_printf(in->arena, "?%d", copy->var);
        return value ? arena_copy(in->arena, root(value, copy), sizeof *copy) : copy;
    }
    copy->arg = ARENA_ARRAY(in->arena, GdlExpr *, expr->n + 1);
    for (uint32_t i = 0; i < expr->n; i++)
        copy->arg[i] = put_expr(in, expr->arg[i], value, shift);
    return copy;
}

static GdlLiteral put(Inline *in, const GdlLiteral *l, GdlExpr *const *value, int shift)
{
    GdlLiteral copy = *l;
    copy.arg = ARENA_ARRAY(in->arena, GdlExpr *, arity_of(in, l->relation) + 1);
    for (uint32_t i = 0; i < arity_of(in, l->relation); i++)
        copy.arg[i] = put_expr(in, l->arg[i], value, shift);
    return copy;
}

static bool same(const Inline *in, const GdlLiteral *a, const GdlLiteral *b)
{
    bool equal = a->relation == b->relation && a->negated == b->negated;
    for (uint32_t i = 0; equal && i < arity_of(in, a->relation); i++)
        equal = gdl_same_expr(a->arg[i], b->arg[i]);
    return equal;
}

static void add(const Inline *in, GdlRule *rule, GdlLiteral literal)
{
    for (uint32_t k = 0; k < rule->nbody; k++)
        if (same(in, &rule->body[k], &literal))
            return;
    rule->body[rule->nbody++] = literal;
}

/* Numbers the variables that are left from 0. */
static void renumber_expr(GdlExpr *expr, int *number, uint32_t *count)
{
    if (expr->var >= 0) {
        if (number[expr->var] < 0)
            number[expr->var] = (int)(*count)++;
        expr->var = number[expr->var];
    }
    for (uint32_t i = 0; i < expr->n; i++)
        renumber_expr(expr->arg[i], number, count);
}

static void renumber(Inline *in, GdlRule *rule)
{
    int *number = ARENA_ARRAY(in->arena, int, rule->nvar + 1);
    for (uint32_t v = 0; v < rule->nvar; v++)
        number[v] = -1;
    rule->nvar = 0;
    for (uint32_t k = 0; k <= rule->nbody; k++) {
        GdlLiteral *l = k < rule->nbody ? &rule->body[k] : &rule->head;
        for (uint32_t i = 0; i < arity_of(in, l->relation); i++)
            renumber_expr(l->arg[i], number, &rule->nvar);
    }
    rule->var = ARENA_ARRAY(in->arena, const char *, rule->nvar + 1);
    for (uint32_t v = 0; v < rule->nvar; v++)
        rule->var[v] = arena_printf(in->arena, "?%u", v);
}

/* The rule with the body of `by` for its condition `at`; false: that is too large,
 * or its words are others than those asked for. */
static bool replace(Inline *in, GdlRule *rule, uint32_t at, const GdlRule *by)
{
    const GdlLiteral asked = rule->body[at];
    uint32_t nvar = rule->nvar + by->nvar;
    if (nvar > MOST_VARS || rule->nbody + by->nbody > MOST_BODY)
        return false;
    GdlExpr **value = ARENA_ARRAY(in->arena, GdlExpr *, nvar + 1);
    GdlLiteral head = put(in, &by->head, NULL, (int)rule->nvar);
    for (uint32_t i = 0; i < arity_of(in, asked.relation); i++)
        if (!unify(value, asked.arg[i], head.arg[i]))
            return false;
    GdlRule out = {.at = rule->at, .nvar = nvar, .head = put(in, &rule->head, value, 0)};
    out.body = ARENA_ARRAY(in->arena, GdlLiteral, rule->nbody + by->nbody + 1);
    for (uint32_t k = 0; k < rule->nbody; k++)
        if (k != at)
            add(in, &out, put(in, &rule->body[k], value, 0));
    for (uint32_t k = 0; k < by->nbody; k++)
        add(in, &out, put(in, &by->body[k], value, (int)rule->nvar));
    renumber(in, &out);
    *rule = out;
    return true;
}

static void expand(Inline *in, GdlRule *rule)
{
    for (uint32_t k = 0; k < rule->nbody;) {
        uint32_t by = in->rule[rule->body[k].relation];
        if (!by || !replace(in, rule, k, &in->program->rule.at[by - 1]))
            k++;
        else
            k = 0;
    }
}

void gdl_inline(GdlProgram *program, uint32_t first, Arena *arena)
{
    Inline in = {.program = program, .arena = arena, .first = first};
    choose(&in);
    for (size_t i = 0; i < program->rule.n; i++)
        expand(&in, &program->rule.at[i]);
}
