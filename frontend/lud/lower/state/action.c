/* action.c - atomic actions on the state (semantics 03, section 13). */
#include "frontend/lud/lower/state/hidden.h"
#include "frontend/lud/lower/state/track_index.h"
#include "frontend/lud/lower/state/order.h"
#include "frontend/lud/lower/moves/rule.h"
#include "frontend/lud/lower/state/stack.h"
#include "frontend/lud/lower/state/traits.h"
#include "frontend/lud/lower/core/site_type.h"

bool lw_known_empty(Lower *l, const Ir *mask)
{
    switch (mask->op) {
    case IR_OP_WHERE:
        return mask->k == l->sites->what && mask->a[0]->op == IR_OP_INT && mask->a[0]->k == 0;
    case IR_OP_MAND: return lw_known_empty(l, mask->a[0]) || lw_known_empty(l, mask->a[1]);
    case IR_OP_MDIFF:
    case IR_OP_FILTER: return lw_known_empty(l, mask->a[0]);
    case IR_OP_BITOF: return l->prior.n == 0 && l->empty_at == l->sites->what && lw_same(mask->a[0], l->it.site);
    default: return false;
    }
}

/* The kind of piece, and whose it is where that is kept apart. */
static void put_what(Lower *l, Ir **block, Ir *site, Ir *piece)
{
    order_put(l, block, site, piece);
    lw_put_at(l, block, l->sites->what, site, lw_copy(l, piece));
    if (l->field->who >= 0) {
        Ir *kind = lw_copy(l, piece);
        lw_put_at(l, block, l->field->who, site, ir_tab(l->game, l->sym->table_owner, 1, &kind));
    }
}

void lw_acted(Lower *l, Ir **block, const Ir *site)
{
    if (l->field->last.acted_to >= 0)
        lw_set_field(l, block, l->field->last.acted_to, lw_copy(l, site));
}

/* The site is one that the move acted on, if something stands there or always. */
static void touch(Lower *l, Ir **block, const Ir *site, bool if_occupied)
{
    int field = l->field->last.touched;
    lw_acted(l, block, site);
    if (field < 0)
        return;
    Ir *one = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_copy(l, site));
    if (if_occupied) {
        Ir *some = ir_op2(l->game, IR_OP_NE, lw_at(l, l->sites->what, lw_copy(l, site)), lw_int(l, 0));
        one = ir_op3(l->game, IR_OP_SELECT, some, one, ir_k0(l->game, IR_OP_NONE, l->sym->space_site));
    }
    lw_set_field(l, block, field, ir_op2(l->game, IR_OP_MOR, lw_get(l, field), one));
}

static void add_piece(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *count, bool empty)
{
    Ir *fresh = ir_block(l->game);
    put_what(l, &fresh, site, piece);
    if (l->facts->has_count)
        lw_put_at(l, &fresh, l->sites->count, site, lw_copy(l, count));
    if (empty) {
        for (int i = 0; i < fresh->n; i++)
            ir_append(l->game, block, fresh->a[i]);
        return;
    }
    Ir *more = NULL;
    if (l->facts->has_count) {
        more = ir_block(l->game);
        Ir *sum = ir_op2(l->game, IR_OP_ADD, lw_at(l, l->sites->count, lw_copy(l, site)), lw_copy(l, count));
        lw_put_at(l, &more, l->sites->count, site, sum);
    }
    Ir *what = lw_at(l, l->sites->what, lw_copy(l, site));
    Ir *lower_bool_is_empty = ir_op2(l->game, IR_OP_EQ, what, lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, lower_bool_is_empty, fresh, more));
}

static void put_traits(Lower *l, Ir **block, const Ir *site, Ir *const *trait)
{
    for (int i = 0; i < TRAITS; i++) {
        if (l->sites->trait[i] < 0 || !trait[i])
            continue;
        Ir *put = ir_put(l->game, l->sites->trait[i], lw_copy(l, site), lw_copy(l, trait[i]));
        if (trait[i]->type.lo < 0) {
            Ir *given = ir_op2(l->game, IR_OP_GE, lw_copy(l, trait[i]), lw_int(l, 0)), *done = ir_block(l->game);
            ir_append(l->game, &done, put);
            put = ir_if(l->game, given, done, NULL);
        }
        ir_append(l->game, block, put);
    }
}

/* Adding to an occupied site does not replace what stands there, but its traits. */
static void set_down(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *count, Ir *const *trait, bool empty)
{
    touch(l, block, site, false);
    if (l->facts->stacks) {
        stack_push(l, block, site, piece, trait);
    } else {
        add_piece(l, block, site, piece, count, empty);
        put_traits(l, block, site, trait);
    }
}

static Ir *const no_traits[TRAITS];

void lw_put_piece_as(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *count, Ir *const *trait, bool empty)
{
    set_down(l, block, site, piece, count, trait, empty);
    lower_lap_enter(l, block, site, piece, count);
}

void lw_put_piece(Lower *l, Ir **block, Ir *site, Ir *piece, Ir *count, bool empty)
{
    lw_put_piece_as(l, block, site, piece, count, no_traits, empty);
}

void lw_replace_piece(Lower *l, Ir **block, Ir *site, Ir *piece)
{
    touch(l, block, site, true);
    if (l->facts->stacks)
        stack_pop(l, block, site);
    else
        lw_clear_site(l, block, site);
    set_down(l, block, site, piece, lw_int(l, 1), no_traits, true);
}

void lw_clear_site(Lower *l, Ir **block, Ir *site)
{
    put_what(l, block, site, lw_int(l, 0));
    if (l->facts->has_count)
        lw_put_at(l, block, l->sites->count, site, lw_int(l, 0));
    for (int i = 0; i < TRAITS; i++)
        if (l->sites->trait[i] >= 0)
            lw_put_at(l, block, l->sites->trait[i], site, lw_int(l, 0));
}

/* One more removal, of a piece or of none. */
static void count_removal(Lower *l, Ir **block)
{
    const int taken = l->field->last.taken;
    if (taken >= 0) {
        Ir *more = ir_op2(l->game, IR_OP_ADD, lw_get(l, taken), lw_int(l, 1));
        lw_set_field(l, block, taken, ir_op2(l->game, IR_OP_MIN, more, lw_int(l, l->game->field.at[taken].elem.hi)));
    }
}

/* Of a stack the piece on top. */
void lw_remove_piece(Lower *l, Ir **block, Ir *site)
{
    count_removal(l, block);
    touch(l, block, site, true);
    lower_lap_leave(l, block, site, NULL);
    if (l->facts->stacks) {
        stack_pop(l, block, site);
        return;
    }
    lw_clear_site(l, block, site);
}

void lw_remove_level(Lower *l, Ir **block, Ir *site, Ir *level, Ir *as_top)
{
    count_removal(l, block);
    touch(l, block, site, true);
    stack_remove(l, block, site, level, as_top);
}

void lw_take_level(Lower *l, Ir **block, Ir *from, Ir *level, Ir *to)
{
    touch(l, block, to, false);
    if (level->type.lo >= 0) {
        stack_take(l, block, from, level, to);
        return;
    }
    level = lw_let(l, block, "level", level);
    Ir *named = ir_block(l->game), *top = ir_block(l->game);
    stack_take(l, &named, from, lw_copy(l, level), to);
    stack_take(l, &top, from, NULL, to);
    Ir *below = ir_op2(l->game, IR_OP_LT, lw_copy(l, level), lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, below, top, named));
}

/* Places of tracks are not counted for what moves several levels, or between levels. */
static void no_laps(Lower *l)
{
    if (l->field->lap >= 0)
        lower_unsupported(l, l->root, "parts of stacks that move on a track that comes back to a site");
}

void lw_take_some(Lower *l, Ir **block, Ir *from, Ir *to, Ir *number)
{
    no_laps(l);
    touch(l, block, to, false);
    stack_move_some(l, block, from, to, number);
}

void lw_insert_piece(Lower *l, Ir **block, Ir *site, Ir *level, Ir *piece, Ir *state)
{
    no_laps(l);
    touch(l, block, site, false);
    stack_insert(l, block, site, level, piece, state);
}

void lw_set_count(Lower *l, Ir **block, Ir *site, Ir *count)
{
    Ir *some = ir_block(l->game), *none = ir_block(l->game);
    touch(l, block, site, false);
    lw_put_at(l, &some, l->sites->count, site, lw_copy(l, count));
    lower_lap_leave(l, &none, site, NULL);
    lw_clear_site(l, &none, site);
    Ir *positive = ir_op2(l->game, IR_OP_GT, lw_copy(l, count), lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, positive, some, none));
}

void lw_set_trait(Lower *l, Ir **block, Trait trait, Ir *site, Ir *level, Ir *value)
{
    touch(l, block, site, false);
    if (l->facts->stacks) {
        stack_set_trait(l, block, trait, site, level, value);
        return;
    }
    lw_put_at(l, block, l->sites->trait[trait], site, lw_copy(l, value));
}

/* What arrives at `to`: the occupant, if another kind of piece, is replaced. */
static void arrive(Lower *l, Ir **block, Ir *to, Ir *piece)
{
    Ir *join = ir_block(l->game), *fresh = ir_block(l->game);
    int count = l->sites->count;
    lw_put_at(l, &join, count, to,
           ir_op2(l->game, IR_OP_ADD, lw_at(l, count, lw_copy(l, to)), lw_int(l, 1)));
    put_what(l, &fresh, to, piece);
    lw_put_at(l, &fresh, count, to, lw_int(l, 1));
    Ir *same = ir_op2(l->game, IR_OP_EQ, lw_at(l, l->sites->what, lw_copy(l, to)), lw_copy(l, piece));
    ir_append(l->game, block, ir_if(l->game, same, join, fresh));
}

static void leave(Lower *l, Ir **block, Ir *from, Ir *number)
{
    int count = l->sites->count;
    Ir *last = ir_block(l->game), *more = ir_block(l->game);
    lw_clear_site(l, &last, from);
    lw_put_at(l, &more, count, from,
           ir_op2(l->game, IR_OP_MAX, lw_int(l, 0),
                  ir_op2(l->game, IR_OP_SUB, lw_at(l, count, lw_copy(l, from)), lw_copy(l, number))));
    Ir *all = ir_op2(l->game, IR_OP_LE, lw_at(l, count, lw_copy(l, from)), lw_copy(l, number));
    ir_append(l->game, block, ir_if(l->game, all, last, more));
}

/* Statements under `from` holding a piece: else nothing happens. */
static void if_occupied(Lower *l, Ir **block, const Ir *piece, Ir *done)
{
    if (piece->type.kind == IR_INT && piece->type.lo > 0) {
        for (int i = 0; i < done->n; i++)
            ir_append(l->game, block, done->a[i]);
        return;
    }
    Ir *some = ir_op2(l->game, IR_OP_NE, lw_copy(l, piece), lw_int(l, 0));
    ir_append(l->game, block, ir_if(l->game, some, done, NULL));
}

void lw_move_piece(Lower *l, Ir **block, Ir *from, Ir *to, Ir *piece)
{
    Ir *done = ir_block(l->game), *trait[TRAITS];
    if (l->facts->stacks) {
        touch(l, block, to, false);
        stack_take(l, block, from, NULL, to);
        return;
    }
    if (!piece)
        piece = lw_let(l, block, "piece", lw_at(l, l->sites->what, lw_copy(l, from)));
    touch(l, &done, to, false);
    lower_take_traits(l, &done, from, trait);
    if (l->facts->has_count) {
        leave(l, &done, from, lw_int(l, 1));
        arrive(l, &done, to, piece);
    } else {
        lw_clear_site(l, &done, from);
        put_what(l, &done, to, piece);
    }
    put_traits(l, &done, to, trait);
    lower_hidden_goes(l, &done, from, to);
    lower_lap_go(l, &done, from, to, piece, NULL);
    if_occupied(l, block, piece, done);
}

void lw_move_across(Lower *l, Ir **block, SiteType from_type, Ir *from, SiteType to_type, Ir *to)
{
    Ir *done = ir_block(l->game), *trait[TRAITS];
    Lower here = lower_on_type(l, from_type), there = lower_on_type(l, to_type);
    Ir *piece = lw_let(&here, block, "piece", lw_at(&here, here.sites->what, lw_copy(l, from)));
    lw_acted(&here, &done, to);
    lower_take_traits(&here, &done, from, trait);
    if (l->facts->has_count) {
        leave(&here, &done, from, lw_int(l, 1));
        arrive(&there, &done, to, piece);
    } else {
        lw_clear_site(&here, &done, from);
        put_what(&there, &done, to, piece);
    }
    put_traits(&there, &done, to, trait);
    if_occupied(l, block, piece, done);
}

void lw_sow_piece(Lower *l, Ir **block, Ir *from, Ir *to, Ir *const *given)
{
    Ir *done = ir_block(l->game), *trait[TRAITS];
    Ir *piece = lw_let(l, block, "piece", lw_at(l, l->sites->what, lw_copy(l, from)));
    touch(l, &done, to, false);
    if (!given)
        lower_take_traits(l, &done, to, trait);
    leave(l, &done, from, lw_int(l, 1));
    arrive(l, &done, to, piece);
    put_traits(l, &done, to, given ? given : trait);
    lower_lap_go(l, &done, from, to, piece, NULL);
    if_occupied(l, block, piece, done);
}

void lw_copy_piece(Lower *l, Ir **block, Ir *from, Ir *to)
{
    Ir *done = ir_block(l->game), *trait[TRAITS];
    Ir *piece = lw_let(l, block, "piece", lw_at(l, l->sites->what, lw_copy(l, from)));
    touch(l, &done, to, false);
    lower_take_traits(l, &done, from, trait);
    if (l->facts->has_count)
        arrive(l, &done, to, piece);
    else
        put_what(l, &done, to, piece);
    put_traits(l, &done, to, trait);
    if_occupied(l, block, piece, done);
}

void lw_move_pieces(Lower *l, Ir **block, Ir *from, Ir *to, Ir *number)
{
    int count = l->sites->count;
    Ir *done = ir_block(l->game), *fresh = ir_block(l->game), *join = ir_block(l->game);
    order_unknown(l);
    Ir *piece = lw_let(l, block, "piece", lw_at(l, l->sites->what, lw_copy(l, from)));
    touch(l, &done, to, false);
    leave(l, &done, from, number);
    put_what(l, &fresh, to, piece);
    lw_put_at(l, &fresh, count, to, lw_copy(l, number));
    lw_put_at(l, &join, count, to,
           ir_op2(l->game, IR_OP_ADD, lw_at(l, count, lw_copy(l, to)), lw_copy(l, number)));
    Ir *there = lw_at(l, l->sites->what, lw_copy(l, to));
    Ir *same = ir_if(l->game, ir_op2(l->game, IR_OP_EQ, lw_copy(l, there), lw_copy(l, piece)), join, NULL);
    Ir *other = ir_block(l->game);
    ir_append(l->game, &other, same);
    Ir *empty = ir_op2(l->game, IR_OP_EQ, there, lw_int(l, 0));
    ir_append(l->game, &done, ir_if(l->game, empty, fresh, other));
    lower_lap_go(l, &done, from, to, piece, number);
    if_occupied(l, block, piece, done);
}

/* `what_b` goes to a as if added: nothing, when a still holds something. */
void lw_swap_pieces(Lower *l, Ir **block, Ir *a, Ir *b, Ir *what_b)
{
    lw_move_piece(l, block, a, b, NULL);
    Ir *back = ir_block(l->game);
    lw_put_piece(l, &back, a, what_b, lw_int(l, 1), false);
    if_occupied(l, block, what_b, back);
}
