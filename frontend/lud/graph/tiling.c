/* tiling.c - semi-regular tilings: one polygon with its surroundings, stamped
 * at the points of a lattice. */
#include "frontend/lud/graph/graph.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_STAMP = 18 };

/* What is stamped: corners relative to the lattice point. */
typedef struct {
    int n;
    Point at[MAX_STAMP];
} Stamp;

static void put(Stamp *stamp, double x, double y)
{
    stamp->at[stamp->n++] = (Point){x, y, 0};
}

static void swap_axes(Stamp *stamp)
{
    for (int i = 0; i < stamp->n; i++)
        stamp->at[i] = (Point){stamp->at[i].y, stamp->at[i].x, 0};
}

/* Adds the stamp's corners that are not there yet. */
static void press(Arena *arena, Points *point, Point centre, const Stamp *stamp)
{
    for (int k = 0; k < stamp->n; k++) {
        Point at = {centre.x + stamp->at[k].x, centre.y + stamp->at[k].y, 0};
        size_t i = 0;
        while (i < point->n && distance2d(point->at[i], at) >= 0.1)
            i++;
        if (i == point->n)
            vec_push(arena, point, at);
    }
}

/* ---- stamps ---------------------------------------------------------------------- */

static void add_octagon(Stamp *stamp)
{
    double u = 0.5, v = (1 + 2 / sqrt(2)) / 2;
    put(stamp, u, v);
    put(stamp, v, u);
    put(stamp, v, -u);
    put(stamp, u, -v);
    put(stamp, -u, -v);
    put(stamp, -v, -u);
    put(stamp, -v, u);
    put(stamp, -u, v);
}

/* A hexagon that lies on a side. */
static void add_hexagon(Stamp *stamp)
{
    static const double across[6] = {-0.5, 0.5, 1, 0.5, -0.5, -1};
    static const double up[6] = {1, 1, 0, -1, -1, 0};
    for (int i = 0; i < 6; i++)
        put(stamp, across[i], up[i] * (sqrt(3) / 2));
}

/* The same, its corners in the order of a standing hexagon seen sideways. */
static void add_side_hexagon(Stamp *stamp)
{
    static const double across[6] = {1, 0.5, -0.5, -1, -0.5, 0.5};
    static const double up[6] = {0, 1, 1, 0, -1, -1};
    for (int i = 0; i < 6; i++)
        put(stamp, across[i], up[i] * (sqrt(3) / 2));
}

/* A hexagon and the squares on its sides. */
static void add_flower(Stamp *stamp)
{
    const double radian = 0.017453292519943295;
    double reach = (1 + sqrt(3) / 2.0) / cos(15 * radian);
    add_hexagon(stamp);
    for (int n = 0; n < 12; n++) {
        double theta = (15 + n * 30) * radian;
        put(stamp, reach * cos(theta), reach * sin(theta));
    }
}

static void add_dodecagon(Stamp *stamp)
{
    double radius = 1 / sqrt(2 - sqrt(3));
    for (int n = 0; n < 12; n++) {
        double theta = GEOM_PI / 12 + n / 12.0 * 2 * GEOM_PI;
        put(stamp, radius * cos(theta), radius * sin(theta));
    }
}

/* A hexagon within a ring of triangles. */
static void add_ringed_hexagon(Stamp *stamp)
{
    static const int across[18] = {-1, 1, 2, 1,  -1, -2, -2, 0,  2,
                                   3,  4, 3, 2,  0,  -2, -3, -4, -3};
    static const int up[18] = {1, 1, 0,  -1, -1, 0,  2,  2, 2,
                               1, 0, -1, -2, -2, -2, -1, 0, 1};
    for (int i = 0; i < 18; i++)
        put(stamp, across[i] * 0.5, up[i] * (sqrt(3) / 2));
}

/* Two squares and the triangles between them; in halves of a side and heights of a
 * triangle. */
static void add_snub(Stamp *stamp)
{
    static const int part[14][4] = {
        {-1, 0, -1, -1}, {1, 0, -1, -1}, {-1, -1, 0, -1}, {1, 1, 0, -1}, {0, 0, -1, 0},
        {-2, -1, 0, 0},  {0, -1, 0, 0},  {0, 1, 0, 0},    {2, 1, 0, 0},  {0, 0, 1, 0},
        {-1, -1, 0, 1},  {1, 1, 0, 1},   {-1, 0, 1, 1},   {1, 0, 1, 1}};
    double half = 0.5, height = sqrt(3) / 2;
    for (int i = 0; i < 14; i++)
        put(stamp, part[i][0] * half + part[i][1] * height,
            part[i][2] * half + part[i][3] * height);
}

static void add_unit_square(Stamp *stamp)
{
    put(stamp, 0, 0);
    put(stamp, 1, 0);
    put(stamp, 1, 1);
    put(stamp, 0, 1);
}

/* ---- lattices -------------------------------------------------------------------- */

static Point on_488(int row, int column)
{
    double v = 1 + 2 / sqrt(2);
    return (Point){column * v, row * v, 0};
}

static Point on_3636(int row, int column)
{
    return (Point){2 * (column - 0.5 * row), sqrt(3) * row, 0};
}

static Point on_3464(int row, int column)
{
    double x = 1 + sqrt(3), y = (3 + sqrt(3)) / 2;
    return (Point){y * (column - row), x * (row + column) * 0.5, 0};
}

static Point on_3464_level(int row, int column)
{
    double x = 1 + sqrt(3), y = (3 + sqrt(3)) / 2;
    return (Point){x * (column - 0.5 * row), y * row, 0};
}

static Point on_4612(int row, int column)
{
    double x = 4.7320508, y = x * sqrt(3) / 2;
    return (Point){(column - 0.5 * row) * x, row * y, 0};
}

static Point on_31212(int row, int column)
{
    double x = 3.7320508, y = x * sqrt(3) / 2;
    return (Point){(column - 0.5 * row) * x, row * y, 0};
}

static Point on_33336(int row, int column)
{
    double x = 0.5, y = sqrt(3) / 2;
    return (Point){column * 5 * x - row * 4 * x, row * 2 * y + column * y, 0};
}

static Point on_33434(int row, int column)
{
    double h = (1 + sqrt(3)) / 2;
    return (Point){h * (column - row), h * (row + column), 0};
}

static Point on_33344(int row, int column)
{
    return (Point){column + 0.5 * row, row * (1 + sqrt(3) / 2), 0};
}

static Point on_333333_33434(int row, int column)
{
    double x = 1.5 + sqrt(3), y = 2 + sqrt(3);
    return (Point){x * (column - row), y * (row + column) * 0.5, 0};
}

/* ---- the tilings ------------------------------------------------------------------- */

typedef struct {
    void (*stamp)(Stamp *stamp);
    Point (*at)(int row, int column);
    enum { HEXAGON, RECTANGLE, DIAMOND } shape; /* of the only or the usual board */
    /* of boards along an outline, NULL: there are none */
    void (*outline_stamp)(Stamp *stamp);
    Point (*outline_at)(int row, int column);
    bool outline_swapped; /* the stamp lies on its other axis */
    int fixed;            /* size of the board that an outline gets otherwise */
} TilingRow;

static const TilingRow tiling[TILINGS] = {
    [TILING_488] = {add_octagon, on_488, RECTANGLE, add_octagon, on_488, false, 0},
    [TILING_3636] = {add_side_hexagon, on_3636, HEXAGON, add_side_hexagon, on_3636, false, 0},
    [TILING_3464] = {add_flower, on_3464, HEXAGON, add_flower, on_3464_level, true, 0},
    [TILING_33344] = {add_unit_square, on_33344, RECTANGLE, add_unit_square, on_33344, false,
                      0},
    [TILING_33434] = {add_snub, on_33434, DIAMOND, NULL, NULL, false, 3},
    [TILING_33336] = {add_ringed_hexagon, on_33336, HEXAGON, NULL, NULL, false, 3},
    [TILING_4612] = {add_dodecagon, on_4612, HEXAGON, NULL, NULL, false, 3},
    [TILING_31212] = {add_dodecagon, on_31212, HEXAGON, NULL, NULL, false, 3},
    [TILING_333333_33434] = {add_flower, on_333333_33434, HEXAGON, NULL, NULL, false, 2},
};

Graph *graph_tiling(Arena *arena, Tiling kind, int a, int b)
{
    const TilingRow *t = &tiling[kind];
    Stamp stamp = {0};
    Points point = {0};
    bool two = b > 0;
    int rows = a, columns = two ? b : a, bent = a + b; /* bent: no corner is cut off */
    t->stamp(&stamp);
    if (t->shape == HEXAGON && (!two || kind == TILING_3636)) {
        rows = 2 * a - 1;
        columns = 2 * (two ? b : a) - 1;
        bent = two ? rows + columns : a - 1;
    }
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            if (t->shape != HEXAGON || abs(row - column) <= bent)
                press(arena, &point, t->at(row, column), &stamp);
    Graph *graph = graph_from_points(arena, &point);
    if (kind != TILING_488)
        graph_reorder(graph);
    return graph;
}

int graph_tiling_fixed(Tiling kind)
{
    return tiling[kind].fixed;
}

Graph *graph_tiling_outline(Arena *arena, Tiling kind, Outline outline)
{
    /* The square lattice of octagons. */
    static const double turned[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const TilingRow *t = &tiling[kind];
    Stamp stamp = {0};
    Points polygon = {0}, point = {0};
    t->outline_stamp(&stamp);
    if (t->outline_swapped)
        swap_axes(&stamp);
    if (outline.polygon)
        for (size_t i = 0; i < outline.polygon->n; i++)
            vec_push(arena, &polygon, outline.polygon->at[i]);
    else if (kind == TILING_488)
        outline_on_grid(arena, outline.sides, turned, &polygon);
    else
        outline_on_lattice(arena, outline.sides, t->outline_at, &polygon);
    polygon_inflate(arena, &polygon, 0.1);
    Box box = polygon_box(&polygon);
    for (int row = (int)box.y - 2; row <= (int)(box.y + box.height) + 2; row++)
        for (int column = (int)box.x - 2; column <= (int)(box.x + box.width) + 2; column++)
            if (polygon_contains(&polygon, t->outline_at(row, column)))
                press(arena, &point, t->outline_at(row, column), &stamp);
    Graph *graph = graph_from_points(arena, &point);
    graph_reorder(graph);
    return graph;
}
