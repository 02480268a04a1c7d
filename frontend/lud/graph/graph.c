/* graph.c - the graph itself: adding, finding, linking, measuring its extent. */
#include "frontend/lud/graph/graph.h"

#include <math.h>

/* Two vertices nearer than this (sum of the coordinate differences) are one. */
#define SAME_PLACE 0.001

Graph *graph_new(Arena *arena)
{
    Graph *graph = ARENA_NEW(arena, Graph);
    graph->arena = arena;
    return graph;
}

int graph_size(const Graph *graph, SiteType type)
{
    switch (type) {
    case SITE_VERTEX:
        return (int)graph->vertex.n;
    case SITE_EDGE:
        return (int)graph->edge.n;
    default:
        return (int)graph->face.n;
    }
}

Point graph_point(const Graph *graph, SiteType type, int id)
{
    switch (type) {
    case SITE_VERTEX:
        return graph->vertex.at[id].at;
    case SITE_EDGE:
        return graph->edge.at[id].at;
    default:
        return graph->face.at[id].at;
    }
}

Box graph_box(const Graph *graph, SiteType type)
{
    const double limit = 1000000;
    double x0 = limit, y0 = limit, x1 = -limit, y1 = -limit;
    for (int i = 0; i < graph_size(graph, type); i++) {
        Point p = graph_point(graph, type, i);
        x0 = p.x < x0 ? p.x : x0;
        x1 = p.x > x1 ? p.x : x1;
        y0 = p.y < y0 ? p.y : y0;
        y1 = p.y > y1 ? p.y : y1;
    }
    if (!graph_size(graph, type))
        return (Box){0, 0, 0, 0};
    return (Box){x0, y0, x1 - x0, y1 - y0};
}

Point graph_centroid(const Graph *graph)
{
    Point sum = {0, 0, 0};
    if (!graph->vertex.n)
        return sum;
    for (size_t i = 0; i < graph->vertex.n; i++) {
        sum.x += graph->vertex.at[i].at.x;
        sum.y += graph->vertex.at[i].at.y;
    }
    double n = (double)graph->vertex.n;
    return (Point){sum.x / n, sum.y / n, 0};
}

double graph_mean_edge(const Graph *graph)
{
    double sum = 0;
    if (!graph->edge.n)
        return 0;
    for (size_t i = 0; i < graph->edge.n; i++) {
        const GraphEdge *edge = &graph->edge.at[i];
        sum += distance3d(graph->vertex.at[edge->a].at, graph->vertex.at[edge->b].at);
    }
    return sum / (double)graph->edge.n;
}

Point graph_pivot_place(const Graph *graph, int pivot)
{
    return pivot >= 0 ? graph->vertex.at[pivot].at : graph->ghost.at[-2 - pivot].at;
}

int graph_pivot_id(const Graph *graph, int pivot)
{
    return pivot >= -1 ? pivot : graph->ghost.at[-2 - pivot].id;
}

int graph_add_ghost(Graph *graph, Ghost ghost)
{
    vec_push(graph->arena, &graph->ghost, ghost);
    return -1 - (int)graph->ghost.n;
}

int graph_find_vertex(const Graph *graph, double x, double y, double z)
{
    for (size_t i = 0; i < graph->vertex.n; i++) {
        Point p = graph->vertex.at[i].at;
        if (fabs(x - p.x) + fabs(y - p.y) + fabs(z - p.z) < SAME_PLACE)
            return (int)i;
    }
    return -1;
}

int graph_find_edge(const Graph *graph, int a, int b)
{
    int found = -1;
    const Ints *list = &graph->vertex.at[a].edge;
    for (size_t i = 0; i < list->n; i++) {
        const GraphEdge *edge = &graph->edge.at[list->at[i]];
        if (edge_other_end(edge, a) == b && (found < 0 || list->at[i] < found))
            found = list->at[i];
    }
    return found;
}

int graph_add_vertex(Graph *graph, double x, double y, double z)
{
    GraphVertex vertex = {.at = {x, y, z}, .pivot = -1};
    vec_push(graph->arena, &graph->vertex, vertex);
    return (int)graph->vertex.n - 1;
}

int graph_find_or_add_vertex(Graph *graph, double x, double y, double z)
{
    int found = graph_find_vertex(graph, x, y, z);
    return found >= 0 ? found : graph_add_vertex(graph, x, y, z);
}

static double angle_of_edge(const Graph *graph, int vertex, int edge)
{
    int other = edge_other_end(&graph->edge.at[edge], vertex);
    return angle_of(graph->vertex.at[vertex].at, graph->vertex.at[other].at);
}

/* Sorts ids by key, equal ones staying as they are (few elements). */
static void sort_by_key(int *id, double *key, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int moving = id[i];
        double k = key[i];
        size_t j = i;
        for (; j && key[j - 1] > k; j--) {
            id[j] = id[j - 1];
            key[j] = key[j - 1];
        }
        id[j] = moving;
        key[j] = k;
    }
}

static void sort_edges(Graph *graph, int v)
{
    GraphVertex *vertex = &graph->vertex.at[v];
    double *key = ARENA_ARRAY(graph->arena, double, vertex->edge.n);
    for (size_t i = 0; i < vertex->edge.n; i++)
        key[i] = angle_of_edge(graph, v, vertex->edge.at[i]);
    sort_by_key(vertex->edge.at, key, vertex->edge.n);
}

static void sort_faces(Graph *graph, int v)
{
    GraphVertex *vertex = &graph->vertex.at[v];
    double *key = ARENA_ARRAY(graph->arena, double, vertex->face.n);
    for (size_t i = 0; i < vertex->face.n; i++)
        key[i] = angle_of(vertex->at, graph->face.at[vertex->face.at[i]].at);
    sort_by_key(vertex->face.at, key, vertex->face.n);
}

static void set_midpoint(Graph *graph, GraphEdge *edge)
{
    Point a = graph->vertex.at[edge->a].at;
    Point b = graph->vertex.at[edge->b].at;
    edge->at = (Point){(a.x + b.x) * 0.5, (a.y + b.y) * 0.5, (a.z + b.z) * 0.5};
}

static void set_centroid(Graph *graph, GraphFace *face)
{
    Point sum = {0, 0, 0};
    double n = (double)face->vertex.n;
    for (size_t i = 0; i < face->vertex.n; i++) {
        Point p = graph->vertex.at[face->vertex.at[i]].at;
        sum.x += p.x;
        sum.y += p.y;
        sum.z += p.z;
    }
    face->at = n > 0 ? (Point){sum.x / n, sum.y / n, sum.z / n} : sum;
}

int graph_add_edge(Graph *graph, int a, int b)
{
    GraphEdge edge = {.a = a, .b = b, .left = -1, .right = -1};
    set_midpoint(graph, &edge);
    int id = (int)graph->edge.n;
    vec_push(graph->arena, &graph->edge, edge);
    vec_push(graph->arena, &graph->vertex.at[a].edge, id);
    sort_edges(graph, a);
    vec_push(graph->arena, &graph->vertex.at[b].edge, id);
    sort_edges(graph, b);
    return id;
}

int graph_find_or_add_edge(Graph *graph, int a, int b)
{
    int found = graph_find_edge(graph, a, b);
    return found >= 0 ? found : graph_add_edge(graph, a, b);
}

int graph_add_face(Graph *graph, const int *vertex, int n)
{
    if (n > (int)graph->vertex.n)
        return -1;
    GraphFace face = {.vertex = {0}};
    int id = (int)graph->face.n;
    for (int i = 0; i < n; i++)
        if (graph_find_edge(graph, vertex[i], vertex[(i + 1) % n]) < 0)
            return -1;
    for (int i = 0; i < n; i++) {
        int e = graph_find_edge(graph, vertex[i], vertex[(i + 1) % n]);
        GraphEdge *edge = &graph->edge.at[e];
        if (edge->a == vertex[i])
            edge->right = id;
        else
            edge->left = id;
        vec_push(graph->arena, &face.vertex, vertex[i]);
        vec_push(graph->arena, &face.edge, e);
    }
    set_centroid(graph, &face);
    vec_push(graph->arena, &graph->face, face);
    for (int i = 0; i < n; i++)
        vec_push(graph->arena, &graph->vertex.at[vertex[i]].face, id);
    return id;
}

void graph_update_points(Graph *graph)
{
    for (size_t i = 0; i < graph->edge.n; i++)
        set_midpoint(graph, &graph->edge.at[i]);
    for (size_t i = 0; i < graph->face.n; i++)
        set_centroid(graph, &graph->face.at[i]);
}

void graph_link_edges(Graph *graph)
{
    for (size_t v = 0; v < graph->vertex.n; v++)
        graph->vertex.at[v].edge.n = 0;
    for (size_t e = 0; e < graph->edge.n; e++) {
        vec_push(graph->arena, &graph->vertex.at[graph->edge.at[e].a].edge, (int)e);
        vec_push(graph->arena, &graph->vertex.at[graph->edge.at[e].b].edge, (int)e);
    }
    for (size_t v = 0; v < graph->vertex.n; v++)
        sort_edges(graph, (int)v);
}

void graph_link_faces(Graph *graph)
{
    for (size_t v = 0; v < graph->vertex.n; v++)
        graph->vertex.at[v].face.n = 0;
    for (size_t f = 0; f < graph->face.n; f++) {
        const Ints *corner = &graph->face.at[f].vertex;
        for (size_t i = 0; i < corner->n; i++)
            vec_push(graph->arena, &graph->vertex.at[corner->at[i]].face, (int)f);
    }
    for (size_t v = 0; v < graph->vertex.n; v++)
        sort_faces(graph, (int)v);
}

void graph_clear_faces(Graph *graph)
{
    for (size_t e = 0; e < graph->edge.n; e++)
        graph->edge.at[e].left = graph->edge.at[e].right = -1;
    for (size_t v = 0; v < graph->vertex.n; v++)
        graph->vertex.at[v].face.n = 0;
    graph->face.n = 0;
}

Graph *graph_from_lists(Arena *arena, const Points *point, const Ints *pairs)
{
    Graph *graph = graph_new(arena);
    for (size_t i = 0; i < point->n; i++)
        graph_add_vertex(graph, (float)point->at[i].x, (float)point->at[i].y,
                         (float)point->at[i].z);
    for (size_t i = 0; i + 1 < pairs->n; i += 2)
        graph_find_or_add_edge(graph, pairs->at[i], pairs->at[i + 1]);
    graph_link_edges(graph);
    graph_make_faces(graph, false);
    graph_link_faces(graph);
    return graph;
}

Graph *graph_from_points(Arena *arena, const Points *point)
{
    Ints pairs = {0};
    for (size_t i = 0; i < point->n; i++)
        for (size_t j = i + 1; j < point->n; j++) {
            if (fabs(distance2d(point->at[j], point->at[i]) - 1.0) >= 0.01)
                continue;
            vec_push(arena, &pairs, (int)i);
            vec_push(arena, &pairs, (int)j);
        }
    return graph_from_lists(arena, point, &pairs);
}
