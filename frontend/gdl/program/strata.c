/* strata.c - which relations depend on which: strongly connected components by
 * Tarjan's algorithm (SIAM J. Comput. 1, 1972), whose order of completion puts
 * what is needed first. */
#include <string.h>

#include "frontend/gdl/program/program.h"

typedef struct {
    uint32_t to;
    bool negated;
    Span at;
} Edge;

typedef VEC(Edge) Edges;

typedef struct {
    GdlProgram *program;
    Edges *edge;              /* by relation: what its rules ask */
    uint32_t *number, *low;   /* 0: not visited */
    bool *open;
    VEC(uint32_t) stack;
    uint32_t count;
} Strata;

static void collect(Strata *strata)
{
    GdlProgram *program = strata->program;
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        for (uint32_t k = 0; k < rule->nbody; k++) {
            Edge edge = {rule->body[k].relation, rule->body[k].negated, rule->body[k].at};
            Edges *list = &strata->edge[rule->head.relation];
            bool known = false;
            for (size_t l = 0; l < list->n && !known; l++)
                known = list->at[l].to == edge.to && list->at[l].negated == edge.negated;
            if (!known && edge.to != GDL_DISTINCT)
                vec_push(program->session->arena, list, edge);
        }
    }
}

static GdlDependence own_dependence(uint32_t relation)
{
    return relation == GDL_TRUE ? GDL_STATE : relation == GDL_DOES ? GDL_ACTION : GDL_STATIC;
}

/* The component above `root` on the stack is complete. */
static void close_component(Strata *strata, size_t bottom)
{
    GdlProgram *program = strata->program;
    GdlDependence most = GDL_STATIC;
    const Edge *bad = NULL;
    for (size_t i = bottom; i < strata->stack.n; i++)
        program->relation.at[strata->stack.at[i]].stratum = program->nstratum;
    for (size_t i = bottom; i < strata->stack.n; i++) {
        uint32_t r = strata->stack.at[i];
        strata->open[r] = false;
        most = own_dependence(r) > most ? own_dependence(r) : most;
        for (size_t k = 0; k < strata->edge[r].n; k++) {
            const Edge *edge = &strata->edge[r].at[k];
            const GdlRelation *to = &program->relation.at[edge->to];
            most = to->dependence > most ? to->dependence : most;
            if (edge->negated && strata->number[edge->to] && to->stratum == program->nstratum)
                bad = edge;
        }
    }
    if (bad && most == GDL_STATIC)
        most = GDL_STATE; /* only the order of its atoms can tell: left to the net */
    for (size_t i = bottom; i < strata->stack.n; i++) {
        GdlRelation *r = &program->relation.at[strata->stack.at[i]];
        r->dependence = most;
        r->fragile = bad != NULL;
    }
    if (bad)
        diag_warning(program->session->diags, WARN_negated_cycle, bad->at,
             "`%s` is negated on a cycle of relations; only its single facts can be in order",
             program->relation.at[bad->to].name);
    strata->stack.n = bottom;
    program->nstratum++;
}

static void visit(Strata *strata, uint32_t r)
{
    size_t bottom = strata->stack.n;
    strata->number[r] = strata->low[r] = ++strata->count;
    strata->open[r] = true;
    vec_push(strata->program->session->arena, &strata->stack, r);
    for (size_t i = 0; i < strata->edge[r].n; i++) {
        uint32_t to = strata->edge[r].at[i].to;
        if (!strata->number[to])
            visit(strata, to);
        if (strata->open[to] && strata->low[to] < strata->low[r])
            strata->low[r] = strata->low[to];
    }
    if (strata->low[r] == strata->number[r])
        close_component(strata, bottom);
}

static void mark_needed(Strata *strata, uint32_t r)
{
    GdlRelation *relation = &strata->program->relation.at[r];
    if (relation->needed)
        return;
    relation->needed = true;
    for (size_t i = 0; i < strata->edge[r].n; i++)
        mark_needed(strata, strata->edge[r].at[i].to);
}

bool gdl_find_strata(GdlProgram *program)
{
    static const GdlKeyword root[] = {GDL_ROLE, GDL_INIT, GDL_NEXT, GDL_LEGAL, GDL_GOAL, GDL_TERMINAL};
    Arena *arena = program->session->arena;
    size_t n = program->relation.n;
    Strata strata = {.program = program,
                     .edge = ARENA_ARRAY(arena, Edges, n),
                     .number = ARENA_ARRAY(arena, uint32_t, n),
                     .low = ARENA_ARRAY(arena, uint32_t, n),
                     .open = ARENA_ARRAY(arena, bool, n)};
    collect(&strata);
    for (uint32_t r = 0; r < n; r++)
        if (!strata.number[r])
            visit(&strata, r);
    for (size_t i = 0; i < sizeof root / sizeof root[0]; i++)
        mark_needed(&strata, root[i]);
    return true;
}

void gdl_wake(GdlProgram *program)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < program->rule.n; i++) {
            const GdlRule *rule = &program->rule.at[i];
            GdlRelation *head = &program->relation.at[rule->head.relation];
            for (uint32_t k = 0; k < rule->nbody && head->dependence == GDL_STATIC; k++)
                if (rule->body[k].relation != GDL_DISTINCT && program->relation.at[rule->body[k].relation].dependence != GDL_STATIC) {
                    head->dependence = GDL_STATE;
                    changed = true;
                }
        }
    }
}
