/* pack_lanes.c - conditions as lanes of sets.
 *
 * A lane is an `or` of terms, or the opposite of one: facts at some distance from the lane, rows of tables, conditions that
 * are the same for many lanes, and conditions that are lanes again, term by term.  A set is zero beside the lanes that it is
 * made for, so that terms that some lanes lack need nothing. */
#include "ir/passes/pack_lanes.h"

#include <stdlib.h>
#include <string.h>

#include "ir/core/tree.h"

enum { LEAST_ALIKE = 4, DEEPEST = 10, SPARSE = 4, ROOM = 32 };
static const size_t most_table_words = 1 << 16;

/* A term of a lane that is made of terms itself; alike ones have the same shape. */
typedef struct {
    uint64_t shape;
    uint32_t order; /* of its lane */
    PackLane lane;
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

/* One condition, the same for all of its lanes. */
typedef struct {
    const Ir *is;
    uint64_t *plain, *opposite; /* lanes */
} Uniform;

typedef struct {
    PackLanes *p;
    Ir *set; /* so far; NULL: none */
    uint64_t *always, *flip;
    VEC(Shifted) shifted;
    VEC(Looked) looked;
    VEC(Uniform) uniform;
    VEC(Inner) inner;
} Terms;

/* ---- literals ------------------------------------------------------------------------- */

Condition pack_literal(const PackLanes *p, const Ir *e, bool opposite)
{
    while (e->op == IR_OP_NOT) {
        e = e->a[0];
        opposite = !opposite;
    }
    const bool stays = e->op == IR_OP_LOCAL && p->shared && (size_t)e->k < p->c.nlocal && p->shared[e->k];
    return stays ? (Condition){e, opposite} : condition_literal(&p->c, e, opposite);
}

static bool is_member(const Ir *e) { return e->op == IR_OP_HAS && e->a[0]->op == IR_OP_INT; }

bool pack_is_fact(const PackLanes *p, const Ir *e)
{
    return is_member(e) && e->a[1]->op == IR_OP_GET && e->a[1]->n == 0 && e->a[1]->type.space == p->space;
}

/* A member of a row that is one of those of a table. */
static bool is_looked_up(const PackLanes *p, const Ir *e)
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

static uint64_t stir_tree(uint64_t h, const Ir *e)
{
    h = stir(stir(h, (uint64_t)e->op), (uint64_t)e->k);
    for (int i = 0; i < e->n; i++)
        h = stir_tree(h, e->a[i]);
    return h;
}

uint64_t pack_hash(Condition l) { return stir_tree(stir(4, l.opposite), l.e); }

uint64_t pack_shape(PackLanes *p, Condition l, int at)
{
    if (--p->visits < 0)
        return 0;
    if (l.e->op == IR_OP_AND || l.e->op == IR_OP_OR) {
        const bool flip = condition_is_product(l) != l.opposite;
        const uint64_t sum = pack_shape(p, pack_literal(p, l.e->a[0], flip), at) + pack_shape(p, pack_literal(p, l.e->a[1], flip), at);
        return stir(sum, 3);
    }
    if (pack_is_fact(p, l.e))
        return stir(stir(stir(1, (uint64_t)l.e->a[1]->k), (uint64_t)(l.e->a[0]->k - at)), l.opposite);
    return is_looked_up(p, l.e) ? stir(2, (uint64_t)l.e->a[1]->k) : pack_hash(l);
}

/* ---- sets --------------------------------------------------------------------------------- */

static uint64_t *no_lanes(PackLanes *p) { return ARENA_ARRAY(p->c.scratch, uint64_t, p->words); }

static bool is_empty(const PackLanes *p, const uint64_t *lanes)
{
    uint64_t all = 0;
    for (size_t w = 0; w < p->words; w++)
        all |= lanes[w];
    return !all;
}

static Ir *cut(PackLanes *p, IrOp op, Ir *set, const uint64_t *lanes)
{
    Ir *mask = tree_mask(p->c.game, p->space, lanes);
    if (op == IR_OP_MAND && mask->op == IR_OP_ALL)
        return set;
    p->cost += p->touched;
    return ir_op2(p->c.game, op, set, mask);
}

static void add(Terms *t, Ir *set)
{
    t->p->cost += t->p->touched;
    t->set = t->set ? ir_op2(t->p->c.game, IR_OP_MOR, t->set, set) : set;
}

static void add_fact(Terms *t, const PackLane *lane)
{
    PackLanes *p = t->p;
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
static int lane_table(PackLanes *p, const Ir *row)
{
    const IrTable *from = &p->c.game->table.at[row->k];
    IrDim dim[IR_MAX_DIMS];
    memcpy(dim, from->dim, sizeof dim);
    const char *name = tree_table_name(p->c.game, arena_printf(p->c.game->arena, "packed %s", from->name));
    return ir_table_add(p->c.game, name, ir_mask(p->space), false, from->ndim, dim);
}

static void add_looked_up(Terms *t, const PackLane *lane)
{
    PackLanes *p = t->p;
    const Ir *row = lane->is.e->a[1];
    const Looked *looked = NULL;
    for (size_t i = 0; i < t->looked.n && !looked; i++)
        if (ir_equal(t->looked.at[i].row, row))
            looked = &t->looked.at[i];
    if (!looked) {
        vec_push(p->c.scratch, &t->looked, ((Looked){row, lane_table(p, row)}));
        looked = &t->looked.at[t->looked.n - 1];
        p->cost += p->c.game->table.at[row->k].n * p->words / ROOM; /* which other data lose in caches */
    }
    const IrTable *from = &p->c.game->table.at[row->k], *to = &p->c.game->table.at[looked->table];
    const size_t words = (size_t)ir_words(p->c.game, from->elem.space);
    for (size_t i = 0; i < from->n; i++)
        if (ir_mask_has(from->word + i * words, (int)lane->is.e->a[0]->k) != lane->is.opposite)
            ir_mask_set(to->word + i * p->words, lane->at);
}

static void add_shifted(Terms *t, const Shifted *s)
{
    PackLanes *p = t->p;
    Ir *set = ir_get(p->c.game, (int)s->set->k, NULL);
    if (s->distance) {
        set = ir_op2(p->c.game, IR_OP_SHIFT, set, ir_const(p->c.game, s->distance));
        p->cost += p->words == 1 ? 1 : 3 * p->touched;
    }
    if (!is_empty(p, s->plain))
        add(t, cut(p, IR_OP_MAND, set, s->plain));
    if (!is_empty(p, s->opposite)) {
        p->cost += p->touched;
        add(t, ir_op2(p->c.game, IR_OP_MDIFF, tree_mask(p->c.game, p->space, s->opposite), ir_copy(p->c.game, set)));
    }
}

static void add_uniform(Terms *t, const PackLane *lane)
{
    PackLanes *p = t->p;
    Uniform *u = NULL;
    for (size_t i = 0; i < t->uniform.n && !u; i++)
        if (ir_equal(t->uniform.at[i].is, lane->is.e))
            u = &t->uniform.at[i];
    if (!u) {
        vec_push(p->c.scratch, &t->uniform, ((Uniform){lane->is.e, no_lanes(p), no_lanes(p)}));
        u = &t->uniform.at[t->uniform.n - 1];
    }
    ir_mask_set(lane->is.opposite ? u->opposite : u->plain, lane->at);
}

/* A fact that is the same for a few lanes only is no term of many. */
static bool is_worth_it(const Terms *t, const Uniform *u, size_t lanes)
{
    size_t readers = 0;
    for (size_t w = 0; w < t->p->words; w++)
        readers += (size_t)__builtin_popcountll(u->plain[w] | u->opposite[w]);
    return !is_member(u->is) || (readers >= LEAST_ALIKE && readers * 4 >= lanes);
}

static void add_where(Terms *t, const Ir *condition, const uint64_t *yes, const uint64_t *no)
{
    PackLanes *p = t->p;
    IrGame *game = p->c.game;
    p->cost += 1 + p->touched;
    add(t, ir_op3(game, IR_OP_SELECT, ir_copy(game, condition), tree_mask(game, p->space, yes), tree_mask(game, p->space, no)));
}

/* ---- terms of all lanes ------------------------------------------------------------------- */

static bool add_term(Terms *t, uint32_t order, PackLane lane)
{
    PackLanes *p = t->p;
    const Ir *e = lane.is.e;
    if (e->op == IR_OP_INT) {
        if ((e->k != 0) != lane.is.opposite)
            ir_mask_set(t->always, lane.at);
    } else if (pack_is_fact(p, e)) {
        add_fact(t, &lane);
    } else if (is_looked_up(p, e)) {
        add_looked_up(t, &lane);
    } else if (condition_is_sum(lane.is)) {
        return add_term(t, order, (PackLane){lane.at, pack_literal(p, e->a[0], lane.is.opposite)}) &&
               add_term(t, order, (PackLane){lane.at, pack_literal(p, e->a[1], lane.is.opposite)});
    } else if (condition_is_product(lane.is)) {
        vec_push(p->c.scratch, &t->inner, ((Inner){pack_shape(p, lane.is, lane.at), order, lane}));
    } else if (e->op == IR_OP_LOCAL || ((is_member(e) ? e->a[1] : e)->op == IR_OP_GET)) {
        add_uniform(t, &lane);
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

static Ir *set_of_lanes(PackLanes *p, const PackLane *lane, size_t n, int depth);

static bool add_inner(Terms *t, const PackLane *lane, size_t n, int depth)
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
    PackLanes *p = t->p;
    const size_t n = t->inner.n, many = lanes / 4 > LEAST_ALIKE ? lanes / 4 : LEAST_ALIKE;
    const Inner *inner = t->inner.at;
    PackLane *lane = ARENA_ARRAY(p->c.scratch, PackLane, n);
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
    PackLanes *p = t->p;
    Inner *rest = ARENA_ARRAY(p->c.scratch, Inner, t->inner.n + 1);
    PackLane *lane = ARENA_ARRAY(p->c.scratch, PackLane, t->inner.n + 1);
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

static Ir *set_of_lanes(PackLanes *p, const PackLane *lane, size_t n, int depth)
{
    Terms t = {.p = p, .always = no_lanes(p), .flip = no_lanes(p)};
    bool known = depth < DEEPEST;
    for (size_t i = 0; i < n && known; i++) {
        PackLane sum = lane[i];
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
    for (size_t i = 0; i < t.uniform.n && known; i++)
        known = is_worth_it(&t, &t.uniform.at[i], n);
    for (size_t i = 0; i < t.uniform.n && known; i++)
        add_where(&t, t.uniform.at[i].is, t.uniform.at[i].plain, t.uniform.at[i].opposite);
    if (!known || !add_inners(&t, n, depth))
        return NULL;
    if (!is_empty(p, t.always) || !t.set)
        add(&t, tree_mask(p->c.game, p->space, t.always));
    return is_empty(p, t.flip) ? t.set : cut(p, IR_OP_MXOR, t.set, t.flip);
}

Ir *pack_set(PackLanes *p, const PackLane *lane, size_t n)
{
    uint64_t *lanes = no_lanes(p);
    for (size_t i = 0; i < n; i++)
        ir_mask_set(lanes, lane[i].at);
    p->touched = 0;
    for (size_t w = 0; w < p->words; w++)
        p->touched += lanes[w] != 0;
    if (p->touched * SPARSE < p->words)
        p->touched = p->words / SPARSE; /* empty words are not free: they are moved with the others */
    return set_of_lanes(p, lane, n, 0);
}
