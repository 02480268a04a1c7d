/* board_radials.c - rays of sites from every site, in every direction.
 *
 * A ray follows a direction (a wind, or a class such as Orthogonal) as straight
 * as it can, bending at most a quarter radian at a site. */
#include "frontend/lud/board_measure.h"

#include <math.h>

#define MAX_BEND 0.25
#define MAX_OPPOSITE_BEND 0.1

typedef struct {
    int n;
    int *site;
} Path;

/* One ray in one direction; rays of the same sites share the path. */
typedef struct {
    int way;
    int path;
    Ints opposite; /* indices of rays */
} Ray;

/* What is collected at one origin. */
typedef struct {
    Arena *arena, *work;
    const Graph *graph;
    SiteType type;
    const Moves *moves;
    Ints walk;
    struct {
        Path *at;
        size_t n, cap;
    } path;
    struct {
        Ray *at;
        size_t n, cap;
    } ray;
    /* those of each class and wind, as indices of rays */
    Ints of_way[WAYS];
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

/* ---- following a direction -------------------------------------------------- */

/* Where a ray in the direction `way` goes on from `at`, having come from
 * `before`; -1: nowhere. */
static int next_site(const Rays *r, int before, int at, int way)
{
    const RawSteps *steps = &r->moves->of[r->type][at];
    double least = tan(MAX_BEND);
    int best = -1;
    for (size_t i = 0; i < steps->n; i++) {
        const RawStep *step = &steps->at[i];
        if (step->to_type != r->type || !(step->listed & WAY_BIT(way)))
            continue;
        if (turning_way(way))
            return step->to;
        double off = bend(place(r, before), place(r, at), place(r, step->to));
        if (off < least) {
            least = off;
            best = step->to;
        }
    }
    return best;
}

static bool walked(const Ints *walk, int site)
{
    for (size_t i = 0; i < walk->n; i++)
        if (walk->at[i] == site)
            return true;
    return false;
}

/* The path from `from` through `to` onwards, as an index of r->path. */
static int follow(Rays *r, int from, int to, int way)
{
    Ints *walk = &r->walk;
    walk->n = 0;
    vec_push(r->work, walk, from);
    vec_push(r->work, walk, to);
    for (;;) {
        int next =
            next_site(r, walk->at[walk->n - 2], walk->at[walk->n - 1], way);
        if (next < 0 || walked(walk, next))
            break;
        vec_push(r->work, walk, next);
    }
    for (size_t i = 0; i < r->path.n; i++) {
        const Path *path = &r->path.at[i];
        int k = 0;
        while (path->n == (int)walk->n && k < path->n && path->site[k] == walk->at[k])
            k++;
        if (k == path->n && k == (int)walk->n)
            return (int)i;
    }
    Path path = {(int)walk->n, arena_copy(r->arena, walk->at, walk->n * sizeof(int))};
    vec_push(r->work, &r->path, path);
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

static void add_ray(Rays *r, int way, int path)
{
    for (size_t i = 0; i < r->of_way[way].n; i++)
        if (r->ray.at[r->of_way[way].at[i]].path == path)
            return;
    Ray ray = {.way = way, .path = path};
    int id = (int)r->ray.n;
    vec_push(r->work, &r->ray, ray);
    for (int i = 0; i < id; i++) {
        const Ray *other = &r->ray.at[i];
        bool comparable = way == other->way || (wind_way(way) && wind_way(other->way));
        if (opposite_turns(way, other->way) ||
            (comparable && straight_opposite(r, &r->ray.at[id], other))) {
            add_opposite(r, id, i);
            add_opposite(r, i, id);
        }
    }
    vec_push(r->work, &r->of_way[way], id);
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
    for (int i = 0; i < n; i++) {
        const Ray *ray = &r->ray.at[i];
        wind[i] = wind_of_way[ray->way];
        into[i] = i;
        for (int k = 0; k < i; k++) {
            if (into[k] != k || r->ray.at[k].path != ray->path ||
                (wind[k] >= 0 && wind[i] >= 0 && wind[k] != wind[i]) ||
                !same_opposites(r, &r->ray.at[k], ray))
                continue;
            into[i] = k;
            if (wind[i] >= 0)
                wind[k] = wind[i];
            break;
        }
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
    double *score = ARENA_ARRAY(r->work, double, n);
    for (int i = 0; i < n; i++) {
        if (into[i] != i)
            continue;
        const Path *path = &r->path.at[r->ray.at[i].path];
        keep[kept] = i;
        score[kept++] = bearing_score(place(r, path->site[0]), place(r, path->site[1]));
    }
    const int *order = rank_by_score(r->work, score, kept);
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

void find_radials(Arena *arena, Arena *work, const Graph *graph, SiteType type,
                  const Moves *moves, BoardLayer *layer)
{
    Rays *r = ARENA_NEW(work, Rays);
    *r = (Rays){.arena = arena, .work = work, .graph = graph, .type = type, .moves = moves};
    for (int origin = 0; origin < layer->n; origin++) {
        const RawSteps *steps = &moves->of[type][origin];
        r->path.n = r->ray.n = 0;
        for (int way = 0; way < WAYS; way++)
            r->of_way[way].n = 0;
        for (int way = 0; way < WAYS; way++)
            for (size_t i = 0; i < steps->n; i++)
                if (steps->at[i].to_type == type && (steps->at[i].listed & WAY_BIT(way)))
                    add_ray(r, way, follow(r, origin, steps->at[i].to, way));
        for (size_t i = 0; i < r->ray.n; i++)
            drop_beginnings(r, &r->ray.at[i].opposite);
        join_rotational(r);
        store(r, &layer->site[origin]);
    }
}
