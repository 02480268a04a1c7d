/* member_reads.c - sets of which a playout only adds and asks single members, or words.
 *
 * Such a one is best left in memory, where a member is one word; where all of it is read, as well, a
 * vector in a register is better, as memory of which one word was just written cannot be read as a whole at once. */
#include "ir/analysis/shape.h"

/* A local, and is all of it read? */
typedef struct Bound {
    int local;
    bool whole;
    struct Bound *outer;
} Bound;

typedef struct {
    const IrGame *game;
    bool gathers, listed;
    bool *whole; /* by field: all of it is read or written; NULL: only locals matter */
    bool *seen;  /* by function */
    Bound *bound;
    bool copies; /* there are copies of the state */
} Walk;

static void walk(Walk *w, const Ir *e);

const Ir *shape_put_member(const Ir *put, IrOp *op)
{
    const Ir *v = put->a[0];
    *op = v->op;
    if (v->op != IR_OP_MOR && v->op != IR_OP_MDIFF)
        return NULL;
    for (int i = v->op == IR_OP_MDIFF; i < 2; i++) {
        const Ir *bit = v->a[i], *old = v->a[1 - i];
        if (bit->op == IR_OP_BITOF && old->op == IR_OP_GET && old->k == put->k &&
            (old->n == 0 ? put->n == 1 : put->n == 2 && ir_equal(old->a[0], put->a[1])))
            return bit;
    }
    return NULL;
}

/* Of the set single members are asked. */
static void ask(Walk *w, const Ir *set)
{
    if (set->op != IR_OP_LOCAL && set->op != IR_OP_GET)
        walk(w, set);
    else if (set->n)
        walk(w, set->a[0]);
}

static void call(Walk *w, const Ir *e)
{
    const IrFn *fn = w->game->fn.at[e->k];
    for (int i = 0; i < e->n; i++)
        (shape_asks_members(w->game, fn->body, i, w->gathers) ? ask : walk)(w, e->a[i]);
}

static void let(Walk *w, const Ir *e)
{
    Bound bound = {.local = (int)e->k, .outer = w->bound};
    w->bound = &bound;
    walk(w, e->a[1]);
    w->bound = bound.outer;
    (bound.whole ? walk : ask)(w, e->a[0]);
}

static void play(Walk *w, int fn)
{
    const IrFn *d = w->game->fn.at[fn];
    if (w->seen[fn])
        return;
    w->seen[fn] = true;
    Bound *outer = w->bound; /* locals of another function */
    w->bound = NULL;
    const Ir *part[] = {d->body, d->header, d->effect, d->then, d->post};
    for (int i = 0; i < 5; i++)
        if (part[i])
            walk(w, part[i]);
    w->bound = outer;
}

static void put(Walk *w, const Ir *e)
{
    IrOp op;
    const Ir *bit = shape_put_member(e, &op);
    w->whole[e->k] = w->whole[e->k] || !bit;
    walk(w, bit ? bit->a[0] : e->a[0]);
    if (e->n > 1)
        walk(w, e->a[1]);
}

static void walk(Walk *w, const Ir *e)
{
    switch (e->op) {
    case IR_OP_HAS:
        walk(w, e->a[0]);
        ask(w, e->a[1]);
        return;
    case IR_OP_WINDOW:
        ask(w, e->a[0]);
        walk(w, e->a[1]);
        walk(w, e->a[2]);
        return;
    case IR_OP_LETX:
        let(w, e);
        return;
    case IR_OP_KEPT_COUNT:
    case IR_OP_KEPT_PICK:
        if (!w->listed)
            walk(w, e->a[0]);
        return;
    case IR_OP_IF:
        if (w->gathers && e->a[0]->op == IR_OP_GATHERS) {
            walk(w, e->a[1]);
            return;
        }
        break;
    case IR_OP_PUT:
        if (w->whole) {
            put(w, e);
            return;
        }
        break;
    case IR_OP_GET:
        if (w->whole)
            w->whole[e->k] = true;
        break;
    case IR_OP_LOCAL:
    case IR_OP_SET:
        for (Bound *b = w->bound; b; b = b->outer)
            b->whole = b->whole || e->k == b->local;
        break;
    case IR_OP_WITH:
    case IR_OP_ATTEMPT:
    case IR_OP_ASIDE:
        w->copies = true;
        break;
    case IR_OP_CALL:
        if (w->game->fn.at[e->k]->hint == IR_HINT_APART) {
            call(w, e);
            return;
        }
        break;
    default: break;
    }
    if (w->whole && ir_op_info(e->op)->names == IR_NAMES_FN)
        play(w, (int)e->k);
    for (int i = 0; i < e->n; i++)
        walk(w, e->a[i]);
}

bool shape_asks_members(const IrGame *game, const Ir *tree, int local, bool gathers)
{
    Bound bound = {.local = local};
    Walk w = {.game = game, .gathers = gathers, .bound = &bound};
    walk(&w, tree);
    return !bound.whole;
}

bool *shape_member_fields(Arena *arena, const IrGame *game, bool gathers, bool listed)
{
    bool *whole = ARENA_ARRAY(arena, bool, game->field.n + 1);
    Walk w = {.game = game, .gathers = gathers, .listed = listed, .whole = whole,
              .seen = ARENA_ARRAY(arena, bool, game->fn.n + 1)};
    const int choose = game->choose && !game->joint ? ir_fn_find(game, game->choose) : -1;
    if (choose >= 0)
        play(&w, choose);
    for (size_t i = 0; i < game->field.n; i++) {
        const IrType elem = game->field.at[i].elem;
        whole[i] = choose >= 0 && !w.copies && elem.kind == IR_MASK && ir_words(game, elem.space) > 1 && !whole[i];
    }
    return whole;
}
