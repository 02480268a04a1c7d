/* quadhex.c - a hexagon cut into quadrilaterals: six fans of them, or three. */
#include "frontend/lud/graph/graph.h"

#include <math.h>

static Point between(double t, Point a, Point b)
{
    return (Point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), 0};
}

static Point turned(double theta, Point p)
{
    double c = cos(theta), s = sin(theta);
    return (Point){p.x * c - p.y * s, p.y * c + p.x * s, 0};
}

static int vertex_at(Graph *graph, Point at)
{
    return graph_find_or_add_vertex(graph, at.x, at.y, 0);
}

/* One row of the fan that is turned by theta, between the fractions r0 and r1. */
static void add_row(Graph *graph, int layers, int row, double theta)
{
    double n = layers, high = n * sqrt(3) / 2;
    Point a = {0, 0, 0}, b = {0, high, 0}, c = {n / 2.0, high, 0};
    Point d = {(c.x + n) / 2, (c.y + 0) / 2, 0};
    Point a0 = turned(theta, between(row / n, a, d));
    Point a1 = turned(theta, between((row + 1) / n, a, d));
    Point b0 = turned(theta, between(row / n, b, c));
    Point b1 = turned(theta, between((row + 1) / n, b, c));
    for (int column = 0; column < layers; column++) {
        double c0 = column / n, c1 = (column + 1) / n;
        int p = vertex_at(graph, between(c0, a0, b0));
        int q = vertex_at(graph, between(c1, a0, b0));
        int r = vertex_at(graph, between(c1, a1, b1));
        graph_find_or_add_edge(graph, p, q);
        graph_find_or_add_edge(graph, q, r);
        if (row == layers - 1)
            graph_find_or_add_edge(graph, r, vertex_at(graph, between(c0, a1, b1)));
    }
}

/* A quadrilateral by its corners in rows. */
static void add_quad(Graph *graph, const Point *at, bool mirrored)
{
    int v[4];
    for (int i = 0; i < 4; i++)
        v[i] = vertex_at(graph, (Point){mirrored ? -at[i].x : at[i].x, at[i].y, 0});
    graph_find_or_add_edge(graph, v[0], v[1]);
    graph_find_or_add_edge(graph, v[2], v[3]);
    graph_find_or_add_edge(graph, v[0], v[2]);
    graph_find_or_add_edge(graph, v[1], v[3]);
}

/* A third of the board: a fan and its mirror image. */
static Graph *third(Arena *arena, int layers)
{
    Graph *graph = graph_new(arena);
    double n = layers, high = n * sqrt(3) / 2, ratio = n / (n + 0.5);
    Point o = {0, 0, 0}, a = {-n / 2.0, -high, 0}, c = {-n, 0, 0}, e = {0, -high, 0};
    Point f = between(ratio, e, o), g = between(ratio / 2, a, c);
    for (int row = 0; row < layers; row++) {
        Point a0 = between(row / n, a, e), a1 = between((row + 1) / n, a, e);
        Point g0 = between(row / n, g, f), g1 = between((row + 1) / n, g, f);
        for (int column = 0; column < layers; column++) {
            double c0 = column / n, c1 = (column + 1) / n;
            const Point at[4] = {between(c0, a0, g0), between(c1, a0, g0),
                                 between(c0, a1, g1), between(c1, a1, g1)};
            add_quad(graph, at, false);
            add_quad(graph, at, true);
        }
    }
    return graph;
}

static Graph *three_thirds(Arena *arena, int layers)
{
    Graph *section = third(arena, layers), *graph = graph_new(arena);
    int n = (int)section->vertex.n, joint[3][3];
    for (int k = 0; k < 3; k++) {
        for (int v = 0; v < n; v++)
            graph_add_vertex(graph, section->vertex.at[v].at.x, section->vertex.at[v].at.y,
                             0);
        for (size_t e = 0; e < section->edge.n; e++)
            graph_add_edge(graph, section->edge.at[e].a + k * n,
                           section->edge.at[e].b + k * n);
        for (int v = 0; v < n; v++)
            section->vertex.at[v].at = turned(2 * GEOM_PI / 3, section->vertex.at[v].at);
        joint[0][k] = k * n + 4 * layers;
        joint[1][k] = k * n + 4 * layers + 2;
        joint[2][k] = k * n + layers * (2 * layers + 3);
    }
    for (int k = 0; k < 3; k++)
        graph_find_or_add_edge(graph, joint[2][k], joint[2][(k + 1) % 3]);
    for (int k = 0; k < 3; k++)
        graph_find_or_add_edge(graph, joint[1][k], joint[0][(k + 1) % 3]);
    return graph;
}

/* thirds: of at least 2 layers. */
Graph *graph_quadhex(Arena *arena, int layers, bool thirds)
{
    Graph *graph = thirds ? three_thirds(arena, layers) : graph_new(arena);
    for (int k = 0; !thirds && k < 6; k++)
        for (int row = 0; row < layers; row++)
            add_row(graph, layers, row, k * GEOM_PI / 3);
    graph_make_faces(graph, true);
    graph_reorder(graph);
    return graph;
}
