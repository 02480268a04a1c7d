/* where.c - where a piece is: the first site, or the level, that has it. */
#include "frontend/lud/lower/values/where.h"

#include <string.h>

#include "frontend/lud/lower/state/stack_levels.h"
#include "frontend/lud/lower/state/order.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/traits.h"

/* ---- one piece or several -------------------------------------------------------------------- */

/* May a player have several of the pieces of that name?  `unknown`: without knowing which of
 * them came first. */
static bool several(Lower *l, const char *name, const Ir *player, bool by_state, bool unknown)
{
    int64_t only = -1;
    bool fixed = lower_is_const(player, &only);
    for (int p = fixed ? (int)only : 0; p >= 0 && p <= (fixed ? (int)only : l->facts->players + 1); p++) {
        int64_t piece = -1;
        if (lower_is_const(lower_piece_of_player(l, name, lw_int(l, p)), &piece) && piece > 0 &&
            !lower_single(l, (int)piece, by_state) && !(unknown && order_known(l, (int)piece)))
            return true;
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
    Ir *all = ir_k1(l->game, IR_OP_WHERE, l->facts->stacks ? l->field->pile : l->sites->what, lw_local(l, what));
    if (l->sym->container.n == 1 || l->facts->stacks) /* the board's come first */
        return all;
    return ir_op2(l->game, IR_OP_MAND, all, lw_board(l));
}

/* Those where the piece has that state. */
static Ir *in_state(Lower *l, Ir *places, int state)
{
    Ir *at = lw_local(l, lw_new_local(l, "at", l->facts->stacks ? lower_stack_level(l) : lower_site_type(l)));
    Ir *same = ir_op2(l->game, IR_OP_EQ, lw_at(l, l->sites->trait[TRAIT_STATE], at), lw_local(l, state));
    return ir_k2(l->game, IR_OP_FILTER, at->k, places, same);
}

Ir *lower_int_where_name(Lower *outer, const Term *t)
{
    Lower scope = *outer, *l = &scope;
    const bool whether = outer->mode.whether;
    const Term *name = name_in(t), *state = name ? term_arg(t, SLOT_state) : NULL;
    l->mode.whether = false;
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    const bool many = name && !whether && several(l, name->text, lower_int(l, term_arg(t, SLOT_player)), state != NULL, false);
    if (many && several(l, name->text, lower_int(l, term_arg(t, SLOT_player)), state != NULL, true))
        return lower_unsupported_int(l, t, "(where ..) of a piece of which there may be several");
    Ir *what = kind_asked(l, t), *in = state ? lower_int(l, state) : NULL;
    int w = lw_new_local(l, "piece", what->type), s = in ? lw_new_local(l, "state", in->type) : -1;
    Ir *places = in ? in_state(l, places_of(l, w), s) : places_of(l, w);
    Ir *site = many ? order_first(l, w, places) : ir_op1(l->game, IR_OP_FIRST, places);
    if (l->facts->stacks) {
        int first = lw_new_local(l, "first", site->type);
        int64_t most = l->sym->container.n > 1 ? (int64_t)l->sym->container.at[0].n * STACK : lower_stack_level(l).hi + 1;
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
    if (!lower_default_type(l, t))
        return lw_int(l, -1);
    if (from_top && !lower_is_const(lower_bool(l, from_top), &top))
        return lower_unsupported_int(l, from_top, "fromTop: that changes");
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
    if (l->sym->container.n > 1)
        known = ir_op2(l->game, IR_OP_AND, known, ir_op2(l->game, IR_OP_HAS, lw_local(l, site), lw_board(l)));
    level = ir_op3(l->game, IR_OP_SELECT, known, level, lw_int(l, -1));
    level = in ? ir_k2(l->game, IR_OP_LETX, s, in, level) : level;
    return ir_k2(l->game, IR_OP_LETX, site, at, ir_k2(l->game, IR_OP_LETX, w, what, level));
}
