/* leap.c - where a walk leads, whatever lies between: leaps, and the sites there. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

static bool flag(Lower *l, const Term *t, bool otherwise, bool *value)
{
    int64_t known = otherwise;
    bool ok = !t || lower_is_const(lower_bool(l, t), &known);
    if (!ok)
        lower_unsupported(l, t, "a condition that changes here");
    *value = known != 0;
    return ok;
}

void gen_leap(Lower *l, const Term *t, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to), *cond = term_arg(to, SLOT_if);
    bool forward, rotations;
    if (!flag(l, term_arg(t, SLOT_forward), false, &forward) ||
        !flag(l, term_arg(t, SLOT_rotations), true, &rotations))
        return;
    if (!cond || term_arg(to, SLOT_site) || term_arg(to, SLOT_region) || term_arg(to, SLOT_level) ||
        term_arg(to, SLOT_rotations)) {
        lower_unsupported(l, t, "this form of (move Leap ..)");
        return;
    }
    Rule r;
    l = rule_begin(&r, l, t, "leap", 1, 0);
    Ir *target = rule_param(&r, "to");
    rule_from(&r, from);
    Looks looks = {.n = 1, .wind = {-1}, .table = -1};
    if (forward)
        looks = lower_looks_ahead(l, r.own);
    int table = lower_walks(l, term_arg(t, SLOT_walk), rotations, forward ? &looks : NULL);
    Ir *index[2] = {lower_look(l, &looks, r.from), lw_copy(l, r.from)};
    rule_domain(&r, target, ir_tab(l->game, table, 2, index));
    rule_to(&r, target);
    rule_when(&r, lower_bool(l, cond));
    r.moves = true;
    rule_apply(&r, term_arg(to, SLOT_apply));
    r.kind = t->id == LUD_move_leap ? KIND_MOVE : KIND_NONE;
    rule_move(&r);
    rule_end(&r, term_arg(t, SLOT_then), block);
}

Ir *lower_region_sites_walk(Lower *l, const Term *t)
{
    const Term *index = term_arg(t, SLOT_index);
    bool rotations;
    int64_t known;
    if (!lower_default_type(l, t) || !flag(l, term_arg(t, SLOT_rotations), true, &rotations))
        return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    l->notes->unset_read |= !index && !l->it.from;
    Ir *at = index ? lower_int(l, index) : lw_copy(l, l->it.from);
    Ir *place[2] = {lw_int(l, 0), at}, *on = lw_is_site(l, at);
    Ir *ends = ir_tab(l->game, lower_walks(l, term_arg(t, SLOT_walks), rotations, NULL), 2, place);
    return lower_is_const(on, &known) && known ? ends
               : ir_op3(l->game, IR_OP_SELECT, on, ends, ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
}
