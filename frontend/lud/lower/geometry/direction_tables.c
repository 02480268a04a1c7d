/* direction_tables.c - constant tables of neighbours, rays and walks, by way. */
#include "frontend/lud/lower/geometry/direction_tables.h"

#include <string.h>

#include "frontend/lud/lower/geometry/dir.h"
#include "frontend/lud/lower/geometry/lists.h"

/* ---- collecting --------------------------------------------------------------- */

/* What the directions of one site give, kept in lists by direction. */
typedef struct {
    const void **at[MAX_DIRS];
    int n[MAX_DIRS];
} ByDir;

static void add_rays(Lower *l, int site, const Dir *dir, const void ***out, int *n)
{
    Sites found = dirs_radials(l, site, dir);
    *out = ARENA_ARRAY(l->arena, const void *, found.n + 1);
    *n = found.n;
    for (int i = 0; i < found.n; i++)
        (*out)[i] = &l->sites->layer->site[site].radial[found.at[i]];
}

static void add_steps(Lower *l, int site, const Dir *dir, const void ***out, int *n)
{
    const BoardSite *s = &l->sites->layer->site[site];
    *out = ARENA_ARRAY(l->arena, const void *, s->nstep + 1);
    *n = 0;
    for (int i = 0; i < s->nstep; i++)
        if (dirs_has_step(&s->step[i], dir))
            (*out)[(*n)++] = &s->step[i];
}

/* The scope in which directions are listed for this look. */
static Lower looking(const Lower *l, const Looks *looks, int look)
{
    Lower in = *l;
    in.look = looks->wind[look];
    if (looks->last) {
        in.same = looks->same[look];
        in.opposite = looks->opposite[look];
        in.way_between = looks->between;
    }
    return in;
}

Ir *lower_ahead_last(Lower *l, const Term *dirs, int64_t steps, Ir *site)
{
    Looks looks = lower_last_looks(l, dirs, true);
    const int sites = lw_dim_site(l).size;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, looks.n * sites);
    for (int i = 0; i < looks.n * sites; i++) {
        DirList list;
        int s = i % sites;
        value[i] = s;
        Lower in = looking(l, &looks, i / sites);
        if (s >= l->sites->layer->n || !dirs_list(&in, dirs, REL_ADJACENT, s, &list) || list.n == 0)
            continue;
        Sites found = dirs_radials(&in, s, &list.at[0]);
        for (int k = found.n; k-- > 0;) {
            const Radial *ray = &l->sites->layer->site[s].radial[found.at[k]];
            value[i] = steps > 0 && steps < ray->n ? ray->site[steps] : value[i];
        }
    }
    IrDim dim[2] = {lw_dim(looks.n), lw_dim_site(l)};
    int table = lw_int_table(l, "ahead", 0, sites - 1, l->sym->space_site, 2, dim, value);
    Ir *index[2] = {lower_look(l, &looks, site), lw_copy(l, site)};
    Ir *read = ir_tab(l->game, table, 2, index);
    if (site->type.lo >= 0)
        return read;
    Ir *on = ir_op2(l->game, IR_OP_GE, lw_copy(l, site), lw_int(l, 0));
    return ir_op3(l->game, IR_OP_SELECT, on, read, lw_int(l, -1));
}

/* What every site has, by direction: [look * sites + site]; NULL (filed): unsupported. */
static ByDir *by_direction(Lower *l, const Term *dirs, Relation relation, const Looks *looks, bool steps, int *most)
{
    const int sites = lw_dim_site(l).size;
    ByDir *by = ARENA_ARRAY(l->arena, ByDir, (size_t)looks->n * (size_t)sites);
    for (int look = 0; look < looks->n; look++) {
        Lower in = looking(l, looks, look);
        for (int s = 0; s < l->sites->layer->n; s++) {
            DirList list;
            ByDir *here = &by[look * sites + s];
            if (!dirs_list(&in, dirs, relation, s, &list))
                return NULL;
            dirs_spread(&in, &list);
            for (size_t d = 0; d < list.n; d++) {
                (steps ? add_steps : add_rays)(&in, s, &list.at[d], &here->at[d], &here->n[d]);
                most[d] = here->n[d] > most[d] ? here->n[d] : most[d];
            }
        }
    }
    return by;
}

/* Laid out so that one way belongs to one direction: on a regular board a way is then
 * a shift.  The result is indexed like Ways.ray. */
static const void **collect_now(Lower *l, const Term *dirs, Relation relation, const Looks *looks,
                                bool steps, int *ways)
{
    int sites = lw_dim_site(l).size, most[MAX_DIRS] = {0};
    Arena *home = l->arena, *scratch = arena_beside(l->arena);
    l->arena = scratch;
    const ByDir *by = by_direction(l, dirs, relation, looks, steps, most);
    l->arena = home;
    if (!by) {
        arena_join(home, scratch); /* a message may be in it */
        return NULL;
    }
    int first[MAX_DIRS], width = 0, ndir = 0;
    for (int d = 0; d < MAX_DIRS; d++) {
        first[d] = width;
        width += most[d];
        ndir = most[d] > 0 ? d + 1 : ndir;
    }
    *ways = width;
    size_t size = (size_t)looks->n * (size_t)(width + 1) * (size_t)sites;
    const void **out = ARENA_ARRAY(l->arena, const void *, size);
    for (int look = 0; look < looks->n; look++) {
        for (int s = 0; s < l->sites->layer->n; s++) {
            const ByDir *here = &by[look * sites + s];
            for (int d = 0; d < ndir; d++)
                for (int i = 0; i < here->n[d]; i++)
                    out[(look * width + first[d] + i) * sites + s] = here->at[d][i];
        }
    }
    arena_free(scratch);
    return out;
}

struct WaysFound {
    const Term *dirs;
    Relation relation;
    bool steps;
    int look;
    Looks looks;
    const void **out;
    int ways;
    const Radial **ray; /* rays: the same, and are they apart?  NULL: not asked yet */
    bool apart;
    int table; /* steps: where they lead; -1: not made yet */
    WaysFound *next;
};

static bool same_looks(const Looks *a, const Looks *b)
{
    size_t size = (size_t)a->n * sizeof *a->wind;
    return a->n == b->n && a->last == b->last && !memcmp(a->wind, b->wind, size) &&
           (!a->last || (!memcmp(a->same, b->same, size) && !memcmp(a->opposite, b->opposite, size)));
}

/* The same, found once: pieces' moves are lowered again wherever they are asked for.
 * NULL (filed): there are no such directions. */
static WaysFound *collect(Lower *l, const Term *dirs, Relation relation, const Looks *looks, bool steps)
{
    for (WaysFound *f = l->sites->ways_found; f; f = f->next)
        if (term_same(f->dirs, dirs) && f->relation == relation && f->steps == steps && f->look == l->look &&
            same_looks(&f->looks, looks))
            return f;
    int ways = 0;
    const void **out = collect_now(l, dirs, relation, looks, steps, &ways);
    if (!out)
        return NULL;
    WaysFound *f = ARENA_NEW(l->arena, WaysFound);
    *f = (WaysFound){.dirs = dirs, .relation = relation, .steps = steps, .look = l->look, .looks = *looks,
                     .out = out, .ways = ways, .table = -1, .next = l->sites->ways_found};
    l->sites->ways_found = f;
    return f;
}

static const Radial *ray_of(const Ways *w, int look, int way, int site)
{
    return w->ray[(look * w->ways + way) * lw_dim_site(w->l).size + site];
}

/* Is every site seen from `site` at most once, itself not at all? */
static bool rays_apart(const Ways *w, int look, int site, uint64_t *seen)
{
    memset(seen, 0, (size_t)ir_words(w->l->game, w->l->sym->space_site) * sizeof *seen);
    ir_mask_set(seen, site);
    for (int way = 0; way < w->ways; way++) {
        const Radial *ray = ray_of(w, look, way, site);
        for (int i = 1; ray && i < ray->n; i++) {
            if (ir_mask_has(seen, ray->site[i]))
                return false;
            ir_mask_set(seen, ray->site[i]);
        }
    }
    return true;
}

bool lower_ways_of(Lower *l, Ways *w, const Term *dirs, Relation relation, const Looks *looks)
{
    *w = (Ways){.l = l, .looks = *looks, .apart = true};
    WaysFound *found = collect(l, dirs, relation, &w->looks, false);
    if (!found)
        return false;
    w->ways = found->ways;
    if (found->ray) {
        w->ray = found->ray;
        w->apart = found->apart;
        return true;
    }
    int n = w->looks.n * w->ways * lw_dim_site(l).size;
    w->ray = ARENA_ARRAY(l->arena, const Radial *, n + 1);
    for (int i = 0; i < n; i++)
        w->ray[i] = found->out[i];
    uint64_t *seen = ARENA_ARRAY(l->arena, uint64_t, ir_words(l->game, l->sym->space_site));
    for (int look = 0; look < w->looks.n; look++)
        for (int s = 0; s < l->sites->layer->n; s++)
            w->apart = w->apart && rays_apart(w, look, s, seen);
    found->ray = w->ray;
    found->apart = w->apart;
    return true;
}

bool lower_ways(Lower *l, Ways *w, const Term *dirs, Relation relation, bool own)
{
    const Looks looks = lower_looks(l, dirs, own);
    return lower_ways_of(l, w, dirs, relation, &looks);
}

Ir *direction_index(Lower *l, const Ways *w, Ir *way, Ir *site)
{
    if (w->looks.n == 1)
        return lw_copy(l, way);
    Ir *look = lower_look(l, &w->looks, site);
    Ir *base = ir_op2(l->game, IR_OP_MUL, look, lw_int(l, w->ways));
    return ir_op2(l->game, IR_OP_ADD, base, lw_copy(l, way));
}

/* ---- tables --------------------------------------------------------------------- */

int direction_site_table(const Ways *w, int k)
{
    Lower *l = w->l;
    int sites = lw_dim_site(l).size, n = w->looks.n * w->ways;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, n * sites + 1);
    for (int i = 0; i < n * sites; i++)
        value[i] = w->ray[i] && k < w->ray[i]->n ? w->ray[i]->site[k] : -1;
    IrDim dim[2] = {lw_dim(n), lw_dim_site(l)};
    const char *name = k == 1 ? "step" : arena_printf(l->arena, "step_%d", k);
    return lw_int_table(l, name, -1, sites - 1, l->sym->space_site, 2, dim, value);
}

int direction_ray_table(const Ways *w, int from, int to)
{
    Lower *l = w->l;
    Lists lists = lists_begin();
    int n = w->looks.n * w->ways, sites = lw_dim_site(l).size;
    for (int i = 0; i < n * sites; i++)
        lists_ray(&lists, w->ray[i], from, to);
    IrDim dim[3] = {lw_dim(n), lw_dim_site(l), lw_dim(1)};
    return lists_table(l, "ray", &lists, 3, dim);
}

int direction_rays_table(const Ways *w, int from, int to)
{
    Lower *l = w->l;
    Lists lists = lists_begin();
    for (int look = 0; look < w->looks.n; look++) {
        for (int s = 0; s < lw_dim_site(l).size; s++)
            for (int way = 0; way < w->ways; way++)
                lists_ray(&lists, ray_of(w, look, way, s), from, to);
    }
    IrDim dim[3] = {lw_dim(w->looks.n), lw_dim_site(l), lw_dim(w->ways)};
    return lists_table(l, "rays_of", &lists, 3, dim);
}

static int longest_ray(const Ways *w)
{
    int length = 0;
    for (int i = 0; i < w->looks.n * w->ways * lw_dim_site(w->l).size; i++)
        length = w->ray[i] && w->ray[i]->n - 1 > length ? w->ray[i]->n - 1 : length;
    return length;
}

/* $t[index][site][k]: the k-th site of each ray for `least` <= k <= most; -1. */
static int ray_sites(const Ways *w, const char *name, int least, int most)
{
    Lower *l = w->l;
    const int n = w->looks.n * w->ways, sites = lw_dim_site(l).size;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, (size_t)n * (size_t)sites * (size_t)(most + 1)), *at = value;
    for (int i = 0; i < n * sites; i++) {
        const Radial *ray = w->ray[i];
        for (int k = 0; k <= most; k++)
            *at++ = ray && k >= least && k < ray->n ? ray->site[k] : -1;
    }
    IrDim dim[3] = {lw_dim(n), lw_dim_site(l), lw_dim(most + 1)};
    return lw_int_table(l, name, -1, sites - 1, l->sym->space_site, 3, dim, value);
}

int direction_along_table(const Ways *w, int *length)
{
    *length = longest_ray(w);
    return ray_sites(w, "along", 0, *length);
}

int direction_ends_table(const Ways *w, int *path)
{
    Lower *l = w->l;
    const int n = w->looks.n * w->ways, sites = lw_dim_site(l).size, words = ir_words(l->game, l->sym->space_site), most = longest_ray(w) + 1;
    uint64_t *set = ARENA_ARRAY(l->arena, uint64_t, (size_t)n * (size_t)sites * (size_t)(most + 1) * (size_t)words), *at = set;
    for (int i = 0; i < n * sites; i++) {
        const Radial *ray = w->ray[i];
        for (int k = 0; k <= most; k++, at += words)
            for (int j = 1; ray && j <= k && j < ray->n; j++)
                ir_mask_set(at, ray->site[j]);
    }
    *path = lw_mask_table3(l, "path", set, lw_dim(n), lw_dim_site(l), lw_dim(most + 1));
    return ray_sites(w, "ends", 1, most);
}

/* The last site of the run of empty ones is the one before which, itself included,
 * all of the run lie. */
Ir *lower_farthest(Lower *l, const Term *t, Ir *site)
{
    Ways ways;
    Ir *all = ir_k0(l->game, IR_OP_NONE, l->sym->space_site);
    if (!lower_ways(l, &ways, term_arg(t, SLOT_dir), REL_ADJACENT, false))
        return all;
    int table = direction_ray_table(&ways, 1, lw_dim_site(l).size);
    for (int way = 0; way < ways.ways; way++) {
        Ir *index[2] = {direction_index(l, &ways, lw_int(l, way), site), lw_copy(l, site)};
        Ir *ray = ir_tab(l->game, table, 2, index);
        int run = lw_new_local(l, "run", ir_mask(l->sym->space_site));
        int s = lw_new_local(l, "s", ir_site(l->game, l->sym->space_site));
        Ir *seen = ir_op2(l->game, IR_OP_SLIDE, lw_copy(l, ray), lw_occupied(l));
        Ir *empty = ir_op2(l->game, IR_OP_MDIFF, seen, lw_occupied(l));
        Ir *end = ir_k1(l->game, IR_OP_BITOF, l->sym->space_site, lw_local(l, s));
        Ir *before = ir_op2(l->game, IR_OP_SLIDE, ray, end);
        Ir *last = ir_op2(l->game, IR_OP_EQ, before, lw_local(l, run));
        Ir *found = ir_k2(l->game, IR_OP_FILTER, s, lw_local(l, run), last);
        all = ir_op2(l->game, IR_OP_MOR, all, ir_k2(l->game, IR_OP_LETX, run, empty, found));
    }
    return all;
}

int lower_step_ways(Lower *l, const Term *dirs, Relation relation, bool own, Ways *w)
{
    *w = (Ways){.l = l, .looks = lower_looks(l, dirs, own)};
    WaysFound *found = collect(l, dirs, relation, &w->looks, true);
    int sites = lw_dim_site(l).size;
    w->ways = found ? found->ways : 0;
    int n = w->looks.n * w->ways;
    if (n == 0 || found->table >= 0)
        return n ? found->table : -1;
    int32_t *value = ARENA_ARRAY(l->arena, int32_t, n * sites + 1);
    for (int i = 0; i < n * sites; i++) {
        const Step *step = found->out[i];
        int first = i / sites / w->ways * w->ways * sites + i % sites; /* way 0 of this look */
        value[i] = step ? step->to : -1;
        for (int before = first; before < i; before += sites)
            if (value[before] == value[i])
                value[i] = -1; /* a step is one move, however many ways lead there */
    }
    IrDim dim[2] = {lw_dim(n), lw_dim_site(l)};
    found->table = lw_int_table(l, "step", -1, sites - 1, l->sym->space_site, 2, dim, value);
    return found->table;
}

/* ---- walks ------------------------------------------------------------------------- */

/* Does `to` lie ahead, as rows and columns are counted? */
static bool is_ahead(const BoardLayer *layer, int facing, int from, int to)
{
    const BoardSite *a = &layer->site[from], *b = &layer->site[to];
    bool north = b->row > a->row, south = b->row < a->row;
    bool east = b->column > a->column, west = b->column < a->column;
    switch (facing) {
    case WIND_N: return north;
    case WIND_NE: return north && east;
    case WIND_E: return east;
    case WIND_SE: return south && east;
    case WIND_S: return south;
    case WIND_SW: return south && west;
    case WIND_W: return west;
    case WIND_NW: return north && west;
    default: return false;
    }
}

static int next_wind(uint64_t winds, int wind, int by)
{
    for (int i = 1; i <= COMPASS; i++) {
        int tried = (wind + by * i + COMPASS * COMPASS) % COMPASS;
        if (winds >> tried & 1)
            return tried;
    }
    return wind;
}

static int one_step(const BoardLayer *layer, int site, int wind)
{
    int to = -1;
    for (int i = 0; i < layer->site[site].nstep; i++)
        if (layer->site[site].step[i].winds >> wind & 1)
            to = layer->site[site].step[i].to;
    return to;
}

int lower_walk_sites(Lower *l, const Term *walk, int site, int wind, int *path)
{
    uint64_t winds = l->sites->layer->supported[REL_ORTHOGONAL];
    int n = 0;
    path[n++] = site;
    for (uint32_t i = 0; i < walk->n; i++) {
        if (!term_is_enum(walk->slot[i], "F")) {
            wind = next_wind(winds, wind, term_is_enum(walk->slot[i], "R") ? 1 : -1);
            continue;
        }
        site = one_step(l->sites->layer, site, wind);
        if (site < 0)
            return 0;
        path[n++] = site;
    }
    return n;
}

static int walk_end(const BoardLayer *layer, const Term *walk, int site, int wind)
{
    uint64_t winds = layer->supported[REL_ORTHOGONAL];
    for (uint32_t i = 0; i < walk->n && site >= 0; i++)
        if (term_is_enum(walk->slot[i], "F"))
            site = one_step(layer, site, wind);
        else
            wind = next_wind(winds, wind, term_is_enum(walk->slot[i], "R") ? 1 : -1);
    return site;
}

static void walk_all(Lower *l, const Term *walks, bool rotations, int ahead, int site, uint64_t *out)
{
    const BoardLayer *layer = l->sites->layer;
    for (int wind = 0; wind < COMPASS; wind++) {
        if (!(layer->supported[REL_ORTHOGONAL] >> wind & 1))
            continue;
        for (uint32_t i = 0; i < walks->n; i++) {
            int to = walk_end(layer, walks->slot[i], site, wind);
            if (to >= 0 && (ahead < 0 || is_ahead(layer, ahead, site, to)))
                ir_mask_set(out, to);
        }
        if (!rotations)
            break; /* only the first wind */
    }
}

int lower_walks(Lower *l, const Term *walks, bool rotations, const Looks *ahead)
{
    int sites = lw_dim_site(l).size, looks = ahead ? ahead->n : 1;
    size_t words = (size_t)ir_words(l->game, l->sym->space_site);
    uint64_t *word = ARENA_ARRAY(l->arena, uint64_t, words * (size_t)(looks * sites));
    for (int look = 0; look < looks; look++)
        for (int s = 0; s < l->sites->layer->n; s++)
            walk_all(l, walks, rotations, ahead ? ahead->wind[look] : -1, s,
                     word + (size_t)(look * sites + s) * words);
    return lw_mask_table2(l, "walks", word, lw_dim(looks), lw_dim_site(l));
}
