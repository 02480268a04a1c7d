/* lower.c - the order of the expansions, and trees gone over from above: a node with an
 * expansion takes what it stands for with it. */
#include "ir/lower/lower_impl.h"

static LowExpand *const expansion[] = {low_headers, low_closure, low_lines, low_rays, low_relations, low_folds};

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

void low_fn(Low *l, size_t fn)
{
    TreeSlot *slot;
    l->fn = l->game->fn.at[fn];
    size_t slots = tree_slots(l->game, l->fn, &slot);
    for (size_t j = 0; j < slots; j++)
        if (*slot[j].slot)
            *slot[j].slot = low_tree(l, *slot[j].slot);
}

void low_all(Low *l, size_t n)
{
    for (size_t i = 0; i < n; i++)
        low_fn(l, i);
}

/* Functions that are made on the way are low already. */
static bool low_game(IrGame *game, LowExpand *expand)
{
    Low l = {.game = game, .expand = expand};
    low_all(&l, game->fn.n);
    return l.changed;
}

bool ir_lower_closures(IrGame *game) { return low_game(game, low_closure); }
bool ir_lower_lines(IrGame *game) { return low_game(game, low_lines); }
bool ir_lower_rays(IrGame *game) { return low_game(game, low_rays); }
bool ir_lower_relations(IrGame *game) { return low_game(game, low_relations); }
bool ir_lower_folds(IrGame *game) { return low_game(game, low_folds); }
bool ir_lower_ways(IrGame *game) { return low_game(game, low_ways); }

bool ir_lower_headers(IrGame *game)
{
    const bool changed = low_game(game, low_headers);
    return low_headers_alone(game) || changed;
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
