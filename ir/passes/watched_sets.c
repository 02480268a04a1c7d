/* watched_sets.c - where a change may add a member to a set, take one from it, or give a value another one.
 *
 * Each answer is a set of sites, found in the old state: as long as none of its members changes, what was asked about does not.  Of sets
 * that the field alone decides, site by site, a change matters at the site itself; a ray is longer behind the first site that stops it. */
#include "ir/passes/watched_sites.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"

Ir *watched_none(const Watch *w) { return ir_k0(w->of->game, IR_OP_NONE, w->of->space); }
Ir *watched_all(const Watch *w) { return ir_k0(w->of->game, IR_OP_ALL, w->of->space); }

Ir *watched_copy(const Watch *w, const Ir *e) { return tree_clone(w->of->game, w->fn, e); }

/* unit: what leaves the other one as it is; zero: what none is left beside. */
static Ir *combine(const Watch *w, IrOp op, IrOp unit, IrOp zero, Ir *a, Ir *b)
{
    if (a->op == unit || b->op == zero)
        return b;
    if (b->op == unit || a->op == zero || ir_equal(a, b))
        return a;
    return ir_op2(w->of->game, op, a, b);
}

Ir *watched_join(const Watch *w, Ir *a, Ir *b) { return combine(w, IR_OP_MOR, IR_OP_NONE, IR_OP_ALL, a, b); }
Ir *watched_meet(const Watch *w, Ir *a, Ir *b) { return combine(w, IR_OP_MAND, IR_OP_ALL, IR_OP_NONE, a, b); }

Ir *watched_choose(const Watch *w, Ir *c, Ir *a, Ir *b)
{
    if (c->op == IR_OP_INT)
        return c->k ? a : b;
    return ir_equal(a, b) ? a : ir_op3(w->of->game, IR_OP_SELECT, c, a, b);
}

Ir *watched_name(const Watch *w, const Ir *let, Ir *sites)
{
    const bool known = sites->op == IR_OP_ALL || sites->op == IR_OP_NONE;
    return known ? sites : ir_k2(w->of->game, IR_OP_LETX, let->k, let->a[0], sites);
}

/* The part of `within` that is in a set as well. */
static Ir *part(const Watch *w, const Ir *within, Ir *set)
{
    return within ? watched_meet(w, watched_copy(w, within), set) : set;
}

static Ir *changes_below(Watch *w, const Ir *e)
{
    Ir *sites = watched_none(w);
    for (int i = 0; i < e->n; i++)
        sites = watched_join(w, sites, watched_change(w, e->a[i]));
    return sites;
}

/* All that can ever be in the set, after moves of any kind. */
static Ir *hull(const Watch *w, const Ir *set)
{
    IrGame *game = w->of->game;
    if (set->type.space != w->of->space)
        return watched_all(w);
    if (watched_steady(w, set))
        return watched_copy(w, set);
    Ir *values = set->op == IR_OP_WHERE || set->op == IR_OP_WHEREIN ? watched_values(w, set, true) : NULL;
    if (values) {
        Ir *more = watched_choose(w, watched_leaves(w, WATCH_VACATED, ir_copy(game, values)), watched_all(w), watched_copy(w, set));
        return watched_choose(w, watched_leaves(w, WATCH_TAKEN, values), watched_all(w), more);
    }
    switch (set->op) {
    case IR_OP_MAND: return watched_meet(w, hull(w, set->a[0]), hull(w, set->a[1]));
    case IR_OP_MOR: return watched_join(w, hull(w, set->a[0]), hull(w, set->a[1]));
    case IR_OP_MDIFF:
    case IR_OP_FILTER: return hull(w, set->a[0]);
    case IR_OP_SLIDE:
        return watched_steady(w, set->a[0]) ? ir_op2(game, IR_OP_SLIDE, watched_copy(w, set->a[0]), watched_none(w)) : watched_all(w);
    default: return watched_all(w);
    }
}

/* Sites that a set which the field decides may gain, or lose. */
static Ir *by_values(const Watch *w, const Ir *set, Ir *values, bool gain, const Ir *within)
{
    IrGame *game = w->of->game;
    Ir *left = gain ? values : fold_node(game, ir_op1(game, IR_OP_MNOT, values));
    Ir *sites = part(w, within, gain ? hull(w, set) : watched_copy(w, set));
    return watched_choose(w, watched_leaves(w, w->kind, left), sites, watched_none(w));
}

/* --- rays --- */

/* Rays become longer where the site that stops one is given free.  A move vacates one site at most; where none of its other sites is given
 * free, either, only rays count that then come to `within`. */
static Ir *slide_gain(Watch *w, const Ir *slide, const Ir *within)
{
    IrGame *game = w->of->game;
    Ir *stops = watched_values(w, slide->a[1], false);
    if (!stops)
        return watched_join(w, watched_change(w, slide->a[0]), watched_change(w, slide->a[1]));
    Ir *free = fold_node(game, ir_op1(game, IR_OP_MNOT, stops));
    Ir *more_than_one = w->kind == WATCH_TAKEN ? ir_const(game, 1) : watched_leaves(w, WATCH_TAKEN, ir_copy(game, free));
    Ir *ends = ir_op2(game, IR_OP_MAND, watched_copy(w, slide), watched_copy(w, slide->a[1]));
    const int x = ir_local_add(game, w->fn, "stop", ir_site(game, w->of->space));
    Ir *without = ir_op2(game, IR_OP_MDIFF, watched_copy(w, slide->a[1]), ir_k1(game, IR_OP_BITOF, w->of->space, ir_local(game, w->fn, x)));
    Ir *more = ir_op2(game, IR_OP_SLIDE, watched_copy(w, slide->a[0]), without);
    more = within ? part(w, within, more) : ir_op2(game, IR_OP_MDIFF, more, watched_copy(w, slide));
    Ir *behind = ir_k2(game, IR_OP_FILTER, x, ends, ir_op1(game, IR_OP_ANY, more));
    Ir *sites = watched_choose(w, more_than_one, watched_copy(w, ends), behind);
    return watched_join(w, watched_choose(w, watched_leaves(w, w->kind, free), sites, watched_none(w)), watched_change(w, slide->a[0]));
}

static Ir *slide_loss(Watch *w, const Ir *slide)
{
    Ir *stops = watched_values(w, slide->a[1], true);
    if (!stops)
        return watched_join(w, watched_change(w, slide->a[0]), watched_change(w, slide->a[1]));
    Ir *sites = watched_choose(w, watched_leaves(w, w->kind, stops), watched_copy(w, slide), watched_none(w));
    return watched_join(w, sites, watched_change(w, slide->a[0]));
}

/* --- sets --- */

static Ir *moved(Watch *w, const Ir *set, const Ir *within, bool gain);

static Ir *moved_let(Watch *w, const Ir *let, const Ir *within, bool gain)
{
    IrGame *game = w->of->game;
    Ir *own = watched_copy(w, let);
    if (!watched_steady(w, own->a[0]) && own->a[0]->type.kind == IR_MASK)
        return moved(w, tree_subst(game, w->fn, own->a[1], (int)own->k, own->a[0]), within, gain);
    Ir *change = watched_change(w, own->a[0]);
    return watched_join(w, change, watched_name(w, own, moved(w, own->a[1], within, gain)));
}

/* Members of which it depends on a condition. */
static Ir *moved_filter(Watch *w, const Ir *filter, const Ir *within, bool gain)
{
    IrGame *game = w->of->game;
    Ir *own = watched_copy(w, filter), *members = moved(w, own->a[0], within, gain);
    if (watched_steady(w, own->a[1]))
        return members;
    Ir *flips = watched_flip(w, own->a[1], gain, true);
    flips = watched_choose(w, watched_copy(w, own->a[1]), gain ? watched_none(w) : flips, gain ? ir_copy(game, flips) : watched_none(w));
    return watched_join(w, members, ir_k2(game, IR_OP_UNION, own->k, part(w, within, watched_copy(w, own->a[0])), flips));
}

static Ir *moved_choice(Watch *w, const Ir *e, const Ir *within, bool gain)
{
    Ir *sites = watched_choose(w, watched_copy(w, e->a[0]), moved(w, e->a[1], within, gain), moved(w, e->a[2], within, gain));
    return watched_join(w, watched_change(w, e->a[0]), sites);
}

/* Sites that hold something else in another array of sites. */
static Ir *elsewhere(Watch *w, const Ir *where, const Ir *within, bool gain)
{
    if (w->of->game->field.at[where->k].dim.space != w->of->space || !watched_steady(w, where->a[0]))
        return watched_all(w);
    return part(w, within, gain ? watched_all(w) : watched_copy(w, where));
}

static Ir *within_image(const Watch *w, const Ir *map, const Ir *within)
{
    return within ? ir_op2(w->of->game, IR_OP_IMAGE, watched_copy(w, within), ir_copy(w->of->game, map)) : NULL;
}

/* A member that comes to both is in the other one afterwards; one that goes needs to leave only one of them. */
static Ir *moved_both(Watch *w, const Ir *e, const Ir *within, bool gain)
{
    Ir *a = gain ? part(w, within, hull(w, e->a[1])) : (Ir *)within, *b = gain ? part(w, within, hull(w, e->a[0])) : (Ir *)within;
    return watched_join(w, moved(w, e->a[0], a, gain), moved(w, e->a[1], b, gain));
}

static Ir *moved_difference(Watch *w, const Ir *e, const Ir *within, bool gain)
{
    Ir *left = part(w, within, gain ? hull(w, e->a[0]) : watched_copy(w, e->a[0]));
    return watched_join(w, moved(w, e->a[0], within, gain), moved(w, e->a[1], left, !gain));
}

/* Members that come (gain), or go. */
static Ir *moved(Watch *w, const Ir *set, const Ir *within, bool gain)
{
    if (watched_steady(w, set))
        return watched_none(w);
    if (set->type.space != w->of->space)
        return watched_all(w);
    Ir *values = watched_values(w, set, gain);
    if (values)
        return by_values(w, set, values, gain, within);
    switch (set->op) {
    case IR_OP_MAND: return moved_both(w, set, within, gain);
    case IR_OP_MOR: return watched_join(w, moved(w, set->a[0], within, gain), moved(w, set->a[1], within, gain));
    case IR_OP_MDIFF: return moved_difference(w, set, within, gain);
    case IR_OP_MNOT: return moved(w, set->a[0], within, !gain);
    case IR_OP_SLIDE: return gain ? slide_gain(w, set, within) : slide_loss(w, set);
    case IR_OP_LETX: return moved_let(w, set, within, gain);
    case IR_OP_FILTER: return moved_filter(w, set, within, gain);
    case IR_OP_SELECT: return moved_choice(w, set, within, gain);
    case IR_OP_WHERE:
    case IR_OP_WHEREIN: return elsewhere(w, set, within, gain);
    case IR_OP_PREIMAGE: return moved(w, set->a[0], within_image(w, set->a[1], within), gain);
    case IR_OP_TAB:
    case IR_OP_BITOF: return changes_below(w, set);
    case IR_OP_CALL: return watched_emits(w, set, false);
    default: return watched_all(w);
    }
}

Ir *watched_gain(Watch *w, const Ir *set, const Ir *within) { return moved(w, set, within, true); }
Ir *watched_loss(Watch *w, const Ir *set, const Ir *within) { return moved(w, set, within, false); }

/* --- values --- */

/* An element of an array of sites: the site. */
static Ir *element(Watch *w, const Ir *get)
{
    const IrField *field = &w->of->game->field.at[get->k];
    if (get->n != 1 || field->dim.space != w->of->space)
        return watched_all(w);
    Ir *site = ir_k1(w->of->game, IR_OP_BITOF, w->of->space, watched_copy(w, get->a[0]));
    return watched_join(w, watched_change(w, get->a[0]), site);
}

static Ir *change_let(Watch *w, const Ir *let)
{
    Ir *own = watched_copy(w, let), *change = watched_change(w, own->a[0]);
    return watched_join(w, change, watched_name(w, own, watched_change(w, own->a[1])));
}

Ir *watched_change(Watch *w, const Ir *e)
{
    if (watched_steady(w, e))
        return watched_none(w);
    if (e->type.kind == IR_MASK && e->op != IR_OP_TAB && e->op != IR_OP_LETX)
        return watched_join(w, watched_gain(w, e, NULL), watched_loss(w, e, NULL));
    Ir *a;
    switch (e->op) {
    case IR_OP_GET: return element(w, e);
    case IR_OP_CALL: return watched_emits(w, e, false);
    case IR_OP_AND:
        a = watched_change(w, e->a[0]);
        return watched_join(w, a, watched_choose(w, watched_copy(w, e->a[0]), watched_change(w, e->a[1]), watched_none(w)));
    case IR_OP_OR:
        a = watched_change(w, e->a[0]);
        return watched_join(w, a, watched_choose(w, watched_copy(w, e->a[0]), watched_none(w), watched_change(w, e->a[1])));
    case IR_OP_SELECT:
        a = watched_change(w, e->a[0]);
        return watched_join(w, a, watched_choose(w, watched_copy(w, e->a[0]), watched_change(w, e->a[1]), watched_change(w, e->a[2])));
    case IR_OP_LETX: return change_let(w, e);
    default: {
        const IrOpInfo *info = ir_op_info(e->op);
        const bool plain = !(info->does & (IR_CALLS | IR_BINDS | IR_ASSUMES | IR_AHEAD | IR_PLAYS)) && e->op != IR_OP_LOCAL && info->names != IR_NAMES_FIELD;
        return plain ? changes_below(w, e) : watched_all(w);
    }
    }
}
