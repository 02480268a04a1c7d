/* radials.c - rays of sites from every site, in every direction.
 *
 * A ray follows a direction (a wind, or a class such as Orthogonal) as straight
 * as it can, bending at most a quarter radian at a site. */
#include "frontend/lud/board/measure.h"

#include <math.h>
#include <string.h>

#define MAX_BEND 0.25
#define MAX_OPPOSITE_BEND 0.1

typedef struct {
    int n;
    int *site;
    int step; /* the origin's step that it begins with */
} Path;

/* One ray in one direction; rays of the same sites share the path. */
typedef struct {
    int way;
    int path;
    Ints opposite; /* indices of rays */
} Ray;

/* Where each step goes on, worked out once for all rays that pass there.  Steps
 * to other types of elements are not counted. */
typedef struct {
    int *first;       /* of each site: its first step; one more for the end */
    int *to;          /* of each step */
    uint64_t *listed; /* bits of ways */
    int *base;        /* of each step: where its entries in `next` are, */
    int *next;        /* one for each way: a step, or -1 */
} Flow;

/* What is collected at one origin. */
typedef struct {
    Arena *arena, *work;
    const Graph *graph;
    SiteType type;
    Flow flow;
    int *seen; /* of each site: the last walk that came by */
    int walks;
    Ints walk;
    struct {
        Path *at;
        size_t n, cap;
    } path;
    struct {
        Ray *at;
        size_t n, cap;
    } ray;
    Ints of_way[WAYS]; /* rays of each class and wind */
    Ints of_winds;     /* rays of all winds */
} Rays;

static Point place(const Rays *r, int site)
{
    return graph_point(r->graph, r->type, site);
}

static bool wind_way(int way)
{
    return way >= WAY_CLASSES;
}

static bool turning_way(int way)
{
    return way >= way_of_wind[WIND_CW] && way <= way_of_wind[WIND_OUT];
}

static int bits_below(uint64_t set, int bit)
{
    int n = 0;
    for (set &= (UINT64_C(1) << bit) - 1; set; set &= set - 1)
        n++;
    return n;
}

/* ---- where steps go on -------------------------------------------------------- */

/* Of the steps of the site that step `s` leads to, those that do not bend too much:
 * written to `ahead` with their bends. */
static int steps_ahead(const Rays *r, int from, int s, int *ahead, double *bends)
{
    const Flow *flow = &r->flow;
    double most = tan(MAX_BEND);
    int at = flow->to[s], n = 0;
    for (int k = flow->first[at]; k < flow->first[at + 1]; k++) {
        double off = bend(place(r, from), place(r, at), place(r, flow->to[k]));
        if (off < most) {
            ahead[n] = k;
            bends[n++] = off;
        }
    }
    return n;
}

/* The straightest of them in the direction `way`; the first, when rays of the
 * direction turn. */
static int next_step(const Rays *r, int s, int way, const int *ahead, const double *bends,
                     int n)
{
    const Flow *flow = &r->flow;
    int at = flow->to[s], best = -1;
    if (turning_way(way)) {
        for (int k = flow->first[at]; k < flow->first[at + 1]; k++)
            if (flow->listed[k] & WAY_BIT(way))
                return k;
        return -1;
    }
    for (int i = 0; i < n; i++)
        if ((flow->listed[ahead[i]] & WAY_BIT(way)) && (best < 0 || bends[i] < bends[best]))
            best = i;
    return best < 0 ? -1 : ahead[best];
}

static void count_steps(Rays *r, const Moves *moves, int sites)
{
    Flow *flow = &r->flow;
    int n = 0, entries = 0;
    for (int site = 0; site < sites; site++)
        n += (int)moves->of[r->type][site].n;
    flow->first = ARENA_ARRAY(r->work, int, sites + 1);
    flow->to = ARENA_ARRAY(r->work, int, n);
    flow->listed = ARENA_ARRAY(r->work, uint64_t, n);
    flow->base = ARENA_ARRAY(r->work, int, n);
    n = 0;
    for (int site = 0; site < sites; site++) {
        const RawSteps *steps = &moves->of[r->type][site];
        flow->first[site] = n;
        for (size_t i = 0; i < steps->n; i++) {
            if (steps->at[i].to_type != r->type)
                continue;
            flow->to[n] = steps->at[i].to;
            flow->listed[n] = steps->at[i].listed;
            flow->base[n++] = entries;
            entries += bits_below(steps->at[i].listed, WAYS);
        }
    }
    flow->first[sites] = n;
    flow->next = ARENA_ARRAY(r->work, int, entries);
}

static void find_flow(Rays *r, const Moves *moves, int sites)
{
    Flow *flow = &r->flow;
    int most = 0;
    count_steps(r, moves, sites);
    for (int site = 0; site < sites; site++)
        if (flow->first[site + 1] - flow->first[site] > most)
            most = flow->first[site + 1] - flow->first[site];
    int *ahead = ARENA_ARRAY(r->work, int, most);
    double *bends = ARENA_ARRAY(r->work, double, most);
    for (int site = 0; site < sites; site++)
        for (int s = flow->first[site]; s < flow->first[site + 1]; s++) {
            int n = steps_ahead(r, site, s, ahead, bends), entry = flow->base[s];
            for (int way = 0; way < WAYS; way++)
                if (flow->listed[s] & WAY_BIT(way))
                    flow->next[entry++] = next_step(r, s, way, ahead, bends, n);
        }
}

/* ---- following a direction ------------------------------------------------------ */

/* The sites from `from` by step s onwards in the direction, into r->walk. */
static void follow(Rays *r, int from, int s, int way)
{
    const Flow *flow = &r->flow;
    r->walk.n = 0;
    r->walks++;
    vec_push(r->work, &r->walk, from);
    r->seen[from] = r->walks;
    while (s >= 0 && r->seen[flow->to[s]] != r->walks) {
        vec_push(r->work, &r->walk, flow->to[s]);
        r->seen[flow->to[s]] = r->walks;
        s = flow->next[flow->base[s] + bits_below(flow->listed[s], way)];
    }
}

/* The path of the sites in r->walk, as an index of r->path.  `same_start`: the paths
 * known so far that begin with the same step. */
static int path_of(Rays *r, int step, Ints *same_start)
{
    size_t size = r->walk.n * sizeof(int);
    for (size_t i = 0; i < same_start->n; i++) {
        const Path *path = &r->path.at[same_start->at[i]];
        if (path->n == (int)r->walk.n && !memcmp(path->site, r->walk.at, size))
            return same_start->at[i];
    }
    Path path = {(int)r->walk.n, arena_copy(r->arena, r->walk.at, size), step};
    vec_push(r->work, &r->path, path);
    vec_push(r->work, same_start, (int)r->path.n - 1);
    return (int)r->path.n - 1;
}

/* ---- opposites --------------------------------------------------------------- */

static bool straight_opposite(const Rays *r, const Ray *a, const Ray *b)
{
    const Path *p = &r->path.at[a->path], *q = &r->path.at[b->path];
    return bend(place(r, p->site[1]), place(r, p->site[0]), place(r, q->site[1])) <
           tan(MAX_OPPOSITE_BEND);
}

static bool opposite_turns(int a, int b)
{
    int cw = way_of_wind[WIND_CW], ccw = way_of_wind[WIND_CCW];
    int in = way_of_wind[WIND_IN], out = way_of_wind[WIND_OUT];
    return (a == cw && b == ccw) || (a == ccw && b == cw) || (a == in && b == out) ||
           (a == out && b == in);
}

/* A second opposite is taken only by a ray of a class, from another class, and
 * with other sites. */
static void add_opposite(Rays *r, int to, int opposite)
{
    Ray *ray = &r->ray.at[to];
    const Ray *other = &r->ray.at[opposite];
    for (size_t i = 0; i < ray->opposite.n; i++)
        if (wind_way(ray->way) || other->way == ray->way ||
            other->path == r->ray.at[ray->opposite.at[i]].path)
            return;
    vec_push(r->work, &ray->opposite, opposite);
}

static void try_opposite(Rays *r, int id, int other)
{
    const Ray *a = &r->ray.at[id], *b = &r->ray.at[other];
    if (opposite_turns(a->way, b->way) || straight_opposite(r, a, b)) {
        add_opposite(r, id, other);
        add_opposite(r, other, id);
    }
}

/* Opposites are rays of the same direction, or of any two winds. */
static void add_ray(Rays *r, int way, int path)
{
    for (size_t i = 0; i < r->of_way[way].n; i++)
        if (r->ray.at[r->of_way[way].at[i]].path == path)
            return;
    Ray ray = {.way = way, .path = path};
    int id = (int)r->ray.n;
    vec_push(r->work, &r->ray, ray);
    Ints *others = wind_way(way) ? &r->of_winds : &r->of_way[way];
    for (size_t i = 0; i < others->n; i++)
        try_opposite(r, id, others->at[i]);
    vec_push(r->work, &r->of_way[way], id);
    if (wind_way(way))
        vec_push(r->work, &r->of_winds, id);
}

static bool begins(const Path *part, const Path *whole)
{
    if (part->n > whole->n)
        return false;
    for (int i = 0; i < part->n; i++)
        if (part->site[i] != whole->site[i])
            return false;
    return true;
}

/* Drops from a list of rays, last first, those that another one begins with. */
static void drop_beginnings(Rays *r, Ints *list)
{
    for (size_t a = list->n; a-- > 0;) {
        const Path *path = &r->path.at[r->ray.at[list->at[a]].path];
        for (size_t b = 0; b < list->n; b++) {
            if (a == b || !begins(path, &r->path.at[r->ray.at[list->at[b]].path]))
                continue;
            for (size_t i = a; i + 1 < list->n; i++)
                list->at[i] = list->at[i + 1];
            list->n--;
            break;
        }
    }
}

/* The class Rotational has the rays of its four winds too. */
static void join_rotational(Rays *r)
{
    static const Wind wind[4] = {WIND_IN, WIND_OUT, WIND_CW, WIND_CCW};
    Ints *list = &r->of_way[WAY_ROTATIONAL];
    for (int k = 0; k < 4; k++) {
        const Ints *more = &r->of_way[way_of_wind[wind[k]]];
        for (size_t i = 0; i < more->n; i++)
            vec_push(r->work, list, more->at[i]);
    }
    drop_beginnings(r, list);
}

/* ---- into the board ----------------------------------------------------------- */

static bool same_opposites(const Rays *r, const Ray *a, const Ray *b)
{
    if (a->opposite.n != b->opposite.n)
        return false;
    for (size_t i = 0; i < a->opposite.n; i++)
        if (r->ray.at[a->opposite.at[i]].path != r->ray.at[b->opposite.at[i]].path)
            return false;
    return true;
}

/* For each ray the first with the same sites and opposites whose wind does not
 * differ: they become one radial.  Classes come before winds. */
static int *merge(Rays *r)
{
    int n = (int)r->ray.n;
    int *into = ARENA_ARRAY(r->work, int, n);
    int *wind = ARENA_ARRAY(r->work, int, n);
    int *last = ARENA_ARRAY(r->work, int, r->path.n); /* ray + 1 of the path */
    int *before = ARENA_ARRAY(r->work, int, n);       /* and the one before it + 1 */
    for (int i = 0; i < n; i++) {
        const Ray *ray = &r->ray.at[i];
        wind[i] = wind_of_way[ray->way];
        into[i] = i;
        for (int k = last[ray->path] - 1; k >= 0; k = before[k] - 1)
            if ((wind[k] < 0 || wind[i] < 0 || wind[k] == wind[i]) &&
                same_opposites(r, &r->ray.at[k], ray))
                into[i] = k;
        if (into[i] != i) {
            wind[into[i]] = wind[i] >= 0 ? wind[i] : wind[into[i]];
            continue;
        }
        before[i] = last[ray->path];
        last[ray->path] = i + 1;
    }
    return into;
}

static void fill_opposites(Rays *r, const int *into, const int *number, int from,
                           Radial *radial)
{
    const Ints *list = &r->ray.at[from].opposite;
    radial->nopposite = (int)list->n;
    radial->opposite = ARENA_ARRAY(r->arena, int, list->n);
    for (size_t i = 0; i < list->n; i++)
        radial->opposite[i] = number[into[list->at[i]]];
}

static void store(Rays *r, BoardSite *site)
{
    int n = (int)r->ray.n, kept = 0;
    int *into = merge(r);
    int *number = ARENA_ARRAY(r->work, int, n);
    int *keep = ARENA_ARRAY(r->work, int, n);
    double *step = ARENA_ARRAY(r->work, double, n); /* these go by bearing already */
    for (int i = 0; i < n; i++) {
        if (into[i] != i)
            continue;
        keep[kept] = i;
        step[kept++] = r->path.at[r->ray.at[i].path].step;
    }
    const int *order = rank_by_score(r->work, step, kept);
    site->nradial = kept;
    site->radial = ARENA_ARRAY(r->arena, Radial, kept);
    for (int k = 0; k < kept; k++) {
        const Path *path = &r->path.at[r->ray.at[keep[order[k]]].path];
        number[keep[order[k]]] = k;
        site->radial[k].wind = -1;
        site->radial[k].n = path->n;
        site->radial[k].site = path->site;
    }
    for (int i = 0; i < n; i++) {
        int wind = wind_of_way[r->ray.at[i].way];
        if (wind >= 0)
            site->radial[number[into[i]]].wind = wind;
    }
    for (int way = 0; way < WAY_CLASSES; way++)
        for (size_t i = 0; i < r->of_way[way].n; i++)
            site->radial[number[into[r->of_way[way].at[i]]]].relations |= 1u << way;
    for (int k = 0; k < kept; k++)
        fill_opposites(r, into, number, keep[order[k]], &site->radial[k]);
}

static void rays_from(Rays *r, int origin)
{
    const Flow *flow = &r->flow;
    int first = flow->first[origin], end = flow->first[origin + 1];
    Ints *same_start = ARENA_ARRAY(r->work, Ints, end - first);
    r->path.n = r->ray.n = r->of_winds.n = 0;
    for (int way = 0; way < WAYS; way++) {
        r->of_way[way].n = 0;
        for (int s = first; s < end; s++)
            if ((flow->listed[s] & WAY_BIT(way)) && flow->to[s] != origin) {
                follow(r, origin, s, way);
                add_ray(r, way, path_of(r, s - first, &same_start[s - first]));
            }
    }
    for (size_t i = 0; i < r->ray.n; i++)
        drop_beginnings(r, &r->ray.at[i].opposite);
    join_rotational(r);
}

void find_radials(Arena *arena, Arena *work, const Graph *graph, SiteType type,
                  const Moves *moves, BoardLayer *layer)
{
    Rays *r = ARENA_NEW(work, Rays);
    *r = (Rays){.arena = arena, .work = work, .graph = graph, .type = type};
    r->seen = ARENA_ARRAY(work, int, layer->n);
    find_flow(r, moves, layer->n);
    for (int origin = 0; origin < layer->n; origin++) {
        rays_from(r, origin);
        store(r, &layer->site[origin]);
    }
}
