/* ray_fill.c - pass ray_fill: conditions on what is met along rays, as sets.
 *
 *     any(slide($ray[3][%x], %stop) & %goal)              sees($ray[3], %stop, %goal)
 *     any(union(%w in %ways : ..$ray[%w][%x]..))    ->    union(%w in %ways : ..$ray[%w]..)
 *     any(select(%c, a, b) & %goal)                       both cases, cut by where %c holds
 *
 * in filter(%x in .. : ..).  Only for rays that are the same step
 * again and again (ir/analysis/ray_shifts.h): for those, all sites are asked at once as cheaply as a few.
 * After loops_to_sets, which leaves such conditions in filters.  Needs `flatten`, breaks nothing. */
#include "ir/fold/fold.h"
#include "ir/passes/set_of_condition.h"
#include "ir/passes/pass.h"
#include "ir/core/tree.h"
#include "ir/analysis/ray_shifts.h"

enum { MAX_COPIED = 60, MAX_STATES = 12 };

typedef struct {
    IrGame *game;
    IrFn *fn;
    int local, space;
    int depth;
} Sights;

/* { x : any(e & goal) }; goal may be NULL, then it is everything.  NULL: not known. */
static Ir *meeting_sites(Sights *s, const Ir *e, const Ir *goal);

static bool depends(const Sights *s, const Ir *e)
{
    return ir_uses_local(e, s->local);
}

static Ir *fold2(Sights *s, IrOp op, Ir *a, Ir *b)
{
    return a && b ? fold_node(s->game, ir_op2(s->game, op, a, b)) : NULL;
}

static Ir *copy(Sights *s, const Ir *e)
{
    return ir_copy(s->game, e);
}

/* The goal cut by a set. */
static Ir *cut(Sights *s, const Ir *goal, const Ir *by, bool without)
{
    if (!goal && !without)
        return copy(s, by);
    if (!goal)
        return ir_op1(s->game, IR_OP_MNOT, copy(s, by));
    return ir_op2(s->game, without ? IR_OP_MDIFF : IR_OP_MAND, copy(s, goal), copy(s, by));
}

static Ir *steady(Sights *s, const Ir *e, const Ir *goal)
{
    Ir *met = ir_op1(s->game, IR_OP_ANY, goal ? ir_op2(s->game, IR_OP_MAND, copy(s, e), copy(s, goal)) : copy(s, e));
    return fold_node(s->game, ir_op3(s->game, IR_OP_SELECT, met, ir_k0(s->game, IR_OP_ALL, s->space),
                                     ir_k0(s->game, IR_OP_NONE, s->space)));
}

/* Is the goal, or a part of it that it is cut by, the complement of the blockers?  Then the
 * first site decides.  Only for goals that are the complement: no more is asked. */
static bool first_decides(const Ir *stop, const Ir *goal)
{
    return (stop->op == IR_OP_MNOT && ir_equal(stop->a[0], goal)) ||
           (goal->op == IR_OP_MNOT && ir_equal(goal->a[0], stop)) || goal->op == IR_OP_ALL;
}

static Ir *along_rays(Sights *s, const Ir *e, const Ir *goal)
{
    const Ir *ray = e->a[0], *stop = e->a[1];
    const IrTable *t = &s->game->table.at[ray->k];
    IrSteps steps;
    int last = ray->n - 1;
    if (last < 0 || ray->n != t->ndim - 1 || ray->a[last]->op != IR_OP_LOCAL || ray->a[last]->k != s->local ||
        t->dim[last].space != s->space || depends(s, stop))
        return NULL;
    for (int i = 0; i < last; i++)
        if (depends(s, ray->a[i]))
            return NULL;
    if (!ir_steps(s->game->arena, s->game, (int)ray->k, &steps))
        return NULL;
    Ir *index = copy(s, ray);
    Ir *slice = ir_tab(s->game, (int)ray->k, last, index->a);
    int sites = t->elem.space;
    Ir *to = goal ? fold_tree(s->game, s->fn, copy(s, goal)) : ir_k0(s->game, IR_OP_ALL, sites);
    Ir *until = first_decides(stop, to) ? ir_k0(s->game, IR_OP_ALL, sites) : copy(s, stop);
    return ir_op3(s->game, IR_OP_RAY_SEES, slice, until, to);
}

static Ir *chosen(Sights *s, const Ir *e, const Ir *goal)
{
    Ir *on = maskof_rays(s->game, s->fn, s->local, s->space, e->a[0]);
    Ir *yes = on ? meeting_sites(s, e->a[1], goal) : NULL;
    Ir *no = yes ? meeting_sites(s, e->a[2], goal) : NULL;
    if (!no)
        return NULL;
    return fold2(s, IR_OP_MOR, fold2(s, IR_OP_MAND, copy(s, on), yes), fold2(s, IR_OP_MDIFF, no, on));
}

/* let(%v = value : body): a value that is the same for all members stays a name. */
static Ir *named(Sights *s, const Ir *e, const Ir *goal)
{
    if (!depends(s, e->a[0])) {
        Ir *body = meeting_sites(s, e->a[1], goal);
        return body ? ir_k2(s->game, IR_OP_LETX, e->k, copy(s, e->a[0]), body) : NULL;
    }
    if (tree_size(e->a[0]) * tree_reads(e->a[1], (int)e->k) > MAX_COPIED)
        return NULL;
    Ir *body = tree_subst(s->game, s->fn, e->a[1], (int)e->k, e->a[0]);
    return meeting_sites(s, fold_tree(s->game, s->fn, tree_clone(s->game, s->fn, body)), goal);
}

static Ir *intersected(Sights *s, const Ir *e, const Ir *goal)
{
    if (!depends(s, e->a[1]))
        return meeting_sites(s, e->a[0], cut(s, goal, e->a[1], e->op == IR_OP_MDIFF));
    if (e->op == IR_OP_MAND && !depends(s, e->a[0]))
        return meeting_sites(s, e->a[1], cut(s, goal, e->a[0], false));
    return NULL;
}

static Ir *form_of(Sights *s, const Ir *e, const Ir *goal)
{
    switch (e->op) {
    case IR_OP_MAND: case IR_OP_MDIFF:
        return intersected(s, e, goal);
    case IR_OP_MOR: {
        Ir *a = meeting_sites(s, e->a[0], goal);
        return a ? fold2(s, IR_OP_MOR, a, meeting_sites(s, e->a[1], goal)) : NULL;
    }
    case IR_OP_UNION: {
        Ir *body = depends(s, e->a[0]) ? NULL : meeting_sites(s, e->a[1], goal);
        return body ? ir_k2(s->game, IR_OP_UNION, e->k, copy(s, e->a[0]), body) : NULL;
    }
    case IR_OP_SELECT:
        return chosen(s, e, goal);
    case IR_OP_LETX:
        return named(s, e, goal);
    case IR_OP_SLIDE:
        return along_rays(s, e, goal);
    default:
        return NULL;
    }
}

static Ir *meeting_sites(Sights *s, const Ir *e, const Ir *goal)
{
    if (e->type.kind != IR_MASK || s->depth >= MAX_STATES)
        return NULL;
    if (e->op == IR_OP_NONE)
        return ir_k0(s->game, IR_OP_NONE, s->space);
    if (!depends(s, e))
        return steady(s, e, goal);
    s->depth++;
    Ir *set = form_of(s, e, goal);
    s->depth--;
    return set;
}

Ir *maskof_sights(IrGame *game, IrFn *fn, int local, int space, const Ir *set)
{
    if (!tree_has_op(set, IR_OP_SLIDE))
        return NULL;
    Sights s = {game, fn, local, space, 0};
    return meeting_sites(&s, set, NULL);
}

/* ---- the pass ---------------------------------------------------------- */

/* The members of `set` that meet the condition, a part of it at a time. */
static Ir *cut_by(IrGame *game, IrFn *fn, int local, Ir *set, Ir *condition, Ir **rest)
{
    if (condition->op == IR_OP_AND) {
        set = cut_by(game, fn, local, set, condition->a[0], rest);
        return cut_by(game, fn, local, set, condition->a[1], rest);
    }
    Ir *m = tree_has_op(condition, IR_OP_SLIDE)
                ? maskof_rays(game, fn, local, set->type.space, condition) : NULL;
    if (m)
        return ir_op2(game, IR_OP_MAND, set, m);
    *rest = *rest ? ir_op2(game, IR_OP_AND, *rest, condition) : condition;
    return set;
}

static Ir *sights_visit(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    const IrPass *pass = data;
    Ir *rest = NULL;
    if (node->op != IR_OP_FILTER || !tree_has_op(node->a[1], IR_OP_SLIDE))
        return node;
    Ir *set = cut_by(game, fn, (int)node->k, node->a[0], node->a[1], &rest);
    if (set == node->a[0])
        return node;
    ir_pass_remark(pass, fn->at, "%s: what rays meet is asked of all sites at once", fn->name);
    return fold_tree(game, fn, rest ? ir_k2(game, IR_OP_FILTER, node->k, set, rest) : set);
}

bool ir_pass_ray_fill(IrPass *pass)
{
    bool changed = false;
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        IrFn *fn = pass->game->fn.at[i];
        TreeSlot *slot;
        size_t n = tree_slots(pass->game, fn, &slot);
        for (size_t j = 0; j < n; j++) {
            Ir *old = *slot[j].slot;
            *slot[j].slot = ir_rewrite(pass->game, fn, old, sights_visit, pass);
            changed = changed || !ir_equal(old, *slot[j].slot);
        }
    }
    return changed;
}
