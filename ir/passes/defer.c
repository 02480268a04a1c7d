/* defer.c - pass defer: end tests that a playout may ask later.
 *
 * "The last stone joins both sides" becomes more and more true while sites are only
 * added: once it holds for a set of sites it holds for every larger one. So a playout
 * may play some moves without asking; where it then turns out that the sides are not
 * joined, no move before joined them either. Where they are, the playout goes back.
 *
 *     touches(flood(bit(x), @f[i], $a), $v) >= 2      $v has two members
 *         ->   !@'ends wait' && touches(..) >= 2
 *     fn 'may end'() = touches(flood($v[0], @f[i], $a), $v) >= 2
 *
 * Proved here: @f[i] is only ever written as itself united with something, and $a is
 * symmetric, so that what holds x and meets $v[0] is found from $v[0] too. @'ends wait' is 0
 * in every state that is seen from outside; who does not care for it plays as ever.
 * With three sides their parts would have to be asked one by one, which costs as much as
 * it saves (measured on Y). */
#include "ir/defer.h"

#include "ir/passes/pass.h"
#include "ir/passes/tree.h"

typedef struct {
    IrPass *pass;
    int wait;           /* the field */
    VEC(const Ir *) end; /* conditions that were put off */
} Defer;

/* ---- proofs -------------------------------------------------------------------- */

/* Does every write to field k in the tree unite it with something? */
static bool only_grows(IrGame *game, const Ir *e, int64_t k)
{
    if (!e)
        return true;
    if (e->op == IR_OP_WITH && e->k == k)
        return false;
    if (e->op == IR_OP_PUT && e->k == k) {
        Ir *index = e->n > 1 ? e->a[1] : NULL;
        const Ir *value = e->a[0], *self = ir_get(game, (int)k, index);
        if (value->op != IR_OP_MOR || !(ir_equal(value->a[0], self) || ir_equal(value->a[1], self)))
            return false;
    }
    for (int i = 0; i < e->n; i++)
        if (!only_grows(game, e->a[i], k))
            return false;
    return true;
}

static bool field_grows(IrGame *game, int64_t k)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        const IrFn *fn = game->fn.at[i];
        if (!only_grows(game, fn->body, k) || !only_grows(game, fn->effect, k) ||
            !only_grows(game, fn->then, k))
            return false;
    }
    return true;
}

static bool is_symmetric(const IrGame *game, const Ir *near)
{
    const IrTable *t = &game->table.at[near->k];
    if (near->op != IR_OP_TAB || near->n || t->ndim != 1 || t->elem.kind != IR_MASK || t->rows ||
        t->n != (size_t)game->space.at[t->elem.space].size)
        return false;
    size_t words = (size_t)ir_words(game, t->elem.space);
    for (size_t x = 0; x < t->n; x++)
        for (size_t y = 0; y < x; y++)
            if (ir_mask_has(&t->word[x * words], (int)y) != ir_mask_has(&t->word[y * words], (int)x))
                return false;
    return true;
}

/* The members of the slice, if its indices are constant; else 0. */
static int sides(const IrGame *game, const Ir *slice)
{
    if (slice->op != IR_OP_TAB)
        return 0;
    const IrTable *t = &game->table.at[slice->k];
    for (int i = 0; i < slice->n; i++)
        if (slice->a[i]->op != IR_OP_INT)
            return 0;
    return t->elem.kind == IR_MASK && slice->n + 1 == t->ndim ? t->dim[t->ndim - 1].size : 0;
}

/* Is it an end test of the form above? */
static bool fits(IrGame *game, const Ir *e)
{
    if ((e->op != IR_OP_GE && e->op != IR_OP_EQ) || e->a[0]->op != IR_OP_TOUCHES || e->a[1]->op != IR_OP_INT)
        return false;
    const Ir *flood = e->a[0]->a[0];
    if (flood->op != IR_OP_FLOOD || flood->a[0]->op != IR_OP_BITOF || flood->a[1]->op != IR_OP_GET)
        return false;
    const Ir *own = flood->a[1];
    return sides(game, e->a[0]->a[1]) == 2 && e->a[1]->k == 2 && (own->n == 0 || own->a[0]->op == IR_OP_INT) &&
           field_grows(game, own->k) && is_symmetric(game, flood->a[2]);
}

/* Is the turn played in states that are only looked at? There nothing may wait. */
static bool looks_ahead(IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            if (tree_has_op(*slot[j].slot, IR_OP_BEST) || tree_has_op(*slot[j].slot, IR_OP_REACH))
                return true;
    }
    return false;
}

/* ---- rewriting ------------------------------------------------------------------- */

static Ir *put_off(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    Defer *d = data;
    (void)fn;
    if (!fits(game, node))
        return node;
    if (d->wait < 0)
        d->wait = ir_field_add(game, IR_ENDS_WAIT, ir_bit(), NULL);
    vec_push(game->arena, &d->end, node);
    ir_pass_remark(d->pass, node->at, "a playout may ask this later: @%s only grows",
                   game->field.at[node->a[0]->a[0]->a[1]->k].name);
    return ir_op2(game, IR_OP_AND, ir_op1(game, IR_OP_NOT, ir_get(game, d->wait, NULL)), node);
}

/* The end test asked of the first side: whatever joins both holds a part of it. */
static Ir *from_side(IrGame *game, const Ir *end)
{
    const Ir *touches = end->a[0], *flood = touches->a[0], *sides = touches->a[1];
    Ir *index[IR_MAX_DIMS];
    for (int i = 0; i < sides->n; i++)
        index[i] = sides->a[i];
    index[sides->n] = ir_const(game, 0);
    Ir *first = ir_tab(game, (int)sides->k, sides->n + 1, index);
    Ir *part = ir_op3(game, IR_OP_FLOOD, first, ir_copy(game, flood->a[1]), ir_copy(game, flood->a[2]));
    return ir_op2(game, IR_OP_GE, ir_op2(game, IR_OP_TOUCHES, part, ir_copy(game, sides)),
                  ir_copy(game, end->a[1]));
}

bool ir_pass_defer(IrPass *pass)
{
    IrGame *game = pass->game;
    Defer d = {.pass = pass, .wait = -1};
    if (game->joint || ir_field_find(game, IR_ENDS_WAIT) >= 0 || looks_ahead(game))
        return false;
    for (size_t i = 0; i < game->fn.n; i++)
        if (game->fn.at[i]->kind == IR_TURN)
            ir_rewrite_fn(game, game->fn.at[i], put_off, &d);
    if (d.wait < 0)
        return false;
    IrFn *fn = ir_fn_add(game, IR_FN, IR_MAY_END, ir_bit());
    Ir *any = NULL;
    for (size_t i = 0; i < d.end.n; i++) {
        Ir *one = from_side(game, d.end.at[i]);
        any = any ? ir_op2(game, IR_OP_OR, any, one) : one;
    }
    fn->body = ir_block(game);
    ir_append(game, &fn->body, ir_node(game, fn, IR_OP_RET, 0, 1, &any));
    return true;
}
