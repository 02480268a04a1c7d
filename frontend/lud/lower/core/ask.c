/* ask.c - questions about terms as they are written. */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/core/ask.h"

bool lower_reads(const Term *t, LudId id)
{
    if (!t)
        return false;
    if (t->kind == TERM_LUDEME && t->id == id)
        return true;
    if (!term_may_hold(t, id))
        return false;
    for (uint32_t i = 0; (t->kind == TERM_LUDEME || t->kind == TERM_ARRAY) && i < t->n; i++)
        if (lower_reads(t->slot[i], id))
            return true;
    return false;
}

bool lower_reads_fact(const Term *t, LudFact fact)
{
    for (int id = 0; id < LUD_COUNT; id++)
        if (lud_fact((LudId)id, fact) && lower_reads(t, (LudId)id))
            return true;
    return false;
}

static bool is_part(const Term *t, const void *name)
{
    return t->kind == TERM_STRING && strstr(name, t->text) != NULL;
}

bool lower_speaks_of(const Term *t, const char *name)
{
    return term_any(t, is_part, name);
}

bool lower_only_asked(const Lower *l)
{
    return l->mode.probing && l->post.n == 0 && l->successors == 0;
}

bool lower_rules_are_made_of(LudId id)
{
    static const char *const types[] = {"boolean", "int", "region", "moves", "effect", "startRule"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(lud_row(id)->type, types[i]) == 0)
            return true;
    return false;
}

static bool is_lot(const Term *t)
{
    return term_is(t, LUD_value_random) || term_is(t, LUD_sites_random);
}

bool lower_is_effect(const Term *t)
{
    static const char *const types[] = {"effect", "moves", "step", "then", "apply"};
    for (size_t i = 0; t->kind == TERM_LUDEME && i < sizeof types / sizeof *types; i++)
        if (strcmp(lud_row(t->id)->type, types[i]) == 0)
            return true;
    return false;
}

/* A term in which a lot is looked for. */
typedef struct {
    const Term *outermost;
    bool anywhere; /* within effects too */
} LotSearch;

static TermWay find_lot(const Term *t, void *data)
{
    const LotSearch *search = data;
    if (!(term_may_hold(t, LUD_value_random) || term_may_hold(t, LUD_sites_random)) ||
        (!search->anywhere && t != search->outermost && lower_is_effect(t)))
        return TERM_PAST;
    return is_lot(t) ? TERM_STOP : TERM_INTO;
}

bool lower_draws(const Term *t)
{
    return term_walk(t, find_lot, &(LotSearch){t, false});
}

bool lower_draws_anywhere(const Term *t)
{
    return term_walk(t, find_lot, &(LotSearch){t, true});
}

bool lower_one_lot(const Term *t)
{
    const Term *num = term_is(t, LUD_sites_random) ? term_arg(t, SLOT_num) : NULL;
    return term_is(t, LUD_sites_random) && (!num || (num->kind == TERM_INT && num->number == 1));
}
