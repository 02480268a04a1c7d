/* shape.c - polygons, wedges, spirals and repeated polygons. */
#include "frontend/lud/graph/graph.h"

#include <math.h>
#include <stdlib.h>

/* ---- regular polygons ---------------------------------------------------------- */

Graph *graph_regular(Arena *arena, int sides, bool star, SiteType use)
{
    Graph *graph = graph_new(arena);
    double radius = sides / (2 * GEOM_PI);
    double offset = sides == 4 ? GEOM_PI / 4 : GEOM_PI / 2;
    for (int n = 0; n < sides; n++) {
        double theta = offset + (double)n / sides * 2 * GEOM_PI;
        graph_add_vertex(graph, radius * cos(theta), radius * sin(theta), 0);
    }
    for (int n = 0; n < sides; n++)
        graph_add_edge(graph, n, (n + (star ? (sides - 1) / 2 : 1)) % sides);
    if (use == SITE_CELL)
        graph_make_faces(graph, true);
    graph_reorder(graph);
    return graph;
}

/* ---- wedges --------------------------------------------------------------------- */

/* An apex above rows that widen downwards; numbered as made, without faces. */
Graph *graph_wedge(Arena *arena, int rows, int columns)
{
    Graph *graph = graph_new(arena);
    int middle = rows - 1;
    graph_add_vertex(graph, middle, middle, 0);
    for (int row = 1; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            double t = column / (double)(columns - 1);
            double left = middle - row, right = middle + row;
            graph_add_vertex(graph, left + t * (right - left), middle - row, 0);
        }
    for (int column = 0; rows > 1 && column < columns; column++)
        graph_add_edge(graph, 0, column + 1);
    for (int row = 1; row < rows; row++) {
        int first = (row - 1) * columns + 1;
        for (int column = 0; column + 1 < columns; column++)
            graph_add_edge(graph, first + column, first + column + 1);
        for (int column = 0; row + 1 < rows && column < columns; column++)
            graph_add_edge(graph, first + column, first + columns + column);
    }
    return graph;
}

/* ---- spirals -------------------------------------------------------------------- */

/* Sites on the first ring, such that all of them fit into the turns; 0: none. */
static int spiral_base(int turns, int sites)
{
    for (int base = 1; base < sites; base++) {
        int64_t steps = base, total = 1;
        for (int ring = 1; ring < turns; ring++) {
            total += steps;
            if (total > sites)
                return base - 1;
            if (ring <= 2)
                steps *= 2;
        }
    }
    return 0;
}

/* The angle of each site: evenly on a ring, the second and third ring with twice
 * as many sites as the one before, smoothed where rings meet. */
static double *spiral_angles(Arena *arena, int turns, int sites)
{
    int steps = spiral_base(turns, sites), n = 1;
    double *theta = ARENA_ARRAY(arena, double, 4 * sites + 2);
    if (!steps)
        return NULL;
    for (int ring = 1; ring <= turns + 1; ring++) {
        double turn = GEOM_PI * 2 / steps;
        double angle = GEOM_PI * 2 * ring;
        if (ring <= 2 || ring % 2 == 1)
            angle -= turn / 2;
        for (int step = 0; step < steps; step++, angle += turn) {
            if (n >= 4 * sites)
                return NULL;
            theta[n++] = angle;
        }
        if (ring <= 2)
            steps *= 2;
    }
    for (int pass = 0; pass < 2; pass++)
        for (int v = 2; v < sites; v++)
            theta[v] = (theta[v - 1] + theta[v + 1]) / 2.0;
    theta[1] -= 0.5 * (theta[2] - theta[1]);
    return theta;
}

static Point direction(Point from, Point to)
{
    double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    return length < GEOM_EPSILON ? (Point){x, y, 0} : (Point){x / length, y / length, 0};
}

Graph *graph_spiral(Arena *arena, int turns, int sites, bool clockwise)
{
    const double *theta = spiral_angles(arena, turns, sites);
    if (!theta)
        return NULL;
    Graph *graph = graph_new(arena);
    graph_add_vertex(graph, 0, 0, 0);
    for (int v = 1; v < sites; v++) {
        double x = theta[v] * cos(theta[v]);
        graph_add_vertex(graph, clockwise ? 0 - x : 0 + x, theta[v] * sin(theta[v]), 0);
    }
    for (int v = 0; v + 1 < sites; v++) {
        const GraphVertex *at = graph->vertex.at;
        int id = graph_add_edge(graph, v, v + 1);
        GraphEdge *edge = &graph->edge.at[id];
        edge->curved = true;
        edge->tangent_a = direction(at[v ? v - 1 : 0].at, at[v + 1].at);
        edge->tangent_b = direction(at[v].at, at[v + 1].at);
    }
    for (int v = 0; v < sites; v++)
        graph->vertex.at[v].pivot = 0;
    return graph;
}

/* ---- repeated polygons ------------------------------------------------------------ */

static void add_polygon(Graph *graph, double x, double y, const Points *polygon)
{
    for (size_t i = 0; i < polygon->n; i++) {
        Point p = polygon->at[i], q = polygon->at[(i + 1) % polygon->n];
        int a = graph_find_or_add_vertex(graph, x + p.x, y + p.y, 0);
        int b = graph_find_or_add_vertex(graph, x + q.x, y + q.y, 0);
        graph_find_or_add_edge(graph, a, b);
    }
}

Graph *graph_repeat(Arena *arena, int rows, int columns, Point column_step, Point row_step,
                    const Points *polygon, size_t n)
{
    Graph *graph = graph_new(arena);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            for (size_t i = 0; i < n; i++)
                add_polygon(graph, column * column_step.x + row * row_step.x,
                            column * column_step.y + row * row_step.y, &polygon[i]);
    graph_make_faces(graph, false);
    graph_reorder(graph);
    return graph;
}
