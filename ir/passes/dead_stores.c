/* dead_stores.c - what is written to a scalar field and written anew before anybody reads it is not written.
 *
 *     @active := bit[player](2)              @win := 1
 *     @win := 1                       ->     @active := none[player]
 *     @active := none[player]
 *
 * Looks along the straight part of a block: only plain statements stand between the two. */
#include "ir/core/ops.h"
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

/* Its value can be left out: it never fails and takes no word of the random stream. */
static bool can_go(const IrGame *game, const Ir *s)
{
    return s->op == IR_OP_PUT && s->n == 1 && tree_is_total(game, s->a[0]) && !tree_has_op(s->a[0], IR_OP_DRAW);
}

static bool looks_ahead(const Ir *node)
{
    bool found = ir_does(node->op, IR_AHEAD | IR_TURNS);
    for (int i = 0; !found && i < node->n; i++)
        found = looks_ahead(node->a[i]);
    return found;
}

/* Is there nobody between who could see the field? */
static bool is_plain(const IrGame *game, const Ir *s, int field)
{
    const bool plain = s->op == IR_OP_PUT || s->op == IR_OP_LET || s->op == IR_OP_VAR || s->op == IR_OP_SET;
    return plain && !looks_ahead(s) && !ir_uses_field(game, s, field);
}

static bool is_overwritten(const IrGame *game, const Ir *block, int at)
{
    const int field = (int)block->a[at]->k;
    for (int i = at + 1; i < block->n && is_plain(game, block->a[i], field); i++)
        if (block->a[i]->op == IR_OP_PUT && block->a[i]->n == 1 && block->a[i]->k == field)
            return true;
    return false;
}

static Ir *without_dead(IrGame *game, IrFn *fn, Ir *node, void *data)
{
    bool *changed = data;
    (void)fn;
    for (int i = 0; node->op == IR_OP_BLOCK && i + 1 < node->n; i++) {
        if (!can_go(game, node->a[i]) || !is_overwritten(game, node, i))
            continue;
        Ir *block = ir_block(game);
        for (int j = 0; j < node->n; j++)
            if (j != i)
                ir_append(game, &block, node->a[j]);
        *changed = true;
        return without_dead(game, fn, block, data);
    }
    return node;
}

bool ir_pass_dead_stores(IrPass *pass)
{
    bool changed = false;
    ir_rewrite_game(pass->game, without_dead, &changed);
    return changed;
}
