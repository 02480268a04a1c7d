/* static.c - the relations that depend on nothing, evaluated stratum by stratum.
 * One that becomes too large is left for the time of play, and whatever asks it
 * with it. */
#include <string.h>

#include "frontend/gdl/rel/rel.h"

enum { MOST_TUPLES = 300000, MOST_STEPS = 50000000 };

typedef struct {
    GdlJoin join; /* first, so that found() gets back here */
    VEC(uint32_t) queue;
    size_t head;
    GdlJoinRule *rule;
    struct Watch {
        VEC(uint32_t) rule, literal;
    } *watch;
} Statics;

static void found(GdlJoin *join, const GdlJoinRule *rule)
{
    Statics *s = (Statics *)join;
    uint32_t atom = gdl_instance_atom(join, rule->rule->head.relation, rule->head, true) - 1;
    GdlAtom *a = &join->ground->atom.at[atom];
    if (a->possible)
        return;
    a->possible = a->certain = true;
    vec_push(join->ground->arena, &s->queue, atom);
}

static void prepare(Statics *s, GdlJoinRule *to, const GdlRule *rule)
{
    GdlGround *ground = s->join.ground;
    const GdlProgram *program = ground->program;
    to->rule = rule;
    to->head = gdl_pattern(ground, rule->head.arg, program->relation.at[rule->head.relation].arity);
    to->body = ARENA_ARRAY(ground->arena, GdlPattern *, rule->nbody + 1);
    to->live = ARENA_ARRAY(ground->arena, bool, rule->nbody + 1);
    to->plan = ARENA_ARRAY(ground->arena, GdlPlan, rule->nbody + 1);
    for (uint32_t i = 0; i < rule->nbody; i++)
        to->body[i] = gdl_pattern(ground, rule->body[i].arg, program->relation.at[rule->body[i].relation].arity);
}

static void start_rule(Statics *s, uint32_t i)
{
    const GdlRule *rule = &s->join.ground->program->rule.at[i];
    Arena *arena = s->join.ground->arena;
    bool waits = false;
    prepare(s, &s->rule[i], rule);
    for (uint32_t k = 0; k < rule->nbody; k++) {
        const GdlLiteral *l = &rule->body[k];
        if (l->negated || !s->join.live[l->relation])
            continue;
        waits = s->rule[i].live[k] = true;
        vec_push(arena, &s->watch[l->relation].rule, i);
        vec_push(arena, &s->watch[l->relation].literal, k);
    }
    if (!waits)
        gdl_join(&s->join, &s->rule[i], rule->nbody, 0);
}

static void run_stratum(Statics *s)
{
    const GdlProgram *program = s->join.ground->program;
    for (uint32_t i = 0; i < program->rule.n && !s->join.stopped; i++)
        if (s->join.live[program->rule.at[i].head.relation])
            start_rule(s, i);
    while (s->head < s->queue.n && !s->join.stopped) {
        uint32_t atom = s->queue.at[s->head++];
        const struct Watch *watch = &s->watch[s->join.ground->atom.at[atom].relation];
        gdl_store_add(&s->join, atom);
        for (size_t i = 0; i < watch->rule.n && !s->join.stopped; i++)
            gdl_join(&s->join, &s->rule[watch->rule.at[i]], watch->literal.at[i], atom);
    }
    s->head = s->queue.n;
}

/* Does a rule of the relation ask one that was left? */
static bool hangs_on_large(const Rel *rel, uint32_t relation)
{
    const GdlProgram *program = rel->program;
    for (size_t i = 0; i < program->rule.n; i++)
        for (uint32_t k = 0; program->rule.at[i].head.relation == relation && k < program->rule.at[i].nbody; k++)
            if (rel->large[program->rule.at[i].body[k].relation])
                return true;
    return false;
}

/* The static relations of the stratum; false: there are none to evaluate. */
static bool choose(Rel *rel, Statics *s, uint32_t stratum)
{
    const GdlProgram *program = rel->program;
    bool any = false, large = false;
    for (uint32_t r = 0; r < program->relation.n; r++) {
        const GdlRelation *relation = &program->relation.at[r];
        s->join.live[r] = relation->stratum == stratum && relation->dependence == GDL_STATIC && relation->needed &&
                          relation->nrule;
        any = any || s->join.live[r];
        large = large || (s->join.live[r] && hangs_on_large(rel, r));
    }
    for (uint32_t r = 0; large && r < program->relation.n; r++)
        rel->large[r] = rel->large[r] || s->join.live[r];
    return any && !large;
}

void rel_static(Rel *rel)
{
    Arena *arena = rel->join.ground->arena;
    size_t n = rel->program->relation.n;
    Statics *s = ARENA_NEW(arena, Statics);
    s->join = rel->join;
    s->join.limits = (GdlLimits){.steps = MOST_STEPS, .bytes = (size_t)2 << 30};
    s->join.found = found;
    s->join.store = ARENA_ARRAY(arena, GdlStore, n);
    s->join.live = ARENA_ARRAY(arena, bool, n);
    s->watch = ARENA_ARRAY(arena, struct Watch, n);
    s->rule = ARENA_ARRAY(arena, GdlJoinRule, rel->program->rule.n + 1);
    for (uint32_t stratum = 0; stratum < rel->program->nstratum; stratum++) {
        if (!choose(rel, s, stratum))
            continue;
        s->join.most_atoms = s->join.ground->atom.n + MOST_TUPLES;
        run_stratum(s);
        for (uint32_t r = 0; s->join.stopped && r < n; r++)
            rel->large[r] = rel->large[r] || s->join.live[r];
        s->join.stopped = false;
    }
    for (uint32_t r = 0; r < n; r++)
        if (rel->large[r] && (r == GDL_ROLE || r == GDL_INIT))
            rel->failed = !session_unsupported(rel->session, (Span){0, 0}, "a start with very many facts");
    rel->join = s->join;
}

bool rel_match(const Rel *rel, const GdlExpr *pattern, uint32_t term, uint32_t *bind)
{
    const GdlGround *g = rel->join.ground;
    const GdlTerm *t = &g->term.at[term];
    if (pattern->var >= 0) {
        if (bind[pattern->var])
            return bind[pattern->var] == term;
        bind[pattern->var] = term;
        return true;
    }
    if (t->name != pattern->name || t->n != pattern->n)
        return false;
    for (uint32_t i = 0; i < pattern->n; i++)
        if (!rel_match(rel, pattern->arg[i], g->part.at[t->at + i], bind))
            return false;
    return true;
}
