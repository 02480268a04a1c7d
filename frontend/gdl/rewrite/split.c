/* split.c - big bodies become several small ones.
 *
 * A variable that the head does not show, and whose conditions do not know all
 * variables of the rule, is projected away: those conditions go into a relation
 * of their own that keeps only the variables that others ask for.  This is
 * bucket elimination as used by lpopt (Bichler, Morak, Woltran, 2016).  Equal
 * parts of different rules share one relation, and so do their gates.
 *
 * Where a test needs a variable that its part does not bind, the part asks a
 * *domain* relation, which holds for all that the variable could ever be. */
#include <string.h>

#include "frontend/gdl/program/program.h"
#include "frontend/gdl/rewrite/split.h"

enum { MOST_VARS = 256 };

typedef struct {
    const char *text; /* the rule of the part, its head left out */
    uint32_t relation;
} Part;

typedef struct {
    GdlProgram *program;
    Arena *arena;
    VEC(Part) part;
} Split;

typedef struct {
    bool in[MOST_VARS];
    uint32_t n;
} Vars;

static bool is_test(const GdlLiteral *literal)
{
    return literal->negated || literal->relation == GDL_DISTINCT;
}

static void add_vars(const GdlProgram *program, const GdlLiteral *literal, Vars *vars)
{
    for (uint32_t i = 0; i < program->relation.at[literal->relation].arity; i++)
        gdl_mark_vars(literal->arg[i], vars->in);
}

static void count_vars(Vars *vars)
{
    vars->n = 0;
    for (int i = 0; i < MOST_VARS; i++)
        vars->n += vars->in[i];
}

static bool mentions(const GdlProgram *program, const GdlLiteral *literal, uint32_t var)
{
    Vars vars = {0};
    add_vars(program, literal, &vars);
    return vars.in[var];
}

/* ---- writing the part as a rule ------------------------------------------------ */

static GdlExpr *variable(Arena *arena, uint32_t number, Span at)
{
    GdlExpr *expr = ARENA_NEW(arena, GdlExpr);
    *expr = (GdlExpr){.at = at, .name = arena_printf(arena, "?%u", number), .var = (int)number};
    return expr;
}

static GdlExpr *rename_expr(Arena *arena, const GdlExpr *expr, int *number, uint32_t *count)
{
    if (expr->var >= 0) {
        if (number[expr->var] < 0)
            number[expr->var] = (int)(*count)++;
        return variable(arena, (uint32_t)number[expr->var], expr->at);
    }
    GdlExpr *copy = arena_copy(arena, expr, sizeof *expr);
    if (expr->n)
        copy->arg = ARENA_ARRAY(arena, GdlExpr *, expr->n);
    for (uint32_t i = 0; i < expr->n; i++)
        copy->arg[i] = rename_expr(arena, expr->arg[i], number, count);
    return copy;
}

static GdlLiteral rename_literal(Split *split, const GdlLiteral *literal, int *number, uint32_t *count)
{
    uint32_t n = split->program->relation.at[literal->relation].arity;
    GdlLiteral copy = *literal;
    copy.arg = ARENA_ARRAY(split->arena, GdlExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        copy.arg[i] = rename_expr(split->arena, literal->arg[i], number, count);
    return copy;
}

static uint32_t new_relation(Split *split, uint32_t arity, GdlDependence dependence, bool domain, Span at)
{
    GdlProgram *program = split->program;
    const char *name = arena_printf(split->arena, "%s~%zu", domain ? "domain" : "part", program->relation.n);
    GdlRelation relation = {.name = name, .arity = arity, .at = at, .nrule = 1, .used = true, .needed = true,
                            .dependence = dependence, .stratum = program->nstratum++, .domain = domain};
    vec_push(split->arena, &program->relation, relation);
    return (uint32_t)program->relation.n - 1;
}

/* A literal about the relation that these conditions make, shown by the variables
 * `keep`; the relation is made when no other rule has it yet. */
static GdlLiteral make_part(Split *split, const GdlLiteral *body, uint32_t nbody, const Vars *keep, bool domain, Span at)
{
    GdlProgram *program = split->program;
    int number[MOST_VARS];
    memset(number, -1, sizeof number);
    GdlRule rule = {.at = at, .nbody = nbody, .body = ARENA_ARRAY(split->arena, GdlLiteral, nbody + 1)};
    GdlDependence dependence = GDL_STATIC;
    for (uint32_t i = 0; i < nbody; i++) {
        rule.body[i] = rename_literal(split, &body[i], number, &rule.nvar);
        GdlDependence d = program->relation.at[body[i].relation].dependence;
        dependence = d > dependence ? d : dependence;
    }
    GdlLiteral use = {.at = at, .arg = ARENA_ARRAY(split->arena, GdlExpr *, keep->n + 1)};
    rule.head = (GdlLiteral){.at = at, .arg = ARENA_ARRAY(split->arena, GdlExpr *, keep->n + 1)};
    Out text = {0};
    uint32_t k = 0;
    for (uint32_t r = 0; r < rule.nvar; r++)
        for (uint32_t v = 0; v < MOST_VARS; v++)
            if (number[v] == (int)r && keep->in[v]) {
                rule.head.arg[k] = variable(split->arena, r, at);
                use.arg[k] = variable(split->arena, v, at);
                out_printf(&text, "?%u ", r);
                k++;
            }
    out_puts(&text, domain ? "domain" : "part");
    for (uint32_t i = 0; i < nbody; i++)
        gdl_print_literal(program, &rule.body[i], &text);
    const char *key = arena_strdup(split->arena, text.text);
    out_free(&text);
    for (size_t i = 0; i < split->part.n; i++)
        if (!strcmp(split->part.at[i].text, key)) {
            use.relation = split->part.at[i].relation;
            return use;
        }
    use.relation = rule.head.relation = new_relation(split, k, dependence, domain, at);
    vec_push(split->arena, &split->part, ((Part){key, use.relation}));
    vec_push(split->arena, &program->rule, rule);
    return use;
}

/* ---- choosing ---------------------------------------------------------------------- */

/* The hidden variable whose conditions know the fewest others; -1: none. */
static int choose(const Split *split, const GdlRule *rule, const bool *refused)
{
    Vars head = {0}, all = {0};
    add_vars(split->program, &rule->head, &head);
    for (uint32_t i = 0; i < rule->nbody; i++)
        add_vars(split->program, &rule->body[i], &all);
    count_vars(&all);
    int best = -1;
    uint32_t fewest = all.n;
    for (int v = 0; v < MOST_VARS; v++) {
        if (!all.in[v] || head.in[v] || refused[v])
            continue;
        Vars near = {0};
        for (uint32_t i = 0; i < rule->nbody; i++)
            if (mentions(split->program, &rule->body[i], (uint32_t)v))
                add_vars(split->program, &rule->body[i], &near);
        count_vars(&near);
        if (near.n < fewest) {
            fewest = near.n;
            best = v;
        }
    }
    return best;
}

/* Adds a domain for each variable that the tests of the part know and nothing
 * in it binds. */
static uint32_t add_domains(Split *split, const GdlRule *rule, GdlLiteral *part, uint32_t n)
{
    Vars bound = {0}, tested = {0};
    for (uint32_t i = 0; i < n; i++)
        add_vars(split->program, &part[i], is_test(&part[i]) ? &tested : &bound);
    for (uint32_t v = 0; v < MOST_VARS; v++) {
        if (!tested.in[v] || bound.in[v])
            continue;
        for (uint32_t i = 0; i < rule->nbody; i++)
            if (!is_test(&rule->body[i]) && mentions(split->program, &rule->body[i], v)) {
                Vars keep = {.n = 1};
                keep.in[v] = true;
                part[n++] = make_part(split, &rule->body[i], 1, &keep, true, rule->body[i].at);
                break;
            }
    }
    return n;
}

/* Takes the conditions about the variable out of the rule. */
static void project(Split *split, GdlRule *rule, uint32_t var)
{
    const GdlProgram *program = split->program;
    GdlLiteral *part = ARENA_ARRAY(split->arena, GdlLiteral, rule->nbody + MOST_VARS);
    GdlLiteral *rest = ARENA_ARRAY(split->arena, GdlLiteral, rule->nbody + 1);
    uint32_t npart = 0, nrest = 0;
    Vars asked = {0}, keep = {0};
    add_vars(program, &rule->head, &asked);
    for (uint32_t i = 0; i < rule->nbody; i++) {
        if (mentions(program, &rule->body[i], var)) {
            part[npart++] = rule->body[i];
            continue;
        }
        rest[nrest++] = rule->body[i];
        add_vars(program, &rule->body[i], &asked);
    }
    npart = add_domains(split, rule, part, npart);
    for (uint32_t i = 0; i < npart; i++)
        add_vars(program, &part[i], &keep);
    for (uint32_t v = 0; v < MOST_VARS; v++)
        keep.in[v] = keep.in[v] && asked.in[v];
    count_vars(&keep);
    rest[nrest++] = make_part(split, part, npart, &keep, false, rule->at);
    rule->body = rest;
    rule->nbody = nrest;
}

static void split_rule(Split *split, GdlRule rule, size_t at)
{
    bool refused[MOST_VARS] = {0};
    for (int v; (v = choose(split, &rule, refused)) >= 0;) {
        refused[v] = true;
        project(split, &rule, (uint32_t)v);
    }
    split->program->rule.at[at] = rule;
}

const GdlProgram *gdl_split(const GdlProgram *program, Arena *arena)
{
    Split split = {.arena = arena, .program = arena_copy(arena, program, sizeof *program)};
    GdlProgram *copy = split.program;
    copy->rule.at = arena_copy(arena, program->rule.at, program->rule.n * sizeof *program->rule.at);
    copy->rule.cap = copy->rule.n;
    copy->relation.at = arena_copy(arena, program->relation.at, program->relation.n * sizeof *program->relation.at);
    copy->relation.cap = copy->relation.n;
    size_t n = copy->rule.n;
    for (size_t i = 0; i < n; i++) {
        const GdlRelation *head = &copy->relation.at[copy->rule.at[i].head.relation];
        if (head->needed && head->dependence != GDL_STATIC)
            split_rule(&split, copy->rule.at[i], i);
    }
    return copy;
}
