/* folds.c - what is gathered over the members of a set: loops with a variable.
 *
 * Each is a function that is written in place of its call.  What the body reads of the function around
 * it comes as parameters. */
#include "ir/lower/lower_impl.h"

#include "ir/analysis/shape.h"

typedef struct {
    Low *l;
    LowWriter w;
    const Ir *e;
    Ir **arg; /* the set, and what the body reads of its place */
    int narg;
    Ir **map; /* by local of the place: its name in the function */
    Ir *body; /* of a member */
    int set, member;
} Fold;

static void mark_bound(const Ir *e, bool *within)
{
    if (ir_gives_local(e))
        within[e->k] = true;
    for (int i = 0; i < e->n; i++)
        mark_bound(e->a[i], within);
}

/* What the body reads of its place becomes parameters. */
static void bring(Fold *fold, const Ir *e, const bool *within)
{
    if (e->op == IR_OP_LOCAL && !within[e->k] && !fold->map[e->k]) {
        const IrLocal *own = &fold->l->fn->local.at[e->k];
        fold->map[e->k] = low_get(&fold->w, low_param(&fold->w, own->name, own->type));
        fold->arg[fold->narg++] = ir_copy(fold->w.game, e);
    }
    for (int i = 0; i < e->n; i++)
        bring(fold, e->a[i], within);
}

/* Begins the function for fold e: its parameters and the body of its loop; `numbers`: the set is none of them. */
static Fold begin_over(Low *l, Ir *e, const char *stem, IrType ret, bool numbers)
{
    IrGame *game = l->game;
    Ir *set = numbers ? NULL : low_tree(l, e->a[0]), *body = low_tree(l, e->a[1]);
    const size_t n = l->fn->local.n;
    Fold fold = {.l = l, .w = low_begin(l, stem, ret, IR_HINT_INLINE), .e = e};
    bool *within = ARENA_ARRAY(game->arena, bool, n + 1);
    fold.arg = ARENA_ARRAY(game->arena, Ir *, n + 1);
    fold.map = ARENA_ARRAY(game->arena, Ir *, n + 1);
    if (set) {
        fold.set = low_param(&fold.w, "all", set->type);
        fold.arg[fold.narg++] = set;
    }
    within[e->k] = true;
    mark_bound(body, within);
    bring(&fold, body, within);
    for (size_t i = 0; i < n; i++)
        if (within[i])
            fold.map[i] = low_get(&fold.w, ir_local_add(game, fold.w.fn, l->fn->local.at[i].name, l->fn->local.at[i].type));
    fold.member = (int)fold.map[e->k]->k;
    fold.body = tree_remap(game, body, fold.map);
    return fold;
}

static Fold begin(Low *l, Ir *e, const char *stem, IrType ret)
{
    return begin_over(l, e, stem, ret, false);
}

static Ir *end(Fold *fold)
{
    Ir *call = ir_call(fold->w.game, IR_OP_CALL, low_end(&fold->w), fold->narg, fold->arg);
    call->at = fold->e->at;
    fold->l->changed = true;
    return call;
}

static void for_each(Fold *fold, Ir *outer)
{
    low_for(&fold->w, outer, fold->member, low_get(&fold->w, fold->set));
}

static Ir *bit(const Fold *fold)
{
    return low_bit(&fold->w, fold->w.fn->local.at[fold->set].type.space, fold->member);
}

/* any(filter(x in a : c)): up to the first x. */
static Ir *some(Low *l, Ir *filter)
{
    Fold fold = begin(l, filter, "some", ir_bit());
    Ir *outer = low_open(&fold.w), *test = low_open(&fold.w);
    low_ret(&fold.w, ir_const(l->game, 1));
    low_if(&fold.w, test, fold.body);
    for_each(&fold, outer);
    low_ret(&fold.w, ir_const(l->game, 0));
    return end(&fold);
}

/* The bit joins m where the condition holds: in sets of one word without a branch. */
static void gather_bit(LowWriter *w, int m, Ir *condition, Ir *one)
{
    const int space = one->type.space;
    if (ir_words(w->game, space) == 1) {
        low_set(w, m, low_or(w, low_get(w, m), ir_op3(w->game, IR_OP_SELECT, condition, one, ir_k0(w->game, IR_OP_NONE, space))));
        return;
    }
    Ir *test = low_open(w);
    low_set(w, m, low_or(w, low_get(w, m), one));
    low_if(w, test, condition);
}

static Ir *filter(Low *l, Ir *e)
{
    Fold fold = begin(l, e, "filter", e->type);
    LowWriter *w = &fold.w;
    const int m = low_var(w, "m", e->type, ir_k0(l->game, IR_OP_NONE, e->type.space));
    Ir *outer = low_open(w);
    gather_bit(w, m, fold.body, bit(&fold));
    for_each(&fold, outer);
    low_ret(w, low_get(w, m));
    return end(&fold);
}

/* Sums and unions. */
static Ir *sum(Low *l, Ir *e, const char *stem, IrOp op, Ir *none)
{
    Fold fold = begin(l, e, stem, e->type);
    const int all = low_var(&fold.w, "sum", e->type, none);
    Ir *outer = low_open(&fold.w);
    low_set(&fold.w, all, ir_op2(l->game, op, low_get(&fold.w, all), fold.body));
    for_each(&fold, outer);
    low_ret(&fold.w, low_get(&fold.w, all));
    return end(&fold);
}

Ir *low_union(Low *l, Ir *e, int n)
{
    Fold fold = begin_over(l, e, "union", e->type, true);
    const int all = low_var(&fold.w, "sum", e->type, ir_k0(l->game, IR_OP_NONE, e->type.space));
    Ir *outer = low_open(&fold.w);
    low_set(&fold.w, all, low_or(&fold.w, low_get(&fold.w, all), fold.body));
    low_range(&fold.w, outer, fold.member, ir_const(l->game, n));
    low_ret(&fold.w, low_get(&fold.w, all));
    return end(&fold);
}

static Ir *best(Low *l, Ir *e)
{
    const bool least = e->op == IR_OP_LEAST;
    Fold fold = begin(l, e, least ? "least" : "most", e->type);
    LowWriter *w = &fold.w;
    const int found = low_var(w, "best", e->type, ir_const(l->game, least ? 1000000000 : -1000000000));
    Ir *outer = low_open(w);
    const int x = low_let(w, "here", fold.body);
    Ir *test = low_open(w);
    low_set(w, found, low_get(w, x));
    low_if(w, test, ir_op2(l->game, least ? IR_OP_LT : IR_OP_GT, low_get(w, x), low_get(w, found)));
    for_each(&fold, outer);
    low_ret(w, low_get(w, found));
    return end(&fold);
}

/* The entries of a field that lie in a set: one function a field. */
static int need_where_in(Low *l, const Ir *e)
{
    IrGame *game = l->game;
    const IrField *field = &game->field.at[e->k];
    const IrType set = e->a[0]->type;
    const char *key = arena_printf(game->arena, "where_%s_in_%s", field->name, game->space.at[set.space].name);
    const int made = low_find(l, key), n = (int)field->n;
    if (made >= 0)
        return made;
    LowWriter w = low_begin(l, key, e->type, IR_HINT_NONE);
    const int values = low_param(&w, "values", set), m = low_var(&w, "m", e->type, ir_k0(game, IR_OP_NONE, e->type.space));
    const int at = ir_local_add(game, w.fn, "at", ir_int(0, n - 1));
    Ir *outer = low_open(&w), *in = low_in(&w, ir_get(game, (int)e->k, low_get(&w, at)), low_get(&w, values));
    gather_bit(&w, m, in, low_bit(&w, e->type.space, at));
    low_range(&w, outer, at, ir_const(game, n));
    low_ret(&w, low_get(&w, m));
    return low_made(l, key, low_end(&w));
}

static Ir *where_in(Low *l, Ir *e)
{
    LowArgs args = {.n = 0};
    low_arg(l, &args, e->a[0]);
    return low_call(l, e, need_where_in(l, e), &args);
}

Ir *low_folds(Low *l, Ir *e)
{
    Ways ways;
    switch (e->op) {
    case IR_OP_ANY: return e->a[0]->op == IR_OP_FILTER ? some(l, e->a[0]) : NULL;
    case IR_OP_FILTER: return filter(l, e);
    case IR_OP_SUM: return sum(l, e, "sum", IR_OP_ADD, ir_const(l->game, 0));
    case IR_OP_UNION:
        return ways_of(l->game->arena, l->game, l->fn, e, &ways)
                   ? e /* back ends make lanes of directions */
                   : sum(l, e, "union", IR_OP_MOR, ir_k0(l->game, IR_OP_NONE, e->type.space));
    case IR_OP_WHEREIN: return where_in(l, e);
    case IR_OP_LEAST:
    case IR_OP_MOST: return best(l, e);
    default: return NULL;
    }
}
