/* watched_conditions.c - where a change may make a condition hold, or fail. */
#include "ir/passes/watched_sites.h"

#include "ir/core/tree.h"
#include "ir/fold/fold.h"

/* Unless the condition is as it is asked for already. */
static Ir *unless(Watch *w, const Ir *c, bool to, bool other, Ir *sites)
{
    if (other || sites->op == IR_OP_ALL)
        return sites;
    Ir *now = fold_node(w->of->game, watch_copy(w, c));
    return to ? watch_choose(w, now, watch_all(w), sites) : watch_choose(w, now, sites, watch_all(w));
}

/* a && b (hold), or a || b, which is the same of the opposites. */
static Ir *flip_pair(Watch *w, const Ir *c, bool to, bool other)
{
    const bool all = (c->op == IR_OP_AND) == to; /* both have to be as asked for: one that is not is enough */
    if (all) {
        Ir *rest = watch_flip(w, c->a[1], to, other), *first = watch_flip(w, c->a[0], to, true);
        Ir *now = watch_copy(w, c->a[0]);
        if (rest->op == IR_OP_ALL && first->op == IR_OP_NONE)
            return rest;
        return to ? watch_choose(w, now, rest, first) : watch_choose(w, now, first, rest);
    }
    Ir *first = watch_flip(w, c->a[0], to, true), *rest = watch_flip(w, c->a[1], to, other), *now = watch_copy(w, c->a[0]);
    Ir *both = watch_join(w, first, rest);
    if (other)
        return both;
    return to ? watch_choose(w, now, watch_all(w), both) : watch_choose(w, now, both, watch_all(w));
}

static Ir *flip_let(Watch *w, const Ir *let, bool to, bool other)
{
    IrGame *game = w->of->game;
    Ir *own = watch_copy(w, let);
    if (!watch_steady(w, own->a[0]) && own->a[0]->type.kind == IR_MASK)
        return watch_flip(w, tree_subst(game, w->fn, own->a[1], (int)own->k, own->a[0]), to, other);
    Ir *change = watch_change(w, own->a[0]);
    return watch_join(w, change, ir_k2(game, IR_OP_LETX, own->k, own->a[0], watch_flip(w, own->a[1], to, other)));
}

static Ir *flip_with(Watch *w, const Ir *with, bool to, bool other)
{
    const bool before = w->assumed[with->k];
    const bool steady = watch_steady(w, with->a[0]);
    w->assumed[with->k] = steady;
    Ir *sites = watch_flip(w, with->a[1], to, other);
    w->assumed[with->k] = before;
    return sites->op == IR_OP_ALL || sites->op == IR_OP_NONE ? sites : ir_k2(w->of->game, IR_OP_WITH, with->k, watch_copy(w, with->a[0]), sites);
}

static Ir *flip_member(Watch *w, const Ir *has, bool to, bool other)
{
    IrGame *game = w->of->game;
    if (has->a[1]->type.space != w->of->space)
        return watch_all(w);
    Ir *one = ir_k1(game, IR_OP_BITOF, w->of->space, watch_copy(w, has->a[0]));
    Ir *sites = to ? watch_gain(w, has->a[1], one) : watch_loss(w, has->a[1], one);
    return unless(w, has, to, other, watch_join(w, watch_change(w, has->a[0]), sites));
}

/* A set of others than sites: the condition on one of them. */
static Ir *flip_one_of(Watch *w, const Ir *c, bool to, bool other)
{
    IrGame *game = w->of->game;
    const Ir *set = c->a[0];
    if (set->op != IR_OP_FILTER || !watch_steady(w, set->a[0]))
        return watch_all(w);
    Ir *own = watch_copy(w, set), *flips = watch_flip(w, own->a[1], to, true);
    if (!to)
        flips = watch_choose(w, watch_copy(w, own->a[1]), flips, watch_none(w));
    if (flips->op == IR_OP_ALL || flips->op == IR_OP_NONE)
        return unless(w, c, to, other, flips);
    return unless(w, c, to, other, ir_k2(game, IR_OP_UNION, own->k, own->a[0], flips));
}

Ir *watch_flip(Watch *w, const Ir *c, bool to, bool other)
{
    if (watch_steady(w, c))
        return unless(w, c, to, other, watch_none(w));
    switch (c->op) {
    case IR_OP_NOT: return watch_flip(w, c->a[0], !to, other);
    case IR_OP_AND:
    case IR_OP_OR: return flip_pair(w, c, to, other);
    case IR_OP_LETX: return flip_let(w, c, to, other);
    case IR_OP_WITH: return flip_with(w, c, to, other);
    case IR_OP_HAS: return flip_member(w, c, to, other);
    case IR_OP_ANY:
        if (c->a[0]->type.space != w->of->space)
            return flip_one_of(w, c, to, other);
        return unless(w, c, to, other, to ? watch_gain(w, c->a[0], NULL) : watch_loss(w, c->a[0], NULL));
    case IR_OP_EXISTS: return to ? watch_emits(w, c, other) : watch_all(w);
    case IR_OP_SELECT: {
        Ir *sites = watch_choose(w, watch_copy(w, c->a[0]), watch_flip(w, c->a[1], to, other), watch_flip(w, c->a[2], to, other));
        return watch_join(w, watch_change(w, c->a[0]), sites);
    }
    default: return unless(w, c, to, other, watch_change(w, c));
    }
}
