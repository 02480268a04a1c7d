/* seats.c - where the sites of a board are in a picture, and how much room each has. */
#include <math.h>

#include "runtime/abi.h"
#include "runtime/board/scene.h"
#include "runtime/reading.h"

/* Picture units from neighbour to neighbour; the widest board; space between layers, in neighbours. */
static const double step_size = 48, most_size = 1600, layer_gap = 1;

enum { CORNERS = 64, MANY = 1500 };

static bool place_of(const BoardPosition *p, ludc_site_type type, size_t site, double at[3])
{
    return ludc_site_place(p->r, type, site, at) == LUDC_OK && isfinite(at[0]) && isfinite(at[1]) && isfinite(at[2]);
}

/* ---- room ---------------------------------------------------------------------------- */

size_t seats_outline(const Seats *seats, ludc_site_type type, size_t site, const Seat **out, size_t room)
{
    int32_t corner[CORNERS];
    size_t n = ludc_site_outline(seats->p->r, type, site, corner, CORNERS), kept = 0;
    for (size_t i = 0; i < n && i < CORNERS && kept < room; i++)
        if (corner[i] >= 0 && (size_t)corner[i] < seats->n[LUDC_VERTEX])
            out[kept++] = &seats->seat[LUDC_VERTEX][corner[i]];
    return kept;
}

static double gap(const Seat *a, const Seat *b) { return hypot(a->x - b->x, a->y - b->y); }

/* The distance of a point from the line between two. */
static double distance(const Seat *at, const Seat *a, const Seat *b)
{
    double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    double t = square > 0 ? ((at->x - a->x) * dx + (at->y - a->y) * dy) / square : 0;
    t = fmax(0, fmin(1, t));
    return hypot(at->x - a->x - t * dx, at->y - a->y - t * dy);
}

static double room_of_cell(const Seats *seats, size_t site)
{
    const Seat *corner[CORNERS], *at = &seats->seat[LUDC_CELL][site];
    size_t n = seats_outline(seats, LUDC_CELL, site, corner, CORNERS);
    double room = INFINITY;
    for (size_t i = 0; i < n; i++)
        room = fmin(room, distance(at, corner[i], corner[(i + 1) % n]));
    return isfinite(room) ? room : seats->unit / 2;
}

/* Half the way to the nearest of its type; of very many, to the nearest neighbour. */
static double room_of_point(const Seats *seats, ludc_site_type type, size_t site)
{
    const Seat *seat = seats->seat[type];
    double least = INFINITY;
    if (seats->n[type] > MANY) {
        int32_t near[CORNERS];
        size_t n = ludc_neighbours(seats->p->r, type, site, LUDC_RELATION_ALL, near, CORNERS);
        for (size_t i = 0; i < n && i < CORNERS; i++)
            if (near[i] >= 0 && (size_t)near[i] < seats->n[type] && gap(&seat[site], &seat[near[i]]) > 1)
                least = fmin(least, gap(&seat[site], &seat[near[i]]));
    } else {
        for (size_t i = 0; i < seats->n[type]; i++)
            if (i != site && gap(&seat[site], &seat[i]) > 1)
                least = fmin(least, gap(&seat[site], &seat[i]));
    }
    return isfinite(least) ? least / 2 : seats->unit / 2;
}

static double room_of_edge(const Seats *seats, size_t site)
{
    const Seat *end[2];
    return seats_outline(seats, LUDC_EDGE, site, end, 2) == 2 ? gap(end[0], end[1]) * 0.3 : seats->unit * 0.3;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The room of most sites: of the middle one in order of their rooms. */
static double usual_room(const Seats *seats)
{
    size_t n = seats->n[seats->p->type];
    double *room = malloc((n + 1) * sizeof *room), usual = seats->unit / 2;
    for (size_t i = 0; room && i < n; i++)
        room[i] = seats->seat[seats->p->type][i].room;
    if (room && n) {
        qsort(room, n, sizeof *room, by_size);
        usual = room[n / 3];
    }
    free(room);
    return usual;
}

double seats_man(const Seats *seats, ludc_site_type type, size_t site)
{
    return fmin(seats->seat[type][site].room * 0.8, seats->man);
}

/* ---- places ------------------------------------------------------------------------------ */

/* The least distance of neighbours of the board's own type: what one step looks like. */
static double least_step(const BoardPosition *p, ludc_site_type type)
{
    double least = INFINITY;
    for (size_t i = 0; i < p->nsite[type]; i++) {
        ludc_step step[CORNERS];
        double a[3], b[3];
        size_t n = ludc_steps(p->r, type, i, step, CORNERS);
        for (size_t k = 0; k < n && k < CORNERS; k++)
            if (step[k].to >= 0 && place_of(p, type, i, a) && place_of(p, type, (size_t)step[k].to, b) && fabs(a[2] - b[2]) < 1e-6) {
                double d = hypot(a[0] - b[0], a[1] - b[1]);
                least = d > 0.02 && d < least ? d : least;
            }
    }
    return isfinite(least) ? least : 1;
}

/* Heights above the board, each once, ascending; how many. */
static int heights(const BoardPosition *p, double *height, int room)
{
    int n = 0;
    for (size_t i = 0; i < p->nsite[p->type]; i++) {
        double at[3];
        int k = 0;
        if (!place_of(p, p->type, i, at))
            continue;
        while (k < n && fabs(height[k] - at[2]) > 1e-6)
            k++;
        if (k == n && n < room)
            height[n++] = at[2];
    }
    qsort(height, (size_t)n, sizeof *height, by_size);
    return n;
}

enum { LAYERS = 64 };

typedef struct {
    double left, top, right, bottom; /* of the board, y upwards */
    double scale, height[LAYERS];
    int layers;
    double stretch; /* of heights on the board */
} Map;

/* Rows of points of a table are so many steps apart. */
static const double table_rows = 10;

/* Are all sites in the lowest or the highest row? */
static bool two_rows(const BoardPosition *p, const Map *m)
{
    for (size_t i = 0; i < p->nsite[p->type]; i++) {
        double at[3];
        if (place_of(p, p->type, i, at) && fabs(at[1] - m->top) > 1e-6 && fabs(at[1] - m->bottom) > 1e-6)
            return false;
    }
    return m->top - m->bottom > 1e-6;
}

static int layer_of(const Map *m, double z)
{
    int best = 0;
    for (int k = 1; k < m->layers; k++)
        if (fabs(m->height[k] - z) < fabs(m->height[best] - z))
            best = k;
    return best;
}

static void map_of(Map *m, const BoardPosition *p)
{
    *m = (Map){INFINITY, -INFINITY, -INFINITY, INFINITY, 1, {0}, 0, 1};
    for (int t = 0; t < LUDC_SITE_TYPES; t++)
        for (size_t i = 0; i < p->nsite[t]; i++) {
            double at[3];
            if (!place_of(p, (ludc_site_type)t, i, at))
                continue;
            m->left = fmin(m->left, at[0]);
            m->right = fmax(m->right, at[0]);
            m->top = fmax(m->top, at[1]);
            m->bottom = fmin(m->bottom, at[1]);
        }
    m->layers = heights(p, m->height, LAYERS);
    double step = p->type == LUDC_EDGE && p->nsite[LUDC_VERTEX] ? least_step(p, LUDC_VERTEX) : least_step(p, p->type);
    m->scale = step_size / step;
    if (look_style(p->r) == STYLE_TABLE && p->type == LUDC_VERTEX && two_rows(p, m))
        m->stretch = table_rows * step / (m->top - m->bottom);
    double widest = fmax(m->right - m->left, m->top - m->bottom) * m->scale;
    if (widest > most_size)
        m->scale *= fmax(most_size / widest, 0.3);
}

static bool seat_type(Seats *seats, const Map *m, ludc_site_type type)
{
    const BoardPosition *p = seats->p;
    seats->n[type] = p->nsite[type];
    seats->seat[type] = calloc(p->nsite[type] + 1, sizeof *seats->seat[type]);
    for (size_t i = 0; seats->seat[type] && i < p->nsite[type]; i++) {
        double at[3] = {0, 0, 0};
        Seat *seat = &seats->seat[type][i];
        seat->drawn = place_of(p, type, i, at);
        seat->x = (at[0] - m->left) * m->scale + layer_of(m, at[2]) * ((m->right - m->left) * m->scale + layer_gap * seats->unit);
        seat->y = (m->top - at[1]) * m->scale * m->stretch;
    }
    return seats->seat[type] != NULL;
}

/* ---- the window --------------------------------------------------------------------------- */

static bool used(const BoardPosition *p, size_t site)
{
    const BoardSite *s = &p->site[p->type][site];
    return s->kind || s->owner || s->hidden || s->count || s->value;
}

/* Of a table without a board: where men are, and two steps around them. */
static void set_window(Seats *seats)
{
    const BoardPosition *p = seats->p;
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY, around = 2.5 * seats->unit;
    if (look_style(p->r) != STYLE_ENDLESS)
        return;
    for (size_t i = 0; i < seats->n[p->type]; i++) {
        const Seat *at = &seats->seat[p->type][i];
        if (!used(p, i))
            continue;
        left = fmin(left, at->x - around);
        right = fmax(right, at->x + around);
        top = fmin(top, at->y - around);
        bottom = fmax(bottom, at->y + around);
    }
    const Seat *middle = &seats->seat[p->type][seats->n[p->type] / 2];
    if (!isfinite(left)) {
        left = middle->x - 2 * around, right = middle->x + 2 * around;
        top = middle->y - 2 * around, bottom = middle->y + 2 * around;
    }
    for (int t = 0; t < LUDC_SITE_TYPES; t++)
        for (size_t i = 0; i < seats->n[t]; i++) {
            Seat *at = &seats->seat[t][i];
            at->drawn = at->drawn && at->x >= left && at->x <= right && at->y >= top && at->y <= bottom;
            seats->outside += (ludc_site_type)t == p->type && !at->drawn;
        }
}

static void set_bounds(Seats *seats)
{
    seats->left = seats->top = INFINITY;
    seats->right = seats->bottom = -INFINITY;
    for (int t = 0; t < LUDC_SITE_TYPES; t++)
        for (size_t i = 0; i < seats->n[t]; i++) {
            const Seat *at = &seats->seat[t][i];
            if (!at->drawn)
                continue;
            seats->left = fmin(seats->left, at->x);
            seats->right = fmax(seats->right, at->x);
            seats->top = fmin(seats->top, at->y);
            seats->bottom = fmax(seats->bottom, at->y);
        }
}

bool seats_of(Seats *seats, const BoardPosition *p)
{
    Map map;
    *seats = (Seats){.p = p};
    map_of(&map, p);
    if (!isfinite(map.left))
        return false;
    seats->layers = map.layers;
    seats->edges = (p->site[LUDC_EDGE] || p->type == LUDC_EDGE) && p->nsite[LUDC_VERTEX];
    double step = p->type == LUDC_EDGE && p->nsite[LUDC_VERTEX] ? least_step(p, LUDC_VERTEX) : least_step(p, p->type);
    seats->unit = step * map.scale;
    seats->reach = map.stretch > 1 ? table_rows * seats->unit * 0.44 : 0;
    for (int t = 0; t < LUDC_SITE_TYPES; t++)
        if (!seat_type(seats, &map, (ludc_site_type)t))
            return false;
    for (size_t i = 0; i < seats->n[LUDC_VERTEX]; i++)
        seats->seat[LUDC_VERTEX][i].room = room_of_point(seats, LUDC_VERTEX, i);
    for (size_t i = 0; i < seats->n[LUDC_EDGE]; i++)
        seats->seat[LUDC_EDGE][i].room = room_of_edge(seats, i);
    for (size_t i = 0; i < seats->n[LUDC_CELL]; i++)
        seats->seat[LUDC_CELL][i].room = room_of_cell(seats, i);
    seats->man = 0.8 * 1.15 * usual_room(seats);
    set_window(seats);
    set_bounds(seats);
    return true;
}

bool seats_store(const Seats *seats, size_t site)
{
    const Seat *seat = seats->seat[LUDC_VERTEX], *at = &seat[site];
    if (seats->bottom - seats->top < seats->unit * 0.5)
        return false;
    for (size_t i = 0; i < seats->n[LUDC_VERTEX]; i++)
        if (i != site && fabs(seat[i].x - at->x) < seats->unit * 0.5)
            return false;
    return at->x < seats->left + seats->unit * 0.5 || at->x > seats->right - seats->unit * 0.5;
}

void seats_free(Seats *seats)
{
    for (int t = 0; t < LUDC_SITE_TYPES; t++)
        free(seats->seat[t]);
    *seats = (Seats){0};
}
