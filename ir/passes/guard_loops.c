/* guard_loops.c - pass guard_loops: loops that are all about one target are gone past together where they have nothing to look at.
 *
 *     for %x in M & $aim[%t] { .. }              if any(M & $aim[%t] | N & $aim_2[%t]) {
 *     for %x in N & $aim_2[%t] { .. }     ->       for %x in M & $aim[%t] { .. }
 *                                                  for %x in N & $aim_2[%t] { .. }
 *                                                }
 *
 * A piece is seldom as near to the target as narrow_loops made the loops look.  After loops_to_tests: those that are left.
 * Needs nothing, breaks nothing. */
#include "ir/core/tree.h"
#include "ir/passes/pass.h"

enum { MOST_NODES = 16 /* of a set that is asked for twice */ };

/* Has it a factor that is a row of a table for a local? */
static bool is_about_target(const Ir *set)
{
    if (set->op == IR_OP_MAND)
        return is_about_target(set->a[0]) || is_about_target(set->a[1]);
    return set->op == IR_OP_TAB && set->n > 0 && set->a[set->n - 1]->op == IR_OP_LOCAL;
}

static bool is_guarded(const IrGame *game, const Ir *s)
{
    return s->op == IR_OP_FOR && s->a[0]->type.kind == IR_MASK && is_about_target(s->a[0]) && tree_size(s->a[0]) <= MOST_NODES &&
           tree_is_total(game, s->a[0]);
}

/* Does the statement set a local? */
static bool sets_names(const Ir *s) { return tree_has_op(s, IR_OP_SET); }

static Ir *guarded(IrGame *game, Ir *const *loop, int n)
{
    Ir *set = loop[0]->a[0], *body = ir_block(game);
    for (int i = 0; i < n; i++) {
        if (i)
            set = ir_op2(game, IR_OP_MOR, set, ir_copy(game, loop[i]->a[0]));
        ir_append(game, &body, loop[i]);
    }
    return ir_if(game, ir_op1(game, IR_OP_ANY, ir_copy(game, set)), body, NULL);
}

static Ir *in_block(IrGame *game, IrFn *fn, Ir *block, void *data)
{
    (void)fn;
    if (block->op != IR_OP_BLOCK)
        return block;
    Ir *made = ir_block(game);
    bool changed = false;
    for (int i = 0, n; i < block->n; i += n) {
        for (n = 0; i + n < block->n && is_guarded(game, block->a[i + n]) && !sets_names(block->a[i + n]) &&
                    block->a[i + n]->a[0]->type.space == block->a[i]->a[0]->type.space; n++)
            ;
        if (n > 1) {
            ir_append(game, &made, guarded(game, &block->a[i], n));
            changed = true;
        } else {
            n = 1;
            ir_append(game, &made, block->a[i]);
        }
    }
    made->at = block->at;
    *(bool *)data = *(bool *)data || changed;
    return changed ? made : block;
}

bool ir_pass_guard_loops(IrPass *pass)
{
    bool changed = false;
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        IrFn *fn = pass->game->fn.at[i];
        if (fn->kind == IR_FN || fn->kind == IR_GEN)
            fn->body = ir_rewrite(pass->game, fn, fn->body, in_block, &changed);
    }
    return changed;
}
