/* int.c - numbers: positions, players, counts and arithmetic. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/values/group.h"
#include "frontend/lud/lower/state/stack_levels.h"
#include "frontend/lud/lower/core/outline.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/state/random.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/state/team.h"
#include "frontend/lud/lower/geometry/track.h"
#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/lower/values/where.h"
#include "frontend/lud/lower/core/site_type.h"

/* A table over sites of a number the board knows: row, column, phase, layer. */
static Ir *site_number(Lower *l, const Term *t, const char *name)
{
    int sites = lw_dim_site(l).size;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, sites);
    int32_t most = 0;
    for (int s = 0; s < l->sites->layer->n; s++) {
        const BoardSite *site = &l->sites->layer->site[s];
        value[s] = strcmp(name, "row") == 0      ? site->row
                   : strcmp(name, "column") == 0 ? site->column
                   : strcmp(name, "layer") == 0  ? site->layer
                                                 : site->phase;
        most = value[s] > most ? value[s] : most;
    }
    IrDim dim = lw_dim_site(l);
    int table = lw_int_table(l, name, 0, most, IR_NOSPACE, 1, &dim, value);
    Ir *of = lower_int(l, term_arg(t, SLOT_of));
    Ir *read = ir_tab(l->game, table, 1, &of);
    if (of->type.lo >= 0)
        return read;
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, of), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, read, lw_int(l, -1));
}

Ir *lower_int_coord(Lower *l, const Term *t)
{
    const Term *coord = term_arg(t, SLOT_coord);
    int site = board_find_label(l->sites->layer, coord->text);
    if (site < 0) {
        session_error(l->session, term_at(coord), "the board has no site labelled `%s`", coord->text);
        lower_near_label(l, coord);
    }
    return lw_int(l, site);
}

/* $at[row][column]: the first site there. */
Ir *lower_int_coord_rc(Lower *l, const Term *t)
{
    IrDim dim[2] = {lw_dim(l->sites->layer->nrow), lw_dim(l->sites->layer->ncolumn)};
    int rows = dim[0].size, columns = dim[1].size;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, rows * columns);
    if (!lower_default_type(l, t))
        return lw_int(l, -1);
    for (int i = 0; i < rows * columns; i++)
        value[i] = -1;
    for (int s = l->sites->layer->n; s-- > 0;)
        value[l->sites->layer->site[s].row * columns + l->sites->layer->site[s].column] = s;
    int table = lw_int_table(l, "at", -1, l->sites->layer->n - 1, l->sym->space_site, 2, dim, value);
    Ir *row = lower_int(l, term_arg(t, SLOT_row)), *column = lower_int(l, term_arg(t, SLOT_column));
    int r = lw_new_local(l, "row", row->type), c = lw_new_local(l, "column", column->type);
    Ir *index[2] = {lw_local(l, r), lw_local(l, c)};
    Ir *site = ir_tab(l->game, table, 2, index);
    for (int i = 0; i < 2; i++) {
        Ir *low = ir_op2(l->game, IR_OP_GE, lw_copy(l, index[i]), lw_int(l, 0));
        Ir *high = ir_op2(l->game, IR_OP_LT, lw_copy(l, index[i]), lw_int(l, dim[i].size));
        site = ir_op3(l->game, IR_OP_SELECT, ir_op2(l->game, IR_OP_AND, low, high), site, lw_int(l, -1));
    }
    return ir_k2(l->game, IR_OP_LETX, r, row, ir_k2(l->game, IR_OP_LETX, c, column, site));
}

/* Is the number one that tables of players have?  NULL: surely. */
static Ir *lower_is_player(Lower *l, const Ir *player)
{
    const int64_t last = lw_dim_player(l).size - 1;
    if (player->type.lo >= 0 && player->type.hi <= last)
        return NULL;
    Ir *low = ir_op2(l->game, IR_OP_GE, lw_copy(l, player), lw_int(l, 0));
    Ir *high = ir_op2(l->game, IR_OP_LE, lw_copy(l, player), lw_int(l, last));
    return lower_fold_int(l, ir_op2(l->game, IR_OP_AND, low, high));
}

Ir *lower_int_hand_site(Lower *l, const Term *t)
{
    const Term *offset = term_arg(t, SLOT_site);
    Ir *player = lower_int(l, term_arg(t, SLOT_player));
    IrDim dim = lw_dim_player(l);
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, dim.size);
    for (int p = 0; p < dim.size; p++) {
        value[p] = -1;
        for (size_t c = l->sym->container.n; c-- > 0;)
            if (l->sym->container.at[c].hand && l->sym->container.at[c].owner == p)
                value[p] = l->sym->container.at[c].from;
    }
    int table = lw_int_table(l, "hand", -1, lw_dim_site(l).size - 1, l->sym->space_site, 1, &dim, value);
    Ir *inside = lower_is_player(l, player);
    int64_t known;
    if (inside && lower_is_const(inside, &known) && !known)
        return lw_int(l, -1);
    Ir *site = ir_tab(l->game, table, 1, &player);
    site = offset ? ir_op2(l->game, IR_OP_ADD, site, lower_int(l, offset)) : site;
    return inside ? ir_op3(l->game, IR_OP_SELECT, inside, site, lw_int(l, -1)) : site;
}

Ir *lower_int_id_name(Lower *l, const Term *t)
{
    const Term *name = term_arg(t, SLOT_name);
    int c = lower_component_by_name(l, name->text);
    if (c > 0)
        return lw_int(l, c);
    for (size_t i = 0; i < l->sym->container.n; i++)
        if (strcmp(l->sym->container.at[i].name, name->text) == 0)
            return lw_int(l, (int64_t)i);
    session_error(l->session, term_at(name), "no piece or container is named `%s`", name->text);
    return lw_int(l, 0);
}

/* Ludii looks for the pieces of one player of eight, of the shared ones and the neutral ones; of another role there
 * are none.  `Player` is the number of the player whom a loop is at, whatever the name. */
Ir *lower_int_id_role(Lower *l, const Term *t)
{
    const Term *name = term_arg(t, SLOT_name), *role = term_arg(t, SLOT_role);
    if (!name || term_is_enum(role, "Player"))
        return lower_role(l, role);
    const bool none = role_is_team(role) || role_is_all(role) || term_is_enum(role, "Each") || atoi(role->text + 1) > 8;
    return none ? lw_int(l, -1) : lower_piece_of_role(l, name->text, role);
}

/* ---- counts -------------------------------------------------------------------- */

/* Number of pieces on the sites of a mask. */
static Ir *pieces_on(Lower *l, Ir *sites)
{
    if (l->facts->stacks)
        return lower_stack_sum(l, sites);
    if (!l->facts->has_count)
        return ir_op1(l->game, IR_OP_COUNT, sites);
    int s = lw_new_local(l, "s", ir_site(l->game, l->sym->space_site));
    return ir_k2(l->game, IR_OP_SUM, s, sites, lw_at(l, l->sites->count, lw_local(l, s)));
}

Ir *lower_int_count_sites(Lower *l, const Term *t)
{
    const Term *in = term_arg(t, SLOT_in), *name = term_arg(t, SLOT_name);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    if (in)
        return ir_op1(l->game, IR_OP_COUNT, lower_region(l, in));
    if (name) {
        for (size_t i = 0; i < l->sym->container.n; i++)
            if (strcmp(l->sym->container.at[i].name, name->text) == 0)
                return lw_int(l, l->sym->container.at[i].n);
    }
    return lower_unsupported_int(l, t, "this form of (count Sites ..)");
}

Ir *lower_int_count(Lower *l, const Term *t)
{
    const Term *in = term_arg(t, SLOT_in), *at = term_arg(t, SLOT_at);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    if (term_arg(t, SLOT_name) || lower_type_hidden_by_hands(l, t))
        return lower_unsupported_int(l, t, "(count \"..\")");
    if (in) {
        Ir *occupied = ir_op2(l->game, IR_OP_MAND, lower_region(l, in), lw_occupied(l));
        return pieces_on(l, occupied);
    }
    Ir *site = at ? lower_int(l, at) : lw_get(l, l->field->last.to);
    if (l->facts->stacks)
        return lw_height(l, site);
    if (!l->facts->has_count)
        return ir_op2(l->game, IR_OP_NE, lw_what(l, site), lw_int(l, 0));
    Ir *count = lw_at(l, l->sites->count, lw_copy(l, site));
    return lw_guarded(l, site, count);
}

/* Sites of the pieces of a player, of a set of players, or of all, by name. */
static Ir *sites_of_pieces(Lower *l, const Term *role, const Term *of, const Term *name)
{
    Ir *players = of ? ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lower_int(l, of))
                     : lower_role_set(l, role);
    if (players->op == IR_OP_ALL)
        return name ? ir_k1(l->game, IR_OP_WHEREIN, l->sites->what, pieces_named(l, name->text)) : lw_occupied(l);
    Ir *sites = lw_owned_by(l, players);
    if (name) {
        Ir *named = ir_k1(l->game, IR_OP_WHEREIN, l->sites->what, pieces_named(l, name->text));
        sites = ir_op2(l->game, IR_OP_MAND, sites, named);
    }
    return sites;
}

Ir *lower_pieces_where(Lower *l, const Term *t)
{
    const Term *in = term_arg(t, SLOT_in);
    Ir *sites = sites_of_pieces(l, term_arg(t, SLOT_role), term_arg(t, SLOT_of), term_arg(t, SLOT_name));
    if (term_arg(t, SLOT_type) && l->sym->container.n > 1 && l->board->use != SITE_CELL && l->sites->type == l->board->use)
        sites = ir_op2(l->game, IR_OP_MAND, sites, lw_board(l)); /* hands have cells */
    return in ? ir_op2(l->game, IR_OP_MAND, sites, lower_region(l, in)) : sites;
}

Ir *lower_int_count_pieces(Lower *l, const Term *t)
{
    const Term *cond = term_arg(t, SLOT_if);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    if (l->facts->stacks)
        return cond ? lower_unsupported_int(l, cond, "(count Pieces .. if:) with stacks")
                    : ir_op1(l->game, IR_OP_COUNT, lower_stack_pieces(l, t));
    Ir *sites = lower_pieces_where(l, t);
    if (cond)
        sites = lower_filter(l, sites, cond, ITER_SITE);
    return pieces_on(l, sites);
}

/* Groups of so many sites at least: each is counted at its lowest site. */
static Ir *large_groups(Lower *l, Ir *sites, Ir *adjacent, Ir *least)
{
    int all = lw_new_local(l, "all", ir_mask(l->sym->space_site));
    int group = lw_new_local(l, "group", ir_mask(l->sym->space_site));
    int s = lw_new_local(l, "s", ir_site(l->game, l->sym->space_site));
    Ir *seed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, s));
    Ir *flood = ir_op3(l->game, IR_OP_FLOOD, seed, lw_local(l, all), adjacent);
    Ir *lowest = ir_op2(l->game, IR_OP_EQ, ir_op1(l->game, IR_OP_FIRST, lw_local(l, group)), lw_local(l, s));
    Ir *large = ir_op2(l->game, IR_OP_GE, ir_op1(l->game, IR_OP_COUNT, lw_local(l, group)), least);
    Ir *counts = ir_op2(l->game, IR_OP_AND, lowest, large);
    Ir *each = ir_k2(l->game, IR_OP_LETX, group, flood, counts);
    Ir *sum = ir_k2(l->game, IR_OP_SUM, s, lw_local(l, all), each);
    return ir_k2(l->game, IR_OP_LETX, all, sites, sum);
}

Ir *lower_int_count_groups(Lower *l, const Term *t)
{
    const Term *cond = term_arg(t, SLOT_if);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    if (term_arg(t, SLOT_isVisible))
        return lower_unsupported_int(l, t, "(count Groups ..) with isVisible:");
    Ir *sites = cond ? lower_filter(l, lw_board(l), cond, ITER_TO)
                     : ir_op2(l->game, IR_OP_MAND, lw_occupied(l), lw_board(l));
    Ir *adjacent = lower_adjacency(l, term_arg(t, SLOT_dir), REL_ADJACENT);
    const Term *min = term_arg(t, SLOT_min);
    return min ? large_groups(l, sites, adjacent, lower_int(l, min))
               : ir_op2(l->game, IR_OP_GROUPS, sites, adjacent);
}

Ir *lower_int_count_steps(Lower *l, const Term *t)
{
    const Term *to = term_arg(t, SLOT_site2), *region = term_arg(t, SLOT_region);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    if (term_arg(t, SLOT_step))
        return lower_steps_by(l, t);
    int table = lower_distances(l, l->facts->distance_relation);
    int from = lw_new_local(l, "from", ir_site(l->game, l->sym->space_site));
    Ir *value;
    if (to) {
        Ir *index[2] = {lw_local(l, from), lower_int(l, to)};
        Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, index[1]), lw_int(l, 0));
        value = ir_op3(l->game, IR_OP_SELECT, on, ir_tab(l->game, table, 2, index), lw_int(l, 0));
    } else {
        int s = lw_new_local(l, "s", ir_site(l->game, l->sym->space_site));
        Ir *index[2] = {lw_local(l, from), lw_local(l, s)};
        Ir *sites = lower_region(l, region);
        Ir *some = ir_op1(l->game, IR_OP_ANY, lw_copy(l, sites));
        Ir *least = ir_k2(l->game, IR_OP_LEAST, s, sites, ir_tab(l->game, table, 2, index));
        value = ir_op3(l->game, IR_OP_SELECT, some, least, lw_int(l, 0));
    }
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_local(l, from), lw_int(l, 0));
    value = ir_op3(l->game, IR_OP_SELECT, on, value, lw_int(l, 0));
    return ir_k2(l->game, IR_OP_LETX, from, lower_int(l, term_arg(t, SLOT_site)), value);
}

Ir *lower_int_size_group(Lower *l, const Term *t)
{
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    Ir *group = lower_group(l, lower_int(l, term_arg(t, SLOT_at)), term_arg(t, SLOT_dir), term_arg(t, SLOT_if));
    return ir_op1(l->game, IR_OP_COUNT, group);
}

/* ---- the rest ------------------------------------------------------------------- */

static Ir *iterator(Lower *l, const Term *t, const Ir *value)
{
    if (t->id == LUD_from && term_arg(t, SLOT_at))
        return lower_unsupported_int(l, t, "(from at:..)");
    l->notes->unset_read |= value == NULL;
    return lw_copy(l, value);
}

static Ir *last_site(Lower *l, const Term *t, int field)
{
    const Term *after = term_arg(t, SLOT_afterConsequence);
    if (after && after->kind == TERM_BOOL && after->number && field == l->field->last.to)
        return l->last_to ? lower_unsupported_int(l, t, "afterConsequence: of a capture")
                          : lw_get(l, l->mode.in_then ? field : l->field->last.acted_to);
    if (after && !(after->kind == TERM_BOOL && after->number == 0))
        return lower_unsupported_int(l, t, "afterConsequence:");
    Ir *other = field == l->field->last.from ? l->last_from : field == l->field->last.to ? l->last_to : NULL;
    return other ? lw_copy(l, other) : lw_get(l, field);
}

static Ir *binary(Lower *l, const Term *t, IrOp op)
{
    return ir_op2(l->game, op, lower_int(l, term_arg(t, SLOT_a)), lower_int(l, term_arg(t, SLOT_b)));
}

/* All numbers of a list by one operation; one that is written out is not empty. */
static Ir *over_list(Lower *l, const Term *t, SlotName slot, IrOp op)
{
    const Term *list = term_arg(t, slot);
    if (!list || list->kind != TERM_ARRAY) {
        list = list ? list : term_arg(t, SLOT_array);
        IrOp fold = op == IR_OP_MAX ? IR_OP_MOST : op == IR_OP_MIN ? IR_OP_LEAST : IR_OP_SUM;
        return op == IR_OP_MUL ? NULL : lower_sum_list(l, list, fold);
    }
    if (list->n == 0)
        return NULL;
    Ir **part = ARENA_ARRAY(l->arena, Ir *, list->n);
    for (uint32_t i = 0; i < list->n; i++)
        part[i] = lower_int(l, list->slot[i]);
    return lw_all(l, op, part, list->n);
}

Ir *lower_int_plus_int_list(Lower *l, const Term *t) { return over_list(l, t, SLOT_list, IR_OP_ADD); }
Ir *lower_int_times_int_list(Lower *l, const Term *t) { return over_list(l, t, SLOT_list, IR_OP_MUL); }
Ir *lower_int_max_int_list(Lower *l, const Term *t) { return over_list(l, t, SLOT_array, IR_OP_MAX); }
Ir *lower_int_min_int_list(Lower *l, const Term *t) { return over_list(l, t, SLOT_array, IR_OP_MIN); }
Ir *lower_int_plus_int(Lower *l, const Term *t) { return binary(l, t, IR_OP_ADD); }
Ir *lower_int_times_int(Lower *l, const Term *t) { return binary(l, t, IR_OP_MUL); }
Ir *lower_int_div_int(Lower *l, const Term *t) { return binary(l, t, IR_OP_DIV); }
Ir *lower_int_mod_int(Lower *l, const Term *t) { return binary(l, t, IR_OP_MOD); }
Ir *lower_int_max_int(Lower *l, const Term *t) { return binary(l, t, IR_OP_MAX); }
Ir *lower_int_min_int(Lower *l, const Term *t) { return binary(l, t, IR_OP_MIN); }
Ir *lower_int_pow_int(Lower *l, const Term *t) { return binary(l, t, IR_OP_POW); }
Ir *lower_int_abs(Lower *l, const Term *t) { return ir_op1(l->game, IR_OP_ABS, lower_int(l, term_arg(t, SLOT_value))); }

Ir *lower_int_minus_int(Lower *l, const Term *t)
{
    return term_arg(t, SLOT_a) ? binary(l, t, IR_OP_SUB)
                            : ir_op1(l->game, IR_OP_NEG, lower_int(l, term_arg(t, SLOT_b)));
}

Ir *lower_int_if_int(Lower *l, const Term *t)
{
    Ir *cond = lower_bool(l, term_arg(t, SLOT_cond));
    Ir *yes = lower_int(l, term_arg(t, SLOT_yes));
    return ir_op3(l->game, IR_OP_SELECT, cond, yes, lower_int(l, term_arg(t, SLOT_no)));
}

Ir *lower_int_count_rows(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, l->sites->layer->nrow);
}

Ir *lower_int_count_columns(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, l->sites->layer->ncolumn);
}

Ir *lower_int_count_phases(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, l->sites->layer->nphase);
}

Ir *lower_int_count_vertices(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, l->board->layer[SITE_VERTEX].n);
}

Ir *lower_int_count_edges(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, l->board->layer[SITE_EDGE].n);
}

Ir *lower_int_count_cells(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, l->board->layer[SITE_CELL].n);
}

Ir *lower_int_count_players(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, l->facts->players);
}

Ir *lower_int_value_turn_limit(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, TURNS_PER_PLAYER);
}

Ir *lower_int_value_move_limit(Lower *l, const Term *t)
{
    (void)t;
    return lw_int(l, MOVES);
}

Ir *lower_int_centre_point(Lower *l, const Term *t)
{
    (void)t;
    const Sites *centre = &l->sites->layer->set[SET_CENTRE];
    return lw_int(l, centre->n ? centre->at[0] : -1);
}

/* As records show it. */
static Ir *last_level(Lower *l, const Term *t, int field)
{
    if (term_arg(t, SLOT_afterConsequence) || l->last_to)
        return lower_unsupported_int(l, t, "the level of another move than the last one");
    return lw_get(l, field);
}

/* Who made the last move that the mover did not make; before the first one, 0 stands for what
 * is placed, -1 for nothing. */
static Ir *last_turn_mover(Lower *l)
{
    Ir *nobody = lw_int(l, l->facts->setup_moves > 0 ? 0 : -1), *prev = ir_get(l->game, l->field->prev, NULL);
    Ir *before = ir_op3(l->game, IR_OP_SELECT, ir_op2(l->game, IR_OP_GT, lw_copy(l, prev), lw_int(l, 0)), prev, nobody);
    Ir *other = ir_op2(l->game, IR_OP_NE, ir_get(l->game, l->field->prev, NULL), lw_get(l, l->field->mover));
    Ir *last = ir_op3(l->game, IR_OP_SELECT, other, before, ir_get(l->game, l->field->earlier, NULL));
    if (!l->mode.after_move)
        return last;
    Ir *now = ir_get(l->game, l->field->mover, NULL);
    other = ir_op2(l->game, IR_OP_NE, lw_copy(l, now), lw_get(l, l->field->mover));
    return ir_op3(l->game, IR_OP_SELECT, lower_fold_int(l, other), now, last);
}

Ir *lower_int_mover(Lower *l, const Term *t)
{
    (void)t;
    return lw_get(l, l->field->mover);
}

Ir *lower_int_next(Lower *l, const Term *t)
{
    (void)t;
    return lw_get(l, l->field->next);
}

Ir *lower_int_prev(Lower *l, const Term *t)
{
    return term_is_enum(term_arg(t, SLOT_when), "MoverLastTurn") ? last_turn_mover(l) : lw_get(l, l->field->prev);
}

Ir *lower_int_count_turns(Lower *l, const Term *t)
{
    (void)t;
    return lw_get(l, l->field->turn);
}

Ir *lower_int_count_moves(Lower *l, const Term *t)
{
    (void)t;
    return lw_get(l, l->field->nmoves);
}

Ir *lower_int_count_moves_this_turn(Lower *l, const Term *t)
{
    (void)t;
    return lw_get(l, l->field->same);
}

Ir *lower_int_count_active(Lower *l, const Term *t)
{
    (void)t;
    return ir_op1(l->game, IR_OP_COUNT, lw_get(l, l->field->result.active));
}

Ir *lower_int_last_from(Lower *l, const Term *t) { return last_site(l, t, l->field->last.from); }
Ir *lower_int_last_to(Lower *l, const Term *t) { return last_site(l, t, l->field->last.to); }
Ir *lower_int_last_level_from(Lower *l, const Term *t) { return last_level(l, t, l->field->last.level_from); }
Ir *lower_int_last_level_to(Lower *l, const Term *t) { return last_level(l, t, l->field->last.level_to); }
Ir *lower_int_from(Lower *l, const Term *t) { return iterator(l, t, l->it.from); }
Ir *lower_int_to(Lower *l, const Term *t) { return iterator(l, t, l->it.to); }
Ir *lower_int_site(Lower *l, const Term *t) { return iterator(l, t, l->it.site); }
Ir *lower_int_between(Lower *l, const Term *t) { return iterator(l, t, l->it.between); }
Ir *lower_int_player(Lower *l, const Term *t) { return iterator(l, t, l->it.player); }

Ir *lower_int_region_site(Lower *l, const Term *t)
{
    Ir *region = lower_region(l, term_arg(t, SLOT_region));
    return ir_op2(l->game, IR_OP_NTH, region, lower_int(l, term_arg(t, SLOT_index)));
}

static Ir *site_content(Lower *l, const Term *t)
{
    if (term_arg(t, SLOT_level)) {
        if (l->facts->stacks)
            return lower_content_on_level(l, t);
        return lower_unsupported_int(l, t, "levels of a stack");
    }
    if (!lower_default_type(l, t) || lower_type_hidden_by_hands(l, t))
        return lw_int(l, 0);
    Ir *site = lower_int(l, term_arg(t, SLOT_at));
    if (t->id == LUD_what)
        return lw_what(l, site);
    if (l->sym->container.n == 1 || l->board->use == SITE_CELL)
        return lw_who(l, site);
    /* owners are looked for on the board alone where that is not played on cells */
    Ir *on = ir_op2(l->game, IR_OP_HAS, lw_copy(l, site), lw_board(l));
    return ir_op3(l->game, IR_OP_SELECT, on, lw_who(l, site), lw_int(l, 0));
}

/* That direction, or the one that a condition chooses. */
static Ir *ahead_in(Lower *l, const Term *t, const Term *dir, int64_t steps)
{
    if (!term_is(dir, LUD_if_dir))
        return lower_ahead(l, t, dir, steps, lower_int(l, term_arg(t, SLOT_site)));
    Ir *yes = ahead_in(l, t, term_arg(dir, SLOT_yes), steps), *no = ahead_in(l, t, term_arg(dir, SLOT_no), steps);
    return ir_op3(l->game, IR_OP_SELECT, lower_bool(l, term_arg(dir, SLOT_cond)), yes, no);
}

Ir *lower_int_ahead(Lower *l, const Term *t)
{
    int64_t steps = 1;
    const Term *n = term_arg(t, SLOT_steps);
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    if (n && !lower_const_int(l, n, &steps))
        return lower_unsupported_int(l, n, "`ahead` by a number of steps that changes");
    return ahead_in(l, t, term_arg(t, SLOT_dir), steps);
}

Ir *lower_int_column(Lower *l, const Term *t) { return site_number(l, t, "column"); }
Ir *lower_int_row(Lower *l, const Term *t) { return site_number(l, t, "row"); }
Ir *lower_int_layer(Lower *l, const Term *t) { return site_number(l, t, "layer"); }
Ir *lower_int_phase_of(Lower *l, const Term *t) { return site_number(l, t, "phase_of"); }
Ir *lower_int_player_of(Lower *l, const Term *t) { return lower_int(l, term_arg(t, SLOT_index)); }
Ir *lower_int_count_adjacent(Lower *l, const Term *t) { return lower_count_relation(l, t, REL_ADJACENT); }
Ir *lower_int_count_neighbours(Lower *l, const Term *t) { return lower_count_relation(l, t, REL_ALL); }
Ir *lower_int_count_orthogonal(Lower *l, const Term *t) { return lower_count_relation(l, t, REL_ORTHOGONAL); }
Ir *lower_int_count_diagonal(Lower *l, const Term *t) { return lower_count_relation(l, t, REL_DIAGONAL); }
Ir *lower_int_count_off(Lower *l, const Term *t) { return lower_count_relation(l, t, REL_OFF_DIAGONAL); }
Ir *lower_int_where_what(Lower *l, const Term *t) { return lower_int_where_name(l, t); }
Ir *lower_int_where_level_what(Lower *l, const Term *t) { return lower_int_where_level_name(l, t); }
Ir *lower_int_what(Lower *l, const Term *t) { return site_content(l, t); }
Ir *lower_int_who(Lower *l, const Term *t) { return site_content(l, t); }
Ir *lower_int_level(Lower *l, const Term *t) { return iterator(l, t, l->it.level); }
