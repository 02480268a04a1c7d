/* load_forward.c - pass forward: what a scalar field is known to hold.
 *
 *     if @mover == 1 {                      if @mover == 1 {
 *       @last := %to                  ->      @last := %to
 *       if $goal[@mover] == @last {..} }      if $goal[1] == %to {..} }
 *
 * Walks each body in the order of execution.  A write of a constant or of a name
 * makes the field known, a test for equality makes it known below the test, any
 * other write forgets it; where two ways meet, what both agree on stays.  Rules
 * are walked from header to `then`.  Needs nothing, breaks nothing. */
#include "ir/fold/fold.h"
#include "ir/passes/pass.h"
#include "ir/core/tree.h"

#include <string.h>

typedef struct {
    IrGame *game;
    bool *varying; /* locals set more than once */
    bool *outer;   /* locals known in every section: parameters, header lets */
    Ir **known;    /* by field: a constant or a name, or NULL */
    size_t n;      /* fields */
} Forward;

static Ir *walk(Forward *f, const Ir *node);

static Ir **saved(Forward *f)
{
    return arena_copy(f->game->arena, f->known, (f->n + 1) * sizeof *f->known);
}

static void restore(Forward *f, Ir *const *known)
{
    memcpy(f->known, known, f->n * sizeof *known);
}

/* Keep what this way and the other agree on. */
static void meet(Forward *f, Ir *const *other)
{
    for (size_t i = 0; i < f->n; i++)
        if (!other[i] || !f->known[i] || !ir_equal(f->known[i], other[i]))
            f->known[i] = NULL;
}

/* At the end of a scope: names declared in it are no longer known. */
static void forget_names(Forward *f, Ir *const *before)
{
    for (size_t i = 0; i < f->n; i++) {
        const Ir *k = f->known[i];
        if (k && k->op == IR_OP_LOCAL && !f->outer[k->k] &&
            !(before && before[i] && ir_equal(before[i], k)))
            f->known[i] = NULL;
    }
}

static void forget_written(Forward *f, const Ir *node)
{
    if (node->op == IR_OP_PUT)
        f->known[node->k] = NULL;
    if (node->op == IR_OP_DO)
        forget_written(f, f->game->fn.at[node->k]->body);
    for (int i = 0; i < node->n; i++)
        forget_written(f, node->a[i]);
}

static bool is_scalar_get(const Ir *node)
{
    return node->op == IR_OP_GET && node->n == 0;
}

static bool is_lasting(const Forward *f, const Ir *value)
{
    return value->op == IR_OP_INT ||
           (value->op == IR_OP_LOCAL && !f->varying[value->k]);
}

/* What follows from a condition's being true or false. */
static void learn(Forward *f, const Ir *c, bool truth)
{
    if (c->op == IR_OP_NOT) {
        learn(f, c->a[0], !truth);
        return;
    }
    if (c->op == (truth ? IR_OP_AND : IR_OP_OR)) {
        learn(f, c->a[0], truth);
        learn(f, c->a[1], truth);
        return;
    }
    if (is_scalar_get(c)) { /* a bit */
        if (c->type.kind == IR_INT && c->type.lo >= 0 && c->type.hi <= 1)
            f->known[c->k] = ir_const(f->game, truth);
        return;
    }
    if ((c->op != IR_OP_EQ && c->op != IR_OP_NE) || !is_scalar_get(c->a[0]) ||
        c->a[1]->op != IR_OP_INT)
        return;
    const IrType t = c->a[0]->type;
    int64_t k = c->a[1]->k;
    if ((c->op == IR_OP_EQ) == truth)
        f->known[c->a[0]->k] = ir_const(f->game, k);
    else if (t.hi == t.lo + 1 && (k == t.lo || k == t.hi))
        f->known[c->a[0]->k] = ir_const(f->game, t.lo + t.hi - k);
}

static Ir *walk_if(Forward *f, const Ir *node)
{
    Ir *fresh = tree_like(f->game, node);
    fresh->a[0] = walk(f, node->a[0]);
    Ir **before = saved(f);
    learn(f, fresh->a[0], true);
    fresh->a[1] = walk(f, node->a[1]);
    Ir **first = saved(f);
    bool first_ends = tree_always_returns(node->a[1]);
    restore(f, before);
    learn(f, fresh->a[0], false);
    if (node->n == 3)
        fresh->a[2] = walk(f, node->a[2]);
    bool second_ends = node->n == 3 && tree_always_returns(node->a[2]);
    if (second_ends)
        restore(f, first);
    else if (!first_ends)
        meet(f, first);
    forget_names(f, before);
    return fresh;
}

/* a && b: b is evaluated only where a holds; likewise || and select. */
static Ir *walk_lazy(Forward *f, const Ir *node)
{
    Ir *fresh = tree_like(f->game, node);
    fresh->a[0] = walk(f, node->a[0]);
    Ir **before = saved(f);
    learn(f, fresh->a[0], node->op != IR_OP_OR);
    fresh->a[1] = walk(f, node->a[1]);
    restore(f, before);
    if (node->n == 3) {
        learn(f, fresh->a[0], false);
        fresh->a[2] = walk(f, node->a[2]);
        restore(f, before);
    }
    return fresh;
}

static Ir *walk_with(Forward *f, const Ir *node)
{
    Ir *fresh = tree_like(f->game, node);
    fresh->a[0] = walk(f, node->a[0]);
    Ir **before = saved(f);
    f->known[node->k] = is_lasting(f, fresh->a[0]) ? fresh->a[0] : NULL;
    fresh->a[1] = walk(f, node->a[1]);
    restore(f, before);
    return fresh;
}

/* The first operands of `keep`, `best` and `longest` are of states to come. */
static Ir *walk_ahead(Forward *f, const Ir *node)
{
    Ir *fresh = tree_like(f->game, node);
    Ir **before = saved(f);
    int ahead = node->op == IR_OP_LONGEST ? 2 : 1;
    memset(f->known, 0, f->n * sizeof *f->known);
    for (int i = 0; i < ahead; i++)
        fresh->a[i] = walk(f, node->a[i]);
    restore(f, before);
    for (int i = ahead; i < node->n; i++)
        fresh->a[i] = walk(f, node->a[i]);
    return fresh;
}

static Ir *walk_loop(Forward *f, const Ir *node)
{
    Ir *fresh = tree_like(f->game, node);
    int head = node->op == IR_OP_RANGE ? 2 : node->op == IR_OP_FOR ? 1 : 0;
    for (int i = 0; i < head; i++)
        fresh->a[i] = walk(f, node->a[i]);
    forget_written(f, node);
    Ir **before = saved(f);
    for (int i = head; i < node->n; i++)
        fresh->a[i] = walk(f, node->a[i]);
    restore(f, before);
    return fresh;
}

static Ir *walk(Forward *f, const Ir *node)
{
    switch (node->op) {
    case IR_OP_GET:
        if (node->n == 0 && f->known[node->k])
            return ir_copy(f->game, f->known[node->k]);
        break;
    case IR_OP_IF:
        return walk_if(f, node);
    case IR_OP_AND:
    case IR_OP_OR:
    case IR_OP_SELECT:
        return walk_lazy(f, node);
    case IR_OP_WITH:
        return walk_with(f, node);
    case IR_OP_KEEP:
    case IR_OP_BEST:
    case IR_OP_LONGEST:
        return walk_ahead(f, node);
    case IR_OP_FOR:
    case IR_OP_RANGE:
    case IR_OP_WHILE:
        return walk_loop(f, node);
    default:
        break;
    }
    Ir *fresh = tree_like(f->game, node);
    for (int i = 0; i < node->n; i++)
        fresh->a[i] = walk(f, node->a[i]);
    if (node->op == IR_OP_PUT) {
        fresh->a[0] = fold_node(f->game, fresh->a[0]);
        f->known[node->k] = node->n == 1 && is_lasting(f, fresh->a[0])
                                ? ir_copy(f->game, fresh->a[0])
                                : NULL;
    } else if (node->op == IR_OP_DO) {
        forget_written(f, node);
    } else if (node->op == IR_OP_WHEN) {
        learn(f, fresh->a[0], true);
    }
    return fresh;
}

static void find_varying(const Ir *node, bool *varying)
{
    if (node->op == IR_OP_VAR || node->op == IR_OP_SET)
        varying[node->k] = true;
    for (int i = 0; i < node->n; i++)
        find_varying(node->a[i], varying);
}

static bool forward_fn(IrGame *game, IrFn *fn)
{
    TreeSlot *slot;
    size_t n = tree_slots(game, fn, &slot);
    bool changed = false;
    Forward f = {.game = game, .n = game->field.n};
    f.known = ARENA_ARRAY(game->arena, Ir *, game->field.n + 1);
    f.varying = ARENA_ARRAY(game->arena, bool, fn->local.n + 1);
    f.outer = ARENA_ARRAY(game->arena, bool, fn->local.n + 1);
    for (int i = 0; i < fn->nparam; i++)
        f.outer[i] = true;
    for (size_t i = 0; i < n; i++)
        find_varying(*slot[i].slot, f.varying);
    for (int i = 0; fn->header && i < fn->header->n; i++)
        if (fn->header->a[i]->op == IR_OP_LET)
            f.outer[fn->header->a[i]->k] = true;
    for (size_t i = 0; i < n; i++) {
        Ir *old = *slot[i].slot;
        forget_names(&f, NULL);
        if (slot[i].kind == SLOT_VIEW || slot[i].kind == SLOT_SPARED) /* of the old state */
            memset(f.known, 0, f.n * sizeof *f.known);
        Ir *fresh = walk(&f, old);
        changed = changed || !ir_equal(old, fresh);
        *slot[i].slot = fresh;
    }
    return changed;
}

bool ir_pass_load_forward(IrPass *pass)
{
    bool changed = false;
    for (size_t i = 0; i < pass->game->fn.n; i++)
        changed = forward_fn(pass->game, pass->game->fn.at[i]) || changed;
    return changed;
}
