/* rings.c - concentric boards: polygonal rings, circles, the target. */
#include "frontend/lud/graph/graph.h"

#include <math.h>
#include <stdlib.h>

/* ---- polygonal rings --------------------------------------------------------------- */

static void add_ring(Graph *graph, int sides, double radius, bool midpoints)
{
    double arc = 2 * GEOM_PI / sides;
    double first = GEOM_PI / 2 + (sides % 2 == 0 ? arc / 2 : 0);
    int base = (int)graph->vertex.n;
    for (int side = 0; side < sides; side++) {
        double xa = radius * cos(first + arc * side);
        double ya = radius * sin(first + arc * side);
        double xc = radius * cos(first + arc * (side + 1));
        double yc = radius * sin(first + arc * (side + 1));
        graph_find_or_add_vertex(graph, xa, ya, 0);
        if (midpoints)
            graph_find_or_add_vertex(graph, (xa + xc) / 2.0, (ya + yc) / 2.0, 0);
    }
    int end = (int)graph->vertex.n;
    for (int v = base; v < end; v++)
        graph_add_edge(graph, v, v + 1 < end ? v + 1 : base);
}

static void join_rings(Graph *graph, int sides, int rings, RingJoins joins)
{
    int per_side = joins.midpoints ? 2 : 1;
    int per_ring = sides * per_side;
    int n = (int)graph->vertex.n;
    for (int ring = 0; ring + 1 < rings; ring++)
        for (int side = 0; side < sides; side++) {
            int v = ring * per_ring + side * per_side;
            if (joins.join_corners && v + per_ring < n)
                graph_add_edge(graph, v, v + per_ring);
            if (joins.join_midpoints && v + 1 + per_ring < n)
                graph_add_edge(graph, v + 1, v + 1 + per_ring);
        }
}

Graph *graph_rings(Arena *arena, int sides, int rings, RingJoins joins, SiteType use)
{
    Graph *graph = graph_new(arena);
    for (int ring = 0; ring < rings; ring++)
        add_ring(graph, sides, 1 + ring * (sides == 3 ? 2 : 1), joins.midpoints);
    if ((joins.midpoints && joins.join_midpoints) || joins.join_corners)
        join_rings(graph, sides, rings, joins);
    graph_reorder(graph);
    if (use == SITE_CELL)
        graph_make_faces(graph, true);
    return graph;
}

/* ---- circles ----------------------------------------------------------------------- */

/* Points of one circle, by angle. */
typedef struct {
    Points at;
    struct {
        double *at;
        size_t n, cap;
    } angle;
} Circle;

static void add_sample(Arena *arena, Circle *circle, double radius, double angle,
                       double stored)
{
    vec_push(arena, &circle->at, ((Point){radius * cos(angle), radius * sin(angle), 0}));
    vec_push(arena, &circle->angle, stored);
}

/* By angle, without those that fall upon the one before. */
static void tidy(Arena *arena, Circle *circle, double tolerance)
{
    int n = (int)circle->at.n;
    const int *order = rank_by_score(arena, circle->angle.at, n);
    Point *old = arena_copy(arena, circle->at.at, (size_t)n * sizeof *old);
    for (int i = 0; i < n; i++)
        circle->at.at[i] = old[order[i]];
    for (size_t i = circle->at.n; i-- > 1;) {
        if (distance2d(circle->at.at[i], circle->at.at[i - 1]) >= tolerance)
            continue;
        for (size_t k = i; k + 1 < circle->at.n; k++)
            circle->at.at[k] = circle->at.at[k + 1];
        circle->at.n--;
    }
}

static int vertex_at(Graph *graph, Point at)
{
    return graph_find_or_add_vertex(graph, at.x, at.y, 0);
}

static Point along(Point from, Point to)
{
    double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    return length < GEOM_EPSILON ? (Point){x, y, 0} : (Point){x / length, y / length, 0};
}

/* Curved edges from each point to the next. */
static void add_circle_edges(Graph *graph, const Circle *circle)
{
    size_t n = circle->at.n;
    const Point *at = circle->at.at;
    for (size_t i = 0; n > 1 && i < n; i++) {
        int a = vertex_at(graph, at[i]);
        int b = vertex_at(graph, at[(i + 1) % n]);
        if (a == b || graph_find_edge(graph, a, b) >= 0)
            continue;
        int id = graph_add_edge(graph, a, b);
        GraphEdge *edge = &graph->edge.at[id];
        edge->curved = true;
        edge->tangent_a = along(at[(i + n - 1) % n], at[(i + 1) % n]);
        edge->tangent_b = along(at[(i + 2) % n], at[i]);
    }
}

static double ring_offset(bool stagger, int ring, int cells)
{
    return stagger && ring % 2 == 1 ? 2 * GEOM_PI / cells / 2 : 0;
}

static double inner_radius(int ring)
{
    return ring - 0.5 > 0 ? ring - 0.5 : 0;
}

/* The angle at which cell `step` of the ring starts, from the top clockwise. */
static double cell_angle(bool stagger, int ring, int step, int cells)
{
    return GEOM_PI / 2 + ring_offset(stagger, ring, cells) - 2 * GEOM_PI * step / cells;
}

static double wrapped(double angle)
{
    while (angle < -GEOM_PI)
        angle += 2 * GEOM_PI;
    while (angle > GEOM_PI)
        angle -= 2 * GEOM_PI;
    return angle;
}

/* The walls between the cells of one ring. */
static void add_walls(Graph *graph, int ring, int cells, bool stagger)
{
    for (int step = 0; step < cells; step++) {
        double angle = cell_angle(stagger, ring, step, cells);
        double inner = inner_radius(ring), outer = ring + 0.5;
        int a = graph_find_or_add_vertex(graph, inner * cos(angle), inner * sin(angle), 0);
        int b = graph_find_or_add_vertex(graph, outer * cos(angle), outer * sin(angle), 0);
        if (a != b)
            graph_find_or_add_edge(graph, a, b);
    }
}

static Graph *circles_of_cells(Arena *arena, const Ints *cells, bool stagger)
{
    Graph *graph = graph_new(arena);
    int rings = (int)cells->n;
    Circle *circle = ARENA_ARRAY(arena, Circle, rings + 1);
    graph_add_vertex(graph, 0, 0, 0);
    for (int ring = 0; ring < rings; ring++) {
        int n = abs(cells->at[ring]);
        for (int step = 0; n > 1 && step < n; step++) {
            double angle = wrapped(cell_angle(stagger, ring, step, n));
            add_sample(arena, &circle[ring], inner_radius(ring), angle, angle);
            add_sample(arena, &circle[ring + 1], ring + 0.5, angle, angle);
        }
    }
    for (int ring = 0; ring <= rings; ring++)
        tidy(arena, &circle[ring], 0.001);
    for (int ring = 0; ring <= rings; ring++)
        for (size_t i = 0; i < circle[ring].at.n; i++)
            vertex_at(graph, circle[ring].at.at[i]);
    for (int ring = 0; ring <= rings; ring++)
        add_circle_edges(graph, &circle[ring]);
    for (int ring = 0; ring < rings; ring++)
        if (abs(cells->at[ring]) > 1)
            add_walls(graph, ring, abs(cells->at[ring]), stagger);
    for (size_t v = 0; v < graph->vertex.n; v++)
        graph->vertex.at[v].pivot = 0;
    graph_make_faces(graph, true);
    return graph;
}

/* Spokes from each ring outwards, where there is a vertex straight ahead; from the
 * centre to every vertex of the first ring. */
static void add_spokes(Graph *graph, const Circle *circle, int rings, bool no_pivot)
{
    for (int ring = 0; ring + 1 < rings; ring++)
        for (size_t i = 0; i < circle[ring].at.n; i++) {
            Point at = circle[ring].at.at[i];
            int a = graph_find_vertex(graph, at.x, at.y, 0);
            for (size_t k = 0; a >= 0 && ring == 0 && k < circle[1].at.n; k++) {
                Point to = circle[1].at.at[k];
                int b = graph_find_vertex(graph, to.x, to.y, 0);
                if (b >= 0)
                    graph_find_or_add_edge(graph, a, b);
            }
            if (a < 0 || ring == 0)
                continue;
            double ratio = (ring + 1) / (double)ring;
            int b = graph_find_vertex(graph, at.x * ratio, at.y * ratio, 0);
            if (b < 0)
                continue;
            graph_find_or_add_edge(graph, a, b);
            if (no_pivot)
                graph->vertex.at[b].pivot = a;
        }
}

static Graph *circles_of_vertices(Arena *arena, const Ints *cells, bool stagger)
{
    Graph *graph = graph_new(arena);
    Ints count = {0};
    if (abs(cells->at[0]) > 1)
        vec_push(arena, &count, 0);
    for (size_t i = 0; i < cells->n; i++)
        vec_push(arena, &count, cells->at[i]);
    int rings = (int)count.n;
    Circle *circle = ARENA_ARRAY(arena, Circle, rings);
    for (int ring = 0; ring < rings; ring++) {
        int n = abs(count.at[ring]);
        for (int step = 0; step < n; step++) {
            double angle = cell_angle(stagger, ring, step, n);
            add_sample(arena, &circle[ring], ring, angle, angle);
        }
    }
    for (int ring = 1; ring < rings; ring++)
        tidy(arena, &circle[ring], 0.1);
    for (int ring = 0; ring < rings; ring++)
        for (size_t i = 0; i < circle[ring].at.n; i++)
            vertex_at(graph, circle[ring].at.at[i]);
    for (int ring = 1; ring < rings; ring++)
        if (count.at[ring] >= 2)
            add_circle_edges(graph, &circle[ring]);
    add_spokes(graph, circle, rings, count.at[0] == 0);
    int pivot = count.at[0] ? graph_find_vertex(graph, 0, 0, 0) : -1;
    for (size_t v = 0; pivot >= 0 && v < graph->vertex.n; v++)
        graph->vertex.at[v].pivot = pivot;
    return graph;
}

Graph *graph_circles(Arena *arena, const Ints *cells, bool stagger, SiteType use)
{
    if (use == SITE_CELL)
        return circles_of_cells(arena, cells, stagger);
    if (cells->n == 1)
        return graph_regular(arena, cells->at[0], false, SITE_VERTEX);
    return circles_of_vertices(arena, cells, stagger);
}

/* ---- target ------------------------------------------------------------------------- */

/* One cell a ring, each an octagon; its place is shown below the last one's. */
Graph *graph_target(Arena *arena, int rings)
{
    Graph *graph = graph_new(arena);
    const int steps = 8;
    double arc = 2 * GEOM_PI / steps;
    for (int ring = 0; ring < rings; ring++) {
        int base = (int)graph->vertex.n;
        for (int step = 0; step < steps; step++) {
            double angle = GEOM_PI / 2 + arc * step;
            graph_find_or_add_vertex(graph, (ring + 1) * cos(angle),
                                     (ring + 1) * sin(angle), 0);
        }
        int end = (int)graph->vertex.n;
        for (int v = base; v < end; v++) {
            int next = v + 1 < end ? v + 1 : base;
            int id = graph_add_edge(graph, v, next);
            GraphEdge *edge = &graph->edge.at[id];
            Point a = graph->vertex.at[v].at, b = graph->vertex.at[next].at;
            Point origin = {0, 0, 0}, ta = along(origin, a), tb = along(origin, b);
            edge->curved = true;
            edge->tangent_a = (Point){-ta.y, ta.x, 0};
            edge->tangent_b = (Point){tb.y, -tb.x, 0};
        }
    }
    graph_make_faces(graph, true);
    for (size_t f = 0; f < graph->face.n; f++)
        graph->face.at[f].at = (Point){0, f ? -(double)f - 0.5 : 0, 0};
    return graph;
}
