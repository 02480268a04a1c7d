/* group.c - groups of pieces and what they enclose: each group in turn, all
 * groups, territories. */
#include "frontend/lud/lower/values/group.h"

/* Sites that may belong to groups: the mover's pieces, or those (to) satisfies. */
static Ir *group_sites(Lower *l, const Term *cond)
{
    if (!cond)
        return ir_op2(l->game, IR_OP_MAND, lw_owned(l, lw_get(l, l->field->mover)), lw_board(l));
    return lower_filter(l, lw_board(l), cond, ITER_TO);
}

Ir *lower_group_within(Lower *l, Ir *site, const Ir *all, const Ir *adjacent)
{
    Ir *seed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, site);
    return ir_op3(l->game, IR_OP_FLOOD, seed, lw_copy(l, all), lw_copy(l, adjacent));
}

bool lower_groups(Lower *l, const Term *t, const Term *cond, Groups *g)
{
    if (!lower_default_type(l, t) || (cond && lower_reads(cond, LUD_from))) {
        lower_unsupported(l, t, "this choice of groups");
        return false;
    }
    g->adjacent = lower_adjacency(l, term_arg(t, SLOT_dir), REL_ADJACENT);
    g->all = lw_new_local(l, "all", ir_mask(l->sym->space_site));
    g->sites = group_sites(l, cond);
    g->any_site = cond != NULL;
    return true;
}

/* A group counts at its lowest piece; without one it is not looked at. */
Ir *lower_group_firsts(Lower *l, const Groups *g)
{
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *group = lower_group_within(l, lw_local(l, s), lw_local(l, g->all), g->adjacent);
    Ir *starts = lw_local(l, g->all);
    if (g->any_site) {
        starts = ir_op2(l->game, IR_OP_MAND, starts, lw_occupied(l));
        group = ir_op2(l->game, IR_OP_MAND, group, lw_occupied(l));
    }
    Ir *lowest = ir_op2(l->game, IR_OP_EQ, ir_op1(l->game, IR_OP_FIRST, group), lw_local(l, s));
    return ir_k2(l->game, IR_OP_FILTER, s, starts, lowest);
}

/* Does every group satisfy the condition, it being (sites)? */
Ir *lower_bool_all_groups(Lower *l, const Term *t)
{
    Groups g;
    if (!lower_groups(l, t, term_arg(t, SLOT_of), &g))
        return lw_int(l, 0);
    Lower in = *l;
    Ir *firsts = lower_group_firsts(&in, &g);
    int s = lw_new_local(l, "s", lower_site_type(l)), group = lw_new_local(l, "group", ir_mask(l->sym->space_site));
    Ir *sites = lower_group_within(&in, lw_local(l, s), lw_local(l, g.all), g.adjacent);
    in.it.region = lw_local(l, group);
    in.it.from = in.it.to = NULL;
    Notes notes = {0};
    in.notes = &notes;
    Ir *fails = ir_op1(l->game, IR_OP_NOT, lower_bool(&in, term_arg(t, SLOT_if)));
    lower_note_rest(l, &notes);
    if (notes.unset_read)
        lower_unsupported(l, t, "(from) or (to) in a condition on a group");
    fails = ir_k2(l->game, IR_OP_LETX, group, sites, fails);
    Ir *all = ir_op1(l->game, IR_OP_NOT, ir_op1(l->game, IR_OP_ANY, ir_k2(l->game, IR_OP_FILTER, s, firsts, fails)));
    return ir_k2(l->game, IR_OP_LETX, g.all, g.sites, all);
}

/* Are steps that way steps back, too? */
static bool both_ways(const Term *dir)
{
    return !dir || term_is_enum(dir, "Orthogonal") || term_is_enum(dir, "Adjacent") || term_is_enum(dir, "All") ||
           term_is_enum(dir, "Diagonal");
}

/* The pieces of players 1..N, wherever groups of all pieces begin. */
static Ir *players_pieces(Lower *l)
{
    Ir *all = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    for (int p = 1; p <= l->facts->players; p++)
        all = ir_op2(l->game, IR_OP_MOR, all, lw_owned(l, lw_int(l, p)));
    return all;
}

Ir *lower_over_groups(Lower *l, const Term *t, IrOp op, Ir *nothing, ListValue *f, void *data)
{
    const Term *dir = term_arg(t, SLOT_dir), *role = term_arg(t, SLOT_role), *of = term_arg(t, SLOT_of), *min = term_arg(t, SLOT_min);
    if (!lower_default_type(l, t) || !both_ways(dir) || term_arg(t, SLOT_if) ||
        (role && (term_is_enum(role, "NonMover") || term_is_enum(role, "Enemy")))) {
        lower_unsupported(l, t, "this form of (sizes Group ..)");
        return nothing;
    }
    bool every = !of && (!role || role_is_all(role) || term_is_enum(role, "Shared"));
    int all = lw_new_local(l, "all", ir_mask(l->sym->space_site)), s = lw_new_local(l, "s", lower_site_type(l));
    Ir *adjacent = lower_adjacency(l, dir, REL_ADJACENT);
    Ir *pieces = every ? lw_occupied(l) : lw_owned(l, role ? lower_role(l, role) : lower_int(l, of));
    pieces = ir_op2(l->game, IR_OP_MAND, pieces, lw_board(l));
    Ir *group = lower_group_within(l, lw_local(l, s), lw_local(l, all), adjacent), *starts = lw_local(l, all);
    if (every) {
        starts = ir_op2(l->game, IR_OP_MAND, starts, players_pieces(l));
        group = ir_op2(l->game, IR_OP_MAND, group, players_pieces(l));
    }
    Ir *lowest = ir_op2(l->game, IR_OP_EQ, ir_op1(l->game, IR_OP_FIRST, group), lw_local(l, s));
    Ir *firsts = ir_k2(l->game, IR_OP_FILTER, s, starts, lowest);
    s = lw_new_local(l, "s", lower_site_type(l));
    int size = lw_new_local(l, "size", ir_int(0, lw_dim_site(l).size));
    group = lower_group_within(l, lw_local(l, s), lw_local(l, all), adjacent);
    Ir *value = f(l, lw_local(l, size), data);
    if (min) {
        Ir *large = ir_op2(l->game, IR_OP_GE, lw_local(l, size), lower_int(l, min));
        value = ir_op3(l->game, IR_OP_SELECT, large, value, nothing);
    }
    value = ir_k2(l->game, IR_OP_LETX, size, ir_op1(l->game, IR_OP_COUNT, group), value);
    return ir_k2(l->game, IR_OP_LETX, all, pieces, ir_k2(l->game, op, s, firsts, value));
}

/* Empty sites from which no piece of others can be reached over empty sites: all
 * of an empty board, for everybody. */
Ir *lower_int_size_territory(Lower *l, const Term *t)
{
    const Term *player = term_arg(t, SLOT_player), *dir = term_arg(t, SLOT_dir);
    if (!lower_default_type(l, t) || !both_ways(dir))
        return lower_unsupported_int(l, t, "this form of (size Territory ..)");
    Ir *players = player->kind == TERM_ENUM
                      ? lower_role_set(l, player)
                      : ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lower_int(l, player));
    Ir *own = lw_owned_by(l, players);
    Ir *adjacent = lower_adjacency(l, dir, REL_ADJACENT);
    int empty = lw_new_local(l, "empty", ir_mask(l->sym->space_site));
    Ir *others = ir_op2(l->game, IR_OP_MDIFF, ir_op2(l->game, IR_OP_MAND, lw_occupied(l), lw_board(l)), own);
    Ir *open = ir_op2(l->game, IR_OP_MAND, ir_op2(l->game, IR_OP_GROW, others, lw_copy(l, adjacent)),
                      lw_local(l, empty));
    Ir *reached = ir_op3(l->game, IR_OP_FLOOD, open, lw_local(l, empty), adjacent);
    Ir *closed = ir_op2(l->game, IR_OP_MDIFF, lw_local(l, empty), reached);
    return ir_k2(l->game, IR_OP_LETX, empty, lw_empty(l), ir_op1(l->game, IR_OP_COUNT, closed));
}

/* Empty sites around the group of pieces of one kind, all of which satisfy the
 * condition on (to). */
Ir *lower_int_count_liberties(Lower *l, const Term *t)
{
    const Term *at = term_arg(t, SLOT_at), *cond = term_arg(t, SLOT_if), *dir = term_arg(t, SLOT_dir);
    if (!lower_default_type(l, t) || (cond && lower_reads(cond, LUD_from)))
        return lower_unsupported_int(l, t, "this form of (count Liberties ..)");
    int s = lw_new_local(l, "at", ir_site(l->game, l->sym->space_site));
    int group = lw_new_local(l, "group", ir_mask(l->sym->space_site));
    Ir *adjacent = lower_adjacency(l, dir, REL_ADJACENT);
    Ir *same = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_what(l, lw_local(l, s)));
    Ir *seed = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, s));
    if (cond)
        same = lower_filter(l, ir_op2(l->game, IR_OP_MAND, same, lw_board(l)), cond, ITER_TO);
    Ir *flood = ir_op3(l->game, IR_OP_FLOOD, seed, same, lw_copy(l, adjacent));
    Ir *around = ir_op2(l->game, IR_OP_GROW, lw_local(l, group), adjacent);
    Ir *free = ir_op2(l->game, IR_OP_MDIFF, ir_op2(l->game, IR_OP_MAND, around, lw_empty(l)), lw_local(l, group));
    Ir *value = ir_k2(l->game, IR_OP_LETX, group, flood, ir_op1(l->game, IR_OP_COUNT, free));
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_local(l, s), lw_int(l, 0));
    value = ir_op3(l->game, IR_OP_SELECT, on, value, lw_int(l, 0));
    return ir_k2(l->game, IR_OP_LETX, s, at ? lower_int(l, at) : lw_get(l, l->field->last.to), value);
}
