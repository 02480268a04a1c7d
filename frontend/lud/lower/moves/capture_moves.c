/* capture_moves.c - captures as moves of their own, where it is only asked whether there is one. */
#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/moves/rule.h"

/* Does the effect happen wherever something is caught? */
static bool happens_anyway(const Term *effect)
{
    if (term_is(effect, LUD_and_moves))
        return happens_anyway(term_arg(effect, SLOT_a)) || happens_anyway(term_arg(effect, SLOT_b));
    return term_is(effect, LUD_add_score) || term_is(effect, LUD_trigger);
}

void gen_capture(Lower *l, const Term *t, Ir **block)
{
    Rule r;
    Capture c;
    if (!l->mode.probing || l->post.n || l->target) {
        lower_unsupported(l, t, "a capture as a move of its own");
        return;
    }
    l = rule_begin(&r, l, t, "catch", 1, 0);
    Ir *s = rule_param(&r, "s"), *caught = lower_caught(l, t, &c, &r.rule->header, NULL);
    if (!caught)
        caught = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    else if (!c.effect || (term_is(c.effect, LUD_remove) && term_arg(c.effect, SLOT_site) &&
                             term_is(term_arg(c.effect, SLOT_site), c.to ? LUD_to : LUD_between)))
        caught = ir_op2(l->game, IR_OP_MAND, caught, lw_occupied(l));
    else if (!happens_anyway(c.effect))
        lower_unsupported(l, t, "a capture with this effect as a move of its own");
    r.kind = KIND_NONE;
    rule_domain(&r, s, caught);
    rule_end(&r, NULL, block);
}
