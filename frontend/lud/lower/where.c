/* where.c - where a piece is: the first site, or the level, that has it. */
#include "frontend/lud/lower/where.h"

#include <string.h>

#include "frontend/lud/lower/level.h"
#include "frontend/lud/lower/order.h"
#include "frontend/lud/lower/rule.h"
#include "frontend/lud/lower/stack.h"
#include "frontend/lud/lower/traits.h"

/* ---- one piece or several -------------------------------------------------------------------- */

/* Can the term name the piece, by its form? */
static bool may_name(Lower *l, const Term *t, int piece)
{
    if (t->kind == TERM_INT) {
        return t->number == piece;
    }
    if (t->kind == TERM_ARRAY) {
        for (uint32_t i = 0; i < t->n; i++) {
            if (may_name(l, t->slot[i], piece)) {
                return true;
            }
        }
        return false;
    }
    if (term_is(t, LUD_if_int)) {
        return may_name(l, term_arg(t, SLOT_yes), piece) || may_name(l, term_arg(t, SLOT_no), piece);
    }
    const bool kind = term_is(t, LUD_id_name) || (term_is(t, LUD_id_role) && !term_is_enum(term_arg(t, SLOT_role), "Player"));
    const Term *name = t->kind == TERM_STRING ? t : kind ? term_arg(t, SLOT_name) : NULL;
    return !name || strstr(l->component.at[piece].name, name->text);
}

/* May the game ever hold several of a piece?  Then which of them is found first depends
 * on the history. */
static bool may_add(Lower *l, const Term *t, int piece)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY)) {
        return false;
    }
    bool adds = term_is(t, LUD_add) || term_is(t, LUD_move_add);
    if (adds || term_is(t, LUD_promote) || term_is(t, LUD_move_promote)) {
        static const SlotName slots[] = {SLOT_name, SLOT_names, SLOT_id, SLOT_ids};
        const Term *what = term_arg(t, SLOT_piece);
        bool may = !what && piece <= l->players;
        for (size_t i = 0; what && i < sizeof slots / sizeof *slots; i++) {
            may |= term_arg(what, slots[i]) && may_name(l, term_arg(what, slots[i]), piece);
        }
        if (may) {
            return true;
        }
    }
    if ((t->id == LUD_move || t->id == LUD_from_to) && t->kind == TERM_LUDEME && term_arg(t, SLOT_copy)) {
        return true;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        if (may_add(l, t->slot[i], piece)) {
            return true;
        }
    }
    return false;
}

/* The kind and the state of what is at a place of the start position. */
static int start_kind(const Lower *l, int place, int64_t *state, int64_t *count)
{
    const IrField *field = l->game->field.at;
    int trait = l->field.trait[TRAIT_STATE];
    *state = trait >= 0 ? field[trait].init[place] : 0;
    *count = l->has_count ? field[l->field.count].init[place] : 1;
    return (int)field[l->stacks ? l->field.pile : l->field.what].init[place];
}

static bool find_single(Lower *l, int piece, bool by_state)
{
    int64_t n = 0, state, other, count;
    int places = lw_dim_site(l).size * (l->stacks ? STACK : 1);
    if (may_add(l, l->root, piece)) {
        return false;
    }
    for (int s = 0; s < places; s++) {
        if (start_kind(l, s, &state, &count) != piece) {
            continue;
        }
        for (int k = 0; by_state && k < s; k++) {
            int64_t one;
            if (start_kind(l, k, &other, &one) == piece && other == state) {
                by_state = false;
            }
        }
        n += count;
        by_state = by_state && count == 1;
    }
    /* states stay with their pieces: nothing sets them, and no move drops them */
    return n <= 1 || (by_state && !l->stacks && !lower_reads(l->root, LUD_set_state) && !lower_reads(l->root, LUD_flip));
}

/* The whole description answers, so each answer is kept. */
bool lower_single(Lower *l, int piece, bool by_state)
{
    enum { UNKNOWN, YES, NO };
    if (!l->started) {
        return false;
    }
    if (!l->single) {
        l->single = ARENA_ARRAY(l->arena, char, 2 * l->component.n);
    }
    char *known = &l->single[2 * piece + by_state];
    if (*known == UNKNOWN) {
        *known = find_single(l, piece, by_state) ? YES : NO;
    }
    return *known == YES;
}

/* May a player have several of the pieces of that name?  `unknown`: without knowing which of
 * them came first. */
static bool several(Lower *l, const char *name, const Ir *player, bool by_state, bool unknown)
{
    int64_t only = -1;
    bool fixed = lower_is_const(player, &only);
    for (int p = fixed ? (int)only : 0; p >= 0 && p <= (fixed ? (int)only : l->players + 1); p++) {
        int64_t piece = -1;
        if (lower_is_const(lower_piece_of_player(l, name, lw_int(l, p)), &piece) && piece > 0 &&
            !lower_single(l, (int)piece, by_state) && !(unknown && order_known(l, (int)piece))) {
            return true;
        }
    }
    return false;
}

/* ---- sites ------------------------------------------------------------------------------------- */

/* The name in a row that has one; NULL: the row has a number instead. */
static const Term *name_in(const Term *t)
{
    bool named = t->id == LUD_where_name || t->id == LUD_where_level_name;
    return named ? term_arg(t, SLOT_piece) : NULL;
}

/* The number of the piece that the row names, or that it gives. */
static Ir *kind_asked(Lower *l, const Term *t)
{
    const Term *name = name_in(t);
    return name ? lower_piece_of_player(l, name->text, lower_int(l, term_arg(t, SLOT_player)))
                : lower_int(l, term_arg(t, SLOT_what));
}

/* The sites of the board, or places in its stacks, that hold the piece. */
static Ir *places_of(Lower *l, int what)
{
    Ir *all = ir_k1(l->game, IR_OP_WHERE, l->stacks ? l->field.pile : l->field.what, lw_local(l, what));
    if (l->container.n == 1 || l->stacks) { /* the board's come first */
        return all;
    }
    return ir_op2(l->game, IR_OP_MAND, all, lw_board(l));
}

/* Those where the piece has that state. */
static Ir *in_state(Lower *l, Ir *places, int state)
{
    Ir *at = lw_local(l, lw_new_local(l, "at", l->stacks ? lower_stack_level(l) : lower_site_type(l)));
    Ir *same = ir_op2(l->game, IR_OP_EQ, lw_at(l, l->field.trait[TRAIT_STATE], at), lw_local(l, state));
    return ir_k2(l->game, IR_OP_FILTER, at->k, places, same);
}

Ir *lower_int_where_name(Lower *l, const Term *t)
{
    const bool whether = l->whether;
    const Term *name = name_in(t), *state = name ? term_arg(t, SLOT_state) : NULL;
    l->whether = false;
    if (!lower_default_type(l, t)) {
        return lw_int(l, 0);
    }
    const bool many = name && !whether && several(l, name->text, lower_int(l, term_arg(t, SLOT_player)), state != NULL, false);
    if (many && several(l, name->text, lower_int(l, term_arg(t, SLOT_player)), state != NULL, true)) {
        return lower_unsupported_int(l, t, "(where ..) of a piece of which there may be several");
    }
    Ir *what = kind_asked(l, t), *in = state ? lower_int(l, state) : NULL;
    int w = lw_new_local(l, "piece", what->type), s = in ? lw_new_local(l, "state", in->type) : -1;
    Ir *places = in ? in_state(l, places_of(l, w), s) : places_of(l, w);
    Ir *site = many ? order_first(l, w, places) : ir_op1(l->game, IR_OP_FIRST, places);
    if (l->stacks) {
        int first = lw_new_local(l, "first", site->type);
        int64_t most = l->container.n > 1 ? (int64_t)l->container.at[0].n * STACK : lower_stack_level(l).hi + 1;
        Ir *on = ir_op2(l->game, IR_OP_GE, lw_local(l, first), lw_int(l, 0));
        on = ir_op2(l->game, IR_OP_AND, on, ir_op2(l->game, IR_OP_LT, lw_local(l, first), lw_int(l, most)));
        Ir *its = ir_op2(l->game, IR_OP_DIV, lw_local(l, first), lw_int(l, STACK));
        site = ir_k2(l->game, IR_OP_LETX, first, site, ir_op3(l->game, IR_OP_SELECT, on, its, lw_int(l, -1)));
    }
    if (what->type.lo <= 0) {
        Ir *some = ir_op2(l->game, IR_OP_GT, lw_local(l, w), lw_int(l, 0));
        site = ir_op3(l->game, IR_OP_SELECT, some, site, lw_int(l, -1));
    }
    site = in ? ir_k2(l->game, IR_OP_LETX, s, in, site) : site;
    return ir_k2(l->game, IR_OP_LETX, w, what, site);
}

/* ---- levels ------------------------------------------------------------------------------------ */

/* The highest level of the site that has the piece, or the lowest. */
Ir *lower_int_where_level_name(Lower *l, const Term *t)
{
    const Term *from_top = term_arg(t, SLOT_fromTop), *state = name_in(t) ? term_arg(t, SLOT_state) : NULL;
    int64_t top = 1;
    if (!lower_default_type(l, t)) {
        return lw_int(l, -1);
    }
    if (from_top && !lower_is_const(lower_bool(l, from_top), &top)) {
        return lower_unsupported_int(l, from_top, "fromTop: that changes");
    }
    Ir *what = kind_asked(l, t), *at = lower_int(l, term_arg(t, SLOT_at)), *in = state ? lower_int(l, state) : NULL;
    int w = lw_new_local(l, "piece", what->type), site = lw_new_local(l, "site", at->type);
    int s = in ? lw_new_local(l, "state", in->type) : -1, x = lw_new_local(l, "level", lower_tier(l));
    Ir *same = ir_op2(l->game, IR_OP_EQ, lw_piece_at(l, lw_local(l, site), lw_local(l, x)), lw_local(l, w));
    if (in) {
        Ir *has = stack_trait(l, TRAIT_STATE, lw_local(l, site), lw_local(l, x));
        same = ir_op2(l->game, IR_OP_AND, same, ir_op2(l->game, IR_OP_EQ, has, lw_local(l, s)));
    }
    Ir *levels = ir_k2(l->game, IR_OP_FILTER, x, ir_k0(l->game, IR_OP_ALL, lower_tier(l).space), same);
    Ir *level = top ? lower_highest(l, levels) : ir_op1(l->game, IR_OP_FIRST, levels);
    Ir *known = ir_op2(l->game, IR_OP_GT, lw_local(l, w), lw_int(l, 0));
    if (l->container.n > 1) {
        known = ir_op2(l->game, IR_OP_AND, known, ir_op2(l->game, IR_OP_HAS, lw_local(l, site), lw_board(l)));
    }
    level = ir_op3(l->game, IR_OP_SELECT, known, level, lw_int(l, -1));
    level = in ? ir_k2(l->game, IR_OP_LETX, s, in, level) : level;
    return ir_k2(l->game, IR_OP_LETX, site, at, ir_k2(l->game, IR_OP_LETX, w, what, level));
}
