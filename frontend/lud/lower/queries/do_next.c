/* do_next.c - (do .. next: ..): effects that come before the moves that are chosen
 * from, or before other effects.
 *
 * Moves are found in the position after what precedes them, and are played with it.
 * Here they are found in the position before, by what it will be like after
 * (lower/queries/wp.c). */
#include "frontend/lud/lower/queries/do_next.h"

#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/effects/effect_each.h"
#include "frontend/lud/lower/queries/wp.h"
#include "frontend/lud/lower/state/random.h"
#include "frontend/lud/lower/effects/effect_count.h"

/* ---- before moves -------------------------------------------------------------------------- */

static void note_written(Lower *l, const Ir *node, Prior *p)
{
    if (node->op == IR_OP_PUT) {
        for (size_t i = 0; i < p->written.n; i++)
            if (p->written.at[i] == (int)node->k)
                return;
        vec_push(l->arena, &p->written, (int)node->k);
    }
    for (int i = 0; i < node->n; i++)
        note_written(l, node->a[i], p);
}

static bool uses_any(Lower *l, const Ir *node, const Prior *p)
{
    for (size_t i = 0; i < p->written.n; i++)
        if (ir_uses_field(l->game, node, p->written.at[i]))
            return true;
    return false;
}

/* Does it depend on the fields which moves there are?  Rules have been asked already. */
static bool choice_depends(Lower *l, const Ir *node, const Prior *p)
{
    bool get = ir_reads_field(node);
    if ((get || node->op == IR_OP_CALL || node->op == IR_OP_EXISTS) && uses_any(l, node, p))
        return true;
    if (node->op == IR_OP_TRY) {
        const IrFn *fn = l->game->fn.at[node->k];
        if (fn->kind == IR_GEN && choice_depends(l, fn->body, p))
            return true;
    }
    for (int i = 0; i < node->n; i++)
        if (choice_depends(l, node->a[i], p))
            return true;
    return false;
}

/* What the effect does, before it is part of any move; false: not known beforehand. */
static bool prior_writes(Lower *l, const Term *prior, Ir **writes)
{
    const Iterators it = l->it;
    Lower in = *l;
    Ir *lets = ir_block(l->game), *puts = ir_block(l->game);
    in.prior_it = &it;
    lower_applied(&in, prior, &lets, &puts);
    lw_append_all(l, writes, lets);
    lw_append_all(l, writes, puts);
    return !lower_draws_anywhere(prior);
}

void gen_after_prior(Lower *l, const Term *prior, const Term *next, Ir **block)
{
    Prior p = {.term = prior, .it = l->it, .seen_as = l->seen_as, .piece = lower_own_piece(l)};
    Ir *moves = ir_block(l->game);
    Lower in = *l;
    vec_push(l->arena, &in.prior, p);
    gen_moves(&in, next, &moves);
    p = in.prior.at[l->prior.n];
    for (size_t i = 0; i < p.rule.n && l->prior.n > 0; i++)
        vec_push(l->arena, &l->prior.at[l->prior.n - 1].rule, p.rule.at[i]);
    if (choice_depends(l, moves, &p)) {
        Ir *writes = ir_block(l->game);
        const Foreseen made = {p.rule.at, p.rule.n};
        Ir *after = prior_writes(l, prior, &writes) ? lower_foresee(l, writes, moves, made) : NULL;
        if (!after)
            lower_unsupported(l, prior, "moves that depend on what (do ..) does before them");
        moves = after ? after : moves;
    }
    lw_append_all(l, block, moves);
}

void do_rule_looks_ahead(Rule *r, int index)
{
    if (r->l->prior.n > 0)
        vec_push(r->l->arena, &r->l->prior.at[r->l->prior.n - 1].rule, index);
}

/* The header is asked after the writes, whose values stand before it. */
static bool header_ahead(Rule *r, const Ir *lets, const Ir *writes)
{
    Lower *l = r->l;
    Ir *header = r->rule->header, *first = ir_block(l->game), *rest = ir_block(l->game);
    int i = 0;
    for (; i < header->n && header->a[i]->op == IR_OP_PARAM && header->a[i]->n == 0; i++)
        ir_append(l->game, &first, header->a[i]);
    for (; i < header->n; i++)
        ir_append(l->game, &rest, header->a[i]);
    Ir *after = lower_foresee(l, writes, rest, (Foreseen){NULL, 0});
    if (!after)
        return false;
    lw_append_all(l, &first, lets);
    lw_append_all(l, &first, after);
    r->rule->header = first;
    return true;
}

/* The values and the writes of what precedes the move, one after the other. */
static void gather_priors(Rule *r, Ir **all_lets, Ir **all)
{
    Lower *l = r->l;
    Lower in = *l;
    in.mode.applying = true;
    for (size_t i = 0; i < l->prior.n && i < MOST_PRIORS; i++) {
        Prior *p = &l->prior.at[i];
        Ir *lets = ir_block(l->game), *writes = ir_block(l->game);
        in.it = r->prior_it[i];
        in.prior_it = &r->prior_it[i];
        in.seen_as = p->seen_as;
        lower_effect(&in, p->term, &lets, &writes);
        note_written(l, writes, p);
        for (int k = 0; k < lets->n; k++) {
            if (lets->a[k]->op != IR_OP_LET || lower_clash(l, *all, lets->a[k])) {
                lower_unsupported(l, p->term, "several effects before a move that depend on each other");
                break;
            }
        }
        lw_append_all(l, all_lets, lets);
        lw_append_all(l, all, writes);
    }
}

/* Is the piece that moves, known before what precedes the move, perhaps another one after it? */
static bool piece_may_change(const Rule *r, const Ir *writes)
{
    Lower *l = r->l;
    const Prior *first = &l->prior.at[0];
    return lower_own_piece(l) && l->piece == first->piece && lower_puts_field(writes, l->sites->what);
}

void do_rule_priors(Rule *r)
{
    Lower *l = r->l;
    Ir *all_lets = ir_block(l->game), *all = ir_block(l->game);
    gather_priors(r, &all_lets, &all);
    const Term *prior = l->prior.at[l->prior.n - 1].term;
    const Fields *f = l->field;
    bool clash = lower_clash(l, all, r->rule->header);
    if (clash) {
        if (lower_draws_anywhere(prior) || piece_may_change(r, all) || !header_ahead(r, all_lets, all))
            lower_unsupported(l, prior, "moves that depend on what (do ..) does before them");
        all_lets = ir_block(l->game);
    }
    if (lower_only_asked(l))
        return; /* it is only asked whether there is such a move */
    bool cleared = (f->pending >= 0 && ir_uses_field(l->game, all_lets, f->pending)) ||
                   (f->last.touched >= 0 && ir_uses_field(l->game, all_lets, f->last.touched));
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
                 (t->id == LUD_for_each_site && only_remembers(term_arg(t, SLOT_moves))));
}

/* Is it exactly one move, whatever the position?  To forget all is none, after what
 * only remembers, if that was none either. */
static bool one_move(const Term *prior, const Term *t)
{
    switch (t->id) {
    case LUD_forget_value_all: return only_remembers(prior);
    case LUD_do: return term_arg(t, SLOT_next) && !term_arg(t, SLOT_ifAfterwards) && one_move(NULL, term_arg(t, SLOT_next));
    case LUD_sow: case LUD_move_again: case LUD_set_var: case LUD_set_counter: case LUD_set_next_player:
        return true;
    case LUD_if_moves:
        return term_arg(t, SLOT_no) && one_move(prior, term_arg(t, SLOT_yes)) && one_move(prior, term_arg(t, SLOT_no));
    default: return lower_one_score(t);
    }
}

/* Does doing it twice come to the same, at least one move included? */
static bool again_is_the_same(const Term *t)
{
    switch (t->id) {
    case LUD_set_var: case LUD_set_counter: case LUD_set_next_player: case LUD_move_again: return true;
    case LUD_and_moves: return again_is_the_same(term_arg(t, SLOT_a)) && again_is_the_same(term_arg(t, SLOT_b));
    case LUD_and_moves_list: {
        const Term *list = term_arg(t, SLOT_list);
        for (uint32_t i = 0; i < list->n; i++)
            if (!again_is_the_same(list->slot[i]))
                return false;
        return true;
    }
    default: return false;
    }
}

/* Is there at least one move? */
static bool some_move(const Term *prior, const Term *t)
{
    if (one_move(prior, t))
        return true;
    switch (t->id) {
    case LUD_and_moves: case LUD_or_moves: return some_move(prior, term_arg(t, SLOT_a)) || some_move(prior, term_arg(t, SLOT_b));
    case LUD_and_moves_list: case LUD_or_moves_list: {
        const Term *list = term_arg(t, SLOT_list);
        for (uint32_t i = 0; i < list->n; i++)
            if (some_move(prior, list->slot[i]))
                return true;
        return false;
    }
    case LUD_if_moves:
        return term_arg(t, SLOT_no) && some_move(prior, term_arg(t, SLOT_yes)) && some_move(prior, term_arg(t, SLOT_no));
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
        if (put->op != IR_OP_PUT || put->n != 1)
            return false;
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

/* What comes before is taken back where nothing follows it. */
static void do_and_take_back(Lower *l, DoThen *d, Ir *happens, const Ir *keep, const Ir *back, Ir **all)
{
    lw_append_all(l, all, keep);
    lw_append_all(l, all, d->first);
    lw_append_all(l, all, d->first_writes);
    happens = lw_let(l, all, "happens", happens);
    lw_append_all(l, all, d->second);
    ir_append(l->game, all, ir_if(l->game, happens, d->second_writes, lw_copy(l, back)));
}

/* It is known before whether anything follows what comes before. */
static bool do_if_it_happens(Lower *l, DoThen *d, const Ir *happens, Ir **all)
{
    Ir *prior = ir_block(l->game), *done = ir_block(l->game);
    lw_append_all(l, &prior, d->first);
    lw_append_all(l, &prior, d->first_writes);
    Ir *known = lower_foresee(l, prior, happens, (Foreseen){NULL, 0});
    if (!known || lower_draws_anywhere(d->prior))
        return false;
    known = lw_let(l, all, "happens", known);
    lw_append_all(l, &done, prior);
    lw_append_all(l, &done, d->second);
    lw_append_all(l, &done, d->second_writes);
    ir_append(l->game, all, ir_if(l->game, known, done, NULL));
    return true;
}

/* One after the other, as nothing is to be written in between. */
static bool do_in_order(Lower *l, DoThen *d, bool once, Ir **writes)
{
    Ir *all = ir_block(l->game), *keep = ir_block(l->game), *back = ir_block(l->game), *happens = NULL;
    lower_effect(l, d->prior, &d->first, &d->first_writes);
    if (!d->one && !some_move(d->prior, d->next))
        d->happens = happens = lower_happens(l, d->next);
    lower_effect(l, d->next, &d->second, &d->second_writes);
    if (!do_is_known(l, d, once))
        return false;
    int64_t always = 0;
    if (happens && (l->sym->dice || (lower_is_const(happens, &always) && always)))
        happens = NULL; /* with dice, a pass follows where nothing else does */
    if (d->then)
        lower_thens(l, d->then, &d->second_writes);
    if (!happens) {
        lw_append_all(l, &all, d->first);
        lw_append_all(l, &all, d->first_writes);
        lw_append_all(l, &all, d->second);
        lw_append_all(l, &all, d->second_writes);
    } else if (single_puts(l, d->first_writes, &keep, &back)) {
        do_and_take_back(l, d, happens, keep, back, &all);
    } else if (!do_if_it_happens(l, d, happens, &all)) {
        return false;
    }
    if (lower_clash(l, *writes, all))
        lower_unsupported(l, d->t, "(do .. next:) beside effects that it reads");
    lw_append_all(l, writes, all);
    return true;
}

/* All values first, those of what follows as they are after what comes before. */
static bool do_gathered(Lower *l, DoThen *d, bool once, Ir **lets, Ir **writes)
{
    lower_effect(l, d->prior, &d->first, &d->first_writes);
    d->happens = d->one ? lw_int(l, 1) : lower_happens(l, d->next);
    lower_effect(l, d->next, &d->second, &d->second_writes);
    if (!d->happens || !do_is_known(l, d, once) || d->then)
        return false;
    if (lower_clash(l, d->first_writes, d->happens) || lower_clash(l, d->first_writes, d->second)) {
        d->happens = lower_foresee(l, d->first_writes, d->happens, (Foreseen){NULL, 0});
        d->second = lower_foresee(l, d->first_writes, d->second, (Foreseen){NULL, 0});
        if (!d->happens || !d->second || lower_draws_anywhere(d->prior))
            return false;
    }
    lw_append_all(l, lets, d->first);
    Ir *happens = lw_let(l, lets, "happens", l->sym->dice ? lw_int(l, 1) : d->happens);
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
        if (put->op != IR_OP_PUT || put->n > 2 || (at && at->op != IR_OP_LOCAL && at->op != IR_OP_INT))
            return false;
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
    const Term *prior = term_arg(t, SLOT_prior), *cond = term_arg(t, SLOT_ifAfterwards);
    Ir *keep = ir_block(l->game), *back = ir_block(l->game), *done = ir_block(l->game);
    bool asks = false;
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        asks = asks || lower_reads(cond, last[i]);
    bool one = one_move(NULL, prior) || prior->id == LUD_remember_value; /* what is there is not remembered twice */
    if (asks || l->mode.applying || l->mode.gathering || term_arg(t, SLOT_then) || term_has(prior, SLOT_then) || !one)
        return false;
    lower_effect(l, prior, lets, &done);
    if (!placed_puts(l, done, &keep, &back))
        return false;
    lw_append_all(l, &keep, done);
    Ir *holds = lw_let(l, &keep, "holds", lower_bool(l, cond));
    if (lower_clash(l, *writes, keep) || ir_uses_field(l->game, holds, l->field->next))
        return false;
    ir_append(l->game, &keep, ir_if(l->game, ir_op1(l->game, IR_OP_NOT, holds), back, NULL));
    lw_append_all(l, writes, keep);
    return true;
}

void effect_do(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (!term_arg(t, SLOT_next)) {
        if (!do_if_afterwards(l, t, lets, writes)) {
            const Term *asked = term_arg(t, SLOT_ifAfterwards);
            lower_unsupported(l, asked ? asked : t, asked ? "`ifAfterwards:` of (do ..) as a consequence" : "a (do ..) as a consequence with nothing to do next");
            diag_note(l->session->diags, (Span){0, 0}, "as a consequence `(do A next:B)` is supported, and `ifAfterwards:` behind one move that nothing follows");
        }
        return;
    }
    DoThen d = {.t = t, .prior = term_arg(t, SLOT_prior), .next = term_arg(t, SLOT_next), .then = term_arg(t, SLOT_then)};
    if (term_arg(t, SLOT_ifAfterwards)) {
        lower_unsupported(l, term_arg(t, SLOT_ifAfterwards), "`ifAfterwards:` beside `next:` in a (do ..) as a consequence");
        diag_note(l->session->diags, (Span){0, 0}, "a (do ..) with `next:` alone is supported here");
        return;
    }
    Lower in = *l;
    in.after = NULL;
    d.first = ir_block(l->game);
    d.first_writes = ir_block(l->game);
    d.second = ir_block(l->game);
    d.second_writes = ir_block(l->game);
    d.one = one_move(d.prior, d.next);
    bool once = !d.one && lower_happens_once(&in, d.next);
    bool known = in.mode.applying || in.mode.gathering ? do_gathered(&in, &d, once, lets, writes)
                                             : do_in_order(&in, &d, once, writes);
    if (!known) {
        lower_unsupported(l, d.next, "what is to come next in a (do ..) as a consequence");
        diag_note(l->session->diags, (Span){0, 0}, "two effects in turn are written `(and A B)`");
    }
}
