/* join.c - matching the literals of a rule against what is known. */
#include <string.h>

#include "base/limit_place.h"
#include "frontend/gdl/ground/join.h"

enum { MOST_ARGS = 64 };

static GdlPattern pattern_of(GdlGround *ground, const GdlExpr *expr)
{
    GdlPattern p = {.var = expr->var, .name = expr->name, .n = expr->n};
    if (expr->n)
        p.arg = gdl_pattern(ground, expr->arg, expr->n);
    uint32_t part[MOST_ARGS];
    if (!gdl_is_ground(expr) || expr->n > MOST_ARGS)
        return p;
    for (uint32_t i = 0; i < expr->n; i++)
        part[i] = p.arg[i].term;
    p.term = gdl_term(ground, expr->name, expr->n, part, true);
    return p;
}

GdlPattern *gdl_pattern(GdlGround *ground, GdlExpr *const *expr, uint32_t n)
{
    GdlPattern *all = ARENA_ARRAY(ground->arena, GdlPattern, n + 1);
    for (uint32_t i = 0; i < n; i++)
        all[i] = pattern_of(ground, expr[i]);
    return all;
}

uint32_t gdl_instance(GdlJoin *join, const GdlPattern *p, bool enter)
{
    if (p->term)
        return p->term;
    if (p->var >= 0)
        return join->bind[p->var];
    uint32_t part[MOST_ARGS];
    if (p->n > MOST_ARGS)
        return 0;
    for (uint32_t i = 0; i < p->n; i++)
        if (!(part[i] = gdl_instance(join, &p->arg[i], enter)))
            return 0;
    return gdl_term(join->ground, p->name, p->n, part, enter);
}

uint32_t gdl_instance_atom(GdlJoin *join, uint32_t relation, const GdlPattern *arg, bool enter)
{
    uint32_t value[MOST_ARGS], n = join->ground->program->relation.at[relation].arity;
    for (uint32_t i = 0; i < n; i++)
        if (!(value[i] = gdl_instance(join, &arg[i], enter)))
            return 0;
    return gdl_atom_of(join->ground, relation, value, enter);
}

static bool match(GdlJoin *join, const GdlPattern *p, uint32_t term)
{
    if (p->term)
        return p->term == term;
    if (p->var >= 0) {
        if (join->bind[p->var])
            return join->bind[p->var] == term;
        join->bind[p->var] = term;
        join->trail[join->ntrail++] = (uint32_t)p->var;
        return true;
    }
    const GdlTerm *t = &join->ground->term.at[term];
    if (t->name != p->name || t->n != p->n)
        return false;
    for (uint32_t i = 0; i < p->n; i++)
        if (!match(join, &p->arg[i], join->ground->part.at[t->at + i]))
            return false;
    return true;
}

static bool match_atom(GdlJoin *join, const GdlPattern *arg, uint32_t atom)
{
    const GdlAtom *a = &join->ground->atom.at[atom];
    uint32_t n = join->ground->program->relation.at[a->relation].arity;
    for (uint32_t i = 0; i < n; i++)
        if (!match(join, &arg[i], join->ground->atom_arg.at[a->at + i]))
            return false;
    return true;
}

static void undo(GdlJoin *join, uint32_t to)
{
    while (join->ntrail > to)
        join->bind[join->trail[--join->ntrail]] = 0;
}

/* One step more; now and then, whether they are too many. */
static void count_step(GdlJoin *join)
{
    enum { OFTEN = 0x1000 };
    if (++join->steps % OFTEN)
        return;
    const GdlGround *ground = join->ground;
    limit_work(ground->session->limit, OFTEN);
    join->stopped = join->stopped || (join->limits.steps && join->steps > join->limits.steps) ||
                    (join->limits.bytes && gdl_ground_bytes(ground) > join->limits.bytes) ||
                    (join->most_atoms && ground->atom.n > join->most_atoms) ||
                    (join->most_clauses && ground->nclause > join->most_clauses);
}

static void run(GdlJoin *join, GdlJoinRule *rule, const GdlPlan *plan, uint32_t at);

/* Whether the atom may stand for this literal: each instance is found when its
 * last atom is met, at the first literal that has it. */
static bool admitted(const GdlJoin *join, uint32_t literal, uint32_t atom)
{
    const GdlAtom *a = &join->ground->atom.at[atom];
    return a->order && !(atom == join->current && literal < join->first && join->live[a->relation]);
}

static void try_atom(GdlJoin *join, GdlJoinRule *rule, const GdlPlan *plan, uint32_t at, uint32_t atom)
{
    uint32_t literal = plan->step[at].literal, mark = join->ntrail;
    count_step(join);
    if (!admitted(join, literal, atom))
        return;
    if (match_atom(join, rule->body[literal], atom)) {
        join->used[literal] = atom;
        run(join, rule, plan, at + 1);
    }
    undo(join, mark);
}

static void scan(GdlJoin *join, GdlJoinRule *rule, const GdlPlan *plan, uint32_t at)
{
    const GdlStep *step = &plan->step[at];
    if (step->index) {
        uint32_t e = gdl_index_first(join, step->index, rule->body[step->literal]);
        for (; e && !join->stopped; e = step->index->next.at[e - 1])
            try_atom(join, rule, plan, at, step->index->atom.at[e - 1]);
        return;
    }
    const GdlStore *store = &join->store[rule->rule->body[step->literal].relation];
    for (size_t i = 0; i < store->member.n && !join->stopped; i++)
        try_atom(join, rule, plan, at, store->member.at[i]);
}

static bool passes(GdlJoin *join, const GdlJoinRule *rule, const GdlStep *step)
{
    const GdlLiteral *l = &rule->rule->body[step->literal];
    const GdlPattern *arg = rule->body[step->literal];
    if (step->kind == GDL_STEP_COMPARE)
        return (gdl_instance(join, &arg[0], true) == gdl_instance(join, &arg[1], true)) == l->negated;
    bool live = join->ground->program->relation.at[l->relation].dependence != GDL_STATIC;
    uint32_t atom = gdl_instance_atom(join, l->relation, arg, step->kind == GDL_STEP_ABSENT && live);
    if (atom)
        join->used[step->literal] = atom - 1;
    if (step->kind == GDL_STEP_HOLDS)
        return atom && admitted(join, step->literal, atom - 1);
    return live || !atom || !join->ground->atom.at[atom - 1].possible;
}

static void run(GdlJoin *join, GdlJoinRule *rule, const GdlPlan *plan, uint32_t at)
{
    for (; at < plan->nstep && plan->step[at].kind != GDL_STEP_SCAN; at++) {
        count_step(join);
        if (!passes(join, rule, &plan->step[at]))
            return;
    }
    if (at < plan->nstep) {
        scan(join, rule, plan, at);
        return;
    }
    count_step(join);
    join->found(join, rule);
}

void gdl_join(GdlJoin *join, GdlJoinRule *rule, uint32_t first, uint32_t atom)
{
    const GdlPlan *plan = gdl_plan(join, rule, first);
    limit_place(join->ground->session->limit, rule->rule->at);
    join->first = first;
    join->current = first < rule->rule->nbody ? atom : UINT32_MAX;
    join->ntrail = 0;
    if (first >= rule->rule->nbody || match_atom(join, rule->body[first], atom)) {
        if (first < rule->rule->nbody)
            join->used[first] = atom;
        run(join, rule, plan, 0);
    }
    undo(join, 0);
}
