/* lower_rule.c - move rules: parameters, bookkeeping, records; atomic actions. */
#include <string.h>

#include "frontend/lud/lower_rule.h"

/* ---- atomic actions ------------------------------------------------------------------ */

void set_field(Lower *l, Ir **block, int field, Ir *value)
{
    ir_append(l->game, block, ir_put(l->game, field, NULL, value));
}

static void put_at(Lower *l, Ir **block, int field, const Ir *site, Ir *value)
{
    ir_append(l->game, block, ir_put(l->game, field, lw_copy(l, site), value));
}

bool known_empty(Lower *l, const Ir *mask)
{
    switch (mask->op) {
    case IR_OP_WHERE:
        return mask->k == l->field.what && mask->a[0]->op == IR_OP_INT && mask->a[0]->k == 0;
    case IR_OP_MAND: return known_empty(l, mask->a[0]) || known_empty(l, mask->a[1]);
    case IR_OP_MDIFF:
    case IR_OP_FILTER: return known_empty(l, mask->a[0]);
    default: return false;
    }
}

/* Adding to an occupied site does not replace what stands there. */
void put_piece(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *count, bool empty)
{
    Ir *fresh = ir_block(l->game);
    put_at(l, &fresh, l->field.what, site, piece);
    if (l->has_count) {
        put_at(l, &fresh, l->field.count, site, lw_copy(l, count));
    }
    if (empty) {
        for (int i = 0; i < fresh->n; i++) {
            ir_append(l->game, block, fresh->a[i]);
        }
        return;
    }
    Ir *more = NULL;
    if (l->has_count) {
        more = ir_block(l->game);
        Ir *sum = ir_op2(l->game, IR_OP_ADD, lw_at(l, l->field.count, lw_copy(l, site)), lw_copy(l, count));
        put_at(l, &more, l->field.count, site, sum);
    }
    Ir *what = lw_at(l, l->field.what, lw_copy(l, site));
    Ir *is_empty = ir_op2(l->game, IR_OP_EQ, what, lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, is_empty, fresh, more));
}

void remove_piece(Lower *l, Ir **block, Ir *site)
{
    put_at(l, block, l->field.what, site, lw_int(l, 0));
    if (l->has_count) {
        put_at(l, block, l->field.count, site, lw_int(l, 0));
    }
}

/* The occupant of `to`, if another kind of piece, is replaced. */
void move_piece(Lower *l, Ir **block, Ir *from, Ir *to, Ir *piece)
{
    if (!piece) {
        piece = lw_let(l, block, "piece", lw_at(l, l->field.what, lw_copy(l, from)));
    }
    if (!l->has_count) {
        put_at(l, block, l->field.what, from, lw_int(l, 0));
        put_at(l, block, l->field.what, to, lw_copy(l, piece));
        return;
    }
    int count = l->field.count;
    Ir *last = ir_block(l->game), *more = ir_block(l->game);
    remove_piece(l, &last, from);
    put_at(l, &more, count, from,
           ir_op2(l->game, IR_OP_SUB, lw_at(l, count, lw_copy(l, from)), lw_int(l, 1)));
    Ir *single = ir_op2(l->game, IR_OP_LE, lw_at(l, count, lw_copy(l, from)), lw_int(l, 1));
    ir_append(l->game, block, ir_if(l->game, single, last, more));

    Ir *join = ir_block(l->game), *fresh = ir_block(l->game);
    put_at(l, &join, count, to,
           ir_op2(l->game, IR_OP_ADD, lw_at(l, count, lw_copy(l, to)), lw_int(l, 1)));
    put_at(l, &fresh, l->field.what, to, lw_copy(l, piece));
    put_at(l, &fresh, count, to, lw_int(l, 1));
    Ir *same = ir_op2(l->game, IR_OP_EQ, lw_at(l, l->field.what, lw_copy(l, to)), lw_copy(l, piece));
    ir_append(l->game, block, ir_if(l->game, same, join, fresh));
}

/* ---- rules ----------------------------------------------------------------------------- */

static bool reads(const Term *t, LudId id)
{
    if (!t) {
        return false;
    }
    if (t->kind == TERM_LUDEME && t->id == id) {
        return true;
    }
    for (uint32_t i = 0; (t->kind == TERM_LUDEME || t->kind == TERM_ARRAY) && i < t->n; i++) {
        if (reads(t->slot[i], id)) {
            return true;
        }
    }
    return false;
}

static bool reads_player(const Term *t)
{
    if (!t) {
        return false;
    }
    if (t->kind == TERM_ENUM && strcmp(t->text, "Player") == 0) {
        return true;
    }
    for (uint32_t i = 0; (t->kind == TERM_LUDEME || t->kind == TERM_ARRAY) && i < t->n; i++) {
        if (reads_player(t->slot[i])) {
            return true;
        }
    }
    return reads(t, LUD_player);
}

Ir *rule_bound(Rule *r, const char *name, IrType type, Ir *value)
{
    Lower *l = r->l;
    int local = ir_local_add(l->game, r->rule, name, type);
    Ir *param = ir_node(l->game, r->rule, IR_OP_PARAM, local, 0, NULL);
    ir_append(l->game, &r->rule->header, param);
    r->rule->nparam = local + 1;
    r->arg[r->narg++] = value;
    return ir_local(l->game, r->rule, local);
}

static void bind_iterator(Rule *r, const char *name, Ir **slot, bool wanted)
{
    if (*slot && wanted) {
        if ((*slot)->op != IR_OP_INT) {
            *slot = rule_bound(r, name, (*slot)->type, *slot);
        }
    } else {
        *slot = NULL;
    }
}

static bool same_value(const Ir *a, const Ir *b)
{
    return a && b && a->op == IR_OP_LOCAL && b->op == IR_OP_LOCAL && a->k == b->k;
}

/* Bound parameters: the loops' iterators that the ludeme reads, the innermost
 * loop's last, so that its moves differ in the fastest running parameter. */
static void bind_iterators(Rule *r, int planes, int plane)
{
    Lower *l = r->l;
    const Term *t = r->term;
    bool from_default = t && (t->id == LUD_move_step || t->id == LUD_step);
    bool shared = same_value(l->it.to, l->it.site), to = reads(t, LUD_to);
    bind_iterator(r, "player", &l->it.player, reads_player(t));
    if (planes > 1) {
        r->plane = rule_bound(r, "way", ir_int(0, planes - 1), lw_int(l, plane));
    } else {
        r->plane = lw_int(l, plane);
    }
    bind_iterator(r, "to", &l->it.to, to && !shared);
    bind_iterator(r, "site", &l->it.site, reads(t, LUD_site) || (to && shared));
    if (to && shared) {
        l->it.to = l->it.site;
    }
    bind_iterator(r, "from", &l->it.from, from_default || reads(t, LUD_from));
}

void rule_begin(Rule *r, Lower *l, const Term *term, const char *name, int planes, int plane)
{
    *r = (Rule){.l = l, .term = term, .outer = l->fn, .outer_it = l->it};
    const char *unique = name;
    for (int i = 2; ir_fn_find(l->game, unique) >= 0; i++) {
        unique = arena_printf(l->arena, "%s_%d", name, i);
    }
    r->rule = ir_fn_add(l->game, IR_RULE, unique, (IrType){.kind = IR_VOID});
    r->rule->at = term ? term_at(term) : (Span){0, 0};
    r->rule->header = ir_block(l->game);
    r->rule->effect = ir_block(l->game);
    l->fn = r->rule;
    bind_iterators(r, planes, plane);
}

Ir *rule_param(Rule *r, const char *name)
{
    Lower *l = r->l;
    IrType type = ir_int(0, lw_dim_site(l).size - 1);
    type.space = l->space_site;
    r->rule->nparam++;
    return ir_local(l->game, r->rule, ir_local_add(l->game, r->rule, name, type));
}

void rule_domain(Rule *r, const Ir *param, Ir *domain)
{
    ir_append(r->l->game, &r->rule->header, ir_k1(r->l->game, IR_OP_PARAM, param->k, domain));
}

void rule_when(Rule *r, Ir *condition)
{
    ir_append(r->l->game, &r->rule->header, ir_op1(r->l->game, IR_OP_WHEN, condition));
}

Ir *rule_let(Rule *r, const char *name, Ir *value)
{
    return lw_let(r->l, &r->rule->header, name, value);
}

void rule_do(Rule *r, Ir *statement)
{
    ir_append(r->l->game, &r->rule->effect, statement);
}

/* The move becomes the last one: what `then` and the end rules ask about. */
static void bookkeeping(Rule *r)
{
    Lower *l = r->l;
    Ir **block = &r->rule->effect;
    const Fields *f = &l->field;
    bool pass = r->kind == KIND_PASS;
    set_field(l, block, f->last_from, lw_copy(l, r->from));
    set_field(l, block, f->last_to, lw_copy(l, r->to));
    set_field(l, block, f->nmoves, ir_op2(l->game, IR_OP_ADD, lw_get(l, f->nmoves), lw_int(l, 1)));
    set_field(l, block, f->passing, lw_int(l, pass));
    set_field(l, block, f->swapped, lw_int(l, r->kind == KIND_SWAP));
    Ir *mover = ir_k1(l->game, IR_OP_BITOF, l->space_player, lw_get(l, f->mover));
    if (!r->term && pass) { /* forced: nothing else was possible */
        set_field(l, block, f->stale, ir_op2(l->game, IR_OP_MOR, lw_get(l, f->stale), mover));
    } else {
        set_field(l, block, f->stale, ir_op2(l->game, IR_OP_MDIFF, lw_get(l, f->stale), mover));
    }
    r->rule->exempt = pass;
}

static void record(Rule *r, const char *name, Ir *value)
{
    IrMoveView view = {name, value};
    vec_push(r->l->arena, &r->rule->view, view);
}

static void records(Rule *r)
{
    Lower *l = r->l;
    record(r, "from", lw_copy(l, r->from));
    record(r, "to", lw_copy(l, r->to));
    record(r, "kind", lw_int(l, r->kind));
    record(r, "what", r->what ? lw_copy(l, r->what) : lw_int(l, 0));
    record(r, "state", lw_int(l, -1));
    record(r, "rot", lw_int(l, -1));
    record(r, "value", lw_int(l, -1));
    if (l->has_count) {
        record(r, "count", lw_int(l, r->kind != KIND_PASS && r->kind != KIND_SWAP));
    }
    int64_t type = l->board->use == SITE_VERTEX ? 0 : l->board->use == SITE_EDGE ? 1 : 2;
    if (l->container.n > 1 && l->board->use == SITE_CELL) {
        record(r, "fromType", lw_int(l, type));
        record(r, "toType", lw_int(l, type));
    }
}

void rule_end(Rule *r, const Term *then, Ir **block)
{
    Lower *l = r->l;
    bookkeeping(r);
    records(r);
    l->it = (Iterators){.player = l->it.player && l->it.player->op == IR_OP_INT ? l->it.player : NULL};
    if (then || l->outer_then.n) {
        r->rule->then = ir_block(l->game);
        bool saved = l->after_move;
        l->after_move = true;
        if (then) {
            lower_then(l, then, &r->rule->then);
        }
        for (size_t i = l->outer_then.n; i-- > 0;) {
            lower_then(l, l->outer_then.at[i], &r->rule->then);
        }
        l->after_move = saved;
    }
    l->fn = r->outer;
    l->it = r->outer_it;
    for (int i = 0; i < r->narg; i++) {
        r->arg[i] = lw_copy(l, r->arg[i]);
    }
    int index = ir_fn_index(l->game, r->rule);
    ir_append(l->game, block, ir_call(l->game, IR_OP_TRY, index, r->narg, r->arg));
}
