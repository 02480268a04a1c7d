/* relations.c - sets and relations between sites: where maps lead, and who is beside.
 *
 * A relation whose pairs have few differences is a few shifts of the whole set (ir/analysis/relation_shifts.c).
 * A map that keeps the order of sites within each word, as directions of boards with rows of different length
 * do, moves bits in bulk where the target has an instruction for it: such an `image` is low.  Others are loops. */
#include "ir/lower/lower_impl.h"

#include "ir/analysis/facts.h"
#include "ir/analysis/shape.h"

/* ---- constant slices --------------------------------------------------------------------- */

/* The elements that the slice stands for: first and number; false when an index is not constant. */
static bool constant_slice(const IrGame *game, const Ir *vec, size_t *first, size_t *n)
{
    const IrTable *t = &game->table.at[vec->k];
    *first = 0;
    *n = t->n;
    for (int i = 0; i < vec->n; i++) {
        if (vec->a[i]->op != IR_OP_INT || vec->a[i]->k < 0 || vec->a[i]->k >= t->dim[i].size)
            return false;
        *n /= (size_t)t->dim[i].size;
        *first += (size_t)vec->a[i]->k * *n;
    }
    return true;
}

/* The pairs of a relation of `e` within one space, by their differences; false where there are too many. */
static bool shifts_of(const IrGame *game, const Ir *e, Shifts *s)
{
    const IrTable *t = &game->table.at[e->a[1]->k];
    const int space = e->a[0]->type.space;
    size_t first, n;
    *s = (Shifts){.words = ir_words(game, space), .size = game->space.at[space].size};
    if (space != e->type.space || !constant_slice(game, e->a[1], &first, &n))
        return false;
    for (size_t x = 0; x < n; x++) {
        if (e->op != IR_OP_GROW) {
            int y = t->value[first + x];
            if (y >= 0 && !shifts_add(game->arena, s, (int)x, y))
                return false;
            continue;
        }
        const uint64_t *word = &t->word[(first + x) * (size_t)s->words];
        for (int y = 0; y < s->size; y++)
            if (ir_mask_has(word, y) && !shifts_add(game->arena, s, (int)x, y))
                return false;
    }
    return true;
}

static bool keeps_order(const Low *l, const Ir *e)
{
    WordMap map;
    return word_map_of(l->game->arena, l->game, e, &map);
}

/* ---- shifts --------------------------------------------------------------------------------- */

static Ir *shifted(const LowWriter *w, const Shifts *s, int set, int i, bool inverse)
{
    IrGame *game = w->game;
    const int delta = inverse ? -s->delta[i] : s->delta[i], space = w->fn->local.at[set].type.space;
    const uint64_t *to = inverse ? s->from[i] : s->to[i];
    Ir *moved = delta ? ir_op2(game, IR_OP_SHIFT, low_get(w, set), ir_const(game, delta)) : low_get(w, set);
    return shifts_all(s, delta, to) ? moved : low_and(w, moved, tree_mask(game, space, to));
}

static Ir *all_shifted(const LowWriter *w, const Shifts *s, int set, bool inverse)
{
    Ir *sum = s->n ? NULL : ir_k0(w->game, IR_OP_NONE, w->fn->local.at[set].type.space);
    for (int i = 0; i < s->n; i++) {
        Ir *one = shifted(w, s, set, i, inverse);
        sum = sum ? low_or(w, sum, one) : one;
    }
    return sum;
}

Ir *low_grown(const LowWriter *w, int set, const Ir *near)
{
    Shifts s;
    const Ir *grow = ir_op2(w->game, IR_OP_GROW, low_get(w, set), ir_copy(w->game, near));
    return shifts_of(w->game, grow, &s) ? all_shifted(w, &s, set, false) : NULL;
}

/* A value in place of its call, of the set that relation e is asked about. */
static int shifts_fn(Low *l, const char *key, const Ir *e, const Shifts *s)
{
    LowWriter w = low_begin(l, key, e->type, IR_HINT_INLINE);
    const int set = low_param(&w, "m", e->a[0]->type);
    return low_made(l, key, low_end_value(&w, all_shifted(&w, s, set, e->op == IR_OP_PREIMAGE)));
}

static Ir *by_shifts(Low *l, Ir *e, const Shifts *s)
{
    const char *key = low_slice_key(l, e->op == IR_OP_PREIMAGE ? "led" : "moved", e->a[1]);
    const int made = low_find(l, key);
    LowArgs args = {.n = 0};
    low_arg(l, &args, e->a[0]);
    return low_call(l, e, made >= 0 ? made : shifts_fn(l, key, e, s), &args);
}

/* ---- loops ------------------------------------------------------------------------------------ */

typedef enum { IMAGE, GROW, LED, LED_OUT, PREIMAGE } Walk;

/* The function of the table's slice: what the members of a set lead to; those of a set, or of all, that are led into
 * another one, or are not. */
static int need_walk(Low *l, Walk walk, const Ir *e)
{
    static const char *const stem[] = {"image", "grown", "led_of", "not_led_of", "preimage"};
    IrGame *game = l->game;
    const char *key = low_slice_key(l, stem[walk], e->a[1]);
    int made = low_find(l, key);
    if (made >= 0)
        return made;
    const bool back = walk >= LED;
    const int from = back ? e->type.space : e->a[0]->type.space, n = low_slice_size(game, e->a[1]);
    LowWriter w = low_begin(l, key, e->type, IR_HINT_APART);
    const int base = walk == PREIMAGE ? -1 : low_param(&w, back ? "of" : "m", ir_mask(from));
    const int into = back ? low_param(&w, "into", e->a[0]->type) : -1;
    const LowSlice slice = low_slice(&w, e->a[1]);
    const int m = low_var(&w, "found", e->type, ir_k0(game, IR_OP_NONE, e->type.space));
    IrType member = ir_int(0, n - 1);
    member.space = from;
    const int at = ir_local_add(game, w.fn, "at", member);
    Ir *outer = low_open(&w), *test = back ? low_open(&w) : NULL, *there = low_element(&w, &slice, low_get(&w, at));
    Ir *more = back ? low_bit(&w, from, at) : walk == IMAGE ? ir_k1(game, IR_OP_BITOF, e->type.space, there) : there;
    low_set(&w, m, low_or(&w, low_get(&w, m), more));
    if (back) {
        Ir *in = low_in(&w, there, low_get(&w, into));
        low_if(&w, test, walk == LED_OUT ? ir_op1(game, IR_OP_NOT, in) : in);
    }
    if (walk == PREIMAGE)
        low_range(&w, outer, at, ir_const(game, n));
    else
        low_for(&w, outer, at, low_get(&w, base));
    low_ret(&w, low_get(&w, m));
    return low_made(l, key, low_end(&w));
}

/* `base`, of LED and LED_OUT, went through low_tree. */
static Ir *walked(Low *l, Walk walk, Ir *e, Ir *base)
{
    const int fn = need_walk(l, walk, e);
    LowArgs args = {.n = 0};
    if (base)
        args.at[args.n++] = base;
    low_arg(l, &args, e->a[0]);
    low_arg_slice(l, &args, e->a[1]);
    return low_call(l, e, fn, &args);
}

/* ---- maps ----------------------------------------------------------------------------------------- */

/* The map the other way round, as a table. */
static Ir *inverse_of(Low *l, const Ir *e)
{
    IrGame *game = l->game;
    const int from = e->a[0]->type.space, to = e->type.space;
    size_t first, n;
    constant_slice(game, e->a[1], &first, &n);
    const char *name = low_slice_key(l, "back", e->a[1]);
    int table = ir_table_find(game, name);
    if (table < 0) {
        table = low_table(l, name, ir_site(game, to), 1, &(IrDim){from, game->space.at[from].size});
        IrTable *t = &game->table.at[table];
        for (size_t y = 0; y < t->n; y++)
            t->value[y] = -1;
        for (size_t x = 0; x < n; x++) {
            const int y = game->table.at[e->a[1]->k].value[first + x];
            if (y >= 0)
                t->value[y] = (int32_t)x;
        }
    }
    return ir_tab(game, table, 0, NULL);
}

/* Bits in bulk where the target can, else a loop. */
static Ir *carried(Low *l, Ir *e)
{
    IrGame *game = l->game;
    const bool back = e->op == IR_OP_PREIMAGE;
    const char *key = low_slice_key(l, back ? "carried_back" : "carried", e->a[1]);
    int made = low_find(l, key);
    if (made < 0) {
        const int walk = need_walk(l, back ? PREIMAGE : IMAGE, e);
        LowWriter w = low_begin(l, key, e->type, IR_HINT_INLINE);
        Ir *set = low_get(&w, low_param(&w, "m", e->a[0]->type));
        Ir *bulk = ir_op2(game, IR_OP_IMAGE, set, back ? inverse_of(l, e) : ir_copy(game, e->a[1]));
        Ir *loop = ir_call(game, IR_OP_CALL, walk, 1, (Ir *[]){ir_copy(game, set)});
        Ir *gathers = ir_node(game, NULL, IR_OP_GATHERS, 0, 0, NULL);
        made = low_made(l, key, low_end_value(&w, ir_op3(game, IR_OP_SELECT, gathers, bulk, loop)));
    }
    LowArgs args = {.n = 0};
    low_arg(l, &args, e->a[0]);
    return low_call(l, e, made, &args);
}

static Ir *map(Low *l, Ir *e)
{
    const bool back = e->op == IR_OP_PREIMAGE;
    Shifts s;
    return shifts_of(l->game, e, &s) ? by_shifts(l, e, &s)
           : keeps_order(l, e) ? carried(l, e)
                               : walked(l, back ? PREIMAGE : IMAGE, e, NULL);
}

/* ---- cut down by preimages --------------------------------------------------------------------------- */

/* Is it a loop over all sites? */
static bool is_irregular(const Low *l, const Ir *e)
{
    Shifts s;
    return e->op == IR_OP_PREIMAGE && !shifts_of(l->game, e, &s) && !keeps_order(l, e);
}

enum { MAX_CUTS = 8 };

typedef struct {
    Ir *whole[MAX_CUTS]; /* preimages */
    int n;
} Cuts;

/* What is left of an intersection without its irregular preimages; NULL: nothing. */
static Ir *split(Low *l, Ir *e, Cuts *cuts)
{
    if (e->op == IR_OP_MAND) {
        Ir *x = split(l, e->a[0], cuts), *y = split(l, e->a[1], cuts);
        return x && y ? ir_op2(l->game, IR_OP_MAND, x, y) : x ? x : y;
    }
    if (cuts->n < MAX_CUTS && is_irregular(l, e)) {
        cuts->whole[cuts->n++] = e;
        return NULL;
    }
    return e;
}

/* Only the members of the other sets are asked where the map leads. */
static Ir *narrowed(Low *l, Ir *e)
{
    if (e->op == IR_OP_MDIFF)
        return is_irregular(l, e->a[1]) ? walked(l, LED_OUT, e->a[1], low_tree(l, e->a[0])) : NULL;
    Cuts cuts = {.n = 0};
    Ir *rest = split(l, e, &cuts);
    if (cuts.n == 0)
        return NULL;
    Ir *set = low_tree(l, rest ? rest : cuts.whole[0]);
    for (int i = rest ? 0 : 1; i < cuts.n; i++)
        set = walked(l, LED, cuts.whole[i], set);
    return set;
}

/* ---- neighbours ------------------------------------------------------------------------------------------ */

static Ir *grow(Low *l, Ir *e)
{
    Shifts s;
    return shifts_of(l->game, e, &s) ? by_shifts(l, e, &s) : walked(l, GROW, e, NULL);
}

/* x in grow(m, near), near being symmetric: has x one of m beside it? */
static Ir *has_beside(Low *l, Ir *e)
{
    IrGame *game = l->game;
    const Ir *set = e->a[1];
    if (set->op != IR_OP_GROW || e->a[0]->type.lo < 0 || !ir_is_symmetric(game, set->a[1]))
        return NULL;
    Ir *index[IR_MAX_DIMS];
    const int n = set->a[1]->n;
    for (int i = 0; i < n; i++)
        index[i] = low_tree(l, set->a[1]->a[i]);
    index[n] = low_tree(l, e->a[0]);
    l->changed = true;
    Ir *both = ir_op2(game, IR_OP_MAND, ir_tab(game, (int)set->a[1]->k, n + 1, index), low_tree(l, set->a[0]));
    return ir_op1(game, IR_OP_ANY, both);
}

Ir *low_relations(Low *l, Ir *e)
{
    switch (e->op) {
    case IR_OP_IMAGE:
    case IR_OP_PREIMAGE: return map(l, e);
    case IR_OP_GROW: return grow(l, e);
    case IR_OP_HAS: return has_beside(l, e);
    case IR_OP_MAND:
    case IR_OP_MDIFF: return narrowed(l, e);
    default: return NULL;
    }
}
