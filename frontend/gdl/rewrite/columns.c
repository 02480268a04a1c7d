/* columns.c - facts of one build of which at most one holds in any state, such as the order of eight cards in (order a b c ..),
 * are kept by their arguments: (order.1 a), (order.2 b), ...  n words in m places each are n times m facts in place of m to the n.
 *
 * All columns hold or none does, and none holds for two words, so that a condition on the fact is one on its columns; of
 * columns whose variables nothing else asks one is enough.  That at most one holds is seen from the rules: at most one at the start;
 * each rule for the next one has its variables from such a fact or from a role's move, of which there is one; and of two
 * rules at most one applies, as they ask for different moves of a role or for facts of the build that differ. */
#include <stdlib.h>
#include <string.h>

#include "frontend/gdl/ground/ground.h"
#include "frontend/gdl/rewrite/columns.h"

enum { MANY = 1 << 10 }; /* fewer facts are no trouble as they are */

static bool is_build(const GdlExpr *fact, const GdlColumns *of)
{
    return fact->var < 0 && fact->n == of->n && fact->name == of->name;
}

static bool is_fact(GdlKeyword relation) { return relation == GDL_INIT || relation == GDL_TRUE || relation == GDL_NEXT; }

/* ---- at most one ------------------------------------------------------------------------------------ */

/* Do two literals of different rules never hold together, of one move a role and one fact of the build? */
static bool exclude(const GdlLiteral *a, const GdlLiteral *b, const GdlColumns *of)
{
    if (a->relation != b->relation || a->negated || b->negated)
        return false;
    if (a->relation == GDL_TRUE)
        return is_build(a->arg[0], of) && is_build(b->arg[0], of) && !gdl_can_unify(a->arg[0], b->arg[0]);
    return a->relation == GDL_DOES && gdl_is_ground(a->arg[0]) && gdl_same_expr(a->arg[0], b->arg[0]) &&
           !gdl_can_unify(a->arg[1], b->arg[1]);
}

static bool exclusive(const GdlRule *r, const GdlRule *s, const GdlColumns *of)
{
    for (uint32_t i = 0; i < r->nbody; i++)
        for (uint32_t k = 0; k < s->nbody; k++)
            if (exclude(&r->body[i], &s->body[k], of))
                return true;
    return false;
}

/* The head of a rule for the next fact is the same however the rule applies. */
static bool determined(const GdlRule *rule, const GdlColumns *of, Arena *arena)
{
    bool *known = ARENA_ARRAY(arena, bool, rule->nvar + 1), *asked = ARENA_ARRAY(arena, bool, rule->nvar + 1);
    for (uint32_t k = 0; k < rule->nbody; k++) {
        const GdlLiteral *l = &rule->body[k];
        if (!l->negated && l->relation == GDL_TRUE && is_build(l->arg[0], of))
            gdl_mark_vars(l->arg[0], known);
        if (!l->negated && l->relation == GDL_DOES && gdl_is_ground(l->arg[0]))
            gdl_mark_vars(l->arg[1], known);
    }
    gdl_mark_vars(rule->head.arg[0], asked);
    for (uint32_t v = 0; v < rule->nvar; v++)
        if (asked[v] && !known[v])
            return false;
    return true;
}

/* The rule says nothing of the build but what is understood here; counts facts at the start. */
static bool is_plain(const GdlRule *rule, const GdlColumns *of, uint32_t *start)
{
    for (uint32_t k = 0; k <= rule->nbody; k++) {
        const GdlLiteral *l = k < rule->nbody ? &rule->body[k] : &rule->head;
        const bool head = k == rule->nbody, base = l->relation == GDL_BASE;
        if (!base && !is_fact((GdlKeyword)l->relation))
            continue;
        if (l->arg[0]->var >= 0)
            return base && head; /* any fact at all */
        if (!is_build(l->arg[0], of))
            continue;
        if (head ? l->relation == GDL_INIT && rule->nbody : l->negated || l->relation != GDL_TRUE)
            return false;
        *start += l->relation == GDL_INIT;
    }
    return true;
}

static bool at_most_one(const GdlProgram *program, const GdlColumns *of, Arena *arena)
{
    uint32_t start = 0, nnext = 0;
    const GdlRule **next = ARENA_ARRAY(arena, const GdlRule *, program->rule.n + 1);
    for (size_t i = 0; i < program->rule.n; i++) {
        const GdlRule *rule = &program->rule.at[i];
        if (!is_plain(rule, of, &start) || start > 1)
            return false;
        if (rule->head.relation == GDL_NEXT && is_build(rule->head.arg[0], of))
            next[nnext++] = rule;
    }
    for (uint32_t i = 0; i < nnext; i++) {
        if (!determined(next[i], of, arena))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (!exclusive(next[i], next[k], of))
                return false;
    }
    return true;
}

/* ---- which facts -------------------------------------------------------------------------------------- */

/* The builds of facts that are many. */
static void find_builds(const GdlProgram *program, const GdlGround *ground, Arena *arena, GdlColumnsList *list)
{
    VEC(uint32_t) count = {0};
    GdlColumnsList all = {0};
    for (size_t a = 0; a < ground->atom.n; a++) {
        if (ground->atom.at[a].relation != GDL_TRUE)
            continue;
        const GdlTerm *fact = &ground->term.at[ground->atom_arg.at[ground->atom.at[a].at]];
        size_t i = 0;
        while (i < all.n && (all.at[i].name != fact->name || all.at[i].n != fact->n))
            i++;
        if (i == all.n) {
            vec_push(arena, &all, ((GdlColumns){.name = fact->name, .n = fact->n}));
            vec_push(arena, &count, 0);
        }
        count.at[i]++;
    }
    for (size_t i = 0; i < all.n; i++)
        if (all.at[i].n > 1 && count.at[i] >= MANY && at_most_one(program, &all.at[i], arena))
            vec_push(arena, list, all.at[i]);
}

static void name_columns(const GdlProgram *program, Arena *arena, GdlColumns *of)
{
    of->column = ARENA_ARRAY(arena, const char *, of->n);
    for (uint32_t i = 0; i < of->n; i++)
        of->column[i] = intern_str(program->session->names, arena_printf(arena, "%s.%u", of->name, i + 1));
}

/* ---- the program by columns ------------------------------------------------------------------------------ */

typedef struct {
    Arena *arena;
    const GdlColumnsList *list;
    GdlProgram *to;
} Rewrite;

static const GdlColumns *columns_of(const Rewrite *w, const GdlLiteral *l)
{
    for (size_t i = 0; (is_fact((GdlKeyword)l->relation) || l->relation == GDL_BASE) && i < w->list->n; i++)
        if (is_build(l->arg[0], &w->list->at[i]))
            return &w->list->at[i];
    return NULL;
}

static GdlLiteral column(const Rewrite *w, const GdlLiteral *l, const GdlColumns *of, uint32_t i)
{
    GdlLiteral copy = *l;
    GdlExpr *fact = arena_copy(w->arena, l->arg[0], sizeof *fact);
    fact->name = of->column[i];
    fact->n = 1;
    fact->arg = &l->arg[0]->arg[i];
    copy.arg = arena_copy(w->arena, &fact, sizeof fact);
    return copy;
}

/* How often a literal has the variable. */
static uint32_t asks(const Rewrite *w, const GdlLiteral *l, int var)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->to->relation.at[l->relation].arity; i++)
        n += gdl_occurrences(l->arg[i], var);
    return n;
}

/* Does anything else in the rule with this head ask for the argument's value? */
static bool matters(const Rewrite *w, const GdlRule *rule, const GdlLiteral *head, const GdlExpr *arg)
{
    if (arg->var < 0)
        return true;
    uint32_t n = asks(w, head, arg->var);
    for (uint32_t k = 0; k < rule->nbody; k++)
        n += asks(w, &rule->body[k], arg->var);
    return n > 1;
}

static void add_rule(const Rewrite *w, const GdlRule *rule, GdlLiteral head)
{
    GdlRule out = *rule;
    uint32_t room = 0;
    for (uint32_t k = 0; k < rule->nbody; k++) {
        const GdlColumns *of = columns_of(w, &rule->body[k]);
        room += of ? of->n : 1;
    }
    out.head = head;
    out.nbody = 0;
    out.body = ARENA_ARRAY(w->arena, GdlLiteral, room + 1);
    for (uint32_t k = 0; k < rule->nbody; k++) {
        const GdlLiteral *l = &rule->body[k];
        const GdlColumns *of = columns_of(w, l);
        const uint32_t before = out.nbody;
        for (uint32_t i = 0; of && i < of->n; i++)
            if (matters(w, rule, &head, l->arg[0]->arg[i]))
                out.body[out.nbody++] = column(w, l, of, i);
        if (!of)
            out.body[out.nbody++] = *l;
        else if (out.nbody == before)
            out.body[out.nbody++] = column(w, l, of, 0);
    }
    vec_push(w->arena, &w->to->rule, out);
}

/* What may hold (base) is said by none of the columns' rules: the rules of the game say it. */
static void rewrite(const Rewrite *w, const GdlRule *rule)
{
    const GdlColumns *of = columns_of(w, &rule->head);
    if (!of)
        add_rule(w, rule, rule->head);
    for (uint32_t i = 0; of && rule->head.relation != GDL_BASE && i < of->n; i++)
        add_rule(w, rule, column(w, &rule->head, of, i));
}

const GdlProgram *gdl_columns(const GdlProgram *program, const struct GdlGround *ground, GdlColumnsList *list)
{
    Arena *arena = program->session->arena;
    find_builds(program, ground, arena, list);
    if (!list->n)
        return NULL;
    for (size_t i = 0; i < list->n; i++)
        name_columns(program, arena, &list->at[i]);
    GdlProgram *to = arena_copy(arena, program, sizeof *program);
    to->relation.at = arena_copy(arena, program->relation.at, program->relation.n * sizeof *program->relation.at);
    to->relation.cap = to->relation.n;
    to->rule.at = NULL;
    to->rule.n = to->rule.cap = 0;
    const Rewrite w = {.arena = arena, .list = list, .to = to};
    for (size_t i = 0; i < program->rule.n; i++)
        rewrite(&w, &program->rule.at[i]);
    for (size_t r = 0; r < to->relation.n; r++)
        to->relation.at[r].nrule = 0;
    for (size_t i = 0; i < to->rule.n; i++)
        to->relation.at[to->rule.at[i].head.relation].nrule++;
    return to;
}

/* ---- names -------------------------------------------------------------------------------------------------- */

static const char *term_text(const GdlGround *ground, uint32_t term, Arena *arena)
{
    Out out = {0};
    gdl_print_term(ground, term, &out);
    const char *text = arena_strdup(arena, out.text);
    out_free(&out);
    return text;
}

static int by_name(const void *a, const void *b) { return strcmp(((const GdlShown *)a)->name, ((const GdlShown *)b)->name); }

static void show_fact(GdlNet *net, const GdlGround *ground, uint32_t fact, const GdlColumns *of)
{
    const GdlTerm *term = &ground->term.at[fact];
    GdlShown *shown = &net->shown[net->nshown++];
    *shown = (GdlShown){.name = term_text(ground, fact, net->arena), .n = of->n};
    shown->part = ARENA_ARRAY(net->arena, const char *, of->n);
    for (uint32_t i = 0; i < of->n; i++)
        shown->part[i] = arena_printf(net->arena, "(%s %s)", of->column[i],
                                      term_text(ground, ground->part.at[term->at + i], net->arena));
}

void gdl_show_columns(GdlNet *net, const struct GdlGround *ground, const GdlColumnsList *list)
{
    net->shown = ARENA_ARRAY(net->arena, GdlShown, ground->atom.n + 1);
    for (size_t a = 0; a < ground->atom.n; a++) {
        if (ground->atom.at[a].relation != GDL_TRUE)
            continue;
        const uint32_t fact = ground->atom_arg.at[ground->atom.at[a].at];
        const GdlTerm *term = &ground->term.at[fact];
        for (size_t i = 0; i < list->n; i++)
            if (list->at[i].name == term->name && list->at[i].n == term->n)
                show_fact(net, ground, fact, &list->at[i]);
    }
    qsort(net->shown, net->nshown, sizeof *net->shown, by_name);
}
