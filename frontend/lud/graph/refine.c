/* refine.c - more edges and vertices in a graph: dual, complete, subdivide,
 * vertices at crossings. */
#include "frontend/lud/graph/graph.h"

#include <math.h>

Graph *graph_dual(Arena *arena, Graph *source)
{
    if (!source->face.n)
        return source;
    Graph *graph = graph_new(arena);
    for (size_t f = 0; f < source->face.n; f++) {
        Point p = source->face.at[f].at;
        graph_add_vertex(graph, p.x, p.y, p.z);
    }
    for (size_t e = 0; e < source->edge.n; e++)
        if (source->edge.at[e].left >= 0 && source->edge.at[e].right >= 0)
            graph_add_edge(graph, source->edge.at[e].left, source->edge.at[e].right);
    graph_make_faces(graph, false);
    graph_reorder(graph);
    return graph;
}

static void join_corners(Graph *graph, const Ints *corner)
{
    for (size_t a = 0; a < corner->n; a++)
        for (size_t b = a + 1; b < corner->n; b++)
            graph_find_or_add_edge(graph, corner->at[a], corner->at[b]);
}

void graph_complete(Graph *graph, bool each_cell)
{
    if (each_cell) {
        for (size_t f = 0; f < graph->face.n; f++)
            join_corners(graph, &graph->face.at[f].vertex);
        return;
    }
    graph_clear_faces(graph);
    graph->edge.n = 0;
    for (size_t v = 0; v < graph->vertex.n; v++)
        graph->vertex.at[v].edge.n = 0;
    for (size_t a = 0; a < graph->vertex.n; a++)
        for (size_t b = a + 1; b < graph->vertex.n; b++)
            graph_add_edge(graph, (int)a, (int)b);
    graph_make_faces(graph, true);
}

/* A vertex in the middle of each face of at least so many sides, joined to its
 * corners. */
void graph_subdivide(Graph *graph, int least_sides, SiteType use)
{
    if (use == SITE_VERTEX)
        graph_make_faces(graph, true);
    for (int f = (int)graph->face.n - 1; f >= 0; f--) {
        const Ints *corner = &graph->face.at[f].vertex;
        if ((int)corner->n < least_sides)
            continue;
        Point p = graph->face.at[f].at;
        int centre = graph_add_vertex(graph, p.x, p.y, p.z);
        for (size_t i = 0; i < corner->n; i++)
            graph_find_or_add_edge(graph, centre, corner->at[i]);
    }
    if (use == SITE_CELL)
        graph_make_faces(graph, true);
    else
        graph_clear_faces(graph);
}

/* ---- crossings ---------------------------------------------------------------- */

/* Where two segments cross, away from their ends. */
static bool crossing(const Graph *graph, const GraphEdge *a, const GraphEdge *b, Point *at)
{
    const double margin = 0.01;
    Point a0 = graph->vertex.at[a->a].at, a1 = graph->vertex.at[a->b].at;
    Point b0 = graph->vertex.at[b->a].at, b1 = graph->vertex.at[b->b].at;
    double s, t;
    if (!line_crossing(a0, a1, b0, b1, &s, &t))
        return false;
    if (!(s > margin && s < 1 - margin && t > margin && t < 1 - margin))
        return false;
    *at = (Point){a0.x + s * (a1.x - a0.x), a0.y + s * (a1.y - a0.y), 0};
    return true;
}

/* The pivot that a vertex on this edge shall have: that of its second end, else
 * of its first. */
static int pivot_on(const Graph *graph, const GraphEdge *edge)
{
    int second = graph->vertex.at[edge->b].pivot;
    return second != -1 ? second : graph->vertex.at[edge->a].pivot;
}

static int pivot_of_first(const Graph *graph, const GraphEdge *edge)
{
    int first = graph->vertex.at[edge->a].pivot;
    return first != -1 ? first : graph->vertex.at[edge->b].pivot;
}

static void halve(Graph *graph, const GraphEdge *edge, int at)
{
    graph_find_or_add_edge(graph, edge->a, at);
    graph_find_or_add_edge(graph, at, edge->b);
}

/* Splits the first two edges that cross; false when none do. */
static bool split_one_crossing(Graph *graph)
{
    for (int i = 0; i < (int)graph->edge.n; i++) {
        GraphEdge a = graph->edge.at[i];
        int pivot = pivot_on(graph, &a);
        for (int k = i + 1; k < (int)graph->edge.n; k++) {
            GraphEdge b = graph->edge.at[k];
            Point at;
            if (pivot == -1)
                pivot = pivot_of_first(graph, &b);
            if (!crossing(graph, &a, &b, &at))
                continue;
            int middle = graph_add_vertex(graph, at.x, at.y, 0);
            graph->vertex.at[middle].pivot = pivot;
            graph_remove_edge(graph, k);
            graph_remove_edge(graph, i);
            halve(graph, &a, middle);
            halve(graph, &b, middle);
            return true;
        }
    }
    return false;
}

static double distance_to_segment(Point p, Point a, Point b)
{
    Point pa = {a.x - p.x, a.y - p.y, a.z - p.z};
    Point ab = {b.x - a.x, b.y - a.y, b.z - a.z};
    double square = ab.x * ab.x + ab.y * ab.y + ab.z * ab.z;
    if (fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z) < GEOM_EPSILON ||
        fabs(square) < GEOM_EPSILON)
        return distance3d(p, a);
    double t = -(pa.x * ab.x + pa.y * ab.y + pa.z * ab.z) / square;
    if (t <= 0.0)
        return distance3d(p, a);
    if (t >= 1.0)
        return distance3d(p, b);
    Point foot = {pa.x + t * ab.x, pa.y + t * ab.y, pa.z + t * ab.z};
    return sqrt(foot.x * foot.x + foot.y * foot.y + foot.z * foot.z);
}

static bool touches(const Graph *graph, int v, const GraphEdge *edge)
{
    const double margin = 0.001;
    Point p = graph->vertex.at[v].at;
    Point a = graph->vertex.at[edge->a].at, b = graph->vertex.at[edge->b].at;
    return v != edge->a && v != edge->b && distance3d(p, a) >= margin &&
           distance3d(p, b) >= margin && distance_to_segment(p, a, b) <= margin;
}

/* Splits the first edge that a vertex lies on.  Every further vertex on the same
 * edge takes away the edge that has come to its number and halves the same one
 * again: so the rules say. */
static bool split_one_touching(Graph *graph)
{
    for (int i = 0; i < (int)graph->edge.n; i++) {
        GraphEdge edge = graph->edge.at[i];
        int pivot = pivot_on(graph, &edge);
        bool split = false;
        for (int v = 0; v < (int)graph->vertex.n; v++) {
            if (!touches(graph, v, &edge))
                continue;
            if (pivot != -1)
                graph->vertex.at[v].pivot = pivot;
            if (i < (int)graph->edge.n)
                graph_remove_edge(graph, i);
            halve(graph, &edge, v);
            split = true;
        }
        if (split)
            return true;
    }
    return false;
}

void graph_split_crossings(Graph *graph)
{
    /* each crossing is split once; the limit is for shapes that never settle */
    size_t limit = graph->edge.n * graph->edge.n + 1;
    for (size_t i = 0; i < limit && split_one_crossing(graph); i++)
        continue;
    for (size_t i = 0; i < limit && split_one_touching(graph); i++)
        continue;
    graph_make_faces(graph, true);
}
