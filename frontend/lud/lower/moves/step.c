/* step.c - adding a piece, and steps to a neighbour. */
#include "frontend/lud/lower/state/tiles.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

/* ---- add ------------------------------------------------------------------------ */

static Ir *guard_piece(Rule *r, Ir *piece)
{
    Lower *l = r->l;
    piece = rule_let(r, "piece", piece);
    if (piece->type.lo <= 0)
        rule_when(r, ir_op2(l->game, IR_OP_GT, lw_copy(l, piece), lw_int(l, 0)));
    return piece;
}

static void add_rule(Lower *l, const Term *t, size_t which, Ir **block)
{
    const Term *to = term_arg(t, SLOT_to), *cond = term_arg(to, SLOT_if), *count = term_arg(t, SLOT_count);
    Ir *pieces[16];
    Rule r;
    l = rule_begin(&r, l, t, "add", 1, 0);
    Ir *target = rule_param(&r, "to"), *domain = lower_clause_sites(l, to);
    bool empty = lw_known_empty(l, domain);
    rule_domain(&r, target, domain);
    r.from = target;
    rule_to(&r, target);
    size_t n = lower_pieces(l, term_arg(t, SLOT_piece), pieces, 16);
    if (l->facts->stacks)
        r.level_from = r.level_to = rule_let(&r, "level", lw_height(l, target));
    Ir *piece = which < n ? guard_piece(&r, pieces[which]) : lw_int(l, 1);
    if (cond)
        rule_when(&r, lower_bool(l, cond));
    Ir *state = lower_piece_state(l, term_arg(t, SLOT_piece));
    r.trait[TRAIT_STATE] = state ? rule_let(&r, "state", state) : NULL;
    if (count && !l->facts->has_count)
        lower_unsupported(l, count, "(move Add .. count:) in a game without counts");
    Ir *number = count ? ir_op2(l->game, IR_OP_MAX, lw_int(l, 1), lower_int(l, count)) : lw_int(l, 1);
    number = rule_let(&r, "count", lower_fold_int(l, number));
    rule_apply(&r, term_arg(to, SLOT_apply));
    if (t->id == LUD_move_claim && (term_arg(to, SLOT_site) || term_arg(to, SLOT_apply)))
        lower_unsupported(l, t, "this form of (move Claim ..)");
    r.kind = t->id == LUD_add ? KIND_NONE : KIND_ADD;
    r.what = piece;
    lw_put_piece_as(l, &r.rule->effect, r.to, piece, number, r.trait, empty && !term_arg(to, SLOT_apply));
    l->notes->does_more |= !empty;
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_add(Lower *l, const Term *t, Ir **block)
{
    const Term *to = term_arg(t, SLOT_to), *piece = term_arg(t, SLOT_piece);
    if (term_arg(to, SLOT_level) || term_arg(to, SLOT_rotations) || (l->facts->stacks && term_arg(t, SLOT_count)) ||
        (!term_arg(to, SLOT_site) && !term_arg(to, SLOT_region)) || !lower_default_type(l, to)) {
        lower_unsupported(l, t, "this form of (move Add ..)");
        return;
    }
    if (l->facts->has_large) {
        gen_add_large(l, t, block);
        return;
    }
    /* with an effect, each move of a region is listed twice */
    int times = term_arg(to, SLOT_apply) && term_arg(to, SLOT_region) ? 2 : 1;
    const Term *names = piece ? term_arg(piece, SLOT_names) : NULL;
    const Term *ids = piece ? term_arg(piece, SLOT_ids) : NULL;
    size_t n = names ? names->n : ids ? ids->n : 1;
    for (size_t i = 0; i < n; i++) {
        add_rule(l, t, i, block);
        if (times == 2)
            ir_append(l->game, block, ir_copy(l->game, (*block)->a[(*block)->n - 1]));
    }
}

/* ---- step ----------------------------------------------------------------------- */

static void step_rule(Lower *l, const Term *t, bool decides, int plane, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to);
    Ways ways;
    Rule r;
    bool own = !from || !term_arg(from, SLOT_site);
    int table = lower_step_ways(l, term_arg(t, SLOT_dir), REL_ADJACENT, own, &ways);
    l = rule_begin(&r, l, t, "step", ways.ways, plane);
    Lower around = *l; /* the sites of (between ..) are known before (from) is where the step starts */
    rule_from(&r, from);
    Ir *index[2] = {direction_index(ways.looks.between ? &around : l, &ways, r.plane, r.from), lw_copy(l, r.from)};
    rule_to(&r, rule_let(&r, "to", ir_tab(l->game, table, 2, index)));
    rule_on_board(&r, r.to);
    if (to && term_arg(to, SLOT_if))
        rule_when(&r, lower_bool(l, term_arg(to, SLOT_if)));
    r.moves = true;
    if (!rule_stack(&r, t))
        return;
    if (l->facts->stacks && !r.stack) {
        Ir *top = ir_op2(l->game, IR_OP_SUB, lw_height(l, r.from), lw_int(l, 1));
        r.level_from = rule_let(&r, "level", ir_op2(l->game, IR_OP_MAX, top, lw_int(l, 0)));
    }
    rule_apply(&r, to ? term_arg(to, SLOT_apply) : NULL);
    r.kind = decides ? KIND_MOVE : KIND_NONE;
    rule_move(&r);
    rule_end(&r, term_arg(t, SLOT_then), block);
}

void gen_step(Lower *l, const Term *t, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to);
    if ((from && (term_arg(from, SLOT_level) || term_arg(from, SLOT_region))) ||
        (to && (term_arg(to, SLOT_level) || term_arg(to, SLOT_rotations)))) { /* a place means nothing here */
        lower_unsupported(l, t, "this form of (move Step ..)");
        return;
    }
    Ways ways;
    bool own = !from || !term_arg(from, SLOT_site);
    lower_step_ways(l, term_arg(t, SLOT_dir), REL_ADJACENT, own, &ways);
    for (int way = 0; way < ways.ways; way++)
        step_rule(l, t, t->id == LUD_move_step, way, block);
}
