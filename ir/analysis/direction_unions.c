/* direction_unions.c - unions over directions that need no branches: the same set algebra for every
 * direction, so that each direction can be a lane of a vector. */
#include "ir/analysis/shape.h"
#include "ir/analysis/ray_shifts.h"

enum { MAX_WAYS = 16 };

bool ways_vary(const Ways *w, const Ir *e)
{
    if (e->op == IR_OP_LOCAL && w->varies[e->k])
        return true;
    for (int i = 0; i < e->n; i++)
        if (ways_vary(w, e->a[i]))
            return true;
    return false;
}

/* Can it be evaluated where it would not have been, at little cost? */
static bool harmless(const Ir *e)
{
    switch (e->op) {
    case IR_OP_INT: case IR_OP_LOCAL: case IR_OP_NONE: case IR_OP_ALL:
        return true;
    case IR_OP_GET:
        return e->n == 0 || e->a[0]->op == IR_OP_INT;
    case IR_OP_TAB:
        return e->n == 0;
    case IR_OP_MAND: case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF: case IR_OP_MNOT: case IR_OP_BITOF:
    case IR_OP_ANY: case IR_OP_AND: case IR_OP_OR: case IR_OP_NOT: case IR_OP_EQ: case IR_OP_NE: case IR_OP_SELECT:
    case IR_OP_WHERE:
        for (int i = 0; i < e->n; i++)
            if (!harmless(e->a[i]))
                return false;
        return true;
    default:
        return false;
    }
}

static bool one_word(const Ways *w, const Ir *e)
{
    return e->type.kind != IR_MASK || w->game->space.at[e->type.space].size <= 64;
}

/* Is the slice, with n indices, that of the direction, of a table of so many? */
static bool is_direction(const Ways *w, const Ir *tab, int n)
{
    const IrTable *t = &w->game->table.at[tab->k];
    IrSteps s;
    return t->ndim == 3 && tab->n == n && tab->a[0]->op == IR_OP_LOCAL && tab->a[0]->k == w->way &&
           t->dim[0].size == w->n && ir_steps(w->arena, w->game, (int)tab->k, &s) && s.forks == 1 && s.words == 1;
}

static bool fits(Ways *w, const Ir *e);

static bool all_fit(Ways *w, const Ir *e, int first)
{
    for (int i = first; i < e->n; i++)
        if (!fits(w, e->a[i]))
            return false;
    return true;
}

/* Notes which locals vary on the way. */
static bool fits(Ways *w, const Ir *e)
{
    if (!ways_vary(w, e))
        return harmless(e) && one_word(w, e);
    switch (e->op) {
    case IR_OP_LOCAL:
        return e->k != w->way && one_word(w, e);
    case IR_OP_SLIDE:
        w->rays = true;
        return is_direction(w, e->a[0], 2) && !ways_vary(w, e->a[0]->a[1]) && harmless(e->a[0]->a[1]) &&
               fits(w, e->a[1]);
    case IR_OP_RAY_SEES:
        w->rays = true;
        return is_direction(w, e->a[0], 1) && all_fit(w, e, 1);
    case IR_OP_LETX:
        w->varies[e->k] = ways_vary(w, e->a[0]);
        return all_fit(w, e, 0);
    case IR_OP_MAND: case IR_OP_MOR: case IR_OP_MXOR: case IR_OP_MDIFF: case IR_OP_MNOT: case IR_OP_SELECT:
    case IR_OP_ANY: case IR_OP_AND: case IR_OP_OR: case IR_OP_NOT:
        return one_word(w, e) && all_fit(w, e, 0);
    default:
        return false;
    }
}

bool ways_of(Arena *arena, const IrGame *game, const IrFn *fn, const Ir *e, Ways *w)
{
    const Ir *all = e->a[0];
    if (!fn || all->op != IR_OP_ALL || game->space.at[all->k].size > MAX_WAYS)
        return false;
    *w = (Ways){.game = game, .arena = arena, .way = (int)e->k, .n = game->space.at[all->k].size};
    w->varies = ARENA_ARRAY(arena, bool, fn->local.n + 1);
    w->varies[e->k] = true;
    return fits(w, e->a[1]) && w->rays;
}
