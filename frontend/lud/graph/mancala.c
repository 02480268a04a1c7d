/* mancala.c - rows of holes with a store at either end. */
#include "frontend/lud/graph/graph.h"

static Graph *hole_at(Arena *arena, double x, double y)
{
    Points point = {0};
    Ints none = {0};
    vec_push(arena, &point, ((Point){x, y, 0}));
    return graph_from_lists(arena, &point, &none);
}

Graph *graph_mancala(Arena *arena, int rows, int columns, bool stores)
{
    /* how far the stores lie beside the rows, by the number of rows from 2 */
    static const struct {
        float left, shift;
    } store[5] = {{-0.85f, -0.15f}, {-1, 0}, {-0.9f, -0.1f}, {-1, -0.1f}, {-0.9f, -0.1f}};
    Graph *part[8];
    size_t n = 0;
    double middle = (rows - 1) / 2.0;
    if (stores)
        part[n++] = hole_at(arena, store[rows - 2].left, middle);
    for (int row = 0; row < rows; row++) {
        part[n] = graph_rectangle(arena, 1, columns, DIAGONALS_NONE, false, SITE_VERTEX);
        graph_shift(part[n++], 0, row, 0);
    }
    if (stores) {
        double right = rows == 5 ? columns + 0.1 : columns;
        part[n] = hole_at(arena, right, middle);
        graph_shift(part[n++], store[rows - 2].shift, 0, 0);
    }
    return graph_union(arena, part, n, true);
}
