/* layout_facts.c - pass layout: which values a site can hold at a point of a
 * rule, from the domains and guards of its header and the writes so far. */
#include "ir/passes/layout.h"

#include <string.h>

#include "ir/core/tree.h"

ValueSet layout_one(const Layout *l, int64_t index)
{
    return l->coarse ? l->any : (ValueSet)1 << index;
}

bool layout_single(const Layout *l, ValueSet values, int *index)
{
    if (l->coarse || __builtin_popcountll(values) != 1)
        return false;
    *index = __builtin_ctzll(values);
    return true;
}

static ValueSet between(const Layout *l, int64_t lo, int64_t hi)
{
    ValueSet set = 0;
    for (int i = 0; i < l->nvalue; i++)
        if (l->lo + i >= lo && l->lo + i <= hi)
            set |= layout_one(l, i);
    return set;
}

/* What the site in a scalar field holds at the beginning of the turn. */
static ValueSet held_at_field(const Layout *l, int64_t field)
{
    ValueSet held = 0;
    if (!l->in_turn)
        return l->any;
    if (l->given >= 0)
        return l->turn_at[l->given][field];
    for (int m = 0; m < l->nmover; m++)
        held |= l->turn_at[m][field];
    return held;
}

ValueSet layout_held(const Layout *l, const Ir *site)
{
    if (site->op == IR_OP_GET && site->n == 0)
        return held_at_field(l, site->k);
    return site->op == IR_OP_LOCAL && (size_t)site->k < l->nlocal ? l->at[site->k]
                                                                  : l->any;
}

ValueSet layout_values(const Layout *l, const Ir *expr)
{
    ValueSet set = between(l, expr->type.lo, expr->type.hi);
    if (expr->op == IR_OP_LOCAL && (size_t)expr->k < l->nlocal)
        return set & l->value[expr->k];
    if (expr->op == IR_OP_GET && expr->k == l->field && expr->n == 1)
        return set & layout_held(l, expr->a[0]);
    if (expr->op == IR_OP_SELECT)
        return set & (layout_values(l, expr->a[1]) | layout_values(l, expr->a[2]));
    return set;
}

/* ---- sets -------------------------------------------------------------- */

static ValueSet where_in(const Layout *l, const Ir *node, bool *exact)
{
    ValueSet set = 0;
    int64_t in;
    if (l->coarse)
        return l->any;
    for (int i = 0; i < l->nvalue; i++) {
        Ir *has = ir_op2(l->game, IR_OP_HAS, ir_const(l->game, l->lo + i),
                         node->a[0]);
        if (!tree_int_value(l->game, has, -1, 0, &in))
            return l->any;
        if (in)
            set |= (ValueSet)1 << i;
    }
    *exact = true;
    return set;
}

ValueSet layout_members(const Layout *l, const Ir *set, bool *exact)
{
    bool ea = false, eb = false;
    ValueSet a = l->any, b = l->any;
    *exact = false;
    if (set->op == IR_OP_WHERE && set->k == l->field) {
        *exact = set->a[0]->op == IR_OP_INT && !l->coarse;
        return layout_values(l, set->a[0]);
    }
    if (set->op == IR_OP_WHEREIN && set->k == l->field)
        return where_in(l, set, exact);
    if (set->op != IR_OP_MAND && set->op != IR_OP_MOR && set->op != IR_OP_MDIFF &&
        set->op != IR_OP_MNOT && set->op != IR_OP_FILTER)
        return l->any;
    a = layout_members(l, set->a[0], &ea);
    if (set->op == IR_OP_FILTER)
        return a;
    if (set->op == IR_OP_MNOT) {
        *exact = ea;
        return ea ? l->any & ~a : l->any;
    }
    b = layout_members(l, set->a[1], &eb);
    *exact = ea && eb;
    if (set->op == IR_OP_MAND)
        return a & b;
    if (set->op == IR_OP_MOR)
        return a | b;
    return eb ? a & ~b : a;
}

/* ---- conditions -------------------------------------------------------- */

/* Does the condition read the value of exactly one site?  *found: the read. */
static bool reads_one_site(const Layout *l, const Ir *c, const Ir **found)
{
    if (c->op == IR_OP_GET && c->k == l->field && c->n == 1) {
        if (*found && !ir_equal(c, *found))
            return false;
        *found = c;
        return true;
    }
    for (int i = 0; i < c->n; i++)
        if (!reads_one_site(l, c->a[i], found))
            return false;
    return true;
}

static Ir *with_value(const Layout *l, const Ir *c, int64_t v)
{
    if (c->op == IR_OP_GET && c->k == l->field)
        return ir_const(l->game, v);
    Ir *fresh = arena_copy(l->game->arena, c, sizeof(Ir) + c->n * sizeof(Ir *));
    for (int i = 0; i < c->n; i++)
        fresh->a[i] = with_value(l, c->a[i], v);
    return fresh;
}

/* The values for which the condition has the given truth. */
static bool values_with(const Layout *l, const Ir *c, bool truth, ValueSet *set)
{
    for (int i = 0; i < l->nvalue; i++) {
        int64_t value;
        if (!tree_int_value(l->game, with_value(l, c, l->lo + i), -1, 0, &value))
            return false;
        if ((value != 0) == truth)
            *set |= (ValueSet)1 << i;
    }
    return true;
}

bool layout_condition(const Layout *l, const Ir *c, bool truth, const Ir **site,
                      ValueSet *set)
{
    const Ir *get = NULL;
    *set = 0;
    if (c->type.kind != IR_INT || l->coarse || !reads_one_site(l, c, &get) || !get)
        return false;
    *site = get->a[0];
    Arena *kept = l->game->arena; /* the trees that are tried are not */
    l->game->arena = arena_beside(l->game->arena);
    bool known = values_with(l, c, truth, set);
    arena_free(l->game->arena);
    l->game->arena = kept;
    return known;
}

static void learn_site(Layout *l, const Ir *site, ValueSet values)
{
    if (site->op == IR_OP_LOCAL && (size_t)site->k < l->nlocal)
        l->at[site->k] &= values;
}

void layout_learn(Layout *l, const Ir *c, bool truth)
{
    bool exact;
    ValueSet set;
    const Ir *site;
    if (c->op == IR_OP_NOT) {
        layout_learn(l, c->a[0], !truth);
        return;
    }
    if (c->op == (truth ? IR_OP_AND : IR_OP_OR)) {
        layout_learn(l, c->a[0], truth);
        layout_learn(l, c->a[1], truth);
        return;
    }
    if (c->op == IR_OP_HAS && c->a[0]->op == IR_OP_LOCAL) {
        set = layout_members(l, c->a[1], &exact);
        if (truth)
            learn_site(l, c->a[0], set);
        else if (exact)
            learn_site(l, c->a[0], l->any & ~set);
    } else if (layout_condition(l, c, truth, &site, &set)) {
        learn_site(l, site, set);
    }
}

/* ---- the state of knowledge -------------------------------------------- */

/* Facts are copied at every condition: with more locals than this, those behind are not followed. */
enum { MOST_LOCALS = 4000 };

void layout_begin(Layout *l, IrFn *fn)
{
    l->fn = fn;
    l->nlocal = fn->local.n < MOST_LOCALS ? fn->local.n : MOST_LOCALS;
    l->others = 0;
    l->at = ARENA_ARRAY(l->game->arena, ValueSet, l->nlocal + 1);
    l->value = ARENA_ARRAY(l->game->arena, ValueSet, l->nlocal + 1);
    for (size_t i = 0; i < l->nlocal; i++)
        l->value[i] = l->any;
    l->either = ARENA_ARRAY(l->game->arena, ValueSet, l->game->field.n + 1);
    layout_forget(l);
    l->holder = ARENA_ARRAY(l->game->arena, int64_t, l->game->field.n + 1);
    for (size_t g = 0; g < l->game->field.n; g++)
        l->holder[g] = HOLDER_OLD;
}

static ValueSet holds(const Layout *l, int64_t holder, ValueSet either, const ValueSet *at)
{
    if (holder == HOLDER_OFF)
        return 0;
    if (holder == HOLDER_EITHER)
        return either;
    return holder >= 0 && (size_t)holder < l->nlocal ? at[holder] : l->any;
}

ValueSet layout_holds(const Layout *l, size_t field)
{
    return holds(l, l->holder[field], l->either[field], l->at);
}

void layout_meet_holders(Layout *l, const int64_t *holder, const ValueSet *either,
                         const ValueSet *at)
{
    for (size_t g = 0; g < l->game->field.n; g++) {
        int64_t here = l->holder[g], there = holder[g];
        if (here == there && here != HOLDER_EITHER)
            continue;
        bool unknown = here == HOLDER_UNKNOWN || there == HOLDER_UNKNOWN ||
                       here == HOLDER_OLD || there == HOLDER_OLD;
        l->either[g] = unknown ? l->any
                               : layout_holds(l, g) | holds(l, there, either[g], at);
        l->holder[g] = unknown ? HOLDER_UNKNOWN : HOLDER_EITHER;
    }
}

ValueSet *layout_saved(const Layout *l, Arena *arena)
{
    return arena_copy(arena, l->at, (l->nlocal + 1) * sizeof *l->at);
}

void layout_restore(Layout *l, const ValueSet *saved)
{
    memcpy(l->at, saved, l->nlocal * sizeof *l->at);
}

void layout_meet(Layout *l, const ValueSet *other)
{
    for (size_t i = 0; i < l->nlocal; i++)
        l->at[i] |= other[i];
}

void layout_forget(Layout *l)
{
    for (size_t i = 0; i < l->nlocal; i++)
        l->at[i] = l->any;
    for (size_t g = 0; g < l->game->field.n; g++)
        l->either[g] = l->any;
}
