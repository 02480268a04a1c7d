/* moves.c - generators: what a player may choose from.
 *
 * Combinations (or, if, forEach ..) become statements of a gen; each kind of move
 * becomes a rule that the gen tries. */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/setup/puzzle.h"
#include "frontend/lud/lower/effects/capture.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/state/stack_levels.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/queries/do_next.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/geometry/track.h"
#include "frontend/lud/lower/state/vote.h"
#include "frontend/lud/lower/core/site_type.h"

/* ---- leaves ----------------------------------------------------------------------------- */

void gen_pass(Lower *l, const Term *t, Ir **block)
{
    Rule r;
    l = rule_begin(&r, l, t, "pass", 1, 0);
    r.kind = t->id == LUD_pass ? KIND_NONE : KIND_PASS;
    if (t->id == LUD_pass)
        lower_unsupported(l, t, "(pass) in the place of (move Pass)");
    rule_end(&r, term_arg(t, SLOT_then), block);
}

/* ---- combinations -------------------------------------------------------------------------- */

/* Are the moves chosen from before a condition afterwards is asked? */
static bool deferring(const Lower *l)
{
    return l->post.n && l->post.at[l->post.n - 1].deferred;
}

static bool moves_of_piece(const Term *t, const Component *c)
{
    const Term *name = term_arg(t, SLOT_name), *names = term_arg(t, SLOT_names);
    if (name)
        return strcmp(name->text, c->base) == 0;
    for (uint32_t i = 0; names && i < names->n; i++)
        if (strcmp(names->slot[i]->text, c->base) == 0)
            return true;
    return !names;
}

static bool is_true(const Term *t)
{
    return t && t->kind == TERM_BOOL && t->number;
}

/* The sites of the board, or of the container with that number. */
static Ir *where_asked(Lower *l, const Term *t)
{
    const Term *container = term_arg(t, SLOT_container);
    if (!container && !term_arg(t, SLOT_on)) {
        Lower in = lower_on_type(l, l->board->use);
        return lw_board(&in);
    }
    return container ? lower_container(l, lower_int(l, container)) : lw_board(l);
}

/* Is it known who is to move, and the piece another's? */
static bool never_moves(Lower *l, const Component *c)
{
    const Ir *mover = lw_get(l, l->field->mover);
    return mover->op == IR_OP_INT && c->owner <= l->facts->players && mover->k != c->owner;
}

/* Are they listed while the same are? */
static bool within_own_moves(const Lower *l, const Component *c)
{
    const OwnMoves *own = l->own_moves;
    while (own && own->piece != c)
        own = own->outer;
    return own != NULL;
}

static void gen_piece(Lower *l, const Term *t, const Component *c, Ir **block)
{
    const Term *moves = term_arg(t, SLOT_moves);
    const bool own = !moves && c->item;
    if (own)
        moves = term_arg(c->item, SLOT_moves);
    if (!moves || !moves_of_piece(t, c) || never_moves(l, c))
        return;
    if (own && within_own_moves(l, c)) {
        lower_unsupported(l, t, "(forEach Piece ..) among the moves of the same piece");
        return;
    }
    Lower in = *l;
    const OwnMoves own_moves = {c, l->own_moves};
    in.own_moves = own ? &own_moves : l->own_moves;
    Notes notes = {0}; /* what is read here is this piece */
    IrType type = ir_int(0, lw_dim_site(l).size - 1);
    type.space = l->sym->space_site;
    /* in stacks it may lie below another, which then moves in its place */
    bool covered = l->facts->stacks && !is_true(term_arg(t, SLOT_top));
    int levels = covered ? lw_new_local(l, "place", lower_stack_level(l)) : -1;
    int from = lw_new_local(l, "from", type), level = -1;
    in.notes = &notes;
    in.it.from = lw_local(l, from);
    if (l->facts->stacks && lower_reads(moves, LUD_level)) {
        level = lw_new_local(l, "level", ir_int(0, STACK - 1));
        in.it.level = lw_local(l, level);
    }
    in.piece = covered ? NULL : c;
    in.piece_type = l->sites->type;
    Ir *body = ir_block(l->game), *all = ir_block(l->game);
    gen_moves(&in, moves, &body);
    l->notes->unset_read |= notes.unset_read;
    l->notes->does_more |= notes.does_more;
    Ir *domain = ir_k1(l->game, IR_OP_WHERE, l->sites->what, lw_int(l, c - l->sym->component.at));
    Ir *inside = where_asked(l, t);
    if (l->sym->container.n > 1 || l->sites->type != l->board->use)
        domain = ir_op2(l->game, IR_OP_MAND, domain, lw_copy(l, inside));
    if (covered) {
        Ir *each = ir_block(l->game), *site = ir_op2(l->game, IR_OP_DIV, lw_local(l, levels), lw_int(l, STACK));
        ir_append(l->game, &each, ir_k1(l->game, IR_OP_LET, from, site));
        if (level >= 0) {
            Ir *on = ir_op2(l->game, IR_OP_MOD, lw_local(l, levels), lw_int(l, STACK));
            ir_append(l->game, &each, ir_k1(l->game, IR_OP_LET, level, on));
        }
        for (int i = 0; i < body->n; i++)
            ir_append(l->game, &each, body->a[i]);
        ir_append(l->game, &all, ir_k2(l->game, IR_OP_FOR, levels, lower_stack_kind(l, c, inside), each));
    } else if (level >= 0) {
        Ir *each = ir_block(l->game), *height = lw_height(l, lw_local(l, from));
        Ir *top = ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_SUB, height, lw_int(l, 1)), lw_int(l, 0));
        ir_append(l->game, &each, ir_k1(l->game, IR_OP_LET, level, top));
        lw_append_all(l, &each, body);
        ir_append(l->game, &all, ir_k2(l->game, IR_OP_FOR, from, domain, each));
    } else {
        lw_loop_over(l, from, domain, body, &all);
    }
    if (c->owner > l->facts->players) { /* shared: whoever is to move */
        lw_append_all(l, block, all);
        return;
    }
    Ir *turn = ir_op2(l->game, IR_OP_EQ, lw_get(l, l->field->mover), lw_int(l, c->owner));
    ir_append(l->game, block, ir_if(l->game, turn, all, NULL));
}

/* The same on sites of all types, unless it names one: those with numbers that sites of
 * the board's own type have. */
static void gen_piece_on(Lower *l, const Term *t, const Component *c, Ir **block)
{
    if (!lower_has_types(l) || term_arg(t, SLOT_on)) {
        gen_piece(l, t, c, block);
        return;
    }
    for (int i = 0; i < SITE_TYPES; i++) {
        if (i == (int)l->board->use || l->facts->occupied_types >> i & 1) {
            Lower in = lower_on_type(l, (SiteType)i);
            gen_piece(&in, t, c, block);
        }
    }
}

/* Moves are listed as if that player were to move, after the one who is; played they
 * are by the one who is. */
static bool see_as(Lower *l, const Term *player)
{
    const Turn outer = l->seen_as;
    if (player->kind == TERM_ENUM && !term_is_enum(player, "Next") && !term_is_enum(player, "Prev")) {
        int fixed = role_fixed(l, player->text);
        if (fixed < 1 || fixed > l->facts->players) {
            lower_unsupported(l, player, "(forEach Piece ..) of these players");
            return false;
        }
    }
    Ir *who = lower_int(l, player), *mover = lw_get(l, l->field->mover);
    if (who->op == IR_OP_LOCAL || outer.mover) {
        lower_unsupported(l, player, "(forEach Piece ..) of this player");
        return false;
    }
    Ir *same = ir_op2(l->game, IR_OP_EQ, lw_copy(l, who), lw_copy(l, mover));
    Ir *prev = ir_op3(l->game, IR_OP_SELECT, same, lw_get(l, l->field->prev), lw_copy(l, mover));
    Ir *next = ir_op3(l->game, IR_OP_SELECT, lw_copy(l, same), lw_get(l, l->field->next), lw_copy(l, mover));
    bool is_next = term_is_enum(player, "Next");
    l->seen_as = (Turn){.mover = who, .prev = prev, .next = is_next ? mover : next};
    return true;
}

void gen_for_each_piece(Lower *l, const Term *t, Ir **block)
{
    if (term_arg(t, SLOT_containerName) || (term_arg(t, SLOT_on) && !l->facts->types)) {
        lower_unsupported(l, t, "(forEach Piece ..) on: or in a container");
        return;
    }
    const Term *top = term_arg(t, SLOT_top);
    if (l->facts->stacks && top && top->kind != TERM_BOOL) {
        lower_unsupported(l, top, "top: that changes");
        return;
    }
    const Term *player = term_arg(t, SLOT_player);
    Lower in = *l;
    bool shared = player && term_is_enum(player, "Shared");
    if (player && !shared && !term_is_enum(player, "Mover") && !see_as(&in, player))
        return;
    for (size_t c = 1; c < l->sym->component.n; c++) {
        int owner = l->sym->component.at[c].owner;
        if (shared ? owner == l->facts->players + 1 : owner >= 1 && owner <= l->facts->players)
            gen_piece_on(&in, t, &l->sym->component.at[c], block);
    }
}

void gen_for_each_site(Lower *l, const Term *t, Ir **block)
{
    const Term *otherwise = term_arg(t, SLOT_noMoveYet);
    Lower in = *l;
    IrType type = ir_int(0, lw_dim_site(l).size - 1);
    type.space = l->sym->space_site;
    Ir *domain = lower_region(&in, term_arg(t, SLOT_region));
    int site = lw_new_local(l, "site", type);
    in.it.site = in.it.to = lw_local(l, site);
    in.empty_at = l->prior.n == 0 && lw_known_empty(l, domain) ? l->sites->what : -1;
    Ir *body = ir_block(l->game), *all = ir_block(l->game);
    in.mode.site_in_hand = lower_in_hand(&in, term_arg(t, SLOT_region));
    gen_moves(&in, term_arg(t, SLOT_moves), &body);
    lw_loop_over(l, site, domain, body, &all);
    if (otherwise && deferring(l))
        lower_unsupported(l, otherwise, "noMoveYet: within (do .. ifAfterwards:)");
    if (otherwise) {
        Ir *none = ir_block(l->game);
        Lower apart = *l;
        if (term_arg(t, SLOT_then)) /* which does not follow these */
            apart.outer_then = l->outer_then->outer;
        gen_moves(&apart, otherwise, &none);
        ir_append(l->game, block, ir_k2(l->game, IR_OP_PREFER, 0, all, none));
        return;
    }
    for (int i = 0; i < all->n; i++)
        ir_append(l->game, block, all->a[i]);
}

void gen_for_each_player(Lower *l, const Term *t, Ir **block)
{
    Lower in = *l;
    for (int p = 1; p <= l->facts->players; p++) {
        in.it.player = lw_int(l, p);
        gen_moves(&in, term_arg(t, SLOT_moves), block);
    }
}

/* The moves for each number from min to max. */
void gen_for_each_value_range(Lower *l, const Term *t, Ir **block)
{
    enum { MOST = 4096 };
    Lower in = *l;
    Ir *min = lower_int(&in, term_arg(t, SLOT_min)), *max = lower_int(&in, term_arg(t, SLOT_max));
    if (max->type.hi - min->type.lo >= MOST) {
        lower_unsupported(l, t, "a loop over numbers that may be far apart");
        return;
    }
    int value = lw_new_local(l, "value", ir_int(min->type.lo, max->type.hi));
    in.it.value = lw_local(l, value);
    Ir *body = ir_block(l->game);
    gen_moves(&in, term_arg(t, SLOT_moves), &body);
    Ir *end = ir_op2(l->game, IR_OP_ADD, max, lw_int(l, 1));
    Ir *range[3] = {min, end, body};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, value, 3, range));
}

/* The moves for each number that can be in the list, as often as it is there. */
static void for_each_in_span(Lower *l, const Term *t, Ir **block)
{
    enum { MOST = 4096 };
    const Term *list = term_arg(t, SLOT_values);
    Lower in = *l;
    IrType span = lower_member_span(&in, list);
    if (span.hi - span.lo >= MOST) {
        lower_unsupported(l, t, "moves for each number of a list of numbers that may be far apart");
        return;
    }
    int value = lw_new_local(l, "value", ir_int(span.lo, span.hi)), k = lw_new_local(l, "k", ir_int(0, MOST));
    Ir *times = lower_times_in(&in, list, lw_local(l, value)), *body = ir_block(l->game), *each = ir_block(l->game);
    if (list->id == LUD_values_remembered)
        times = ir_op2(l->game, IR_OP_MIN, times, lw_int(l, MOST_TIMES));
    in.it.value = lw_local(l, value);
    gen_moves(&in, term_arg(t, SLOT_moves), &body);
    Ir *often[3] = {lw_int(l, 0), times, body}, *range[3] = {lw_int(l, span.lo), lw_int(l, span.hi + 1), NULL};
    ir_append(l->game, &each, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, often));
    range[2] = each;
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, value, 3, range));
}

/* The moves for each number of a list: the sites of a region, or numbers as written. */
void gen_for_each_value(Lower *l, const Term *t, Ir **block)
{
    const Term *list = term_arg(t, SLOT_values), *moves = term_arg(t, SLOT_moves);
    Lower in = *l;
    if (list->id == LUD_array_region) {
        Ir *domain = lower_region(l, term_arg(list, SLOT_region));
        int value = lw_new_local(l, "value", lower_site_type(l));
        in.it.value = lw_local(l, value);
        Ir *body = ir_block(l->game);
        gen_moves(&in, moves, &body);
        lw_loop_over(l, value, domain, body, block);
        return;
    }
    if (list->id == LUD_array_ints) {
        const Term *ints = term_arg(list, SLOT_ints);
        for (uint32_t i = 0; i < ints->n; i++) {
            in.it.value = lower_int(l, ints->slot[i]);
            gen_moves(&in, moves, block);
        }
        return;
    }
    for_each_in_span(l, t, block);
}

void gen_if_moves(Lower *l, const Term *t, Ir **block)
{
    const Term *no = term_arg(t, SLOT_no);
    Ir *cond = lower_bool(l, term_arg(t, SLOT_cond));
    Ir *yes_block = ir_block(l->game), *no_block = no ? ir_block(l->game) : NULL;
    gen_moves(l, term_arg(t, SLOT_yes), &yes_block);
    if (no)
        gen_moves(l, no, &no_block);
    ir_append(l->game, block, ir_if(l->game, cond, yes_block, no_block));
}

static void gen_list(Lower *l, const Term *list, Ir **block)
{
    for (uint32_t i = 0; i < list->n; i++)
        gen_moves(l, list->slot[i], block);
}

/* The moves, or the others when there are none.  Within (do .. ifAfterwards:) that
 * is asked before the condition afterwards, so by a gen of its own. */
static void gen_either(Lower *l, const Term *moves, Ir *otherwise, Ir **block)
{
    SubFn sub;
    Ir *found = ir_block(l->game);
    subfn_begin(&sub, l, IR_GEN, "first", (IrType){.kind = IR_VOID}, moves);
    if (l->target)
        sub.in.target = subfn_param(&sub, "target", lower_site_type(l), l->target);
    gen_moves(&sub.in, moves, &sub.fn->body);
    subfn_end(&sub);
    ir_append(l->game, &found, subfn_call(&sub, IR_OP_TRY));
    ir_append(l->game, block, ir_if(l->game, subfn_call(&sub, IR_OP_EXISTS), found, otherwise));
}

/* The moves to the site that is asked for, or the others when there are no moves at
 * all, wherever they go. */
static void gen_either_there(Lower *l, const Term *moves, Ir *otherwise, Ir **block)
{
    SubFn sub;
    Ir *found = ir_block(l->game);
    subfn_begin(&sub, l, IR_GEN, "first", (IrType){.kind = IR_VOID}, moves);
    sub.in.target = NULL;
    gen_moves(&sub.in, moves, &sub.fn->body);
    subfn_end(&sub);
    gen_moves(l, moves, &found);
    ir_append(l->game, block, ir_if(l->game, subfn_call(&sub, IR_OP_EXISTS), found, otherwise));
}

/* The first of the lists that is not empty. */
static void first_of(Lower *l, const Term *const *list, size_t n, Ir **block)
{
    if (n > LONGEST_CHAIN && (deferring(l) || l->target)) {
        lower_unsupported(l, list[LONGEST_CHAIN], "a priority of so many lists here");
        return;
    }
    if (n > LONGEST_CHAIN) { /* halves, so that many do not nest deeply */
        Ir *former = ir_block(l->game), *latter = ir_block(l->game);
        first_of(l, list, n / 2, &former);
        first_of(l, list + n / 2, n - n / 2, &latter);
        ir_append(l->game, block, ir_k2(l->game, IR_OP_PREFER, 0, former, latter));
        return;
    }
    if (n > 1 && deferring(l)) {
        Ir *others = ir_block(l->game);
        first_of(l, list + 1, n - 1, &others);
        gen_either(l, list[0], others, block);
        return;
    }
    if (n > 1 && l->target) {
        Ir *others = ir_block(l->game);
        first_of(l, list + 1, n - 1, &others);
        gen_either_there(l, list[0], others, block);
        return;
    }
    Ir *first = ir_block(l->game);
    gen_moves(l, list[0], &first);
    if (n == 1) {
        for (int i = 0; i < first->n; i++)
            ir_append(l->game, block, first->a[i]);
        return;
    }
    Ir *rest = ir_block(l->game);
    first_of(l, list + 1, n - 1, &rest);
    ir_append(l->game, block, ir_k2(l->game, IR_OP_PREFER, 0, first, rest));
}

/* Does it depend on whether others are possible which moves there are? */
static bool prefers(const Term *t, const void *data)
{
    const Lower *l = data;
    return term_is(t, LUD_priority) || term_is(t, LUD_priority_list) || term_is(t, LUD_max_moves) || term_is(t, LUD_max_captures) ||
           (term_is(t, LUD_for_each_site) && term_arg(t, SLOT_noMoveYet)) || (l->sym->dice && lower_throws(t));
}

/* In games with dice (do .. next: moves) gives a pass where there are no moves. */
static void gen_do_or_pass(Lower *l, const Term *t, Ir **block)
{
    const Term *next = term_arg(t, SLOT_next);
    Ir *some = ir_block(l->game), *none = ir_block(l->game);
    if (term_arg(t, SLOT_ifAfterwards) || (l->post.n && !deferring(l))) {
        lower_unsupported(l, t, "(do .. ifAfterwards:) around moves that a throw precedes");
        return;
    }
    l->sym->dice->filtered |= l->post.n > 0;
    if (lower_throw_then(t))
        gen_after_prior(l, lower_throw_then(t), next, &some);
    else if (lower_throws(t))
        gen_moves(l, next, &some);
    else
        gen_after_prior(l, term_arg(t, SLOT_prior), next, &some);
    Rule r;
    rule_begin(&r, l, t, "pass", 1, 0);
    r.kind = KIND_PASS;
    rule_end(&r, NULL, &none);
    ir_append(l->game, block, ir_k2(l->game, IR_OP_PREFER, 0, some, none));
}

/* (do moves ifAfterwards: cond): the moves after which it holds. */
void gen_do(Lower *l, const Term *t, Ir **block)
{
    const Term *cond = term_arg(t, SLOT_ifAfterwards), *next = term_arg(t, SLOT_next);
    if (l->sym->dice && next) {
        gen_do_or_pass(l, t, block);
        return;
    }
    if (!cond) { /* nothing comes of the first moves alone */
        if (next)
            gen_after_prior(l, term_arg(t, SLOT_prior), next, block);
        return;
    }
    const Term *moves = next ? next : term_arg(t, SLOT_prior);
    if (next && term_any(moves, prefers, l)) {
        lower_unsupported(l, t, "(do .. next: .. ifAfterwards:) of moves with priorities");
        return;
    }
    if (lower_never_threatened(l, cond)) {
        gen_moves(l, moves, block);
        return;
    }
    Post post = {.cond = cond, .outside = l->outer_then, .seen_as = l->seen_as, .deferred = term_any(moves, prefers, l), .next_read = -1};
    if (post.deferred && (l->facts->no_repeat || l->facts->has_stored) && (lower_reads(moves, LUD_move_pass) || l->sym->dice))
        lower_unsupported(l, t, "(do .. ifAfterwards:) of a pass among moves with priorities, where positions may not repeat");
    Lower in = *l;
    vec_push(l->arena, &in.post, post);
    if (next) {
        gen_after_prior(&in, term_arg(t, SLOT_prior), next, block);
    } else if (!post.deferred) {
        gen_moves(&in, moves, block);
    } else {
        Ir *inside = ir_block(l->game);
        gen_moves(&in, moves, &inside);
        Ir *passed = l->field->passed >= 0 ? lw_get(l, l->field->passed) : lw_int(l, 1);
        ir_append(l->game, block, ir_k2(l->game, IR_OP_KEEP, 0, passed, inside));
    }
}

void gen_both(Lower *l, const Term *t, Ir **block)
{
    gen_moves(l, term_arg(t, SLOT_a), block);
    gen_moves(l, term_arg(t, SLOT_b), block);
}

void gen_all_of_list(Lower *l, const Term *t, Ir **block) { gen_list(l, term_arg(t, SLOT_list), block); }

void gen_priority(Lower *l, const Term *t, Ir **block)
{
    const Term *two[2] = {term_arg(t, SLOT_a), term_arg(t, SLOT_b)};
    first_of(l, two, 2, block);
}

void gen_priority_list(Lower *l, const Term *t, Ir **block)
{
    const Term *list = term_arg(t, SLOT_list);
    if (list->n > 0)
        first_of(l, (const Term *const *)list->slot, list->n, block);
}

/* Keeps them all. */
void gen_max_distance(Lower *l, const Term *t, Ir **block) { gen_moves(l, term_arg(t, SLOT_moves), block); }

/* An effect among moves: a move without a decision, of which it is only asked whether
 * it is there. */
void gen_effect(Lower *l, const Term *t, Ir **block)
{
    Rule r;
    Ir *lets = ir_block(l->game), *writes = ir_block(l->game);
    if (!l->mode.probing || l->target || term_arg(t, SLOT_then)) {
        lower_unsupported(l, t, "an effect as a move of its own");
        return;
    }
    l = rule_begin(&r, l, t, "effect", 1, 0);
    lower_effect(l, t, &lets, &writes);
    lw_append_all(l, &r.rule->header, lets);
    lw_append_all(l, &r.rule->effect, writes);
    r.kind = KIND_NONE;
    rule_end(&r, NULL, block);
}

int lower_play(Lower *l, const Term *moves, const char *name)
{
    lower_at(l, moves);
    IrFn *gen = ir_fn_add(l->game, IR_GEN, name, (IrType){.kind = IR_VOID});
    Lower in = *l;
    gen->body = ir_block(l->game);
    gen->at = term_at(moves);
    in.fn = gen;
    in.mode.in_play = true;
    gen_moves(&in, moves, &gen->body);
    return ir_fn_index(l->game, gen);
}
