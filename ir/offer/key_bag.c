/* key_bag.c - the sums of a bag of positions: fields that follow every write, so that a key need
 * not go through the positions. */
#include "ir/offer/key.h"

enum { SUM_BITS = 30 };

typedef struct {
    int field, number;
    const int *sum;
} BagSums;

/* What a position adds to sum j: 30 bits of it, stirred j + 1 times. */
static Ir *addend(IrGame *game, Ir *position, int j)
{
    Ir *word = position;
    for (int i = 0; i <= j; i++)
        word = ir_op2(game, IR_OP_HASHMIX, word, ir_const(game, i + 1));
    return ir_op2(game, IR_OP_UMOD, word, ir_const(game, (int64_t)1 << SUM_BITS));
}

static int64_t addend_of(uint64_t word, int j)
{
    for (int i = 0; i <= j; i++) {
        word = (word ^ (uint64_t)(i + 1)) * UINT64_C(0x9e3779b97f4a7c15);
        word ^= word >> 32;
    }
    return (int64_t)(word % (UINT64_C(1) << SUM_BITS));
}

/* @sum := @sum + number(mix(@field[@number], ..), ..) */
static Ir *entering(IrGame *game, const BagSums *b, int j)
{
    Ir *position = ir_get(game, b->field, ir_get(game, b->number, NULL));
    Ir *sum = ir_op2(game, IR_OP_ADD, ir_get(game, b->sum[j], NULL), addend(game, position, j));
    return ir_put(game, b->sum[j], NULL, sum);
}

static Ir *with_sums(IrGame *game, IrFn *fn, Ir *s, void *data)
{
    const BagSums *b = data;
    (void)fn;
    if (s->op != IR_OP_BLOCK)
        return s;
    Ir *block = ir_block(game);
    for (int i = 0; i < s->n; i++) {
        ir_append(game, &block, s->a[i]);
        bool enters = s->a[i]->op == IR_OP_PUT && s->a[i]->k == b->field && s->a[i]->a[1]->op == IR_OP_GET;
        bool empties = s->a[i]->op == IR_OP_PUT && s->a[i]->k == b->number && s->a[i]->a[0]->op == IR_OP_INT;
        for (int j = 0; j < IR_BAG_SUMS && (enters || empties); j++)
            ir_append(game, &block, enters ? entering(game, b, j) : ir_put(game, b->sum[j], NULL, ir_const(game, 0)));
    }
    return block->n == s->n ? s : block;
}

void ir_bag_sums(IrGame *game, int field, int number, int sum[IR_BAG_SUMS])
{
    const int64_t most = (int64_t)game->field.at[field].n << SUM_BITS;
    for (int j = 0; j < IR_BAG_SUMS; j++) {
        const char *name = arena_printf(game->arena, "%s sum %d", game->field.at[field].name, j + 1);
        sum[j] = ir_field_add(game, name, ir_int(0, most), NULL);
        const IrField *f = &game->field.at[field];
        for (int64_t i = 0; i < game->field.at[number].init[0]; i++)
            game->field.at[sum[j]].init[0] += addend_of(f->word[i], j);
    }
    BagSums bag = {field, number, sum};
    ir_rewrite_game(game, with_sums, &bag);
}
