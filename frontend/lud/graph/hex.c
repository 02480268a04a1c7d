/* hex.c - boards of hexagonal cells with unit sides. */
#include "frontend/lud/graph/graph.h"

#include <math.h>
#include <stdlib.h>

/* Corner `n` of a cell, clockwise from the top, relative to its centre. */
static Point corner(int n)
{
    static const double across[6] = {0, 1, 1, 0, -1, -1};
    static const double up[6] = {1, 0.5, -0.5, -1, -0.5, 0.5};
    return (Point){across[n] * (sqrt(3) / 2), up[n], 0};
}

/* Centres of cells that stand on a corner: rows are horizontal. */
static Point standing(int row, int column)
{
    return (Point){sqrt(3) * (column - 0.5 * row), 1.5 * row, 0};
}

/* Centres of cells that lie on a side: rows climb to the left. */
static Point lying(int row, int column)
{
    return (Point){1.5 * (column - row), sqrt(3) * (row + column) * 0.5, 0};
}

/* Adds the corners of the cell that are not there yet. */
static void add_cell(Arena *arena, Points *point, Point centre, bool lies)
{
    for (int n = 0; n < 6; n++) {
        Point c = corner(n);
        Point at = {centre.x + (lies ? c.y : c.x), centre.y + (lies ? c.x : c.y), 0};
        size_t i = 0;
        while (i < point->n && distance2d(point->at[i], at) >= 0.1)
            i++;
        if (i == point->n)
            vec_push(arena, point, at);
    }
}

static Graph *finish(Arena *arena, const Points *point)
{
    Graph *graph = graph_from_points(arena, point);
    graph_reorder(graph);
    return graph;
}

/* ---- hexagon ------------------------------------------------------------- */

/* The corners of a hexagonal board lie on 2 * rows zigzags from left to right;
 * chain[k] is the first vertex of the k-th, chain[k + 1] ends it. */
static void add_zigzags(Graph *graph, int n, int *chain)
{
    int rows = 2 * n - 1;
    for (int half = 0; half < 2; half++)
        for (int row = half ? n - 1 : 0; row < (half ? rows : n); row++) {
            chain[half * n + row - half * (n - 1)] = (int)graph->vertex.n;
            int first = row > n - 1 ? row - (n - 1) : 0;
            int last = n - 1 + row < rows - 1 ? n - 1 + row : rows - 1;
            for (int column = first; column <= last; column++) {
                Point centre = standing(row, column);
                const int lower[3] = {4, 3, 2}, upper[3] = {5, 0, 1};
                for (int k = 0; k < (column == last ? 3 : 2); k++) {
                    Point c = corner(half ? upper[k] : lower[k]);
                    graph_add_vertex(graph, centre.x + c.x, centre.y + c.y, 0);
                }
            }
        }
    chain[2 * n] = (int)graph->vertex.n;
}

Graph *graph_hex_hexagon(Arena *arena, int n)
{
    Graph *graph = graph_new(arena);
    int *chain = ARENA_ARRAY(arena, int, 2 * n + 1);
    add_zigzags(graph, n, chain);
    for (int k = 0; k < 2 * n; k++)
        for (int v = chain[k]; v + 1 < chain[k + 1]; v++)
            graph_add_edge(graph, v, v + 1);
    for (int k = 0; k + 1 < 2 * n; k++) {
        /* growing below the middle, shrinking above it */
        int from = k < n ? 0 : 1;
        int to = k < n - 1 ? 1 : 0;
        for (int v = chain[k] + from; v < chain[k + 1]; v += 2)
            graph_add_edge(graph, v, chain[k + 1] + to + (v - chain[k] - from));
    }
    graph_make_faces(graph, false);
    graph_reorder(graph);
    return graph;
}

/* ---- other outlines ------------------------------------------------------ */

Graph *graph_hex_triangle(Arena *arena, int n)
{
    Points point = {0};
    for (int row = 0; row < n; row++)
        for (int column = row; column < n; column++)
            add_cell(arena, &point, standing(row, column), false);
    return finish(arena, &point);
}

Graph *graph_hex_diamond(Arena *arena, int n)
{
    Points point = {0};
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            add_cell(arena, &point, lying(row, column), true);
    return finish(arena, &point);
}

Graph *graph_hex_prism(Arena *arena, int rows, int columns)
{
    Points point = {0};
    int size = rows + columns - 1;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (abs(row - column) < rows)
                add_cell(arena, &point, lying(row, column), true);
    return finish(arena, &point);
}

Graph *graph_hex_rectangle(Arena *arena, int rows, int columns)
{
    Points point = {0};
    for (int row = 0; row < rows; row++)
        for (int column = (row + 1) / 2; column < columns + row / 2; column++)
            add_cell(arena, &point, standing(row, column), false);
    return finish(arena, &point);
}

bool in_star(int row, int column, int n)
{
    if (row < n || (row > 2 * n && row <= 3 * n))
        return column >= n && column - row <= n;
    if (row <= 2 * n)
        return row - column <= n && column <= 3 * n;
    return column <= 3 * n && row - column <= n;
}

Graph *graph_hex_star(Arena *arena, int n)
{
    Points point = {0};
    for (int row = 0; row <= 4 * n; row++)
        for (int column = 0; column <= 4 * n; column++)
            if (in_star(row, column, n))
                add_cell(arena, &point, standing(row, column), false);
    return finish(arena, &point);
}

void outline_on_lattice(Arena *arena, const Ints *sides,
                        Point (*at)(int row, int column), Points *polygon)
{
    static const int way[6][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
    int d = 1, row = 0, column = 0;
    size_t n = sides->n > 5 ? sides->n : 5;
    vec_push(arena, polygon, at(0, 0));
    for (size_t i = 0; i < n; i++) {
        int length = sides->at[i % sides->n];
        length += length < 0 ? 1 : -1; /* steps between the sites of the side */
        d = (d + (length < 0 ? -1 : 1) + 6) % 6;
        if (length <= 0)
            continue;
        row += length * way[d][0];
        column += length * way[d][1];
        vec_push(arena, polygon, at(row, column));
    }
}

Graph *graph_hex_outline(Arena *arena, Outline outline)
{
    Points polygon = {0}, point = {0};
    if (outline.polygon)
        for (size_t i = 0; i < outline.polygon->n; i++)
            vec_push(arena, &polygon, outline.polygon->at[i]);
    else
        outline_on_lattice(arena, outline.sides, standing, &polygon);
    polygon_inflate(arena, &polygon, 0.1);
    Box box = polygon_box(&polygon);
    for (int row = (int)box.y - 3; row <= (int)(box.y + box.height) + 3; row++)
        for (int column = (int)box.x - 3; column <= (int)(box.x + box.width) + 3;
             column++)
            if (polygon_contains(&polygon, standing(row, column)))
                add_cell(arena, &point, standing(row, column), false);
    return finish(arena, &point);
}
