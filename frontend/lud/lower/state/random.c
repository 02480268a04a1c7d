/* random.c - lots that effects and start rules draw. */
#include "frontend/lud/lower/state/random.h"

#include <string.h>

/* ---- the fields ----------------------------------------------------------------------------- */

static int field_of(Lower *l, const Term *t, IrType type)
{
    for (size_t i = 0; i < l->sym->lot.n; i++) {
        const IrType *known = &l->game->field.at[l->sym->lot.at[i].field].elem;
        if (l->sym->lot.at[i].term == t && known->kind == type.kind && known->lo <= type.lo && known->hi >= type.hi)
            return l->sym->lot.at[i].field;
    }
    const char *name = arena_printf(l->arena, "lot_%zu", l->sym->lot.n + 1);
    Lot lot = {.term = t, .field = ir_field_add(l->game, name, lw_field_type(type), NULL)};
    vec_push(l->arena, &l->sym->lot, lot);
    return lot.field;
}

/* The values are there to be read. */
static void open(Lower *l, const Term *t, int field)
{
    Lot lot = {.term = t, .field = field};
    vec_push(l->arena, &l->open_lot, lot);
}

static int find_open(const Lower *l, const Term *t)
{
    for (size_t i = l->open_lot.n; i-- > 0;)
        if (l->open_lot.at[i].term == t)
            return l->open_lot.at[i].field;
    return -1;
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* The number is -1 where the range is empty. */
static void draw_number(Lower *l, const Term *t, Ir **block)
{
    Ir *least, *most;
    lower_range(l, term_arg(t, SLOT_range), &least, &most);
    least = lw_let(l, block, "least", lower_fold_int(l, least));
    most = lw_let(l, block, "most", lower_fold_int(l, most));
    if (most->type.hi - least->type.lo >= INT32_MAX) {
        lower_unsupported(l, t, "a number by chance without known bounds");
        return;
    }
    Ir *outcomes = ir_op2(l->game, IR_OP_SUB, ir_op2(l->game, IR_OP_ADD, lw_copy(l, most), lw_int(l, 1)), lw_copy(l, least));
    outcomes = lower_fold_int(l, outcomes);
    const bool empty = outcomes->type.lo < 1;
    if (empty)
        outcomes = ir_op2(l->game, IR_OP_MAX, outcomes, lw_int(l, 1));
    Ir *lot = lw_let(l, block, "lot", ir_op1(l->game, IR_OP_DRAW, outcomes));
    Ir *drawn = ir_op2(l->game, IR_OP_ADD, lot, lw_copy(l, least));
    const int field = field_of(l, t, ir_int(empty && least->type.lo > -1 ? -1 : least->type.lo,
                                            empty && most->type.hi < -1 ? -1 : most->type.hi));
    if (!empty) {
        ir_append(l->game, block, ir_put(l->game, field, NULL, drawn));
    } else {
        Ir *some = ir_block(l->game), *none = ir_block(l->game);
        ir_append(l->game, &some, ir_put(l->game, field, NULL, ir_op2(l->game, IR_OP_MIN, drawn, lw_copy(l, most))));
        ir_append(l->game, &none, ir_put(l->game, field, NULL, lw_int(l, -1)));
        ir_append(l->game, block, ir_if(l->game, ir_op2(l->game, IR_OP_LE, least, most), some, none));
    }
    open(l, t, field);
}

static void draw_site(Lower *l, Ir **block, const Ir *sites, int field)
{
    Ir *some = ir_block(l->game);
    Ir *outcomes = ir_op2(l->game, IR_OP_MAX, ir_op1(l->game, IR_OP_COUNT, lw_copy(l, sites)), lw_int(l, 1));
    Ir *lot = lw_let(l, &some, "lot", ir_op1(l->game, IR_OP_DRAW, outcomes));
    Ir *drawn = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, ir_op2(l->game, IR_OP_NTH, lw_copy(l, sites), lot));
    ir_append(l->game, &some, ir_put(l->game, field, NULL, ir_op2(l->game, IR_OP_MOR, lw_get(l, field), drawn)));
    ir_append(l->game, block, ir_if(l->game, ir_op1(l->game, IR_OP_ANY, lw_copy(l, sites)), some, NULL));
}

/* So many different sites, or all. */
static void draw_sites(Lower *l, const Term *t, Ir **block)
{
    const Term *region = term_arg(t, SLOT_region), *num = term_arg(t, SLOT_num);
    const int field = field_of(l, t, ir_mask(l->sym->space_site));
    Ir *sites = lw_let(l, block, "sites", region ? lower_region(l, region) : lw_empty(l));
    Ir *number = num ? lw_let(l, block, "number", lower_fold_int(l, lower_int(l, num))) : lw_int(l, 1);
    int64_t known;
    if (!region && l->board->use != SITE_CELL)
        lower_unsupported(l, t, "(sites Random) of another type than the board's");
    ir_append(l->game, block, ir_put(l->game, field, NULL, ir_k0(l->game, IR_OP_NONE, l->sym->space_site)));
    if (lower_is_const(number, &known) && known == 1) {
        draw_site(l, block, sites, field);
    } else {
        Ir *body = ir_block(l->game), *most = ir_op2(l->game, IR_OP_MIN, lw_copy(l, number), lw_int(l, lw_dim_site(l).size));
        Ir *left = lw_let(l, &body, "left", ir_op2(l->game, IR_OP_MDIFF, lw_copy(l, sites), lw_get(l, field)));
        draw_site(l, &body, left, field);
        Ir *loop[3] = {lw_int(l, 0), most, body};
        int i = lw_new_local(l, "i", ir_int(0, lw_dim_site(l).size));
        ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, i, 3, loop));
    }
    open(l, t, field);
}

/* Those that others depend on come first. */
static void draw_all(Lower *l, const Term *t, bool outermost, Ir **block)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY) || (!outermost && lower_is_effect(t)) || !lower_draws(t))
        return;
    for (uint32_t i = 0; i < t->n; i++)
        draw_all(l, t->slot[i], false, block);
    if (term_is(t, LUD_value_random))
        draw_number(l, t, block);
    else if (term_is(t, LUD_sites_random))
        draw_sites(l, t, block);
}

void random_drawn(Lower *l, const Term *t, Ir **block)
{
    if (t->kind != TERM_LUDEME || !lower_draws(t))
        return;
    if (l->post.n > 0 || l->successors > 0 || l->memo->longest || l->facts->no_repeat)
        lower_unsupported(l, t, "chance in a move that is tried before it is allowed");
    draw_all(l, t, true, block);
}

/* Positions do not differ by lots that were drawn. */
void random_put_back(Lower *l, const Lower *outer, Ir **block)
{
    for (size_t i = outer->open_lot.n; i < l->open_lot.n; i++) {
        const int field = l->open_lot.at[i].field;
        const bool set = l->game->field.at[field].elem.kind == IR_MASK;
        ir_append(l->game, block, ir_put(l->game, field, NULL, set ? ir_k0(l->game, IR_OP_NONE, l->sym->space_site) : lw_int(l, 0)));
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

Ir *lower_int_value_random(Lower *l, const Term *t)
{
    const int field = find_open(l, t);
    return field >= 0 ? lw_get(l, field) : lower_unsupported_int(l, t, "a number by chance at this place");
}

Ir *lower_region_sites_random(Lower *l, const Term *t)
{
    const int field = find_open(l, t);
    return field >= 0 ? lw_get(l, field) : lower_unsupported_mask(l, t, "sites by chance at this place");
}
