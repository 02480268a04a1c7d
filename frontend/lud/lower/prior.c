/* prior.c - (do .. next: ..): effects that come before the moves that are chosen
 * from, or before other effects.
 *
 * Moves are found in the position after what precedes them, and are played with it.
 * Here they are found in the position before: what they depend on must not change. */
#include "frontend/lud/lower/prior.h"

#include "frontend/lud/lower/each.h"
#include "frontend/lud/lower/once.h"

/* ---- before moves -------------------------------------------------------------------------- */

static void note_written(Lower *l, const Ir *node, Prior *p)
{
    if (node->op == IR_OP_PUT) {
        for (size_t i = 0; i < p->written.n; i++) {
            if (p->written.at[i] == (int)node->k) {
                return;
            }
        }
        vec_push(l->arena, &p->written, (int)node->k);
    }
    for (int i = 0; i < node->n; i++) {
        note_written(l, node->a[i], p);
    }
}

static bool uses_any(Lower *l, const Ir *node, const Prior *p)
{
    for (size_t i = 0; i < p->written.n; i++) {
        if (ir_uses_field(l->game, node, p->written.at[i])) {
            return true;
        }
    }
    return false;
}

/* Does it depend on the fields which moves there are?  Rules have been asked already. */
static bool choice_depends(Lower *l, const Ir *node, const Prior *p)
{
    bool get = node->op == IR_OP_GET || node->op == IR_OP_WHERE || node->op == IR_OP_WHEREIN;
    if ((get || node->op == IR_OP_CALL || node->op == IR_OP_EXISTS) && uses_any(l, node, p)) {
        return true;
    }
    if (node->op == IR_OP_TRY) {
        const IrFn *fn = l->game->fn.at[node->k];
        if (fn->kind == IR_GEN && choice_depends(l, fn->body, p)) {
            return true;
        }
    }
    for (int i = 0; i < node->n; i++) {
        if (choice_depends(l, node->a[i], p)) {
            return true;
        }
    }
    return false;
}

void gen_after_prior(Lower *l, const Term *prior, const Term *next, Ir **block)
{
    Prior p = {.term = prior, .it = l->it};
    Ir *moves = ir_block(l->game);
    vec_push(l->arena, &l->prior, p);
    gen_moves(l, next, &moves);
    p = l->prior.at[--l->prior.n];
    if (choice_depends(l, moves, &p)) {
        lower_unsupported(l, prior, "moves that depend on what (do ..) does before them");
    }
    lw_append_all(l, block, moves);
}

bool lower_prior_reads(const Lower *l, LudId id)
{
    for (size_t i = 0; i < l->prior.n; i++) {
        if (lower_reads(l->prior.at[i].term, id)) {
            return true;
        }
    }
    return false;
}

static bool same_place(const Ir *a, const Ir *b)
{
    return a == b || (a && b && a->op == b->op && a->k == b->k && (a->op == IR_OP_LOCAL || a->op == IR_OP_INT));
}

/* Inner loops have set other sites since: what precedes must not ask for these. */
static bool sees_the_same(const Prior *p, const Iterators *now)
{
    const struct {
        LudId id;
        const Ir *then, *now;
    } read[] = {
        {LUD_site, p->it.site, now->site}, {LUD_from, p->it.from, now->from}, {LUD_to, p->it.to, now->to},
        {LUD_between, p->it.between, now->between}, {LUD_value, p->it.value, now->value},
        {LUD_player, p->it.player, now->player},
    };
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        if (lower_reads(p->term, read[i].id) && !same_place(read[i].then, read[i].now)) {
            return false;
        }
    }
    return true;
}

void rule_priors(Rule *r)
{
    Lower *l = r->l;
    const Iterators saved = l->it;
    const bool applying = l->applying;
    l->it = r->bound_it;
    l->applying = true;
    Ir *header = r->rule->header, *all_lets = ir_block(l->game), *all = ir_block(l->game);
    for (size_t i = 0; i < l->prior.n; i++) {
        Prior *p = &l->prior.at[i];
        Ir *lets = ir_block(l->game), *writes = ir_block(l->game);
        if (!sees_the_same(p, &r->outer_it) || l->seen_as.mover) {
            lower_unsupported(l, p->term, "(do .. next:) of moves in a loop of their own that it reads");
        }
        lower_effect(l, p->term, &lets, &writes);
        note_written(l, writes, p);
        for (int k = 0; k < header->n; k++) {
            if (lower_clash(l, writes, header->a[k])) {
                lower_unsupported(l, p->term, "moves that depend on what (do ..) does before them");
                break;
            }
        }
        for (int k = 0; k < lets->n; k++) {
            if (lets->a[k]->op != IR_OP_LET || lower_clash(l, all, lets->a[k])) {
                lower_unsupported(l, p->term, "several effects before a move that depend on each other");
                break;
            }
        }
        lw_append_all(l, &all_lets, lets);
        lw_append_all(l, &all, writes);
    }
    l->it = saved;
    l->applying = applying;
    if (l->probing && l->post.n == 0 && l->successors == 0) {
        return; /* it is only asked whether there is such a move */
    }
    const Fields *f = &l->field;
    bool cleared = (f->pending >= 0 && ir_uses_field(l->game, all_lets, f->pending)) ||
                   (f->touched >= 0 && ir_uses_field(l->game, all_lets, f->touched));
    if (cleared) { /* by the move, before all that it does */
        lw_append_all(l, &r->rule->header, all_lets);
        all_lets = ir_block(l->game);
    }
    lw_append_all(l, &all_lets, all);
    lw_append_all(l, &all_lets, r->rule->effect);
    r->rule->effect = all_lets;
}

/* ---- before effects ------------------------------------------------------------------------ */

/* Does it nothing but remember? */
static bool only_remembers(const Term *t)
{
    return t && (t->id == LUD_remember_value ||
                 (t->id == LUD_for_each_site && only_remembers(term_arg(t, "moves"))));
}

/* Is it exactly one move, whatever the position?  To forget all is none, after what
 * only remembers, if that was none either. */
static bool one_move(const Term *prior, const Term *t)
{
    switch (t->id) {
    case LUD_forget_value_all: return only_remembers(prior);
    case LUD_do: return term_arg(t, "next") && !term_arg(t, "ifAfterwards") && one_move(NULL, term_arg(t, "next"));
    case LUD_sow: case LUD_move_again: case LUD_set_var: case LUD_set_counter: case LUD_set_next_player:
        return true;
    case LUD_if_moves:
        return term_arg(t, "no") && one_move(prior, term_arg(t, "yes")) && one_move(prior, term_arg(t, "no"));
    default: return false;
    }
}

/* Does doing it twice come to the same, at least one move included? */
static bool again_is_the_same(const Term *t)
{
    switch (t->id) {
    case LUD_set_var: case LUD_set_counter: case LUD_set_next_player: case LUD_move_again: return true;
    case LUD_and_moves: return again_is_the_same(term_arg(t, "a")) && again_is_the_same(term_arg(t, "b"));
    case LUD_and_moves_list: {
        const Term *list = term_arg(t, "list");
        for (uint32_t i = 0; i < list->n; i++) {
            if (!again_is_the_same(list->slot[i])) {
                return false;
            }
        }
        return true;
    }
    default: return false;
    }
}

/* Is there at least one move? */
static bool some_move(const Term *prior, const Term *t)
{
    if (one_move(prior, t)) {
        return true;
    }
    switch (t->id) {
    case LUD_and_moves: case LUD_or_moves: return some_move(prior, term_arg(t, "a")) || some_move(prior, term_arg(t, "b"));
    case LUD_and_moves_list: case LUD_or_moves_list: {
        const Term *list = term_arg(t, "list");
        for (uint32_t i = 0; i < list->n; i++) {
            if (some_move(prior, list->slot[i])) {
                return true;
            }
        }
        return false;
    }
    case LUD_if_moves:
        return term_arg(t, "no") && some_move(prior, term_arg(t, "yes")) && some_move(prior, term_arg(t, "no"));
    default: return false;
    }
}

/* A (do effect next: effects) as a consequence. */
typedef struct {
    const Term *t, *prior, *next, *then;
    bool one;      /* exactly one move follows */
    Ir *happens;   /* does any?  NULL: some does, or nothing is known */
    Ir *first, *first_writes, *second, *second_writes;
} DoThen;

/* Do the writes put single fields only, whose former values are these? */
static bool single_puts(Lower *l, const Ir *writes, Ir **keep, Ir **back)
{
    for (int i = 0; i < writes->n; i++) {
        const Ir *put = writes->a[i];
        if (put->op != IR_OP_PUT || put->n != 1) {
            return false;
        }
        Ir *old = lw_get(l, (int)put->k);
        int local = lw_new_local(l, "old", old->type);
        ir_append(l->game, keep, ir_k1(l->game, IR_OP_LET, local, old));
        ir_append(l->game, back, ir_put(l->game, (int)put->k, NULL, lw_local(l, local)));
    }
    return true;
}

/* Each move of `next` is preceded by what comes before, so that this happens as often
 * as there are moves: doing it again must be the same, and with none it has not been. */
static bool do_is_known(Lower *l, DoThen *d, bool once)
{
    bool clash = lower_clash(l, d->second_writes, d->first_writes) ||
                 lower_writes_alike(l, d->first_writes, d->second_writes);
    bool idempotent = again_is_the_same(d->prior) || !lower_clash(l, d->first_writes, d->first_writes);
    return (d->one || d->happens || some_move(d->prior, d->next)) && (d->one || once || (idempotent && !clash)) &&
           (!d->then || d->one || once);
}

/* One after the other, as nothing is to be written in between. */
static bool do_in_order(Lower *l, DoThen *d, bool once, Ir **writes)
{
    Ir *all = ir_block(l->game), *keep = ir_block(l->game), *back = ir_block(l->game), *happens = NULL;
    lower_effect(l, d->prior, &d->first, &d->first_writes);
    if (!d->one && !some_move(d->prior, d->next)) {
        d->happens = happens = lower_happens(l, d->next);
    }
    lower_effect(l, d->next, &d->second, &d->second_writes);
    int64_t always = 0;
    if (happens && lower_is_const(happens, &always) && always) {
        happens = NULL;
    }
    if (!do_is_known(l, d, once) || (happens && !single_puts(l, d->first_writes, &keep, &back))) {
        return false;
    }
    if (d->then) {
        lower_thens(l, d->then, &d->second_writes);
    }
    lw_append_all(l, &all, keep);
    lw_append_all(l, &all, d->first);
    lw_append_all(l, &all, d->first_writes);
    if (happens) {
        happens = lw_let(l, &all, "happens", happens);
        lw_append_all(l, &all, d->second);
        ir_append(l->game, &all, ir_if(l->game, happens, d->second_writes, back));
    } else {
        lw_append_all(l, &all, d->second);
        lw_append_all(l, &all, d->second_writes);
    }
    if (lower_clash(l, *writes, all)) {
        lower_unsupported(l, d->t, "(do .. next:) beside effects that it reads");
    }
    lw_append_all(l, writes, all);
    return true;
}

/* All values first: what comes before must not change what follows. */
static bool do_gathered(Lower *l, DoThen *d, bool once, Ir **lets, Ir **writes)
{
    lower_effect(l, d->prior, &d->first, &d->first_writes);
    d->happens = d->one ? lw_int(l, 1) : lower_happens(l, d->next);
    lower_effect(l, d->next, &d->second, &d->second_writes);
    if (!d->happens || !do_is_known(l, d, once) || d->then || lower_clash(l, d->first_writes, d->happens) ||
        lower_clash(l, d->first_writes, d->second) || lower_clash(l, d->first_writes, d->second_writes)) {
        return false;
    }
    lw_append_all(l, lets, d->first);
    Ir *happens = lw_let(l, lets, "happens", d->happens);
    lw_append_all(l, lets, d->second);
    ir_append(l->game, writes, ir_if(l->game, happens, d->first_writes, NULL));
    lw_append_all(l, writes, d->second_writes);
    return true;
}

/* Do the writes put fields at places known before, whose former values are these? */
static bool placed_puts(Lower *l, const Ir *writes, Ir **keep, Ir **back)
{
    for (int i = 0; i < writes->n; i++) {
        const Ir *put = writes->a[i], *at = put->n == 2 ? put->a[1] : NULL;
        if (put->op != IR_OP_PUT || put->n > 2 || (at && at->op != IR_OP_LOCAL && at->op != IR_OP_INT)) {
            return false;
        }
        Ir *old = at ? lw_at(l, (int)put->k, lw_copy(l, at)) : lw_get(l, (int)put->k);
        int local = lw_new_local(l, "old", old->type);
        ir_append(l->game, keep, ir_k1(l->game, IR_OP_LET, local, old));
        ir_append(l->game, back, ir_put(l->game, (int)put->k, at ? lw_copy(l, at) : NULL, lw_local(l, local)));
    }
    return true;
}

/* (do effect ifAfterwards: condition): one move, taken back unless the condition holds
 * after it.  It then is the last one, which the condition must not ask about. */
static bool do_if_afterwards(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    static const LudId last[] = {LUD_last_from, LUD_last_to, LUD_last_between, LUD_next, LUD_is_next, LUD_was_pass};
    const Term *prior = term_arg(t, "prior"), *cond = term_arg(t, "ifAfterwards");
    Ir *keep = ir_block(l->game), *back = ir_block(l->game), *done = ir_block(l->game);
    bool asks = false;
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
        asks = asks || lower_reads(cond, last[i]);
    }
    bool one = one_move(NULL, prior) || prior->id == LUD_remember_value; /* what is there is not remembered twice */
    if (asks || l->applying || l->gathering || term_arg(t, "then") || term_has(prior, "then") || !one) {
        return false;
    }
    lower_effect(l, prior, lets, &done);
    if (!placed_puts(l, done, &keep, &back)) {
        return false;
    }
    lw_append_all(l, &keep, done);
    Ir *holds = lw_let(l, &keep, "holds", lower_bool(l, cond));
    if (lower_clash(l, *writes, keep) || ir_uses_field(l->game, holds, l->field.next)) {
        return false;
    }
    ir_append(l->game, &keep, ir_if(l->game, ir_op1(l->game, IR_OP_NOT, holds), back, NULL));
    lw_append_all(l, writes, keep);
    return true;
}

bool lower_effect_do(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (t->id != LUD_do) {
        return false;
    }
    if (!term_arg(t, "next")) {
        if (!do_if_afterwards(l, t, lets, writes)) {
            lower_unsupported(l, t, "this form of (do ..) as a consequence");
        }
        return true;
    }
    DoThen d = {.t = t, .prior = term_arg(t, "prior"), .next = term_arg(t, "next"), .then = term_arg(t, "then")};
    if (!d.next || term_arg(t, "ifAfterwards")) {
        lower_unsupported(l, t, "this form of (do ..) as a consequence");
        return true;
    }
    const After *around = l->after;
    l->after = NULL;
    d.first = ir_block(l->game);
    d.first_writes = ir_block(l->game);
    d.second = ir_block(l->game);
    d.second_writes = ir_block(l->game);
    d.one = one_move(d.prior, d.next);
    bool once = !d.one && lower_happens_once(l, d.next);
    bool known = l->applying || l->gathering ? do_gathered(l, &d, once, lets, writes)
                                             : do_in_order(l, &d, once, writes);
    if (!known) {
        lower_unsupported(l, t, "this form of (do ..) as a consequence");
    }
    l->after = around;
    return true;
}
