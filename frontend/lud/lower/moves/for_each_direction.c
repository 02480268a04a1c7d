/* for_each_direction.c - (forEach Direction ..): moves for the sites along rays. */
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

typedef struct {
    const Term *to, *between;
    int64_t least, most;
    Ways ways;
    Ir *from;
} EachWay;

static Ir *site_at(Lower *l, const EachWay *e, int way, int k)
{
    Ir *plane = lw_int(l, way);
    Ir *index[2] = {direction_index(l, &e->ways, plane, e->from), lw_copy(l, e->from)};
    return ir_tab(l->game, direction_site_table(&e->ways, k), 2, index);
}

enum { FAR = 8 }; /* a level of nested conditions each */

/* The moves at distance k and further; the condition must hold all the way. */
static void along(Lower *l, const EachWay *e, const Term *moves, int way, int k, Ir **block)
{
    Ir *site = site_at(l, e, way, k), *body = ir_block(l->game);
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    const Term *middle = e->between ? term_arg(e->between, SLOT_if) : NULL;
    const Term *cond = e->to ? term_arg(e->to, SLOT_if) : NULL;
    if (middle && e->least > 1 && k < e->least) {
        Lower in = *l;
        in.it.between = site;
        on = ir_op2(l->game, IR_OP_AND, on, lower_bool(&in, middle));
    }
    l->it.to = site;
    if (cond)
        on = ir_op2(l->game, IR_OP_AND, on, lower_bool(l, cond));
    if (k >= e->least)
        gen_moves(l, moves, &body);
    if (k < e->most)
        along(l, e, moves, way, k + 1, &body);
    ir_append(l->game, block, ir_if(l->game, on, body, NULL));
}

/* With a site (to) known already, the piece looks there. */
static bool find_ways(Lower *l, EachWay *e, const Term *dir, bool own)
{
    Looks looks;
    if (!l->it.to || !dirs_need_facing(dir))
        return lower_ways(l, &e->ways, dir, REL_ADJACENT, own);
    return lower_looks_towards(l, dir, lw_copy(l, l->it.from), lw_copy(l, l->it.to), &looks) &&
           lower_ways_of(l, &e->ways, dir, REL_ADJACENT, &looks);
}

void gen_for_each_direction(Lower *l, const Term *t, Ir **block)
{
    const Term *from = term_arg(t, SLOT_from), *moves = term_arg(t, SLOT_moves);
    const Term *site = from ? term_arg(from, SLOT_site) : NULL, *apply = NULL;
    EachWay e = {.to = term_arg(t, SLOT_to), .between = term_arg(t, SLOT_between), .least = 1, .most = 1};
    if (!moves) {
        apply = term_arg(e.to, SLOT_apply);
        moves = apply && apply->id == LUD_apply ? term_arg(apply, SLOT_effect) : NULL;
    }
    if (!moves || (apply && term_arg(apply, SLOT_if)) ||
        (from && (term_arg(from, SLOT_region) || term_arg(from, SLOT_level) || term_arg(from, SLOT_if))) ||
        (e.between && (term_arg(e.between, SLOT_before) || term_arg(e.between, SLOT_after) ||
                       term_arg(e.between, SLOT_trail) || term_arg(e.between, SLOT_apply)))) {
        lower_unsupported(l, t, "this form of (forEach Direction ..)");
        return;
    }
    if (e.between && term_arg(e.between, SLOT_range) &&
        !lower_const_range(l, term_arg(e.between, SLOT_range), &e.least, &e.most))
        return;
    if (!l->it.from || !lower_own_piece(l) || e.most > FAR) {
        lower_unsupported(l, t, "(forEach Direction ..) without a piece to move, or of long reach");
        return;
    }
    e.from = site ? lower_int(l, site) : l->it.from;
    if (find_ways(l, &e, term_arg(t, SLOT_dir), !site || term_is(site, LUD_from))) {
        for (int way = 0; way < e.ways.ways; way++) {
            Lower in = *l;
            along(&in, &e, moves, way, 1, block);
        }
    }
}
