/* ground.c - a program without its variables.
 *
 * Relations that depend on nothing are evaluated stratum by stratum.  Then the
 * rest grows from what can hold at the start: semi-naive, atom by atom, with
 * `not` about growing relations taken as possible.  A legal move may be done,
 * and what may be next may be true. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/limit_place.h"
#include "frontend/gdl/ground/demand.h"
#include "frontend/gdl/ground/join.h"
#include "frontend/gdl/rewrite/split.h"

typedef struct {
    GdlJoin join; /* first, so that found() gets back here */
    Session *session;
    VEC(uint32_t) queue; /* atoms derived, met in this order */
    size_t head;
    GdlJoinRule *rule;
    struct Watch {
        VEC(uint32_t) rule, literal;
    } *watch; /* by relation: live literals about it */
    bool keep; /* clauses are kept */
} Grounder;

static void derive(Grounder *g, uint32_t relation, const uint32_t *arg, bool certain)
{
    GdlGround *ground = g->join.ground;
    uint32_t atom = gdl_atom_of(ground, relation, arg, true) - 1;
    GdlAtom *a = &ground->atom.at[atom];
    a->certain = a->certain || certain;
    if (a->possible)
        return;
    a->possible = true;
    vec_push(ground->arena, &g->queue, atom);
}

static void found(GdlJoin *join, const GdlJoinRule *rule)
{
    Grounder *g = (Grounder *)join;
    GdlGround *ground = join->ground;
    const GdlRule *r = rule->rule;
    uint32_t head = gdl_instance_atom(join, r->head.relation, rule->head, true) - 1;
    const uint32_t *arg = ground->atom_arg.at + ground->atom.at[head].at;
    if (!g->keep || ground->program->relation.at[r->head.relation].domain) {
        derive(g, r->head.relation, arg, true);
        return;
    }
    size_t start = ground->clause.n;
    vec_push(ground->arena, &ground->clause, head);
    vec_push(ground->arena, &ground->clause, 0u);
    for (uint32_t i = 0; i < r->nbody; i++)
        if (r->body[i].relation != GDL_DISTINCT &&
            ground->program->relation.at[r->body[i].relation].dependence != GDL_STATIC)
            vec_push(ground->arena, &ground->clause, join->used[i] * 2 + r->body[i].negated);
    uint32_t n = (uint32_t)(ground->clause.n - start - 2);
    ground->clause.at[start + 1] = n;
    ground->nclause++;
    derive(g, r->head.relation, ground->atom_arg.at + ground->atom.at[head].at, n == 0);
}

/* What the game's course adds: a move may be done, a next fact be true. */
static void follow(Grounder *g, uint32_t atom)
{
    GdlGround *ground = g->join.ground;
    uint32_t relation = ground->atom.at[atom].relation, arg[2];
    if (relation != GDL_LEGAL && relation != GDL_NEXT && relation != GDL_INIT)
        return;
    memcpy(arg, ground->atom_arg.at + ground->atom.at[atom].at, (relation == GDL_LEGAL ? 2 : 1) * sizeof *arg);
    derive(g, relation == GDL_LEGAL ? GDL_DOES : GDL_TRUE, arg, false);
}

static void meet(Grounder *g)
{
    while (g->head < g->queue.n && !g->join.stopped) {
        uint32_t atom = g->queue.at[g->head++];
        uint32_t relation = g->join.ground->atom.at[atom].relation;
        gdl_store_add(&g->join, atom);
        if (g->keep)
            follow(g, atom);
        const struct Watch *watch = &g->watch[relation];
        for (size_t i = 0; i < watch->rule.n && !g->join.stopped; i++)
            gdl_join(&g->join, &g->rule[watch->rule.at[i]], watch->literal.at[i], atom);
    }
}

static void prepare(Grounder *g, GdlJoinRule *to, const GdlRule *rule)
{
    GdlGround *ground = g->join.ground;
    Arena *arena = ground->arena;
    const GdlProgram *program = ground->program;
    to->rule = rule;
    to->head = gdl_pattern(ground, rule->head.arg, program->relation.at[rule->head.relation].arity);
    to->body = ARENA_ARRAY(arena, GdlPattern *, rule->nbody + 1);
    to->live = ARENA_ARRAY(arena, bool, rule->nbody + 1);
    to->plan = ARENA_ARRAY(arena, GdlPlan, rule->nbody + 1);
    for (uint32_t i = 0; i < rule->nbody; i++)
        to->body[i] = gdl_pattern(ground, rule->body[i].arg, program->relation.at[rule->body[i].relation].arity);
}

/* Evaluates the rules whose heads are live, to the end. */
static void run_live(Grounder *g)
{
    const GdlProgram *program = g->join.ground->program;
    Arena *arena = g->join.ground->arena;
    for (uint32_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        if (!g->join.live[rule->head.relation])
            continue;
        prepare(g, &g->rule[i], rule);
        bool waits = false;
        for (uint32_t k = 0; k < rule->nbody; k++) {
            const GdlLiteral *l = &rule->body[k];
            if (l->negated || !g->join.live[l->relation])
                continue;
            waits = g->rule[i].live[k] = true;
            vec_push(arena, &g->watch[l->relation].rule, i);
            vec_push(arena, &g->watch[l->relation].literal, k);
        }
        if (!waits)
            gdl_join(&g->join, &g->rule[i], rule->nbody, 0);
        if (g->join.stopped)
            return;
    }
    meet(g);
}

static bool is_static(const GdlRelation *relation)
{
    return relation->dependence == GDL_STATIC && relation->needed;
}

static void run_static(Grounder *g)
{
    const GdlProgram *program = g->join.ground->program;
    for (uint32_t stratum = 0; stratum < program->nstratum && !g->join.stopped; stratum++) {
        bool any = false;
        for (size_t r = 0; r < program->relation.n; r++) {
            const GdlRelation *relation = &program->relation.at[r];
            g->join.live[r] = relation->stratum == stratum && is_static(relation);
            any = any || (g->join.live[r] && relation->nrule);
        }
        if (any)
            run_live(g);
    }
}

static void run_dynamic(Grounder *g)
{
    GdlGround *ground = g->join.ground;
    const GdlProgram *program = ground->program;
    g->keep = true;
    for (size_t r = 0; r < program->relation.n; r++) {
        const GdlRelation *relation = &program->relation.at[r];
        g->join.live[r] = relation->needed && relation->dependence != GDL_STATIC && r != GDL_DISTINCT;
    }
    static const GdlKeyword seed[] = {GDL_INIT, GDL_NEXT, GDL_LEGAL};
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < g->join.store[seed[i]].member.n; k++)
            follow(g, g->join.store[seed[i]].member.at[k]);
    run_live(g);
}

static bool too_large(const Grounder *g)
{
    if (!g->join.stopped)
        return false;
    char what[64] = "";
    const GdlLimits *l = &g->join.limits;
    snprintf(what, sizeof what, "%" PRIu64 " million steps and %zu MB", l->steps / 1000000, l->bytes >> 20);
    session_unsupported(g->session, limit_where(g->session->limit), "the game is too large to ground within %s", what);
    diag_note(g->session->diags, (Span){0, 0}, "%zu atoms and %u clauses were found so far", g->join.ground->atom.n,
              g->join.ground->nclause);
    return true;
}

/* More than this, and another way is tried: less than whole relations. */
enum { MOST_ATOMS = 2200000, MOST_CLAUSES = 4000000, MOST_STATIC = 1500000, LARGE = 5000 };

static Grounder *start(Session *session, const GdlProgram *program, const GdlLimits *limits, Arena *arena)
{
    GdlGround *ground = ARENA_NEW(arena, GdlGround);
    *ground = (GdlGround){.arena = arena, .session = session, .program = program};
    Grounder *g = ARENA_NEW(arena, Grounder);
    size_t n = program->relation.n;
    g->session = session;
    g->join.ground = ground;
    g->join.limits = *limits;
    g->join.found = found;
    g->join.store = ARENA_ARRAY(arena, GdlStore, n);
    g->join.live = ARENA_ARRAY(arena, bool, n);
    g->watch = ARENA_ARRAY(arena, struct Watch, n);
    g->rule = ARENA_ARRAY(arena, GdlJoinRule, program->rule.n + 1);
    return g;
}

static void run_all(Grounder *g, bool whole)
{
    g->join.most_atoms = whole ? MOST_STATIC : 0;
    run_static(g);
    g->join.most_atoms = whole ? MOST_ATOMS : 0;
    g->join.most_clauses = whole ? MOST_CLAUSES : 0;
    if (!g->join.stopped)
        run_dynamic(g);
}

/* The program again, asking only for what is needed of the relations that have
 * become large; NULL when that changes nothing. */
static Grounder *by_demand(Grounder *g, const GdlProgram *program, const GdlLimits *limits)
{
    const GdlGround *ground = g->join.ground;
    Arena *arena = arena_beside(g->session->arena);
    size_t *n = ARENA_ARRAY(arena, size_t, ground->program->relation.n);
    bool *large = ARENA_ARRAY(arena, bool, ground->program->relation.n);
    for (size_t i = 0; i < ground->atom.n; i++)
        large[ground->atom.at[i].relation] |= ++n[ground->atom.at[i].relation] > LARGE;
    const GdlProgram *asking = gdl_demand(gdl_split(program, arena), large, arena);
    if (asking)
        return start(g->session, asking, limits, arena);
    arena_free(arena);
    return NULL;
}

GdlGround *gdl_ground(Session *session, const GdlProgram *program, const GdlLimits *limits)
{
    Arena *arena = arena_beside(session->arena);
    program = gdl_freeze(program);
    Grounder *g = start(session, gdl_split(program, arena), limits, arena);
    run_all(g, true);
    Grounder *again = g->join.stopped ? by_demand(g, program, limits) : NULL;
    if (again) {
        gdl_ground_free(g->join.ground);
        g = again;
        run_all(g, false);
    }
    if (!too_large(g))
        return g->join.ground;
    gdl_ground_free(g->join.ground);
    return NULL;
}
