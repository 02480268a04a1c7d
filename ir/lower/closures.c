/* closures.c - sets that are connected: floods, groups, and questions about them that are
 * answered as soon as enough is known, without making the set.
 *
 * A flood visits members one by one, the lowest of those that wait first (ours; the sets are
 * short, so that no queue is worth while): `front` waits, `left` is what was not reached yet.  A
 * question that one near member answers is another matter: where the relation is shifts of whole sets all that wait are
 * visited at once, and the nearest is found first.  A whole group takes longer so, as it is long and thin. */
#include "ir/lower/lower_impl.h"

#include "ir/analysis/facts.h"
#include "ir/analysis/shape.h"

/* A function over a flood: its parameters and the sets that it keeps. */
typedef struct {
    LowWriter w;
    LowSlice near;
    int seed, within, front, left;
    Ir *outer; /* while members are visited */
    Ir *beside; /* who is beside them */
    int more;
    bool nearest; /* one near member may be enough: those that wait are visited at once where they can be */
    bool at_once;
} Flood;

static Flood flood_begin(Low *l, const char *stem, const Ir *closure, IrType ret)
{
    Flood f = {.w = low_begin(l, stem, ret, IR_HINT_APART)};
    IrType set = ir_mask(closure->type.space);
    f.seed = low_param(&f.w, "seed", set);
    f.within = low_param(&f.w, "within", set);
    return f;
}

/* Once all parameters are there. */
static void flood_start(Flood *f)
{
    LowWriter *w = &f->w;
    IrType set = w->fn->local.at[f->seed].type;
    f->front = low_var(w, "front", set, low_and(w, low_get(w, f->seed), low_get(w, f->within)));
    f->left = low_var(w, "left", set, low_diff(w, low_get(w, f->within), low_get(w, f->front)));
}

static void visit(Flood *f)
{
    LowWriter *w = &f->w;
    f->outer = low_open(w);
    Ir *all = f->nearest ? low_grown(w, f->front, f->near.vec) : NULL;
    f->at_once = all != NULL;
    f->beside = all ? low_get(w, low_let(w, "beside", all)) : low_element(w, &f->near, low_get(w, low_take(w, f->front)));
    f->more = low_let(w, "more", low_and(w, ir_copy(w->game, f->beside), low_get(w, f->left)));
}

static void visited(Flood *f)
{
    LowWriter *w = &f->w;
    low_set(w, f->left, low_diff(w, low_get(w, f->left), low_get(w, f->more)));
    Ir *more = low_get(w, f->more);
    low_set(w, f->front, f->at_once ? more : low_or(w, low_get(w, f->front), more));
}

static void flood_close(Flood *f)
{
    low_while_any(&f->w, f->outer, f->front);
}

/* ---- the closure --------------------------------------------------------- */

static int need_flood(Low *l, const Ir *e)
{
    const char *key = low_slice_key(l, "flood", e->a[2]);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    Flood f = flood_begin(l, key, e, e->type);
    f.near = low_slice(&f.w, e->a[2]);
    flood_start(&f);
    visit(&f);
    visited(&f);
    flood_close(&f);
    low_ret(&f.w, low_diff(&f.w, low_get(&f.w, f.within), low_get(&f.w, f.left)));
    return low_made(l, key, low_end(&f.w));
}

static Ir *flood(Low *l, Ir *e)
{
    LowArgs args = {.n = 0};
    low_arg(l, &args, e->a[0]);
    low_arg(l, &args, e->a[1]);
    low_arg_slice(l, &args, e->a[2]);
    return low_call(l, e, need_flood(l, e), &args);
}

/* ---- does it meet a set? --------------------------------------------------- */

/* Those of `target` that come in sight at this visit. */
static Ir *met(Flood *f, int target, bool beside)
{
    return low_and(&f->w, beside ? ir_copy(f->w.game, f->beside) : low_get(&f->w, f->more), low_get(&f->w, target));
}

static void answer_if(Flood *f, Ir *condition, Ir *value)
{
    Ir *outer = low_open(&f->w);
    low_ret(&f->w, value);
    low_if(&f->w, outer, condition);
}

/* Has the closure a member in `target`; with `beside`, has a member of it a neighbour there? */
static int need_meets(Low *l, const Ir *closure, bool beside)
{
    const char *key = low_slice_key(l, beside ? "borders" : "meets", closure->a[2]);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    Flood f = flood_begin(l, key, closure, ir_bit());
    int target = low_param(&f.w, "target", ir_mask(closure->type.space));
    f.near = low_slice(&f.w, closure->a[2]);
    f.nearest = true;
    flood_start(&f);
    if (!beside)
        answer_if(&f, low_any(&f.w, low_and(&f.w, low_get(&f.w, f.front), low_get(&f.w, target))),
                  ir_const(l->game, 1));
    visit(&f);
    answer_if(&f, low_any(&f.w, met(&f, target, beside)), ir_const(l->game, 1));
    visited(&f);
    flood_close(&f);
    low_ret(&f.w, ir_const(l->game, 0));
    return low_made(l, key, low_end(&f.w));
}

/* The arguments of such a function. */
static LowArgs closure_args(Low *l, const Ir *closure, const Ir *target)
{
    LowArgs args = {.n = 0};
    low_arg(l, &args, closure->a[0]);
    low_arg(l, &args, closure->a[1]);
    if (target)
        low_arg(l, &args, (Ir *)target);
    return args;
}

/* The same of the closure of one site: most groups have such a neighbour beside the site that is asked about, so no flood
 * begins before that was looked at. */
static int need_borders_from(Low *l, const Ir *closure)
{
    IrGame *game = l->game;
    const char *key = low_slice_key(l, "borders_from", closure->a[2]);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const int far = need_meets(l, closure, true);
    const IrType set = ir_mask(closure->type.space);
    LowWriter w = low_begin(l, key, ir_bit(), IR_HINT_INLINE);
    IrType site = ir_site(game, set.space);
    site.lo = 0;
    const int at = low_param(&w, "at", site);
    const int within = low_param(&w, "within", set), target = low_param(&w, "target", set);
    const LowSlice near = low_slice(&w, closure->a[2]);
    Ir *beside = low_element(&w, &near, low_get(&w, at)), *seed = low_and(&w, ir_copy(game, beside), low_get(&w, within));
    LowArgs args = {{seed, low_get(&w, within), low_get(&w, target)}, 3};
    low_arg_locals(&w, &args, near.first, w.fn->nparam - near.first);
    Ir *found = ir_op2(game, IR_OP_OR, low_any(&w, low_and(&w, beside, low_get(&w, target))),
                       ir_call(game, IR_OP_CALL, far, args.n, args.at));
    return low_made(l, key, low_end_value(&w, ir_op2(game, IR_OP_AND, low_in(&w, low_get(&w, at), low_get(&w, within)), found)));
}

/* any(flood & target), any(grow(flood) & target). */
static Ir *meets(Low *l, Ir *e)
{
    bool beside;
    const Ir *target, *closure = ir_meets(l->game, e->a[0], &beside, &target);
    if (!closure)
        return NULL;
    const Ir *seed = closure->a[0];
    const bool from = beside && seed->op == IR_OP_BITOF && seed->a[0]->type.lo >= 0;
    LowArgs args = closure_args(l, closure, target);
    if (from)
        args.at[0] = args.at[0]->a[0];
    low_arg_slice(l, &args, closure->a[2]);
    return low_call(l, e, from ? need_borders_from(l, closure) : need_meets(l, closure, beside), &args);
}

static bool is_small(const Ir *e) { return e->type.lo >= INT32_MIN && e->type.hi < INT32_MAX; }

/* ---- how many of a set does it meet? ---------------------------------------- */

static Ir *count_found(Flood *f, int found)
{
    return ir_op1(f->w.game, IR_OP_COUNT, low_get(&f->w, found));
}

/* How many members of `target` are in the closure, or beside it: exact below `most`. */
static int need_count_up_to(Low *l, const Ir *closure, bool beside, IrType count)
{
    const char *key = low_slice_key(l, beside ? "count_beside" : "count_within", closure->a[2]);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    Flood f = flood_begin(l, key, closure, count);
    IrType set = ir_mask(closure->type.space);
    int target = low_param(&f.w, "target", set), most = low_param(&f.w, "most", low_number());
    f.near = low_slice(&f.w, closure->a[2]);
    flood_start(&f);
    Ir *first = beside ? ir_k0(l->game, IR_OP_NONE, set.space)
                       : low_and(&f.w, low_get(&f.w, f.front), low_get(&f.w, target));
    int found = low_var(&f.w, "found", set, first);
    visit(&f);
    answer_if(&f, ir_op2(l->game, IR_OP_GE, count_found(&f, found), low_get(&f.w, most)), count_found(&f, found));
    low_set(&f.w, found, low_or(&f.w, low_get(&f.w, found), met(&f, target, beside)));
    visited(&f);
    flood_close(&f);
    low_ret(&f.w, count_found(&f, found));
    return low_made(l, key, low_end(&f.w));
}

/* count(flood & target) compared with a number: the count is needed up to one more. */
static Ir *compared(Low *l, Ir *e)
{
    bool beside;
    const Ir *target, *x = e->a[0]->op == IR_OP_COUNT ? e->a[0]->a[0] : NULL;
    const Ir *closure = x && is_small(e->a[1]) ? ir_meets(l->game, x, &beside, &target) : NULL;
    if (!closure)
        return NULL;
    IrGame *game = l->game;
    Ir *number = low_tree(l, e->a[1]), *again = ir_copy(game, number);
    bool simple = number->op == IR_OP_INT || number->op == IR_OP_LOCAL;
    int local = simple ? -1 : ir_local_add(game, l->fn, "most", number->type);
    LowArgs args = closure_args(l, closure, target);
    Ir *most = simple ? again : ir_local(game, l->fn, local);
    args.at[args.n++] = ir_op2(game, IR_OP_ADD, most, ir_const(game, 1));
    low_arg_slice(l, &args, closure->a[2]);
    Ir *call = low_call(l, e, need_count_up_to(l, closure, beside, e->a[0]->type), &args);
    Ir *test = ir_op2(game, e->op, call, simple ? number : ir_local(game, l->fn, local));
    return simple ? test : ir_k2(game, IR_OP_LETX, local, number, test);
}

/* ---- groups ------------------------------------------------------------------ */

/* The lowest member of every group of a set, one flood a group. */
static int need_firsts(Low *l, const Ir *near, int space)
{
    const char *key = low_slice_key(l, "firsts", near);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    IrGame *game = l->game;
    IrType set = ir_mask(space);
    Ir *none = ir_k0(game, IR_OP_NONE, space);
    int flood_fn = need_flood(l, ir_op3(game, IR_OP_FLOOD, none, none, ir_copy(game, near)));
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    int all = low_param(&w, "all", set);
    LowSlice slice = low_slice(&w, near);
    int found = low_var(&w, "found", set, ir_k0(game, IR_OP_NONE, space));
    int rest = low_var(&w, "rest", set, low_get(&w, all));
    Ir *outer = low_open(&w);
    int at = low_take(&w, rest);
    low_set(&w, found, low_or(&w, low_get(&w, found), low_bit(&w, space, at)));
    LowArgs args = {{low_bit(&w, space, at), low_get(&w, all)}, 2};
    for (int i = slice.first; i < w.fn->nparam; i++)
        args.at[args.n++] = low_get(&w, i);
    Ir *group = ir_call(game, IR_OP_CALL, flood_fn, args.n, args.at);
    low_set(&w, rest, low_diff(&w, low_get(&w, rest), group));
    low_while_any(&w, outer, rest);
    low_ret(&w, low_get(&w, found));
    return low_made(l, key, low_end(&w));
}

static Ir *firsts(Low *l, const Ir *e, Ir *all, const Ir *near)
{
    LowArgs args = {.n = 0};
    int space = all->type.space;
    low_arg(l, &args, all);
    low_arg_slice(l, &args, near);
    return low_call(l, e, need_firsts(l, near, space), &args);
}

/* ---- sets of a table that meet a set -------------------------------------------- */

enum { FEW = 8 }; /* are asked one after another, without a loop */

static void count_few(Low *l, LowWriter *w, const LowSlice *s, int m, int n)
{
    Ir *sum = NULL;
    for (int i = 0; i < n; i++) {
        Ir *one = low_any(w, low_and(w, low_element(w, s, ir_const(l->game, i)), low_get(w, m)));
        sum = sum ? ir_op2(l->game, IR_OP_ADD, sum, one) : one;
    }
    low_ret(w, sum ? sum : ir_const(l->game, 0));
}

static void count_many(Low *l, LowWriter *w, const LowSlice *s, int m, int n)
{
    IrGame *game = l->game;
    int i = ir_local_add(game, w->fn, "i", ir_int(0, n - 1));
    int sum = low_var(w, "met", ir_int(0, n), ir_const(game, 0));
    Ir *outer = low_open(w), *test = low_open(w);
    low_set(w, sum, ir_op2(game, IR_OP_ADD, low_get(w, sum), ir_const(game, 1)));
    low_if(w, test, low_any(w, low_and(w, low_element(w, s, low_get(w, i)), low_get(w, m))));
    low_range(w, outer, i, ir_const(game, n));
    low_ret(w, low_get(w, sum));
}

static int need_touches(Low *l, const Ir *vec, IrType set)
{
    int n = low_slice_size(l->game, vec);
    const char *key = low_slice_key(l, "count_meets", vec);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    LowWriter w = low_begin(l, key, ir_int(0, n), n <= FEW ? IR_HINT_INLINE : IR_HINT_APART);
    int m = low_param(&w, "m", set);
    LowSlice s = low_slice(&w, vec);
    (n <= FEW ? count_few : count_many)(l, &w, &s, m, n);
    return low_made(l, key, low_end(&w));
}

static Ir *touches(Low *l, Ir *e)
{
    LowArgs args = {.n = 0};
    int fn = need_touches(l, e->a[1], ir_mask(e->a[0]->type.space));
    low_arg(l, &args, e->a[0]);
    low_arg_slice(l, &args, e->a[1]);
    return low_call(l, e, fn, &args);
}

/* count_meets(flood(a, b, c), v) >= want: asks first whether b could do it at all. */
static int need_reaches(Low *l, const Ir *closure, const Ir *vec)
{
    IrGame *game = l->game;
    const char *key = arena_printf(game->arena, "%s_%s", low_slice_key(l, "reaches", closure->a[2]),
                                   low_slice_key(l, "of", vec));
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    IrType set = ir_mask(closure->type.space);
    int count = need_touches(l, vec, set), fill = need_flood(l, closure);
    LowWriter w = low_begin(l, key, ir_bit(), IR_HINT_INLINE);
    int seed = low_param(&w, "seed", set), within = low_param(&w, "within", set);
    int want = low_param(&w, "want", low_number());
    LowSlice near = low_slice(&w, closure->a[2]), list = low_slice(&w, vec);
    LowArgs whole = {{low_get(&w, within)}, 1}, fl = {{low_get(&w, seed), low_get(&w, within)}, 2};
    for (int i = near.first; i < list.first; i++)
        fl.at[fl.n++] = low_get(&w, i);
    for (int i = list.first; i < w.fn->nparam; i++)
        whole.at[whole.n++] = low_get(&w, i);
    LowArgs part = {{ir_call(game, IR_OP_CALL, fill, fl.n, fl.at)}, 1};
    for (int i = list.first; i < w.fn->nparam; i++)
        part.at[part.n++] = low_get(&w, i);
    Ir *could = ir_op2(game, IR_OP_GE, ir_call(game, IR_OP_CALL, count, whole.n, whole.at), low_get(&w, want));
    Ir *does = ir_op2(game, IR_OP_GE, ir_call(game, IR_OP_CALL, count, part.n, part.at), low_get(&w, want));
    low_ret(&w, ir_op2(game, IR_OP_AND, could, does));
    return low_made(l, key, low_end(&w));
}

static Ir *reaches(Low *l, Ir *e)
{
    const Ir *x = e->a[0], *k = e->a[1];
    if (x->op != IR_OP_COUNT_MEETS || x->a[0]->op != IR_OP_FLOOD || !is_small(k))
        return NULL;
    int n = low_slice_size(l->game, x->a[1]);
    bool whole = e->op == IR_OP_GE || (e->op == IR_OP_EQ && k->op == IR_OP_INT && k->k == n);
    if (!whole && e->op != IR_OP_GT)
        return NULL;
    const Ir *closure = x->a[0];
    LowArgs args = closure_args(l, closure, NULL);
    Ir *want = low_tree(l, (Ir *)k);
    args.at[args.n++] = e->op == IR_OP_GT ? ir_op2(l->game, IR_OP_ADD, want, ir_const(l->game, 1)) : want;
    int fn = need_reaches(l, closure, x->a[1]);
    low_arg_slice(l, &args, closure->a[2]);
    low_arg_slice(l, &args, x->a[1]);
    return low_call(l, e, fn, &args);
}

/* --------------------------------------------------------------------------------- */

Ir *low_closure(Low *l, Ir *e)
{
    const Ir *group;
    Ir *x = NULL;
    switch (e->op) {
    case IR_OP_FLOOD: return flood(l, e);
    case IR_OP_COUNT_MEETS: return touches(l, e);
    case IR_OP_GROUPS: return ir_op1(l->game, IR_OP_COUNT, firsts(l, e, e->a[0], e->a[1]));
    case IR_OP_ANY: return meets(l, e);
    case IR_OP_FILTER:
        group = shape_firsts(l->game, e);
        return group ? firsts(l, e, e->a[0], group->a[2]) : NULL;
    case IR_OP_EQ:
    case IR_OP_GE:
    case IR_OP_GT: x = reaches(l, e); break;
    default: break;
    }
    return x || !ir_is_comparison(e->op) || e->a[0]->type.kind == IR_MASK ? x : compared(l, e);
}
