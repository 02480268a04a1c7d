/* lists.c - constant tables of lists of sites. */
#include "frontend/lud/lower/lists.h"

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
    while (lists->value.n + n > lists->value.cap) {
        lists->value.at = vec_grow_(lists->scratch, lists->value.at, lists->value.n, &lists->value.cap, sizeof *lists->value.at);
    }
    int32_t *out = lists->value.at + lists->value.n;
    for (size_t i = 0; i < n; i++) {
        out[i] = ray->site[(size_t)from + i];
    }
    lists->value.n += n;
    list_end(lists);
}

static bool same_lists(const IrTable *t, const Lists *lists, int ndim, const IrDim *dim)
{
    if (!t->rows || t->ndim != ndim) {
        return false;
    }
    for (int i = 0; i < ndim; i++) {
        if (t->dim[i].size != dim[i].size || t->dim[i].space != dim[i].space) {
            return false;
        }
    }
    return memcmp(t->off, lists->off.at, lists->off.n * sizeof *lists->off.at) == 0 &&
           memcmp(t->value, lists->value.at, lists->value.n * sizeof *lists->value.at) == 0;
}

static int table_of(Lower *l, const char *name, const Lists *lists, int ndim, const IrDim *dim)
{
    for (size_t i = 0; i < l->game->table.n; i++) {
        if (same_lists(&l->game->table.at[i], lists, ndim, dim)) {
            return (int)i;
        }
    }
    IrType elem = ir_int(0, lw_dim_site(l).size - 1);
    elem.space = l->space_site;
    int table = ir_table_add(l->game, lower_table_name(l, name), elem, true, ndim, dim);
    l->game->table.at[table].value = arena_copy(l->arena, lists->value.at, lists->value.n * sizeof *lists->value.at);
    l->game->table.at[table].off = arena_copy(l->arena, lists->off.at, lists->off.n * sizeof *lists->off.at);
    return table;
}

int lists_table(Lower *l, const char *name, Lists *lists, int ndim, const IrDim *dim)
{
    int table = table_of(l, name, lists, ndim, dim);
    arena_free(lists->scratch);
    return table;
}
