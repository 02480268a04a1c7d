/* remove.c - taking elements out of a graph; the others close up, in order. */
#include "frontend/lud/graph/graph.h"

static void list_remove_at(Ints *list, size_t at)
{
    for (size_t i = at; i + 1 < list->n; i++)
        list->at[i] = list->at[i + 1];
    list->n--;
}

/* Forgets `id` in a list of indices; those behind it come one nearer. */
static void forget(Ints *list, int id)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] != id)
            list->at[kept++] = list->at[i] > id ? list->at[i] - 1 : list->at[i];
    list->n = kept;
}

static int closer(int other, int id)
{
    return other == id ? -1 : other > id ? other - 1 : other;
}

/* Takes face f out of all lists and the graph. */
static void drop_face(Graph *graph, int f)
{
    for (size_t e = 0; e < graph->edge.n; e++) {
        graph->edge.at[e].left = closer(graph->edge.at[e].left, f);
        graph->edge.at[e].right = closer(graph->edge.at[e].right, f);
    }
    for (size_t v = 0; v < graph->vertex.n; v++)
        forget(&graph->vertex.at[v].face, f);
    for (size_t i = (size_t)f; i + 1 < graph->face.n; i++)
        graph->face.at[i] = graph->face.at[i + 1];
    graph->face.n--;
}

static void drop_edge(Graph *graph, int e)
{
    for (size_t v = 0; v < graph->vertex.n; v++)
        forget(&graph->vertex.at[v].edge, e);
    for (size_t f = 0; f < graph->face.n; f++)
        forget(&graph->face.at[f].edge, e);
    for (size_t i = (size_t)e; i + 1 < graph->edge.n; i++)
        graph->edge.at[i] = graph->edge.at[i + 1];
    graph->edge.n--;
}

static bool lists(const Ints *list, int id)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == id)
            return true;
    return false;
}

void graph_remove_edge(Graph *graph, int e)
{
    for (int f = (int)graph->face.n - 1; f >= 0; f--)
        if (lists(&graph->face.at[f].edge, e))
            drop_face(graph, f);
    drop_edge(graph, e);
}

void graph_remove_face(Graph *graph, int f, bool orphans)
{
    Ints edges = {0};
    const Ints *side = &graph->face.at[f].edge;
    for (size_t i = 0; i < side->n; i++)
        if (edge_other_face(&graph->edge.at[side->at[i]], f) < 0)
            vec_push(graph->arena, &edges, side->at[i]);
    drop_face(graph, f);
    while (orphans && edges.n) {
        size_t last = 0;
        for (size_t i = 1; i < edges.n; i++)
            if (edges.at[i] > edges.at[last])
                last = i;
        graph_remove_edge(graph, edges.at[last]);
        list_remove_at(&edges, last);
    }
}

/* Vertex v was removed from `place`: those that turn about it still do. */
static void move_pivots(Graph *graph, int v, Point place)
{
    int ghost = -1;
    for (size_t i = 0; i < graph->vertex.n; i++) {
        GraphVertex *vertex = &graph->vertex.at[i];
        if (vertex->pivot == v && ghost == -1)
            ghost = graph_add_ghost(graph, (Ghost){place, v});
        vertex->pivot = vertex->pivot == v ? ghost : closer(vertex->pivot, v);
    }
}

void graph_remove_vertex(Graph *graph, int v)
{
    Point removed = graph->vertex.at[v].at;
    for (int f = (int)graph->face.n - 1; f >= 0; f--)
        if (lists(&graph->face.at[f].vertex, v))
            drop_face(graph, f);
    for (int e = (int)graph->edge.n - 1; e >= 0; e--)
        if (graph->edge.at[e].a == v || graph->edge.at[e].b == v)
            drop_edge(graph, e);
    for (size_t i = (size_t)v; i + 1 < graph->vertex.n; i++)
        graph->vertex.at[i] = graph->vertex.at[i + 1];
    graph->vertex.n--;
    move_pivots(graph, v, removed);
    for (size_t e = 0; e < graph->edge.n; e++) {
        graph->edge.at[e].a = closer(graph->edge.at[e].a, v);
        graph->edge.at[e].b = closer(graph->edge.at[e].b, v);
    }
    for (size_t f = 0; f < graph->face.n; f++)
        forget(&graph->face.at[f].vertex, v);
}

void graph_trim(Graph *graph)
{
    for (int e = (int)graph->edge.n - 1; e >= 0; e--) {
        const GraphEdge *edge = &graph->edge.at[e];
        if (graph->vertex.at[edge->a].edge.n == 1 || graph->vertex.at[edge->b].edge.n == 1)
            graph_remove_edge(graph, e);
    }
    for (int v = (int)graph->vertex.n - 1; v >= 0; v--) {
        bool is_pivot = false;
        for (size_t i = 0; i < graph->vertex.n; i++)
            is_pivot |= graph_pivot_id(graph, graph->vertex.at[i].pivot) == v;
        if (!graph->vertex.at[v].edge.n && !is_pivot)
            graph_remove_vertex(graph, v);
    }
}

void graph_remove_in(Graph *graph, const Points *polygon)
{
    for (int v = (int)graph->vertex.n - 1; v >= 0; v--)
        if (polygon_contains(polygon, graph->vertex.at[v].at))
            graph_remove_vertex(graph, v);
}

void graph_hole(Graph *graph, Points *polygon)
{
    polygon_inflate(graph->arena, polygon, 0.1);
    for (int f = (int)graph->face.n - 1; f >= 0; f--)
        if (polygon_contains(polygon, graph->face.at[f].at))
            graph_remove_face(graph, f, true);
}
