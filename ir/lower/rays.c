/* rays.c - what is met along rays of sites: what is reached, and from where something is seen.
 *
 * Rays whose sites ascend or descend are cut where the first site of another set lies, without
 * walking (ir/analysis/monotone_rays.c).  Rays that are the same step again and again are shifts of
 * whole sets (ir/analysis/ray_shifts.c): what is seen is filled backwards from the goal through what
 * does not block.  The step of a set of one word is a rotation and a mask, its fill takes a number
 * of rotations that is the logarithm of the longest ray (Kogge and Stone's parallel prefix). */
#include "ir/lower/lower_impl.h"

#include "ir/analysis/ray_shifts.h"
#include "ir/analysis/shape.h"

static Ir *number(const LowWriter *w, int64_t k) { return ir_const(w->game, k); }
static Ir *none(const LowWriter *w, int space) { return ir_k0(w->game, IR_OP_NONE, space); }

static void unite(LowWriter *w, int set, Ir *more)
{
    low_set(w, set, low_or(w, low_get(w, set), more));
}

static int index_local(LowWriter *w, const char *name, int n)
{
    return ir_local_add(w->game, w->fn, name, ir_int(0, n > 0 ? n - 1 : 0));
}

/* ---- what is reached --------------------------------------------------------- */

/* The rays of a slice of a table as sets, a table for each order. */
typedef struct {
    Rays rays;
    int table[2]; /* -1: none of that order */
} RaySets;

/* The rows of one order, each group filled up with empty sets. */
static int order_sets(Low *l, const Rays *r, int table, int order, int most)
{
    const char *key = low_key(l, order > 0 ? "up" : "down", table);
    int made = low_find(l, key);
    if (made >= 0 || most == 0)
        return made;
    const int space = r->t->elem.space;
    const size_t words = (size_t)ir_words(l->game, space), size = (size_t)r->size;
    made = low_table_of_groups(l, key, ir_mask(space), table, r->t->ndim - 1, most);
    for (size_t group = 0; group < r->t->n / size; group++) {
        uint64_t *set = l->game->table.at[made].word + group * (size_t)most * words;
        for (size_t row = group * size; row < (group + 1) * size; row++) {
            if (rays_order(r, row) != order)
                continue;
            for (uint32_t i = r->t->off[row]; i < r->t->off[row + 1]; i++)
                ir_mask_set(set, r->t->value[i]);
            set += words;
        }
    }
    return low_made(l, key, made);
}

/* false where some ray neither ascends nor descends. */
static bool ray_sets(Low *l, int table, const IrTable *t, RaySets *sets)
{
    enum { MOST_WORDS = 4 };
    *sets = (RaySets){.rays = {.t = t, .size = t->dim[t->ndim - 1].size}};
    if (ir_words(l->game, t->elem.space) > MOST_WORDS || sets->rays.size == 0 || !rays_measure(&sets->rays))
        return false;
    sets->table[0] = order_sets(l, &sets->rays, table, 1, sets->rays.up);
    sets->table[1] = order_sets(l, &sets->rays, table, -1, sets->rays.down);
    return true;
}

/* A ray up to and with the first site in `stop`. */
static Ir *cut(const LowWriter *w, Ir *ray, int stop, bool up)
{
    return ir_op2(w->game, up ? IR_OP_UP_TO : IR_OP_DOWN_TO, ray, low_get(w, stop));
}

enum { FEW_RAYS = 2 }; /* without a loop: then compilers put the function in place, and see what is asked twice */

/* What the rays of one order reach joins m. */
static void unite_rays(LowWriter *w, const RaySets *sets, int order, int m, int stop, int row)
{
    const int n = order ? sets->rays.down : sets->rays.up, lead = sets->rays.t->ndim - 1;
    if (n <= FEW_RAYS) {
        for (int i = 0; i < n; i++)
            unite(w, m, cut(w, low_entry(w, sets->table[order], row, lead, number(w, i)), stop, order == 0));
        return;
    }
    const int i = index_local(w, order ? "down" : "up", n);
    Ir *outer = low_open(w);
    unite(w, m, cut(w, low_entry(w, sets->table[order], row, lead, low_get(w, i)), stop, order == 0));
    low_range(w, outer, i, number(w, n));
}

/* What rays reach, up to and with the first site in `stop`. */
static int reach_by_sets(Low *l, const char *key, const IrTable *t, int table, const RaySets *sets)
{
    const IrType set = ir_mask(t->elem.space);
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), row = low_index_params(&w, table, t->ndim - 1);
    const int m = low_var(&w, "m", set, none(&w, set.space));
    for (int order = 0; order < 2; order++)
        unite_rays(&w, sets, order, m, stop, row);
    low_ret(&w, low_get(&w, m));
    return low_made(l, key, low_end(&w));
}

/* The sites of all rows one behind the other, after each row -1; and where rows begin. */
static void path_tables(Low *l, const IrTable *t, int table, int *site, int *begin)
{
    IrGame *game = l->game;
    const IrDim all = {IR_NOSPACE, (int)(t->off[t->n] + t->n)};
    IrType member = t->elem;
    member.lo = -1;
    *site = low_table(l, low_key(l, "path", table), member, 1, &all);
    *begin = low_table(l, low_key(l, "path_of", table), ir_int(0, all.size - 1), t->ndim, t->dim);
    int32_t *next = game->table.at[*site].value;
    for (size_t row = 0; row < t->n; row++) {
        game->table.at[*begin].value[row] = (int32_t)(next - game->table.at[*site].value);
        for (uint32_t i = t->off[row]; i < t->off[row + 1]; i++)
            *next++ = t->value[i];
        *next++ = -1;
    }
}

/* The same site by site: a walk ends at -1, or at the first site in `stop`. */
static int reach_by_walks(Low *l, const char *key, const IrTable *t, int table)
{
    const IrType set = ir_mask(t->elem.space);
    int site, begin;
    path_tables(l, t, table, &site, &begin);
    const IrType place = ir_int(0, l->game->table.at[site].dim[0].size);
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), row = low_index_params(&w, table, t->ndim - 1);
    const int m = low_var(&w, "m", set, none(&w, set.space)), rays = t->dim[t->ndim - 1].size;
    const int ray = index_local(&w, "ray", rays);
    Ir *outer = low_open(&w);
    const int i = low_var(&w, "i", place, low_entry(&w, begin, row, t->ndim - 1, low_get(&w, ray)));
    const int next = low_var(&w, "next", l->game->table.at[site].elem, ir_tab(l->game, site, 1, (Ir *[]){low_get(&w, i)}));
    Ir *walk = low_open(&w);
    const int at = ir_local_add(l->game, w.fn, "at", t->elem);
    low_add(&w, ir_k1(l->game, IR_OP_LET, at, low_get(&w, next)));
    unite(&w, m, low_bit(&w, set.space, at));
    low_set(&w, i, ir_op2(l->game, IR_OP_ADD, low_get(&w, i), number(&w, 1)));
    low_set(&w, next, ir_op3(l->game, IR_OP_SELECT, low_in(&w, low_get(&w, at), low_get(&w, stop)), number(&w, -1),
                             ir_tab(l->game, site, 1, (Ir *[]){low_get(&w, i)})));
    low_while(&w, walk, ir_op2(l->game, IR_OP_GE, low_get(&w, next), number(&w, 0)), ir_longest_row(t));
    low_range(&w, outer, ray, number(&w, rays));
    low_ret(&w, low_get(&w, m));
    return low_made(l, key, low_end(&w));
}

static Ir *slide(Low *l, Ir *e)
{
    const int table = (int)e->a[0]->k;
    const IrTable t = l->game->table.at[table];
    const char *key = low_key(l, "reach", table);
    RaySets sets;
    int fn = low_find(l, key);
    if (fn < 0)
        fn = ray_sets(l, table, &t, &sets) ? reach_by_sets(l, key, &t, table, &sets) : reach_by_walks(l, key, &t, table);
    LowArgs args = {.n = 0};
    low_arg(l, &args, e->a[1]);
    low_arg_indices(l, &args, e->a[0]);
    return low_call(l, e, fn, &args);
}

/* Does a ray come to `at` before it has passed one of `stop`?  -1 where rays have to be walked. */
static int need_leads(Low *l, int table)
{
    IrGame *game = l->game;
    const char *key = low_key(l, "leads", table);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrTable t = game->table.at[table];
    RaySets sets;
    if (!ray_sets(l, table, &t, &sets))
        return -1;
    LowWriter w = low_begin(l, key, ir_bit(), IR_HINT_APART);
    const int stop = low_param(&w, "stop", ir_mask(t.elem.space)), at = low_param(&w, "at", ir_int(0, game->space.at[t.elem.space].size - 1));
    const int row = low_index_params(&w, table, t.ndim - 1);
    for (int order = 0; order < 2; order++) {
        const int n = order ? sets.rays.down : sets.rays.up;
        if (n == 0)
            continue;
        const int i = index_local(&w, order ? "down" : "up", n);
        Ir *outer = low_open(&w), *test = low_open(&w), *ray = low_entry(&w, sets.table[order], row, t.ndim - 1, low_get(&w, i));
        low_ret(&w, number(&w, 1));
        low_if(&w, test, ir_op2(game, IR_OP_AND, low_in(&w, low_get(&w, at), ray),
                                low_in(&w, low_get(&w, at), cut(&w, ir_copy(game, ray), stop, order == 0))));
        low_range(&w, outer, i, number(&w, n));
    }
    low_ret(&w, number(&w, 0));
    return low_made(l, key, low_end(&w));
}

/* slide(..) & bit(a), a being a real site. */
static Ir *slide_to(Low *l, Ir *e)
{
    IrGame *game = l->game;
    const Ir *slide = e->a[0], *bit = e->a[1];
    if (slide->op != IR_OP_SLIDE || bit->op != IR_OP_BITOF || (bit->a[0]->op != IR_OP_LOCAL && bit->a[0]->op != IR_OP_GET) ||
        bit->a[0]->n || bit->a[0]->type.lo < 0)
        return NULL;
    const int fn = need_leads(l, (int)slide->a[0]->k), space = e->type.space;
    if (fn < 0)
        return NULL;
    LowArgs args = {.n = 0};
    low_arg(l, &args, slide->a[1]);
    low_arg(l, &args, bit->a[0]);
    low_arg_indices(l, &args, slide->a[0]);
    return ir_op3(game, IR_OP_SELECT, low_call(l, e, fn, &args), ir_copy(game, bit), ir_k0(game, IR_OP_NONE, space));
}

/* ---- what sees: sets of one word ------------------------------------------------ */

/* A number and a set for each direction: the rotation of a step, and where steps end; or backwards, and where they begin. */
static void step_tables(Low *l, const IrSteps *s, int table, bool back, int *turn, int *ends)
{
    const IrTable t = l->game->table.at[table];
    const int lead = t.ndim - 2;
    *turn = low_table_of_groups(l, low_key(l, back ? "back" : "turn", table), ir_int(0, 63), table, lead, s->forks);
    *ends = low_table_of_groups(l, low_key(l, back ? "from" : "to", table), ir_mask(t.elem.space), table, lead, s->forks);
    for (int i = 0; i < s->dirs; i++) {
        l->game->table.at[*turn].value[i] = (back ? -s->delta[i] : s->delta[i]) & 63;
        l->game->table.at[*ends].word[i] = (back ? s->from : s->to)[i];
    }
}

static Ir *rotated(const LowWriter *w, int set, int turn)
{
    return ir_op2(w->game, IR_OP_ROTATE, low_get(w, set), low_get(w, turn));
}

/* x, and what comes of it in steps through `pass`. */
static void fill(LowWriter *w, int x, int pass, int turn, int longest)
{
    for (int reached = 1; reached < longest; reached *= 2) {
        if (reached > 1) {
            low_set(w, pass, low_and(w, low_get(w, pass), rotated(w, pass, turn)));
            low_set(w, turn, ir_op2(w->game, IR_OP_ADD, low_get(w, turn), low_get(w, turn)));
        }
        unite(w, x, low_and(w, low_get(w, pass), rotated(w, x, turn)));
    }
}

/* The sites from which direction (row, fork) comes to `goal` before it has passed one of `stop`. */
static int need_see(Low *l, int table, const IrSteps *s)
{
    const char *key = low_key(l, "see", table);
    int made = low_find(l, key), back, from;
    if (made >= 0)
        return made;
    const int lead = l->game->table.at[table].ndim - 2;
    const IrType set = ir_mask(l->game->table.at[table].elem.space);
    step_tables(l, s, table, true, &back, &from);
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), goal = low_param(&w, "goal", set);
    const int row = low_index_params(&w, table, lead), fork = low_param(&w, "fork", ir_int(0, s->forks - 1));
    const int begin = low_let(&w, "begin", low_entry(&w, from, row, lead, low_get(&w, fork)));
    const int turn = low_var(&w, "turn", ir_int(0, 1 << 12), low_entry(&w, back, row, lead, low_get(&w, fork)));
    const int first = low_let(&w, "first", low_get(&w, turn));
    const int x = low_var(&w, "x", set, low_get(&w, goal));
    const int pass = low_var(&w, "pass", set, low_diff(&w, low_get(&w, begin), low_get(&w, stop)));
    fill(&w, x, pass, turn, s->longest);
    low_ret(&w, low_and(&w, low_get(&w, begin), rotated(&w, x, first)));
    return low_made(l, key, low_end(&w));
}

/* What a direction reaches from `start`, up to and with the first site in `stop`. */
static int need_go(Low *l, int table, const IrSteps *s)
{
    const char *key = low_key(l, "go", table);
    int made = low_find(l, key), step, ends;
    if (made >= 0)
        return made;
    const IrType set = ir_mask(l->game->table.at[table].elem.space);
    step_tables(l, s, table, false, &step, &ends);
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), start = low_param(&w, "start", set);
    const int row = low_index_params(&w, table, 1);
    const int to = low_let(&w, "to", low_entry(&w, ends, row, 1, number(&w, 0)));
    const int turn = low_var(&w, "turn", ir_int(0, 1 << 12), low_entry(&w, step, row, 1, number(&w, 0)));
    const int first = low_let(&w, "first", low_get(&w, turn));
    const int next = low_let(&w, "next", low_and(&w, low_get(&w, to), rotated(&w, start, turn)));
    const int x = low_var(&w, "x", set, low_diff(&w, low_get(&w, next), low_get(&w, stop)));
    const int pass = low_var(&w, "pass", set, low_diff(&w, low_get(&w, to), low_get(&w, stop)));
    fill(&w, x, pass, turn, s->longest);
    low_ret(&w, low_or(&w, low_get(&w, next), low_and(&w, low_get(&w, to), rotated(&w, x, first))));
    return low_made(l, key, low_end(&w));
}

/* ---- what sees: sets of several words ------------------------------------------------ */

/* One direction, step by step as long as there is something new. */
static int need_direction(Low *l, int table, const IrSteps *s, int dir)
{
    const char *key = arena_printf(l->game->arena, "%s_%d", low_key(l, "see", table), dir);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrType set = ir_mask(l->game->table.at[table].elem.space);
    const int begin = low_table(l, arena_printf(l->game->arena, "%s_from", key), set, 0, NULL);
    for (int i = 0; i < s->words; i++)
        l->game->table.at[begin].word[i] = s->from[dir * s->words + i];
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), goal = low_param(&w, "goal", set);
    const int front = low_var(&w, "front", set, low_get(&w, goal)), all = low_var(&w, "all", set, low_get(&w, goal));
    const int seen = low_var(&w, "seen", set, none(&w, set.space));
    Ir *outer = low_open(&w), *shifted = ir_op2(l->game, IR_OP_SHIFT, low_get(&w, front), number(&w, -s->delta[dir]));
    const int before = low_let(&w, "before", low_and(&w, shifted, ir_tab(l->game, begin, 0, NULL)));
    unite(&w, seen, low_get(&w, before));
    low_set(&w, front, low_diff(&w, low_diff(&w, low_get(&w, before), low_get(&w, stop)), low_get(&w, all)));
    unite(&w, all, low_get(&w, front));
    low_while_any(&w, outer, front);
    low_ret(&w, low_get(&w, seen));
    return low_made(l, key, low_end(&w));
}

/* Directions first .. first + forks - 1. */
static Ir *forks_see(Low *l, int table, const IrSteps *s, int first, Ir *stop, Ir *goal)
{
    Ir *sum = NULL;
    for (int i = first; i < first + s->forks; i++) {
        Ir *args[] = {ir_copy(l->game, stop), ir_copy(l->game, goal)};
        Ir *one = ir_call(l->game, IR_OP_CALL, need_direction(l, table, s, i), 2, args);
        sum = sum ? ir_op2(l->game, IR_OP_MOR, sum, one) : one;
    }
    return sum;
}

/* The direction is found by comparing. */
static int need_directions(Low *l, int table, const IrSteps *s)
{
    IrGame *game = l->game;
    const char *key = low_key(l, "sees", table);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    for (int i = 0; i < s->dirs; i++)
        need_direction(l, table, s, i);
    const IrTable t = game->table.at[table];
    const IrType set = ir_mask(t.elem.space);
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), goal = low_param(&w, "goal", set);
    const int row = low_index_params(&w, table, t.ndim - 2);
    for (int d = 0; d < s->dirs; d += s->forks) {
        Ir *test = NULL;
        for (int i = t.ndim - 3, rest = d / s->forks; i >= 0; rest /= t.dim[i--].size) {
            Ir *here = ir_op2(game, IR_OP_EQ, low_get(&w, row + i), number(&w, rest % t.dim[i].size));
            test = test ? ir_op2(game, IR_OP_AND, here, test) : here;
        }
        Ir *outer = low_open(&w);
        low_ret(&w, forks_see(l, table, s, d, low_get(&w, stop), low_get(&w, goal)));
        low_if(&w, outer, test ? test : number(&w, 1));
    }
    low_ret(&w, none(&w, set.space));
    return low_made(l, key, low_end(&w));
}

/* ---- what sees: rays of any form ------------------------------------------------------- */

/* Does a row come to `goal` before it has passed one of `stop`? */
static int need_look(Low *l, int table)
{
    const char *key = low_key(l, "look", table);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrTable t = l->game->table.at[table];
    const IrType set = ir_mask(t.elem.space);
    LowWriter w = low_begin(l, key, ir_bit(), IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), goal = low_param(&w, "goal", set);
    const int row = low_index_params(&w, table, t.ndim), at = ir_local_add(l->game, w.fn, "at", t.elem);
    Ir *outer = low_open(&w);
    for (int i = 0; i < 2; i++) {
        Ir *test = low_open(&w);
        low_ret(&w, number(&w, 1 - i));
        low_if(&w, test, low_in(&w, low_get(&w, at), low_get(&w, i ? stop : goal)));
    }
    low_for(&w, outer, at, low_entry(&w, table, row, t.ndim, NULL));
    low_ret(&w, number(&w, 0));
    return low_made(l, key, low_end(&w));
}

/* The members whose rows do. */
static int need_looks(Low *l, int table, int seen)
{
    const char *key = low_key(l, "looks", table);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const IrTable t = l->game->table.at[table];
    const IrType set = ir_mask(t.elem.space);
    const int look = need_look(l, table), lead = t.ndim - 2, members = t.dim[lead].size, forks = t.dim[lead + 1].size;
    LowWriter w = low_begin(l, key, ir_mask(seen), IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), goal = low_param(&w, "goal", set), row = low_index_params(&w, table, lead);
    const int m = low_var(&w, "m", ir_mask(seen), none(&w, seen));
    const int x = index_local(&w, "x", members), fork = index_local(&w, "fork", forks);
    Ir *outer = low_open(&w), *inner = low_open(&w), *test = low_open(&w);
    unite(&w, m, low_bit(&w, seen, x));
    LowArgs args = {{low_get(&w, stop), low_get(&w, goal)}, 2};
    low_arg_locals(&w, &args, row, lead);
    args.at[args.n++] = low_get(&w, x);
    args.at[args.n++] = low_get(&w, fork);
    low_if(&w, test, ir_call(l->game, IR_OP_CALL, look, args.n, args.at));
    low_range(&w, inner, fork, number(&w, forks));
    low_range(&w, outer, x, number(&w, members));
    low_ret(&w, low_get(&w, m));
    return low_made(l, key, low_end(&w));
}

/* ---- all ---------------------------------------------------------------------------------- */

/* All directions of a row of forks. */
static int need_forks(Low *l, int table, const IrSteps *s)
{
    const char *key = low_key(l, "sees", table);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const int see = need_see(l, table, s), lead = l->game->table.at[table].ndim - 2;
    const IrType set = ir_mask(l->game->table.at[table].elem.space);
    LowWriter w = low_begin(l, key, set, IR_HINT_APART);
    const int stop = low_param(&w, "stop", set), goal = low_param(&w, "goal", set), row = low_index_params(&w, table, lead);
    Ir *sum = NULL;
    for (int fork = 0; fork < s->forks; fork++) {
        LowArgs args = {{low_get(&w, stop), low_get(&w, goal)}, 2};
        low_arg_locals(&w, &args, row, lead);
        args.at[args.n++] = number(&w, fork);
        Ir *one = ir_call(l->game, IR_OP_CALL, see, args.n, args.at);
        sum = sum ? low_or(&w, sum, one) : one;
    }
    low_ret(&w, sum);
    return low_made(l, key, low_end(&w));
}

static Ir *sees(Low *l, Ir *e)
{
    const int table = (int)e->a[0]->k;
    IrSteps s;
    const bool steps = ir_steps(l->game->arena, l->game, table, &s);
    const int fn = !steps          ? need_looks(l, table, e->type.space)
                   : s.words > 1   ? need_directions(l, table, &s)
                   : s.forks > 1   ? need_forks(l, table, &s)
                                   : need_see(l, table, &s);
    LowArgs args = {.n = 0};
    low_arg(l, &args, e->a[1]);
    low_arg(l, &args, e->a[2]);
    low_arg_indices(l, &args, e->a[0]);
    if (steps && s.words == 1 && s.forks == 1)
        args.at[args.n++] = ir_const(l->game, 0);
    return low_call(l, e, fn, &args);
}

Ir *low_rays(Low *l, Ir *e)
{
    Ways ways;
    switch (e->op) {
    case IR_OP_SLIDE: return slide(l, e);
    case IR_OP_RAY_SEES: return sees(l, e);
    case IR_OP_MAND: return slide_to(l, e);
    case IR_OP_UNION: return ways_of(l->game->arena, l->game, l->fn, e, &ways) ? e : NULL; /* back ends make lanes of directions */
    default: return NULL;
    }
}

/* Along rays of the direction that is a number, as ways_of has found them. */
static Ir *along(Low *l, Ir *e)
{
    const bool sees = e->op == IR_OP_RAY_SEES;
    const int table = (int)e->a[0]->k;
    IrSteps s;
    ir_steps(l->game->arena, l->game, table, &s);
    LowArgs args = {.n = 0};
    low_arg(l, &args, e->a[1]);
    low_arg(l, &args, sees ? e->a[2] : ir_k1(l->game, IR_OP_BITOF, e->type.space, e->a[0]->a[1]));
    args.at[args.n++] = e->a[0]->a[0];
    if (sees)
        args.at[args.n++] = ir_const(l->game, 0);
    return low_call(l, e, (sees ? need_see : need_go)(l, table, &s), &args);
}

Ir *low_ways(Low *l, Ir *e)
{
    Ways ways;
    switch (e->op) {
    case IR_OP_SLIDE:
    case IR_OP_RAY_SEES: return along(l, e);
    case IR_OP_UNION: return ways_of(l->game->arena, l->game, l->fn, e, &ways) ? low_union(l, e, ways.n) : NULL;
    default: return NULL;
    }
}
