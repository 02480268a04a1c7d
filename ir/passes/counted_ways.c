/* counted_ways.c - a way as long as the vacant sites of a larger set are many, and vacant itself, is just these sites.
 *
 *     let %n = count($column[%x] \ S)                      let %vacant = $column[%x] \ S
 *     let %to = $end[%x][%n]                               let %n = count(%vacant) ..
 *     let %ok = %to >= 0 && !any($way[%x][%n] & S)   ->    if %ok {
 *     if %ok { .. bit(%to) .. }                              let %one = up_to(%vacant, %vacant)  .. %one ..
 *
 * where every way has as many sites as its %n says, lies in the column, and ends at its lowest site: the end is the
 * lowest of the vacant ones, which is known without a lookup by their number.  Gravity is often written so: a piece slides as
 * many steps as its column has empty sites. */
#include <string.h>

#include "ir/core/tree.h"
#include "ir/passes/pass.h"

typedef struct {
    const Ir *larger;   /* $column[..] */
    const Ir *occupied; /* S */
    const Ir *end, *way;
    Ir *count, *to, *ok, *then; /* statements */
} Counted;

/* ---- the form ------------------------------------------------------------------------- */

static bool is_local(const Ir *e, const Ir *let) { return e->op == IR_OP_LOCAL && e->k == let->k; }

/* A full lookup whose last index is what the statement names. */
static bool looks_up(const IrGame *game, const Ir *e, IrKind kind, const Ir *last)
{
    if (e->op != IR_OP_TAB || e->n == 0)
        return false;
    const IrTable *t = &game->table.at[e->k];
    return e->n == t->ndim && !t->rows && t->elem.kind == kind && (!last || is_local(e->a[e->n - 1], last));
}

static bool is_count(const IrGame *game, Counted *c)
{
    const Ir *count = c->count->a[0], *vacant = count->n ? count->a[0] : count;
    if (count->op != IR_OP_COUNT || vacant->op != IR_OP_MDIFF || !looks_up(game, vacant->a[0], IR_MASK, NULL))
        return false;
    c->larger = vacant->a[0];
    c->occupied = vacant->a[1];
    return ir_words(game, vacant->type.space) == 1;
}

static bool same_indices(const Ir *a, const Ir *b)
{
    bool same = a->n == b->n;
    for (int i = 0; i < a->n && same; i++)
        same = ir_equal(a->a[i], b->a[i]);
    return same;
}

/* %to >= 0 && !any($way[..][%n] & S) */
static bool is_test(const IrGame *game, Counted *c)
{
    const Ir *test = c->ok->a[0];
    if (test->op != IR_OP_AND || test->a[0]->op != IR_OP_GE || !is_local(test->a[0]->a[0], c->to) || !tree_is_int(test->a[0]->a[1], 0))
        return false;
    const Ir *met = test->a[1]->op == IR_OP_NOT ? test->a[1]->a[0] : test;
    if (met->op != IR_OP_ANY || met->a[0]->op != IR_OP_MAND || !looks_up(game, met->a[0]->a[0], IR_MASK, c->count))
        return false;
    c->way = met->a[0]->a[0];
    return ir_equal(met->a[0]->a[1], c->occupied) && same_indices(c->way, c->end) && c->way->type.space == c->larger->type.space;
}

static bool is_counted(const IrGame *game, Ir *const *s, Counted *c)
{
    *c = (Counted){.count = s[0], .to = s[1], .ok = s[2], .then = s[3]};
    if (s[0]->op != IR_OP_LET || s[1]->op != IR_OP_LET || s[2]->op != IR_OP_LET || s[3]->op != IR_OP_IF || !is_local(s[3]->a[0], s[2]))
        return false;
    c->end = s[1]->a[0];
    return is_count(game, c) && looks_up(game, c->end, IR_INT, s[0]) && is_test(game, c);
}

/* ---- the proof -------------------------------------------------------------------------- */

/* The one local that the indices of both tables are made of, or -1; false: they are of more than one. */
static bool one_local(const Ir *e, int64_t but, int64_t *local)
{
    if (e->op == IR_OP_LOCAL && e->k != but) {
        if (*local >= 0 && *local != e->k)
            return false;
        *local = e->k;
    }
    for (int i = 0; i < e->n; i++)
        if (!one_local(e->a[i], but, local))
            return false;
    return true;
}

/* Where the indices but the last `open` lead, for one value of the local; false: out of the table. */
static bool element(const IrGame *game, const Ir *tab, int open, int64_t local, int64_t value, size_t *at)
{
    const IrTable *t = &game->table.at[tab->k];
    *at = 0;
    for (int i = 0; i < tab->n - open; i++) {
        int64_t index;
        if (!tree_int_value(game, tab->a[i], (int)local, value, &index) || index < 0 || index >= t->dim[i].size)
            return false;
        *at = *at * (size_t)t->dim[i].size + (size_t)index;
    }
    for (int i = tab->n - open; i < tab->n; i++)
        *at *= (size_t)t->dim[i].size;
    return true;
}

/* Every way that leads somewhere has its number of sites, all in `larger`, and ends at its lowest. */
static bool ways_fit(const IrGame *game, const Counted *c, uint64_t larger, size_t first)
{
    const IrTable *end = &game->table.at[c->end->k], *way = &game->table.at[c->way->k];
    const int most = end->dim[end->ndim - 1].size;
    bool fit = true;
    for (int n = 0; n < most && fit; n++) {
        const int32_t to = end->value[first + (size_t)n];
        const uint64_t sites = way->word[first + (size_t)n];
        fit = to < 0 || (__builtin_popcountll(sites) == n && !(sites & ~larger) && sites && __builtin_ctzll(sites) == to);
    }
    return fit;
}

static bool is_proved(const IrGame *game, const IrFn *fn, const Counted *c)
{
    const IrTable *end = &game->table.at[c->end->k], *way = &game->table.at[c->way->k], *larger = &game->table.at[c->larger->k];
    int64_t local = -1;
    if (!one_local(c->end, c->count->k, &local) || !one_local(c->larger, -1, &local) || way->n != end->n ||
        memcmp(way->dim, end->dim, sizeof *way->dim * (size_t)way->ndim) != 0)
        return false;
    const IrType type = local < 0 ? ir_int(0, 0) : fn->local.at[local].type;
    bool proved = type.kind == IR_INT && type.hi - type.lo < 1 << 12;
    for (int64_t v = type.lo; v <= type.hi && proved; v++) {
        size_t column, first;
        if (element(game, c->larger, 0, local, v, &column) && element(game, c->end, 1, local, v, &first))
            proved = ways_fit(game, c, larger->word[column], first);
    }
    return proved;
}

/* ---- the pass ------------------------------------------------------------------------------ */

typedef struct {
    IrPass *pass;
    IrGame *game;
    IrFn *fn;
    bool changed;
} Ways;

typedef struct {
    int to, one;
    int space;
    bool found;
} Named;

static Ir *name_end(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    Named *named = data;
    if (node->op != IR_OP_BITOF || node->k != named->space || node->a[0]->op != IR_OP_LOCAL || node->a[0]->k != named->to)
        return node;
    named->found = true;
    return ir_local(game, fn, named->one);
}

/* The four statements anew, at s; false: nothing asks for the end as a set. */
static bool rewrite(Ways *w, Counted *c, Ir **s)
{
    IrGame *game = w->game;
    const int space = c->larger->type.space, vacant = ir_local_add(game, w->fn, "vacant", ir_mask(space)), one = ir_local_add(game, w->fn, "one", ir_mask(space));
    Named named = {(int)c->to->k, one, space, false};
    Ir *then = ir_rewrite(game, w->fn, ir_copy(game, c->then->a[1]), name_end, &named);
    if (!named.found)
        return false;
    Ir *lowest = ir_op2(game, IR_OP_UP_TO, ir_local(game, w->fn, vacant), ir_local(game, w->fn, vacant));
    Ir *part[] = {ir_k1(game, IR_OP_LET, one, lowest), then};
    Ir *names[] = {ir_k1(game, IR_OP_LET, vacant, c->count->a[0]->a[0]), tree_like(game, c->count)};
    names[1]->a[0] = ir_op1(game, IR_OP_COUNT, ir_local(game, w->fn, vacant));
    s[0] = tree_block(game, names, 2);
    s[3] = ir_if(game, c->then->a[0], tree_block(game, part, 2), c->then->n > 2 ? c->then->a[2] : NULL);
    s[3]->at = c->then->at;
    w->changed = true;
    ir_pass_remark(w->pass, c->then->at, "the end of a way that is counted is the lowest of what is counted");
    return true;
}

static Ir *in_block(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    Ways *w = data;
    Counted c;
    if (node->op != IR_OP_BLOCK)
        return node;
    bool found = false;
    Ir **s = ARENA_ARRAY(game->arena, Ir *, node->n + 1);
    memcpy(s, node->a, (size_t)node->n * sizeof *s);
    w->fn = fn;
    for (int i = 0; i + 3 < node->n; i++)
        if (is_counted(game, s + i, &c) && is_proved(game, fn, &c))
            found = rewrite(w, &c, s + i) || found;
    return found ? tree_block(game, s, (size_t)node->n) : node;
}

bool ir_pass_counted_ways(IrPass *pass)
{
    Ways w = {.pass = pass, .game = pass->game};
    ir_rewrite_game(pass->game, in_block, &w);
    return w.changed;
}
