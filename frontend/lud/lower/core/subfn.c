/* subfn.c - functions of their own, with the iterators that a term reads as their parameters. */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/core/ask.h"
#include "frontend/lud/lower/core/subfn.h"

static bool is_player(const Term *t, const void *data)
{
    (void)data;
    return term_is(t, LUD_player) || term_is_enum(t, "Player");
}

bool subfn_reads_player(const Term *t)
{
    return term_any(t, is_player, NULL);
}

/* Does the move start at the iterator's site, for want of another? */
static bool from_default(const Term *t)
{
    switch (t->id) {
    case LUD_move_step: case LUD_step: case LUD_move_slide: case LUD_slide: case LUD_move_hop:
    case LUD_hop: case LUD_move_leap: case LUD_leap: case LUD_for_each_direction: case LUD_move:
    case LUD_from_to: case LUD_move_select: case LUD_select: {
        const Term *from = term_arg(t, SLOT_from);
        return !from || (!term_arg(from, SLOT_site) && !term_arg(from, SLOT_region));
    }
    case LUD_move_set_rotation: case LUD_set_rotation: {
        const Term *to = term_arg(t, SLOT_to);
        return !to || !term_arg(to, SLOT_site);
    }
    default: return false;
    }
}

static bool is_from(const Term *t, const void *data)
{
    (void)data;
    return t->kind == TERM_LUDEME && (t->id == LUD_from || t->id == LUD_for_each_direction || from_default(t));
}

bool subfn_reads_from(const Term *t)
{
    return term_any(t, is_from, NULL);
}

/* A (to ..) without a place means the iterator's. */
static bool to_default(const Term *t, const void *data)
{
    (void)data;
    return term_is(t, LUD_to_clause) && !term_arg(t, SLOT_site) && !term_arg(t, SLOT_region);
}

static bool moves_anywhere(const Term *t)
{
    return lower_reads(t, LUD_move) || lower_reads(t, LUD_from_to) || lower_reads(t, LUD_add) ||
           lower_reads(t, LUD_move_add);
}

bool subfn_reads_to(const Term *t)
{
    return (moves_anywhere(t) && term_any(t, to_default, NULL)) || lower_reads(t, LUD_to) || lower_reads(t, LUD_is_in) ||
           lower_reads(t, LUD_promote) || lower_reads(t, LUD_move_promote);
}

Ir *subfn_param(SubFn *sub, const char *name, IrType type, Ir *value)
{
    Lower *l = sub->l;
    int local = ir_local_add(l->game, sub->fn, name, type);
    sub->fn->nparam = local + 1;
    sub->arg[sub->narg++] = value;
    return ir_local(l->game, sub->fn, local);
}

static void sub_iterator(SubFn *sub, const char *name, Ir **slot, bool wanted)
{
    if (*slot && wanted) {
        if ((*slot)->op != IR_OP_INT)
            *slot = subfn_param(sub, name, (*slot)->type, *slot);
    } else {
        *slot = NULL;
    }
}

void subfn_begin(SubFn *sub, Lower *l, IrFnKind kind, const char *name, IrType ret, const Term *t)
{
    *sub = (SubFn){.l = l, .in = *l};
    sub->fn = sub->in.fn = ir_fn_add(l->game, kind, lower_fn_name(l, name), ret);
    sub->fn->at = term_at(t);
    sub->fn->body = ir_block(l->game);
    Iterators *it = &sub->in.it;
    bool shared = lw_same(it->to, it->site);
    sub_iterator(sub, "player", &it->player, it->player && subfn_reads_player(t));
    sub_iterator(sub, "value", &it->value, lower_reads(t, LUD_value));
    sub_iterator(sub, "level", &it->level, lower_reads(t, LUD_level));
    sub_iterator(sub, "pips", &it->pips, lower_reads(t, LUD_pips));
    sub_iterator(sub, "between", &it->between, lower_reads(t, LUD_between));
    sub_iterator(sub, "site", &it->site, lower_reads(t, LUD_site) || (shared && subfn_reads_to(t)));
    if (shared)
        it->to = subfn_reads_to(t) ? it->site : NULL;
    else
        sub_iterator(sub, "to", &it->to, subfn_reads_to(t));
    sub_iterator(sub, "from", &it->from, it->from && subfn_reads_from(t));
    sub_iterator(sub, "region", &it->region, lower_reads(t, LUD_sites_iter));
}

void subfn_end(SubFn *sub)
{
    sub->fn = lower_share(sub->l, sub->fn);
}

Ir *subfn_call(const SubFn *sub, IrOp op)
{
    Lower *l = sub->l;
    Ir *arg[16];
    for (int i = 0; i < sub->narg; i++)
        arg[i] = lw_copy(l, sub->arg[i]);
    return ir_call(l->game, op, ir_fn_index(l->game, sub->fn), sub->narg, arg);
}
