/* scene_regions.c - regions of players: sides of the board in their colours, or sites that are tinted; regions of nobody
 * by signs. */
#include <math.h>

#include "runtime/abi.h"
#include "runtime/board/scene.h"

enum { CORNERS = 64, REGIONS = 64 };

/* A piece of the board's outline: an edge that only one cell has. */
typedef struct {
    int32_t a, b, cell; /* vertices, a < b */
    double nx, ny;      /* away from the cell */
    int owner;          /* of the side that it is part of */
    double fit;         /* how well it faces the way that side does */
} Rim;

typedef struct {
    Scene *s;
    const Seats *seats;
    Rim *rim;
    size_t nrim;
    int *part; /* by site: the connected part of the region at hand, from 1 */
} Regions;

/* ---- the outline --------------------------------------------------------------------- */

static int by_ends(const void *a, const void *b)
{
    const Rim *p = a, *q = b;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static void face_out(const Seats *seats, Rim *r)
{
    const Seat *a = &seats->seat[LUDC_VERTEX][r->a], *b = &seats->seat[LUDC_VERTEX][r->b], *c = &seats->seat[LUDC_CELL][r->cell];
    double x = a->y - b->y, y = b->x - a->x, length = hypot(x, y);
    if (x * ((a->x + b->x) / 2 - c->x) + y * ((a->y + b->y) / 2 - c->y) < 0)
        x = -x, y = -y;
    r->nx = length > 0 ? x / length : 0;
    r->ny = length > 0 ? y / length : 0;
}

static void add_rims(Regions *g, size_t cell)
{
    int32_t corner[CORNERS];
    size_t n = ludc_site_outline(g->s->p->r, LUDC_CELL, cell, corner, CORNERS);
    n = n < CORNERS ? n : CORNERS;
    for (size_t i = 0; i < n; i++) {
        int32_t a = corner[i], b = corner[(i + 1) % n];
        if (a >= 0 && b >= 0 && (size_t)a < g->seats->n[LUDC_VERTEX] && (size_t)b < g->seats->n[LUDC_VERTEX])
            g->rim[g->nrim++] = (Rim){a < b ? a : b, a < b ? b : a, (int32_t)cell, 0, 0, 0, 0};
    }
}

/* What two cells share is no outline. */
static bool find_outline(Regions *g)
{
    size_t room = 0, kept = 0;
    for (size_t i = 0; i < g->seats->n[LUDC_CELL]; i++)
        room += ludc_site_outline(g->s->p->r, LUDC_CELL, i, NULL, 0);
    g->rim = calloc(room + 1, sizeof *g->rim);
    for (size_t i = 0; g->rim && i < g->seats->n[LUDC_CELL]; i++)
        add_rims(g, i);
    if (!g->rim)
        return false;
    qsort(g->rim, g->nrim, sizeof *g->rim, by_ends);
    for (size_t i = 0; i < g->nrim; i++) {
        bool before = i > 0 && by_ends(&g->rim[i], &g->rim[i - 1]) == 0;
        bool after = i + 1 < g->nrim && by_ends(&g->rim[i], &g->rim[i + 1]) == 0;
        if (before || after)
            continue;
        face_out(g->seats, &g->rim[i]);
        g->rim[kept++] = g->rim[i];
    }
    g->nrim = kept;
    return true;
}

/* ---- parts of a region ------------------------------------------------------------------ */

static void spread(Regions *g, size_t n, int32_t from, int number)
{
    int32_t *stack = malloc((n + 1) * sizeof *stack);
    size_t top = 0;
    if (!stack)
        return;
    g->part[from] = number;
    stack[top++] = from;
    while (top) {
        int32_t near[CORNERS];
        size_t m = ludc_neighbours(g->s->p->r, g->s->p->type, (size_t)stack[--top], LUDC_RELATION_ADJACENT, near, CORNERS);
        for (size_t k = 0; k < m && k < CORNERS; k++)
            if (near[k] >= 0 && (size_t)near[k] < g->seats->n[g->s->p->type] && g->part[near[k]] < 0) {
                g->part[near[k]] = number;
                stack[top++] = near[k];
            }
    }
    free(stack);
}

/* Numbers the connected parts from 1; sites outside have 0. */
static int parts_of(Regions *g, const int32_t *site, size_t n)
{
    int parts = 0;
    memset(g->part, 0, (g->seats->n[g->s->p->type] + 1) * sizeof *g->part);
    for (size_t i = 0; i < n; i++)
        g->part[site[i]] = -1;
    for (size_t i = 0; i < n; i++)
        if (g->part[site[i]] < 0)
            spread(g, n, site[i], ++parts);
    return parts;
}

/* ---- sides -------------------------------------------------------------------------------- */

/* Does the part face one way?  Then its outline there is the owner's. */
static bool claim(Regions *g, int part, int owner, bool write)
{
    double x = 0, y = 0, count = 0;
    for (size_t i = 0; i < g->nrim; i++)
        if (g->part[g->rim[i].cell] == part) {
            x += g->rim[i].nx;
            y += g->rim[i].ny;
            count++;
        }
    double length = hypot(x, y);
    if (length < 0.4 * count || count < 1)
        return false;
    for (size_t i = 0; write && i < g->nrim; i++) {
        Rim *r = &g->rim[i];
        double fit = (r->nx * x + r->ny * y) / length;
        if (g->part[r->cell] == part && fit > 0.55 && fit > r->fit + 1e-9) {
            r->fit = fit;
            r->owner = owner;
        }
    }
    return true;
}

/* Are all its sites at the outline, each part facing one way? */
static bool side(Regions *g, const int32_t *site, size_t n, int owner)
{
    size_t outer = 0;
    int parts = parts_of(g, site, n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < g->nrim; k++)
            if (g->rim[k].cell == site[i]) {
                outer++;
                break;
            }
    bool good = outer == n && n > 1 && parts <= 4;
    for (int k = 1; good && k <= parts; k++)
        good = claim(g, k, owner, false);
    for (int k = 1; good && k <= parts; k++)
        claim(g, k, owner, true);
    return good;
}

static void draw_sides(Regions *g)
{
    for (size_t i = 0; i < g->nrim; i++) {
        const Rim *r = &g->rim[i];
        const Seat *a = &g->seats->seat[LUDC_VERTEX][r->a], *b = &g->seats->seat[LUDC_VERTEX][r->b];
        double out = g->seats->unit * 0.06;
        if (r->owner <= 0)
            continue;
        Shape *shape = scene_add(g->s, SHAPE_SIDE, 0, 0, g->seats->unit * 0.12);
        shape->owner = (unsigned)r->owner;
        scene_spot(g->s, shape, a->x + r->nx * out, a->y + r->ny * out);
        scene_spot(g->s, shape, b->x + r->nx * out, b->y + r->ny * out);
    }
}

/* ---- sides of boards of points ---------------------------------------------------------------- */

static bool in_set(const Regions *g, const char *name, int32_t site)
{
    for (size_t set = 0; set < ludc_site_sets(); set++) {
        if (strcmp(ludc_site_set_name(set), name) != 0)
            continue;
        int32_t member[1024];
        size_t n = ludc_site_set(g->s->p->r, g->s->p->type, set, member, 1024);
        for (size_t i = 0; i < n && i < 1024; i++)
            if (member[i] == site)
                return true;
    }
    return false;
}

/* A line along the points, a little outside of them. */
static bool side_of_points(Regions *g, const int32_t *site, size_t n, unsigned owner)
{
    const Seats *seats = g->seats;
    const Seat *seat = seats->seat[LUDC_VERTEX];
    for (size_t i = 0; i < n; i++)
        if (!in_set(g, "perimeter", site[i]))
            return false;
    double cx = (seats->left + seats->right) / 2, cy = (seats->top + seats->bottom) / 2, out = seats->unit * 0.52;
    parts_of(g, site, n);
    for (size_t i = 0; i < n && n > 1; i++) {
        int32_t near[CORNERS];
        size_t m = ludc_neighbours(g->s->p->r, LUDC_VERTEX, (size_t)site[i], LUDC_RELATION_ORTHOGONAL, near, CORNERS);
        for (size_t k = 0; k < m && k < CORNERS; k++) {
            if (near[k] <= site[i] || (size_t)near[k] >= seats->n[LUDC_VERTEX] || !g->part[near[k]])
                continue;
            const Seat *a = &seat[site[i]], *b = &seat[near[k]];
            double nx = a->y - b->y, ny = b->x - a->x, length = hypot(nx, ny);
            if (nx * ((a->x + b->x) / 2 - cx) + ny * ((a->y + b->y) / 2 - cy) < 0)
                nx = -nx, ny = -ny;
            Shape *shape = scene_add(g->s, SHAPE_SIDE, 0, 0, seats->unit * 0.12);
            shape->owner = owner;
            scene_spot(g->s, shape, a->x + nx / length * out, a->y + ny / length * out);
            scene_spot(g->s, shape, b->x + nx / length * out, b->y + ny / length * out);
        }
    }
    return n > 1;
}

/* ---- sites ------------------------------------------------------------------------------------- */

/* A zone is the cell, or a square about the point. */
static void zone(Regions *g, int32_t site, unsigned owner)
{
    const Seats *seats = g->seats;
    const Seat *at = &seats->seat[g->s->p->type][site], *corner[CORNERS];
    size_t n = g->s->p->type == LUDC_CELL ? seats_outline(seats, LUDC_CELL, (size_t)site, corner, CORNERS) : 0;
    double half = at->room;
    Shape *shape = scene_add(g->s, SHAPE_ZONE, at->x, at->y, 1);
    shape->owner = owner;
    shape->type = (int)g->s->p->type;
    shape->site = site;
    for (size_t i = 0; i < n; i++)
        scene_spot(g->s, shape, at->x + (corner[i]->x - at->x) * 0.94, at->y + (corner[i]->y - at->y) * 0.94);
    for (int i = 0; !n && i < 4; i++)
        scene_spot(g->s, shape, at->x + (i == 0 || i == 3 ? -half : half), at->y + (i < 2 ? -half : half));
}

static void sign(Regions *g, int32_t site, size_t region, int number)
{
    const Seat *at = &g->seats->seat[g->s->p->type][site];
    Shape *shape = scene_add(g->s, SHAPE_SIGN, at->x, at->y, at->room * 0.55);
    shape->number = number;
    shape->kind = (unsigned)region;
    shape->type = (int)g->s->p->type;
    shape->site = site;
}

/* Sites that are on the board and drawn. */
static size_t sites_of(const Regions *g, size_t region, int32_t *site, size_t room)
{
    size_t n = ludc_region_sites(g->s->p->r, region, site, room), kept = 0;
    for (size_t i = 0; i < n && i < room; i++)
        if (site[i] >= 0 && (size_t)site[i] < g->seats->n[g->s->p->type] && g->seats->seat[g->s->p->type][site[i]].drawn)
            site[kept++] = site[i];
    return kept;
}

/* Its sites, those of the region; 0: they are not known. */
static size_t region_sites(const Regions *g, size_t index, ludc_region *region, int32_t *site)
{
    bool known = ludc_region_of(g->s->p->r, index, region) == LUDC_OK && region->known;
    return known ? sites_of(g, index, site, g->seats->n[g->s->p->type]) : 0;
}

/* A player's: sides of the board, else sites; more than a third of all would hide the rest. */
static void draw_owned(Regions *g, size_t index, int32_t *site)
{
    ludc_region region;
    size_t n = region_sites(g, index, &region, site), all = g->seats->n[g->s->p->type];
    if (!n || region.owner < 1 || region.owner > g->s->p->r->players)
        return;
    bool done = g->s->p->type == LUDC_CELL     ? side(g, site, n, (int)region.owner)
                : g->s->p->type == LUDC_VERTEX ? side_of_points(g, site, n, region.owner) : false;
    for (size_t i = 0; !done && 3 * n <= all && i < n; i++)
        zone(g, site[i], region.owner);
}

/* Regions of nobody, the smallest first: a site has one sign. */
static void draw_signs(Regions *g, int32_t *site)
{
    bool drawn[REGIONS] = {false}, more = true;
    size_t all = g->seats->n[g->s->p->type];
    memset(g->part, 0, (all + 1) * sizeof *g->part);
    for (int number = 0; more;) {
        size_t best = 0, least = all / 4 + 1, count = 0;
        ludc_region region;
        for (size_t i = 0; i < ludc_regions(g->s->p->r) && i < REGIONS; i++) {
            size_t n = drawn[i] ? 0 : region_sites(g, i, &region, site);
            if (n && !region.owner && *region.name && n < least) {
                least = n;
                best = i;
            }
        }
        more = least <= all / 4;
        size_t n = more ? region_sites(g, best, &region, site) : 0;
        drawn[best] |= more;
        for (size_t i = 0; i < n; i++) {
            if (!g->part[site[i]]++) {
                sign(g, site[i], best, number);
                count++;
            }
        }
        number += count > 0;
    }
}

void scene_regions(Scene *s, const Seats *seats)
{
    Regions g = {.s = s, .seats = seats};
    int32_t *site = malloc((seats->n[s->p->type] + 1) * sizeof *site);
    g.part = calloc(seats->n[s->p->type] + 1, sizeof *g.part);
    bool good = g.part && site && (s->p->type != LUDC_CELL || find_outline(&g));
    for (size_t i = 0; good && i < ludc_regions(s->p->r) && i < REGIONS; i++)
        draw_owned(&g, i, site);
    if (good) {
        draw_signs(&g, site);
        draw_sides(&g);
    }
    free(site);
    free(g.part);
    free(g.rim);
}
