/* unfold.c - a relation that is too large to be kept and has one rule is
 * replaced, where it is asked, by what that rule asks. */
#include "frontend/gdl/rel/rel.h"

enum { MOST_TUPLES = 1 << 24, MOST_BODY = 64 };

static double tuples(const Rel *rel, const RelForm *form)
{
    double n = 1;
    for (uint32_t i = 0; i < form->n; i++)
        n *= rel_size(rel, form->class[i]);
    return n;
}

static bool asks(const RelRule *rule, uint32_t form, bool negated)
{
    for (uint32_t k = 0; k < rule->n; k++)
        if (rule->body[k].kind == REL_FORM && rule->body[k].of == form && (!negated || rule->body[k].negated))
            return true;
    return false;
}

/* Its head shows variables only, each once; nobody asks whether it does not hold. */
static bool can_unfold(const Rel *rel, uint32_t f)
{
    const RelForm *form = &rel->form.at[f];
    if (form->relation < GDL_KEYWORDS || form->rule.n != 1 || tuples(rel, form) <= MOST_TUPLES)
        return false;
    const RelRule *rule = &rel->rule.at[form->rule.at[0]];
    if (asks(rule, f, false))
        return false;
    for (uint32_t i = 0; i < form->n; i++)
        for (uint32_t k = 0; k <= i; k++)
            if (rule->arg[i].var < 0 || (k < i && rule->arg[i].var == rule->arg[k].var))
                return false;
    for (size_t i = 0; i < rel->rule.n; i++)
        if (asks(&rel->rule.at[i], f, true))
            return false;
    return true;
}

/* Puts the body of `by` in the place of literal `at`. */
static bool unfold(Rel *rel, RelRule *rule, uint32_t at, const RelRule *by)
{
    const RelLiteral asked = rule->body[at];
    RelArg *value = ARENA_ARRAY(rel->arena, RelArg, by->nvar + 1);
    if (rule->nvar + by->nvar > REL_MOST_VARS || rule->n + by->n > MOST_BODY)
        return false;
    for (uint32_t v = 0; v < by->nvar; v++) {
        value[v] = (RelArg){.var = (int)(rule->nvar + v)};
        rule->class[rule->nvar + v] = by->class[v];
    }
    rule->nvar += by->nvar;
    for (uint32_t i = 0; i < asked.n; i++)
        value[by->arg[i].var] = asked.arg[i];
    RelLiteral *body = ARENA_ARRAY(rel->arena, RelLiteral, rule->n + by->n + 1);
    uint32_t n = 0;
    for (uint32_t k = 0; k < rule->n; k++)
        if (k != at)
            body[n++] = rule->body[k];
    for (uint32_t k = 0; k < by->n; k++) {
        RelLiteral copy = by->body[k];
        copy.arg = ARENA_ARRAY(rel->arena, RelArg, copy.n + 1);
        for (uint32_t i = 0; i < copy.n; i++)
            copy.arg[i] = by->body[k].arg[i].var < 0 ? by->body[k].arg[i] : value[by->body[k].arg[i].var];
        body[n++] = copy;
    }
    rule->body = body;
    rule->n = n;
    return true;
}

void rel_unfold(Rel *rel)
{
    for (uint32_t f = 0; f < rel->form.n; f++) {
        bool good = can_unfold(rel, f);
        for (size_t i = 0; i < rel->rule.n && good; i++)
            for (uint32_t k = 0; k < rel->rule.at[i].n && good;)
                if (rel->rule.at[i].body[k].kind == REL_FORM && rel->rule.at[i].body[k].of == f)
                    good = unfold(rel, &rel->rule.at[i], k, &rel->rule.at[rel->form.at[f].rule.at[0]]);
                else
                    k++;
    }
}
