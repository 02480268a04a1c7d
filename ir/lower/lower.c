/* lower.c - the order of the expansions, and trees gone over from above: a node with an
 * expansion takes what it stands for with it. */
#include "ir/lower/lower_impl.h"

/* Rows of ir/passes/passes.def, so that they are verified, dumped and timed as passes are; their expansions in that order. */
static const char *const order[] = {"lowering"}; /* a pipeline */
static LowExpand *const expansion[] = {low_closure};

enum { NLOWER = sizeof expansion / sizeof *expansion };

Ir *low_tree(Low *l, Ir *e)
{
    Ir *expanded = l->expand(l, e);
    if (expanded)
        return expanded;
    for (int i = 0; i < e->n; i++)
        e->a[i] = low_tree(l, e->a[i]);
    return e;
}

/* Functions that are made on the way are low already. */
static bool low_game(IrPass *pass, LowExpand *expand)
{
    Low l = {.game = pass->game, .expand = expand};
    size_t n = l.game->fn.n;
    for (size_t i = 0; i < n; i++) {
        TreeSlot *slot;
        l.fn = l.game->fn.at[i];
        size_t slots = tree_slots(l.game, l.fn, &slot);
        for (size_t j = 0; j < slots; j++)
            if (*slot[j].slot)
                *slot[j].slot = low_tree(&l, *slot[j].slot);
    }
    return l.changed;
}

bool ir_pass_lower_closures(IrPass *pass) { return low_game(pass, low_closure); }

/* An operation with an expansion, or a lookup, which may have a shorter form. */
static bool can_be_lower(const Ir *e)
{
    if (!e)
        return false;
    if (ir_op_info(e->op)->high || (e->op == IR_OP_TAB && e->n))
        return true;
    for (int i = 0; i < e->n; i++)
        if (can_be_lower(e->a[i]))
            return true;
    return false;
}

static bool any_lower(IrGame *game)
{
    for (size_t i = 0; i < game->fn.n; i++) {
        TreeSlot *slot;
        size_t slots = tree_slots(game, game->fn.at[i], &slot);
        for (size_t j = 0; j < slots; j++)
            if (can_be_lower(*slot[j].slot))
                return true;
    }
    return false;
}

IrGame *ir_lower(IrGame *game, Arena *arena, const IrPassOptions *options)
{
    if (!any_lower(game))
        return game;
    IrPassOptions mine = options ? *options : (IrPassOptions){.verify = false};
    mine.run = order;
    mine.nrun = 1;
    mine.ndisabled = 0;
    mine.time = NULL;
    IrGame *low = ir_game_move(game, arena, game->arena);
    return ir_passes_run(low, &mine) ? low : NULL;
}

Ir *ir_lower_tree(IrGame *low, int fn, const Ir *tree)
{
    Ir *e = ir_copy(low, tree);
    for (int i = 0; i < NLOWER; i++) {
        Low l = {.game = low, .fn = low->fn.at[fn], .expand = expansion[i]};
        e = low_tree(&l, e);
    }
    return e;
}
