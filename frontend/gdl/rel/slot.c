/* slot.c - where what is kept for all keys would make the state too large: a
 * relation is kept for one key, the one with which it was asked last. */
#include "frontend/gdl/rel/rel.h"

/* A state that is larger than MOST (players have a few at hand, on the stack too) is
 * made smaller as far as FEW, which a processor has close by. */
enum { MOST = 4 << 20, FEW = 1 << 18 };

static size_t level_bytes(const Rel *rel, const RelForm *form, const RelLevel *level, size_t rows)
{
    return rows * 8 * ((rel_size(rel, form->class[level->target]) + 63) / 64);
}

static size_t form_bytes(const Rel *rel, const RelForm *form)
{
    size_t bytes = 0;
    for (size_t i = 0; i < form->level.n; i++)
        bytes += level_bytes(rel, form, &form->level.at[i], form->level.at[i].rows);
    return bytes;
}

static bool is_kept(const RelForm *form) { return form->planned && rel_kept(form) && form->relation != GDL_DOES; }

void rel_keep_one(const Rel *rel, RelForm *form)
{
    form->single = true;
    for (size_t i = 0; i < form->level.n; i++) {
        RelLevel *level = &form->level.at[i];
        uint32_t n = 0;
        level->rows = 1;
        for (uint32_t k = 0; k < level->norder; k++) {
            if (form->key >> level->order[k] & 1)
                continue;
            level->rows *= rel_size(rel, form->class[level->order[k]]);
            level->order[n++] = level->order[k];
        }
        level->norder = n;
    }
}

void rel_slots(Rel *rel)
{
    size_t bytes = 0;
    for (size_t f = 0; f < rel->form.n; f++)
        bytes += is_kept(&rel->form.at[f]) ? form_bytes(rel, &rel->form.at[f]) : 0;
    for (bool found = bytes > MOST; found && bytes > FEW;) {
        RelForm *largest = NULL;
        for (size_t f = 0; f < rel->form.n; f++) {
            RelForm *form = &rel->form.at[f];
            if (is_kept(form) && form->mode == REL_KEYED && !form->single &&
                (!largest || form_bytes(rel, form) > form_bytes(rel, largest)))
                largest = form;
        }
        found = largest != NULL;
        if (!found)
            continue;
        bytes -= form_bytes(rel, largest);
        rel_keep_one(rel, largest);
        bytes += form_bytes(rel, largest);
    }
}
