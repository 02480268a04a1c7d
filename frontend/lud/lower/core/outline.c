/* outline.c - what is long and stands in many rules is lowered once.
 *
 * Games of many kinds of pieces repeat their consequences, and what becomes of a
 * captured piece, in every rule.  A long number becomes a function, long
 * consequences a procedure, which the next rule that needs the same calls. */
#include "frontend/lud/lower/core/outline.h"

#include "frontend/lud/lower/core/ask.h"
#include "frontend/lud/lower/core/subfn.h"

enum {
    LONG_NUMBER = 200, /* terms */
    LONG_CONDITION = 300,
    LONG_THEN = 400
};

/* Does the place where the term stands have a part in it that no parameter passes on? */
static bool bound_to_place(const Lower *l, const Term *t)
{
    return !t->same || lower_draws(t) || lower_reads(t, LUD_sites_last_to) || l->it.level || l->it.region || l->look >= 0 ||
           l->last_from || l->last_to || l->mode.sowing || l->mode.site_in_hand || l->prior.n > 0 || !l->fn || !l->facts->started;
}

static unsigned flags(const Lower *l)
{
    const bool flag[] = {l->mode.threatening, l->mode.probing,  l->mode.after_move, l->mode.in_then,        l->mode.applying,
                         l->mode.in_play,     l->memo->longest,  l->facts->no_repeat,  l->successors > 0, l->target != NULL,
                         l->mode.target_from, l->it.player && l->it.player->op == IR_OP_INT,
                         l->mode.nobody_stuck, l->mode.may_be_over, l->mode.gathering};
    unsigned all = 0;
    for (size_t i = 0; i < sizeof flag / sizeof *flag; i++)
        all |= (unsigned)flag[i] << i;
    return all;
}

/* Iterators that are numbers go into the function itself. */
static bool fixed(const Lower *l)
{
    const Ir *const other[] = {l->it.from, l->it.to, l->it.between, l->it.site, l->it.value, l->it.pips};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (other[i] && other[i]->op == IR_OP_INT)
            return true;
    return false;
}

static bool same_params(const IrFn *a, const IrFn *b)
{
    if (a->nparam != b->nparam)
        return false;
    for (int i = 0; i < a->nparam; i++)
        if (!ir_type_same(a->local.at[i].type, b->local.at[i].type) ||
            a->local.at[i].name != b->local.at[i].name)
            return false;
    return true;
}

static bool same_turn(const Turn *a, const Turn *b)
{
    return lw_same(a->mover, b->mover) && lw_same(a->prev, b->prev) && lw_same(a->next, b->next);
}

static Outlined *find(Lower *l, const Outlined *new)
{
    for (size_t i = 0; i < l->memo->outlined.n; i++) {
        Outlined *o = &l->memo->outlined.at[i];
        if (o->same == new->same && o->flags == new->flags && (o->piece == new->piece || !o->notes.piece_read) && o->player == new->player &&
            same_turn(&o->seen_as, &new->seen_as) && same_params(o->params, new->params))
            return o;
    }
    return NULL;
}

/* Begins a function for the term; if there is one already, that becomes sub->fn and
 * the result is false. */
static bool begin(SubFn *sub, Lower *l, IrFnKind kind, const char *name, const Term *t, Outlined *new)
{
    int64_t player = l->it.player && l->it.player->op == IR_OP_INT ? l->it.player->k : -1;
    subfn_begin(sub, l, kind, name, (IrType){.kind = IR_VOID}, t);
    *new = (Outlined){.same = t->same, .flags = flags(&sub->in), .piece = l->piece, .player = player, .params = sub->fn,
                      .seen_as = l->seen_as};
    const Outlined *known = find(l, new);
    if (!known) {
        sub->in.notes = &new->notes;
        return true;
    }
    lower_take_back(l);
    lower_note_all(l, &known->notes);
    sub->fn = known->fn;
    return false;
}

static void end(SubFn *sub, Lower *l, Outlined *new)
{
    subfn_end(sub);
    new->fn = sub->fn;
    lower_note_all(l, &new->notes);
    vec_push(l->arena, &l->memo->outlined, *new);
}

/* A call of the function that a long term became, lowered by `lower`; NULL: its place has a part in it. */
static Ir *outlined(Lower *l, const Term *t, const char *name, Ir *(*lower)(Lower *, const Term *))
{
    SubFn sub;
    Outlined new;
    if (l->mode.in_number || lower_reads(t, LUD_value_random) || bound_to_place(l, t) || fixed(l))
        return NULL;
    if (begin(&sub, l, IR_FN, name, t, &new)) {
        sub.in.mode.in_number = true;
        Ir *value = lower(&sub.in, t);
        sub.fn->ret = value->type;
        ir_append(l->game, &sub.fn->body, ir_op1(l->game, IR_OP_RET, value));
        end(&sub, l, &new);
    }
    return subfn_call(&sub, IR_OP_CALL);
}

Ir *lower_outlined_int(Lower *l, const Term *t, Ir *(*lower)(Lower *, const Term *))
{
    return t->size < LONG_NUMBER ? NULL : outlined(l, t, "number", lower);
}

Ir *lower_outlined_bool(Lower *l, const Term *t, Ir *(*lower)(Lower *, const Term *))
{
    return t->size < LONG_CONDITION ? NULL : outlined(l, t, "condition", lower);
}

bool lower_outlined_then(Lower *l, const Term *then, LowerMoves *lower, Ir **block)
{
    SubFn sub;
    Outlined new;
    if (then->size < LONG_THEN || l->seen_as.mover || l->mode.gathering || bound_to_place(l, then) || fixed(l))
        return false;
    if (begin(&sub, l, IR_PROC, "consequences", then, &new)) {
        lower(&sub.in, then, &sub.fn->body);
        end(&sub, l, &new);
    }
    ir_append(l->game, block, subfn_call(&sub, IR_OP_DO));
    return true;
}
