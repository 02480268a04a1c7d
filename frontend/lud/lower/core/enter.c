/* enter.c - lowering a term by the function of its ludeme: what all rooms call for the terms within theirs.
 *
 * A ludeme is entered with its site type in force; its function comes from the table of `dispatch.h`, so that nothing here
 * refers to the rooms that have them. */
#include "frontend/lud/lower/core/ask.h"
#include "frontend/lud/lower/core/direction_if.h"
#include "frontend/lud/lower/core/outline.h"
#include "frontend/lud/lower/core/site_type.h"

static Ir *number_here(Lower *l, const Term *t)
{
    Ir *value = NULL;
    if (t->kind == TERM_INT) {
        value = lw_int(l, t->number);
    } else if (t->kind == TERM_ENUM) {
        value = l->dispatch->role(l, t);
    } else if (t->kind == TERM_LUDEME) {
        LowerValue *lowered = l->dispatch->number[t->id];
        value = lowered ? lowered(l, t) : NULL;
    }
    if (!value) {
        const char *what = t->kind == TERM_LUDEME ? lud_row(t->id)->signature : "this number";
        return lower_unsupported_int(l, t, what);
    }
    return lower_fold_int(l, value);
}

Ir *lower_int(Lower *l, const Term *t)
{
    lower_at(l, t);
    Lower in = lower_within(l, t);
    Ir *call = lower_outlined_int(&in, t, number_here);
    return call ? call : number_here(&in, t);
}

Ir *lower_list(Lower *l, IrOp op, const Term *list, LowerValue *lower)
{
    Ir **part = ARENA_ARRAY(l->arena, Ir *, list->n + 1);
    for (uint32_t i = 0; i < list->n; i++)
        part[i] = lower(l, list->slot[i]);
    return list->n ? lw_all(l, op, part, list->n) : NULL;
}

bool lower_const_int(Lower *l, const Term *t, int64_t *value)
{
    if (t->kind == TERM_INT) {
        *value = t->number;
        return true;
    }
    Ir *node = lower_int(l, t);
    return lower_is_const(node, value);
}

static Ir *condition(Lower *l, const Term *t)
{
    Ir *value = NULL;
    if (t->kind == TERM_LUDEME) {
        LowerValue *lowered = l->dispatch->condition[t->id];
        value = lowered ? lowered(l, t) : NULL;
    }
    if (!value) {
        lower_unsupported(l, t, t->kind == TERM_LUDEME ? lud_row(t->id)->signature : "this condition");
        return lw_int(l, 0);
    }
    return lower_fold_int(l, value);
}

Ir *lower_bool(Lower *l, const Term *t)
{
    lower_at(l, t);
    if (t->kind == TERM_BOOL)
        return lw_int(l, t->number);
    Lower in = lower_within(l, t);
    Ir *call = lower_outlined_bool(&in, t, condition);
    return call ? call : condition(&in, t);
}

static Ir *region_here(Lower *l, const Term *t)
{
    Ir *sites = NULL;
    if (t->kind == TERM_LUDEME) {
        LowerValue *lowered = l->dispatch->region[t->id];
        sites = lowered ? lowered(l, t) : NULL;
    }
    if (!sites) {
        const char *what = t->kind == TERM_LUDEME ? lud_row(t->id)->signature : "this region";
        return lower_unsupported_mask(l, t, what);
    }
    return lower_fold_mask(l, sites);
}

Ir *lower_region(Lower *l, const Term *t)
{
    lower_at(l, t);
    Lower in = lower_within(l, t);
    const Term *branch[2], *cond = lower_dir_choice_apart(&in, t, branch);
    if (cond) {
        Ir *yes = region_here(&in, branch[0]), *no = region_here(&in, branch[1]);
        return lower_fold_mask(l, ir_op3(l->game, IR_OP_SELECT, lower_bool(l, cond), yes, no));
    }
    return region_here(&in, t);
}

/* Does it move a piece where no place says which one? */
static bool without_piece(const Lower *l, const Term *t)
{
    switch (t->id) {
    case LUD_move_step: case LUD_step: case LUD_move_slide: case LUD_slide: case LUD_move_hop: case LUD_hop:
    case LUD_move_leap: case LUD_leap: break;
    default: return false;
    }
    const Term *from = term_arg(t, SLOT_from);
    return !l->it.from && !(from && (term_arg(from, SLOT_site) || term_arg(from, SLOT_region) || term_arg(from, SLOT_level)));
}

/* A choice of directions under a condition: the move with the one or the other. */
static bool gen_if_direction(Lower *l, const Term *t, Ir **block)
{
    const Term *one[2];
    const Term *holds = lower_dir_choice(l, t, one);
    if (!holds)
        return false;
    Ir *branch[2], *cond = lower_bool(l, holds);
    for (int k = 0; k < 2; k++) {
        branch[k] = ir_block(l->game);
        gen_moves(l, one[k], &branch[k]);
    }
    ir_append(l->game, block, ir_if(l->game, cond, branch[0], branch[1]));
    return true;
}

static void moves_here(Lower *l, const Term *t, Ir **block)
{
    if (gen_if_direction(l, t, block))
        return;
    if (without_piece(l, t)) { /* there are none */
        l->notes->unset_read = true;
        return;
    }
    Lower in = *l;
    const Term *then = lud_fact(t->id, LUD_FACT_JOINS) ? term_arg(t, SLOT_then) : NULL;
    const After after = {.then = then, .outer = l->outer_then};
    in.outer_then = then ? &after : l->outer_then;
    LowerMoves *lowered = l->dispatch->moves[t->id];
    if (lowered) {
        const int before = (*block)->n;
        lowered(&in, t, block);
        lw_place(*block, before, t);
    } else {
        lower_unsupported(l, t, lud_row(t->id)->signature);
    }
}

void gen_moves(Lower *l, const Term *t, Ir **block)
{
    Lower in = lower_within(l, t);
    moves_here(&in, t, block);
}

void lower_refuse_effect(Lower *l, const Term *t)
{
    lower_unsupported(l, t, arena_printf(l->arena, "as a consequence: %s", t->kind == TERM_LUDEME ? lud_row(t->id)->signature : "this"));
}

void lower_effect(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    lower_at(l, t);
    Lower in = lower_within(l, t);
    const Term *branch[2], *cond = lower_dir_choice_apart(&in, t, branch);
    if (cond)
        l->dispatch->choice_of_effects(&in, cond, branch[0], branch[1], lets, writes);
    else
        l->dispatch->consequence(&in, t, lets, writes);
}

void lower_applied(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Lower in = *l;
    in.mode.applying = true;
    lower_effect(&in, t, lets, writes);
}

void lower_then(Lower *l, const Term *then, Ir **block)
{
    Ir *lets = ir_block(l->game), *writes = ir_block(l->game);
    if (term_arg(then, SLOT_applyAfterAllMoves)) {
        lower_unsupported(l, then, "(then .. applyAfterAllMoves:)");
        return;
    }
    Lower in = *l;
    in.mode.applying = in.mode.gathering = false;
    in.after = NULL;
    lower_effect(&in, term_arg(then, SLOT_effect), &lets, &writes);
    lw_append_all(l, block, lets);
    lw_append_all(l, block, writes);
}
