/* lower_moves.c - generators: what a player may choose from.
 *
 * Combinations (or, if, forEach ..) become statements of a gen; each kind of move
 * becomes a rule that the gen tries. */
#include <string.h>

#include "frontend/lud/lower_rule.h"

static void gen_moves(Lower *l, const Term *t, Ir **block);

/* ---- leaves ----------------------------------------------------------------------------- */

static Ir *guard_piece(Rule *r, Ir *piece)
{
    Lower *l = r->l;
    piece = rule_let(r, "piece", piece);
    if (piece->type.lo <= 0) {
        rule_when(r, ir_op2(l->game, IR_OP_GT, lw_copy(l, piece), lw_int(l, 0)));
    }
    return piece;
}

static void add_rule(Lower *l, const Term *t, size_t which, Ir **block)
{
    const Term *to = term_arg(t, "to"), *cond = term_arg(to, "if"), *count = term_arg(t, "count");
    Ir *pieces[16];
    Rule r;
    rule_begin(&r, l, t, "add", 1, 0);
    bool one_site = term_arg(to, "site") != NULL;
    Ir *target = rule_param(&r, "to");
    Ir *domain = one_site ? ir_k1(l->game, IR_OP_BITOF, l->space_site, lower_int(l, term_arg(to, "site")))
                          : lower_region(l, term_arg(to, "region"));
    bool empty = known_empty(l, domain);
    rule_domain(&r, target, domain);
    r.from = r.to = l->it.to = target;
    size_t n = lower_pieces(l, term_arg(t, "piece"), pieces, 16);
    Ir *piece = which < n ? guard_piece(&r, pieces[which]) : lw_int(l, 1);
    if (cond) {
        rule_when(&r, lower_bool(l, cond));
    }
    if (count) {
        lower_unsupported(l, count, "(move Add .. count:)");
    }
    r.kind = KIND_ADD;
    r.what = piece;
    put_piece(l, &r.rule->effect, r.to, piece, lw_int(l, 1), empty);
    l->only_adds = l->only_adds && empty;
    rule_end(&r, term_arg(t, "then"), block);
}

static void gen_add(Lower *l, const Term *t, Ir **block)
{
    const Term *to = term_arg(t, "to"), *piece = term_arg(t, "piece");
    if (term_arg(t, "stack") || term_arg(to, "apply") || term_arg(to, "level") ||
        term_arg(to, "rotations") || (!term_arg(to, "site") && !term_arg(to, "region"))) {
        lower_unsupported(l, t, "this form of (move Add ..)");
        return;
    }
    const Term *names = piece ? term_arg(piece, "names") : NULL;
    const Term *ids = piece ? term_arg(piece, "ids") : NULL;
    size_t n = names ? names->n : ids ? ids->n : 1;
    for (size_t i = 0; i < n; i++) {
        add_rule(l, t, i, block);
    }
}

static void gen_pass(Lower *l, const Term *t, Ir **block)
{
    Rule r;
    rule_begin(&r, l, t, "pass", 1, 0);
    r.kind = KIND_PASS;
    rule_end(&r, t ? term_arg(t, "then") : NULL, block);
}

/* (apply (remove (to))): moving onto a site replaces what stands there anyway. */
static bool removes_destination(const Term *apply)
{
    const Term *effect = apply ? term_arg(apply, "effect") : NULL;
    if (!effect || !term_is(effect, LUD_remove) || term_arg(apply, "if")) {
        return false;
    }
    const Term *site = term_arg(effect, "site");
    return site && term_is(site, LUD_to) && !term_arg(effect, "level") && !term_arg(effect, "at") &&
           !term_arg(effect, "count") && !term_arg(effect, "then");
}

/* Effects of `apply` come before the main action, from values of the old state. */
static void apply_effects(Rule *r, const Term *apply)
{
    Lower *l = r->l;
    if (!apply || removes_destination(apply)) {
        return;
    }
    const Term *cond = term_arg(apply, "if");
    Ir *writes = ir_block(l->game);
    Ir *holds = cond ? rule_let(r, "cond", lower_bool(l, cond)) : NULL;
    lower_effect(l, term_arg(apply, "effect"), &r->rule->header, &writes);
    if (holds) {
        rule_do(r, ir_if(l->game, holds, writes, NULL));
        return;
    }
    for (int i = 0; i < writes->n; i++) {
        rule_do(r, writes->a[i]);
    }
}

static void step_rule(Lower *l, const Term *t, int table, int planes, int plane, Ir **block)
{
    const Term *from = term_arg(t, "from"), *to = term_arg(t, "to");
    Rule r;
    rule_begin(&r, l, t, "step", planes, plane);
    const Term *site = from ? term_arg(from, "site") : NULL, *region = from ? term_arg(from, "region") : NULL;
    if (site || region) {
        Ir *start = rule_param(&r, "from");
        Ir *domain = site ? ir_k1(l->game, IR_OP_BITOF, l->space_site, lower_int(l, site))
                          : lower_region(l, region);
        rule_domain(&r, start, domain);
        l->it.from = start;
        Ir *what = lw_what(l, l->it.from);
        rule_when(&r, ir_op2(l->game, IR_OP_NE, what, lw_int(l, 0)));
    }
    if (!l->it.from) {
        lower_unsupported(l, t, "(move Step ..) without a piece to move");
        l->it.from = lw_int(l, 0);
    }
    r.from = l->it.from;
    if (from && term_arg(from, "if")) {
        rule_when(&r, lower_bool(l, term_arg(from, "if")));
    }
    Ir *index[2] = {lw_copy(l, r.plane), lw_copy(l, r.from)};
    Ir *target = rule_let(&r, "to", ir_tab(l->game, table, 2, index));
    rule_when(&r, ir_op2(l->game, IR_OP_GE, lw_copy(l, target), lw_int(l, 0)));
    r.to = l->it.to = target;
    if (to && term_arg(to, "if")) {
        rule_when(&r, lower_bool(l, term_arg(to, "if")));
    }
    apply_effects(&r, to ? term_arg(to, "apply") : NULL);
    r.kind = KIND_MOVE;
    Ir *piece = l->piece && !site && !region ? lw_int(l, l->piece - l->component.at) : NULL;
    move_piece(l, &r.rule->effect, r.from, r.to, piece);
    l->only_adds = false;
    rule_end(&r, term_arg(t, "then"), block);
}

static void gen_step(Lower *l, const Term *t, Ir **block)
{
    const Term *from = term_arg(t, "from"), *to = term_arg(t, "to");
    if (term_arg(t, "stack") || (from && term_arg(from, "level")) ||
        (to && (term_arg(to, "level") || term_arg(to, "rotations")))) {
        lower_unsupported(l, t, "(move Step ..) of stacks or with rotations");
        return;
    }
    int planes, table = lower_steps(l, term_arg(t, "dir"), REL_ADJACENT, &planes);
    for (int plane = 0; plane < planes; plane++) {
        step_rule(l, t, table, planes, plane, block);
    }
}

/* ---- combinations -------------------------------------------------------------------------- */

/* for %x in domain { statement }, with conditions that do not read %x outside. */
static void loop_over(Lower *l, int local, Ir *domain, const Ir *body, Ir **block)
{
    for (int i = 0; i < body->n; i++) {
        Ir *s = body->a[i];
        if (s->op == IR_OP_IF && !ir_uses_local(s->a[0], local)) {
            Ir *yes = ir_block(l->game), *no = s->n > 2 ? ir_block(l->game) : NULL;
            loop_over(l, local, domain, s->a[1], &yes);
            if (no) {
                loop_over(l, local, domain, s->a[2], &no);
            }
            ir_append(l->game, block, ir_if(l->game, s->a[0], yes, no));
            continue;
        }
        Ir *inner = ir_block(l->game);
        ir_append(l->game, &inner, s);
        ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, local, lw_copy(l, domain), inner));
    }
}

static bool moves_of_piece(const Term *t, const Component *c)
{
    const Term *name = term_arg(t, "name"), *names = term_arg(t, "names");
    if (name) {
        return strcmp(name->text, c->base) == 0;
    }
    for (uint32_t i = 0; names && i < names->n; i++) {
        if (strcmp(names->slot[i]->text, c->base) == 0) {
            return true;
        }
    }
    return !names;
}

static void gen_piece(Lower *l, const Term *t, const Component *c, Ir **block)
{
    const Term *moves = term_arg(t, "moves");
    if (!moves && c->item) {
        moves = term_arg(c->item, "moves");
    }
    if (!moves || !moves_of_piece(t, c)) {
        return;
    }
    Iterators saved = l->it;
    const Component *outer = l->piece;
    IrType type = ir_int(0, lw_dim_site(l).size - 1);
    type.space = l->space_site;
    int from = lw_new_local(l, "from", type);
    l->it.from = lw_local(l, from);
    l->piece = c;
    Ir *body = ir_block(l->game), *all = ir_block(l->game);
    gen_moves(l, moves, &body);
    l->piece = outer;
    l->it = saved;
    Ir *domain = ir_k1(l->game, IR_OP_WHERE, l->field.what, lw_int(l, c - l->component.at));
    if (l->container.n > 1) {
        domain = ir_op2(l->game, IR_OP_MAND, domain, lw_board(l));
    }
    loop_over(l, from, domain, body, &all);
    Ir *turn = ir_op2(l->game, IR_OP_EQ, lw_get(l, l->field.mover), lw_int(l, c->owner));
    ir_append(l->game, block, ir_if(l->game, turn, all, NULL));
}

static void gen_for_each_piece(Lower *l, const Term *t, Ir **block)
{
    static const char *const later[] = {"on", "container", "containerName", "top"};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        if (term_arg(t, later[i])) {
            lower_unsupported(l, t, "(forEach Piece ..) on:, in a container or top:");
            return;
        }
    }
    const Term *player = term_arg(t, "player");
    if (player && !term_is_enum(player, "Mover")) {
        lower_unsupported(l, player, "(forEach Piece ..) of another player than the mover");
        return;
    }
    for (size_t c = 1; c < l->component.n; c++) {
        int owner = l->component.at[c].owner;
        if (owner >= 1 && owner <= l->players) {
            gen_piece(l, t, &l->component.at[c], block);
        }
    }
}

static void gen_for_each_site(Lower *l, const Term *t, Ir **block)
{
    const Term *otherwise = term_arg(t, "noMoveYet");
    Iterators saved = l->it;
    IrType type = ir_int(0, lw_dim_site(l).size - 1);
    type.space = l->space_site;
    Ir *domain = lower_region(l, term_arg(t, "region"));
    int site = lw_new_local(l, "site", type);
    l->it.site = l->it.to = lw_local(l, site);
    Ir *body = ir_block(l->game), *all = ir_block(l->game);
    gen_moves(l, term_arg(t, "moves"), &body);
    l->it = saved;
    loop_over(l, site, domain, body, &all);
    if (otherwise) {
        Ir *none = ir_block(l->game);
        gen_moves(l, otherwise, &none);
        ir_append(l->game, block, ir_k2(l->game, IR_OP_PREFER, 0, all, none));
        return;
    }
    for (int i = 0; i < all->n; i++) {
        ir_append(l->game, block, all->a[i]);
    }
}

static void gen_for_each_player(Lower *l, const Term *t, Ir **block)
{
    Iterators saved = l->it;
    for (int p = 1; p <= l->players; p++) {
        l->it.player = lw_int(l, p);
        gen_moves(l, term_arg(t, "moves"), block);
    }
    l->it = saved;
}

static void gen_if(Lower *l, const Term *t, Ir **block)
{
    const Term *no = term_arg(t, "no");
    Ir *cond = lower_bool(l, term_arg(t, "cond"));
    Ir *yes_block = ir_block(l->game), *no_block = no ? ir_block(l->game) : NULL;
    gen_moves(l, term_arg(t, "yes"), &yes_block);
    if (no) {
        gen_moves(l, no, &no_block);
    }
    ir_append(l->game, block, ir_if(l->game, cond, yes_block, no_block));
}

static void gen_list(Lower *l, const Term *list, Ir **block)
{
    for (uint32_t i = 0; i < list->n; i++) {
        gen_moves(l, list->slot[i], block);
    }
}

static void gen_combination(Lower *l, const Term *t, Ir **block)
{
    switch (t->id) {
    case LUD_or_moves:
    case LUD_and_moves:
        gen_moves(l, term_arg(t, "a"), block);
        gen_moves(l, term_arg(t, "b"), block);
        break;
    case LUD_or_moves_list:
    case LUD_and_moves_list: gen_list(l, term_arg(t, "list"), block); break;
    case LUD_if_moves: gen_if(l, t, block); break;
    case LUD_for_each_piece: gen_for_each_piece(l, t, block); break;
    case LUD_for_each_site: gen_for_each_site(l, t, block); break;
    case LUD_for_each_player: gen_for_each_player(l, t, block); break;
    default: lower_unsupported(l, t, lud_row(t->id)->signature); break;
    }
}

static void gen_moves(Lower *l, const Term *t, Ir **block)
{
    switch (t->id) {
    case LUD_move_add: gen_add(l, t, block); return;
    case LUD_move_pass: gen_pass(l, t, block); return;
    case LUD_move_step: gen_step(l, t, block); return;
    default: break;
    }
    const Term *then = t->id == LUD_if_moves || t->id == LUD_or_moves || t->id == LUD_and_moves ||
                               t->id == LUD_or_moves_list || t->id == LUD_and_moves_list ||
                               t->id == LUD_for_each_piece || t->id == LUD_for_each_site ||
                               t->id == LUD_for_each_player
                           ? term_arg(t, "then")
                           : NULL;
    if (then) {
        vec_push(l->arena, &l->outer_then, then);
    }
    gen_combination(l, t, block);
    if (then) {
        l->outer_then.n--;
    }
}

int lower_play(Lower *l, const Term *moves, const char *name)
{
    IrFn *outer = l->fn, *gen = ir_fn_add(l->game, IR_GEN, name, (IrType){.kind = IR_VOID});
    bool in_play = l->in_play;
    gen->body = ir_block(l->game);
    gen->at = term_at(moves);
    l->fn = gen;
    l->in_play = true;
    gen_moves(l, moves, &gen->body);
    l->in_play = in_play;
    l->fn = outer;
    return ir_fn_index(l->game, gen);
}

/* ---- is there a move? ------------------------------------------------------------------------ */

Ir *lower_can_move(Lower *l, const Term *t)
{
    if (l->after_move && l->outer_then.n > 0) {
        lower_unsupported(l, t, "(can Move ..) here");
        return lw_int(l, 0);
    }
    const char *name = arena_printf(l->arena, "can_move_%zu", l->game->fn.n);
    Iterators saved = l->it;
    if (l->it.from || l->it.to || l->it.site) {
        lower_unsupported(l, t, "(can Move ..) that reads iterators");
        return lw_int(l, 0);
    }
    int gen = lower_play(l, term_arg(t, "moves"), name);
    l->it = saved;
    return ir_call(l->game, IR_OP_EXISTS, gen, 0, NULL);
}

/* For the next player: the generators of play with the turn passed on.  For the
 * others: whether their last turn was a forced pass. */
Ir *lower_no_moves(Lower *l, const Term *t)
{
    const Fields *f = &l->field;
    const Term *role = term_arg(t, "role");
    if (!term_is_enum(role, "Next")) {
        return ir_op2(l->game, IR_OP_HAS, lower_role(l, role), lw_get(l, f->stale));
    }
    if (l->in_play) {
        lower_unsupported(l, t, "(no Moves Next) within the moves themselves");
        return lw_int(l, 0);
    }
    int follow = ir_fn_find(l->game, "next_active"), options = ir_fn_find(l->game, "options");
    int n = lw_new_local(l, "who", ir_int(0, l->players + 1));
    Ir *who = lw_local(l, n);
    Ir *after = ir_call(l->game, IR_OP_CALL, follow, 1, &who);
    Ir *stuck = ir_op1(l->game, IR_OP_NOT, ir_call(l->game, IR_OP_EXISTS, options, 0, NULL));
    stuck = ir_k2(l->game, IR_OP_WITH, f->next, after, stuck);
    stuck = ir_k2(l->game, IR_OP_WITH, f->mover, lw_local(l, n), stuck);
    stuck = ir_k2(l->game, IR_OP_WITH, f->prev, lw_get(l, f->mover), stuck);
    return ir_k2(l->game, IR_OP_LETX, n, lw_get(l, f->next), stuck);
}
