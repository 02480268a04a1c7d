/* plane.c - the facts that can differ, as bits. */
#include <string.h>

#include "frontend/gdl/rel/rel.h"
#include "ir/core/ir.h"

/* ---- which facts -------------------------------------------------------------- */

static bool is_variable_once(const RelRule *rule, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (rule->arg[i].var == rule->arg[at].var)
            return false;
    return rule->arg[at].var >= 0;
}

/* (<= (next F) (true F)) for all facts of the form. */
static bool keeps(const RelRule *rule, uint32_t form)
{
    if (rule->n != 1 || rule->body[0].kind != REL_FORM || rule->body[0].negated || rule->body[0].of != form)
        return false;
    for (uint32_t i = 0; i < rule->body[0].n; i++)
        if (!is_variable_once(rule, i) || rule->body[0].arg[i].var != rule->arg[i].var)
            return false;
    return true;
}

/* Facts of the form hold always or never: nothing but themselves makes them hold. */
static bool is_fixed(const Rel *rel, uint32_t f)
{
    const char *build = strchr(rel->form.at[f].text, ' ');
    for (size_t i = 0; i < rel->form.n; i++) {
        const RelForm *next = &rel->form.at[i];
        if (next->relation == GDL_NEXT && build && strchr(next->text, ' ') && !strcmp(strchr(next->text, ' '), build))
            return next->rule.n == 1 && keeps(&rel->rule.at[next->rule.at[0]], f);
    }
    return false;
}

/* ---- where they lie -------------------------------------------------------------- */

/* The number of each fact of the form by its row and member in the form's level; -1: there is none. */
static void place_table(RelLower *l, uint32_t f, const int32_t *place, int space, int32_t n)
{
    const RelForm *form = &l->rel->form.at[f];
    const RelLevel *full = rel_full_level(form);
    uint32_t width = rel_size(l->rel, form->class[full->target]);
    IrDim dim = {IR_NOSPACE, (int)(full->rows * width)};
    int table = ir_table_add(l->game, arena_printf(l->rel->arena, "facts of %u", f), (IrType){IR_INT, space, -1, n - 1},
                             false, 1, &dim);
    int32_t *value = l->game->table.at[table].value;
    memset(value, -1, full->rows * width * sizeof *value);
    for (uint32_t i = 0; i < l->fact.n; i++) {
        if (l->fact.at[i].form != f)
            continue;
        const uint32_t *tuple = l->tuple.at + l->fact.at[i].at;
        size_t row = 0;
        for (uint32_t k = 0; k < full->norder; k++)
            row = row * rel_size(l->rel, form->class[full->order[k]]) + tuple[full->order[k]];
        value[row * width + tuple[full->target]] = place[i];
    }
}

static void form_facts(RelLower *l, uint32_t f, const int32_t *place, int space, int32_t n)
{
    const RelForm *form = &l->rel->form.at[f];
    const char *name = l->game->space.at[space].name;
    if (!form->n) {
        uint32_t i = 0;
        while (l->fact.at[i].form != f)
            i++;
        out_printf(&l->text, "if @holds%u { set %%facts = %%facts | bit['%s'](%d) }\n", f, name, place[i]);
        return;
    }
    place_table(l, f, place, space, n);
    const RelLevel *full = rel_full_level(form);
    const char *field = l->game->field.at[full->field].name;
    if (full->rows == 1) {
        out_printf(&l->text, "for %%member in @%s { set %%facts = %%facts | bit['%s']($'facts of %u'[%%member]) }\n", field,
                   name, f);
        return;
    }
    out_printf(&l->text, "for %%row in 0 .. %zu {\nfor %%member in @%s[%%row] {\n", full->rows, field);
    out_printf(&l->text, "set %%facts = %%facts | bit['%s']($'facts of %u'[%%row * %u + %%member])\n}\n}\n", name, f,
               rel_size(l->rel, form->class[full->target]));
}

static int changing_space(RelLower *l, const bool *fixed, int32_t *place, int32_t *n)
{
    IrGame *g = l->game;
    *n = 0;
    for (uint32_t i = 0; i < l->fact.n; i++)
        place[i] = fixed[l->fact.at[i].form] ? -1 : (*n)++;
    if (!*n || (uint32_t)*n == l->fact.n)
        return l->space_fact;
    int space = ir_space_add(g, "changing fact", *n);
    g->space.at[space].label = ARENA_ARRAY(g->arena, const char *, (size_t)*n);
    for (uint32_t i = 0; i < l->fact.n; i++)
        if (place[i] >= 0)
            g->space.at[space].label[place[i]] = l->fact.at[i].name;
    return space;
}

void rel_plane(RelLower *l)
{
    const Rel *rel = l->rel;
    bool *fixed = ARENA_ARRAY(rel->arena, bool, rel->form.n + 1);
    int32_t *place = ARENA_ARRAY(rel->arena, int32_t, l->fact.n + 1), n;
    for (uint32_t f = 0; f < rel->form.n; f++)
        fixed[f] = rel->form.at[f].relation == GDL_TRUE && is_fixed(rel, f);
    int space = changing_space(l, fixed, place, &n);
    if (!n)
        return;
    const char *name = l->game->space.at[space].name;
    out_printf(&l->text, "plane state fact 0(%%eyes : int 0..%u) -> mask['%s'] {\nvar %%facts : mask['%s'] = none['%s']\n",
               l->nrole, name, name, name);
    bool *has = ARENA_ARRAY(rel->arena, bool, rel->form.n + 1);
    for (uint32_t i = 0; i < l->fact.n; i++)
        has[l->fact.at[i].form] = true;
    for (uint32_t f = 0; f < rel->form.n; f++)
        if (has[f] && !fixed[f])
            form_facts(l, f, place, space, n);
    out_puts(&l->text, "ret %facts\n}\n");
}
