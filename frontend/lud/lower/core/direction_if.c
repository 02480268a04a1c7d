/* direction_if.c - directions that a condition chooses: what goes by them becomes a choice of two. */
#include "frontend/lud/lower/core/direction_if.h"

#include <string.h>

#include "frontend/lud/lower/core/ask.h"

/* The first (if ..) of directions in a choice of directions, or NULL. */
static const Term *choice_in(const Term *dir)
{
    if (term_is(dir, LUD_if_dir))
        return dir;
    if (!term_is(dir, LUD_difference_dir) && !term_is(dir, LUD_union_dir))
        return NULL;
    const Term *found = choice_in(term_arg(dir, SLOT_dir));
    return found ? found : choice_in(term_arg(dir, SLOT_other));
}

/* The directions with one of the two in the place of the choice. */
static Term *chosen(Lower *l, Term *dir, const Term *choice, SlotName which)
{
    if (dir == choice)
        return term_arg(dir, which);
    if (!term_is(dir, LUD_difference_dir) && !term_is(dir, LUD_union_dir))
        return dir;
    Term *copy = ARENA_NEW(l->arena, Term);
    *copy = *dir;
    copy->same = 0;
    copy->slot = ARENA_ARRAY(l->arena, Term *, dir->n);
    for (uint32_t i = 0; i < dir->n; i++)
        copy->slot[i] = dir->slot[i] ? chosen(l, dir->slot[i], choice, which) : NULL;
    return copy;
}

const Term *lower_dir_choice(Lower *l, const Term *t, const Term *branch[2])
{
    static const SlotName which[2] = {SLOT_yes, SLOT_no};
    for (uint32_t i = 0; t->kind == TERM_LUDEME && i < t->n; i++) {
        const Term *choice = t->slot[i] ? choice_in(t->slot[i]) : NULL;
        if (!choice)
            continue;
        for (int k = 0; k < 2; k++) {
            Term *copy = ARENA_NEW(l->arena, Term);
            *copy = *t;
            copy->same = 0;
            copy->slot = ARENA_ARRAY(l->arena, Term *, t->n);
            memcpy(copy->slot, t->slot, t->n * sizeof *t->slot);
            copy->slot[i] = chosen(l, t->slot[i], choice, which[k]);
            branch[k] = copy;
        }
        return term_arg(choice, SLOT_cond);
    }
    return NULL;
}

const Term *lower_dir_choice_apart(Lower *l, const Term *t, const Term *branch[2])
{
    static const LudId own[] = {LUD_from, LUD_to, LUD_between, LUD_site};
    const Term *cond = lower_dir_choice(l, t, branch);
    for (size_t i = 0; cond && i < sizeof own / sizeof *own; i++)
        if (lower_reads(cond, own[i]))
            return NULL;
    return cond;
}
