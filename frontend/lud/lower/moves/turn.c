/* turn.c - decisions about a piece's rotation and about who is next. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/traits.h"

/* ---- rotation ------------------------------------------------------------------------ */

enum { TO_NUMBER, TO_PREVIOUS, TO_NEXT };

/* The site that is turned: of the clause, else the piece's own. */
static Ir *turned_site(Lower *l, const Term *t)
{
    const Term *to = term_arg(t, SLOT_to), *site = to ? term_arg(to, SLOT_site) : NULL;
    if (to && (term_arg(to, SLOT_region) || term_arg(to, SLOT_rotations) || term_arg(to, SLOT_apply) || term_arg(to, SLOT_level))) {
        lower_unsupported(l, t, "this form of (set Rotation ..)");
        return lw_int(l, 0);
    }
    if (!site && !l->it.from) {
        l->notes->unset_read = true;
        return lw_int(l, -1);
    }
    return site ? lower_int(l, site) : lw_copy(l, l->it.from);
}

static Ir *new_rotation(Lower *l, int how, const Term *number, const Ir *site)
{
    const int64_t most = lower_rotations(l) - 1;
    if (how == TO_NUMBER)
        return lower_int(l, number);
    Ir *now = lower_trait(l, TRAIT_ROTATION, lw_copy(l, site));
    Ir *edge = lw_int(l, how == TO_NEXT ? most : 0), *wrapped = lw_int(l, how == TO_NEXT ? 0 : most);
    Ir *on = how == TO_NEXT ? ir_op2(l->game, IR_OP_LT, lw_copy(l, now), edge)
                            : ir_op2(l->game, IR_OP_GT, lw_copy(l, now), edge);
    Ir *turned = how == TO_NEXT ? ir_op2(l->game, IR_OP_MIN, ir_op2(l->game, IR_OP_ADD, now, lw_int(l, 1)), lw_int(l, most))
                                : ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_SUB, now, lw_int(l, 1)), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, turned, wrapped);
}

static void turn_rule(Lower *l, const Term *t, int how, const Term *number, const Term *allowed, Ir **block)
{
    Rule r;
    l = rule_begin(&r, l, t, "rotate", 1, 0);
    r.from = r.to = rule_let(&r, "site", turned_site(l, t));
    rule_on_board(&r, r.from);
    if (allowed)
        rule_when(&r, lower_bool(l, allowed));
    r.trait[TRAIT_ROTATION] = rule_let(&r, "rotation", new_rotation(l, how, number, r.from));
    if (r.trait[TRAIT_ROTATION]->type.lo < 0)
        lower_unsupported(l, t, "a rotation that may be negative");
    lw_set_trait(l, &r.rule->effect, TRAIT_ROTATION, r.from, NULL, r.trait[TRAIT_ROTATION]);
    r.kind = t->id == LUD_move_set_rotation ? KIND_SET_ROTATION : KIND_NONE;
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

static bool never(const Term *allowed)
{
    return allowed && allowed->kind == TERM_BOOL && !allowed->number;
}

/* One move for each number, then one turn back and one on. */
void gen_set_rotation(Lower *l, const Term *t, Ir **block)
{
    const Term *one = term_arg(t, SLOT_direction), *many = term_arg(t, SLOT_directions);
    const Term *back = term_arg(t, SLOT_previous), *on = term_arg(t, SLOT_next);
    if (l->facts->stacks || (term_arg(t, SLOT_to) && !lower_default_type(l, term_arg(t, SLOT_to)))) {
        lower_unsupported(l, t, "this form of (set Rotation ..)");
        return;
    }
    for (uint32_t i = 0; i < (many ? many->n : one ? 1 : 0); i++)
        turn_rule(l, t, TO_NUMBER, many ? many->slot[i] : one, NULL, block);
    if (!never(back))
        turn_rule(l, t, TO_PREVIOUS, NULL, back, block);
    if (!never(on))
        turn_rule(l, t, TO_NEXT, NULL, on, block);
}

/* As an effect one number. */
void effect_set_rotation(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *one = term_arg(t, SLOT_direction), *many = term_arg(t, SLOT_directions);
    if (many && many->n == 1)
        one = many->slot[0];
    if (l->facts->stacks || !one || (many && many->n != 1) || !never(term_arg(t, SLOT_previous)) || !never(term_arg(t, SLOT_next)) ||
        (term_arg(t, SLOT_to) && !lower_default_type(l, term_arg(t, SLOT_to)))) {
        lower_unsupported(l, t, "this form of (set Rotation ..) as an effect");
        return;
    }
    Ir *site = lw_let(l, lets, "site", turned_site(l, t)), *done = ir_block(l->game);
    Ir *rotation = lw_let(l, lets, "rotation", lower_int(l, one));
    lw_set_trait(l, &done, TRAIT_ROTATION, site, NULL, rotation);
    Ir *on = ir_op2(l->game, IR_OP_GE, ir_op2(l->game, IR_OP_MIN, lw_copy(l, site), lw_copy(l, rotation)), lw_int(l, 0));
    ir_append(l->game, writes, ir_if(l->game, lower_fold_int(l, on), done, NULL));
}

/* ---- who is next ---------------------------------------------------------------------- */

void gen_move_set_next_player(Lower *l, const Term *t, Ir **block)
{
    const Term *player = term_arg(t, SLOT_player);
    if (!player) {
        lower_unsupported(l, t, "(move Set NextPlayer ..) of a list");
        return;
    }
    Rule r;
    l = rule_begin(&r, l, t, "name_next", 1, 0);
    Ir *next = rule_let(&r, "next", lower_int(l, player));
    r.what = next;
    effect_name_next(l, &r.rule->effect, lw_copy(l, next));
    r.kind = KIND_SET_NEXT;
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}
