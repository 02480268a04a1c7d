/* flat.c - terms are taken apart: a variable that may hold functions makes a
 * rule into several, one for each build, until variables hold plain words only. */
#include <string.h>

#include "frontend/gdl/rel/rel.h"

enum { MOST_DRAFTS = 20000 };

typedef struct {
    Rel *rel;
    VEC(RelDraft) draft;
} Flat;

/* ---- substituting ---------------------------------------------------------------- */

static GdlExpr *put_expr(Arena *arena, const GdlExpr *expr, uint32_t var, GdlExpr *by)
{
    if (expr->var == (int)var)
        return by;
    GdlExpr *copy = arena_copy(arena, expr, sizeof *expr);
    copy->arg = ARENA_ARRAY(arena, GdlExpr *, expr->n + 1);
    for (uint32_t i = 0; i < expr->n; i++)
        copy->arg[i] = put_expr(arena, expr->arg[i], var, by);
    return copy;
}

static GdlLiteral put_literal(Rel *rel, const GdlLiteral *l, uint32_t var, GdlExpr *by)
{
    GdlLiteral copy = *l;
    uint32_t n = rel->program->relation.at[l->relation].arity;
    copy.arg = ARENA_ARRAY(rel->arena, GdlExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        copy.arg[i] = put_expr(rel->arena, l->arg[i], var, by);
    return copy;
}

/* The rule with the variable replaced by a function of new variables. */
static GdlRule *substitute(Rel *rel, const GdlRule *rule, uint32_t var, const RelShape *shape)
{
    GdlRule *out = arena_copy(rel->arena, rule, sizeof *rule);
    GdlExpr *by = ARENA_NEW(rel->arena, GdlExpr);
    *by = (GdlExpr){.at = rule->at, .name = shape->name, .var = -1, .n = shape->n};
    by->arg = ARENA_ARRAY(rel->arena, GdlExpr *, shape->n + 1);
    for (uint32_t i = 0; i < shape->n; i++) {
        by->arg[i] = ARENA_NEW(rel->arena, GdlExpr);
        *by->arg[i] = (GdlExpr){.at = rule->at, .name = "?", .var = (int)(rule->nvar + i)};
    }
    out->nvar += shape->n;
    out->head = put_literal(rel, &rule->head, var, by);
    out->body = ARENA_ARRAY(rel->arena, GdlLiteral, rule->nbody + 1);
    for (uint32_t i = 0; i < rule->nbody; i++)
        out->body[i] = put_literal(rel, &rule->body[i], var, by);
    return out;
}

/* ---- forms --------------------------------------------------------------------------- */

/* The build of a term, its leaves numbered; its places are linked. */
static GdlExpr *build_of(Rel *rel, const GdlExpr *expr, const RelNode *node, RelForm *form, uint32_t *place)
{
    GdlExpr *copy = ARENA_NEW(rel->arena, GdlExpr);
    *copy = (GdlExpr){.name = expr->name, .var = -1, .n = expr->n};
    if (!expr->n) {
        copy->var = (int)form->n;
        form->domain[form->n] = node->set;
        place[form->n++] = rel_link(rel, node->set);
        return copy;
    }
    const RelShape *shape = rel_shape(node, expr->name, expr->n);
    copy->arg = ARENA_ARRAY(rel->arena, GdlExpr *, expr->n);
    for (uint32_t i = 0; i < expr->n; i++)
        copy->arg[i] = build_of(rel, expr->arg[i], shape->arg[i], form, place);
    return copy;
}

static bool has_build(const GdlExpr *expr, const RelNode *node)
{
    if (!expr->n)
        return true;
    const RelShape *shape = rel_shape(node, expr->name, expr->n);
    for (uint32_t i = 0; shape && i < expr->n; i++)
        if (!has_build(expr->arg[i], shape->arg[i]))
            return false;
    return shape != NULL;
}

static void print_build(const GdlExpr *expr, Out *out)
{
    out_puts(out, " ");
    if (!expr->n) {
        out_puts(out, "_");
        return;
    }
    out_printf(out, "(%s", expr->name);
    for (uint32_t i = 0; i < expr->n; i++)
        print_build(expr->arg[i], out);
    out_puts(out, ")");
}

void rel_leaves(GdlExpr *const *arg, uint32_t n, const GdlExpr **leaf, uint32_t *count)
{
    for (uint32_t i = 0; i < n; i++)
        if (arg[i]->n)
            rel_leaves(arg[i]->arg, arg[i]->n, leaf, count);
        else if (*count < REL_MOST_ARGS)
            leaf[(*count)++] = arg[i];
}

static uint32_t find_form(const Rel *rel, const char *text)
{
    for (uint32_t i = 0; i < rel->form.n; i++)
        if (!strcmp(rel->form.at[i].text, text))
            return i;
    return REL_NONE;
}

static void add_form(Rel *rel, uint32_t relation, const GdlLiteral *l, const char *text, const RelForm *like)
{
    uint32_t n = rel->program->relation.at[relation].arity, place[256];
    RelForm form = {.text = text, .relation = relation};
    form.domain = ARENA_ARRAY(rel->arena, const uint64_t *, REL_MOST_ARGS + 1);
    form.build = ARENA_ARRAY(rel->arena, GdlExpr *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        form.build[i] = build_of(rel, l->arg[i], rel_node(rel, relation, i), &form, place);
    form.place = arena_copy(rel->arena, place, (form.n + 1) * sizeof *place);
    for (uint32_t i = 0; like && i < form.n; i++)
        rel_unite(rel, form.place[i], like->place[i]);
    form.uses = UINT64_MAX;
    vec_push(rel->arena, &rel->form, form);
}

static uint32_t count_leaves(const GdlExpr *expr)
{
    uint32_t n = !expr->n;
    for (uint32_t i = 0; i < expr->n; i++)
        n += count_leaves(expr->arg[i]);
    return n;
}

/* The form of a literal; REL_NONE: nothing has that build. */
static uint32_t form_of(Rel *rel, const GdlLiteral *l)
{
    uint32_t relation = l->relation == GDL_NEXT || l->relation == GDL_INIT ? GDL_TRUE : l->relation, leaves = 0;
    Out build = {0};
    out_printf(&build, " ");
    for (uint32_t i = 0; i < rel->program->relation.at[relation].arity; i++) {
        if (!has_build(l->arg[i], rel_node(rel, relation, i))) {
            out_free(&build);
            return REL_NONE;
        }
        leaves += count_leaves(l->arg[i]);
        print_build(l->arg[i], &build);
    }
    if (leaves > REL_MOST_ARGS && !rel->failed)
        rel->failed = !session_unsupported(rel->session, l->at, "a relation of more than %d words", (int)REL_MOST_ARGS);
    const char *args = arena_strdup(rel->arena, build.text);
    out_free(&build);
    const char *text = arena_printf(rel->arena, "%u%s", relation, args);
    uint32_t form = find_form(rel, text);
    if (form != REL_NONE || rel->failed)
        return form;
    bool does = relation == GDL_DOES;
    if (does || relation == GDL_LEGAL) { /* both at once: what is legal may be done */
        const char *other = arena_printf(rel->arena, "%u%s", does ? (unsigned)GDL_LEGAL : (unsigned)GDL_DOES, args);
        add_form(rel, does ? GDL_LEGAL : GDL_DOES, l, other, NULL);
        RelForm like = rel->form.at[rel->form.n - 1];
        add_form(rel, relation, l, text, &like);
    } else {
        add_form(rel, relation, l, text, NULL);
    }
    return (uint32_t)rel->form.n - 1;
}

/* ---- rules ------------------------------------------------------------------------------ */

static void link_literal(Rel *rel, uint32_t form, const GdlLiteral *l, uint32_t base)
{
    const GdlExpr *leaf[REL_MOST_ARGS];
    uint32_t n = 0;
    rel_leaves(l->arg, rel->program->relation.at[l->relation].arity, leaf, &n);
    for (uint32_t i = 0; i < n; i++)
        if (leaf[i]->var >= 0)
            rel_unite(rel, rel->form.at[form].place[i], base + (uint32_t)leaf[i]->var);
}

/* Variables that are compared are of one class. */
static void link_compared(Rel *rel, const GdlExpr *a, const GdlExpr *b, uint32_t base)
{
    if (a->var >= 0 && b->var >= 0)
        rel_unite(rel, base + (uint32_t)a->var, base + (uint32_t)b->var);
    for (uint32_t i = 0; a->n && a->n == b->n && i < a->n; i++)
        link_compared(rel, a->arg[i], b->arg[i], base);
}

static void draft_rule(Flat *flat, const GdlRule *rule, RelNode **value)
{
    Rel *rel = flat->rel;
    RelDraft draft = {.rule = rule, .link = (uint32_t)rel->link.n};
    draft.form = ARENA_ARRAY(rel->arena, uint32_t, rule->nbody + 1);
    draft.value = arena_copy(rel->arena, value, (rule->nvar + 1) * sizeof *value);
    for (uint32_t v = 0; v < rule->nvar; v++)
        rel_link(rel, value[v] ? value[v]->set : NULL);
    for (uint32_t k = 0; k <= rule->nbody && !rel->failed; k++) {
        const GdlLiteral *l = k < rule->nbody ? &rule->body[k] : &rule->head;
        draft.form[k] = REL_NONE;
        if (l->relation == GDL_DISTINCT)
            link_compared(rel, l->arg[0], l->arg[1], draft.link);
        if (l->relation == GDL_DISTINCT || (k < rule->nbody && rel_is_static(rel, l->relation)))
            continue;
        draft.form[k] = form_of(rel, l);
        if (draft.form[k] != REL_NONE && !rel->failed)
            link_literal(rel, draft.form[k], l, draft.link);
    }
    vec_push(rel->arena, &flat->draft, draft);
}

static void flatten(Flat *flat, const GdlRule *rule, const bool *plain)
{
    Rel *rel = flat->rel;
    RelNode *value[256] = {0};
    if (rel->failed || !rel_values(rel, rule, NULL, value))
        return;
    uint32_t v = 0;
    while (v < rule->nvar && (!value[v] || plain[v] || !value[v]->shape.n))
        v++;
    if (v == rule->nvar) {
        draft_rule(flat, rule, value);
        return;
    }
    bool any = false, now[256];
    for (uint32_t w = 0; w < rel->words; w++)
        any = any || value[v]->set[w];
    memcpy(now, plain, sizeof now);
    now[v] = true;
    if (any)
        flatten(flat, rule, now);
    for (size_t i = 0; i < value[v]->shape.n; i++) {
        const RelShape *shape = &value[v]->shape.at[i];
        if (rule->nvar + shape->n > REL_MOST_VARS || flat->draft.n > MOST_DRAFTS) {
            rel->failed = !session_unsupported(rel->session, rule->at, "a rule about terms of very many builds");
            return;
        }
        flatten(flat, substitute(rel, rule, v, shape), now);
    }
}

/* Facts at the start that no rule mentions have a form nevertheless. */
static void init_facts(Rel *rel)
{
    const GdlGround *g = rel->join.ground;
    const GdlStore *init = &rel->join.store[GDL_INIT];
    for (size_t i = 0; i < init->member.n && !rel->failed; i++) {
        uint32_t term = g->atom_arg.at[g->atom.at[init->member.at[i]].at];
        uint32_t bind[256] = {0}, word[REL_MOST_ARGS];
        for (uint32_t f = 0; f < rel->form.n; f++) {
            RelForm *form = &rel->form.at[f];
            memset(bind, 0, (form->n + 1) * sizeof *bind);
            if (form->relation != GDL_TRUE || !rel_match(rel, form->build[0], term, bind))
                continue;
            bool plain = true;
            for (uint32_t k = 0; k < form->n; k++) {
                plain = plain && !g->term.at[bind[k]].n;
                word[k] = plain ? rel_word_of(rel, bind[k]) : REL_NONE;
            }
            for (uint32_t k = 0; plain && k < form->n; k++)
                vec_push(rel->arena, &form->init, rel->class.at[form->class[k]].index[word[k]]);
            if (plain)
                form->ninit++;
        }
    }
}

static GdlExpr *expr_of(Rel *rel, uint32_t term)
{
    const GdlGround *g = rel->join.ground;
    const GdlTerm *t = &g->term.at[term];
    GdlExpr *expr = ARENA_NEW(rel->arena, GdlExpr);
    *expr = (GdlExpr){.name = t->name, .var = -1, .n = t->n};
    expr->arg = ARENA_ARRAY(rel->arena, GdlExpr *, t->n + 1);
    for (uint32_t i = 0; i < t->n; i++)
        expr->arg[i] = expr_of(rel, g->part.at[t->at + i]);
    return expr;
}

static void init_forms(Rel *rel)
{
    const GdlGround *g = rel->join.ground;
    const GdlStore *init = &rel->join.store[GDL_INIT];
    for (size_t i = 0; i < init->member.n && !rel->failed; i++) {
        GdlExpr *arg = expr_of(rel, g->atom_arg.at[g->atom.at[init->member.at[i]].at]);
        GdlLiteral literal = {.relation = GDL_TRUE, .arg = &arg};
        form_of(rel, &literal);
    }
}

void rel_flatten(Rel *rel)
{
    const GdlProgram *program = rel->program;
    Flat flat = {.rel = rel};
    bool plain[256] = {0};
    for (uint32_t i = 0; i < program->rule.n && !rel->failed; i++) {
        const GdlRule *rule = &program->rule.at[i];
        uint32_t head = rule->head.relation;
        if (program->relation.at[head].needed && head != GDL_INIT && head != GDL_ROLE && !rel_is_static(rel, head))
            flatten(&flat, rule, plain);
    }
    init_forms(rel);
    if (rel->failed)
        return;
    rel_classes(rel);
    init_facts(rel);
    for (size_t i = 0; i < flat.draft.n && !rel->failed; i++)
        rel_finish_rule(rel, &flat.draft.at[i]);
}
