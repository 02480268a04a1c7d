/* fromto.c - a piece from anywhere to anywhere; two pieces change places. */
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/core/site_type.h"

/* A clause's site, or one of its region as a parameter of the rule. */
static Ir *place(Rule *r, const Term *clause, Ir *param, const char *name)
{
    Lower *l = r->l;
    if (term_arg(clause, SLOT_region)) {
        rule_domain(r, param, lower_region(l, term_arg(clause, SLOT_region)));
        return param;
    }
    const Term *site = term_arg(clause, SLOT_site);
    Ir *iterator = clause->id == LUD_from_clause ? l->it.from : l->it.to;
    Ir *at = site ? lower_int(l, site) : lw_copy(l, iterator);
    at = rule_let(r, name, at);
    rule_on_board(r, at);
    return at;
}

static void act(Rule *r, const Term *t, bool copies, Ir *number)
{
    Lower *l = r->l;
    if (l->facts->stacks && number) {
        lw_take_some(l, &r->rule->effect, r->from, r->to, number);
        r->level_from = rule_let(r, "level_from", ir_op2(l->game, IR_OP_SUB, lw_height(l, r->from), lw_copy(l, number)));
        r->level_to = rule_let(r, "level_to", lw_height(l, r->to));
        r->kind = KIND_STACK;
    } else if (r->level_from) {
        lw_take_level(l, &r->rule->effect, r->from, r->level_from, r->to);
        r->kind = KIND_MOVE;
    } else if (number && !copies) {
        lw_move_pieces(l, &r->rule->effect, r->from, r->to, number);
        r->count = number;
        r->kind = KIND_MOVE_SEVERAL;
    } else if (copies) {
        lw_copy_piece(l, &r->rule->effect, r->from, r->to);
        r->kind = KIND_COPY;
    } else {
        rule_move(r);
        r->kind = KIND_MOVE;
    }
    if (t->id != LUD_move)
        r->kind = KIND_NONE;
    l->notes->does_more = true;
}

/* Owners' lists name a site once more for each time that several pieces of a hand came there. */
static bool listed_twice(Lower *l, const Term *from, const Term *to)
{
    bool empty = lower_reads(to, LUD_is_empty) || term_is(term_arg(to, SLOT_region), LUD_sites_empty) ||
                 !lower_in_hand(l, term_arg(from, SLOT_site));
    for (size_t c = 1; c < l->sym->component.n && !empty; c++) {
        const int owner = l->sym->component.at[c].owner;
        if (owner >= 1 && owner <= l->facts->players && lower_reads(l->root, LUD_for_each_piece))
            return true;
    }
    return false;
}

void gen_from_to(Lower *l, const Term *t, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to), *count = term_arg(t, SLOT_count);
    const Term *copy = term_arg(t, SLOT_copy), *level = term_arg(from, SLOT_level);
    int64_t copies = 0;
    SiteType type_from, type_to;
    if ((l->facts->stacks && (copy || (count && level))) || term_arg(t, SLOT_role) ||
        (level && !l->facts->stacks) || term_arg(to, SLOT_level) ||
        term_arg(to, SLOT_rotations) || (copy && !lower_is_const(lower_bool(l, copy), &copies)) ||
        (count && (copies || !(l->facts->has_count || l->facts->stacks))) || !lower_place_type(l, from, &type_from) ||
        !lower_place_type(l, to, &type_to)) {
        lower_unsupported(l, t, "this form of (move (from ..) (to ..))");
        return;
    }
    if (l->facts->has_large && gen_from_to_large(l, t, block))
        return;
    Rule r;
    l = rule_begin(&r, l, t, "move", 1, 0);
    Ir *from_param = term_arg(from, SLOT_region) ? rule_param(&r, "from") : NULL;
    Ir *to_param = term_arg(to, SLOT_region) ? rule_param(&r, "to") : NULL;
    Ir *outer_to = l->it.to;
    const Term *site = term_arg(from, SLOT_site);
    r.own = lower_own_piece(l) && !from_param && (!site || (term_is(site, LUD_from) && !term_arg(site, SLOT_at)));
    r.own = r.own && l->piece_type == type_from;
    r.type_from = type_from;
    r.type_to = type_to;
    r.from = place(&r, from, from_param, "from");
    l->it.from = r.from;
    if (!r.own) {
        Lower in = lower_on_type(l, type_from);
        lower_type_hidden_by_hands(&in, from);
        rule_when(&r, ir_op2(l->game, IR_OP_NE, lw_what(&in, r.from), lw_int(l, 0)));
        if (l->facts->has_large)
            rule_when(&r, ir_op1(l->game, IR_OP_NOT, lower_is_large(&in, lw_what(&in, r.from))));
    }
    if (term_arg(from, SLOT_if))
        rule_when(&r, lower_bool(l, term_arg(from, SLOT_if)));
    if (count && !l->facts->stacks && to_param && !lower_reads(to, LUD_is_empty) && !term_is(term_arg(to, SLOT_region), LUD_sites_empty) &&
        lower_reads(l->root, LUD_no_pieces)) {
        /* owners' lists then name sites twice, and keep them when these are empty again */
        lower_unsupported(l, t, "(no Pieces ..) where several pieces may join others");
    }
    if (count && !l->facts->stacks && listed_twice(l, from, to))
        lower_unsupported(l, t, "(forEach Piece ..) where several pieces may join others");
    if (level)
        r.level_from = rule_let(&r, "level", lower_int(l, level));
    Ir *number = count ? rule_let(&r, "count", lower_int(l, count)) : NULL;
    l->it.to = outer_to;
    rule_to(&r, place(&r, to, to_param, "to"));
    if (term_arg(to, SLOT_if))
        rule_when(&r, lower_bool(l, term_arg(to, SLOT_if)));
    r.moves = !copies && !number && type_from == l->sites->type && type_to == l->sites->type;
    if ((copies || number) && !(type_from == l->sites->type && type_to == l->sites->type))
        lower_unsupported(l, t, "several pieces, or a copy, to a site of another type");
    if (!rule_stack(&r, t))
        return;
    r.stack = r.stack && !number && !level; /* one level is one piece */
    rule_apply(&r, term_arg(to, SLOT_apply));
    if (type_from != l->sites->type || type_to != l->sites->type) {
        lw_move_across(l, &r.rule->effect, type_from, r.from, type_to, r.to);
        r.kind = t->id == LUD_move ? KIND_MOVE : KIND_NONE;
        l->notes->does_more = true;
    } else {
        act(&r, t, copies != 0, number);
    }
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_swap_pieces(Lower *l, const Term *t, Ir **block)
{
    const Term *a = term_arg(t, SLOT_a), *b = term_arg(t, SLOT_b);
    Rule r;
    l = rule_begin(&r, l, t, "swap_pieces", 1, 0);
    r.from = rule_let(&r, "a", a ? lower_int(l, a) : lw_get(l, l->field->last.from));
    r.to = rule_let(&r, "b", b ? lower_int(l, b) : lw_get(l, l->field->last.to));
    rule_on_board(&r, r.from);
    rule_on_board(&r, r.to);
    Ir *what = rule_let(&r, "piece", lw_what(l, r.to));
    lw_swap_pieces(l, &r.rule->effect, r.from, r.to, what);
    r.kind = t->id == LUD_move_swap_pieces ? KIND_MOVE : KIND_NONE;
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_swap_players(Lower *l, const Term *t, Ir **block)
{
    Rule r;
    l = rule_begin(&r, l, t, "change_sides", 1, 0);
    effect_swap_players(l, t, &r.rule->header, &r.rule->effect);
    r.kind = KIND_SWAP;
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}
