/* lower_prior.c - (do .. next: ..): effects that come before the moves that are chosen
 * from, or before other effects.
 *
 * Moves are found in the position after what precedes them, and are played with it.
 * Here they are found in the position before: what they depend on must not change. */
#include "frontend/lud/lower_prior.h"

#include "frontend/lud/lower_each.h"

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

/* Is it exactly one move, whatever the position? */
static bool one_move(const Term *t)
{
    switch (t->id) {
    case LUD_sow: case LUD_move_again: case LUD_set_var: case LUD_set_counter: case LUD_set_next_player:
        return true;
    case LUD_if_moves:
        return term_arg(t, "no") && one_move(term_arg(t, "yes")) && one_move(term_arg(t, "no"));
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
static bool some_move(const Term *t)
{
    if (one_move(t)) {
        return true;
    }
    switch (t->id) {
    case LUD_and_moves: case LUD_or_moves: return some_move(term_arg(t, "a")) || some_move(term_arg(t, "b"));
    case LUD_and_moves_list: case LUD_or_moves_list: {
        const Term *list = term_arg(t, "list");
        for (uint32_t i = 0; i < list->n; i++) {
            if (some_move(list->slot[i])) {
                return true;
            }
        }
        return false;
    }
    case LUD_if_moves:
        return term_arg(t, "no") && some_move(term_arg(t, "yes")) && some_move(term_arg(t, "no"));
    default: return false;
    }
}

/* Each move of `next` is preceded by what comes before, so that this happens as often
 * as there are moves. */
bool lower_effect_do(Lower *l, const Term *t, Ir **writes)
{
    if (t->id != LUD_do) {
        return false;
    }
    const Term *prior = term_arg(t, "prior"), *next = term_arg(t, "next"), *then = term_arg(t, "then");
    bool one = next && one_move(next);
    if (!next || term_arg(t, "ifAfterwards") || l->applying || l->gathering || (then && !one) ||
        !(one || (again_is_the_same(prior) && some_move(next)))) {
        lower_unsupported(l, t, "this form of (do ..) as a consequence");
        return true;
    }
    Ir *first = ir_block(l->game), *first_writes = ir_block(l->game);
    Ir *second = ir_block(l->game), *second_writes = ir_block(l->game);
    lower_effect(l, prior, &first, &first_writes);
    lower_effect(l, next, &second, &second_writes);
    if (!one && (lower_clash(l, second_writes, first_writes) || lower_writes_alike(l, first_writes, second_writes))) {
        lower_unsupported(l, t, "(do .. next:) as a consequence that sets the same again");
    }
    lw_append_all(l, &first, first_writes);
    lw_append_all(l, &first, second);
    lw_append_all(l, &first, second_writes);
    if (then) {
        lower_then(l, then, &first);
    }
    if (lower_clash(l, *writes, first)) {
        lower_unsupported(l, t, "(do .. next:) beside effects that it reads");
    }
    lw_append_all(l, writes, first);
    return true;
}
