/* table_lookups.c - lookups in constant tables, by what their indices can be (strength reduction).
 *
 *     $row[$column[%x]]                                 ->   $row_of_column[%x]
 *     $along[0][%x][%n], %x in a known set, 0 <= %n < 6  ->   %x - 7 * %n
 *
 * A lookup in what another lookup gives becomes one lookup.  Where all that a lookup can find is a
 * linear function of its indices it becomes that function; what lies outside of the type of the name that it gets is never found; tests of a name for what
 * is found, such as whether it is on the board, fold.  What an index can be follows from constant sets in
 * headers and loops, from types, and from lookups before.  Only lookups that cannot fail are changed. */
#include "ir/passes/pass.h"

#include <string.h>

#include "ir/core/tree.h"
#include "ir/fold/fold.h"
#include "ir/passes/domains.h"

enum { MOST_LOOKUPS = 4096, MOST_WORDS = 16384 };

typedef struct {
    IrPass *pass;
    IrGame *game;
    Arena *scratch;
    Domains local; /* of the function at hand */
    bool changed;
} Lookups;

/* ---- one lookup ---------------------------------------------------------------------- */

typedef struct {
    const IrTable *t;
    Domain index[IR_MAX_DIMS];
    int at[IR_MAX_DIMS]; /* of each domain, the bit at hand */
    IrType type;         /* what is found is known to lie in it */
} Walk;

static int64_t walk_value(const Walk *w)
{
    size_t at = 0;
    for (int i = 0; i < w->t->ndim; i++)
        at = at * (size_t)w->t->dim[i].size + (size_t)(w->index[i].lo + w->at[i]);
    return w->t->value[at];
}

/* To the next indices, whatever is found there. */
static bool step(Walk *w)
{
    for (int i = w->t->ndim - 1; i >= 0; i--) {
        w->at[i] = domain_next(&w->index[i], w->at[i] + 1);
        if (w->at[i] < DOMAIN_VALUES)
            return true;
        w->at[i] = domain_next(&w->index[i], 0);
    }
    return false;
}

static bool is_found(const Walk *w)
{
    const int64_t v = walk_value(w);
    return v >= w->type.lo && v <= w->type.hi;
}

static bool walk_next(Walk *w)
{
    while (step(w))
        if (is_found(w))
            return true;
    return false;
}

/* Every index is known and inside of its dimension, and there are not too many in all.  Something of the type is found. */
static bool walk_begin(const Lookups *l, const Ir *tab, IrType type, Walk *w)
{
    w->type = type;
    w->t = &l->game->table.at[tab->k];
    size_t n = 1;
    if (w->t->rows || w->t->elem.kind != IR_INT || tab->n != w->t->ndim || tab->n == 0)
        return false;
    for (int i = 0; i < tab->n; i++) {
        Domain *d = &w->index[i];
        size_t count = 0;
        *d = domain_of(&l->local, tab->a[i]);
        for (int b = 0; d->known && b < DOMAIN_VALUES; b++) {
            count += domain_has(d, b);
            if (domain_has(d, b) && (d->lo + b < 0 || d->lo + b >= w->t->dim[i].size))
                return false;
        }
        n *= count;
        if (!count || n > MOST_LOOKUPS)
            return false;
        w->at[i] = domain_next(d, 0);
    }
    return is_found(w) || walk_next(w);
}

static Domain found(const Lookups *l, const Ir *tab, IrType type)
{
    Walk w;
    int64_t lo = INT64_MAX, hi = INT64_MIN;
    Domain d = {.known = false};
    if (!walk_begin(l, tab, type, &w))
        return d;
    Walk again = w;
    do {
        int64_t v = walk_value(&w);
        lo = v < lo ? v : lo;
        hi = v > hi ? v : hi;
    } while (walk_next(&w));
    if (hi - lo >= DOMAIN_VALUES)
        return d;
    d = (Domain){.known = true, .lo = lo};
    do
        domain_add(&d, walk_value(&again) - lo);
    while (walk_next(&again));
    return d;
}

/* ---- linear functions ---------------------------------------------------------------- */

typedef struct {
    int64_t base, factor[IR_MAX_DIMS];
} Linear;

/* The factor of index i: between two values of it for which something is found, the others being the same. */
static int64_t slope(Walk w, int i)
{
    do {
        const int first = w.at[i];
        const int64_t before = walk_value(&w);
        for (w.at[i] = domain_next(&w.index[i], first + 1); w.at[i] < DOMAIN_VALUES; w.at[i] = domain_next(&w.index[i], w.at[i] + 1))
            if (is_found(&w))
                return (walk_value(&w) - before) / (w.at[i] - first);
        w.at[i] = first;
    } while (walk_next(&w));
    return 0;
}

static bool is_linear(Walk w, Linear *f)
{
    f->base = walk_value(&w);
    for (int i = 0; i < w.t->ndim; i++) {
        f->factor[i] = slope(w, i);
        f->base -= f->factor[i] * (w.index[i].lo + w.at[i]);
    }
    do {
        int64_t v = f->base;
        for (int i = 0; i < w.t->ndim; i++)
            v += f->factor[i] * (w.index[i].lo + w.at[i]);
        if (v != walk_value(&w))
            return false;
    } while (walk_next(&w));
    return true;
}

/* sum OP factor * index; sum may be NULL. */
static Ir *plus(IrGame *game, Ir *sum, int64_t factor, Ir *index)
{
    int64_t size = factor < 0 && sum ? -factor : factor;
    Ir *term = size == 1 ? index : ir_op2(game, IR_OP_MUL, ir_const(game, size), index);
    return sum ? ir_op2(game, factor < 0 ? IR_OP_SUB : IR_OP_ADD, sum, term) : term;
}

static Ir *linear(Lookups *l, const Ir *tab, IrType type)
{
    IrGame *game = l->game;
    Walk w;
    Linear f;
    Ir *sum = NULL;
    if (!walk_begin(l, tab, type, &w) || !is_linear(w, &f))
        return NULL;
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int i = 0; i < tab->n; i++)
            if (f.factor[i] * sign > 0)
                sum = plus(game, sum, f.factor[i], tab->a[i]);
    if (!sum)
        return ir_const(game, f.base);
    if (f.base != 0)
        sum = ir_op2(game, f.base < 0 ? IR_OP_SUB : IR_OP_ADD, sum, ir_const(game, f.base < 0 ? -f.base : f.base));
    return sum;
}

/* ---- lookups of lookups -------------------------------------------------------------- */

/* $outer[$inner[x]], one index each, as a table of its own. */
static Ir *composed(Lookups *l, const Ir *tab)
{
    IrGame *game = l->game;
    const IrTable *outer = &game->table.at[tab->k], *inner;
    const Ir *index = tab->n == 1 ? tab->a[0] : NULL;
    if (!index || index->op != IR_OP_TAB || index->n != 1 || outer->rows || outer->ndim != 1)
        return NULL;
    inner = &game->table.at[index->k];
    size_t each = outer->elem.kind == IR_MASK ? (size_t)ir_words(game, outer->elem.space) : 1;
    if (inner->rows || inner->ndim != 1 || inner->n * each > MOST_WORDS)
        return NULL;
    for (size_t i = 0; i < inner->n; i++)
        if (inner->value[i] < 0 || inner->value[i] >= outer->dim[0].size)
            return NULL;
    const char *stem = arena_printf(game->arena, "%s of %s", outer->name, inner->name);
    int found = ir_table_find(game, stem);
    if (found < 0) {
        const IrDim dim = inner->dim[0];
        found = ir_table_add(game, stem, outer->elem, false, 1, &dim);
        outer = &game->table.at[tab->k], inner = &game->table.at[index->k];
        IrTable *t = &game->table.at[found];
        for (size_t i = 0; i < t->n; i++)
            if (t->word)
                memcpy(t->word + i * each, outer->word + (size_t)inner->value[i] * each, each * sizeof *t->word);
            else
                t->value[i] = outer->value[inner->value[i]];
    }
    return ir_tab(game, found, 1, &(Ir *){index->a[0]});
}

/* ---- the pass ------------------------------------------------------------------------ */

/* What is found lies in `type`. */
static Ir *lookup(Lookups *l, Ir *tab, IrType type)
{
    Ir *other = composed(l, tab);
    Ir *line = other ? NULL : linear(l, tab, type);
    if (!other && !line)
        return tab;
    l->changed = true;
    ir_pass_remark(l->pass, tab->at, other ? "a lookup in what $%s gives is one lookup" : "a lookup in $%s is linear in its indices",
                   l->game->table.at[other ? tab->a[0]->k : tab->k].name);
    Ir *fresh = other ? other : line;
    fresh->at = tab->at;
    return fresh;
}

static void name_it(Lookups *l, const Ir *let)
{
    domains_let(&l->local, (int)let->k, found(l, let->a[0], l->local.fn->local.at[let->k].type));
}

static Ir *rewrite(Lookups *l, IrFn *fn, Ir *node);

static Ir *with_operands(Lookups *l, IrFn *fn, Ir *node)
{
    Ir *fresh = node->n ? tree_like(l->game, node) : node;
    for (int i = 0; i < node->n; i++)
        fresh->a[i] = rewrite(l, fn, node->a[i]);
    return fresh;
}

/* What `name OP c` is for everything that the name can be, or -1. */
static int64_t decided(const Lookups *l, const Ir *e)
{
    int64_t first = -1, v;
    const Domain *d = e->n == 2 && e->a[1]->op == IR_OP_INT ? domain_of_local(&l->local, e->a[0]) : NULL;
    if (!d)
        return -1;
    for (int i = domain_next(d, 0); i < DOMAIN_VALUES; i = domain_next(d, i + 1)) {
        if (!tree_arith(e->op, d->lo + i, e->a[1]->k, &v) || (first >= 0 && v != first))
            return -1;
        first = v;
    }
    return first;
}

/* Tests of names that have been looked up, and bounds that they keep anyway. */
static Ir *compare(Lookups *l, Ir *e)
{
    switch (e->op) {
    case IR_OP_LT: case IR_OP_LE: case IR_OP_GT: case IR_OP_GE: case IR_OP_EQ: case IR_OP_NE: {
        int64_t v = decided(l, e);
        return v < 0 ? e : ir_const(l->game, v);
    }
    case IR_OP_MAX: case IR_OP_MIN: {
        const IrOp keeps = e->op == IR_OP_MAX ? IR_OP_GE : IR_OP_LE;
        return e->n == 2 && decided(l, ir_op2(l->game, keeps, e->a[0], e->a[1])) == 1 ? e->a[0] : e;
    }
    default:
        return e;
    }
}

static Ir *rewrite(Lookups *l, IrFn *fn, Ir *node)
{
    if (node->op == IR_OP_TAB && node->n)
        return lookup(l, with_operands(l, fn, node), node->type);
    if (node->n == 2 && node->type.kind == IR_INT)
        return fold_node(l->game, compare(l, with_operands(l, fn, node)));
    if (node->op != IR_OP_LET || node->a[0]->op != IR_OP_TAB || (size_t)node->k >= l->local.nlocal)
        return with_operands(l, fn, node);
    Ir *let = tree_like(l->game, node);
    let->a[0] = with_operands(l, fn, node->a[0]);
    name_it(l, let);
    if (let->a[0]->n)
        let->a[0] = lookup(l, let->a[0], fn->local.at[let->k].type);
    return let;
}

static void in_function(Lookups *l, IrFn *fn)
{
    TreeSlot *slot;
    size_t n = tree_slots(l->game, fn, &slot);
    l->local = domains_of(l->scratch, l->game, fn);
    for (size_t i = 0; i < n; i++)
        if (*slot[i].slot)
            *slot[i].slot = rewrite(l, fn, *slot[i].slot);
}

bool ir_pass_table_lookups(IrPass *pass)
{
    Lookups l = {.pass = pass, .game = pass->game, .scratch = arena_beside(pass->game->arena)};
    for (size_t i = 0; i < pass->game->fn.n; i++)
        in_function(&l, pass->game->fn.at[i]);
    arena_free(l.scratch);
    return l.changed;
}
