/* plan.c - in which order the literals of a rule are matched: tests as soon as
 * their variables are bound, else whatever is likely to yield least. */
#include <math.h>

#include "frontend/gdl/ground/join.h"

typedef struct {
    GdlJoin *join;
    const GdlJoinRule *rule;
    bool bound[256], done[256];
    GdlKey key[64];
    uint32_t nkey, columns;
} Planner;

static bool all_bound(const Planner *planner, const GdlPattern *p)
{
    if (p->var >= 0)
        return planner->bound[p->var];
    for (uint32_t i = 0; i < p->n && !p->term; i++)
        if (!all_bound(planner, &p->arg[i]))
            return false;
    return true;
}

static void bind_all(Planner *planner, const GdlPattern *p)
{
    if (p->var >= 0)
        planner->bound[p->var] = true;
    for (uint32_t i = 0; i < p->n && !p->term; i++)
        bind_all(planner, &p->arg[i]);
}

static void add_key(Planner *planner, uint32_t arg, int sub, const GdlPattern *p)
{
    if (planner->nkey < 64)
        planner->key[planner->nkey++] = (GdlKey){arg, sub, p ? p->name : NULL, p ? p->n : 0};
}

/* Collects the columns that are bound; returns the share of columns that are. */
static double find_keys(Planner *planner, const GdlPattern *arg, uint32_t n)
{
    uint32_t columns = 0, bound = 0;
    planner->nkey = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t width = arg[i].n && !arg[i].term ? arg[i].n : 1;
        columns += width;
        if (all_bound(planner, &arg[i])) {
            add_key(planner, i, GDL_WHOLE, NULL);
            bound += width;
        } else if (arg[i].var < 0) {
            add_key(planner, i, GDL_FUNCTION, &arg[i]);
            for (uint32_t k = 0; k < arg[i].n; k++)
                if (all_bound(planner, &arg[i].arg[k])) {
                    add_key(planner, i, (int)k, &arg[i]);
                    bound++;
                }
        }
    }
    return columns ? (double)bound / columns : 1;
}

static bool literal_bound(const Planner *planner, uint32_t literal)
{
    const GdlLiteral *l = &planner->rule->rule->body[literal];
    for (uint32_t i = 0; i < planner->join->ground->program->relation.at[l->relation].arity; i++)
        if (!all_bound(planner, &planner->rule->body[literal][i]))
            return false;
    return true;
}

/* Tuples that matching this literal next is likely to yield. */
static double yield_of(Planner *planner, uint32_t literal, GdlStep *step)
{
    GdlJoin *join = planner->join;
    const GdlLiteral *l = &planner->rule->rule->body[literal];
    uint32_t arity = join->ground->program->relation.at[l->relation].arity;
    *step = (GdlStep){GDL_STEP_SCAN, literal, NULL};
    if (literal_bound(planner, literal)) {
        step->kind = GDL_STEP_HOLDS;
        return join->live[l->relation] ? 0.5 : 0.1;
    }
    double share = find_keys(planner, planner->rule->body[literal], arity);
    double n = (double)join->store[l->relation].member.n;
    if (join->live[l->relation])
        return pow(n + 20, 1 - share) + 0.5;
    if (!planner->nkey)
        return n;
    step->index = gdl_index(join, l->relation, planner->key, planner->nkey);
    return step->index->distinct ? (double)step->index->atom.n / (double)step->index->distinct : 0;
}

/* `not` and `distinct` whose variables are bound come at once. */
static void add_tests(Planner *planner, GdlPlan *plan)
{
    const GdlRule *rule = planner->rule->rule;
    for (uint32_t i = 0; i < rule->nbody; i++) {
        bool compare = rule->body[i].relation == GDL_DISTINCT;
        if (planner->done[i] || !(compare || rule->body[i].negated) || !literal_bound(planner, i))
            continue;
        planner->done[i] = true;
        plan->step[plan->nstep++] = (GdlStep){compare ? GDL_STEP_COMPARE : GDL_STEP_ABSENT, i, NULL};
    }
}

static void take(Planner *planner, uint32_t literal)
{
    const GdlLiteral *l = &planner->rule->rule->body[literal];
    planner->done[literal] = true;
    for (uint32_t i = 0; i < planner->join->ground->program->relation.at[l->relation].arity; i++)
        bind_all(planner, &planner->rule->body[literal][i]);
}

static bool add_best(Planner *planner, GdlPlan *plan)
{
    const GdlRule *rule = planner->rule->rule;
    double best = INFINITY;
    GdlStep chosen = {0};
    for (uint32_t i = 0; i < rule->nbody; i++) {
        if (planner->done[i] || rule->body[i].negated || rule->body[i].relation == GDL_DISTINCT)
            continue;
        GdlStep step;
        double n = yield_of(planner, i, &step);
        if (n < best) {
            best = n;
            chosen = step;
        }
    }
    if (isinf(best))
        return false;
    uint32_t relation = rule->body[chosen.literal].relation;
    if (chosen.kind == GDL_STEP_SCAN && !chosen.index) {
        find_keys(planner, planner->rule->body[chosen.literal],
                  planner->join->ground->program->relation.at[relation].arity);
        if (planner->nkey)
            chosen.index = gdl_index(planner->join, relation, planner->key, planner->nkey);
    }
    plan->step[plan->nstep++] = chosen;
    take(planner, chosen.literal);
    return true;
}

const GdlPlan *gdl_plan(GdlJoin *join, GdlJoinRule *rule, uint32_t first)
{
    GdlPlan *plan = &rule->plan[first];
    if (plan->made && join->met < 4 * plan->stamp + 1000)
        return plan;
    Planner planner = {.join = join, .rule = rule};
    if (!plan->step)
        plan->step = ARENA_ARRAY(join->ground->arena, GdlStep, rule->rule->nbody + 1);
    plan->nstep = 0;
    plan->made = true;
    plan->stamp = join->met;
    if (first < rule->rule->nbody)
        take(&planner, first);
    add_tests(&planner, plan);
    while (add_best(&planner, plan))
        add_tests(&planner, plan);
    return plan;
}
