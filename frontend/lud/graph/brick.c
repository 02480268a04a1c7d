/* brick.c - brickwork: cells of 1 x 2, in rows, diamonds and spirals. */
#include "frontend/lud/graph/graph.h"

/* Adds the cell with these corners, clockwise from the lower left one. */
static void add_cell(Graph *graph, int row, int column, const int (*corner)[2], int n)
{
    int vertex[6];
    for (int i = 0; i < n; i++)
        vertex[i] =
            graph_find_or_add_vertex(graph, column + corner[i][0], row + corner[i][1], 0);
    for (int i = 0; i < n; i++)
        graph_find_or_add_edge(graph, vertex[i], vertex[(i + 1) % n]);
    graph_find_or_add_face(graph, vertex, n);
}

static void add_brick(Graph *graph, int row, int column)
{
    static const int corner[6][2] = {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 0}, {1, 0}};
    add_cell(graph, row, column, corner, 6);
}

static void add_standing_brick(Graph *graph, int row, int column)
{
    static const int corner[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 1}, {1, 0}};
    add_cell(graph, row, column, corner, 6);
}

static void add_half_brick(Graph *graph, int row, int column)
{
    static const int corner[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    add_cell(graph, row, column, corner, 4);
}

/* A brick, or what is left of it inside the width when the ends are trimmed. */
static void lay(Graph *graph, int row, int column, int columns, bool trim)
{
    if (trim && column == 0)
        add_half_brick(graph, row, column + 1);
    else if (trim && column >= columns - 1)
        add_half_brick(graph, row, column);
    else
        add_brick(graph, row, column);
}

Graph *graph_brick_rectangle(Arena *arena, int rows, int columns, bool trim)
{
    Graph *graph = graph_new(arena);
    int width = columns * 2 + 1;
    for (int row = 0; row < rows; row++)
        for (int column = row % 2; column < width; column += 2)
            lay(graph, row, column, width, trim);
    graph_reorder(graph);
    return graph;
}

/* A diamond of `side`, with `middle` more pairs of rows allowed for (0: none). */
Graph *graph_brick_diamond(Arena *arena, int side, int middle, bool trim)
{
    Graph *graph = graph_new(arena);
    int width = 2 * side;
    for (int row = 0; row < 2 * side + 2 * middle; row++)
        for (int column = (row + 1) % 2; column < width; column += 2)
            if (row + column >= side - 1 && column - row < side &&
                row + column < 3 * side - 1 && row - column <= side)
                lay(graph, row, column, width, trim);
    graph_reorder(graph);
    return graph;
}

Graph *graph_brick_spiral(Arena *arena, int rings)
{
    Graph *graph = graph_new(arena);
    add_half_brick(graph, rings - 1, rings - 1);
    for (int ring = 1; ring < rings; ring++)
        for (int n = 0; n < 2 * ring; n += 2) {
            add_standing_brick(graph, rings - ring + n, rings - ring - 1);
            add_brick(graph, rings + ring - 1, rings - ring + n);
            add_standing_brick(graph, rings - ring - 1 + n, rings + ring - 1);
            add_brick(graph, rings - ring - 1, rings - ring - 1 + n);
        }
    graph_reorder(graph);
    return graph;
}
