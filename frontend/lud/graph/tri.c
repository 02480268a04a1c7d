/* tri.c - boards of triangles with unit sides; the lattice points are the
 * vertices. */
#include "frontend/lud/graph/graph.h"

#include <math.h>
#include <stdlib.h>

static Point level(int row, int column)
{
    return (Point){column - 0.5 * row, (sqrt(3) / 2.0) * row, 0};
}

static Point tilted(int row, int column)
{
    return (Point){(sqrt(3) / 2.0) * (column - row), (row + column) * 0.5, 0};
}

static Graph *finish(Arena *arena, const Points *point)
{
    Graph *graph = graph_from_points(arena, point);
    graph_reorder(graph);
    return graph;
}

/* Rows of n, n + 1, ... 2n - 1, ... n points. */
static void add_hexagon_points(Graph *graph, int n, int *first)
{
    int rows = 2 * n - 1;
    for (int row = 0; row < rows; row++) {
        first[row] = (int)graph->vertex.n;
        for (int column = 0; column < rows; column++)
            if (column <= n - 1 + row && row - column <= n - 1) {
                Point at = level(row, column);
                graph_add_vertex(graph, at.x, at.y, 0);
            }
    }
    first[rows] = (int)graph->vertex.n;
}

Graph *graph_tri_hexagon(Arena *arena, int n, SiteType use)
{
    Graph *graph = graph_new(arena);
    n += use == SITE_CELL;
    int rows = 2 * n - 1;
    int *first = ARENA_ARRAY(arena, int, rows + 1);
    add_hexagon_points(graph, n, first);
    for (int row = 0; row < rows; row++)
        for (int v = first[row]; v + 1 < first[row + 1]; v++)
            graph_add_edge(graph, v, v + 1);
    /* from each point of a shorter row to the two of the longer row beside it */
    for (int row = 0; row + 1 < n; row++)
        for (int v = first[row]; v < first[row + 1]; v++) {
            graph_add_edge(graph, v, first[row + 1] + v - first[row]);
            graph_add_edge(graph, v, first[row + 1] + v - first[row] + 1);
        }
    for (int row = n; row < rows; row++)
        for (int v = first[row]; v < first[row + 1]; v++) {
            graph_add_edge(graph, v, first[row - 1] + v - first[row]);
            graph_add_edge(graph, v, first[row - 1] + v - first[row] + 1);
        }
    graph_make_faces(graph, false);
    graph_reorder(graph);
    return graph;
}

Graph *graph_tri_triangle(Arena *arena, int n, SiteType use)
{
    Points point = {0};
    n += use == SITE_CELL;
    for (int row = 0; row < n; row++)
        for (int column = row; column < n; column++)
            vec_push(arena, &point, level(row, column));
    return finish(arena, &point);
}

Graph *graph_tri_diamond(Arena *arena, int n, SiteType use)
{
    Points point = {0};
    n += use == SITE_CELL;
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            vec_push(arena, &point, tilted(row, column));
    return finish(arena, &point);
}

Graph *graph_tri_prism(Arena *arena, int rows, int columns, SiteType use)
{
    Points point = {0};
    rows += use == SITE_CELL;
    columns += use == SITE_CELL;
    int size = rows + columns - 1;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (abs(row - column) < rows)
                vec_push(arena, &point, tilted(row, column));
    return finish(arena, &point);
}

Graph *graph_tri_rectangle(Arena *arena, int rows, int columns, SiteType use)
{
    Points point = {0};
    rows += use == SITE_CELL;
    columns += use == SITE_CELL;
    for (int row = 0; row < rows; row++)
        for (int column = (row + 1) / 2; column < columns + row / 2; column++)
            vec_push(arena, &point, level(row, column));
    return finish(arena, &point);
}

Graph *graph_tri_star(Arena *arena, int n)
{
    Points point = {0};
    for (int row = 0; row <= 4 * n; row++)
        for (int column = 0; column <= 4 * n; column++)
            if (in_star(row, column, n))
                vec_push(arena, &point, level(row, column));
    return finish(arena, &point);
}

Graph *graph_tri_outline(Arena *arena, Outline outline)
{
    Points polygon = {0}, point = {0};
    int margin = 2;
    if (outline.polygon) {
        for (size_t i = 0; i < outline.polygon->n; i++)
            vec_push(arena, &polygon, outline.polygon->at[i]);
    } else {
        const Ints *sides = outline.sides;
        if (sides->n == 2 && sides->at[0] == sides->at[1] - 1)
            margin = sides->at[0]; /* a limping hexagon */
        outline_on_lattice(arena, sides, level, &polygon);
    }
    polygon_inflate(arena, &polygon, 0.1);
    Box box = polygon_box(&polygon);
    for (int row = (int)box.y - margin; row <= (int)(box.y + box.height) + margin; row++)
        for (int column = (int)box.x - margin;
             column <= (int)(box.x + box.width) + margin; column++)
            if (polygon_contains(&polygon, level(row, column)))
                vec_push(arena, &point, level(row, column));
    return finish(arena, &point);
}
