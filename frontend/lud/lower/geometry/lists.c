/* lists.c - constant tables of lists of sites. */
#include "frontend/lud/lower/geometry/lists.h"

#include <string.h>

static void list_end(Lists *lists)
{
    vec_push(lists->scratch, &lists->off, (uint32_t)lists->value.n);
}

Lists lists_begin(void)
{
    Lists lists = {.scratch = arena_new()};
    list_end(&lists);
    return lists;
}

void lists_ray(Lists *lists, const Radial *ray, int from, int to)
{
    const int end = !ray ? from : to < ray->n - 1 ? to + 1 : ray->n;
    const size_t n = end > from ? (size_t)(end - from) : 0;
    vec_reserve(lists->scratch, &lists->value, n);
    for (size_t i = 0; i < n; i++)
        lists->value.at[lists->value.n++] = ray->site[(size_t)from + i];
    list_end(lists);
}

static int table_of(Lower *l, const char *name, const Lists *lists, int ndim, const IrDim *dim)
{
    IrTable like = {.elem = ir_int(0, lw_dim_site(l).size - 1), .rows = true, .ndim = ndim, .n = lists->off.n - 1,
                    .value = lists->value.at, .off = lists->off.at};
    like.elem.space = l->sym->space_site;
    memcpy(like.dim, dim, (size_t)ndim * sizeof *dim);
    int table = lw_find_table(l, &like, l->game->table.n);
    if (table < 0) {
        table = ir_table_add(l->game, lower_table_name(l, name), like.elem, true, ndim, dim);
        l->game->table.at[table].value = arena_copy(l->arena, like.value, lists->value.n * sizeof *like.value);
        l->game->table.at[table].off = arena_copy(l->arena, like.off, lists->off.n * sizeof *like.off);
    }
    return table;
}

int lists_table(Lower *l, const char *name, Lists *lists, int ndim, const IrDim *dim)
{
    int table = table_of(l, name, lists, ndim, dim);
    arena_free(lists->scratch);
    return table;
}
