/* lazy_end_tests.c - pass defer: end tests that a playout may ask later.
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
#include "ir/passes/lazy_end_tests.h"
#include "ir/analysis/connect_tests.h"

#include "ir/passes/pass.h"
#include "ir/core/tree.h"

typedef struct {
    IrPass *pass;
    int wait;           /* the field */
    VEC(const Ir *) end; /* conditions that were put off */
} Defer;

/* ---- proofs -------------------------------------------------------------------- */

/* Is it an end test of the form above? */
static bool fits(IrGame *game, const Ir *e)
{
    IrJoin join;
    return ir_join_of(game, e, &join) && join.sides == 2;
}

/* Is the turn played in states that are only looked at? There nothing may wait. */
static bool looks_ahead(IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t n = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < n; j++)
            if (tree_has_op(*slot[j].slot, IR_OP_BEST) || tree_has_op(*slot[j].slot, IR_OP_LONGEST))
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
    return ir_op2(game, IR_OP_GE, ir_op2(game, IR_OP_COUNT_MEETS, part, ir_copy(game, sides)),
                  ir_copy(game, end->a[1]));
}

bool ir_pass_lazy_end_tests(IrPass *pass)
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
