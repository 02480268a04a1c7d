/* ahead.c - (ahead ..): the site so many steps from another, the way a piece looks. */
#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/geometry/direction_tables.h"

#include <string.h>

/* So many steps from each site into `value`; false (filed) if there is no such direction. */
static bool fill_ahead(Lower *l, const Term *t, const Term *dirs, int64_t steps, int32_t *value)
{
    int sites = lw_dim_site(l).size;
    for (int s = 0; s < sites; s++) {
        value[s] = s; /* where the way is too short, the site itself */
        DirList list;
        if (s >= l->sites->layer->n)
            continue;
        if (!dirs_ahead(l, t, dirs, s, &list))
            return false;
        Sites found = {0};
        if (list.n > 0)
            found = dirs_radials(l, s, &list.at[0]);
        for (int i = 0; i < found.n; i++) {
            const Radial *ray = &l->sites->layer->site[s].radial[found.at[i]];
            if (steps > 0 && steps < ray->n) {
                value[s] = ray->site[steps];
                break;
            }
        }
    }
    return true;
}

/* The wind that component c looks in; nobody looks north. */
static int wind_of(const Lower *l, int c) { return l->sym->component.at[c].facing >= 0 ? l->sym->component.at[c].facing : WIND_N; }

/* Do pieces differ in where they look, and is it not known which one is meant? */
static bool unknown_facing(Lower *l)
{
    bool differ = false;
    for (int c = 1; c < (int)l->sym->component.n; c++)
        differ |= wind_of(l, c) != WIND_N;
    return differ && !lower_own_piece(l) && l->look < 0 && l->facts->started && !l->facts->stacks && !l->facts->has_trait[TRAIT_ROTATION];
}

static int first_alike(const Lower *l, int c)
{
    int first = 0;
    while (wind_of(l, first) != wind_of(l, c))
        first++;
    return first;
}

/* The same as the piece looks that stands on the site. */
static Ir *ahead_of_piece(Lower *l, const Term *t, const Term *dirs, int64_t steps, Ir *site)
{
    const int pieces = (int)l->sym->component.n;
    const size_t sites = (size_t)lw_dim_site(l).size;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, (size_t)pieces * sites);
    bool known = true;
    for (int c = 0; c < pieces && known; c++) {
        Lower in = *l;
        const int first = first_alike(l, c);
        if (first < c) {
            memcpy(value + (size_t)c * sites, value + (size_t)first * sites, sites * sizeof *value);
            continue;
        }
        in.look = wind_of(&in, c);
        known = fill_ahead(&in, t, dirs, steps, value + (size_t)c * sites);
    }
    IrDim dim[2] = {{l->sym->space_piece, pieces}, lw_dim_site(l)};
    int table = lw_int_table(l, "ahead_of", 0, (int64_t)sites - 1, l->sym->space_site, 2, dim, value);
    Ir *index[2] = {lw_what(l, lw_copy(l, site)), lw_copy(l, site)};
    Ir *read = ir_tab(l->game, table, 2, index);
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    return site->type.lo >= 0 ? read : ir_op3(l->game, IR_OP_SELECT, on, read, lw_int(l, -1));
}

static int ahead_table(Lower *l, const Term *t, const Term *dirs, int64_t steps)
{
    IrDim dim = lw_dim_site(l);
    int *known = dirs_table(l, "ahead", dirs, REL_ADJACENT, steps);
    if (known && *known >= 0)
        return *known;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, dim.size);
    fill_ahead(l, t, dirs, steps, value);
    int table = lw_int_table(l, "ahead", 0, dim.size - 1, l->sym->space_site, 1, &dim, value);
    if (known)
        *known = table;
    return table;
}

Ir *lower_ahead(Lower *l, const Term *t, const Term *dirs, int64_t steps, Ir *site)
{
    if (dirs_need_last(dirs))
        return lower_ahead_last(l, dirs, steps, site);
    if ((!dirs || dirs_need_facing(dirs)) && unknown_facing(l))
        return ahead_of_piece(l, t, dirs, steps, site);
    int table = ahead_table(l, t, dirs, steps);
    Ir *index = lw_copy(l, site);
    Ir *read = ir_tab(l->game, table, 1, &index);
    if (site->type.lo >= 0)
        return read;
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, read, lw_int(l, -1));
}
