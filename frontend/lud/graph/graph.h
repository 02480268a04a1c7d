/* graph.h - vertices, edges and faces: what generators make and operators change.
 *
 * Elements are numbered by their index.  Lists of elements at an element keep
 * the order in which they were made or sorted, because later stages break ties
 * by it (doc/board.md); an index that names a removed element never survives. */
#ifndef LUDC_GRAPH_H
#define LUDC_GRAPH_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"
#include "frontend/lud/board/board.h"
#include "frontend/lud/graph/geom.h"

typedef VEC(int) Ints;

typedef struct {
    Point at;
    int pivot; /* the vertex that this one turns about, -1: none, less: a ghost */
    Ints edge; /* incident edges, by angle from -pi upwards when sorted */
    Ints face; /* faces around, in the order of their making unless linked */
} GraphVertex;

typedef struct {
    int a, b;
    int left, right; /* faces, -1: none; right is the side seen from a to b */
    Point at;        /* midpoint */
    bool curved;
    Point tangent_a, tangent_b; /* of a curved edge */
} GraphEdge;

typedef struct {
    Point at;          /* mean of the vertices */
    Ints vertex, edge; /* clockwise; edge k leads from vertex k to k + 1 */
} GraphFace;

/* A vertex that was removed, but is still the pivot of others. */
typedef struct {
    Point at;
    int id; /* the number it had */
} Ghost;

struct Graph {
    Arena *arena;
    bool boardless; /* its sites keep their labels even where these repeat */
    VEC(GraphVertex) vertex;
    VEC(GraphEdge) edge;
    VEC(GraphFace) face;
    struct {
        Ghost *at;
        size_t n, cap;
    } ghost;
};

/* ---- looking (graph.c) --------------------------------------------------- */

int graph_size(const Graph *graph, SiteType type);
Point graph_point(const Graph *graph, SiteType type, int id);
Box graph_box(const Graph *graph, SiteType type);
Point graph_centroid(const Graph *graph); /* mean of the vertices */
double graph_mean_edge(const Graph *graph);
/* Pivots: ghost g is written as -2 - g. */
Point graph_pivot_place(const Graph *graph, int pivot);
int graph_pivot_id(const Graph *graph, int pivot); /* a ghost's: the old number */
int graph_add_ghost(Graph *graph, Ghost ghost);
int graph_find_vertex(const Graph *graph, double x, double y, double z); /* -1 */
int graph_find_edge(const Graph *graph, int a, int b);                   /* -1 */
static inline int edge_other_end(const GraphEdge *edge, int vertex)
{
    return edge->a == vertex ? edge->b : edge->a;
}
static inline int edge_other_face(const GraphEdge *edge, int face)
{
    return edge->left == face ? edge->right : edge->right == face ? edge->left : -1;
}

/* ---- making (graph.c) ---------------------------------------------------- */

int graph_add_vertex(Graph *graph, double x, double y, double z);
int graph_find_or_add_vertex(Graph *graph, double x, double y, double z);
int graph_add_edge(Graph *graph, int a, int b);
int graph_find_or_add_edge(Graph *graph, int a, int b);
int graph_add_face(Graph *graph, const int *vertex, int n); /* -1: not closed */
int graph_find_face(const Graph *graph, const int *vertex, int n); /* -1 */
int graph_find_or_add_face(Graph *graph, const int *vertex, int n);
void graph_update_points(Graph *graph); /* midpoints after vertices moved */
void graph_link_edges(Graph *graph);    /* lists at vertices anew, sorted */
void graph_link_faces(Graph *graph);
void graph_clear_faces(Graph *graph);

/* A generator's list of points (rounded to float) and pairs of them, with faces. */
Graph *graph_from_lists(Arena *arena, const Points *point, const Ints *pairs);
/* The same with an edge wherever two points are one unit apart in the plane. */
Graph *graph_from_points(Arena *arena, const Points *point);

/* ---- faces and numbering (graph/faces.c) --------------------------------- */

void graph_make_faces(Graph *graph, bool check_crossings);
/* Renumbers by rows from the bottom, each from left to right. */
void graph_reorder(Graph *graph);
void graph_reorder_type(Graph *graph, SiteType type);

/* ---- generators ---------------------------------------------------------- */

typedef enum {
    DIAGONALS_NONE,
    DIAGONALS_IMPLIED,
    DIAGONALS_SOLID,
    DIAGONALS_SOLID_NO_SPLIT,
    DIAGONALS_ALTERNATING,
    DIAGONALS_CONCENTRIC,
    DIAGONALS_RADIATING
} Diagonals;

/* A board outline: a polygon, or the lengths of its sides in turn. */
typedef struct {
    const Points *polygon; /* or NULL */
    const Ints *sides;
} Outline;

Graph *graph_rectangle(Arena *arena, int rows, int columns, Diagonals diagonals,
                       bool pyramidal, SiteType use);
Graph *graph_square_diamond(Arena *arena, int n, Diagonals diagonals);
Graph *graph_square_outline(Arena *arena, Outline outline, Diagonals diagonals);

Graph *graph_hex_hexagon(Arena *arena, int n);
Graph *graph_hex_triangle(Arena *arena, int n);
Graph *graph_hex_diamond(Arena *arena, int n);
Graph *graph_hex_prism(Arena *arena, int rows, int columns);
Graph *graph_hex_rectangle(Arena *arena, int rows, int columns);
Graph *graph_hex_star(Arena *arena, int n);
Graph *graph_hex_outline(Arena *arena, Outline outline);

Graph *graph_tri_hexagon(Arena *arena, int n, SiteType use);
Graph *graph_tri_triangle(Arena *arena, int n, SiteType use);
Graph *graph_tri_diamond(Arena *arena, int n, SiteType use);
Graph *graph_tri_prism(Arena *arena, int rows, int columns, SiteType use);
Graph *graph_tri_rectangle(Arena *arena, int rows, int columns, SiteType use);
Graph *graph_tri_star(Arena *arena, int n);
/* limping: margin of the search for points, 2 unless the outline is `Limping`. */
Graph *graph_tri_outline(Arena *arena, Outline outline);

/* graph/shape.c */
Graph *graph_regular(Arena *arena, int sides, bool star, SiteType use);
Graph *graph_wedge(Arena *arena, int rows, int columns);
Graph *graph_spiral(Arena *arena, int turns, int sites, bool clockwise);
Graph *graph_repeat(Arena *arena, int rows, int columns, Point column_step,
                    Point row_step, const Points *polygon, size_t n);

/* graph/rings.c */
typedef struct {
    bool midpoints, join_midpoints, join_corners;
} RingJoins;
Graph *graph_rings(Arena *arena, int sides, int rings, RingJoins joins, SiteType use);
/* Circular boards: so many cells (or vertices) in each ring from the centre. */
Graph *graph_circles(Arena *arena, const Ints *cells, bool stagger, SiteType use);
Graph *graph_target(Arena *arena, int rings);

/* graph/tiling.c */
typedef enum {
    TILING_488,
    TILING_3636,
    TILING_3464,
    TILING_33344,
    TILING_33434,
    TILING_33336,
    TILING_4612,
    TILING_31212,
    TILING_333333_33434,
    TILINGS
} Tiling;
Graph *graph_tiling(Arena *arena, Tiling kind, int a, int b); /* b 0: not given */
/* Some tilings have no boards along an outline, but one of this size; 0: they do. */
int graph_tiling_fixed(Tiling kind);
Graph *graph_tiling_outline(Arena *arena, Tiling kind, Outline outline);

/* graph/brick.c, graph/quadhex.c, graph/celtic.c */
Graph *graph_brick_rectangle(Arena *arena, int rows, int columns, bool trim);
Graph *graph_brick_diamond(Arena *arena, int side, int middle, bool trim);
Graph *graph_brick_spiral(Arena *arena, int rings);
Graph *graph_quadhex(Arena *arena, int layers, bool thirds); /* thirds: 2 layers or more */
Graph *graph_celtic(Arena *arena, int rows, int columns);
Graph *graph_celtic_outline(Arena *arena, Outline outline);

/* graph/mancala.c: 2 to 6 rows of holes. */
Graph *graph_mancala(Arena *arena, int rows, int columns, bool stores);

/* ---- operators ----------------------------------------------------------- */

/* graph/remove.c: the elements behind a removed one come one nearer. */
void graph_remove_vertex(Graph *graph, int vertex); /* and what depends on it */
void graph_remove_edge(Graph *graph, int edge);     /* and the faces beside it */
/* orphans: with the edges that have no face left. */
void graph_remove_face(Graph *graph, int face, bool orphans);
void graph_remove_in(Graph *graph, const Points *polygon); /* vertices */
void graph_hole(Graph *graph, Points *polygon);            /* faces */
void graph_trim(Graph *graph); /* loose ends, then lone vertices */

/* graph/move.c */
void graph_shift(Graph *graph, double dx, double dy, double dz);
void graph_scale(Graph *graph, double sx, double sy, double sz);
void graph_rotate(Graph *graph, double degrees);
void graph_skew(Graph *graph, double amount);

/* graph/join.c */
Graph *graph_merge(Arena *arena, Graph *const *part, size_t n, bool connect);
Graph *graph_union(Arena *arena, Graph *const *part, size_t n, bool connect);
Graph *graph_intersect(Arena *arena, Graph *const *part, size_t n);
Graph *graph_clip(Arena *arena, const Graph *source, Points *polygon, bool keep_inside);
Graph *graph_layers(Arena *arena, const Graph *ground, int layers);

/* graph/refine.c */
Graph *graph_dual(Arena *arena, Graph *source);
void graph_complete(Graph *graph, bool each_cell);
void graph_subdivide(Graph *graph, int least_sides, SiteType use);
void graph_split_crossings(Graph *graph);

/* Is (row, column) in the six-pointed star of points of length n?  Shared by the
 * hexagonal and the triangular basis. */
bool in_star(int row, int column, int n);
/* The corners of an outline on a lattice of six directions given as sides. */
void outline_on_lattice(Arena *arena, const Ints *sides,
                        Point (*at)(int row, int column), Points *polygon);

/* The corners of an outline of four directions: turn right before each side, left before a
 * negative one, which is then walked backwards. */
void outline_on_grid(Arena *arena, const Ints *sides, const double way[4][2], Points *polygon);

#endif
