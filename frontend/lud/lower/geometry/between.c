/* between.c - parts of rays: up to another site, (sites Between from: to:), or so many sites. */
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/moves/rule.h"

/* A function (from, to): the sites of the first ray that leads from the one to the other,
 * without these two; none if no ray does. */
static Ir *stretch(Lower *l, const Term *t, Ir *from, Ir *to)
{
    SubFn sub;
    Term nothing = *t; /* it reads no iterator itself */
    nothing.kind = TERM_ARRAY;
    nothing.n = 0;
    subfn_begin(&sub, l, IR_FN, "stretch", ir_mask(l->sym->space_site), &nothing);
    Ir *start = subfn_param(&sub, "from", from->type, from), *end = subfn_param(&sub, "to", to->type, to);
    Ir *rays = lower_rays(&sub.in, term_arg(t, SLOT_dir), REL_ADJACENT, lw_dim_site(l).size, start);
    int width = rays->op == IR_OP_TAB ? l->game->table.at[rays->k].dim[1].size : 0;
    int i = lw_new_local(&sub.in, "i", ir_int(0, width)), found = lw_new_local(&sub.in, "found", ir_mask(l->sym->space_site));
    int x = lw_new_local(&sub.in, "x", lower_site_type(l));
    Ir *index[2] = {lw_copy(l, start), lw_local(&sub.in, i)}, *each = ir_block(l->game), *step = ir_block(l->game);
    Ir *there = ir_block(l->game);
    ir_append(l->game, &there, ir_op1(l->game, IR_OP_RET, lw_local(&sub.in, found)));
    ir_append(l->game, &step, ir_if(l->game, ir_op2(l->game, IR_OP_EQ, lw_local(&sub.in, x), end), there, NULL));
    Ir *more = ir_op2(l->game, IR_OP_MOR, lw_local(&sub.in, found), ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(&sub.in, x)));
    ir_append(l->game, &step, ir_k1(l->game, IR_OP_SET, found, more));
    ir_append(l->game, &each, ir_k1(l->game, IR_OP_VAR, found, ir_k0(l->game, IR_OP_NONE, l->sym->space_site)));
    ir_append(l->game, &each, ir_k2(l->game, IR_OP_FOR, x, ir_tab(l->game, (int)rays->k, 2, index), step));
    Ir *range[3] = {lw_int(l, 0), lw_int(l, width), each};
    ir_append(l->game, &sub.fn->body, ir_node(l->game, sub.in.fn, IR_OP_RANGE, i, 3, range));
    ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, ir_k0(l->game, IR_OP_NONE, l->sym->space_site)));
    subfn_end(&sub);
    return subfn_call(&sub, IR_OP_CALL);
}

/* For each site of the ray in turn, as long as there are more to come: it is part of what is
 * found, unless it is a stop that is not. */
static Ir *next_of_ray(Lower *l, const Ir *x, int left, int found, Ir *stops, bool with_stop)
{
    Ir *each = ir_block(l->game), *on = ir_block(l->game), *add = ir_block(l->game), *end = ir_block(l->game);
    Ir *more = ir_op2(l->game, IR_OP_MOR, lw_local(l, found), ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, x)));
    Ir *rest = ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_SUB, lw_local(l, left), lw_int(l, 1)), lw_int(l, 0));
    ir_append(l->game, &add, ir_k1(l->game, IR_OP_SET, found, more));
    ir_append(l->game, &add, ir_k1(l->game, IR_OP_SET, left, rest));
    if (stops && with_stop)
        ir_append(l->game, &end, ir_k1(l->game, IR_OP_SET, found, lw_copy(l, more)));
    ir_append(l->game, &end, ir_k1(l->game, IR_OP_SET, left, lw_int(l, 0)));
    if (stops)
        ir_append(l->game, &on, ir_if(l->game, ir_op2(l->game, IR_OP_HAS, lw_copy(l, x), stops), end, add));
    else
        on = add;
    ir_append(l->game, &each, ir_if(l->game, ir_op2(l->game, IR_OP_GT, lw_local(l, left), lw_int(l, 0)), on, NULL));
    return each;
}

Ir *lower_parts_of_rays(Lower *l, const Term *t, Ir *rays, Ir *site, Ir *number, Ir *stops, bool with_stop)
{
    SubFn sub;
    Term nothing = *t; /* what it reads is given to it */
    nothing.kind = TERM_ARRAY;
    nothing.n = 0;
    if (rays->op != IR_OP_TAB)
        return lower_unsupported_mask(l, t, "a distance that changes");
    const int most = lw_dim_site(l).size, width = l->game->table.at[rays->k].dim[1].size;
    subfn_begin(&sub, l, IR_FN, "parts", ir_mask(l->sym->space_site), &nothing);
    Ir *from = subfn_param(&sub, "from", site->type, site), *far = subfn_param(&sub, "far", number->type, number);
    Ir *end = stops ? subfn_param(&sub, "stops", ir_mask(l->sym->space_site), stops) : NULL;
    int i = lw_new_local(&sub.in, "i", ir_int(0, width)), found = lw_new_local(&sub.in, "found", ir_mask(l->sym->space_site));
    int left = lw_new_local(&sub.in, "left", ir_int(0, most)), x = lw_new_local(&sub.in, "x", lower_site_type(l));
    Ir *index[2] = {from, lw_local(&sub.in, i)}, *ray = ir_block(l->game);
    Ir *some = ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_MIN, far, lw_int(l, most)), lw_int(l, 0));
    ir_append(l->game, &sub.fn->body, ir_k1(l->game, IR_OP_VAR, found, ir_k0(l->game, IR_OP_NONE, l->sym->space_site)));
    ir_append(l->game, &ray, ir_k1(l->game, IR_OP_VAR, left, some));
    Ir *each = next_of_ray(&sub.in, lw_local(&sub.in, x), left, found, end, with_stop);
    ir_append(l->game, &ray, ir_k2(l->game, IR_OP_FOR, x, ir_tab(l->game, (int)rays->k, 2, index), each));
    Ir *range[3] = {lw_int(l, 0), lw_int(l, width), ray};
    ir_append(l->game, &sub.fn->body, ir_node(l->game, sub.in.fn, IR_OP_RANGE, i, 3, range));
    ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, lw_local(&sub.in, found)));
    subfn_end(&sub);
    return subfn_call(&sub, IR_OP_CALL);
}

/* The end itself, if it is asked for; it must be known whether it is. */
static Ir *with_end(Lower *l, const Term *t, SlotName slot, Ir *sites, int end)
{
    const Term *included = term_arg(t, slot);
    int64_t with = 0;
    if (included && !lower_is_const(lower_bool(l, included), &with))
        return lower_unsupported_mask(l, included, "an end of (sites Between ..) that is included or not");
    return with ? ir_op2(l->game, IR_OP_MOR, sites, ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, end))) : sites;
}

Ir *lower_region_sites_between(Lower *l, const Term *t)
{
    const Term *cond = term_arg(t, SLOT_cond);
    Ir *none = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    if (!lower_default_type(l, t))
        return none;
    Ir *start = lower_int(l, term_arg(t, SLOT_from)), *end = lower_int(l, term_arg(t, SLOT_to));
    int from = lw_new_local(l, "start", start->type), to = lw_new_local(l, "end", end->type);
    Ir *on = ir_op2(l->game, IR_OP_AND, ir_op2(l->game, IR_OP_HAS, lw_local(l, from), lw_board(l)),
                    ir_op2(l->game, IR_OP_HAS, lw_local(l, to), lw_board(l)));
    Ir *sites = stretch(l, t, lw_local(l, from), lw_local(l, to));
    Lower in = *l;
    in.it.from = lw_local(l, from);
    in.it.to = lw_local(l, to);
    if (cond) {
        int x = lw_new_local(l, "between", lower_site_type(l));
        in.it.between = lw_local(l, x);
        sites = ir_k2(l->game, IR_OP_FILTER, x, sites, lower_bool(&in, cond));
    }
    in.it.between = l->it.between;
    sites = with_end(&in, t, SLOT_fromIncluded, sites, from);
    sites = with_end(&in, t, SLOT_toIncluded, sites, to);
    sites = ir_op3(l->game, IR_OP_SELECT, on, sites, none);
    return ir_k2(l->game, IR_OP_LETX, from, start, ir_k2(l->game, IR_OP_LETX, to, end, sites));
}
