/* geom.c - plane geometry with fixed formulas (see graph/geom.h). */
#include "frontend/lud/graph/geom.h"

#include <math.h>
#include <stdlib.h>

double distance2d(Point a, Point b)
{
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    return sqrt(dx * dx + dy * dy);
}

double distance3d(Point a, Point b)
{
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double dz = b.z - a.z;
    return sqrt(dx * dx + dy * dy + dz * dz);
}

double distance_squared(Point a, Point b)
{
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    return dx * dx + dy * dy;
}

double angle_of(Point from, Point to)
{
    return exact_atan2(to.y - from.y, to.x - from.x);
}

double distance_to_line(Point point, Point a, Point b)
{
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    if (fabs(dx) + fabs(dy) < GEOM_EPSILON)
        return distance2d(point, a);
    double cross = (point.y - a.y) * dx - (point.x - a.x) * dy;
    return sqrt(cross * cross / (dx * dx + dy * dy));
}

double bend(Point a, Point b, Point c)
{
    double vx = b.x - a.x;
    double vy = b.y - a.y;
    double ux = c.x - b.x;
    double uy = c.y - b.y;
    double along = ux * vx + uy * vy;
    if (along <= 0.0)
        return INFINITY;
    return fabs((ux * -vy + uy * vx) / along);
}

bool clockwise3(Point a, Point b, Point c)
{
    return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y) < GEOM_EPSILON;
}

int which_side(Point point, Point a, Point b)
{
    double cross = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
    return cross < -GEOM_EPSILON ? -1 : cross > GEOM_EPSILON;
}

bool line_crossing(Point a0, Point a1, Point b0, Point b1, double *s, double *t)
{
    double ax = a1.x - a0.x, ay = a1.y - a0.y;
    double bx = b1.x - b0.x, by = b1.y - b0.y;
    double dx = b0.x - a0.x, dy = b0.y - a0.y;
    double det = bx * ay - by * ax;
    if (fabs(det) < GEOM_EPSILON)
        return false;
    double inverse = 1.0 / det;
    *s = (bx * dy - by * dx) * inverse;
    *t = (ax * dy - ay * dx) * inverse;
    return true;
}

bool segments_intersect(Point a0, Point a1, Point b0, Point b1)
{
    double s, t;
    return line_crossing(a0, a1, b0, b1, &s, &t) && s >= -GEOM_EPSILON && s <= 1 + GEOM_EPSILON &&
           t >= -GEOM_EPSILON && t <= 1 + GEOM_EPSILON;
}

double polygon_area(const Points *polygon)
{
    double area = 0;
    for (size_t i = 0; i < polygon->n; i++) {
        Point p = polygon->at[i];
        Point q = polygon->at[(i + 1) % polygon->n];
        area += p.x * q.y - q.x * p.y;
    }
    return area / 2.0;
}

bool polygon_contains(const Points *polygon, Point point)
{
    bool odd = false;
    double x = point.x, y = point.y;
    for (size_t i = 0, j = polygon->n - 1; i < polygon->n; j = i++) {
        Point p = polygon->at[i];
        Point q = polygon->at[j];
        if (((p.y < y && q.y >= y) || (q.y < y && p.y >= y)) && (p.x <= x || q.x <= x))
            odd ^= p.x + (y - p.y) / (q.y - p.y) * (q.x - p.x) < x;
    }
    return odd;
}

/* A vector of length `amount` from `from` towards `to`; as long as it is when it
 * is too short to have a direction. */
static Point towards(Point from, Point to, double amount)
{
    double x = to.x - from.x, y = to.y - from.y;
    double length = sqrt(x * x + y * y);
    if (length >= GEOM_EPSILON) {
        x /= length;
        y /= length;
    }
    return (Point){x * amount, y * amount, 0};
}

void polygon_inflate(Arena *arena, Points *polygon, double amount)
{
    size_t n = polygon->n;
    Point *moved = ARENA_ARRAY(arena, Point, n);
    for (size_t i = 0; i < n; i++) {
        Point a = polygon->at[i];
        Point b = polygon->at[(i + 1) % n];
        Point c = polygon->at[(i + 2) % n];
        bool turns = clockwise3(a, b, c);
        Point in = turns ? towards(a, b, amount) : towards(b, a, amount);
        Point out = turns ? towards(c, b, amount) : towards(b, c, amount);
        moved[(i + 1) % n] =
            (Point){b.x + (in.x + out.x) * 0.5, b.y + (in.y + out.y) * 0.5, 0};
    }
    for (size_t i = 0; i < n; i++)
        polygon->at[i] = moved[i];
}

Box polygon_box(const Points *polygon)
{
    double x0 = 1000000, y0 = 1000000, x1 = -1000000, y1 = -1000000;
    if (!polygon->n)
        return (Box){0, 0, 0, 0};
    for (size_t i = 0; i < polygon->n; i++) {
        Point p = polygon->at[i];
        x0 = p.x < x0 ? p.x : x0;
        x1 = p.x > x1 ? p.x : x1;
        y0 = p.y < y0 ? p.y : y0;
        y1 = p.y > y1 ? p.y : y1;
    }
    return (Box){x0, y0, x1 - x0, y1 - y0};
}

typedef struct {
    double score;
    int id;
} Ranked;

static int by_score(const void *left, const void *right)
{
    const Ranked *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

int *rank_by_score(Arena *arena, const double *score, int n)
{
    Ranked *ranked = ARENA_ARRAY(arena, Ranked, n);
    for (int i = 0; i < n; i++)
        ranked[i] = (Ranked){score[i], i};
    if (n > 1)
        qsort(ranked, (size_t)n, sizeof *ranked, by_score);
    int *order = ARENA_ARRAY(arena, int, n);
    for (int i = 0; i < n; i++)
        order[i] = ranked[i].id;
    return order;
}
