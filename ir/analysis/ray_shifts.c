/* ray_shifts.c - rays that repeat one step. */
#include "ir/analysis/ray_shifts.h"

static size_t row_length(const IrTable *t, size_t row)
{
    return t->off[row + 1] - t->off[row];
}

/* Is the row of x the first step, followed by the row of the site that it leads to? */
static bool goes_on(const IrTable *t, size_t row, size_t next)
{
    if (row_length(t, row) != row_length(t, next) + 1)
        return false;
    for (size_t i = 0; i < row_length(t, next); i++)
        if (t->value[t->off[row] + 1 + i] != t->value[t->off[next] + i])
            return false;
    return true;
}

static bool one_direction(const IrTable *t, IrSteps *s, int dir, int sites)
{
    size_t first = (size_t)(dir / s->forks) * (size_t)sites * (size_t)s->forks + (size_t)(dir % s->forks);
    uint64_t *from = s->from + dir * s->words, *to = s->to + dir * s->words;
    for (int x = 0; x < sites; x++) {
        size_t row = first + (size_t)(x * s->forks);
        if (row_length(t, row) == 0)
            continue;
        int y = t->value[t->off[row]];
        if (y < 0 || y == x || (s->delta[dir] && y - x != s->delta[dir]) ||
            !goes_on(t, row, first + (size_t)(y * s->forks)))
            return false;
        s->delta[dir] = y - x;
        ir_mask_set(from, x);
        ir_mask_set(to, y);
        if ((int)row_length(t, row) > s->longest)
            s->longest = (int)row_length(t, row);
    }
    return true;
}

bool ir_steps(Arena *arena, const IrGame *game, int table, IrSteps *steps)
{
    const IrTable *t = &game->table.at[table];
    if (!t->rows || t->ndim < 2 || t->dim[t->ndim - 2].space < 0 ||
        t->dim[t->ndim - 2].space != t->elem.space)
        return false;
    int sites = t->dim[t->ndim - 2].size, forks = t->dim[t->ndim - 1].size;
    if (sites == 0 || forks == 0)
        return false;
    *steps = (IrSteps){.dirs = (int)(t->n / (size_t)sites), .forks = forks};
    steps->words = ir_words(game, t->elem.space);
    steps->delta = ARENA_ARRAY(arena, int, steps->dirs);
    steps->from = ARENA_ARRAY(arena, uint64_t, steps->dirs * steps->words);
    steps->to = ARENA_ARRAY(arena, uint64_t, steps->dirs * steps->words);
    for (int i = 0; i < steps->dirs; i++)
        if (!one_direction(t, steps, i, sites))
            return false;
    return steps->longest > 0;
}
