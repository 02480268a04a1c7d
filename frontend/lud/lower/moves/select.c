/* select.c - decisions about what stands where it is: select, remove,
 * promote. */
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/core/site_type.h"

/* Vertices and edges are chosen on the board only: hands have cells. */
static bool board_only(const Lower *l, const Term *clause)
{
    return l->sym->container.n > 1 && l->board->use != SITE_CELL && !term_is_enum(term_arg(clause, SLOT_type), "Cell");
}

static Ir *selectable(Lower *l, const Term *clause, Ir *sites)
{
    return board_only(l, clause) ? ir_op2(l->game, IR_OP_MAND, sites, lw_board(l)) : sites;
}

static void when_selectable(Rule *r, const Term *clause, const Ir *site)
{
    Lower *l = r->l;
    if (board_only(l, clause))
        rule_when(r, ir_op2(l->game, IR_OP_HAS, lw_copy(l, site), lw_board(l)));
    else
        rule_on_board(r, site);
}

/* The level of the top piece, as records show it: 0 also where there is none. */
static Ir *top_level(Rule *r, const char *name, Ir *site)
{
    Lower *l = r->l;
    Ir *top = ir_op2(l->game, IR_OP_SUB, lw_height(l, site), lw_int(l, 1));
    return rule_let(r, name, ir_op2(l->game, IR_OP_MAX, top, lw_int(l, 0)));
}

void gen_select(Lower *l, const Term *t, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to);
    const Term *level = term_arg(from, SLOT_level);
    if (term_arg(t, SLOT_role) || (level && (!l->facts->stacks || to || term_arg(from, SLOT_region))) || (to && term_arg(to, SLOT_level)) ||
        (to && (term_arg(to, SLOT_rotations) || term_arg(to, SLOT_apply))) || !lower_default_type(l, from) ||
        (to && !lower_default_type(l, to))) {
        lower_unsupported(l, t, "this form of (move Select ..)");
        return;
    }
    Rule r;
    l = rule_begin(&r, l, t, "select", 1, 0);
    Ir *start = term_arg(from, SLOT_region) ? rule_param(&r, "from") : NULL;
    Ir *end = to && term_arg(to, SLOT_region) ? rule_param(&r, "to") : NULL;
    Ir *outer_from = l->it.from, *outer_to = l->it.to;
    if (start) {
        rule_domain(&r, start, selectable(l, from, lower_region(l, term_arg(from, SLOT_region))));
    } else {
        const Term *site = term_arg(from, SLOT_site);
        start = rule_let(&r, "from", site ? lower_int(l, site) : lw_copy(l, outer_from));
        when_selectable(&r, from, start);
    }
    r.from = l->it.from = start;
    rule_to(&r, start);
    if (term_arg(from, SLOT_if))
        rule_when(&r, lower_bool(l, term_arg(from, SLOT_if)));
    if (end) {
        rule_domain(&r, end, selectable(l, to, lower_region(l, term_arg(to, SLOT_region))));
    } else if (to) {
        const Term *site = term_arg(to, SLOT_site);
        end = site ? lower_int(l, site) : lw_copy(l, outer_to ? outer_to : start);
        end = rule_let(&r, "to", end);
        when_selectable(&r, to, end);
    }
    if (to) {
        rule_to(&r, end);
        if (term_arg(to, SLOT_if))
            rule_when(&r, lower_bool(l, term_arg(to, SLOT_if)));
    }
    if (level) {
        r.level_from = rule_let(&r, "level", lower_int(l, level));
        r.level_to = lw_copy(l, r.level_from);
    } else if (l->facts->stacks) {
        r.level_from = top_level(&r, "level_from", start);
        r.level_to = end ? top_level(&r, "level_to", end) : lw_copy(l, r.level_from);
    }
    r.kind = t->id == LUD_move_select ? KIND_SELECT : KIND_NONE;
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_remove(Lower *l, const Term *t, Ir **block)
{
    bool waits = term_is_enum(term_arg(t, SLOT_at), "EndOfTurn");
    const Term *level = term_arg(t, SLOT_level);
    if ((level && !l->facts->stacks) || waits || !lower_default_type(l, t) || lower_type_hidden_by_hands(l, t)) {
        lower_unsupported(l, t, "(move Remove ..) with level: or at:");
        return;
    }
    Rule r;
    l = rule_begin(&r, l, t, "remove", 1, 0);
    Ir *site = rule_param(&r, "site"), *domain = lower_clause_sites(l, t);
    rule_domain(&r, site, domain);
    r.from = r.to = site;
    rule_when(&r, ir_op2(l->game, IR_OP_NE, lw_what(l, site), lw_int(l, 0)));
    if (level) { /* the top one as always */
        Ir *on = rule_let(&r, "level", ir_op2(l->game, IR_OP_MAX, lower_int(l, level), lw_int(l, 0)));
        Ir *top = ir_op2(l->game, IR_OP_EQ, ir_op2(l->game, IR_OP_ADD, lw_copy(l, on), lw_int(l, 1)), lw_height(l, site));
        top = rule_let(&r, "top", top);
        r.level_from = rule_let(&r, "shown", ir_op3(l->game, IR_OP_SELECT, lw_copy(l, top), lw_int(l, 0), lw_copy(l, on)));
        r.level_to = r.level_from;
        lw_remove_level(l, &r.rule->effect, site, on, top);
    } else {
        lw_remove_piece(l, &r.rule->effect, site);
    }
    r.kind = t->id == LUD_move_remove ? KIND_REMOVE : KIND_NONE;
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

static void promote_rule(Lower *l, const Term *t, size_t which, Ir **block)
{
    const Term *player = term_arg(t, SLOT_player), *piece = term_arg(t, SLOT_piece), *site = term_arg(t, SLOT_site);
    const Term *name = term_arg(piece, SLOT_name), *names = term_arg(piece, SLOT_names);
    Ir *pieces[16];
    Rule r;
    l = rule_begin(&r, l, t, "promote", 1, 0);
    r.from = rule_let(&r, "site", site ? lower_int(l, site) : lw_copy(l, l->it.to));
    r.to = r.from;
    rule_on_board(&r, r.from);
    Ir *what;
    if (player) {
        const Term *one = names ? names->slot[which] : name;
        what = lower_piece_of_role(l, one->text, player);
    } else {
        size_t n = lower_pieces(l, piece, pieces, 16);
        what = which < n ? pieces[which] : lw_int(l, 1);
    }
    r.what = rule_let(&r, "piece", what);
    if (r.what->type.lo <= 0)
        rule_when(&r, ir_op2(l->game, IR_OP_GT, lw_copy(l, r.what), lw_int(l, 0)));
    lw_replace_piece(l, &r.rule->effect, r.from, r.what);
    r.kind = t->id == LUD_move_promote ? KIND_PROMOTE : KIND_NONE;
    l->notes->does_more = true;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_promote(Lower *l, const Term *t, Ir **block)
{
    const Term *player = term_arg(t, SLOT_player), *piece = term_arg(t, SLOT_piece);
    const Term *names = term_arg(piece, SLOT_names), *ids = term_arg(piece, SLOT_ids);
    bool named = names ? names->n > 0 && names->slot[0]->kind == TERM_STRING
                       : term_arg(piece, SLOT_name) != NULL;
    if (!lower_default_type(l, t) || (player && (!named || player->kind != TERM_ENUM))) {
        lower_unsupported(l, t, "this form of (move Promote ..)");
        return;
    }
    size_t n = names ? names->n : ids ? ids->n : 1;
    for (size_t i = 0; i < n && i < 16; i++)
        promote_rule(l, t, i, block);
}
