/* int_range.c - what a number can be, by the form of the term: needed where a field
 * is made for numbers that only play computes.
 *
 * A field may be written with what it holds itself, or what another one got from it.  A
 * field that is asked for while it is looked at adds nothing that is not found anyway, as
 * long as numbers are passed on as they are; what is computed from such a one is anything. */
#include <string.h>

#include "frontend/lud/elab/term_walk.h"
#include "frontend/lud/lower/state/dice.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/state/stack.h"

/* What is written to a variable is looked for in the whole game, where it may ask for others:
 * more than a few of these one behind the other take longer than anything else. */
enum { WIDE = 1000000, MANY = 10000, SEEDS = 2000, DEPTH = 16, DEPTH_OF_WRITTEN = 4, MOST_OPEN = DEPTH,
       MOST_WORK = 2000000 };

/* One question; the fields that are being looked at. */
typedef struct {
    Lower *l;
    struct {
        LudId by;
        const Term *name;
    } asked[MOST_OPEN];
    int n;
    bool open; /* one of them was asked for again */
    int work;  /* terms looked at so far */
} Question;

static IrType span(Question *s, const Term *t, int depth);
static IrType written(Question *s, LudId by, const Term *name, int depth);

static IrType anything(void)
{
    return ir_int(-WIDE, WIDE);
}

static IrType nothing(void)
{
    return ir_int(1, 0);
}

static IrType hull(IrType a, IrType b)
{
    if (a.lo > a.hi || b.lo > b.hi)
        return a.lo > a.hi ? b : a;
    IrType t = ir_int(a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi);
    t.space = a.space != IR_NOSPACE ? a.space : b.space;
    return t;
}

static IrType clip(int64_t lo, int64_t hi)
{
    return ir_int(lo < -WIDE ? -WIDE : lo, hi > WIDE ? WIDE : hi);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static IrType site(Lower *l, int64_t least)
{
    IrType type = ir_site(l->game, l->sym->space_site);
    type.lo = least;
    return type;
}

static bool same_name(const Term *a, const Term *b)
{
    return a && b ? strcmp(a->text, b->text) == 0 : a == b;
}

/* A number from which others are computed. */
static IrType operand(Question *s, const Term *t, int depth)
{
    bool open = s->open;
    s->open = false;
    IrType type = span(s, t, depth);
    bool known = !s->open && type.lo <= type.hi;
    s->open = open;
    return known ? type : anything();
}

static IrType product(IrType a, IrType b)
{
    int64_t all[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    IrType type = ir_int(all[0], all[0]);
    for (int i = 1; i < 4; i++)
        type = hull(type, ir_int(all[i], all[i]));
    return clip(type.lo, type.hi);
}

static IrType two(Question *s, const Term *t, int depth)
{
    const Term *first = term_arg(t, SLOT_a);
    if (t->id == LUD_max_int || t->id == LUD_min_int)
        return hull(span(s, first, depth), span(s, term_arg(t, SLOT_b), depth));
    IrType a = first ? operand(s, first, depth) : ir_int(0, 0), b = operand(s, term_arg(t, SLOT_b), depth);
    switch (t->id) {
    case LUD_plus_int: return clip(a.lo + b.lo, a.hi + b.hi);
    case LUD_minus_int: return clip(a.lo - b.hi, a.hi - b.lo);
    case LUD_times_int: return product(a, b);
    case LUD_mod_int: {
        int64_t most = larger(b.hi, -b.lo) - 1;
        most = most < 0 ? 0 : most;
        return ir_int(a.lo < 0 ? -most : 0, most);
    }
    default: {
        int64_t most = larger(a.hi, -a.lo);
        return ir_int(a.lo < 0 || b.lo < 0 ? -most : 0, most);
    }
    }
}

/* ---- lists -------------------------------------------------------------------------------------- */

static IrType of_all(Question *s, const Term *const *term, uint32_t n, int depth,
                     IrType (*of)(Question *, const Term *, int))
{
    IrType all = nothing();
    for (uint32_t i = 0; i < n; i++)
        all = hull(all, of(s, term[i], depth));
    return all;
}

/* What the members of a list can be. */
static IrType member(Question *s, const Term *t, int depth)
{
    if (depth <= 0 || t->kind != TERM_LUDEME)
        return anything();
    switch (t->id) {
    case LUD_array_region: return site(s->l, 0);
    case LUD_array_ints: {
        const Term *list = term_arg(t, SLOT_ints);
        return of_all(s, (const Term *const *)list->slot, list->n, depth - 1, span);
    }
    case LUD_union_ints_list: case LUD_intersection_ints_list: {
        const Term *list = term_arg(t, SLOT_arrays);
        return of_all(s, (const Term *const *)list->slot, list->n, depth - 1, member);
    }
    case LUD_union_ints: case LUD_intersection_ints:
        return hull(member(s, term_arg(t, SLOT_a), depth - 1), member(s, term_arg(t, SLOT_b), depth - 1));
    case LUD_difference_ints: return member(s, term_arg(t, SLOT_source), depth - 1);
    case LUD_if_ints: {
        const Term *no = term_arg(t, SLOT_no);
        return hull(member(s, term_arg(t, SLOT_yes), depth - 1), no ? member(s, no, depth - 1) : nothing());
    }
    case LUD_results: return span(s, term_arg(t, SLOT_function), depth - 1);
    case LUD_sizes_group: return ir_int(0, lw_dim_site(s->l).size);
    case LUD_values_remembered: {
        const Term *name = term_arg(t, SLOT_name);
        IrType in_play = written(s, LUD_remember_value, name, depth - DEPTH_OF_WRITTEN);
        return hull(in_play, written(s, LUD_start_remember_value, name, depth - DEPTH_OF_WRITTEN));
    }
    default: return anything();
    }
}

/* (+ {..}) or (+ array). */
static IrType sum(Question *s, const Term *t, int depth)
{
    int64_t n = lw_dim_site(s->l).size;
    const Term *ints = term_arg(t, SLOT_list), *list = ints ? NULL : term_arg(t, SLOT_array);
    if (list && term_is(list, LUD_array_region))
        return clip(0, n * (n - 1) / 2);
    ints = list && term_is(list, LUD_array_ints) ? term_arg(list, SLOT_ints) : ints;
    if (!ints || ints->kind != TERM_ARRAY)
        return anything();
    IrType sum = ir_int(0, 0);
    for (uint32_t i = 0; i < ints->n; i++) {
        IrType one = operand(s, ints->slot[i], depth);
        sum = clip(sum.lo + one.lo, sum.hi + one.hi);
    }
    return sum;
}

/* What is looked for in all of a description: the hull of what some terms say. */
typedef struct {
    Question *s;
    int depth;
    LudId by; /* writes */
    const Term *name;
    IrType all;
} Search;

/* Leaves cost no work. */
static bool tired(Search *search, const Term *t)
{
    if ((t->kind != TERM_LUDEME && t->kind != TERM_ARRAY) || search->s->work++ <= MOST_WORK)
        return false;
    search->all = hull(search->all, anything());
    return true;
}

static TermWay find_loop(const Term *t, void *data)
{
    Search *search = data;
    Question *s = search->s;
    IrType one = nothing();
    if (tired(search, t))
        return TERM_STOP;
    if (term_is(t, LUD_for_each_value))
        one = member(s, term_arg(t, SLOT_values), search->depth);
    else if (term_is(t, LUD_all_values))
        one = member(s, term_arg(t, SLOT_array), search->depth);
    else if (term_is(t, LUD_for_each_value_range))
        one = hull(span(s, term_arg(t, SLOT_min), search->depth), span(s, term_arg(t, SLOT_max), search->depth));
    else if (term_is(t, LUD_sow) && term_arg(t, SLOT_skipIf))
        one = ir_int(0, SEEDS);
    search->all = hull(search->all, one);
    return TERM_INTO;
}

/* The numbers of each loop that sets (value). */
static IrType loops(Question *s, const Term *t, int depth)
{
    Search search = {.s = s, .depth = depth, .all = nothing()};
    term_walk(t, find_loop, &search);
    return search.all;
}

/* ---- numbers ------------------------------------------------------------------------------------ */

static IrType dice(const Lower *l, bool sum)
{
    if (!l->sym->dice)
        return ir_int(-1, 0);
    int64_t lo = l->sym->dice->lo < 0 ? l->sym->dice->lo : 0, hi = larger(l->sym->dice->hi, 0), n = sum ? l->sym->dice->n : 1;
    return ir_int(lo * n - 1, hi * n);
}

static IrType trait(const Lower *l, Trait which)
{
    return l->sites->trait[which] < 0 ? ir_int(0, 0) : ir_int(0, l->game->field.at[l->sites->trait[which]].elem.hi);
}

/* Those that the position gives. */
static IrType of_position(Lower *l, const Term *t)
{
    const int sites = lw_dim_site(l).size;
    const int64_t stacked = (int64_t)sites * STACK, seeds = l->facts->has_count ? SEEDS : 0;
    switch (lud_range(t->id)) {
    case LUD_RANGE_SITE: return site(l, -1);
    case LUD_RANGE_TRACK_SITE: return site(l, -2);
    case LUD_RANGE_PLAYER: return ir_int(-1, l->facts->players + 1);
    case LUD_RANGE_PIECE: return ir_int(-1, (int64_t)l->sym->component.n + 16);
    case LUD_RANGE_PIECES: return ir_int(0, larger(seeds, l->facts->stacks ? stacked : sites));
    case LUD_RANGE_SITES: return ir_int(0, sites);
    case LUD_RANGE_STACKED: return ir_int(0, stacked);
    case LUD_RANGE_LEVEL: return ir_int(-1, STACK);
    case LUD_RANGE_MANY: return ir_int(0, MANY);
    case LUD_RANGE_COORDINATE: return ir_int(-1, 1000);
    case LUD_RANGE_LINES: return ir_int(0, 1000);
    case LUD_RANGE_PLAYERS: return ir_int(0, l->facts->players);
    case LUD_RANGE_DIE: return dice(l, false);
    case LUD_RANGE_DICE: return dice(l, true);
    case LUD_RANGE_STATE: return trait(l, TRAIT_STATE);
    case LUD_RANGE_VALUE: return trait(l, TRAIT_VALUE);
    case LUD_RANGE_ANY: break;
    }
    return anything();
}

static IrType span(Question *s, const Term *t, int depth)
{
    if (depth <= 0)
        return anything();
    if (t->kind == TERM_INT || (t->kind == TERM_BOOL))
        return ir_int(t->number, t->number);
    if (t->kind == TERM_ENUM)
        return ir_int(-1, s->l->facts->players + 1);
    if (t->kind != TERM_LUDEME)
        return anything();
    switch (t->id) {
    case LUD_plus_int: case LUD_minus_int: case LUD_times_int: case LUD_mod_int: case LUD_div_int:
    case LUD_max_int: case LUD_min_int: return two(s, t, depth - 1);
    case LUD_plus_int_list: return sum(s, t, depth - 1);
    case LUD_max_int_list: case LUD_min_int_list: {
        const Term *list = term_arg(t, SLOT_array);
        return list->kind == TERM_LUDEME ? hull(ir_int(-1, -1), member(s, list, depth - 1)) : anything();
    }
    case LUD_array_value: return hull(ir_int(-1, -1), member(s, term_arg(t, SLOT_array), depth - 1));
    case LUD_if_int:
        return hull(span(s, term_arg(t, SLOT_yes), depth - 1), span(s, term_arg(t, SLOT_no), depth - 1));
    case LUD_map_entry: return lower_map_span(s->l, t, span(s, term_arg(t, SLOT_key), depth - 1));
    case LUD_var: return hull(ir_int(-1, -1), written(s, LUD_set_var, term_arg(t, SLOT_name), depth - DEPTH_OF_WRITTEN));
    case LUD_value: return hull(ir_int(-1, -1), written(s, LUD_value, NULL, depth - DEPTH_OF_WRITTEN));
    case LUD_value_player:
        return hull(ir_int(-1, -1), written(s, LUD_set_value_player, NULL, depth - DEPTH_OF_WRITTEN));
    case LUD_value_pending: return hull(ir_int(0, 0), written(s, LUD_set_pending, NULL, depth - DEPTH_OF_WRITTEN));
    default: return of_position(s->l, t);
    }
}

/* ---- what is written ----------------------------------------------------------------------------- */

static IrType write_of(const Search *search, const Term *t)
{
    const LudId by = search->by;
    const Term *value = term_arg(t, SLOT_value);
    const IrType all = value ? span(search->s, value, search->depth) : by == LUD_set_pending ? ir_int(1, 1) : ir_int(-1, -1);
    if (by == LUD_set_var || by == LUD_set_counter || value)
        return all;
    const Term *region = term_arg(t, by == LUD_set_pending ? SLOT_region : SLOT_regionValue);
    return region ? hull(all, site(search->s->l, 0)) : all;
}

static TermWay find_write(const Term *t, void *data)
{
    Search *search = data;
    const bool named = search->by == LUD_set_var || search->by == LUD_remember_value || search->by == LUD_start_remember_value;
    if (tired(search, t))
        return TERM_STOP;
    if (term_is(t, search->by) && (!named || same_name(term_arg(t, SLOT_name), search->name)))
        search->all = hull(search->all, write_of(search, t));
    return TERM_INTO;
}

/* The least type with all that ludemes `by` write under the name; empty (1..0) when
 * none does. */
static IrType writes(Question *s, const Term *t, LudId by, const Term *name, int depth)
{
    Search search = {.s = s, .depth = depth, .by = by, .name = name, .all = nothing()};
    term_walk(t, find_write, &search);
    return search.all;
}

static IrType written(Question *s, LudId by, const Term *name, int depth)
{
    for (int i = 0; i < s->n; i++) {
        if (s->asked[i].by == by && same_name(s->asked[i].name, name)) {
            s->open = true;
            return nothing();
        }
    }
    if (depth <= 0 || s->n == MOST_OPEN)
        return anything();
    s->asked[s->n].by = by;
    s->asked[s->n++].name = name;
    IrType all = by == LUD_value ? loops(s, s->l->root, depth) : writes(s, s->l->root, by, name, depth);
    s->n--;
    return all;
}

IrType lower_span(Lower *l, const Term *t)
{
    Question s = {.l = l};
    return span(&s, t, DEPTH);
}

IrType lower_written(Lower *l, LudId by, const Term *name)
{
    Question s = {.l = l};
    return written(&s, by, name, DEPTH);
}

IrType lower_member_span(Lower *l, const Term *list)
{
    Question s = {.l = l};
    return member(&s, list, DEPTH);
}
