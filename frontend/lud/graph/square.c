/* square.c - boards on the square grid. */
#include "frontend/lud/graph/graph.h"

#include <math.h>
#include <stdlib.h>

/* ---- diagonals ----------------------------------------------------------- */

/* The unit square with its lower left corner at (column, row); false when a
 * corner is missing.  Clockwise from that corner. */
static bool unit_square(const Graph *graph, int row, int column, int corner[4])
{
    corner[0] = graph_find_vertex(graph, column, row, 0);
    corner[1] = graph_find_vertex(graph, column, row + 1, 0);
    corner[2] = graph_find_vertex(graph, column + 1, row + 1, 0);
    corner[3] = graph_find_vertex(graph, column + 1, row, 0);
    return corner[0] >= 0 && corner[1] >= 0 && corner[2] >= 0 && corner[3] >= 0;
}

typedef struct {
    int from_row, to_row, from_column, to_column; /* both ends included */
} GridRange;

static void add_diagonal_in(Graph *graph, GridRange range, int row, int column,
                            Diagonals diagonals)
{
    int corner[4];
    if (!unit_square(graph, row, column, corner))
        return;
    int mid_row = (range.to_row + range.from_row) / 2;
    int mid_column = (range.to_column + range.from_column) / 2;
    bool rising = false, falling = false; /* from south-west; from north-west */
    switch (diagonals) {
    case DIAGONALS_SOLID: {
        int centre = graph_find_or_add_vertex(graph, column + 0.5, row + 0.5, 0);
        for (int i = 0; i < 4; i++)
            graph_find_or_add_edge(graph, corner[i], centre);
        return;
    }
    case DIAGONALS_SOLID_NO_SPLIT:
        rising = falling = true;
        break;
    case DIAGONALS_ALTERNATING:
        rising = (row + column) % 2 == 0;
        falling = !rising;
        break;
    case DIAGONALS_CONCENTRIC:
        falling = (row < mid_row && column < mid_column) ||
                  (row >= mid_row && column >= mid_column);
        rising = !falling;
        break;
    default:
        return;
    }
    if (rising)
        graph_find_or_add_edge(graph, corner[0], corner[2]);
    if (falling)
        graph_find_or_add_edge(graph, corner[1], corner[3]);
}

/* Four diagonals from the middle outwards. */
static void add_radiating(Graph *graph, GridRange range)
{
    static const int way[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    int mid_row = (range.to_row + range.from_row) / 2;
    int mid_column = (range.to_column + range.from_column) / 2;
    int rows = (range.to_row - range.from_row) / 2;
    int columns = (range.to_column - range.from_column) / 2;
    int steps = (rows > columns ? rows : columns) + 1;
    for (int n = 0; n < steps; n++)
        for (int d = 0; d < 4; d++) {
            int a = graph_find_vertex(graph, mid_row + n * way[d][0],
                                      mid_column + n * way[d][1], 0);
            int b = graph_find_vertex(graph, mid_row + (n + 1) * way[d][0],
                                      mid_column + (n + 1) * way[d][1], 0);
            if (a >= 0 && b >= 0)
                graph_find_or_add_edge(graph, a, b);
        }
}

static void add_diagonals(Graph *graph, GridRange range, Diagonals diagonals)
{
    if (diagonals == DIAGONALS_NONE || diagonals == DIAGONALS_IMPLIED)
        return;
    if (diagonals == DIAGONALS_RADIATING) {
        add_radiating(graph, range);
        return;
    }
    for (int row = range.from_row; row <= range.to_row; row++)
        for (int column = range.from_column; column <= range.to_column; column++)
            add_diagonal_in(graph, range, row, column, diagonals);
}

/* ---- rectangles ---------------------------------------------------------- */

static void add_grid(Graph *graph, int rows, int columns)
{
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            graph_add_vertex(graph, column, row, 0);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int here = row * columns + column;
            if (row + 1 < rows)
                graph_add_edge(graph, here, here + columns);
            if (column + 1 < columns)
                graph_add_edge(graph, here, here + 1);
        }
}

/* Layers of an equilateral pyramid upon the grid, and all edges of unit length. */
static void add_pyramid(Graph *graph, int rows, int columns)
{
    double rise = 1.0 / sqrt(2);
    for (int layer = 1; layer < rows; layer++)
        for (int row = 0; row < rows - layer; row++)
            for (int column = 0; column < columns - layer; column++)
                graph_find_or_add_vertex(graph, layer * 0.5 + column,
                                         layer * 0.5 + row, layer * rise);
    for (size_t a = 0; a < graph->vertex.n; a++)
        for (size_t b = 0; b < graph->vertex.n; b++) {
            double length = distance3d(graph->vertex.at[a].at, graph->vertex.at[b].at);
            if (a != b && fabs(length - 1.0) < 0.05)
                graph_find_or_add_edge(graph, (int)a, (int)b);
        }
}

Graph *graph_rectangle(Arena *arena, int rows, int columns, Diagonals diagonals,
                       bool pyramidal, SiteType use)
{
    Graph *graph = graph_new(arena);
    rows += use == SITE_CELL;
    columns += use == SITE_CELL;
    add_grid(graph, rows, columns);
    if (pyramidal)
        add_pyramid(graph, rows, columns);
    add_diagonals(graph, (GridRange){0, rows, 0, columns}, diagonals);
    graph_make_faces(graph, false);
    graph_reorder(graph);
    return graph;
}

/* ---- other outlines ------------------------------------------------------ */

Graph *graph_square_diamond(Arena *arena, int n, Diagonals diagonals)
{
    Points point = {0};
    for (int row = 0; row < 2 * n; row++)
        for (int column = 0; column < 2 * n; column++)
            if (row + column >= n - 1 && abs(column - row) <= n &&
                row + column < 3 * n)
                vec_push(arena, &point, ((Point){column, row, 0}));
    Graph *graph = graph_from_points(arena, &point);
    add_diagonals(graph, (GridRange){0, 2 * n, 0, 2 * n}, diagonals);
    graph_make_faces(graph, false);
    graph_reorder(graph);
    return graph;
}

void outline_on_grid(Arena *arena, const Ints *sides, const double way[4][2], Points *polygon)
{
    double x = 0, y = 0;
    int d = 3;
    vec_push(arena, polygon, ((Point){0, 0, 0}));
    for (size_t i = 0; i < sides->n; i++) {
        int length = sides->at[i];
        d = (d + (length < 0 ? -1 : 1) + 4) % 4;
        x += length * way[d][0];
        y += length * way[d][1];
        vec_push(arena, polygon, ((Point){x, y, 0}));
    }
}

Graph *graph_square_outline(Arena *arena, Outline outline, Diagonals diagonals)
{
    static const double way[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    Points polygon = {0}, point = {0};
    if (outline.polygon)
        for (size_t i = 0; i < outline.polygon->n; i++)
            vec_push(arena, &polygon, outline.polygon->at[i]);
    else
        outline_on_grid(arena, outline.sides, way, &polygon);
    polygon_inflate(arena, &polygon, 0.1);
    Box box = polygon_box(&polygon);
    GridRange range = {(int)box.y - 2, (int)(box.y + box.height) + 2, (int)box.x - 2,
                       (int)(box.x + box.width) + 2};
    for (int row = range.from_row; row <= range.to_row; row++)
        for (int column = range.from_column; column <= range.to_column; column++) {
            Point at = {column, row, 0};
            if (polygon_contains(&polygon, at))
                vec_push(arena, &point, at);
        }
    Graph *graph = graph_from_points(arena, &point);
    add_diagonals(graph, range, diagonals);
    graph_make_faces(graph, false);
    graph_reorder(graph);
    return graph;
}
