/* marks.c - end rules that applied are noted in the state; which pieces and phases there are; pieces of one name. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/core/ask.h"
#include "frontend/lud/lower/setup/marks.h"

#include <string.h>

#include "ir/offer/offer.h"

static TermWay count_end(const Term *t, void *n)
{
    *(int *)n += term_is(t, LUD_end_if) || term_is(t, LUD_end_for_each);
    return TERM_INTO;
}

void lower_marks_begin(Lower *l)
{
    l->field->marks = -1;
    if (!(l->facts->offers & IR_OFFER_MARKS))
        return;
    int n = 1; /* everybody passes */
    term_walk(term_arg(l->root, SLOT_rules), count_end, &n);
    const int space = ir_space_add(l->game, "mark", n);
    l->field->marks = ir_field_add(l->game, "marks", ir_mask(space), NULL);
}

/* Rules that are lowered for each player, or in each phase, share a mark. */
static size_t mark_of(Lower *l, const Term *t)
{
    for (size_t i = 0; i < l->sym->mark.n; i++)
        if (l->sym->mark.at[i] == t)
            return i;
    vec_push(l->arena, &l->sym->mark, t);
    return l->sym->mark.n - 1;
}

void lower_mark_end(Lower *l, const Term *t, Ir **block)
{
    const int field = l->field->marks;
    if (field < 0)
        return;
    const size_t mark = mark_of(l, t);
    const int space = l->game->field.at[field].elem.space;
    Ir *one = ir_k1(l->game, IR_OP_BITOF, space, lw_int(l, (int64_t)mark)), *set = ir_block(l->game);
    ir_append(l->game, &set, ir_put(l->game, field, NULL, ir_op2(l->game, IR_OP_MOR, lw_get(l, field), one)));
    ir_append(l->game, block, ir_if(l->game, ir_op1(l->game, IR_OP_NOT, lw_get(l, l->field->result.over)), set, NULL));
}

/* ---- what there is ----------------------------------------------------------------------- */

static void add_span(int32_t *to, const Term *t)
{
    to[0] = t ? (int32_t)term_at(t).lo : 0;
    to[1] = t ? (int32_t)term_at(t).hi : 0;
}

/* The players, and the word `rules`. */
static void game_places(Lower *l)
{
    const Term *players = term_arg(l->root, SLOT_players), *rules = term_arg(l->root, SLOT_rules);
    int32_t place[4];
    add_span(place, players);
    add_span(place + 2, rules);
    if (rules->ast->kind == AST_LIST && rules->ast->nkid) {
        place[2] = (int32_t)rules->ast->kid[0]->at.lo;
        place[3] = (int32_t)rules->ast->kid[0]->at.hi;
    }
    ir_data_add(l->game, "game place", 4, place);
}

static void end_places(Lower *l)
{
    int32_t *place = ARENA_ARRAY(l->arena, int32_t, 2 * l->sym->mark.n + 1);
    for (size_t i = 0; i < l->sym->mark.n; i++)
        add_span(place + 2 * i, l->sym->mark.at[i]);
    ir_data_add(l->game, "mark place", 2 * l->sym->mark.n, place);
}

static void phase_places(Lower *l)
{
    if (l->sym->phase.n < 2)
        return;
    const int space = ir_space_add(l->game, "phase name", (int)l->sym->phase.n);
    const char **label = ARENA_ARRAY(l->game->arena, const char *, l->sym->phase.n);
    int32_t *place = ARENA_ARRAY(l->arena, int32_t, 2 * l->sym->phase.n);
    for (size_t i = 0; i < l->sym->phase.n; i++) {
        label[i] = l->sym->phase.at[i].name;
        add_span(place + 2 * i, l->sym->phase.at[i].term);
    }
    l->game->space.at[space].label = label;
    ir_data_add(l->game, "phase place", 2 * l->sym->phase.n, place);
}

/* In the rules, and in what pieces themselves do. */
static bool is_named(const Lower *l, const char *name)
{
    if (lower_speaks_of(term_arg(l->root, SLOT_rules), name))
        return true;
    for (size_t c = 1; c < l->sym->component.n; c++) {
        const Term *item = l->sym->component.at[c].item;
        if (term_is(item, LUD_piece) && lower_speaks_of(term_arg(item, SLOT_moves), name))
            return true;
    }
    return false;
}

static void piece_places(Lower *l)
{
    int32_t *place = ARENA_ARRAY(l->arena, int32_t, 3 * l->sym->component.n);
    for (size_t c = 0; c < l->sym->component.n; c++) {
        const Component *piece = &l->sym->component.at[c];
        const bool own = term_is(piece->item, LUD_piece);
        add_span(place + 3 * c, own ? piece->item : NULL);
        place[3 * c + 2] = own && is_named(l, piece->name);
    }
    ir_data_add(l->game, "piece place", 3 * l->sym->component.n, place);
}

void lower_marks_end(Lower *l)
{
    if (l->field->marks < 0)
        return;
    const int space = l->game->field.at[l->field->marks].elem.space;
    lw_view_begin(l, "mark");
    IrType type = ir_int(0, l->game->space.at[space].size - 1);
    type.space = space;
    const int k = lw_new_local(l, "k", type);
    l->fn->nparam = 1;
    lw_view_end(l, ir_op2(l->game, IR_OP_HAS, lw_local(l, k), lw_get(l, l->field->marks)));
    game_places(l);
    end_places(l);
    phase_places(l);
    piece_places(l);
}

/* ---- warnings that need no game ----------------------------------------------------------- */

void lower_lints(Lower *l)
{
    for (size_t c = 1; c < l->sym->component.n; c++)
        for (size_t d = 1; d < c; d++) {
            const Component *first = &l->sym->component.at[d], *second = &l->sym->component.at[c];
            if (!term_is(first->item, LUD_piece) || !term_is(second->item, LUD_piece) || first->item == second->item ||
                strcmp(first->name, second->name) != 0)
                continue;
            diag_warning(l->session->diags, WARN_duplicate_piece, term_at(second->item),
                         "there is a piece `%s` already: rules that name it mean the first", second->name);
            diag_note(l->session->diags, term_at(first->item), "this is the first");
            break;
        }
}
