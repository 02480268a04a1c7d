/* free_name.c - names of functions and tables that are not taken yet. */
#include "frontend/lud/lower/core/lower.h"

static Named *named(Lower *l, NamedList *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].name == name)
            return &list->at[i];
    const Named new = {.name = name, .number = 1};
    vec_push(l->arena, list, new);
    return &list->at[list->n - 1];
}

static const char *free_name(Lower *l, NamedList *list, const char *stem, int find(const IrGame *, const char *))
{
    Named *known = named(l, list, intern_str(l->session->names, stem));
    for (;; known->number++) {
        const char *name = known->number > 1 ? arena_printf(l->arena, "%s_%d", stem, known->number) : stem;
        if (find(l->game, name) < 0)
            return name;
    }
}

const char *lower_fn_name(Lower *l, const char *name)
{
    return free_name(l, &l->memo->named, name, ir_fn_find);
}

const char *lower_table_name(Lower *l, const char *name)
{
    return free_name(l, &l->memo->named_table, name, ir_table_find);
}
