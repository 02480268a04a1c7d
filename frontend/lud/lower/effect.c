/* effect.c - consequences: effects in `then` and in `apply`.
 *
 * An effect is evaluated first and applied after: `lower_effect` puts the values
 * into `lets` and the writes into `writes`, so that (and A B) evaluates both
 * before it applies either. */
#include <string.h>

#include "frontend/lud/lower/capture.h"
#include "frontend/lud/lower/each.h"
#include "frontend/lud/lower/group.h"
#include "frontend/lud/lower/hidden.h"
#include "frontend/lud/lower/level.h"
#include "frontend/lud/lower/lot.h"
#include "frontend/lud/lower/memory.h"
#include "frontend/lud/lower/once.h"
#include "frontend/lud/lower/outside.h"
#include "frontend/lud/lower/prior.h"
#include "frontend/lud/lower/track.h"
#include "frontend/lud/lower/rule.h"
#include "frontend/lud/lower/stack.h"
#include "frontend/lud/lower/team.h"
#include "frontend/lud/lower/traits.h"
#include "frontend/lud/lower/vote.h"
#include "frontend/lud/lower/type.h"
#include "frontend/lud/lower/ways.h"

static Ir *site_of(Lower *l, const Term *t, const char *slot, Ir *otherwise)
{
    const Term *site = term_arg(t, slot);
    return site ? lower_int(l, site) : otherwise;
}

/* The statements, where `site` is one. */
static void if_site(Lower *l, Ir **block, const Ir *site, Ir *done)
{
    if (site->type.lo >= 0) {
        lw_append_all(l, block, done);
        return;
    }
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, on, done, NULL));
}

/* One after another from a stack; at least one goes. */
static void remove_pieces(Lower *l, Ir **block, Ir *site, Ir *number)
{
    if (!number) {
        remove_piece(l, block, site);
        return;
    }
    Ir *body = ir_block(l->game);
    int k = lw_new_local(l, "k", ir_int(0, STACK));
    remove_piece(l, &body, site);
    Ir *times = ir_op2(l->game, IR_OP_MAX, lw_int(l, 1), lw_copy(l, number));
    Ir *part[3] = {lw_int(l, 0), ir_op2(l->game, IR_OP_MIN, times, lw_int(l, STACK)), body};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, part));
}

static void effect_remove(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *at = term_arg(t, "at");
    const Term *level = term_arg(t, "level");
    if (!lower_default_type(l, t) || lower_type_hidden_by_hands(l, t) ||
        (level && (!l->stacks || at || term_arg(t, "count") || !term_arg(t, "site")))) {
        lower_unsupported(l, t, "(remove ..) with level:"); /* whatever the count: all go */
        return;
    }
    if (level) {
        Ir *site = lw_let(l, lets, "site", lower_int(l, term_arg(t, "site"))), *there = ir_block(l->game);
        Ir *on = lw_let(l, lets, "level", ir_op2(l->game, IR_OP_MAX, lower_int(l, level), lw_int(l, 0)));
        Ir *height = lower_height_before(l, t, site);
        Ir *top = ir_op2(l->game, IR_OP_EQ, ir_op2(l->game, IR_OP_ADD, lw_copy(l, on), lw_int(l, 1)), height);
        remove_level(l, &there, site, on, lw_let(l, lets, "top", top));
        if_site(l, writes, site, there);
        return;
    }
    if (term_is_enum(at, "EndOfTurn")) {
        Ir *sites = ir_op2(l->game, IR_OP_MAND, clause_sites(l, t), lw_occupied(l));
        sites = lw_let(l, lets, "sites", sites);
        set_field(l, writes, l->field.clear,
                  ir_op2(l->game, IR_OP_MOR, lw_get(l, l->field.clear), sites));
        return;
    }
    Ir *number = l->stacks && term_arg(t, "count") ? lw_let(l, lets, "count", lower_int(l, term_arg(t, "count"))) : NULL;
    if (term_arg(t, "site")) {
        Ir *site = lw_let(l, lets, "site", lower_int(l, term_arg(t, "site")));
        Ir *there = ir_block(l->game);
        remove_pieces(l, &there, site, number);
        if_site(l, writes, site, there);
        return;
    }
    Ir *sites = lw_let(l, lets, "sites", lower_region(l, term_arg(t, "region")));
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *body = ir_block(l->game);
    remove_pieces(l, &body, lw_local(l, s), number);
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, sites, body));
}

void name_next(Lower *l, Ir **writes, Ir *player)
{
    set_field(l, writes, l->field.next, player);
    if (l->has_clear) {
        set_field(l, writes, l->field.replayed, lw_int(l, 1));
    }
}

static void effect_next_player(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *player = term_arg(t, "player");
    if (!player) {
        lower_unsupported(l, t, "(set NextPlayer ..) of a list");
        return;
    }
    Ir *next = lw_let(l, lets, "next", lower_int(l, player));
    name_next(l, writes, next);
}

/* Two players change sides, and the mover is next.  A pass with it is none. */
void lower_swap_players(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Fields *f = &l->field;
    const Term *named[2] = {term_arg(t, "player"), term_arg(t, "player2")};
    Ir *who[2], *at[2];
    for (int i = 0; i < 2; i++) {
        who[i] = lw_let(l, lets, "player", lower_fold_int(l, lower_int(l, named[i])));
        bool real = term_is_enum(named[i], "Mover") || term_is_enum(named[i], "Next");
        if (!real && (who[i]->type.lo < 1 || who[i]->type.hi > l->players)) {
            lower_unsupported(l, t, "(swap Players ..) of somebody who may be nobody");
            return;
        }
        at[i] = ir_op1(l->game, IR_OP_FIRST, ir_k1(l->game, IR_OP_WHERE, f->order, lw_copy(l, who[i])));
        at[i] = ir_op2(l->game, IR_OP_MAX, at[i], lw_int(l, 0));
        at[i] = lw_let(l, lets, "place", at[i]);
    }
    for (int i = 0; i < 2; i++) {
        ir_append(l->game, writes, ir_put(l->game, f->order, lw_copy(l, at[i]), lw_copy(l, who[1 - i])));
    }
    set_field(l, writes, f->passing, lw_int(l, 0));
    name_next(l, writes, lw_get(l, f->mover));
}

Ir *lower_piece_state(Lower *l, const Term *piece)
{
    const Term *state = piece ? term_arg(piece, "state") : NULL;
    return state ? lower_int(l, state) : NULL;
}

/* Pieces that (piece ..) names; the mover's own without it. */
size_t lower_pieces(Lower *l, const Term *piece, Ir **out, size_t max)
{
    size_t n = 0;
    if (!piece) {
        out[n++] = lw_get(l, l->field.mover);
        return n;
    }
    const Term *name = term_arg(piece, "name"), *id = term_arg(piece, "id");
    const Term *names = term_arg(piece, "names"), *ids = term_arg(piece, "ids");
    uint32_t many = names ? names->n : ids ? ids->n : 1;
    for (uint32_t i = 0; i < many && n < max; i++) {
        const Term *one = names ? names->slot[i] : ids ? ids->slot[i] : name ? name : id;
        if (one->kind == TERM_STRING) {
            int c = component_by_name(l, one->text);
            if (c == 0) {
                session_error(l->session, term_at(one), "no piece is named `%s`", one->text);
            }
            out[n++] = lw_int(l, c);
        } else {
            out[n++] = lower_int(l, one);
        }
    }
    return n;
}

/* (apply (remove (to))). */
static bool removes_there(const Term *apply)
{
    const Term *effect = term_is(apply, LUD_apply) && !term_arg(apply, "if") ? term_arg(apply, "effect") : NULL;
    return term_is(effect, LUD_remove) && term_is(term_arg(effect, "site"), LUD_to) && !term_arg(effect, "level") &&
           !term_arg(effect, "at") && !term_arg(effect, "count") && !term_arg(effect, "then");
}

/* What (add (to .. (apply ..))) does there before the piece is put: anything at one
 * site; at several, where each is listed twice, a removal, which may be repeated. */
static bool add_applies(Lower *l, const Term *to)
{
    const Term *apply = term_arg(to, "apply");
    return !apply || removes_there(apply) ||
           (term_arg(to, "site") && term_is(apply, LUD_apply) && !term_arg(apply, "if") && !l->stacks);
}

/* One piece to the clause's site or to each of its region. */
static void add_one(Lower *l, const Term *t, Ir *piece, Ir *number, Ir **lets, Ir **writes)
{
    const Term *to = term_arg(t, "to"), *kind = term_arg(t, "piece");
    bool one = term_arg(to, "site") != NULL;
    Ir *trait[TRAITS] = {NULL}, *outer_to = l->it.to, *body = ir_block(l->game);
    Ir *place = one ? lw_let(l, lets, "site", lower_int(l, term_arg(to, "site")))
                    : lw_let(l, lets, "sites", lower_region(l, term_arg(to, "region")));
    if (!one && kind && term_arg(kind, "state") && lower_reads(term_arg(kind, "state"), LUD_to)) {
        lower_unsupported(l, kind, "a state that depends on (to)");
    }
    const Term *level = term_arg(to, "level");
    l->it.to = one ? place : NULL;
    Ir *on = level ? lw_let(l, lets, "level", lower_int(l, level)) : NULL;
    Ir *state = lower_piece_state(l, kind);
    l->it.to = outer_to;
    trait[TRAIT_STATE] = state ? lw_let(l, lets, "state", state) : NULL;
    const Term *apply = term_arg(to, "apply");
    if (one) {
        if (apply) {
            Ir *outer_from = l->it.from;
            l->it.to = l->it.from = place;
            lower_effect(l, term_arg(apply, "effect"), lets, &body);
            l->it.to = outer_to;
            l->it.from = outer_from;
        }
        if (on) {
            insert_piece(l, &body, place, on, piece, trait[TRAIT_STATE]);
        } else {
            put_piece_as(l, &body, place, piece, number, trait, false);
        }
        if_site(l, writes, place, body);
        return;
    }
    int s = lw_new_local(l, "s", lower_site_type(l));
    if (apply) {
        remove_piece(l, &body, lw_local(l, s));
    }
    put_piece_as(l, &body, lw_local(l, s), piece, number, trait, false);
    if (term_arg(t, "then") || l->after) {
        lower_thens(l, term_arg(t, "then"), &body);
        if (apply) { /* each is listed twice */
            Ir *again = ir_block(l->game), *twice[3] = {lw_int(l, 0), lw_int(l, 2), body};
            ir_append(l->game, &again, ir_node(l->game, l->fn, IR_OP_RANGE, lw_new_local(l, "k", ir_int(0, 1)), 3, twice));
            body = again;
        }
    }
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, place, body));
}

static void effect_add(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *to = term_arg(t, "to"), *count = term_arg(t, "count"), *stack = term_arg(t, "stack");
    Ir *pieces[16];
    const Term *level = term_arg(to, "level");
    const bool flat = stack && stack->kind == TERM_BOOL && !stack->number;
    if (term_arg(to, "if") || !add_applies(l, to) || (level && (!l->stacks || !term_arg(to, "site") || count)) ||
        (l->stacks && count && term_arg(to, "apply")) || term_arg(to, "rotations") || (stack && !l->stacks && !flat) ||
        (!term_arg(to, "site") && !term_arg(to, "region"))) {
        lower_unsupported(l, t, "this form of (add ..) as an effect");
        return;
    }
    size_t n = lower_pieces(l, term_arg(t, "piece"), pieces, 16);
    if (!term_arg(to, "site") && (term_arg(t, "then") || l->after) && (n != 1 || count || l->stacks || l->applying)) {
        lower_unsupported(l, t, "what follows pieces that are added at several sites");
    }
    if (count && !l->has_count && !l->stacks) {
        lower_unsupported(l, count, "(add .. count:) in a game without counts");
    }
    Ir *number = lw_let(l, lets, "count", count ? lower_int(l, count) : lw_int(l, 1));
    Ir *added = ir_block(l->game);
    for (size_t i = 0; i < n; i++) {
        add_one(l, t, lw_let(l, lets, "piece", pieces[i]), number, lets, &added);
    }
    if (count && l->stacks) { /* one upon the other */
        Ir *times[3] = {lw_int(l, 0), ir_op2(l->game, IR_OP_MIN, lw_copy(l, number), lw_int(l, STACK)), added};
        int k = lw_new_local(l, "k", ir_int(0, STACK - 1));
        added = ir_block(l->game);
        ir_append(l->game, &added, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, times));
    }
    if (number->type.lo >= 1) {
        lw_append_all(l, writes, added);
    } else { /* none are none */
        Ir *some = ir_op2(l->game, IR_OP_GE, lw_copy(l, number), lw_int(l, 1));
        ir_append(l->game, writes, ir_if(l->game, some, added, NULL));
    }
}

/* What follows a claim is asked for before it happens: only what asks nothing is the same. */
static bool asks_nothing(const Term *t)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY)) {
        return true;
    }
    static const LudId ids[] = {LUD_then, LUD_and_moves, LUD_and_moves_list, LUD_add_score, LUD_move_again};
    bool known = t->kind == TERM_ARRAY;
    for (size_t i = 0; t->kind == TERM_LUDEME && i < sizeof ids / sizeof *ids; i++) {
        known |= t->id == ids[i];
    }
    for (uint32_t i = 0; known && i < t->n; i++) {
        known = asks_nothing(t->slot[i]);
    }
    return known;
}

/* One site is given to a player: a piece is added there, whatever stands there. */
static void effect_claim(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *to = term_arg(t, "to");
    Ir *pieces[16];
    if (!term_arg(to, "site") || term_arg(to, "if") || term_arg(to, "apply") || term_arg(to, "level") ||
        term_arg(to, "rotations") || !asks_nothing(term_arg(t, "then")) ||
        lower_pieces(l, term_arg(t, "piece"), pieces, 16) != 1) {
        lower_unsupported(l, t, "this form of (claim ..)");
        return;
    }
    add_one(l, t, lw_let(l, lets, "piece", pieces[0]), lw_int(l, 1), lets, writes);
}

static void effect_promote(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *player = term_arg(t, "player"), *piece = term_arg(t, "piece");
    Ir *pieces[16];
    if (!lower_default_type(l, t)) {
        return;
    }
    Ir *site = lw_let(l, lets, "site", site_of(l, t, "site", lw_copy(l, l->it.to)));
    const Term *name = term_arg(piece, "name"), *names = term_arg(piece, "names");
    if (names && names->n == 1 && names->slot[0]->kind == TERM_STRING) {
        name = names->slot[0];
    }
    if (player && (!name || player->kind != TERM_ENUM)) {
        lower_unsupported(l, t, "this form of (promote ..)");
        return;
    }
    size_t n = 1;
    if (player) {
        pieces[0] = lower_piece_of_role(l, piece, name->text, player);
    } else {
        n = lower_pieces(l, piece, pieces, 16);
    }
    if (n != 1) {
        lower_unsupported(l, t, "(promote ..) to several pieces as an effect");
        return;
    }
    Ir *what = lw_let(l, lets, "piece", pieces[0]);
    Ir *there = ir_block(l->game);
    replace_piece(l, &there, site, what);
    if (what->type.lo <= 0) { /* no such piece: nothing happens */
        Ir *some = ir_op2(l->game, IR_OP_GT, lw_copy(l, what), lw_int(l, 0)), *only = ir_block(l->game);
        ir_append(l->game, &only, ir_if(l->game, some, there, NULL));
        there = only;
    }
    if_site(l, writes, site, there);
}

/* ---- conditions and loops --------------------------------------------------------------- */

/* Values that are needed under a condition only, computed before all writes. */
void lower_hoist(Lower *l, Ir *cond, const Ir *values, Ir **lets)
{
    for (int i = 0; i < values->n; i++) {
        Ir *let = values->a[i], *value = let->a[0], *otherwise;
        if (let->op != IR_OP_LET) { /* values put by */
            ir_append(l->game, lets, ir_if(l->game, lw_copy(l, cond), let, NULL));
            continue;
        }
        if (value->type.kind == IR_MASK) {
            otherwise = ir_k0(l->game, IR_OP_NONE, value->type.space);
        } else {
            otherwise = lw_int(l, value->type.lo);
        }
        let->a[0] = ir_op3(l->game, IR_OP_SELECT, lw_copy(l, cond), value, otherwise);
        ir_append(l->game, lets, let);
    }
}

static void effect_choice(Lower *l, Ir *cond, const Term *yes, const Term *no, Ir **lets, Ir **writes)
{
    Ir *yes_block = ir_block(l->game), *no_block = no ? ir_block(l->game) : NULL;
    Ir *yes_lets = ir_block(l->game), *no_lets = ir_block(l->game);
    const bool gathering = l->gathering;
    l->gathering = gathering || l->applying || (*writes)->n > 0;
    lower_effect(l, yes, &yes_lets, &yes_block);
    if (no) {
        lower_effect(l, no, &no_lets, &no_block);
    }
    if (l->gathering) {
        lower_hoist(l, cond, yes_lets, lets);
        lower_hoist(l, ir_op1(l->game, IR_OP_NOT, lw_copy(l, cond)), no_lets, lets);
    } else { /* nothing is written before: the branch can compute its values itself */
        lw_append_all(l, &yes_lets, yes_block);
        yes_block = yes_lets;
        if (no) {
            lw_append_all(l, &no_lets, no_block);
            no_block = no_lets;
        }
    }
    l->gathering = gathering;
    ir_append(l->game, writes, ir_if(l->game, cond, yes_block, no_block));
}

static void effect_if(Lower *l, const Term *holds, const Term *yes, const Term *no, Ir **lets, Ir **writes)
{
    effect_choice(l, lower_choice_of_effects(l, holds, lets, writes), yes, no, lets, writes);
}

/* The first effect if it does anything, else the second. */
static bool effect_priority(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *happens = term_arg(t, "then") || l->after ? NULL : lower_happens(l, term_arg(t, "a"));
    if (happens) {
        effect_choice(l, lw_let(l, lets, "happens", happens), term_arg(t, "a"), term_arg(t, "b"), lets, writes);
    }
    return happens != NULL;
}

/* (apply if: condition effect) as an effect. */
static void effect_apply(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *holds = term_arg(t, "if"), *effect = term_arg(t, "effect");
    if (holds) {
        effect_if(l, holds, effect, NULL, lets, writes);
    } else {
        lower_effect(l, effect, lets, writes);
    }
}

static void effect_for_each_site(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (term_arg(t, "noMoveYet")) {
        lower_unsupported(l, t, "(forEach Site .. noMoveYet:) as a consequence");
        return;
    }
    Iterators saved = l->it;
    Ir *sites = lower_region(l, term_arg(t, "region"));
    int s = lw_new_local(l, "site", lower_site_type(l));
    l->it.site = l->it.to = lw_local(l, s);
    effect_each(l, term_arg(t, "moves"), sites, s, lets, writes);
    l->it = saved;
}

/* For each group of pieces, which is (sites); all groups as they are before. */
static void effect_for_each_group(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Groups g;
    if (!lower_groups(l, t, term_arg(t, "if"), &g)) {
        return;
    }
    Iterators saved = l->it;
    bool unset = l->unset_read;
    ir_append(l->game, lets, ir_k1(l->game, IR_OP_LET, g.all, g.sites));
    Ir *firsts = lower_group_firsts(l, &g);
    int s = lw_new_local(l, "s", lower_site_type(l));
    l->it.region = lower_group_within(l, lw_local(l, s), lw_local(l, g.all), g.adjacent);
    l->it.from = l->it.to = NULL;
    l->unset_read = false;
    effect_each(l, term_arg(t, "moves"), firsts, s, lets, writes);
    if (l->unset_read) {
        lower_unsupported(l, t, "(from) or (to) in what happens to a group");
    }
    l->unset_read = unset;
    l->it = saved;
}

void lower_effect_over(Lower *l, const Term *effect, Ir *sites, bool to, Ir **lets, Ir **writes)
{
    Iterators saved = l->it;
    int s = lw_new_local(l, to ? "to" : "between", lower_site_type(l));
    *(to ? &l->it.to : &l->it.between) = lw_local(l, s);
    effect_each(l, effect, sites, s, lets, writes);
    l->it = saved;
}

static void effect_for_each_player(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Iterators saved = l->it;
    for (int p = 1; p <= l->players; p++) {
        l->it.player = lw_int(l, p);
        lower_effect(l, term_arg(t, "moves"), lets, writes);
    }
    l->it = saved;
}

/* For each number from min to max, as far as these are known; all that they read is read
 * before anything is written. */
static void effect_for_each_value(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    enum { MOST = 256 };
    Iterators saved = l->it;
    int64_t min, max;
    if (!const_int(l, term_arg(t, "min"), &min) || !const_int(l, term_arg(t, "max"), &max) ||
        max - min >= MOST) {
        lower_unsupported(l, t, "as a consequence: a loop over numbers that change");
        return;
    }
    for (int64_t x = min; x <= max; x++) {
        l->it.value = lw_int(l, x);
        lower_effect(l, term_arg(t, "moves"), lets, writes);
    }
    l->it = saved;
}

/* For each number of a list: only the sites of a region, each in turn. */
static void effect_for_each_of_list(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *list = term_arg(t, "values");
    Iterators saved = l->it;
    if (list->id == LUD_array_region) {
        Ir *sites = lower_region(l, term_arg(list, "region"));
        int s = lw_new_local(l, "value", lower_site_type(l));
        l->it.value = lw_local(l, s);
        effect_each(l, term_arg(t, "moves"), sites, s, lets, writes);
        l->it = saved;
        return;
    }
    lower_unsupported(l, t, "as a consequence: a loop over this list of numbers");
}

void rule_values(Rule *r, const Ir *lets)
{
    for (int i = 0; i < lets->n; i++) {
        if (lets->a[i]->op != IR_OP_LET) {
            lower_unsupported(r->l, r->term, "effects of a move on several sites that ask about each other");
            return;
        }
        ir_append(r->l->game, &r->rule->header, lets->a[i]);
    }
}

/* ---- pieces from place to place ------------------------------------------------------------ */

/* Can the region only be one site, or none? */
static bool one_site(Lower *l, const Term *region)
{
    const Term *mode = term_is(region, LUD_sites_line_of_sight) ? term_arg(region, "mode") : NULL;
    const Term *dir = mode ? term_arg(region, "dir") : NULL;
    if (!dir || term_is_enum(mode, "Empty")) {
        return lower_one_lot(region);
    }
    Ways ways;
    const bool compass = dir->kind == TERM_ENUM && strlen(dir->text) <= 3 && strchr("NESW", dir->text[0]);
    return compass && lower_ways(l, &ways, dir, REL_ADJACENT, false) && ways.looks.n == 1 && ways.ways == 1;
}

static void effect_from_to(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *from = term_arg(t, "from"), *to = term_arg(t, "to"), *count = term_arg(t, "count");
    const Term *copy = term_arg(t, "copy"), *apply = term_arg(to, "apply");
    int64_t copies = 0;
    const Term *stack = term_arg(t, "stack"), *level = term_arg(from, "level");
    if ((l->stacks && (copy || (count && level))) || term_arg(to, "level") || (stack && stack->kind != TERM_BOOL) ||
        term_arg(to, "rotations") || term_arg(from, "region") || (term_arg(to, "region") && !one_site(l, term_arg(to, "region"))) ||
        (copy && !lower_is_const(lower_bool(l, copy), &copies)) || (t->id == LUD_move && term_arg(t, "role")) ||
        !lower_default_type(l, from) ||
        !lower_default_type(l, to) || lower_clause_type(l, from) != l->type || lower_clause_type(l, to) != l->type) {
        lower_unsupported(l, t, "this form of (fromTo ..) as an effect");
        return;
    }
    Iterators saved = l->it;
    Ir *start = lw_let(l, lets, "from", site_of(l, from, "site", lw_copy(l, l->it.from)));
    Ir *holds = ir_op2(l->game, IR_OP_NE, lw_what(l, start), lw_int(l, 0));
    l->it.from = start;
    if (term_arg(from, "if")) {
        holds = ir_op2(l->game, IR_OP_AND, holds, lower_bool(l, term_arg(from, "if")));
    }
    const Term *drawn = term_arg(to, "region");
    Ir *end = drawn ? ir_op1(l->game, IR_OP_FIRST, lower_region(l, drawn)) : site_of(l, to, "site", lw_copy(l, saved.to));
    end = lw_let(l, lets, "to", end);
    Ir *number = count ? lw_let(l, lets, "count", lower_int(l, count)) : NULL;
    l->it.to = end;
    if (end->type.lo < 0) {
        holds = ir_op2(l->game, IR_OP_AND, holds, ir_op2(l->game, IR_OP_GE, lw_copy(l, end), lw_int(l, 0)));
    }
    if (term_arg(to, "if")) {
        holds = ir_op2(l->game, IR_OP_AND, holds, lower_bool(l, term_arg(to, "if")));
    }
    Ir *done = ir_block(l->game), *values = ir_block(l->game);
    holds = lw_let(l, lets, "cond", holds);
    if (apply && apply->id == LUD_apply) {
        if (term_arg(apply, "if")) {
            lower_unsupported(l, apply, "(apply if:..) of an effect");
        }
        lower_effect(l, term_arg(apply, "effect"), &values, &done);
        lower_hoist(l, holds, values, lets);
    }
    if (level) {
        take_level(l, &done, start, lower_int(l, level), end);
    } else if (l->stacks && number) {
        take_some(l, &done, start, end, number);
    } else if (stack && stack->number) {
        stack_move(l, &done, start, end);
    } else if (count && l->has_count) {
        move_pieces(l, &done, start, end, number);
    } else if (copies) {
        copy_piece(l, &done, start, end);
    } else {
        move_piece(l, &done, start, end, NULL);
    }
    l->it = saved;
    if (term_arg(t, "then") || l->after) {
        if (l->applying) {
            lower_unsupported(l, t, "what follows an effect at a place of a move");
        }
        Ir *last_from = l->last_from, *last_to = l->last_to;
        if (l->sowing) {
            l->last_from = start;
            l->last_to = end;
        }
        lower_thens(l, term_arg(t, "then"), &done);
        l->last_from = last_from;
        l->last_to = last_to;
    }
    ir_append(l->game, writes, ir_if(l->game, holds, done, NULL));
}

static void effect_swap_pieces(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *a = lw_let(l, lets, "a", site_of(l, t, "a", lw_get(l, l->field.last_from)));
    Ir *b = lw_let(l, lets, "b", site_of(l, t, "b", lw_get(l, l->field.last_to)));
    Ir *what = lw_let(l, lets, "piece", lw_what(l, b));
    Ir *done = ir_block(l->game);
    swap_pieces(l, &done, a, b, what);
    Ir *there = ir_block(l->game);
    if_site(l, &there, b, done);
    if_site(l, writes, a, there);
}

/* ---- lists -------------------------------------------------------------------------------- */

/* Does a (sow ..) in the term have the clause? */
static bool sowing_has(const Term *t, const char *clause)
{
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY)) {
        return false;
    }
    if (term_is(t, LUD_sow) && term_arg(t, clause)) {
        return true;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        if (sowing_has(t->slot[i], clause)) {
            return true;
        }
    }
    return false;
}

/* What is captured is asked while seeds are sown, before anything beside is done:
 * where that reads what the other effects write, sowing is done first. */
static void sow_beside(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *own = ir_block(l->game);
    bool gathering = l->gathering;
    l->gathering = gathering || (*writes)->n > 0;
    lower_effect(l, t, lets, &own);
    l->gathering = gathering;
    if (!sowing_has(t, "apply") || !lower_clash(l, *writes, own)) {
        lw_append_all(l, writes, own);
        return;
    }
    if (lower_clash(l, own, *writes) || sowing_has(t, "then")) {
        lower_unsupported(l, t, "sowing that reads what is written beside it");
    }
    lw_append_all(l, &own, *writes);
    *writes = own;
}

static void effect_list(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *pair[2] = {NULL, NULL}, *const *list = pair;
    uint32_t n = 2;
    if (t->id == LUD_and_moves || t->id == LUD_or_moves) {
        pair[0] = term_arg(t, "a");
        pair[1] = term_arg(t, "b");
    } else {
        list = (const Term *const *)term_arg(t, "list")->slot;
        n = term_arg(t, "list")->n;
    }
    bool remembers = false, sows = false;
    for (uint32_t i = 0; i < n; i++) { /* what is forgotten was there before all this */
        if (lower_memory_forgets(list[i])) {
            lower_effect(l, list[i], lets, writes);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        if (lower_memory_forgets(list[i])) {
            continue;
        }
        if (remembers && lower_reads(list[i], LUD_forget_value_all)) {
            lower_unsupported(l, list[i], "forgetting beside what is remembered at the same time");
        }
        if (sows && list[i]->id != LUD_for_each_site &&
            (lower_reads(list[i], LUD_for_each_site) || lower_reads(list[i], LUD_for_each_value)) && lower_reads(list[i], LUD_state)) {
            lower_unsupported(l, list[i], "states as they were before what is sown at the same time");
        }
        remembers |= lower_reads(list[i], LUD_remember_value);
        if (lower_reads(list[i], LUD_sow)) {
            sows = true;
            sow_beside(l, list[i], lets, writes);
        } else {
            const bool beside = l->beside_sowing;
            l->beside_sowing = sows;
            lower_effect(l, list[i], lets, writes);
            l->beside_sowing = beside;
        }
    }
}

/* Effects of a (seq ..) are moves to those after them: the last move is another one then. */
static bool asks_last_move(const Term *t)
{
    static const LudId ids[] = {LUD_last_to, LUD_last_from, LUD_last_between, LUD_last_level_from, LUD_last_level_to,
                                LUD_sites_last_to, LUD_sites_last_from, LUD_is_last_from, LUD_is_last_to,
                                LUD_count_moves, LUD_count_moves_this_turn, LUD_was_pass, LUD_custodial,
                                LUD_directional, LUD_enclose, LUD_intervene, LUD_surround, LUD_swap_pieces};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        if (lower_reads(t, ids[i])) {
            return true;
        }
    }
    return false;
}

/* Each effect sees what those before it have done. */
static void effect_seq(Lower *l, const Term *t, Ir **writes)
{
    const Term *list = term_arg(t, "moves");
    if ((*writes)->n > 0 || l->gathering || l->applying || l->after || lower_reads(t, LUD_then) || asks_last_move(t) ||
        lower_reads(t, LUD_remember_value) || lower_reads(t, LUD_for_each_group)) {
        lower_unsupported(l, t, "(seq ..) beside others, or of effects that something follows or that ask about the last move");
        return;
    }
    for (uint32_t i = 0; i < list->n; i++) {
        Ir *values = ir_block(l->game), *done = ir_block(l->game);
        lower_effect(l, list->slot[i], &values, &done);
        lw_append_all(l, writes, values);
        lw_append_all(l, writes, done);
    }
}

static bool effect_of(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    switch (t->id) {
    case LUD_remove: case LUD_move_remove: effect_remove(l, t, lets, writes); return true;
    case LUD_slide: case LUD_move_slide: effect_slide(l, t, lets, writes); return true;
    case LUD_add: effect_add(l, t, lets, writes); return true;
    case LUD_claim: effect_claim(l, t, lets, writes); return true;
    case LUD_promote: case LUD_move_promote: effect_promote(l, t, lets, writes); return true;
    case LUD_from_to: case LUD_move: effect_from_to(l, t, lets, writes); return true;
    case LUD_set_rotation: effect_set_rotation(l, t, lets, writes); return true;
    case LUD_swap_players: lower_swap_players(l, t, lets, writes); return true;
    case LUD_swap_pieces: effect_swap_pieces(l, t, lets, writes); return true;
    case LUD_remember_state: effect_remember_state(l, writes); return true;
    case LUD_move_again: name_next(l, writes, lw_get(l, l->field.mover)); return true;
    case LUD_set_next_player: effect_next_player(l, t, lets, writes); return true;
    case LUD_if_moves:
        effect_if(l, term_arg(t, "cond"), term_arg(t, "yes"), term_arg(t, "no"), lets, writes);
        return true;
    case LUD_apply: effect_apply(l, t, lets, writes); return true;
    case LUD_priority: return effect_priority(l, t, lets, writes);
    case LUD_and_moves: case LUD_or_moves: case LUD_and_moves_list:
    case LUD_or_moves_list: effect_list(l, t, lets, writes); return true;
    case LUD_for_each_site: effect_for_each_site(l, t, lets, writes); return true;
    case LUD_note: return true; /* words for people */
    case LUD_for_each_group: effect_for_each_group(l, t, lets, writes); return true;
    case LUD_for_each_value_range: effect_for_each_value(l, t, lets, writes); return true;
    case LUD_for_each_value: effect_for_each_of_list(l, t, lets, writes); return true;
    case LUD_for_each_level: return effect_for_each_level(l, t, lets, writes);
    case LUD_for_each_player: effect_for_each_player(l, t, lets, writes); return true;
    case LUD_sow: effect_sow(l, t, lets, writes); return true;
    case LUD_set_team: return lower_set_team(l, t, lets, writes);
    default:
        return lower_set_score(l, t, lets, writes) || lower_set_trait(l, t, lets, writes) ||
               lower_memory_effect(l, t, lets, writes) || lower_shove(l, t, lets, writes) ||
               lower_effect_do(l, t, lets, writes) || lower_vote_effect(l, t, writes) ||
               lower_set_hidden(l, t, lets, writes);
    }
}

static void effect_here(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    if (term_is(t, LUD_seq)) {
        effect_seq(l, t, writes);
        return;
    }
    const Term *then = t->kind == TERM_LUDEME && t->id != LUD_apply && lower_spreads(t) ? term_arg(t, "then") : NULL;
    const After after = {.then = then, .outer = l->after};
    if (t->kind == TERM_LUDEME && lower_capture(l, t, lets, writes)) {
        if (l->after) {
            lower_unsupported(l, t, "a capture among effects that something follows");
        }
        return;
    }
    l->after = then ? &after : after.outer;
    const size_t lots = lots_drawn(l, t, lets);
    if (t->kind != TERM_LUDEME || !effect_of(l, t, lets, writes)) {
        const char *what = t->kind == TERM_LUDEME ? lud_row(t->id)->signature : "this";
        lower_unsupported(l, t, arena_printf(l->arena, "as a consequence: %s", what));
        l->after = after.outer;
        return;
    }
    l->after = after.outer;
    lots_put_back(l, lots, writes);
    lower_own_then(l, t, lets, writes);
}

void lower_effect(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    SiteType before = lower_enter(l, t);
    effect_here(l, t, lets, writes);
    lower_use_type(l, before);
}

void lower_then(Lower *l, const Term *then, Ir **block)
{
    Ir *lets = ir_block(l->game), *writes = ir_block(l->game);
    if (term_arg(then, "applyAfterAllMoves")) {
        lower_unsupported(l, then, "(then .. applyAfterAllMoves:)");
        return;
    }
    const bool applying = l->applying, gathering = l->gathering;
    const After *around = l->after;
    l->applying = l->gathering = false;
    l->after = NULL;
    lower_effect(l, term_arg(then, "effect"), &lets, &writes);
    l->applying = applying;
    l->gathering = gathering;
    l->after = around;
    lw_append_all(l, block, lets);
    lw_append_all(l, block, writes);
}
