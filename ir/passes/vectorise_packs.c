/* vectorise_packs.c - conditions that are the members of one set become operations on whole sets (superword-level
 * parallelism, where a word holds a bit of each condition).
 *
 *     pack[fact](0, 0 in @t || 2 in @t && 1 in $m[%x], 1 in @t || 3 in @t && 5 in $m[%x], ..)
 *         ->  (@t | shift(@t, -2) & $'packed m'[%x]) ..
 *
 * Each member is a lane.  A lane is an `or` of terms, or the opposite of one: facts at some distance from the lane, rows of
 * tables, and conditions that are lanes again, term by term.  A set is zero beside the lanes that it is made for, so that
 * terms that some lanes lack need nothing. */
#include "ir/core/tree.h"
#include "ir/passes/conditions.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_LANES = 4, DEEPEST = 10, MOST_VISITS = 1 << 18 };
static const size_t most_table_words = 1 << 16;

typedef struct {
    int at; /* member of the set */
    Condition is;
} Lane;

/* A term of a lane that is made of terms itself; alike ones have the same shape. */
typedef struct {
    uint64_t shape;
    uint32_t order; /* of its lane */
    Lane lane;
} Inner;

/* Members of `set` at one distance from their lanes. */
typedef struct {
    const Ir *set;
    int distance;
    uint64_t *plain, *opposite; /* lanes */
} Shifted;

/* Members of the row of a table, as lanes. */
typedef struct {
    const Ir *row;
    int table;
} Looked;

typedef struct {
    Conditions c;
    int space; /* of the set at hand */
    size_t words;
    size_t cost; /* instructions, about */
    int visits;  /* that are left */
} Packs;

typedef struct {
    Packs *p;
    Ir *set; /* so far; NULL: none */
    uint64_t *always, *flip;
    VEC(Shifted) shifted;
    VEC(Looked) looked;
    VEC(Inner) inner;
} Terms;

/* ---- literals ------------------------------------------------------------------------- */

static bool is_member(const Ir *e) { return e->op == IR_OP_HAS && e->a[0]->op == IR_OP_INT; }

static bool is_fact(const Packs *p, const Ir *e)
{
    return is_member(e) && e->a[1]->op == IR_OP_GET && e->a[1]->n == 0 && e->a[1]->type.space == p->space;
}

/* A member of a row that is one of those of a table. */
static bool is_looked_up(const Packs *p, const Ir *e)
{
    if (!is_member(e) || e->a[1]->op != IR_OP_TAB)
        return false;
    const Ir *row = e->a[1];
    const IrTable *t = &p->c.game->table.at[row->k];
    bool simple = row->n == t->ndim && t->n * p->words <= most_table_words;
    for (int i = 0; i < row->n && simple; i++)
        simple = row->a[i]->op == IR_OP_GET && row->a[i]->n == 0;
    return simple;
}

/* ---- shapes ----------------------------------------------------------------------------- */

static uint64_t stir(uint64_t h, uint64_t value)
{
    h = (h ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* Equal for conditions that differ by the place of their lanes. */
static uint64_t shape(Packs *p, Condition l, int at)
{
    if (--p->visits < 0)
        return 0;
    if (l.e->op == IR_OP_AND || l.e->op == IR_OP_OR) {
        const bool flip = condition_is_product(l) != l.opposite;
        const uint64_t sum = shape(p, condition_literal(&p->c, l.e->a[0], flip), at) + shape(p, condition_literal(&p->c, l.e->a[1], flip), at);
        return stir(sum, 3);
    }
    if (is_fact(p, l.e))
        return stir(stir(stir(1, (uint64_t)l.e->a[1]->k), (uint64_t)(l.e->a[0]->k - at)), l.opposite);
    return is_looked_up(p, l.e) ? stir(2, (uint64_t)l.e->a[1]->k) : 4;
}

/* ---- sets --------------------------------------------------------------------------------- */

static uint64_t *no_lanes(Packs *p) { return ARENA_ARRAY(p->c.scratch, uint64_t, p->words); }

static bool is_empty(const Packs *p, const uint64_t *lanes)
{
    uint64_t all = 0;
    for (size_t w = 0; w < p->words; w++)
        all |= lanes[w];
    return !all;
}

static Ir *cut(Packs *p, IrOp op, Ir *set, const uint64_t *lanes)
{
    Ir *mask = tree_mask(p->c.game, p->space, lanes);
    if (op == IR_OP_MAND && mask->op == IR_OP_ALL)
        return set;
    p->cost += p->words;
    return ir_op2(p->c.game, op, set, mask);
}

static void add(Terms *t, Ir *set)
{
    t->p->cost += t->p->words;
    t->set = t->set ? ir_op2(t->p->c.game, IR_OP_MOR, t->set, set) : set;
}

static void add_fact(Terms *t, const Lane *lane)
{
    Packs *p = t->p;
    const Ir *set = lane->is.e->a[1];
    const int distance = lane->at - (int)lane->is.e->a[0]->k;
    Shifted *s = NULL;
    for (size_t i = 0; i < t->shifted.n && !s; i++)
        if (t->shifted.at[i].set->k == set->k && t->shifted.at[i].distance == distance)
            s = &t->shifted.at[i];
    if (!s) {
        vec_push(p->c.scratch, &t->shifted, ((Shifted){set, distance, no_lanes(p), no_lanes(p)}));
        s = &t->shifted.at[t->shifted.n - 1];
    }
    ir_mask_set(lane->is.opposite ? s->opposite : s->plain, lane->at);
}

/* The table of the lanes for each row. */
static int lane_table(Packs *p, const Ir *row)
{
    const IrTable *from = &p->c.game->table.at[row->k];
    IrDim dim[IR_MAX_DIMS];
    memcpy(dim, from->dim, sizeof dim);
    const char *name = tree_table_name(p->c.game, arena_printf(p->c.game->arena, "packed %s", from->name));
    return ir_table_add(p->c.game, name, ir_mask(p->space), false, from->ndim, dim);
}

static void add_looked_up(Terms *t, const Lane *lane)
{
    Packs *p = t->p;
    const Ir *row = lane->is.e->a[1];
    const Looked *looked = NULL;
    for (size_t i = 0; i < t->looked.n && !looked; i++)
        if (ir_equal(t->looked.at[i].row, row))
            looked = &t->looked.at[i];
    if (!looked) {
        vec_push(p->c.scratch, &t->looked, ((Looked){row, lane_table(p, row)}));
        looked = &t->looked.at[t->looked.n - 1];
    }
    const IrTable *from = &p->c.game->table.at[row->k], *to = &p->c.game->table.at[looked->table];
    const size_t words = (size_t)ir_words(p->c.game, from->elem.space);
    for (size_t i = 0; i < from->n; i++)
        if (ir_mask_has(from->word + i * words, (int)lane->is.e->a[0]->k) != lane->is.opposite)
            ir_mask_set(to->word + i * p->words, lane->at);
}

static void add_shifted(Terms *t, const Shifted *s)
{
    Packs *p = t->p;
    Ir *set = ir_get(p->c.game, (int)s->set->k, NULL);
    if (s->distance) {
        set = ir_op2(p->c.game, IR_OP_SHIFT, set, ir_const(p->c.game, s->distance));
        p->cost += p->words == 1 ? 1 : 3 * p->words;
    }
    if (!is_empty(p, s->plain))
        add(t, cut(p, IR_OP_MAND, set, s->plain));
    if (!is_empty(p, s->opposite)) {
        p->cost += p->words;
        add(t, ir_op2(p->c.game, IR_OP_MDIFF, tree_mask(p->c.game, p->space, s->opposite), ir_copy(p->c.game, set)));
    }
}

/* ---- terms of all lanes ------------------------------------------------------------------- */

/* false: a condition that is neither a member of a set nor made of such. */
static bool add_term(Terms *t, uint32_t order, Lane lane)
{
    Packs *p = t->p;
    const Ir *e = lane.is.e;
    if (e->op == IR_OP_INT) {
        if ((e->k != 0) != lane.is.opposite)
            ir_mask_set(t->always, lane.at);
    } else if (is_fact(p, e)) {
        add_fact(t, &lane);
    } else if (is_looked_up(p, e)) {
        add_looked_up(t, &lane);
    } else if (condition_is_sum(lane.is)) {
        return add_term(t, order, (Lane){lane.at, condition_literal(&p->c, e->a[0], lane.is.opposite)}) &&
               add_term(t, order, (Lane){lane.at, condition_literal(&p->c, e->a[1], lane.is.opposite)});
    } else if (condition_is_product(lane.is)) {
        vec_push(p->c.scratch, &t->inner, ((Inner){shape(p, lane.is, lane.at), order, lane}));
    } else {
        return false;
    }
    return p->visits >= 0;
}

static int by_shape(const void *a, const void *b)
{
    const Inner *x = a, *y = b;
    if (x->shape != y->shape)
        return x->shape < y->shape ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int by_lane(const void *a, const void *b)
{
    const Inner *x = a, *y = b;
    return x->order != y->order ? (x->order < y->order ? -1 : 1) : x->shape < y->shape ? -1 : x->shape > y->shape;
}

static Ir *set_of_lanes(Packs *p, const Lane *lane, size_t n, int depth);

static bool add_inner(Terms *t, const Lane *lane, size_t n, int depth)
{
    Ir *set = n ? set_of_lanes(t->p, lane, n, depth + 1) : NULL;
    if (set)
        add(t, set);
    return set || !n;
}

static bool begins_lane(const Inner *inner, size_t first, size_t i) { return i == first || inner[i].order != inner[i - 1].order; }

/* The terms of one shape that many lanes have become one set, a term a lane; those that are left go to `rest`, *left of them. */
static bool add_alike(Terms *t, Inner *rest, size_t *left, size_t lanes, int depth)
{
    Packs *p = t->p;
    const size_t n = t->inner.n, many = lanes / 4 > LEAST_LANES ? lanes / 4 : LEAST_LANES;
    const Inner *inner = t->inner.at;
    Lane *lane = ARENA_ARRAY(p->c.scratch, Lane, n);
    *left = 0;
    qsort(t->inner.at, n, sizeof *inner, by_shape);
    for (size_t i = 0, end; i < n; i = end) {
        size_t taken = 0;
        for (end = i; end < n && inner[end].shape == inner[i].shape; end++)
            if (begins_lane(inner, i, end))
                lane[taken++] = inner[end].lane;
        const bool set = taken >= many || taken == lanes;
        if (set && !add_inner(t, lane, taken, depth))
            return false;
        for (size_t k = i; k < end; k++)
            if (!set || !begins_lane(inner, i, k))
                rest[(*left)++] = inner[k];
    }
    return true;
}

static bool add_inners(Terms *t, size_t lanes, int depth)
{
    Packs *p = t->p;
    Inner *rest = ARENA_ARRAY(p->c.scratch, Inner, t->inner.n + 1);
    Lane *lane = ARENA_ARRAY(p->c.scratch, Lane, t->inner.n + 1);
    size_t left = 0;
    if (t->inner.n && !add_alike(t, rest, &left, lanes, depth))
        return false;
    if (left)
        qsort(rest, left, sizeof *rest, by_lane);
    while (left) { /* the first of each lane */
        size_t taken = 0, others = 0;
        for (size_t i = 0; i < left; i++)
            if (begins_lane(rest, 0, i))
                lane[taken++] = rest[i].lane;
        for (size_t i = left; i-- > 0;)
            if (!begins_lane(rest, 0, i))
                rest[left - ++others] = rest[i];
        if (!add_inner(t, lane, taken, depth))
            return false;
        memmove(rest, rest + left - others, others * sizeof *rest);
        left = others;
    }
    return true;
}

/* The set of the lanes whose condition holds; NULL: it is not known how. */
static Ir *set_of_lanes(Packs *p, const Lane *lane, size_t n, int depth)
{
    Terms t = {.p = p, .always = no_lanes(p), .flip = no_lanes(p)};
    bool known = depth < DEEPEST;
    for (size_t i = 0; i < n && known; i++) {
        Lane sum = lane[i];
        if (condition_is_product(sum.is)) {
            ir_mask_set(t.flip, sum.at);
            sum.is.opposite = !sum.is.opposite;
        }
        known = add_term(&t, (uint32_t)i, sum);
    }
    for (size_t i = 0; i < t.shifted.n && known; i++)
        add_shifted(&t, &t.shifted.at[i]);
    for (size_t i = 0; i < t.looked.n && known; i++) {
        const Looked *l = &t.looked.at[i];
        add(&t, ir_tab(p->c.game, l->table, l->row->n, l->row->a));
    }
    if (!known || !add_inners(&t, n, depth))
        return NULL;
    if (!is_empty(p, t.always) || !t.set)
        add(&t, tree_mask(p->c.game, p->space, t.always));
    return is_empty(p, t.flip) ? t.set : cut(p, IR_OP_MXOR, t.set, t.flip);
}

/* ---- packs ---------------------------------------------------------------------------------- */

static size_t cost_of_lanes(Packs *p, const Ir *pack, const Lane *lane, size_t n)
{
    size_t cost = 2 * n;
    conditions_count(&p->c);
    for (size_t i = 0; i < n; i++)
        cost += conditions_cost(&p->c, pack->a[1 + lane[i].at - (int)pack->a[0]->k]);
    return cost;
}

/* The set, if it is known and shorter than its lanes one by one; tables are only made for such. */
static Ir *worthwhile(Packs *p, const Ir *pack, const Lane *lane, size_t n)
{
    const size_t tables = p->c.game->table.n;
    p->cost = 0;
    p->visits = MOST_VISITS;
    Ir *set = n >= LEAST_LANES ? set_of_lanes(p, lane, n, 0) : NULL;
    if (set && p->visits >= 0 && p->cost * 3 / 2 < cost_of_lanes(p, pack, lane, n))
        return set;
    p->c.game->table.n = tables;
    return NULL;
}

/* Lanes of one shape are a set, the others stay members. */
static Ir *by_shapes(Packs *p, const Ir *pack, const Lane *lane, size_t n)
{
    IrGame *game = p->c.game;
    Inner *inner = ARENA_ARRAY(p->c.scratch, Inner, n + 1);
    Lane *same = ARENA_ARRAY(p->c.scratch, Lane, n + 1);
    Ir *all = NULL, *rest = tree_like(game, pack);
    memcpy(rest->a, pack->a, (size_t)pack->n * sizeof *pack->a);
    p->visits = MOST_VISITS;
    for (size_t i = 0; i < n; i++)
        inner[i] = (Inner){shape(p, lane[i].is, lane[i].at), (uint32_t)i, lane[i]};
    qsort(inner, n, sizeof *inner, by_shape);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && inner[end].shape == inner[i].shape; end++)
            same[end - i] = inner[end].lane;
        Ir *set = worthwhile(p, pack, same, end - i);
        for (size_t k = i; k < end && set; k++)
            rest->a[1 + same[k - i].at - (int)pack->a[0]->k] = ir_const(game, 0);
        if (set)
            all = all ? ir_op2(game, IR_OP_MOR, all, set) : set;
    }
    return all ? ir_op2(game, IR_OP_MOR, all, rest) : NULL;
}

static Ir *vectorised(Packs *p, Ir *pack)
{
    const int first = (int)pack->a[0]->k;
    Lane *lane = ARENA_ARRAY(p->c.scratch, Lane, pack->n);
    size_t n = 0;
    p->space = (int)pack->k;
    p->words = (size_t)ir_words(p->c.game, p->space);
    for (int i = 1; i < pack->n; i++) {
        const Condition is = condition_literal(&p->c, pack->a[i], false);
        if (!(is.e->op == IR_OP_INT && (is.e->k != 0) == is.opposite))
            lane[n++] = (Lane){first + i - 1, is};
    }
    if (n < LEAST_LANES || conditions_too_dear(&p->c, p->space))
        return pack;
    Ir *set = worthwhile(p, pack, lane, n);
    set = set ? set : by_shapes(p, pack, lane, n);
    if (!set)
        return pack;
    p->c.changed = true;
    ir_pass_remark(p->c.pass, pack->at, "%zu conditions are one set", n);
    return set;
}

/* ---- the pass ----------------------------------------------------------------------------------- */

static Ir *packs_within(Conditions *c, Ir *e)
{
    if (!tree_has_op(e, IR_OP_PACK))
        return e;
    if (e->op == IR_OP_PACK)
        return vectorised(c->data, e);
    Ir *fresh = tree_like(c->game, e);
    for (int i = 0; i < e->n; i++)
        fresh->a[i] = packs_within(c, e->a[i]);
    return fresh;
}

bool ir_pass_vectorise_packs(IrPass *pass)
{
    Packs p = {.c = {.pass = pass, .game = pass->game, .scratch = arena_beside(pass->game->arena), .rewrite = packs_within}};
    p.c.data = &p;
    for (size_t i = 0; i < pass->game->fn.n; i++)
        if (conditions_begin(&p.c, pass->game->fn.at[i]))
            conditions_rewrite(&p.c, pass->game->fn.at[i]);
    arena_free(p.c.scratch);
    return p.c.changed;
}
