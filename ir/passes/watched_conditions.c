/* watched_conditions.c - where a change may make a condition hold, or fail. */
#include "ir/passes/watched_sites.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"

/* Unless the condition is as it is asked for already. */
static Ir *unless(Watch *w, const Ir *c, bool to, bool other, Ir *sites)
{
    if (other || sites->op == IR_OP_ALL)
        return sites;
    Ir *now = fold_node(w->of->game, watched_copy(w, c));
    return to ? watched_choose(w, now, watched_all(w), sites) : watched_choose(w, now, sites, watched_all(w));
}

/* a && b (hold), or a || b, which is the same of the opposites. */
static Ir *flip_pair(Watch *w, const Ir *c, bool to, bool other)
{
    const bool all = (c->op == IR_OP_AND) == to; /* both have to be as asked for: one that is not is enough */
    if (all) {
        Ir *rest = watched_flip(w, c->a[1], to, other), *first = watched_flip(w, c->a[0], to, true);
        Ir *now = watched_copy(w, c->a[0]);
        if (rest->op == IR_OP_ALL && first->op == IR_OP_NONE)
            return rest;
        return to ? watched_choose(w, now, rest, first) : watched_choose(w, now, first, rest);
    }
    Ir *first = watched_flip(w, c->a[0], to, true), *rest = watched_flip(w, c->a[1], to, other), *now = watched_copy(w, c->a[0]);
    Ir *both = watched_join(w, first, rest);
    if (other)
        return both;
    return to ? watched_choose(w, now, watched_all(w), both) : watched_choose(w, now, both, watched_all(w));
}

static Ir *flip_let(Watch *w, const Ir *let, bool to, bool other)
{
    IrGame *game = w->of->game;
    Ir *own = watched_copy(w, let);
    if (!watched_steady(w, own->a[0]) && own->a[0]->type.kind == IR_MASK)
        return watched_flip(w, tree_subst(game, w->fn, own->a[1], (int)own->k, own->a[0]), to, other);
    Ir *change = watched_change(w, own->a[0]);
    return watched_join(w, change, watched_name(w, own, watched_flip(w, own->a[1], to, other)));
}

static Ir *flip_with(Watch *w, const Ir *with, bool to, bool other)
{
    const bool before = w->assumed[with->k];
    const bool steady = watched_steady(w, with->a[0]);
    w->assumed[with->k] = steady;
    Ir *sites = watched_flip(w, with->a[1], to, other);
    w->assumed[with->k] = before;
    return sites->op == IR_OP_ALL || sites->op == IR_OP_NONE ? sites : ir_k2(w->of->game, IR_OP_WITH, with->k, watched_copy(w, with->a[0]), sites);
}

static Ir *flip_member(Watch *w, const Ir *has, bool to, bool other)
{
    IrGame *game = w->of->game;
    if (has->a[1]->type.space != w->of->space)
        return watched_all(w);
    Ir *one = ir_k1(game, IR_OP_BITOF, w->of->space, watched_copy(w, has->a[0]));
    Ir *sites = to ? watched_gain(w, has->a[1], one) : watched_loss(w, has->a[1], one);
    return unless(w, has, to, other, watched_join(w, watched_change(w, has->a[0]), sites));
}

/* A set of others than sites: the condition on one of them. */
static Ir *flip_one_of(Watch *w, const Ir *c, bool to, bool other)
{
    IrGame *game = w->of->game;
    const Ir *set = c->a[0];
    if (set->op != IR_OP_FILTER || !watched_steady(w, set->a[0]))
        return watched_all(w);
    Ir *own = watched_copy(w, set), *flips = watched_flip(w, own->a[1], to, true);
    if (!to)
        flips = watched_choose(w, watched_copy(w, own->a[1]), flips, watched_none(w));
    if (flips->op == IR_OP_ALL || flips->op == IR_OP_NONE)
        return unless(w, c, to, other, flips);
    return unless(w, c, to, other, ir_k2(game, IR_OP_UNION, own->k, own->a[0], flips));
}

Ir *watched_flip(Watch *w, const Ir *c, bool to, bool other)
{
    if (watched_steady(w, c))
        return unless(w, c, to, other, watched_none(w));
    switch (c->op) {
    case IR_OP_NOT: return watched_flip(w, c->a[0], !to, other);
    case IR_OP_AND:
    case IR_OP_OR: return flip_pair(w, c, to, other);
    case IR_OP_LETX: return flip_let(w, c, to, other);
    case IR_OP_WITH: return flip_with(w, c, to, other);
    case IR_OP_HAS: return flip_member(w, c, to, other);
    case IR_OP_ANY:
        if (c->a[0]->type.space != w->of->space)
            return flip_one_of(w, c, to, other);
        return unless(w, c, to, other, to ? watched_gain(w, c->a[0], NULL) : watched_loss(w, c->a[0], NULL));
    case IR_OP_EXISTS: return to ? watched_emits(w, c, other) : watched_all(w);
    case IR_OP_SELECT: {
        Ir *sites = watched_choose(w, watched_copy(w, c->a[0]), watched_flip(w, c->a[1], to, other), watched_flip(w, c->a[2], to, other));
        return watched_join(w, watched_change(w, c->a[0]), sites);
    }
    default: return unless(w, c, to, other, watched_change(w, c));
    }
}
