/* lower_leap.c - leaps: where a walk leads, whatever lies between. */
#include "frontend/lud/lower_rule.h"
#include "frontend/lud/lower_ways.h"

static bool flag(Lower *l, const Term *t, bool otherwise, bool *value)
{
    int64_t known = otherwise;
    bool ok = !t || lower_is_const(lower_bool(l, t), &known);
    if (!ok) {
        lower_unsupported(l, t, "a condition that changes here");
    }
    *value = known != 0;
    return ok;
}

void gen_leap(Lower *l, const Term *t, Ir **block)
{
    const Term *from = term_arg(t, "from"), *to = term_arg(t, "to"), *cond = term_arg(to, "if");
    bool forward, rotations;
    if (!flag(l, term_arg(t, "forward"), false, &forward) ||
        !flag(l, term_arg(t, "rotations"), true, &rotations)) {
        return;
    }
    if (!cond || !rotations || term_arg(to, "site") || term_arg(to, "region") || term_arg(to, "level") ||
        term_arg(to, "rotations")) {
        lower_unsupported(l, t, "this form of (move Leap ..)");
        return;
    }
    Rule r;
    rule_begin(&r, l, t, "leap", 1, 0);
    Ir *target = rule_param(&r, "to");
    rule_from(&r, from);
    Looks looks = {.n = 1, .wind = {-1}, .table = -1};
    if (forward) {
        looks = lower_looks_ahead(l, r.own);
    }
    int table = lower_walks(l, term_arg(t, "walk"), rotations, forward ? &looks : NULL);
    Ir *index[2] = {lower_look(l, &looks, r.from), lw_copy(l, r.from)};
    rule_domain(&r, target, ir_tab(l->game, table, 2, index));
    rule_to(&r, target);
    rule_when(&r, lower_bool(l, cond));
    r.moves = true;
    rule_apply(&r, term_arg(to, "apply"));
    r.kind = t->id == LUD_move_leap ? KIND_MOVE : KIND_NONE;
    rule_move(&r);
    rule_end(&r, term_arg(t, "then"), block);
}
