/* rounds.c - see rounds.h:
 *
 *     while c max k { .. }   ->   var %rounds = 0
 *                                 while %rounds < k && c max k { set %rounds = %rounds + 1 .. } */
#include "ir/guard/rounds.h"

#include "ir/core/tree.h"

static int writers(const Ir *node, int64_t local)
{
    int n = (node->op == IR_OP_SET || node->op == IR_OP_VAR) && node->k == local;
    for (int i = 0; i < node->n; i++)
        n += writers(node->a[i], local);
    return n;
}

static bool is(const Ir *node, IrOp op, int64_t k)
{
    return node->op == op && node->k == k;
}

bool rounds_counted(const IrFn *fn, const Ir *loop)
{
    const Ir *test = loop->a[0], *body = loop->a[1], *set = body->n ? body->a[0] : NULL;
    if (test->op == IR_OP_AND)
        test = test->a[0];
    if (test->op != IR_OP_LT || test->a[0]->op != IR_OP_LOCAL || test->a[1]->op != IR_OP_INT || test->a[1]->k > loop->k)
        return false;
    int64_t rounds = test->a[0]->k;
    return set && is(set, IR_OP_SET, rounds) && set->a[0]->op == IR_OP_ADD && is(set->a[0]->a[0], IR_OP_LOCAL, rounds) &&
           is(set->a[0]->a[1], IR_OP_INT, 1) && writers(body, rounds) == 1 && fn->local.at[rounds].type.lo >= 0;
}

Ir *rounds_count(IrGame *game, IrFn *fn, Ir *loop)
{
    int rounds = ir_local_add(game, fn, "rounds", ir_int(0, loop->k > 0 ? loop->k : 1));
    Ir *block = ir_block(game), *body = ir_block(game);
    ir_append(game, &block, ir_k1(game, IR_OP_VAR, rounds, ir_const(game, 0)));
    ir_append(game, &body, ir_k1(game, IR_OP_SET, rounds, ir_op2(game, IR_OP_ADD, ir_local(game, fn, rounds), ir_const(game, 1))));
    for (int i = 0; i < loop->a[1]->n; i++)
        ir_append(game, &body, loop->a[1]->a[i]);
    loop->a[0] = ir_op2(game, IR_OP_AND, ir_op2(game, IR_OP_LT, ir_local(game, fn, rounds), ir_const(game, loop->k)), loop->a[0]);
    loop->a[1] = body;
    ir_append(game, &block, loop);
    return block;
}
