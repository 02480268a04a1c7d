/* faces.c - finding the faces of a graph, and numbering by rows. */
#include "frontend/lud/graph/graph.h"

#include <math.h>

/* No face has more corners than this. */
enum { MAX_SIDES = 32 };

/* Do all of the segment p and all of q lie beside each other on an axis, with room between them? */
static bool apart(double pa, double pb, double qa, double qb, double room)
{
    return (pa < pb ? pb : pa) + room < (qa < qb ? qa : qb) || (qa < qb ? qb : qa) + room < (pa < pb ? pa : pb);
}

/* Does the segment a-b cross an edge that is listed before its own edge? */
static bool crosses_an_edge(const Graph *graph, int a, int b)
{
    const double near = 0.001;
    Point pa = graph->vertex.at[a].at;
    Point pb = graph->vertex.at[b].at;
    for (size_t i = 0; i < graph->edge.n; i++) {
        const GraphEdge *edge = &graph->edge.at[i];
        if ((edge->a == a && edge->b == b) || (edge->a == b && edge->b == a))
            return false;
        Point qa = graph->vertex.at[edge->a].at;
        Point qb = graph->vertex.at[edge->b].at;
        if (apart(pa.x, pb.x, qa.x, qb.x, near) || apart(pa.y, pb.y, qa.y, qb.y, near))
            continue;
        if (distance2d(pa, qa) < near || distance2d(pa, qb) < near ||
            distance2d(pb, qa) < near || distance2d(pb, qb) < near)
            continue;
        if (segments_intersect(pa, pb, qa, qb))
            return true;
    }
    return false;
}

static size_t edge_position(const Graph *graph, const GraphVertex *vertex, int edge)
{
    const GraphEdge *wanted = &graph->edge.at[edge];
    for (size_t i = 0; i < vertex->edge.n; i++) {
        const GraphEdge *here = &graph->edge.at[vertex->edge.at[i]];
        if ((here->a == wanted->a && here->b == wanted->b) ||
            (here->a == wanted->b && here->b == wanted->a))
            return i;
    }
    return 0;
}

/* The next vertex of a walk that arrived at `at` by *edge: along the edge that
 * follows in the order of angles, among those that stay on level z; -1: none. */
static int walk_on(const Graph *graph, int at, int *edge, double z)
{
    const GraphVertex *vertex = &graph->vertex.at[at];
    size_t n = edge_position(graph, vertex, *edge);
    for (size_t m = 1; m < vertex->edge.n; m++) {
        *edge = vertex->edge.at[(n + m) % vertex->edge.n];
        int next = edge_other_end(&graph->edge.at[*edge], at);
        if (fabs(graph->vertex.at[next].at.z - z) < 0.0001)
            return next;
    }
    return -1;
}

/* Walks round from `start`, first turning away from `edge`; the number of
 * vertices of the closed walk, 0 when it does not close. */
static int walk_round(const Graph *graph, int start, int edge, bool check_crossings,
                      int *vertex)
{
    int n = 0;
    int at = start;
    vertex[n++] = start;
    while (n <= MAX_SIDES) {
        int before = at;
        at = walk_on(graph, at, &edge, graph->vertex.at[start].at.z);
        if (at < 0)
            return 0;
        if (at == start)
            return n;
        for (int i = 0; i < n; i++)
            if (vertex[i] == at)
                return 0;
        vertex[n++] = at;
        if (check_crossings && crosses_an_edge(graph, before, at))
            return 0;
    }
    return 0;
}

/* Is `face` this cycle of vertices, in either direction? */
static bool same_cycle(const GraphFace *face, const int *vertex, int n)
{
    if ((int)face->vertex.n != n)
        return false;
    const int *own = face->vertex.at;
    int start = 0;
    while (start < n && own[start] != vertex[0])
        start++;
    if (start == n)
        return false;
    int forth = 0, back = 0;
    while (forth < n && own[(start + forth) % n] == vertex[forth])
        forth++;
    while (back < n && own[(start - back + n) % n] == vertex[back])
        back++;
    return forth == n || back == n;
}

int graph_find_face(const Graph *graph, const int *vertex, int n)
{
    const Ints *around = &graph->vertex.at[vertex[0]].face;
    int found = -1;
    for (size_t i = 0; i < around->n; i++)
        if (same_cycle(&graph->face.at[around->at[i]], vertex, n) &&
            (found < 0 || around->at[i] < found))
            found = around->at[i];
    return found;
}

int graph_find_or_add_face(Graph *graph, const int *vertex, int n)
{
    int found = graph_find_face(graph, vertex, n);
    return found >= 0 ? found : graph_add_face(graph, vertex, n);
}

static bool turns_clockwise(const Graph *graph, const int *vertex, int n)
{
    Point at[MAX_SIDES + 1];
    for (int i = 0; i < n; i++)
        at[i] = graph->vertex.at[vertex[i]].at;
    Points polygon = {at, (size_t)n, (size_t)n};
    return polygon_area(&polygon) < 0;
}

void graph_make_faces(Graph *graph, bool check_crossings)
{
    int vertex[MAX_SIDES + 1];
    graph_clear_faces(graph);
    for (size_t v = 0; v < graph->vertex.n; v++)
        for (size_t i = 0; i < graph->vertex.at[v].edge.n; i++) {
            int n = walk_round(graph, (int)v, graph->vertex.at[v].edge.at[i],
                               check_crossings, vertex);
            if (n >= 3 && turns_clockwise(graph, vertex, n))
                graph_find_or_add_face(graph, vertex, n);
        }
}

/* ---- numbering ----------------------------------------------------------- */

static void rename_list(Ints *list, const int *renamed)
{
    for (size_t i = 0; i < list->n; i++)
        list->at[i] = renamed[list->at[i]];
}

static void rename_vertices(Graph *graph, const int *order, const int *renamed)
{
    GraphVertex *old = arena_copy(graph->arena, graph->vertex.at,
                                  sizeof *old * graph->vertex.n);
    for (size_t i = 0; i < graph->vertex.n; i++) {
        GraphVertex *vertex = &graph->vertex.at[i];
        *vertex = old[order[i]];
        if (vertex->pivot >= 0)
            vertex->pivot = renamed[vertex->pivot];
    }
    for (size_t i = 0; i < graph->edge.n; i++) {
        graph->edge.at[i].a = renamed[graph->edge.at[i].a];
        graph->edge.at[i].b = renamed[graph->edge.at[i].b];
    }
    for (size_t i = 0; i < graph->face.n; i++)
        rename_list(&graph->face.at[i].vertex, renamed);
}

static void rename_edges(Graph *graph, const int *order, const int *renamed)
{
    GraphEdge *old =
        arena_copy(graph->arena, graph->edge.at, sizeof *old * graph->edge.n);
    for (size_t i = 0; i < graph->edge.n; i++)
        graph->edge.at[i] = old[order[i]];
    for (size_t i = 0; i < graph->vertex.n; i++)
        rename_list(&graph->vertex.at[i].edge, renamed);
    for (size_t i = 0; i < graph->face.n; i++)
        rename_list(&graph->face.at[i].edge, renamed);
}

static void rename_faces(Graph *graph, const int *order, const int *renamed)
{
    GraphFace *old =
        arena_copy(graph->arena, graph->face.at, sizeof *old * graph->face.n);
    for (size_t i = 0; i < graph->face.n; i++)
        graph->face.at[i] = old[order[i]];
    for (size_t i = 0; i < graph->vertex.n; i++)
        rename_list(&graph->vertex.at[i].face, renamed);
    for (size_t i = 0; i < graph->edge.n; i++) {
        GraphEdge *edge = &graph->edge.at[i];
        edge->left = edge->left < 0 ? -1 : renamed[edge->left];
        edge->right = edge->right < 0 ? -1 : renamed[edge->right];
    }
}

void graph_reorder_type(Graph *graph, SiteType type)
{
    int n = graph_size(graph, type);
    if (!n)
        return;
    double *score = ARENA_ARRAY(graph->arena, double, n);
    for (int i = 0; i < n; i++) {
        Point p = graph_point(graph, type, i);
        score[i] = p.y * 100 + p.x;
    }
    int *order = rank_by_score(graph->arena, score, n);
    int *renamed = ARENA_ARRAY(graph->arena, int, n);
    for (int i = 0; i < n; i++)
        renamed[order[i]] = i;
    if (type == SITE_VERTEX)
        rename_vertices(graph, order, renamed);
    else if (type == SITE_EDGE)
        rename_edges(graph, order, renamed);
    else
        rename_faces(graph, order, renamed);
}

void graph_reorder(Graph *graph)
{
    graph_reorder_type(graph, SITE_VERTEX);
    graph_reorder_type(graph, SITE_EDGE);
    graph_reorder_type(graph, SITE_CELL);
}
