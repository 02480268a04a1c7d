/* append.c - (append ..) as a decision: all that an effect would do, as one
 * move, if it does anything. */
#include "frontend/lud/lower/moves/rule.h"

/* Do the statements of captures do anything? */
static Ir *happens(Lower *l, const Ir *writes)
{
    Ir *any = lw_int(l, 0);
    for (int i = 0; i < writes->n; i++) {
        const Ir *s = writes->a[i];
        if (s->op == IR_OP_FOR && s->a[0]->type.kind == IR_MASK) {
            Ir *some = ir_op1(l->game, IR_OP_ANY, lw_copy(l, s->a[0]));
            any = ir_op2(l->game, IR_OP_OR, any, some);
        }
    }
    return any;
}

/* The piece that the first action puts down. */
static const Term *added(const Term *effect)
{
    const Term *between = term_arg(effect, SLOT_between);
    const Term *apply = between ? term_arg(between, SLOT_apply) : NULL;
    const Term *joined = apply && apply->id == LUD_apply ? term_arg(apply, SLOT_effect) : NULL;
    const Term *add = term_is(joined, LUD_all_combinations) ? term_arg(joined, SLOT_a) : NULL;
    return term_is(add, LUD_add) ? add : NULL;
}

void gen_append(Lower *l, const Term *t, Ir **block)
{
    const Term *effect = term_arg(t, SLOT_effect);
    const Term *add = term_is(effect, LUD_custodial) && !term_arg(effect, SLOT_then) ? added(effect) : NULL;
    const Term *site = add ? term_arg(term_arg(add, SLOT_to), SLOT_site) : NULL;
    Ir *piece[2];
    if (!site || !lower_default_type(l, term_arg(add, SLOT_to))) {
        lower_unsupported(l, t, "this form of (append ..)");
        return;
    }
    Rule r;
    l = rule_begin(&r, l, t, "append", 1, 0);
    Ir *writes = ir_block(l->game);
    r.from = rule_let(&r, "to", lower_int(l, site));
    lower_effect(l, effect, &r.rule->header, &writes);
    Ir *some = happens(l, writes);
    if (some->op == IR_OP_INT)
        lower_unsupported(l, effect, "this effect joined into one move");
    rule_when(&r, some);
    if (lower_pieces(l, term_arg(add, SLOT_piece), piece, 2) != 1)
        lower_unsupported(l, add, "one of several pieces added with captures");
    r.what = rule_let(&r, "piece", piece[0]);
    Ir *state = lower_piece_state(l, term_arg(add, SLOT_piece));
    r.trait[TRAIT_STATE] = state ? rule_let(&r, "state", state) : NULL;
    for (int i = 0; i < writes->n; i++)
        rule_do(&r, writes->a[i]);
    r.kind = KIND_ADD;
    rule_to(&r, r.from);
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}
