/* traits.c - what a site holds beside its piece: local state, rotation and value, read by rules. */
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/traits.h"

/* ---- reading ----------------------------------------------------------------------- */

Ir *lower_trait(Lower *l, Trait trait, Ir *site)
{
    if (l->sites->trait[trait] < 0)
        return lw_int(l, 0);
    if (l->facts->stacks)
        return stack_trait(l, trait, site, NULL);
    return lw_guarded(l, site, lw_at(l, l->sites->trait[trait], lw_copy(l, site)));
}

/* In a hand a level is asked of values alone. */
static Ir *trait_on_level(Lower *l, Trait trait, Ir *site, Ir *level)
{
    if (trait != TRAIT_VALUE && l->sym->container.n > 1) {
        Ir *on = ir_op2(l->game, IR_OP_HAS, lw_copy(l, site), lw_board(l));
        level = ir_op3(l->game, IR_OP_SELECT, on, level, lw_int(l, -1));
    }
    return stack_trait(l, trait, site, level);
}

Ir *lower_int_value_player(Lower *l, const Term *t)
{
    return lw_at(l, l->field->pvalue, lower_int(l, term_arg(t, SLOT_player)));
}

static Ir *trait_of_site(Lower *l, const Term *t, Trait trait)
{
    if (!lower_default_type(l, t))
        return lw_int(l, 0);
    const Term *level = term_arg(t, SLOT_level);
    Ir *site = lower_int(l, term_arg(t, SLOT_at));
    return level && l->facts->stacks ? trait_on_level(l, trait, site, lower_int(l, level)) : lower_trait(l, trait, site);
}

Ir *lower_int_state(Lower *l, const Term *t) { return trait_of_site(l, t, TRAIT_STATE); }
Ir *lower_int_rotation(Lower *l, const Term *t) { return trait_of_site(l, t, TRAIT_ROTATION); }
Ir *lower_int_value_piece(Lower *l, const Term *t) { return trait_of_site(l, t, TRAIT_VALUE); }

/* Sites of the board, empty ones too. */
Ir *lower_region_sites_state(Lower *l, const Term *t)
{
    const Term *index = term_arg(t, SLOT_index);
    if (!lower_default_type(l, t))
        return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    Ir *state = index ? lower_int(l, index) : lw_int(l, 0);
    if (l->sites->trait[TRAIT_STATE] < 0) {
        Ir *zero = ir_op2(l->game, IR_OP_EQ, state, lw_int(l, 0));
        return ir_op3(l->game, IR_OP_SELECT, zero, lw_board(l), ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
    }
    if (l->facts->stacks) {
        int s = lw_new_local(l, "s", lower_site_type(l)), x = lw_new_local(l, "state", state->type);
        Ir *equal = ir_op2(l->game, IR_OP_EQ, lower_trait(l, TRAIT_STATE, lw_local(l, s)), lw_local(l, x));
        return ir_k2(l->game, IR_OP_LETX, x, state, ir_k2(l->game, IR_OP_FILTER, s, lw_board(l), equal));
    }
    Ir *sites = ir_k1(l->game, IR_OP_WHERE, l->sites->trait[TRAIT_STATE], state);
    return l->sym->container.n == 1 ? sites : ir_op2(l->game, IR_OP_MAND, sites, lw_board(l));
}
