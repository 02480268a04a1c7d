/* ranges.c - pass ranges: narrower types of fields.
 *
 *     @mover : int 0..3 = 1                @mover : int 1..2 = 1
 *     .. @mover := 3 - @mover ..    ->     .. @mover := 3 - @mover ..
 *
 * The range of a field starts with its initial values and grows by the range of
 * every value written to it, until nothing grows (interval analysis with
 * widening: after a few rounds what still grows gets its declared range).  A
 * field that never changes gets a range of one value, which `fold` turns into a
 * constant.  Types of moves' parameters stay: codes depend on them.  Needs
 * nothing, breaks nothing. */
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

enum { ROUNDS = 8, MAX_SCAN = 4096 };

typedef struct {
    IrGame *game;
    Arena *scratch;
    IrType *declared;
    IrType *now;
    bool *grew;
    bool any;
    const Ir **value; /* by local of the function at hand: what it stands for, or NULL */
    bool *twice;      /* it stands for something else elsewhere */
} Ranges;

static int64_t clip(int64_t x, int64_t lo, int64_t hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static void widen(Ranges *r, int64_t field, IrType value)
{
    IrType *t = &r->now[field];
    const IrType *d = &r->declared[field];
    if (t->kind != IR_INT)
        return;
    int64_t lo = clip(value.lo, d->lo, d->hi), hi = clip(value.hi, d->lo, d->hi);
    if (lo >= t->lo && hi <= t->hi)
        return;
    t->lo = lo < t->lo ? lo : t->lo;
    t->hi = hi > t->hi ? hi : t->hi;
    r->grew[field] = r->any = true;
}

static IrType range_of(const Ranges *r, const Ir *e);

/* The range of what a table holds where its indices can point. */
static IrType looked_up(const Ranges *r, const Ir *tab)
{
    const IrTable *t = &r->game->table.at[tab->k];
    int64_t lo[IR_MAX_DIMS] = {0}, hi[IR_MAX_DIMS] = {0};
    if (t->rows || t->elem.kind != IR_INT || tab->n != t->ndim || t->n > MAX_SCAN)
        return tab->type;
    for (int d = 0; d < t->ndim; d++) {
        IrType index = range_of(r, tab->a[d]);
        lo[d] = clip(index.lo, 0, t->dim[d].size - 1);
        hi[d] = clip(index.hi, 0, t->dim[d].size - 1);
    }
    IrType found = tab->type;
    bool any = false;
    for (size_t i = 0; i < t->n; i++) {
        bool in = true;
        size_t rest = i;
        for (int d = t->ndim - 1; d >= 0; rest /= (size_t)t->dim[d--].size) {
            int64_t at = (int64_t)(rest % (size_t)t->dim[d].size);
            in = in && at >= lo[d] && at <= hi[d];
        }
        if (!in)
            continue;
        found.lo = any && found.lo < t->value[i] ? found.lo : t->value[i];
        found.hi = any && found.hi > t->value[i] ? found.hi : t->value[i];
        any = true;
    }
    return found;
}

/* The type of a value, narrower by what its tables hold and its names stand for. */
static IrType range_of(const Ranges *r, const Ir *e)
{
    if (e->type.kind != IR_INT)
        return e->type;
    if (e->op == IR_OP_LOCAL && r->value[e->k] && !r->twice[e->k])
        return range_of(r, r->value[e->k]);
    return e->op == IR_OP_TAB ? looked_up(r, e) : e->type;
}

/* What names stand for, those of one value. */
static void note_names(Ranges *r, const Ir *node)
{
    if (node->op == IR_OP_LET || node->op == IR_OP_LETX) {
        r->twice[node->k] = r->value[node->k] != NULL;
        r->value[node->k] = node->a[0];
    }
    for (int i = 0; i < node->n; i++)
        note_names(r, node->a[i]);
}

static void collect(Ranges *r, const Ir *node)
{
    if (node->op == IR_OP_PUT || node->op == IR_OP_WITH)
        widen(r, node->k, range_of(r, node->a[0]));
    for (int i = 0; i < node->n; i++)
        collect(r, node->a[i]);
}

static void start(Ranges *r, Arena *scratch)
{
    IrGame *game = r->game;
    r->declared = ARENA_ARRAY(scratch, IrType, game->field.n + 1);
    r->now = ARENA_ARRAY(scratch, IrType, game->field.n + 1);
    r->grew = ARENA_ARRAY(scratch, bool, game->field.n + 1);
    for (size_t i = 0; i < game->field.n; i++) {
        const IrField *f = &game->field.at[i];
        r->declared[i] = r->now[i] = f->elem;
        if (f->elem.kind != IR_INT || f->n == 0)
            continue;
        r->now[i].lo = r->now[i].hi = f->init[0];
        for (size_t j = 1; j < f->n; j++) {
            if (f->init[j] < r->now[i].lo)
                r->now[i].lo = f->init[j];
            if (f->init[j] > r->now[i].hi)
                r->now[i].hi = f->init[j];
        }
    }
}

/* All types anew under the present ranges of fields. */
static void retype(Ranges *r)
{
    for (size_t i = 0; i < r->game->field.n; i++)
        r->game->field.at[i].elem = r->now[i];
    for (size_t i = 0; i < r->game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(r->game, r->game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            tree_retype(r->game, r->game->fn.at[i], *slot[j].slot);
    }
}

static void round_of(Ranges *r, int round)
{
    r->any = false;
    for (size_t i = 0; i < r->game->field.n; i++)
        r->grew[i] = false;
    retype(r);
    for (size_t i = 0; i < r->game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(r->game, r->game->fn.at[i], &slot);
        r->value = ARENA_ARRAY(r->scratch, const Ir *, r->game->fn.at[i]->local.n + 1);
        r->twice = ARENA_ARRAY(r->scratch, bool, r->game->fn.at[i]->local.n + 1);
        for (size_t j = 0; j < n; j++)
            note_names(r, *slot[j].slot);
        for (size_t j = 0; j < n; j++)
            collect(r, *slot[j].slot);
    }
    for (size_t i = 0; round >= ROUNDS && i < r->game->field.n; i++)
        if (r->grew[i])
            r->now[i] = r->declared[i];
}

/* Front ends may use a node in two places; types are per place. */
static void unshare(IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            *slot[j].slot = ir_copy(game, *slot[j].slot);
    }
}

bool ir_pass_ranges(IrPass *pass)
{
    Arena *scratch = arena_beside(pass->game->arena);
    Ranges r = {.game = pass->game, .scratch = scratch};
    bool changed = false;
    unshare(pass->game);
    start(&r, scratch);
    int round = 0;
    do
        round_of(&r, round++);
    while (r.any);
    retype(&r);
    for (size_t i = 0; i < pass->game->field.n; i++)
        changed = changed || !ir_type_same(r.declared[i], r.now[i]);
    arena_free(scratch);
    return changed;
}
