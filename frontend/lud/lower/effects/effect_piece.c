/* effect_piece.c - pieces that are removed, added, claimed, promoted, moved and swapped. */
#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/effects/effect.h"

#include <string.h>

#include "frontend/lud/lower/state/stack_levels.h"
#include "frontend/lud/lower/state/random.h"
#include "frontend/lud/lower/effects/effect_count.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/core/site_type.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

static Ir *site_of(Lower *l, const Term *t, SlotName slot, Ir *otherwise)
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
        lw_remove_piece(l, block, site);
        return;
    }
    Ir *body = ir_block(l->game);
    int k = lw_new_local(l, "k", ir_int(0, STACK));
    lw_remove_piece(l, &body, site);
    Ir *times = ir_op2(l->game, IR_OP_MAX, lw_int(l, 1), lw_copy(l, number));
    Ir *part[3] = {lw_int(l, 0), ir_op2(l->game, IR_OP_MIN, times, lw_int(l, STACK)), body};
    ir_append(l->game, block, ir_node(l->game, l->fn, IR_OP_RANGE, k, 3, part));
}

/* A piece that is captured twice in a turn waits twice. */
static void count_waiting(Lower *l, Ir **block, Ir *sites)
{
    const int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *once = ir_block(l->game), *more = ir_op2(l->game, IR_OP_ADD, lw_at(l, l->field->waits, lw_local(l, s)), lw_int(l, 1));
    lw_put_at(l, &once, l->field->waits, lw_local(l, s), ir_op2(l->game, IR_OP_MIN, more, lw_int(l, UINT8_MAX)));
    ir_append(l->game, block, ir_k2(l->game, IR_OP_FOR, s, sites, once));
}

void effect_remove(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *at = term_arg(t, SLOT_at);
    const Term *level = term_arg(t, SLOT_level);
    if (!lower_default_type(l, t) || lower_type_hidden_by_hands(l, t) ||
        (level && (!l->facts->stacks || at || term_arg(t, SLOT_count) || !term_arg(t, SLOT_site)))) {
        lower_unsupported(l, t, "(remove ..) with level:"); /* whatever the count: all go */
        return;
    }
    if (level) {
        Ir *site = lw_let(l, lets, "site", lower_int(l, term_arg(t, SLOT_site))), *there = ir_block(l->game);
        Ir *on = lw_let(l, lets, "level", ir_op2(l->game, IR_OP_MAX, lower_int(l, level), lw_int(l, 0)));
        Ir *height = lower_height_before(l, t, site);
        Ir *top = ir_op2(l->game, IR_OP_EQ, ir_op2(l->game, IR_OP_ADD, lw_copy(l, on), lw_int(l, 1)), height);
        lw_remove_level(l, &there, site, on, lw_let(l, lets, "top", top));
        if_site(l, writes, site, there);
        return;
    }
    if (term_is_enum(at, "EndOfTurn")) {
        Ir *sites = ir_op2(l->game, IR_OP_MAND, lower_clause_sites(l, t), lw_occupied(l));
        sites = lw_let(l, lets, "sites", sites);
        lw_set_field(l, writes, l->field->clear,
                  ir_op2(l->game, IR_OP_MOR, lw_get(l, l->field->clear), sites));
        count_waiting(l, writes, lw_copy(l, sites));
        return;
    }
    Ir *number = l->facts->stacks && term_arg(t, SLOT_count) ? lw_let(l, lets, "count", lower_int(l, term_arg(t, SLOT_count))) : NULL;
    if (term_arg(t, SLOT_site)) {
        Ir *site = lw_let(l, lets, "site", lower_int(l, term_arg(t, SLOT_site)));
        Ir *there = ir_block(l->game);
        remove_pieces(l, &there, site, number);
        if_site(l, writes, site, there);
        return;
    }
    Ir *sites = lw_let(l, lets, "sites", lower_region(l, term_arg(t, SLOT_region)));
    int s = lw_new_local(l, "s", lower_site_type(l));
    Ir *body = ir_block(l->game);
    remove_pieces(l, &body, lw_local(l, s), number);
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, sites, body));
}

/* (apply (remove (to))). */
static bool removes_there(const Term *apply)
{
    const Term *effect = term_is(apply, LUD_apply) && !term_arg(apply, SLOT_if) ? term_arg(apply, SLOT_effect) : NULL;
    return term_is(effect, LUD_remove) && term_is(term_arg(effect, SLOT_site), LUD_to) && !term_arg(effect, SLOT_level) &&
           !term_arg(effect, SLOT_at) && !term_arg(effect, SLOT_count) && !term_arg(effect, SLOT_then);
}

/* What (add (to .. (apply ..))) does there before the piece is put: anything at one
 * site; at several, where each is listed twice, a removal, which may be repeated. */
static bool add_applies(Lower *l, const Term *to)
{
    const Term *apply = term_arg(to, SLOT_apply);
    return !apply || removes_there(apply) ||
           (term_arg(to, SLOT_site) && term_is(apply, LUD_apply) && !term_arg(apply, SLOT_if) && !l->facts->stacks);
}

/* One piece to the clause's site or to each of its region. */
static void add_one(Lower *l, const Term *t, Ir *piece, Ir *number, Ir **lets, Ir **writes)
{
    const Term *to = term_arg(t, SLOT_to), *kind = term_arg(t, SLOT_piece);
    bool one = term_arg(to, SLOT_site) != NULL;
    Ir *trait[TRAITS] = {NULL}, *body = ir_block(l->game);
    Ir *place = one ? lw_let(l, lets, "site", lower_int(l, term_arg(to, SLOT_site)))
                    : lw_let(l, lets, "sites", lower_region(l, term_arg(to, SLOT_region)));
    if (!one && kind && term_arg(kind, SLOT_state) && lower_reads(term_arg(kind, SLOT_state), LUD_to))
        lower_unsupported(l, kind, "a state that depends on (to)");
    const Term *level = term_arg(to, SLOT_level);
    Lower in = *l;
    in.it.to = one ? place : NULL;
    Ir *on = level ? lw_let(l, lets, "level", lower_int(&in, level)) : NULL;
    Ir *state = lower_piece_state(&in, kind);
    trait[TRAIT_STATE] = state ? lw_let(l, lets, "state", state) : NULL;
    const Term *apply = term_arg(to, SLOT_apply);
    if (one) {
        if (apply) {
            in.it.from = place;
            lower_effect(&in, term_arg(apply, SLOT_effect), lets, &body);
        }
        if (on)
            lw_insert_piece(l, &body, place, on, piece, trait[TRAIT_STATE]);
        else
            lw_put_piece_as(l, &body, place, piece, number, trait, false);
        if_site(l, writes, place, body);
        return;
    }
    int s = lw_new_local(l, "s", lower_site_type(l));
    if (apply)
        lw_remove_piece(l, &body, lw_local(l, s));
    lw_put_piece_as(l, &body, lw_local(l, s), piece, number, trait, false);
    if (term_arg(t, SLOT_then) || l->after) {
        lower_thens(l, term_arg(t, SLOT_then), &body);
        if (apply) { /* each is listed twice */
            Ir *again = ir_block(l->game), *twice[3] = {lw_int(l, 0), lw_int(l, 2), body};
            ir_append(l->game, &again, ir_node(l->game, l->fn, IR_OP_RANGE, lw_new_local(l, "k", ir_int(0, 1)), 3, twice));
            body = again;
        }
    }
    ir_append(l->game, writes, ir_k2(l->game, IR_OP_FOR, s, place, body));
}

/* The same; where cells are named on a board that is played on others, those with numbers
 * beyond the board's are sites of hands, which lie beside the board's own. */
static void add_anywhere(Lower *l, const Term *t, Ir *piece, Ir *number, Ir **lets, Ir **writes)
{
    const Term *site = term_arg(term_arg(t, SLOT_to), SLOT_site);
    Ir *here = ir_block(l->game), *hand = ir_block(l->game), *values = ir_block(l->game);
    if (l->sites->type != SITE_CELL || l->sites->type == l->board->use || l->sym->container.n == 1 || !site) {
        add_one(l, t, piece, number, lets, writes);
        return;
    }
    Ir *at = lw_let(l, lets, "site", lower_int(l, site));
    Ir *in_hand = ir_op2(l->game, IR_OP_GE, at, lw_int(l, l->sym->container.at[0].n));
    add_one(l, t, piece, number, lets, &here);
    Lower in = lower_on_type(l, l->board->use);
    add_one(&in, t, piece, number, &values, &hand);
    lower_hoist(l, lw_copy(l, in_hand), values, lets);
    ir_append(l->game, writes, ir_if(l->game, in_hand, hand, here));
}

void effect_add(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *to = term_arg(t, SLOT_to), *count = term_arg(t, SLOT_count), *stack = term_arg(t, SLOT_stack);
    Ir *pieces[16];
    const Term *level = term_arg(to, SLOT_level);
    const bool flat = stack && stack->kind == TERM_BOOL && !stack->number;
    if (term_arg(to, SLOT_if) || !add_applies(l, to) || (level && (!l->facts->stacks || !term_arg(to, SLOT_site) || count)) ||
        (l->facts->stacks && count && term_arg(to, SLOT_apply)) || term_arg(to, SLOT_rotations) || (stack && !l->facts->stacks && !flat) ||
        (!term_arg(to, SLOT_site) && !term_arg(to, SLOT_region))) {
        lower_unsupported(l, t, "this form of (add ..) as an effect");
        return;
    }
    size_t n = lower_pieces(l, term_arg(t, SLOT_piece), pieces, 16);
    if (!term_arg(to, SLOT_site) && (term_arg(t, SLOT_then) || l->after) && (n != 1 || count || l->facts->stacks || l->mode.applying))
        lower_unsupported(l, t, "what follows pieces that are added at several sites");
    if (count && !l->facts->has_count && !l->facts->stacks)
        lower_unsupported(l, count, "(add .. count:) in a game without counts");
    Ir *number = lw_let(l, lets, "count", count ? lower_int(l, count) : lw_int(l, 1));
    Ir *added = ir_block(l->game);
    for (size_t i = 0; i < n; i++)
        add_anywhere(l, t, lw_let(l, lets, "piece", pieces[i]), number, lets, &added);
    if (count && l->facts->stacks) { /* one upon the other */
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
static bool may_ask(const Term *t, const void *data)
{
    static const LudId silent[] = {LUD_then, LUD_and_moves, LUD_and_moves_list, LUD_add_score, LUD_move_again};
    (void)data;
    for (size_t i = 0; t->kind == TERM_LUDEME && i < sizeof silent / sizeof *silent; i++)
        if (t->id == silent[i])
            return false;
    return t->kind == TERM_LUDEME;
}

/* One site is given to a player: a piece is added there, whatever stands there. */
void effect_claim(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *to = term_arg(t, SLOT_to);
    Ir *pieces[16];
    if (!term_arg(to, SLOT_site) || term_arg(to, SLOT_if) || term_arg(to, SLOT_apply) || term_arg(to, SLOT_level) ||
        term_arg(to, SLOT_rotations) || term_any(term_arg(t, SLOT_then), may_ask, NULL) ||
        lower_pieces(l, term_arg(t, SLOT_piece), pieces, 16) != 1) {
        lower_unsupported(l, t, "this form of (claim ..)");
        return;
    }
    add_one(l, t, lw_let(l, lets, "piece", pieces[0]), lw_int(l, 1), lets, writes);
}

/* The owner's first piece whose name contains that of the piece with this number; 0: none, or no such number. */
static Ir *named_alike(Lower *l, Ir *piece, Ir *owner)
{
    const IrDim dim[2] = {{l->sym->space_piece, (int)l->sym->component.n}, lw_dim_player(l)};
    int32_t *alike = ARENA_ARRAY(l->arena, int32_t, l->sym->component.n * (size_t)dim[1].size);
    for (size_t c = 1; c < l->sym->component.n; c++) {
        for (size_t k = l->sym->component.n; k-- > 1;) {
            const Component *other = &l->sym->component.at[k];
            if (other->owner < dim[1].size && strstr(other->name, l->sym->component.at[c].name))
                alike[c * (size_t)dim[1].size + (size_t)other->owner] = (int32_t)k;
        }
    }
    int table = lw_int_table(l, "alike", 0, (int64_t)l->sym->component.n - 1, l->sym->space_piece, 2, dim, alike);
    Ir *index[2] = {ir_op2(l->game, IR_OP_MAX, piece, lw_int(l, 0)), owner};
    return ir_tab(l->game, table, 2, index);
}

void effect_promote(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *player = term_arg(t, SLOT_player), *piece = term_arg(t, SLOT_piece);
    Ir *pieces[16];
    if (!lower_default_type(l, t))
        return;
    Ir *site = lw_let(l, lets, "site", site_of(l, t, SLOT_site, lw_copy(l, l->it.to)));
    const Term *name = term_arg(piece, SLOT_name), *names = term_arg(piece, SLOT_names);
    if (names && names->n == 1 && names->slot[0]->kind == TERM_STRING)
        name = names->slot[0];
    const Term *id = term_arg(piece, SLOT_id);
    if (player && ((!name && !id) || player->kind != TERM_ENUM)) {
        lower_unsupported(l, t, "this form of (promote ..)");
        return;
    }
    size_t n = 1;
    if (player && id)
        pieces[0] = named_alike(l, lower_int(l, id), lower_role(l, player));
    else if (player)
        pieces[0] = lower_piece_of_role(l, name->text, player);
    else
        n = lower_pieces(l, piece, pieces, 16);
    if (n != 1) {
        lower_unsupported(l, t, "(promote ..) to several pieces as an effect");
        return;
    }
    if (pieces[0]->type.hi <= 0) /* no such piece: nothing happens */
        return;
    Ir *what = lw_let(l, lets, "piece", pieces[0]);
    Ir *there = ir_block(l->game);
    lw_replace_piece(l, &there, site, what);
    if (what->type.lo <= 0) { /* the same of some players */
        Ir *some = ir_op2(l->game, IR_OP_GT, lw_copy(l, what), lw_int(l, 0)), *only = ir_block(l->game);
        ir_append(l->game, &only, ir_if(l->game, some, there, NULL));
        there = only;
    }
    if_site(l, writes, site, there);
}

/* ---- pieces from place to place ------------------------------------------------------------ */

/* Can the region only be one site, or none? */
static bool one_site(Lower *l, const Term *region)
{
    const Term *mode = term_is(region, LUD_sites_line_of_sight) ? term_arg(region, SLOT_mode) : NULL;
    const Term *dir = mode ? term_arg(region, SLOT_dir) : NULL;
    if (!dir || term_is_enum(mode, "Empty"))
        return lower_one_lot(region);
    Ways ways;
    const bool compass = dir->kind == TERM_ENUM && strlen(dir->text) <= 3 && strchr("NESW", dir->text[0]);
    return compass && lower_ways(l, &ways, dir, REL_ADJACENT, false) && ways.looks.n == 1 && ways.ways == 1;
}

void effect_from_to(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    const Term *from = term_arg(t, SLOT_from), *to = term_arg(t, SLOT_to), *count = term_arg(t, SLOT_count);
    const Term *copy = term_arg(t, SLOT_copy), *apply = term_arg(to, SLOT_apply);
    int64_t copies = 0;
    const Term *stack = term_arg(t, SLOT_stack), *level = term_arg(from, SLOT_level);
    if ((l->facts->stacks && (copy || (count && level))) || term_arg(to, SLOT_level) || (stack && stack->kind != TERM_BOOL) ||
        term_arg(to, SLOT_rotations) || term_arg(from, SLOT_region) || (term_arg(to, SLOT_region) && !one_site(l, term_arg(to, SLOT_region))) ||
        (copy && !lower_is_const(lower_bool(l, copy), &copies)) || (t->id == LUD_move && term_arg(t, SLOT_role)) ||
        !lower_default_type(l, from) ||
        !lower_default_type(l, to) || lower_clause_type(l, from) != l->sites->type || lower_clause_type(l, to) != l->sites->type) {
        lower_unsupported(l, t, "this form of (fromTo ..) as an effect");
        return;
    }
    Lower in = *l;
    Ir *start = lw_let(l, lets, "from", site_of(l, from, SLOT_site, lw_copy(l, l->it.from)));
    Ir *holds = ir_op2(l->game, IR_OP_NE, lw_what(l, start), lw_int(l, 0));
    in.it.from = start;
    if (term_arg(from, SLOT_if))
        holds = ir_op2(l->game, IR_OP_AND, holds, lower_bool(&in, term_arg(from, SLOT_if)));
    const Term *drawn = term_arg(to, SLOT_region);
    Ir *end = drawn ? ir_op1(l->game, IR_OP_FIRST, lower_region(&in, drawn)) : site_of(&in, to, SLOT_site, lw_copy(l, l->it.to));
    end = lw_let(l, lets, "to", end);
    Ir *number = count ? lw_let(l, lets, "count", lower_int(&in, count)) : NULL;
    in.it.to = end;
    if (end->type.lo < 0)
        holds = ir_op2(l->game, IR_OP_AND, holds, ir_op2(l->game, IR_OP_GE, lw_copy(l, end), lw_int(l, 0)));
    if (term_arg(to, SLOT_if))
        holds = ir_op2(l->game, IR_OP_AND, holds, lower_bool(&in, term_arg(to, SLOT_if)));
    Ir *done = ir_block(l->game), *values = ir_block(l->game);
    holds = lw_let(l, lets, "cond", holds);
    if (apply && apply->id == LUD_apply) {
        effect_apply(&in, apply, &values, &done);
        lower_hoist(l, holds, values, lets);
    }
    if (level)
        lw_take_level(l, &done, start, lower_int(&in, level), end);
    else if (l->facts->stacks && number)
        lw_take_some(l, &done, start, end, number);
    else if (stack && stack->number)
        stack_move(l, &done, start, end);
    else if (count && l->facts->has_count)
        lw_move_pieces(l, &done, start, end, number);
    else if (copies)
        lw_copy_piece(l, &done, start, end);
    else
        lw_move_piece(l, &done, start, end, NULL);
    if (term_arg(t, SLOT_then) || l->after) {
        if (l->mode.applying)
            lower_unsupported(l, t, "what follows an effect at a place of a move");
        Lower then = *l;
        if (l->mode.sowing) {
            then.last_from = start;
            then.last_to = end;
        }
        lower_thens(&then, term_arg(t, SLOT_then), &done);
    }
    ir_append(l->game, writes, ir_if(l->game, holds, done, NULL));
}

void effect_swap_pieces(Lower *l, const Term *t, Ir **lets, Ir **writes)
{
    Ir *a = lw_let(l, lets, "a", site_of(l, t, SLOT_a, lw_get(l, l->field->last.from)));
    Ir *b = lw_let(l, lets, "b", site_of(l, t, SLOT_b, lw_get(l, l->field->last.to)));
    Ir *what = lw_let(l, lets, "piece", lw_what(l, b));
    Ir *done = ir_block(l->game);
    lw_swap_pieces(l, &done, a, b, what);
    Ir *there = ir_block(l->game);
    if_site(l, &there, b, done);
    if_site(l, writes, a, there);
}
