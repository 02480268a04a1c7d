/* rule_end.c - the end of a rule: bookkeeping, what it records, conditions behind it, consequences. */

#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/core/outline.h"
#include "frontend/lud/lower/queries/do_next.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/track_index.h"
#include "frontend/lud/lower/state/vote.h"
#include "frontend/lud/lower/core/site_type.h"

static Ir *level_shown(Rule *r, const Ir *level)
{
    Lower *l = r->l;
    if (!level || r->kind == KIND_NONE)
        return lw_int(l, 0);
    return level->type.lo < 0 ? ir_op2(l->game, IR_OP_MAX, lw_copy(l, level), lw_int(l, 0)) : lw_copy(l, level);
}

/* The type of a site as records number them: hands, and no site, are cells. */
static Ir *site_kind(Rule *r, SiteType type, const Ir *site)
{
    Lower *l = r->l;
    int64_t board = (int64_t)type;
    if (!site || board == 2)
        return lw_int(l, 2);
    if (type != l->board->use)
        return lw_int(l, board);
    Ir *on = ir_op2(l->game, IR_OP_HAS, lw_copy(l, site), lw_board(l));
    return ir_op3(l->game, IR_OP_SELECT, on, lw_int(l, board), lw_int(l, 2));
}

/* The move becomes the last one: what `then` and the end rules ask about. */
static void bookkeeping(Rule *r)
{
    Lower *l = r->l;
    Ir **block = &r->rule->effect;
    const Fields *f = l->field;
    bool pass = r->kind == KIND_PASS;
    lw_set_field(l, block, f->last.from, lw_copy(l, r->from));
    lw_set_field(l, block, f->last.to, lw_copy(l, r->to));
    lw_acted(l, block, r->to);
    if (f->last.type_from >= 0)
        lw_set_field(l, block, f->last.type_from, site_kind(r, r->type_from, r->from));
    if (f->last.type_to >= 0)
        lw_set_field(l, block, f->last.type_to, site_kind(r, r->type_to, r->to));
    if (f->last.level_from >= 0)
        lw_set_field(l, block, f->last.level_from, level_shown(r, r->level_from));
    if (f->last.level_to >= 0)
        lw_set_field(l, block, f->last.level_to, level_shown(r, r->level_to));
    lw_set_field(l, block, f->nmoves, ir_op2(l->game, IR_OP_ADD, lw_get(l, f->nmoves), lw_int(l, 1)));
    lw_set_field(l, block, f->passing, lw_int(l, pass));
    if (l->facts->has_passed_over)
        lw_set_field(l, block, f->last.passed_over, r->passed ? r->passed : ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
    lw_set_field(l, block, f->swapped, lw_int(l, r->kind == KIND_SWAP));
    if (f->pending >= 0) {
        Ir *none = ir_block(l->game);
        lw_set_field(l, &none, f->pending, ir_k0(l->game, IR_OP_NONE, l->game->field.at[f->pending].elem.space));
        rule_prepend(r, none);
        block = &r->rule->effect;
    }
    if (f->decided >= 0) {
        Ir *open = ir_block(l->game);
        lower_vote_opens(l, &open);
        rule_prepend(r, open);
        block = &r->rule->effect;
    }
    if (l->facts->has_clear) {
        Ir *replayed = ir_block(l->game); /* before all effects */
        lw_set_field(l, &replayed, f->replayed, lw_int(l, r->kind == KIND_SWAP));
        rule_prepend(r, replayed);
        block = &r->rule->effect;
    }
    if (f->last.taken >= 0) {
        Ir *none = ir_block(l->game);
        lw_set_field(l, &none, f->last.taken, lw_int(l, 0));
        rule_prepend(r, none);
        block = &r->rule->effect;
    }
    if (l->facts->has_touched) {
        Ir *fresh = ir_block(l->game);
        lw_set_field(l, &fresh, f->last.touched, ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
        rule_prepend(r, fresh);
        block = &r->rule->effect;
    }
    Ir *mover = ir_k1(l->game, IR_OP_BITOF, l->sym->space_player, lw_get(l, f->mover));
    if (!r->term && pass) /* forced: nothing else was possible */
        lw_set_field(l, block, f->stale, ir_op2(l->game, IR_OP_MOR, lw_get(l, f->stale), mover));
    else
        lw_set_field(l, block, f->stale, ir_op2(l->game, IR_OP_MDIFF, lw_get(l, f->stale), mover));
    /* (no Repeat ..) lets a pass be, an ifAfterwards: does not */
    r->rule->exempt = pass && !(l->post.n && l->post.at[l->post.n - 1].deferred);
}

static void record(Rule *r, const char *name, Ir *value)
{
    IrMoveView view = {name, value};
    vec_push(r->l->arena, &r->rule->view, view);
}

static void records(Rule *r)
{
    Lower *l = r->l;
    bool none = r->kind == KIND_NONE;
    record(r, "from", lw_copy(l, r->from));
    record(r, "to", lw_copy(l, r->to));
    record(r, "kind", lw_int(l, r->kind));
    record(r, "what", r->what && !none ? lw_copy(l, r->what) : lw_int(l, 0));
    int64_t unnamed = r->kind == KIND_MOVE || r->kind == KIND_COPY ? -1 : 0;
    for (int i = 0; i < TRAITS; i++) {
        static const char *const column[TRAITS] = {"state", "rot", "value"};
        record(r, column[i], r->trait[i] && !none ? lw_copy(l, r->trait[i]) : lw_int(l, unnamed));
    }
    if (l->facts->has_count) {
        bool pieces = r->kind == KIND_ADD || r->kind == KIND_MOVE || r->kind == KIND_COPY ||
                      r->kind == KIND_PROMOTE;
        record(r, "count", r->count && !none ? lw_copy(l, r->count) : lw_int(l, pieces));
    }
    if (l->facts->stacks) {
        record(r, "levelFrom", level_shown(r, r->level_from));
        record(r, "levelTo", level_shown(r, r->level_to));
    }
    if (l->sym->puzzle)
        record(r, "chosen", r->chosen ? lw_copy(l, r->chosen) : lw_int(l, -1));
    if (l->sym->container.n > 1 || l->sym->puzzle || lower_has_types(l)) {
        record(r, "fromType", none ? lw_int(l, 0) : site_kind(r, r->type_from, r->from));
        record(r, "toType", none ? lw_int(l, 0) : site_kind(r, r->type_to, r->to));
    }
}

/* The answer of a test that later consequences would change is kept in a field. */
static Ir *keep_answer(Rule *r, Ir *holds, int first_outside)
{
    Lower *l = r->l;
    Ir *then = ir_block(l->game);
    if (l->field->passed < 0)
        l->field->passed = ir_field_add(l->game, "passed", ir_bit(), NULL);
    int n = r->rule->then ? r->rule->then->n : 0;
    for (int s = 0; s <= n; s++) {
        if (s == first_outside)
            lw_set_field(l, &then, l->field->passed, holds);
        if (s < n)
            ir_append(l->game, &then, r->rule->then->a[s]);
    }
    r->rule->then = then;
    return lw_get(l, l->field->passed);
}

/* A move that is only tried leaves pending what was so before. */
static Ir *still_pending(Rule *r, Ir *holds)
{
    Lower *l = r->l;
    int pending = l->field->pending;
    Ir *before = rule_let(r, "pending", lw_get(l, pending));
    Ir *all = ir_op2(l->game, IR_OP_MOR, before, lw_get(l, pending));
    return ir_k2(l->game, IR_OP_WITH, pending, all, holds);
}

/* The conditions of the (do .. ifAfterwards:) around the move.  Consequences that
 * stand outside of a `do` come after its test, the rule's post after them. */
static void posts(Rule *r, int first_outside)
{
    Lower *l = r->l;
    Ir *all = NULL;
    bool sees_next = false, clash = false;
    size_t deferred = 0;
    if (l->post.n == 0)
        return;
    for (size_t i = 0; i < l->post.n; i++) {
        Lower in = *l;
        in.seen_as = in.post.at[i].seen_as;
        Ir *holds = lower_bool(&in, in.post.at[i].cond);
        for (int s = first_outside; r->rule->then && s < r->rule->then->n; s++)
            clash |= lower_clash(l, r->rule->then->a[s], holds);
        deferred += l->post.at[i].deferred;
        if (l->field->pending >= 0 && ir_uses_field(l->game, holds, l->field->pending))
            holds = still_pending(r, holds);
        if (l->post.at[i].next_read < 0) /* of each rule the same */
            l->post.at[i].next_read = ir_uses_field(l->game, holds, l->field->next);
        sees_next |= l->post.at[i].next_read > 0;
        all = all ? ir_op2(l->game, IR_OP_AND, all, holds) : holds;
    }
    if (sees_next) { /* moving again does not count while this is asked */
        Ir *again = ir_op2(l->game, IR_OP_EQ, lw_get(l, l->field->next), lw_get(l, l->field->mover));
        Ir *next = ir_op3(l->game, IR_OP_SELECT, again, lw_get(l, l->field->prev), lw_get(l, l->field->next));
        all = ir_k2(l->game, IR_OP_WITH, l->field->next, next, all);
        clash |= r->rule->then != NULL;
    }
    if (deferred) {
        if (deferred < l->post.n)
            lower_unsupported(l, l->post.at[0].cond, "ifAfterwards: within and around a choice of priority");
        keep_answer(r, all, first_outside);
        return;
    }
    r->rule->post = clash && first_outside < r->rule->then->n ? keep_answer(r, all, first_outside) : all;
}

/* Consequences, the innermost first; where those outside of all (do .. ifAfterwards:) begin. */
static int consequences(Rule *r, const Term *then)
{
    Lower in = *r->l, *l = &in;
    in.mode.in_then = true;
    in.decision = r->term;
    const After *outside = l->post.n ? l->post.at[l->post.n - 1].outside : NULL;
    int first = -1;
    if (then || l->outer_then)
        r->rule->then = ir_block(l->game);
    if (then)
        lower_then(l, then, &r->rule->then);
    for (const After *a = l->outer_then; a; a = a->outer) {
        if (a == outside)
            first = r->rule->then->n;
        if (!lower_outlined_then(l, a->then, lower_then, &r->rule->then))
            lower_then(l, a->then, &r->rule->then);
    }
    return first >= 0 ? first : r->rule->then ? r->rule->then->n : 0;
}

/* Captures that wait are taken off, unless the move named the next player. */
static void flush(Rule *r, int first_outside)
{
    Lower *l = r->l;
    if (!l->facts->has_clear)
        return;
    if (!r->rule->then)
        r->rule->then = ir_block(l->game);
    if (l->post.n && first_outside < r->rule->then->n)
        lower_unsupported(l, l->post.at[0].cond, "ifAfterwards: where captures wait");
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *one = ir_block(l->game), *all = ir_block(l->game);
    lower_lap_leave(l, &one, lw_local(l, s), NULL);
    lw_clear_site(l, &one, lw_local(l, s));
    lw_put_at(l, &one, l->field->waits, lw_local(l, s), lw_int(l, 0));
    ir_append(l->game, &all, ir_k2(l->game, IR_OP_FOR, s, lw_get(l, l->field->clear), one));
    lw_set_field(l, &all, l->field->clear, ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
    Ir *done = ir_op1(l->game, IR_OP_NOT, lw_get(l, l->field->replayed));
    ir_append(l->game, &r->rule->then, ir_if(l->game, done, all, NULL));
}

static void finish(Rule *r, const Term *then)
{
    Lower *l = r->l;
    Notes notes = {0};
    l->notes = &notes;
    l->it = (Iterators){.player = l->it.player && l->it.player->op == IR_OP_INT ? l->it.player : NULL};
    l->mode.after_move = true;
    l->mode.applying = false;
    l->own_moves = NULL; /* moves that are listed behind a move have nothing behind them */
    const int outside = consequences(r, then);
    flush(r, outside);
    posts(r, outside);
    l->notes = r->around->notes;
    lower_note_rest(l, &notes);
    if (l->post.n && notes.unset_read) {
        /* tried on a copy, such a move still sees the values of the loops */
        lower_unsupported(l, r->term, "(from), (to) or (site) in what follows a move that is tried first");
    }
}

/* The part of the set that is the site asked for: a filter tests that site only. */
static Ir *only_target(Rule *r, const Ir *set)
{
    IrGame *g = r->l->game;
    bool first = set->op == IR_OP_FILTER || set->op == IR_OP_MAND || set->op == IR_OP_MDIFF;
    if (first || set->op == IR_OP_MOR || set->op == IR_OP_SELECT) {
        Ir *copy = ir_copy(g, set);
        for (int i = set->op == IR_OP_SELECT; i < (first ? 1 : set->n); i++)
            copy->a[i] = only_target(r, set->a[i]);
        return copy;
    }
    Ir *site = ir_k1(g, IR_OP_BITOF, r->l->sym->space_site, ir_copy(g, r->target));
    return set->op == IR_OP_ALL ? site : ir_op2(g, IR_OP_MAND, ir_copy(g, set), site);
}

/* A probe wants moves that start or end at one site. */
static void aim(Rule *r)
{
    Lower *l = r->l;
    const Ir *site = l->mode.target_from ? r->from : r->to;
    Ir *header = r->rule->header;
    for (int i = 0; site && site->op == IR_OP_LOCAL && i < header->n; i++) {
        Ir *param = header->a[i];
        if (param->op == IR_OP_PARAM && param->k == site->k && param->n == 1 &&
            param->a[0]->type.kind == IR_MASK) {
            header->a[i] = ir_k1(l->game, IR_OP_PARAM, param->k, only_target(r, param->a[0]));
            return;
        }
    }
    rule_when(r, ir_op2(l->game, IR_OP_EQ, lw_copy(l, site), r->target));
}

void rule_end(Rule *r, const Term *then, Ir **block)
{
    Lower *l = r->l;
    if (r->target)
        aim(r);
    if (l->prior.n > 0)
        do_rule_priors(r);
    if (lower_only_asked(l)) {
        r->rule->effect = ir_block(l->game);
    } else {
        l->seen_as = (Turn){0}; /* played by the mover */
        dice_use(r);
        bookkeeping(r);
        finish(r, then);
    }
    rule_end_bare(r, block);
}

void rule_end_bare(Rule *r, Ir **block)
{
    Lower *l = r->l;
    records(r);
    for (int i = 0; i < r->narg; i++)
        r->arg[i] = lw_copy(l, r->arg[i]);
    int index = ir_fn_index(l->game, lower_share(l, r->rule));
    do_rule_looks_ahead(r, index);
    ir_append(l->game, block, ir_call(l->game, IR_OP_TRY, index, r->narg, r->arg));
}
