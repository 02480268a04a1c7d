/* join.c - several graphs into one: merge, union, intersect, layers. */
#include "frontend/lud/graph/graph.h"

#include <math.h>

/* Coincident vertices of different graphs (sum of the coordinate differences). */
#define JOIN_TOLERANCE 0.01

static bool coincide(Point a, Point b)
{
    return fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z) < JOIN_TOLERANCE;
}

/* A graph anew from vertices and edges alone: doubled edges are dropped, pivots
 * found by their place, faces made. */
static Graph *assembled(Arena *arena, const Graph *loose)
{
    Graph *graph = graph_new(arena);
    for (size_t v = 0; v < loose->vertex.n; v++) {
        Point p = loose->vertex.at[v].at;
        graph_add_vertex(graph, p.x, p.y, p.z);
    }
    for (size_t v = 0; v < loose->vertex.n; v++)
        if (loose->vertex.at[v].pivot != -1) {
            Point p = graph_pivot_place(loose, loose->vertex.at[v].pivot);
            graph->vertex.at[v].pivot = graph_find_vertex(graph, p.x, p.y, 0);
        }
    for (size_t e = 0; e < loose->edge.n; e++) {
        const GraphEdge *old = &loose->edge.at[e];
        int id = graph_find_or_add_edge(graph, old->a, old->b);
        GraphEdge *edge = &graph->edge.at[id];
        if (old->curved) {
            edge->curved = true;
            edge->tangent_a = old->tangent_a;
            edge->tangent_b = old->tangent_b;
        }
    }
    graph_link_edges(graph);
    graph_make_faces(graph, false);
    graph_link_faces(graph);
    return graph;
}

/* The pivot of a vertex of `part`, whose vertices start at `base` in `whole`. */
static int moved_pivot(Graph *whole, const Graph *part, int pivot, int base)
{
    if (pivot >= 0)
        return pivot + base;
    return pivot == -1 ? -1 : graph_add_ghost(whole, part->ghost.at[-2 - pivot]);
}

/* Copies vertices and edges of `part` to the end of `whole`, without faces. */
static void append_bare(Graph *whole, const Graph *part)
{
    int base = (int)whole->vertex.n;
    for (size_t v = 0; v < part->vertex.n; v++) {
        GraphVertex vertex = {.at = part->vertex.at[v].at,
                              .pivot = moved_pivot(whole, part, part->vertex.at[v].pivot,
                                                   base)};
        vec_push(whole->arena, &whole->vertex, vertex);
    }
    for (size_t e = 0; e < part->edge.n; e++) {
        GraphEdge edge = part->edge.at[e];
        edge.a += base;
        edge.b += base;
        edge.left = edge.right = -1;
        vec_push(whole->arena, &whole->edge, edge);
    }
}

/* Joins every two vertices that are about an edge apart, and makes faces. */
static void connect_near(Graph *graph)
{
    double reach = 1.1 * graph_mean_edge(graph);
    for (size_t a = 0; a < graph->vertex.n; a++)
        for (size_t b = 0; b < graph->vertex.n; b++)
            if (a != b &&
                distance2d(graph->vertex.at[a].at, graph->vertex.at[b].at) < reach)
                graph_find_or_add_edge(graph, (int)a, (int)b);
    graph_make_faces(graph, true);
}

/* ---- merge ------------------------------------------------------------------ */

/* For each vertex the earlier one it falls upon, or itself. */
static int *survivors(Arena *arena, const Graph *loose)
{
    size_t n = loose->vertex.n;
    int *into = ARENA_ARRAY(arena, int, n);
    for (size_t v = 0; v < n; v++)
        into[v] = (int)v;
    for (size_t v = 0; v < n; v++)
        for (size_t w = v + 1; into[v] == (int)v && w < n; w++)
            if (into[w] == (int)w &&
                coincide(loose->vertex.at[v].at, loose->vertex.at[w].at))
                into[w] = (int)v;
    return into;
}

/* `loose` with each vertex folded into its survivor. */
static Graph *folded(Arena *arena, const Graph *loose, const int *into)
{
    Graph *graph = graph_new(arena);
    int *number = ARENA_ARRAY(arena, int, loose->vertex.n);
    for (size_t g = 0; g < loose->ghost.n; g++)
        graph_add_ghost(graph, loose->ghost.at[g]);
    for (size_t v = 0; v < loose->vertex.n; v++) {
        if (into[v] != (int)v)
            continue;
        number[v] = (int)graph->vertex.n;
        vec_push(arena, &graph->vertex, loose->vertex.at[v]);
    }
    for (size_t v = 0; v < graph->vertex.n; v++)
        if (graph->vertex.at[v].pivot >= 0)
            graph->vertex.at[v].pivot = number[into[graph->vertex.at[v].pivot]];
    for (size_t e = 0; e < loose->edge.n; e++) {
        GraphEdge edge = loose->edge.at[e];
        edge.a = number[into[edge.a]];
        edge.b = number[into[edge.b]];
        vec_push(arena, &graph->edge, edge);
    }
    return graph;
}

/* Of edges between the same vertices only the first stays as it is. */
static void drop_doubled_edges(Graph *graph)
{
    size_t kept = 0;
    for (size_t e = 0; e < graph->edge.n; e++) {
        GraphEdge edge = graph->edge.at[e];
        size_t k = 0;
        while (k < kept && !((graph->edge.at[k].a == edge.a && graph->edge.at[k].b == edge.b) ||
                             (graph->edge.at[k].a == edge.b && graph->edge.at[k].b == edge.a)))
            k++;
        if (k == kept)
            graph->edge.at[kept++] = edge;
    }
    graph->edge.n = kept;
}

Graph *graph_merge(Arena *arena, Graph *const *part, size_t n, bool connect)
{
    Graph *loose = graph_new(arena);
    for (size_t i = 0; i < n; i++)
        append_bare(loose, part[i]);
    Graph *bare = folded(arena, loose, survivors(arena, loose));
    drop_doubled_edges(bare);
    Graph *graph = assembled(arena, bare);
    if (connect)
        connect_near(graph);
    return graph;
}

/* ---- union ------------------------------------------------------------------ */

static void move_list(Arena *arena, Ints *list, int by)
{
    list->at = arena_copy(arena, list->at, list->n * sizeof *list->at);
    list->cap = list->n;
    for (size_t i = 0; i < list->n; i++)
        list->at[i] += by;
}

/* Appends all elements of `part` as they are. */
static void append(Graph *whole, const Graph *part)
{
    Arena *arena = whole->arena;
    int vertices = (int)whole->vertex.n, edges = (int)whole->edge.n;
    int faces = (int)whole->face.n;
    for (size_t v = 0; v < part->vertex.n; v++) {
        GraphVertex vertex = part->vertex.at[v];
        vertex.pivot = moved_pivot(whole, part, vertex.pivot, vertices);
        move_list(arena, &vertex.edge, edges);
        move_list(arena, &vertex.face, faces);
        vec_push(arena, &whole->vertex, vertex);
    }
    for (size_t e = 0; e < part->edge.n; e++) {
        GraphEdge edge = part->edge.at[e];
        edge.a += vertices;
        edge.b += vertices;
        edge.left += edge.left >= 0 ? faces : 0;
        edge.right += edge.right >= 0 ? faces : 0;
        vec_push(arena, &whole->edge, edge);
    }
    for (size_t f = 0; f < part->face.n; f++) {
        GraphFace face = part->face.at[f];
        move_list(arena, &face.vertex, vertices);
        move_list(arena, &face.edge, edges);
        vec_push(arena, &whole->face, face);
    }
}

Graph *graph_union(Arena *arena, Graph *const *part, size_t n, bool connect)
{
    Graph *whole = graph_new(arena);
    for (size_t i = 0; i < n; i++)
        append(whole, part[i]);
    if (connect)
        connect_near(whole);
    return whole;
}

/* ---- intersect --------------------------------------------------------------- */

static bool has_vertex_at(const Graph *graph, Point at)
{
    for (size_t v = 0; v < graph->vertex.n; v++)
        if (coincide(graph->vertex.at[v].at, at))
            return true;
    return false;
}

static bool has_edge_between(const Graph *graph, Point a, Point b)
{
    for (size_t e = 0; e < graph->edge.n; e++) {
        Point p = graph->vertex.at[graph->edge.at[e].a].at;
        Point q = graph->vertex.at[graph->edge.at[e].b].at;
        if ((coincide(p, a) && coincide(q, b)) || (coincide(p, b) && coincide(q, a)))
            return true;
    }
    return false;
}

/* The vertices and edges of `source` that are wanted, as a graph anew. */
static Graph *selected(Arena *arena, const Graph *source, const bool *keep_vertex,
                       const bool *keep_edge)
{
    Graph *loose = graph_new(arena);
    int *number = ARENA_ARRAY(arena, int, source->vertex.n);
    for (size_t v = 0; v < source->vertex.n; v++) {
        number[v] = (int)loose->vertex.n;
        Point p = source->vertex.at[v].at;
        if (keep_vertex[v])
            graph_add_vertex(loose, p.x, p.y, p.z);
    }
    for (size_t e = 0; e < source->edge.n; e++) {
        const GraphEdge *edge = &source->edge.at[e];
        if (keep_edge[e] && keep_vertex[edge->a] && keep_vertex[edge->b])
            graph_add_edge(loose, number[edge->a], number[edge->b]);
    }
    return assembled(arena, loose);
}

Graph *graph_intersect(Arena *arena, Graph *const *part, size_t n)
{
    const Graph *first = part[0];
    bool *vertex = ARENA_ARRAY(arena, bool, first->vertex.n);
    bool *edge = ARENA_ARRAY(arena, bool, first->edge.n);
    if (n == 1)
        return part[0];
    for (size_t v = 0; v < first->vertex.n; v++) {
        vertex[v] = true;
        for (size_t i = 1; i < n; i++)
            vertex[v] = vertex[v] && has_vertex_at(part[i], first->vertex.at[v].at);
    }
    for (size_t e = 0; e < first->edge.n; e++) {
        edge[e] = true;
        for (size_t i = 1; i < n; i++)
            edge[e] = edge[e] &&
                      has_edge_between(part[i], first->vertex.at[first->edge.at[e].a].at,
                                       first->vertex.at[first->edge.at[e].b].at);
    }
    return selected(arena, first, vertex, edge);
}

/* ---- keep and clip ------------------------------------------------------------ */

Graph *graph_clip(Arena *arena, const Graph *source, Points *polygon, bool keep_inside)
{
    bool *vertex = ARENA_ARRAY(arena, bool, source->vertex.n);
    bool *edge = ARENA_ARRAY(arena, bool, source->edge.n);
    polygon_inflate(arena, polygon, 0.1);
    for (size_t v = 0; v < source->vertex.n; v++)
        vertex[v] = polygon_contains(polygon, source->vertex.at[v].at) == keep_inside;
    for (size_t e = 0; e < source->edge.n; e++)
        edge[e] = true;
    return selected(arena, source, vertex, edge);
}

/* ---- layers ------------------------------------------------------------------- */

static void add_layer(Graph *whole, const Graph *part)
{
    int n = (int)part->vertex.n, base = (int)whole->vertex.n;
    for (int v = 0; v < n; v++) {
        Point p = part->vertex.at[v].at;
        int id = graph_add_vertex(whole, p.x, p.y, p.z);
        int pivot = graph_pivot_id(part, part->vertex.at[v].pivot);
        whole->vertex.at[id].pivot = pivot < 0 || pivot >= n ? -1 : pivot + base;
    }
    for (size_t e = 0; e < part->edge.n; e++) {
        const GraphEdge *old = &part->edge.at[e];
        int id = graph_add_edge(whole, old->a + base, old->b + base);
        GraphEdge *edge = &whole->edge.at[id];
        edge->curved = old->curved;
        edge->tangent_a = old->tangent_a;
        edge->tangent_b = old->tangent_b;
    }
    for (int v = 0; v < n; v++)
        graph_add_edge(whole, base - n + v, base + v);
    for (size_t f = 0; f < part->face.n; f++) {
        Ints corner = part->face.at[f].vertex;
        move_list(whole->arena, &corner, base);
        graph_find_or_add_face(whole, corner.at, (int)corner.n);
    }
}

Graph *graph_layers(Arena *arena, const Graph *ground, int layers)
{
    Graph *whole = graph_new(arena);
    Graph *copy = graph_new(arena);
    append(whole, ground);
    append(copy, ground);
    for (int layer = 1; layer < layers; layer++) {
        graph_shift(copy, 0, 0, 1);
        add_layer(whole, copy);
    }
    graph_reorder(whole);
    return whole;
}
