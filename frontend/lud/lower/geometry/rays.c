/* rays.c - constant tables of neighbours, rays, lines and distances (semantics 02,
 * sections 6 to 9). */
#include <string.h>

#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/geometry/lists.h"

/* `$name[site]`: a slice of the table for one site. */
static Ir *slice(Lower *l, int table, Ir *site)
{
    Ir *index = lw_copy(l, site);
    return ir_tab(l->game, table, 1, &index);
}

Ir *lower_adjacency(Lower *l, const Term *dirs, Relation default_relation)
{
    IrDim dim = lw_dim_site(l);
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim.size);
    for (int s = 0; s < l->sites->layer->n; s++) {
        DirList list;
        if (!dirs_list(l, dirs, default_relation, s, &list))
            break;
        const BoardSite *site = &l->sites->layer->site[s];
        for (int i = 0; i < site->nstep; i++) {
            for (size_t d = 0; d < list.n; d++)
                if (dirs_has_step(&site->step[i], &list.at[d]))
                    ir_mask_set(word + (size_t)s * words, site->step[i].to);
        }
    }
    return ir_tab(l->game, lw_mask_table1(l, "adjacent", word, dim), 0, NULL);
}

Ir *lower_adjacency_class(Lower *l, Relation relation)
{
    return lower_adjacency(l, NULL, relation);
}

/* The rays of a site in list order: directions as written, then bearing. */
typedef VEC(const Radial *) RayList;

static bool list_rays(Lower *l, const Term *dirs, Relation default_relation, int site, RayList *rays)
{
    DirList list;
    rays->n = 0;
    if (!dirs_list(l, dirs, default_relation, site, &list))
        return false;
    for (size_t d = 0; d < list.n; d++) {
        Sites found = dirs_radials(l, site, &list.at[d]);
        for (int i = 0; i < found.n; i++) {
            const Radial *ray = &l->sites->layer->site[site].radial[found.at[i]];
            vec_push(l->arena, rays, ray);
        }
    }
    return true;
}

/* `$name[site][i]`, short rows padded with empty lists. */
static int rays_table(Lower *l, const char *name, const RayList *list, size_t width, int limit)
{
    const IrDim dim[2] = {lw_dim_site(l), lw_dim((int)width)};
    Lists lists = lists_begin();
    for (int s = 0; s < dim[0].size; s++)
        for (size_t i = 0; i < width; i++)
            lists_ray(&lists, i < list[s].n ? list[s].at[i] : NULL, 1, limit);
    return lists_table(l, name, &lists, 2, dim);
}

Ir *lower_rays(Lower *l, const Term *dirs, Relation default_relation, int limit, Ir *site)
{
    int sites = lw_dim_site(l).size, *known = dirs_table(l, "rays", dirs, default_relation, limit);
    if (known && *known >= 0)
        return slice(l, *known, site);
    RayList *list = ARENA_ARRAY(l->arena, RayList, sites);
    size_t width = 1;
    for (int s = 0; s < l->sites->layer->n; s++) {
        if (!list_rays(l, dirs, default_relation, s, &list[s]))
            break;
        width = list[s].n > width ? list[s].n : width;
    }
    int table = rays_table(l, "rays", list, width, limit);
    if (known)
        *known = table;
    return slice(l, table, site);
}

/* Pairs of opposite rays: every line through the site once. */
static void site_axes(Lower *l, const DirList *dirs, int s, bool opposites, RayList *pairs)
{
    const BoardSite *site = &l->sites->layer->site[s];
    pairs->n = 0;
    for (size_t d = 0; d < dirs->n; d++) {
        Sites found = dirs->at[d].is_class
                          ? board_radials_distinct(l->arena, l->sites->layer, s, dirs->at[d].relation)
                          : board_radials_wind(l->arena, l->sites->layer, s, dirs->at[d].wind);
        for (int i = 0; i < found.n; i++) {
            const Radial *ray = &site->radial[found.at[i]];
            int pairings = opposites && ray->nopposite ? ray->nopposite : 1;
            for (int o = 0; o < pairings; o++) {
                const Radial *other = opposites && ray->nopposite ? &site->radial[ray->opposite[o]] : NULL;
                vec_push(l->arena, pairs, ray);
                vec_push(l->arena, pairs, other);
            }
        }
    }
}

Ir *lower_axes(Lower *l, const Term *dir, Relation default_relation, bool opposites, Ir *site)
{
    int sites = lw_dim_site(l).size;
    RayList *list = ARENA_ARRAY(l->arena, RayList, sites);
    size_t width = 2;
    for (int s = 0; s < l->sites->layer->n; s++) {
        DirList dirs;
        if (!dirs_list(l, dir, default_relation, s, &dirs))
            break;
        site_axes(l, &dirs, s, opposites, &list[s]);
        width = list[s].n > width ? list[s].n : width;
    }
    return slice(l, rays_table(l, "axes", list, width, sites), site);
}

int lower_line_sets(Lower *l, const Term *dir, Relation default_relation, bool opposites, int *lines)
{
    int sites = lw_dim_site(l).size, n = 0;
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    RayList *list = ARENA_ARRAY(l->arena, RayList, sites);
    for (int s = 0; s < l->sites->layer->n; s++) {
        DirList at;
        if (!dirs_list(l, dir, default_relation, s, &at))
            break;
        site_axes(l, &at, s, opposites, &list[s]);
        n = (int)list[s].n / 2 > n ? (int)list[s].n / 2 : n;
    }
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)(n * sites + 1));
    for (int i = 0; i < n * sites * 2; i++) {
        const RayList *rays = &list[i / 2 % sites];
        size_t at = (size_t)(i / 2 / sites) * 2 + (size_t)(i % 2);
        const Radial *ray = at < rays->n ? rays->at[at] : NULL;
        for (int k = 1; ray && k < ray->n; k++)
            ir_mask_set(word + (size_t)(i / 2) * words, ray->site[k]);
    }
    *lines = n;
    return lw_mask_table2(l, "lines", word, lw_dim(n ? n : 1), lw_dim_site(l));
}

void lower_opposite_neighbours(Lower *l, const Term *dirs, Relation default_relation, int *pairs,
                               int *first, int *second)
{
    int sites = lw_dim_site(l).size, n = 0;
    RayList *list = ARENA_ARRAY(l->arena, RayList, sites);
    for (int s = 0; s < l->sites->layer->n; s++) {
        DirList at;
        if (!dirs_list(l, dirs, default_relation, s, &at))
            break;
        site_axes(l, &at, s, true, &list[s]);
        n = (int)list[s].n / 2 > n ? (int)list[s].n / 2 : n;
    }
    int32_t *value[2];
    for (int k = 0; k < 2; k++) {
        value[k] = ARENA_ARRAY(l->arena, int32_t, n * sites + 1);
        for (int i = 0; i < n * sites; i++) {
            const RayList *rays = &list[i % sites];
            size_t at = (size_t)(i / sites) * 2 + (size_t)k;
            const Radial *ray = at < rays->n ? rays->at[at] : NULL;
            value[k][i] = ray && ray->n > 1 ? ray->site[1] : -1;
        }
    }
    IrDim dim[2] = {lw_dim(n ? n : 1), lw_dim_site(l)};
    *pairs = n;
    *first = lw_int_table(l, "beside", -1, sites - 1, l->sym->space_site, 2, dim, value[0]);
    *second = lw_int_table(l, "across", -1, sites - 1, l->sym->space_site, 2, dim, value[1]);
}

/* Sites exactly `distance` steps along the rays of each site: VEC of masks. */
Ir *lower_around(Lower *l, const Term *dirs, Relation default_relation, int distance)
{
    if (distance == 1)
        return lower_adjacency(l, dirs, default_relation);
    IrDim dim = lw_dim_site(l);
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)dim.size);
    RayList *rays = ARENA_NEW(l->arena, RayList);
    for (int s = 0; s < l->sites->layer->n; s++) {
        if (!list_rays(l, dirs, default_relation, s, rays))
            break;
        for (size_t i = 0; i < rays->n; i++)
            if (distance >= 0 && distance < rays->at[i]->n)
                ir_mask_set(word + (size_t)s * words, rays->at[i]->site[distance]);
    }
    return ir_tab(l->game, lw_mask_table1(l, "around", word, dim), 0, NULL);
}

Ir *lower_around_changing(Lower *l, const Term *dirs, Relation default_relation, Ir *distance)
{
    IrDim dim = lw_dim_site(l);
    const size_t words = (size_t)ir_words(l->game, l->sym->space_site), sites = (size_t)dim.size;
    int most = 0;
    RayList *rays = ARENA_ARRAY(l->arena, RayList, sites);
    for (int s = 0; s < l->sites->layer->n && list_rays(l, dirs, default_relation, s, &rays[s]); s++)
        for (size_t i = 0; i < rays[s].n; i++)
            most = rays[s].at[i]->n > most ? rays[s].at[i]->n : most;
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * sites * (size_t)(most + 1));
    for (size_t s = 0; s < sites; s++) {
        for (size_t i = 0; i < rays[s].n; i++)
            for (int d = 0; d < rays[s].at[i]->n; d++)
                ir_mask_set(word + ((size_t)d * sites + s) * words, rays[s].at[i]->site[d]);
    }
    Ir *index = ir_op2(l->game, IR_OP_MIN, distance, lw_int(l, most)); /* no ray is that long */
    return ir_tab(l->game, lw_mask_table2(l, "around_at", word, lw_dim(most + 1), dim), 1, &index);
}

/* ---- distances ---------------------------------------------------------------- */

static void distances_from(Lower *l, Relation relation, int from, int32_t *out, int *queue)
{
    int head = 0, tail = 0;
    bool *seen = ARENA_ARRAY(l->arena, bool, l->sites->layer->n);
    queue[tail++] = from;
    seen[from] = true;
    while (head < tail) {
        int s = queue[head++];
        const BoardSite *site = &l->sites->layer->site[s];
        for (int i = 0; i < site->nstep; i++) {
            int to = site->step[i].to;
            if (site->step[i].relations >> relation & 1 && !seen[to]) {
                seen[to] = true;
                out[to] = out[s] + 1;
                queue[tail++] = to;
            }
        }
    }
}

/* Unreachable sites are at distance 0, as the reference has it. */
int lower_distances(Lower *l, Relation relation)
{
    int sites = lw_dim_site(l).size;
    if (l->sites->distances)
        return l->sites->distances - 1;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, (size_t)sites * (size_t)sites);
    int *queue = ARENA_ARRAY(l->arena, int, l->sites->layer->n + 1);
    for (int s = 0; s < l->sites->layer->n; s++)
        distances_from(l, relation, s, value + (size_t)s * (size_t)sites, queue);
    IrDim dim[2] = {lw_dim_site(l), lw_dim_site(l)};
    l->sites->distances = lw_int_table(l, "distance", 0, sites, IR_NOSPACE, 2, dim, value) + 1;
    return l->sites->distances - 1;
}
