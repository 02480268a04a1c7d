/* role.c - players and pieces by the names a description gives them. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/text/options.h"

Ir *lower_role(Lower *l, const Term *role)
{
    int fixed = role_fixed(l, role->text);
    if (fixed >= 0) {
        if (fixed > l->facts->players + 1)
            session_error(l->session, term_at(role), "%s: the game has %d players", role->text,
                          l->facts->players);
        return lw_int(l, fixed);
    }
    if (term_is_enum(role, "Mover"))
        return lw_get(l, l->field->mover);
    if (term_is_enum(role, "Next"))
        return lw_get(l, l->field->next);
    if (term_is_enum(role, "Prev"))
        return lw_get(l, l->field->prev);
    if (term_is_enum(role, "Player"))
        return lw_copy(l, l->it.player);
    if (role_is_team(role))
        return lower_team_number(l, role);
    return lower_unsupported_int(l, role, arena_printf(l->arena, "the role `%s` here", role->text));
}

/* All but the mover and what is everybody's. */
static Ir *non_mover(Lower *l)
{
    int known = ir_table_find(l->game, "nonshared");
    if (known < 0) {
        known = ir_table_add(l->game, "nonshared", ir_mask(l->sym->space_player), false, 0, NULL);
        for (int p = 0; p <= l->facts->players; p++)
            ir_mask_set(l->game->table.at[known].word, p);
    }
    Ir *mover = ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lw_get(l, l->field->mover));
    return ir_op2(l->game, IR_OP_MDIFF, ir_tab(l->game, known, 0, NULL), mover);
}

Ir *lower_role_set(Lower *l, const Term *role)
{
    if (!role || role_is_all(role))
        return ir_k0(l->game, IR_OP_ALL, l->sym->space_player);
    if (term_is_enum(role, "NonMover"))
        return non_mover(l);
    Ir *side = lower_team_role(l, role);
    return side ? side : ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lower_role(l, role));
}

int lower_component_by_name(Lower *l, const char *full_name)
{
    for (size_t c = 1; c < l->sym->component.n; c++)
        if (strcmp(l->sym->component.at[c].name, full_name) == 0)
            return (int)c;
    return 0;
}

/* Is that the name with the number of an owner behind it? */
static bool is_owned(const Lower *l, size_t c, const char *name)
{
    const char *full = l->sym->component.at[c].name;
    const size_t n = strlen(name);
    return l->sym->component.at[c].owner > 0 && !strncmp(full, name, n) && full[n] && strspn(full + n, "0123456789") == strlen(full + n);
}

/* Does the text in which it is written have that name, in quotes? */
static bool is_written(const Lower *l, const Term *term, const char *name)
{
    const Source *source = source_of(l->session->sources, term_at(term).lo);
    return source && strstr(source->text, arena_printf(l->arena, "\"%s\"", name));
}

/* The name with a number that the text does not have elsewhere, or else the first; NULL: no piece is named so. */
static const char *owned_name(const Lower *l, const Term *written)
{
    const char *first = NULL;
    for (size_t c = 1; c < l->sym->component.n; c++) {
        if (!is_owned(l, c, written->text))
            continue;
        const char *full = l->sym->component.at[c].name;
        if (!is_written(l, written, full))
            return full;
        first = first ? first : full;
    }
    return first;
}

/* The only piece of the same number whose name the text has nowhere else: it was named otherwise; NULL: none or several. */
static const char *renamed(const Lower *l, const Term *written)
{
    const char *only = NULL;
    const size_t n = strcspn(written->text, "0123456789");
    for (size_t c = 1; written->text[n] && c < l->sym->component.n; c++) {
        const char *full = l->sym->component.at[c].name;
        if (strcmp(full + strcspn(full, "0123456789"), written->text + n) != 0 || is_written(l, written, full))
            continue;
        if (only)
            return NULL;
        only = full;
    }
    return only;
}

/* What may have been meant: names of pieces end with the number of their owner. */
static void note_piece(Lower *l, const Term *written)
{
    const char *name = written->text;
    const char *full = owned_name(l, written);
    VEC(const char *) known = {0};
    if (full) {
        diag_note(l->session->diags, (Span){0, 0}, "pieces of players carry the number of their owner, as \"%s\"", full);
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(written), "\"%s\"", full);
        return;
    }
    for (size_t c = 1; c < l->sym->component.n; c++)
        vec_push(l->arena, &known, l->sym->component.at[c].name);
    const char *best = lud_nearest_name(name, known.at, known.n);
    best = best ? best : renamed(l, written);
    if (best) {
        diag_note(l->session->diags, (Span){0, 0}, "did you mean \"%s\"?", best);
        diag_fix(l->session->diags, FIX_INSTEAD, term_at(written), "\"%s\"", best);
    }
}

int lower_component_named(Lower *l, const Term *name)
{
    const int piece = lower_component_by_name(l, name->text);
    if (piece == 0) {
        session_error(l->session, term_at(name), "no piece is named `%s`", name->text);
        note_piece(l, name);
    }
    return piece;
}

/* The first piece whose name contains `name`, owned by `owner`; -1: none. */
static int piece_of_owner(Lower *l, const char *name, int owner)
{
    for (size_t c = 1; c < l->sym->component.n; c++)
        if (l->sym->component.at[c].owner == owner && strstr(l->sym->component.at[c].name, name))
            return (int)c;
    return -1;
}

/* $piece_NAME[player]; -1 where the player has none of that name. */
Ir *lower_piece_of_player(Lower *l, const char *name, Ir *player)
{
    IrDim dim = lw_dim_player(l);
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, dim.size);
    int64_t fixed;
    if (lower_is_const(player, &fixed))
        return lw_int(l, fixed >= 0 ? piece_of_owner(l, name, (int)fixed) : -1);
    for (int p = 0; p < dim.size; p++)
        value[p] = piece_of_owner(l, name, p);
    int table = lw_int_table(l, arena_printf(l->arena, "piece_%s", name), -1,
                             (int64_t)l->sym->component.n - 1, l->sym->space_piece, 1, &dim, value);
    return ir_tab(l->game, table, 1, &player);
}

Ir *lower_piece_of_role(Lower *l, const char *name, const Term *role)
{
    int fixed = role_fixed(l, role->text);
    if (fixed >= 0)
        return lw_int(l, piece_of_owner(l, name, fixed));
    IrDim dim = lw_dim_player(l);
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, dim.size);
    bool any = false;
    for (int p = 0; p < dim.size; p++) {
        value[p] = piece_of_owner(l, name, p);
        any |= value[p] >= 0;
    }
    if (!any)
        return lw_int(l, -1);
    int table = lw_int_table(l, arena_printf(l->arena, "piece_%s", name), -1,
                             (int64_t)l->sym->component.n - 1, l->sym->space_piece, 1, &dim, value);
    Ir *player = lower_role(l, role);
    return ir_tab(l->game, table, 1, &player);
}

Ir *pieces_named(Lower *l, const char *name)
{
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_piece));
    for (size_t c = 1; c < l->sym->component.n; c++)
        if (!name || strstr(l->sym->component.at[c].name, name))
            ir_mask_set(word, (int)c);
    const char *table_name = arena_printf(l->arena, "pieces_%s", name ? name : "all");
    int table = ir_table_find(l->game, table_name);
    if (table < 0) {
        table = ir_table_add(l->game, table_name, ir_mask(l->sym->space_piece), false, 0, NULL);
        memcpy(l->game->table.at[table].word, word,
               sizeof *word * (size_t)ir_words(l->game, l->sym->space_piece));
    }
    return ir_tab(l->game, table, 0, NULL);
}
