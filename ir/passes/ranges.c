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
#include "ir/passes/tree.h"

enum { ROUNDS = 8 };

typedef struct {
    IrGame *game;
    IrType *declared;
    IrType *now;
    bool *grew;
    bool any;
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

static void collect(Ranges *r, const Ir *node)
{
    if (node->op == IR_OP_PUT || node->op == IR_OP_WITH)
        widen(r, node->k, node->a[0]->type);
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
    Arena *scratch = arena_new();
    Ranges r = {.game = pass->game};
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
