/* vectorise_packs.c - conditions that are the members of one set become operations on whole sets (superword-level
 * parallelism, where a word holds a bit of each condition).
 *
 *     pack[fact](0, 0 in @t || 2 in @t && 1 in $m[%x], 1 in @t || 3 in @t && 5 in $m[%x], ..)
 *         ->  (@t | shift(@t, -2) & $'packed m'[%x]) ..
 *
 * Each member is a lane (pack_lanes.h).  Where lanes have the shape of facts at some distance from them, they are lanes where they
 * stand.  Members of other sets, as legal moves, ask for the same facts around places of their own (stencil.h): they are
 * computed there, and their bits moved in bulk. */
#include "ir/analysis/shape.h"
#include "ir/core/tree.h"
#include "ir/analysis/stencil.h"
#include "ir/passes/pack_lanes.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_LANES = 4, MOST_VISITS = 1 << 18 };

/* A lane with its shape. */
typedef struct {
    uint64_t shape;
    PackLane lane;
} Shaped;

/* ---- what one by one costs ---------------------------------------------------------------- */

static size_t cost_of_lanes(PackLanes *p, const Ir *pack, const PackLane *lane, size_t n)
{
    size_t cost = 2 * n;
    conditions_count(&p->c);
    for (size_t i = 0; i < n; i++)
        cost += conditions_cost(&p->c, pack->a[1 + lane[i].at - (int)pack->a[0]->k]);
    return cost;
}

/* The set of lanes that are to be members of `space`, if it is known and shorter than `one_by_one`; tables are only made for such. */
static Ir *worthwhile(PackLanes *p, int space, const PackLane *lane, size_t n, size_t one_by_one)
{
    const size_t tables = p->c.game->table.n;
    p->space = space;
    p->words = (size_t)ir_words(p->c.game, space);
    p->cost = 0;
    p->visits = MOST_VISITS;
    Ir *set = n >= LEAST_LANES ? pack_set(p, lane, n) : NULL;
    if (set && p->visits >= 0 && p->cost * 3 / 2 < one_by_one)
        return set;
    p->c.game->table.n = tables;
    return NULL;
}

/* ---- lanes where they stand ------------------------------------------------------------------ */

static int by_shape(const void *a, const void *b)
{
    const Shaped *x = a, *y = b;
    if (x->shape != y->shape)
        return x->shape < y->shape ? -1 : 1;
    return x->lane.at - y->lane.at;
}

static Ir *joined(IrGame *game, Ir *all, Ir *set) { return all ? ir_op2(game, IR_OP_MOR, all, set) : set; }

static void take_out(IrGame *game, Ir *rest, const PackLane *lane, size_t n)
{
    for (size_t i = 0; i < n; i++)
        rest->a[1 + lane[i].at - (int)rest->a[0]->k] = ir_const(game, 0);
}

/* Lanes of one shape are a set, the others stay members of `rest`; NULL: there are none. */
static Ir *by_shapes(PackLanes *p, Ir *rest, const PackLane *lane, size_t n)
{
    Shaped *shaped = ARENA_ARRAY(p->c.scratch, Shaped, n + 1);
    PackLane *same = ARENA_ARRAY(p->c.scratch, PackLane, n + 1);
    const int space = (int)rest->k;
    Ir *all = NULL;
    p->space = space;
    p->visits = MOST_VISITS;
    for (size_t i = 0; i < n; i++)
        shaped[i] = (Shaped){pack_shape(p, lane[i].is, lane[i].at), lane[i]};
    qsort(shaped, n, sizeof *shaped, by_shape);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && shaped[end].shape == shaped[i].shape; end++)
            same[end - i] = shaped[end].lane;
        Ir *set = worthwhile(p, space, same, end - i, cost_of_lanes(p, rest, same, end - i));
        if (set) {
            take_out(p->c.game, rest, same, end - i);
            all = joined(p->c.game, all, set);
        }
    }
    return all;
}

/* ---- lanes with places of their own --------------------------------------------------------- */

/* How often the condition asks for members of each space. */
static void count_spaces(PackLanes *p, Condition l, size_t *asked)
{
    if (--p->visits < 0)
        return;
    if (l.e->op == IR_OP_AND || l.e->op == IR_OP_OR) {
        count_spaces(p, pack_literal(p, l.e->a[0], false), asked);
        count_spaces(p, pack_literal(p, l.e->a[1], false), asked);
    } else if (l.e->op == IR_OP_HAS && l.e->a[1]->op == IR_OP_GET) {
        asked[l.e->a[1]->type.space]++;
    }
}

static int most_asked(PackLanes *p, const PackLane *lane, size_t n)
{
    size_t *asked = ARENA_ARRAY(p->c.scratch, size_t, p->c.game->space.n + 1);
    int most = -1;
    p->visits = MOST_VISITS;
    for (size_t i = 0; i < n; i++)
        count_spaces(p, lane[i].is, asked);
    for (size_t s = 0; s < p->c.game->space.n && p->visits >= 0; s++)
        if (asked[s] && (most < 0 || asked[s] > asked[most]))
            most = (int)s;
    return most;
}

/* The factors of a product that are no facts, whatever their order; sums are not gone into. */
static uint64_t others(const PackLanes *p, Condition l)
{
    if (condition_is_product(l))
        return others(p, pack_literal(p, l.e->a[0], l.opposite)) + others(p, pack_literal(p, l.e->a[1], l.opposite));
    return condition_is_sum(l) || pack_is_fact(p, l.e) ? 0 : pack_hash(l);
}

/* The facts that a condition asks for: of one kind are those that stand in products alike. */
static void ask(PackLanes *p, Condition l, uint64_t beside, StencilPoints *points)
{
    if (--p->visits < 0)
        return;
    if (l.e->op == IR_OP_AND || l.e->op == IR_OP_OR) {
        beside += condition_is_product(l) ? others(p, l) : 0;
        ask(p, pack_literal(p, l.e->a[0], l.opposite), beside, points);
        ask(p, pack_literal(p, l.e->a[1], l.opposite), beside, points);
    } else if (pack_is_fact(p, l.e)) {
        vec_push(p->c.scratch, points, ((StencilPoint){beside + (uint64_t)l.e->a[1]->k * 2 + l.opposite, (int)l.e->a[0]->k}));
    }
}

/* Lanes of one stencil whose places go up as they do. */
typedef struct {
    PackLane *lane; /* as they are, */
    PackLane *placed; /* and at their places */
    size_t n;
} Rising;

/* From place to lane, as a table. */
static Ir *map_of(PackLanes *p, const Rising *r, int from, int to)
{
    IrGame *game = p->c.game;
    const IrDim dim = {.space = from, .size = game->space.at[from].size};
    const int table = ir_table_add(game, tree_table_name(game, "placed"), ir_site(game, to), false, 1, &dim);
    IrTable *t = &game->table.at[table];
    for (size_t i = 0; i < t->n; i++)
        t->value[i] = -1;
    for (size_t i = 0; i < r->n; i++)
        t->value[r->placed[i].at] = r->lane[i].at;
    return ir_tab(game, table, 0, NULL);
}

/* Instructions that move the bits. */
static size_t cost_of_map(PackLanes *p, const Ir *image)
{
    WordMap map;
    size_t pairs = 0;
    if (!word_map_of(p->c.scratch, p->c.game, image, &map))
        return SIZE_MAX;
    for (int i = 0; i < map.sources * map.targets; i++)
        pairs += map.from[i] != 0;
    return 3 * pairs;
}

/* The lanes computed at their places, and moved. */
static Ir *moved(PackLanes *p, const Ir *rest, const Rising *r, int space)
{
    IrGame *game = p->c.game;
    const size_t one_by_one = cost_of_lanes(p, rest, r->lane, r->n), tables = game->table.n;
    Ir *image = ir_op2(game, IR_OP_IMAGE, ir_k0(game, IR_OP_NONE, space), map_of(p, r, space, (int)rest->k));
    const size_t move = cost_of_map(p, image);
    image->a[0] = one_by_one > move ? worthwhile(p, space, r->placed, r->n, one_by_one - move) : NULL;
    if (image->a[0])
        return image;
    game->table.n = tables;
    return NULL;
}

/* The lanes from number `first` on that rise, of those that are not taken yet; takes them.  Written to `r`, which has room for all. */
static void rising(Rising *r, const PackLane *lane, const StencilOf *of, size_t first, size_t n, bool *taken, int size)
{
    int above = 0;
    r->n = 0;
    for (size_t i = first; i < n; i++) {
        if (taken[i] || of[i].stencil != of[first].stencil || of[i].place < above || of[i].place >= size)
            continue;
        taken[i] = true;
        above = of[i].place + 1;
        r->lane[r->n] = lane[i];
        r->placed[r->n++] = (PackLane){of[i].place, lane[i].is};
    }
}

/* Lanes that ask for facts around places of their own; they are taken out of `rest`. */
static Ir *by_stencils(PackLanes *p, Ir *rest, const PackLane *lane, size_t n)
{
    IrGame *game = p->c.game;
    StencilOf *of = ARENA_ARRAY(p->c.scratch, StencilOf, n + 1);
    bool *taken = ARENA_ARRAY(p->c.scratch, bool, n + 1);
    Rising r = {ARENA_ARRAY(p->c.scratch, PackLane, n + 1), ARENA_ARRAY(p->c.scratch, PackLane, n + 1), 0};
    Ir *found = NULL;
    const int space = p->c.pass->options->sets_by_calls ? -1 : most_asked(p, lane, n);
    if (space < 0)
        return NULL;
    p->space = space;
    for (size_t i = 0; i < n; i++) {
        StencilPoints points = {0};
        ask(p, lane[i].is, 0, &points);
        of[i] = (StencilOf){.point = points.at, .n = points.n};
    }
    if (p->visits < 0)
        return NULL;
    stencils_find(p->c.scratch, of, n);
    for (size_t i = 0; i < n; i++) {
        if (taken[i] || of[i].stencil < 0)
            continue;
        rising(&r, lane, of, i, n, taken, game->space.at[space].size);
        Ir *set = r.n >= LEAST_LANES ? moved(p, rest, &r, space) : NULL;
        if (set) {
            take_out(game, rest, r.lane, r.n);
            found = joined(game, found, set);
        }
    }
    return found;
}

/* ---- packs ------------------------------------------------------------------------------------ */

static void note_readers(const PackLanes *p, const Ir *e, size_t *readers, int *last, int lane)
{
    if (e->op == IR_OP_LOCAL && (size_t)e->k < p->c.nlocal && last[e->k] != lane) {
        last[e->k] = lane;
        readers[e->k]++;
    }
    for (int i = 0; i < e->n; i++)
        note_readers(p, e->a[i], readers, last, lane);
}

/* Names that half of the lanes read are not seen through. */
static void find_shared(PackLanes *p, const Ir *pack)
{
    size_t *readers = ARENA_ARRAY(p->c.scratch, size_t, p->c.nlocal + 1), lanes = 0;
    int *last = ARENA_ARRAY(p->c.scratch, int, p->c.nlocal + 1);
    bool *shared = ARENA_ARRAY(p->c.scratch, bool, p->c.nlocal + 1);
    for (int i = 1; i < pack->n; i++) {
        lanes += pack->a[i]->op != IR_OP_INT;
        note_readers(p, pack->a[i], readers, last, i);
    }
    for (size_t k = 0; k < p->c.nlocal; k++)
        shared[k] = readers[k] >= LEAST_LANES && readers[k] * 2 >= lanes;
    p->shared = shared;
}

static bool is_never(Condition l) { return l.e->op == IR_OP_INT && (l.e->k != 0) == l.opposite; }

/* The members that are no constants. */
static size_t lanes_of(PackLanes *p, const Ir *pack, PackLane *lane)
{
    size_t n = 0;
    for (int i = 1; i < pack->n; i++) {
        const Condition is = pack_literal(p, pack->a[i], false);
        if (!is_never(is))
            lane[n++] = (PackLane){(int)pack->a[0]->k + i - 1, is};
    }
    return n;
}

static Ir *vectorised(PackLanes *p, Ir *pack)
{
    IrGame *game = p->c.game;
    PackLane *lane = ARENA_ARRAY(p->c.scratch, PackLane, pack->n);
    Ir *rest = tree_like(game, pack), *set = NULL;
    memcpy(rest->a, pack->a, (size_t)pack->n * sizeof *pack->a);
    find_shared(p, pack);
    size_t n = lanes_of(p, pack, lane);
    const size_t all = n;
    if (n < LEAST_LANES)
        return pack;
    if (!conditions_too_dear(&p->c, (int)pack->k)) {
        set = worthwhile(p, (int)pack->k, lane, n, cost_of_lanes(p, pack, lane, n));
        set = set ? set : joined(game, by_shapes(p, rest, lane, n), rest);
    }
    n = set == NULL || tree_has_op(set, IR_OP_PACK) ? lanes_of(p, rest, lane) : 0;
    Ir *gathered = n >= LEAST_LANES ? by_stencils(p, rest, lane, n) : NULL;
    set = gathered ? joined(game, set ? set : rest, gathered) : set;
    if (!set || set == rest)
        return pack;
    p->c.changed = true;
    ir_pass_remark(p->c.pass, pack->at, "%zu conditions are one set", all);
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
    PackLanes p = {.c = {.pass = pass, .game = pass->game, .scratch = arena_beside(pass->game->arena), .rewrite = packs_within}};
    p.c.data = &p;
    for (size_t i = 0; i < pass->game->fn.n; i++)
        if (conditions_begin(&p.c, pass->game->fn.at[i]))
            conditions_rewrite(&p.c, pass->game->fn.at[i]);
    arena_free(p.c.scratch);
    return p.c.changed;
}
