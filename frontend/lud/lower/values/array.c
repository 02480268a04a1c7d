/* array.c - lists of numbers.  A list is never built: what is asked of it (its
 * length, its sum, whether a number is in it) is put together from its members. */
#include "frontend/lud/lower/values/group.h"
#include "frontend/lud/lower/state/memory.h"
#include "frontend/lud/lower/state/team.h"

enum { LEAST_OF_ALL = -1000000000, MOST_OF_ALL = 1000000000, MANY = 10000 };

static Ir *identity(Lower *l, IrOp op)
{
    switch (op) {
    case IR_OP_MOST: return lw_int(l, LEAST_OF_ALL);
    case IR_OP_LEAST: return lw_int(l, MOST_OF_ALL);
    case IR_OP_UNION: return ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    default: return lw_int(l, 0);
    }
}

static Ir *combine(Lower *l, IrOp op, Ir *a, Ir *b)
{
    IrOp two = op == IR_OP_MOST ? IR_OP_MAX : op == IR_OP_LEAST ? IR_OP_MIN : op == IR_OP_UNION ? IR_OP_MOR : IR_OP_ADD;
    return ir_op2(l->game, two, a, b);
}

/* ---- members of each form of list ------------------------------------------------------ */

/* The sites that `from:` or `to:` of (results ..) runs over: one number, or a region. */
static Ir *over_sites(Lower *l, IrOp op, const Term *site, const Term *region, Ir **iterator,
                      Ir *(*body)(Lower *, const Term *, IrOp, ListValue *, void *), const Term *t,
                      ListValue *f, void *data)
{
    if (site) {
        *iterator = lower_int(l, site);
        return body(l, t, op, f, data);
    }
    Ir *sites = lower_region(l, region);
    int s = lw_new_local(l, "s", lower_site_type(l));
    *iterator = lw_local(l, s);
    return ir_k2(l->game, op, s, sites, body(l, t, op, f, data));
}

static Ir *result(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    (void)op;
    return f(l, lower_int(l, term_arg(t, SLOT_function)), data);
}

static Ir *results_to(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    return over_sites(l, op, term_arg(t, SLOT_to), term_arg(t, SLOT_toRegion), &l->it.to, result, t, f, data);
}

static Ir *results(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    Lower in = *l;
    return over_sites(&in, op, term_arg(t, SLOT_from), term_arg(t, SLOT_fromRegion), &in.it.from, results_to, t, f, data);
}

static Ir *over_set(Lower *l, IrOp op, Ir *set, ListValue *f, void *data)
{
    IrType type = ir_int(0, l->game->space.at[set->type.space].size - 1);
    type.space = set->type.space;
    int x = lw_new_local(l, "x", type);
    Ir *value = f(l, lw_local(l, x), data);
    return ir_k2(l->game, op, x, set, value);
}

static Ir *numbers(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    const Term *list = term_arg(t, SLOT_ints);
    Ir *all = NULL;
    for (uint32_t i = 0; i < list->n; i++) {
        Ir *one = f(l, lower_int(l, list->slot[i]), data);
        all = all ? combine(l, op, all, one) : one;
    }
    return all ? all : identity(l, op);
}

typedef struct {
    ListValue *f;
    void *data;
    int field;
} Often;

/* f(x) as often as x was remembered. */
static Ir *often(Lower *l, Ir *x, void *data)
{
    const Often *o = data;
    return ir_op2(l->game, IR_OP_MUL, o->f(l, x, o->data), lw_at(l, o->field, lw_copy(l, x)));
}

static Ir *remembered(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    Often o = {f, data, -1};
    Ir *set = lower_remembered(l, t, &o.field);
    bool times = op == IR_OP_SUM && o.field >= 0;
    return times ? over_set(l, op, set, often, &o) : over_set(l, op, set, f, data);
}

/* ---- lists made of lists ------------------------------------------------------------------ */

/* Those x for which it holds that they are, or are not, in the other lists. */
typedef struct {
    ListValue *f;
    void *data;
    const Term *const *other;
    const Ir *number; /* or this number */
    uint32_t n;
    bool in;
    IrOp op;
} Sieve;

static Ir *sieve(Lower *l, Ir *x, void *data)
{
    const Sieve *s = data;
    int local = lw_new_local(l, "x", x->type);
    Ir *pass = NULL;
    for (uint32_t i = 0; i < s->n; i++) {
        Ir *in = lower_in_list(l, s->other[i], lw_local(l, local));
        in = s->in ? in : ir_op1(l->game, IR_OP_NOT, in);
        pass = pass ? ir_op2(l->game, IR_OP_AND, pass, in) : in;
    }
    if (s->number)
        pass = ir_op2(l->game, IR_OP_NE, lw_local(l, local), lw_copy(l, s->number));
    Ir *value = s->f(l, lw_local(l, local), s->data);
    value = ir_op3(l->game, IR_OP_SELECT, pass, value, identity(l, s->op));
    return ir_k2(l->game, IR_OP_LETX, local, x, value);
}

/* Is no number in the list twice, whatever the position? */
static bool distinct(Lower *l, const Term *t)
{
    switch (t->id) {
    case LUD_array_region: return true;
    case LUD_values_remembered: {
        int field;
        lower_remembered(l, t, &field);
        return field < 0;
    }
    case LUD_array_ints: {
        const Term *list = term_arg(t, SLOT_ints);
        bool apart = true;
        for (uint32_t i = 0; i < list->n; i++)
            for (uint32_t k = 0; k < i; k++)
                apart = apart && list->slot[i]->kind == TERM_INT && list->slot[k]->kind == TERM_INT &&
                        list->slot[i]->number != list->slot[k]->number;
        return apart;
    }
    case LUD_difference_ints: return distinct(l, term_arg(t, SLOT_source));
    default: return false;
    }
}

/* The first list and what the others add to it. */
static Ir *united(Lower *l, const Term *const *list, uint32_t n, IrOp op, ListValue *f, void *data)
{
    Ir *all = n ? lower_over_list(l, list[0], op, f, data) : identity(l, op);
    for (uint32_t i = 1; i < n; i++) {
        Sieve s = {.f = f, .data = data, .other = list, .n = i, .in = false, .op = op};
        if (op == IR_OP_SUM && !distinct(l, list[i]))
            lower_unsupported(l, list[i], "a union with a list that may hold a number twice");
        all = combine(l, op, all, lower_over_list(l, list[i], op, sieve, &s));
    }
    return all;
}

static Ir *equals(Lower *l, Ir *x, void *data)
{
    return ir_op2(l->game, IR_OP_EQ, x, lw_copy(l, data));
}

/* What the number, a local, gives where it is in the list again: as often as it is there, less one. */
static Ir *once_less(Lower *l, const Term *list, IrOp op, ListValue *f, void *data, int number)
{
    int times = lw_new_local(l, "times", ir_int(0, MANY));
    Ir *again = f(l, lw_local(l, number), data), *more = ir_op2(l->game, IR_OP_GE, lw_local(l, times), lw_int(l, 2));
    if (op == IR_OP_SUM) {
        Ir *less = ir_op2(l->game, IR_OP_SUB, lw_local(l, times), lw_int(l, 1));
        again = ir_op2(l->game, IR_OP_MUL, again, less);
    }
    again = ir_op3(l->game, IR_OP_SELECT, more, again, identity(l, op));
    Ir *often = lower_over_list(l, list, IR_OP_SUM, equals, lw_local(l, number));
    return ir_k2(l->game, IR_OP_LETX, times, often, again);
}

/* The list without a number where it first has it: all others, and the number itself if
 * it is there again. */
static Ir *without_one(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    const Term *list = term_arg(t, SLOT_source);
    Ir *number = lower_int(l, term_arg(t, SLOT_int));
    int local = lw_new_local(l, "number", number->type);
    Sieve s = {.f = f, .data = data, .op = op, .number = lw_local(l, local)};
    Ir *left = lower_over_list(l, list, op, sieve, &s);
    if (!distinct(l, list))
        left = combine(l, op, left, once_less(l, list, op, f, data, local));
    return ir_k2(l->game, IR_OP_LETX, local, number, left);
}

/* As often as x is in the first list, less as often as it is in the second. */
static Ir *times_left(Lower *l, const Term *t, Ir *x)
{
    Ir *has = lower_times_in(l, term_arg(t, SLOT_source), x), *less = lower_times_in(l, term_arg(t, SLOT_subtract), x);
    return ir_op2(l->game, IR_OP_MAX, ir_op2(l->game, IR_OP_SUB, has, less), lw_int(l, 0));
}

/* How often is the number, a local, in the list? */
Ir *lower_times_in(Lower *l, const Term *list, Ir *x)
{
    if (list->id == LUD_difference_ints && term_arg(list, SLOT_subtract))
        return times_left(l, list, x);
    return lower_over_list(l, list, IR_OP_SUM, equals, x);
}

typedef struct {
    ListValue *f;
    void *data;
    const Term *difference;
    IrOp op;
} Left;

static Ir *if_left(Lower *l, Ir *x, void *data)
{
    const Left *left = data;
    int local = lw_new_local(l, "x", x->type);
    Ir *some = ir_op2(l->game, IR_OP_GT, times_left(l, left->difference, lw_local(l, local)), lw_int(l, 0));
    Ir *value = left->f(l, lw_local(l, local), left->data);
    value = ir_op3(l->game, IR_OP_SELECT, some, value, identity(l, left->op));
    return ir_k2(l->game, IR_OP_LETX, local, x, value);
}

/* Every number of the second list goes once from the first one. */
static Ir *without_all(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    const Term *list = term_arg(t, SLOT_source), *other = term_arg(t, SLOT_subtract);
    if (distinct(l, list)) {
        Sieve s = {.f = f, .data = data, .n = 1, .op = op, .other = &other};
        return lower_over_list(l, list, op, sieve, &s);
    }
    if (op == IR_OP_SUM)
        lower_unsupported(l, t, "the sum of a list that may hold a number twice, without another list");
    Left left = {f, data, t, op};
    return lower_over_list(l, list, op, if_left, &left);
}

static Ir *sieved(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    Sieve s = {.f = f, .data = data, .n = 1, .op = op};
    const Term *list = NULL, *other = NULL;
    switch (t->id) {
    case LUD_intersection_ints: /* those of the second list that the first has */
        list = term_arg(t, SLOT_b);
        other = term_arg(t, SLOT_a);
        s.in = true;
        break;
    case LUD_intersection_ints_list:
        list = term_arg(t, SLOT_arrays);
        if (list->n == 0)
            return identity(l, op);
        s.other = (const Term *const *)list->slot + 1;
        s.n = list->n - 1;
        s.in = true;
        return s.n ? lower_over_list(l, list->slot[0], op, sieve, &s) : lower_over_list(l, list->slot[0], op, f, data);
    default:
        return term_arg(t, SLOT_subtract) ? without_all(l, t, op, f, data) : without_one(l, t, op, f, data);
    }
    s.other = &other;
    return lower_over_list(l, list, op, sieve, &s);
}

Ir *lower_over_list(Lower *l, const Term *t, IrOp op, ListValue *f, void *data)
{
    switch (t->id) {
    case LUD_results: return results(l, t, op, f, data);
    case LUD_array_region: return over_set(l, op, lower_region(l, term_arg(t, SLOT_region)), f, data);
    case LUD_array_ints: return numbers(l, t, op, f, data);
    case LUD_values_remembered: return remembered(l, t, op, f, data);
    case LUD_sizes_group: return lower_over_groups(l, t, op, identity(l, op), f, data);
    case LUD_if_ints: {
        const Term *no = term_arg(t, SLOT_no);
        Ir *cond = lower_bool(l, term_arg(t, SLOT_cond));
        Ir *yes = lower_over_list(l, term_arg(t, SLOT_yes), op, f, data);
        return ir_op3(l->game, IR_OP_SELECT, cond, yes,
                      no ? lower_over_list(l, no, op, f, data) : identity(l, op));
    }
    case LUD_union_ints: {
        const Term *two[2] = {term_arg(t, SLOT_a), term_arg(t, SLOT_b)};
        return united(l, two, 2, op, f, data);
    }
    case LUD_union_ints_list: {
        const Term *list = term_arg(t, SLOT_arrays);
        return united(l, (const Term *const *)list->slot, list->n, op, f, data);
    }
    case LUD_intersection_ints: case LUD_intersection_ints_list: case LUD_difference_ints:
        return sieved(l, t, op, f, data);
    default: {
        Ir *players = t->kind == TERM_LUDEME ? lower_players_list(l, t) : NULL;
        if (players)
            return over_set(l, op, players, f, data);
        lower_unsupported(l, t, t->kind == TERM_LUDEME ? lud_row(t->id)->signature : "this list of numbers");
        return identity(l, op);
    }
    }
}

/* ---- what is asked ------------------------------------------------------------------------- */

static Ir *itself(Lower *l, Ir *x, void *data)
{
    (void)l;
    (void)data;
    return x;
}

static Ir *one(Lower *l, Ir *x, void *data)
{
    (void)x;
    (void)data;
    return lw_int(l, 1);
}

static Ir *as_site(Lower *l, Ir *x, void *data)
{
    (void)data;
    int sites = lw_dim_site(l).size;
    if (x->type.hi < sites)
        return ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, x);
    int local = lw_new_local(l, "x", x->type);
    Ir *in = ir_op2(l->game, IR_OP_LT, lw_local(l, local), lw_int(l, sites));
    Ir *bit = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, local));
    bit = ir_op3(l->game, IR_OP_SELECT, in, bit, identity(l, IR_OP_UNION));
    return ir_k2(l->game, IR_OP_LETX, local, x, bit);
}

Ir *lower_in_list(Lower *l, const Term *list, Ir *x)
{
    int field;
    if (list->id == LUD_values_remembered)
        return lw_has(l, x, lower_remembered(l, list, &field));
    if (list->id == LUD_array_region)
        return lw_has(l, x, lower_region(l, term_arg(list, SLOT_region)));
    return ir_op2(l->game, IR_OP_GT, lower_times_in(l, list, x), lw_int(l, 0));
}

Ir *lower_sites_of_list(Lower *l, const Term *list)
{
    return lower_over_list(l, list, IR_OP_UNION, as_site, NULL);
}

/* The sum; the largest or least number, -1 of an empty list. */
Ir *lower_sum_list(Lower *l, const Term *list, IrOp op)
{
    Ir *value = lower_over_list(l, list, op, itself, NULL);
    if (op == IR_OP_SUM)
        return value;
    int64_t none = op == IR_OP_MOST ? LEAST_OF_ALL : MOST_OF_ALL;
    if (value->type.lo > none && op == IR_OP_MOST)
        return value;
    int local = lw_new_local(l, "best", value->type);
    Ir *empty = ir_op2(l->game, IR_OP_EQ, lw_local(l, local), lw_int(l, none));
    Ir *known = ir_op3(l->game, IR_OP_SELECT, empty, lw_int(l, -1), lw_local(l, local));
    return ir_k2(l->game, IR_OP_LETX, local, value, known);
}

Ir *lower_int_array_value(Lower *l, const Term *t)
{
    const Term *list = term_arg(t, SLOT_array);
    Ir *index = lower_int(l, term_arg(t, SLOT_index));
    if (list->id == LUD_array_region)
        return ir_op2(l->game, IR_OP_NTH, lower_region(l, term_arg(list, SLOT_region)), index);
    if (list->id != LUD_array_ints)
        return lower_unsupported_int(l, t, "the number at a place of such a list");
    const Term *ints = term_arg(list, SLOT_ints);
    int local = lw_new_local(l, "index", index->type);
    Ir *value = lw_int(l, -1);
    for (uint32_t i = ints->n; i-- > 0;) {
        Ir *here = ir_op2(l->game, IR_OP_EQ, lw_local(l, local), lw_int(l, i));
        value = ir_op3(l->game, IR_OP_SELECT, here, lower_int(l, ints->slot[i]), value);
    }
    return ir_k2(l->game, IR_OP_LETX, local, index, value);
}

Ir *lower_int_count_value(Lower *l, const Term *t)
{
    Ir *value = lower_int(l, term_arg(t, SLOT_of));
    int local = lw_new_local(l, "value", value->type);
    Ir *times = lower_times_in(l, term_arg(t, SLOT_in), lw_local(l, local));
    return ir_k2(l->game, IR_OP_LETX, local, value, times);
}

Ir *lower_int_size_array(Lower *l, const Term *t)
{
    return lower_over_list(l, term_arg(t, SLOT_array), IR_OP_SUM, one, NULL);
}

Ir *lower_int_value(Lower *l, const Term *t)
{
    (void)t;
    return lw_copy(l, l->it.value);
}

static Ir *fails(Lower *l, Ir *x, void *data)
{
    Lower in = *l;
    int local = lw_new_local(l, "value", x->type);
    in.it.value = lw_local(l, local);
    Ir *not = ir_op1(l->game, IR_OP_NOT, lower_bool(&in, data));
    return ir_k2(l->game, IR_OP_LETX, local, x, not);
}

Ir *lower_bool_all_values(Lower *l, const Term *t)
{
    Ir *wrong = lower_over_list(l, term_arg(t, SLOT_array), IR_OP_SUM, fails, term_arg(t, SLOT_if));
    return ir_op2(l->game, IR_OP_EQ, wrong, lw_int(l, 0));
}

Ir *lower_among_numbers(Lower *l, const Term *t)
{
    const Term *region = term_arg(t, SLOT_region), *array = term_arg(t, SLOT_array), *sites = term_arg(t, SLOT_sites);
    bool numbers = region && term_is(region, LUD_sites_pending);
    if (!array && !numbers)
        return NULL;
    Ir *all = NULL;
    for (uint32_t i = 0; i < (sites ? sites->n : 1); i++) {
        const Term *one = sites ? sites->slot[i] : term_arg(t, SLOT_site);
        l->notes->unset_read |= !one && !l->it.to;
        Ir *x = one ? lower_int(l, one) : lw_copy(l, l->it.to);
        Ir *in = array ? lower_in_list(l, array, x) : lw_has(l, x, lower_pending(l));
        all = all ? ir_op2(l->game, IR_OP_AND, all, in) : in;
    }
    return all ? all : lw_int(l, 1);
}
