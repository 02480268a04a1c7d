/* bool.c - conditions. */
#include <string.h>

#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/values/group.h"
#include "frontend/lud/lower/state/hidden.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/core/outline.h"
#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/state/vote.h"
#include "frontend/lud/lower/values/occupied.h"
#include "frontend/lud/lower/core/site_type.h"

/* Compared with Off, it does not matter which of several pieces is found. */
static Ir *compared(Lower *l, const Term *t, const Term *with)
{
    int64_t value;
    Lower in = *l;
    in.mode.whether = term_is(t, LUD_where_name) && lower_const_int(&in, with, &value) && value == -1;
    return lower_int(&in, t);
}

/* Steps that are counted, to see whether they are infinitely many. */
static bool is_endless(Lower *l, const Term *steps, const Term *with)
{
    int64_t value;
    return term_is(steps, LUD_count_steps) && term_arg(steps, SLOT_step) && lower_const_int(l, with, &value) && value == INFINITELY_MANY;
}

static Ir *compare(Lower *l, const Term *t, IrOp op)
{
    const Term *a = term_arg(t, SLOT_a), *b = term_arg(t, SLOT_b);
    if ((op == IR_OP_EQ || op == IR_OP_NE) && (is_endless(l, a, b) || is_endless(l, b, a))) {
        Ir *reached = lower_is_reached(l, is_endless(l, a, b) ? a : b);
        return op == IR_OP_NE ? reached : ir_op1(l->game, IR_OP_NOT, reached);
    }
    Ir *of_variables = lower_puzzle_compare(l, t, op);
    return of_variables ? of_variables : ir_op2(l->game, op, compared(l, a, b), compared(l, b, a));
}

static Ir *connective(Lower *l, const Term *t, IrOp op)
{
    return ir_op2(l->game, op, lower_bool(l, term_arg(t, SLOT_a)), lower_bool(l, term_arg(t, SLOT_b)));
}

static Ir *connective_list(Lower *l, const Term *t, IrOp op)
{
    Ir *all = lower_list(l, op, term_arg(t, SLOT_list), lower_bool);
    return all ? all : lw_int(l, op == IR_OP_AND);
}

Ir *lower_bool_and_bool(Lower *l, const Term *t) { return connective(l, t, IR_OP_AND); }
Ir *lower_bool_or_bool(Lower *l, const Term *t) { return connective(l, t, IR_OP_OR); }
Ir *lower_bool_xor(Lower *l, const Term *t) { return connective(l, t, IR_OP_NE); }
Ir *lower_bool_and_bool_list(Lower *l, const Term *t) { return connective_list(l, t, IR_OP_AND); }
Ir *lower_bool_or_bool_list(Lower *l, const Term *t) { return connective_list(l, t, IR_OP_OR); }
Ir *lower_bool_not(Lower *l, const Term *t) { return ir_op1(l->game, IR_OP_NOT, lower_bool(l, term_arg(t, SLOT_a))); }
Ir *lower_bool_eq_int(Lower *l, const Term *t) { return compare(l, t, IR_OP_EQ); }
Ir *lower_bool_ne_int(Lower *l, const Term *t) { return compare(l, t, IR_OP_NE); }
Ir *lower_bool_lt(Lower *l, const Term *t) { return compare(l, t, IR_OP_LT); }
Ir *lower_bool_le(Lower *l, const Term *t) { return compare(l, t, IR_OP_LE); }
Ir *lower_bool_gt(Lower *l, const Term *t) { return compare(l, t, IR_OP_GT); }
Ir *lower_bool_ge(Lower *l, const Term *t) { return compare(l, t, IR_OP_GE); }
Ir *lower_bool_eq_region(Lower *l, const Term *t) { return lower_region_pair(l, t, IR_OP_EQ); }
Ir *lower_bool_ne_region(Lower *l, const Term *t) { return lower_region_pair(l, t, IR_OP_NE); }

Ir *lower_bool_if_bool(Lower *l, const Term *t)
{
    const Term *no = term_arg(t, SLOT_no);
    Ir *cond = lower_bool(l, term_arg(t, SLOT_cond));
    Ir *yes = lower_bool(l, term_arg(t, SLOT_yes));
    return no ? ir_op3(l->game, IR_OP_SELECT, cond, yes, lower_bool(l, no)) : lw_both(l, cond, yes);
}

/* ---- players ---------------------------------------------------------------------- */

/* A role of a player that the game does not have is nobody, and no mistake: defines are
 * written for any number of players. */
static bool nobody(Lower *l, const Term *player)
{
    return player->kind == TERM_ENUM && role_fixed(l, player->text) > l->facts->players + 1;
}

static Ir *player_is(Lower *l, const Term *t, int field)
{
    if (nobody(l, term_arg(t, SLOT_player)))
        return lw_int(l, 0);
    Ir *player = lower_int(l, term_arg(t, SLOT_player));
    return ir_op2(l->game, IR_OP_EQ, player, lw_get(l, field));
}

static Ir *movers_team(Lower *l)
{
    return lower_team(l, lower_team_of(l, lw_get(l, l->field->mover)));
}

Ir *lower_bool_is_friend(Lower *l, const Term *t)
{
    return lower_has_teams(l) ? lw_has(l, lower_int(l, term_arg(t, SLOT_player)), movers_team(l))
                              : player_is(l, t, l->field->mover);
}

Ir *lower_bool_is_enemy(Lower *l, const Term *t)
{
    Ir *player = lower_int(l, term_arg(t, SLOT_player));
    if (lower_has_teams(l)) {
        Ir *others = ir_k0(l->game, IR_OP_ALL, l->sym->space_player);
        others = ir_op2(l->game, IR_OP_MDIFF, others, ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lw_int(l, 0)));
        return lw_has(l, player, ir_op2(l->game, IR_OP_MDIFF, others, movers_team(l)));
    }
    Ir *somebody = ir_op2(l->game, IR_OP_NE, lw_copy(l, player), lw_int(l, 0));
    return lw_both(l, somebody, ir_op2(l->game, IR_OP_NE, player, lw_get(l, l->field->mover)));
}

/* Turns of one pass each in a row, the last move included. */
static Ir *idle_turns(Lower *l)
{
    return l->mode.after_move ? lower_idle_turns(l) : lw_get(l, l->field->passes);
}

Ir *lower_bool_is_mover(Lower *l, const Term *t) { return player_is(l, t, l->field->mover); }
Ir *lower_bool_is_next(Lower *l, const Term *t) { return player_is(l, t, l->field->next); }
Ir *lower_bool_is_prev(Lower *l, const Term *t) { return player_is(l, t, l->field->prev); }

Ir *lower_bool_is_active(Lower *l, const Term *t)
{
    Ir *player = lower_int(l, term_arg(t, SLOT_player));
    return ir_op2(l->game, IR_OP_HAS, player, lw_get(l, l->field->result.active));
}

Ir *lower_bool_is_triggered(Lower *l, const Term *t)
{
    Ir *player = lower_int(l, term_arg(t, SLOT_player));
    Ir *active = ir_op2(l->game, IR_OP_HAS, player, lw_get(l, l->field->result.active));
    return lw_both(l, active, ir_op2(l->game, IR_OP_HAS, lw_copy(l, player), lw_get(l, l->field->triggered)));
}

Ir *lower_bool_was_pass(Lower *l, const Term *t)
{
    (void)t;
    return lw_get(l, l->field->passing);
}

Ir *lower_bool_all_passed(Lower *l, const Term *t)
{
    (void)t;
    return ir_op2(l->game, IR_OP_GE, idle_turns(l), lw_int(l, l->facts->players));
}

/* ---- sites ------------------------------------------------------------------------ */

Ir *lower_bool_is_empty(Lower *l, const Term *t)
{
    if (!lower_default_type(l, t) || lower_type_hidden_by_hands(l, t))
        return lw_int(l, 0);
    Ir *site = lower_int(l, term_arg(t, SLOT_site));
    Ir *what = lw_at(l, l->sites->what, lw_copy(l, site));
    Ir *empty = ir_op2(l->game, IR_OP_EQ, what, lw_int(l, 0));
    return lw_guarded(l, site, empty);
}

Ir *lower_bool_is_occupied(Lower *l, const Term *t)
{
    if (!lower_default_type(l, t) || lower_type_hidden_by_hands(l, t))
        return lw_int(l, 0);
    if (lower_type_crowded(l, false)) /* the last ones are never occupied, for the reference */
        lower_unsupported(l, t, "(is Occupied ..) of sites with numbers that the board's own do not have");
    Ir *site = lower_int(l, term_arg(t, SLOT_site));
    return ir_op2(l->game, IR_OP_NE, lw_what(l, site), lw_int(l, 0));
}

Ir *lower_bool_is_in(Lower *l, const Term *t)
{
    const Term *region = term_arg(t, SLOT_region), *sites = term_arg(t, SLOT_sites);
    Ir *among = lower_among_numbers(l, t);
    if (among)
        return among;
    if (!sites) {
        const Term *site = term_arg(t, SLOT_site);
        l->notes->unset_read |= !site && !l->it.to;
        Ir *at = site ? lower_int(l, site) : lw_copy(l, l->it.to);
        return lw_has(l, at, lower_region(l, region));
    }
    Ir *value = lw_int(l, 1);
    for (uint32_t i = 0; i < sites->n; i++) {
        Ir *in = lw_has(l, lower_int(l, sites->slot[i]), lower_region(l, region));
        value = i ? lw_both(l, value, in) : in;
    }
    return value;
}

Ir *lower_bool_all_sites(Lower *l, const Term *t)
{
    Ir *region = lower_region(l, term_arg(t, SLOT_region));
    const Term *cond = term_arg(t, SLOT_if);
    Lower in = *l;
    in.mode.site_in_hand = lower_in_hand(&in, term_arg(t, SLOT_region));
    Ir *holds = lower_filter(&in, region, cond, ITER_SITE);
    if (holds->op == IR_OP_FILTER) { /* none of the others */
        holds->a[1] = ir_op1(l->game, IR_OP_NOT, holds->a[1]);
        return ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, holds));
    }
    return ir_op2(l->game, IR_OP_EQ, holds, lower_region(l, term_arg(t, SLOT_region)));
}

Ir *lower_bool_no_pieces(Lower *l, const Term *t)
{
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    Ir *pieces = l->facts->stacks ? lower_stack_pieces(l, t) : lower_pieces_where(l, t);
    return ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, pieces));
}

/* Some piece of that kind is in the region. */
Ir *lower_bool_is_within(Lower *l, const Term *t)
{
    const Term *what = term_arg(t, SLOT_what), *at = term_arg(t, SLOT_at), *in = term_arg(t, SLOT_in);
    if (!what || (!at && !in) || term_arg(t, SLOT_moves) || !lower_default_type(l, t)) {
        lower_unsupported(l, t, "this form of (is Within ..)");
        return lw_int(l, 0);
    }
    Ir *kind = lower_int(l, what);
    Ir *such = l->facts->stacks ? lower_on_any_level(l, kind) : ir_k1(l->game, IR_OP_WHERE, l->sites->what, kind);
    return in ? ir_op1(l->game, IR_OP_ANY, ir_op2(l->game, IR_OP_MAND, such, lower_region(l, in)))
              : ir_op2(l->game, IR_OP_HAS, lower_int(l, at), such);
}

/* All sites satisfy the condition, and there are as many kinds of pieces as sites. */
static Ir *all_different(Lower *l, const Term *t)
{
    if (l->facts->stacks || lower_in_hand(l, term_arg(t, SLOT_region))) {
        lower_unsupported(l, t, "(all Different ..) of a hand or with stacks");
        return lw_int(l, 0);
    }
    int all = lw_new_local(l, "all", ir_mask(l->sym->space_site)), s = lw_new_local(l, "s", lower_site_type(l));
    Ir *holding = lower_filter(l, lw_local(l, all), term_arg(t, SLOT_if), ITER_SITE);
    Ir *kind = ir_k1(l->game, IR_OP_BITOF, l->sym->space_piece, lw_at(l, l->sites->what, lw_local(l, s)));
    Ir *kinds = ir_op1(l->game, IR_OP_COUNT, ir_k2(l->game, IR_OP_UNION, s, lw_local(l, all), kind));
    Ir *number = ir_op1(l->game, IR_OP_COUNT, lw_local(l, all));
    Ir *hold = ir_op2(l->game, IR_OP_EQ, ir_op1(l->game, IR_OP_COUNT, holding), lw_copy(l, number));
    Ir *differ = ir_op2(l->game, IR_OP_EQ, kinds, number);
    return ir_k2(l->game, IR_OP_LETX, all, lower_region(l, term_arg(t, SLOT_region)), lw_both(l, hold, differ));
}

/* No site directly below is empty. */
Ir *lower_bool_is_flat(Lower *l, const Term *t)
{
    const Term *value = term_arg(t, SLOT_value);
    if (l->board->use != SITE_VERTEX || l->sym->container.n < 1) {
        lower_unsupported(l, t, "(is Flat ..) but on vertices");
        return lw_int(l, 0);
    }
    l->notes->unset_read |= !value && !l->it.to;
    Ir *site = value ? lower_int(l, value) : lw_copy(l, l->it.to);
    Ir *below = lw_vec_at(l, lower_adjacency_class(l, REL_DOWNWARD), site);
    Ir *holes = ir_op2(l->game, IR_OP_MDIFF, below, lw_occupied(l));
    return ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, holes));
}

/* With stacks: one of the sites has just these pieces, the lowest first.  Where no sites are
 * named, the search ends at the first one with another number of pieces. */
static Ir *is_stack(Lower *l, const Term *t)
{
    const Term *wanted = term_arg(t, SLOT_configuration), *sites = term_arg(t, SLOT_specificSites);
    const Term *one = term_arg(t, SLOT_specificSite);
    if (l->board->use != SITE_CELL || term_arg(t, SLOT_container) || term_arg(t, SLOT_containerName)) {
        lower_unsupported(l, t, "(is Target ..) with stacks, but on the cells of the board");
        return lw_int(l, 0);
    }
    Ir *any = lw_int(l, 0);
    uint32_t n = sites ? sites->n : one ? 1 : (uint32_t)l->sites->layer->n;
    for (uint32_t k = n; k-- > 0;) {
        const Term *site = sites ? sites->slot[k] : one;
        int64_t at = site ? site->number : (int64_t)k;
        if (at < 0 || at >= lw_dim_site(l).size) {
            lower_no_site(l, site ? site : t, at);
            return any;
        }
        Ir *high = ir_op2(l->game, IR_OP_EQ, lw_height(l, lw_int(l, at)), lw_int(l, wanted->n)), *all = lw_int(l, 1);
        for (uint32_t i = 0; i < wanted->n; i++) {
            Ir *piece = lw_piece_at(l, lw_int(l, at), lw_int(l, i));
            all = lw_both(l, all, ir_op2(l->game, IR_OP_EQ, piece, lw_int(l, wanted->slot[i]->number)));
        }
        any = site ? ir_op2(l->game, IR_OP_OR, lw_both(l, high, all), any)
                   : lw_both(l, high, ir_op2(l->game, IR_OP_OR, all, any));
    }
    return any;
}

/* The pieces on all sites of the board, or on those listed. */
static Ir *is_target(Lower *l, const Term *t)
{
    const Term *wanted = term_arg(t, SLOT_configuration), *sites = term_arg(t, SLOT_specificSites);
    const Term *one = term_arg(t, SLOT_specificSite);
    uint32_t n = sites ? sites->n : one ? 1 : (uint32_t)l->board->layer[SITE_CELL].n;
    if (term_arg(t, SLOT_container) || term_arg(t, SLOT_containerName)) {
        lower_unsupported(l, t, "(is Target ..) of a container");
        return lw_int(l, 0);
    }
    Ir *all = lw_int(l, n == wanted->n);
    for (uint32_t i = 0; i < wanted->n && n == wanted->n; i++) {
        const Term *site = sites ? sites->slot[i] : one;
        int64_t at = site ? site->number : (int64_t)i;
        if (at < 0 || at >= lw_dim_site(l).size) {
            lower_no_site(l, site ? site : t, at);
            return all;
        }
        Ir *what = lw_at(l, l->sites->what, lw_int(l, at));
        Ir *there = ir_op2(l->game, IR_OP_EQ, what, lw_int(l, wanted->slot[i]->number));
        all = i ? lw_both(l, all, there) : there;
    }
    return all;
}

static Ir *is_full(Lower *l)
{
    return ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, lw_empty(l)));
}

static Ir *parity(Lower *l, const Term *t, int64_t odd)
{
    const Term *value = term_arg(t, SLOT_value);
    Ir *n = value ? lower_int(l, value) : lw_copy(l, l->it.to);
    Ir *rest = ir_op1(l->game, IR_OP_ABS, ir_op2(l->game, IR_OP_MOD, n, lw_int(l, 2)));
    return ir_op2(l->game, IR_OP_EQ, rest, lw_int(l, odd));
}

Ir *lower_bool_is_related(Lower *l, const Term *t)
{
    static const struct {
        const char *name;
        Relation relation;
    } names[] = {{"All", REL_ALL}, {"Adjacent", REL_ADJACENT}, {"Orthogonal", REL_ORTHOGONAL},
                 {"Diagonal", REL_DIAGONAL}, {"OffDiagonal", REL_OFF_DIAGONAL}};
    const Term *relation = term_arg(t, SLOT_relation), *site2 = term_arg(t, SLOT_site2);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (term_is_enum(relation, names[i].name)) {
            Ir *adjacent = lower_adjacency_class(l, names[i].relation);
            Ir *around = lw_vec_at(l, adjacent, lower_int(l, term_arg(t, SLOT_site)));
            if (site2)
                return ir_op2(l->game, IR_OP_HAS, lower_int(l, site2), around);
            Ir *meet = ir_op2(l->game, IR_OP_MAND, around, lower_region(l, term_arg(t, SLOT_region)));
            return ir_op1(l->game, IR_OP_ANY, meet);
        }
    }
    lower_unsupported(l, relation, "this relation");
    return lw_int(l, 0);
}

static Ir *last_type(Lower *l, const Term *t, int field)
{
    if (field < 0) {
        lower_unsupported(l, t, "the type of the last move's site in such a game");
        return lw_int(l, 0);
    }
    int64_t type = (int64_t)site_type_named(term_arg(t, SLOT_type));
    return ir_op2(l->game, IR_OP_EQ, lw_get(l, field), lw_int(l, type));
}

Ir *lower_bool_all_different(Lower *l, const Term *t) { return all_different(l, t); }
Ir *lower_bool_is_target(Lower *l, const Term *t) { return l->facts->stacks ? is_stack(l, t) : is_target(l, t); }

Ir *lower_bool_is_full(Lower *l, const Term *t)
{
    (void)t;
    return is_full(l);
}

Ir *lower_bool_is_odd(Lower *l, const Term *t) { return parity(l, t, 1); }
Ir *lower_bool_is_even(Lower *l, const Term *t) { return parity(l, t, 0); }
Ir *lower_bool_is_spanning_tree(Lower *l, const Term *t) { return lower_bool_is_tree(l, t); }

Ir *lower_bool_is_repeat(Lower *l, const Term *t)
{
    (void)t;
    return lower_is_repeat(l);
}

Ir *lower_bool_is_cycle(Lower *l, const Term *t)
{
    (void)t;
    return lower_is_cycle(l);
}

Ir *lower_bool_is_last_from(Lower *l, const Term *t) { return last_type(l, t, l->field->last.type_from); }
Ir *lower_bool_is_last_to(Lower *l, const Term *t) { return last_type(l, t, l->field->last.type_to); }
