/* lower_span.c - what a number can be, by the form of the term: needed where a field
 * is made for numbers that only play computes. */
#include <string.h>

#include "frontend/lud/lower_memory.h"

/* What is written to a variable is looked for in the whole game, where it may ask for others:
 * more than a few of these one behind the other take longer than anything else. */
enum { WIDE = 1000000, MANY = 10000, SEEDS = 2000, DEPTH = 12, DEPTH_OF_WRITTEN = 4 };

static IrType span(Lower *l, const Term *t, int depth);
static IrType written(Lower *l, const Term *t, LudId by, const Term *name, int depth);

static IrType hull(IrType a, IrType b)
{
    IrType t = ir_int(a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
    t.space = a.space != IR_NOSPACE ? a.space : b.space;
    return t;
}

static IrType clip(int64_t lo, int64_t hi)
{
    return ir_int(lo < -WIDE ? -WIDE : lo, hi > WIDE ? WIDE : hi);
}

static IrType two(Lower *l, const Term *t, int depth)
{
    const Term *first = term_arg(t, "a");
    IrType a = first ? span(l, first, depth) : ir_int(0, 0), b = span(l, term_arg(t, "b"), depth);
    switch (t->id) {
    case LUD_plus_int: return clip(a.lo + b.lo, a.hi + b.hi);
    case LUD_minus_int: return clip(a.lo - b.hi, a.hi - b.lo);
    case LUD_mod_int: {
        int64_t most = (b.hi > -b.lo ? b.hi : -b.lo) - 1;
        most = most < 0 ? 0 : most;
        return ir_int(a.lo < 0 ? -most : 0, most);
    }
    case LUD_div_int: {
        int64_t most = a.hi > -a.lo ? a.hi : -a.lo;
        return ir_int(a.lo < 0 || b.lo < 0 ? -most : 0, most);
    }
    default: return hull(a, b); /* min, max */
    }
}

static IrType site(Lower *l, int64_t least)
{
    IrType type = ir_site(l->game, l->space_site);
    type.lo = least;
    return type;
}

static IrType span(Lower *l, const Term *t, int depth)
{
    if (depth <= 0) {
        return ir_int(-WIDE, WIDE);
    }
    if (t->kind == TERM_INT || (t->kind == TERM_BOOL)) {
        return ir_int(t->number, t->number);
    }
    if (t->kind == TERM_ENUM) {
        return ir_int(-1, l->players + 1);
    }
    if (t->kind != TERM_LUDEME) {
        return ir_int(-WIDE, WIDE);
    }
    switch (t->id) {
    case LUD_from: case LUD_to: case LUD_site: case LUD_between: case LUD_last_from: case LUD_last_to:
    case LUD_where_name: case LUD_where_what: case LUD_region_site: case LUD_ahead:
    case LUD_coord: case LUD_coord_rc: case LUD_hand_site: case LUD_centre_point: return site(l, -1);
    case LUD_track_site_move: case LUD_track_site_first_site: case LUD_track_site_end_site: return site(l, -2);
    case LUD_mover: case LUD_next: case LUD_prev: case LUD_who: case LUD_player: case LUD_player_of:
        return ir_int(-1, l->players + 1);
    case LUD_what: case LUD_id_name: case LUD_id_role: return ir_int(-1, (int64_t)l->component.n + 16);
    case LUD_count: case LUD_count_pieces: return ir_int(0, l->has_count ? SEEDS : lw_dim_site(l).size);
    case LUD_count_sites: case LUD_size_group: case LUD_count_groups: case LUD_count_steps:
    case LUD_count_liberties: return ir_int(0, lw_dim_site(l).size);
    case LUD_size_array: case LUD_count_moves: case LUD_count_turns:
    case LUD_count_moves_this_turn: return ir_int(0, MANY);
    case LUD_row: case LUD_column: case LUD_layer: case LUD_phase_of: return ir_int(-1, 1000);
    case LUD_plus_int: case LUD_minus_int: case LUD_mod_int: case LUD_div_int: case LUD_max_int:
    case LUD_min_int: return two(l, t, depth - 1);
    case LUD_if_int:
        return hull(span(l, term_arg(t, "yes"), depth - 1), span(l, term_arg(t, "no"), depth - 1));
    case LUD_map_entry: return lower_map_span(l, t);
    case LUD_var: return hull(ir_int(-1, -1), written(l, l->root, LUD_set_var, term_arg(t, "name"), depth - DEPTH_OF_WRITTEN));
    case LUD_value_pending: return hull(ir_int(0, 0), written(l, l->root, LUD_set_pending, NULL, depth - DEPTH_OF_WRITTEN));
    default: return ir_int(-WIDE, WIDE);
    }
}

static bool same_name(const Term *a, const Term *b)
{
    return a && b ? strcmp(a->text, b->text) == 0 : a == b;
}

/* The least type with all that ludemes `by` write under the name; empty (1..0) when
 * none does. */
static IrType written(Lower *l, const Term *t, LudId by, const Term *name, int depth)
{
    IrType all = ir_int(1, 0);
    if (!t || (t->kind != TERM_LUDEME && t->kind != TERM_ARRAY)) {
        return all;
    }
    if (t->kind == TERM_LUDEME && t->id == by && (by == LUD_set_pending || by == LUD_set_counter || same_name(term_arg(t, "name"), name))) {
        const Term *value = term_arg(t, "value");
        all = value ? span(l, value, depth) : by == LUD_set_pending ? ir_int(1, 1) : ir_int(-1, -1);
        if (by != LUD_set_var && by != LUD_set_counter && !value) {
            const Term *region = term_arg(t, by == LUD_set_pending ? "region" : "regionValue");
            all = region ? hull(all, site(l, 0)) : all;
        }
    }
    for (uint32_t i = 0; i < t->n; i++) {
        IrType more = written(l, t->slot[i], by, name, depth);
        all = all.lo > all.hi ? more : more.lo > more.hi ? all : hull(all, more);
    }
    return all;
}

IrType lower_span(Lower *l, const Term *t)
{
    return span(l, t, DEPTH);
}

IrType lower_written(Lower *l, LudId by, const Term *name)
{
    return written(l, l->root, by, name, DEPTH);
}
