/* single.c - is there only one piece of a kind, wherever it is? */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/core/ask.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/values/where.h"

/* Can the term name the piece, by its form? */
static bool may_name(const Lower *l, const Term *t, int piece)
{
    if (t->kind == TERM_INT)
        return t->number == piece;
    if (t->kind == TERM_ARRAY) {
        for (uint32_t i = 0; i < t->n; i++)
            if (may_name(l, t->slot[i], piece))
                return true;
        return false;
    }
    if (term_is(t, LUD_if_int))
        return may_name(l, term_arg(t, SLOT_yes), piece) || may_name(l, term_arg(t, SLOT_no), piece);
    const bool kind = term_is(t, LUD_id_name) || (term_is(t, LUD_id_role) && !term_is_enum(term_arg(t, SLOT_role), "Player"));
    const Term *name = t->kind == TERM_STRING ? t : kind ? term_arg(t, SLOT_name) : NULL;
    return !name || strstr(l->sym->component.at[piece].name, name->text);
}

typedef struct {
    const Lower *l;
    int piece;
} Wanted;

/* May it bring one more of the piece?  Then which of several is found first depends
 * on the history. */
static bool may_add(const Term *t, const void *data)
{
    static const SlotName slots[] = {SLOT_name, SLOT_names, SLOT_id, SLOT_ids};
    const Wanted *wanted = data;
    if (term_is(t, LUD_add) || term_is(t, LUD_move_add) || term_is(t, LUD_promote) || term_is(t, LUD_move_promote)) {
        const Term *what = term_arg(t, SLOT_piece);
        bool may = !what && wanted->piece <= wanted->l->facts->players;
        for (size_t i = 0; what && i < sizeof slots / sizeof *slots; i++)
            may |= term_arg(what, slots[i]) && may_name(wanted->l, term_arg(what, slots[i]), wanted->piece);
        if (may)
            return true;
    }
    return (term_is(t, LUD_move) || term_is(t, LUD_from_to)) && term_arg(t, SLOT_copy);
}

/* The kind and the state of what is at a place of the start position. */
static int start_kind(const Lower *l, int place, int64_t *state, int64_t *count)
{
    const IrField *field = l->game->field.at;
    int trait = l->sites->trait[TRAIT_STATE];
    *state = trait >= 0 ? field[trait].init[place] : 0;
    *count = l->facts->has_count ? field[l->sites->count].init[place] : 1;
    return (int)field[l->facts->stacks ? l->field->pile : l->sites->what].init[place];
}

static bool find_single(Lower *l, int piece, bool by_state)
{
    int64_t n = 0, state, other, count;
    int places = lw_dim_site(l).size * (l->facts->stacks ? STACK : 1);
    if (term_any(l->root, may_add, &(Wanted){l, piece}))
        return false;
    for (int s = 0; s < places; s++) {
        if (start_kind(l, s, &state, &count) != piece)
            continue;
        for (int k = 0; by_state && k < s; k++) {
            int64_t one;
            if (start_kind(l, k, &other, &one) == piece && other == state)
                by_state = false;
        }
        n += count;
        by_state = by_state && count == 1;
    }
    /* states stay with their pieces: nothing sets them, and no move drops them */
    return n <= 1 || (by_state && !l->facts->stacks && !lower_reads(l->root, LUD_set_state) && !lower_reads(l->root, LUD_flip));
}

/* The whole description answers, so each answer is kept. */
bool lower_single(Lower *l, int piece, bool by_state)
{
    enum { UNKNOWN, YES, NO };
    if (!l->facts->started)
        return false;
    if (!l->memo->single)
        l->memo->single = ARENA_ARRAY(l->arena, char, 2 * l->sym->component.n);
    char *known = &l->memo->single[2 * piece + by_state];
    if (*known == UNKNOWN)
        *known = find_single(l, piece, by_state) ? YES : NO;
    return *known == YES;
}
