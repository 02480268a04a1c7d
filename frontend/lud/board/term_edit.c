/* term_edit.c - adding and removing single elements. */
#include "frontend/lud/board/term.h"

/* ---- add ----------------------------------------------------------------------------- */

/* The points of {{x y} ..}; at least `least`. */
static bool points_value(Maker *maker, const Term *list, uint32_t least, Points *points)
{
    points->n = 0;
    if (list->n < least)
        return session_error(maker->session, term_at(list), "at least %u points expected",
                             least);
    for (uint32_t i = 0; i < list->n; i++) {
        Point at;
        if (!point_value(maker, list->slot[i], &at))
            return false;
        vec_push(maker->arena, points, at);
    }
    return true;
}

static int vertex_at(Graph *graph, Point at)
{
    return graph_find_or_add_vertex(graph, at.x, at.y, at.z);
}

/* {from to tangent tangent} each. */
static bool add_curved(Maker *maker, const Term *list, Graph *graph)
{
    Points points = {0};
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (!points_value(maker, list->slot[i], 4, &points))
            return false;
        int a = vertex_at(graph, points.at[0]);
        int b = vertex_at(graph, points.at[1]);
        int id = graph_add_edge(graph, a, b);
        GraphEdge *edge = &graph->edge.at[id];
        edge->curved = true;
        edge->tangent_a = points.at[2];
        edge->tangent_b = points.at[3];
    }
    return true;
}

static bool add_vertices(Maker *maker, const Term *list, Graph *graph, Ints *added)
{
    for (uint32_t i = 0; list && i < list->n; i++) {
        Point at;
        if (!point_value(maker, list->slot[i], &at))
            return false;
        if (graph_find_vertex(graph, at.x, at.y, at.z) >= 0) {
            board_warning(maker, list->slot[i], "there is a vertex at this place already");
            continue;
        }
        vec_push(maker->arena, added, graph_add_vertex(graph, at.x, at.y, at.z));
    }
    return true;
}

static bool add_edges(Maker *maker, const Term *list, Graph *graph)
{
    Points points = {0};
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (!points_value(maker, list->slot[i], 2, &points))
            return false;
        int a = vertex_at(graph, points.at[0]);
        graph_find_or_add_edge(graph, a, vertex_at(graph, points.at[1]));
    }
    return true;
}

static bool add_cells(Maker *maker, const Term *list, Graph *graph)
{
    Points points = {0};
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (!points_value(maker, list->slot[i], 3, &points))
            return false;
        int n = (int)points.n;
        int *vertex = ARENA_ARRAY(maker->arena, int, n);
        for (int k = 0; k < n; k++)
            vertex[k] = vertex_at(graph, points.at[k]);
        for (int k = 0; k < n; k++)
            graph_find_or_add_edge(graph, vertex[k], vertex[(k + 1) % n]);
        graph_find_or_add_face(graph, vertex, n);
    }
    return true;
}

/* A list of vertex numbers; *valid: all of them exist. */
static bool numbers_value(Maker *maker, const Term *list, const Graph *graph, Ints *ids,
                          bool *valid)
{
    ids->n = 0;
    *valid = true;
    if (!dims_value(maker, list, ids))
        return false;
    for (size_t i = 0; i < ids->n; i++)
        if (ids->at[i] < 0 || ids->at[i] >= graph_size(graph, SITE_VERTEX)) {
            board_warning(maker, list, "one of these vertices does not exist");
            *valid = false;
            return true;
        }
    return true;
}

static bool add_edges_by_number(Maker *maker, const Term *list, Graph *graph)
{
    Ints ids = {0};
    bool valid;
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (!numbers_value(maker, list->slot[i], graph, &ids, &valid))
            return false;
        if (valid && ids.n >= 2)
            graph_find_or_add_edge(graph, ids.at[0], ids.at[1]);
    }
    return true;
}

static bool add_cells_by_number(Maker *maker, const Term *list, Graph *graph)
{
    Ints ids = {0};
    bool valid;
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (!numbers_value(maker, list->slot[i], graph, &ids, &valid))
            return false;
        if (valid && ids.n >= 3 &&
            graph_find_or_add_face(graph, ids.at, (int)ids.n) < 0)
            board_warning(maker, list->slot[i], "edges of this cell are missing");
    }
    return true;
}

/* Joins the new vertices with all that are about an edge away. */
static void connect_new(Graph *graph, const Ints *added)
{
    double reach = 1.1 * graph_mean_edge(graph);
    for (size_t i = 0; i < added->n; i++)
        for (int b = 0; b < graph_size(graph, SITE_VERTEX); b++) {
            int a = added->at[i];
            if (a != b && distance2d(graph->vertex.at[a].at, graph->vertex.at[b].at) < reach)
                graph_find_or_add_edge(graph, a, b);
        }
}

static Graph *add(Maker *maker, const Term *term)
{
    const Term *inner = term_arg(term, SLOT_graph);
    Graph *graph = inner ? graph_of_term(maker, inner) : graph_new(maker->arena);
    Ints added = {0};
    if (!graph || !add_curved(maker, term_arg(term, SLOT_edgesCurved), graph) ||
        !add_vertices(maker, term_arg(term, SLOT_vertices), graph, &added) ||
        !add_edges(maker, term_arg(term, SLOT_edges), graph) ||
        !add_cells(maker, term_arg(term, SLOT_cells), graph) ||
        !add_edges_by_number(maker, term_arg(term, SLOT_edgeList), graph) ||
        !add_cells_by_number(maker, term_arg(term, SLOT_cellList), graph))
        return NULL;
    if (flag_arg(term, SLOT_connect, false))
        connect_new(graph, &added);
    return graph;
}

/* ---- remove -------------------------------------------------------------------------- */

/* The vertex at a point of the list; -1 when there is none. */
static int known_vertex(const Graph *graph, Point at)
{
    return graph_find_vertex(graph, at.x, at.y, at.z);
}

static bool remove_cells_at(Maker *maker, const Term *list, Graph *graph, bool orphans)
{
    Points points = {0};
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (!points_value(maker, list->slot[i], 3, &points))
            return false;
        int n = (int)points.n, face = 0;
        int *vertex = ARENA_ARRAY(maker->arena, int, n);
        for (int k = 0; k < n; k++) {
            vertex[k] = known_vertex(graph, points.at[k]);
            face = vertex[k] < 0 ? -1 : face;
        }
        face = face < 0 ? -1 : graph_find_face(graph, vertex, n);
        if (face >= 0)
            graph_remove_face(graph, face, orphans);
        else
            board_warning(maker, list->slot[i], "there is no such cell to remove");
    }
    return true;
}

static bool remove_edges_at(Maker *maker, const Term *list, Graph *graph)
{
    Points points = {0};
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (!points_value(maker, list->slot[i], 2, &points))
            return false;
        int a = known_vertex(graph, points.at[0]), b = known_vertex(graph, points.at[1]);
        int edge = a < 0 || b < 0 ? -1 : graph_find_edge(graph, a, b);
        if (edge >= 0)
            graph_remove_edge(graph, edge);
        else
            board_warning(maker, list->slot[i], "there is no such edge to remove");
    }
    return true;
}

static bool remove_vertices_at(Maker *maker, const Term *list, Graph *graph)
{
    for (uint32_t i = 0; list && i < list->n; i++) {
        Point at;
        if (!point_value(maker, list->slot[i], &at))
            return false;
        int vertex = known_vertex(graph, at);
        if (vertex >= 0)
            graph_remove_vertex(graph, vertex);
    }
    return true;
}

static bool remove_edges_between(Maker *maker, const Term *list, Graph *graph)
{
    Ints ids = {0};
    bool valid;
    for (uint32_t i = 0; list && i < list->n; i++) {
        if (!numbers_value(maker, list->slot[i], graph, &ids, &valid))
            return false;
        int edge = valid && ids.n == 2 ? graph_find_edge(graph, ids.at[0], ids.at[1]) : -1;
        if (edge >= 0)
            graph_remove_edge(graph, edge);
    }
    return true;
}

/* Cells or vertices by number, the highest first; each is removed as often as it is
 * listed, as far as there is one of that number. */
static bool remove_numbers(Maker *maker, const Term *list, Graph *graph, SiteType type,
                           bool orphans)
{
    Ints ids = {0};
    if (list && !dims_value(maker, list, &ids))
        return false;
    while (ids.n) {
        size_t top = 0;
        for (size_t i = 1; i < ids.n; i++)
            if (ids.at[i] > ids.at[top])
                top = i;
        int id = ids.at[top];
        ids.at[top] = ids.at[--ids.n];
        if (id < 0)
            return session_error(maker->session, term_at(list), "there is no element %d", id);
        if (id >= graph_size(graph, type))
            board_warning(maker, list, "one of these elements does not exist");
        else if (type == SITE_CELL)
            graph_remove_face(graph, id, orphans);
        else
            graph_remove_vertex(graph, id);
    }
    return true;
}

static Graph *without(Maker *maker, const Term *term)
{
    Graph *graph = graph_of_term(maker, term_arg(term, SLOT_graph));
    bool orphans = flag_arg(term, SLOT_trimEdges, true);
    if (!graph || !remove_cells_at(maker, term_arg(term, SLOT_cells), graph, orphans) ||
        !remove_numbers(maker, term_arg(term, SLOT_cellList), graph, SITE_CELL, orphans) ||
        !remove_edges_at(maker, term_arg(term, SLOT_edges), graph) ||
        !remove_edges_between(maker, term_arg(term, SLOT_edgeList), graph) ||
        !remove_vertices_at(maker, term_arg(term, SLOT_vertices), graph) ||
        !remove_numbers(maker, term_arg(term, SLOT_vertexList), graph, SITE_VERTEX, false))
        return NULL;
    return graph;
}

Graph *graph_of_edit(Maker *maker, const Term *term, bool *mine)
{
    *mine = true;
    if (term_is(term, LUD_add_graph))
        return add(maker, term);
    if (term_is(term, LUD_remove_graph))
        return without(maker, term);
    *mine = false;
    return NULL;
}
