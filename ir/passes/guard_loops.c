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
#include "ir/passes/target_rows.h"

enum { MOST_NODES = 16 /* of a set that is asked for twice */, MOST_TRIED = 40000 /* values that are found out in a function */ };

typedef struct {
    RowsWork work;
    bool changed;
} Pass;

/* The local for which a factor of the set is a row of a table; -1: there is none. */
static int target_of(const Ir *set)
{
    if (set->op == IR_OP_MAND) {
        const int target = target_of(set->a[0]);
        return target >= 0 ? target : target_of(set->a[1]);
    }
    return set->op == IR_OP_TAB && set->n > 0 && set->a[set->n - 1]->op == IR_OP_LOCAL ? (int)set->a[set->n - 1]->k : -1;
}

/* May what is looped over be asked for before? */
static bool is_guarded(const IrGame *game, const Ir *s)
{
    return s->op == IR_OP_FOR && s->a[0]->type.kind == IR_MASK && target_of(s->a[0]) >= 0 && tree_size(s->a[0]) <= MOST_NODES &&
           !tree_does(s->a[0], IR_BINDS) && tree_is_total(game, s->a[0]) && !tree_has_op(s, IR_OP_SET);
}

/* NULL: the target has too many values, or there is nothing to look at. */
static Ir *guarded(Pass *p, Ir *const *loop, int n)
{
    IrGame *game = p->work.game;
    RowsList list = {0};
    Ir *body = ir_block(game);
    for (int i = 0; i < n; i++) {
        TargetRows rows;
        if (!target_begin(&p->work, &rows, loop[i]->a[0]->type.space, target_of(loop[i]->a[0])))
            return NULL;
        target_cut(&p->work, &rows, loop[i]->a[0]);
        target_add(game->arena, &list, &rows);
        ir_append(game, &body, loop[i]);
    }
    Ir *set = target_union(&p->work, &list);
    return set ? ir_if(game, ir_op1(game, IR_OP_ANY, set), body, NULL) : NULL;
}

static Ir *in_block(IrGame *game, IrFn *fn, Ir *block, void *data)
{
    Pass *p = data;
    p->work.fn = fn;
    if (block->op != IR_OP_BLOCK)
        return block;
    Ir *made = ir_block(game);
    bool changed = false;
    for (int i = 0, n; i < block->n; i += n) {
        for (n = 0; i + n < block->n && is_guarded(game, block->a[i + n]) && block->a[i + n]->a[0]->type.space == block->a[i]->a[0]->type.space; n++)
            ;
        Ir *guard = n > 1 ? guarded(p, &block->a[i], n) : NULL;
        n = guard ? n : 1;
        ir_append(game, &made, guard ? guard : block->a[i]);
        changed = changed || guard;
    }
    made->at = block->at;
    p->changed = p->changed || changed;
    return changed ? made : block;
}

bool ir_pass_guard_loops(IrPass *pass)
{
    Pass p = {.work = {.game = pass->game}};
    for (size_t i = 0; i < pass->game->fn.n; i++) {
        IrFn *fn = pass->game->fn.at[i];
        p.work.tried = MOST_TRIED;
        if (fn->kind == IR_FN || fn->kind == IR_GEN)
            fn->body = ir_rewrite(pass->game, fn, fn->body, in_block, &p);
    }
    return p.changed;
}
