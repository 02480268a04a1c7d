/* builds.c - relations that speak of terms within terms become one relation for each
 * build of their arguments, and speak of plain words then.
 *
 * Which builds there are tells the program without its words: each stands for all
 * others, and what tests them is left out.  Where that comes to an end (lists no
 * longer than rules can read) each rule becomes as many as its variables have builds. */
#include <string.h>

#include "frontend/gdl/rewrite/builds.h"
#include "frontend/gdl/ground/ground.h"

enum { MOST_VARS = 60, MOST_LEAVES = 120, MOST_RULES = 20000 };

typedef struct {
    Session *session;
    Arena *arena;
    const GdlProgram *from;
    GdlProgram *to;
    GdlGround *ground; /* of the program without words */
    bool failed;
} Builds;

static bool is_test(const GdlLiteral *l) { return l->negated || l->relation == GDL_DISTINCT; }

static uint32_t arity_of(const Builds *b, uint32_t relation) { return b->from->relation.at[relation].arity; }

/* ---- the program without words ---------------------------------------------------- */

static GdlExpr *wordless(Builds *b, const GdlExpr *expr)
{
    GdlExpr *copy = arena_copy(b->arena, expr, sizeof *expr);
    copy->arg = ARENA_ARRAY(b->arena, GdlExpr *, expr->n + 1);
    if (expr->var < 0 && !expr->n)
        copy->name = intern_str(b->session->names, "_");
    for (uint32_t i = 0; i < expr->n; i++)
        copy->arg[i] = wordless(b, expr->arg[i]);
    return copy;
}

static GdlLiteral wordless_literal(Builds *b, const GdlLiteral *l)
{
    GdlLiteral copy = *l;
    copy.arg = ARENA_ARRAY(b->arena, GdlExpr *, arity_of(b, l->relation) + 1);
    for (uint32_t i = 0; i < arity_of(b, l->relation); i++)
        copy.arg[i] = wordless(b, l->arg[i]);
    return copy;
}

/* The relation of all that the variables of rule `i` can be together. */
static uint32_t instances(Builds *b, GdlProgram *program, size_t i)
{
    const char *name = intern_str(b->session->names, arena_printf(b->arena, "rule~%zu", i));
    return gdl_relation(program, name, b->from->rule.at[i].nvar, b->from->rule.at[i].at);
}

static void add_wordless(Builds *b, GdlProgram *program, size_t i)
{
    const GdlRule *rule = &b->from->rule.at[i];
    GdlRule head = *rule, body = *rule;
    head.head = wordless_literal(b, &rule->head);
    if (rule->nbody) {
        GdlLiteral all = {.at = rule->at, .relation = instances(b, program, i)};
        all.arg = ARENA_ARRAY(b->arena, GdlExpr *, rule->nvar + 1);
        for (uint32_t v = 0; v < rule->nvar; v++) {
            all.arg[v] = ARENA_NEW(b->arena, GdlExpr);
            *all.arg[v] = (GdlExpr){.at = rule->at, .name = rule->var[v], .var = (int)v};
        }
        head.nbody = 1;
        head.body = arena_copy(b->arena, &all, sizeof all);
        body.head = all;
        program->relation.at[all.relation].nrule = 1;
        body.body = ARENA_ARRAY(b->arena, GdlLiteral, rule->nbody + 1);
        body.nbody = 0;
        for (uint32_t k = 0; k < rule->nbody; k++)
            if (!is_test(&rule->body[k]))
                body.body[body.nbody++] = wordless_literal(b, &rule->body[k]);
        vec_push(b->arena, &program->rule, body);
    }
    vec_push(b->arena, &program->rule, head);
}

/* What is only asked to fail matters too: a rule for the end asks for it. */
static void add_need(Builds *b, GdlProgram *program, const GdlLiteral *l)
{
    if (l->relation == GDL_DISTINCT || !l->negated)
        return;
    GdlRule need = {.at = l->at, .nbody = 1, .nvar = arity_of(b, l->relation)};
    GdlLiteral asked = {.at = l->at, .relation = l->relation};
    need.head = (GdlLiteral){.at = l->at, .relation = GDL_TERMINAL};
    asked.arg = ARENA_ARRAY(b->arena, GdlExpr *, need.nvar + 1);
    for (uint32_t v = 0; v < need.nvar; v++) {
        asked.arg[v] = ARENA_NEW(b->arena, GdlExpr);
        *asked.arg[v] = (GdlExpr){.at = l->at, .name = "?", .var = (int)v};
    }
    need.body = arena_copy(b->arena, &asked, sizeof asked);
    vec_push(b->arena, &program->rule, need);
}

static GdlProgram *empty_like(Builds *b)
{
    GdlProgram *program = arena_copy(b->arena, b->from, sizeof *b->from);
    memset(&program->rule, 0, sizeof program->rule);
    program->nstratum = 0;
    program->session = b->session;
    program->relation.at = arena_copy(b->arena, b->from->relation.at, b->from->relation.n * sizeof *b->from->relation.at);
    program->relation.cap = b->from->relation.n;
    for (size_t r = 0; r < program->relation.n; r++)
        program->relation.at[r].needed = program->relation.at[r].fragile = false;
    return program;
}

static bool find_builds(Builds *b)
{
    static const GdlLimits limits = {.steps = 50000000, .bytes = (size_t)64 << 20};
    GdlProgram *program = empty_like(b);
    for (size_t i = 0; i < b->from->rule.n; i++) {
        if (b->from->rule.at[i].nvar > MOST_VARS)
            return false;
        add_wordless(b, program, i);
        for (uint32_t k = 0; k < b->from->rule.at[i].nbody; k++)
            add_need(b, program, &b->from->rule.at[i].body[k]);
    }
    gdl_find_strata(program);
    b->ground = gdl_ground(b->session, program, &limits);
    return b->ground != NULL;
}

/* ---- rules ---------------------------------------------------------------------------- */

static GdlExpr *fresh(Builds *b, GdlRule *rule, Span at)
{
    GdlExpr *expr = ARENA_NEW(b->arena, GdlExpr);
    *expr = (GdlExpr){.at = at, .name = arena_printf(b->arena, "?%u", rule->nvar), .var = (int)rule->nvar};
    rule->nvar++;
    return expr;
}

/* A term of that build, with new variables for its words. */
static GdlExpr *of_build(Builds *b, GdlRule *rule, uint32_t term, Span at)
{
    const GdlTerm *t = &b->ground->term.at[term];
    if (!t->n)
        return fresh(b, rule, at);
    GdlExpr *expr = ARENA_NEW(b->arena, GdlExpr);
    *expr = (GdlExpr){.at = at, .name = t->name, .var = -1, .n = t->n};
    expr->arg = ARENA_ARRAY(b->arena, GdlExpr *, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        expr->arg[i] = of_build(b, rule, b->ground->part.at[t->at + i], at);
    return expr;
}

static GdlExpr *put(Builds *b, const GdlExpr *expr, GdlExpr *const *value)
{
    if (expr->var >= 0)
        return value[expr->var];
    GdlExpr *copy = arena_copy(b->arena, expr, sizeof *expr);
    copy->arg = ARENA_ARRAY(b->arena, GdlExpr *, expr->n + 1);
    for (uint32_t i = 0; i < expr->n; i++)
        copy->arg[i] = put(b, expr->arg[i], value);
    return copy;
}

static void print_build(const GdlExpr *expr, Out *out)
{
    out_puts(out, expr->n ? "(" : "_");
    out_puts(out, expr->n ? expr->name : "");
    for (uint32_t i = 0; i < expr->n; i++)
        print_build(expr->arg[i], out);
    out_puts(out, expr->n ? ")" : "");
}

static void add_leaves(Builds *b, GdlExpr *expr, GdlLiteral *l, uint32_t *n)
{
    if (!expr->n && *n < MOST_LEAVES)
        l->arg[(*n)++] = expr;
    else if (!expr->n)
        b->failed = true;
    for (uint32_t i = 0; i < expr->n; i++)
        add_leaves(b, expr->arg[i], l, n);
}

/* About the relation for this build; the words of the language keep their terms. */
static GdlLiteral special(Builds *b, const GdlLiteral *l, GdlExpr *const *value)
{
    GdlLiteral copy = *l, flat = *l;
    uint32_t n = arity_of(b, l->relation), leaves = 0;
    bool nested = false;
    Out build = {0};
    copy.arg = ARENA_ARRAY(b->arena, GdlExpr *, n + 1);
    flat.arg = ARENA_ARRAY(b->arena, GdlExpr *, MOST_LEAVES + 1);
    out_printf(&build, "%s~", b->from->relation.at[l->relation].name);
    for (uint32_t i = 0; i < n; i++) {
        copy.arg[i] = put(b, l->arg[i], value);
        nested = nested || copy.arg[i]->n;
        print_build(copy.arg[i], &build);
        add_leaves(b, copy.arg[i], &flat, &leaves);
    }
    if (nested && l->relation >= GDL_KEYWORDS) {
        flat.relation = gdl_relation(b->to, intern_str(b->session->names, build.text), leaves, l->at);
        b->to->relation.at[flat.relation].used = true;
        copy = flat;
    }
    out_free(&build);
    return copy;
}

/* Can the terms be equal, now that variables stand for words? */
static bool alike(const GdlExpr *a, const GdlExpr *b)
{
    if (a->n != b->n || (a->n && a->name != b->name))
        return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!alike(a->arg[i], b->arg[i]))
            return false;
    return true;
}

/* The rule for an instance of its variables (terms without words). */
static void add_rule(Builds *b, const GdlRule *rule, const uint32_t *term)
{
    GdlExpr *value[MOST_VARS + 1];
    GdlRule out = {.at = rule->at, .body = ARENA_ARRAY(b->arena, GdlLiteral, rule->nbody + 1)};
    for (uint32_t v = 0; v < rule->nvar; v++)
        value[v] = of_build(b, &out, term[v], rule->at);
    out.var = ARENA_ARRAY(b->arena, const char *, out.nvar + 1);
    for (uint32_t v = 0; v < out.nvar; v++)
        out.var[v] = arena_printf(b->arena, "?%u", v);
    for (uint32_t k = 0; k < rule->nbody; k++) {
        GdlLiteral l = special(b, &rule->body[k], value);
        bool differ = l.relation == GDL_DISTINCT && !alike(l.arg[0], l.arg[1]);
        if (differ && l.negated)
            return;
        if (!differ)
            out.body[out.nbody++] = l;
    }
    out.head = special(b, &rule->head, value);
    b->to->relation.at[out.head.relation].nrule++;
    b->failed = b->failed || b->to->rule.n >= MOST_RULES;
    vec_push(b->arena, &b->to->rule, out);
}

static void add_rules(Builds *b)
{
    const GdlGround *g = b->ground;
    size_t *of = ARENA_ARRAY(b->arena, size_t, g->program->relation.n);
    for (size_t i = 0; i < b->from->rule.n; i++)
        if (!b->from->rule.at[i].nbody)
            add_rule(b, &b->from->rule.at[i], NULL);
        else
            of[instances(b, (GdlProgram *)g->program, i)] = i + 1;
    for (size_t i = 0; i < g->atom.n && !b->failed; i++) {
        const GdlAtom *a = &g->atom.at[i];
        if (a->possible && of[a->relation])
            add_rule(b, &b->from->rule.at[of[a->relation] - 1], g->atom_arg.at + a->at);
    }
}

/* Relations of builds can be very large: they are never made out beforehand. */
static bool leave_for_play(Builds *b)
{
    for (size_t r = b->from->relation.n; r < b->to->relation.n; r++)
        if (b->to->relation.at[r].dependence == GDL_STATIC)
            b->to->relation.at[r].dependence = GDL_STATE;
    gdl_wake(b->to);
    return b->to->relation.at[GDL_INIT].dependence == GDL_STATIC && b->to->relation.at[GDL_ROLE].dependence == GDL_STATIC;
}

const GdlProgram *gdl_by_builds(const GdlProgram *program)
{
    Session quiet = *program->session;
    quiet.diags = diags_new(quiet.arena);
    Builds b = {.session = &quiet, .arena = quiet.arena, .from = program};
    if (!find_builds(&b))
        return NULL;
    b.to = empty_like(&b);
    for (size_t r = 0; r < b.to->relation.n; r++)
        b.to->relation.at[r].nrule = 0;
    add_rules(&b);
    gdl_ground_free(b.ground);
    if (!b.failed)
        gdl_inline(b.to, (uint32_t)program->relation.n, b.arena);
    gdl_find_strata(b.to);
    b.to->session = program->session;
    return !b.failed && leave_for_play(&b) ? b.to : NULL;
}
