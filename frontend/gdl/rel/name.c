/* name.c - the text of what functions of forms speak about. */
#include <string.h>

#include "frontend/gdl/rel/rel.h"
#include "ir/core/ir.h"

const char *rel_class_name(RelLower *l, uint32_t class)
{
    RelClass *c = &l->rel->class.at[class];
    const char *name = arena_printf(l->rel->arena, "c%u", class);
    if (c->space < 0)
        c->space = ir_space_add(l->game, name, c->n ? (int)c->n : 1);
    return name;
}

const char *rel_index(RelLower *l, const uint32_t *class, const RelLevel *level, const char *const *arg)
{
    const char *index = "0";
    for (uint32_t i = 0; i < level->norder; i++) {
        uint32_t place = level->order[i];
        index = i ? arena_printf(l->rel->arena, "(%s) * %u + %s", index, rel_size(l->rel, class[place]), arg[place])
                  : arg[place];
    }
    return index;
}

const char *rel_row(RelLower *l, bool table, uint32_t of, const RelLevel *level, const char *const *arg)
{
    const uint32_t *class = table ? l->rel->table.at[of].class : l->rel->form.at[of].class;
    const char *name = table ? l->game->table.at[level->field].name : l->game->field.at[level->field].name;
    const char *sign = table ? "$" : "@";
    if (level->rows == 1)
        return arena_printf(l->rel->arena, "%s%s", sign, name);
    return arena_printf(l->rel->arena, "%s%s[%s]", sign, name, rel_index(l, class, level, arg));
}

const RelLevel *rel_full_level(const RelForm *form)
{
    for (size_t i = 0; i < form->level.n; i++)
        if ((form->level.at[i].known | UINT64_C(1) << form->level.at[i].target) == rel_all(form->n))
            return &form->level.at[i];
    return NULL;
}

uint32_t rel_role(const RelLower *l, uint32_t class, uint32_t member)
{
    const char *name = l->rel->word.at[l->rel->class.at[class].word[member]];
    for (uint32_t r = 0; r < l->nrole; r++)
        if (!strcmp(l->rel->program->role.at[r], name))
            return r;
    return REL_NONE;
}

const char *rel_number(RelLower *l, const RelForm *form, const RelNumber *number, uint32_t from, const char *const *arg)
{
    Arena *arena = l->rel->arena;
    RelLevel first = {.norder = 0};
    for (uint32_t i = 0; i < number->first; i++)
        first.order[first.norder++] = from + i;
    const char *text = arena_printf(arena, "$%s[%s]", l->game->table.at[number->table[0]].name, rel_index(l, form->class, &first, arg));
    for (uint32_t t = 1; t < number->ntable; t++) {
        uint32_t place = from + number->first + t - 1;
        text = arena_printf(arena, "$%s[%s * %u + %s]", l->game->table.at[number->table[t]].name, text,
                            rel_size(l->rel, form->class[place]), arg[place]);
    }
    return text;
}

uint32_t rel_player(const RelLower *l, uint32_t class, uint32_t role)
{
    for (uint32_t m = 0; m < rel_size(l->rel, class); m++)
        if (rel_role(l, class, m) == role)
            return m;
    return REL_NONE;
}
